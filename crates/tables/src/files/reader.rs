//! Reads parts of a table file (see `file.rs`) that is too large for the memory.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::{Path, PathBuf};

use super::file::{TableFileError, TableInfo, TableKey, TableProblem, VerifiedFile};
use crate::Encoding;

/// A complete table in a file, of which parts are read when they are needed.
#[derive(Debug)]
pub struct TableReader {
    file: File,
    path: PathBuf,
    info: TableInfo,
    /// The offset in the file at which the distances begin.
    first: u64,
    checksum: blake3::Hash,
}

impl TableReader {
    /// Opens the file at `path` after checking that it is complete, and that it is the table of
    /// `key` with `states` states. Reads the whole file once, a piece at a time.
    ///
    /// # Errors
    /// Returns an error if one of the checks fails.
    pub fn open(path: &Path, key: &TableKey, states: u64) -> Result<Self, TableFileError> {
        let read = || {
            let whole = VerifiedFile::open(path, |info| info.is_of(key, states))?;
            let first = (whole.end - whole.left) as u64;
            let file = whole.file.try_clone()?;
            let (info, checksum) = whole.rest()?;
            Ok(Self {
                file,
                path: path.to_owned(),
                info,
                first,
                checksum,
            })
        };
        read().map_err(|problem: TableProblem| TableFileError::new(path, problem))
    }

    /// The description of the table.
    pub fn info(&self) -> &TableInfo {
        &self.info
    }

    /// The checksum of the file, in hexadecimal digits.
    pub fn checksum(&self) -> String {
        self.checksum.to_hex().to_string()
    }

    /// Reads the distances of the ranks from `rank` on, one for each element of `distances`; 255 if
    /// a state has none. If a byte of the file contains several distances, `rank` must be the first
    /// rank of a byte.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&mut self, rank: u64, distances: &mut [u8]) -> Result<(), TableFileError> {
        let encoding = self.info.encoding;
        let skipped = encoding.bytes(rank);
        let bytes = encoding.bytes(distances.len() as u64) as usize;
        let place = io::SeekFrom::Start(self.first + skipped);
        let read = self.file.seek(place).and_then(|_| {
            let (_, target) = distances.split_at_mut(distances.len() - bytes);
            self.file.read_exact(target)
        });
        read.map_err(|error| TableFileError::new(&self.path, error))?;
        if encoding != Encoding::Byte {
            // The encoded bytes lie in the rear part of `distances`, so no byte is overwritten
            // before it is decoded.
            let rear = distances.len() - bytes;
            for at in 0..distances.len() {
                let byte = distances[rear + encoding.byte_of(at as u64) as usize];
                let distance = encoding.distance_in(byte, at as u64);
                distances[at] = distance.map_or(u8::MAX, |distance| distance as u8);
            }
        }
        Ok(())
    }
}
