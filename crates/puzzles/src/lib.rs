//! The built-in puzzles: rules, notation, judge formats, and each one's best
//! method where it has one that no general search can match.
//!
//! A puzzle's folder or file holds, in this order: the puzzle and the traits
//! that are true of it, its heuristics, its notation, its method, its judge.

pub mod judge;

pub mod tiles;

mod numbers;
