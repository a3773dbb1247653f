//! The numbering of the states of the relaxed game.

use super::maze::Compass;

/// The number of states of a cell. Four steps can enter the cell, each by walking or by pushing,
/// and in one more state the game begins in the cell.
pub(super) const STATES: usize = 9;

/// The state of `cell` entered by `step`; `push` tells whether that step pushed a wall.
#[inline]
pub(super) fn entered(cell: usize, step: Compass, push: bool) -> usize {
    cell * STATES + step as usize + if push { 4 } else { 0 }
}

/// The state of `cell` when the game begins in it.
#[inline]
pub(super) fn begun(cell: usize) -> usize {
    cell * STATES + 8
}

/// The bit, in a set of states of a cell, of the state in which a step towards side `d` entered the
/// cell and pushed a wall.
pub(super) fn pushed(d: usize) -> u16 {
    1 << (4 + d)
}

/// The side on which a pushed wall is directly ahead in a state; 4 if there is none.
#[inline]
pub(super) fn ahead(state: usize) -> usize {
    match state % STATES {
        pushed @ 4..8 => pushed - 4,
        _ => 4,
    }
}

/// The side from which the player entered in a state; 4 if the game begins there.
#[inline]
pub(super) fn behind(state: usize) -> usize {
    match state % STATES {
        8 => 4,
        step => (step + 2) % 4,
    }
}
