//! The states that a search has reached, and the memory that they take.
//!
//! # Problem
//! An exact search remembers every state that it has seen, by the million. How far it gets depends
//! on the bytes for each state and on the time of a lookup, and it must never take more memory than
//! its limit allows.
//!
//! # Solution
//! A [`StateSet`] numbers states in the order of insertion and finds them in a compact hash table.
//! Everything else that a search knows of a state lies in an [`Arena`] of its own under the same
//! number. An arena never moves its values once it is large, so growing needs no second copy. All
//! of them report to the [`Meter`](fewest_rules::Meter) before they take memory (`memory.rs`).
//!
//! # Usage
//! Reserve places with the meter, insert a state, and use its number; insert many states in
//! batches, since a batch waits for memory only once.

mod arena;
pub(crate) mod memory;
mod state_set;

pub(crate) use arena::Arena;
pub use state_set::StateSet;
pub(crate) use state_set::{BATCH, hash};
