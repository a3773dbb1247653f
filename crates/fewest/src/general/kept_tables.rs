//! The tables of patterns, read from files or built.

use fewest_check::find_wrong_pattern;
use fewest_rules::Abstraction;
use fewest_tables::{DistanceTable, TableCache, TableFileError, TableKey};

use crate::api::PuzzleOptions;
use crate::notice::Notice;

/// The files with the tables of patterns, and where remarks about them go.
#[derive(Debug, Default)]
pub(crate) struct KeptTables {
    cache: Option<TableCache>,
    pub(crate) notice: Notice,
}

impl KeptTables {
    pub(crate) fn new(options: &PuzzleOptions) -> Self {
        Self {
            cache: options.tables(),
            notice: options.notice.clone(),
        }
    }

    /// Whether there is a file for the table of `key`.
    pub(crate) fn contains(&self, key: &TableKey) -> bool {
        let cache = self.cache.as_ref();
        cache.is_some_and(|cache| cache.path(key).is_file())
    }

    /// Reads the table of `abstraction` from its file. If there is no sound file, calls `build` and
    /// writes the file.
    ///
    /// # Errors
    /// Returns the errors of `build`, and an error if the file or the folder is not trusted.
    pub(crate) fn table<A: Abstraction, E: From<TableFileError>>(
        &self,
        key: &TableKey,
        abstraction: &A,
        build: impl FnOnce() -> Result<DistanceTable, E>,
    ) -> Result<DistanceTable, E> {
        let Some(cache) = &self.cache else {
            return build();
        };
        let wrong = |table: &DistanceTable| wrong_entry(abstraction, table);
        let tell = |refused: &TableFileError| {
            self.notice.tell(&format!("{refused}; it is built again"));
        };
        let cached = cache.open_or_build(key, abstraction.size(), wrong, tell, build)?;
        if let Some(unsaved) = cached.unsaved {
            self.notice
                .tell(&format!("the table is not kept: {unsaved}"));
        }
        Ok(cached.table)
    }
}

/// The rank of an entry in the table of `abstraction` that a quick test proves to be wrong; `None`
/// if the test finds no such entry.
pub(crate) fn wrong_entry<A: Abstraction>(abstraction: &A, table: &DistanceTable) -> Option<u64> {
    let stored = |distance| table.encoding().stored(distance);
    find_wrong_pattern(abstraction, |rank| table.distance(rank), stored)
}
