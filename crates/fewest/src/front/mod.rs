//! The main interface of the library: puzzles by name or from files, and their state spaces.

mod any_puzzle;
mod state_space;

pub use any_puzzle::AnyPuzzle;
pub use state_space::{CensusOptions, StateSpace};
