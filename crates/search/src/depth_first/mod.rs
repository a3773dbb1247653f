//! Depth-first search with a bound.

mod closed_set;
mod duplicates;
mod idastar;
mod iddfs;
mod least_cost_idastar;
mod move_sets;
mod parallel_idastar;
mod step;
mod subtrees;
mod tally;

pub use duplicates::Duplicates;
pub use idastar::idastar;
pub use iddfs::iddfs;
pub use least_cost_idastar::least_cost_idastar;
pub use move_sets::{all_move_sets, move_sets, near_move_sets};
pub use parallel_idastar::parallel_idastar;
