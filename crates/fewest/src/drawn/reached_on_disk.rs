//! The census of all boards that can be reached from a board, with its layers on disk.
//!
//! Two runs lie in two folders: the first one finds the states that the start reaches, the second
//! one counts them by their distance to the nearest goal, from the goals backwards.

use std::path::Path;

use fewest_ground::analysis::RankedPredecessors;
use fewest_rules::{Goals, Limits, Ranked, Statistics};
use fewest_search::{Census, Direction, DiskEnumeration, DiskOptions, Enumerated, Forward, RunKey};

use super::ranks::ranked_space;
use super::reached::ReachedSpace;
use crate::api::{Answer, Method};
use crate::space::{CensusOutcome, CensusReport, Space, SpaceCensus, SpaceError};

/// The folder of the first run, within the folder of the second one.
const REACHED: &str = "reached";

impl<const N: usize> ReachedSpace<N> {
    pub(super) fn ranked_census_on_disk(
        &self,
        folder: &Path,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let limits = &limits.from_now();
        let space = ranked_space("", self.analysis.clone(), self.size.clone(), None);
        let space = space.filter(|_| self.ranked).ok_or_else(|| {
            SpaceError::Unfit(format!(
                "boards reached from the start of {} cannot be counted on disk: it has pieces of \
                 several cells, costs, moves that cannot be played backwards, or more than 2^32 \
                 arrangements",
                self.name
            ))
        })?;
        let puzzle = &space.puzzle;
        let start = puzzle.state_of(self.start);
        let key = |task: &str| RunKey {
            task: task.to_owned(),
            puzzle: self.name.clone(),
            parameters: format!("{} from {}", space.key.parameters, puzzle.rank(start)),
        };
        let symmetric = RankedPredecessors.is_symmetric(puzzle);
        let options = DiskOptions {
            subfolder: Some(REACHED.to_owned()),
            ..DiskOptions::default()
        };
        let mut run = DiskEnumeration::open(
            folder,
            &key("census"),
            puzzle.size(),
            symmetric,
            &options,
            limits,
        )?;
        let keep = DiskOptions {
            keep_layers: true,
            segment_bits: Some(run.segment_bits()),
            ..DiskOptions::default()
        };
        let mut reached = DiskEnumeration::open(
            &folder.join(REACHED),
            &key("reached"),
            puzzle.size(),
            false,
            &keep,
            limits,
        )?;
        let found = reached.extend(puzzle, &Forward, [start], None, limits)?;
        let spent = found.statistics;
        let counted = match found.outcome {
            Enumerated::Complete(()) => {
                // A goal that cannot be reached does not count, because it is not within the run.
                run.extend(
                    puzzle,
                    &RankedPredecessors,
                    puzzle.goals(),
                    Some(&reached),
                    limits,
                )?
            }
            Enumerated::Stopped { reason, .. } => {
                let outcome = CensusOutcome::nothing_before(reason);
                return Ok(Answer::new(outcome, spent, Method::OnDisk));
            }
        };
        let last = counted.statistics;
        let statistics = Statistics {
            expanded: spent.expanded + last.expanded,
            generated: spent.generated + last.generated,
            peak_bytes: spent.peak_bytes.max(last.peak_bytes),
            elapsed: spent.elapsed + last.elapsed,
        };
        let outcome = match counted.outcome {
            Enumerated::Stopped { histogram, reason } => CensusOutcome::Stopped {
                histogram: histogram.into_iter().map(Into::into).collect(),
                solved: None,
                reason,
            },
            Enumerated::Complete(()) => {
                let count: u64 = reached.histogram().iter().sum();
                let census = run.census(hardest, 0..puzzle.size())?;
                CensusOutcome::Complete(SpaceCensus {
                    positions: count.into(),
                    hardest: self
                        .hardest(&census, count, hardest, limits, |ranks| space.draw(ranks))?,
                    histogram: census.histogram.into_iter().map(Into::into).collect(),
                })
            }
        };
        Ok(Answer::new(outcome, statistics, Method::OnDisk))
    }

    /// Drawings of the hardest boards: the same that the census in memory would choose, which takes
    /// them in the order of discovery if all boards fit into a set.
    fn hardest(
        &self,
        census: &Census,
        count: u64,
        hardest: usize,
        limits: &Limits,
        draw: impl FnOnce(&[u64]) -> Vec<String>,
    ) -> Result<Vec<String>, SpaceError> {
        let farthest = census.histogram.last().copied().unwrap_or(0);
        if hardest == 0 || !Self::fits_a_set(count) || farthest <= 1 {
            return Ok(draw(&census.hardest));
        }
        match self.census(hardest, limits)?.outcome {
            CensusOutcome::Complete(census) => Ok(census.hardest),
            CensusOutcome::Stopped { .. } => Ok(draw(&census.hardest)),
        }
    }
}
