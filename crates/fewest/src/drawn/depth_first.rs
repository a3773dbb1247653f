//! Depth-first search of compiled puzzles, with move pruning.

use std::convert::Infallible;

use fewest_ground::analysis::{
    Analysis, ByRule, DistanceHeuristic, FAR, MovePruning, NEAR, SelectedHeuristic,
    TabulatedDistance, TabulatedRules,
};
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_rules::{Heuristic, Limits, Report, StopReason, Words};
use fewest_search::{Duplicates, NoPruning, PruningLimits, idastar, parallel_idastar};

use super::forecast::{Course, DEPTH_RATE, Lead, lead, recorded};
use super::solver::DrawnSolver;
use super::stages::Stages;

/// The most states that a short depth-first search may expand. It takes a tenth of the time that a
/// breadth-first search needs for each state.
pub(super) const DEPTH: u64 = 10 << 18;

/// The most states that the first search without a table may expand, which only tells how much work
/// its bounds take.
const PROBE: u64 = DEPTH / 16;

/// By this factor, a turn without a table may expand more states than the turn before it.
const DEEPER: u64 = 64;

/// If the search without a table is ahead, it may expand this many times the states of the other one.
/// Then that one takes about a sixteenth of the time.
const SHARE: u64 = 16 * DEPTH_RATE as u64;

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// Solves the board by IDA*. Moves are pruned by comparing sequences of moves within the limits
    /// `reach`.
    ///
    /// # Errors
    /// The limit that was reached before the search began.
    pub(super) fn pruned_idastar(
        &self,
        heuristic: &SelectedHeuristic<'_, N>,
        duplicates: Duplicates,
        reach: PruningLimits,
        limits: &Limits,
    ) -> Result<Report<CompiledMove>, StopReason> {
        let limits = &limits.from_now();
        let pruning = self.analysis.pruning(reach, limits)?;
        let duplicates = match duplicates {
            Duplicates::Enter if pruning.is_idle() => Duplicates::default(),
            duplicates => duplicates,
        };
        if let (SelectedHeuristic::Distance(distance), Duplicates::Enter, Some(analysis)) =
            (heuristic, duplicates, self.analysis.of_one_word())
            && let Some(report) = tabulated_idastar(
                analysis,
                Words([self.start.0[0]]),
                distance,
                pruning,
                limits,
            )
        {
            return Ok(report);
        }
        Ok(match heuristic {
            // In small puzzles, the fastest heuristic is called directly, without the dispatch of
            // `SelectedHeuristic`.
            SelectedHeuristic::Distance(distance) if N <= 2 => {
                self.idastar_by(*distance, pruning, duplicates, limits)
            }
            _ => self.idastar_by(heuristic, pruning, duplicates, limits),
        })
    }

    fn idastar_by<H: Heuristic<ByRule<'a, &'a CompiledPuzzle<N>>, Cache: Send + Sync> + Sync>(
        &self,
        heuristic: &H,
        pruning: &MovePruning,
        duplicates: Duplicates,
        limits: &Limits,
    ) -> Report<CompiledMove> {
        let (puzzle, start) = (&self.analysis.by_rule(), self.start);
        if duplicates == Duplicates::Enter {
            let threads = limits.threads();
            parallel_idastar(puzzle, start, heuristic, pruning, threads, limits)
        } else {
            idastar(puzzle, start, heuristic, pruning, duplicates, limits)
        }
    }

    /// Solves the board by IDA*.
    pub(super) fn idastar(
        &self,
        heuristic: &SelectedHeuristic<'_, N>,
        limits: &Limits,
    ) -> Report<CompiledMove> {
        if Analysis::<N>::EVERY_ALGORITHM {
            let Err(report) = self.idastar_in_turns(heuristic, limits);
            report
        } else {
            let puzzle = self.analysis.puzzle();
            let duplicates = Duplicates::default();
            idastar(
                puzzle, self.start, heuristic, &NoPruning, duplicates, limits,
            )
        }
    }

    /// Solves the board by IDA* with and without a table of the states entered. A short search with
    /// little preparation runs first, so that boards with short solutions are solved fast.
    ///
    /// Without a table, a state takes a tenth of the time, and several threads can be used; but only
    /// with it can a board be proven unsolvable. If every move can be taken back, both take turns.
    /// Each search begins again in each of its turns, so the turns grow fast. While the search without
    /// a table is clearly ahead by the work for the bounds proven so far, the other one only gets a
    /// small share of the time.
    ///
    /// # Errors
    /// Always the report of all turns.
    fn idastar_in_turns(
        &self,
        heuristic: &SelectedHeuristic<'_, N>,
        limits: &Limits,
    ) -> Result<Infallible, Report<CompiledMove>> {
        let mut stages = Stages::new(limits);
        let mut turn = |duplicates, reach, most| {
            let (own, recorder) = recorded(stages.limits(most, None));
            let report = self.pruned_idastar(heuristic, duplicates, reach, &own);
            let report = report.map_err(|reason| stages.stopped(reason))?;
            let course = recorder.course(&report.statistics);
            match stages.end(report, false) {
                Ok(report) => Err(report),
                Err(_) => Ok(course),
            }
        };
        let mut with_table = turn(Duplicates::LeaveAll, NEAR, Some(DEPTH))?;
        // Without a table and without pruning, a search would take every move back.
        let pruning = self.analysis.pruning(FAR, limits);
        let alternate = self.analysis.inverse_moves().is_some()
            && pruning.is_ok_and(|pruning| !pruning.is_idle());
        if !alternate {
            loop {
                turn(Duplicates::LeaveAll, FAR, None)?;
            }
        }
        let is_ahead = |with_table: &Course, without_table: &Course| {
            lead(with_table, without_table, DEPTH_RATE) == Lead::Depth
        };
        let mut few = DEPTH;
        let mut without_table = turn(Duplicates::Enter, FAR, Some(PROBE))?;
        loop {
            let deeper = if is_ahead(&with_table, &without_table) {
                DEEPER * DEEPER
            } else {
                DEEPER
            };
            few = few.saturating_mul(deeper);
            without_table = turn(Duplicates::Enter, FAR, Some(few))?;
            let share = if is_ahead(&with_table, &without_table) {
                SHARE
            } else {
                1
            };
            with_table = turn(Duplicates::LeaveAll, FAR, Some(few / share))?;
        }
    }
}

/// IDA* with tables of what the rules do. `None` if the rules cannot be tabulated, or if the moves
/// made before do not tell which of them apply.
fn tabulated_idastar(
    analysis: &Analysis<1>,
    start: Words<1>,
    distance: &DistanceHeuristic,
    pruning: &MovePruning,
    limits: &Limits,
) -> Option<Report<CompiledMove>> {
    let MovePruning::Rows(automaton) = pruning else {
        return None;
    };
    let rules = &*TabulatedRules::new(analysis.puzzle())?;
    let distance = &TabulatedDistance::new(rules, distance)?;
    let by_rule = &analysis.by_rule();
    let pruning = &automaton.relabelled(by_rule, |_, m| rules.tabulated(m));
    let report = parallel_idastar(rules, start, distance, pruning, limits.threads(), limits);
    Some(Report {
        outcome: report.outcome.map(|m| rules.compiled(m)),
        statistics: report.statistics,
    })
}
