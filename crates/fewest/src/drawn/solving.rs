//! Which way a puzzle that nobody has met before is solved.
//!
//! What was found in it decides which algorithms fit, but not which is quick: that
//! depends on how many states there are, which nobody knows before they are
//! counted. So, unless the moves are linear equations, two ways take turns, each
//! time with a larger budget: in breadth (from both ends where the goals
//! are listed), which is best where the states are few, and proves by exhaustion
//! that there is no solution; and in depth under a lower bound, which needs no
//! memory. The budget of that which has proven that a solution has more
//! moves grows faster.

use std::cmp::Ordering;

use fewest_ground::compiled::Move;
use fewest_ground::found::With;
use fewest_rules::{Limits, Outcome, Proof, Report, StopReason, Words};
use fewest_search::{
    Approximate, Duplicates, Order, astar, bfs, bidirectional, move_sets, solve_up_to_symmetry,
};

use super::bound::{Bound, Lower};
use super::game::{Game, Written};
use super::no_goal::no_goal_anywhere;
use super::pruned::{FAR, NEAR};
use super::stages::Stages;
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{ApproximateAnswer, Method, SolveError};
use crate::builtin::play;

/// States that are expanded in breadth before anything is looked for in the puzzle.
const FIRST: u64 = 1 << 13;
/// States that are expanded in breadth at first.
const BREADTH: u64 = 1 << 18;
/// States that are expanded in depth at first: a step takes a tenth of the time.
const DEPTH: u64 = 10 << 18;
/// Symmetries that are worth it: each state has to be compared with as many pictures.
const FEW_SYMMETRIES: usize = 4;
/// What the way in breadth, or a table of the way in depth, holds at most where
/// there is another way and no limit was set.
pub(super) const MOST_BYTES: u64 = 2 << 30;

/// A board of a game.
pub(super) struct Solving<'a, const N: usize> {
    pub(super) game: &'a Game<N>,
    pub(super) start: Words<N>,
    /// The lower bound that is wanted, if one is.
    pub(super) lower: Option<Lower>,
}

/// An answer and the method in a few words.
pub(super) type Solved = (Report<Move>, Method);

impl<'a, const N: usize> Solving<'a, N> {
    /// The algorithms that fit, that which is tried first before the others.
    pub(super) fn algorithms(&self) -> Vec<Algorithm> {
        let found = &self.game.found;
        let mut all = Vec::new();
        let additions = found.additions();
        if additions.is_some_and(|additions| additions.prime().is_some()) {
            all.push(Algorithm::Linear);
        }
        if self.ends().is_some() {
            all.push(Algorithm::Bidirectional);
        }
        all.push(Algorithm::Bfs);
        if self.game.may_be_bounded() {
            all.extend([Algorithm::IdaStar, Algorithm::AStar]);
        }
        all.push(Algorithm::Iddfs);
        if additions.is_some() {
            all.push(Algorithm::MoveSets);
        }
        all
    }

    /// The answer of one algorithm.
    ///
    /// # Errors
    /// It does not fit.
    pub(super) fn by(&self, algorithm: Algorithm, limits: &Limits) -> Result<Solved, SolveError> {
        let packed = self.game.packed();
        let found = &self.game.found;
        let refused = |reason: &str| Err(SolveError::of(algorithm, reason));
        let named = |report, heuristic: &str| Ok((report, Method::of(algorithm, heuristic)));
        match algorithm {
            Algorithm::Linear => match self.linear(limits) {
                Some(solved) => Ok(solved),
                None => refused("its moves are no linear equations"),
            },
            Algorithm::Bidirectional => match self.both_ends(limits) {
                Some(report) => named(report, ""),
                None => refused("its goals cannot be listed, or its moves not be played backwards"),
            },
            Algorithm::Bfs => named(bfs(packed, self.start, limits), ""),
            Algorithm::Iddfs => named(self.deepened(&Bound::Nothing, limits), ""),
            Algorithm::MoveSets => match found.additions() {
                Some(additions) => {
                    let with = self.with((), (), additions.orders());
                    named(move_sets(&with, self.start, limits), "")
                }
                None => refused("the order of its moves matters"),
            },
            Algorithm::AStar | Algorithm::IdaStar if !self.game.may_be_bounded() => {
                refused("no lower bound was found in it")
            }
            Algorithm::AStar | Algorithm::IdaStar => {
                let mut stages = Stages::new(limits);
                let bound = match self.bound(self.lower, limits, &mut stages) {
                    Ok(bound) => bound,
                    Err(reason) => return named(stages.stopped(reason), "pattern databases"),
                };
                if let (Some(lower), Bound::Nothing) = (self.lower, bound) {
                    return refused(&lower.refusal());
                }
                let limits = &stages.limits(None, None);
                let mut report = if algorithm == Algorithm::AStar {
                    astar(packed, self.start, &bound, Order::Lexicographic, limits)
                } else {
                    self.deepened(&bound, limits)
                };
                // Making the bound is part of it.
                report.statistics = stages.all_of(report.statistics);
                named(report, &bound.words())
            }
            _ => refused("it is made for another puzzle"),
        }
    }

    /// The answer of whatever is quickest.
    pub(super) fn best(&self, limits: &Limits) -> Solved {
        let mut stages = Stages::new(limits);
        if let Some((report, method)) = self.linear(limits)
            && stop_reason(&report) != Some(StopReason::Capacity)
        {
            return (report, method);
        }
        let no_goal = |stages: &Stages, why| {
            let outcome = Outcome::Unsolvable(Proof::Invariant(why));
            (stages.report(outcome), Method::Goals)
        };
        if let Some(why) = no_goal_anywhere(self.game) {
            return no_goal(&stages, why);
        }
        let first = bfs(
            self.game.packed(),
            self.start,
            &stages.limits(Some(FIRST), None),
        );
        let exhausted = match stages.end(first, true) {
            Ok(report) if !matches!(report.outcome, Outcome::Unsolvable(_)) => {
                return (report, Method::Search(Algorithm::Bfs));
            }
            end => end.ok(),
        };
        // An invariant says more than that all was looked at, but listing many goals takes longer.
        if (exhausted.is_none() || self.goals_are_few())
            && let Some(why) = self.no_goal_left()
        {
            return no_goal(&stages, why);
        }
        if let Some(report) = exhausted {
            return (report, Method::Search(Algorithm::Bfs));
        }
        let mut in_breadth = true;
        let mut in_depth = self.game.may_be_bounded();
        let (mut breadth, mut depth) = (BREADTH, DEPTH);
        let mut relaxed = false;
        loop {
            // What each way proves: a solution has at least so many moves.
            let mut proven = [0, 0];
            if in_breadth {
                let few = in_depth.then_some(breadth);
                let own = stages.limits(few, in_depth.then_some(MOST_BYTES));
                let (report, method) = self.in_breadth(breadth > BREADTH, &own);
                proven[0] = lower_bound(&report);
                match stages.end(report, in_depth) {
                    Ok(report) => return (report, method),
                    Err(reason) => in_breadth = reason == StopReason::States,
                }
            }
            if in_depth {
                let few = in_breadth.then_some(depth);
                let own = stages.limits(few, Some(MOST_BYTES));
                let bound = match self.bound(None, &own, &mut stages) {
                    Ok(bound) => bound,
                    Err(StopReason::Memory) => Bound::Nothing,
                    Err(reason) => return (stages.stopped(reason), Method::PatternDatabases),
                };
                if matches!(bound, Bound::Nothing) {
                    in_depth = false;
                    in_breadth = true;
                    continue;
                }
                let own = stages.limits(few, Some(MOST_BYTES));
                // What breadth has not exhausted is too much for a table.
                let duplicates = match self.game.found.inverses() {
                    Some(_) => Duplicates::Enter,
                    None => Duplicates::default(),
                };
                let reach = if few.is_none_or(|few| few > DEPTH) {
                    FAR
                } else {
                    NEAR
                };
                let game = self.game;
                let report = match game.deepened(self.start, &bound, duplicates, reach, &own) {
                    Ok(report) => report,
                    Err(reason) => {
                        let method = Method::Informed(Algorithm::IdaStar, bound.words());
                        return (stages.stopped(reason), method);
                    }
                };
                proven[1] = lower_bound(&report);
                match stages.end(report, in_breadth) {
                    Ok(report) => {
                        return (report, Method::Informed(Algorithm::IdaStar, bound.words()));
                    }
                    Err(reason) => in_depth = reason == StopReason::States,
                }
            }
            // A smaller puzzle without a way to a goal is a quick proof, and by now a cheap one.
            if !std::mem::replace(&mut relaxed, true) {
                match self.no_goal_in_patterns(&mut stages) {
                    Ok(None) => {}
                    Ok(Some(why)) => return no_goal(&stages, why),
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
            breadth = breadth.saturating_mul(more);
            depth = depth.saturating_mul(deeper);
        }
    }

    /// A solution for less work, not proven to have the fewest moves.
    ///
    /// # Errors
    /// The lower bound that is wanted is not there.
    pub(super) fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        if let Some(why) = no_goal_anywhere(self.game).or_else(|| self.no_goal_left()) {
            let outcome = Approximate::Unsolvable(Proof::Invariant(why));
            let method = Method::Goals;
            return Ok(ApproximateAnswer::without_search(outcome, method));
        }
        let mut stages = Stages::new(limits);
        let stopped = |reason| {
            let outcome = Approximate::Stopped {
                lower_bound: 0,
                reason,
            };
            let method = Method::PatternDatabases;
            Ok(ApproximateAnswer::without_search(outcome, method))
        };
        let bound = match self.bound(self.lower, limits, &mut stages) {
            Ok(bound) => bound,
            Err(reason) => return stopped(reason),
        };
        if let (Some(lower), Bound::Nothing) = (self.lower, bound) {
            return Err(SolveError::approximate(how, lower.refusal()));
        }
        let limits = &stages.limits(None, None);
        let puzzle = Written::<N>(self.game);
        let words = bound.words();
        let mut answer = play::approximate(&puzzle, self.start, &bound, &words, how, limits);
        answer.statistics = stages.all_of(answer.statistics);
        Ok(answer)
    }

    /// A lower bound, whose tables the stages that follow hold.
    fn bound(
        &self,
        lower: Option<Lower>,
        limits: &Limits,
        stages: &mut Stages,
    ) -> Result<Bound<'a, N>, StopReason> {
        let bound = self.game.bound(lower, limits)?;
        stages.hold(bound.bytes())?;
        Ok(bound)
    }

    pub(super) fn with<B, G, O>(
        &self,
        back: B,
        goals: G,
        orders: O,
    ) -> With<'a, N, B, G, (), (), O> {
        With {
            puzzle: self.game.packed(),
            back,
            goals,
            ranking: (),
            symmetries: (),
            orders,
        }
    }

    /// The way back and the goals, if both are known.
    pub(super) fn ends(
        &self,
    ) -> Option<(
        &'a fewest_ground::compiled::Backward<N>,
        &'a fewest_ground::found::Listed<N>,
    )> {
        let found = &self.game.found;
        found.backward().zip(found.goals())
    }

    /// The way in breadth; symmetries are worth looking for where states are `many`.
    fn in_breadth(&self, many: bool, limits: &Limits) -> Solved {
        if let Some(report) = self.both_ends(limits) {
            return (report, Method::Search(Algorithm::Bidirectional));
        }
        let symmetric = many.then(|| self.game.up_to_symmetry()).flatten();
        match symmetric.map(|with| (with, with.symmetries.all().len() + 1)) {
            Some((with, count)) if count >= FEW_SYMMETRIES => {
                let method = Method::UpToSymmetry(count);
                (solve_up_to_symmetry(&with, self.start, limits), method)
            }
            _ => {
                let report = bfs(self.game.packed(), self.start, limits);
                (report, Method::Search(Algorithm::Bfs))
            }
        }
    }

    /// From both ends, if both are known.
    fn both_ends(&self, limits: &Limits) -> Option<Report<Move>> {
        let (back, goals) = self.ends()?;
        let with = self.with(back, goals, ());
        Some(bidirectional(&with, self.start, limits))
    }

    /// IDA*: a short one first, so that few moves take little time.
    fn deepened(&self, bound: &Bound<'_, N>, limits: &Limits) -> Report<Move> {
        let mut stages = Stages::new(limits);
        let mut short = true;
        loop {
            let (few, reach) = if short {
                (Some(DEPTH), NEAR)
            } else {
                (None, FAR)
            };
            let own = stages.limits(few, None);
            let all = Duplicates::default();
            match self.game.deepened(self.start, bound, all, reach, &own) {
                Err(reason) => return stages.stopped(reason),
                Ok(report) => match stages.end(report, false) {
                    Ok(report) => return report,
                    Err(_) => short = false,
                },
            }
        }
    }

    fn linear(&self, limits: &Limits) -> Option<Solved> {
        linear(self.game, self.start, limits)
    }
}

fn lower_bound<M>(report: &Report<M>) -> u32 {
    match report.outcome {
        Outcome::Stopped { lower_bound, .. } => lower_bound,
        _ => 0,
    }
}

/// The answer where moves are linear equations.
pub(super) fn linear<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    limits: &Limits,
) -> Option<Solved> {
    let packed = game.packed();
    let additions = game.found.additions()?;
    let prime = additions.prime()?;
    let labels = packed.labels(start);
    let report = additions.solve(packed.special(), &labels, limits)?;
    Some((
        report,
        Method::Linear {
            modulus: Some(prime.into()),
            nullity: None,
        },
    ))
}

pub(super) fn stop_reason<M>(report: &Report<M>) -> Option<StopReason> {
    match report.outcome {
        Outcome::Stopped { reason, .. } => Some(reason),
        _ => None,
    }
}
