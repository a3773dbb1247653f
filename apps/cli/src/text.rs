//! Formats answers for people.

use fewest::Board;
use fewest::{Answer, Method};
use fewest_ground::CostMeasure;
use fewest_rules::{Objective, Outcome, Statistics, StopReason, grouped};
use fewest_search::Approximation;

use crate::args::SolutionFormat;
use crate::film::{strips, terminal_width};
use crate::measure::{self, measure_of};
use crate::quantity::{count, show_bytes, show_duration};
use crate::session::Session;

/// At most this many positions are printed.
const MOST_PICTURES: usize = 1000;

/// The first line of an answer, without a line feed.
pub(crate) fn headline(
    answer: &Answer,
    board: &Board,
    solutions: Option<&str>,
    session: &Session,
) -> String {
    let moves = answer.outcome.moves().unwrap_or_default();
    headline_of(answer, &listed(moves, board, session), solutions, session)
}

/// The first line of an answer, with a solution that is already formatted as one line.
pub(crate) fn headline_listing(
    answer: &Answer,
    solution: &str,
    solutions: Option<&str>,
    session: &Session,
) -> String {
    let listed = match solution {
        "" => String::new(),
        _ => format!(": {solution}"),
    };
    headline_of(answer, &listed, solutions, session)
}

/// The first line of an answer. If the board is solved, the line ends with `listed`.
fn headline_of(
    answer: &Answer,
    listed: &str,
    solutions: Option<&str>,
    session: &Session,
) -> String {
    match &answer.outcome {
        Outcome::Solved { moves } => {
            let mut line = format!(
                "{}, proven {}",
                measure::of_answer(moves.len(), answer),
                measure::minimised(measure_of(answer))
            );
            if let Some(note) = &answer.note {
                line += &format!(" ({note})");
            } else if let Some(digits) = solutions {
                let noun = if digits == "1" {
                    "solution"
                } else {
                    "solutions"
                };
                let best = match answer.costs {
                    None => "shortest",
                    Some(_) => "best",
                };
                line += &format!(" ({} {best} {noun})", grouped(digits));
            }
            line + listed
        }
        Outcome::Unsolvable(proof) => format!("no solution: proven, {proof}"),
        Outcome::Stopped {
            lower_bound,
            reason,
        } => stopped(*reason, *lower_bound, measure_of(answer), session),
    }
}

/// The first line of an answer that is not proven to have the fewest moves.
pub(crate) fn unproven(found: &Approximation<String>, board: &Board, session: &Session) -> String {
    format!("{found}{}", listed(found.moves(), board, session))
}

/// The moves at the end of the first line. The moves are left out if they are long and the command
/// prints the positions anyway.
fn listed(moves: &[String], board: &Board, session: &Session) -> String {
    if moves.is_empty() {
        String::new()
    } else if board.letter_moves() {
        format!(": {}", moves.concat())
    } else if session.quiet {
        format!(": {}", moves.join(" "))
    } else {
        String::new()
    }
}

/// Why a search ended early, in the words of the limit that the user set.
pub(crate) fn stopped(
    reason: StopReason,
    lower_bound: u32,
    measure: Option<&CostMeasure>,
    session: &Session,
) -> String {
    format!("{}: {}", session.limit(reason), known(lower_bound, measure))
}

fn known(lower_bound: u32, measure: Option<&CostMeasure>) -> String {
    let costs = measure.filter(|measure| measure.objective != Objective::MovesThenCost);
    match (lower_bound, costs) {
        (bound @ 1.., Some(measure)) => format!(
            "no solution of less than {}; others unknown",
            measure::amount(bound.into(), measure)
        ),
        (bound, _) => known_moves(bound),
    }
}

fn known_moves(lower_bound: u32) -> String {
    match lower_bound {
        0 => "nothing is known yet".to_owned(),
        1 => "no solution of 0 moves; longer ones unknown".to_owned(),
        bound => format!(
            "no solution of {} or fewer; longer ones unknown",
            count(u64::from(bound) - 1, "move", "moves")
        ),
    }
}

/// Formats every position of a solution, or only the moves if the positions are too large or too
/// many. Returns an empty text if the start is a goal.
pub(crate) fn solution(moves: &[String], board: &Board) -> String {
    let pictures = if moves.len() <= MOST_PICTURES {
        board.positions(moves)
    } else {
        None
    };
    match pictures {
        Some(pictures) => {
            let captions: Vec<String> = std::iter::once("start".to_owned())
                .chain(
                    moves
                        .iter()
                        .enumerate()
                        .map(|(i, name)| format!("{} {name}", i + 1)),
                )
                .collect();
            strips(&captions, &pictures, terminal_width())
        }
        None if board.letter_moves() => String::new(),
        None => format!("  {}\n", moves.join(" ")),
    }
}

/// The moves of a solution on one line.
pub(crate) fn moves(moves: &[String], board: &Board) -> String {
    moves.join(if board.letter_moves() { "" } else { " " })
}

/// The moves in LURD notation, if the user asked for it.
pub(crate) fn lurd(moves: &[String], board: &Board, format: SolutionFormat) -> Option<String> {
    match format {
        SolutionFormat::Moves => None,
        SolutionFormat::Lurd => board.lurd(moves),
    }
}

/// The line with the method, the nodes, the time and the memory.
pub(crate) fn cost(method: &Method, statistics: Statistics) -> String {
    format!(
        "{}; {} expanded, {} generated, {}, {}",
        method,
        grouped(&statistics.expanded.to_string()),
        grouped(&statistics.generated.to_string()),
        show_duration(statistics.elapsed),
        show_bytes(statistics.peak_bytes),
    )
}
