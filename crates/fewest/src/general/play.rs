//! The requests that work in the same way for all puzzles: names of moves, drawings, replays, all
//! shortest solutions, explanations, and random boards.

use std::collections::HashSet;
use std::hash::Hash;

use fewest_rules::{
    CostReport, Fault, Faults, Heuristic, Limits, Meter, Notation, Outcome, Puzzle, Report,
    StopReason, grouped,
};
use fewest_search::{ApproximateReport, SolutionGraph, StateSet, shortest_paths_within};
use num_bigint::BigUint;

use super::layer_list::layer_list;
use super::near::names;
use crate::algorithm::ApproximateSearch;
use crate::api::{Answer, ApproximateAnswer, Method, Replayed, ShortestSolutions, SolutionFigures};
use crate::space::{GeneratedBoards, GenerationOptions, SpaceError};

/// A drawing is shown after every move if it has at most this many rows and at most this many
/// columns.
pub(crate) const LARGEST_DRAWING: usize = 64;

/// Converts the moves of a report to their names.
pub(crate) fn named<P: Notation>(puzzle: &P, report: Report<P::Move>) -> Report<String> {
    Report {
        outcome: report.outcome.map(|m| puzzle.name(m)),
        statistics: report.statistics,
    }
}

/// Replaces the moves in the report of a least-cost search by their names.
pub(crate) fn named_costs<P: Notation>(
    puzzle: &P,
    report: CostReport<P::Move>,
) -> CostReport<String> {
    CostReport {
        outcome: report.outcome.map(|m| puzzle.name(m)),
        statistics: report.statistics,
    }
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

/// The drawings of the start and of the position after each move.
pub(crate) fn positions<P: Notation>(
    puzzle: &P,
    start: P::State,
    moves: &[String],
) -> Option<Vec<String>> {
    let first = puzzle.draw(start);
    if !fits_film(&first) {
        return None;
    }
    let mut state = start;
    let mut pictures = vec![first];
    for name in moves {
        state = puzzle.apply(state, puzzle.parse_move(name)?);
        pictures.push(puzzle.draw(state));
    }
    Some(pictures)
}

/// Whether a drawing is small enough to be shown after every move.
pub(crate) fn fits_film(drawing: &str) -> bool {
    drawing.lines().count() <= LARGEST_DRAWING
        && drawing
            .lines()
            .all(|line| line.len() <= 2 * LARGEST_DRAWING)
}

/// The names of the legal moves.
pub(crate) fn legal_moves<P: Notation>(puzzle: &P, state: P::State) -> Vec<String> {
    puzzle.moves(state).map(|m| puzzle.name(m)).collect()
}

/// The state after the moves written in `text`. The moves are made by the rules alone, without a
/// search.
///
/// # Errors
/// A word is not a move, or a move is not legal; in the second case the error describes the first
/// such move.
pub(crate) fn state_after<P: Notation>(
    puzzle: &P,
    start: P::State,
    text: &str,
) -> Result<P::State, Faults> {
    let placed = puzzle.parse_moves(text)?;
    let moves: Vec<P::Move> = placed.iter().map(|&(m, _)| m).collect();
    let replay = fewest_check::replay(puzzle, start, &moves);
    match placed.get(replay.made) {
        Some((m, span)) => Err(illegal(replay.made + 1, span.clone(), &puzzle.name(*m)).into()),
        None => Ok(replay.end),
    }
}

/// Makes the fault for a move that is not legal; `number` counts moves from 1.
pub(crate) fn illegal(number: usize, span: std::ops::Range<usize>, name: &str) -> Fault {
    let name = name.escape_debug();
    let message = format!("move {number}, {name}, is not legal");
    Fault::new(span, message, "the moves before it do not allow it")
}

/// Makes the moves written in `text`, by the rules alone.
pub(crate) fn replay<P: Notation>(
    puzzle: &P,
    start: P::State,
    text: &str,
) -> Result<Replayed, Faults> {
    let placed = puzzle.parse_moves(text)?;
    let moves: Vec<P::Move> = placed.iter().map(|&(m, _)| m).collect();
    let replay = fewest_check::replay(puzzle, start, &moves);
    Ok(replayed(
        &replay,
        placed
            .get(replay.made)
            .map(|(m, span)| (span.clone(), puzzle.name(*m))),
        moves.len(),
    ))
}

/// Makes the moves with these names, by the rules alone. A name of no move is an illegal move.
pub(crate) fn follow<P: Notation>(puzzle: &P, start: P::State, names: &[String]) -> Replayed {
    let moves = names.iter().map_while(|name| puzzle.parse_move(name));
    let moves: Vec<P::Move> = moves.collect();
    let replay = fewest_check::replay(puzzle, start, &moves);
    followed(&replay, names)
}

/// Makes the result of a replay of the moves with these names; moves are missing from the replay
/// after the first that is illegal or unknown.
pub(crate) fn followed<S>(replay: &fewest_check::Replay<S>, names: &[String]) -> Replayed {
    let illegal = names.get(replay.made);
    Replayed {
        length: names.len(),
        illegal: illegal.map(|name| (replay.made + 1, 0..0, name.clone())),
        reaches_goal: illegal.is_none() && replay.is_solution(),
        earlier_goal: replay.first_goal.filter(|&made| made < replay.made),
        cost: None,
    }
}

/// Makes the result of a replay of `length` moves; `next` is the first move that was not made, if
/// there is one.
pub(crate) fn replayed<S>(
    replay: &fewest_check::Replay<S>,
    next: Option<(std::ops::Range<usize>, String)>,
    length: usize,
) -> Replayed {
    Replayed {
        length,
        illegal: next
            .filter(|_| !replay.legal)
            .map(|(span, name)| (replay.made + 1, span, name)),
        reaches_goal: replay.is_solution(),
        earlier_goal: replay.first_goal.filter(|&made| made < replay.made),
        cost: None,
    }
}

/// Calls `visit` with all shortest solutions, which have `length` moves. The search skips every
/// state that, by the lower bound of `heuristic`, cannot be on such a solution.
pub(crate) fn shortest<P: Notation, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    length: u32,
    limits: &Limits,
    visit: &mut dyn FnMut(ShortestSolutions<'_>),
) -> Result<(), StopReason> {
    let paths = shortest_paths_within(puzzle, start, heuristic, length, limits)?;
    show_all(puzzle, paths.as_ref(), visit);
    Ok(())
}

/// Calls `visit` with all solutions in `paths`, as names of moves. There are no solutions if
/// `paths` is `None`.
pub(crate) fn show_all<P: Notation>(
    puzzle: &P,
    paths: Option<&SolutionGraph<P::Move>>,
    visit: &mut dyn FnMut(ShortestSolutions<'_>),
) {
    match paths {
        None => visit(none()),
        Some(paths) => visit(ShortestSolutions {
            count: paths.count(),
            solutions: Box::new(paths.iter().map(|moves| Ok(names(puzzle, moves)))),
        }),
    }
}

/// An empty set of solutions.
pub(crate) fn none() -> ShortestSolutions<'static> {
    ShortestSolutions {
        count: 0_u8.into(),
        solutions: Box::new(std::iter::empty()),
    }
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

/// Proves that no solution has fewer than `length` moves by visiting every state that fewer moves
/// reach, and explains this proof. Returns an empty text if a limit stops the search.
pub(crate) fn no_goal_nearer<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    length: usize,
    limits: &Limits,
) -> String {
    let Some(depth) = length.checked_sub(1) else {
        return "The start is a goal.".to_owned();
    };
    match layers(puzzle, start, depth, limits) {
        Ok(sizes) => layers_without_goal(&sizes),
        Err(_) => String::new(),
    }
}

/// Explains that none of the layers, whose sizes are given, contains a goal.
fn layers_without_goal(sizes: &[u64]) -> String {
    let all = grouped(&sizes.iter().sum::<u64>().to_string());
    let layers: Vec<(u32, u64)> = (0..).zip(sizes.iter().copied()).collect();
    format!(
        "All positions that fewer moves reach were looked at, {all} in all, and none is a goal:\n{}\
         After {} the first goals appear.",
        layer_list("after", &layers),
        sizes.len()
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
    let Some(less) = length.checked_sub(1) else {
        return "The start is a goal.".to_owned();
    };
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
