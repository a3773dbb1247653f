//! The breadth-first searches of a board, which can pause.

use fewest_ground::analysis::{BothEnds, PuzzleView, SymmetryTables};
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_rules::{Limits, Outcome, Proof, Report, Words};
use fewest_search::{ClassState, OneWave, SearchTurn, TwoWaves, UpToSymmetry};

use super::solver::DrawnSolver;
use super::turns::PausingSearch;
use crate::algorithm::Algorithm;
use crate::api::Method;

/// The least number of symmetries for which a search up to symmetry, which treats symmetric states
/// as equal, pays off. Such a search compares each state with as many images as there are
/// symmetries.
const FEW_SYMMETRIES: usize = 4;

/// A breadth-first search from the start or from both ends, and the puzzle that it searches.
pub(super) enum BreadthSearch<'a, const N: usize> {
    Start(&'a CompiledPuzzle<N>, OneWave<Words<N>>),
    StartUpToSymmetry(
        PuzzleView<'a, N, &'a SymmetryTables<N>>,
        OneWave<ClassState<Words<N>>>,
    ),
    BothEnds(PuzzleView<'a, N, BothEnds<'a, N>>, TwoWaves<Words<N>>),
    BothEndsUpToSymmetry(
        PuzzleView<'a, N, BothEnds<'a, N>>,
        TwoWaves<ClassState<Words<N>>>,
    ),
}

impl<const N: usize> PausingSearch for BreadthSearch<'_, N> {
    type Move = CompiledMove;

    fn advance(self, states: u64, limits: &Limits) -> SearchTurn<Self, CompiledMove> {
        match self {
            Self::Start(puzzle, wave) => {
                let turn = wave.advance(puzzle, states, limits);
                turn.map(|wave| Self::Start(puzzle, wave))
            }
            Self::StartUpToSymmetry(view, wave) => {
                let turn = wave.advance(&UpToSymmetry(&view), states, limits);
                turn.map(|wave| Self::StartUpToSymmetry(view, wave))
            }
            Self::BothEnds(view, waves) => {
                let turn = waves.advance(&view, states, limits);
                let turn = turn.map_report(|report| admitting_dead_ends(&view, report));
                turn.map(|waves| Self::BothEnds(view, waves))
            }
            Self::BothEndsUpToSymmetry(view, waves) => {
                let turn = waves.advance(&UpToSymmetry(&view), states, limits);
                let turn = turn.map_report(|report| admitting_dead_ends(&view, report));
                turn.map(|waves| Self::BothEndsUpToSymmetry(view, waves))
            }
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            Self::Start(_, wave) => wave.bytes(),
            Self::StartUpToSymmetry(_, wave) => wave.bytes(),
            Self::BothEnds(_, waves) => waves.bytes(),
            Self::BothEndsUpToSymmetry(_, waves) => waves.bytes(),
        }
    }

    fn method(&self) -> Method {
        match self {
            Self::Start(..) => Method::Search(Algorithm::Bfs),
            Self::StartUpToSymmetry(view, _) => Method::UpToSymmetry(view.property.count()),
            Self::BothEnds(..) => Method::Search(Algorithm::Bidirectional),
            Self::BothEndsUpToSymmetry(view, _) => {
                let symmetries = view.property.symmetries;
                Method::BothEndsUpToSymmetry(symmetries.map_or(1, SymmetryTables::count))
            }
        }
    }
}

impl<const N: usize> BreadthSearch<'_, N> {
    /// Whether the search has a wave from the goals.
    pub(super) fn has_both_ends(&self) -> bool {
        matches!(self, Self::BothEnds(..) | Self::BothEndsUpToSymmetry(..))
    }
}

/// Says in a proof that the search has left out dead ends, because then it has not visited all
/// states.
pub(super) fn admitting_dead_ends<M, const N: usize, T>(
    view: &PuzzleView<'_, N, T>,
    mut report: Report<M>,
) -> Report<M> {
    if let Outcome::Unsolvable(proof @ Proof::Exhausted { .. }) = &mut report.outcome
        && view.dead_ends.is_some()
    {
        *proof = Proof::Invariant(format!("up to dead ends, {proof}"));
    }
    report
}

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// Prepares the search from the start.
    pub(super) fn search_from_start(&self) -> BreadthSearch<'a, N> {
        BreadthSearch::Start(self.analysis.puzzle(), OneWave::new(self.start))
    }

    /// The search that takes the place of `search` in a turn of up to `states` states; `None` if
    /// `search` goes on. The new search begins again at the start, which pays off if it begins at
    /// the goals as well, or if there are many states and symmetries.
    pub(super) fn better_search(
        &self,
        search: &BreadthSearch<'a, N>,
        states: u64,
    ) -> Option<BreadthSearch<'a, N>> {
        let view = self.analysis.both_ends_without_dead_ends();
        let symmetric = states > self.effort.many && self.symmetries() >= FEW_SYMMETRIES;
        match (search, view) {
            (BreadthSearch::BothEndsUpToSymmetry(..), _) => None,
            (_, Some(_)) if symmetric => {
                let view = self.analysis.symmetric_ends()?;
                let waves = TwoWaves::new(UpToSymmetry(&view).of(self.start));
                Some(BreadthSearch::BothEndsUpToSymmetry(view, waves))
            }
            (BreadthSearch::BothEnds(..), _) => None,
            (_, Some(view)) => Some(BreadthSearch::BothEnds(view, TwoWaves::new(self.start))),
            (BreadthSearch::Start(..), None) if symmetric => {
                let view = self.analysis.up_to_symmetry()?;
                let wave = OneWave::new(UpToSymmetry(&view).of(self.start));
                Some(BreadthSearch::StartUpToSymmetry(view, wave))
            }
            (_, None) => None,
        }
    }

    /// The number of symmetries, including the identity; 0 if there are no others.
    pub(super) fn symmetries(&self) -> usize {
        let symmetries = self.analysis.symmetries();
        symmetries.map_or(0, |symmetries| symmetries.all().len() + 1)
    }
}
