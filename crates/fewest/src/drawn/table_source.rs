//! Builds the tables of a puzzle's pieces, or reads them from the cache.

use std::sync::{Arc, Mutex, PoisonError};

use fewest_check::find_wrong_pattern;
use fewest_ground::analysis::{Analysis, PieceBound, PiecePattern};
use fewest_rules::{Abstraction, Limits, Meter, StopReason};
use fewest_search::{DistanceTable, TableCache, TableFileError, TableKey};

use super::stages::MOST_BYTES;
use crate::api::PuzzleOptions;
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
/// For each further group of this many boards, a table may have as many entries more as for a single
/// board.
const BOARDS: u64 = 16;
/// The most entries of any table, half a byte each.
const MOST_ENTRIES: u64 = 7_000_000_000;
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

    /// The bound of the puzzle's pieces. It is made once for all boards that share the puzzle.
    pub(super) fn bound<'a, const N: usize>(
        &self,
        analysis: &'a Analysis<N>,
        limits: &Limits,
    ) -> Result<Option<&'a PieceBound>, NoTable> {
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        analysis.piece_bound(self.entries(limits), limits, |pattern| {
            self.table(pattern, limits).map(Arc::new)
        })
    }

    /// Tells the user something about a table.
    pub(super) fn tell(&self, what: &str) {
        self.notice.tell(what);
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
        let key = TableKey {
            puzzle: "pieces".to_owned(),
            parameters: pattern.key().to_owned(),
        };
        let wrong = |table: &DistanceTable| {
            let stored = |distance| table.encoding().stored(distance);
            find_wrong_pattern(abstraction, |rank| table.distance(rank), stored)
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
pub(super) enum NoTable {
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
