//! Files that are being written, and files that a writer left unfinished when it died.
//!
//! A writer holds a lock on its file as long as it lives, and the system releases the lock however
//! the writer ends. So a file that can be locked has no living writer.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use super::trust::create_file;

/// The extension of a file that is being written.
const SUFFIX: &str = ".unfinished";
/// The number of attempts to create a file if other processes remove the new file as abandoned.
const ATTEMPTS: usize = 100;

/// A file that is written under a temporary name and locked. The file is removed unless
/// [`finish`](Self::finish) succeeds.
pub(crate) struct Unfinished {
    pub(crate) file: File,
    path: PathBuf,
    finished: bool,
}

impl Unfinished {
    /// Creates a new file in the folder of `path`. [`finish`](Self::finish) renames it to `path`.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        for _ in 0..ATTEMPTS {
            let unfinished = name(path);
            let file = create_file(&unfinished)?;
            let mut new = Self {
                file,
                path: unfinished,
                finished: false,
            };
            match new.file.try_lock() {
                // Another process may have removed the file as abandoned before it was locked.
                Ok(()) if fs::exists(&new.path)? => return Ok(new),
                Ok(()) | Err(fs::TryLockError::WouldBlock) => new.finished = true,
                // If the file system has no locks, no other process can lock the file, and so none
                // removes it as abandoned.
                Err(fs::TryLockError::Error(_)) => return Ok(new),
            }
        }
        Err(io::Error::other(
            "files are removed as soon as they are created",
        ))
    }

    /// Flushes the file to the disk and renames it to `path`, completely or not at all.
    pub(crate) fn finish(mut self, path: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, path)?;
        self.finished = true;
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
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        if !self.finished {
            // If the file cannot be removed now, the next writer removes it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A temporary name beside `path` that no other writer uses.
fn name(path: &Path) -> PathBuf {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    let n = WRITTEN.fetch_add(1, Ordering::Relaxed);
    // Processes on two machines may have the same number, so the name contains the time too.
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    let time = time.map_or(0, |time| time.as_nanos());
    name.push(format!(".{}-{time}-{n}{SUFFIX}", process::id()));
    path.with_file_name(name)
}

/// Whether `name` is the temporary name of a file whose final name ends with `suffix`.
pub(crate) fn is_unfinished(name: &str, suffix: &str) -> bool {
    let numbers = |text: &str| {
        let mut parts = text.split('-');
        let number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        parts.clone().count() == 3 && parts.all(number)
    };
    name.strip_prefix('.')
        .and_then(|name| name.strip_suffix(SUFFIX))
        .and_then(|name| name.rsplit_once('.'))
        .is_some_and(|(file, writer)| file.ends_with(suffix) && numbers(writer))
}

/// Removes the unfinished file at `path` if its writer is dead. Returns whether the file was
/// removed.
pub(crate) fn remove_abandoned(path: &Path) -> io::Result<bool> {
    let file = match File::options().write(true).open(path) {
        // The file has been finished or removed in the meantime.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        file => file?,
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => return Ok(false),
        Err(fs::TryLockError::Error(error)) => return Err(error),
    }
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        removed => removed.map(|()| true),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{is_unfinished, name};

    #[test]
    fn only_names_that_a_writer_gives_are_unfinished() {
        let own = name(Path::new("cache/tiles_3x4.table"));
        let own = own.file_name().and_then(|name| name.to_str());
        assert!(
            own.is_some_and(|own| is_unfinished(own, ".table")),
            "{own:?}"
        );
        for other in [
            "",
            ".unfinished",
            "symphony.unfinished",
            ".x.table.unfinished",
            ".x.table.1-2.unfinished",
            ".x.table.1-2-b.unfinished",
            ".x.table.1--3.unfinished",
            ".x.txt.1-2-3.unfinished",
            "x.table.1-2-3.unfinished",
            ".x.table.1-2-3.unfinished.bak",
        ] {
            assert!(!is_unfinished(other, ".table"), "{other}");
        }
    }
}
