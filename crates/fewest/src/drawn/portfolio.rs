//! The default method: chooses searches by the properties that the analysis has found.
//!
//! Some thousand states are searched in breadth first, because most boards end there. Then proofs
//! are tried that take no search. On all other boards, a breadth-first search and IDA* take turns
//! (`turns.rs`). Breadth-first search is best if there are few states, and it can prove by
//! exhaustion that there is no solution; if the goals are listed, it runs from both ends. IDA* needs
//! hardly any memory, and is best if the lower bound is good. What takes some time to prepare is
//! prepared when the searches have taken about as long.

use fewest_ground::analysis::{Measure, SelectedHeuristic};
use fewest_rules::{Limits, Outcome, StopReason};
use fewest_search::Duplicates;

use super::breadth_search::BreadthSearch;
use super::depth_first::DepthSearch;
use super::effort::Effort;
use super::method::MethodReport;
use super::no_goal::{goals_are_few, impossible_goals, unsolvable};
use super::solver::DrawnSolver;
use super::stages::{MOST_BYTES, Stages, stop_reason};
use super::turns::{Contestant, Turns};
use crate::api::Method;

/// A breadth-first search and IDA*.
type SearchTurns<'a, const N: usize> = Turns<BreadthSearch<'a, N>, DepthSearch<'a, N>>;

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// Solves the board by the method that is probably the fastest, without costs. If several searches
    /// take turns, sets `choice` to the reason why one of these searches was chosen.
    pub(super) fn best(&self, limits: &Limits, choice: &mut Option<String>) -> MethodReport {
        let mut stages = Stages::new(limits);
        if let Some((report, method)) = self.linear(limits)
            && stop_reason(&report) != Some(StopReason::Capacity)
        {
            return (report, method);
        }
        let reduced = self.analysis.puzzle().reduced();
        if let Some(why) = impossible_goals(reduced) {
            return unsolvable(&stages, why);
        }
        let effort = self.effort;
        let mut turns = Turns {
            one: Contestant::new(Some(self.search_from_start()), effort.first, 1.0),
            other: Contestant::new(None, effort.early, 1.0),
            share: effort.share,
        };
        let exhausted = match turns.turn(&mut stages, true) {
            Ok((report, method)) if !matches!(report.outcome, Outcome::Unsolvable(_)) => {
                return (report, method);
            }
            end => end.ok(),
        };
        // A proof by an invariant explains more than an exhausted search. If there are many goals,
        // listing them for such a proof takes longer than a search.
        if (exhausted.is_none() || goals_are_few(reduced, self.effort))
            && let Some(why) = self.no_goal_listed()
        {
            return unsolvable(&stages, why);
        }
        if let Some(exhausted) = exhausted {
            return exhausted;
        }
        if self.analysis.piece_bounds().next().is_some()
            && let Some(report) = self.by_pieces(&mut stages)
        {
            return report;
        }
        self.in_turns(turns, stages, choice)
    }

    /// Solves the board by searches in turns. Sets `choice` to the reason why one of them got nearly
    /// all the time, if one did.
    fn in_turns(
        &self,
        mut turns: SearchTurns<'a, N>,
        mut stages: Stages,
        choice: &mut Option<String>,
    ) -> MethodReport {
        let Effort { early, many, .. } = self.effort;
        let exact = self.bound_is_often_exact();
        let at_once = exact || !matches!(self.analysis.cheap_heuristic(), SelectedHeuristic::Zero);
        let mut bounded = !self.analysis.heuristic_names().is_empty();
        let (mut counted, mut abstracted) = (false, false);
        turns.one.budget = early;
        loop {
            let states = turns
                .one
                .search
                .as_ref()
                .map_or(u64::MAX, |_| turns.one.budget);
            // IDA* begins when breadth-first search has had a turn, or when that has taken so long
            // that building pattern databases takes a small part of the time. If the bound is often
            // the length of a solution, it begins at once and hardly ever has to turn back.
            if bounded && (exact || at_once && states > early || states > 4 * many) {
                bounded = false;
                let budget = if exact { self.short_depth() } else { early };
                match self.begin_in_depth(budget, &mut stages) {
                    Ok(search) => turns.other = search,
                    Err(reason) => return (stages.stopped(reason), Method::PatternDatabases),
                }
            }
            if turns.one.search.is_none() && turns.other.search.is_none() {
                turns.one.replace(self.search_from_start());
            }
            if states > many
                && !std::mem::replace(&mut counted, true)
                && let Some(report) = self.by_pieces(&mut stages)
            {
                return report;
            }
            // An abstraction without a reachable goal proves quickly that there is no solution. A
            // search from both ends often proves this, too, after it has visited all states near
            // the goals.
            let wave = turns.one.search.as_ref();
            let wait = match wave.is_some_and(BreadthSearch::has_both_ends) {
                true => 16 * many,
                false => 4 * many,
            };
            if states > wait && !std::mem::replace(&mut abstracted, true) {
                match self.no_goal_in_patterns(&mut stages) {
                    Ok(None) => {}
                    Ok(Some(why)) => return unsolvable(&stages, why),
                    Err(reason) => return (stages.stopped(reason), Method::PatternDatabases),
                }
            }
            if let Some(wave) = wave
                && let Some(better) = self.better_search(wave, states)
            {
                turns.one.replace(better);
            }
            if let Ok(solved) = turns.turn(&mut stages, bounded) {
                return solved;
            }
            *choice = turns.explain();
        }
    }

    /// Prepares IDA* with the best lower bound. There is no search if there is no bound, or if it
    /// needs too much memory.
    ///
    /// # Errors
    /// Another limit that was reached.
    fn begin_in_depth(
        &self,
        budget: u64,
        stages: &mut Stages,
    ) -> Result<Contestant<DepthSearch<'a, N>>, StopReason> {
        let limits = stages.limits(None, Some(MOST_BYTES));
        let heuristic = match self.heuristic(None, &limits, stages) {
            Err(StopReason::Memory) => SelectedHeuristic::Zero,
            heuristic => heuristic?,
        };
        // Breadth-first search could not store all states, so a table cannot store them either.
        let duplicates = match self.analysis.is_undoable() {
            true => Duplicates::Enter,
            false => Duplicates::LeaveAll,
        };
        let mut search = self.in_depth(heuristic, duplicates, budget);
        if matches!(heuristic, SelectedHeuristic::Zero) {
            search.search = None;
        }
        if let Some(search) = &mut search.search {
            search.most_bytes = Some(MOST_BYTES);
        }
        Ok(search)
    }

    /// Whether the lower bound adds the distances of independent parts of the board, or counts labels
    /// that lie beside wrong ones, of which a move parts one. Such a bound is often the length of a
    /// solution.
    fn bound_is_often_exact(&self) -> bool {
        let SelectedHeuristic::Potential(potential) = self.analysis.cheap_heuristic() else {
            return self.analysis.has_parts();
        };
        let counts = matches!(
            potential.measure(),
            Measure::Neighbours { .. } | Measure::Apart { .. }
        );
        counts && potential.lowered() == Some(1) || self.analysis.has_parts()
    }
}
