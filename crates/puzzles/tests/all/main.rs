//! All tests of the public interface. They are one program, because each test program compiles what it
//! uses of the generic library anew.

#![allow(clippy::unwrap_used)] // A test may panic.

mod flip_census;
mod flip_linear;
mod flip_parity;
mod flip_press_sets;
mod four_in_a_row;
mod graph;
mod korf24;
mod letter_judges;
mod line_tiles;
mod rotation;
mod symmetries;
mod wall_pusher;
mod wall_pusher_make;
