//! The processes among which `census` and `table build` divide a space.
//!
//! With `--hosts`, each process was started by the user and knows the addresses of all. With
//! `--processes`, this process is number 0 and starts the others with its own arguments. A child
//! writes its port to stderr; the parent writes the addresses of all to its stdin. If the parent
//! ends, however it does, its children read the end of stdin and end too.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::Path;
use std::process::{self, Child, ChildStdin, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fewest::rules::{Limits, StopReason};
use fewest::search::PeerError;
use fewest::space::SpaceError;
use fewest_cluster::{Cluster, Membership, connect, read_hosts};

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
/// How long children may take to end by themselves.
const GRACE: Duration = Duration::from_secs(2);
/// The memory that all processes on this machine share if a run on disk has no limit.
const MEMORY_ON_DISK: u64 = 1 << 30;
/// The most bytes of the stderr of a child that are kept for messages.
const MOST_SAID: usize = 4096;
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

    /// Whether users start all processes, so that none of them ends if this one does not join them.
    pub(crate) fn has_hosts(&self) -> bool {
        matches!(self.role, Role::Host { .. })
    }

    /// Connects with the other processes and calls `work`, which all of them must do together.
    pub(crate) fn together<T>(
        &self,
        limits: &Limits,
        work: impl FnOnce(&mut Cluster) -> Result<T, SpaceError>,
    ) -> Result<T, SpaceError> {
        let mut children = Children::default();
        let result = self.join(&mut children, limits).and_then(|mut cluster| {
            if !self.quiet && self.answers() {
                cluster.on_slow(SLOW, |message| {
                    // A note that cannot be written is lost.
                    let _ = writeln!(io::stderr(), "note: {message}");
                });
            }
            let _ = self.network.set(cluster.traffic());
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
    fn join(&self, children: &mut Children, limits: &Limits) -> Result<Cluster, SpaceError> {
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

/// The most processes on one machine.
const MOST_PROCESSES: usize = 256;

fn failed(process: usize, message: String) -> SpaceError {
    SpaceError::Peer(PeerError::Failed { process, message })
}

/// # Errors
/// The limit that was reached before the search began.
fn stopped(limits: &Limits) -> Result<(), StopReason> {
    let cancel = limits.cancel.as_ref();
    if cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
        return Err(StopReason::Cancelled);
    }
    match limits.deadline {
        Some(deadline) if Instant::now() >= deadline => Err(StopReason::Time),
        _ => Ok(()),
    }
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
#[derive(Clone, Copy)]
struct Member {
    pid: u32,
    port: u16,
}

impl Member {
    /// This process; the others connect to its `listener`.
    fn of(listener: &TcpListener) -> io::Result<Self> {
        Ok(Self {
            pid: process::id(),
            port: listener.local_addr()?.port(),
        })
    }
}

/// What all processes on this machine know of each other.
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

    /// One line: the secret, and `PID:PORT` for each process.
    fn line(&self) -> String {
        let members = self.members.iter();
        let members = members.map(|member| format!(" {}:{}", member.pid, member.port));
        format!("{}{}\n", self.secret, members.collect::<String>())
    }

    fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let secret = words.next()?.to_owned();
        let member = |word: &str| {
            let (pid, port) = word.split_once(':')?;
            Some(Member {
                pid: pid.parse().ok()?,
                port: port.parse().ok()?,
            })
        };
        let members = words.map(member).collect::<Option<_>>()?;
        Some(Self { secret, members })
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

/// The children of this process. Those that still run when this is dropped are killed.
#[derive(Default)]
struct Children(Vec<Running>);

struct Running {
    child: Child,
    /// The child ends when this is closed.
    stdin: Option<ChildStdin>,
    /// The beginning of what the child has written to stderr.
    said: Arc<Mutex<String>>,
}

impl Children {
    /// Starts the children, which have the numbers from 1 on, and waits until they listen.
    fn start(&mut self, processes: usize, limits: &Limits) -> Result<Vec<Member>, SpaceError> {
        let program = std::env::current_exe()
            .map_err(|error| failed(0, format!("cannot find this program: {error}")))?;
        let (sender, ports) = mpsc::channel();
        for number in 1..processes {
            let cannot = |error| failed(number, format!("cannot start process {number}: {error}"));
            let mut child = Command::new(&program)
                .args(std::env::args_os().skip(1))
                .env(MEMBER, number.to_string())
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .map_err(cannot)?;
            let said = Arc::new(Mutex::new(String::new()));
            if let Some(stderr) = child.stderr.take() {
                let (said, sender) = (Arc::clone(&said), sender.clone());
                thread::spawn(move || {
                    listen(stderr, &said, |port| {
                        let _ = sender.send((number, port));
                    });
                });
            }
            let stdin = child.stdin.take();
            self.0.push(Running { child, stdin, said });
        }
        let end = Instant::now() + START;
        let mut found = vec![None; processes - 1];
        while found.contains(&None) {
            stopped(limits)?;
            match ports.recv_timeout(Duration::from_millis(20)) {
                Ok((number, port)) => found[number - 1] = Some(port),
                Err(RecvTimeoutError::Disconnected | RecvTimeoutError::Timeout) => {
                    self.check().map_err(|message| failed(0, message))?;
                }
            }
            if Instant::now() > end {
                let late = found
                    .iter()
                    .position(Option::is_none)
                    .map_or(0, |at| at + 1);
                let message = format!("process {late} has not started within {START:?}");
                return Err(failed(late, message));
            }
        }
        let members = self.0.iter().zip(found.into_iter().flatten());
        Ok(members
            .map(|(running, port)| Member {
                pid: running.child.id(),
                port,
            })
            .collect())
    }

    /// # Errors
    /// A child cannot be told of the others, mostly because it has ended.
    fn introduce(&mut self, all: &Introduction) -> Result<(), SpaceError> {
        let line = all.line();
        for number in 1..=self.0.len() {
            let running = &mut self.0[number - 1];
            let Some(stdin) = &mut running.stdin else {
                continue;
            };
            if let Err(error) = stdin.write_all(line.as_bytes()) {
                let pid = running.child.id();
                let why = self.why_ended(number);
                let why = why.unwrap_or_else(|| error.to_string());
                let message = format!("process {number} (pid {pid}) ended early, {why}");
                return Err(failed(0, message));
            }
        }
        Ok(())
    }

    /// # Errors
    /// A child has ended. The text says which.
    fn check(&mut self) -> Result<(), String> {
        for (number, running) in (1..).zip(&mut self.0) {
            if let Ok(Some(status)) = running.child.try_wait() {
                let pid = running.child.id();
                let said = running.said();
                return Err(format!(
                    "process {number} (pid {pid}) ended early, {status}{said}"
                ));
            }
        }
        Ok(())
    }

    /// How the child `process` ended. `None` if it still runs after half a second.
    fn why_ended(&mut self, process: usize) -> Option<String> {
        let running = self.0.get_mut(process.checked_sub(1)?)?;
        let end = Instant::now() + GRACE / 4;
        loop {
            if let Ok(Some(status)) = running.child.try_wait() {
                return Some(format!("{status}{}", running.said()));
            }
            if Instant::now() > end {
                return None;
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits up to two seconds until the children have ended.
    fn let_end(&mut self) {
        let end = Instant::now() + GRACE;
        for running in &mut self.0 {
            running.stdin = None;
            while matches!(running.child.try_wait(), Ok(None)) && Instant::now() < end {
                thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

impl Running {
    /// What the child has written to stderr, in brackets.
    fn said(&self) -> String {
        // The thread that reads stderr may not have finished.
        thread::sleep(Duration::from_millis(20));
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        match said.trim() {
            "" => String::new(),
            said => format!(" ({})", said.replace('\n', " ")),
        }
    }
}

/// Reads what a child writes to stderr. Passes its port to `found` and keeps the beginning of
/// everything else.
fn listen(stderr: impl Read, said: &Mutex<String>, found: impl Fn(u16)) {
    for line in BufReader::new(stderr).split(b'\n').map_while(Result::ok) {
        let line = String::from_utf8_lossy(&line);
        let port = line.strip_prefix(LISTENS);
        if let Some(port) = port.and_then(|port| port.parse().ok()) {
            found(port);
            continue;
        }
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        if said.len() + line.len() < MOST_SAID {
            *said += &line;
            said.push('\n');
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        for running in &mut self.0 {
            // Killing works even if the child is stopped.
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}
