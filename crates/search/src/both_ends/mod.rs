//! Searches from the start and from the goals, until they meet.
//!
//! # Problem
//! The number of states grows with each move. Two searches of half the length reach far fewer
//! states than one search of the whole length, if the goals can be listed and moves can be followed
//! backwards.
//!
//! # Solution
//! Two waves take turns, and the smaller one advances by a layer. A solution is read off where they
//! meet. If every move counts as one, it is the solution that a search from one end returns.
//!
//! # Usage
//! `bidirectional` is the plain search, `TwoWaves` the same search with pauses, and
//! `least_cost_bidirectional` minimises costs. In a puzzle [`UpToSymmetry`] a search keeps one state
//! of each class of symmetric states.

mod bidirectional;
mod least_cost_bidirectional;
mod quotient;
mod waves;

pub use bidirectional::{TwoWaves, bidirectional};
pub use least_cost_bidirectional::least_cost_bidirectional;
pub use quotient::{ClassState, UpToSymmetry, solve_up_to_symmetry};
pub(crate) use waves::Waves;
