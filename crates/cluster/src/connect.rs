//! Opens the connections between all processes.
//!
//! A process connects to the processes with smaller numbers and waits for the processes with
//! greater numbers. Both processes begin a connection by sending a greeting: a fixed text, the
//! program's version, the process's number, and a digest of the addresses of all processes and the
//! secret that they share.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::cluster::Cluster;
use crate::link::{Health, Link};

/// The beginning of every greeting.
const MAGIC: &[u8; 16] = b"fewest cluster 1";
/// The time between two attempts to reach a process.
const AGAIN: Duration = Duration::from_millis(50);
/// A greeting reserves this many bytes for the version of the program. It pads a shorter version
/// with zeros and cuts a longer one.
const VERSION: usize = 64;
const GREETING: usize = 16 + 8 + VERSION + 32;

/// The processes that work together, and the number of this process among them.
#[derive(Debug, Clone)]
pub struct Membership {
    /// The number of this process.
    pub own: usize,
    /// The addresses of all processes, each `HOST:PORT`.
    pub addresses: Vec<String>,
    /// The names of all processes for messages.
    pub names: Vec<String>,
    /// The version of the program. Only processes with equal versions work together.
    pub version: String,
    /// A secret that all processes share; may be empty.
    pub secret: String,
    /// How long this process waits for the other processes to connect.
    pub patience: Duration,
    /// A process from which nothing arrives for this long is considered lost.
    pub silence: Duration,
}

/// Why the processes could not be connected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// A process cannot be reached, or has not connected in time.
    #[error("{name} cannot be reached: {why}")]
    Missing {
        /// The name of the process.
        name: String,
        /// The reason, as a text.
        why: String,
    },
    /// Another program answered.
    #[error("{name} is not fewest: it answered something else")]
    NotFewest {
        /// The name of the process that should have answered.
        name: String,
    },
    /// A process runs another version of the program.
    #[error("{name} runs fewest {theirs}, but this is fewest {own}")]
    Version {
        /// The name of the process.
        name: String,
        /// The version of the other process.
        theirs: String,
        /// The version of this program.
        own: String,
    },
    /// A process was given other addresses or another secret, so it belongs to another run.
    #[error("{name} belongs to another run, or has another list of hosts")]
    OtherRun {
        /// The name of the process.
        name: String,
    },
    /// A process has another number than expected.
    #[error("{name} says that it is number {theirs}")]
    Number {
        /// The name of the process that was expected.
        name: String,
        /// The number in its greeting.
        theirs: u64,
    },
    /// Two processes have the same number.
    #[error("two processes say that they are {name}")]
    Duplicate {
        /// The name of the process.
        name: String,
    },
    /// This process cannot be set up.
    #[error("cannot set up the connections: {0}")]
    Setup(String),
    /// The caller wanted to stop.
    #[error("{0}")]
    Abandoned(String),
}

impl Membership {
    fn name(&self, process: usize) -> String {
        let name = self.names.get(process).cloned();
        name.unwrap_or_else(|| format!("process {process}"))
    }

    fn greeting(&self) -> [u8; GREETING] {
        let mut greeting = [0; GREETING];
        let (magic, rest) = greeting.split_at_mut(16);
        let (number, rest) = rest.split_at_mut(8);
        let (version, digest) = rest.split_at_mut(VERSION);
        magic.copy_from_slice(MAGIC);
        number.copy_from_slice(&(self.own as u64).to_le_bytes());
        let length = self.version.len().min(VERSION);
        version[..length].copy_from_slice(&self.version.as_bytes()[..length]);
        let shared = format!("{}\n{}", self.secret, self.addresses.join("\n"));
        digest.copy_from_slice(blake3::hash(shared.as_bytes()).as_bytes());
        greeting
    }

    /// Exchanges greetings. Returns the number of the other process. `name` is the name of the
    /// process that is expected to answer.
    fn greet(&self, socket: &TcpStream, name: &str) -> Result<usize, ConnectError> {
        let not_fewest = || ConnectError::NotFewest {
            name: name.to_owned(),
        };
        let broken = |error: io::Error| ConnectError::Missing {
            name: name.to_owned(),
            why: error.to_string(),
        };
        let setup = |error: io::Error| ConnectError::Setup(error.to_string());
        socket.set_nonblocking(false).map_err(setup)?;
        socket.set_read_timeout(Some(self.silence)).map_err(setup)?;
        let own = self.greeting();
        let mut stream = socket;
        stream.write_all(&own).map_err(broken)?;
        // Other programs may send less than a greeting, so its parts are checked one by one.
        let mut theirs = [0; GREETING];
        let (magic, rest) = theirs.split_at_mut(16);
        stream.read_exact(magic).map_err(|_| not_fewest())?;
        if magic != MAGIC {
            return Err(not_fewest());
        }
        stream.read_exact(rest).map_err(|_| not_fewest())?;
        let (number, rest) = rest.split_at(8);
        let (version, digest) = rest.split_at(VERSION);
        let number = number.try_into().map_or(u64::MAX, u64::from_le_bytes);
        let process = usize::try_from(number)
            .ok()
            .filter(|&number| number < self.addresses.len() && number != self.own);
        let name = match process {
            Some(process) => self.name(process),
            None => name.to_owned(),
        };
        if version != &own[24..24 + VERSION] {
            let version = String::from_utf8_lossy(version);
            return Err(ConnectError::Version {
                name,
                theirs: version.trim_end_matches('\0').to_owned(),
                own: self.version.clone(),
            });
        }
        if digest != &own[24 + VERSION..] {
            return Err(ConnectError::OtherRun { name });
        }
        process.ok_or(ConnectError::Number {
            name,
            theirs: number,
        })
    }
}

/// The result of a thread that connects with one process.
type ConnectResult = Result<(usize, TcpStream), ConnectError>;

/// Connects this process with all others. `listener` listens on the address of this process. `look`
/// is called a few times a second, so that the caller can end the attempt by an error.
///
/// If another program connects, its connection is closed, and the other connections are not
/// affected.
///
/// # Errors
/// A process cannot be reached in time or does not belong to this run, or `look` has returned an
/// error.
pub fn connect(
    listener: &TcpListener,
    membership: &Membership,
    look: &mut dyn FnMut() -> Result<(), String>,
) -> Result<Cluster, ConnectError> {
    let processes = membership.addresses.len();
    let own = membership.own;
    let setup = |error: io::Error| ConnectError::Setup(error.to_string());
    listener.set_nonblocking(true).map_err(setup)?;
    let end = Instant::now() + membership.patience;
    let over = Arc::new(AtomicBool::new(false));
    let _tell = Over(Arc::clone(&over));
    let (found, results) = mpsc::channel();
    let shared = Arc::new(membership.clone());
    for to in 0..own {
        let (shared, over, found) = (Arc::clone(&shared), Arc::clone(&over), found.clone());
        let reaching = move || {
            let result = reach(&shared, to, end, &over);
            let _ = found.send(result);
        };
        thread::Builder::new().spawn(reaching).map_err(setup)?;
    }
    let health = Arc::new(Health::new());
    let (inbox, parcels) = mpsc::channel();
    let mut links: Vec<Option<Arc<Link>>> = vec![None; processes];
    while links.iter().flatten().count() + 1 < processes {
        look().map_err(ConnectError::Abandoned)?;
        match listener.accept() {
            Ok((socket, _)) => welcome(&shared, socket, &found).map_err(setup)?,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(setup(error)),
        }
        if let Ok(result) = results.recv_timeout(AGAIN / 5) {
            let (peer, socket) = result?;
            let name = membership.name(peer);
            if links[peer].is_some() {
                return Err(ConnectError::Duplicate { name });
            }
            let health = Arc::clone(&health);
            let inbox = inbox.clone();
            let link = Link::start(peer, name, socket, health, membership.silence, inbox);
            links[peer] = Some(link.map_err(setup)?);
        }
        if Instant::now() > end {
            let absent = (own + 1..processes).find(|&process| links[process].is_none());
            // Only processes with greater numbers are reported here. If a process with a smaller
            // number is absent, the thread that tries to reach that process reports it.
            if let Some(absent) = absent {
                return Err(ConnectError::Missing {
                    name: membership.name(absent),
                    why: format!("it has not connected within {:?}", membership.patience),
                });
            }
        }
    }
    let names = membership.names.clone();
    Ok(Cluster::new(own, names, links, health, (inbox, parcels)))
}

/// Dropping this value tells the threads that are connecting to stop.
struct Over(Arc<AtomicBool>);

impl Drop for Over {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Connects to the process `to` as soon as it listens.
fn reach(membership: &Membership, to: usize, end: Instant, over: &AtomicBool) -> ConnectResult {
    let name = membership.name(to);
    let address = &membership.addresses[to];
    loop {
        let tried = address.to_socket_addrs().and_then(|mut addresses| {
            let address = addresses.next();
            let address = address.ok_or_else(|| io::Error::other("the name has no address"))?;
            TcpStream::connect_timeout(&address, membership.silence)
        });
        match tried {
            Ok(socket) => {
                let number = membership.greet(&socket, &name)?;
                if number != to {
                    let theirs = number as u64;
                    return Err(ConnectError::Number { name, theirs });
                }
                return Ok((to, socket));
            }
            Err(error) if Instant::now() > end || over.load(Ordering::Relaxed) => {
                let why = error.to_string();
                return Err(ConnectError::Missing { name, why });
            }
            Err(_) => thread::sleep(AGAIN),
        }
    }
}

/// Greets a process that has connected, in a thread of its own because the process may be slow to
/// answer.
fn welcome(
    membership: &Arc<Membership>,
    socket: TcpStream,
    found: &Sender<ConnectResult>,
) -> io::Result<()> {
    let (membership, found) = (Arc::clone(membership), found.clone());
    let greeting = move || {
        let result = membership.greet(&socket, "a process that has connected");
        let result = match result {
            // Any program can connect to an open port.
            Err(ConnectError::NotFewest { .. } | ConnectError::Missing { .. }) => return,
            Ok(number) if number < membership.own => Err(ConnectError::Duplicate {
                name: membership.name(number),
            }),
            result => result.map(|number| (number, socket)),
        };
        let _ = found.send(result);
    };
    thread::Builder::new().spawn(greeting)?;
    Ok(())
}
