//! Who else could have written a table.
//!
//! A checksum finds damage, not forgery: whoever writes a file writes its checksum too. So
//! a table is only believed where nobody else could have put it. Everything on the way from
//! the root to the file, every symbolic link included, must belong to this user or to
//! root, and none of it may be writable by the group or by others. The one exception are sticky
//! folders such as `/tmp`, above the table's own folder: there nobody can rename or remove what
//! belongs to somebody else.
//!
//! An access control list that lets others write shows in the mode as a writable group. Where
//! files have no owner and mode, as on Windows, nothing is checked.

use std::fmt;
use std::path::PathBuf;

/// A file, folder or symbolic link that somebody else controls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Untrusted {
    /// What they control: the table itself or something above it.
    pub path: PathBuf,
    /// Why it is theirs too.
    pub reason: Distrust,
}

/// Why something is not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Distrust {
    /// It belongs to the user with this number, who is neither this one nor root.
    Owner(u32),
    /// Its group or everybody may write to it; its mode.
    Writable(u32),
    /// It leads on through too many symbolic links.
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
pub(crate) use unix::{check, create_file, create_folder};

#[cfg(unix)]
mod unix {
    use std::ffi::OsString;
    use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
    use std::io;
    use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
    use std::path::{Component, Path, PathBuf};

    use super::{Distrust, Untrusted};
    use crate::table_file::TableProblem;

    const WRITABLE: u32 = 0o022;
    const STICKY: u32 = 0o1000;
    const ROOT: u32 = 0;
    /// As many links as Linux follows.
    const MOST_LINKS: usize = 40;

    /// Makes sure that nobody else could have written what is at `path`, a table or a folder
    /// of tables. Nothing at all may be there.
    pub(crate) fn check(path: &Path) -> Result<(), TableProblem> {
        walk(path)
            .map_err(TableProblem::Io)?
            .map_or(Ok(()), |untrusted| Err(TableProblem::Untrusted(untrusted)))
    }

    fn walk(path: &Path) -> io::Result<Option<Untrusted>> {
        let mut here = PathBuf::from("/");
        // What is left of the path, the next name last.
        let mut rest: Vec<OsString> = names(&std::path::absolute(path)?);
        let mut links = 0;
        // Who else may put files into this folder, if it is a sticky one.
        let mut shared = match judge_folder(&here)? {
            Folder::Distrusted(untrusted) => return Ok(Some(untrusted)),
            Folder::Own => None,
            Folder::Sticky(untrusted) => Some(untrusted),
        };
        while let Some(name) = rest.pop() {
            if name == ".." {
                here.pop();
            } else {
                let next = here.join(&name);
                let metadata = match fs::symlink_metadata(&next) {
                    // Nobody else can put it there, or it is checked when it is there.
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
            shared = match judge_folder(&here)? {
                Folder::Distrusted(untrusted) => return Ok(Some(untrusted)),
                Folder::Own => None,
                Folder::Sticky(untrusted) => Some(untrusted),
            };
        }
        Ok(shared)
    }

    /// The names in `path`, the last first.
    fn names(path: &Path) -> Vec<OsString> {
        let mut names: Vec<OsString> = path
            .components()
            .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir))
            .map(|part| part.as_os_str().to_owned())
            .collect();
        names.reverse();
        names
    }

    enum Folder {
        Own,
        /// Others may put files there, but not replace those of this user.
        Sticky(Untrusted),
        Distrusted(Untrusted),
    }

    fn judge_folder(path: &Path) -> io::Result<Folder> {
        let metadata = fs::symlink_metadata(path)?;
        let untrusted = |reason| Untrusted {
            path: path.to_owned(),
            reason,
        };
        Ok(match (owner(&metadata), writable(&metadata)) {
            (Some(reason), _) => Folder::Distrusted(untrusted(reason)),
            (None, None) => Folder::Own,
            (None, Some(reason)) if metadata.mode() & STICKY != 0 => {
                Folder::Sticky(untrusted(reason))
            }
            (None, Some(reason)) => Folder::Distrusted(untrusted(reason)),
        })
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

    /// Creates a new file that only this user may write to, whatever the `umask`.
    pub(crate) fn create_file(path: &Path) -> io::Result<File> {
        OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o644)
            .open(path)
    }

    /// Creates a folder that only this user may write to, and those above it.
    pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(0o755).create(path)
    }
}

#[cfg(not(unix))]
pub(crate) use elsewhere::{check, create_file, create_folder};

#[cfg(not(unix))]
mod elsewhere {
    use std::fs::{self, File};
    use std::io;
    use std::path::Path;

    use crate::table_file::TableProblem;

    pub(crate) fn check(_: &Path) -> Result<(), TableProblem> {
        Ok(())
    }

    pub(crate) fn create_file(path: &Path) -> io::Result<File> {
        File::create_new(path)
    }

    pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }
}
