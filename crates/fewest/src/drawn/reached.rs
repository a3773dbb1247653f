//! The space of all boards that can be reached from a board, ordered by their distance to the
//! nearest goal.
//!
//! Usually few boards can be reached, so they are first collected in a set. If there are too many
//! boards for a set and the states have ranks, an enumeration with two bits for each rank takes
//! less memory. If all ranks are known to be reached, the enumeration is also faster.

use std::collections::BinaryHeap;
#[cfg(feature = "disk")]
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use fewest_ground::analysis::Analysis;
use fewest_rules::{DEAD_END, Limits, Meter, Notation, StopReason, Words};
use fewest_tables::{DistanceTable, Peers};
use num_bigint::BigUint;

use super::distances::StateDistances;
use super::endless::endless;
use super::ranks::{DrawnRanks, positions};
use crate::api::{Answer, AnswerCosts, Method};
use crate::general::ranked_space::{MOST_STATES, stopped};
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Scope, Space, SpaceCensus,
    SpaceError,
};

/// If states have ranks, at most this many states are collected in a set.
const MOST_IN_A_SET: u64 = 1 << 22;
/// A set of collected states may take at most this many bytes.
const MOST_BYTES: u64 = 2 << 30;

/// If the number of states takes more bits than this, they cannot be counted one by one.
const MOST_BITS: u64 = 40;

/// The space of all states that can be reached from `start`.
#[derive(Clone)]
pub(super) struct ReachedSpace<const N: usize> {
    /// The name of the puzzle.
    pub(super) name: String,
    pub(super) analysis: Arc<Analysis<N>>,
    pub(super) start: Words<N>,
    pub(super) size: String,
    /// The states by their ranks, if they have ranks whose enumeration is better than lists of the
    /// states that can be reached.
    pub(super) ranks: Option<Arc<DrawnRanks>>,
}

impl<const N: usize> ReachedSpace<N> {
    /// The limits for collecting states in a set, if another method can handle more states than the
    /// set.
    pub(super) fn few(limits: &Limits) -> Limits {
        Limits {
            memory: Some(limits.memory.unwrap_or(MOST_BYTES).min(MOST_BYTES)),
            ..limits.at_most_states(MOST_IN_A_SET)
        }
    }

    /// Whether another method may go on under `limits` after a search was stopped under the limits
    /// of [`few`](Self::few).
    pub(super) fn may_go_on(reason: StopReason, limits: &Limits) -> bool {
        match reason {
            StopReason::States => limits.states.is_none_or(|most| most > MOST_IN_A_SET),
            StopReason::Memory | StopReason::Capacity => true,
            _ => false,
        }
    }

    /// The number of the states that can be reached, if it follows from the group that the moves
    /// generate.
    fn positions(&self) -> Option<BigUint> {
        positions(&self.analysis, &self.analysis.puzzle().labels(self.start))
    }

    /// Answers a request; see [`Analysis::for_request`].
    ///
    /// # Errors
    /// Returns the error of `answer`, or says that a move has consequences that never end.
    fn request<T>(
        &self,
        answer: impl FnOnce(&Self) -> Result<T, SpaceError>,
    ) -> Result<T, SpaceError> {
        let own = Self {
            analysis: self.analysis.for_request(),
            ..self.clone()
        };
        let answer = answer(&own);
        match endless(own.analysis.puzzle()) {
            Some(why) => Err(SpaceError::Unfit(why)),
            None => answer,
        }
    }

    pub(super) fn draw(&self, state: Words<N>) -> String {
        self.analysis.puzzle().draw(state)
    }

    fn counted(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let started = Instant::now();
        let limits = &limits.from_now();
        let ranks = self.ranks.as_deref();
        let measure = &self.analysis.puzzle().reduced().ground.measure;
        let costs = measure.clone().map(|measure| AnswerCosts {
            measure,
            cost: None,
        });
        let by_rank = |ranks: &DrawnRanks| -> Result<CensusReport, SpaceError> {
            let report = match ranks.size {
                ..=MOST_STATES => ranks.space.census(hardest, limits)?,
                _ => Answer::without_search(
                    CensusOutcome::nothing_before(StopReason::Capacity),
                    Method::ReachedRanked,
                ),
            };
            Ok(Answer {
                costs: costs.clone(),
                ..report
            })
        };
        if let Some(all) = ranks.filter(|ranks| ranks.all) {
            return by_rank(all);
        }
        let own = ranks.map_or_else(|| limits.clone(), |_| Self::few(limits));
        let mut meter = Meter::new(&own);
        let reached = StateDistances::reached(&self.analysis, self.start, &mut meter);
        let counted = match (reached, ranks) {
            (Err(end), Some(ranks)) if Self::may_go_on(end.reason, limits) => {
                let mut report = by_rank(ranks)?;
                report.statistics.elapsed = started.elapsed();
                return Ok(report);
            }
            (Err(end), _) => stopped(end.histogram, end.reason),
            (Ok(reached), _) => CensusOutcome::Complete(self.census_of(&reached, hardest)),
        };
        Ok(Answer {
            costs,
            ..Answer::new(counted, meter.statistics(), Method::Reached)
        })
    }

    /// Counts the states of a set. The hardest are the first by rank or, without ranks, the first in
    /// the order of states, as they are on disk.
    fn census_of(&self, reached: &StateDistances<N>, hardest: usize) -> SpaceCensus {
        let StateDistances { states, distances } = reached;
        let histogram = reached.histogram();
        let farthest = histogram.len().checked_sub(1).map(|most| most as u32);
        let farthest = farthest.filter(|_| hardest > 0);
        let all = (0..).zip(distances);
        let all = all.filter(|&(_, &distance)| distance != DEAD_END && Some(distance) == farthest);
        let ranking = self.analysis.ranking().filter(|_| self.ranks.is_some());
        let mut first = BinaryHeap::new();
        for (index, _) in all {
            let state = states.get(index);
            first.push((ranking.map(|ranking| ranking.rank(state)), state));
            if first.len() > hardest {
                first.pop();
            }
        }
        SpaceCensus {
            positions: distances.len().into(),
            histogram: histogram.into_iter().map(BigUint::from).collect(),
            hardest: first
                .into_sorted_vec()
                .into_iter()
                .map(|(_, state)| self.draw(state))
                .collect(),
        }
    }

    /// The ranks of the states, which can be divided among processes.
    ///
    /// # Errors
    /// The states have no ranks.
    fn ranks_to_divide(&self) -> Result<&dyn Space, SpaceError> {
        let ranks = self.ranks.as_deref();
        ranks.map(|ranks| &*ranks.space).ok_or_else(|| {
            SpaceError::Unfit(format!(
                "boards of {} can only be divided among processes if they have ranks: it has \
                 costs, pieces of several cells, moves that cannot be played backwards, states of \
                 more than 256 bits, or too many arrangements",
                self.name
            ))
        })
    }
}

impl<const N: usize> Space for ReachedSpace<N> {
    fn size(&self) -> String {
        self.size.clone()
    }

    fn scope(&self) -> Scope {
        Scope::Reachable
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let many = |ranks: u64| ranks > 1 << MOST_BITS;
        let ranking = self.analysis.ranking();
        let mut positions = match ranking.is_none_or(|ranking| many(ranking.size())) {
            true => self.positions(),
            false => None,
        };
        let uncountable = positions.as_ref().is_some_and(|all| all.bits() > MOST_BITS);
        let mut counted = match uncountable {
            true => Answer::without_search(
                CensusOutcome::nothing_before(StopReason::Capacity),
                Method::GroupOrder,
            ),
            false => self.request(|own| own.counted(hardest, limits))?,
        };
        if let CensusOutcome::Stopped {
            positions: known, ..
        } = &mut counted.outcome
        {
            *known = positions.take().or_else(|| self.positions());
        }
        Ok(counted)
    }

    #[cfg(feature = "disk")]
    fn census_on_disk(
        &self,
        folder: &Path,
        peers: Option<&mut (dyn Peers + '_)>,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        if peers.is_none() && self.analysis.puzzle().reduced().ground.is_cost_first() {
            return Err(SpaceError::Unfit(format!(
                "moves of {} have costs, by which boards can only be counted in memory",
                self.name
            )));
        }
        match self.ranks_to_divide() {
            Ok(ranks) => ranks.census_on_disk(folder, peers, hardest, limits),
            Err(error) if peers.is_some() => Err(error),
            Err(_) => self.request(|own| own.listed_census(folder, hardest, limits)),
        }
    }

    fn census_among(
        &self,
        peers: &mut dyn Peers,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let ranks = self.ranks_to_divide()?;
        ranks.census_among(peers, hardest, limits)
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        _: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        self.request(|own| own.reached_boards(wanted, limits))
    }
}
