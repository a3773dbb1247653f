//! The hardest position of a level: with its walls and its pieces, but with the pieces elsewhere.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use fewest_ground::CostMeasure;
use fewest_ground::analysis::Analysis;
use fewest_rules::{DEAD_END, Limits, Meter, Notation, Puzzle, StopReason, Words};

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
        return Ok(of_positions(analysis, &positions, wanted));
    }
    let few = Limits {
        states: Some(MOST_POSITIONS),
        ..limits.clone()
    };
    match StateDistances::reached(analysis, start, &mut Meter::new(&few)) {
        Ok(reached) => Ok(of_positions(analysis, &reached, wanted)),
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
) -> Option<Hardest> {
    let solvable = positions.distances.iter().copied();
    let solvable = solvable.filter(|&distance| distance != DEAD_END);
    let length = solvable.clone().max()?;
    let most = solvable.filter(|distance| wanted.contains(distance)).max();
    let wanted = most.and_then(|most| {
        let states = (0..).zip(&positions.distances);
        let there = states.filter(|&(_, &distance)| distance == most);
        let counted = there.take(MOST_COUNTED).map(|(state, _)| {
            let solutions = solutions(analysis, positions, state);
            (solutions, state)
        });
        let (solutions, state) = counted.min()?;
        Some(WantedPosition {
            length: most,
            solutions,
            drawing: analysis.puzzle().draw(positions.states.get(state)),
        })
    });
    Some(Hardest { length, wanted })
}

/// The number of shortest solutions of a state, at most [`u64::MAX`]; 0 if costs are minimised.
fn solutions<const N: usize>(
    analysis: &Analysis<N>,
    positions: &StateDistances<N>,
    state: u32,
) -> u64 {
    let puzzle = analysis.puzzle();
    let measure = &puzzle.reduced().ground.measure;
    if measure.as_ref().is_some_and(CostMeasure::is_cost_first) {
        return 0;
    }
    let StateDistances { states, distances } = positions;
    let mut ways = HashMap::from([(state, 1u64)]);
    for left in (0..distances[state as usize]).rev() {
        let mut next = HashMap::new();
        for (state, count) in ways {
            for (_, after) in puzzle.successors(states.get(state)) {
                let after = states.find(after);
                if let Some(after) = after.filter(|&at| distances[at as usize] == left) {
                    let sum: &mut u64 = next.entry(after).or_default();
                    *sum = sum.saturating_add(count);
                }
            }
        }
        ways = next;
    }
    ways.into_values().fold(0, u64::saturating_add)
}
