//! Counts all boards of a puzzle, and generates boards of a wanted difficulty.

use fewest::rules::Limits;
use fewest::scene::{draw, svg};
use fewest::{AnyPuzzle, CensusOptions, Error, SolveOptions, StateSpace};
use fewest::{CensusOutcome, GenerationOptions, StopReason};
use serde_json::{Value, json};

use super::Job;
use super::refusal::Refusal;
use super::request::Request;

/// The number of boards that an answer shows if the request does not specify it.
const SHOWN: usize = 12;
/// An answer shows at most this many boards.
const MOST_SHOWN: usize = 60;

/// Returns the space of a request: the boards of a size, the boards that belong to a given board,
/// or the default space of the puzzle.
fn space(puzzle: &AnyPuzzle, request: &Request) -> Result<StateSpace, Refusal> {
    let size = request.size.as_deref().map_or("", str::trim);
    Ok(match request.board_text() {
        _ if !size.is_empty() => puzzle.space_of_size(size)?,
        Some(board) if puzzle.is_counted_by_board() => puzzle.space_of_board(board)?,
        _ => puzzle.space()?,
    })
}

/// Counts all boards by the length of their shortest solutions.
pub(super) fn census(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let puzzle = request.puzzle()?;
    let space = space(&puzzle, request)?;
    let options = CensusOptions {
        hardest: shown(request),
        limits: job.limits.clone(),
    };
    let report = space.census_with(&options).map_err(Error::from)?;
    let mut value = json!(report);
    value["size"] = space.size().into();
    value["scope"] = json!(space.scope());
    // Numbers of JavaScript are exact up to 2⁵³ only.
    for field in ["positions", "solvable", "histogram"] {
        if let Some(counts) = value.get_mut(field) {
            *counts = in_words(counts);
        }
    }
    if let CensusOutcome::Complete(census) = &report.outcome {
        let hardest = census.hardest.iter();
        value["hardest"] = hardest
            .map(|text| board_of(&puzzle, text, request))
            .collect();
    }
    Ok(value)
}

/// Writes a count, or each count of a list, as a decimal string.
fn in_words(counts: &Value) -> Value {
    match counts {
        Value::Array(all) => all.iter().map(in_words).collect(),
        Value::Number(number) => number.to_string().into(),
        other => other.clone(),
    }
}

/// Generates boards whose shortest solutions have a wanted number of moves.
pub(super) fn make(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let puzzle = request.puzzle()?;
    let space = space(&puzzle, request)?;
    let [first, last] = request.lengths.unwrap_or([1, 5]);
    if first > last {
        return Err(Refusal::unfit(
            "the least number of moves is above the greatest",
        ));
    }
    let wanted = GenerationOptions {
        count: shown(request),
        seed: request.seed,
        distinct: true,
        ..GenerationOptions::of_length(first..=last)
    };
    let made = space.make_with(&wanted, None, &job.limits);
    let made = made.map_err(Error::from)?;
    let boards = made.boards.iter().map(|text| {
        let mut value = board_of(&puzzle, text, request);
        value["length"] = match first == last {
            true => first.into(),
            false => length(&puzzle, text, &job.limits),
        };
        value
    });
    Ok(json!({
        "boards": boards.collect::<Vec<_>>(),
        "uniform": made.uniform,
        "reason": made.stopped.map(StopReason::word),
    }))
}

fn shown(request: &Request) -> usize {
    request.count.unwrap_or(SHOWN).min(MOST_SHOWN)
}

/// Converts a board to a text and, if it can be drawn, a picture.
fn board_of(puzzle: &AnyPuzzle, text: &str, request: &Request) -> Value {
    let board = puzzle.board(text).ok();
    let scene = board.and_then(|board| board.scene().ok());
    let picture = scene.and_then(|scene| draw(&scene, request.style()).ok());
    json!({ "text": text, "svg": picture.map(|picture| svg::render(&picture)) })
}

/// Returns the number of moves of a shortest solution of a board. Returns null if the board has no
/// solution, or if a limit stops the search.
fn length(puzzle: &AnyPuzzle, text: &str, limits: &Limits) -> Value {
    let board = puzzle.board(text).ok();
    let options = SolveOptions::from(limits.clone());
    let answer = board.and_then(|board| board.solve_with(&options).ok());
    answer
        .and_then(|answer| answer.moves().map(<[String]>::len))
        .into()
}
