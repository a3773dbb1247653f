//! Expands a layer in one of several processes, which send successors to each other meanwhile.

use std::cell::RefCell;
use std::fmt::Display;
use std::sync::mpsc::Receiver;

use super::batches::unpack;
use super::error::RunError;
use super::extent::{Extent, ExtentKind};
use super::segment::size;
use super::step::{DiskWorker, Step};
use fewest_tables::enumeration::{OpenParcels, Outgoing, PeerError, Peers, while_exchanging};

/// Expands the segments of this process while it exchanges successors with the other processes.
/// Writes the successors that other processes have sent as pieces of buckets, and returns these
/// pieces, each with its segment.
pub(crate) fn run(
    step: &Step<'_, '_, '_>,
    workers: &mut [DiskWorker],
    (parcels, queue): &(OpenParcels, Receiver<Outgoing>),
    peers: &mut dyn Peers,
) -> Result<Vec<(usize, Extent)>, PeerError> {
    let mut arrived = Vec::new();
    let failed = RefCell::new(None);
    let plan = &step.manifest.plan;
    let mut receive = |_, mut parcel: &[u8]| {
        while !parcel.is_empty() {
            let (segment, places, rest) = unpack(parcel).ok_or("a batch is cut short")?;
            parcel = rest;
            let is_here = step.placement.local(segment).is_some();
            if !is_here || segment >= step.manifest.segments.len() {
                return Err(format!("segment {segment} is not here"));
            }
            let (numbers, _) = places.as_chunks::<4>();
            let most = numbers.iter().map(|&place| u32::from_le_bytes(place)).max();
            if most.is_some_and(|most| most >= size(plan, segment)) {
                return Err(format!("segment {segment} has fewer places"));
            }
            let label = ExtentKind::Bucket.of(segment, step.depth + 1);
            match label.write(numbers.len() as u64, places, step.buckets) {
                Ok(extent) => arrived.push((segment, extent)),
                Err(error) => failed.replace(Some(describe(&error))).map_or((), drop),
            }
        }
        Ok(())
    };
    let work = || {
        step.run(workers).map_err(|error| match error {
            RunError::Limit(reason) => Outgoing::Stop(reason),
            error => Outgoing::Fail(describe(&error)),
        })
    };
    let open = (parcels, queue);
    let give_up = || step.give_up();
    while_exchanging(
        work,
        give_up,
        &step.meter,
        open,
        &mut receive,
        &failed,
        peers,
    )?;
    Ok(arrived)
}

/// Describes the error in words that continue a sentence whose subject is the process.
pub(crate) fn describe(error: &dyn Display) -> String {
    format!("cannot go on: {error}")
}

/// Ends the work in all processes because this process ends with `error`. Returns the reason why
/// the work has ended: `error`, or an earlier reason if there was one.
pub(super) fn end(peers: &mut dyn Peers, error: RunError) -> PeerError {
    match error {
        RunError::Limit(reason) => peers.end(PeerError::Stopped(reason)),
        RunError::Peer(error) => peers.end(error),
        error => peers.fail(peers.own(), &describe(&error)),
    }
}
