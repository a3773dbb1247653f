//! The built-in puzzles: rules, notation, judge formats, and each one's best
//! method where it has one that no general search can match.
//!
//! A puzzle's folder or file holds, in this order: the puzzle and the traits
//! that are true of it, its heuristics, its notation, its method, its judge.

pub mod flip;
pub mod four_in_a_row;
pub mod judge;
pub mod random;
pub mod rotation;
pub mod tiles;
pub mod wall_pusher;

mod letters;
mod numbers;
