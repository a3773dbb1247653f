//! The options of the server: the puzzles that it offers, who may use it, and the limits of
//! requests.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::time::Duration;

use fewest::rules::Ceiling;

/// A puzzle file that the page offers, with its text, which was read before the server started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PuzzleText {
    /// The name of the file, whose end determines the format.
    pub name: String,
    /// The text of the file.
    pub text: String,
}

/// How the server listens, and which limits its requests have.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// The address and the port. Port 0 stands for any free port.
    pub listen: SocketAddr,
    /// Host names that browsers may use for the server, in addition to IP addresses and
    /// `localhost`.
    pub hosts: Vec<String>,
    /// The secret that every request must contain. With `None`, the server trusts everybody who can
    /// connect.
    pub token: Option<String>,
    /// The time limit of each request that searches.
    pub time: Duration,
    /// Each search may take at most this many bytes.
    pub memory: u64,
    /// A limit on the memory of the whole process.
    pub ceiling: Option<Ceiling>,
    /// The number of requests that may search at the same time.
    pub searches: NonZeroUsize,
    /// The number of searching requests that may wait. The server refuses further searching
    /// requests with status 429.
    pub waiting: usize,
    /// The number of threads of each search.
    pub threads: NonZeroUsize,
    /// The puzzle files that the page offers in addition to the built-in puzzles.
    pub puzzles: Vec<PuzzleText>,
}

impl Default for ServeOptions {
    /// Listens on the loopback address at any free port, with limits that leave room for other
    /// programs on the machine.
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
