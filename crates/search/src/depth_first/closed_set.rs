//! The proof that a set of states has no way out.

use fewest_rules::{Meter, Puzzle, StopReason};

use crate::states::StateSet;

/// Tests whether every move from a state of `entered` leads to a state of `entered` or to a dead
/// end. If so, returns whether any move leads to a dead end; otherwise returns `None`.
///
/// A set without a goal that contains the start and that no move leaves, except into dead ends,
/// proves that there is no solution.
pub(crate) fn dead_ends_around<P: Puzzle>(
    puzzle: &P,
    entered: &StateSet<P::State>,
    is_dead_end: &dyn Fn(P::State) -> bool,
    meter: &mut Meter,
) -> Result<Option<bool>, StopReason> {
    let mut dead_ends = false;
    for index in 0..entered.len() as u32 {
        meter.expand()?;
        let state = entered.get(index);
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            meter.generate(1);
            if entered.find(after).is_none() {
                if !is_dead_end(after) {
                    return Ok(None);
                }
                dead_ends = true;
            }
        }
    }
    Ok(Some(dead_ends))
}
