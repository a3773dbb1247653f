//! The log of the layers of a run: its folder, its manifest, its data files, and its checkpoints.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use fewest_rules::{Meter, Statistics};
use fewest_tables::enumeration::Placement;
use fewest_tables::{Enumerated, EnumerationReport};

use super::error::{DiskError, DiskProblem, RunError, RunKey};
use super::files::{DataFile, FileFaults, Folder};
use super::manifest::{MANIFEST, Manifest, Plan, SegmentLists};
use super::segment::DataFiles;

/// The file that the process (or process 0 of several) locks as long as it works in the folder, so
/// that no other run uses it.
const LOCK: &str = "run.lock";
/// In a run by several processes, the file on which all processes but process 0 hold a shared lock.
/// It shows whether one of them still works in the folder.
const MEMBERS: &str = "run.members";
/// The time that the other processes of a run may take to end after process 0 has ended.
const LAST_MEMBERS: Duration = Duration::from_secs(8);
const AGAIN: Duration = Duration::from_millis(20);
const NEW_MANIFEST: &str = "run.manifest.new";
/// A checkpoint is due when the time since the last checkpoint is this many times the time that the
/// last checkpoint took.
const CHECKPOINT_EVERY: u32 = 20;

/// Options of a run on disk. No option changes the result.
#[derive(Debug, Clone, Default)]
pub struct DiskOptions {
    /// Whether the lists of all layers are kept, so that the states of any layer can be listed.
    /// Otherwise a run keeps only the lists that it still needs, such as the lists of the last two
    /// layers.
    pub keep_layers: bool,
    /// The logarithm of the number of states in a segment. By default this number follows from the
    /// size of the space and the memory. A run that is resumed keeps its segments.
    pub segment_bits: Option<u32>,
    /// Whether making a move takes much longer than marking a state in memory. For slow moves,
    /// larger segments are chosen, so that more successors lie in the segment of their state.
    pub slow_moves: bool,
    /// The name of a folder that the caller keeps within the folder of the run. The run leaves that
    /// folder alone.
    pub subfolder: Option<String>,
    /// Whether a checkpoint is made after every layer. By default, checkpoints take at most a
    /// twentieth of the time.
    pub every_layer: bool,
    /// In tests, decides which file operations fail.
    pub faults: Option<Arc<dyn FileFaults>>,
}

/// An open run on disk: its folder and manifest, its open data files, and what is needed to make
/// the next checkpoint.
#[derive(Debug)]
pub(crate) struct LayerLog {
    folder: Folder,
    pub(crate) manifest: Manifest,
    pub(crate) files: DataFiles,
    next_file: u32,
    /// The difference between the numbers of two successive data files of this process. With this
    /// difference, no two processes use the same number.
    file_step: u32,
    /// Whether the run has stored the states from which it starts.
    pub(crate) begun: bool,
    /// The numbers of the data files that have not been reported to process 0 yet.
    unreported: Vec<u32>,
    every_layer: bool,
    /// The numbers of the data files whose contents may not be on the disk yet.
    unsynced: Vec<u32>,
    /// Whether something changed since the last checkpoint.
    changed: bool,
    last_checkpoint: Instant,
    checkpoint_took: Duration,
    /// The work of the run before it was resumed: states expanded and generated, and milliseconds.
    before: [u64; 3],
    /// The file whose lock is held while the run is open.
    _lock: File,
}

impl LayerLog {
    /// Opens the run `key` in `folder`, or begins it there. A run that is resumed keeps the size of
    /// its segments; everything else in its plan must agree with `plan`.
    pub(crate) fn open(
        folder: &Path,
        key: &RunKey,
        plan: Plan,
        options: &DiskOptions,
    ) -> Result<Self, DiskError> {
        let folder = Folder::create(folder, options.faults.clone())?;
        let subfolder = options.subfolder.as_deref().unwrap_or(LOCK);
        let own = [MANIFEST, NEW_MANIFEST, LOCK, MEMBERS, subfolder];
        if folder.list(&own)?.1 && !folder.path.join(MANIFEST).exists() {
            return Err(DiskError::new(&folder.path, DiskProblem::NotARun));
        }
        let lock = lock(&folder, LOCK, File::try_lock)?;
        // Processes of an earlier run may still be writing to the folder, but they end soon.
        let end = Instant::now() + LAST_MEMBERS;
        loop {
            match self::lock(&folder, MEMBERS, File::try_lock) {
                Err(error) if Instant::now() < end && error.is_busy() => thread::sleep(AGAIN),
                locked => break drop(locked?),
            }
        }
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
        // Files that were written after the last checkpoint are of no use.
        for number in numbers.iter().filter(|number| !files.contains_key(number)) {
            folder.remove_data(*number)?;
        }
        Ok(Self::new(folder, manifest, files, 0, 1, options, lock))
    }

    fn new(
        folder: Folder,
        manifest: Manifest,
        files: DataFiles,
        first_file: u32,
        file_step: u32,
        options: &DiskOptions,
        lock: File,
    ) -> Self {
        let next = manifest.files.iter().map(|&(number, _)| number + 1).max();
        Self {
            next_file: next.unwrap_or(0) + first_file,
            file_step,
            begun: manifest.has_begun(),
            unreported: Vec::new(),
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
        }
    }

    /// Prepares the run for `processes` processes. Writes `token` to the folder; the other
    /// processes compare it with the token that they were sent, to test that they use the same
    /// folder.
    pub(crate) fn lead(&mut self, processes: usize, token: &str) -> Result<(), DiskError> {
        self.file_step = processes as u32;
        let path = self.folder.path.join(MEMBERS);
        std::fs::write(&path, token)
            .map_err(|error| DiskError::new(&path, DiskProblem::Write(error)))
    }

    /// Joins a run in `folder` that process 0 has opened, as process `own` of `processes`. Keeps only
    /// the lists of the segments that belong to process `own`.
    pub(crate) fn join(
        folder: &Path,
        mut manifest: Manifest,
        token: &str,
        Placement { own, processes }: Placement,
        options: &DiskOptions,
    ) -> Result<Self, DiskError> {
        let folder = Folder::create(folder, options.faults.clone())?;
        let lock = lock(&folder, MEMBERS, File::try_lock_shared)?;
        let found = std::fs::read(folder.path.join(MEMBERS)).ok();
        if found.as_deref() != Some(token.as_bytes()) {
            return Err(DiskError::new(&folder.path, DiskProblem::NotShared));
        }
        let begun = manifest.has_begun();
        for (segment, lists) in manifest.segments.iter_mut().enumerate() {
            if segment % processes != own {
                *lists = SegmentLists::default();
            }
        }
        let used = manifest.used_files();
        let mut files = DataFiles::new();
        for &(number, length) in &manifest.files {
            if used.contains(&number) {
                files.insert(number, folder.open_data(number, length)?);
            }
        }
        let step = processes as u32;
        let log = Self::new(folder, manifest, files, own as u32, step, options, lock);
        Ok(Self { begun, ..log })
    }

    /// Reads the manifest in `folder` and changes no file; `None` if there is no manifest.
    pub(crate) fn read(folder: &Path) -> Result<Option<Manifest>, DiskError> {
        match folder.join(MANIFEST).exists() {
            false => Ok(None),
            true => Manifest::read(&Folder::create(folder, None)?),
        }
    }

    /// Creates an empty data file.
    pub(crate) fn create(&mut self) -> Result<DataFile, DiskError> {
        let file = self.folder.create_data(self.next_file)?;
        self.next_file += self.file_step;
        Ok(file)
    }

    /// Adds a data file to those that the next checkpoint may mention.
    pub(crate) fn add(&mut self, file: DataFile) {
        self.changed = true;
        self.unsynced.push(file.number);
        self.unreported.push(file.number);
        self.files.insert(file.number, file);
    }

    /// Deletes a data file that was created but not added.
    pub(crate) fn discard(&self, file: DataFile) -> Result<(), DiskError> {
        let number = file.number;
        drop(file);
        self.folder.remove_data(number)
    }

    /// Remembers the work that the manifest records, so that [`count`](Self::count) adds to it.
    pub(crate) fn resume(&mut self) {
        let manifest = &self.manifest;
        self.before = [manifest.expanded, manifest.generated, manifest.milliseconds];
    }

    /// For each file that was added since the last call, its number and its length.
    pub(crate) fn take_unreported(&mut self) -> Vec<(u32, u64)> {
        let numbers = std::mem::take(&mut self.unreported);
        let length = |number| self.files.get(&number).map_or(0, DataFile::length);
        let files = numbers.into_iter().map(|number| (number, length(number)));
        files.collect()
    }

    /// Adds a file that another process has written.
    pub(crate) fn adopt(&mut self, number: u32, length: u64) -> Result<(), DiskError> {
        let file = self.folder.open_data(number, length)?;
        self.files.insert(number, file);
        Ok(())
    }

    /// Records in the manifest the work from before the run was resumed plus `work`.
    pub(crate) fn count(&mut self, work: Statistics) {
        let elapsed = u64::try_from(work.elapsed.as_millis()).unwrap_or(u64::MAX);
        let [expanded, generated, milliseconds] = self.before;
        self.manifest.expanded = expanded.saturating_add(work.expanded);
        self.manifest.generated = generated.saturating_add(work.generated);
        self.manifest.milliseconds = milliseconds.saturating_add(elapsed);
    }

    /// Makes a checkpoint after a layer if one is due.
    pub(crate) fn end_layer(&mut self) -> Result<(), DiskError> {
        self.changed = true;
        if self.is_due() {
            return self.checkpoint();
        }
        // Files that are mentioned neither by the manifest in memory nor by the manifest on the
        // disk are removed at once.
        let mentioned = self.manifest.files.iter().map(|&(number, _)| number);
        let needed = mentioned.chain(self.manifest.used_files()).collect();
        self.remove_all_but(&needed)
    }

    fn remove_all_but(&mut self, needed: &BTreeSet<u32>) -> Result<(), DiskError> {
        let unused = |number: &u32| !needed.contains(number);
        let garbage: Vec<u32> = self.files.keys().copied().filter(unused).collect();
        for number in garbage {
            self.files.remove(&number);
            self.folder.remove_data(number)?;
        }
        Ok(())
    }

    /// Whether a checkpoint is due.
    pub(crate) fn is_due(&self) -> bool {
        let due = self.checkpoint_took.saturating_mul(CHECKPOINT_EVERY);
        self.every_layer || self.last_checkpoint.elapsed() >= due
    }

    /// Waits until all files in use are on the disk.
    pub(crate) fn sync(&mut self) -> Result<(), DiskError> {
        let used = self.manifest.used_files();
        for number in self.unsynced.drain(..) {
            if let Some(file) = self.files.get(&number).filter(|_| used.contains(&number)) {
                file.sync()?;
            }
        }
        Ok(())
    }

    /// Closes the files that are not in use any more, after a checkpoint of another process.
    pub(crate) fn release(&mut self) {
        let used = self.manifest.used_files();
        self.files.retain(|number, _| used.contains(number));
    }

    /// Ends a run of one process, which `ended` with success, a limit or an error: makes a
    /// checkpoint unless it ended with an error, and returns the report.
    pub(crate) fn end(
        &mut self,
        ended: Result<(), RunError>,
        meter: &Meter,
    ) -> Result<EnumerationReport<()>, RunError> {
        if let Ok(()) | Err(RunError::Limit(_)) = ended {
            self.close()?;
        }
        self.report(ended, meter)
    }

    /// The report of a run that has ended as `ended` says.
    ///
    /// # Errors
    /// Returns the error in `ended` unless it is a limit.
    pub(crate) fn report(
        &self,
        ended: Result<(), RunError>,
        meter: &Meter,
    ) -> Result<EnumerationReport<()>, RunError> {
        let manifest = &self.manifest;
        Ok(EnumerationReport {
            statistics: Statistics {
                expanded: manifest.expanded,
                generated: manifest.generated,
                elapsed: Duration::from_millis(manifest.milliseconds),
                ..meter.statistics()
            },
            outcome: match ended {
                Ok(()) => Enumerated::Complete(()),
                Err(RunError::Limit(reason)) => Enumerated::Stopped {
                    histogram: manifest.histogram.clone(),
                    reason,
                },
                Err(error) => return Err(error),
            },
        })
    }

    /// Makes a checkpoint if anything changed since the last one.
    pub(crate) fn close(&mut self) -> Result<(), DiskError> {
        if self.changed {
            self.checkpoint()
        } else {
            Ok(())
        }
    }

    /// Writes the data files and the manifest to the disk, and removes files that are no longer
    /// needed.
    pub(crate) fn checkpoint(&mut self) -> Result<(), DiskError> {
        let started = Instant::now();
        let used = self.manifest.used_files();
        self.sync()?;
        let length = |number| self.files.get(number).map_or(0, DataFile::length);
        self.manifest.files = used
            .iter()
            .map(|number| (*number, length(number)))
            .collect();
        self.manifest.write(&self.folder)?;
        self.remove_all_but(&used)?;
        self.changed = false;
        self.last_checkpoint = Instant::now();
        self.checkpoint_took = started.elapsed();
        Ok(())
    }
}

fn lock(
    folder: &Folder,
    name: &str,
    take: fn(&File) -> Result<(), TryLockError>,
) -> Result<File, DiskError> {
    let path = folder.path.join(name);
    let write = |error| DiskError::new(&path, DiskProblem::Write(error));
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path);
    let file = file.map_err(write)?;
    match take(&file) {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(DiskError::new(&folder.path, DiskProblem::Busy)),
        // If the file system has no locks, the user must make sure that no other process uses the
        // folder.
        Err(TryLockError::Error(_)) => Ok(file),
    }
}
