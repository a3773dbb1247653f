//! Answers requests about a position of a game.

use std::time::Instant;

use fewest::Request as Asked;
use fewest::rules::Limits;
use serde_json::{Value, json};

use super::Job;
use super::refusal::Refusal;
use super::request::Request;

/// The number of solutions that an answer lists if the request does not specify it.
const LISTED: usize = 20;
/// An answer lists at most this many solutions.
const MOST_LISTED: usize = 1_000;
/// Each algorithm of a comparison may take the time of the request divided by this number.
const PART: u32 = 5;

/// The answer for the position after the moves of the request.
pub(super) fn ask(asked: &Asked, request: &Request, job: &Job) -> Result<Value, Refusal> {
    let board = request.board_after_moves()?;
    Ok(json!(board.answer(asked, &job.limits)?))
}

/// The number of all shortest solutions, and the first few of them.
pub(super) fn count(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let list = request.count.unwrap_or(LISTED).min(MOST_LISTED);
    ask(&Asked::Count { list }, request, job)
}

/// Solves the board with every algorithm that fits. Reports each row of the comparison as soon as
/// it is known.
pub(super) fn compare(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let board = request.board_after_moves()?;
    let left = job.limits.deadline;
    let left = left.map(|end| end.saturating_duration_since(Instant::now()));
    let limits = Limits {
        time: left.map(|left| left / PART),
        ..job.limits.clone()
    };
    let comparison = board.compare_watched(&limits, |row| (job.report)("row", json!(row)))?;
    if comparison.rows.is_empty() {
        return Err(Refusal::unfit("no algorithm fits this board"));
    }
    Ok(json!(comparison))
}
