//! The dataflow that connects the processes of an enumeration, built with the library timely
//! dataflow. A *parcel* is a message with successors for one process. A *round* is a call of a
//! method of [`Peers`], which ends when it has ended in all processes.
//!
//! The dataflow of each process has one input and one operator. Data travel through it in
//! *containers*; each container that a process puts into its input holds one parcel. An exchange
//! lies between the inputs and the operators of all processes: it brings each container to the
//! operator of the process for which its parcel is meant, without reading the parcel. The timestamp
//! of a container is the number of the round. A process that has sent everything of a round
//! advances its input to the next round. A round is complete when the dataflow knows that no
//! container with its timestamp can reach the operator any more.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use fewest_rules::StopReason;
use fewest_tables::{Outgoing, Parcel, PeerError, Peers, Receive};
use timely::bytes::arc::Bytes;
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks, Push};
use timely::container::NoopBuilder;
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};
use timely::dataflow::operators::core::input::{Handle, Input};
use timely::dataflow::operators::generic::Operator;
use timely::worker::Worker;
use timely::{Accountable, WorkerConfig};

use crate::link::{Health, Link, LinkStream};

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

/// The number of bytes that a process exchanges with all other processes, frames and heartbeats
/// included.
#[derive(Debug, Clone)]
pub struct Traffic(Vec<Arc<Link>>);

impl Traffic {
    /// The number of bytes that were sent so far.
    pub fn sent(&self) -> u64 {
        let sent = self.0.iter().map(|link| &link.bytes_sent);
        sent.map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }

    /// The number of bytes that were received so far.
    pub fn received(&self) -> u64 {
        let received = self.0.iter().map(|link| &link.bytes_received);
        received.map(|bytes| bytes.load(Ordering::Relaxed)).sum()
    }
}

/// One process of an enumeration, connected with all others. This value stays in the thread in
/// which it was made.
pub struct Cluster {
    peers: Connected,
    worker: Worker,
    /// The input of the dataflow, into which this process puts its parcels; `None` after
    /// [`finish`](Self::finish) has closed it.
    input: Option<Handle<u64, NoopBuilder<Container>>>,
    inbox: Rc<RefCell<Inbox>>,
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
        for link in self.links.iter().flatten() {
            link.close(&error);
        }
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

/// The parcels that the dataflow operator of this process has received. A process also receives the
/// parcels that it sends to itself.
#[derive(Default)]
struct Inbox {
    /// For each round, the parcels received, each with the number of its sender. A fast process can
    /// be one round ahead of this one, so there may be parcels of two rounds.
    parcels: BTreeMap<u64, Vec<(usize, Vec<u8>)>>,
    /// The earliest round of which parcels can still arrive; `u64::MAX` if none can.
    open: u64,
}

impl Cluster {
    /// Builds the dataflow over connections.
    pub(crate) fn new(
        own: usize,
        names: Vec<String>,
        links: Vec<Option<Arc<Link>>>,
        health: Arc<Health>,
    ) -> io::Result<Self> {
        let processes = links.len();
        let allocator = if processes == 1 {
            Allocator::Thread(timely::communication::allocator::Thread::default())
        } else {
            let hooks = Hooks::default();
            let refill = hooks.refill.clone();
            let sockets = links
                .iter()
                .map(|link| link.clone().map(LinkStream::new))
                .collect();
            let local = ProcessBuilder::new_typed_vector(1, refill, None);
            let (mut builders, guard) =
                initialize_networking_from_sockets(local, sockets, own, 1, hooks)?;
            // Dropping the guard would wait for the threads of the connections, which after a
            // failure wait for ever.
            std::mem::forget(guard);
            let builder = builders
                .pop()
                .ok_or_else(|| io::Error::other("timely dataflow has no worker"))?;
            Allocator::Tcp(builder.build())
        };
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let inbox = Rc::new(RefCell::new(Inbox::default()));
        let received = Rc::clone(&inbox);
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input_with_builder::<NoopBuilder<Container>>();
            let to_its_process = DistributorPact(|_| ToItsProcess);
            stream.sink(to_its_process, "Receive", move |(input, frontier)| {
                let mut inbox = received.borrow_mut();
                input.for_each(|time, container| {
                    if let Container(Some(package)) = std::mem::take(container) {
                        let parcels = inbox.parcels.entry(*time.time()).or_default();
                        parcels.push((package.from, package.bytes));
                    }
                });
                let frontier = frontier.frontier();
                inbox.open = frontier.iter().min().copied().unwrap_or(u64::MAX);
            });
            input
        });
        Ok(Self {
            peers: Connected {
                own,
                names,
                links,
                health,
            },
            worker,
            input: Some(input),
            inbox,
            round: 0,
            sent: vec![0; processes],
            processed: vec![(0, 0); processes],
            slow: None,
        })
    }

    /// A handle to read the traffic from other threads.
    pub fn traffic(&self) -> Traffic {
        Traffic(self.peers.links.iter().flatten().cloned().collect())
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
            let rounds = link.as_ref()?.peer_rounds.load(Ordering::Relaxed);
            (rounds <= self.round).then(|| self.peers.name(process))
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
    pub fn finish(mut self) {
        self.input = None;
        let end = Instant::now() + LAST;
        while self.worker.has_dataflows() && self.goes_on(end) {
            self.worker.step_or_park(Some(LOOK));
        }
        let Self { worker, peers, .. } = self;
        // Dropping the worker lets the sending threads find out that there is nothing more to send.
        drop(worker);
        let done = || peers.links.iter().flatten().all(|link| link.is_done());
        while !done() && peers.health.ended().is_none() && Instant::now() < end {
            std::thread::park_timeout(Duration::from_millis(5));
        }
    }

    fn goes_on(&self, end: Instant) -> bool {
        self.peers.health.ended().is_none() && Instant::now() < end
    }

    fn send(&mut self, parcel: Parcel) {
        self.sent[parcel.to] += parcel.bytes.len() as u64;
        let package = Package {
            to: parcel.to,
            from: self.peers.own,
            bytes: parcel.bytes,
        };
        if let Some(input) = &mut self.input {
            input.send_batch(&mut Container(Some(package)));
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

    /// Tells the dataflow and the other processes that this process sends nothing more in this
    /// round.
    fn end_sending(&mut self) {
        if let Some(input) = &mut self.input {
            input.advance_to(self.round + 1);
        }
        for link in self.peers.links.iter().flatten() {
            link.rounds.store(self.round + 1, Ordering::Relaxed);
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
                        self.end_sending();
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
            // A step without parking is needed, because a step that parks does not send what the
            // input holds.
            self.worker.step();
            let parcels = self.inbox.borrow_mut().parcels.remove(&self.round);
            for (from, bytes) in parcels.into_iter().flatten() {
                idle = false;
                if let Err(problem) = receive(from, &bytes) {
                    let what = format!("sent a wrong parcel: {problem}");
                    return Err(self.peers.fail(from, &what));
                }
                self.confirm(from, bytes.len() as u64);
            }
            if idle {
                if !sending && self.inbox.borrow().open > self.round {
                    break;
                }
                self.worker.step_or_park(Some(LOOK));
            } else {
                idle_since = Instant::now();
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

/// A parcel on its way through the dataflow, with the numbers of the process that receives it and
/// of the process that has sent it.
#[derive(Debug, Clone)]
struct Package {
    to: usize,
    from: usize,
    bytes: Vec<u8>,
}

/// The container of the dataflow: one parcel, or none.
#[derive(Debug, Clone, Default)]
struct Container(Option<Package>);

impl Accountable for Container {
    fn record_count(&self) -> i64 {
        i64::from(self.0.is_some())
    }
}

impl ContainerBytes for Container {
    fn from_bytes(bytes: Bytes) -> Self {
        // The sender's number is missing only if the bytes come from another program. In that case
        // a number that belongs to no process is used in its place, so the parcel is refused.
        let (from, bytes) = match bytes.split_first_chunk::<8>() {
            Some((from, bytes)) => (u64::from_le_bytes(*from), bytes),
            None => (u64::MAX, &[][..]),
        };
        Self(Some(Package {
            to: 0,
            from: usize::try_from(from).unwrap_or(usize::MAX),
            bytes: bytes.to_vec(),
        }))
    }

    fn length_in_bytes(&self) -> usize {
        8 + self.0.as_ref().map_or(0, |package| package.bytes.len())
    }

    fn into_bytes<W: io::Write>(&self, writer: &mut W) {
        if let Some(package) = &self.0 {
            // The writer is memory, so writing cannot fail.
            let _ = writer.write_all(&(package.from as u64).to_le_bytes());
            let _ = writer.write_all(&package.bytes);
        }
    }
}

/// Moves each container to the process that its parcel names.
struct ToItsProcess;

impl Distributor<Container> for ToItsProcess {
    fn partition<T: Clone, P: Push<Message<T, Container>>>(
        &mut self,
        container: &mut Container,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = container.0.as_ref().map(|package| package.to);
        if let Some(pusher) = to.and_then(|to| pushers.get_mut(to)) {
            Message::push_at(container, time.clone(), pusher);
        }
    }

    fn flush<T: Clone, P: Push<Message<T, Container>>>(&mut self, _: &T, _: &mut [P]) {}
}
