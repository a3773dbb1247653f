//! The requests that work in the same way for all puzzles: names of moves, explanations,
//! and random boards.

use std::collections::HashSet;
use std::hash::Hash;

use fewest_rules::{
    Heuristic, Limits, Meter, Notation, Outcome, Puzzle, Report, StopReason, grouped,
};
use fewest_search::{ApproximateReport, StateSet, shortest_paths_within};
use num_bigint::BigUint;

use super::layer_list::layer_list;
use crate::algorithm::ApproximateSearch;
use crate::api::{Answer, ApproximateAnswer, Method, SolutionFigures};
use crate::space::{GeneratedBoards, GenerationOptions, SpaceError};

/// A drawing is shown after every move if it has at most this many rows and at most this many
/// columns.
pub(crate) const LARGEST_DRAWING: usize = 64;

/// The answer that reports `report`, with the names of the moves.
pub(crate) fn answer<P: Notation>(puzzle: &P, report: Report<P::Move>, method: Method) -> Answer {
    let outcome = report.outcome.map(|m| puzzle.name(m));
    Answer::new(outcome, report.statistics, method)
}

/// The answer of the search `how`. The text `estimate` describes the heuristic of the search.
pub(crate) fn approximate<P: Notation>(
    puzzle: &P,
    report: ApproximateReport<P::Move>,
    estimate: &str,
    how: ApproximateSearch,
) -> ApproximateAnswer {
    let outcome = report.outcome.map(|m| puzzle.name(m));
    let method = Method::Approximate(how, estimate.to_owned());
    Answer::new(outcome, report.statistics, method)
}

/// The state after moves with these names, which must be legal.
pub(crate) fn state_after<P: Notation>(puzzle: &P, start: P::State, moves: &[String]) -> P::State {
    let moves = moves.iter().filter_map(|name| puzzle.parse_move(name));
    moves.fold(start, |state, m| puzzle.apply(state, m))
}

/// The numbers of states whose distance from the start is exactly 0, 1, … `depth`.
pub(crate) fn layers<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    depth: usize,
    limits: &Limits,
) -> Result<Vec<u64>, StopReason> {
    let mut meter = Meter::new(limits);
    let mut states = StateSet::new();
    states.reserve(1, &mut meter)?;
    states.insert(start);
    let mut layer = 0..1;
    let mut sizes = vec![1];
    for _ in 0..depth {
        for number in layer.clone() {
            meter.expand()?;
            for (_, after) in puzzle.successors(states.get(number)) {
                states.reserve(1, &mut meter)?;
                states.insert(after);
            }
        }
        layer = layer.end..states.len() as u32;
        sizes.push(layer.len() as u64);
    }
    Ok(sizes)
}

/// Proves that no solution has fewer than `length` moves, which is not 0, by visiting every state that
/// fewer moves reach, and explains this proof. Returns an empty text if a limit stops the search.
pub(crate) fn no_goal_nearer<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    length: usize,
    limits: &Limits,
) -> String {
    match layers(puzzle, start, length.saturating_sub(1), limits) {
        Ok(sizes) => {
            let layers: Vec<(u32, u64)> = (0..).zip(sizes).collect();
            no_goal_among(
                "that fewer moves reach",
                "after",
                &layers,
                &format!("After {length}"),
            )
        }
        Err(_) => String::new(),
    }
}

/// Explains that none of the positions `which` is a goal, of which `layers` has the number `at` each
/// distance. The first goals appear `then`.
pub(crate) fn no_goal_among(which: &str, at: &str, layers: &[(u32, u64)], then: &str) -> String {
    let all = grouped(&layers.iter().map(|layer| layer.1).sum::<u64>().to_string());
    let list = layer_list(at, layers);
    format!(
        "All positions {which} were looked at, {all} in all, and none is a goal:\n{list}{then} the \
         first goals appear."
    )
}

/// Explains why no solution has fewer than `length` moves. If the lower bound equals `length`, the
/// bound is the explanation; otherwise a search that uses the lower bound is.
pub(crate) fn bound_and_search<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    length: usize,
    what: &str,
    limits: &Limits,
) -> String {
    let bound = heuristic.bound(heuristic.start(puzzle, start));
    let times = if bound == 1 { "time" } else { "times" };
    let bound_text =
        format!("By their distances from where they belong the {what} {bound} {times}.");
    if bound as usize == length {
        return format!("{bound_text} The solution takes no more.");
    }
    let less = length.saturating_sub(1);
    match shortest_paths_within(puzzle, start, heuristic, less as u32, limits) {
        Ok(None) => format!(
            "{bound_text}\nEvery position that could lie on a solution of {less} moves was searched, and \
             none is the goal."
        ),
        _ => bound_text,
    }
}

/// Measures what the positions on `solution` tell about the board. The function `is_solvable` decides
/// whether a state has a solution.
///
/// # Errors
/// A limit was reached; [`StopReason::Contradiction`] if a word of `solution` is not a move.
pub(crate) fn difficulty<P: Notation, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    solution: &[String],
    mut is_solvable: impl FnMut(P::State) -> Result<bool, StopReason>,
) -> Result<Option<SolutionFigures>, StopReason> {
    let estimate = |state| heuristic.bound(heuristic.start(puzzle, state));
    let mut state = start;
    let (mut legal, mut wrong_looking, mut dead_ends) = (0, 0, 0);
    for name in solution {
        let m = puzzle.parse_move(name).ok_or(StopReason::Contradiction)?;
        for other in puzzle.moves(state) {
            legal += 1;
            let off = other != m;
            dead_ends += u32::from(off && !is_solvable(puzzle.apply(state, other))?);
        }
        let after = puzzle.apply(state, m);
        wrong_looking += u32::from(estimate(after) >= estimate(state));
        state = after;
    }
    Ok(Some(SolutionFigures {
        branching: f64::from(legal) / solution.len().max(1) as f64,
        wrong_looking: Some(wrong_looking),
        dead_ends,
    }))
}

/// Whether the search from a state found a solution.
///
/// # Errors
/// The limit that stopped the search.
pub(crate) fn is_solvable<M>(outcome: Outcome<M>) -> Result<bool, StopReason> {
    match outcome {
        Outcome::Solved { .. } => Ok(true),
        Outcome::Unsolvable(_) => Ok(false),
        Outcome::Stopped { reason, .. } => Err(reason),
    }
}

/// Parses a size such as `4x4` into rows and columns.
pub(crate) fn size(text: &str) -> Result<(usize, usize), SpaceError> {
    text.split_once(['x', 'X'])
        .and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)))
        .filter(|&(rows, columns): &(usize, usize)| {
            (1..=1000).contains(&rows) && (1..=1000).contains(&columns)
        })
        .ok_or_else(|| SpaceError::Unfit(format!("'{text}' is not a size, expected e.g. 4x4")))
}

/// The result of one random draw.
pub(crate) enum Draw<C> {
    /// A board that satisfies the options: its symmetry class and its drawing.
    Board(C, String),
    /// A board that does not satisfy the options.
    Other,
}

/// Calls `draw`, which makes a board at random, until there are as many boards of different
/// symmetry classes as wanted. Also ends when many draws in a row have given no new class, or when
/// the boards have as many classes as there are in all (`all`, if known).
pub(crate) fn draw_distinct<C: Eq + Hash>(
    wanted: &GenerationOptions,
    all: Option<&BigUint>,
    mut draw: impl FnMut() -> Result<Draw<C>, SpaceError>,
) -> Result<GeneratedBoards, SpaceError> {
    /// Drawing ends after this many draws in a row that give no new board.
    const PATIENCE: u32 = 10_000;
    let mut boards = Vec::new();
    let mut known = HashSet::new();
    let mut repeats = 0;
    let mut stopped = None;
    while boards.len() < wanted.count
        && repeats < PATIENCE
        && all.is_none_or(|all| BigUint::from(known.len()) < *all)
    {
        repeats += 1;
        match draw() {
            Ok(Draw::Board(class, drawing)) => {
                if known.insert(class) {
                    boards.push(drawing);
                    repeats = 0;
                }
            }
            Ok(Draw::Other) => {}
            // A limit that stops the drawing does not discard the boards made so far.
            Err(SpaceError::Stopped(reason)) => {
                stopped = Some(reason);
                break;
            }
            Err(unfit) => return Err(unfit),
        }
    }
    Ok(GeneratedBoards {
        boards,
        stopped,
        uniform: true,
    })
}
