//! Enumerates a state space in several processes, on one machine or on several.
//!
//! [`connect`] connects the processes with each other. The [`Cluster`] that it returns implements
//! [`Peers`](fewest_tables::Peers), so [`shared_census`](fewest_tables::shared_census) can use it.
//!
//! - `hosts.rs` reads a file with the addresses of the processes.
//! - `connect.rs` opens a connection between every two processes. In a handshake, the two processes
//!   make sure that they belong to the same run.
//! - `link.rs` is such a connection. It carries parcels in frames with checksums, and besides them
//!   heartbeats and the reasons for which a process stops. It notices when a process stops or a
//!   connection breaks.
//! - `cluster.rs` exchanges parcels over the links in rounds.
//!
//! Connections are not encrypted, and the handshake keeps away only processes that connect by
//! mistake. So the network must be trusted.

mod cluster;
mod connect;
mod hosts;
mod link;

pub use cluster::Cluster;
pub use connect::{ConnectError, Membership, connect};
pub use hosts::{HostsError, read_hosts};
