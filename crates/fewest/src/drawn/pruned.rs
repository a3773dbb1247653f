//! Depth-first search of a game, and which sequences of moves it does not try.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use fewest_ground::compiled::Move;
use fewest_ground::found::ByRule;
use fewest_rules::{Limits, Meter, Report, StopReason, Words};
use fewest_search::{Automaton, Duplicates, MovePruner, PruningLimits, idastar, parallel_idastar};

use super::bound::Bound;
use super::game::Game;

/// How far sequences of moves are compared for a short search: no move is taken back,
/// and of moves that commute one order is tried.
pub(super) const NEAR: PruningLimits = PruningLimits {
    moves: 2,
    // To compare one takes some microseconds. Pairs of more than 127 rules are too many.
    sequences: 1 << 14,
};

/// How far for a search that takes seconds.
pub(super) const FAR: PruningLimits = PruningLimits {
    moves: 8,
    sequences: 1 << 17,
};

/// What a search does not try.
#[derive(Default)]
struct Pruned {
    /// The rows of moves that it follows, if no look at a state is needed.
    rows: Option<Automaton<Move>>,
    /// Else what is left of the moves that a state offers.
    sieve: MovePruner,
}

impl Pruned {
    /// Whether moves may be taken back again and again.
    fn is_idle(&self) -> bool {
        match &self.rows {
            Some(rows) => rows.is_idle(),
            None => self.sieve.is_idle(),
        }
    }
}

/// What was found once; by whether it is for a long search.
#[derive(Default)]
pub(super) struct AllPruned([OnceLock<Pruned>; 2]);

impl<const N: usize> Game<N> {
    fn by_rule<C>(&self, places: C) -> ByRule<'_, N, C> {
        ByRule {
            puzzle: self.packed(),
            sequences: self.found.sequences(),
            places,
        }
    }

    fn pruned(&self, reach: PruningLimits, limits: &Limits) -> Result<&Pruned, StopReason> {
        let AllPruned(all) = &self.pruned;
        let known = &all[usize::from(reach != NEAR)];
        if let Some(pruned) = known.get() {
            return self.of_use(pruned, reach, limits);
        }
        let mut meter = Meter::new(limits);
        let mut pruned = Pruned::default();
        if let Some(places) = self.found.places() {
            match Automaton::find(&self.by_rule(places), reach, &mut meter) {
                Ok(rows) => pruned.rows = Some(rows),
                Err(StopReason::Capacity) => {}
                Err(reason) => return Err(reason),
            }
        }
        if pruned.rows.is_none() {
            pruned.sieve = MovePruner::find(&self.by_rule(()), reach, &mut meter)?;
        }
        self.of_use(known.get_or_init(|| pruned), reach, limits)
    }

    /// Where the longer sequences are too many to be compared, pairs may not be.
    fn of_use<'a>(
        &'a self,
        pruned: &'a Pruned,
        reach: PruningLimits,
        limits: &Limits,
    ) -> Result<&'a Pruned, StopReason> {
        if pruned.is_idle() && reach != NEAR {
            return self.pruned(NEAR, limits);
        }
        Ok(pruned)
    }

    /// The answer of IDA*.
    ///
    /// # Errors
    /// The limit that was reached before it began.
    pub(super) fn deepened(
        &self,
        start: Words<N>,
        bound: &Bound<'_, N>,
        duplicates: Duplicates,
        reach: PruningLimits,
        limits: &Limits,
    ) -> Result<Report<Move>, StopReason> {
        let started = Instant::now();
        let pruned = self.pruned(reach, limits)?;
        let left = |time: Duration| time.saturating_sub(started.elapsed());
        let limits = &Limits {
            time: limits.time.map(left),
            ..limits.clone()
        };
        let duplicates = match duplicates {
            Duplicates::Enter if pruned.is_idle() => Duplicates::default(),
            duplicates => duplicates,
        };
        if let (Some(rows), Some(places)) = (&pruned.rows, self.found.places()) {
            let puzzle = &self.by_rule(places);
            return Ok(match bound {
                // The quickest of the bounds is asked without a detour.
                Bound::Travel(travel) if duplicates == Duplicates::Enter => {
                    let threads = limits.threads();
                    parallel_idastar(puzzle, start, *travel, rows, threads, limits)
                }
                Bound::Travel(travel) => idastar(puzzle, start, *travel, rows, duplicates, limits),
                _ => idastar(puzzle, start, bound, rows, duplicates, limits),
            });
        }
        let (puzzle, sieve) = (&self.by_rule(()), &pruned.sieve);
        let report = idastar(puzzle, start, bound, sieve, duplicates, limits);
        Ok(report)
    }
}
