//! The space of all boards that can be reached from a board, ordered by their distance to the
//! nearest goal.
//!
//! Usually few boards can be reached, so they are first collected in a set. If there are too many
//! boards for a set and the states have ranks, an enumeration with two bits for each rank takes
//! less memory. If all ranks are known to be reached, the enumeration is also faster.

#[cfg(feature = "disk")]
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use fewest_ground::analysis::{Analysis, RankedPredecessors, RankedPuzzle, StateRanking};
use fewest_rules::{DEAD_END, Limits, Meter, Notation, Ranked, Statistics, StopReason, Words};
use fewest_tables::{DistanceTable, Enumerated, EnumerationOptions, Forward, Peers, reachable};
use num_bigint::BigUint;

use super::distances::StateDistances;
use super::endless::endless;
use super::ranks::ranked_space;
use crate::api::{Answer, AnswerCosts, Method};
use crate::general::ranked_space::{MOST_STATES, RankedSpace, stopped};
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Scope, Space, SpaceCensus,
    SpaceError,
};

/// If states have ranks, at most this many states are collected in a set.
const MOST_IN_A_SET: u64 = 1 << 22;
/// If there are at least this many ranks and all of them are reached, an enumeration is faster than
/// collecting the states in a set.
const WORTH_RANKS: u64 = 1 << 16;
/// A set of collected states may take at most this many bytes.
const MOST_BYTES: u64 = 2 << 30;

/// If the number of states takes more bits than this, they cannot be counted one by one.
const MOST_BITS: u64 = 40;

/// Up to this many ranks are enumerated even if only few of them may belong to states that can be
/// reached.
const MOST_SPARSE_RANKS: u64 = 1 << 32;
/// More than [`MOST_SPARSE_RANKS`] ranks are enumerated only if at least one in this many belongs
/// to a state that can be reached.
const SPARSE: u64 = 16;

/// The space of all states that can be reached from `start`.
#[derive(Clone)]
pub(super) struct ReachedSpace<const N: usize> {
    /// The name of the puzzle.
    pub(super) name: String,
    pub(super) analysis: Arc<Analysis<N>>,
    pub(super) start: Words<N>,
    pub(super) size: String,
    /// Whether the states have ranks that can be enumerated.
    pub(super) ranked: bool,
}

/// The ranks of all states that can be reached.
pub(super) struct ReachedRanks {
    pub(super) space: RankedSpace<RankedPuzzle, RankedPredecessors>,
    count: u64,
    /// The limits that remain for the census of these states.
    pub(super) left: Limits,
    /// The cost of finding the states. The field `set_bytes` contains the memory of the set of
    /// ranks.
    spent: Statistics,
    set_bytes: u64,
}

impl<const N: usize> ReachedSpace<N> {
    /// The limits for collecting states in a set, if another method can handle more states than the
    /// set.
    pub(super) fn few(limits: &Limits) -> Limits {
        let states = limits.states.unwrap_or(MOST_IN_A_SET);
        Limits {
            states: Some(states.min(MOST_IN_A_SET)),
            memory: Some(limits.memory.unwrap_or(MOST_BYTES).min(MOST_BYTES)),
            ..limits.clone()
        }
    }

    /// Whether `states` states may be collected in a set, if the memory suffices.
    pub(super) fn fits_a_set(states: u64) -> bool {
        states <= MOST_IN_A_SET
    }

    /// Whether a search that was stopped under the limits of [`few`](Self::few) may continue under
    /// the original limits.
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
        let labels = self.analysis.puzzle().labels(self.start);
        let count = self.analysis.pieces()?.positions(&labels)?;
        let product = |numbers: &[u64]| {
            numbers
                .iter()
                .map(|&n| BigUint::from(n))
                .product::<BigUint>()
        };
        Some(product(&count.factors) / product(&count.divisors))
    }

    /// Whether an enumeration of the ranks is better than lists of the states that can be reached.
    pub(super) fn ranks_are_worth_it(&self) -> bool {
        let Some(ranks) = self.analysis.ranking().map(StateRanking::size) else {
            return false;
        };
        ranks <= MOST_SPARSE_RANKS
            || (self.positions()).is_some_and(|positions| positions * SPARSE >= ranks.into())
    }

    /// Whether two conditions hold: it is known without a search that all ranks belong to states
    /// that can be reached, and there are so many ranks that an enumeration is faster than
    /// collecting the states in a set.
    pub(super) fn reaches_all_ranks(&self) -> bool {
        let ranks = self.analysis.ranking().map(StateRanking::size);
        let many = ranks.filter(|&ranks| ranks >= WORTH_RANKS);
        many.is_some_and(|ranks| self.positions() == Some(ranks.into()))
    }

    /// Finds the ranks of the states that can be reached.
    ///
    /// # Errors
    /// Returns the limit that was reached, and the cost of the work up to that point.
    pub(super) fn reached_ranks(
        &self,
        limits: &Limits,
    ) -> Result<ReachedRanks, (StopReason, Statistics)> {
        let left = |memory: u64| Limits {
            memory: (limits.memory).map(|most| most.saturating_sub(memory)),
            ..limits.clone()
        };
        let space = |within| {
            let space = ranked_space("", Arc::clone(&self.analysis), self.size.clone(), within);
            space.ok_or((StopReason::Capacity, Statistics::default()))
        };
        let all = space(None)?;
        if all.puzzle.size() > MOST_STATES {
            return Err((StopReason::Capacity, Statistics::default()));
        }
        if self.reaches_all_ranks() {
            return Ok(ReachedRanks {
                count: all.puzzle.size(),
                left: left(0),
                set_bytes: 0,
                spent: Statistics::default(),
                space: all,
            });
        }
        let options = EnumerationOptions {
            threads: limits.threads(),
            hardest: 0,
        };
        let start = all.puzzle.state_of(self.start);
        let report = reachable(&all.puzzle, &Forward, [start], &options, &left(0));
        match report.outcome {
            Enumerated::Complete(set) => Ok(ReachedRanks {
                count: set.count(),
                left: left(set.bytes()),
                set_bytes: set.bytes(),
                spent: report.statistics,
                space: space(Some(set))?,
            }),
            Enumerated::Stopped { reason, .. } => Err((reason, report.statistics)),
        }
    }

    fn ranked_census(
        &self,
        hardest: usize,
        limits: &Limits,
        started: Instant,
    ) -> Result<CensusReport, SpaceError> {
        let method = Method::ReachedRanked;
        let ranks = match self.reached_ranks(limits) {
            Ok(ranks) => ranks,
            Err((reason, statistics)) => {
                return Ok(Answer::new(
                    CensusOutcome::nothing_before(reason),
                    Statistics {
                        elapsed: started.elapsed(),
                        ..statistics
                    },
                    method,
                ));
            }
        };
        let report = ranks.space.census(hardest, &ranks.left)?;
        let (spent, last) = (ranks.spent, report.statistics);
        Ok(Answer::new(
            match report.outcome {
                CensusOutcome::Complete(census) => CensusOutcome::Complete(SpaceCensus {
                    positions: ranks.count.into(),
                    ..census
                }),
                other => other,
            },
            Statistics {
                expanded: spent.expanded + last.expanded,
                generated: spent.generated + last.generated,
                peak_bytes: spent.peak_bytes.max(ranks.set_bytes + last.peak_bytes),
                elapsed: started.elapsed(),
            },
            method,
        ))
    }

    pub(super) fn draw(&self, state: Words<N>) -> String {
        self.analysis.puzzle().draw(state)
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
        let own = self.for_request();
        let many = |ranks: u64| ranks > 1 << MOST_BITS;
        let ranking = own.analysis.ranking();
        let positions = match ranking.is_none_or(|ranking| many(ranking.size())) {
            true => own.positions(),
            false => None,
        };
        if positions
            .as_ref()
            .is_some_and(|positions| positions.bits() > MOST_BITS)
        {
            let outcome = CensusOutcome::Stopped {
                histogram: Vec::new(),
                solved: None,
                positions,
                reason: StopReason::Capacity,
            };
            return Ok(Answer::without_search(outcome, Method::GroupOrder));
        }
        let counted = own.reached_census(hardest, limits);
        own.sound()?;
        let mut counted = counted?;
        if let CensusOutcome::Stopped {
            positions: known, ..
        } = &mut counted.outcome
        {
            *known = positions.or_else(|| own.positions());
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
        let own = self.for_request();
        let counted = own.reached_census_on_disk(folder, peers, hardest, limits);
        own.sound()?;
        counted
    }

    fn census_among(
        &self,
        peers: &mut dyn Peers,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let own = self.for_request();
        let counted = own.reached_census_among(peers, hardest, &limits.from_now());
        own.sound()?;
        counted
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        _: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let own = self.for_request();
        let made = own.reached_boards(wanted, limits);
        own.sound()?;
        made
    }
}

impl<const N: usize> ReachedSpace<N> {
    /// The space for one request; see [`Analysis::for_request`].
    fn for_request(&self) -> Self {
        Self {
            analysis: self.analysis.for_request(),
            ..self.clone()
        }
    }

    /// Checks that the results of a request are valid.
    ///
    /// # Errors
    /// A move has consequences that never end.
    fn sound(&self) -> Result<(), SpaceError> {
        endless(self.analysis.puzzle()).map_or(Ok(()), |why| Err(SpaceError::Unfit(why)))
    }

    fn reached_census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let started = Instant::now();
        let limits = &limits.from_now();
        if self.ranked && self.reaches_all_ranks() {
            return self.ranked_census(hardest, limits, started);
        }
        let own = if self.ranked {
            Self::few(limits)
        } else {
            limits.clone()
        };
        let mut meter = Meter::new(&own);
        let counted = match StateDistances::reached(&self.analysis, self.start, &mut meter) {
            Err(end) if self.ranked && Self::may_go_on(end.reason, limits) => {
                return self.ranked_census(hardest, limits, started);
            }
            Err(end) => stopped(end.histogram, end.reason),
            Ok(reached) => {
                let histogram = reached.histogram();
                let distances = &reached.distances;
                let farthest = histogram.len().checked_sub(1).map(|most| most as u32);
                let are_farthest = (0..)
                    .zip(distances)
                    .filter(|&(_, &distance)| distance != DEAD_END && Some(distance) == farthest);
                CensusOutcome::Complete(SpaceCensus {
                    positions: BigUint::from(distances.len()),
                    hardest: are_farthest
                        .take(hardest)
                        .map(|(state, _)| self.draw(reached.states.get(state)))
                        .collect(),
                    histogram: histogram.into_iter().map(BigUint::from).collect(),
                })
            }
        };
        let measure = self.analysis.puzzle().reduced().ground.measure.clone();
        Ok(Answer {
            costs: measure.map(|measure| AnswerCosts {
                measure,
                cost: None,
            }),
            ..Answer::new(counted, meter.statistics(), Method::Reached)
        })
    }
}
