//! Breadth-first search.

mod bfidastar;
mod bfs;
mod layers;
mod reached_states;

pub use bfidastar::bfidastar;
pub use bfs::bfs;
pub(crate) use layers::{Following, Layers, step_between};
pub use reached_states::{ReachedStates, reached_states};
