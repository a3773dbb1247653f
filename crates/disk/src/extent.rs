//! Extents: pieces of data files, each with a checksum of its label and of its bytes.

use serde::{Deserialize, Serialize};

use super::error::DiskError;
use super::files::DataFile;

/// A piece of a data file, which holds states of one segment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Extent {
    pub(crate) file: u32,
    pub(crate) checksum: u32,
    pub(crate) offset: u64,
    pub(crate) bytes: u64,
    pub(crate) states: u64,
}

/// The kind of content that an extent (a piece of a data file) holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExtentKind {
    /// States of a layer, as a compressed list of places (positions within a segment).
    Layer,
    /// The states that other segments have found for this segment, in the order of their arrival.
    /// Each state is given by its position within the segment, in four bytes.
    Bucket,
    /// The states that other segments have found for this segment, as a compressed list of their
    /// positions within the segment.
    BucketList,
    /// A bitmap of all states of a segment that were seen.
    Bitmap,
}

impl ExtentKind {
    /// The label of an extent of this kind. A bitmap belongs to no layer, so its depth is 0.
    pub(crate) fn of(self, segment: usize, depth: u32) -> ExtentLabel {
        ExtentLabel {
            kind: self,
            segment,
            depth,
        }
    }
}

/// The kind of an extent, and the segment and the depth to which it belongs. The checksum of the
/// extent covers all three.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ExtentLabel {
    kind: ExtentKind,
    segment: usize,
    depth: u32,
}

impl ExtentLabel {
    fn checksum(self, states: u64, bytes: &[u8]) -> u32 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&[self.kind as u8]);
        hasher.update(&(self.segment as u64).to_le_bytes());
        hasher.update(&self.depth.to_le_bytes());
        hasher.update(&states.to_le_bytes());
        hasher.update(bytes);
        hasher.finalize()
    }

    /// Appends `bytes`, which hold `states` states, to `file`.
    pub(crate) fn write(
        self,
        states: u64,
        bytes: &[u8],
        file: &DataFile,
    ) -> Result<Extent, DiskError> {
        Ok(Extent {
            file: file.number,
            checksum: self.checksum(states, bytes),
            offset: file.append(bytes)?,
            bytes: bytes.len() as u64,
            states,
        })
    }

    /// Reads an extent of `file` and verifies it.
    pub(crate) fn read(
        self,
        extent: &Extent,
        file: &DataFile,
        bytes: &mut Vec<u8>,
    ) -> Result<(), DiskError> {
        // The lengths of extents need no check: a manifest with a valid checksum was written by
        // this program.
        file.read(extent.offset, extent.bytes as usize, bytes)?;
        if self.checksum(extent.states, bytes) == extent.checksum {
            Ok(())
        } else {
            Err(file.damaged("a checksum does not match"))
        }
    }
}
