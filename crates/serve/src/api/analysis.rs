//! Explains why a board has no shorter solution, and compares the algorithms on it.

use std::time::Instant;

use fewest::ComparisonRow;
use fewest::rules::Limits;

use serde_json::{Value, json};

use super::Job;
use super::refusal::Refusal;
use super::request::Request;
use super::solving::answer_of;

/// Each algorithm of a comparison may take the time of the request divided by this number.
const PART: u32 = 5;

/// Explains why the board has no solution, or why it has no shorter solution.
pub(super) fn explain(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let explanation = request.board_after_moves()?.explain_within(&job.limits)?;
    Ok(json!({
        "answer": answer_of(&explanation.answer),
        "text": explanation.text,
    }))
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
    let comparison = board.compare_watched(&limits, |row| {
        (job.report)("row", row_of(row));
    })?;
    if comparison.rows.is_empty() {
        return Err(Refusal::unfit("no algorithm fits this board"));
    }
    Ok(json!({
        "rows": comparison.rows.iter().map(row_of).collect::<Vec<_>>(),
        "agree": true,
        "length": comparison.length(),
    }))
}

fn row_of(row: &ComparisonRow) -> Value {
    json!({
        "algorithm": row.algorithm.name(),
        "heuristic": row.heuristic,
        "answer": answer_of(&row.answer),
    })
}
