//! Solves a board by A* and by a search from both ends, whose states are *regions*: sets of states
//! that free moves of an agent connect.
//!
//! A* alone solves most boards. On the other boards the two searches take turns (`turns.rs`). With a
//! good lower bound, A* expands few regions that are not on a best solution. A search from both ends
//! reaches about the square root of the number of regions that a search from one end reaches.

use std::convert::Infallible;
use std::sync::Arc;

use fewest_ground::analysis::{AgentBound, AgentPuzzle, RegionEnds, RegionExit};
use fewest_rules::{CostReport, Limits, MoveCosts, Objective, Outcome, Report, Words};
use fewest_search::{ClassState, LeastCostAStar, SearchTurn, TwoWaves, UpToSymmetry};

use super::solver::DrawnSolver;
use super::stages::Stages;
use super::turns::{Contestant, PausingSearch, Turns};
use crate::api::Method;

/// The search from both ends.
struct Waves<'p, 'a, const N: usize> {
    ends: RegionEnds<'p, 'a, N>,
    /// The cost of each move.
    cost: u32,
    symmetries: usize,
    search: TwoWaves<ClassState<Words<N>>>,
}

impl<const N: usize> PausingSearch for Waves<'_, '_, N> {
    type Move = RegionExit;

    /// The lower bounds of the search, which are numbers of moves, become costs.
    fn advance(self, states: u64, limits: &Limits) -> SearchTurn<Self, RegionExit> {
        let cost = self.cost;
        let mut limits = limits.clone();
        if let Some(bounds) = limits.bounds.take() {
            let costs = move |moves: u32, at| bounds(moves.saturating_mul(cost), at);
            limits.bounds = Some(Arc::new(costs));
        }
        let turn = self
            .search
            .advance(&UpToSymmetry(&self.ends), states, &limits);
        let turn = turn.map_report(|mut report| {
            if let Outcome::Stopped { lower_bound, .. } = &mut report.outcome {
                *lower_bound = lower_bound.saturating_mul(cost);
            }
            report
        });
        turn.map(|search| Self { search, ..self })
    }

    fn bytes(&self) -> u64 {
        self.search.bytes()
    }

    fn method(&self) -> Method {
        Method::RegionsFromBothEnds(self.symmetries)
    }
}

/// A* and the name of its lower bound.
struct AStar<'p, 'a, const N: usize> {
    words: String,
    search: LeastCostAStar<'p, AgentPuzzle<'a, N>, AgentBound<'a, N>>,
}

impl<const N: usize> PausingSearch for AStar<'_, '_, N> {
    type Move = RegionExit;

    fn advance(self, states: u64, limits: &Limits) -> SearchTurn<Self, RegionExit> {
        let turn = self.search.advance(states, limits);
        let turn = turn.map_report(CostReport::without_cost);
        turn.map(|search| Self { search, ..self })
    }

    fn bytes(&self) -> u64 {
        self.search.bytes()
    }

    fn method(&self) -> Method {
        Method::Regions(self.words.clone())
    }
}

/// Finds a path of least cost from the region of the start of `solver` to a goal. Returns the report, whose
/// solution is this path, and the method that found it.
pub(super) fn solve_over_regions<const N: usize>(
    solver: &DrawnSolver<'_, N>,
    (regions, bound): (&AgentPuzzle<'_, N>, &AgentBound<'_, N>),
    limits: &Limits,
) -> (CostReport<RegionExit>, Method) {
    let root = regions.region_of(solver.start);
    let astar = AStar {
        words: bound.words(),
        search: LeastCostAStar::new(regions, root, bound, Objective::Cost),
    };
    let mut turns = Turns {
        one: Contestant::new(None, solver.effort.first, 1.0),
        other: Contestant::new(Some(astar), 2 * solver.effort.early, 1.0),
        share: solver.effort.share,
    };
    let mut stages = Stages::new(limits);
    let mut alone = true;
    loop {
        if let Ok((report, method)) = turns.turn(&mut stages, false) {
            return (with_cost(regions, report), method);
        }
        if std::mem::replace(&mut alone, false) {
            let ends = solver.analysis.region_ends(regions);
            turns.one.search = ends.map(|(ends, cost)| Waves {
                search: TwoWaves::new(UpToSymmetry(&ends).of(root)),
                symmetries: solver.symmetries().max(1),
                cost: cost.into(),
                ends,
            });
        }
    }
}

/// Adds the cost of a solution to its report.
fn with_cost<const N: usize>(
    regions: &AgentPuzzle<'_, N>,
    report: Report<RegionExit>,
) -> CostReport<RegionExit> {
    let cost = |moves: &[RegionExit]| {
        let costs = moves.iter().map(|&m| regions.cost(Words::default(), m));
        Ok::<_, Infallible>(costs.fold(0, |sum: u32, cost| sum.saturating_add(cost.into())))
    };
    let Ok(outcome) = report.outcome.with_cost(cost);
    CostReport {
        outcome,
        statistics: report.statistics,
    }
}
