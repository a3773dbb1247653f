//! Finds the moves that a depth-first search can skip because of the moves before.

use std::sync::OnceLock;

use fewest_rules::{Contexts, Limits, Meter, StopReason};
use fewest_search::{Automaton, MovePruner, Pruning, PruningLimits, PruningRows, Try};

use super::by_rule::{ByRule, OnlyPlaces};
use crate::compiled::CompiledMove;

/// The limits on the sequences of moves that are compared for a short search. With these limits,
/// the search does not undo a move at once, and tries moves that commute in only one order.
pub const NEAR: PruningLimits = PruningLimits {
    moves: 2,
    // A comparison takes some microseconds. With more than 127 rules, the pairs of rules exceed
    // this limit and are not compared.
    sequences: 1 << 14,
};

/// The limits on the sequences of moves that are compared for a search that takes seconds.
pub const FAR: PruningLimits = PruningLimits {
    moves: 8,
    sequences: 1 << 17,
};

/// The moves that a depth-first search skips because of the moves before.
#[derive(Debug)]
pub enum MovePruning {
    /// The place of the selecting label, a label that is on the board once, determines the moves,
    /// so a search need not examine a state to find its moves.
    Rows(Automaton<CompiledMove>),
    /// The moves are generated from the state, and the pruner removes some of them.
    MovePruner(MovePruner),
}

impl MovePruning {
    /// Whether no move is ever skipped.
    pub fn is_idle(&self) -> bool {
        match self {
            Self::Rows(rows) => rows.is_idle(),
            Self::MovePruner(sieve) => sieve.is_idle(),
        }
    }

    fn find(
        by_rule: &ByRule<'_, OnlyPlaces>,
        reach: PruningLimits,
        meter: &mut Meter,
    ) -> Result<Self, StopReason> {
        if by_rule.has_places() {
            match Automaton::find(by_rule, reach, meter) {
                Err(StopReason::Capacity) => {}
                rows => return rows.map(Self::Rows),
            }
        }
        MovePruner::find(by_rule, reach, meter).map(Self::MovePruner)
    }
}

/// Both kinds of pruning have histories of the same type, so a search is compiled once for both.
impl<P: Contexts<Move = CompiledMove>> Pruning<P> for MovePruning {
    type History = u16;

    #[inline]
    fn start(&self, puzzle: &P, state: P::State) -> u16 {
        match self {
            Self::Rows(rows) => rows.start(puzzle, state),
            Self::MovePruner(pruner) => pruner.start(puzzle, state),
        }
    }

    #[inline]
    fn moves(
        &self,
        puzzle: &P,
        state: P::State,
        history: u16,
    ) -> impl Iterator<Item = Try<CompiledMove, u16>> {
        let (rows, pruner) = match self {
            Self::Rows(rows) => (Some(rows), None),
            Self::MovePruner(pruner) => (None, Some(pruner)),
        };
        let rows = rows.into_iter();
        rows.flat_map(move |rows| rows.moves(puzzle, state, history))
            .chain(
                pruner
                    .into_iter()
                    .flat_map(move |pruner| pruner.moves(puzzle, state, history)),
            )
    }

    #[inline]
    fn rows(&self) -> Option<&PruningRows<CompiledMove, u16>> {
        match self {
            Self::Rows(rows) => Pruning::<P>::rows(rows),
            Self::MovePruner(_) => None,
        }
    }

    #[inline]
    fn row(&self, history: u16) -> usize {
        history.into()
    }
}

/// The move pruning for the limits [`NEAR`] and that for any other limits, each computed at most
/// once.
#[derive(Debug, Default)]
pub(super) struct LazyPruning([OnceLock<MovePruning>; 2]);

impl LazyPruning {
    /// The moves that a depth-first search skips, found by comparing sequences of moves within the
    /// limits `reach`.
    pub(super) fn get(
        &self,
        by_rule: &ByRule<'_, OnlyPlaces>,
        reach: PruningLimits,
        limits: &Limits,
    ) -> Result<&MovePruning, StopReason> {
        let known = &self.0[usize::from(reach != NEAR)];
        match known.get() {
            Some(pruning) => Ok(pruning),
            None => {
                let found = MovePruning::find(by_rule, reach, &mut Meter::new(limits))?;
                Ok(known.get_or_init(|| found))
            }
        }
    }
}
