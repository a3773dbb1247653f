//! Puzzles drawn in files beside the same puzzles written in Rust, through the
//! shell: on thousands of boards and over whole spaces.
#![allow(clippy::unwrap_used)]

mod answers;
mod boards;
mod bounds;
mod constructs;
mod costs;
mod large_ranks;
mod looks;
mod new_levels;
mod proven;
mod reachable;
mod reached_census;
mod requests;
mod shell;
mod spaces;

use std::num::NonZeroUsize;

use fewest::drawn::Drawn;
use fewest::space::Space;
use fewest::{Board, Family};
use fewest::{CensusOutcome, PuzzleOptions, SpaceCensus};
use fewest_rules::{Limits, Outcome};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// An example file.
fn drawn(name: &str) -> Drawn {
    let text = std::fs::read_to_string(format!("{ROOT}/examples/puzzles/{name}.fewest")).unwrap();
    Drawn::read(name, &text).unwrap().0
}

fn boards(family: &dyn Family, text: &str) -> Vec<Board> {
    let boards = family.read(text, &PuzzleOptions::default()).unwrap();
    boards.into_iter().map(|(board, _)| board).collect()
}

fn limits() -> Limits {
    Limits {
        threads: NonZeroUsize::new(2),
        ..Limits::default()
    }
}

/// The census of a whole space.
fn complete(space: &dyn Space) -> SpaceCensus {
    match space.census(1, &limits()).unwrap().outcome {
        CensusOutcome::Complete(census) => census,
        CensusOutcome::Stopped { reason, .. } => panic!("stopped: {reason}"),
    }
}

/// The fewest moves, if there is a solution, which is replayed.
fn length(board: &Board) -> Option<usize> {
    match board.solve().unwrap().outcome {
        Outcome::Solved { moves } => {
            let replayed = board.replay(&moves.join(" ")).unwrap();
            assert!(replayed.reaches_goal && replayed.length == moves.len());
            Some(moves.len())
        }
        Outcome::Unsolvable(_) => None,
        Outcome::Stopped { reason, .. } => panic!("stopped: {reason}"),
    }
}
