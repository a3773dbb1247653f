//! Counts all boards of a puzzle, and generates boards of a wanted difficulty.

use fewest::num_bigint::BigUint;
use fewest::rules::Limits;
use fewest::scene::{draw, svg};
use fewest::{AnyPuzzle, CensusOptions, SolveOptions, StateSpace};
use fewest::{CensusOutcome, GenerationOptions, Scope};
use serde_json::{Value, json};

use super::Job;
use super::refusal::Refusal;
use super::request::Request;
use super::solving::{cost_of, stopped};

/// The number of boards that an answer shows if the request does not specify it.
const SHOWN: usize = 12;
/// An answer shows at most this many boards.
const MOST_SHOWN: usize = 60;

/// Returns the space of a request: the boards of a size, the boards that belong to a given board,
/// or the default space of the puzzle.
fn space(puzzle: &AnyPuzzle, request: &Request) -> Result<StateSpace, Refusal> {
    let size = request.size.as_deref().map(str::trim);
    Ok(
        match (size.filter(|size| !size.is_empty()), request.board_text()) {
            (Some(size), _) => puzzle.space_of_size(size)?,
            (None, Some(board)) if has_space_of_board(puzzle) => puzzle.space_of_board(board)?,
            (None, _) => puzzle.space()?,
        },
    )
}

/// Whether the space of a puzzle belongs to a board, for example to the walls on it. For other
/// puzzles, a size determines the space.
fn has_space_of_board(puzzle: &AnyPuzzle) -> bool {
    puzzle.is_from_file() || puzzle.name() == "wall-pusher"
}

/// Counts all boards by the length of their shortest solutions.
pub(super) fn census(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let puzzle = request.puzzle()?;
    let space = space(&puzzle, request)?;
    let report = space.census_with(&CensusOptions {
        hardest: shown(request),
        limits: job.limits.clone(),
    })?;
    let counts = |all: &[BigUint]| all.iter().map(BigUint::to_string).collect::<Vec<_>>();
    let mut value = json!({
        "size": space.size(),
        "scope": match space.scope() {
            Scope::All => "all",
            Scope::Reachable => "reachable",
            Scope::Levels => "levels",
        },
        "method": report.method.to_string(),
        "cost": cost_of(report.statistics),
    });
    match &report.outcome {
        CensusOutcome::Complete(census) => {
            let hardest = census
                .hardest
                .iter()
                .map(|text| board_of(&puzzle, text, request));
            value["positions"] = census.positions.to_string().into();
            value["solvable"] = census.solvable().to_string().into();
            value["gods_number"] = census.gods_number().into();
            value["histogram"] = counts(&census.histogram).into();
            value["hardest"] = hardest.collect();
        }
        CensusOutcome::Stopped {
            histogram,
            positions,
            reason,
            ..
        } => {
            if let Some(positions) = positions {
                value["positions"] = positions.to_string().into();
            }
            value["stopped"] = stopped(*reason).into();
            value["histogram"] = counts(histogram).into();
        }
    }
    Ok(value)
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
    let made = space.make_with(&wanted, &job.limits)?;
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
        "stopped": made.stopped.map(stopped),
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
