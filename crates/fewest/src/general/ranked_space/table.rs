//! The table of the distances of all ranks, in memory or in the files of a folder.

use std::path::Path;

use fewest_check::{TableInPasses, Verification, find_wrong, verify, verify_in_passes};
use fewest_rules::{Goals, Limits, Notation, Ranked, Symmetric};
use fewest_search::{
    Direction, DiskEnumeration, DiskOptions, DiskProgress, DistanceTable, Encoding, Enumerated,
    EnumerationReport, PeerError, Peers, RunKey, TableCache, TableKey, TableNotWritten,
    TableReader, distances,
};

use super::RankedSpace;
use crate::space::{SpaceError, SpaceTable};

impl<P, D> SpaceTable for RankedSpace<P, D>
where
    P: Ranked + Goals + Notation + Symmetric + Send + Sync,
    D: Direction<P> + Send,
{
    fn key(&self) -> TableKey {
        self.key.clone()
    }

    fn states(&self) -> u64 {
        self.puzzle.size()
    }

    fn build(&self, limits: &Limits) -> EnumerationReport<DistanceTable> {
        let report = distances(
            &self.puzzle,
            &self.direction,
            self.puzzle.goals(),
            Encoding::Byte,
            &Self::options(limits, 0),
            limits,
        );
        EnumerationReport {
            outcome: match report.outcome {
                Enumerated::Complete((_, table)) => Enumerated::Complete(table),
                Enumerated::Stopped { histogram, reason } => {
                    Enumerated::Stopped { histogram, reason }
                }
            },
            statistics: report.statistics,
        }
    }

    fn verify(&self, table: &DistanceTable, limits: &Limits) -> Verification {
        verify(
            &self.puzzle,
            |rank| table.distance(rank),
            limits.threads(),
            limits,
        )
    }

    fn build_on_disk(
        &self,
        folder: &Path,
        cache: &TableCache,
        peers: Option<&mut dyn Peers>,
        limits: &Limits,
    ) -> Result<EnumerationReport<()>, SpaceError> {
        let space = (&self.puzzle, &self.direction);
        build(space, &self.key, folder, cache, peers, limits)
    }

    fn verify_on_disk(
        &self,
        folder: &Path,
        table: TableReader,
        limits: &Limits,
    ) -> Result<Verification, SpaceError> {
        verify_on_disk(&self.puzzle, folder, table, limits)
    }

    fn drawing(&self, rank: u64) -> Option<String> {
        (rank < self.puzzle.size()).then(|| self.puzzle.draw(self.puzzle.unrank(rank)))
    }

    fn rank(&self, drawing: &str) -> Option<u64> {
        let state = self.puzzle.parse(drawing).ok()?;
        let rank = self.puzzle.rank(state);
        (rank < self.puzzle.size() && self.puzzle.unrank(rank) == state).then_some(rank)
    }

    fn find_wrong(&self, table: &DistanceTable) -> Option<u64> {
        find_wrong(&self.puzzle, |rank| table.distance(rank))
    }
}

/// Builds the table of `key` in the files of `folder` and saves it. If there are `peers`, all
/// processes build the table together, and process 0 saves it.
///
/// # Errors
/// The folder holds something else or is damaged, a file cannot be read or written, or one of the
/// processes failed.
fn build<P: Ranked + Goals + Sync, D: Direction<P>>(
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
fn verify_on_disk<P: Ranked + Sync>(
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
