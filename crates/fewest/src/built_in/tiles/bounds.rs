//! The lower bounds of sliding tiles, chosen by name, and the tables that some of the bounds need.

use std::any::Any;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, Weak};

use fewest_puzzles::tiles::{
    BlankGoal, BlankMove, LinearConflict, PackedTiles, TileBoard, TilePattern, TilePatterns, Tiles,
    WalkingDistance,
};
use fewest_rules::{Limits, Max, Meter, StopReason};
use fewest_search::threads::lock;
use fewest_search::{Automaton, PruningLimits};
use fewest_tables::{
    DistanceTable, Encoding, Enumerated, EnumerationReport, TableFileError, TableKey, pattern_table,
};

use crate::api::{Answer, PuzzleOptions, ReadError, SolveError};
use crate::general::kept_tables::KeptTables;

/// The names of the bounds that need no tables from files.
pub(super) const NAMES: [&str; 4] = [
    "walking-conflict",
    "walking-distance",
    "linear-conflict",
    "manhattan",
];

/// A lower bound of sliding tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TilesBound {
    /// The maximum of walking distance and linear conflict.
    WalkingConflict,
    WalkingDistance,
    LinearConflict,
    Manhattan,
    /// Additive pattern databases, with a name such as `7-8`.
    TilePatterns(String),
    /// The bound of the multi-tile metric, which has no other.
    Lines,
}

impl TilesBound {
    /// # Errors
    /// No bound has this name.
    pub(super) fn named(name: &str) -> Result<Self, ReadError> {
        Ok(match name {
            "walking-conflict" => Self::WalkingConflict,
            "walking-distance" => Self::WalkingDistance,
            "linear-conflict" => Self::LinearConflict,
            "manhattan" => Self::Manhattan,
            patterns if patterns.starts_with(|c: char| c.is_ascii_digit()) => {
                Self::TilePatterns(patterns.to_owned())
            }
            other => {
                return Err(ReadError::Option(format!(
                    "tiles has no heuristic '{}', expected {}, or patterns such as 7-8 or 1,2,3/4,5",
                    other.escape_debug(),
                    NAMES.join(", ")
                )));
            }
        })
    }
}

impl fmt::Display for TilesBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WalkingConflict => "walking distance and linear conflict",
            Self::WalkingDistance => "walking distance",
            Self::LinearConflict => "linear conflict",
            Self::Manhattan => "Manhattan distance",
            Self::Lines => "walking distance by lines",
            Self::TilePatterns(name) => return write!(f, "pattern databases {name}"),
        })
    }
}

/// A cache of results. Each result is computed once for its key.
type Memo<K, V> = Mutex<HashMap<K, Arc<V>>>;

/// [`Tables`] of some type, whatever the packing of their boards.
type AnyTables = dyn Any + Send + Sync;

/// The data that all boards of a text share: the bound that the user named, and the tables made so
/// far.
#[derive(Debug, Default)]
pub(super) struct Bounds {
    pub(super) asked: Option<TilesBound>,
    pub(super) kept: KeptTables,
    /// The boards of the text, with their goals. A weak pointer shows whether a board is still in
    /// use.
    pub(super) boards: Vec<(Weak<TileBoard>, BlankGoal)>,
    /// For the boards of each size, the pattern databases that were chosen; `None` if no pattern
    /// databases would save time.
    pub(super) chosen: Mutex<HashMap<(usize, usize), Option<ChosenTables>>>,
    tables: Memo<(usize, usize, String), AnyTables>,
    /// The automata that prune moves. The key of an automaton is the number of rows, the number of
    /// columns and the greatest length of the sequences of moves that the pruning compares.
    automata: Memo<(usize, usize, usize), Automaton<BlankMove>>,
    /// The walking distances of each size. The key is the number of rows and the number of columns.
    walking: Memo<(usize, usize), Walking>,
}

/// The pattern databases that were chosen for the boards of one size.
#[derive(Debug, Clone)]
pub(super) struct ChosenTables {
    pub(super) name: &'static str,
    /// Why these pattern databases were chosen. Only the answer for the first board gives the
    /// reason; for later boards it is `None`.
    pub(super) why: Option<String>,
}

/// The maximum of walking distance and linear conflict, if the board is small enough for a table of
/// walking distances.
pub(super) type Walking = Option<Max<WalkingDistance, LinearConflict>>;

/// Pattern databases, ready for lookups.
#[derive(Debug)]
pub(super) struct Tables<S> {
    pub(super) patterns: Arc<TilePatterns<S>>,
    pub(super) tables: Vec<DistanceTable>,
}

/// The reason why pattern databases are not available.
pub(super) enum NoTables {
    /// The name of the patterns does not fit the board.
    Unfit(String),
    /// A limit was reached while the databases were built.
    Stopped(StopReason),
    /// The program refused to read a table file, because another user could have written it.
    Refused(TableFileError),
}

impl NoTables {
    /// The limit that was reached, if a limit is the reason.
    ///
    /// # Errors
    /// The reason, if it is not a limit.
    pub(super) fn stop_reason(self) -> Result<StopReason, SolveError> {
        match self {
            Self::Unfit(reason) => Err(SolveError::Board(reason)),
            Self::Stopped(reason) => Ok(reason),
            Self::Refused(error) => Err(SolveError::Table(error.to_string())),
        }
    }
}

impl From<TableFileError> for NoTables {
    fn from(error: TableFileError) -> Self {
        Self::Refused(error)
    }
}

impl<S> Tables<S> {
    /// The memory that the tables take, in bytes, and the limits that remain for a search beside
    /// the tables.
    pub(super) fn held_beside(&self, limits: &Limits) -> (u64, Limits) {
        let tables = self.tables.iter();
        let held = tables.map(|table| table.bytes().len() as u64).sum();
        let left = Limits {
            memory: limits.memory.map(|most| most.saturating_sub(held)),
            ..limits.clone()
        };
        (held, left)
    }
}

/// The answer of a search beside which tables of `held` bytes were in memory.
pub(super) fn beside<O>(mut answer: Answer<O>, held: u64) -> Answer<O> {
    let peak = &mut answer.statistics.peak_bytes;
    *peak = peak.saturating_add(held);
    answer
}

impl Bounds {
    /// # Errors
    /// No bound has the name in the options.
    pub(super) fn new(
        options: &PuzzleOptions,
        by_lines: bool,
        boards: Vec<(Weak<TileBoard>, BlankGoal)>,
    ) -> Result<Self, ReadError> {
        let asked = options.heuristic.as_deref().map(TilesBound::named);
        Ok(Self {
            asked: asked
                .transpose()?
                .or_else(|| by_lines.then_some(TilesBound::Lines)),
            kept: KeptTables::new(options),
            boards,
            ..Self::default()
        })
    }

    /// The walking distances of boards of this size, computed once.
    pub(super) fn walking(&self, puzzle: &Tiles<u64>) -> Arc<Walking> {
        let key = (puzzle.rows(), puzzle.columns());
        let mut known = lock(&self.walking);
        let found = known.entry(key).or_insert_with(|| {
            let walking = WalkingDistance::new(puzzle);
            Arc::new(walking.map(|walking| Max(walking, LinearConflict::new(puzzle))))
        });
        Arc::clone(found)
    }

    /// The move-pruning automaton of boards of this size, computed once.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn automaton<S: PackedTiles>(
        &self,
        puzzle: &Tiles<S>,
        reach: PruningLimits,
        limits: &Limits,
    ) -> Result<Arc<Automaton<BlankMove>>, StopReason> {
        let key = (puzzle.rows(), puzzle.columns(), reach.moves);
        let mut known = lock(&self.automata);
        if let Some(automaton) = known.get(&key) {
            return Ok(Arc::clone(automaton));
        }
        let found = Arc::new(Automaton::find(puzzle, reach, &mut Meter::new(limits))?);
        known.insert(key, Arc::clone(&found));
        Ok(found)
    }

    /// The pattern databases with the name `name` for boards of this size. The databases come from
    /// an earlier use or from the cache of files. If the cache has none, the databases are built
    /// and stored in the cache.
    pub(super) fn tables<S: PackedTiles + 'static>(
        &self,
        (rows, columns): (usize, usize),
        goal: BlankGoal,
        name: &str,
        limits: &Limits,
    ) -> Result<Arc<Tables<S>>, NoTables> {
        // The lock makes other threads that need these tables wait until they are built.
        let mut known = lock(&self.tables);
        let key = (rows, columns, name.to_owned());
        if let Some(tables) = known.get(&key)
            && let Ok(tables) = Arc::clone(tables).downcast()
        {
            return Ok(tables);
        }
        let patterns = TilePatterns::<S>::named(rows, columns, goal, name)
            .map_err(|fault| NoTables::Unfit(format!("the heuristic {name}: {fault}")))?;
        // A table takes the same memory whether it is read from a file or built.
        let held = Encoding::Nibble.bytes(patterns.entries());
        if limits.memory.is_some_and(|most| most < held) {
            return Err(NoTables::Stopped(StopReason::Memory));
        }
        let mut tables = Vec::new();
        for pattern in patterns.spaces() {
            let build = || match build(pattern, limits).outcome {
                Enumerated::Complete(table) => Ok(table),
                Enumerated::Stopped { reason, .. } => Err(NoTables::Stopped(reason)),
            };
            let key = table_key(&patterns, pattern);
            tables.push(self.kept.table(&key, pattern, build)?);
        }
        let tables = Arc::new(Tables { patterns, tables });
        let shared: Arc<AnyTables> = tables.clone();
        known.insert(key, shared);
        Ok(tables)
    }
}

/// The key that determines the file name of a pattern's table.
pub(super) fn table_key<S: PackedTiles>(
    patterns: &TilePatterns<S>,
    pattern: &TilePattern<S>,
) -> TableKey {
    TableKey {
        puzzle: "tiles".to_owned(),
        parameters: patterns.parameters(pattern),
    }
}

/// Builds the pattern database of `pattern`.
pub(super) fn build<S: PackedTiles>(
    pattern: &TilePattern<S>,
    limits: &Limits,
) -> EnumerationReport<DistanceTable> {
    let report = pattern_table(pattern, Encoding::Nibble, limits.threads(), limits);
    EnumerationReport {
        outcome: match report.outcome {
            Enumerated::Complete(made) => Enumerated::Complete(made.table),
            Enumerated::Stopped { histogram, reason } => Enumerated::Stopped { histogram, reason },
        },
        statistics: report.statistics,
    }
}
