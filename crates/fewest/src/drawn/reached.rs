//! The space of all boards that can be reached from one, by their distance from
//! the nearest goal.
//!
//! They are few where a puzzle's parts move little, so they are gathered in a set first.
//! Where they turn out to be many and the states are numbered, two bits for each number
//! take less.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use fewest_ground::found::Ranking;
use fewest_puzzles::random::Random;
use fewest_rules::{Limits, Meter, Notation, Outcome, Statistics, StopReason, Words};
use fewest_search::{DistanceTable, Enumerated, EnumerationOptions, Forward, reachable};
use num_bigint::BigUint;

use super::distances::{Distances, NEVER, Stopped};
use super::game::{Game, Ranks, Written};
use super::solving::Solving;
use super::space::{Before, ranked};
use super::walks;
use crate::api::{Answer, Method};
use crate::builtin::ranked_space::RankedSpace;
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Scope, Space, SpaceCensus,
    SpaceError,
};

/// States beyond which a set of them is not the best way any more.
const MOST_IN_A_SET: u64 = 1 << 22;
/// What is held at most for that.
const MOST_BYTES: u64 = 2 << 30;

/// All that can be reached from `start`.
pub(super) struct Reached<const N: usize> {
    pub(super) game: Arc<Game<N>>,
    pub(super) start: Words<N>,
    pub(super) size: String,
    /// The numbers of all states, if they have some.
    pub(super) ranking: Option<Ranking<N>>,
}

/// Those of the states that can be reached, by number.
struct Numbered<const N: usize> {
    space: RankedSpace<Ranks<N>, Before>,
    count: u64,
    /// What is left for the census of them.
    left: Limits,
    /// What it cost to find them, and what they hold.
    spent: Statistics,
    set_bytes: u64,
}

impl<const N: usize> Reached<N> {
    /// What a set of states may take, if there is another way where it is too much.
    fn few(limits: &Limits) -> Limits {
        let states = limits.states.unwrap_or(MOST_IN_A_SET);
        Limits {
            states: Some(states.min(MOST_IN_A_SET)),
            memory: Some(limits.memory.unwrap_or(MOST_BYTES).min(MOST_BYTES)),
            ..limits.clone()
        }
    }

    /// Whether a search under [`few`](Self::few) that ended for that reason did so before
    /// the limits.
    fn may_go_on(reason: StopReason, limits: &Limits) -> bool {
        match reason {
            StopReason::States => limits.states.is_none_or(|most| most > MOST_IN_A_SET),
            StopReason::Memory | StopReason::Capacity => true,
            _ => false,
        }
    }

    /// Finds what can be reached among all numbers.
    fn numbered(
        &self,
        ranking: &Ranking<N>,
        limits: &Limits,
        started: Instant,
    ) -> Result<Numbered<N>, (StopReason, Statistics)> {
        let left = |memory: u64| Limits {
            time: (limits.time).map(|time| time.saturating_sub(started.elapsed())),
            memory: (limits.memory).map(|most| most.saturating_sub(memory)),
            ..limits.clone()
        };
        let space = |within| {
            let game = Arc::clone(&self.game);
            ranked("", game, ranking.clone(), self.size.clone(), within)
        };
        let all = space(None);
        let options = EnumerationOptions {
            threads: limits.threads(),
            hardest: 0,
        };
        let report = reachable(&all.puzzle, &Forward, [self.start], &options, &left(0));
        match report.outcome {
            Enumerated::Complete(set) => Ok(Numbered {
                count: set.count(),
                left: left(set.bytes()),
                set_bytes: set.bytes(),
                spent: report.statistics,
                space: space(Some(set)),
            }),
            Enumerated::Stopped { reason, .. } => Err((reason, report.statistics)),
        }
    }

    fn numbered_census(
        &self,
        ranking: &Ranking<N>,
        hardest: usize,
        limits: &Limits,
        started: Instant,
    ) -> Result<CensusReport, SpaceError> {
        let method = Method::ReachedRanked;
        let numbered = match self.numbered(ranking, limits, started) {
            Ok(numbered) => numbered,
            Err((reason, statistics)) => {
                return Ok(Answer::new(
                    Stopped::from(reason).counted(),
                    Statistics {
                        elapsed: started.elapsed(),
                        ..statistics
                    },
                    method,
                ));
            }
        };
        let report = numbered.space.census(hardest, &numbered.left)?;
        let (spent, last) = (numbered.spent, report.statistics);
        Ok(Answer::new(
            match report.outcome {
                CensusOutcome::Complete(census) => CensusOutcome::Complete(SpaceCensus {
                    positions: numbered.count.into(),
                    ..census
                }),
                stopped => stopped,
            },
            Statistics {
                expanded: spent.expanded + last.expanded,
                generated: spent.generated + last.generated,
                peak_bytes: spent.peak_bytes.max(numbered.set_bytes + last.peak_bytes),
                elapsed: started.elapsed(),
            },
            method,
        ))
    }

    fn draw(&self, state: Words<N>) -> String {
        Written::<N>(&self.game).draw(state)
    }

    /// Solves every board that was made, by a search that knows nothing of how that was
    /// done. Where a limit ends this, only the boards are kept that were solved before.
    ///
    /// # Errors
    /// A board that is not as hard as it is said to be.
    fn verified(
        &self,
        mut made: GeneratedBoards,
        wanted: &GenerationOptions,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let started = Instant::now();
        for (at, board) in made.boards.iter().enumerate() {
            let start = Written::<N>(&self.game).parse(board);
            let solving = Solving {
                game: &self.game,
                start: start.map_err(|faults| SpaceError::Unfit(faults.to_string()))?,
                lower: None,
            };
            let left = Limits {
                time: (limits.time).map(|time| time.saturating_sub(started.elapsed())),
                ..limits.clone()
            };
            match solving.best(&left).0.outcome {
                Outcome::Solved { moves } if wanted.moves.contains(&(moves.len() as u32)) => {}
                Outcome::Stopped { reason, .. } => {
                    made.boards.truncate(at);
                    made.stopped = Some(reason);
                    return Ok(made);
                }
                _ => {
                    return Err(SpaceError::Unfit(format!(
                        "a board was made that is not as hard as wanted, which is a fault of \
                         this program:\n{board}"
                    )));
                }
            }
        }
        Ok(made)
    }

    /// Boards from a set of all, drawn uniformly; `None` where that is not the way.
    fn made_of_a_set(
        &self,
        wanted: &GenerationOptions,
        limits: &Limits,
    ) -> Result<Option<GeneratedBoards>, SpaceError> {
        let few = Self::few(limits);
        let mut meter = Meter::new(&few);
        let Distances { states, distances } =
            match Distances::of(&self.game, self.start, &mut meter) {
                Ok(distances) => distances,
                Err(Stopped { reason, .. }) if Self::may_go_on(reason, limits) => {
                    return Ok(None);
                }
                Err(Stopped { reason, .. }) => return Err(reason.into()),
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
        Ok(Some(GeneratedBoards {
            boards,
            stopped,
            uniform: true,
        }))
    }
}

impl Stopped {
    fn counted(self) -> CensusOutcome {
        CensusOutcome::Stopped {
            histogram: self.histogram.into_iter().map(BigUint::from).collect(),
            solved: None,
            reason: self.reason,
        }
    }
}

impl<const N: usize> Space for Reached<N> {
    fn size(&self) -> String {
        self.size.clone()
    }

    fn scope(&self) -> Scope {
        Scope::Reachable
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let started = Instant::now();
        let own = match &self.ranking {
            Some(_) => Self::few(limits),
            None => limits.clone(),
        };
        let mut meter = Meter::new(&own);
        let counted = match (
            Distances::of(&self.game, self.start, &mut meter),
            &self.ranking,
        ) {
            (Err(stopped), Some(ranking)) if Self::may_go_on(stopped.reason, limits) => {
                return self.numbered_census(ranking, hardest, limits, started);
            }
            (Err(stopped), _) => stopped.counted(),
            (Ok(all), _) => {
                let histogram = all.histogram();
                let Distances { states, distances } = all;
                let farthest = histogram.len().checked_sub(1).map(|most| most as u32);
                let are_farthest = (0..)
                    .zip(&distances)
                    .filter(|&(_, &distance)| distance != NEVER && Some(distance) == farthest);
                CensusOutcome::Complete(SpaceCensus {
                    positions: BigUint::from(distances.len()),
                    hardest: are_farthest
                        .take(hardest)
                        .map(|(state, _)| self.draw(states.get(state)))
                        .collect(),
                    histogram: histogram.into_iter().map(BigUint::from).collect(),
                })
            }
        };
        Ok(Answer::new(counted, meter.statistics(), Method::Reached))
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        _: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let started = Instant::now();
        let left = || Limits {
            time: (limits.time).map(|time| time.saturating_sub(started.elapsed())),
            ..limits.clone()
        };
        if let Some(made) = self.made_of_a_set(wanted, limits)? {
            return self.verified(made, wanted, &left());
        }
        if let Some(ranking) = &self.ranking {
            let numbered = self.numbered(ranking, limits, started);
            let made = numbered
                .map_err(|(reason, _)| reason.into())
                .and_then(|numbered| numbered.space.make(wanted, None, &numbered.left));
            match made {
                Ok(made) => return self.verified(made, wanted, &left()),
                Err(SpaceError::Stopped(StopReason::Memory | StopReason::Capacity)) => {}
                Err(error) => return Err(error),
            }
        }
        // Each of these is solved to know how hard it is.
        walks::make(&self.game, self.start, wanted, &left())
    }
}

#[cfg(test)]
mod tests;
