//! The answer to a request: an outcome, its cost and its method.

use std::fmt;

use fewest_ground::CostMeasure;
use fewest_rules::{CostReport, Objective, Outcome, Proof, Report, Statistics};
use fewest_search::{Approximate, Approximation};

use crate::algorithm::{Algorithm, ApproximateSearch};

/// An outcome, its cost, and the method that found it.
///
/// By default, the outcome is the outcome of a search for the fewest moves, and moves are given by
/// name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer<O = Outcome<String>> {
    /// The outcome of the request.
    pub outcome: O,
    /// The cost of finding the outcome.
    pub statistics: Statistics,
    /// The method that found the outcome.
    pub method: Method,
    /// A remark that the method adds to the moves, if there is one.
    pub note: Option<String>,
    /// Why the method was chosen, if several searches took turns.
    pub choice: Option<String>,
    /// What the search minimised and the cost of the solution, if moves have costs.
    pub costs: Option<AnswerCosts>,
}

/// What a search minimised if moves have costs, and the cost of the solution.
///
/// The lower bound of a search that was stopped applies to the first criterion of the objective.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerCosts {
    /// What the search minimised.
    pub measure: CostMeasure,
    /// The sum of the costs of the moves, if the board is solved.
    pub cost: Option<u32>,
}

impl AnswerCosts {
    /// Returns the two criteria by which solutions are compared, the more important one first.
    /// Smaller values of a criterion are better. The second value is 0 if the objective has only
    /// one criterion.
    pub fn criteria(&self, cost: u32, moves: usize) -> (u64, u64) {
        let (cost, moves) = (u64::from(cost), moves as u64);
        match self.measure.objective {
            Objective::Cost => (cost, 0),
            Objective::CostThenMoves => (cost, moves),
            Objective::MovesThenCost => (moves, cost),
        }
    }
}

/// The answer of a search that may miss the fewest moves.
pub type ApproximateAnswer = Answer<Approximate<String>>;

/// A solution that is not proven to have the fewest moves.
pub type UnprovenAnswer = Answer<Approximation<String>>;

impl<O> Answer<O> {
    /// Makes an answer without a remark.
    pub fn new(outcome: O, statistics: Statistics, method: Method) -> Self {
        Self {
            outcome,
            statistics,
            method,
            note: None,
            choice: None,
            costs: None,
        }
    }

    /// Makes the answer for a board that was solved without a search.
    pub fn without_search(outcome: O, method: Method) -> Self {
        Self::new(outcome, Statistics::default(), method)
    }
}

impl Answer {
    /// Makes the answer of a search from its report.
    pub fn of(report: Report<String>, method: Method) -> Self {
        Self::new(report.outcome, report.statistics, method)
    }

    /// Makes the answer of a search that minimised `measure`.
    pub fn of_costs(report: CostReport<String>, method: Method, measure: CostMeasure) -> Self {
        let cost = report.outcome.cost();
        Self {
            costs: Some(AnswerCosts { measure, cost }),
            ..Self::of(report.without_cost(), method)
        }
    }

    /// The moves of the lexicographically first shortest solution, if the board was solved.
    pub fn moves(&self) -> Option<&[String]> {
        self.outcome.moves()
    }

    /// The proof that the board has no solution, if the board was proven unsolvable.
    pub fn proof(&self) -> Option<&Proof> {
        match &self.outcome {
            Outcome::Unsolvable(proof) => Some(proof),
            _ => None,
        }
    }

    /// Returns the criteria of the solution, if there is one. If moves have costs, the criteria are
    /// those of [`AnswerCosts::criteria`]; otherwise they are the number of moves and 0.
    pub fn criteria(&self) -> Option<(u64, u64)> {
        let moves = self.outcome.moves()?.len();
        match &self.costs {
            None => Some((moves as u64, 0)),
            Some(costs) => Some(costs.criteria(costs.cost?, moves)),
        }
    }
}

impl ApproximateAnswer {
    /// Converts the answer to one that [`AnyBoard::solve`](super::AnyBoard::solve) could return.
    ///
    /// # Errors
    /// The answer is a solution without a proof that it has the fewest moves. The error contains
    /// this solution.
    pub fn proven(self) -> Result<Answer, Box<UnprovenAnswer>> {
        let (statistics, method) = (self.statistics, self.method);
        match self.outcome.proven() {
            Ok(outcome) => Ok(Answer::new(outcome, statistics, method)),
            Err(found) => Err(Box::new(Answer::new(found, statistics, method))),
        }
    }
}

/// The method that found an answer. The method is described in words only when it is displayed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Method {
    /// A search for the fewest moves.
    Search(Algorithm),
    /// A search with a lower bound, and a short description of the bound.
    Informed(Algorithm, String),
    /// A* over the regions that free moves connect. The text describes the lower bound of A* in a
    /// few words, or is empty.
    Regions(String),
    /// Bidirectional breadth-first search over the regions that free moves connect. The search
    /// treats symmetric regions as one; the value is the number of symmetries.
    RegionsFromBothEnds(usize),
    /// A search that may miss the fewest moves, and its lower bound.
    Approximate(ApproximateSearch, String),
    /// Breadth-first search that treats symmetric states as one. The value is the number of
    /// symmetries.
    UpToSymmetry(usize),
    /// Bidirectional breadth-first search that treats symmetric states as one. The value is the
    /// number of symmetries.
    BothEndsUpToSymmetry(usize),
    /// Linear equations modulo a number.
    Linear {
        /// The modulus; `None` if only the solvability was decided.
        modulus: Option<u64>,
        /// The dimension of the null space, if it is known.
        nullity: Option<usize>,
    },
    /// The parity of a permutation.
    Parity,
    /// The start is a goal.
    StartIsGoal,
    /// A property of the goals that proves that no goal can be reached.
    Goals,
    /// A limit stopped the construction of the pattern databases.
    PatternDatabases,
    /// No method finished: the program had to end first.
    Abandoned,
    /// A census of ranked states that stores two bits for each state.
    RankedCensus,
    /// A census of ranked states that counts the distances in a table.
    DistanceCensus,
    /// A census of ranked states whose layers lie in files.
    OnDisk,
    /// A census of ranked states by several processes.
    AmongProcesses,
    /// A census of boards by the cosets of the null space.
    Cosets,
    /// A census of the boards of the Rotation Game by pairs of disjoint masks.
    MaskPairs,
    /// A census of one maze of the Wall Pusher with every start.
    WalksFromEveryStart,
    /// A census of the states reached from a start, held in a set.
    Reached,
    /// A census of the states reached from a start, which are marked by their ranks.
    ReachedRanked,
    /// A count of the boards that can be reached, as the number of elements of a group.
    GroupOrder,
}

impl Method {
    /// The method of a search for the fewest moves. If the search uses a lower bound, `heuristic`
    /// describes it.
    pub fn of(algorithm: Algorithm, heuristic: &str) -> Self {
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
                Algorithm::Dijkstra => "Dijkstra's algorithm",
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
            Self::Regions(heuristic) if heuristic.is_empty() => {
                "Dijkstra's algorithm over the regions that free moves connect"
            }
            Self::Regions(heuristic) => {
                return write!(
                    f,
                    "A* over the regions that free moves connect: {heuristic}"
                );
            }
            Self::RegionsFromBothEnds(symmetries) => {
                f.write_str("bidirectional search over the regions that free moves connect")?;
                if *symmetries > 1 {
                    write!(f, ", up to {symmetries} symmetries")?;
                }
                return Ok(());
            }
            Self::Approximate(search, heuristic) => return write!(f, "{search}: {heuristic}"),
            Self::UpToSymmetry(symmetries) => {
                return write!(f, "breadth-first search up to {symmetries} symmetries");
            }
            Self::BothEndsUpToSymmetry(symmetries) => {
                let breadth = Self::Search(Algorithm::Bidirectional);
                return write!(f, "{breadth} up to {symmetries} symmetries");
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
            Self::OnDisk => "ranked enumeration on disk",
            Self::AmongProcesses => "ranked enumeration by several processes",
            Self::DistanceCensus => "ranked enumeration of distances",
            Self::Cosets => "cosets of the press sets that change nothing",
            Self::MaskPairs => "disjoint pairs of masks",
            Self::WalksFromEveryStart => "walks that enter no cell twice, from every start",
            Self::Reached => "all boards reached from the start",
            Self::GroupOrder => "the order of the group of the moves",
            Self::ReachedRanked => "boards reached from the start, ranked, two bits a state",
        })
    }
}
