//! Search up to symmetry. The *class* of a state consists of all states that are equal to it up to
//! symmetry.

use std::hash::{Hash, Hasher};

use fewest_rules::{Goals, Limits, Puzzle, Report, Reverse, Symmetric};

use super::bidirectional::TwoWaves;
use crate::breadth_first::OneWave;
use crate::paused::SearchTurn;

/// A state that represents its class. Two states of this type are equal if their classes are equal.
#[derive(Debug, Clone, Copy)]
struct ClassState<S> {
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
/// state of each class.
struct ClassStates<'a, P>(&'a P);

impl<P: Symmetric> ClassStates<'_, P> {
    #[inline]
    fn of(&self, state: P::State) -> ClassState<P::State> {
        ClassState {
            state,
            class: self.0.canonical(state),
        }
    }
}

impl<P: Symmetric> Puzzle for ClassStates<'_, P> {
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

impl<P: Symmetric + Reverse> Reverse for ClassStates<'_, P> {
    #[inline]
    fn predecessors(
        &self,
        first: ClassState<P::State>,
    ) -> impl Iterator<Item = (P::Move, ClassState<P::State>)> {
        let before = self.0.predecessors(first.state);
        before.map(|(m, before)| (m, self.of(before)))
    }
}

impl<P: Symmetric + Goals> Goals for ClassStates<'_, P> {
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
    let wave = OneWaveUpToSymmetry::new(puzzle, start);
    wave.advance(puzzle, u64::MAX, limits).report()
}

/// A breadth-first search up to symmetry that can pause between two layers. The search finds the
/// same solution as [`solve_up_to_symmetry`].
#[derive(Debug)]
pub struct OneWaveUpToSymmetry<S>(OneWave<ClassState<S>>);

impl<S: Copy + Eq + Hash + Send + Sync> OneWaveUpToSymmetry<S> {
    /// Prepares a search from `start`. The search holds no states before the first call of
    /// [`advance`](Self::advance).
    pub fn new<P: Symmetric<State = S>>(puzzle: &P, start: S) -> Self {
        Self(OneWave::new(ClassStates(puzzle).of(start)))
    }

    /// The bytes that the layers hold during a pause.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Continues the search, like [`OneWave::advance`].
    pub fn advance<P>(self, puzzle: &P, states: u64, limits: &Limits) -> SearchTurn<Self, P::Move>
    where
        P: Symmetric + Puzzle<State = S>,
    {
        let turn = self.0.advance(&ClassStates(puzzle), states, limits);
        turn.map(Self)
    }
}

/// A bidirectional search up to symmetry that can pause between two layers.
///
/// Each of the [`TwoWaves`] keeps only one state of each class, the first that it reaches, and the
/// waves meet in a class rather than in a state. The solution is the lexicographically first one
/// for the same reason as in [`solve_up_to_symmetry`]: if the first solution met the backward wave
/// in a class that an earlier path had reached, that path could be continued to a goal as well. If
/// there is no solution, the proof by exhaustion gives the number of classes reached, not the
/// number of states.
#[derive(Debug)]
pub struct TwoWavesUpToSymmetry<S>(TwoWaves<ClassState<S>>);

impl<S: Copy + Eq + Hash + Send + Sync> TwoWavesUpToSymmetry<S> {
    /// Prepares a search from `start`. The search holds no states before the first call of
    /// [`advance`](Self::advance).
    pub fn new<P: Symmetric<State = S>>(puzzle: &P, start: S) -> Self {
        Self(TwoWaves::new(ClassStates(puzzle).of(start)))
    }

    /// The bytes that the waves hold during a pause.
    pub fn bytes(&self) -> u64 {
        self.0.bytes()
    }

    /// Continues the search, like [`TwoWaves::advance`].
    pub fn advance<P>(self, puzzle: &P, states: u64, limits: &Limits) -> SearchTurn<Self, P::Move>
    where
        P: Symmetric + Reverse + Goals + Puzzle<State = S>,
    {
        let turn = self.0.advance(&ClassStates(puzzle), states, limits);
        turn.map(Self)
    }
}
