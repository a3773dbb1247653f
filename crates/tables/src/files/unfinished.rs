//! Files that are being written, and files that a writer left unfinished when it died.
//!
//! A writer holds a lock on its file as long as it lives, and the system releases the lock however
//! the writer ends. So a file that can be locked has no living writer.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// The extension of a file that is being written.
const SUFFIX: &str = ".unfinished";
/// The number of random letters and digits in the name of a file that is being written.
const RANDOM: usize = 12;
/// The number of attempts to create a file if other processes remove the new file as abandoned.
const ATTEMPTS: usize = 100;

/// A file that is written under a temporary name and locked. The file is removed unless
/// [`finish`](Self::finish) succeeds.
pub(crate) struct Unfinished(NamedTempFile);

impl Unfinished {
    /// Creates a new file in the folder of `path`. [`finish`](Self::finish) renames it to `path`.
    /// Only this user may write to the file, whatever the `umask`.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let mut prefix = OsString::from(".");
        prefix.push(path.file_name().unwrap_or_default());
        prefix.push(".");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(RANDOM);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        for _ in 0..ATTEMPTS {
            let new = builder.tempfile_in(folder_of(path))?;
            match new.as_file().try_lock() {
                // Another process may have removed the file as abandoned before it was locked.
                Ok(()) if fs::exists(new.path())? => return Ok(Self(new)),
                Ok(()) | Err(fs::TryLockError::WouldBlock) => {}
                // If the file system has no locks, no other process can lock the file, and so none
                // removes it as abandoned.
                Err(fs::TryLockError::Error(_)) => return Ok(Self(new)),
            }
        }
        Err(io::Error::other(
            "files are removed as soon as they are created",
        ))
    }

    pub(crate) fn file(&mut self) -> &mut File {
        self.0.as_file_mut()
    }

    /// Flushes the file to the disk and renames it to `path`, completely or not at all.
    pub(crate) fn finish(self, path: &Path) -> io::Result<()> {
        self.0.as_file().sync_all()?;
        self.0.persist(path)?;
        #[cfg(unix)]
        File::open(folder_of(path))?.sync_all()?;
        Ok(())
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Whether `name` is the temporary name of a file whose final name ends with `suffix`.
pub(crate) fn is_unfinished(name: &str, suffix: &str) -> bool {
    name.strip_prefix('.')
        .and_then(|name| name.strip_suffix(SUFFIX))
        .and_then(|name| name.rsplit_once('.'))
        .is_some_and(|(file, random)| {
            let alphanumeric = random.bytes().all(|byte| byte.is_ascii_alphanumeric());
            file.ends_with(suffix) && random.len() == RANDOM && alphanumeric
        })
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
    use super::{Unfinished, is_unfinished};

    #[test]
    fn only_names_that_a_writer_gives_are_unfinished() {
        let path = std::env::temp_dir().join("tiles_3x4.table");
        let own = Unfinished::create(&path).unwrap();
        let name = own.0.path().file_name().and_then(|name| name.to_str());
        assert!(
            name.is_some_and(|name| is_unfinished(name, ".table")),
            "{name:?}"
        );
        for other in [
            "",
            ".unfinished",
            "symphony.unfinished",
            ".x.table.unfinished",
            ".x.table.1.unfinished",
            ".x.table.a1b2c3d4e5-6.unfinished",
            ".x.txt.a1b2c3d4e5f6.unfinished",
            "x.table.a1b2c3d4e5f6.unfinished",
            ".x.table.a1b2c3d4e5f6.unfinished.bak",
        ] {
            assert!(!is_unfinished(other, ".table"), "{other}");
        }
    }
}
