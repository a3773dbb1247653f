//! The census and the table of a ranked space with their layers in the files of a folder.

use std::path::Path;

use fewest_check::{TableInPasses, Verification, verify_in_passes};
use fewest_disk::{DiskEnumeration, DiskOptions, DiskProgress, RunKey, TableNotWritten};
use fewest_rules::{Goals, Limits, Notation, Ranked, Symmetric};
use fewest_tables::{
    Census, Direction, Enumerated, EnumerationReport, PeerError, Peers, TableCache, TableKey,
    TableReader,
};

use super::{MOST_BEYOND_MEMORY, RankedSpace, stopped};
use crate::api::{Answer, Method};
use crate::space::{CensusOutcome, CensusReport, SpaceError};

impl<P, D> RankedSpace<P, D>
where
    P: Ranked + Goals + Notation + Symmetric + Send + Sync,
    D: Direction<P> + Send,
{
    /// The key and the options of the census on disk.
    fn run_on_disk(&self) -> (RunKey, DiskOptions) {
        let key = RunKey {
            task: "census".to_owned(),
            puzzle: self.key.puzzle.clone(),
            parameters: self.key.parameters.clone(),
        };
        let options = DiskOptions {
            keep_layers: !self.whole(),
            slow_moves: self.slow_moves,
            ..DiskOptions::default()
        };
        (key, options)
    }

    /// The result of a census on disk.
    fn counted_on_disk(
        &self,
        run: &DiskEnumeration,
        report: EnumerationReport<()>,
        hardest: usize,
    ) -> Result<CensusReport, SpaceError> {
        let outcome = match report.outcome {
            Enumerated::Complete(()) => {
                let census = run.census(hardest, self.counted.clone())?;
                CensusOutcome::Complete(self.complete(census))
            }
            // The histogram also counts ranks outside `counted`, if there are some.
            Enumerated::Stopped { reason, .. } if !self.whole() => {
                CensusOutcome::nothing_before(reason)
            }
            Enumerated::Stopped { histogram, reason } => stopped(histogram, reason),
        };
        Ok(Answer::new(outcome, report.statistics, Method::OnDisk))
    }

    pub(super) fn count_among_on_disk(
        &self,
        peers: &mut dyn Peers,
        folder: &Path,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let limits = &limits.from_now();
        let (key, options) = self.run_on_disk();
        let (puzzle, direction) = (&self.puzzle, &self.direction);
        let (size, symmetric) = (puzzle.size(), direction.is_symmetric(puzzle));
        let mut run =
            DiskEnumeration::open_among(folder, &key, size, symmetric, &options, limits, peers)?;
        let report = run.extend_among(puzzle, direction, puzzle.goals(), None, limits, peers)?;
        if peers.own() != 0 {
            let empty = self.complete(Census::default());
            let outcome = CensusOutcome::Complete(empty);
            return Ok(Answer::new(outcome, report.statistics, Method::OnDisk));
        }
        self.counted_on_disk(&run, report, hardest)
    }

    pub(super) fn count_on_disk(
        &self,
        folder: &Path,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        self.refuse_above(MOST_BEYOND_MEMORY)?;
        let (key, options) = self.run_on_disk();
        let (puzzle, direction) = (&self.puzzle, &self.direction);
        let symmetric = direction.is_symmetric(puzzle);
        let mut run =
            DiskEnumeration::open(folder, &key, puzzle.size(), symmetric, &options, limits)?;
        let report = run.extend(puzzle, direction, puzzle.goals(), None, limits)?;
        self.counted_on_disk(&run, report, hardest)
    }
}

/// Builds the table of `key` in the files of `folder` and saves it. If there are `peers`, all
/// processes build the table together, and process 0 saves it.
///
/// # Errors
/// The folder holds something else or is damaged, a file cannot be read or written, or one of the
/// processes failed.
pub(super) fn build<P: Ranked + Goals + Sync, D: Direction<P>>(
    (puzzle, direction): (&P, &D),
    key: &TableKey,
    folder: &Path,
    cache: &TableCache,
    peers: Option<&mut dyn Peers>,
    limits: &Limits,
) -> Result<EnumerationReport<()>, SpaceError> {
    let limits = &limits.from_now();
    let run_key = RunKey {
        task: "table".to_owned(),
        puzzle: key.puzzle.clone(),
        parameters: key.parameters.clone(),
    };
    let options = DiskOptions {
        keep_layers: true,
        ..DiskOptions::default()
    };
    let (size, symmetric) = (puzzle.size(), direction.is_symmetric(puzzle));
    let goals = puzzle.goals();
    let Some(peers) = peers else {
        let mut run = DiskEnumeration::open(folder, &run_key, size, symmetric, &options, limits)?;
        let report = run.extend(puzzle, direction, goals, None, limits)?;
        return save(&run, report, cache, key, limits);
    };
    let mut run =
        DiskEnumeration::open_among(folder, &run_key, size, symmetric, &options, limits, peers)?;
    let mut report = run.extend_among(puzzle, direction, goals, None, limits, peers)?;
    if let Enumerated::Stopped { .. } = report.outcome {
        return Ok(report);
    }
    if peers.own() == 0 {
        report = match save(&run, report, cache, key, limits) {
            Ok(EnumerationReport {
                outcome: Enumerated::Stopped { reason, .. },
                ..
            }) => return Err(peers.end(PeerError::Stopped(reason)).into()),
            Ok(saved) => saved,
            Err(error) => {
                let message = format!("{}: {error}", peers.name(0));
                return Err(peers
                    .end(PeerError::Failed {
                        process: 0,
                        message,
                    })
                    .into());
            }
        };
    }
    // All processes wait until process 0 has saved the table, since only then the work has
    // succeeded.
    peers.gather(b"saved")?;
    Ok(report)
}

/// Saves the table of a complete run.
fn save(
    run: &DiskEnumeration,
    mut report: EnumerationReport<()>,
    cache: &TableCache,
    key: &TableKey,
    limits: &Limits,
) -> Result<EnumerationReport<()>, SpaceError> {
    if let Enumerated::Complete(()) = report.outcome {
        match run.save_table(cache, key, limits) {
            Ok(()) => {}
            Err(TableNotWritten::Stopped(reason)) => {
                report.outcome = Enumerated::Stopped {
                    histogram: run.histogram().to_vec(),
                    reason,
                };
            }
            Err(TableNotWritten::Disk(error)) => return Err(error.into()),
            Err(TableNotWritten::File(error)) => return Err(error.into()),
        }
    }
    Ok(report)
}

/// Verifies a table by passes over its file.
///
/// # Errors
/// The folder holds something else or is damaged, or a file cannot be read or written.
pub(super) fn verify<P: Ranked + Sync>(
    puzzle: &P,
    folder: &Path,
    table: TableReader,
    limits: &Limits,
) -> Result<Verification, SpaceError> {
    let info = table.info();
    let key = RunKey {
        task: "verify".to_owned(),
        puzzle: info.key.puzzle.clone(),
        // The checksum of the file is part of the key, because the progress of verifying one file
        // must not be used for another file.
        parameters: format!("{} {}", info.key.parameters, table.checksum()),
    };
    let options = DiskOptions::default();
    let mut passes = TablePasses {
        progress: DiskProgress::open(folder, &key, info.states, &options)?,
        table,
    };
    verify_in_passes(puzzle, &mut passes, limits.threads(), limits)
}

struct TablePasses {
    table: TableReader,
    progress: DiskProgress,
}

impl TableInPasses for TablePasses {
    type Error = SpaceError;

    fn read(&mut self, rank: u64, distances: &mut [u8]) -> Result<(), SpaceError> {
        Ok(self.table.read(rank, distances)?)
    }

    fn verified(&self) -> u64 {
        self.progress.done()
    }

    fn advance(&mut self, rank: u64) -> Result<(), SpaceError> {
        Ok(self.progress.advance(rank)?)
    }
}
