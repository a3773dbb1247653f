//! A compiled puzzle together with one of its properties.
//!
//! The properties of a puzzle are known only after it has been read, but an algorithm requires its
//! traits at compile time. So each property is a value that exists only if the analysis has
//! established it, and a [`PuzzleView`] combines the puzzle with such a value and implements the trait
//! that belongs to it.

use fewest_rules::{Commuting, Goals, MoveCosts, Puzzle, Reverse, Symmetric, Words};

use super::{Additions, DeadEnds, GoalStates, SymmetryTables};
use crate::compiled::{CompiledMove, CompiledPuzzle, PredecessorGenerator};

/// A puzzle and a property, which must have been derived from the same puzzle.
///
/// | property | traits |
/// | --- | --- |
/// | [`BothEnds`] | [`Reverse`], [`Goals`] and [`Symmetric`] |
/// | [`PredecessorGenerator`] | [`Reverse`] |
/// | [`SymmetryTables`] | [`Symmetric`] |
/// | [`Additions`] | [`Commuting`] |
#[derive(Debug, Clone, Copy)]
pub struct PuzzleView<'a, const N: usize, T> {
    /// The puzzle that the view shows.
    pub puzzle: &'a CompiledPuzzle<N>,
    /// The property with which the view combines the puzzle.
    pub property: T,
    /// If given, the view leaves out moves that lead to these dead ends.
    pub dead_ends: Option<&'a DeadEnds<N>>,
}

/// What a search from both ends needs: the predecessors of each state, and the goal states.
#[derive(Debug, Clone, Copy)]
pub struct BothEnds<'a, const N: usize> {
    /// Generates the predecessors.
    pub predecessors: &'a PredecessorGenerator<N>,
    /// All goal states.
    pub goals: &'a GoalStates,
    /// The symmetries by which the search treats states as equal, if there are any.
    pub symmetries: Option<&'a SymmetryTables<N>>,
}

impl<const N: usize, T: Sync> Puzzle for PuzzleView<'_, N, T> {
    type State = Words<N>;
    type Move = CompiledMove;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = CompiledMove> {
        let dead_ends = self.dead_ends;
        self.puzzle
            .moves(state)
            .filter(move |&m| dead_ends.is_none_or(|all| !all.leads_to(state, m)))
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: CompiledMove) -> Words<N> {
        self.puzzle.apply(state, m)
    }

    #[inline]
    fn successors(&self, state: Words<N>) -> impl Iterator<Item = (CompiledMove, Words<N>)> {
        self.moves(state)
            .map(move |m| (m, self.puzzle.apply_rule(state, m.rule())))
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.puzzle.is_goal(state)
    }
}

impl<const N: usize, T: Sync> MoveCosts for PuzzleView<'_, N, T> {
    #[inline]
    fn cost(&self, before: Words<N>, m: CompiledMove) -> u16 {
        self.puzzle.cost(before, m)
    }
}

impl<const N: usize> Reverse for PuzzleView<'_, N, &PredecessorGenerator<N>> {
    #[inline]
    fn predecessors(&self, state: Words<N>) -> impl Iterator<Item = (CompiledMove, Words<N>)> {
        self.property.predecessors(self.puzzle, state)
    }
}

impl<const N: usize> Reverse for PuzzleView<'_, N, BothEnds<'_, N>> {
    #[inline]
    fn predecessors(&self, state: Words<N>) -> impl Iterator<Item = (CompiledMove, Words<N>)> {
        self.property.predecessors.predecessors(self.puzzle, state)
    }
}

impl<const N: usize> Goals for PuzzleView<'_, N, BothEnds<'_, N>> {
    fn goals(&self) -> impl Iterator<Item = Words<N>> {
        self.property.goals.states()
    }
}

impl<const N: usize> Symmetric for PuzzleView<'_, N, &SymmetryTables<N>> {
    #[inline]
    fn canonical(&self, state: Words<N>) -> Words<N> {
        self.property.canonical(state)
    }

    fn images(&self, state: Words<N>) -> impl Iterator<Item = Words<N>> {
        self.property.images(state)
    }
}

impl<const N: usize> Commuting for PuzzleView<'_, N, &Additions> {
    fn order(&self, m: CompiledMove) -> u32 {
        self.property.order(m)
    }
}

impl<const N: usize> Symmetric for PuzzleView<'_, N, BothEnds<'_, N>> {
    #[inline]
    fn canonical(&self, state: Words<N>) -> Words<N> {
        let symmetries = self.property.symmetries;
        symmetries.map_or(state, |symmetries| symmetries.canonical(state))
    }

    fn images(&self, state: Words<N>) -> impl Iterator<Item = Words<N>> {
        let symmetries = self.property.symmetries.into_iter();
        symmetries.flat_map(move |symmetries| symmetries.images(state))
    }
}
