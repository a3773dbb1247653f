//! Puzzles drawn in files beside the same puzzles written in Rust, through the
//! shell: on thousands of boards and over whole spaces.
#![allow(clippy::unwrap_used)]

mod boards;
mod reachable;
mod shell;
mod spaces;

use std::num::NonZeroUsize;

use fewest::drawn::Drawn;
use fewest::rules::{Limits, Outcome};
use fewest::shell::{Board, Family, Options};
use fewest::space::{Counted, Going, Space, SpaceCensus};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// An example file.
fn drawn(name: &str) -> Drawn {
    let text = std::fs::read_to_string(format!("{ROOT}/examples/puzzles/{name}.fewest")).unwrap();
    Drawn::read(name, &text).unwrap().0
}

fn boards(family: &dyn Family, text: &str) -> Vec<Box<dyn Board>> {
    let boards = family.read(text, &Options::default()).unwrap();
    boards.into_iter().map(|(board, _)| board).collect()
}

fn going() -> Going {
    Going {
        threads: NonZeroUsize::new(2).unwrap(),
        limits: Limits::default(),
    }
}

/// The census of a whole space.
fn complete(space: &dyn Space) -> SpaceCensus {
    match space.census(1, &going()).unwrap().counted {
        Counted::Complete(census) => census,
        Counted::Stopped { reason, .. } => panic!("stopped: {reason}"),
    }
}

/// The fewest moves, if there is a solution, which is replayed.
fn length(board: &dyn Board) -> Option<usize> {
    match board
        .solve(None, &Limits::default())
        .unwrap()
        .report
        .outcome
    {
        Outcome::Solved { moves } => {
            let replayed = board.replay(&moves.join(" ")).unwrap();
            assert!(replayed.reaches_goal && replayed.length == moves.len());
            Some(moves.len())
        }
        Outcome::Unsolvable(_) => None,
        Outcome::Stopped { reason, .. } => panic!("stopped: {reason}"),
    }
}
