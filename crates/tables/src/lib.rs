//! The distances of all states of a puzzle, in tables.
//!
//! For ranked states, [`census`] enumerates all of them layer by layer in two bits per state.
//! [`distances`] keeps a [`DistanceTable`], and a [`TableCache`] keeps such tables as files.
//!
//! Tables also provide lower bounds. [`PatternDatabase`] looks up the table of an [`Abstraction`],
//! which [`pattern_table`] builds. [`AdditivePatterns`] adds the tables of disjoint patterns, and
//! [`Max`](fewest_rules::Max) takes the greater of two bounds.
//!
//! The memory limit covers everything that a table holds while it is made, and is checked before
//! memory is taken.
//!
//! [`Abstraction`]: fewest_rules::Abstraction

mod distance_table;
pub mod enumeration;
mod files;
mod patterns;

pub use distance_table::{DistanceTable, Encoding};
pub use enumeration::{
    Census, Direction, Enumerated, EnumerationOptions, EnumerationReport, Forward, Outgoing,
    Parcel, PeerError, Peers, RankSet, Receive, Retrograde, SharedCensus, Undirected, census,
    distances, reachable, shared_census,
};
pub use files::{
    CacheEntry, Cached, Distrust, EntryState, TableCache, TableFileError, TableInfo, TableKey,
    TableProblem, TableReader, TableWriter, Untrusted, inspect_table, open_table, write_table,
};
pub use patterns::{
    AdditiveCache, AdditivePatterns, Combine, Explored, PatternCache, PatternDatabase,
    PatternDatabases, PatternTable, UnfinishedDistances, WrongPatternTable, fill_bound_table,
    fill_pattern_table, pattern_table,
};
