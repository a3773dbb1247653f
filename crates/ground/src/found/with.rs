//! A compiled puzzle together with results of its analysis.
//!
//! What a puzzle file offers is known only after it has been read, but an algorithm requires its
//! traits at compile time. So each property is a value that exists only if the analysis has
//! established it, and [`With`] combines the puzzle with such values. It implements the trait that
//! belongs to each of them.

use fewest_rules::{Commuting, Goals, Invertible, Puzzle, Ranked, Reverse, Symmetric, Words};

use super::{Inverses, Listed, Orders, Ranking, Symmetries};
use crate::compiled::{Backward, Move, Packed};

/// A puzzle and its properties, all derived from this very puzzle. `()` stands for a property that
/// is missing or not needed.
///
/// | field | value | trait |
/// | --- | --- | --- |
/// | `back` | [`Backward`] | [`Reverse`] |
/// | `back` | [`Inverses`] | [`Invertible`] and [`Reverse`] |
/// | `goals` | [`Listed`] | [`Goals`] |
/// | `ranking` | [`Ranking`] | [`Ranked`] |
/// | `symmetries` | [`Symmetries`] | [`Symmetric`] |
/// | `orders` | [`Orders`] | [`Commuting`] |
#[derive(Debug, Clone, Copy)]
pub struct With<'a, const N: usize, B = (), G = (), R = (), S = (), O = ()> {
    /// The puzzle.
    pub puzzle: &'a Packed<N>,
    /// The generator of predecessors or of inverse moves.
    pub back: B,
    /// Its goal states.
    pub goals: G,
    /// The ranking of its states.
    pub ranking: R,
    /// Its symmetries.
    pub symmetries: S,
    /// The orders of its moves.
    pub orders: O,
}

impl<'a, const N: usize> With<'a, N> {
    /// The puzzle without any property.
    pub fn nothing(puzzle: &'a Packed<N>) -> Self {
        Self {
            puzzle,
            back: (),
            goals: (),
            ranking: (),
            symmetries: (),
            orders: (),
        }
    }
}

impl<const N: usize, B, G, R, S, O> Puzzle for With<'_, N, B, G, R, S, O> {
    type State = Words<N>;
    type Move = Move;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = Move> {
        self.puzzle.moves(state)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: Move) -> Words<N> {
        self.puzzle.apply(state, m)
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.puzzle.is_goal(state)
    }
}

impl<const N: usize, G, R, S, O> Reverse for With<'_, N, &Backward<N>, G, R, S, O> {
    #[inline]
    fn predecessors(&self, state: Words<N>) -> impl Iterator<Item = (Move, Words<N>)> {
        self.back.predecessors(self.puzzle, state)
    }
}

impl<const N: usize, G, R, S, O> Invertible for With<'_, N, &Inverses, G, R, S, O> {
    #[inline]
    fn inverse(&self, m: Move) -> Move {
        self.back.of(m)
    }
}

impl<const N: usize, B, R, S, O> Goals for With<'_, N, B, &Listed<N>, R, S, O> {
    fn goals(&self) -> impl Iterator<Item = Words<N>> {
        self.goals.states.iter().copied()
    }
}

impl<const N: usize, B, G, S, O> Ranked for With<'_, N, B, G, &Ranking<N>, S, O> {
    fn size(&self) -> u64 {
        self.ranking.size()
    }

    #[inline]
    fn rank(&self, state: Words<N>) -> u64 {
        self.ranking.rank(state)
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Words<N> {
        self.ranking.unrank(rank)
    }
}

impl<const N: usize, B, G, R, O> Symmetric for With<'_, N, B, G, R, &Symmetries<N>, O> {
    #[inline]
    fn canonical(&self, state: Words<N>) -> Words<N> {
        self.symmetries.canonical(state)
    }
}

impl<const N: usize, B, G, R, S> Commuting for With<'_, N, B, G, R, S, &Orders> {
    fn order(&self, m: Move) -> u32 {
        self.orders.of(m)
    }
}
