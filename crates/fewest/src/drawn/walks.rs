//! Boards of a space that is too large to be gone over, made by random moves.

use std::time::Instant;

use fewest_ground::compiled::Packed;
use fewest_puzzles::random::Random;
use fewest_rules::{Heuristic, Limits, Meter, Notation, Outcome, Puzzle, StopReason, Words};
use fewest_search::{Approximate, Weight, weighted_astar};

use super::game::{Game, Written};
use super::solving::Solving;
use crate::builtin::play::{self, Draw};
use crate::space::{GeneratedBoards, GenerationOptions, SpaceError};

/// The longest walk: no longer one leads farther.
const MOST_STEPS: u64 = 1 << 16;
/// States that are expanded over one board before another is tried.
const MOST_EXPANDED: u64 = 1 << 24;

/// The weight of the bound in the search for some way to a goal, in hundredths.
const HASTE: u32 = 500;
/// States that are expanded for that.
const MOST_IN_HASTE: u64 = 1 << 18;

/// Boards that can be reached from `start` and whose shortest solutions are as long as
/// wanted, each solved to know it: from a goal on where every move can be taken back, so
/// that they have a solution, else from anywhere on a way to a goal. Not every board is
/// equally likely.
///
/// # Errors
/// A limit.
pub(super) fn make<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    wanted: &GenerationOptions,
    limits: &Limits,
) -> Result<GeneratedBoards, SpaceError> {
    let puzzle = game.packed();
    let written = Written::<N>(game);
    let bound = game.cheap_bound();
    let (least, most) = (*wanted.moves.start(), *wanted.moves.end());
    let mut random = Random::new(wanted.seed);
    let started = Instant::now();
    let mut meter = Meter::new(limits);
    let way = way_to_a_goal(game, start, limits)?;
    let back = game.found.inverses().is_some();
    let draw = || {
        meter.poll()?;
        // A walk of n steps is seldom a shortest way, so it goes on for longer.
        let longest = u64::from(least) + 2 * u64::from(most);
        let (from, steps) = match way.last() {
            Some(&goal) if back => (goal, longest - random.below(2 * u64::from(most) + 1)),
            _ => {
                let from = way[random.below(way.len() as u64) as usize];
                (from, random.below(longest + 1))
            }
        };
        let state = walk(game, from, steps.min(MOST_STEPS), &mut random);
        if Heuristic::<Packed<N>>::bound(&bound, bound.start(puzzle, state)) > most {
            return Ok(Draw::Other);
        }
        let states = limits.states.unwrap_or(u64::MAX).min(MOST_EXPANDED);
        let few = Limits {
            states: Some(states),
            time: limits
                .time
                .map(|time| time.saturating_sub(started.elapsed())),
            ..limits.clone()
        };
        let solving = Solving {
            game,
            start: state,
            lower: None,
        };
        match solving.best(&few).0.outcome {
            Outcome::Solved { moves } if wanted.moves.contains(&(moves.len() as u32)) => {
                let class = if wanted.distinct {
                    game.canonical(state)
                } else {
                    state
                };
                Ok(Draw::Board(class, written.draw(state)))
            }
            Outcome::Stopped { reason, .. }
                if reason != StopReason::States || limits.states == Some(states) =>
            {
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

/// The states on some way from `start` to a goal, or only the start if none is found soon.
///
/// # Errors
/// A limit.
fn way_to_a_goal<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    limits: &Limits,
) -> Result<Vec<Words<N>>, StopReason> {
    let puzzle = game.packed();
    let started = Instant::now();
    let few = |states: u64| Limits {
        states: Some(limits.states.unwrap_or(states).min(states)),
        time: (limits.time).map(|time| time.saturating_sub(started.elapsed())),
        ..limits.clone()
    };
    let mut moves = Vec::new();
    let mut found = puzzle.is_goal(start);
    if let Some(weight) = Weight::per_cent(HASTE).filter(|_| !found) {
        let limits = few(MOST_IN_HASTE);
        let report = weighted_astar(puzzle, start, &game.cheap_bound(), weight, &limits);
        if let Approximate::Found(way) = report.outcome {
            moves = way.moves().to_vec();
            found = true;
        }
    }
    if !found {
        let solving = Solving {
            game,
            start,
            lower: None,
        };
        match solving.best(&few(MOST_EXPANDED)).0.outcome {
            Outcome::Solved { moves: way } => moves = way,
            Outcome::Unsolvable(_) => {}
            Outcome::Stopped { reason, .. } => {
                if matches!(reason, StopReason::Time | StopReason::Cancelled) {
                    return Err(reason);
                }
            }
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

/// Where so many random moves lead; none leads back to where the last one came from,
/// unless there is no other.
fn walk<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    steps: u64,
    random: &mut Random,
) -> Words<N> {
    let puzzle = game.packed();
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
