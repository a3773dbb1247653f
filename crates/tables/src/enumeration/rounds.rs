//! A round in which several processes send each other successors. In each process, worker threads
//! expand states, and one thread sends and receives. A *parcel* is a message with successors for
//! one process. A round ends when all processes have received all parcels.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};
use std::thread::Thread;
use std::time::Duration;

use fewest_rules::{Meter, StopReason};
use fewest_search::threads::lock;

use super::peers::{Outgoing, Parcel, PeerError, Peers, Receive};

/// The number of parcels that may wait to be sent. A thread that has another parcel waits until the
/// queue has room.
const QUEUE: usize = 16;
/// A parcel is sent when it has this many bytes. The fixed cost of sending a parcel is small
/// compared with the cost of sending this many bytes.
const PARCEL: usize = 32 << 10;

/// The parcels that are being filled, one for each process.
#[derive(Debug)]
pub struct OpenParcels {
    /// For each process the content of its next parcel.
    parcels: Vec<Mutex<Vec<u8>>>,
    outgoing: SyncSender<Outgoing>,
    /// The thread that sends the parcels.
    sender: Thread,
}

impl OpenParcels {
    /// Makes empty parcels for each of `processes` processes, and the queue of parcels to be sent.
    /// The calling thread must be the thread that sends them.
    pub fn new(processes: usize) -> (Self, Receiver<Outgoing>) {
        let (outgoing, queue) = mpsc::sync_channel(QUEUE);
        let parcels = Self {
            parcels: (0..processes).map(|_| Mutex::default()).collect(),
            outgoing,
            sender: std::thread::current(),
        };
        (parcels, queue)
    }

    /// The memory of all parcels, those in the queue included, if at most `batch` bytes are added
    /// at once.
    pub fn bytes(processes: usize, batch: usize) -> u64 {
        (processes + QUEUE) as u64 * (PARCEL + batch) as u64
    }

    /// Lets `write` append to the parcel for the process `to`, and sends it if it is full.
    #[inline]
    pub fn append(&self, to: usize, write: impl FnOnce(&mut Vec<u8>)) {
        let mut parcel = lock(&self.parcels[to]);
        write(&mut parcel);
        if parcel.len() >= PARCEL {
            let room = Vec::with_capacity(parcel.capacity());
            let bytes = std::mem::replace(&mut *parcel, room);
            // Without the lock, other threads can fill the next parcel while this thread waits for
            // room in the queue.
            drop(parcel);
            self.post(Outgoing::Parcel(Parcel { to, bytes }));
        }
    }

    /// Puts the parcels that are not full into the queue, and then the end of the round. If
    /// `result` is an error, puts only the error into the queue.
    fn end(&self, result: Result<(), Outgoing>) {
        if let Err(why) = result {
            return self.post(why);
        }
        for (to, parcel) in self.parcels.iter().enumerate() {
            let bytes = std::mem::take(&mut *lock(parcel));
            if !bytes.is_empty() {
                self.post(Outgoing::Parcel(Parcel { to, bytes }));
            }
        }
        self.post(Outgoing::End);
    }

    /// Puts `outgoing` into the queue and waits while the queue is full.
    fn post(&self, outgoing: Outgoing) {
        // If the receiver is gone, the round has failed, and nothing needs to be sent any more.
        let _ = self.outgoing.send(outgoing);
        self.sender.unpark();
    }
}

/// Runs `work` in a thread of its own. Meanwhile the calling thread sends the parcels that `work`
/// fills, and receives the parcels of other processes. The calling thread does both because `peers`
/// cannot be shared. If the round fails, `give_up` is called and must make `work` end soon. If
/// `receive` writes a message to `failed`, the round ends with this message as a failure of this
/// process.
pub fn while_exchanging(
    work: impl FnOnce() -> Result<(), Outgoing> + Send,
    give_up: impl Fn(),
    meter: &Mutex<&mut Meter<'_>>,
    (parcels, queue): (&OpenParcels, &Receiver<Outgoing>),
    receive: &mut Receive<'_>,
    failed: &RefCell<Option<String>>,
    peers: &mut dyn Peers,
) -> Result<(), PeerError> {
    std::thread::scope(|scope| {
        let working = scope.spawn(move || {
            let mut ending = Ending {
                parcels,
                // If `work` panics, the other processes must not wait for this process.
                result: Some(Err(Outgoing::Stop(StopReason::Cancelled))),
            };
            ending.result = Some(work());
        });
        let mut next = || {
            if let Some(message) = failed.take() {
                return Outgoing::Fail(message);
            }
            // Workers that have nothing to do check no limits, so this thread checks them too.
            if let Err(reason) = lock(meter).poll() {
                return Outgoing::Stop(reason);
            }
            match queue.try_recv() {
                Ok(outgoing) => outgoing,
                Err(TryRecvError::Empty | TryRecvError::Disconnected) => Outgoing::Nothing,
            }
        };
        let result = peers.exchange(&mut next, receive);
        if result.is_err() {
            give_up();
            // A worker may wait for room in the queue, so the queue is emptied until the work ends.
            while !working.is_finished() {
                let _ = queue.recv_timeout(Duration::from_millis(1));
            }
        }
        if let Err(panic) = working.join() {
            std::panic::resume_unwind(panic);
        }
        match failed.take() {
            // The parcel that arrived last may have caused a failure after the last call of `next`.
            Some(message) if result.is_ok() => Err(peers.fail(peers.own(), &message)),
            _ => result,
        }
    })
}

/// A guard that ends the round of this process when it is dropped.
struct Ending<'a> {
    parcels: &'a OpenParcels,
    result: Option<Result<(), Outgoing>>,
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        if let Some(result) = self.result.take() {
            self.parcels.end(result);
        }
    }
}
