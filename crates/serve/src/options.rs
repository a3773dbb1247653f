//! What the server offers, to whom, and what a request may use.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::time::Duration;

use fewest::rules::Ceiling;

/// A puzzle file that the page offers. It was read before the server started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleText {
    /// The name of the file, whose end decides the format.
    pub name: String,
    /// Its content.
    pub text: String,
}

/// How the server listens and what its requests may use.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// The address and port; port 0 is any that is free.
    pub listen: SocketAddr,
    /// Further names by which browsers may address the server, beside addresses and `localhost`.
    pub hosts: Vec<String>,
    /// The secret that every request must show. `None` trusts everybody who can connect.
    pub token: Option<String>,
    /// The time of each request that searches.
    pub time: Duration,
    /// The bytes that each search may hold.
    pub memory: u64,
    /// A limit on the memory of the whole process.
    pub ceiling: Option<Ceiling>,
    /// The number of requests that search at once.
    pub searches: NonZeroUsize,
    /// The number of such requests that may wait; more are refused with status 429.
    pub waiting: usize,
    /// The threads of each search.
    pub threads: NonZeroUsize,
    /// The puzzle files on offer beside the built-in puzzles.
    pub puzzles: Vec<PuzzleText>,
}

impl Default for ServeOptions {
    /// Loopback with any free port, and limits that leave a shared machine usable.
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            hosts: Vec::new(),
            token: None,
            time: Duration::from_secs(30),
            memory: 512 << 20,
            ceiling: None,
            searches: NonZeroUsize::MIN.saturating_add(1),
            waiting: 16,
            threads: NonZeroUsize::MIN,
            puzzles: Vec::new(),
        }
    }
}
