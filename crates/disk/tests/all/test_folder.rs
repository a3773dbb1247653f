//! Folders of tests.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A folder that no other test uses. It is removed at the end.
pub(crate) struct TestFolder(pub(crate) PathBuf);

impl TestFolder {
    /// A folder that does not exist yet.
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        // The files of a run are flushed to the disk, which a file system in memory does at once.
        let memory = Path::new("/dev/shm");
        let folder = match memory.is_dir() {
            true => memory.to_owned(),
            false => env::temp_dir(),
        };
        Self(folder.join(format!("fewest-disk-{}-{count}", process::id())))
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
