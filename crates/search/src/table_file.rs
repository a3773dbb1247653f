//! Distance tables as files.
//!
//! A table that is wrong in one byte makes wrong answers look proven. So a file is
//! only believed as a whole, and a file that is not whole never has the
//! name of one that is:
//!
//! - it is written under another name in the same folder, flushed to the disk, and
//!   only then renamed, which is done completely or not at all;
//! - it says which puzzle it is of, and ends with a checksum of all before it.
//!
//! Numbers are little-endian; a file is the same on every machine:
//!
//! | bytes | |
//! | --- | --- |
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`] |
//! | 4 | bits of a distance: 4 or 8 |
//! | 8 | how many states |
//! | 2 + 2 + 2 + 2 | lengths of the next three; 0 |
//! | … | the puzzle's name, UTF-8 |
//! | … | its parameters, UTF-8 |
//! | 8 each | the histogram |
//! | … | the distances, as in [`DistanceTable`] |
//! | 32 | BLAKE3 of all of the above |

use std::ffi::OsString;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use memmap2::Mmap;

use crate::{DistanceTable, Encoding};

/// How every file begins. The first byte is no text, and the last would be
/// changed by whoever took it for text.
const MAGIC: [u8; 8] = *b"\x89fewest\n";
/// Counts the layouts there have been.
const VERSION: u32 = 1;
/// Bytes before the puzzle's name.
const FIXED: usize = 32;
/// Bytes of the checksum.
const CHECKSUM: usize = blake3::OUT_LEN;
/// How the name ends under which a file is written.
pub(crate) const UNFINISHED: &str = ".unfinished";

/// Which distances a table holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct TableKey {
    /// The puzzle's name, such as `tiles`. At most 65,535 bytes.
    pub puzzle: String,
    /// All that distances depend on beside the puzzle: the size, which goals. At most
    /// 65,535 bytes.
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

/// What a sound file says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableInfo {
    /// Whose distances it holds.
    pub key: TableKey,
    /// How many states the table has.
    pub states: u64,
    /// How it keeps distances.
    pub encoding: Encoding,
    /// How many states have each distance.
    pub histogram: Vec<u64>,
}

/// A file that was refused, or could not be written.
#[derive(Debug)]
pub struct TableFileError {
    /// Its path.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: TableProblem,
}

/// What is wrong with a table file.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableProblem {
    /// The system refused to read or write it.
    Io(io::Error),
    /// It does not begin like a table.
    NotATable,
    /// It was written by another version of this program.
    Version(u32),
    /// It is another puzzle's, or has other parameters.
    Foreign {
        /// Whose it is.
        found: TableKey,
        /// Whose was asked for.
        wanted: TableKey,
    },
    /// It has another number of states than the puzzle.
    States {
        /// The file's.
        found: u64,
        /// The puzzle's.
        wanted: u64,
    },
    /// It says something impossible of itself.
    Malformed(&'static str),
    /// It is shorter or longer than it says.
    Length {
        /// The file's, in bytes.
        found: u64,
        /// What it should be.
        wanted: u64,
    },
    /// The checksum does not match.
    Damaged,
}

impl fmt::Display for TableFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match &self.problem {
            TableProblem::Io(error) => write!(f, "{error}"),
            TableProblem::NotATable => f.write_str("not a table file"),
            TableProblem::Version(version) => {
                write!(f, "format {version}, only {VERSION} can be read")
            }
            TableProblem::Foreign { found, wanted } => {
                write!(f, "a table of {found}, not of {wanted}")
            }
            TableProblem::States { found, wanted } => {
                write!(f, "a table of {found} states, not of {wanted}")
            }
            TableProblem::Malformed(what) => write!(f, "damaged: {what}"),
            TableProblem::Length { found, wanted } => {
                write!(f, "damaged: {found} bytes long, should be {wanted}")
            }
            TableProblem::Damaged => f.write_str("damaged: the checksum does not match"),
        }
    }
}

impl std::error::Error for TableFileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            TableProblem::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// Writes a table to `path`, replacing what is there in one step: whatever
/// happens, `path` then is what it was before or the whole table.
///
/// # Errors
/// If the system refuses, or the key is too long.
pub fn write_table(
    path: &Path,
    key: &TableKey,
    table: &DistanceTable,
) -> Result<(), TableFileError> {
    let unfinished = unfinished_name(path);
    let result = write_and_rename(&unfinished, path, key, table);
    if result.is_err() {
        // It may not exist; the first error is the one to tell.
        let _ = fs::remove_file(&unfinished);
    }
    result.map_err(|error| TableFileError {
        path: path.to_owned(),
        problem: TableProblem::Io(error),
    })
}

/// A name that no other writer has, beside `path`.
fn unfinished_name(path: &Path) -> PathBuf {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    let n = WRITTEN.fetch_add(1, Ordering::Relaxed);
    // Processes on two machines may have one number.
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_nanos());
    name.push(format!(".{}-{time}-{n}{UNFINISHED}", process::id()));
    path.with_file_name(name)
}

fn write_and_rename(
    unfinished: &Path,
    path: &Path,
    key: &TableKey,
    table: &DistanceTable,
) -> io::Result<()> {
    let header = header(key, table)?;
    let mut file = File::create_new(unfinished)?;
    let mut hasher = blake3::Hasher::new();
    // In pieces, so that bytes are hashed and written while they are in a cache.
    for bytes in std::iter::once(&header[..]).chain(table.bytes().chunks(1 << 18)) {
        hasher.update(bytes);
        file.write_all(bytes)?;
    }
    file.write_all(hasher.finalize().as_bytes())?;
    file.sync_all()?;
    drop(file);
    fs::rename(unfinished, path)?;
    #[cfg(unix)]
    if let Some(folder) = path.parent() {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        File::open(folder)?.sync_all()?;
    }
    Ok(())
}

fn header(key: &TableKey, table: &DistanceTable) -> io::Result<Vec<u8>> {
    let length = |n: usize| u16::try_from(n).map_err(|_| io::Error::other("the key is too long"));
    let mut header = Vec::new();
    header.extend(MAGIC);
    header.extend(VERSION.to_le_bytes());
    header.extend(u32::from(table.encoding().bits()).to_le_bytes());
    header.extend(table.states().to_le_bytes());
    header.extend(length(key.puzzle.len())?.to_le_bytes());
    header.extend(length(key.parameters.len())?.to_le_bytes());
    header.extend(length(table.histogram().len())?.to_le_bytes());
    header.extend([0, 0]);
    header.extend(key.puzzle.as_bytes());
    header.extend(key.parameters.as_bytes());
    for states in table.histogram() {
        header.extend(states.to_le_bytes());
    }
    Ok(header)
}

/// Maps the table in the file at `path` into memory, having made sure that it is
/// whole and `key`'s, with so many states. Reads the whole file once.
///
/// The file must not be written to while the table is in use; this program
/// only ever replaces files as a whole.
///
/// # Errors
/// If any of that is not so.
pub fn open_table(
    path: &Path,
    key: &TableKey,
    states: u64,
) -> Result<DistanceTable, TableFileError> {
    let (info, map, content) = open(path, |info| {
        if info.key != *key {
            return Err(TableProblem::Foreign {
                found: info.key.clone(),
                wanted: key.clone(),
            });
        }
        if info.states != states {
            return Err(TableProblem::States {
                found: info.states,
                wanted: states,
            });
        }
        Ok(())
    })?;
    let TableInfo {
        states,
        encoding,
        histogram,
        ..
    } = info;
    Ok(DistanceTable::mapped(
        map, content, encoding, states, histogram,
    ))
}

/// What the file at `path` says of itself, having made sure that it is whole. Reads
/// the whole file once.
///
/// # Errors
/// If it is not a whole table.
pub fn inspect_table(path: &Path) -> Result<TableInfo, TableFileError> {
    open(path, |_| Ok(())).map(|(info, ..)| info)
}

/// The table at `path` and where in its bytes the distances are, if `expected`
/// lets what it says of itself pass and its length and checksum are right.
fn open(
    path: &Path,
    expected: impl FnOnce(&TableInfo) -> Result<(), TableProblem>,
) -> Result<(TableInfo, Mmap, Range<usize>), TableFileError> {
    let open = || {
        // Opening a pipe would wait for somebody to write to it.
        if !fs::metadata(path).map_err(TableProblem::Io)?.is_file() {
            return Err(TableProblem::NotATable);
        }
        let file = File::open(path).map_err(TableProblem::Io)?;
        // A mapping of 240 MB is there at once and shared by all processes;
        // reading them takes as much memory again in each.
        // SAFETY: the bytes must not change while they are borrowed. Files of this
        // name are never written to, only renamed to; that nobody else
        // does is asked of the caller.
        #[allow(unsafe_code)]
        let map = unsafe { Mmap::map(&file) }.map_err(TableProblem::Io)?;
        let (info, content) = parse(&map)?;
        expected(&info)?;
        let end = content.end.checked_add(CHECKSUM);
        if end != Some(map.len()) {
            return Err(TableProblem::Length {
                found: map.len() as u64,
                wanted: end.unwrap_or(usize::MAX) as u64,
            });
        }
        let (bytes, checksum) = map.split_at(content.end);
        if blake3::hash(bytes).as_bytes() != checksum {
            return Err(TableProblem::Damaged);
        }
        Ok((info, map, content))
    };
    open().map_err(|problem| TableFileError {
        path: path.to_owned(),
        problem,
    })
}

/// What the front of a file says, and where the distances should be.
fn parse(bytes: &[u8]) -> Result<(TableInfo, Range<usize>), TableProblem> {
    if !bytes.starts_with(&MAGIC) {
        return Err(TableProblem::NotATable);
    }
    let mut rest = &bytes[MAGIC.len()..];
    let cut = || TableProblem::Malformed("it ends within its header");
    let mut number = |size: usize| -> Result<u64, TableProblem> {
        let (taken, left) = rest.split_at_checked(size).ok_or_else(cut)?;
        rest = left;
        let mut number = [0; 8];
        number[..size].copy_from_slice(taken);
        Ok(u64::from_le_bytes(number))
    };
    let version = number(4)? as u32;
    if version != VERSION {
        return Err(TableProblem::Version(version));
    }
    let encoding = match number(4)? {
        4 => Encoding::Nibble,
        8 => Encoding::Byte,
        _ => return Err(TableProblem::Malformed("unknown encoding")),
    };
    let states = number(8)?;
    let [name, parameters, layers] = [number(2)?, number(2)?, number(2)?].map(|n| n as usize);
    number(2)?;
    let first = FIXED + name + parameters + 8 * layers;
    let mut text = |length: usize| -> Result<String, TableProblem> {
        let (taken, left) = rest.split_at_checked(length).ok_or_else(cut)?;
        rest = left;
        String::from_utf8(taken.to_vec())
            .map_err(|_| TableProblem::Malformed("the puzzle's name is no text"))
    };
    let key = TableKey {
        puzzle: text(name)?,
        parameters: text(parameters)?,
    };
    let (words, _) = rest.as_chunks::<8>();
    let histogram = words.get(..layers).ok_or_else(cut)?;
    let content = usize::try_from(encoding.bytes(states))
        .ok()
        .and_then(|length| first.checked_add(length))
        .ok_or(TableProblem::Malformed("more states than memory holds"))?;
    let info = TableInfo {
        key,
        states,
        encoding,
        histogram: histogram.iter().map(|&n| u64::from_le_bytes(n)).collect(),
    };
    Ok((info, first..content))
}
