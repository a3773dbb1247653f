//! The processes that this process starts on its machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use fewest::SpaceError;
use fewest_rules::Limits;

use super::{Introduction, LISTENS, MEMBER, Member, START, failed, stopped};

/// How long children may take to end by themselves.
const GRACE: Duration = Duration::from_secs(2);
/// For messages, at most this many bytes of the stderr of a child are kept.
const MOST_SAID: usize = 4096;

/// The children of this process. Children that still run when this value is dropped are killed.
#[derive(Default)]
pub(super) struct ChildProcesses(Vec<Running>);

struct Running {
    child: Child,
    /// The stdin of the child, which ends when this is closed.
    stdin: Option<ChildStdin>,
    /// The beginning of what the child has written to stderr.
    said: Arc<Mutex<String>>,
}

impl ChildProcesses {
    /// Starts the children, which have the numbers from 1 on, and waits until they listen.
    pub(super) fn start(
        &mut self,
        processes: usize,
        limits: &Limits,
    ) -> Result<Vec<Member>, SpaceError> {
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
    /// A child cannot be told of the other processes, mostly because the child has ended.
    pub(super) fn introduce(&mut self, all: &Introduction) -> Result<(), SpaceError> {
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
    /// A child has ended; the text says which child.
    pub(super) fn check(&mut self) -> Result<(), String> {
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

    /// How the child `process` ended. `None` if the child still runs after half a second.
    pub(super) fn why_ended(&mut self, process: usize) -> Option<String> {
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
    pub(super) fn let_end(&mut self) {
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

/// Reads what a child writes to stderr. Passes the port of the child to `found` and keeps the
/// beginning of all other output.
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

impl Drop for ChildProcesses {
    fn drop(&mut self) {
        for running in &mut self.0 {
            // Killing works even if the child is stopped.
            let _ = running.child.kill();
            let _ = running.child.wait();
        }
    }
}
