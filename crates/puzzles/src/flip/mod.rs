//! The Flip Game: press a cell, and it and its neighbours turn.
//!
//! A [`Board`] has any size and `k ≥ 2` colours that cycle. [`Flip`] and
//! [`Colours`] are the puzzle for searches, with the board in a few machine
//! words; [`linear`] solves boards of thousands of cells a side, and
//! [`parity`] says why a board has no solution.

pub mod judge;
pub mod linear;
pub mod parity;

mod board;
mod census;
mod colours;
mod combinations;
mod coset;
mod field;
mod layout;
mod least_weight;
mod light_chasing;
mod packed;
mod reading;

pub use board::{Board, Goal, InvalidBoard, MOST_CELLS, MOST_COLOURS, Press};
pub use census::{Census, Refused, census};
pub use colours::Colours;
pub use packed::{Flip, WrongCells};
pub use reading::read;
