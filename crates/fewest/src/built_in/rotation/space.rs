//! The space of all boards of the Rotation Game.

use fewest_puzzles::rotation::{MaskTable, Rotation};
use fewest_rules::{Limits, Notation, Symmetric};
use fewest_search::random::Random;
use fewest_tables::{DistanceTable, Enumerated};
use num_bigint::BigUint;

use crate::api::{Answer, Method};
use crate::general::play::{self, Draw};
use crate::general::ranked_space::stopped;
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceCensus, SpaceError,
};

/// All 9,465,511,770 positions. They are counted by the distances of their masks, which are the
/// sets of cells of one digit; see [`MaskTable::census`].
pub(super) struct RotationSpace {
    pub(super) puzzle: Rotation,
}

impl Space for RotationSpace {
    fn size(&self) -> String {
        "24 cells".to_owned()
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let mut table = MaskTable::new();
        let report = table.census(&self.puzzle, limits.threads(), limits);
        let outcome = match report.outcome {
            Enumerated::Stopped { reason, .. } => CensusOutcome::nothing_before(reason),
            Enumerated::Complete(histogram) => {
                let boards = match hardest {
                    0 => Ok(Vec::new()),
                    n => table
                        .hardest(&self.puzzle, n, limits)
                        .map(|(_, boards)| boards),
                };
                match boards {
                    Ok(boards) => CensusOutcome::Complete(SpaceCensus {
                        positions: histogram.iter().sum::<u64>().into(),
                        histogram: histogram.into_iter().map(BigUint::from).collect(),
                        hardest: boards.into_iter().map(|b| self.puzzle.draw(b)).collect(),
                    }),
                    Err(reason) => stopped(histogram, reason),
                }
            }
        };
        let method = Method::MaskPairs;
        Ok(Answer::new(outcome, report.statistics, method))
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        _: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let limits = &limits.from_now();
        let mut table = MaskTable::new();
        let report = table.census(&self.puzzle, limits.threads(), limits);
        let histogram = match report.outcome {
            Enumerated::Complete(histogram) => histogram,
            Enumerated::Stopped { reason, .. } => return Err(reason.into()),
        };
        let mut random = Random::new(wanted.seed);
        let last = u8::try_from(*wanted.moves.end()).unwrap_or(u8::MAX);
        let distances = u8::try_from(*wanted.moves.start()).unwrap_or(u8::MAX)..=last;
        let mut samplers = table.samplers(&self.puzzle, distances, random.bits(), limits)?;
        let there = |distance: u8| histogram[usize::from(distance)];
        let all: u64 = samplers.iter().map(|&(distance, _)| there(distance)).sum();
        play::draw_distinct(wanted, Some(&all.into()), || {
            let mut place = random.below(all);
            let drawn = samplers.iter_mut().find(|(distance, _)| {
                let here = place < there(*distance);
                if !here {
                    place -= there(*distance);
                }
                here
            });
            let Some((_, sampler)) = drawn else {
                return Ok(Draw::Other);
            };
            let board = sampler.draw(limits)?;
            let class = if wanted.distinct {
                self.puzzle.canonical(board)
            } else {
                board
            };
            Ok(Draw::Board(class, self.puzzle.draw(board)))
        })
    }
}
