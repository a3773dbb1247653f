//! Smaller puzzles that a puzzle maps onto.

use crate::{Puzzle, Ranked};

/// A map from `P` to a smaller puzzle that never makes a solution longer.
///
/// The distances of the abstract puzzle are therefore admissible and
/// consistent lower bounds for `P`.
pub trait Projection<P: Puzzle> {
    /// The smaller puzzle.
    type Abstract: Ranked;

    /// The smaller puzzle's value.
    fn target(&self) -> &Self::Abstract;

    /// The image of `state`. Goals map to goals.
    fn project(&self, state: P::State) -> <Self::Abstract as Puzzle>::State;

    /// The image of a move, or `None` where the image stands still.
    fn project_move(&self, m: P::Move) -> Option<<Self::Abstract as Puzzle>::Move>;
}
