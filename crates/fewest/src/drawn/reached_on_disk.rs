//! The census of all boards that can be reached from a board and have no ranks, in sorted lists on
//! disk.
//!
//! The census takes two *runs*, which are enumerations that keep their progress in the files of a
//! folder. The first run finds the states that can be reached from the start. The second run goes
//! backwards from the goals and counts these states by their distance to the nearest goal.

use std::path::Path;

use fewest_disk::{DiskOptions, DiskStates, RunKey};
use fewest_rules::{Limits, Puzzle, Reverse, Words};
use fewest_tables::Enumerated;

use super::ranks::fingerprint;
use super::reached::ReachedSpace;
use crate::api::{Answer, Method};
use crate::general::ranked_space::on_disk::REACHED;
use crate::general::ranked_space::stopped;
use crate::space::{CensusOutcome, CensusReport, SpaceCensus, SpaceError};

impl<const N: usize> ReachedSpace<N> {
    pub(super) fn listed_census(
        &self,
        folder: &Path,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let limits = &limits.from_now();
        let (analysis, puzzle) = (&*self.analysis, self.analysis.puzzle());
        let Some(predecessors) = analysis.predecessors() else {
            return Err(SpaceError::Unfit(format!(
                "boards reached from the start of {} cannot be counted on disk, because its moves \
                 cannot be played backwards",
                self.name
            )));
        };
        let symmetric = analysis.is_undoable();
        let key = |task: &str| RunKey {
            task: task.to_owned(),
            puzzle: self.name.clone(),
            parameters: format!(
                "{} {:016x} from {}",
                self.size,
                fingerprint(analysis),
                draw_line(&self.draw(self.start))
            ),
        };
        let options = DiskOptions {
            subfolder: Some(REACHED.to_owned()),
            ..DiskOptions::default()
        };
        let mut run = DiskStates::open(folder, &key("census"), symmetric, &options)?;
        let keep = DiskOptions {
            keep_layers: true,
            ..DiskOptions::default()
        };
        let inner = folder.join(REACHED);
        let mut reached = DiskStates::open(&inner, &key("reached"), symmetric, &keep)?;
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
                CensusOutcome::Complete(SpaceCensus {
                    positions: reached.histogram().iter().sum::<u64>().into(),
                    hardest: states.into_iter().map(|state| self.draw(state)).collect(),
                    histogram: histogram.iter().copied().map(Into::into).collect(),
                })
            }
        };
        Ok(Answer::new(
            outcome,
            spent.and(counted.statistics),
            Method::OnDisk,
        ))
    }
}

/// A drawing in one line, as part of the key by which a folder is recognised as that of the same
/// run.
fn draw_line(drawing: &str) -> String {
    drawing.split_whitespace().collect::<Vec<_>>().join(" ")
}
