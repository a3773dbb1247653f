//! A run in one folder by several processes, each of which expands its share of the segments
//! (ranges of ranks, see `lib.rs`).
//!
//! Process 0 owns the manifest. The other processes get the manifest when they join. After every
//! layer the other processes tell process 0 which lists they have written. All data in the folder
//! belongs to segments and not to processes, so a run can be continued by another number of
//! processes.
//!
//! If a successor lies in a segment of another process, it is sent to that process in a parcel
//! (`batches.rs`). The receiver appends the contents of the parcel to the buckets of its segments
//! (`round.rs`).

use std::path::Path;

use fewest_rules::{Limits, Meter, Ranked, Statistics};

use super::error::{DiskError, RunKey};
use super::layer_log::{DiskOptions, LayerLog};
use super::manifest::{ManifestWriter, Reader};
use super::round::describe;
use super::run::{DiskEnumeration, LayerWork};
use super::segment::NewLists;
use super::step::Stop;
use fewest_tables::enumeration::{
    AnyNeighbours, Direction, EnumerationReport, PeerError, Peers, Placement,
};

/// The index of the process that owns the manifest, the file that describes the run.
const LEADER: usize = 0;

impl DiskEnumeration {
    /// Opens the run like [`open`](Self::open), together with the other processes of `peers`. All
    /// processes must work in the same folder.
    ///
    /// # Errors
    /// Returns an error if a process failed, works on another task or in another folder, or if the
    /// folder is refused.
    pub fn open_among(
        folder: &Path,
        key: &RunKey,
        states: u64,
        symmetric: bool,
        options: &DiskOptions,
        limits: &Limits,
        peers: &mut dyn Peers,
    ) -> Result<Self, PeerError> {
        let placement = Placement {
            own: peers.own(),
            processes: peers.processes(),
        };
        let (own, processes) = (placement.own, placement.processes);
        let mut led = None;
        let mut message = ManifestWriter::default();
        message.text(&format!(
            "{key}, {states} states, {symmetric}, {}",
            options.keep_layers
        ));
        if own == LEADER {
            let token = token();
            let opened = Self::open(folder, key, states, symmetric, options, limits)
                .and_then(|mut run| run.log.lead(processes, &token).map(|()| run));
            let run = opened.map_err(|error| fail(peers, &error))?;
            message.bytes(&token);
            message.bytes(&run.log.manifest.bytes());
            led = Some(Self { placement, ..run });
        }
        let messages = peers.gather(&message.0)?;
        let wanted = Reader(&message.0).text();
        let odd = messages
            .iter()
            .position(|message| Reader(message).text() != wanted);
        if let Some(process) = odd {
            let other = Reader(&messages[process]).text().unwrap_or_default();
            let message = format!("{} works on something else: {other}", peers.name(process));
            return Err(peers.end(PeerError::Failed { process, message }));
        }
        let run = match led {
            Some(run) => run,
            None => {
                let mut from = Reader(&messages[LEADER]);
                let _ = from.text();
                let (token, manifest) = (from.bytes(), from.bytes());
                let (token, manifest) = (token.unwrap_or_default(), manifest.unwrap_or_default());
                let joined = LayerLog::join(folder, manifest, token, (own, processes), options);
                let log = joined.map_err(|error| fail(peers, &error))?;
                Self { log, placement }
            }
        };
        // Until all processes have joined, process 0 must not change the folder.
        peers.gather(b"joined")?;
        Ok(run)
    }

    /// Extends the run like [`extend`](Self::extend), but divides the work among all processes of
    /// `peers`. If a limit or the failure of a process ends the run, the next call repeats all work
    /// since the last common checkpoint.
    ///
    /// # Errors
    /// Returns an error if a process failed.
    pub fn extend_among<P: Ranked + Sync, D: Direction<P>>(
        &mut self,
        puzzle: &P,
        direction: &D,
        starts: impl IntoIterator<Item = P::State>,
        within: Option<&Self>,
        limits: &Limits,
        peers: &mut dyn Peers,
    ) -> Result<EnumerationReport<()>, PeerError> {
        let neighbours: &AnyNeighbours<'_> =
            &|ranks, visit| direction.neighbours(puzzle, ranks, visit);
        let mut starts = starts.into_iter().map(|state| puzzle.rank(state));
        self.extend_among_by(neighbours, &mut starts, within, limits, peers)
    }

    fn extend_among_by(
        &mut self,
        neighbours: &AnyNeighbours<'_>,
        starts: &mut dyn Iterator<Item = u64>,
        within: Option<&Self>,
        limits: &Limits,
        peers: &mut dyn Peers,
    ) -> Result<EnumerationReport<()>, PeerError> {
        let mut meter = Meter::new(limits);
        self.log.resume();
        let team: Option<&mut dyn Peers> = Some(&mut *peers);
        let ended = self.each_layer(neighbours, starts, within, team, &mut meter);
        let reason = match ended {
            Ok(()) => None,
            Err(Stop::Limit(reason)) => match peers.end(PeerError::Stopped(reason)) {
                PeerError::Stopped(reason) => Some(reason),
                failed @ PeerError::Failed { .. } => return Err(failed),
            },
            Err(Stop::Disk(error)) => return Err(fail(peers, &error)),
            Err(Stop::Peer(error)) => return Err(peers.end(error)),
        };
        Ok(self.report(reason, &meter))
    }

    /// Ends the layer at `depth` in all processes: tells process 0 which lists and files this
    /// process has written in the layer, and makes a checkpoint if one is due.
    pub(super) fn end_layer_among(
        &mut self,
        depth: u32,
        work: LayerWork,
        spent: Statistics,
        peers: &mut dyn Peers,
    ) -> Result<(), Stop> {
        let own = self.placement.own;
        let files = self.log.take_unreported();
        let mut message = encode(&work, &files);
        let states = self.apply(depth, work);
        let mut head = ManifestWriter::default();
        for number in [
            states,
            spent.expanded,
            spent.generated,
            self.log.is_due().into(),
        ] {
            head.number(number);
        }
        head.0.append(&mut message.0);
        let messages = peers.gather(&head.0)?;
        let mut sum = Statistics {
            expanded: 0,
            generated: 0,
            ..spent
        };
        let (mut all, mut due) = (0, false);
        for (process, message) in messages.iter().enumerate() {
            let mut from = Reader(message);
            let mut read = || -> Option<Option<LayerFiles>> {
                all += from.number()?;
                sum.expanded += from.number()?;
                sum.generated += from.number()?;
                let is_due = from.flag()?;
                due |= is_due && process == LEADER;
                match own == LEADER && process != LEADER {
                    true => decode(&mut from, self.log.manifest.segments.len()).map(Some),
                    false => Some(None),
                }
            };
            let Some(report) = read() else {
                let message = format!("{} has sent a damaged report", peers.name(process));
                return Err(peers.end(PeerError::Failed { process, message }).into());
            };
            if let Some((work, files)) = report {
                for (number, length) in files {
                    self.log.adopt(number, length)?;
                }
                self.apply(depth, work);
            }
        }
        self.end_layer(depth, all);
        self.log.count(sum);
        if due || self.log.manifest.complete {
            self.log.sync()?;
            peers.gather(b"on the disk")?;
            if own == LEADER {
                self.log.checkpoint()?;
            } else {
                self.log.release();
            }
        }
        Ok(())
    }
}

/// The work of another process in a layer, and the files that it wrote: for each file, the number
/// in its name and its length.
type LayerFiles = (LayerWork, Vec<(u32, u64)>);

fn encode(work: &LayerWork, files: &[(u32, u64)]) -> ManifestWriter {
    let mut to = ManifestWriter::default();
    to.list(files, |to, &(number, length)| {
        to.number(number.into());
        to.number(length);
    });
    to.list(&work.expanded, |to, (segment, new)| {
        to.number(*segment as u64);
        for list in [&new.arrived, &new.pending, &new.bitmap] {
            to.list(list.as_slice(), ManifestWriter::extent);
        }
    });
    to.list(&work.sent, |to, (segment, extent)| {
        to.number(*segment as u64);
        to.extent(extent);
    });
    to.list(&work.bucket_lists, |to, (segment, extent)| {
        to.number(*segment as u64);
        to.extent(extent);
    });
    to
}

/// Reads the message that [`encode`] has written. Returns `None` if the message is damaged.
fn decode(from: &mut Reader<'_>, segments: usize) -> Option<LayerFiles> {
    let segment = |from: &mut Reader<'_>| {
        let segment = usize::try_from(from.number()?).ok()?;
        (segment < segments).then_some(segment)
    };
    let files = from.list(|from| Some((from.small()?, from.number()?)))?;
    let work = LayerWork {
        expanded: from.list(|from| {
            let segment = segment(from)?;
            let mut list = || Some(from.list(Reader::extent)?.pop());
            let new = NewLists {
                arrived: list()?,
                pending: list()?,
                bitmap: list()?,
            };
            Some((segment, new))
        })?,
        sent: from.list(|from| Some((segment(from)?, from.extent()?)))?,
        bucket_lists: from.list(|from| Some((segment(from)?, from.extent()?)))?,
    };
    Some((work, files))
}

/// Tells all processes to stop because this process has failed with `error`.
fn fail(peers: &mut dyn Peers, error: &DiskError) -> PeerError {
    let process = peers.own();
    let message = format!("{} {}", peers.name(process), describe(error));
    peers.end(PeerError::Failed { process, message })
}

/// A token that distinguishes this run from all others: the process id and the time.
fn token() -> Vec<u8> {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_nanos());
    format!("{} {time}", std::process::id()).into_bytes()
}
