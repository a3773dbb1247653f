//! Breadth-first enumeration of a whole state space over a perfect index.
//!
//! # Problem
//! To know how far every state is, every state must be reached, and a space
//! worth enumerating has far more states than a hash set could hold. With a
//! perfect index a state is only a number, and what must be remembered of it
//! are two bits: unseen, closed, or in one of two frontiers. What then costs
//! time is where those bits lie: successors are spread over the whole space,
//! and each is a cache miss, a lock, or on a disk or another machine a journey.
//!
//! # Solution
//! The ranks are cut into *shards*, runs of some ten thousand consecutive ones,
//! many more than there are threads. A shard is the unit of everything: a worker
//! takes the frontier of a shard, expands it state by state, and drops each
//! successor into the batch for the shard it lies in; full batches travel
//! through an exchange, and a batch is marked in one go while the shard's cells
//! are in the first cache (`exchange.rs`). Layers alternate between the two
//! frontiers; between layers nothing is under way, and cells and histogram
//! together are all there is to know.
//!
//! Where distances are wanted, the cell of a state is the distance itself, in a
//! byte or half of one (`cells.rs`); nothing else changes. Which edges are
//! followed is a [`Direction`].
//!
//! The result does not depend on the number of threads or the size of shards.

mod cells;
mod census;
mod direction;
mod exchange;
mod layers;
mod shard;

pub use census::{
    Census, Enumerated, EnumerationOptions, EnumerationReport, RankSet, census, distances,
    reachable,
};
pub(crate) use layers::Stretch;

pub use direction::{Direction, Forward, Retrograde, Undirected};
