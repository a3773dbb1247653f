//! Solves a board by a breadth-first and a depth-first search, which take turns.
//!
//! The analysis determines which algorithms fit, but not which of them is faster: this depends on
//! the number of states, which is not known in advance. So the two searches take turns, each time
//! with a larger budget. Breadth-first search is best if there are few states, and it can prove by
//! exhaustion that there is no solution. It runs from both ends if the goals are listed.
//! Depth-first search with a lower bound (IDA*) needs no memory. The budget of the search that has
//! proven the greater lower bound grows faster.

use std::cmp::Ordering;

use fewest_ground::analysis::{FAR, NEAR, SelectedHeuristic};
use fewest_rules::{Limits, Outcome, Report, StopReason};
use fewest_search::{Duplicates, bfs, solve_up_to_symmetry};

use super::depth_first::DEPTH;
use super::method::MethodReport;
use super::no_goal::unsolvable;
use super::solver::DrawnSolver;
use super::stages::{MOST_BYTES, Stages};
use crate::algorithm::Algorithm;
use crate::api::Method;

/// The most states that the breadth-first search may expand in its first turn.
const BREADTH: u64 = 1 << 18;
/// The least number of symmetries for which a search up to symmetry pays off. Each state is
/// compared with as many images as there are symmetries.
const FEW_SYMMETRIES: usize = 4;

/// The budgets of the two searches that take turns.
struct TurnBudgets {
    /// Whether each of the two searches may still find a solution.
    in_breadth: bool,
    in_depth: bool,
    /// The most states that each search may expand in its next turn.
    breadth: u64,
    depth: u64,
}

/// How a turn ended.
enum TurnEnd {
    /// The search is finished.
    Ended(MethodReport),
    /// The search has used up its budget. It has proven that every solution has at least this many
    /// moves.
    Spent(u32),
    /// The depth-first search cannot run, because there is no heuristic.
    NoHeuristic,
}

impl<const N: usize> DrawnSolver<'_, N> {
    /// Solves the board by breadth-first and depth-first searches in turns.
    pub(super) fn in_turns(&self, mut stages: Stages) -> MethodReport {
        let mut turns = TurnBudgets {
            in_breadth: true,
            in_depth: !self.analysis.heuristic_names().is_empty(),
            breadth: BREADTH,
            depth: DEPTH,
        };
        let mut abstracted = false;
        loop {
            let mut proven = [0, 0];
            if turns.in_breadth {
                match self.turn_in_breadth(&mut turns, &mut stages) {
                    TurnEnd::Ended(solved) => return solved,
                    TurnEnd::Spent(least) => proven[0] = least,
                    TurnEnd::NoHeuristic => {}
                }
            }
            if turns.in_depth {
                match self.turn_in_depth(&mut turns, &mut stages) {
                    TurnEnd::Ended(solved) => return solved,
                    TurnEnd::Spent(least) => proven[1] = least,
                    TurnEnd::NoHeuristic => continue,
                }
            }
            // If some abstraction has no reachable goal, this proves quickly that there is no
            // solution. At this point the time for building an abstraction no longer matters.
            if !std::mem::replace(&mut abstracted, true) {
                match self.no_goal_in_patterns(&mut stages) {
                    Ok(None) => {}
                    Ok(Some(why)) => return unsolvable(&stages, why),
                    Err(reason) => {
                        return (stages.stopped(reason), Method::PatternDatabases);
                    }
                }
            }
            let (more, deeper) = match proven[0].cmp(&proven[1]) {
                Ordering::Less => (2, 16),
                Ordering::Equal => (4, 4),
                Ordering::Greater => (16, 2),
            };
            turns.breadth = turns.breadth.saturating_mul(more);
            turns.depth = turns.depth.saturating_mul(deeper);
        }
    }

    fn turn_in_breadth(&self, turns: &mut TurnBudgets, stages: &mut Stages) -> TurnEnd {
        let few = turns.in_depth.then_some(turns.breadth);
        let own = stages.limits(few, turns.in_depth.then_some(MOST_BYTES));
        let (report, method) = self.in_breadth(turns.breadth > BREADTH, &own);
        let least = lower_bound(&report);
        match stages.end(report, turns.in_depth) {
            Ok(report) => TurnEnd::Ended((report, method)),
            Err(reason) => {
                turns.in_breadth = reason == StopReason::States;
                TurnEnd::Spent(least)
            }
        }
    }

    fn turn_in_depth(&self, turns: &mut TurnBudgets, stages: &mut Stages) -> TurnEnd {
        let few = turns.in_breadth.then_some(turns.depth);
        let own = stages.limits(few, Some(MOST_BYTES));
        let heuristic = match self.heuristic(None, &own, stages) {
            Ok(heuristic) => heuristic,
            Err(StopReason::Memory) => SelectedHeuristic::Zero,
            Err(reason) => {
                return TurnEnd::Ended((stages.stopped(reason), Method::PatternDatabases));
            }
        };
        if matches!(heuristic, SelectedHeuristic::Zero) {
            (turns.in_breadth, turns.in_depth) = (true, false);
            return TurnEnd::NoHeuristic;
        }
        let own = stages.limits(few, Some(MOST_BYTES));
        // The breadth-first search could not store all states, so a table of visited states cannot
        // store them either.
        let duplicates = match self.analysis.inverse_moves() {
            Some(_) => Duplicates::Enter,
            None => Duplicates::default(),
        };
        let reach = if few.is_none_or(|few| few > DEPTH) {
            FAR
        } else {
            NEAR
        };
        let method = Method::Informed(Algorithm::IdaStar, heuristic.words());
        let report = match self.pruned_idastar(&heuristic, duplicates, reach, &own) {
            Ok(report) => report,
            Err(reason) => return TurnEnd::Ended((stages.stopped(reason), method)),
        };
        let least = lower_bound(&report);
        match stages.end(report, turns.in_breadth) {
            Ok(report) => TurnEnd::Ended((report, method)),
            Err(reason) => {
                turns.in_depth = reason == StopReason::States;
                TurnEnd::Spent(least)
            }
        }
    }

    /// Solves the board by breadth-first search. It uses symmetries only if `many` is set, that is,
    /// if there are many states.
    fn in_breadth(&self, many: bool, limits: &Limits) -> MethodReport {
        if let Some(report) = self.search_both_ends(limits) {
            return (report, Method::Search(Algorithm::Bidirectional));
        }
        let symmetries = if many {
            self.analysis.symmetries()
        } else {
            None
        };
        let count = symmetries.map_or(0, |symmetries| symmetries.all().len() + 1);
        if count >= FEW_SYMMETRIES
            && let Some(view) = self.analysis.up_to_symmetry()
        {
            let report = solve_up_to_symmetry(&view, self.start, limits);
            return (report, Method::UpToSymmetry(count));
        }
        let report = bfs(self.analysis.puzzle(), self.start, limits);
        (report, Method::Search(Algorithm::Bfs))
    }
}

fn lower_bound<M>(report: &Report<M>) -> u32 {
    match report.outcome {
        Outcome::Stopped { lower_bound, .. } => lower_bound,
        _ => 0,
    }
}
