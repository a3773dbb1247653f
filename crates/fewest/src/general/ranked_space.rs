//! The space of a puzzle whose states are ranked. The boards of such a space can be counted, stored
//! in a table, and sampled.

pub(crate) mod boards;
#[cfg(feature = "disk")]
pub(crate) mod on_disk;
mod table;

use std::ops::Range;
#[cfg(feature = "disk")]
use std::path::Path;

use fewest_rules::{
    Goals, Limits, Meter, Notation, Puzzle, Ranked, Statistics, StopReason, Symmetric,
};
use fewest_tables::{
    Census, Direction, DistanceTable, Encoding, Enumerated, EnumerationOptions, EnumerationReport,
    Forward, Peers, RankSet, SharedCensus, TableKey, census, distances, reachable, shared_census,
};
use num_bigint::BigUint;

use crate::api::{Answer, Method};
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceCensus,
    SpaceError, SpaceTable,
};
use boards::draw_uniformly;

/// The space of the states of `puzzle` whose ranks lie in `counted`.
pub(crate) struct RankedSpace<P: Puzzle, D> {
    /// The puzzle whose states are the boards.
    pub puzzle: P,
    /// The direction of the enumeration: how it finds the neighbours of a state, starting at the
    /// goals.
    pub direction: D,
    /// The size of the boards, as a user writes it.
    pub size: String,
    /// The key of the table of distances.
    pub key: TableKey,
    /// The ranks of the boards of this space. Other ranks occur only on paths to a goal.
    pub counted: Range<u64>,
    /// If given, the space has only the boards that can be reached from this one. Then `counted` has
    /// all ranks.
    pub reachable_from: Option<P::State>,
    /// The number of boards that have no rank, because they are known to have no solution.
    pub unranked: BigUint,
    /// Whether computing a move takes much longer than marking a rank in memory.
    #[cfg_attr(not(feature = "disk"), expect(dead_code))]
    pub slow_moves: bool,
    /// Makes boards of a space that is too large for a table of distances, if there is a way.
    pub without_table: Option<MakeBoards<P>>,
}

/// A function that makes boards of a puzzle.
type MakeBoards<P> = fn(&P, &GenerationOptions, &Limits) -> Result<GeneratedBoards, SpaceError>;

/// A census on disk, or by several processes together, refuses a space with more ranks than this.
const MOST_BEYOND_MEMORY: u64 = 1 << 44;
/// A census in memory refuses a space with more ranks than this. Such a census takes two bits for
/// each rank.
pub(crate) const MOST_STATES: u64 = 1 << 36;

/// A number that is part of the names of table files, for spaces that a size does not determine.
/// Texts that describe different spaces have different numbers with very high probability.
pub(crate) fn fingerprint_of(text: &str) -> u64 {
    // The hash function FNV-1a, whose values are the same in all versions of the program.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

impl<P, D> RankedSpace<P, D>
where
    P: Ranked + Goals + Notation + Symmetric + Send + Sync,
    D: Direction<P> + Send,
{
    /// The space of all ranks of the puzzle `name`. The file name of its table contains the size,
    /// followed by `parameters`.
    pub(crate) fn new(puzzle: P, direction: D, name: &str, size: &str, parameters: &str) -> Self {
        Self {
            direction,
            size: size.to_owned(),
            key: TableKey {
                puzzle: name.to_owned(),
                parameters: format!("{size}{parameters}"),
            },
            counted: 0..puzzle.size(),
            reachable_from: None,
            unranked: BigUint::ZERO,
            slow_moves: false,
            without_table: None,
            puzzle,
        }
    }

    fn whole(&self) -> bool {
        self.counted == (0..self.puzzle.size())
    }

    /// # Errors
    /// The puzzle has more than `most` ranks.
    fn refuse_above(&self, most: u64) -> Result<(), SpaceError> {
        if self.puzzle.size() > most {
            return Err(SpaceError::Unfit(format!(
                "{} has too many boards to go over, more than {most}",
                self.size
            )));
        }
        Ok(())
    }

    /// What identifies the boards of the space, as part of the key of a census.
    fn boards_key(&self) -> String {
        let from = self.reachable_from.map(|start| self.puzzle.rank(start));
        let from = from.map(|rank| format!(" from {rank}"));
        format!("{}{}", self.key.parameters, from.unwrap_or_default())
    }

    /// Finds the states that can be reached, if the space has only these.
    ///
    /// # Errors
    /// Returns the limit that was reached, and the cost of the work up to that point.
    fn reached(&self, limits: &Limits) -> Result<Reached, (StopReason, Statistics)> {
        let Some(start) = self.reachable_from else {
            return Ok(Reached {
                set: None,
                left: limits.clone(),
                spent: Statistics::default(),
            });
        };
        let options = Self::options(limits, 0);
        let report = reachable(&self.puzzle, &Forward, [start], &options, limits);
        match report.outcome {
            Enumerated::Complete(set) => Ok(Reached {
                left: Limits {
                    memory: limits.memory.map(|most| most.saturating_sub(set.bytes())),
                    ..limits.clone()
                },
                set: Some(set),
                spent: report.statistics,
            }),
            Enumerated::Stopped { reason, .. } => Err((reason, report.statistics)),
        }
    }

    /// The goals among the states in `set`; all goals if there is no set.
    fn goals_within<'a>(&'a self, set: Option<&'a RankSet>) -> impl Iterator<Item = P::State> {
        let goals = self.puzzle.goals();
        goals.filter(move |&goal| set.is_none_or(|set| set.contains(self.puzzle.rank(goal))))
    }

    /// The distances of the states in `set`; of all states if there is no set.
    fn distances(
        &self,
        set: Option<&RankSet>,
        limits: &Limits,
    ) -> EnumerationReport<DistanceTable> {
        let within = Within {
            direction: &self.direction,
            set,
        };
        let (goals, options) = (self.goals_within(set), Self::options(limits, 0));
        let report = distances(
            &self.puzzle,
            &within,
            goals,
            Encoding::Byte,
            &options,
            limits,
        );
        EnumerationReport {
            outcome: match report.outcome {
                Enumerated::Complete((_, table)) => Enumerated::Complete(table),
                Enumerated::Stopped { histogram, reason } => {
                    Enumerated::Stopped { histogram, reason }
                }
            },
            statistics: report.statistics,
        }
    }

    fn report(&self, report: EnumerationReport<Census>, method: Method) -> CensusReport {
        let draw = |&rank: &u64| self.puzzle.board(self.puzzle.unrank(rank));
        let outcome = match report.outcome {
            Enumerated::Complete(census) => CensusOutcome::Complete(SpaceCensus {
                positions: census.unreached + &self.unranked + census.histogram.iter().sum::<u64>(),
                histogram: census.histogram.into_iter().map(BigUint::from).collect(),
                hardest: census.hardest.iter().map(draw).collect(),
            }),
            Enumerated::Stopped { histogram, reason } => stopped(histogram, reason),
        };
        Answer::new(outcome, report.statistics, method)
    }

    fn options(limits: &Limits, hardest: usize) -> EnumerationOptions {
        EnumerationOptions {
            threads: limits.threads(),
            hardest,
        }
    }

    /// Counts the ranks in `counted` by means of a table with the distances of all ranks.
    fn count(&self, table: &DistanceTable, hardest: usize) -> Census {
        let mut census = Census::default();
        for rank in self.counted.clone() {
            let Some(distance) = table.distance(rank) else {
                census.unreached += 1;
                continue;
            };
            let distance = distance as usize;
            if distance >= census.histogram.len() {
                census.histogram.resize(distance + 1, 0);
                census.hardest.clear();
            }
            census.histogram[distance] += 1;
            if distance + 1 == census.histogram.len() && census.hardest.len() < hardest {
                census.hardest.push(rank);
            }
        }
        census
    }
}

impl<P, D> Space for RankedSpace<P, D>
where
    P: Ranked + Goals + Notation + Symmetric + Send + Sync,
    D: Direction<P> + Send,
{
    fn size(&self) -> String {
        self.size.clone()
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        self.refuse_above(MOST_STATES)?;
        let limits = &limits.from_now();
        if self.whole() {
            let method = match self.reachable_from {
                Some(_) => Method::ReachedRanked,
                None => Method::RankedCensus,
            };
            let Reached { set, left, spent } = match self.reached(limits) {
                Ok(reached) => reached,
                Err((reason, spent)) => {
                    return Ok(Answer::new(
                        CensusOutcome::nothing_before(reason),
                        spent,
                        method,
                    ));
                }
            };
            let within = Within {
                direction: &self.direction,
                set: set.as_ref(),
            };
            let (goals, options) = (
                self.goals_within(within.set),
                Self::options(limits, hardest),
            );
            let mut report = census(&self.puzzle, &within, goals, &options, &left);
            if let Some(set) = &set {
                if let Enumerated::Complete(census) = &mut report.outcome {
                    census.unreached = set.count() - census.histogram.iter().sum::<u64>();
                }
                report.statistics.peak_bytes += set.bytes();
                report.statistics = spent.and(report.statistics);
            }
            return Ok(self.report(report, method));
        }
        let report = self.distances(None, limits);
        let report = EnumerationReport {
            outcome: match report.outcome {
                Enumerated::Complete(table) => Enumerated::Complete(self.count(&table, hardest)),
                Enumerated::Stopped { reason, .. } => Enumerated::Stopped {
                    // The histogram is left out because it also counts ranks outside `counted`.
                    histogram: Vec::new(),
                    reason,
                },
            },
            statistics: report.statistics,
        };
        Ok(self.report(report, Method::DistanceCensus))
    }

    #[cfg(feature = "disk")]
    fn census_on_disk(
        &self,
        folder: &Path,
        peers: Option<&mut (dyn Peers + '_)>,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        let report = self.count_on_disk(folder, peers, hardest, limits)?;
        Ok(self.report(report, Method::OnDisk))
    }

    fn census_among(
        &self,
        peers: &mut dyn Peers,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        self.refuse_above(MOST_BEYOND_MEMORY)?;
        let limits = &limits.from_now();
        let wanted = SharedCensus {
            key: format!("census {} {}", self.key.puzzle, self.boards_key()),
            counted: self.counted.clone(),
            reachable_from: self.reachable_from,
            options: Self::options(limits, hardest),
        };
        let goals = self.puzzle.goals();
        let mut report =
            shared_census(&self.puzzle, &self.direction, goals, &wanted, limits, peers)?;
        if let Enumerated::Stopped { histogram, .. } = &mut report.outcome
            && !self.whole()
        {
            // A census in memory that a limit stops reports no layers if it counts only some ranks.
            // The layers are left out here too, so that both give the same answer.
            histogram.clear();
        }
        Ok(self.report(report, Method::AmongProcesses))
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        table: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let limits = &limits.from_now();
        if let (None, Some(make)) = (self.table(), self.without_table) {
            return make(&self.puzzle, wanted, limits);
        }
        self.refuse_above(MOST_STATES)?;
        let built;
        let table = match table {
            Some(table) => table,
            None => {
                let reached = self.reached(limits).map_err(|(reason, _)| reason)?;
                built = match self.distances(reached.set.as_ref(), &reached.left).outcome {
                    Enumerated::Complete(table) => table,
                    Enumerated::Stopped { reason, .. } => return Err(reason.into()),
                };
                &built
            }
        };
        let fits = |rank: u64| {
            let distance = table.distance(rank);
            distance.is_some_and(|distance| wanted.moves.contains(&distance))
        };
        let board = |rank: u64| {
            let state = self.puzzle.unrank(rank);
            (self.puzzle.canonical(state), self.puzzle.board(state))
        };
        let meter = &mut Meter::new(limits);
        Ok(draw_uniformly(
            self.counted.clone(),
            fits,
            board,
            wanted,
            meter,
        )?)
    }

    fn table(&self) -> Option<&dyn SpaceTable> {
        (self.puzzle.size() <= MOST_STATES).then_some(self)
    }
}

/// The states that can be reached from the start of a space; no set if the space has all states.
struct Reached {
    set: Option<RankSet>,
    /// The limits that remain.
    left: Limits,
    /// The cost of finding the states.
    spent: Statistics,
}

/// A direction that stays within a set of states, if there is one.
struct Within<'a, D> {
    direction: &'a D,
    set: Option<&'a RankSet>,
}

impl<P: Ranked, D: Direction<P>> Direction<P> for Within<'_, D> {
    fn neighbours(&self, puzzle: &P, ranks: &[u64], mut visit: impl FnMut(u64)) {
        self.direction.neighbours(puzzle, ranks, |rank| {
            if self.set.is_none_or(|set| set.contains(rank)) {
                visit(rank);
            }
        });
    }

    fn is_symmetric(&self, puzzle: &P) -> bool {
        self.direction.is_symmetric(puzzle)
    }
}

/// The outcome of a census that a limit stopped after the layers in `histogram`.
pub(crate) fn stopped(histogram: Vec<u64>, reason: StopReason) -> CensusOutcome {
    CensusOutcome::Stopped {
        histogram: histogram.into_iter().map(BigUint::from).collect(),
        solved: None,
        positions: None,
        reason,
    }
}
