//! Depth-first search of compiled puzzles, with move pruning.

use fewest_ground::analysis::{
    Analysis, ByRule, DistanceHeuristic, FAR, MovePruning, NEAR, SelectedHeuristic,
    TabulatedDistance, TabulatedRules,
};
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_rules::{Heuristic, Limits, Report, StopReason, Words};
use fewest_search::{Duplicates, NoPruning, PruningLimits, idastar, parallel_idastar};

use super::solver::DrawnSolver;
use super::stages::Stages;

/// The most states that a short depth-first search may expand. It takes a tenth of the time that a
/// breadth-first search needs for each state.
pub(super) const DEPTH: u64 = 10 << 18;

/// By this factor, a turn without a table may expand more states than the turn before it.
const DEEPER: u64 = 64;

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

    /// Solves the board by IDA*. A short search with little preparation runs first, so that boards
    /// with short solutions are solved fast.
    ///
    /// If every move can be taken back, searches with and without a table of the states entered take
    /// turns. Without it, a state takes a tenth of the time, and several threads can be used; but
    /// only with it can a board be proven unsolvable.
    pub(super) fn idastar(
        &self,
        heuristic: &SelectedHeuristic<'_, N>,
        limits: &Limits,
    ) -> Report<CompiledMove> {
        if Analysis::<N>::EVERY_ALGORITHM {
            let mut stages = Stages::new(limits);
            let (mut few, mut reach) = (DEPTH, NEAR);
            let mut duplicates = Duplicates::LeaveAll;
            let mut turns = self.analysis.inverse_moves().is_some();
            loop {
                let most = (turns || reach == NEAR).then_some(few);
                let own = stages.limits(most, None);
                match self.pruned_idastar(heuristic, duplicates, reach, &own) {
                    Err(reason) => return stages.stopped(reason),
                    Ok(report) => {
                        if let Ok(report) = stages.end(report, false) {
                            return report;
                        }
                    }
                }
                reach = FAR;
                // Without a table and without pruning, a search would take every move back.
                let pruning = self.analysis.pruning(reach, &own);
                turns = turns && pruning.is_ok_and(|pruning| !pruning.is_idle());
                duplicates = match duplicates {
                    Duplicates::LeaveAll if turns => Duplicates::Enter,
                    _ => Duplicates::LeaveAll,
                };
                if duplicates == Duplicates::Enter {
                    few = few.saturating_mul(DEEPER);
                }
            }
        } else {
            let puzzle = self.analysis.puzzle();
            let duplicates = Duplicates::default();
            idastar(
                puzzle, self.start, heuristic, &NoPruning, duplicates, limits,
            )
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
