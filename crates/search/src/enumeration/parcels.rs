//! Packs successors for other processes into parcels.
//!
//! A parcel contains batches. A batch consists of the number of a shard (four bytes), the number of
//! places (four bytes), and the places (two bytes each), all with the low byte first. So a
//! successor takes two bytes on the network.

use std::sync::Mutex;
use std::sync::mpsc::SyncSender;
use std::thread::Thread;

use fewest_rules::StopReason;

use super::cells::StateCells;
use super::exchange::{Exchange, LocalExchange, Placement, lock};
use super::peers::{Outgoing, Parcel};

/// A parcel is sent when it has this many bytes. Each parcel costs the network and the sender a
/// fixed effort, which is small beside that for so many bytes.
const PARCEL: usize = 32 << 10;

/// An exchange some of whose shards are in other processes.
pub(super) struct SharedExchange<'a, C> {
    local: LocalExchange<'a, C>,
    placement: Placement,
    /// For each process the batches of its next parcel.
    parcels: Vec<Mutex<Vec<u8>>>,
    outgoing: SyncSender<Outgoing>,
    /// The thread that sends the parcels.
    sender: Thread,
}

impl<'a, C: StateCells> SharedExchange<'a, C> {
    pub(super) fn new(
        local: LocalExchange<'a, C>,
        placement: Placement,
        outgoing: SyncSender<Outgoing>,
    ) -> Self {
        // A place must fit into two bytes.
        const { assert!(C::SHARD_BITS <= u16::BITS) };
        Self {
            local,
            placement,
            parcels: (0..placement.processes).map(|_| Mutex::default()).collect(),
            outgoing,
            sender: std::thread::current(),
        }
    }

    /// The memory of the parcels that wait to be sent, with those in a queue of `queue` parcels.
    pub(super) fn bytes(processes: usize, queue: usize) -> u64 {
        let parcel = PARCEL + MOST_PLACES * 2 + HEAD;
        (processes + queue) as u64 * parcel as u64
    }

    pub(super) fn local_mut(&mut self) -> &mut LocalExchange<'a, C> {
        &mut self.local
    }

    /// Sends the parcels that are not full, and ends the round.
    pub(super) fn end(&self, result: Result<(), StopReason>) {
        if let Err(reason) = result {
            return self.post(Outgoing::Stop(reason));
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

    /// Marks what another process has sent.
    ///
    /// # Errors
    /// The parcel is damaged, or was meant for another process.
    pub(super) fn receive(&self, mut bytes: &[u8], places: &mut Vec<u32>) -> Result<(), String> {
        while let Some((head, rest)) = bytes.split_first_chunk::<HEAD>() {
            let [shard, count] = [0, 4].map(|at| {
                u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize
            });
            let local = self
                .placement
                .local(shard)
                .filter(|&local| local < self.local.shards())
                .ok_or_else(|| format!("shard {shard} is not here"))?;
            let (now, later) = count
                .checked_mul(2)
                .and_then(|length| rest.split_at_checked(length))
                .ok_or("a batch is cut short")?;
            let (now, _) = now.as_chunks::<2>();
            places.clear();
            places.extend(
                now.iter()
                    .map(|&place| u32::from(u16::from_le_bytes(place))),
            );
            if places
                .iter()
                .max()
                .is_some_and(|&most| u64::from(most) >= self.local.places(local))
            {
                return Err(format!("shard {shard} has fewer places"));
            }
            self.local.deliver(local, places);
            bytes = later;
        }
        match bytes {
            [] => Ok(()),
            _ => Err("a batch is cut short".to_owned()),
        }
    }
}

/// The size of the header of a batch, in bytes.
const HEAD: usize = 8;
/// The most places in a batch of an outbox.
const MOST_PLACES: usize = 4096;

impl<C: StateCells> Exchange for SharedExchange<'_, C> {
    fn take(&self, shard: usize, from: usize, ranks: &mut [u64]) -> (usize, Option<usize>) {
        match self.placement.local(shard) {
            Some(local) => self.local.take(local, from, ranks),
            None => (0, None),
        }
    }

    fn deliver(&self, shard: usize, places: &[u32]) {
        if let Some(local) = self.placement.local(shard) {
            return self.local.deliver(local, places);
        }
        let to = shard % self.placement.processes;
        let mut parcel = lock(&self.parcels[to]);
        parcel.extend_from_slice(&(shard as u32).to_le_bytes());
        parcel.extend_from_slice(&(places.len() as u32).to_le_bytes());
        parcel.extend(
            places
                .iter()
                .flat_map(|&place| (place as u16).to_le_bytes()),
        );
        if parcel.len() >= PARCEL {
            let room = Vec::with_capacity(parcel.capacity());
            let bytes = std::mem::replace(&mut *parcel, room);
            // Other threads can fill the next parcel while this one waits for its turn.
            drop(parcel);
            self.post(Outgoing::Parcel(Parcel { to, bytes }));
        }
    }
}
