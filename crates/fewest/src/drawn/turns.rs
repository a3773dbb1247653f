//! Solves a board by a breadth-first and a depth-first search, which take turns.
//!
//! The analysis determines which algorithms fit, but not which of them is faster: this depends on
//! the number of states, which is not known in advance. So the two searches take turns, each time
//! with a larger budget. Breadth-first search is best if there are few states, and it can prove by
//! exhaustion that there is no solution. It continues where it paused; if the goals are listed, it
//! runs from both ends. Depth-first search with a lower bound (IDA*) needs hardly any memory, but
//! begins again in each turn.
//!
//! The first turns are short. After each round, the work of both searches for the next bounds is
//! forecast from the bounds proven so far. If one search is clearly ahead, the other search gets
//! only a small share of the time, in case the forecast is wrong. A search that is hopelessly
//! behind gets an even smaller share.

use fewest_ground::analysis::{FAR, NEAR, SelectedHeuristic, StateRanking};
use fewest_rules::StopReason;
use fewest_search::Duplicates;

use super::breadth_search::BreadthSearch;
use super::forecast::{Course, DEPTH_RATE, Lead, forecast_words, lead, recorded};
use super::method::MethodReport;
use super::no_goal::unsolvable;
use super::solver::DrawnSolver;
use super::stages::{MOST_BYTES, Stages};
use crate::algorithm::Algorithm;
use crate::api::Method;

/// The two searches that take turns.
struct SearchTurns<'a, const N: usize> {
    /// Whether the depth-first search still takes turns.
    in_depth: bool,
    /// The greatest number of states that each search (`breadth`, `depth`) may expand in its next
    /// turn.
    breadth: u64,
    depth: u64,
    /// Whether each search (`breadth_waits`, `depth_waits`) skips the next round.
    breadth_waits: bool,
    depth_waits: bool,
    /// The bounds that each search has proven and the states that it has expanded. Of the
    /// depth-first search, only the last turn counts.
    breadth_course: Course,
    depth_course: Course,
    /// The states that the depth-first search has expanded in all turns.
    depth_spent: u64,
    /// How many times as long as a look-up the lower bound takes.
    effort: f64,
    /// The search that is behind gets one part in this many of the time.
    share: u64,
    /// The breadth-first search, which is continued in each turn; `None` if it has been given up.
    wave: Option<BreadthSearch<'a, N>>,
}

/// How a turn ended.
enum TurnEnd {
    /// The search is finished.
    Ended(MethodReport),
    /// The search has used up its budget.
    Spent,
    /// The depth-first search cannot run, because there is no heuristic.
    NoHeuristic,
}

impl<const N: usize> SearchTurns<'_, N> {
    /// Whether the breadth-first search still takes turns.
    fn in_breadth(&self) -> bool {
        self.wave.is_some()
    }

    /// How many states the depth-first search expands in the time in which the breadth-first search
    /// expands one.
    fn rate(&self) -> f64 {
        DEPTH_RATE / self.effort
    }

    /// The search that is clearly ahead. If one search has been given up, the other search is
    /// ahead.
    fn lead(&self) -> Lead {
        match (self.in_breadth(), self.in_depth) {
            (true, true) => lead(&self.breadth_course, &self.depth_course, self.rate()),
            (_, false) => Lead::Breadth { hopeless: false },
            (false, true) => Lead::Depth,
        }
    }

    /// Explains which of the searches has the lead.
    fn explain(&self, lead: Lead) -> Option<String> {
        let breadth = self.wave.as_ref().map(BreadthSearch::algorithm);
        let breadth = Method::Search(breadth.unwrap_or(Algorithm::Bfs)).to_string();
        let depth = Method::Search(Algorithm::IdaStar).to_string();
        let why = match (self.in_breadth(), self.in_depth) {
            (true, true) => forecast_words(&self.breadth_course, &self.depth_course),
            (true, false) => format!("{depth} has no lower bound, or needs too much memory"),
            _ => format!("{breadth} needs too much memory"),
        };
        match lead {
            Lead::Open => None,
            Lead::Breadth { .. } => Some(format!("{breadth} gets nearly all the time: {why}")),
            Lead::Depth => Some(format!("{depth} gets nearly all the time: {why}")),
        }
    }

    /// Sets the budgets of the next round. The budget of a search that begins again in each turn
    /// grows fast, so that its earlier turns take a small part of the time. The search that is
    /// behind skips rounds until its next turn takes only a small part of the work of the other
    /// search.
    fn grow(&mut self, lead: Lead) {
        let spent = self.breadth_course.expanded();
        (self.breadth_waits, self.depth_waits) = (false, false);
        match lead {
            Lead::Open => {
                self.breadth = self.breadth.saturating_mul(4);
                let level = (self.breadth as f64 * self.rate()) as u64;
                self.depth = self.depth.saturating_mul(8).min(level);
            }
            Lead::Breadth { hopeless } => {
                self.breadth = self.breadth.saturating_mul(4);
                // A state of the depth-first search may take as long as a state of the
                // breadth-first search.
                let rate = if hopeless {
                    self.rate().min(1.0)
                } else {
                    self.rate()
                };
                let share = ((spent / self.share) as f64 * rate) as u64;
                self.depth_waits = share < self.depth.saturating_mul(4);
                if !self.depth_waits {
                    self.depth = share;
                }
            }
            Lead::Depth => {
                self.depth = self.depth.saturating_mul(16);
                let share = (self.depth_spent as f64 / self.rate()) as u64 / self.share;
                self.breadth_waits = share < spent.saturating_mul(4);
                if !self.breadth_waits {
                    self.breadth = share;
                }
            }
        }
    }
}

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// Solves the board by breadth-first and depth-first searches in turns; the breadth-first search
    /// continues `wave`. Sets `choice` to the reason why one of the searches got nearly all the time,
    /// if one did.
    pub(super) fn in_turns(
        &self,
        wave: BreadthSearch<'a, N>,
        mut stages: Stages,
        choice: &mut Option<String>,
    ) -> MethodReport {
        let exact = self.bound_is_often_exact();
        let mut turns = SearchTurns {
            in_depth: !self.analysis.heuristic_names().is_empty(),
            breadth: self.effort.first_breadth,
            depth: match exact {
                true => self.effort.short_depth,
                false => self.effort.first_depth,
            },
            breadth_waits: false,
            depth_waits: false,
            breadth_course: self.course_in_breadth(),
            depth_course: Course::default(),
            depth_spent: 0,
            effort: 1.0,
            share: self.effort.share,
            wave: Some(wave),
        };
        if exact && let TurnEnd::Ended(solved) = self.turn_in_depth(&mut turns, &mut stages) {
            return solved;
        }
        // The first turn of IDA* waits if no heuristic is available at once, because then it builds
        // pattern databases, which takes long.
        turns.depth_waits =
            exact || matches!(self.analysis.cheap_heuristic(), SelectedHeuristic::Zero);
        let (mut round, mut abstracted) = (0_u64, false);
        loop {
            round += 1;
            if turns.in_breadth()
                && !(turns.breadth_waits && turns.in_depth)
                && let TurnEnd::Ended(solved) = self.turn_in_breadth(&mut turns, &mut stages)
            {
                return solved;
            }
            if turns.in_depth && !(turns.depth_waits && turns.in_breadth()) {
                match self.turn_in_depth(&mut turns, &mut stages) {
                    TurnEnd::Ended(solved) => return solved,
                    TurnEnd::Spent => {}
                    TurnEnd::NoHeuristic => continue,
                }
            }
            // If a short enumeration can list the goals, they were examined before the first turn.
            if round == 2
                && self.analysis.goals_at_once().is_none()
                && let Some(why) = self.no_goal_listed()
            {
                return unsolvable(&stages, why);
            }
            if round == 2
                && let Some(report) = self.by_pieces(&mut stages)
            {
                return report;
            }
            // An abstraction without a reachable goal proves quickly that there is no solution. A
            // search from both ends often proves this, too, after it has visited all states near
            // the goals. So if there is such a search, abstractions are built in a later round,
            // when building them takes a small part of the time.
            let wave = turns.wave.as_ref();
            let wait = match wave.is_some_and(BreadthSearch::has_both_ends) {
                true => 4,
                false => 3,
            };
            if round >= wait && !std::mem::replace(&mut abstracted, true) {
                match self.no_goal_in_patterns(&mut stages) {
                    Ok(None) => {}
                    Ok(Some(why)) => return unsolvable(&stages, why),
                    Err(reason) => {
                        return (stages.stopped(reason), Method::PatternDatabases);
                    }
                }
            }
            let lead = turns.lead();
            *choice = turns.explain(lead);
            turns.grow(lead);
            // Once building pattern databases takes a small part of the time, IDA* is tried before the
            // breadth-first search goes on.
            if turns.depth_course.expanded() == 0 {
                let tries = turns.breadth_course.expanded() >= 4 * self.effort.many;
                (turns.breadth_waits, turns.depth_waits) = (tries, !tries);
            }
        }
    }

    /// Whether the lower bound adds the distances of independent parts of the board, or counts labels
    /// that lie beside wrong ones. Such a bound is often the length of a solution, so that a
    /// depth-first search hardly ever has to turn back.
    fn bound_is_often_exact(&self) -> bool {
        self.analysis.has_parts()
            || matches!(
                self.analysis.cheap_heuristic(),
                SelectedHeuristic::Neighbours(_) | SelectedHeuristic::Together(_)
            )
    }

    /// The course of a breadth-first search that has not begun.
    fn course_in_breadth(&self) -> Course {
        Course::among(self.analysis.ranking().map(StateRanking::size))
    }

    fn turn_in_breadth(&self, turns: &mut SearchTurns<'a, N>, stages: &mut Stages) -> TurnEnd {
        let Some(mut wave) = turns.wave.take() else {
            return TurnEnd::Spent;
        };
        if let Some(better) = self.better_search(&wave, turns.breadth) {
            wave = better;
            turns.breadth_course = self.course_in_breadth();
        }
        // Even a search that has all the time pauses once, to look for symmetries.
        let few = match turns.in_depth {
            true => turns.breadth,
            false if turns.breadth > self.effort.many => u64::MAX,
            false => self.effort.many,
        };
        let (method, both_ends) = (wave.method(), wave.has_both_ends());
        stages.pause(0);
        let memory = turns.in_depth.then_some(MOST_BYTES);
        let (own, recorder) = recorded(stages.limits(None, memory));
        let mut report = wave.advance(few, &own).keep(&mut turns.wave);
        if both_ends {
            self.admit_dead_ends(&mut report);
        }
        turns
            .breadth_course
            .extend(recorder.course(&report.statistics));
        if let Ok(report) = stages.end(report, turns.in_depth) {
            return TurnEnd::Ended((report, method));
        }
        stages.pause(turns.wave.as_ref().map_or(0, BreadthSearch::bytes));
        TurnEnd::Spent
    }

    fn turn_in_depth(&self, turns: &mut SearchTurns<'a, N>, stages: &mut Stages) -> TurnEnd {
        let few = turns.in_breadth().then_some(turns.depth);
        let own = stages.limits(few, Some(MOST_BYTES));
        let heuristic = match self.heuristic(None, &own, stages) {
            Ok(heuristic) => heuristic,
            Err(StopReason::Memory) => SelectedHeuristic::Zero,
            Err(reason) => {
                return TurnEnd::Ended((stages.stopped(reason), Method::PatternDatabases));
            }
        };
        if matches!(heuristic, SelectedHeuristic::Zero) {
            turns.in_depth = false;
            turns.wave.get_or_insert_with(|| self.search_from_start());
            return TurnEnd::NoHeuristic;
        }
        turns.effort = heuristic.effort();
        let (own, recorder) = recorded(stages.limits(few, Some(MOST_BYTES)));
        // The breadth-first search could not store all states, so a table of visited states cannot
        // store them either.
        let duplicates = match self.analysis.is_undoable() {
            true => Duplicates::Enter,
            false => Duplicates::default(),
        };
        let reach = if few.is_none_or(|few| few > self.effort.short_depth) {
            FAR
        } else {
            NEAR
        };
        let method = Method::Informed(Algorithm::IdaStar, heuristic.words());
        let report = match self.pruned_idastar(&heuristic, duplicates, reach, &own) {
            Ok(report) => report,
            Err(reason) => return TurnEnd::Ended((stages.stopped(reason), method)),
        };
        turns.depth_course = recorder.course(&report.statistics);
        turns.depth_spent += report.statistics.expanded;
        match stages.end(report, turns.in_breadth()) {
            Ok(report) => TurnEnd::Ended((report, method)),
            Err(reason) => {
                turns.in_depth = reason == StopReason::States;
                TurnEnd::Spent
            }
        }
    }
}
