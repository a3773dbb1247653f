//! Requests as plain data, for programs that get them as JSON.

use fewest_rules::Limits;
use fewest_search::{SolutionRange, Weight};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use super::{Board, Check, Hint, RatedMove};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, ApproximateAnswer, Comparison, Difficulty, Explanation, SolutionCounts,
    SolutionOptions, SolveError, SolveOptions, StateGraph,
};
use crate::error::Error;

/// A request about a board, as plain data. In JSON it is an object with the name of the request, such
/// as `{"request": "solve", "algorithm": "bfs"}`.
///
/// ```
/// use fewest::{AnyPuzzle, Limits, Reply, Request};
///
/// let board = AnyPuzzle::named("tiles")?.board("1 2 3\n4 5 6\n_ 7 8")?;
/// let Reply::Solve(answer) = board.answer(&Request::default(), &Limits::default())? else { panic!() };
/// assert_eq!(answer.moves(), Some(&["R".to_owned(), "R".to_owned()][..]));
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "request", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Request {
    /// A solution with the fewest moves; see [`Board::solve_with`].
    Solve {
        /// See [`SolveOptions::algorithm`].
        #[serde(default)]
        algorithm: Option<Algorithm>,
        /// See [`SolveOptions::heuristic`].
        #[serde(default)]
        heuristic: Option<String>,
    },
    /// A solution with less work; see [`Board::approximate`].
    Approximate {
        /// How the search is cut short: `{"weight": 1.5}` or `{"beam": 100}`.
        how: ApproximateSearch,
    },
    /// See [`Board::explain`].
    Explain,
    /// See [`Board::compare`].
    Compare,
    /// See [`Board::hint`].
    Hint,
    /// See [`Board::rate_moves`].
    RateMoves,
    /// See [`Board::difficulty`].
    Difficulty,
    /// The check of given moves; see [`Board::check`].
    Check {
        /// The moves in the notation of the puzzle.
        moves: String,
    },
    /// The number of shortest solutions, and the first ones; see [`Board::first_solutions`].
    Count {
        /// The greatest number of solutions to list.
        #[serde(default)]
        list: usize,
    },
    /// Solutions beside the shortest; see [`Board::first_wanted_solutions`].
    Solutions {
        /// The number of best solutions, if it is given.
        #[serde(default)]
        k: Option<u64>,
        /// The number of moves beyond the fewest, if it is given.
        #[serde(default)]
        within: Option<u32>,
        /// See [`SolutionOptions::distinct`].
        #[serde(default)]
        distinct: bool,
        /// The greatest number of solutions to list.
        list: usize,
    },
    /// The graph of all states; see [`Board::graph`].
    Graph {
        /// The greatest number of states.
        states: usize,
    },
}

impl Default for Request {
    /// A solution with the fewest moves by the best algorithm.
    fn default() -> Self {
        Self::Solve {
            algorithm: None,
            heuristic: None,
        }
    }
}

/// The answer to a [`Request`], in the form that the request asks for. It is written as the JSON of
/// its content.
#[derive(Debug, Clone, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Reply {
    /// The answer to [`Request::Solve`].
    Solve(Answer),
    /// The answer to [`Request::Approximate`].
    Approximate(ApproximateAnswer),
    /// The answer to [`Request::Explain`].
    Explain(Explanation),
    /// The answer to [`Request::Compare`].
    Compare(Comparison),
    /// The answer to [`Request::Hint`].
    Hint(Hint),
    /// The answer to [`Request::RateMoves`].
    RatedMoves(Vec<RatedMove>),
    /// The answer to [`Request::Difficulty`]; `None` if the board has no solution.
    Difficulty(Option<Difficulty>),
    /// The answer to [`Request::Check`].
    Check(Check),
    /// The answer to [`Request::Count`] and to [`Request::Solutions`].
    Solutions(SolutionList),
    /// The answer to [`Request::Graph`].
    Graph(StateGraph),
}

/// Solutions of a board and their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolutionList {
    /// The numbers of the solutions.
    pub counts: SolutionCounts,
    /// The first solutions.
    pub solutions: Vec<Vec<String>>,
}

impl Board {
    /// Answers a request within limits. Each request does the same as the method of its name.
    ///
    /// # Errors
    /// Those of the method. A limit that ends the count of solutions is no error: the list says
    /// which limit it was.
    pub fn answer(&self, request: &Request, limits: &Limits) -> Result<Reply, Error> {
        Ok(match request {
            Request::Solve {
                algorithm,
                heuristic,
            } => Reply::Solve(self.solve_with(&SolveOptions {
                algorithm: *algorithm,
                heuristic: heuristic.clone(),
                limits: limits.clone(),
            })?),
            Request::Approximate { how } => Reply::Approximate(self.approximate(*how, limits)?),
            Request::Explain => Reply::Explain(self.explain_within(limits)?),
            Request::Compare => Reply::Compare(self.compare(limits)?),
            Request::Hint => Reply::Hint(self.hint_within(limits)?),
            Request::RateMoves => Reply::RatedMoves(self.rate_moves(limits)?),
            Request::Difficulty => Reply::Difficulty(self.difficulty(limits)?),
            Request::Check { moves } => Reply::Check(self.check_within(moves, limits)?),
            Request::Count { list } => {
                Reply::Solutions(self.listed(&SolutionOptions::SHORTEST, *list, limits)?)
            }
            Request::Solutions {
                k,
                within,
                distinct,
                list,
            } => {
                let range = match (k, within) {
                    (Some(k), None) => SolutionRange::Best(*k),
                    (None, Some(more)) => SolutionRange::Within(*more),
                    (None, None) => SolutionRange::Optimal,
                    (Some(_), Some(_)) => {
                        let message = "expected k or within, not both";
                        return Err(Error::Option(message.to_owned()));
                    }
                };
                let wanted = SolutionOptions {
                    range,
                    distinct: *distinct,
                };
                Reply::Solutions(self.listed(&wanted, *list, limits)?)
            }
            Request::Graph { states } => Reply::Graph(self.graph(*states, limits)?),
        })
    }

    /// The numbers of the wanted solutions, and the first `most` of them.
    fn listed(
        &self,
        wanted: &SolutionOptions,
        most: usize,
        limits: &Limits,
    ) -> Result<SolutionList, SolveError> {
        let (counts, solutions) = self.first_wanted_solutions(wanted, most, limits)?;
        Ok(SolutionList { counts, solutions })
    }
}

impl<'de> Deserialize<'de> for Algorithm {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        name.parse().map_err(D::Error::custom)
    }
}

impl<'de> Deserialize<'de> for ApproximateSearch {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename_all = "lowercase")]
        enum How {
            Weight(f64),
            Beam(usize),
        }
        match How::deserialize(from)? {
            How::Weight(weight) => {
                let hundredths = (weight * 100.0).round();
                let exact = (weight * 100.0 - hundredths).abs() < 1e-6;
                let fits = exact && (0.0..=f64::from(u32::MAX)).contains(&hundredths);
                let weight = fits.then(|| Weight::per_cent(hundredths as u32)).flatten();
                weight.map(Self::Weight).ok_or_else(|| {
                    D::Error::custom(format!(
                        "weight must be from {} to {} with at most two decimals",
                        Weight::ONE,
                        Weight::MOST
                    ))
                })
            }
            How::Beam(width) => match width.try_into() {
                Ok(width) => Ok(Self::Beam(width)),
                Err(_) => Err(D::Error::custom("beam must be at least 1")),
            },
        }
    }
}
