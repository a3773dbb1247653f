//! The hardest position of a level: with its walls and its pieces, but with the pieces elsewhere.

use std::ops::RangeInclusive;

use fewest_ground::analysis::Analysis;
use fewest_rules::{DEAD_END, Limits, Meter, Notation, StopReason, Words};
use fewest_search::shortest_paths_within;

use super::super::distances::{StateDistances, StoppedCensus};
use super::backwards::backwards;

/// At most this many positions of a level are looked at.
const MOST_POSITIONS: u64 = 1 << 15;
/// The solutions of at most this many positions of one difficulty are counted.
const MOST_COUNTED: usize = 32;

/// How hard a level is.
pub(super) struct Hardest {
    /// The fewest moves from the hardest position.
    pub(super) length: u32,
    /// A position of a wanted length.
    pub(super) wanted: Option<WantedPosition>,
}

/// A position of a wanted length.
pub(super) struct WantedPosition {
    pub(super) length: u32,
    /// The number of its shortest solutions, 0 if it was not counted.
    pub(super) solutions: u64,
    pub(super) drawing: String,
}

/// Finds the hardest position of a level, and of those whose length is in `wanted`, one of the
/// longest that has fewest shortest solutions. Looks backwards from the goals where they are known,
/// and otherwise at all that moves can make of `start`. `None` if no position has a solution or
/// there are too many positions.
///
/// # Errors
/// The limit that was reached.
pub(super) fn hardest<const N: usize>(
    analysis: &Analysis<N>,
    start: Words<N>,
    wanted: &RangeInclusive<u32>,
    limits: &Limits,
) -> Result<Option<Hardest>, StopReason> {
    let mut meter = Meter::new(limits);
    if let Some(positions) = backwards(analysis, MOST_POSITIONS as usize, &mut meter)? {
        return of_positions(analysis, &positions, wanted, limits);
    }
    let few = Limits {
        states: Some(MOST_POSITIONS),
        ..limits.clone()
    };
    match StateDistances::reached(analysis, start, &mut Meter::new(&few)) {
        Ok(reached) => of_positions(analysis, &reached, wanted, limits),
        Err(StoppedCensus { reason, .. }) => match reason {
            StopReason::Time | StopReason::Cancelled => Err(reason),
            _ => Ok(None),
        },
    }
}

fn of_positions<const N: usize>(
    analysis: &Analysis<N>,
    positions: &StateDistances<N>,
    wanted: &RangeInclusive<u32>,
    limits: &Limits,
) -> Result<Option<Hardest>, StopReason> {
    let solvable = positions.distances.iter().copied();
    let solvable = solvable.filter(|&distance| distance != DEAD_END);
    let Some(length) = solvable.clone().max() else {
        return Ok(None);
    };
    let most = solvable.filter(|distance| wanted.contains(distance)).max();
    let states = (0..).zip(&positions.distances);
    let there = states.filter(|&(_, &distance)| Some(distance) == most);
    let counted: Vec<(u64, u32)> = there
        .take(MOST_COUNTED)
        .map(|(state, _)| Ok((solutions(analysis, positions, state, limits)?, state)))
        .collect::<Result<_, StopReason>>()?;
    let least = counted.into_iter().min().zip(most);
    let wanted = least.map(|((solutions, state), length)| WantedPosition {
        length,
        solutions,
        drawing: analysis.puzzle().draw(positions.states.get(state)),
    });
    Ok(Some(Hardest { length, wanted }))
}

/// The number of shortest solutions of a state, at most [`u64::MAX`], also if there are too many to be
/// counted; 0 if costs are minimised.
///
/// # Errors
/// The limit that was reached.
fn solutions<const N: usize>(
    analysis: &Analysis<N>,
    positions: &StateDistances<N>,
    state: u32,
    limits: &Limits,
) -> Result<u64, StopReason> {
    let puzzle = analysis.puzzle();
    if puzzle.reduced().ground.is_cost_first() {
        return Ok(0);
    }
    let StateDistances { states, distances } = positions;
    let distance = |state| {
        states
            .find(state)
            .map_or(DEAD_END, |at| distances[at as usize])
    };
    let (start, length) = (states.get(state), distances[state as usize]);
    let all = match shortest_paths_within(puzzle, start, &distance, length, limits) {
        Err(reason @ (StopReason::Time | StopReason::Cancelled)) => return Err(reason),
        Err(_) => return Ok(u64::MAX),
        Ok(all) => all,
    };
    let count = all.map(|all| all.count().try_into());
    Ok(count.map_or(0, |count| count.unwrap_or(u64::MAX)))
}
