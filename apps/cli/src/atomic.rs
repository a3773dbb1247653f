//! Files that are written whole or not at all.

use std::fs;
use std::io;
use std::path::Path;
use std::process;

/// Writes a file under another name and renames it, so that there is never half of it.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    let mut unfinished = path.to_path_buf().into_os_string();
    unfinished.push(format!(".{}.unfinished", process::id()));
    let written = fs::write(&unfinished, content).and_then(|()| fs::rename(&unfinished, path));
    if written.is_err() {
        // What went wrong before is what is told.
        let _ = fs::remove_file(&unfinished);
    }
    written
}
