//! Enumerates a space together with other processes.
//!
//! Each process holds the cells of some shards and expands their frontiers, exactly as an
//! enumeration in one process does. Successors in the shards of other processes go to these
//! processes in parcels (`parcels.rs`). A layer is two rounds of [`Peers`]: the exchange of the
//! successors, and the gathering of the number of states that each process has found. So no process
//! begins a layer before every process has received all successors of the layer before. All
//! processes find the same layer to be empty.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::mpsc;

use fewest_rules::{Limits, Meter, Ranked, Statistics, StopReason};
use serde::{Deserialize, Serialize};

use super::cells::{CLOSED, StateCells, TwoBit};
use super::census::{Census, Enumerated, EnumerationOptions, EnumerationReport, cells};
use super::direction::{AnyNeighbours, Direction, Forward};
use super::exchange::{Exchange, LocalExchange, Placement};
use super::layers::{RankLayer, ShardPlan, WORTH_A_THREAD, WorkRange, Worker};
use super::parcels::SharedExchange;
use super::peers::{Outgoing, PeerError, Peers, gather_values};
use super::rounds::{OpenParcels, while_exchanging};

/// The description of what a census by several processes counts. All processes must get the same
/// description.
#[derive(Debug, Clone)]
pub struct SharedCensus<S> {
    /// A text that identifies the puzzle and the space. Processes with different texts refuse to
    /// work together.
    pub key: String,
    /// The ranks of the states that the census counts. States with other ranks are visited but not
    /// counted.
    pub counted: Range<u64>,
    /// If a state is given here, the census visits only states that can be reached from it.
    pub reachable_from: Option<S>,
    /// The options of the enumeration. The number of threads in the options is the number for this
    /// process alone.
    pub options: EnumerationOptions,
}

/// Does the same as [`census`](crate::census) together with the other processes of `peers`. Every
/// process gets the same result.
///
/// If [`reachable_from`](SharedCensus::reachable_from) is given, [`unreached`](Census::unreached)
/// is the number of states that were reached from that state but not from `starts`.
///
/// Each process takes two bits for each of its states. The statistics sum the work of all
/// processes.
///
/// # Errors
/// Returns an error if a process failed, works on another task, or cannot be reached. A limit that
/// one process reaches is not an error, but stops the census in all processes.
pub fn shared_census<P: Ranked + Sync, D: Direction<P>>(
    puzzle: &P,
    direction: &D,
    starts: impl IntoIterator<Item = P::State>,
    wanted: &SharedCensus<P::State>,
    limits: &Limits,
    peers: &mut dyn Peers,
) -> Result<EnumerationReport<Census>, PeerError> {
    let placement = Placement {
        own: peers.own(),
        processes: peers.processes(),
    };
    let plan = ShardPlan::shared::<TwoBit>(
        puzzle.size(),
        placement,
        wanted.options.threads,
        wanted.options.hardest,
    );
    let mut run = SharedRun {
        plan,
        placement,
        counted: (wanted.counted != (0..puzzle.size())).then(|| wanted.counted.clone()),
        meter: Meter::new(limits),
        layers: SharedLayers::default(),
        peers,
    };
    let count = Count {
        key: &wanted.key,
        states: wanted.counted.end - wanted.counted.start,
        reachable_from: wanted.reachable_from.map(|start| puzzle.rank(start)),
        forward: &|ranks, visit| Forward.neighbours(puzzle, ranks, visit),
        neighbours: &|ranks, visit| direction.neighbours(puzzle, ranks, visit),
    };
    let mut starts = starts.into_iter().map(|state| puzzle.rank(state));
    let outcome = match run.whole(&count, &mut starts) {
        Ok(census) => Enumerated::Complete(census),
        Err(PeerError::Stopped(reason)) => Enumerated::Stopped {
            histogram: run.layers.histogram,
            reason,
        },
        Err(failed) => return Err(failed),
    };
    Ok(EnumerationReport {
        outcome,
        statistics: Statistics {
            elapsed: run.meter.statistics().elapsed,
            ..run.layers.statistics
        },
    })
}

/// The layers that all processes together have completed.
#[derive(Debug, Default)]
struct SharedLayers {
    histogram: Vec<u64>,
    /// The least ranks of the last layer in which the census counts a state. Only ranks that the
    /// census counts are listed.
    hardest: Vec<u64>,
    statistics: Statistics,
}

/// What a census by several processes counts, described without the type of the puzzle. So the code
/// that uses this description is compiled only once for all puzzles.
struct Count<'a> {
    key: &'a str,
    /// The number of ranks in the range that the census counts.
    states: u64,
    /// If given, the census visits only states that can be reached from the state with this rank.
    reachable_from: Option<u64>,
    forward: &'a AnyNeighbours<'a>,
    neighbours: &'a AnyNeighbours<'a>,
}

/// One process's part of an enumeration.
struct SharedRun<'a, 'm> {
    plan: ShardPlan,
    placement: Placement,
    /// The range of the ranks that the census counts, or `None` if it counts all ranks.
    counted: Option<Range<u64>>,
    meter: Meter<'m>,
    layers: SharedLayers,
    peers: &'a mut dyn Peers,
}

impl SharedRun<'_, '_> {
    fn whole(
        &mut self,
        count: &Count<'_>,
        starts: &mut dyn Iterator<Item = u64>,
    ) -> Result<Census, PeerError> {
        self.compare(count.key)?;
        let taken = self.take();
        let mut cells = self.or_stop(taken)?;
        let mut total = count.states;
        if let Some(start) = count.reachable_from {
            self.each_layer(count.forward, &mut [start].into_iter(), &mut cells)?;
            total = self.layers.histogram.iter().sum();
            let statistics = self.layers.statistics;
            self.layers = SharedLayers {
                statistics,
                ..SharedLayers::default()
            };
            let confined = confine(&mut cells, &mut self.meter);
            self.or_stop(confined)?;
        }
        self.each_layer(count.neighbours, starts, &mut cells)?;
        while self.layers.histogram.last() == Some(&0) {
            self.layers.histogram.pop();
        }
        let histogram = std::mem::take(&mut self.layers.histogram);
        Ok(Census {
            unreached: total - histogram.iter().sum::<u64>(),
            histogram,
            hardest: std::mem::take(&mut self.layers.hardest),
        })
    }

    /// Checks that all processes count the same states of the same space.
    fn compare(&mut self, key: &str) -> Result<(), PeerError> {
        let plan = &self.plan;
        let own = format!("{key}, {} shards, {} hardest", plan.shards, plan.hardest);
        let keys = self.peers.gather(own.as_bytes())?;
        for (process, other) in keys.iter().enumerate() {
            if other != own.as_bytes() {
                let other = String::from_utf8_lossy(other);
                let what = format!("works on something else: {other} instead of {own}");
                return Err(self.peers.fail(process, &what));
            }
        }
        Ok(())
    }

    /// Allocates the cells and marks them all as unseen.
    fn take(&mut self) -> Result<Vec<u8>, StopReason> {
        let parcels = SharedExchange::<TwoBit>::bytes(self.placement.processes);
        let plan = &self.plan;
        let bytes = plan.cell_bytes.saturating_add(plan.overhead::<TwoBit>());
        self.meter.hold(bytes.saturating_add(parcels))?;
        cells(plan.cell_bytes, TwoBit::UNSEEN_BYTE, &mut self.meter)
    }

    /// Returns the value in `result`. If `result` says that a limit was reached, ends the work in
    /// all processes for this reason.
    fn or_stop<T>(&mut self, result: Result<T, StopReason>) -> Result<T, PeerError> {
        result.map_err(|reason| self.peers.end(PeerError::Stopped(reason)))
    }

    /// Marks `starts` and all states that can be reached from them.
    fn each_layer(
        &mut self,
        neighbours: &AnyNeighbours<'_>,
        starts: &mut dyn Iterator<Item = u64>,
        cells: &mut [u8],
    ) -> Result<(), PeerError> {
        let (placement, bits) = (self.placement, self.plan.shard_bits);
        let local = LocalExchange::<TwoBit>::new(cells, bits, placement);
        let mut workers = self.plan.workers();
        // Every process goes through all starts and marks those in its own shards.
        for (rank, n) in starts.zip(1_u32..) {
            if let Some(shard) = placement.local((rank >> bits) as usize) {
                local.deliver(shard, &[rank as u32 & ((1 << bits) - 1)]);
            }
            if n % 1024 == 0 {
                let polled = self.meter.poll();
                self.or_stop(polled)?;
            }
        }
        let (parcels, queue) = OpenParcels::new(placement.processes);
        let mut exchange = SharedExchange::new(local, placement, parcels);
        let mut active = Vec::new();
        let mut depth = 0;
        let mut fresh = exchange.local_mut().begin_with_fresh(depth, &mut active);
        let mut report = self.gather(fresh, &mut workers)?;
        while report.fresh > 0 {
            if self.counted.is_none() {
                self.layers.histogram.push(report.fresh);
            }
            self.meter.prove_at_least(depth);
            let threads = match fresh {
                ..WORTH_A_THREAD => 1,
                _ => workers.len(),
            };
            let hardest = self.plan.hardest as usize;
            let layer = RankLayer {
                exchange: &exchange,
                hardest,
                counted: self.counted.clone(),
                active: &active,
                stretches: WorkRange::cut(active.len(), threads),
                meter: Mutex::new(&mut self.meter),
            };
            expand(
                &layer,
                neighbours,
                &mut workers[..threads],
                &queue,
                self.peers,
            )?;
            depth += 1;
            fresh = exchange.local_mut().begin_with_fresh(depth, &mut active);
            report = self.gather(fresh, &mut workers)?;
            if self.counted.is_some() {
                self.layers.histogram.push(report.counted);
            }
            if report.counted > 0 {
                report.hardest.sort_unstable();
                report.hardest.truncate(hardest);
                self.layers.hardest = std::mem::take(&mut report.hardest);
            }
        }
        Ok(())
    }

    /// Gathers the findings of all processes in a layer and adds them up.
    fn gather(&mut self, fresh: u64, workers: &mut [Worker]) -> Result<LayerFindings, PeerError> {
        let statistics = self.meter.statistics();
        let mut own = LayerFindings {
            fresh,
            expanded: statistics.expanded,
            generated: statistics.generated,
            peak_bytes: statistics.peak_bytes,
            ..LayerFindings::default()
        };
        for worker in workers {
            own.counted += std::mem::take(&mut worker.counted);
            own.hardest.append(&mut worker.hardest);
        }
        let mut sum = LayerFindings::default();
        for findings in gather_values(&own, self.peers)? {
            sum.add(findings);
        }
        self.layers.statistics = Statistics {
            expanded: sum.expanded,
            generated: sum.generated,
            peak_bytes: sum.peak_bytes,
            ..statistics
        };
        Ok(sum)
    }
}

/// Expands a layer while the processes exchange its successors.
fn expand(
    layer: &RankLayer<'_, '_, SharedExchange<'_, TwoBit>>,
    neighbours: &AnyNeighbours<'_>,
    workers: &mut [Worker],
    queue: &mpsc::Receiver<Outgoing>,
    peers: &mut dyn Peers,
) -> Result<(), PeerError> {
    let mut places = Vec::new();
    while_exchanging(
        move || layer.expand(&neighbours, workers).map_err(Outgoing::Stop),
        || layer.give_up(),
        &layer.meter,
        (layer.exchange.parcels(), queue),
        &mut |_, bytes| layer.exchange.receive(bytes, &mut places),
        &RefCell::default(),
        peers,
    )
}

/// Makes the closed cells unseen and the unseen cells closed, so that the next enumeration stays
/// within the states that the last one has reached.
fn confine(cells: &mut [u8], meter: &mut Meter) -> Result<(), StopReason> {
    for part in cells.chunks_mut(1 << 20) {
        meter.poll()?;
        for byte in part {
            *byte ^= TwoBit::UNSEEN_BYTE ^ (CLOSED as u8 * 0b0101_0101);
        }
    }
    Ok(())
}

/// The findings of one process, or of all processes, in a layer.
#[derive(Debug, Default, Serialize, Deserialize)]
struct LayerFindings {
    /// The number of states that were marked for the next layer.
    fresh: u64,
    /// The number of states of this layer that the census counts.
    counted: u64,
    expanded: u64,
    generated: u64,
    peak_bytes: u64,
    /// The least ranks of this layer that the census counts.
    hardest: Vec<u64>,
}

impl LayerFindings {
    fn add(&mut self, mut other: Self) {
        // Another process may send any number.
        for (own, other) in [
            (&mut self.fresh, other.fresh),
            (&mut self.counted, other.counted),
            (&mut self.expanded, other.expanded),
            (&mut self.generated, other.generated),
            (&mut self.peak_bytes, other.peak_bytes),
        ] {
            *own = own.saturating_add(other);
        }
        self.hardest.append(&mut other.hardest);
    }
}
