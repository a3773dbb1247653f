//! Breadth-first search from the start: every state by the fewest moves, layer after layer.
//!
//! # Problem
//! Without a lower bound, a search must look at all states that are nearer to the start than the
//! goals. A hash table with a parent for each of them is far larger than the states themselves.
//!
//! # Solution
//! [`Layers`] keeps all layers in one set in the order of discovery, with the parents of a few
//! states only; a path is found back from the layers. Several searches of other folders stand on
//! it.
//!
//! # Usage
//! `bfs` is the plain search, and `OneWave` the same search with pauses. `reached_states` has no goal and keeps everything that the start
//! reaches.

mod bfs;
mod layer_search;
mod layers;
mod reached_states;

pub use bfs::{OneWave, bfs};
pub(crate) use bfs::{goals, nothing};
pub use layer_search::LayerSearch;
pub(crate) use layer_search::Layered;
pub(crate) use layers::{Layers, step_between};
pub use reached_states::{ReachedStates, reached_states};
