//! The built-in puzzles: their rules, their notation, the input formats of contest judges, and,
//! where no general search can match it, a method made for the puzzle.
//!
//! The module of a puzzle contains, in this order: the puzzle and the traits that hold for it, its
//! heuristics, its notation, its method, and its judge.

pub mod flip;
pub mod four_in_a_row;
pub mod graph;
pub mod judge;
pub mod rotation;
pub mod tiles;
pub mod wall_pusher;

pub use fewest_search::random;

mod grid;
mod letters;
mod metered;
mod numbers;
