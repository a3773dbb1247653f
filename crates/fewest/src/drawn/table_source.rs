//! Builds the tables of a puzzle's pieces, or reads them from the cache.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use fewest_ground::analysis::{Analysis, PatternChoice, PieceBound, PiecePattern};
use fewest_rules::{Limits, Meter, StopReason};
use fewest_tables::{DistanceTable, TableFileError, TableKey};

use super::stages::MOST_BYTES;
use crate::api::PuzzleOptions;
use crate::general::kept_tables::KeptTables;
use crate::general::ranked_space::fingerprint_of;

/// The source of the tables for the boards of a text, and the limits on the size of these tables.
///
/// A board is searched with a small table first. The source counts the states that the searches of
/// all boards expand. When these searches have taken about as long as building the best larger
/// table would take, the source builds that table. So all boards together take at most about twice
/// as long as if the source had built the larger table at once, or never.
#[derive(Debug, Default)]
pub(super) struct TableSource {
    kept: KeptTables,
    sizes: TableSizes,
    /// The states that searches with a small table have expanded.
    expanded: AtomicU64,
    /// Whether it is known that no larger table can be made.
    only_small: AtomicBool,
    /// The lock that a thread holds while it makes a table, so that no other thread makes the same
    /// table.
    making: Mutex<()>,
}

/// The limits on the size of tables, and the time that making a table takes. The unit of this time
/// is the time in which a search expands one state.
#[derive(Debug, Clone, Copy)]
pub(super) struct TableSizes {
    /// The greatest allowed number of entries of a small table (`small`) and of a large table
    /// (`large`).
    pub(super) small: u64,
    pub(super) large: u64,
    /// Expanding this many states takes about as long as choosing a larger table.
    pub(super) choosing: u64,
    /// How fast a table is made: the number of its entries that are built (`built`), or read from
    /// the cache (`read`), in the time in which a search expands one state.
    pub(super) built: u64,
    pub(super) read: u64,
}

impl Default for TableSizes {
    fn default() -> Self {
        Self {
            // A small table of this size is built in about five seconds.
            small: 150_000_000,
            // A large table of this size takes three gigabytes.
            large: 12 << 30,
            choosing: 1 << 22,
            built: 24,
            read: 512,
        }
    }
}

/// The bits for each entry of a small table while it is built: four for a distance, and one for
/// each of three marks that the enumeration sets.
const SMALL_BITS: u64 = 7;
/// The bits for each entry of a large table while it is built: two for a distance, and one for each
/// of three marks that the enumeration sets.
const LARGE_BITS: u64 = 5;

impl TableSource {
    pub(super) fn new(options: &PuzzleOptions) -> Self {
        Self {
            kept: KeptTables::new(options),
            ..Self::default()
        }
    }

    /// Sets how large tables may be, and when they are made.
    #[cfg(test)]
    pub(super) fn with_sizes(self, sizes: TableSizes) -> Self {
        Self { sizes, ..self }
    }

    /// The bound of the puzzle's pieces. The bound uses a large table if one was made and fits in
    /// memory, and otherwise a small table, which is made if there is none.
    pub(super) fn bound<'a, const N: usize>(
        &self,
        analysis: &'a Analysis<N>,
        limits: &Limits,
    ) -> Result<Option<&'a PieceBound>, StopReason> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |bound: &PieceBound| limits.memory.is_none_or(|most| bound.bytes() <= most);
        let made = analysis.piece_bounds().find(|bound| fits(bound));
        if let Some(bound) = made.or_else(|| analysis.piece_bounds().last()) {
            return Ok(Some(bound));
        }
        let bytes = limits.memory.unwrap_or(MOST_BYTES);
        let most = self.sizes.small.min(bytes / SMALL_BITS * 8);
        match analysis.pattern_of_pieces(most, limits) {
            Ok(Some(choice)) => self.made(analysis, &choice, limits),
            // Other searches need less memory.
            Ok(None) | Err(StopReason::Memory | StopReason::Capacity) => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    /// How many more states the searches may expand with a small table before a larger table is
    /// chosen or made. `None` if there is no larger table.
    pub(super) fn patience<const N: usize>(
        &self,
        analysis: &Analysis<N>,
        limits: &Limits,
    ) -> Option<u64> {
        let has_large = analysis.piece_bounds().count() > 1;
        if has_large || self.only_small.load(Ordering::Relaxed) {
            return None;
        }
        let expanded = self.expanded.load(Ordering::Relaxed);
        let TableSizes {
            choosing,
            built,
            read,
            ..
        } = self.sizes;
        if expanded < choosing {
            return Some(choosing - expanded);
        }
        let Ok(Some(choice)) = analysis.large_pattern(self.most_of_large(limits), limits) else {
            self.only_small.store(true, Ordering::Relaxed);
            return None;
        };
        let is_kept = self.kept.contains(&key(choice.key()));
        let a_state = if is_kept { read } else { built };
        Some((choice.entries() / a_state).saturating_sub(expanded))
    }

    /// Records that a search has expanded this many states with a small table.
    pub(super) fn spend(&self, expanded: u64) {
        self.expanded.fetch_add(expanded, Ordering::Relaxed);
    }

    /// The bound that uses a larger table. `None` if there is no larger table, or if memory does
    /// not suffice.
    pub(super) fn larger_bound<'a, const N: usize>(
        &self,
        analysis: &'a Analysis<N>,
        limits: &Limits,
    ) -> Result<Option<&'a PieceBound>, StopReason> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(choice) = analysis.large_pattern(self.most_of_large(limits), limits)? else {
            return Ok(None);
        };
        let made = self.made(analysis, choice, limits)?;
        if made.is_none() {
            self.only_small.store(true, Ordering::Relaxed);
        }
        Ok(made)
    }

    /// The bound of a pattern. `None` if memory does not suffice for its table, or if the table is
    /// not trusted.
    fn made<'a, const N: usize>(
        &self,
        analysis: &'a Analysis<N>,
        choice: &PatternChoice,
        limits: &Limits,
    ) -> Result<Option<&'a PieceBound>, StopReason> {
        match analysis.add_piece_bound(choice, |pattern| self.table(pattern, limits)) {
            Ok(bound) => Ok(bound),
            Err(NoTable::Stopped(StopReason::Memory | StopReason::Capacity)) => Ok(None),
            Err(NoTable::Stopped(reason)) => Err(reason),
            Err(NoTable::Untrusted(error)) => {
                let words = format!("no table is used: {error}");
                self.kept.notice.tell(&words);
                Ok(None)
            }
        }
    }

    /// The greatest allowed number of entries of a large table within these limits.
    fn most_of_large(&self, limits: &Limits) -> u64 {
        let bytes = limits.memory.unwrap_or(MOST_BYTES);
        self.sizes.large.min(bytes / LARGE_BITS * 8)
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
        let key = key(pattern.key());
        self.kept.table(&key, pattern.abstraction(), build)
    }
}

/// The key of the table of a pattern.
fn key(pattern: &str) -> TableKey {
    TableKey {
        puzzle: "pieces".to_owned(),
        parameters: format!("{:016x}", fingerprint_of(pattern)),
    }
}

/// Why a table is not available.
enum NoTable {
    Stopped(StopReason),
    /// Another user could have written the file, or could write to the folder.
    Untrusted(TableFileError),
}

impl From<TableFileError> for NoTable {
    fn from(error: TableFileError) -> Self {
        Self::Untrusted(error)
    }
}
