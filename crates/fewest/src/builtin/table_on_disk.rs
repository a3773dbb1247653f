//! Builds and verifies the table of a ranked space that is larger than the memory.

use std::path::Path;

use fewest_check::{TableInPasses, Verification, verify_in_passes};
use fewest_rules::{Goals, Limits, Ranked};
use fewest_search::{
    Direction, DiskEnumeration, DiskOptions, DiskProgress, Enumerated, EnumerationReport,
    PeerError, Peers, RunKey, TableCache, TableKey, TableNotWritten, TableReader,
};

use crate::space::SpaceError;

/// Builds the table of `key` in the files of `folder` and saves it. If there are `peers`, all of them
/// build it together, and process 0 saves it.
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
    // The work has succeeded only if the table is saved.
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
        // What was verified of one file says nothing about another.
        parameters: format!("{} {}", info.key.parameters, table.checksum()),
    };
    let options = DiskOptions::default();
    let mut passes = Passes {
        progress: DiskProgress::open(folder, &key, info.states, &options)?,
        table,
    };
    verify_in_passes(puzzle, &mut passes, limits.threads(), limits)
}

struct Passes {
    table: TableReader,
    progress: DiskProgress,
}

impl TableInPasses for Passes {
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
