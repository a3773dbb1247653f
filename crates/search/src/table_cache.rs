//! The folder in which tables are kept from run to run.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::DistanceTable;
use crate::table_file::{
    TableFileError, TableInfo, TableKey, TableProblem, inspect_table, open_table, write_table,
};
use crate::table_trust;
use crate::unfinished::{is_unfinished, remove_abandoned};

/// How a table's name ends.
const SUFFIX: &str = ".table";
/// The longest name that is left as it is; file systems allow 255 bytes.
const LONGEST: usize = 150;

/// A folder of table files, which need not exist yet.
///
/// A file is named after its [`TableKey`]. A file that is damaged or not what its name says is
/// refused, and replaced when the table is built again. A file that somebody else could have
/// written is refused and left alone, unless [everybody is trusted](Self::trusting_everybody): it, its
/// folder and all above must belong to this user or root, and others must not be
/// able to write to them.
#[derive(Debug, Clone)]
pub struct TableCache {
    folder: PathBuf,
    trusting: bool,
}

/// A table from the cache, or built because the cache had none.
#[derive(Debug)]
pub struct Cached {
    /// The table.
    pub table: DistanceTable,
    /// Whether it was built, and not found.
    pub built: bool,
    /// Why the table that was built is not in the cache now.
    pub unsaved: Option<TableFileError>,
}

/// A file in the cache.
#[derive(Debug)]
pub struct CacheEntry {
    /// Its name in the folder.
    pub name: String,
    /// How long it is.
    pub bytes: u64,
    /// In what state it is.
    pub state: EntryState,
}

/// In what state a file in the cache is.
#[derive(Debug)]
pub enum EntryState {
    /// A whole table.
    Sound(TableInfo),
    /// It is refused.
    Refused(TableFileError),
    /// It is being written, or was when its writer died.
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

    /// The same folder, where it does or does not matter who could have written a table: whoever
    /// can, can make a wrong answer look proven.
    pub fn trusting_everybody(self, trusting: bool) -> Self {
        Self { trusting, ..self }
    }

    /// The cache in the folder that the environment names: `FEWEST_CACHE`, or
    /// `fewest` in the user's folder for caches. `None` if there is neither.
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
            // By the XDG base directory specification a relative path is ignored.
            folder("XDG_CACHE_HOME")
                .filter(|path| path.is_absolute())
                .or_else(|| home(".cache"))
        };
        caches.map(|caches| Self::new(caches.join("fewest")))
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the table of `key` is or would be: always directly in the folder, and
    /// under a name that no other key has.
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

    /// The table of `key`, which has so many states, or `None` if there is no
    /// file of that name.
    ///
    /// # Errors
    /// If there is a file but it is refused.
    pub fn open(
        &self,
        key: &TableKey,
        states: u64,
    ) -> Result<Option<DistanceTable>, TableFileError> {
        let path = self.path(key);
        self.check(&path)?;
        match open_table(&path, key, states) {
            Ok(table) => Ok(Some(table)),
            Err(TableFileError {
                problem: TableProblem::Io(error),
                ..
            }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Makes sure that nobody else could have written what is at `path`.
    fn check(&self, path: &Path) -> Result<(), TableFileError> {
        if self.trusting {
            return Ok(());
        }
        table_trust::check(path).map_err(|problem| TableFileError {
            path: path.to_owned(),
            problem,
        })
    }

    /// Makes sure that nobody else can write to the folder, which need not exist.
    ///
    /// # Errors
    /// If somebody can, or the system does not let this be seen.
    pub fn check_folder(&self) -> Result<(), TableFileError> {
        self.check(&self.folder)
    }

    /// The table of `key`, which has so many states; built by `build` and put
    /// into the cache if it is not there, is refused or is one that `wrong` finds the rank of a wrong
    /// distance in. `tell` hears why a file was refused, before another is built.
    ///
    /// # Errors
    /// Those of `build`, and a table or folder that is not trusted. That the table could not be
    /// saved is none.
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
        // Before the work, for it could not be kept.
        self.check_folder()?;
        let table = build()?;
        Ok(Cached {
            unsaved: self.save(key, &table).err(),
            built: true,
            table,
        })
    }

    /// As [`open`](Self::open), but also refuses a table in which `wrong` finds the rank of a wrong
    /// distance.
    ///
    /// # Errors
    /// If there is a file but it is refused.
    pub fn open_checked(
        &self,
        key: &TableKey,
        states: u64,
        wrong: impl FnOnce(&DistanceTable) -> Option<u64>,
    ) -> Result<Option<DistanceTable>, TableFileError> {
        let table = self.open(key, states)?;
        match table.as_ref().and_then(wrong) {
            Some(rank) => Err(TableFileError {
                path: self.path(key),
                problem: TableProblem::Wrong { rank },
            }),
            None => Ok(table),
        }
    }

    /// Puts a table into the cache, in place of one that is there, and removes what writers
    /// left behind that died. Others cannot write to what is created, whatever the `umask`.
    ///
    /// # Errors
    /// If the system refuses, or the folder is not trusted.
    pub fn save(&self, key: &TableKey, table: &DistanceTable) -> Result<(), TableFileError> {
        let failed = |error| TableFileError {
            path: self.folder.clone(),
            problem: TableProblem::Io(error),
        };
        table_trust::create_folder(&self.folder).map_err(failed)?;
        self.check_folder()?;
        // What cannot be removed is in nobody's way.
        let _ = self.remove_abandoned();
        write_table(&self.path(key), key, table)
    }

    /// All tables in the folder, by name. Reads them completely; files
    /// of other names are left out.
    ///
    /// # Errors
    /// If the folder cannot be read. One that does not exist has no tables.
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
                    // Under another key's name it would never be used.
                    Ok(info) if self.path(&info.key) != path => {
                        EntryState::Refused(TableFileError {
                            path,
                            problem: TableProblem::Malformed("it has another table's name"),
                        })
                    }
                    Ok(info) => EntryState::Sound(info),
                    Err(error) => EntryState::Refused(error),
                }
            };
            entries.push(CacheEntry { name, bytes, state });
        }
        Ok(entries)
    }

    /// Removes the file called `name` in [`list`](Self::list); whether there is one.
    /// Nothing but tables can be removed, whatever the name.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn remove(&self, name: &str) -> io::Result<bool> {
        let exists = self.files()?.iter().any(|(other, _)| other == name);
        if exists {
            fs::remove_file(self.folder.join(name))?;
        }
        Ok(exists)
    }

    /// Removes the files that writers left behind which are no longer alive; their number and
    /// their bytes. A file that a living process writes is locked, and left alone.
    ///
    /// # Errors
    /// If the system refuses to remove one; the others are removed.
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

    /// The names and lengths of what may be tables.
    fn files(&self) -> io::Result<Vec<(String, u64)>> {
        let folder = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            folder => folder?,
        };
        let mut files = Vec::new();
        for file in folder {
            let file = file?;
            let metadata = match file.metadata() {
                // A writer finished it, or somebody removed it.
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

/// `text` with every byte that a file system may treat specially, or not tell from
/// another, as `%` and two digits: all but small letters, digits and `-`.
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
