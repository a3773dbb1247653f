//! Tables of distances in files.
//!
//! # Problem
//! A table of the distances of all states of a space answers every board of the space at once. It
//! may take hours to build and must survive the process, but a table that is wrong in one byte
//! makes wrong answers look proven.
//!
//! # Solution
//! A file is complete or has another name, is verified by a checksum as a whole, and is refused if
//! another user could have written it.
//!
//! # Usage
//! A [`TableCache`] is a folder of tables: it opens the table of a [`TableKey`] or builds it.
//! `write_table` and `open_table` write and read a single file. [`TableWriter`] and [`TableReader`]
//! do so piece by piece if the memory does not hold the table.

mod cache;
mod file;
mod reader;
mod trust;
mod unfinished;
mod writer;

pub use cache::{CacheEntry, Cached, EntryState, TableCache};
pub use file::{TableFileError, TableInfo, TableKey, TableProblem, inspect_table, open_table};
pub use reader::TableReader;
pub use trust::{Distrust, Untrusted};
pub use writer::{TableWriter, write_table};
