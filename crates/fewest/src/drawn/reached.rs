//! The space of all boards that can be reached from one, by their distance from
//! the nearest goal.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use fewest_puzzles::random::Random;
use fewest_rules::{Limits, Meter, Notation, Puzzle, StopReason, Words};
use fewest_search::{DistanceTable, StateSet};
use num_bigint::BigUint;

use super::game::{Game, Written};
use super::walks;
use crate::space::{CensusReport, Counted, Going, Made, Space, SpaceCensus, SpaceError, Wanted};

/// States beyond which boards are made without going over all.
const MOST_GONE_OVER: u64 = 1 << 22;
/// What is held at most for that.
const MOST_BYTES: u64 = 2 << 30;

/// No way leads to a goal.
const NEVER: u32 = u32::MAX;

/// All that can be reached from `start`.
pub(super) struct Reached<const N: usize> {
    pub(super) game: Arc<Game<N>>,
    pub(super) start: Words<N>,
    pub(super) size: String,
}

/// The states in the order in which they were reached, and how far each is.
struct Distances<const N: usize> {
    states: StateSet<Words<N>>,
    distances: Vec<u32>,
}

impl<const N: usize> Reached<N> {
    /// Goes forward to find all states, keeping which lead to which, and then
    /// backward from the goals among them.
    fn distances(&self, meter: &mut Meter) -> Result<Distances<N>, StopReason> {
        let puzzle = self.game.packed();
        let mut states = StateSet::new();
        states.reserve(1, meter)?;
        states.insert(self.start);
        // The moves of all states one after the other, and where those of each end.
        let mut after: Vec<u32> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let mut said = 0;
        let mut at = 0;
        while at < states.len() {
            meter.expand()?;
            let state = states.get(at as u32);
            for m in puzzle.moves(state) {
                states.reserve(1, meter)?;
                after.push(states.insert(puzzle.apply(state, m)).0);
            }
            let from = ends.last().copied().unwrap_or(0);
            meter.generate((after.len() - from) as u64);
            ends.push(after.len());
            at += 1;
            // For the lists above as they may have grown, and again as much below.
            let lists = (16 * after.capacity() + 32 * ends.capacity()) as u64;
            if lists > said {
                meter.hold(meter.held() - said + lists)?;
                said = lists;
            }
        }
        meter.poll()?;
        let mut firsts = vec![0_usize; states.len() + 1];
        for &to in &after {
            firsts[to as usize + 1] += 1;
        }
        for i in 1..firsts.len() {
            firsts[i] += firsts[i - 1];
        }
        let mut before = vec![0_u32; after.len()];
        let mut next = firsts.clone();
        let mut from = 0;
        for (state, &end) in ends.iter().enumerate() {
            for &to in &after[from..end] {
                before[next[to as usize]] = state as u32;
                next[to as usize] += 1;
            }
            from = end;
        }
        let mut distances = vec![NEVER; states.len()];
        let mut queue: Vec<u32> = (0..states.len() as u32)
            .filter(|&state| puzzle.is_goal(states.get(state)))
            .collect();
        for &goal in &queue {
            distances[goal as usize] = 0;
        }
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            if at % (1 << 16) == 0 {
                meter.poll()?;
            }
            let state = state as usize;
            for &earlier in &before[firsts[state]..firsts[state + 1]] {
                if distances[earlier as usize] == NEVER {
                    distances[earlier as usize] = distances[state] + 1;
                    queue.push(earlier);
                }
            }
        }
        Ok(Distances { states, distances })
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
            Ok(Distances { states, distances }) => {
                let mut histogram: Vec<u64> = Vec::new();
                for &distance in distances.iter().filter(|&&distance| distance != NEVER) {
                    let distance = distance as usize;
                    if histogram.len() <= distance {
                        histogram.resize(distance + 1, 0);
                    }
                    histogram[distance] += 1;
                }
                let farthest = histogram.len().checked_sub(1).map(|most| most as u32);
                let are_farthest = (0..)
                    .zip(&distances)
                    .filter(|&(_, &distance)| Some(distance) == farthest);
                Counted::Complete(SpaceCensus {
                    positions: BigUint::from(distances.len()),
                    hardest: are_farthest
                        .take(hardest)
                        .map(|(state, _)| self.draw(states.get(state)))
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
        let Distances { states, distances } = match self.distances(&mut meter) {
            Ok(distances) => distances,
            Err(StopReason::States) if own.is_none() => return walked(),
            Err(StopReason::Memory | StopReason::Capacity) => return walked(),
            Err(reason) => return Err(reason.into()),
        };
        let mut there: Vec<u32> = (0..distances.len() as u32)
            .filter(|&state| wanted.moves.contains(&distances[state as usize]))
            .collect();
        let mut random = Random::new(wanted.seed);
        let mut classes = HashSet::new();
        let mut boards = Vec::new();
        let mut stopped = None;
        while boards.len() < wanted.count && !there.is_empty() {
            if let Err(reason) = meter.poll() {
                stopped = Some(reason);
                break;
            }
            let state = there.swap_remove(random.below(there.len() as u64) as usize);
            let state = states.get(state);
            if !wanted.distinct || classes.insert(self.game.canonical(state)) {
                boards.push(self.draw(state));
            }
        }
        Ok(Made {
            boards,
            stopped,
            uniform: true,
        })
    }
}
