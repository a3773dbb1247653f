//! The folder that keeps tables from run to run.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::file::{TableFileError, TableInfo, TableKey, TableProblem, inspect_table, open_table};
use super::reader::TableReader;
use super::trust;
use super::unfinished::{is_unfinished, remove_abandoned};
use super::writer::{TableWriter, write_table};
use crate::DistanceTable;

/// The extension of a table file.
const SUFFIX: &str = ".table";
/// File names of tables up to this length are not shortened. File systems allow 255 bytes.
const LONGEST: usize = 150;

/// A folder of table files; it need not exist yet.
///
/// The [`TableKey`] of a table determines the name of its file. A file that is damaged or does not
/// match its name is refused, and replaced when the table is built again. A file that another user
/// could have written is refused and left alone, unless [everybody is
/// trusted](Self::trusting_everybody). The file, its folder and all folders above must belong to
/// this user or root, and others must not be able to write to them.
#[derive(Debug, Clone)]
pub struct TableCache {
    folder: PathBuf,
    trusting: bool,
}

/// A table that was read from the cache, or built because the cache did not contain it.
#[derive(Debug)]
pub struct Cached {
    /// The table of distances.
    pub table: DistanceTable,
    /// Whether the table was built instead of read.
    pub built: bool,
    /// Why the new table could not be saved in the cache; `None` if it was saved or read.
    pub unsaved: Option<TableFileError>,
}

/// A file in the cache.
#[derive(Debug)]
pub struct CacheEntry {
    /// The name of the file in the folder.
    pub name: String,
    /// The length of the file.
    pub bytes: u64,
    /// The state of the file.
    pub state: EntryState,
}

/// The state of a file in the cache.
#[derive(Debug)]
pub enum EntryState {
    /// The file is a complete table.
    Sound(TableInfo),
    /// The file is refused for the given reason.
    Refused(TableFileError),
    /// The file is being written, or its writer died.
    Unfinished,
}

impl TableCache {
    /// The cache in `folder`.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
            trusting: false,
        }
    }

    /// Sets whether to trust tables that another user could have written. Somebody who can write a
    /// table can make a wrong answer look proven.
    pub fn trusting_everybody(self, trusting: bool) -> Self {
        Self { trusting, ..self }
    }

    /// The cache in the folder that the environment determines: `FEWEST_CACHE`, or `fewest` in the
    /// user's cache folder. `None` if the environment determines no folder.
    pub fn from_environment() -> Option<Self> {
        let folder = |name: &str| {
            env::var_os(name)
                .filter(|value| !value.is_empty())
                .map(PathBuf::from)
        };
        if let Some(explicit) = folder("FEWEST_CACHE") {
            return Some(Self::new(explicit));
        }
        let home = |inside: &str| env::home_dir().map(|home| home.join(inside));
        let caches = if cfg!(windows) {
            folder("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            home("Library/Caches")
        } else {
            // The XDG base directory specification says that a relative path must be ignored.
            folder("XDG_CACHE_HOME")
                .filter(|path| path.is_absolute())
                .or_else(|| home(".cache"))
        };
        caches.map(|caches| Self::new(caches.join("fewest")))
    }

    /// The folder of the cache.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The path of the table of `key`, whether it exists or not. The path is always directly in the
    /// folder, and no other key has the same path.
    pub fn path(&self, key: &TableKey) -> PathBuf {
        let mut name = format!("{}_{}", escape(&key.puzzle), escape(&key.parameters));
        if name.len() > LONGEST {
            let hash = blake3::hash(name.as_bytes()).to_hex();
            name.truncate(LONGEST);
            name.push('~');
            name.push_str(&hash);
        }
        self.folder.join(name + SUFFIX)
    }

    /// Reads the table of `key`, which must have `states` states. Returns `None` if the table has
    /// no file in the folder.
    ///
    /// # Errors
    /// Returns an error if the file exists but is refused.
    pub fn open(
        &self,
        key: &TableKey,
        states: u64,
    ) -> Result<Option<DistanceTable>, TableFileError> {
        let path = self.path(key);
        self.check(&path)?;
        unless_missing(open_table(&path, key, states))
    }

    /// Checks that no other user could have written to `path`.
    fn check(&self, path: &Path) -> Result<(), TableFileError> {
        if self.trusting {
            return Ok(());
        }
        match trust::check(path) {
            Ok(None) => Ok(()),
            Ok(Some(untrusted)) => {
                let problem = TableProblem::Untrusted(untrusted);
                Err(TableFileError::new(path, problem))
            }
            Err(error) => Err(TableFileError::new(path, error)),
        }
    }

    /// Checks that no other user can write to the folder, which need not exist.
    ///
    /// # Errors
    /// Returns an error if another user can write to the folder, or if the system does not allow
    /// the check.
    pub fn check_folder(&self) -> Result<(), TableFileError> {
        self.check(&self.folder)
    }

    /// Reads the table of `key`, which must have `states` states. If the table is not in the cache,
    /// is refused, or contains a wrong distance whose rank `wrong` returns, calls `build` and saves
    /// the result in the cache. If a file was refused, first calls `tell` with the reason.
    ///
    /// # Errors
    /// Returns the errors of `build`, and an error if the table or the folder is not trusted. A
    /// table that cannot be saved is not an error.
    pub fn open_or_build<E: From<TableFileError>>(
        &self,
        key: &TableKey,
        states: u64,
        wrong: impl FnOnce(&DistanceTable) -> Option<u64>,
        tell: impl FnOnce(&TableFileError),
        build: impl FnOnce() -> Result<DistanceTable, E>,
    ) -> Result<Cached, E> {
        let opened = self.open_checked(key, states, wrong);
        match opened {
            Ok(Some(table)) => {
                return Ok(Cached {
                    table,
                    built: false,
                    unsaved: None,
                });
            }
            Ok(None) => {}
            Err(error) if error.is_untrusted() => return Err(error.into()),
            Err(error) => tell(&error),
        }
        // The folder is checked before the work starts, because a table could not be kept in a
        // folder that is not trusted.
        self.check_folder()?;
        let table = build()?;
        Ok(Cached {
            unsaved: self.save(key, &table).err(),
            built: true,
            table,
        })
    }

    /// Does the same as [`open`](Self::open), but also refuses a table in which `wrong` finds the
    /// rank of a wrong distance.
    ///
    /// # Errors
    /// Returns an error if the file exists but is refused.
    pub fn open_checked(
        &self,
        key: &TableKey,
        states: u64,
        wrong: impl FnOnce(&DistanceTable) -> Option<u64>,
    ) -> Result<Option<DistanceTable>, TableFileError> {
        let table = self.open(key, states)?;
        match table.as_ref().and_then(wrong) {
            Some(rank) => {
                let problem = TableProblem::Wrong { rank };
                Err(TableFileError::new(&self.path(key), problem))
            }
            None => Ok(table),
        }
    }

    /// Saves a table in the cache, in place of an existing file of this table, and removes the
    /// files of dead writers. Other users cannot write to the new files, whatever the `umask`.
    ///
    /// # Errors
    /// Returns an error if the system refuses to write the file, or if the folder is not trusted.
    pub fn save(&self, key: &TableKey, table: &DistanceTable) -> Result<(), TableFileError> {
        self.prepare()?;
        write_table(&self.path(key), key, table)
    }

    /// Begins to save a table that is written piece by piece, like [`save`](Self::save).
    ///
    /// # Errors
    /// Returns an error if the system refuses to write the file, or if the folder is not trusted.
    pub fn writer(&self, info: &TableInfo) -> Result<TableWriter, TableFileError> {
        self.prepare()?;
        TableWriter::create(&self.path(&info.key), info)
    }

    /// Opens the table of `key`, which must have `states` states, without reading it into memory.
    /// Returns `None` if the table has no file in the folder.
    ///
    /// # Errors
    /// Returns an error if the file exists but is refused.
    pub fn reader(
        &self,
        key: &TableKey,
        states: u64,
    ) -> Result<Option<TableReader>, TableFileError> {
        let path = self.path(key);
        self.check(&path)?;
        unless_missing(TableReader::open(&path, key, states))
    }

    /// Creates the folder, checks it, and removes the files of dead writers.
    fn prepare(&self) -> Result<(), TableFileError> {
        trust::create_folder(&self.folder)
            .map_err(|error| TableFileError::new(&self.folder, error))?;
        self.check_folder()?;
        // Files that cannot be removed do no harm.
        let _ = self.remove_abandoned();
        Ok(())
    }

    /// All tables in the folder, by name. Reads the tables completely, and ignores files that do
    /// not have the name of a table.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read. A folder that does not exist has no tables.
    pub fn list(&self) -> io::Result<Vec<CacheEntry>> {
        let mut entries = Vec::new();
        for (name, bytes) in self.files()? {
            let path = self.folder.join(&name);
            let state = if is_unfinished(&name, SUFFIX) {
                EntryState::Unfinished
            } else if let Err(error) = self.check(&path) {
                EntryState::Refused(error)
            } else {
                match inspect_table(&path) {
                    // A table under another key's name would never be used.
                    Ok(info) if self.path(&info.key) != path => {
                        let problem = TableProblem::Malformed("it has another table's name");
                        EntryState::Refused(TableFileError::new(&path, problem))
                    }
                    Ok(info) => EntryState::Sound(info),
                    Err(error) => EntryState::Refused(error),
                }
            };
            entries.push(CacheEntry { name, bytes, state });
        }
        Ok(entries)
    }

    /// Removes the file that [`list`](Self::list) calls `name`. Returns whether the file existed.
    /// Whatever the name, only tables can be removed.
    ///
    /// # Errors
    /// Returns an error if the system refuses to remove the file.
    pub fn remove(&self, name: &str) -> io::Result<bool> {
        let exists = self.files()?.iter().any(|(other, _)| other == name);
        if exists {
            fs::remove_file(self.folder.join(name))?;
        }
        Ok(exists)
    }

    /// Removes the files that dead writers left unfinished. Returns the number of removed files and
    /// the sum of their bytes. The file of a living writer is left alone, because the writer holds
    /// a lock on it.
    ///
    /// # Errors
    /// Returns an error if the system refuses to remove a file; the other files are still removed.
    pub fn remove_abandoned(&self) -> io::Result<(usize, u64)> {
        let (mut removed, mut failed) = ((0, 0), Ok(()));
        for (name, bytes) in self.files()? {
            if !is_unfinished(&name, SUFFIX) {
                continue;
            }
            match remove_abandoned(&self.folder.join(name)) {
                Ok(true) => removed = (removed.0 + 1, removed.1 + bytes),
                Ok(false) => {}
                Err(error) => failed = Err(error),
            }
        }
        failed.map(|()| removed)
    }

    /// The names and lengths of the files that may be tables.
    fn files(&self) -> io::Result<Vec<(String, u64)>> {
        let folder = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            folder => folder?,
        };
        let mut files = Vec::new();
        for file in folder {
            let file = file?;
            let metadata = match file.metadata() {
                // A writer has finished the file, or somebody has removed it.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                metadata => metadata?,
            };
            if let Ok(name) = file.file_name().into_string()
                && metadata.is_file()
                && (name.ends_with(SUFFIX) || is_unfinished(&name, SUFFIX))
            {
                files.push((name, metadata.len()));
            }
        }
        files.sort();
        Ok(files)
    }
}

/// Returns `None` if the error says that the file does not exist.
fn unless_missing<T>(opened: Result<T, TableFileError>) -> Result<Option<T>, TableFileError> {
    match opened {
        Ok(table) => Ok(Some(table)),
        Err(TableFileError {
            problem: TableProblem::Io(error),
            ..
        }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Escapes, as `%` and two digits, every byte that a file system may treat specially or confuse
/// with another byte. Only lower-case letters, digits and `-` stay as they are.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'-' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02x}")),
        }
    }
    out
}
