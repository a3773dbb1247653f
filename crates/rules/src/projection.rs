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

/// A map of `P` onto itself that keeps its moves and goals, such as a reflection.
pub trait Automorphism<P: Puzzle> {
    /// The image of `state`. Goals map to goals.
    fn state(&self, state: P::State) -> P::State;

    /// The image of a move, legal in the image of each state in which `m` is, and
    /// leading to the image of what `m` leads to.
    fn image_of_move(&self, m: P::Move) -> P::Move;
}

/// The projection of a state's image under a symmetry: another bound from the same table.
///
/// ```
/// # use fewest_rules::{Automorphism, Projection, Puzzle, Ranked, Symmetrically, laws};
/// /// Two counters from 0 to 5, to 0.
/// struct Two;
/// # #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
/// # struct Down(usize);
/// # impl Puzzle for Two {
/// #     type State = [u8; 2];
/// #     type Move = Down;
/// #     fn moves(&self, s: [u8; 2]) -> impl Iterator<Item = Down> {
/// #         (0..2).filter(move |&i| s[i] > 0).map(Down)
/// #     }
/// #     fn apply(&self, mut s: [u8; 2], m: Down) -> [u8; 2] { s[m.0] -= 1; s }
/// #     fn is_goal(&self, s: [u8; 2]) -> bool { s == [0, 0] }
/// # }
/// /// One counter.
/// struct One;
/// # impl Puzzle for One {
/// #     type State = u8;
/// #     type Move = ();
/// #     fn moves(&self, s: u8) -> impl Iterator<Item = ()> { (s > 0).then_some(()).into_iter() }
/// #     fn apply(&self, s: u8, _: ()) -> u8 { s - 1 }
/// #     fn is_goal(&self, s: u8) -> bool { s == 0 }
/// # }
/// # impl Ranked for One {
/// #     fn size(&self) -> u64 { 6 }
/// #     fn rank(&self, s: u8) -> u64 { s.into() }
/// #     fn unrank(&self, rank: u64) -> u8 { rank as u8 }
/// # }
/// struct First;
/// impl Projection<Two> for First {
///     type Abstract = One;
///     fn target(&self) -> &One { &One }
///     fn project(&self, state: [u8; 2]) -> u8 { state[0] }
///     fn project_move(&self, m: Down) -> Option<()> { (m.0 == 0).then_some(()) }
/// }
/// struct Swap;
/// impl Automorphism<Two> for Swap {
///     fn state(&self, [a, b]: [u8; 2]) -> [u8; 2] { [b, a] }
///     fn image_of_move(&self, m: Down) -> Down { Down(1 - m.0) }
/// }
/// let second = Symmetrically(Swap, First);
/// assert_eq!(second.project([3, 5]), 5);
/// laws::check(&Two, [[5, 5]], 100)?.projection(&second)?;
/// # Ok::<(), laws::Violation>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Symmetrically<S, J>(pub S, pub J);

impl<P: Puzzle, S: Automorphism<P>, J: Projection<P>> Projection<P> for Symmetrically<S, J> {
    type Abstract = J::Abstract;

    fn target(&self) -> &Self::Abstract {
        self.1.target()
    }

    #[inline]
    fn project(&self, state: P::State) -> <Self::Abstract as Puzzle>::State {
        self.1.project(self.0.state(state))
    }

    #[inline]
    fn project_move(&self, m: P::Move) -> Option<<Self::Abstract as Puzzle>::Move> {
        self.1.project_move(self.0.image_of_move(m))
    }
}
