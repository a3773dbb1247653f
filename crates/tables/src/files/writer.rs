//! Writes table files (see `file.rs`), piece by piece.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::file::{PIECE, TableFileError, TableInfo, TableKey, header};
use super::unfinished::Unfinished;
use crate::DistanceTable;

/// A table file that is being written. When the file is complete, it replaces an existing file at
/// its final path in one step. Whatever happens, that path holds either its old content or the
/// complete table.
pub struct TableWriter {
    path: PathBuf,
    unfinished: Unfinished,
    hasher: blake3::Hasher,
    /// The number of bytes of distances that are still to be written.
    left: u64,
}

impl TableWriter {
    /// Begins a file for the table that `info` describes.
    ///
    /// # Errors
    /// Returns an error if the system refuses to write the file, or if the key is too long.
    pub(crate) fn create(path: &Path, info: &TableInfo) -> Result<Self, TableFileError> {
        let create = || {
            let header = header(info)?;
            let mut unfinished = Unfinished::create(path)?;
            let mut hasher = blake3::Hasher::new();
            hasher.update(&header);
            unfinished.file().write_all(&header)?;
            Ok(Self {
                path: path.to_owned(),
                unfinished,
                hasher,
                left: info.encoding.bytes(info.states),
            })
        };
        create().map_err(|error: io::Error| TableFileError::new(path, error))
    }

    /// Appends distances, encoded as in a [`DistanceTable`].
    ///
    /// # Errors
    /// Returns an error if the system refuses to write the file.
    pub fn push(&mut self, bytes: &[u8]) -> Result<(), TableFileError> {
        self.left = self.left.saturating_sub(bytes.len() as u64);
        // Each piece is hashed and written while it is in the processor's cache.
        for piece in bytes.chunks(PIECE) {
            self.hasher.update(piece);
            let written = self.unfinished.file().write_all(piece);
            written.map_err(|error| TableFileError::new(&self.path, error))?;
        }
        Ok(())
    }

    /// Completes the file and moves it to its final path.
    ///
    /// # Errors
    /// Returns an error if the system refuses to write the file, or if distances are missing.
    pub fn finish(mut self) -> Result<(), TableFileError> {
        let mut finish = || {
            if self.left > 0 {
                return Err(io::Error::other("some distances are missing"));
            }
            let checksum = self.hasher.finalize();
            self.unfinished.file().write_all(checksum.as_bytes())
        };
        let path = self.path.clone();
        finish()
            .and_then(|()| self.unfinished.finish(&path))
            .map_err(|error| TableFileError::new(&path, error))
    }
}

/// Writes a table to `path` and replaces an existing file in one step. Whatever happens, `path`
/// then holds either its old content or the complete table.
///
/// # Errors
/// Returns an error if the system refuses to write the file, or if the key is too long.
pub fn write_table(
    path: &Path,
    key: &TableKey,
    table: &DistanceTable,
) -> Result<(), TableFileError> {
    let info = TableInfo {
        key: key.clone(),
        states: table.states(),
        encoding: table.encoding(),
        histogram: table.histogram().to_vec(),
    };
    let mut writer = TableWriter::create(path, &info)?;
    writer.push(table.bytes())?;
    writer.finish()
}
