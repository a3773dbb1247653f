//! The processes of an enumeration, connected with each other. A *parcel* is a message with
//! successors for one process. A *round* is a call of a method of [`Peers`], which ends when it has
//! ended in all processes.
//!
//! A process sends each parcel over the link with the process for which it is meant, and then, over
//! every link, that it has sent everything of the round. The frames of a link arrive in their order.
//! So the round is complete for a process when all others have told it so and all parcels that have
//! arrived by then are processed.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use fewest_rules::StopReason;
use fewest_tables::{Outgoing, Parcel, PeerError, Peers, Receive};

use crate::link::{Health, Link, Received, kind};

/// A process sends no further parcel while at least this many bytes of its parcels are on their way
/// to some other process. So the queues of both processes stay small even if the network is slow.
const WINDOW: u64 = 8 << 20;
/// Whenever a process has processed this many more bytes of parcels from another process, it
/// confirms them to that process.
const CONFIRM: u64 = 1 << 20;
/// A waiting process looks for parcels at least this often. Every event wakes the process, so this
/// is only a safeguard.
const LOOK: Duration = Duration::from_millis(100);
/// A process that has finished waits at most this long for the other processes to receive
/// everything that it has sent.
const LAST: Duration = Duration::from_secs(5);

/// One process of an enumeration, connected with all others. This value stays in the thread in
/// which it was made.
pub struct Cluster {
    peers: Connected,
    /// Where the links and this process itself put the parcels for this process.
    to_self: Sender<Received>,
    inbox: Receiver<Received>,
    /// The parcels of the next round, which have arrived early. No process is more than one round
    /// ahead of this one.
    early: VecDeque<Received>,
    round: u64,
    /// For each process, the number of bytes of the parcels that this process has sent to it.
    sent: Vec<u64>,
    /// For each process, two numbers: how many bytes of its parcels this process has processed, and
    /// how many of these this process has confirmed to the sender.
    processed: Vec<(u64, u64)>,
    slow: Option<Slow>,
}

/// When to report that other processes are slow: after this process has waited for the time
/// `after`. The function `tell` makes the report.
struct Slow {
    after: Duration,
    tell: Box<dyn FnMut(&str)>,
}

/// The connections of a process.
struct Connected {
    own: usize,
    names: Vec<String>,
    /// The connections with the other processes; `None` for this process.
    links: Vec<Option<Arc<Link>>>,
    health: Arc<Health>,
}

impl Connected {
    fn name(&self, process: usize) -> String {
        let name = self.names.get(process).cloned();
        name.unwrap_or_else(|| format!("process {process}"))
    }

    /// # Errors
    /// If the work has ended, returns the reason, after telling it to the other processes.
    fn check(&self) -> Result<(), PeerError> {
        match self.health.ended() {
            None => Ok(()),
            Some(error) => Err(self.end(error.clone())),
        }
    }

    /// Ends the work in all processes because of `error`. Returns the reason why the work has
    /// ended: `error`, or an earlier error if there was one.
    fn end(&self, error: PeerError) -> PeerError {
        self.health.end(error);
        let first = self.health.ended().cloned();
        let error = first.unwrap_or(PeerError::Stopped(StopReason::Cancelled));
        let links = || self.links.iter().flatten();
        // Wakes the threads that write, which then send the reason.
        links().for_each(|link| link.send(kind::HEARTBEAT, Vec::new()));
        links().for_each(|link| link.close(&error));
        error
    }

    /// Ends the work in all processes because the process `process` has failed.
    fn fail(&self, process: usize, what: &str) -> PeerError {
        let message = format!("{} {what}", self.name(process));
        self.end(PeerError::Failed { process, message })
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        // When all links are done, the work has ended regularly, so a failure no longer matters.
        if !self.links.iter().flatten().all(|link| link.is_done()) {
            self.fail(self.own, "ended early");
        }
    }
}

impl Cluster {
    /// The process `own`, connected by `links`, which put parcels into `inbox`. This process puts
    /// the parcels for itself `to_self`, which leads to `inbox` as well.
    pub(crate) fn new(
        own: usize,
        names: Vec<String>,
        links: Vec<Option<Arc<Link>>>,
        health: Arc<Health>,
        (to_self, inbox): (Sender<Received>, Receiver<Received>),
    ) -> Self {
        let processes = links.len();
        Self {
            peers: Connected {
                own,
                names,
                links,
                health,
            },
            to_self,
            inbox,
            early: VecDeque::new(),
            round: 0,
            sent: vec![0; processes],
            processed: vec![(0, 0); processes],
            slow: None,
        }
    }

    /// A function that returns how many bytes this process has sent to all other processes, frames
    /// and heartbeats included. Any thread can call it.
    pub fn bytes_sent(&self) -> impl Fn() -> u64 + Send + Sync + use<> {
        let links: Vec<Arc<Link>> = self.peers.links.iter().flatten().cloned().collect();
        move || {
            let sent = links.iter().map(|link| &link.bytes_sent);
            sent.map(|bytes| bytes.load(Ordering::Relaxed)).sum()
        }
    }

    /// Calls `tell` with a message when this process has waited for other processes for the time
    /// `after` and received only heartbeats. Calls it again after twice that time, and so on.
    pub fn on_slow(&mut self, after: Duration, tell: impl FnMut(&str) + 'static) {
        self.slow = Some(Slow {
            after,
            tell: Box::new(tell),
        });
    }

    /// Reports the processes that have not ended this round although this process has waited for
    /// them for the time `waited`.
    fn report_slow(&mut self, waited: Duration) {
        let links = self.peers.links.iter().enumerate();
        let late = links.filter_map(|(process, link)| {
            let ended = link.as_ref()?.has_ended(self.round);
            (!ended).then(|| self.peers.name(process))
        });
        let late: Vec<String> = late.collect();
        if let Some(slow) = self.slow.as_mut().filter(|_| !late.is_empty()) {
            (slow.tell)(&format!(
                "still waiting for {}, which has sent nothing but signs of life for {} s",
                late.join(", "),
                waited.as_secs()
            ));
        }
    }

    /// Ends the work without an error: waits a few seconds at most until all other processes have
    /// received everything.
    ///
    /// The result is known by now, so a process that fails during this call is ignored.
    pub fn finish(self) {
        let links = || self.peers.links.iter().flatten();
        links().for_each(|link| link.send(kind::END, Vec::new()));
        let end = Instant::now() + LAST;
        while !links().all(|link| link.is_done())
            && self.peers.health.ended().is_none()
            && Instant::now() < end
        {
            thread::park_timeout(LOOK);
        }
    }

    fn send(&mut self, parcel: Parcel) {
        self.sent[parcel.to] += parcel.bytes.len() as u64;
        match &self.peers.links[parcel.to] {
            Some(link) => link.send(kind::PARCEL, parcel.bytes),
            None => {
                // The receiver is this process itself, so it is there.
                let _ = self.to_self.send(Received {
                    round: self.round,
                    from: self.peers.own,
                    bytes: parcel.bytes,
                });
            }
        }
    }

    /// Whether this process may send another parcel: fewer than [`WINDOW`] bytes of its parcels are
    /// on their way to each other process.
    fn has_room(&self) -> bool {
        let on_the_way = |(link, sent): (&Option<Arc<Link>>, &u64)| match link {
            Some(link) => sent.saturating_sub(link.processed()),
            None => 0,
        };
        let mut parcels = self.peers.links.iter().zip(&self.sent).map(on_the_way);
        parcels.all(|bytes| bytes < WINDOW)
    }

    fn confirm(&mut self, from: usize, bytes: u64) {
        let Some(Some(link)) = self.peers.links.get(from) else {
            return;
        };
        let (processed, confirmed) = &mut self.processed[from];
        *processed += bytes;
        if *processed - *confirmed >= CONFIRM {
            *confirmed = *processed;
            link.acknowledge(*processed);
        }
    }
}

impl Peers for Cluster {
    fn own(&self) -> usize {
        self.peers.own
    }

    fn processes(&self) -> usize {
        self.peers.links.len()
    }

    fn exchange(
        &mut self,
        next: &mut dyn FnMut() -> Outgoing,
        receive: &mut Receive<'_>,
    ) -> Result<(), PeerError> {
        let mut sending = true;
        let mut waiting = std::mem::take(&mut self.early);
        let mut idle_since = Instant::now();
        let mut patience = self.slow.as_ref().map_or(Duration::MAX, |slow| slow.after);
        loop {
            self.peers.check()?;
            let mut idle = true;
            while self.has_room() {
                match next() {
                    Outgoing::Parcel(parcel) => self.send(parcel),
                    Outgoing::Nothing => break,
                    Outgoing::End if sending => {
                        let links = self.peers.links.iter().flatten();
                        links.for_each(|link| link.send(kind::ROUND, Vec::new()));
                        sending = false;
                    }
                    Outgoing::End => break,
                    Outgoing::Stop(reason) => {
                        return Err(self.peers.end(PeerError::Stopped(reason)));
                    }
                    Outgoing::Fail(message) => {
                        return Err(self.peers.fail(self.peers.own, &message));
                    }
                }
                idle = false;
            }
            let links = || self.peers.links.iter().flatten();
            let complete = !sending && links().all(|link| link.has_ended(self.round));
            while let Some(parcel) = waiting.pop_front().or_else(|| self.inbox.try_recv().ok()) {
                if parcel.round > self.round {
                    self.early.push_back(parcel);
                    continue;
                }
                idle = false;
                let Received { from, bytes, .. } = parcel;
                if let Err(problem) = receive(from, &bytes) {
                    let what = format!("sent a wrong parcel: {problem}");
                    return Err(self.peers.fail(from, &what));
                }
                self.confirm(from, bytes.len() as u64);
            }
            if complete {
                break;
            }
            match idle {
                true => thread::park_timeout(LOOK),
                false => idle_since = Instant::now(),
            }
            let waited = idle_since.elapsed();
            if !sending && waited >= patience {
                self.report_slow(waited);
                patience = patience.saturating_mul(2);
            }
        }
        self.round += 1;
        Ok(())
    }

    fn gather(&mut self, message: &[u8]) -> Result<Vec<Vec<u8>>, PeerError> {
        let mut messages = vec![None; self.processes()];
        let mut parcels = (0..self.processes()).map(|to| Parcel {
            to,
            bytes: message.to_vec(),
        });
        let mut next = || parcels.next().map_or(Outgoing::End, Outgoing::Parcel);
        self.exchange(&mut next, &mut |from, bytes| {
            let message: &mut Option<Vec<u8>> =
                messages.get_mut(from).ok_or("there is no such process")?;
            match message.replace(bytes.to_vec()) {
                None => Ok(()),
                Some(_) => Err("it has sent two messages in one round".to_owned()),
            }
        })?;
        let missing = messages.iter().position(Option::is_none);
        if let Some(process) = missing {
            let what = "has sent no message in this round";
            return Err(self.peers.fail(process, what));
        }
        Ok(messages.into_iter().flatten().collect())
    }

    fn end(&mut self, error: PeerError) -> PeerError {
        self.peers.end(error)
    }

    fn name(&self, process: usize) -> String {
        self.peers.name(process)
    }
}
