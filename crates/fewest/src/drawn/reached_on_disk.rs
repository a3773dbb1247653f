//! The census of all boards that can be reached from a board, with its layers on disk.
//!
//! The census takes two *runs*, which are enumerations that keep their progress in the files of a
//! folder. The first run finds the states that can be reached from the start. The second run goes
//! backwards from the goals and counts these states by their distance to the nearest goal.

use std::path::Path;

use fewest_disk::{DiskEnumeration, DiskOptions, DiskStates, RunKey};
use fewest_ground::CostMeasure;
use fewest_ground::analysis::{RankedPredecessors, RankedPuzzle};
use fewest_rules::{Goals, Limits, Puzzle, Ranked, Reverse, Statistics, Words};
use fewest_tables::{Direction, Enumerated, Forward, Peers};

use super::ranks::fingerprint;
use super::reached::ReachedSpace;
use crate::api::{Answer, Method};
use crate::general::ranked_space::{RankedSpace, stopped};
use crate::space::{CensusOutcome, CensusReport, Space, SpaceCensus, SpaceError};

/// The folder of the first run, within the folder of the second one.
const REACHED: &str = "reached";

impl<const N: usize> ReachedSpace<N> {
    pub(super) fn reached_census_on_disk(
        &self,
        folder: &Path,
        peers: Option<&mut (dyn Peers + '_)>,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let limits = &limits.from_now();
        if peers.is_none() && self.in_costs() {
            return Err(SpaceError::Unfit(format!(
                "moves of {} have costs, by which boards can only be counted in memory",
                self.name
            )));
        }
        match self.space_to_divide() {
            Ok(space) => self.ranked_census_on_disk(space, folder, peers, hardest, limits),
            Err(error) if peers.is_some() => Err(error),
            Err(_) => self.listed_census_on_disk(folder, hardest, limits),
        }
    }

    /// Whether the boards are counted by the costs of moves.
    fn in_costs(&self) -> bool {
        let measure = &self.analysis.puzzle().reduced().ground.measure;
        measure.as_ref().is_some_and(CostMeasure::is_cost_first)
    }

    fn key(&self, task: &str, parameters: &str) -> RunKey {
        RunKey {
            task: task.to_owned(),
            puzzle: self.name.clone(),
            parameters: format!("{} {parameters}", self.size),
        }
    }

    /// Counts states by their ranks, together with other processes if there are `peers`.
    fn ranked_census_on_disk(
        &self,
        space: RankedSpace<RankedPuzzle, RankedPredecessors>,
        folder: &Path,
        mut peers: Option<&mut (dyn Peers + '_)>,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        if self.reaches_all_ranks() {
            return space.census_on_disk(folder, peers, hardest, limits);
        }
        let puzzle = &space.puzzle;
        let start = puzzle.state_of(self.start);
        let from = format!("{} from {}", space.key.parameters, puzzle.rank(start));
        let options = DiskOptions {
            subfolder: Some(REACHED.to_owned()),
            slow_moves: space.slow_moves,
            ..DiskOptions::default()
        };
        let size = (puzzle.size(), RankedPredecessors.is_symmetric(puzzle));
        let (key, team) = (self.key("census", &from), peers.as_deref_mut());
        let mut run = DiskEnumeration::open(folder, &key, size, &options, limits, team)?;
        let keep = DiskOptions {
            keep_layers: true,
            segment_bits: Some(run.segment_bits()),
            ..DiskOptions::default()
        };
        let (inner, key) = (folder.join(REACHED), self.key("reached", &from));
        let team = peers.as_deref_mut();
        let mut reached = DiskEnumeration::open(&inner, &key, size, &keep, limits, team)?;
        let team = peers.as_deref_mut();
        let found = reached.extend((puzzle, &Forward), [start], None, limits, team)?;
        let spent = found.statistics;
        if let Enumerated::Stopped { reason, .. } = found.outcome {
            let outcome = CensusOutcome::nothing_before(reason);
            return Ok(Answer::new(outcome, spent, Method::OnDisk));
        }
        // A goal that cannot be reached does not count, because it is not among the states of the
        // first run.
        let (goals, within, team) = (puzzle.goals(), Some(&reached), peers.as_deref_mut());
        let back = (puzzle, &RankedPredecessors);
        let counted = run.extend(back, goals, within, limits, team)?;
        let statistics = sum(spent, counted.statistics);
        let outcome = match counted.outcome {
            Enumerated::Stopped { histogram, reason } => stopped(histogram, reason),
            // The segments of the space are divided among the processes. Only process 0, which
            // prints the answer, knows the states of all segments.
            Enumerated::Complete(()) if peers.is_some_and(|peers| peers.own() != 0) => {
                CensusOutcome::Complete(SpaceCensus {
                    positions: reached.histogram().iter().sum::<u64>().into(),
                    histogram: run.histogram().iter().copied().map(Into::into).collect(),
                    hardest: Vec::new(),
                })
            }
            Enumerated::Complete(()) => {
                let count: u64 = reached.histogram().iter().sum();
                let census = run.census(hardest, 0..puzzle.size())?;
                let draw = || space.draw(&census.hardest);
                CensusOutcome::Complete(SpaceCensus {
                    positions: count.into(),
                    hardest: match Self::fits_a_set(count) {
                        true => self.hardest(&census.histogram, hardest, limits, draw)?,
                        false => draw(),
                    },
                    histogram: census.histogram.iter().copied().map(Into::into).collect(),
                })
            }
        };
        Ok(Answer::new(outcome, statistics, Method::OnDisk))
    }

    /// Counts the states by keeping them in sorted lists.
    fn listed_census_on_disk(
        &self,
        folder: &Path,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let (analysis, puzzle) = (&*self.analysis, self.analysis.puzzle());
        let Some(predecessors) = analysis.predecessors() else {
            return Err(SpaceError::Unfit(format!(
                "boards reached from the start of {} cannot be counted on disk, because its moves \
                 cannot be played backwards",
                self.name
            )));
        };
        let symmetric = analysis.inverse_moves().is_some();
        let from = format!(
            "{:016x} from {}",
            fingerprint(analysis),
            draw_line(&self.draw(self.start))
        );
        let options = DiskOptions {
            subfolder: Some(REACHED.to_owned()),
            ..DiskOptions::default()
        };
        let mut run = DiskStates::open(folder, &self.key("census", &from), symmetric, &options)?;
        let keep = DiskOptions {
            keep_layers: true,
            ..DiskOptions::default()
        };
        let inner = folder.join(REACHED);
        let mut reached = DiskStates::open(&inner, &self.key("reached", &from), symmetric, &keep)?;
        let after = |state, list: &mut Vec<Words<N>>| {
            list.extend(puzzle.moves(state).map(|m| puzzle.apply(state, m)));
        };
        let found = reached.extend(&[self.start], after, limits)?;
        let spent = found.statistics;
        if let Enumerated::Stopped { reason, .. } = found.outcome {
            let outcome = CensusOutcome::nothing_before(reason);
            return Ok(Answer::new(outcome, spent, Method::OnDisk));
        }
        let back = analysis.view(predecessors);
        let before = |state, list: &mut Vec<Words<N>>| {
            list.extend(back.predecessors(state).map(|(_, before)| before));
        };
        let is_goal = |state| puzzle.is_goal(state);
        let counted = run.extend_within(&reached, &is_goal, before, limits)?;
        let outcome = match counted.outcome {
            Enumerated::Stopped { histogram, reason } => stopped(histogram, reason),
            Enumerated::Complete(()) => {
                let histogram = run.histogram();
                let mut states = Vec::new();
                if let Some(last) = histogram.len().checked_sub(1).filter(|_| hardest > 0) {
                    run.states_of_layer(last as u32, |state| {
                        states.push(state);
                        states.len() < hardest
                    })?;
                }
                let draw = || states.iter().map(|&state| self.draw(state)).collect();
                CensusOutcome::Complete(SpaceCensus {
                    positions: reached.histogram().iter().sum::<u64>().into(),
                    hardest: self.hardest(histogram, hardest, limits, draw)?,
                    histogram: histogram.iter().copied().map(Into::into).collect(),
                })
            }
        };
        Ok(Answer::new(
            outcome,
            sum(spent, counted.statistics),
            Method::OnDisk,
        ))
    }
}

/// The work of both runs together.
fn sum(first: Statistics, second: Statistics) -> Statistics {
    Statistics {
        expanded: first.expanded + second.expanded,
        generated: first.generated + second.generated,
        peak_bytes: first.peak_bytes.max(second.peak_bytes),
        elapsed: first.elapsed + second.elapsed,
    }
}

/// A drawing in one line, as part of the key by which a folder is recognised as that of the same
/// run.
fn draw_line(drawing: &str) -> String {
    drawing.split_whitespace().collect::<Vec<_>>().join(" ")
}
