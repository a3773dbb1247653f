//! The main interface of the library: puzzles by name or from files, their boards, and the answers.

mod any_puzzle;
mod board;
mod error;
mod game;
mod graph;
mod hint;
mod solutions;
mod state_space;

pub use any_puzzle::{AnyPuzzle, Expectation};
pub use board::{Board, BoardAnswer, Check, SolveOptions, Verdict};
pub use error::{Error, TextError};
pub use hint::{Hint, HintChange, HintGrade, HintPart};
pub use state_space::{CensusOptions, StateSpace};
