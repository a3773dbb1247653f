//! Enumeration of ranked spaces that are larger than the memory, in files, with checkpoints.
//!
//! # Problem
//! The memory is too small for two bits for each state, and a run of hours must survive the end of
//! its process. A random access to a disk is a hundred thousand times slower than one to memory,
//! and to read and write two bits of every state for each of a hundred layers is too slow as well.
//!
//! # Solution
//! The ranks are cut into *segments* of consecutive ranks. A segment is the unit of everything: it
//! is loaded, expanded and stored as a whole, by one thread. Within a segment, a state is
//! identified by its *place*: its rank minus the first rank of the segment. All data on disk
//! belongs to a segment and never to a thread, so a run may continue with another number of
//! threads.
//!
//! To expand a layer, a worker takes segment after segment (`step.rs`). In memory, each state of the
//! segment has a *cell* of two bits (`segment.rs`), which says whether the state is unseen, lies in
//! this layer or the next one, or was reached before. The worker fills these cells from the lists
//! of the layers before (`layer_list.rs`) and from the successors that other segments have sent.
//! Then it expands the states of the layer. Successors within the segment are marked at once in
//! their cells. The others are appended to the *buckets* of their segments: files with the places
//! that other segments have found, written in pieces of some thousand places. So the disk is read
//! and written in large pieces only. If the memory has room for a bit for each state, buckets are
//! collected in memory (`bucket_bitmaps.rs`). If every move can be taken back, only the two layers
//! before a layer can hold duplicates of its states, and all data on disk is in proportion to three
//! layers. Otherwise a bitmap of each segment remembers all states.
//!
//! A layer of a segment consists of two lists: the states reached from the segment itself, written
//! when the layer before was expanded, and the states that were reached only from other segments.
//!
//! # What survives
//! Data files are only appended to. The manifest (`manifest.rs`) says which parts of these files
//! belong to which layer. At a checkpoint it is replaced in one step, after the files that it
//! mentions are on the disk. A run that is resumed forgets everything written since the last
//! checkpoint. All data is verified by a checksum when it is read.

mod among;
mod batches;
mod bucket_bitmaps;
mod budget;
mod census;
mod error;
mod extent;
mod files;
mod layer_list;
mod layer_log;
mod manifest;
mod progress;
mod round;
mod run;
mod segment;
mod states;
mod step;
mod table;

pub use error::{DiskError, DiskProblem, RunError, RunKey};
pub use files::{FileFaults, FileOperation};
pub use layer_log::DiskOptions;
pub use progress::DiskProgress;
pub use run::{DiskEnumeration, RunInfo};
pub use states::{DiskStates, disk_bfs};
