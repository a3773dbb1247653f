//! Sliding tiles: the 8-puzzle, the 15-puzzle, the 24-puzzle.

mod board;
mod bounds;
mod choice;
mod lists;
mod patterns;
mod searching;
mod space;

use fewest_puzzles::tiles::BlankGoal;

pub(super) use self::board::TilesBoard;
use crate::api::{PuzzleOptions, ReadError};

/// The name of a goal on the command line.
fn goal_name(goal: BlankGoal) -> &'static str {
    match goal {
        BlankGoal::BlankLast => "blank-last",
        BlankGoal::BlankFirst => "blank-first",
    }
}

/// Whether a move slides any number of tiles.
///
/// # Errors
/// No metric has this name, or another option cannot be combined with the metric.
fn slides_lines(options: &PuzzleOptions) -> Result<bool, ReadError> {
    let refused = |message: String| Err(ReadError::Option(message));
    match options.metric.as_deref() {
        None | Some("single") => Ok(false),
        Some("multi") if options.heuristic.is_some() || options.pattern.is_some() => {
            refused("tiles by --metric multi have a lower bound of their own".to_owned())
        }
        Some("multi") => Ok(true),
        Some(other) => refused(format!(
            "tiles has no metric '{}', expected single, multi",
            other.escape_debug()
        )),
    }
}

fn goal(options: &PuzzleOptions) -> Result<BlankGoal, ReadError> {
    match options.goal.as_deref() {
        None | Some("blank-last") => Ok(BlankGoal::BlankLast),
        Some("blank-first") => Ok(BlankGoal::BlankFirst),
        Some(other) => Err(ReadError::Option(format!(
            "tiles has no goal '{other}', expected blank-last or blank-first"
        ))),
    }
}
