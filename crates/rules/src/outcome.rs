//! The answers of a search: solved, unsolvable and stopped are three variants, never an `Option`.

use std::fmt;
use std::time::Duration;

use crate::grouped;

/// The answer of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<M> {
    /// A solution that is proven shortest.
    Solved {
        /// The moves, first to last; empty if the start is a goal.
        moves: Vec<M>,
    },
    /// It is proven that no sequence of moves reaches a goal.
    Unsolvable(Proof),
    /// A limit stopped the search before it had an answer.
    Stopped {
        /// Proven so far: every solution has at least this many moves.
        lower_bound: u32,
        /// The limit that was reached.
        reason: StopReason,
    },
}

impl<M> Outcome<M> {
    /// The moves of a solved outcome.
    pub fn moves(&self) -> Option<&[M]> {
        match self {
            Self::Solved { moves } => Some(moves),
            _ => None,
        }
    }

    /// Replaces every move of a solved outcome by its image under `f`. Other outcomes stay
    /// unchanged.
    pub fn map<N>(self, f: impl FnMut(M) -> N) -> Outcome<N> {
        match self {
            Self::Solved { moves } => Outcome::Solved {
                moves: moves.into_iter().map(f).collect(),
            },
            Self::Unsolvable(proof) => Outcome::Unsolvable(proof),
            Self::Stopped {
                lower_bound,
                reason,
            } => Outcome::Stopped {
                lower_bound,
                reason,
            },
        }
    }
}

/// The reason why there is no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// The search visited every reachable state; none is a goal.
    Exhausted {
        /// The number of distinct reachable states, the start included.
        reached: u64,
    },
    /// A property of the start that no move can change and that no goal has. A person can verify
    /// that the property is an invariant.
    Invariant(String),
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhausted { reached: 1 } => f.write_str("the only reachable board searched"),
            Self::Exhausted { reached } => {
                write!(
                    f,
                    "all {} reachable boards searched",
                    grouped(&reached.to_string())
                )
            }
            Self::Invariant(statement) => f.write_str(statement),
        }
    }
}

/// The limit that ended a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// [`Limits::time`](crate::Limits::time) ran out.
    Time,
    /// [`Limits::memory`](crate::Limits::memory) was not enough.
    Memory,
    /// As many nodes as [`Limits::states`](crate::Limits::states) allows were expanded.
    States,
    /// The cancel flag was raised.
    Cancelled,
    /// The search has come to a limit of the algorithm itself, such as the greatest number of
    /// states that its indices can tell apart; no larger limit of the user would help. The
    /// documentation of the algorithm says when this happens.
    Capacity,
    /// Two results of the search contradict each other, for example a state that was reached and a
    /// parent without a move to it. No limit of the user was reached: either the search has a bug,
    /// or the puzzle or its lower bound breaks a law of its trait.
    Contradiction,
}

impl StopReason {
    /// The reason as one lower-case word. The word never changes, because JSON output contains it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Time => "time",
            Self::Memory => "memory",
            Self::States => "states",
            Self::Cancelled => "cancelled",
            Self::Capacity => "capacity",
            Self::Contradiction => "contradiction",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The work that a search took: nodes, memory and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// The number of nodes whose moves were generated.
    pub expanded: u64,
    /// The number of nodes produced by a move, duplicates included, the start excluded.
    pub generated: u64,
    /// The greatest number of bytes held at any time, tables included.
    pub peak_bytes: u64,
    /// The wall-clock time that the search took.
    pub elapsed: Duration,
}

impl Statistics {
    /// The work of this search and of another one after it.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            peak_bytes: self.peak_bytes.max(other.peak_bytes),
            elapsed: self.elapsed + other.elapsed,
        }
    }
}

/// An [`Outcome`] and the work that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<M> {
    /// The outcome of the search.
    pub outcome: Outcome<M>,
    /// The work that the search took.
    pub statistics: Statistics,
}
