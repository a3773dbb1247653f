//! Generates boards by random walks, for spaces that are too large to enumerate.

use fewest_ground::analysis::Analysis;
use fewest_rules::{Limits, Meter, Notation, Puzzle, StopReason, Words};
use fewest_search::random::Random;
use fewest_search::{Approximate, Weight, weighted_astar};

use super::solver::DrawnSolver;
use crate::general::play::{self, Draw};
use crate::space::{GeneratedBoards, GenerationOptions, SpaceError};

/// The greatest allowed number of steps of a random walk. Longer walks lead no farther from their
/// start.
const MOST_STEPS: u64 = 1 << 16;
/// The search for the solution of a generated board may expand at most this many states.
const MOST_EXPANDED: u64 = 1 << 24;

/// The weight of the heuristic, in hundredths, in the search for some path to a goal, which need
/// not be a shortest one.
const HASTE: u32 = 500;
/// The search for some path to a goal may expand at most this many states.
const MOST_IN_HASTE: u64 = 1 << 20;

/// Generates boards that can be reached from `start` and whose shortest solutions have a wanted
/// length. Each board is solved to determine this length. If every move can be undone, walks begin
/// at a goal, so that every board has a solution. If some move cannot be undone, walks begin at a
/// random state on a path to a goal. The boards are not equally likely.
///
/// # Errors
/// The limit that was reached.
pub(super) fn make<const N: usize>(
    analysis: &Analysis<N>,
    start: Words<N>,
    wanted: &GenerationOptions,
    limits: &Limits,
) -> Result<GeneratedBoards, SpaceError> {
    let puzzle = analysis.puzzle();
    let heuristic = analysis.cheap_heuristic();
    let (least, most) = (*wanted.moves.start(), *wanted.moves.end());
    let mut random = Random::new(wanted.seed);
    let limits = &limits.from_now();
    let mut meter = Meter::new(limits);
    let way = way_to_a_goal(analysis, start, limits)?;
    let back = analysis.is_undoable();
    let draw = || {
        meter.poll()?;
        // A walk of n steps is seldom a shortest path, so walks are longer than the wanted
        // solutions.
        let aim = u64::from(wanted.aim());
        let longest = u64::from(least) + 2 * aim;
        let (from, steps) = match way.last() {
            Some(&goal) if back => (goal, longest - random.below(2 * aim + 1)),
            _ => {
                let from = way[random.below(way.len() as u64) as usize];
                (from, random.below(longest + 1))
            }
        };
        let state = walk(analysis, from, steps.min(MOST_STEPS), &mut random);
        // The heuristic bounds the number of moves, not the cost.
        let counts_moves = !puzzle.reduced().ground.is_cost_first();
        if counts_moves && heuristic.bound_of(puzzle, state) > most {
            return Ok(Draw::Other);
        }
        let few = limits.at_most_states(MOST_EXPANDED);
        let solver = DrawnSolver::new(analysis, state);
        match solver.least(&few) {
            Ok(Some(least)) if wanted.moves.contains(&least) => {
                let class = if wanted.distinct {
                    analysis.canonical(state)
                } else {
                    state
                };
                Ok(Draw::Board(class, puzzle.draw(state)))
            }
            Err(reason) if reason != StopReason::States || limits.states == few.states => {
                Err(reason.into())
            }
            _ => Ok(Draw::Other),
        }
    };
    let made = play::draw_distinct(wanted, None, draw)?;
    Ok(GeneratedBoards {
        uniform: false,
        ..made
    })
}

/// Returns the states on a path from `start` to a goal. If no path is found soon, returns only the
/// start.
///
/// # Errors
/// The limit that was reached.
fn way_to_a_goal<const N: usize>(
    analysis: &Analysis<N>,
    start: Words<N>,
    limits: &Limits,
) -> Result<Vec<Words<N>>, StopReason> {
    let puzzle = analysis.puzzle();
    let few = limits.at_most_states(MOST_IN_HASTE);
    let mut moves = Vec::new();
    if let Some(weight) = Weight::per_cent(HASTE) {
        let report = weighted_astar(puzzle, start, &analysis.cheap_heuristic(), weight, &few);
        match report.outcome {
            Approximate::Found(way) => moves = way.moves().to_vec(),
            Approximate::Stopped {
                reason: reason @ (StopReason::Time | StopReason::Cancelled),
                ..
            } => return Err(reason),
            _ => {}
        }
    }
    let mut way = vec![start];
    let mut state = start;
    for m in moves {
        state = puzzle.apply(state, m);
        way.push(state);
    }
    Ok(way)
}

/// Makes `steps` random moves and returns the resulting state. A move returns to the state before
/// the previous move only if no other move is legal.
fn walk<const N: usize>(
    analysis: &Analysis<N>,
    start: Words<N>,
    steps: u64,
    random: &mut Random,
) -> Words<N> {
    let puzzle = analysis.puzzle();
    let mut state = start;
    let mut last = None;
    for _ in 0..steps {
        let mut nexts: Vec<Words<N>> = puzzle
            .moves(state)
            .map(|m| puzzle.apply(state, m))
            .collect();
        if nexts.iter().any(|&next| Some(next) != last) {
            nexts.retain(|&next| Some(next) != last);
        }
        if nexts.is_empty() {
            break;
        }
        last = Some(state);
        state = nexts[random.below(nexts.len() as u64) as usize];
    }
    state
}
