//! The space of all boards that can be reached from one, by their distance from
//! the nearest goal.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use fewest_puzzles::random::Random;
use fewest_rules::{Cost, Limits, Meter, Notation, Puzzle, StopReason, Words};
use fewest_search::{DistanceTable, Explored};
use num_bigint::BigUint;

use super::game::{Game, Written};
use super::walks;
use crate::space::{CensusReport, Counted, Going, Made, Space, SpaceCensus, SpaceError, Wanted};

/// States beyond which boards are made without going over all.
const MOST_GONE_OVER: u64 = 1 << 22;
/// What is held at most for that.
const MOST_BYTES: u64 = 2 << 30;

/// All that can be reached from `start`.
pub(super) struct Reached<const N: usize> {
    pub(super) game: Arc<Game<N>>,
    pub(super) start: Words<N>,
    pub(super) size: String,
}

/// The states in the order in which they were reached, and how far each is.
struct Distances<const N: usize> {
    reached: Explored<Words<N>>,
    distances: Vec<Option<u32>>,
}

impl<const N: usize> Reached<N> {
    fn distances(&self, meter: &mut Meter) -> Result<Distances<N>, StopReason> {
        let puzzle = self.game.packed();
        let successors = |state, list: &mut Vec<_>| {
            let after = puzzle.moves(state).map(|m| puzzle.apply(state, m));
            list.extend(after.map(|after| (after, Cost::One)));
        };
        let is_goal = |state| puzzle.is_goal(state);
        let reached = Explored::new(self.start, successors, is_goal, usize::MAX, meter)?;
        let reached = reached.ok_or(StopReason::Capacity)?;
        Ok(Distances {
            distances: reached.distances(meter)?,
            reached: reached.without_moves(),
        })
    }

    fn draw(&self, state: Words<N>) -> String {
        Written::<N>(&self.game).draw(state)
    }
}

impl<const N: usize> Space for Reached<N> {
    fn size(&self) -> String {
        self.size.clone()
    }

    fn census(&self, hardest: usize, going: &Going) -> Result<CensusReport, SpaceError> {
        let mut meter = Meter::new(&going.limits);
        let counted = match self.distances(&mut meter) {
            Err(reason) => Counted::Stopped {
                histogram: Vec::new(),
                solved: None,
                reason,
            },
            Ok(Distances { reached, distances }) => {
                let mut histogram: Vec<u64> = Vec::new();
                for distance in distances.iter().flatten() {
                    let distance = *distance as usize;
                    if histogram.len() <= distance {
                        histogram.resize(distance + 1, 0);
                    }
                    histogram[distance] += 1;
                }
                let farthest = histogram.len().checked_sub(1).map(|most| most as u32);
                let are_farthest = (0..)
                    .zip(&distances)
                    .filter(|&(_, &distance)| distance.is_some() && distance == farthest);
                Counted::Complete(SpaceCensus {
                    positions: BigUint::from(distances.len()),
                    hardest: are_farthest
                        .take(hardest)
                        .map(|(state, _)| self.draw(reached.states().get(state)))
                        .collect(),
                    histogram: histogram.into_iter().map(BigUint::from).collect(),
                })
            }
        };
        Ok(CensusReport {
            counted,
            method: "all boards reached from one".to_owned(),
            statistics: meter.statistics(),
        })
    }

    fn make(
        &self,
        wanted: &Wanted,
        _: Option<&DistanceTable>,
        going: &Going,
    ) -> Result<Made, SpaceError> {
        let limits = &going.limits;
        let own = limits.states.filter(|&most| most <= MOST_GONE_OVER);
        let few = Limits {
            states: own.or(Some(MOST_GONE_OVER)),
            memory: Some(limits.memory.unwrap_or(MOST_BYTES).min(MOST_BYTES)),
            ..limits.clone()
        };
        let started = Instant::now();
        let mut meter = Meter::new(&few);
        let walked = || {
            let left = Limits {
                time: limits
                    .time
                    .map(|time| time.saturating_sub(started.elapsed())),
                ..limits.clone()
            };
            walks::make(&self.game, self.start, wanted, &left)
        };
        let Distances { reached, distances } = match self.distances(&mut meter) {
            Ok(distances) => distances,
            Err(StopReason::States) if own.is_none() => return walked(),
            Err(StopReason::Memory | StopReason::Capacity) => return walked(),
            Err(reason) => return Err(reason.into()),
        };
        let mut there: Vec<u32> = (0..distances.len() as u32)
            .filter(|&state| distances[state as usize].is_some_and(|d| wanted.moves.contains(&d)))
            .collect();
        let mut random = Random::new(wanted.seed);
        let mut classes = HashSet::new();
        let mut boards = Vec::new();
        while boards.len() < wanted.count && !there.is_empty() {
            meter.poll()?;
            let state = there.swap_remove(random.below(there.len() as u64) as usize);
            let state = reached.states().get(state);
            if !wanted.distinct || classes.insert(self.game.canonical(state)) {
                boards.push(self.draw(state));
            }
        }
        Ok(Made {
            boards,
            uniform: true,
        })
    }
}
