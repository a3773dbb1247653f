//! Breadth-first enumeration of a whole state space over a perfect index.
//!
//! # Problem
//! To compute the distance of every state, a search must reach every state. A space worth
//! enumerating has far more states than a hash set can hold. With a perfect index a state is only a
//! number, and two bits per state suffice: unseen, closed, or in one of two frontiers. What remains
//! expensive is the access to the bits of states. Successors are spread over the whole space, and
//! each access to a successor's bits is a cache miss, a lock, or a slow transfer to a disk or
//! another machine.
//!
//! # Solution
//! The ranks are cut into *shards*, each of some ten thousand consecutive ranks. There are many
//! more shards than threads, and a shard is the unit of all work. A worker takes the frontier of a
//! shard, expands it state by state, and puts each successor into the batch for its shard. Full
//! batches go through an exchange, which marks a batch at once while the shard's cells are in the
//! first-level cache (`exchange.rs`). Successive layers alternate between the two frontiers.
//! Between layers no batch is pending, so the cells and the histogram are the complete state of the
//! enumeration.
//!
//! If the caller wants distances, the cell of a state holds the distance itself, in a byte or half
//! a byte (`cells.rs`). The enumeration does not change otherwise. A [`Direction`] determines which
//! edges to follow.
//!
//! Several processes can divide the shards among themselves (`shared.rs`). How the processes
//! communicate is up to an implementation of [`Peers`].
//!
//! Another crate can keep the cells somewhere else, for example in files: a [`Shard`] marks cells, an
//! [`Exchange`] brings them the successors, and [`while_exchanging`] connects processes.
//!
//! The result does not depend on the number of threads or processes or the size of shards.

mod cells;
mod census;
mod direction;
mod exchange;
mod layers;
mod parcels;
mod peers;
mod rounds;
mod shard;
mod shared;

pub use cells::{CLOSED, StateCells, TwoBit};
pub use census::{
    Census, Enumerated, EnumerationOptions, EnumerationReport, RankSet, census, distances,
    reachable,
};
pub use exchange::{CHUNK, Exchange, Outbox, Placement};
pub(crate) use layers::WorkRange;
pub use rounds::{OpenParcels, while_exchanging};
pub use shard::Shard;

pub use direction::{AnyNeighbours, Direction, Forward, Retrograde, Undirected};
pub use peers::{Outgoing, Parcel, PeerError, Peers, Receive, gather_values};
pub use shared::{SharedCensus, shared_census};
