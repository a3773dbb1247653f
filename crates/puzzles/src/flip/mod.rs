//! The Flip Game: pressing a cell advances the colours of the cell and its neighbours.
//!
//! A [`ColourBoard`] has any size and `k ≥ 2` colours that cycle. [`Flip`] is the
//! puzzle for the search algorithms, with the board packed into a few machine words. [`linear`]
//! solves boards with thousands of cells per side if the number of colours is prime, and otherwise
//! boards of up to [`MOST_EQUATIONS`] cells. [`parity`] explains why a board has no solution.

pub mod judge;
pub mod linear;
pub mod parity;

mod board;
mod census;
mod composite;
mod coset;
mod echelon;
mod least_weight;
mod light_chasing;
mod packed;
mod press_sets;
mod reading;
mod vectors;

pub use board::{
    ColourBoard, ColourGoal, MOST_CELLS, MOST_COLOURS, Press, board_symmetries, colour_symbol,
};
pub use census::{CensusError, PressCensus, census};
pub use composite::MOST_EQUATIONS;
pub use packed::{Flip, WrongCells};
pub use press_sets::{PressSets, press_sets};
pub use reading::read;
