//! Solves puzzles whose moves permute pieces with a table that is built or read from the cache.

use fewest_ground::analysis::{Analysis, FAR, GoalStates, MovePruning, PieceBound};
use fewest_rules::{Heuristic, Limits, Puzzle, StopReason, grouped};
use fewest_search::parallel_idastar;
use num_bigint::BigUint;

use super::method::MethodReport;
use super::solver::DrawnSolver;
use super::stages::Stages;
use super::table_source::NoTable;
use crate::algorithm::Algorithm;
use crate::api::Method;

/// If the number of positions takes fewer bits than this, breadth-first search can store them.
const MANY_BITS: u64 = 33;

impl<const N: usize> DrawnSolver<'_, N> {
    /// Solves the board with a table of an abstraction of its pieces, if breadth-first search cannot
    /// store the positions. `None` if this does not fit the board, if memory does not suffice for a
    /// table, or if another bound of the start is as good.
    pub(super) fn by_pieces(&self, stages: &mut Stages) -> Option<MethodReport> {
        if !Analysis::<N>::EVERY_ALGORITHM || self.analysis.has_parts() {
            return None;
        }
        let puzzle = self.analysis.puzzle();
        let here = puzzle.labels(self.start);
        let pieces = self.analysis.pieces()?;
        let count = pieces.positions(&here)?;
        let size: BigUint = count
            .factors
            .iter()
            .map(|&factor| BigUint::from(factor))
            .product();
        let goals = self.analysis.goals()?;
        if size.bits() < MANY_BITS || !count.divisors.is_empty() || goals.len() != 1 {
            return None;
        }
        let limits = stages.limits(None, None);
        let bound = match self.piece_bound(&limits) {
            Ok(bound) => bound?,
            Err(NoTable::Untrusted(error)) => {
                self.tables?.tell(&format!("no table is used: {error}"));
                return None;
            }
            Err(NoTable::Stopped(StopReason::Memory | StopReason::Capacity)) => return None,
            Err(NoTable::Stopped(reason)) => {
                return Some((stages.stopped(reason), Method::PatternDatabases));
            }
        };
        stages.hold(bound.bytes()).ok()?;
        let start = bound.pattern().start(pieces, &only(goals, self), &here)?;
        let view = self.analysis.by_pieces(bound.pattern());
        let without_table = self.analysis.cheap_heuristic().bound_of(puzzle, self.start);
        if bound_of(&view, start, bound) <= without_table {
            return None;
        }
        let (entries, lookups) = bound.sizes();
        let words = format!(
            "a pattern database of {} positions of pieces up to symmetry, {lookups} looked up",
            grouped(&entries.to_string())
        );
        let method = Method::Informed(Algorithm::IdaStar, words);
        let limits = stages.limits(None, None);
        let report = match self.analysis.pruning(FAR, &limits) {
            Ok(MovePruning::Rows(rows)) => {
                parallel_idastar(&view, start, bound, rows, limits.threads(), &limits)
            }
            Ok(MovePruning::MovePruner(_)) => return None,
            Err(reason) => return Some((stages.stopped(reason), method)),
        };
        match stages.end(report, false) {
            Ok(report) => Some((report, method)),
            Err(reason) => Some((stages.stopped(reason), method)),
        }
    }

    /// The bound of the puzzle's pieces. It is made once for all boards that share the puzzle.
    fn piece_bound(&self, limits: &Limits) -> Result<Option<&PieceBound>, NoTable> {
        let Some(source) = self.tables else {
            return Ok(None);
        };
        source.bound(self.analysis, limits)
    }
}

fn bound_of<P: Puzzle>(puzzle: &P, state: P::State, heuristic: &impl Heuristic<P>) -> u32 {
    heuristic.bound(heuristic.start(puzzle, state))
}

/// The labels of the only goal state.
fn only<const N: usize>(goals: &GoalStates, solver: &DrawnSolver<'_, N>) -> Vec<u8> {
    let puzzle = solver.analysis.puzzle();
    let goal = goals.states::<N>().next().unwrap_or_default();
    puzzle.labels(goal)
}
