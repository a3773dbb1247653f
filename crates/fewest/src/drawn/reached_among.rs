//! Counts the ranked states that can be reached from a start, together with other processes.

use fewest_ground::analysis::{RankedPredecessors, RankedPuzzle};
use fewest_rules::{Limits, Puzzle};
use fewest_tables::{Census, Enumerated, EnumerationReport, Peers};

use super::ranks::ranked_space;
use super::reached::ReachedSpace;
use crate::api::{Answer, Method};
use crate::general::ranked_space::{RankedSpace, stopped};
use crate::space::{CensusOutcome, CensusReport, Space, SpaceCensus, SpaceError};

impl<const N: usize> ReachedSpace<N> {
    /// The space of all ranks, which can be divided among processes.
    ///
    /// # Errors
    /// The states have no ranks.
    pub(super) fn space_to_divide(
        &self,
    ) -> Result<RankedSpace<RankedPuzzle, RankedPredecessors>, SpaceError> {
        let name = self.name.as_str();
        let all = ranked_space(name, self.analysis.clone(), self.size.clone(), None);
        all.filter(|_| self.ranked).ok_or_else(|| {
            SpaceError::Unfit(format!(
                "boards of {name} can only be divided among processes if they have ranks: it has \
                 costs, pieces of several cells, moves that cannot be played backwards, or too many \
                 arrangements"
            ))
        })
    }

    /// The state of `space` from which states must be reached; `None` if that holds for all.
    pub(super) fn start_in(
        &self,
        space: &RankedSpace<RankedPuzzle, RankedPredecessors>,
    ) -> Option<<RankedPuzzle as Puzzle>::State> {
        (!self.reaches_all_ranks()).then(|| space.puzzle.state_of(self.start))
    }

    pub(super) fn reached_census_among(
        &self,
        peers: &mut dyn Peers,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let space = self.space_to_divide()?;
        let report = space.count_among(peers, self.start_in(&space), hardest, limits)?;
        self.counted(&space, report, Method::AmongProcesses, hardest, limits)
    }

    /// The report of a census of `space`, with the same hardest boards as that of a census in
    /// memory.
    pub(super) fn counted(
        &self,
        space: &RankedSpace<RankedPuzzle, RankedPredecessors>,
        report: EnumerationReport<Census>,
        method: Method,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let outcome = match report.outcome {
            Enumerated::Stopped { histogram, reason } => stopped(histogram, reason),
            Enumerated::Complete(census) => {
                let count = census.unreached + census.histogram.iter().sum::<u64>();
                let draw = || space.draw(&census.hardest);
                CensusOutcome::Complete(SpaceCensus {
                    positions: count.into(),
                    hardest: match Self::fits_a_set(count) && !self.reaches_all_ranks() {
                        true => self.hardest(&census.histogram, hardest, limits, draw)?,
                        false => draw(),
                    },
                    histogram: census.histogram.iter().copied().map(Into::into).collect(),
                })
            }
        };
        Ok(Answer::new(outcome, report.statistics, method))
    }

    /// Draws the same hardest boards as the census in memory. That census takes boards in the order
    /// in which it discovers them. If a limit stops that census, returns the boards that `draw`
    /// draws.
    pub(super) fn hardest(
        &self,
        histogram: &[u64],
        hardest: usize,
        limits: &Limits,
        draw: impl FnOnce() -> Vec<String>,
    ) -> Result<Vec<String>, SpaceError> {
        if hardest == 0 || histogram.last().is_none_or(|&farthest| farthest == 1) {
            return Ok(draw());
        }
        match self.census(hardest, limits)?.outcome {
            CensusOutcome::Complete(census) => Ok(census.hardest),
            CensusOutcome::Stopped { .. } => Ok(draw()),
        }
    }
}
