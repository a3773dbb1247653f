//! Breadth-first search of states without ranks, in sorted lists on disk.
//!
//! # Problem
//! Without ranks there are no cells to mark, so a state must be compared with all states that were
//! reached before. A hash table of all states does not fit into the memory, and on a disk each
//! access would take as long as ten thousand comparisons in memory.
//!
//! # Solution
//! Duplicates are detected late and together: delayed duplicate detection (Korf, "Best-first
//! frontier search with delayed duplicate detection", 2004). The successors of a layer are
//! collected in memory without looking them up. When the memory is full they are sorted and written
//! as a *piece*. At the end of the layer the pieces are merged with each other and with the layers
//! before, all of which are sorted ([`merge`]). The states that lie in a piece but in no layer
//! before form the next layer. All files are read and written from their beginning to their end,
//! and states are always compared as a whole.
//!
//! If every move can be taken back, only the two layers before a layer can hold duplicates of its
//! states; otherwise all layers are kept.

mod collector;
mod list;
mod merge;
mod run;
mod search;
mod way_back;

pub use run::DiskStates;
pub use search::disk_bfs;
