//! The manifest: the file that says which layers of a run are complete, and in which data files
//! their states lie.
//!
//! A checkpoint writes a new manifest beside the old one, flushes it and the data files to the
//! disk, and then gives it the name of the old one. So at every moment there is one manifest, and
//! everything that it mentions is complete. Data files are only appended to, and a file that the
//! manifest mentions is removed only after a later manifest no longer mentions it.
//!
//! A manifest consists of
//!
//! - eight bytes, `\x89fewrun\n`;
//! - the version of format and program: its length in eight bytes, the lowest first, and a text;
//! - a [`Manifest`] as JSON;
//! - 32 bytes, the BLAKE3 of everything before.
//!
//! An *extent* is a piece of a data file, with a checksum (CRC-32) of its meaning (kind, segment,
//! depth, number of states) and of its bytes. So the checksum detects an extent in the wrong place
//! as well as a flipped bit.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::error::{DiskError, DiskProblem, RunKey, version};
use super::extent::Extent;
use super::files::Folder;

/// The name of the manifest.
pub(crate) const MANIFEST: &str = "run.manifest";
const MAGIC: [u8; 8] = *b"\x89fewrun\n";
const CHECKSUM: usize = blake3::OUT_LEN;

/// How a run recognises states that it has reached before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Seen {
    /// The run compares states with the two layers before, which is enough because every move can
    /// be taken back.
    TwoLayers,
    /// The run keeps a bitmap with a bit for each state.
    Bitmap,
    /// The run compares states with all layers before, state by state.
    AllLayers,
}

/// The partition of a space into segments, and what a run keeps. The plan is fixed when the run
/// begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Plan {
    pub(crate) states: u64,
    pub(crate) segment_bits: u32,
    pub(crate) seen: Seen,
    /// Whether the lists of all layers are kept until the end.
    pub(crate) keep: bool,
}

/// The lists of a segment in the data files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SegmentLists {
    /// The lists of layers, each with its depth. A layer has up to two lists, which are disjoint:
    /// the states reached from this segment, and those reached only from other segments.
    pub(crate) layers: Vec<(u32, Extent)>,
    /// The states of the next layer that were reached from this segment, as a compressed list of
    /// places.
    pub(crate) pending: Option<Extent>,
    /// The pieces of the bucket: states of the next layer, and perhaps of earlier layers, that were
    /// reached from other segments.
    pub(crate) bucket: Vec<Extent>,
    /// The states that other segments have found for this segment, as a compressed list of places,
    /// if these states were collected in memory.
    pub(crate) bucket_list: Option<Extent>,
    pub(crate) bitmap: Option<Extent>,
}

impl SegmentLists {
    /// Whether the segment may have states in the next layer.
    pub(crate) fn has_next(&self) -> bool {
        self.pending.is_some() || self.has_bucket()
    }

    /// The number of states on the lists from which the next layer will be made. A state on several
    /// lists counts several times, and some of the states may lie in earlier layers.
    pub(crate) fn reached(&self) -> u64 {
        let lists = self.pending.iter().chain(&self.bucket);
        lists
            .chain(&self.bucket_list)
            .map(|extent| extent.states)
            .sum()
    }

    /// Whether other segments have found states for this segment that it has not loaded yet.
    pub(crate) fn has_bucket(&self) -> bool {
        !self.bucket.is_empty() || self.bucket_list.is_some()
    }
}

/// The content of a manifest: the progress of a run after some layer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    pub(crate) key: RunKey,
    pub(crate) plan: Plan,
    pub(crate) complete: bool,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) milliseconds: u64,
    /// The number of states of each complete layer. A layer is complete when all its states are
    /// known. In an enumeration of ranks, complete layers have also been expanded. In a run with
    /// sorted lists of states, the last complete layer may not have been expanded yet.
    pub(crate) histogram: Vec<u64>,
    /// The numbers and lengths of the data files.
    pub(crate) files: Vec<(u32, u64)>,
    pub(crate) segments: Vec<SegmentLists>,
}

impl Manifest {
    pub(crate) fn new(key: RunKey, plan: Plan) -> Self {
        let segments = plan.states.div_ceil(1 << plan.segment_bits) as usize;
        Self {
            key,
            plan,
            complete: false,
            expanded: 0,
            generated: 0,
            milliseconds: 0,
            histogram: Vec::new(),
            files: Vec::new(),
            segments: vec![SegmentLists::default(); segments],
        }
    }

    /// Whether the run has stored its starts.
    pub(crate) fn has_begun(&self) -> bool {
        !self.histogram.is_empty() || self.segments.iter().any(SegmentLists::has_next)
    }

    /// The numbers of all files that the lists of the segments use.
    pub(crate) fn used_files(&self) -> BTreeSet<u32> {
        let mut used = BTreeSet::new();
        for lists in &self.segments {
            let layers = lists.layers.iter().map(|(_, extent)| extent);
            let next = lists.pending.iter().chain(&lists.bucket);
            let others = next.chain(&lists.bucket_list).chain(&lists.bitmap);
            used.extend(layers.chain(others).map(|extent| extent.file));
        }
        used
    }

    /// Reads the manifest in `folder`; `None` if there is none.
    pub(crate) fn read(folder: &Folder) -> Result<Option<Self>, DiskError> {
        let path = folder.path.join(MANIFEST);
        let bytes = match std::fs::read(&path) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            read => read.map_err(|error| DiskError::new(&path, DiskProblem::Read(error)))?,
        };
        let problem = |problem| DiskError::new(&path, problem);
        Self::parse(&bytes).map(Some).map_err(problem)
    }

    /// Replaces the manifest in `folder`.
    pub(crate) fn write(&self, folder: &Folder) -> Result<(), DiskError> {
        folder.replace(MANIFEST, &self.bytes())
    }

    /// The content of a manifest file.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let version = version();
        let length = (version.len() as u64).to_le_bytes();
        let mut bytes = [&MAGIC[..], &length, version.as_bytes()].concat();
        bytes.append(&mut serde_json::to_vec(self).expect("a manifest can be written as JSON"));
        let checksum = blake3::hash(&bytes);
        bytes.extend_from_slice(checksum.as_bytes());
        bytes
    }

    /// Reads the content of a manifest file.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, DiskProblem> {
        let damaged = || DiskProblem::Damaged("the checksum does not match");
        let cut = || DiskProblem::Damaged("it is not well-formed");
        if !bytes.starts_with(&MAGIC) {
            return Err(DiskProblem::Damaged("it does not begin like a manifest"));
        }
        let (content, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(damaged)?;
        if blake3::hash(content).as_bytes() != checksum {
            return Err(damaged());
        }
        let (length, rest) = content[MAGIC.len()..].split_first_chunk().ok_or_else(cut)?;
        let length = usize::try_from(u64::from_le_bytes(*length)).map_err(|_| cut())?;
        let (found, json) = rest.split_at_checked(length).ok_or_else(cut)?;
        if found != version().as_bytes() {
            let found = String::from_utf8_lossy(found).into_owned();
            return Err(DiskProblem::Version { found });
        }
        serde_json::from_slice(json)
            .ok()
            .filter(Self::has_all_segments)
            .ok_or_else(cut)
    }

    /// Whether there are lists for each segment of the plan, and each segment's places fit into 32
    /// bits.
    pub(crate) fn has_all_segments(&self) -> bool {
        let Plan {
            states,
            segment_bits,
            ..
        } = self.plan;
        segment_bits < u32::BITS && states.div_ceil(1 << segment_bits) == self.segments.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::{Extent, Manifest, Plan, RunKey, Seen};

    fn manifest() -> Manifest {
        let key = RunKey {
            task: "census".to_owned(),
            puzzle: "ring".to_owned(),
            parameters: "10".to_owned(),
        };
        let plan = Plan {
            states: 10,
            segment_bits: 2,
            seen: Seen::Bitmap,
            keep: true,
        };
        let extent = Extent {
            file: 7,
            checksum: u32::MAX,
            offset: 1 << 40,
            bytes: 5,
            states: 4,
        };
        let mut manifest = Manifest::new(key, plan);
        manifest.histogram = vec![1, 2, 2];
        manifest.files = vec![(7, 1 << 41)];
        manifest.segments[1].layers = vec![(2, extent)];
        manifest.segments[1].pending = Some(extent);
        manifest.segments[2].bucket = vec![extent; 2];
        manifest.segments[2].bucket_list = Some(extent);
        manifest.segments[2].bitmap = Some(extent);
        manifest
    }

    #[test]
    fn a_manifest_gives_back_what_was_written() {
        assert_eq!(Manifest::parse(&manifest().bytes()).ok(), Some(manifest()));
    }

    #[test]
    fn a_damaged_manifest_is_refused() {
        let bytes = manifest().bytes();
        for length in 0..bytes.len() {
            assert!(Manifest::parse(&bytes[..length]).is_err(), "{length} bytes");
        }
        for at in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << (at % 8);
            assert!(Manifest::parse(&bytes).is_err(), "bit of byte {at}");
        }
    }

    #[test]
    fn a_manifest_that_contradicts_its_plan_is_refused() {
        let mut short = manifest();
        short.segments.pop();
        assert!(Manifest::parse(&short.bytes()).is_err());
        let mut wide = manifest();
        wide.plan.segment_bits = 32;
        wide.segments.truncate(1);
        assert!(Manifest::parse(&wide.bytes()).is_err());
    }
}
