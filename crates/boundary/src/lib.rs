//! The object-safe boundary of the library, and the requests that all puzzles answer alike.
//!
//! Inside the library every puzzle is a type and every search is compiled for that type. An
//! application that picks the puzzle at run time uses the types of [`api`] and [`space`]. The
//! other modules are for the crates that implement these traits: functions that are generic over
//! the puzzle, and the parts of answers that do not depend on it.

pub mod algorithm;
pub mod api;
pub mod built_in;
pub mod checked;
pub mod near;
pub mod notice;
pub mod on_disk;
pub mod play;
pub mod ranked_space;
pub mod scenes;
pub mod space;
pub mod state_graph;
