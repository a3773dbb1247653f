//! The processes among which `census` and `table build` divide a space.
//!
//! With `--hosts`, each process was started by a user and knows the addresses of all processes.
//! With `--processes`, this process is number 0 and starts the other processes with its own
//! arguments. A child writes its port to stderr; the parent writes the addresses of all processes
//! to the child's stdin. If the parent ends, however it does, its children read the end of stdin
//! and end too.

mod children;

use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process;
use std::thread;
use std::time::Duration;

use fewest::SpaceError;
use fewest_cluster::{Cluster, Membership, connect, read_hosts};
use fewest_rules::{Limits, Meter, StopReason};
use fewest_tables::{PeerError, Peers};
use serde::{Deserialize, Serialize};
use serde_json::json;

use self::children::ChildProcesses;
use crate::args::TeamArgs;
use crate::exit::{Exit, Failure};
use crate::session::{Network, Session};

/// The environment variable that tells a child its number.
const MEMBER: &str = "FEWEST_MEMBER";
/// How long to wait for the processes that people start on other machines.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait for the children to start.
const START: Duration = Duration::from_secs(20);
/// A process that sends nothing for this long is considered lost.
const SILENCE: Duration = Duration::from_secs(5);
/// A process that sends nothing but heartbeats for this long is reported.
const SLOW: Duration = Duration::from_secs(30);
/// The memory that all processes on this machine share if a run on disk has no limit.
const MEMORY_ON_DISK: u64 = 1 << 30;
/// A child writes this to stderr, followed by its port.
const LISTENS: &str = "listens at port ";

/// The processes that work on a space together, and the role of this one.
pub(crate) struct Team {
    role: Role,
    network: Network,
    quiet: bool,
}

enum Role {
    /// Starts `processes - 1` children.
    Parent { processes: usize },
    /// A child of the process that the user has started.
    Child { own: usize, processes: usize },
    /// One of the processes that users have started.
    Host { own: usize, addresses: Vec<String> },
}

impl Team {
    /// The team that the arguments ask for; `None` if they ask for no other processes. Divides the
    /// threads and the memory of this machine among its processes. `from_stdin` says whether the
    /// command reads stdin, and `on_disk` whether it works in the files of a folder.
    ///
    /// # Errors
    /// The hosts file is wrong, there are too many processes, or they would all read stdin.
    pub(crate) fn new(
        args: &TeamArgs,
        from_stdin: bool,
        on_disk: bool,
        session: &mut Session,
    ) -> Result<Option<Self>, Failure> {
        let role = if let (Some(path), Some(own)) = (&args.hosts, args.host) {
            let addresses = hosts(path, own)?;
            if own != 0 {
                session.note("host 0 prints the answer");
            }
            Role::Host { own, addresses }
        } else if let Some(processes) = args.processes {
            let processes = processes.get();
            if processes > MOST_PROCESSES {
                return Err(Failure::usage(format!(
                    "{processes} processes are too many for one machine, at most {MOST_PROCESSES} \
                     are started"
                )));
            }
            if on_disk {
                session.memory.get_or_insert(MEMORY_ON_DISK);
            }
            session.divide_machine(processes);
            let member = std::env::var(MEMBER).ok();
            match member.and_then(|own| own.parse().ok()) {
                Some(own) => Role::Child { own, processes },
                None if from_stdin => {
                    return Err(Failure::usage(
                        "several processes cannot read the same stdin: name a file",
                    ));
                }
                None => Role::Parent { processes },
            }
        } else {
            return Ok(None);
        };
        let network = session.network();
        Ok(Some(Self {
            role,
            network,
            quiet: session.quiet,
        }))
    }

    /// Whether this process prints the answer.
    pub(crate) fn answers(&self) -> bool {
        match &self.role {
            Role::Parent { .. } => true,
            Role::Child { .. } => false,
            Role::Host { own, .. } => *own == 0,
        }
    }

    /// Whether users started all processes. Processes that users started wait for this process even
    /// if it has nothing to do.
    pub(crate) fn has_hosts(&self) -> bool {
        matches!(self.role, Role::Host { .. })
    }

    /// Connects with the other processes and calls `work`, which all of them must do together.
    pub(crate) fn together<T>(
        &self,
        limits: &Limits,
        work: impl FnOnce(&mut dyn Peers) -> Result<T, SpaceError>,
    ) -> Result<T, SpaceError> {
        let mut children = ChildProcesses::default();
        let result = self.join(&mut children, limits).and_then(|mut cluster| {
            if !self.quiet && self.answers() {
                cluster.on_slow(SLOW, |message| {
                    // A note that cannot be written is lost.
                    let _ = writeln!(io::stderr(), "note: {message}");
                });
            }
            let _ = self.network.set(Box::new(cluster.bytes_sent()));
            let result = work(&mut cluster)?;
            cluster.finish();
            Ok(result)
        });
        if let Err(SpaceError::Peer(PeerError::Failed { process, message })) = result {
            let why = children.why_ended(process);
            let message = match why {
                Some(why) => format!("{message}: {why}"),
                None => message,
            };
            return Err(SpaceError::Peer(PeerError::Failed { process, message }));
        }
        children.let_end();
        result
    }

    /// Connects with the other processes, after starting them if they are children.
    fn join(&self, children: &mut ChildProcesses, limits: &Limits) -> Result<Cluster, SpaceError> {
        let setup = |error: io::Error| failed(0, format!("cannot set up the processes: {error}"));
        let (listener, membership) = match &self.role {
            Role::Host { own, addresses } => {
                let address = &addresses[*own];
                let listener = TcpListener::bind(address).map_err(|error| {
                    failed(
                        *own,
                        format!("host {own} cannot listen at {address}: {error}"),
                    )
                })?;
                let name = |(host, address)| format!("host {host} ({address})");
                let names = addresses.iter().enumerate().map(name).collect();
                let membership = Membership {
                    own: *own,
                    addresses: addresses.clone(),
                    names,
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    secret: String::new(),
                    patience: PATIENCE,
                    silence: SILENCE,
                };
                (listener, membership)
            }
            Role::Parent { processes } => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(setup)?;
                let own = Member::of(&listener).map_err(setup)?;
                let mut members = vec![own];
                members.extend(children.start(*processes, limits)?);
                let line = Introduction::new(members).map_err(setup)?;
                children.introduce(&line)?;
                (listener, line.membership(0))
            }
            Role::Child { own, processes } => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(setup)?;
                let member = Member::of(&listener).map_err(setup)?;
                writeln!(io::stderr(), "{LISTENS}{}", member.port).map_err(setup)?;
                let mut line = String::new();
                io::stdin().read_line(&mut line).map_err(setup)?;
                let introduction = Introduction::parse(&line)
                    .filter(|all| all.members.len() == *processes && own < processes)
                    .ok_or_else(|| failed(0, "the parent process has ended".to_owned()))?;
                thread::spawn(end_with_parent);
                (listener, introduction.membership(*own))
            }
        };
        let mut look = || {
            stopped(limits).map_err(|reason| reason.to_string())?;
            children.check()
        };
        connect(&listener, &membership, &mut look).map_err(|error| match stopped(limits) {
            Err(reason) => SpaceError::Stopped(reason),
            Ok(()) => failed(membership.own, error.to_string()),
        })
    }
}

/// The greatest allowed number of processes on one machine.
const MOST_PROCESSES: usize = 256;

fn failed(process: usize, message: String) -> SpaceError {
    SpaceError::Peer(PeerError::Failed { process, message })
}

/// # Errors
/// The limit that was reached before the search began.
fn stopped(limits: &Limits) -> Result<(), StopReason> {
    Meter::new(limits).poll()
}

fn hosts(path: &Path, own: usize) -> Result<Vec<String>, Failure> {
    let name = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|error| Failure::Read {
        name: name.clone(),
        error,
    })?;
    read_hosts(&text, own).map_err(|error| Failure::usage(format!("{name}: {error}")))
}

/// Ends this process when the parent has ended.
fn end_with_parent() {
    let _ = io::copy(&mut io::stdin(), &mut io::sink());
    process::exit(Exit::Bad as i32);
}

/// A process on this machine.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Member {
    pid: u32,
    port: u16,
}

impl Member {
    /// Describes this process. The other processes connect to its `listener`.
    fn of(listener: &TcpListener) -> io::Result<Self> {
        Ok(Self {
            pid: process::id(),
            port: listener.local_addr()?.port(),
        })
    }
}

/// What all processes on this machine know of each other.
#[derive(Serialize, Deserialize)]
struct Introduction {
    secret: String,
    members: Vec<Member>,
}

impl Introduction {
    fn new(members: Vec<Member>) -> io::Result<Self> {
        let mut secret = [0; 16];
        getrandom::fill(&mut secret).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Self {
            secret: format!("{:032x}", u128::from_le_bytes(secret)),
            members,
        })
    }

    /// One line that [`parse`](Self::parse) reads.
    fn line(&self) -> String {
        format!("{}\n", json!(self))
    }

    fn parse(line: &str) -> Option<Self> {
        serde_json::from_str(line).ok()
    }

    fn membership(&self, own: usize) -> Membership {
        let members = || self.members.iter().enumerate();
        let name =
            |(number, member): (usize, &Member)| format!("process {number} (pid {})", member.pid);
        Membership {
            own,
            addresses: members()
                .map(|(_, member)| format!("{}:{}", Ipv4Addr::LOCALHOST, member.port))
                .collect(),
            names: members().map(name).collect(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            secret: self.secret.clone(),
            patience: START,
            silence: SILENCE,
        }
    }
}
