//! States that are the same up to symmetry.

use crate::Puzzle;

/// A puzzle with symmetries that preserve its moves and goals.
///
/// Returning `state` itself everywhere is a safe default that saves nothing. Returning a state that
/// is not equivalent makes answers wrong.
pub trait Symmetric: Puzzle {
    /// The representative of the class of `state`.
    ///
    /// All states of a class have the same representative. For each class `c` that contains a
    /// successor of `state`, some successor of `canonical(state)` lies in `c` too, and vice versa.
    /// A state is a goal exactly if its representative is.
    fn canonical(&self, state: Self::State) -> Self::State;
}
