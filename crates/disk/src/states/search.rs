//! Breadth-first search for the fewest moves, with its layers on disk.

use std::path::Path;

use fewest_rules::{
    Limits, Meter, Outcome, Packing, Proof, Puzzle, Report, Statistics, StopReason, Words,
};

use super::run::{DiskStates, StateSuccessors};
use super::way_back::WayBack;
use crate::error::{RunError, RunKey};
use crate::layer_log::DiskOptions;
use fewest_tables::enumeration::Enumerated;

/// Finds the same solution as [`bfs`](fewest_search::bfs), the lexicographically first of the shortest
/// ones, with the layers of the search in the files of `folder`, and resumes a search that was
/// begun there. `symmetric` says whether every move can be taken back by a move.
///
/// The layers are sorted lists, so they do not say in which order their states were found. When a
/// layer holds goals, the search goes back through the layers and finds in each layer the states
/// that lie on a shortest solution. From the start on, the solution takes the first move to a state
/// on a shortest solution. If moves cannot be taken back, each layer is expanded again, once for
/// every group of states on shortest solutions that fits into the memory.
///
/// Uses as much memory as the limit allows, or 1 GiB if there is no limit.
///
/// # Errors
/// Returns an error if the folder holds anything else, is in use or damaged, or cannot be read or
/// written. The last checkpoint is intact.
pub fn disk_bfs<P: Puzzle + Sync, const N: usize>(
    puzzle: &P,
    start: P::State,
    packing: &impl Packing<P, N>,
    symmetric: bool,
    (folder, key): (&Path, &RunKey),
    options: &DiskOptions,
    limits: &Limits,
) -> Result<Report<P::Move>, RunError> {
    let successors = |words, list: &mut Vec<Words<N>>| {
        let state = packing.unpack(puzzle, words);
        let moves = puzzle.moves(state);
        list.extend(moves.map(|m| packing.pack(puzzle, puzzle.apply(state, m))));
    };
    let is_goal = |words| puzzle.is_goal(packing.unpack(puzzle, words));
    let first = packing.pack(puzzle, start);
    let run = (folder, key, symmetric);
    let (outcome, statistics) = search(first, &successors, &is_goal, run, options, limits)?;
    let outcome = match outcome {
        Outcome::Solved { moves: states } => match moves_between(puzzle, packing, start, &states) {
            Ok(moves) => Outcome::Solved { moves },
            Err(reason) => Outcome::Stopped {
                lower_bound: states.len() as u32,
                reason,
            },
        },
        Outcome::Unsolvable(proof) => Outcome::Unsolvable(proof),
        Outcome::Stopped {
            lower_bound,
            reason,
        } => Outcome::Stopped {
            lower_bound,
            reason,
        },
    };
    Ok(Report {
        outcome,
        statistics,
    })
}

/// The search over states as words, which is compiled once for each number of words in a state. It
/// does not know the moves of the puzzle: instead of a move, its outcome has the state after the
/// move.
fn search<const N: usize>(
    first: Words<N>,
    successors: &StateSuccessors<'_, N>,
    is_goal: &dyn Fn(Words<N>) -> bool,
    (folder, key, symmetric): (&Path, &RunKey, bool),
    options: &DiskOptions,
    limits: &Limits,
) -> Result<(Outcome<Words<N>>, Statistics), RunError> {
    let limits = &limits.from_now();
    let options = DiskOptions {
        keep_layers: true,
        ..options.clone()
    };
    let mut run = DiskStates::<N>::open(folder, key, symmetric, &options)?;
    let report = run.extend_to_goal(first, successors, is_goal, limits)?;
    // No complete layer holds a goal, except perhaps the last one.
    let layers = run.histogram().len() as u32;
    let stopped = |lower_bound, reason| Outcome::Stopped {
        lower_bound,
        reason,
    };
    let mut meter = Meter::new(limits);
    let outcome = match report.outcome {
        Enumerated::Stopped { reason, .. } => stopped(layers, reason),
        Enumerated::Complete(()) => {
            let way_back = WayBack::new(&mut run, symmetric, &mut meter);
            match way_back.and_then(|mut way| way.states(first, successors, is_goal)) {
                Err(RunError::Limit(reason)) => stopped(layers.saturating_sub(1), reason),
                Err(error) => return Err(error),
                Ok(None) => Outcome::Unsolvable(Proof::Exhausted {
                    reached: run.histogram().iter().sum(),
                }),
                Ok(Some(states)) => Outcome::Solved { moves: states },
            }
        }
    };
    Ok((outcome, sum(report.statistics, meter.statistics())))
}

/// The moves of the path that begins in `state` and visits `states` in turn. If several moves lead
/// from one state of the path to the next, takes the first of them.
///
/// # Errors
/// [`StopReason::Contradiction`] if no move leads from one state to the next.
fn moves_between<P: Puzzle, const N: usize>(
    puzzle: &P,
    packing: &impl Packing<P, N>,
    mut state: P::State,
    states: &[Words<N>],
) -> Result<Vec<P::Move>, StopReason> {
    let next = states.iter().map(|&words| {
        let after = puzzle
            .moves(state)
            .map(|m| (m, puzzle.apply(state, m)))
            .find(|&(_, after)| packing.pack(puzzle, after) == words);
        let (m, after) = after.ok_or(StopReason::Contradiction)?;
        state = after;
        Ok(m)
    });
    next.collect()
}

/// Adds two amounts of work: that of the search for a goal, and that of going back through the
/// layers to find the solution.
fn sum(search: Statistics, back: Statistics) -> Statistics {
    Statistics {
        expanded: search.expanded + back.expanded,
        generated: search.generated + back.generated,
        peak_bytes: search.peak_bytes.max(back.peak_bytes),
        elapsed: search.elapsed + back.elapsed,
    }
}
