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

    /// The images of `state` under the symmetries of the puzzle, except the identity. Each symmetry
    /// has the same place in the list for every state. A symmetry maps moves to moves and goals to
    /// goals.
    ///
    /// The default lists no images, which is always correct. All images lie in the class of
    /// `state`.
    fn images(&self, state: Self::State) -> impl Iterator<Item = Self::State> {
        let _ = state;
        std::iter::empty()
    }
}
