//! The flip game.

pub mod judge;
