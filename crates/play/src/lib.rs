//! Plays a puzzle in the terminal: with arrow keys, the mouse or the names of moves, and with hints
//! from a search that runs beside the interface.
//!
//! | module | its part |
//! | --- | --- |
//! | `game` | the positions of a game: moves, undo, redo |
//! | `gestures` | the moves that a direction or a cell can mean |
//! | `typing` | the moves that typed letters can mean |
//! | `command` | what keys and clicks ask for |
//! | `list` | a list from which users choose |
//! | `wrapping` | breaks texts into lines |
//! | `model`, `model/…` | the state of the player, and what each command does; knows no terminal |
//! | `keys` | the commands that keys and clicks mean |
//! | `view`, `view/…` | draws the model |
//! | `searcher` | searches, each on a thread of its own |
//! | `terminal` | takes the terminal and restores it |
//! | `run` | waits for keys, answers and time, and passes them to the model |

mod command;
mod game;
mod gestures;
mod keys;
mod list;
mod model;
mod run;
mod searcher;
mod terminal;
mod typing;
mod view;
mod wrapping;

pub use run::{Ended, GameError, PlayOptions, play};
pub use terminal::restore as restore_terminal;
