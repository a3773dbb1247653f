//! Boards of a space that is too large to be gone over, made by random moves.

use std::time::Instant;

use fewest_ground::compiled::Packed;
use fewest_puzzles::random::Random;
use fewest_rules::{
    Heuristic, Limits, Meter, Notation, Outcome, Puzzle, Reverse, StopReason, Words,
};

use super::game::{Game, Written};
use super::solving::Solving;
use crate::builtin::play::{self, Drawn};
use crate::space::{Made, SpaceError, Wanted};

/// The longest walk: no longer one leads farther.
const MOST_STEPS: u64 = 1 << 16;
/// States that are expanded over one board before another is tried.
const MOST_EXPANDED: u64 = 1 << 24;

/// Boards whose shortest solutions are as long as wanted, each solved to know it:
/// backwards from a goal where that can be done, so that they have a
/// solution, else from `start`. Not every board is equally likely.
///
/// # Errors
/// A limit.
pub(super) fn make<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    wanted: &Wanted,
    limits: &Limits,
) -> Result<Made, SpaceError> {
    let puzzle = game.packed();
    let written = Written::<N>(game);
    let bound = game.cheap_bound();
    let (least, most) = (*wanted.moves.start(), *wanted.moves.end());
    let mut random = Random::new(wanted.seed);
    let started = Instant::now();
    let mut meter = Meter::new(limits);
    let draw = || {
        meter.poll()?;
        // A walk of n steps is seldom a shortest way, so it goes on for longer.
        let steps = u64::from(least) + random.below(2 * u64::from(most) + 1);
        let state = walk(game, start, steps.min(MOST_STEPS), &mut random);
        if Heuristic::<Packed<N>>::bound(&bound, bound.start(puzzle, state)) > most {
            return Ok(Drawn::Other);
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
                Ok(Drawn::Board(class, written.draw(state)))
            }
            Outcome::Stopped { reason, .. }
                if reason != StopReason::States || limits.states == Some(states) =>
            {
                Err(reason.into())
            }
            _ => Ok(Drawn::Other),
        }
    };
    let made = play::draw_distinct(wanted, None, draw)?;
    Ok(Made {
        uniform: false,
        ..made
    })
}

/// Where so many random steps end; none leads back to where the last one came from,
/// unless there is no other.
fn walk<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    steps: u64,
    random: &mut Random,
) -> Words<N> {
    let puzzle = game.packed();
    let goals = game.found.goals().map(|goals| goals.states.as_slice());
    let back = match (game.found.backward(), goals) {
        (Some(back), Some(goals)) if !goals.is_empty() => Some((back, goals)),
        _ => None,
    };
    let mut state = match back {
        Some((_, goals)) => goals[random.below(goals.len() as u64) as usize],
        None => start,
    };
    let mut last = None;
    for _ in 0..steps {
        let mut nexts: Vec<Words<N>> = match back {
            Some((back, _)) => {
                let with = game.with_way_back(back);
                with.predecessors(state).map(|(_, before)| before).collect()
            }
            None => puzzle
                .moves(state)
                .map(|m| puzzle.apply(state, m))
                .collect(),
        };
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
