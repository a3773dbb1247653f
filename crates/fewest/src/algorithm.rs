//! The names of the algorithms.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use fewest_search::Weight;

/// A way to solve a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Algorithm {
    /// For Flip: solves linear equations and enumerates the null space for the solution of least
    /// weight.
    Linear,
    /// For the Rotation Game: looks up the distances of the sets of cells that hold the same digit.
    Masks,
    /// For the Wall Pusher: enumerates the walks that visit no cell twice.
    Walks,
    /// For Four in a Row: stores the distances of all boards met so far.
    Memory,
    /// Breadth-first search.
    Bfs,
    /// Dijkstra's algorithm, for moves with costs.
    Dijkstra,
    /// Breadth-first search from both ends, or Dijkstra's algorithm from both ends.
    Bidirectional,
    /// Depth-first enumeration of sets of moves.
    MoveSets,
    /// Iterative deepening depth-first search.
    Iddfs,
    /// A* with the puzzle's heuristic.
    AStar,
    /// Iterative deepening A* with the puzzle's heuristic.
    IdaStar,
}

impl Algorithm {
    /// All algorithms. Those that solve only one particular puzzle come first.
    pub const ALL: [Self; 11] = [
        Self::Linear,
        Self::Masks,
        Self::Walks,
        Self::Memory,
        Self::Bfs,
        Self::Dijkstra,
        Self::Bidirectional,
        Self::MoveSets,
        Self::Iddfs,
        Self::AStar,
        Self::IdaStar,
    ];

    /// Whether the algorithm solves only one particular puzzle and is not a general search.
    pub fn is_special(self) -> bool {
        matches!(
            self,
            Self::Linear | Self::Masks | Self::Walks | Self::Memory
        )
    }

    /// The name on the command line and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Masks => "masks",
            Self::Walks => "walks",
            Self::Memory => "memory",
            Self::Bfs => "bfs",
            Self::Dijkstra => "dijkstra",
            Self::Bidirectional => "bidirectional",
            Self::MoveSets => "move-sets",
            Self::Iddfs => "iddfs",
            Self::AStar => "astar",
            Self::IdaStar => "idastar",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A kind of search that may miss the fewest moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ApproximateSearch {
    /// Weighted A*: the length of the solution is at most this weight times the length of a
    /// shortest one.
    Weight(Weight),
    /// Beam search that keeps this many states per layer. Beam search guarantees nothing about the
    /// length of the solution.
    Beam(NonZeroUsize),
}

/// Displays the search, for instance as `weighted A* (1.5)` or `beam search (1000)`.
impl fmt::Display for ApproximateSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weight(weight) => write!(f, "weighted A* ({weight})"),
            Self::Beam(width) => write!(f, "beam search ({width})"),
        }
    }
}

/// The error for a name that no algorithm has.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no algorithm '{name}'; the algorithms are {}", Algorithm::ALL.map(Algorithm::name).join(", "))]
pub struct UnknownAlgorithm {
    name: String,
}

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|algorithm| algorithm.name() == name)
            .ok_or_else(|| UnknownAlgorithm {
                name: name.to_owned(),
            })
    }
}
