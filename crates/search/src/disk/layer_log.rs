//! The log of the layers of a run: its folder, its manifest, its data files, and its checkpoints.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fewest_rules::Meter;

use super::error::{DiskError, DiskProblem, RunKey};
use super::files::{DataFile, FileFaults, Folder};
use super::manifest::{MANIFEST, Manifest, Plan};
use super::segment::DataFiles;

/// The file that a process locks as long as it works in the folder.
const LOCK: &str = "run.lock";
const NEW_MANIFEST: &str = "run.manifest.new";
/// A checkpoint is made when the time since the last one is this many times what that one took.
const CHECKPOINT_EVERY: u32 = 20;

/// Options of a run on disk. None of them changes the result.
#[derive(Debug, Clone, Default)]
pub struct DiskOptions {
    /// Whether the lists of all layers are kept, so that the states of any layer can be listed.
    /// Otherwise only those of the last two are.
    pub keep_layers: bool,
    /// The logarithm of the number of states in a segment. By default it follows from the size of
    /// the space and the memory. A run that is resumed keeps its segments.
    pub segment_bits: Option<u32>,
    /// The name of a folder within the folder of the run that belongs to the caller.
    pub subfolder: Option<String>,
    /// Whether a checkpoint is made after every layer. By default, checkpoints take at most a
    /// twentieth of the time.
    pub every_layer: bool,
    /// Lets file operations fail. For tests.
    pub faults: Option<Arc<dyn FileFaults>>,
}

/// The log of an open run.
#[derive(Debug)]
pub(crate) struct LayerLog {
    folder: Folder,
    pub(crate) manifest: Manifest,
    pub(crate) files: DataFiles,
    next_file: u32,
    every_layer: bool,
    /// The files that may not be on the disk yet.
    unsynced: Vec<u32>,
    /// Whether something changed since the last checkpoint.
    changed: bool,
    last_checkpoint: Instant,
    checkpoint_took: Duration,
    /// The work before it was resumed: states expanded and generated, and milliseconds.
    before: [u64; 3],
    /// Released when the run is closed.
    _lock: File,
}

impl LayerLog {
    /// Opens the run `key` in `folder`, or begins it there. A run that is resumed keeps its
    /// segments and must agree with `plan` otherwise.
    pub(crate) fn open(
        folder: &Path,
        key: &RunKey,
        plan: Plan,
        options: &DiskOptions,
    ) -> Result<Self, DiskError> {
        let folder = Folder::create(folder, options.faults.clone())?;
        let subfolder = options.subfolder.as_deref().unwrap_or(LOCK);
        let own = [MANIFEST, NEW_MANIFEST, LOCK, subfolder];
        if folder.list(&own)?.1 && !folder.path.join(MANIFEST).exists() {
            return Err(DiskError::new(&folder.path, DiskProblem::NotARun));
        }
        let lock = lock(&folder)?;
        let (numbers, _) = folder.list(&own)?;
        let manifest = match Manifest::read(&folder)? {
            None => Manifest::new(key.clone(), plan),
            Some(found) => {
                let expected = Plan {
                    segment_bits: found.plan.segment_bits,
                    ..plan
                };
                if found.key != *key || found.plan != expected {
                    let (found, wanted) = (found.key.into(), key.clone().into());
                    let problem = DiskProblem::Foreign { found, wanted };
                    return Err(DiskError::new(&folder.path, problem));
                }
                found
            }
        };
        let mut files = DataFiles::new();
        for &(number, length) in &manifest.files {
            files.insert(number, folder.open_data(number, length)?);
        }
        // What was written after the last checkpoint is of no use.
        for number in numbers.iter().filter(|number| !files.contains_key(number)) {
            folder.remove_data(*number)?;
        }
        Ok(Self {
            next_file: files.last_key_value().map_or(0, |(&last, _)| last + 1),
            before: [0; 3],
            folder,
            manifest,
            files,
            every_layer: options.every_layer,
            unsynced: Vec::new(),
            changed: false,
            last_checkpoint: Instant::now(),
            checkpoint_took: Duration::ZERO,
            _lock: lock,
        })
    }

    /// Reads the manifest in `folder`; `None` if there is none. Changes nothing.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, DiskError> {
        match folder.join(MANIFEST).exists() {
            false => Ok(None),
            true => Manifest::read(&Folder::create(folder, None)?),
        }
    }

    /// Creates an empty data file.
    pub(crate) fn create(&mut self) -> Result<DataFile, DiskError> {
        let file = self.folder.create_data(self.next_file)?;
        self.next_file += 1;
        Ok(file)
    }

    /// Adds a data file to those that the next checkpoint may mention.
    pub(crate) fn add(&mut self, file: DataFile) {
        self.changed = true;
        self.unsynced.push(file.number);
        self.files.insert(file.number, file);
    }

    /// Removes a data file that was not added.
    pub(crate) fn discard(&self, file: DataFile) -> Result<(), DiskError> {
        let number = file.number;
        drop(file);
        self.folder.remove_data(number)
    }

    /// Begins to count the work from what is known so far.
    pub(crate) fn resume(&mut self) {
        let manifest = &self.manifest;
        self.before = [manifest.expanded, manifest.generated, manifest.milliseconds];
    }

    /// Adds the work of this process to that of the processes before.
    pub(crate) fn count(&mut self, meter: &Meter) {
        let work = meter.statistics();
        let elapsed = u64::try_from(work.elapsed.as_millis()).unwrap_or(u64::MAX);
        let [expanded, generated, milliseconds] = self.before;
        self.manifest.expanded = expanded.saturating_add(work.expanded);
        self.manifest.generated = generated.saturating_add(work.generated);
        self.manifest.milliseconds = milliseconds.saturating_add(elapsed);
    }

    /// Makes a checkpoint after a layer if one is due.
    pub(crate) fn end_layer(&mut self) -> Result<(), DiskError> {
        self.changed = true;
        let due = self.checkpoint_took.saturating_mul(CHECKPOINT_EVERY);
        if self.every_layer || self.last_checkpoint.elapsed() >= due {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// Makes a checkpoint if anything changed since the last one.
    pub(crate) fn close(&mut self) -> Result<(), DiskError> {
        if self.changed {
            self.checkpoint()
        } else {
            Ok(())
        }
    }

    /// Writes everything known so far to the disk and removes what is no longer needed.
    pub(crate) fn checkpoint(&mut self) -> Result<(), DiskError> {
        let started = Instant::now();
        let used = self.manifest.used_files();
        let garbage: Vec<u32> = self
            .files
            .keys()
            .copied()
            .filter(|number| used.binary_search(number).is_err())
            .collect();
        for number in self.unsynced.drain(..) {
            if let (Ok(_), Some(file)) = (used.binary_search(&number), self.files.get(&number)) {
                file.sync()?;
            }
        }
        let length = |number| self.files.get(number).map_or(0, DataFile::length);
        self.manifest.files = used
            .iter()
            .map(|number| (*number, length(number)))
            .collect();
        self.manifest.write(&self.folder)?;
        for number in garbage {
            self.files.remove(&number);
            self.folder.remove_data(number)?;
        }
        self.changed = false;
        self.last_checkpoint = Instant::now();
        self.checkpoint_took = started.elapsed();
        Ok(())
    }
}

fn lock(folder: &Folder) -> Result<File, DiskError> {
    let path = folder.path.join(LOCK);
    let write = |error| DiskError::new(&path, DiskProblem::Write(error));
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    let file = file.map_err(write)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(DiskError::new(&folder.path, DiskProblem::Busy)),
        // Without locks in the file system, the user must take care of this.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}
