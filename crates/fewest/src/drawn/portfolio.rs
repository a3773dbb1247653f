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

#[cfg(test)]
mod tests {
    use fewest_ground::reduction::Starts;
    use fewest_ground::{compile, with_compiled};
    use fewest_rules::Limits;

    use super::super::effort::Effort;
    use super::super::file::read_named;
    use super::super::solver::DrawnSolver;
    use crate::library;

    /// The method that solves the start of a puzzle, and whether its bound is often exact.
    fn decided(text: &str, effort: Effort) -> (String, bool) {
        let (file, _) = read_named("one.fewest", text).expect("the text has no fault");
        let board = file.start().expect("the text has a start");
        let compiled = compile(&board.ground, Starts::One(&board.start)).expect("it is small");
        with_compiled!(compiled, analysis => {
            let start = analysis.puzzle().state(&board.start).unwrap_or_default();
            let solver = DrawnSolver { effort, ..DrawnSolver::new(&analysis, start) };
            let (_, method) = solver.best(&Limits::default(), &mut None);
            (format!("{method:?}"), solver.bound_is_often_exact())
        })
    }

    /// The same for an example of the library.
    fn decided_for(name: &str, effort: Effort) -> (String, bool) {
        let mut all = library::all().iter();
        let entry = all.find(|entry| entry.name == name);
        decided(entry.expect("an example").text, effort)
    }

    /// The first search in breadth ends after two states; the next turns are as long as usual.
    const SHORT_FIRST: Effort = Effort {
        first: 2,
        early: 1 << 16,
        many: 1 << 18,
        share: 16,
        few_goals: 1,
    };

    #[test]
    fn equations_need_no_search() {
        let (found, _) = decided_for("lights-out", Effort::default());
        assert!(found.starts_with("Linear"), "{found}");
    }

    #[test]
    fn a_short_search_in_breadth_solves_most_boards() {
        assert_eq!(decided_for("hanoi", Effort::default()).0, "Search(Bfs)");
    }

    #[test]
    fn goals_that_no_move_can_make_are_seen_at_once() {
        let puzzle = "puzzle lamps\nsymbols a b c\nboard 1x2\nmove press(cell) [a] -> [b]\n\
                      goal all c\nstart\n  a a\n";
        assert_eq!(decided(puzzle, Effort::default()).0, "Goals");
    }

    /// Two tiles are exchanged. The search in breadth would prove it, too, after 360 states.
    #[test]
    fn an_invariant_is_tried_before_a_long_search() {
        let puzzle = "puzzle five\nsymbols 1 2 3 4 5 _\nboard 2x3\n\
                      move slide(cell, dir)\n  [_ | ?x] -> [?x | _]\n\
                      goal board\n  1 2 3\n  4 5 _\nstart\n  2 1 3\n  4 5 _\n";
        assert_eq!(decided(puzzle, SHORT_FIRST).0, "Goals");
    }

    #[test]
    fn a_search_goes_on_from_both_ends_where_goals_are_listed() {
        assert_eq!(decided_for("hanoi", SHORT_FIRST).0, "Search(Bidirectional)");
    }

    #[test]
    fn a_long_search_from_both_ends_is_up_to_symmetry() {
        let (found, _) = decided_for("pyraminx", Effort::SMALL);
        assert_eq!(found, "BothEndsUpToSymmetry(24)");
    }

    /// A flip of pancakes parts one pair of neighbours. A turn of the topspin parts two.
    #[test]
    fn a_bound_that_a_move_lowers_by_one_is_often_exact() {
        let effort = Effort {
            early: 4,
            ..SHORT_FIRST
        };
        let (found, is_exact) = decided_for("pancake", effort);
        assert!(found.starts_with("Informed(IdaStar") && is_exact, "{found}");
        let (_, is_exact) = decided_for("topspin", effort);
        assert!(!is_exact);
    }

    #[test]
    fn a_search_in_depth_takes_turns_where_a_bound_is_known() {
        let (found, _) = decided_for("eight", Effort::SMALL);
        assert!(found.starts_with("Informed(IdaStar"), "{found}");
    }
}
