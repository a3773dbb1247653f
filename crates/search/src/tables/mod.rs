//! Tables of distances, in memory and in files.

mod cache;
mod distance_table;
mod file;
mod reader;
mod trust;
mod unfinished;
mod writer;

pub use cache::{CacheEntry, Cached, EntryState, TableCache};
pub use distance_table::{DistanceTable, Encoding};
pub use file::{TableFileError, TableInfo, TableKey, TableProblem, inspect_table, open_table};
pub use reader::TableReader;
pub use trust::{Distrust, Untrusted};
pub use writer::{TableWriter, write_table};
