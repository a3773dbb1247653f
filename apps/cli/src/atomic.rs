//! Writes files either completely or not at all.

use std::fs;
use std::io;
use std::path::Path;
use std::process;

/// Writes a file under a temporary name and then renames it, so that there is never a partial file.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut unfinished = path.to_path_buf().into_os_string();
    unfinished.push(format!(".{}.unfinished", process::id()));
    let written = fs::write(&unfinished, content).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // An error of the removal is ignored, because the error of the write is reported.
        let _ = fs::remove_file(&unfinished);
    }
    written
}
