//! Distance tables as files.
//!
//! A table that is wrong in one byte makes wrong answers look proven. So a file is only accepted as
//! a whole, and an incomplete file never has the name of a complete file:
//!
//! - the writer uses another name in the same folder, flushes the file to the disk, and only then
//!   renames it; renaming happens completely or not at all;
//! - the file names its puzzle, and ends with a checksum of everything before.
//!
//! Numbers are little-endian, so a file is the same on every machine:
//!
//! | bytes | |
//! | --- | --- |
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`] |
//! | 4 | length of the description |
//! | … | the description of the table ([`TableInfo`]) as JSON |
//! | … | the distances, as in [`DistanceTable`] |
//! | 32 | BLAKE3 of all of the above |

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use fewest_search::prefer_huge_pages;
use serde::{Deserialize, Serialize};

use super::trust::Untrusted;
use crate::{DistanceTable, Encoding};

/// The first bytes of every file. The first byte cannot occur in text, and a program that converts
/// line ends would change the last byte.
const MAGIC: [u8; 8] = *b"\x89fewest\n";
/// The version of the layout of table files.
const VERSION: u32 = 2;
/// The number of bytes of a table file that come before the description.
const FIXED: usize = 16;
/// A description may be at most this many bytes long.
const LONGEST_DESCRIPTION: usize = 1 << 20;
/// The number of bytes of the checksum.
const CHECKSUM: usize = blake3::OUT_LEN;
/// The number of bytes read or written at once.
pub(crate) const PIECE: usize = 1 << 18;

/// The key of a table, which identifies the distances in it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableKey {
    /// The puzzle's name, such as `tiles`.
    pub puzzle: String,
    /// Everything else that determines the distances, such as the size and the kind of goal.
    pub parameters: String,
}

impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.puzzle)?;
        if !self.parameters.is_empty() {
            write!(f, " {}", self.parameters)?;
        }
        Ok(())
    }
}

/// The description of the table in a sound file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    /// The puzzle and parameters of the table.
    pub key: TableKey,
    /// The number of states in the table.
    pub states: u64,
    /// The encoding of the distances.
    pub encoding: Encoding,
    /// The number of states at each distance.
    pub histogram: Vec<u64>,
}

impl TableInfo {
    /// Checks that the table belongs to `key` and has `states` states.
    pub(crate) fn is_of(&self, key: &TableKey, states: u64) -> Result<(), TableProblem> {
        if self.key != *key {
            return Err(TableProblem::Foreign {
                found: self.key.clone(),
                wanted: key.clone(),
            });
        }
        if self.states != states {
            return Err(TableProblem::States {
                found: self.states,
                wanted: states,
            });
        }
        Ok(())
    }
}

/// A file that was refused, or could not be written.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct TableFileError {
    /// The path of the file.
    pub path: PathBuf,
    /// What is wrong with the file.
    #[source]
    pub problem: TableProblem,
}

/// What is wrong with a table file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableProblem {
    /// The system refused to read or write the file.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file does not begin like a table.
    #[error("not a table file")]
    NotATable,
    /// The file was written by another version of this program.
    #[error("format {0}, only {VERSION} can be read")]
    Version(u32),
    /// The table belongs to another puzzle, or has other parameters.
    #[error("a table of {found}, not of {wanted}")]
    Foreign {
        /// The key in the file.
        found: TableKey,
        /// The expected key.
        wanted: TableKey,
    },
    /// The table has another number of states than the puzzle.
    #[error("a table of {found} states, not of {wanted}")]
    States {
        /// The number of states according to the file.
        found: u64,
        /// The number of states of the puzzle.
        wanted: u64,
    },
    /// The header of the file contains something impossible.
    #[error("damaged: {0}")]
    Malformed(&'static str),
    /// The length of the file differs from the length that its header implies.
    #[error("damaged: {found} bytes long, should be {wanted}")]
    Length {
        /// The length of the file in bytes.
        found: u64,
        /// The length that the header implies.
        wanted: u64,
    },
    /// The checksum does not match the contents.
    #[error("damaged: the checksum does not match")]
    Damaged,
    /// Another user could have written the file.
    #[error("not trusted: {0}")]
    Untrusted(Untrusted),
    /// The file is complete, but a distance in it cannot be right.
    #[error("wrong: the distance of rank {rank} contradicts the rules")]
    Wrong {
        /// The rank of a state whose distance contradicts the moves.
        rank: u64,
    },
}

impl TableFileError {
    pub(crate) fn new(path: &Path, problem: impl Into<TableProblem>) -> Self {
        Self {
            path: path.to_owned(),
            problem: problem.into(),
        }
    }

    /// Whether the file is refused only because another user could have written it.
    pub fn is_untrusted(&self) -> bool {
        matches!(self.problem, TableProblem::Untrusted(_))
    }
}

/// Reads the table in the file at `path` into memory. Checks that the file is complete, that the
/// table belongs to `key`, and that it has `states` states.
///
/// Later changes of the file have no effect. The distances take memory in huge pages, if the system
/// has them. Does not check who could have written the file: [`TableCache`](crate::TableCache)
/// does.
///
/// # Errors
/// Returns an error if one of the checks fails.
pub fn open_table(
    path: &Path,
    key: &TableKey,
    states: u64,
) -> Result<DistanceTable, TableFileError> {
    let read = || {
        let mut whole = VerifiedFile::open(path, |info| info.is_of(key, states))?;
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(whole.left)
            .map_err(|_| TableProblem::Io(io::ErrorKind::OutOfMemory.into()))?;
        prefer_huge_pages(bytes.spare_capacity_mut());
        while whole.left > 0 {
            whole.read_piece(&mut bytes)?;
        }
        let TableInfo {
            states,
            encoding,
            histogram,
            ..
        } = whole.finish()?;
        Ok(DistanceTable::counted(bytes, encoding, states, histogram))
    };
    read().map_err(|problem: TableProblem| TableFileError::new(path, problem))
}

/// Returns the description of the table in the file at `path`, after checking that the file is
/// complete. Reads the whole file once, a piece at a time.
///
/// # Errors
/// Returns an error if the file is not a complete table.
pub fn inspect_table(path: &Path) -> Result<TableInfo, TableFileError> {
    let whole = VerifiedFile::open(path, |_| Ok(()));
    let rest = whole.and_then(VerifiedFile::rest);
    let (info, _) = rest.map_err(|problem| TableFileError::new(path, problem))?;
    Ok(info)
}

/// A table file that is read and hashed from its beginning to its end.
pub(crate) struct VerifiedFile {
    pub(crate) file: File,
    info: TableInfo,
    hasher: blake3::Hasher,
    /// The number of bytes of the file before the end of the distances, according to the header.
    pub(crate) end: usize,
    /// The number of bytes of distances that are still to be read.
    pub(crate) left: usize,
}

impl VerifiedFile {
    /// Reads the header of the file at `path`. Checks that `expected` accepts the header and that
    /// the file has the right length.
    pub(crate) fn open(
        path: &Path,
        expected: impl FnOnce(&TableInfo) -> Result<(), TableProblem>,
    ) -> Result<Self, TableProblem> {
        // Opening a pipe would wait until another process writes to it.
        if !fs::metadata(path)?.is_file() {
            return Err(TableProblem::NotATable);
        }
        let mut file = File::open(path)?;
        let mut front = Vec::new();
        let mut extend = |front: &mut Vec<u8>, length: usize| {
            let mut piece = (&mut file).take(length as u64);
            piece.read_to_end(front)
        };
        extend(&mut front, FIXED)?;
        let length = description_length(&front)?;
        extend(&mut front, length)?;
        let info = description(&front[FIXED..])?;
        expected(&info)?;
        let left = usize::try_from(info.encoding.bytes(info.states)).ok();
        let (left, end) = left
            .and_then(|left| Some((left, front.len().checked_add(left)?)))
            .ok_or(TableProblem::Malformed("more states than memory holds"))?;
        let found = file.metadata()?.len();
        let wanted = end as u64 + CHECKSUM as u64;
        if found != wanted {
            return Err(TableProblem::Length { found, wanted });
        }
        let mut hasher = blake3::Hasher::new();
        hasher.update(&front);
        Ok(Self {
            file,
            info,
            hasher,
            end,
            left,
        })
    }

    /// Appends the next piece of the distances to `bytes`. Each piece is hashed while it is in the
    /// processor's cache.
    fn read_piece(&mut self, bytes: &mut Vec<u8>) -> Result<(), TableProblem> {
        let length = self.left.min(PIECE);
        let before = bytes.len();
        let mut piece = (&mut self.file).take(length as u64);
        let read = piece.read_to_end(bytes)?;
        if read < length {
            // The file was truncated while it was read.
            return Err(TableProblem::Length {
                found: (self.end - self.left + read) as u64,
                wanted: (self.end + CHECKSUM) as u64,
            });
        }
        self.hasher.update(&bytes[before..]);
        self.left -= length;
        Ok(())
    }

    /// Reads and checks the rest of the file without keeping it. Returns the description of the
    /// table, and the checksum.
    pub(crate) fn rest(mut self) -> Result<(TableInfo, blake3::Hash), TableProblem> {
        let mut piece = Vec::new();
        while self.left > 0 {
            piece.clear();
            self.read_piece(&mut piece)?;
        }
        let checksum = self.hasher.finalize();
        Ok((self.finish()?, checksum))
    }

    /// Checks that the checksum at the end of the file is right.
    fn finish(mut self) -> Result<TableInfo, TableProblem> {
        let mut checksum = Vec::new();
        self.file.read_to_end(&mut checksum)?;
        if self.hasher.finalize().as_bytes()[..] == checksum[..] {
            Ok(self.info)
        } else {
            Err(TableProblem::Damaged)
        }
    }
}

/// The bytes of a table file before the distances.
pub(crate) fn header(info: &TableInfo) -> io::Result<Vec<u8>> {
    let description = serde_json::to_vec(info)?;
    if description.len() > LONGEST_DESCRIPTION {
        return Err(io::Error::other("the key is too long"));
    }
    let length = description.len() as u32;
    let fixed = [&MAGIC[..], &VERSION.to_le_bytes(), &length.to_le_bytes()];
    Ok([&fixed.concat()[..], &description].concat())
}

/// The length of the description of a file that begins with `fixed`.
fn description_length(fixed: &[u8]) -> Result<usize, TableProblem> {
    let rest = fixed.strip_prefix(&MAGIC).ok_or(TableProblem::NotATable)?;
    let (&[version, length], []) = rest.as_chunks::<4>() else {
        return Err(TableProblem::Malformed("it ends within its header"));
    };
    match (u32::from_le_bytes(version), u32::from_le_bytes(length)) {
        (VERSION, length) if length as usize <= LONGEST_DESCRIPTION => Ok(length as usize),
        (VERSION, _) => Err(TableProblem::Malformed("its description is too long")),
        (version, _) => Err(TableProblem::Version(version)),
    }
}

fn description(json: &[u8]) -> Result<TableInfo, TableProblem> {
    let info: TableInfo = serde_json::from_slice(json)
        .map_err(|_| TableProblem::Malformed("its description is no table's"))?;
    match info.encoding {
        Encoding::Quarter { base: 252.. } => Err(TableProblem::Malformed("unknown encoding")),
        _ => Ok(info),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test may panic.

    use super::*;
    use crate::write_table;

    #[test]
    fn a_file_that_is_cut_while_it_is_read_is_an_error() {
        let name = format!("fewest_cut_{}.table", std::process::id());
        let path = std::env::temp_dir().join(name);
        let key = TableKey {
            puzzle: "cut".to_owned(),
            parameters: String::new(),
        };
        let bytes = vec![9; 2 * PIECE];
        let states = bytes.len() as u64;
        let table = DistanceTable::new(bytes, Encoding::Byte, states).unwrap();
        for pieces in 0..3 {
            write_table(&path, &key, &table).unwrap();
            let mut file = VerifiedFile::open(&path, |_| Ok(())).unwrap();
            let mut read = Vec::new();
            for _ in 0..pieces {
                file.read_piece(&mut read).unwrap();
            }
            let end = file.end as u64;
            let cut = end - states + PIECE as u64 * pieces + 5;
            let writer = File::options().write(true).open(&path).unwrap();
            writer.set_len(cut).unwrap();
            let problem = match pieces {
                2 => file.finish().unwrap_err(),
                _ => file.read_piece(&mut read).unwrap_err(),
            };
            match problem {
                TableProblem::Length { found, wanted } => {
                    assert_eq!((found, wanted), (cut, end + CHECKSUM as u64));
                }
                TableProblem::Damaged => assert_eq!(pieces, 2),
                other => panic!("{other:?}"),
            }
            std::fs::remove_file(&path).unwrap();
        }
    }
}
