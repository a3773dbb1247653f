//! A view of a puzzle by the ranks of its states: one type that serves puzzles with states of any
//! width.

use std::fmt::Debug;
use std::sync::Arc;

use fewest_rules::{Faults, Goals, Notation, Puzzle, Ranked, Symmetric, Words};
use fewest_tables::{Direction, RankSet};

use super::{Analysis, GoalStates, Properties, StateRanking};
use crate::compiled::{CompiledMove, CompiledPuzzle};

/// The states of a [`RankedPuzzle`] have at most this many words. Wider states have too many ranks.
const WIDE: usize = 16;

/// The states of a [`RankedPuzzle`]. The unused last words of a narrower state are 0.
pub type WideState = Words<WIDE>;

/// A puzzle whose states are ranked.
///
/// The algorithms that enumerate ranks have much code, and they spend their time on computing
/// ranks. So they are compiled only once: this view calls the puzzle through a virtual table, with
/// one call for a batch of ranks where speed matters. A state of the view has the same bits as the
/// state of the puzzle.
#[derive(Debug)]
pub struct RankedPuzzle {
    puzzle: Arc<dyn AnyWidth>,
    ranking: StateRanking,
    /// The goal states; `None` if they must be found by testing all states.
    goals: Option<GoalStates>,
    /// The ranks of the states to which this puzzle is limited; `None` if it has all states.
    within: Option<RankSet>,
    /// Whether every move can be taken back by a move.
    invertible: bool,
}

/// The direction of a search backwards through a [`RankedPuzzle`]: the neighbours of a state are
/// its predecessors that belong to the view, if predecessors are known.
#[derive(Debug, Clone, Copy)]
pub struct RankedPredecessors;

/// The operations of a puzzle that a [`RankedPuzzle`] calls. They take states of any width as
/// [`WideState`]s.
trait AnyWidth: Debug + Send + Sync {
    fn moves(&self, state: WideState) -> Vec<CompiledMove>;
    fn apply(&self, state: WideState, m: CompiledMove) -> WideState;
    fn is_goal(&self, state: WideState) -> bool;
    fn canonical(&self, state: WideState) -> WideState;
    fn draw(&self, state: WideState) -> String;
    fn parse(&self, text: &str) -> Result<WideState, Faults>;
    fn name(&self, m: CompiledMove) -> String;
    fn parse_move(&self, name: &str) -> Option<CompiledMove>;
    fn letter_moves(&self) -> bool;
    /// Calls `visit` with the ranks of all successors of the states with these ranks.
    fn successors(&self, ranking: &StateRanking, ranks: &[u64], visit: &mut dyn FnMut(u64));
    /// Calls `visit` with the ranks of all predecessors of the states with these ranks.
    fn predecessors(&self, ranking: &StateRanking, ranks: &[u64], visit: &mut dyn FnMut(u64));
}

/// Converts a state to `N` words, of which there are at most 8.
fn narrow<const N: usize>(state: WideState) -> Words<N> {
    let mut narrow = Words::default();
    narrow.0.copy_from_slice(&state.0[..N]);
    narrow
}

fn widen<const N: usize>(state: Words<N>) -> WideState {
    let mut wide = WideState::default();
    wide.0[..N].copy_from_slice(&state.0);
    wide
}

impl<const N: usize> AnyWidth for Analysis<N> {
    fn moves(&self, state: WideState) -> Vec<CompiledMove> {
        self.puzzle().moves(narrow(state)).collect()
    }

    fn apply(&self, state: WideState, m: CompiledMove) -> WideState {
        widen(self.puzzle().apply(narrow(state), m))
    }

    fn is_goal(&self, state: WideState) -> bool {
        self.puzzle().is_goal(narrow(state))
    }

    fn canonical(&self, state: WideState) -> WideState {
        widen(self.canonical(narrow(state)))
    }

    fn draw(&self, state: WideState) -> String {
        self.puzzle().draw(narrow(state))
    }

    fn parse(&self, text: &str) -> Result<WideState, Faults> {
        self.puzzle().parse(text).map(widen)
    }

    fn name(&self, m: CompiledMove) -> String {
        self.puzzle().name(m)
    }

    fn parse_move(&self, name: &str) -> Option<CompiledMove> {
        self.puzzle().parse_move(name)
    }

    fn letter_moves(&self) -> bool {
        self.puzzle().letter_moves()
    }

    fn successors(&self, ranking: &StateRanking, ranks: &[u64], visit: &mut dyn FnMut(u64)) {
        let puzzle: &CompiledPuzzle<N> = self.puzzle();
        let mut trail = ranking.trail();
        for &rank in ranks {
            let state = ranking.unrank_along(rank, &mut trail);
            for (m, after) in puzzle.successors(state) {
                visit(ranking.rank_along(after, m.rule(), &trail));
            }
        }
    }

    fn predecessors(&self, ranking: &StateRanking, ranks: &[u64], visit: &mut dyn FnMut(u64)) {
        let Some(predecessors) = self.predecessors() else {
            return;
        };
        let mut trail = ranking.trail();
        for &rank in ranks {
            let state = ranking.unrank_along(rank, &mut trail);
            for (m, before) in predecessors.predecessors(self.puzzle(), state) {
                visit(ranking.rank_along(before, m.rule(), &trail));
            }
        }
    }
}

impl RankedPuzzle {
    /// The puzzle of `analysis` with the ranks of all its states, or only of those in the set
    /// `within`. `None` if the states cannot be ranked.
    pub fn new<const N: usize>(
        analysis: Arc<Analysis<N>>,
        within: Option<RankSet>,
    ) -> Option<Self> {
        if N > WIDE {
            return None;
        }
        let properties: &Properties = &analysis;
        let ranking = properties.ranking()?;
        Some(Self {
            ranking: ranking.clone(),
            goals: properties.goals().cloned(),
            within,
            invertible: properties.inverse_moves().is_some(),
            puzzle: analysis,
        })
    }

    /// Converts a state of the puzzle, which has `N` words, to the state of the view.
    pub fn state_of<const N: usize>(&self, state: Words<N>) -> WideState {
        widen(state)
    }

    /// Calls `visit` with the ranks of all predecessors, within the view, of the states with these
    /// ranks. Does not call `visit` if the predecessors are not known.
    pub fn predecessor_ranks(&self, ranks: &[u64], mut visit: impl FnMut(u64)) {
        let mut visit = |rank| {
            if self.holds(rank) {
                visit(rank);
            }
        };
        self.puzzle.predecessors(&self.ranking, ranks, &mut visit);
    }

    /// Whether the state with this rank is one of those to which this puzzle is limited.
    #[inline]
    fn holds(&self, rank: u64) -> bool {
        self.within.as_ref().is_none_or(|set| set.contains(rank))
    }
}

impl Puzzle for RankedPuzzle {
    type State = WideState;
    type Move = CompiledMove;

    fn moves(&self, state: WideState) -> impl Iterator<Item = CompiledMove> {
        self.puzzle.moves(state).into_iter()
    }

    fn apply(&self, state: WideState, m: CompiledMove) -> WideState {
        self.puzzle.apply(state, m)
    }

    fn is_goal(&self, state: WideState) -> bool {
        self.puzzle.is_goal(state)
    }
}

impl Ranked for RankedPuzzle {
    fn size(&self) -> u64 {
        self.ranking.size()
    }

    fn rank(&self, state: WideState) -> u64 {
        self.ranking.rank(state)
    }

    fn unrank(&self, rank: u64) -> WideState {
        self.ranking.unrank(rank)
    }

    fn successor_ranks_of_all(&self, ranks: &[u64], mut visit: impl FnMut(u64)) {
        self.puzzle.successors(&self.ranking, ranks, &mut visit);
    }
}

impl Direction<RankedPuzzle> for RankedPredecessors {
    fn neighbours(&self, puzzle: &RankedPuzzle, ranks: &[u64], visit: impl FnMut(u64)) {
        puzzle.predecessor_ranks(ranks, visit);
    }

    fn is_symmetric(&self, puzzle: &RankedPuzzle) -> bool {
        puzzle.invertible
    }
}

impl Goals for RankedPuzzle {
    fn goals(&self) -> impl Iterator<Item = WideState> {
        let listed = self.goals.iter().flat_map(GoalStates::states);
        let listed = listed.filter(|&goal| self.holds(self.rank(goal)));
        let searched = if self.goals.is_none() { self.size() } else { 0 };
        let searched = (0..searched).filter(|&rank| self.holds(rank));
        let searched = searched.map(|rank| self.unrank(rank));
        listed.chain(searched.filter(|&state| self.is_goal(state)))
    }
}

impl Symmetric for RankedPuzzle {
    fn canonical(&self, state: WideState) -> WideState {
        self.puzzle.canonical(state)
    }
}

impl Notation for RankedPuzzle {
    fn draw(&self, state: WideState) -> String {
        self.puzzle.draw(state)
    }

    fn parse(&self, text: &str) -> Result<WideState, Faults> {
        self.puzzle.parse(text)
    }

    fn name(&self, m: CompiledMove) -> String {
        self.puzzle.name(m)
    }

    fn parse_move(&self, name: &str) -> Option<CompiledMove> {
        self.puzzle.parse_move(name)
    }

    fn letter_moves(&self) -> bool {
        self.puzzle.letter_moves()
    }
}
