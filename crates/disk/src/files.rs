//! The files of a run. Every operation that changes the disk goes through this module, so a test
//! can make any of them fail.

use std::fmt::Debug;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::error::{DiskError, DiskProblem};

/// An operation that changes the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileOperation {
    /// Writes bytes to a file.
    Write,
    /// Waits until a file or folder is on the disk.
    Sync,
    /// Renames a file.
    Rename,
}

/// Decides which file operations fail, in tests of failures.
pub trait FileFaults: Debug + Send + Sync {
    /// Returns how many of `bytes` bytes the operation may write before it fails, or `None` if it
    /// succeeds. Called before every operation. `bytes` is 0 if the operation is not a write.
    fn fail(&self, operation: FileOperation, bytes: usize) -> Option<usize>;
}

/// The folder of a run.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    faults: Option<Arc<dyn FileFaults>>,
}

/// The extension of the names of data files.
const DATA: &str = "data";

impl Folder {
    /// Creates the folder if it does not exist.
    pub(crate) fn create(
        path: &Path,
        faults: Option<Arc<dyn FileFaults>>,
    ) -> Result<Self, DiskError> {
        let folder = Self {
            path: path.to_owned(),
            faults,
        };
        fs::create_dir_all(path).map_err(|error| folder.cannot_write(path, error))?;
        Ok(folder)
    }

    fn cannot_write(&self, path: &Path, error: io::Error) -> DiskError {
        DiskError::new(path, DiskProblem::Write(error))
    }

    fn data_path(&self, number: u32) -> PathBuf {
        self.path.join(format!("{number:08}.{DATA}"))
    }

    /// The numbers of the data files in the folder, and whether the folder has other files whose
    /// names are not in `own`.
    pub(crate) fn list(&self, own: &[&str]) -> Result<(Vec<u32>, bool), DiskError> {
        let cannot = |error| DiskError::new(&self.path, DiskProblem::Read(error));
        let (mut numbers, mut foreign) = (Vec::new(), false);
        for entry in fs::read_dir(&self.path).map_err(cannot)? {
            let name = entry.map_err(cannot)?.file_name();
            let name = name.to_string_lossy();
            let number = name.strip_suffix(DATA).and_then(|n| n.strip_suffix('.'));
            match number.and_then(|number| number.parse().ok()) {
                Some(number) => numbers.push(number),
                None => foreign |= !own.contains(&&*name),
            }
        }
        Ok((numbers, foreign))
    }

    /// Creates an empty data file.
    pub(crate) fn create_data(&self, number: u32) -> Result<DataFile, DiskError> {
        let path = self.data_path(number);
        let options = File::options()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path);
        Ok(DataFile {
            file: options.map_err(|error| self.cannot_write(&path, error))?,
            number,
            length: AtomicU64::new(0),
            path,
            faults: self.faults.clone(),
        })
    }

    /// Opens a data file of which a checkpoint uses the first `length` bytes.
    pub(crate) fn open_data(&self, number: u32, length: u64) -> Result<DataFile, DiskError> {
        let path = self.data_path(number);
        let problem = |problem| DiskError::new(&path, problem);
        let file = File::open(&path).map_err(|error| problem(DiskProblem::Read(error)))?;
        let metadata = file.metadata();
        let found = metadata.map_err(|error| problem(DiskProblem::Read(error)))?;
        if found.len() < length {
            return Err(problem(DiskProblem::Damaged("the file is too short")));
        }
        Ok(DataFile {
            file,
            number,
            length: AtomicU64::new(length),
            path,
            faults: self.faults.clone(),
        })
    }

    /// Removes a data file that no checkpoint needs.
    pub(crate) fn remove_data(&self, number: u32) -> Result<(), DiskError> {
        let path = self.data_path(number);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(self.cannot_write(&path, error))
            }
            _ => Ok(()),
        }
    }

    /// Replaces the file `name` by `bytes`, completely or not at all, even if the power fails.
    pub(crate) fn replace(&self, name: &str, bytes: &[u8]) -> Result<(), DiskError> {
        let (new, path) = (self.path.join(format!("{name}.new")), self.path.join(name));
        let write = || {
            let file = File::create(&new)?;
            write_at(&file, bytes, 0, self.faults.as_ref())?;
            sync(&file, self.faults.as_ref())?;
            if fails(self.faults.as_ref(), FileOperation::Rename, 0).is_some() {
                return Err(injected());
            }
            fs::rename(&new, &path)?;
            self.sync_folder()
        };
        write().map_err(|error| self.cannot_write(&path, error))
    }

    #[cfg(unix)]
    fn sync_folder(&self) -> io::Result<()> {
        sync(&File::open(&self.path)?, self.faults.as_ref())
    }

    #[cfg(not(unix))]
    fn sync_folder(&self) -> io::Result<()> {
        Ok(())
    }
}

/// A file to which pieces of data are appended. The bytes that a checkpoint uses are never changed.
#[derive(Debug)]
pub(crate) struct DataFile {
    file: File,
    pub(crate) number: u32,
    length: AtomicU64,
    pub(crate) path: PathBuf,
    faults: Option<Arc<dyn FileFaults>>,
}

impl DataFile {
    /// The number of bytes that were appended.
    pub(crate) fn length(&self) -> u64 {
        self.length.load(Ordering::Relaxed)
    }

    /// Appends `bytes` and returns their offset in the file. Threads may append at the same time.
    pub(crate) fn append(&self, bytes: &[u8]) -> Result<u64, DiskError> {
        let offset = self.length.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        write_at(&self.file, bytes, offset, self.faults.as_ref())
            .map_err(|error| DiskError::new(&self.path, DiskProblem::Write(error)))?;
        Ok(offset)
    }

    /// Replaces the contents of `bytes` by the `length` bytes at `offset`.
    pub(crate) fn read(
        &self,
        offset: u64,
        length: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<(), DiskError> {
        bytes.clear();
        bytes.resize(length, 0);
        read_at(&self.file, bytes, offset).map_err(|error| {
            let problem = match error.kind() {
                io::ErrorKind::UnexpectedEof => DiskProblem::Damaged("the file is too short"),
                _ => DiskProblem::Read(error),
            };
            DiskError::new(&self.path, problem)
        })
    }

    /// Waits until everything that was appended is on the disk.
    pub(crate) fn sync(&self) -> Result<(), DiskError> {
        sync(&self.file, self.faults.as_ref())
            .map_err(|error| DiskError::new(&self.path, DiskProblem::Write(error)))
    }

    /// The error for a file whose contents are not those that were written. `what` says what is
    /// wrong.
    pub(crate) fn damaged(&self, what: &'static str) -> DiskError {
        DiskError::new(&self.path, DiskProblem::Damaged(what))
    }
}

fn fails(
    faults: Option<&Arc<dyn FileFaults>>,
    operation: FileOperation,
    bytes: usize,
) -> Option<usize> {
    faults?.fail(operation, bytes)
}

fn injected() -> io::Error {
    io::Error::other("a test lets this operation fail")
}

fn sync(file: &File, faults: Option<&Arc<dyn FileFaults>>) -> io::Result<()> {
    match fails(faults, FileOperation::Sync, 0) {
        Some(_) => Err(injected()),
        None => file.sync_data(),
    }
}

fn write_at(
    file: &File,
    bytes: &[u8],
    offset: u64,
    faults: Option<&Arc<dyn FileFaults>>,
) -> io::Result<()> {
    match fails(faults, FileOperation::Write, bytes.len()) {
        Some(written) => {
            write_all_at(file, &bytes[..written.min(bytes.len())], offset)?;
            Err(injected())
        }
        None => write_all_at(file, bytes, offset),
    }
}

#[cfg(unix)]
fn write_all_at(file: &File, bytes: &[u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, offset)
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn write_all_at(file: &File, mut bytes: &[u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        let written = file.seek_write(bytes, offset)?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        bytes = &bytes[written..];
        offset += written as u64;
    }
    Ok(())
}

#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    use std::os::windows::fs::FileExt;
    while !bytes.is_empty() {
        let read = file.seek_read(bytes, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        offset += read as u64;
    }
    Ok(())
}
