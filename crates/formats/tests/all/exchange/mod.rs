//! Tests the exchange with other programs: written puzzles mean the same to independent readers, and
//! puzzles that are read can be solved.

#![allow(clippy::unwrap_used)]

mod costs;
use crate::example_boards;
mod file;
mod incoming;
mod kpuzzle;
mod kpuzzle_clock;
mod large;
mod outgoing;
mod pddl;
mod psvn;
mod there_and_back;
mod walks;

use std::sync::Arc;

use fewest_ground::{Ground, Label};

/// The boards of the examples whose moves have no consequences, because no format can express
/// these.
fn boards() -> Vec<(String, Arc<Ground>, Vec<Label>)> {
    let mut boards = example_boards::boards();
    boards.retain(|(_, ground, _)| ground.consequences.is_empty());
    boards
}
