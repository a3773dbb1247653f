//! Search up to symmetry. The *class* of a state consists of all states that are equal to it up to
//! symmetry.

use std::hash::{Hash, Hasher};

use fewest_rules::{Goals, Limits, Puzzle, Report, Reverse, Symmetric};

use crate::breadth_first::bfs;

/// A state that represents its class. Two states of this type are equal if their classes are equal.
#[derive(Debug, Clone, Copy)]
pub struct ClassState<S> {
    state: S,
    class: S,
}

impl<S: PartialEq> PartialEq for ClassState<S> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class
    }
}

impl<S: Eq> Eq for ClassState<S> {}

impl<S: Hash> Hash for ClassState<S> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.class.hash(hasher);
    }
}

/// The puzzle `P` with states that compare by class. A set of such states keeps only the first
/// state of each class, and beside it the state that represents the class.
///
/// A breadth-first search and a bidirectional search of it find the lexicographically first of the
/// shortest solutions of `P`, for the reason that [`solve_up_to_symmetry`] gives: the forward wave
/// reaches each class by its first path, and the waves meet in a class. If there is no solution, a
/// proof by exhaustion gives the number of classes, not the number of states.
pub struct UpToSymmetry<'a, P>(pub &'a P);

impl<P: Symmetric> UpToSymmetry<'_, P> {
    /// The state that stands for the class of `state`.
    #[inline]
    pub fn of(&self, state: P::State) -> ClassState<P::State> {
        ClassState {
            state,
            class: self.0.canonical(state),
        }
    }
}

impl<P: Symmetric> Puzzle for UpToSymmetry<'_, P> {
    type State = ClassState<P::State>;
    type Move = P::Move;

    #[inline]
    fn moves(&self, first: ClassState<P::State>) -> impl Iterator<Item = P::Move> {
        self.0.moves(first.state)
    }

    #[inline]
    fn apply(&self, first: ClassState<P::State>, m: P::Move) -> ClassState<P::State> {
        self.of(self.0.apply(first.state, m))
    }

    #[inline]
    fn successors(
        &self,
        first: ClassState<P::State>,
    ) -> impl Iterator<Item = (P::Move, ClassState<P::State>)> {
        let successors = self.0.successors(first.state);
        successors.map(|(m, after)| (m, self.of(after)))
    }

    #[inline]
    fn is_goal(&self, first: ClassState<P::State>) -> bool {
        self.0.is_goal(first.state)
    }
}

impl<P: Symmetric + Reverse> Reverse for UpToSymmetry<'_, P> {
    #[inline]
    fn predecessors(
        &self,
        first: ClassState<P::State>,
    ) -> impl Iterator<Item = (P::Move, ClassState<P::State>)> {
        let before = self.0.predecessors(first.state);
        before.map(|(m, before)| (m, self.of(before)))
    }
}

impl<P: Symmetric + Goals> Goals for UpToSymmetry<'_, P> {
    fn goals(&self) -> impl Iterator<Item = ClassState<P::State>> {
        self.0.goals().map(|goal| self.of(goal))
    }
}

/// Finds the lexicographically first of the shortest solutions from `start` by a
/// [`bfs`](crate::bfs) that keeps
/// only one state of each class, the first that it reaches. If there is no solution, the proof by
/// exhaustion gives the number of classes reached, not the number of states.
///
/// Keeping one state of each class loses no solution. Suppose that the first solution passed
/// through a state whose class had been reached by an earlier path. Then that path could be
/// continued through the same classes to a goal, and would be an earlier solution. Holds two states
/// for each class, and takes time to compute the class of every state generated.
pub fn solve_up_to_symmetry<P: Symmetric>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Report<P::Move> {
    let firsts = UpToSymmetry(puzzle);
    bfs(&firsts, firsts.of(start), limits)
}
