//! The space of a puzzle whose states are ranked. The boards of such a space can be counted, stored
//! in a table, and sampled.

mod boards;
#[cfg(feature = "disk")]
pub(crate) mod on_disk;
mod table;

use std::ops::Range;
#[cfg(feature = "disk")]
use std::path::Path;

use fewest_rules::{Goals, Limits, Notation, Ranked, StopReason, Symmetric};
use fewest_tables::{
    Census, Direction, DistanceTable, Enumerated, EnumerationOptions, EnumerationReport, Peers,
    SharedCensus, TableKey, census, shared_census,
};
use num_bigint::BigUint;

use crate::api::{Answer, Method};
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceCensus,
    SpaceError, SpaceTable,
};

/// The space of the states of `puzzle` whose ranks lie in `counted`.
pub(crate) struct RankedSpace<P, D> {
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

    /// Counts the states together with other processes. If `reachable_from` is given, counts only
    /// the states that can be reached from that state.
    ///
    /// # Errors
    /// One of the processes that count together failed.
    pub(crate) fn count_among(
        &self,
        peers: &mut dyn Peers,
        reachable_from: Option<P::State>,
        hardest: usize,
        limits: &Limits,
    ) -> Result<EnumerationReport<Census>, SpaceError> {
        let start = reachable_from.map(|start| self.puzzle.rank(start));
        let from = start.map(|rank| format!(" from {rank}"));
        let wanted = SharedCensus {
            key: format!(
                "census {} {}{}",
                self.key.puzzle,
                self.key.parameters,
                from.unwrap_or_default()
            ),
            counted: self.counted.clone(),
            reachable_from,
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
        Ok(report)
    }

    /// The drawings of the boards with these ranks.
    pub(crate) fn draw(&self, ranks: &[u64]) -> Vec<String> {
        ranks
            .iter()
            .map(|&rank| self.puzzle.board(self.puzzle.unrank(rank)))
            .collect()
    }

    fn report(&self, report: EnumerationReport<Census>, method: Method) -> CensusReport {
        let outcome = match report.outcome {
            Enumerated::Complete(census) => CensusOutcome::Complete(SpaceCensus {
                positions: BigUint::from(self.counted.end - self.counted.start) + &self.unranked,
                histogram: census.histogram.into_iter().map(BigUint::from).collect(),
                hardest: self.draw(&census.hardest),
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
        if self.whole() {
            let options = Self::options(limits, hardest);
            let goals = self.puzzle.goals();
            let report = census(&self.puzzle, &self.direction, goals, &options, limits);
            return Ok(self.report(report, Method::RankedCensus));
        }
        let report = self.build(limits);
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
        let report = self.count_on_disk(folder, peers, None, hardest, limits)?;
        Ok(self.report(report, Method::OnDisk))
    }

    fn census_among(
        &self,
        peers: &mut dyn Peers,
        hardest: usize,
        limits: &Limits,
    ) -> Result<CensusReport, SpaceError> {
        self.refuse_above(MOST_BEYOND_MEMORY)?;
        let report = self.count_among(peers, None, hardest, limits)?;
        Ok(self.report(report, Method::AmongProcesses))
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        table: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        if let (None, Some(make)) = (self.table(), self.without_table) {
            return make(&self.puzzle, wanted, limits);
        }
        self.refuse_above(MOST_STATES)?;
        let boards = match table {
            Some(table) => self.draw_from(table, wanted, limits)?,
            None => match self.build(limits).outcome {
                Enumerated::Complete(table) => self.draw_from(&table, wanted, limits)?,
                Enumerated::Stopped { reason, .. } => return Err(reason.into()),
            },
        };
        Ok(GeneratedBoards {
            boards,
            stopped: None,
            uniform: true,
        })
    }

    fn table(&self) -> Option<&dyn SpaceTable> {
        (self.puzzle.size() <= MOST_STATES).then_some(self)
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
