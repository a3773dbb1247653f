//! Solves a board by A* and by a search from both ends, whose states are *regions*: sets of states
//! that free moves of an agent connect.
//!
//! A* alone solves most boards. On the other boards the two searches take turns. With a good lower
//! bound, A* expands few regions that are not on a best solution. A search from both ends reaches
//! about the square root of the number of regions that a search from one end reaches. Both searches
//! pause between their turns and then continue, so nothing is searched again. The bounds proven so
//! far forecast which search needs less work; the other search gets a small share of the work.

use std::convert::Infallible;

use fewest_ground::analysis::{AgentBound, AgentPuzzle, RegionEnds, RegionExit};
use fewest_rules::{CostReport, Limits, MoveCosts, Objective, Outcome, Report, StopReason, Words};
use fewest_search::{ClassState, LeastCostAStar, TwoWaves, UpToSymmetry};

use super::forecast::{Course, Lead, lead, recorded};
use super::solver::DrawnSolver;
use super::stages::{MOST_BYTES, Stages};
use crate::api::Method;

/// The search that is behind gets one part in this many of the work.
const SHARE: u64 = 32;

/// The two searches of a board. The bounds in their courses are costs.
struct RegionTurns<'p, 'a, const N: usize> {
    /// A*; `None` if it needs too much memory.
    astar: Option<LeastCostAStar<'p, AgentPuzzle<'a, N>, AgentBound<'a, N>>>,
    astar_course: Course,
    /// The search from both ends; `None` if it has not begun, does not fit, or needs too much
    /// memory.
    waves: Option<Waves<'p, 'a, N>>,
    waves_course: Course,
    /// The search from both ends may expand at most this many regions in its next turn.
    breadth: u64,
    /// The number of regions that A* expands before the search from both ends begins.
    alone: u64,
}

/// The search from both ends.
struct Waves<'p, 'a, const N: usize> {
    ends: RegionEnds<'p, 'a, N>,
    /// The cost of each move.
    cost: u32,
    search: TwoWaves<ClassState<Words<N>>>,
}

impl<const N: usize> RegionTurns<'_, '_, N> {
    /// Whether the search from both ends has the next turn.
    fn in_breadth(&self) -> bool {
        if self.waves.is_none() || self.astar.is_none() {
            return self.waves.is_some();
        }
        let (breadth, astar) = (self.waves_course.expanded(), self.astar_course.expanded());
        match lead(&self.waves_course, &self.astar_course, 1.0) {
            Lead::Breadth { .. } => astar >= breadth / SHARE,
            Lead::Depth => breadth < astar / SHARE,
            Lead::Open => breadth <= astar,
        }
    }

    fn turn_in_breadth(&mut self, stages: &mut Stages) -> Option<Report<RegionExit>> {
        stages.pause(self.astar.as_ref().map_or(0, LeastCostAStar::bytes));
        let Waves { ends, cost, search } = self.waves.take()?;
        let memory = self.astar.as_ref().map(|_| MOST_BYTES);
        let (own, recorder) = recorded(stages.limits(None, memory));
        let few = self.astar.as_ref().map_or(u64::MAX, |_| self.breadth);
        let turn = search.advance(&UpToSymmetry(&ends), few, &own);
        let turn = turn.map(|search| Waves { ends, cost, search });
        let mut report = turn.keep(&mut self.waves);
        self.breadth = self.breadth.saturating_mul(2);
        let course = recorder.course(&report.statistics).times(cost);
        self.waves_course.extend(course);
        if let Outcome::Stopped { lower_bound, .. } = &mut report.outcome {
            *lower_bound = lower_bound.saturating_mul(cost);
        }
        Some(report)
    }

    fn turn_of_astar(&mut self, stages: &mut Stages) -> Option<Report<RegionExit>> {
        stages.pause(self.waves.as_ref().map_or(0, |waves| waves.search.bytes()));
        let astar = self.astar.take()?;
        let (own, recorder) = recorded(stages.limits(None, None));
        let few = match self.waves {
            None if self.astar_course.expanded() > 0 => u64::MAX,
            _ => self.astar_course.expanded().max(self.alone),
        };
        let report = astar.advance(few, &own).keep(&mut self.astar);
        self.astar_course
            .extend(recorder.course(&report.statistics));
        Some(report.without_cost())
    }
}

/// Finds a path of least cost from the region of the start of `solver` to a goal. Returns the report, whose
/// solution is this path, and the method that found it.
pub(super) fn solve_over_regions<const N: usize>(
    solver: &DrawnSolver<'_, N>,
    (regions, bound): (&AgentPuzzle<'_, N>, &AgentBound<'_, N>),
    limits: &Limits,
) -> (CostReport<RegionExit>, Method) {
    let analysis = solver.analysis;
    let mut stages = Stages::new(limits);
    let root = regions.region_of(solver.start);
    let astar = LeastCostAStar::new(regions, root, bound, Objective::Cost);
    let mut turns = RegionTurns {
        astar: Some(astar),
        astar_course: Course::default(),
        waves: None,
        waves_course: Course::default(),
        breadth: solver.effort.first_regions,
        alone: solver.effort.alone,
    };
    loop {
        let in_breadth = turns.in_breadth();
        let both = turns.astar.is_some() && turns.waves.is_some();
        let report = match in_breadth {
            true => turns.turn_in_breadth(&mut stages),
            false => turns.turn_of_astar(&mut stages),
        };
        // At least one of the searches has not been given up, because the last search is never
        // given up.
        let report = report.unwrap_or_else(|| stages.stopped(StopReason::Memory));
        let first = turns.waves_course.expanded() == 0 && turns.waves.is_none();
        match stages.end(report, both) {
            Ok(report) => {
                let method = match in_breadth {
                    true => Method::RegionsFromBothEnds(solver.symmetries().max(1)),
                    false => Method::Regions(bound.words()),
                };
                return (with_cost(regions, report), method);
            }
            Err(StopReason::States) if first => {
                turns.waves = analysis.region_ends(regions).map(|(ends, cost)| Waves {
                    search: TwoWaves::new(UpToSymmetry(&ends).of(root)),
                    cost: cost.into(),
                    ends,
                });
            }
            // A search that has ended without an answer has been given up.
            Err(_) => {}
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
