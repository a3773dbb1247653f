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
use fewest_tables::{Direction, Enumerated, Forward, Peers, TableKey};

use super::ranks::{fingerprint, ranked_space};
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
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let limits = &limits.from_now();
        if self.in_costs() {
            return Err(SpaceError::Unfit(format!(
                "moves of {} have costs, by which boards can only be counted in memory",
                self.name
            )));
        }
        let all = ranked_space("", self.analysis.clone(), self.size.clone(), None);
        match all.filter(|_| self.ranked) {
            Some(all) => self.ranked_census_on_disk(all, folder, hardest, limits, None),
            None => self.listed_census_on_disk(folder, hardest, limits),
        }
    }

    /// Does the same as [`reached_census_on_disk`](Self::reached_census_on_disk) together with
    /// other processes, which share the folder.
    pub(super) fn reached_census_among_on_disk(
        &self,
        peers: &mut dyn Peers,
        folder: &Path,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let space = self.space_to_divide()?;
        self.ranked_census_on_disk(space, folder, hardest, &limits.from_now(), Some(peers))
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
        hardest: usize,
        limits: &Limits,
        mut peers: Option<&mut dyn Peers>,
    ) -> Result<CensusReport, SpaceError> {
        let space = RankedSpace {
            key: TableKey {
                puzzle: self.name.clone(),
                ..space.key
            },
            ..space
        };
        if self.reaches_all_ranks() {
            return match peers {
                None => space.census_on_disk(folder, hardest, limits),
                Some(peers) => space.census_among(peers, Some(folder), hardest, limits),
            };
        }
        let puzzle = &space.puzzle;
        let start = puzzle.state_of(self.start);
        let from = format!("{} from {}", space.key.parameters, puzzle.rank(start));
        let options = DiskOptions {
            subfolder: Some(REACHED.to_owned()),
            slow_moves: space.slow_moves,
            ..DiskOptions::default()
        };
        let mut open = |folder: &Path, task: &str, options: &DiskOptions| {
            let key = self.key(task, &from);
            let symmetric = RankedPredecessors.is_symmetric(puzzle);
            let size = puzzle.size();
            Ok::<_, SpaceError>(match &mut peers {
                None => DiskEnumeration::open(folder, &key, size, symmetric, options, limits)?,
                Some(peers) => DiskEnumeration::open_among(
                    folder, &key, size, symmetric, options, limits, *peers,
                )?,
            })
        };
        let mut run = open(folder, "census", &options)?;
        let keep = DiskOptions {
            keep_layers: true,
            segment_bits: Some(run.segment_bits()),
            ..DiskOptions::default()
        };
        let mut reached = open(&folder.join(REACHED), "reached", &keep)?;
        let (all, back) = (None, &RankedPredecessors);
        let found = match &mut peers {
            None => reached.extend(puzzle, &Forward, [start], all, limits)?,
            Some(peers) => reached.extend_among(puzzle, &Forward, [start], all, limits, *peers)?,
        };
        let spent = found.statistics;
        if let Enumerated::Stopped { reason, .. } = found.outcome {
            let outcome = CensusOutcome::nothing_before(reason);
            return Ok(Answer::new(outcome, spent, Method::OnDisk));
        }
        // A goal that cannot be reached does not count, because it is not among the states of the
        // first run.
        let (goals, within) = (puzzle.goals(), Some(&reached));
        let counted = match &mut peers {
            None => run.extend(puzzle, back, goals, within, limits)?,
            Some(peers) => run.extend_among(puzzle, back, goals, within, limits, *peers)?,
        };
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
