//! A view of a puzzle by the ranks of its states.

use std::sync::Arc;

use fewest_rules::{Faults, Goals, Notation, Puzzle, Ranked, Reverse, Symmetric, Words};
use fewest_tables::Direction;

use super::{Analysis, GoalStates, StateRanking};
use crate::compiled::CompiledMove;

/// A puzzle whose states are ranked.
#[derive(Debug, Clone)]
pub struct RankedPuzzle<const N: usize> {
    analysis: Arc<Analysis<N>>,
    ranking: StateRanking,
}

/// The direction of a search backwards through a [`RankedPuzzle`]: the neighbours of a state are
/// its predecessors. There are none if predecessors are not known.
#[derive(Debug, Clone, Copy)]
pub struct RankedPredecessors;

impl<const N: usize> RankedPuzzle<N> {
    /// The puzzle of `analysis` with the ranks of its states. `None` if they cannot be ranked.
    pub fn new(analysis: Arc<Analysis<N>>) -> Option<Self> {
        let ranking = analysis.ranking()?.clone();
        Some(Self { analysis, ranking })
    }
}

impl<const N: usize> Puzzle for RankedPuzzle<N> {
    type State = Words<N>;
    type Move = CompiledMove;

    fn moves(&self, state: Words<N>) -> impl Iterator<Item = CompiledMove> {
        self.analysis.puzzle().moves(state)
    }

    fn apply(&self, state: Words<N>, m: CompiledMove) -> Words<N> {
        self.analysis.puzzle().apply(state, m)
    }

    fn successors(&self, state: Words<N>) -> impl Iterator<Item = (CompiledMove, Words<N>)> {
        self.analysis.puzzle().successors(state)
    }

    fn is_goal(&self, state: Words<N>) -> bool {
        self.analysis.puzzle().is_goal(state)
    }
}

impl<const N: usize> Ranked for RankedPuzzle<N> {
    fn size(&self) -> u64 {
        self.ranking.size()
    }

    fn rank(&self, state: Words<N>) -> u64 {
        self.ranking.rank(state)
    }

    fn unrank(&self, rank: u64) -> Words<N> {
        self.ranking.unrank(rank)
    }
}

impl<const N: usize> Direction<RankedPuzzle<N>> for RankedPredecessors {
    fn neighbours(&self, puzzle: &RankedPuzzle<N>, ranks: &[u64], mut visit: impl FnMut(u64)) {
        let Some(predecessors) = puzzle.analysis.predecessors() else {
            return;
        };
        let view = puzzle.analysis.view(predecessors);
        for &rank in ranks {
            for (_, before) in view.predecessors(puzzle.unrank(rank)) {
                visit(puzzle.rank(before));
            }
        }
    }

    fn is_symmetric(&self, puzzle: &RankedPuzzle<N>) -> bool {
        puzzle.analysis.is_undoable()
    }
}

impl<const N: usize> Goals for RankedPuzzle<N> {
    /// The goals, if they are few enough to list; otherwise all states are tested.
    fn goals(&self) -> impl Iterator<Item = Words<N>> {
        let listed = self.analysis.goals();
        let tested = if listed.is_none() { self.size() } else { 0 };
        let tested = (0..tested).map(|rank| self.unrank(rank));
        let listed = listed.into_iter().flat_map(GoalStates::states);
        listed.chain(tested.filter(|&state| self.is_goal(state)))
    }
}

impl<const N: usize> Symmetric for RankedPuzzle<N> {
    fn canonical(&self, state: Words<N>) -> Words<N> {
        self.analysis.canonical(state)
    }
}

impl<const N: usize> Notation for RankedPuzzle<N> {
    fn draw(&self, state: Words<N>) -> String {
        self.analysis.puzzle().draw(state)
    }

    fn parse(&self, text: &str) -> Result<Words<N>, Faults> {
        self.analysis.puzzle().parse(text)
    }

    fn name(&self, m: CompiledMove) -> String {
        self.analysis.puzzle().name(m)
    }

    fn parse_move(&self, name: &str) -> Option<CompiledMove> {
        self.analysis.puzzle().parse_move(name)
    }

    fn letter_moves(&self) -> bool {
        self.analysis.puzzle().letter_moves()
    }
}
