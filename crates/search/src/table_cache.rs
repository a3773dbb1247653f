//! The folder in which tables are kept from run to run.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::DistanceTable;
use crate::table_file::{
    TableFileError, TableInfo, TableKey, TableProblem, UNFINISHED, inspect_table, open_table,
    write_table,
};

/// How a table's name ends.
const SUFFIX: &str = ".table";
/// The longest name that is left as it is; file systems allow 255 bytes.
const LONGEST: usize = 150;

/// A folder of table files, which need not exist yet.
///
/// A file is named after its [`TableKey`]. What lies in the folder is never trusted:
/// a file that is damaged or not what its name says is refused, and replaced when
/// the table is built again.
#[derive(Debug, Clone)]
pub struct TableCache {
    folder: PathBuf,
}

/// A table from the cache, or built because the cache had none.
#[derive(Debug)]
pub struct Cached {
    /// The table.
    pub table: DistanceTable,
    /// Whether it was built, and not found.
    pub built: bool,
    /// Why the file that was there was not used.
    pub refused: Option<TableFileError>,
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
        }
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
        match open_table(&self.path(key), key, states) {
            Ok(table) => Ok(Some(table)),
            Err(TableFileError {
                problem: TableProblem::Io(error),
                ..
            }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The table of `key`, which has so many states; built by `build` and put
    /// into the cache if it is not there or is refused.
    ///
    /// # Errors
    /// Those of `build`. That the table could not be saved is none.
    pub fn open_or_build<E>(
        &self,
        key: &TableKey,
        states: u64,
        build: impl FnOnce() -> Result<DistanceTable, E>,
    ) -> Result<Cached, E> {
        let refused = match self.open(key, states) {
            Ok(Some(table)) => {
                return Ok(Cached {
                    table,
                    built: false,
                    refused: None,
                    unsaved: None,
                });
            }
            Ok(None) => None,
            Err(error) => Some(error),
        };
        let table = build()?;
        Ok(Cached {
            unsaved: self.save(key, &table).err(),
            built: true,
            refused,
            table,
        })
    }

    /// Puts a table into the cache, in place of one that is there.
    ///
    /// # Errors
    /// If the system refuses.
    pub fn save(&self, key: &TableKey, table: &DistanceTable) -> Result<(), TableFileError> {
        fs::create_dir_all(&self.folder).map_err(|error| TableFileError {
            path: self.folder.clone(),
            problem: TableProblem::Io(error),
        })?;
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
            let state = if name.ends_with(UNFINISHED) {
                EntryState::Unfinished
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

    /// The names and lengths of what may be tables.
    fn files(&self) -> io::Result<Vec<(String, u64)>> {
        let folder = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            folder => folder?,
        };
        let mut files = Vec::new();
        for file in folder {
            let file = file?;
            let metadata = file.metadata()?;
            if let Ok(name) = file.file_name().into_string()
                && metadata.is_file()
                && (name.ends_with(SUFFIX) || name.ends_with(UNFINISHED))
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
