//! States that are the same up to symmetry.

use crate::Puzzle;

/// A puzzle with symmetries that keep its moves and goals.
///
/// Returning `state` itself everywhere is a safe default that saves nothing.
/// A representative that is not reached by a symmetry breaks correctness.
pub trait Symmetric: Puzzle {
    /// The representative of the class of `state`.
    ///
    /// It is the same for every state of the class, and for each class
    /// `c` reached by a move from `state`, some move from `canonical(state)`
    /// reaches `c` too, and the other way round. Goals map to goals only.
    fn canonical(&self, state: Self::State) -> Self::State;
}
