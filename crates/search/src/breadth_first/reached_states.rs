//! All states that can be reached from a start.

use fewest_rules::{Meter, Puzzle, StopReason};

use super::bfs::nothing;
use super::layers::Layers;
use crate::states::StateSet;

/// All states that can be reached from a start, in the order in which breadth-first search
/// discovers them.
#[derive(Debug)]
pub struct ReachedStates<S> {
    /// The states that can be reached.
    pub states: StateSet<S>,
    /// The number of states at each distance from the start.
    pub layers: Vec<u32>,
}

/// Finds all states that can be reached from `start`. Takes about 8 bytes for each state in
/// addition to the state itself. When the function ends, the memory of the result is still reported
/// to `meter`.
///
/// # Errors
/// Returns the limit that was reached.
pub fn reached_states<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    meter: &mut Meter,
) -> Result<ReachedStates<P::State>, StopReason> {
    let mut layers = Layers::new(false, meter)?;
    layers.seed([start], meter)?;
    while layers.frontier() > 0 {
        let successors = |state| puzzle.successors(state).map(|(_, after)| after);
        layers.advance(meter, successors, nothing, false)?;
    }
    let sizes = (0..layers.depth()).map(|depth| layers.layer(depth).len() as u32);
    Ok(ReachedStates {
        layers: sizes.collect(),
        states: layers.set,
    })
}
