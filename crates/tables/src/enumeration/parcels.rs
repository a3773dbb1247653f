//! Packs successors for other processes into parcels, the messages between processes.
//!
//! A parcel contains batches. A batch consists of the index of a shard (four bytes), the number of
//! places (four bytes), and the places (two bytes each), all with the low byte first. So a
//! successor takes two bytes on the network.

use super::cells::StateCells;
use super::exchange::{Exchange, LocalExchange, Placement};
use super::rounds::OpenParcels;

/// The exchange of one of several processes: some shards lie in its memory, the others in other
/// processes.
pub(super) struct SharedExchange<'a, C> {
    local: LocalExchange<'a, C>,
    placement: Placement,
    parcels: OpenParcels,
}

impl<'a, C: StateCells> SharedExchange<'a, C> {
    pub(super) fn new(
        local: LocalExchange<'a, C>,
        placement: Placement,
        parcels: OpenParcels,
    ) -> Self {
        // A place must fit into two bytes.
        const { assert!(C::SHARD_BITS <= u16::BITS) };
        Self {
            local,
            placement,
            parcels,
        }
    }

    /// The bytes of the parcels of one process, if `processes` processes take part in the census.
    pub(super) fn bytes(processes: usize) -> u64 {
        OpenParcels::bytes(processes, MOST_PLACES * 2 + HEAD)
    }

    pub(super) fn parcels(&self) -> &OpenParcels {
        &self.parcels
    }

    pub(super) fn local_mut(&mut self) -> &mut LocalExchange<'a, C> {
        &mut self.local
    }

    /// Marks the successors in a parcel that another process has sent.
    ///
    /// # Errors
    /// Returns a text that says why the parcel is refused: it is damaged, or was meant for another
    /// process.
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
/// The greatest number of places (positions within a shard) that a batch of successors for one
/// shard can hold.
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
        self.parcels.append(to, |parcel| {
            parcel.extend_from_slice(&(shard as u32).to_le_bytes());
            parcel.extend_from_slice(&(places.len() as u32).to_le_bytes());
            parcel.extend(
                places
                    .iter()
                    .flat_map(|&place| (place as u16).to_le_bytes()),
            );
        });
    }
}
