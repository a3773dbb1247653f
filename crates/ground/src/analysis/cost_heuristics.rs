//! Lower bounds on the cost of a solution.

use fewest_rules::{DEAD_END, Heuristic, MoveCosts, Words};

use super::heuristics::{SelectedHeuristic, falls_by_a_move};
use super::potential::PotentialHeuristic;
use crate::compiled::{CompiledMove, CompiledPuzzle};

/// A lower bound on the cost of a solution.
#[derive(Debug, Clone, Copy)]
pub enum CostHeuristic<'a, const N: usize> {
    /// A lower bound on the number of moves, times the least cost of a move.
    Moves(SelectedHeuristic<'a, N>, u32),
    /// The distances of labels to their goal positions, as costs of moves instead of numbers of
    /// moves.
    Potential(&'a PotentialHeuristic),
}

impl<const N: usize> CostHeuristic<'_, N> {
    /// No lower bound: always 0.
    pub const ZERO: Self = Self::Moves(SelectedHeuristic::Zero, 0);

    /// Whether the bound is always 0.
    pub fn is_zero(&self) -> bool {
        matches!(
            self,
            Self::Moves(SelectedHeuristic::Zero, _) | Self::Moves(_, 0)
        )
    }

    /// Describes the heuristic in a few words.
    pub fn words(&self) -> String {
        match self {
            _ if self.is_zero() => SelectedHeuristic::<N>::Zero.words(),
            Self::Moves(heuristic, 1) => heuristic.words(),
            Self::Moves(heuristic, times) => format!("{}, times {times}", heuristic.words()),
            Self::Potential(potential) => {
                format!(
                    "{}, in costs",
                    SelectedHeuristic::<N>::Potential(potential).words()
                )
            }
        }
    }

    /// The lower bound for `state`.
    pub fn bound_of(&self, puzzle: &CompiledPuzzle<N>, state: Words<N>) -> u32 {
        Heuristic::<CompiledPuzzle<N>>::bound(self, self.start(puzzle, state))
    }
}

impl<const N: usize, P> Heuristic<P> for CostHeuristic<'_, N>
where
    P: MoveCosts<State = Words<N>, Move = CompiledMove>,
{
    type Cache = i32;

    #[inline]
    fn start(&self, puzzle: &P, state: Words<N>) -> i32 {
        match self {
            Self::Moves(heuristic, _) => heuristic.start(puzzle, state),
            Self::Potential(potential) => potential.start(puzzle, state),
        }
    }

    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: i32,
        before: Words<N>,
        m: CompiledMove,
        after: Words<N>,
    ) -> i32 {
        match self {
            Self::Moves(heuristic, _) => heuristic.step(puzzle, cache, before, m, after),
            Self::Potential(potential) => {
                let next = potential.step(puzzle, cache, before, m, after);
                debug_assert!(falls_by_a_move(
                    Heuristic::<P>::bound(self, cache),
                    puzzle.cost(before, m).into(),
                    Heuristic::<P>::bound(self, next),
                    puzzle.is_goal(after),
                ));
                next
            }
        }
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        match self {
            Self::Moves(heuristic, times) => match Heuristic::<P>::bound(heuristic, cache) {
                DEAD_END => DEAD_END,
                // If the product is too large, it is replaced by the greatest bound that does not
                // mean a dead end. The replacement is a lower bound as well, because it is smaller
                // than the product.
                bound => bound.saturating_mul(*times).min(DEAD_END - 1),
            },
            Self::Potential(potential) => Heuristic::<P>::bound(*potential, cache),
        }
    }
}
