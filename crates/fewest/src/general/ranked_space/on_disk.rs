//! The census and the table of a ranked space with their layers in the files of a folder.

use std::path::Path;

use fewest_check::{TableInPasses, Verification, verify_in_passes};
use fewest_disk::{DiskEnumeration, DiskOptions, DiskProgress, RunError, RunKey};
use fewest_rules::{Goals, Limits, Notation, Ranked, Symmetric};
use fewest_tables::{
    Census, Direction, Enumerated, EnumerationReport, Forward, PeerError, Peers, TableCache,
    TableKey, TableReader,
};

use super::{MOST_BEYOND_MEMORY, RankedSpace};
use crate::space::SpaceError;

/// The folder of the run that finds the states that can be reached from a start, within the folder
/// of the run that counts them.
pub(crate) const REACHED: &str = "reached";

impl<P, D> RankedSpace<P, D>
where
    P: Ranked + Goals + Notation + Symmetric + Send + Sync,
    D: Direction<P> + Send,
{
    /// Counts the states in the files of `folder`, together with other processes if there are
    /// `peers`; only process 0 gets the counts. If the space has only states that can be reached
    /// from one of them, a first run finds these states, and a second run counts them backwards from
    /// the goals.
    ///
    /// # Errors
    /// The folder holds something else or is damaged, a file cannot be read or written, or one of
    /// the processes failed.
    pub(super) fn count_on_disk(
        &self,
        folder: &Path,
        mut peers: Option<&mut (dyn Peers + '_)>,
        hardest: usize,
        limits: &Limits,
    ) -> Result<EnumerationReport<Census>, SpaceError> {
        self.refuse_above(MOST_BEYOND_MEMORY)?;
        let limits = &limits.from_now();
        let key = |task: &str| RunKey {
            task: task.to_owned(),
            puzzle: self.key.puzzle.clone(),
            parameters: self.boards_key(),
        };
        let options = DiskOptions {
            keep_layers: !self.whole(),
            slow_moves: self.slow_moves,
            subfolder: self.reachable_from.map(|_| REACHED.to_owned()),
            ..DiskOptions::default()
        };
        let moves = (&self.puzzle, &self.direction);
        let (space, team) = (size_and_symmetry(moves), peers.as_deref_mut());
        let mut run = DiskEnumeration::open(folder, &key("census"), space, &options, limits, team)?;
        let mut first = None;
        if let Some(start) = self.reachable_from {
            let keep = DiskOptions {
                keep_layers: true,
                segment_bits: Some(run.segment_bits()),
                ..DiskOptions::default()
            };
            let (inner, key, team) = (folder.join(REACHED), key("reached"), peers.as_deref_mut());
            let mut reached = DiskEnumeration::open(&inner, &key, space, &keep, limits, team)?;
            let (forward, team) = ((&self.puzzle, &Forward), peers.as_deref_mut());
            let found = reached.extend(forward, [start], None, limits, team)?;
            if let Enumerated::Stopped { reason, .. } = found.outcome {
                return Ok(EnumerationReport {
                    outcome: Enumerated::Stopped {
                        histogram: Vec::new(),
                        reason,
                    },
                    statistics: found.statistics,
                });
            }
            first = Some((reached, found.statistics));
        }
        // A goal that cannot be reached does not count, because it is not among the states of the
        // first run.
        let within = first.as_ref().map(|(reached, _)| reached);
        let (goals, team) = (self.puzzle.goals(), peers.as_deref_mut());
        let report = run.extend(moves, goals, within, limits, team)?;
        let outcome = match report.outcome {
            // The segments are divided among the processes. Only process 0, which prints the answer,
            // knows the states of all segments.
            Enumerated::Complete(()) if peers.is_some_and(|peers| peers.own() != 0) => {
                Enumerated::Complete(Census::default())
            }
            Enumerated::Complete(()) => {
                let mut census = run.census(hardest, self.counted.clone())?;
                if let Some(reached) = within {
                    let states: u64 = reached.histogram().iter().sum();
                    census.unreached = states - census.histogram.iter().sum::<u64>();
                }
                Enumerated::Complete(census)
            }
            Enumerated::Stopped { histogram, reason } => Enumerated::Stopped {
                // The histogram also counts ranks outside `counted`, if there are some.
                histogram: if self.whole() { histogram } else { Vec::new() },
                reason,
            },
        };
        let statistics = match first {
            Some((_, spent)) => spent.and(report.statistics),
            None => report.statistics,
        };
        Ok(EnumerationReport {
            outcome,
            statistics,
        })
    }
}

/// The number of states, and whether every move can be taken back by a move.
fn size_and_symmetry<P: Ranked, D: Direction<P>>((puzzle, direction): (&P, &D)) -> (u64, bool) {
    (puzzle.size(), direction.is_symmetric(puzzle))
}

/// Builds the table of `key` in the files of `folder` and saves it. If there are `peers`, all
/// processes build the table together, and process 0 saves it.
///
/// # Errors
/// The folder holds something else or is damaged, a file cannot be read or written, or one of the
/// processes failed.
pub(super) fn build<P: Ranked + Goals + Sync, D: Direction<P>>(
    moves: (&P, &D),
    key: &TableKey,
    folder: &Path,
    cache: &TableCache,
    mut peers: Option<&mut (dyn Peers + '_)>,
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
    let (space, team) = (size_and_symmetry(moves), peers.as_deref_mut());
    let mut run = DiskEnumeration::open(folder, &run_key, space, &options, limits, team)?;
    let (goals, team) = (moves.0.goals(), peers.as_deref_mut());
    let report = run.extend(moves, goals, None, limits, team)?;
    let Some(peers) = peers else {
        return save(&run, report, cache, key, limits);
    };
    if let Enumerated::Stopped { .. } = report.outcome {
        return Ok(report);
    }
    let report = match peers.own() {
        0 => match save(&run, report, cache, key, limits) {
            Ok(EnumerationReport {
                outcome: Enumerated::Stopped { reason, .. },
                ..
            }) => return Err(peers.end(PeerError::Stopped(reason)).into()),
            Ok(saved) => saved,
            Err(error) => {
                let what = format!("cannot save the table: {error}");
                return Err(peers.fail(0, &what).into());
            }
        },
        _ => report,
    };
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
            Err(RunError::Limit(reason)) => {
                report.outcome = Enumerated::Stopped {
                    histogram: run.histogram().to_vec(),
                    reason,
                };
            }
            saved => saved?,
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
