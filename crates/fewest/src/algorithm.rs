//! The algorithms by name.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use fewest_search::Weight;

/// A way to solve a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Algorithm {
    /// Flip: linear equations, then the least weight over the null space.
    Linear,
    /// Rotation: the distance table over the cells of one digit.
    Masks,
    /// Wall Pusher: walks that visit no cell twice.
    Walks,
    /// Four in a Row: the remembered distances of boards seen before.
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
    /// Every algorithm; those of single puzzles first.
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

    /// Whether it is the method of one puzzle rather than a general search.
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

/// A way to search that may miss the fewest moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ApproximateSearch {
    /// Weighted A*: the solution has at most this many times the fewest moves.
    Weight(Weight),
    /// Beam search that keeps this many states per layer. It guarantees nothing about the length.
    Beam(NonZeroUsize),
}

/// As in `weighted A* (1.5)`, `beam search (1000)`.
impl fmt::Display for ApproximateSearch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Weight(weight) => write!(f, "weighted A* ({weight})"),
            Self::Beam(width) => write!(f, "beam search ({width})"),
        }
    }
}

/// A name that no algorithm has.
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
