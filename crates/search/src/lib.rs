//! search
mod distance_table;
mod enumeration;
mod table_cache;
mod table_file;
mod table_solutions;

pub use distance_table::{DistanceTable, Encoding};
pub use enumeration::{
    Census, Direction, Enumerated, EnumerationOptions, EnumerationReport, Forward, Retrograde,
    Undirected, census, distances,
};
pub use table_cache::{CacheEntry, Cached, EntryState, TableCache};
pub use table_file::{
    TableFileError, TableInfo, TableKey, TableProblem, inspect_table, open_table, write_table,
};
pub use table_solutions::{NotCounted, TableSolutions, WrongTable};
