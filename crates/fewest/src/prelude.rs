//! What most programs with a puzzle of their own need: `use fewest::prelude::*`.

#[doc(no_inline)]
pub use crate::rules::{
    Goals, Heuristic, Invertible, Limits, MoveCosts, Objective, Outcome, Proof, Puzzle, Report,
    Reverse, StopReason,
};
#[doc(no_inline)]
pub use crate::search::{Interned, Order, OwnedPuzzle, OwnedReverse, Search};
#[doc(no_inline)]
pub use crate::{AnyPuzzle, Board};
