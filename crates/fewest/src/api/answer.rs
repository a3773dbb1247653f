//! What every request is answered with: an outcome, its cost and its method.

use std::fmt;

use fewest_rules::{Outcome, Report, Statistics};
use fewest_search::{Approximate, Approximation};

use crate::algorithm::{Algorithm, ApproximateSearch};

/// An outcome with its cost and the method that found it.
///
/// By default the outcome is that of a search for the fewest moves, with moves by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<O = Outcome<String>> {
    /// What was found out.
    pub outcome: O,
    /// The cost.
    pub statistics: Statistics,
    /// How it was found out.
    pub method: Method,
    /// A remark of the method beside the moves, if it has one.
    pub note: Option<String>,
}

/// The answer of a search that may miss the fewest moves.
pub type ApproximateAnswer = Answer<Approximate<String>>;

/// A solution that is not proven to have the fewest moves.
pub type UnprovenAnswer = Answer<Approximation<String>>;

impl<O> Answer<O> {
    /// An answer without a remark.
    pub fn new(outcome: O, statistics: Statistics, method: Method) -> Self {
        Self {
            outcome,
            statistics,
            method,
            note: None,
        }
    }

    /// An answer that cost nothing.
    pub(crate) fn without_search(outcome: O, method: Method) -> Self {
        Self::new(outcome, Statistics::default(), method)
    }
}

impl Answer {
    /// The answer of a search.
    pub(crate) fn of(report: Report<String>, method: Method) -> Self {
        Self::new(report.outcome, report.statistics, method)
    }
}

impl ApproximateAnswer {
    /// The answer as that of [`AnyBoard::solve`](super::AnyBoard::solve), unless it is a solution
    /// that is not proven to have the fewest moves.
    ///
    /// # Errors
    /// That solution.
    pub fn proven(self) -> Result<Answer, Box<UnprovenAnswer>> {
        let (statistics, method) = (self.statistics, self.method);
        match self.outcome.proven() {
            Ok(outcome) => Ok(Answer::new(outcome, statistics, method)),
            Err(found) => Err(Box::new(Answer::new(found, statistics, method))),
        }
    }
}

/// How an answer was found. It becomes words only when it is displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// A search for the fewest moves.
    Search(Algorithm),
    /// A* or IDA* with a lower bound, which is described in a few words.
    Informed(Algorithm, String),
    /// A search that may miss the fewest moves, and its lower bound.
    Approximate(ApproximateSearch, String),
    /// Breadth-first search among classes of states that so many symmetries map to each other.
    UpToSymmetry(usize),
    /// Linear equations modulo a prime number, and the dimension of their null space where it
    /// is known.
    Linear {
        /// The prime number, unless only the solvability was decided.
        modulus: Option<u64>,
        /// The dimension of the null space.
        nullity: Option<usize>,
    },
    /// The parity of a permutation.
    Parity,
    /// The start is a goal.
    StartIsGoal,
    /// No goal can be reached, by a property of the goals.
    Goals,
    /// Pattern databases were being built.
    PatternDatabases,
    /// Nothing was finished before the program had to end.
    Abandoned,
    /// A census of ranked states in two bits each.
    RankedCensus,
    /// A census from a table of the distances of ranked states.
    DistanceCensus,
    /// A census of boards by the cosets of the null space.
    Cosets,
    /// A census of boards by pairs of disjoint masks.
    MaskPairs,
    /// A census of one maze from every start.
    WalksFromEveryStart,
    /// A census of the states reached from a start, held in a set.
    Reached,
    /// A census of the states reached from a start, by their ranks.
    ReachedRanked,
}

impl Method {
    /// A search for the fewest moves; `heuristic` describes the lower bound of an informed one.
    pub(crate) fn of(algorithm: Algorithm, heuristic: &str) -> Self {
        match algorithm {
            Algorithm::AStar | Algorithm::IdaStar => {
                Self::Informed(algorithm, heuristic.to_owned())
            }
            _ => Self::Search(algorithm),
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Search(algorithm) => match algorithm {
                Algorithm::Bfs => "breadth-first search",
                Algorithm::Bidirectional => "bidirectional breadth-first search",
                Algorithm::MoveSets => "depth-first enumeration of move sets",
                Algorithm::Iddfs => "iterative deepening",
                Algorithm::Masks => "masks: a distance table over the cells of one digit",
                Algorithm::Memory => "memory: iterative deepening, then a distance table",
                Algorithm::Walks => "walks that enter no cell twice",
                Algorithm::Linear => "linear equations",
                Algorithm::AStar => "A*",
                Algorithm::IdaStar => "IDA*",
            },
            Self::Informed(algorithm, heuristic) => {
                return write!(f, "{}: {heuristic}", Self::Search(*algorithm));
            }
            Self::Approximate(search, heuristic) => return write!(f, "{search}: {heuristic}"),
            Self::UpToSymmetry(symmetries) => {
                return write!(f, "breadth-first search up to {symmetries} symmetries");
            }
            Self::Linear { modulus, nullity } => {
                f.write_str("linear equations")?;
                if let Some(modulus) = modulus {
                    write!(f, " modulo {modulus}")?;
                }
                if let Some(nullity) = nullity {
                    write!(f, ", null space of dimension {nullity}")?;
                }
                return Ok(());
            }
            Self::Parity => "parity",
            Self::StartIsGoal => "a look at the start",
            Self::Goals => "a look at the goals",
            Self::PatternDatabases => "pattern databases",
            Self::Abandoned => "given up",
            Self::RankedCensus => "ranked enumeration, two bits a state",
            Self::DistanceCensus => "ranked enumeration of distances",
            Self::Cosets => "cosets of the press sets that change nothing",
            Self::MaskPairs => "disjoint pairs of masks",
            Self::WalksFromEveryStart => "walks that enter no cell twice, from every start",
            Self::Reached => "all boards reached from the start",
            Self::ReachedRanked => "boards reached from the start, ranked, two bits a state",
        })
    }
}
