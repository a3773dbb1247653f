//! The searches from both ends of a board.

use fewest_ground::analysis::{BothEnds, PuzzleView, SymmetricEnds};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, Words};
use fewest_search::{SearchTurn, TwoWaves, TwoWavesUpToSymmetry};

use super::agent_search::{AgentSearch, agent_search};
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
    /// A search by settings (see `agent_search`), for puzzles in which an agent walks and pushes
    /// tokens.
    ByAgent(Box<dyn AgentSearch<'a> + 'a>),
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
            Self::ByAgent(search) => search.advance(states, limits).map(Self::ByAgent),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Plain(_, waves) => waves.bytes(),
            Self::UpToSymmetry(_, waves) => waves.bytes(),
            Self::ByAgent(search) => search.bytes(),
        }
    }

    /// Whether this is a search by settings. Such a search follows the agent from many places at
    /// once, so that a state takes little time.
    pub(super) fn follows_agent(&self) -> bool {
        matches!(self, Self::ByAgent(_))
    }

    /// The number of symmetries under which the search treats states as equal, including the
    /// identity. `None` if the identity is the only one.
    pub(super) fn symmetries(&self) -> Option<usize> {
        match self {
            Self::Plain(..) => None,
            Self::UpToSymmetry(view, _) => Some(view.property.symmetries.count()),
            Self::ByAgent(search) => Some(search.symmetries()).filter(|&count| count > 1),
        }
    }
}

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// Prepares the search from both ends. If an agent walks and pushes tokens, this is a search by
    /// settings, which follows the agent from many places at once.
    pub(super) fn both_ends_search(&self) -> Option<BothEndsSearch<'a, N>> {
        if let Some(search) = agent_search(self.analysis, self.start, false) {
            return Some(BothEndsSearch::ByAgent(search));
        }
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
            BothEndsSearch::ByAgent(search) if search.symmetries() == 1 => {
                let search = agent_search(self.analysis, self.start, true)?;
                (search.symmetries() > 1).then_some(BothEndsSearch::ByAgent(search))
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
