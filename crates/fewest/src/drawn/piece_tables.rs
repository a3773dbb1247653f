//! Solves puzzles whose moves permute pieces with a table that is built or read from the cache.

use std::sync::{Arc, Mutex, PoisonError};

use fewest_check::find_wrong_pattern;
use fewest_ground::analysis::{Analysis, FAR, GoalStates, MovePruning, PieceBound, PiecePattern};
use fewest_rules::{Abstraction, Heuristic, Limits, Meter, Puzzle, StopReason, grouped};
use fewest_search::{
    DistanceTable, Encoding, TableCache, TableFileError, TableKey, parallel_idastar,
};
use num_bigint::BigUint;

use super::method::MethodReport;
use super::solver::DrawnSolver;
use super::stages::{MOST_BYTES, Stages};
use crate::algorithm::Algorithm;
use crate::api::{Method, PuzzleOptions};
use crate::notice::Notice;

/// Where the tables of a text's boards come from, and how large they may be.
#[derive(Debug, Default)]
pub(super) struct TableSource {
    cache: Option<TableCache>,
    notice: Notice,
    /// The number of boards that may use the tables.
    boards: usize,
    /// Held while a table is made, so that no other thread makes the same.
    making: Mutex<()>,
}

/// The most entries of a table for a single board. It is built in some 15 seconds.
const ENTRIES: u64 = 150_000_000;
/// A table grows by the entries for a single board for each of so many boards.
const BOARDS: u64 = 16;
/// The most entries of any table, half a byte each.
const MOST_ENTRIES: u64 = 7_000_000_000;
/// If the number of positions takes fewer bits than this, breadth-first search can store them.
const MANY_BITS: u64 = 33;
/// The bytes for each entry while a table is built, times 8: the entry and three bits.
const EIGHTHS_WHILE_BUILT: u64 = 7;

impl TableSource {
    /// The source for this many boards.
    pub(super) fn new(options: &PuzzleOptions, boards: usize) -> Self {
        Self {
            cache: options.tables(),
            notice: options.notice.clone(),
            boards,
            making: Mutex::default(),
        }
    }

    /// The most entries of a table within these limits.
    fn entries(&self, limits: &Limits) -> u64 {
        let bytes = limits.memory.unwrap_or(MOST_BYTES);
        let wanted = ENTRIES.saturating_add(ENTRIES.saturating_mul(self.boards as u64) / BOARDS);
        wanted
            .min(MOST_ENTRIES)
            .min(bytes / EIGHTHS_WHILE_BUILT * 8)
    }

    /// Reads the table of a pattern, or builds it and keeps it in the cache.
    fn table(&self, pattern: &PiecePattern, limits: &Limits) -> Result<DistanceTable, NoTable> {
        let build = || {
            // The limit on states applies only to the search.
            let limits = Limits {
                states: None,
                ..limits.clone()
            };
            pattern
                .table(&mut Meter::new(&limits))
                .map_err(NoTable::Stopped)
        };
        let Some(cache) = &self.cache else {
            return build();
        };
        let abstraction = pattern.abstraction();
        let most = Encoding::Nibble.most();
        let key = TableKey {
            puzzle: "pieces".to_owned(),
            parameters: pattern.key().to_owned(),
        };
        let wrong = |table: &DistanceTable| {
            find_wrong_pattern(abstraction, |rank| table.distance(rank), most)
        };
        let tell = |refused: &TableFileError| {
            self.notice.tell(&format!("{refused}; it is built again"));
        };
        let cached = cache.open_or_build(&key, abstraction.size(), wrong, tell, build)?;
        if let Some(unsaved) = cached.unsaved {
            self.notice
                .tell(&format!("the table is not kept: {unsaved}"));
        }
        Ok(cached.table)
    }
}

/// Why there is no table.
enum NoTable {
    Stopped(StopReason),
    /// Another user could have written the file, or could write to the folder.
    Untrusted(TableFileError),
}

impl From<StopReason> for NoTable {
    fn from(reason: StopReason) -> Self {
        Self::Stopped(reason)
    }
}

impl From<TableFileError> for NoTable {
    fn from(error: TableFileError) -> Self {
        Self::Untrusted(error)
    }
}

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
                self.tables?
                    .notice
                    .tell(&format!("no table is used: {error}"));
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
        let _making = source.making.lock().unwrap_or_else(PoisonError::into_inner);
        let most = source.entries(limits);
        self.analysis.piece_bound(most, limits, |pattern| {
            source.table(pattern, limits).map(Arc::new)
        })
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
