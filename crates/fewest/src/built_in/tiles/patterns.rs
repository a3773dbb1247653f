//! The space whose tables are the pattern databases of sliding tiles.

use std::sync::Arc;

use fewest_puzzles::tiles::{BlankGoal, PackedTiles, TilePattern, TilePatterns};
use fewest_rules::{Abstraction, Limits};
use fewest_tables::{DistanceTable, EnumerationReport, TableKey};

use super::bounds;
use crate::general::kept_tables::wrong_entry;
use crate::space::{
    CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceError, SpaceTable,
};

/// All tables for one division of the tiles into patterns.
pub(super) struct PatternTables {
    size: (usize, usize),
    name: String,
    tables: Vec<Box<dyn SpaceTable>>,
}

struct TilesTable<S> {
    patterns: Arc<TilePatterns<S>>,
    /// The index in `patterns` of the pattern to which the table belongs.
    part: usize,
}

impl PatternTables {
    /// # Errors
    /// The name does not fit the board.
    pub(super) fn new(
        size: (usize, usize),
        goal: BlankGoal,
        name: &str,
    ) -> Result<Self, SpaceError> {
        let tables = if size.0.saturating_mul(size.1) <= <u64 as PackedTiles>::MOST {
            tables::<u64>(size, goal, name)
        } else {
            tables::<u128>(size, goal, name)
        };
        Ok(Self {
            size,
            name: name.to_owned(),
            tables: tables?,
        })
    }

    fn refuse<T>(&self) -> Result<T, SpaceError> {
        Err(SpaceError::Unfit(format!(
            "the patterns {} are no space of boards: only tables are built of them",
            self.name
        )))
    }
}

impl Space for PatternTables {
    fn size(&self) -> String {
        format!("{}x{} {}", self.size.0, self.size.1, self.name)
    }

    fn census(&self, _: usize, _: &Limits) -> Result<CensusReport, SpaceError> {
        self.refuse()
    }

    fn make(
        &self,
        _: &GenerationOptions,
        _: Option<&DistanceTable>,
        _: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        self.refuse()
    }

    fn tables(&self) -> Vec<&dyn SpaceTable> {
        self.tables.iter().map(|table| &**table).collect()
    }
}

/// The tables of the patterns with the name `name`, for boards in the packing `S`.
fn tables<S: PackedTiles + 'static>(
    size: (usize, usize),
    goal: BlankGoal,
    name: &str,
) -> Result<Vec<Box<dyn SpaceTable>>, SpaceError> {
    let patterns = TilePatterns::<S>::named(size.0, size.1, goal, name)
        .map_err(|fault| SpaceError::Unfit(format!("the pattern {name}: {fault}")))?;
    let table = |part| -> Box<dyn SpaceTable> {
        Box::new(TilesTable {
            patterns: Arc::clone(&patterns),
            part,
        })
    };
    Ok((0..patterns.spaces().len()).map(table).collect())
}

impl<S: PackedTiles> TilesTable<S> {
    fn pattern(&self) -> &TilePattern<S> {
        &self.patterns.spaces()[self.part]
    }
}

impl<S: PackedTiles> SpaceTable for TilesTable<S> {
    fn key(&self) -> TableKey {
        bounds::table_key(&self.patterns, self.pattern())
    }

    fn states(&self) -> u64 {
        self.pattern().size()
    }

    fn build(&self, limits: &Limits) -> EnumerationReport<DistanceTable> {
        bounds::build(self.pattern(), limits)
    }

    fn verify(&self, table: &DistanceTable, limits: &Limits) -> fewest_check::Verification {
        let excess = |rank| table.distance(rank);
        let stored = |excess| table.encoding().stored(excess);
        fewest_check::verify_patterns(self.pattern(), excess, stored, limits.threads(), limits)
    }

    fn find_wrong(&self, table: &DistanceTable) -> Option<u64> {
        wrong_entry(self.pattern(), table)
    }
}
