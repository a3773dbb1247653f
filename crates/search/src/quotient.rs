//! Search up to symmetry.

use std::hash::{Hash, Hasher};

use fewest_rules::{Limits, Puzzle, Report, Symmetric};

use crate::bfs::bfs;

/// A state that represents its class. It is equal to another one if their classes are equal.
#[derive(Debug, Clone, Copy)]
struct First<S> {
    state: S,
    class: S,
}

impl<S: PartialEq> PartialEq for First<S> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class
    }
}

impl<S: Eq> Eq for First<S> {}

impl<S: Hash> Hash for First<S> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.class.hash(hasher);
    }
}

/// The puzzle `P` with states that compare by class, so that a set keeps the first state of each
/// class.
struct Firsts<'a, P>(&'a P);

impl<P: Symmetric> Firsts<'_, P> {
    #[inline]
    fn of(&self, state: P::State) -> First<P::State> {
        First {
            state,
            class: self.0.canonical(state),
        }
    }
}

impl<P: Symmetric> Puzzle for Firsts<'_, P> {
    type State = First<P::State>;
    type Move = P::Move;

    #[inline]
    fn moves(&self, first: First<P::State>) -> impl Iterator<Item = P::Move> {
        self.0.moves(first.state)
    }

    #[inline]
    fn apply(&self, first: First<P::State>, m: P::Move) -> First<P::State> {
        self.of(self.0.apply(first.state, m))
    }

    #[inline]
    fn is_goal(&self, first: First<P::State>) -> bool {
        self.0.is_goal(first.state)
    }
}

/// Finds the lexicographically first of the shortest solutions from `start` by a [`bfs`] that keeps
/// only one state of each class, the first that it reaches. A proof by exhaustion counts classes.
///
/// Nothing is lost. Suppose that the first solution passed through a state whose class had been
/// reached by an earlier path. Then that path could be continued through the same classes to a
/// goal, and would be an earlier solution. Takes two states for each class, and the time to compute
/// the class of every state generated.
pub fn solve_up_to_symmetry<P: Symmetric>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Report<P::Move> {
    let firsts = Firsts(puzzle);
    bfs(&firsts, firsts.of(start), limits)
}
