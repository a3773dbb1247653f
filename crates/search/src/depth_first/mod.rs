//! Depth-first search with a bound that grows from iteration to iteration.
//!
//! # Problem
//! Where the states do not fit into the memory, a search can only remember the path that it is on.
//! It then visits states again and again, so the time of a single step decides everything.
//!
//! # Solution
//! `idastar.rs` says why a growing bound finds the shortest solution. There are two ways to walk the
//! tree within a bound. `deepening.rs` walks along a single path, with or without costs; it can
//! remember the states of an iteration, and prove by them that there is no solution
//! (`duplicates.rs`). `subtrees.rs` remembers nothing and is many times as fast: it cuts an
//! iteration into subtrees, of which one thread walks several in turn and several threads walk
//! different ones. `step.rs` expands the next node of a subtree, and `rows.rs` those of several
//! subtrees at once. The folder `pruning` says which moves to try.
//!
//! # Usage
//! `idastar` takes a heuristic, `iddfs` has no heuristic, and `least_cost_idastar` minimises costs.
//! `IdaStar` can pause.
//! [`Duplicates`] says which states they remember.

mod deepening;
mod duplicates;
mod idastar;
mod iddfs;
mod rows;
mod step;
mod subtrees;

pub use duplicates::Duplicates;
pub use idastar::{IdaStar, idastar, least_cost_idastar};
pub use iddfs::iddfs;
