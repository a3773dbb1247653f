//! Solves a puzzle about which nothing is known but its analysis.
//!
//! The analysis determines which algorithms fit, but not which is fast: that depends on the number
//! of states, which is not known in advance. So, unless the moves are linear equations, two searches
//! take turns, each time with a larger budget. The search in breadth (from both ends if the goals
//! are listed) is best if there are few states, and proves by exhaustion that there is no solution.
//! The search in depth with a lower bound needs no memory. The budget of the search that has proven
//! the greater lower bound grows faster.

use std::cmp::Ordering;

use fewest_ground::analysis::{Analysis, FAR, HeuristicName, NEAR, SelectedHeuristic};
use fewest_ground::compiled::CompiledMove;
use fewest_rules::{Limits, Outcome, Proof, Report, StopReason, Words};
use fewest_search::{
    Approximate, Duplicates, Order, astar, bfs, bidirectional, move_sets, solve_up_to_symmetry,
};

use super::depth_first::DEPTH;
use super::method::{DrawnMethod, MethodReport};
use super::no_goal::{goals_are_few, impossible_goals};
use super::stages::Stages;
use crate::algorithm::Algorithm;
use crate::approximation::{ApproximateAnswer, How};
use crate::builtin::play;
use crate::shell::Unfit;

/// The states that the first search in breadth may expand, before anything is analysed.
const FIRST: u64 = 1 << 13;
/// The states that the search in breadth may expand in its first turn.
const BREADTH: u64 = 1 << 18;
/// The least number of symmetries that is worth the comparison of each state with as many images.
const FEW_SYMMETRIES: usize = 4;
/// The most bytes of the search in breadth, or of a table of the search in depth, if there is
/// another way and no limit was set.
pub(super) const MOST_BYTES: u64 = 2 << 30;

/// Solves one board of a compiled puzzle.
pub(super) struct DrawnSolver<'a, const N: usize> {
    pub(super) analysis: &'a Analysis<N>,
    pub(super) start: Words<N>,
    /// The heuristic that the user has named, if any.
    pub(super) heuristic: Option<HeuristicName>,
}

/// The budgets of the two searches that take turns.
struct Turns {
    /// Whether the search may still find something.
    in_breadth: bool,
    in_depth: bool,
    /// The states that the search may expand in its next turn.
    breadth: u64,
    depth: u64,
}

/// How a turn has ended.
enum Turn {
    /// The search has ended.
    Ended(MethodReport),
    /// The budget is spent. A solution has at least so many moves.
    Spent(u32),
    /// There is no heuristic for a search in depth.
    NoHeuristic,
}

impl<'a, const N: usize> DrawnSolver<'a, N> {
    /// The algorithms that fit. The first one is tried before the others.
    pub(super) fn algorithms(&self) -> Vec<Algorithm> {
        let mut all = Vec::new();
        let additions = self.analysis.additions();
        if additions.is_some_and(|additions| additions.prime().is_some()) {
            all.push(Algorithm::Linear);
        }
        let bounded = !self.analysis.heuristic_names().is_empty();
        if !Analysis::<N>::EVERY_ALGORITHM {
            if bounded {
                all.extend([Algorithm::AStar, Algorithm::IdaStar]);
            }
            all.push(Algorithm::Bfs);
            return all;
        }
        if self.has_both_ends() {
            all.push(Algorithm::Bidirectional);
        }
        all.push(Algorithm::Bfs);
        if bounded {
            all.extend([Algorithm::IdaStar, Algorithm::AStar]);
        }
        all.push(Algorithm::Iddfs);
        if additions.is_some() {
            all.push(Algorithm::MoveSets);
        }
        all
    }

    /// Solves by one algorithm.
    ///
    /// # Errors
    /// The algorithm does not fit.
    pub(super) fn by(&self, algorithm: Algorithm, limits: &Limits) -> Result<MethodReport, Unfit> {
        let method = DrawnMethod::search(algorithm);
        match algorithm {
            Algorithm::Linear => self
                .linear(limits)
                .ok_or_else(|| Unfit::of(algorithm, "its moves are no linear equations")),
            Algorithm::Bfs => Ok((bfs(self.analysis.puzzle(), self.start, limits), method)),
            Algorithm::AStar | Algorithm::IdaStar => self.informed(algorithm, limits),
            _ => {
                if Analysis::<N>::EVERY_ALGORITHM {
                    let report = self.by_special(algorithm, limits);
                    let report = report.map_err(|reason| Unfit::of(algorithm, reason))?;
                    Ok((report, method))
                } else {
                    Err(Unfit::of(algorithm, "its states are too wide for it"))
                }
            }
        }
    }

    /// Solves by an algorithm that is not compiled for wide states.
    ///
    /// # Errors
    /// The reason why the algorithm does not fit.
    fn by_special(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Result<Report<CompiledMove>, &'static str> {
        match algorithm {
            Algorithm::Bidirectional => {
                let missing = "its goals cannot be listed, or its moves not be played backwards";
                self.from_both_ends(limits).ok_or(missing)
            }
            Algorithm::Iddfs => Ok(self.idastar(&SelectedHeuristic::Zero, limits)),
            Algorithm::MoveSets => {
                let additions = self.analysis.additions();
                let additions = additions.ok_or("the order of its moves matters")?;
                let view = self.analysis.view(additions);
                Ok(move_sets(&view, self.start, limits))
            }
            _ => Err("it is made for another puzzle"),
        }
    }

    /// Solves by A* or IDA*.
    fn informed(&self, algorithm: Algorithm, limits: &Limits) -> Result<MethodReport, Unfit> {
        let every = Analysis::<N>::EVERY_ALGORITHM;
        let unknown = || Err(Unfit::of(algorithm, "no lower bound was found in it"));
        if every && self.analysis.heuristic_names().is_empty() {
            return unknown();
        }
        let mut stages = Stages::new(limits);
        let heuristic = match self.heuristic(self.heuristic, limits, &mut stages) {
            Ok(heuristic) => heuristic,
            Err(reason) => return Ok((stages.stopped(reason), DrawnMethod::PatternDatabases)),
        };
        if let SelectedHeuristic::Zero = heuristic {
            match self.heuristic {
                Some(HeuristicName::Patterns) if !every => {
                    return Err(Unfit::of(algorithm, "its states are too wide for patterns"));
                }
                Some(name) => return Err(Unfit::of(algorithm, name.refusal())),
                None if !every => return unknown(),
                None => {}
            }
        }
        let limits = &stages.limits(None, None);
        let mut report = if algorithm == Algorithm::AStar {
            self.astar(&heuristic, limits)
        } else {
            self.idastar(&heuristic, limits)
        };
        // The construction of the heuristic is part of the method.
        report.statistics = stages.all_of(report.statistics);
        Ok((report, DrawnMethod::informed(algorithm, &heuristic)))
    }

    /// Solves by whatever is fastest.
    pub(super) fn best(&self, limits: &Limits) -> MethodReport {
        let mut stages = Stages::new(limits);
        if let Some((report, method)) = self.linear(limits)
            && stop_reason(&report) != Some(StopReason::Capacity)
        {
            return (report, method);
        }
        let reduced = self.analysis.puzzle().reduced();
        if let Some(why) = impossible_goals(reduced) {
            return no_goal(&stages, why);
        }
        let breadth_first = DrawnMethod::search(Algorithm::Bfs);
        let puzzle = self.analysis.puzzle();
        let first = bfs(puzzle, self.start, &stages.limits(Some(FIRST), None));
        let exhausted = match stages.end(first, true) {
            Ok(report) if !matches!(report.outcome, Outcome::Unsolvable(_)) => {
                return (report, breadth_first);
            }
            end => end.ok(),
        };
        // An invariant says more than an exhausted search, but listing many goals takes longer.
        if (exhausted.is_none() || goals_are_few(reduced))
            && let Some(why) = self.no_goal_listed()
        {
            return no_goal(&stages, why);
        }
        if let Some(report) = exhausted {
            return (report, breadth_first);
        }
        if Analysis::<N>::EVERY_ALGORITHM {
            self.in_turns(stages)
        } else {
            self.in_one_way(stages)
        }
    }

    /// Solves a board with wide states: by A* if a heuristic is at hand.
    fn in_one_way(&self, mut stages: Stages) -> MethodReport {
        let own = stages.limits(None, None);
        let (report, method) = match self.analysis.cheap_heuristic() {
            SelectedHeuristic::Zero => {
                let report = bfs(self.analysis.puzzle(), self.start, &own);
                (report, DrawnMethod::search(Algorithm::Bfs))
            }
            heuristic => {
                let method = DrawnMethod::informed(Algorithm::AStar, &heuristic);
                (self.astar(&heuristic, &own), method)
            }
        };
        match stages.end(report, false) {
            Ok(report) => (report, method),
            Err(reason) => (stages.stopped(reason), method),
        }
    }

    /// Solves by searches in breadth and in depth, which take turns.
    fn in_turns(&self, mut stages: Stages) -> MethodReport {
        let mut turns = Turns {
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
                    Turn::Ended(solved) => return solved,
                    Turn::Spent(least) => proven[0] = least,
                    Turn::NoHeuristic => {}
                }
            }
            if turns.in_depth {
                match self.turn_in_depth(&mut turns, &mut stages) {
                    Turn::Ended(solved) => return solved,
                    Turn::Spent(least) => proven[1] = least,
                    Turn::NoHeuristic => continue,
                }
            }
            // An abstraction without a way to a goal is a quick proof, and by now its cost does not
            // matter any more.
            if !std::mem::replace(&mut abstracted, true) {
                match self.no_goal_in_patterns(&mut stages) {
                    Ok(None) => {}
                    Ok(Some(why)) => return no_goal(&stages, why),
                    Err(reason) => {
                        return (stages.stopped(reason), DrawnMethod::PatternDatabases);
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

    fn turn_in_breadth(&self, turns: &mut Turns, stages: &mut Stages) -> Turn {
        let few = turns.in_depth.then_some(turns.breadth);
        let own = stages.limits(few, turns.in_depth.then_some(MOST_BYTES));
        let (report, method) = self.in_breadth(turns.breadth > BREADTH, &own);
        let least = lower_bound(&report);
        match stages.end(report, turns.in_depth) {
            Ok(report) => Turn::Ended((report, method)),
            Err(reason) => {
                turns.in_breadth = reason == StopReason::States;
                Turn::Spent(least)
            }
        }
    }

    fn turn_in_depth(&self, turns: &mut Turns, stages: &mut Stages) -> Turn {
        let few = turns.in_breadth.then_some(turns.depth);
        let own = stages.limits(few, Some(MOST_BYTES));
        let heuristic = match self.heuristic(None, &own, stages) {
            Ok(heuristic) => heuristic,
            Err(StopReason::Memory) => SelectedHeuristic::Zero,
            Err(reason) => {
                return Turn::Ended((stages.stopped(reason), DrawnMethod::PatternDatabases));
            }
        };
        if matches!(heuristic, SelectedHeuristic::Zero) {
            (turns.in_breadth, turns.in_depth) = (true, false);
            return Turn::NoHeuristic;
        }
        let own = stages.limits(few, Some(MOST_BYTES));
        // If the search in breadth could not store all states, a table of states cannot either.
        let duplicates = match self.analysis.inverse_moves() {
            Some(_) => Duplicates::Enter,
            None => Duplicates::default(),
        };
        let reach = if few.is_none_or(|few| few > DEPTH) {
            FAR
        } else {
            NEAR
        };
        let method = DrawnMethod::informed(Algorithm::IdaStar, &heuristic);
        let report = match self.pruned_idastar(&heuristic, duplicates, reach, &own) {
            Ok(report) => report,
            Err(reason) => return Turn::Ended((stages.stopped(reason), method)),
        };
        let least = lower_bound(&report);
        match stages.end(report, turns.in_breadth) {
            Ok(report) => Turn::Ended((report, method)),
            Err(reason) => {
                turns.in_depth = reason == StopReason::States;
                Turn::Spent(least)
            }
        }
    }

    /// Finds a solution with less work, which is not proven to have the fewest moves.
    ///
    /// # Errors
    /// The puzzle does not have the heuristic that the user has named.
    pub(super) fn approximate(
        &self,
        how: How,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, Unfit> {
        let puzzle = self.analysis.puzzle();
        if let Some(why) = impossible_goals(puzzle.reduced()).or_else(|| self.no_goal_listed()) {
            let outcome = Approximate::Unsolvable(Proof::Invariant(why));
            let method = DrawnMethod::Goals.to_string();
            return Ok(ApproximateAnswer::without_search(outcome, method));
        }
        let mut stages = Stages::new(limits);
        let heuristic = match self.heuristic(self.heuristic, limits, &mut stages) {
            Ok(heuristic) => heuristic,
            Err(reason) => {
                let outcome = Approximate::Stopped {
                    lower_bound: 0,
                    reason,
                };
                let method = DrawnMethod::PatternDatabases.to_string();
                return Ok(ApproximateAnswer::without_search(outcome, method));
            }
        };
        if let (Some(name), SelectedHeuristic::Zero) = (self.heuristic, heuristic) {
            return Err(Unfit::approximate(how, name.refusal()));
        }
        let limits = &stages.limits(None, None);
        let words = heuristic.words();
        let mut answer = play::approximate(puzzle, self.start, &heuristic, &words, how, limits);
        answer.report.statistics = stages.all_of(answer.report.statistics);
        Ok(answer)
    }

    /// A heuristic, whose tables the following stages hold.
    fn heuristic(
        &self,
        name: Option<HeuristicName>,
        limits: &Limits,
        stages: &mut Stages,
    ) -> Result<SelectedHeuristic<'a, N>, StopReason> {
        let heuristic = self.analysis.heuristic(name, limits)?;
        stages.hold(heuristic.bytes())?;
        Ok(heuristic)
    }

    /// Whether the predecessors and the goals are known.
    pub(super) fn has_both_ends(&self) -> bool {
        Analysis::<N>::EVERY_ALGORITHM
            && self.analysis.inverse_rules().is_some()
            && self.analysis.goals().is_some()
    }

    /// Solves in breadth. It is worth looking for symmetries if there are `many` states.
    fn in_breadth(&self, many: bool, limits: &Limits) -> MethodReport {
        if let Some(report) = self.from_both_ends(limits) {
            return (report, DrawnMethod::search(Algorithm::Bidirectional));
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
            return (report, DrawnMethod::UpToSymmetry(count));
        }
        let report = bfs(self.analysis.puzzle(), self.start, limits);
        (report, DrawnMethod::search(Algorithm::Bfs))
    }

    /// Solves from both ends, if both are known.
    fn from_both_ends(&self, limits: &Limits) -> Option<Report<CompiledMove>> {
        let view = self.analysis.both_ends()?;
        Some(bidirectional(&view, self.start, limits))
    }

    fn astar(&self, heuristic: &SelectedHeuristic<'_, N>, limits: &Limits) -> Report<CompiledMove> {
        let puzzle = self.analysis.puzzle();
        astar(puzzle, self.start, heuristic, Order::Lexicographic, limits)
    }

    /// Whether a state that one move has led to from a solvable state has a solution.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn is_solvable(&self, limits: &Limits) -> Result<bool, StopReason> {
        if Analysis::<N>::EVERY_ALGORITHM && self.analysis.inverse_moves().is_some() {
            // The move can be taken back.
            return Ok(true);
        }
        match self.best(limits).0.outcome {
            Outcome::Solved { .. } => Ok(true),
            Outcome::Unsolvable(_) => Ok(false),
            Outcome::Stopped { reason, .. } => Err(reason),
        }
    }

    /// Solves by linear equations, if the moves are such equations.
    fn linear(&self, limits: &Limits) -> Option<MethodReport> {
        let puzzle = self.analysis.puzzle();
        let additions = self.analysis.additions()?;
        let prime = additions.prime()?;
        let labels = puzzle.labels(self.start);
        let report = additions.solve(puzzle.reduced(), &labels, limits)?;
        Some((report, DrawnMethod::Linear(prime)))
    }
}

fn no_goal(stages: &Stages, why: String) -> MethodReport {
    let outcome = Outcome::Unsolvable(Proof::Invariant(why));
    (stages.report(outcome), DrawnMethod::Goals)
}

fn lower_bound<M>(report: &Report<M>) -> u32 {
    match report.outcome {
        Outcome::Stopped { lower_bound, .. } => lower_bound,
        _ => 0,
    }
}

pub(super) fn stop_reason<M>(report: &Report<M>) -> Option<StopReason> {
    match report.outcome {
        Outcome::Stopped { reason, .. } => Some(reason),
        _ => None,
    }
}
