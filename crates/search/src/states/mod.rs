//! The states that a search has reached.

mod arena;
pub(crate) mod memory;
mod state_set;

pub(crate) use arena::Arena;
pub use state_set::StateSet;
pub(crate) use state_set::{BATCH, hash};
