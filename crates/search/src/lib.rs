//! Search algorithms for any puzzle, each in a file of its own: shortest
//! solutions, proven.
mod arena;
mod astar;
mod bfs;
mod bidirectional;
mod conclusion;
mod duplicates;
mod idastar;
mod iddfs;
mod layers;
mod memory;
mod move_sets;
mod processor;
mod pruning;
mod quotient;
mod shortest_paths;
mod state_set;

pub use astar::{Order, astar};
pub use bfs::bfs;
pub use bidirectional::bidirectional;
pub use duplicates::Duplicates;
pub use idastar::idastar;
pub use iddfs::iddfs;
pub use move_sets::{all_move_sets, move_sets};
pub use pruning::{InversePruning, NoPruning, Pruning};
pub use quotient::{Quotient, solve_up_to_symmetry};
pub use shortest_paths::{ShortestPaths, Solutions, shortest_paths, shortest_paths_within};
pub use state_set::StateSet;
