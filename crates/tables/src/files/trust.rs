//! Checks whether another user could have written a table.
//!
//! A checksum detects damage, not forgery: somebody who writes a file can write its checksum too.
//! So a table is only accepted from a place where no other user could have put it. Everything on
//! the path from the root to the file, including every symbolic link, must belong to this user or
//! to root, and neither the group nor others may have write permission. The only exceptions are
//! sticky folders such as `/tmp`, if they lie above the table's own folder: in a sticky folder
//! nobody can rename or remove the files of other users.
//!
//! If an access control list lets others write, the mode shows a writable group. Where files have
//! no owner and mode, as on Windows, nothing is checked.

use std::fmt;
use std::path::PathBuf;

/// A file, folder or symbolic link that another user controls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untrusted {
    /// The path that the other user controls: the table itself, or a folder or link above it.
    pub path: PathBuf,
    /// The way in which the other user controls the path.
    pub reason: Distrust,
}

/// The reason why a file is not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distrust {
    /// The file or folder belongs to the user with this number, who is neither the current user nor
    /// root.
    Owner(u32),
    /// Users other than the owner may write to the file or folder, whose mode is this number.
    Writable(u32),
    /// The path contains more symbolic links than the system follows.
    Links,
}

impl fmt::Display for Untrusted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.reason {
            Distrust::Owner(user) => write!(f, "{path} belongs to another user ({user})"),
            Distrust::Writable(mode) => write!(
                f,
                "others may write to {path} (mode {mode:04o}); 'chmod go-w' ends that"
            ),
            Distrust::Links => write!(f, "{path} has too many symbolic links"),
        }
    }
}

#[cfg(unix)]
pub(crate) use unix::{check, create_folder};

#[cfg(unix)]
mod unix {
    use std::ffi::OsString;
    use std::fs::{self, DirBuilder, Metadata};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt};
    use std::path::{Component, Path, PathBuf};

    use super::{Distrust, Untrusted};

    const WRITABLE: u32 = 0o022;
    const STICKY: u32 = 0o1000;
    const ROOT: u32 = 0;
    /// The number of links that Linux follows.
    const MOST_LINKS: usize = 40;

    /// Returns the first file, folder or link on the way to `path` that another user controls, if
    /// there is one. `path` is a table or a folder of tables, and need not exist.
    pub(crate) fn check(path: &Path) -> io::Result<Option<Untrusted>> {
        let mut here = PathBuf::from("/");
        // The names on the path that are still to be checked, the next one last.
        let mut rest: Vec<OsString> = names(&std::path::absolute(path)?);
        let mut links = 0;
        loop {
            let folder = fs::symlink_metadata(&here)?;
            let untrusted = |reason| Untrusted {
                path: here.clone(),
                reason,
            };
            if let Some(reason) = owner(&folder) {
                return Ok(Some(untrusted(reason)));
            }
            // The reason why other users may put files into the folder. If it is sticky, they may
            // not replace the files of this user.
            let shared = writable(&folder).map(untrusted);
            if shared.is_some() && folder.mode() & STICKY == 0 {
                return Ok(shared);
            }
            let Some(name) = rest.pop() else {
                return Ok(shared);
            };
            if name == ".." {
                here.pop();
            } else {
                let next = here.join(&name);
                let metadata = match fs::symlink_metadata(&next) {
                    // The rest of the path does not exist. If the missing part is created later, it
                    // is checked then.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                    metadata => metadata?,
                };
                if let Some(reason) = owner(&metadata) {
                    return Ok(Some(Untrusted { path: next, reason }));
                }
                if metadata.is_symlink() {
                    links += 1;
                    if links > MOST_LINKS {
                        let reason = Distrust::Links;
                        return Ok(Some(Untrusted { path: next, reason }));
                    }
                    let target = fs::read_link(&next)?;
                    if target.is_absolute() {
                        here = PathBuf::from("/");
                    }
                    rest.extend(names(&target));
                } else {
                    here = next;
                    if !metadata.is_dir() {
                        let open = writable(&metadata);
                        let file = open.map(|reason| Untrusted { path: here, reason });
                        return Ok(file.or(shared));
                    }
                }
            }
        }
    }

    /// The names in `path`, in reverse order.
    fn names(path: &Path) -> Vec<OsString> {
        let mut names: Vec<OsString> = path
            .components()
            .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir))
            .map(|part| part.as_os_str().to_owned())
            .collect();
        names.reverse();
        names
    }

    fn owner(metadata: &Metadata) -> Option<Distrust> {
        let user = metadata.uid();
        let trusted = user == ROOT || user == rustix::process::geteuid().as_raw();
        (!trusted).then_some(Distrust::Owner(user))
    }

    fn writable(metadata: &Metadata) -> Option<Distrust> {
        let mode = metadata.mode() & 0o7777;
        (mode & WRITABLE != 0).then_some(Distrust::Writable(mode))
    }

    /// Creates a folder to which only this user may write, and the folders above it.
    pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o755).create(path)
    }
}

#[cfg(not(unix))]
pub(crate) use elsewhere::{check, create_folder};

#[cfg(not(unix))]
mod elsewhere {
    use std::fs;
    use std::io;
    use std::path::Path;

    use super::Untrusted;

    pub(crate) fn check(_: &Path) -> io::Result<Option<Untrusted>> {
        Ok(None)
    }

    pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }
}
