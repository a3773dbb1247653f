//! Puzzles whose states own memory, such as a `Vec` or a `String`, for all searches.
//!
//! Every search keeps states by the million, so a [`Puzzle`] has small `Copy` states. A puzzle
//! with other states implements [`OwnedPuzzle`] instead. [`Interned`] keeps each state once and
//! gives a number to it, and the number is the state that a search sees.
//!
//! [`Puzzle`]: fewest_rules::Puzzle

mod edges;
mod numbered_states;
mod owned_puzzle;
mod puzzle;

pub use edges::Edges;
pub use numbered_states::NumberedStates;
pub use owned_puzzle::{OwnedPuzzle, OwnedReverse};
pub use puzzle::Interned;
