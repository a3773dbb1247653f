//! The searches from both ends of a board.

use fewest_ground::analysis::{BothEnds, PuzzleView, SymmetricEnds};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, Words};
use fewest_search::{SearchTurn, TwoWaves, TwoWavesUpToSymmetry};

use super::solver::DrawnSolver;

/// The least number of symmetries for which a search up to symmetry, which treats symmetric states
/// as equal, pays off. Such a search compares each state with as many images as there are
/// symmetries.
pub(super) const FEW_SYMMETRIES: usize = 4;

/// A search from both ends, and the puzzle that it searches.
pub(super) enum BothEndsSearch<'a, const N: usize> {
    Plain(PuzzleView<'a, N, BothEnds<'a, N>>, TwoWaves<Words<N>>),
    UpToSymmetry(
        PuzzleView<'a, N, SymmetricEnds<'a, N>>,
        TwoWavesUpToSymmetry<Words<N>>,
    ),
}

impl<const N: usize> BothEndsSearch<'_, N> {
    pub(super) fn advance(self, states: u64, limits: &Limits) -> SearchTurn<Self, CompiledMove> {
        match self {
            Self::Plain(view, waves) => {
                let turn = waves.advance(&view, states, limits);
                turn.map(|waves| Self::Plain(view, waves))
            }
            Self::UpToSymmetry(view, waves) => {
                let turn = waves.advance(&view, states, limits);
                turn.map(|waves| Self::UpToSymmetry(view, waves))
            }
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Plain(_, waves) => waves.bytes(),
            Self::UpToSymmetry(_, waves) => waves.bytes(),
        }
    }

    /// The number of symmetries under which the search treats states as equal, including the
    /// identity. `None` if the identity is the only one.
    pub(super) fn symmetries(&self) -> Option<usize> {
        match self {
            Self::Plain(..) => None,
            Self::UpToSymmetry(view, _) => Some(view.property.symmetries.count()),
        }
    }
}

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// Prepares the search from both ends.
    pub(super) fn both_ends_search(&self) -> Option<BothEndsSearch<'a, N>> {
        let view = self.analysis.both_ends_without_dead_ends()?;
        Some(BothEndsSearch::Plain(view, TwoWaves::new(self.start)))
    }

    /// A search that replaces `search` and treats symmetric states as equal; `None` if it does not
    /// pay off. The new search begins at the start again.
    pub(super) fn up_to_symmetry(
        &self,
        search: &BothEndsSearch<'a, N>,
    ) -> Option<BothEndsSearch<'a, N>> {
        match search {
            BothEndsSearch::Plain(..) if self.symmetries() >= FEW_SYMMETRIES => {
                let view = self.analysis.symmetric_ends()?;
                let waves = TwoWavesUpToSymmetry::new(&view, self.start);
                Some(BothEndsSearch::UpToSymmetry(view, waves))
            }
            _ => None,
        }
    }

    /// The number of symmetries, including the identity; 0 if there are no others.
    pub(super) fn symmetries(&self) -> usize {
        let symmetries = self.analysis.symmetries();
        symmetries.map_or(0, |symmetries| symmetries.all().len() + 1)
    }
}
