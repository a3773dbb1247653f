//! Answers requests for the fewest moves and for the number of shortest solutions.

use fewest::Answer;
use fewest::api::Unfinished;
use fewest::rules::{Outcome, Statistics, StopReason};
use fewest::{Error, HintGrade, SolveOptions};
use serde_json::{Map, Value, json};

use super::Job;
use super::refusal::Refusal;
use super::request::Request;

/// The number of solutions that an answer lists if the request does not specify it.
const LISTED: usize = 20;
/// An answer lists at most this many solutions.
const MOST_LISTED: usize = 1_000;

/// Finds the fewest moves from the position after the moves of the request.
pub(super) fn solve(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let board = request.board_after_moves()?;
    let answer = board.solve_with(&SolveOptions::from(job.limits.clone()))?;
    Ok(answer_of(&answer))
}

/// Finds the fewest moves from the position after the moves of the request, and gives hints of each
/// grade for the first move.
pub(super) fn hint(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let hint = request.board_after_moves()?.hint_within(&job.limits)?;
    let mut answer = answer_of(hint.answer());
    let grades = [HintGrade::Length, HintGrade::Changes, HintGrade::Move];
    let sentences: Vec<String> = grades
        .iter()
        .filter_map(|&grade| hint.sentence(grade))
        .collect();
    let changes = hint.changes().unwrap_or_default().iter();
    let cells: Vec<[u32; 2]> = changes.map(|change| change.cell.into()).collect();
    answer["hints"] = sentences.into();
    answer["changes"] = json!(cells);
    Ok(answer)
}

/// Counts all shortest solutions from the position after the moves of the request. Lists the first
/// few of these solutions.
pub(super) fn count(request: &Request, job: &Job) -> Result<Value, Refusal> {
    let board = request.board_after_moves()?;
    let most = request.count.unwrap_or(LISTED).min(MOST_LISTED);
    let counted = board.first_solutions(most, &job.limits);
    match counted {
        Ok((count, solutions)) => Ok(json!({ "count": count.to_string(), "solutions": solutions })),
        Err(Unfinished::Stopped(reason)) => Ok(json!({ "stopped": stopped(reason) })),
        Err(error) => Err(Error::from(error).into()),
    }
}

/// Converts an answer to JSON.
pub(super) fn answer_of(answer: &Answer) -> Value {
    let mut fields = Map::new();
    match &answer.outcome {
        Outcome::Solved { moves } => {
            fields.insert("outcome".into(), "solved".into());
            fields.insert("length".into(), moves.len().into());
            fields.insert("moves".into(), moves.clone().into());
        }
        Outcome::Unsolvable(proof) => {
            fields.insert("outcome".into(), "unsolvable".into());
            fields.insert("proof".into(), proof.to_string().into());
        }
        Outcome::Stopped {
            lower_bound,
            reason,
        } => {
            fields.insert("outcome".into(), "stopped".into());
            // If costs are minimised first, the lower bound applies to the cost, and no bound on
            // the number of moves is known.
            let costs = answer.costs.as_ref();
            let of_moves = !costs.is_some_and(|costs| costs.measure.is_cost_first());
            let bound = if of_moves { *lower_bound } else { 0 };
            fields.insert("lower_bound".into(), bound.into());
            fields.insert("reason".into(), stopped(*reason).into());
        }
    }
    if let Some(costs) = &answer.costs {
        let measured = json!({ "unit": costs.measure.unit, "cost": costs.cost });
        fields.insert("measured".into(), measured);
    }
    fields.insert("method".into(), answer.method.to_string().into());
    fields.insert("note".into(), answer.note.as_deref().into());
    fields.insert("cost".into(), cost_of(answer.statistics));
    fields.into()
}

/// Converts the statistics of a search to JSON.
pub(super) fn cost_of(statistics: Statistics) -> Value {
    json!({
        "expanded": statistics.expanded,
        "generated": statistics.generated,
        "bytes": statistics.peak_bytes,
        "seconds": statistics.elapsed.as_secs_f64(),
    })
}

/// Names the limit that ended a search, in a word.
pub(super) fn stopped(reason: StopReason) -> &'static str {
    reason.word()
}
