//! The methods that solve boards of puzzle files.

use std::fmt;

use fewest_ground::analysis::SelectedHeuristic;
use fewest_ground::compiled::CompiledMove;
use fewest_rules::Report;

use crate::algorithm::Algorithm;
use crate::builtin::play;

/// How a board was solved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum DrawnMethod {
    /// By linear equations modulo this prime.
    Linear(u8),
    /// By a proof that no goal can be reached.
    Goals,
    /// A limit was reached while pattern databases were built.
    PatternDatabases,
    /// By breadth-first search up to so many symmetries.
    UpToSymmetry(usize),
    /// By a search, with a heuristic in words, which is empty if the search uses none.
    Search(Algorithm, String),
}

impl DrawnMethod {
    /// A search without a heuristic.
    pub(super) fn search(algorithm: Algorithm) -> Self {
        Self::Search(algorithm, String::new())
    }

    /// A search with a heuristic.
    pub(super) fn informed<const N: usize>(
        algorithm: Algorithm,
        heuristic: &SelectedHeuristic<'_, N>,
    ) -> Self {
        Self::Search(algorithm, heuristic.words())
    }
}

impl fmt::Display for DrawnMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Linear(prime) => write!(f, "linear equations modulo {prime}"),
            Self::Goals => f.write_str("a look at the goals"),
            Self::PatternDatabases => f.write_str("pattern databases"),
            Self::UpToSymmetry(count) => {
                write!(f, "breadth-first search up to {count} symmetries")
            }
            Self::Search(algorithm, heuristic) => f.write_str(&play::method(*algorithm, heuristic)),
        }
    }
}

/// An answer, and the method that has found it.
pub(super) type MethodReport = (Report<CompiledMove>, DrawnMethod);
