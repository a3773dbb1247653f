//! Chooses pattern databases for the boards of a text, if the user names no bound.
//!
//! # Problem
//! A few seconds of building tables save a minute if a text has a hundred hard boards, and are lost if
//! it has one.
//!
//! # Solution
//! Both sides are predicted, in nodes of the search without tables: its nodes from the number of boards
//! and their Manhattan distances, and building the tables as the number of nodes that take as long.
//! Boards that are no longer alive, because they have been answered or were not selected, do not count.

use std::sync::PoisonError;
use std::time::{Duration, Instant};

use fewest_puzzles::tiles::{BlankGoal, Manhattan, TilePatterns, Tiles, witness};
use fewest_rules::{Limits, StopReason};

use super::board::TilesBoard;
use super::bounds::{Bounds, ChosenTables, NoTables, table_key};
use super::searching::{EASY, bound_of};

/// Patterns of boards of up to 16 cells whose tables may be built without being named. Times are in
/// nodes of the search with the usual bound; they are ratios measured on one machine.
struct UnnamedPattern {
    size: (usize, usize),
    name: &'static str,
    /// The time for building the tables.
    build: f64,
    /// The time for reading them.
    read: f64,
    /// The time of a search with the tables, as a share of the time without them.
    share: f64,
    /// The most memory while the tables are built or read.
    bytes: u64,
}

const CANDIDATES: [UnnamedPattern; 2] = [
    UnnamedPattern {
        size: (4, 4),
        name: "6-6-3",
        build: 40e6,
        read: 2e6,
        share: 0.1,
        bytes: 64 << 20,
    },
    UnnamedPattern {
        size: (4, 4),
        name: "7-8",
        build: 4e9,
        read: 5e6,
        share: 0.02,
        bytes: 3 << 29,
    },
];

/// The nodes that the usual search of a board expands, as a power of two: so many for each step of the
/// Manhattan distance, and at distance 0. On Korf's 100 boards the sum of the predictions is right; those
/// of single boards are often wrong by a factor of ten.
const NODES: (f64, f64) = (0.25, 12.4);

/// The tables are not built if the time that is left is less than this multiple of the time that they
/// are expected to take.
const SPARE_TIME: f64 = 4.0;

/// The time of a million nodes of the usual search.
const MILLION_NODES: Duration = Duration::from_millis(60);

impl TilesBoard {
    /// The tables that pay off for the boards of the text, read or built. There are none for a single
    /// board, for an easy one, or if the tables cannot be had within the limits.
    ///
    /// # Errors
    /// The time ended while the tables were built, or the user cancelled.
    pub(super) fn shared_tables(
        &self,
        limits: &Limits,
    ) -> Result<Option<ChosenTables>, StopReason> {
        // A limit on states limits the search, and building tables would not count towards it.
        if limits.states.is_some() || self.manhattan() <= EASY {
            return Ok(None);
        }
        let size = (self.board.rows(), self.board.columns());
        if !CANDIDATES.iter().any(|candidate| candidate.size == size) {
            return Ok(None);
        }
        let mut known = (self.bounds.chosen.lock()).unwrap_or_else(PoisonError::into_inner);
        if let Some(chosen) = known.get(&size) {
            return Ok(chosen.clone());
        }
        let chosen = match self.bounds.choose(size, limits) {
            None => Ok(None),
            Some(chosen) => match self
                .bounds
                .tables::<u64>(size, self.goal, chosen.name, limits)
            {
                Ok(_) => Ok(Some(chosen)),
                Err(NoTables::Stopped(StopReason::Memory | StopReason::Capacity)) => Ok(None),
                Err(NoTables::Stopped(reason)) => Err(reason),
                Err(NoTables::Unfit(why)) => {
                    self.bounds
                        .notice
                        .tell(&format!("no tables are used: {why}"));
                    Ok(None)
                }
                Err(NoTables::Refused(error)) => {
                    self.bounds
                        .notice
                        .tell(&format!("no tables are used: {error}"));
                    Ok(None)
                }
            },
        };
        // Whether or not there are tables, the other boards do not choose again.
        let later = chosen.clone().unwrap_or_default();
        known.insert(
            size,
            later.map(|chosen| ChosenTables {
                why: None,
                ..chosen
            }),
        );
        chosen
    }
}

impl Bounds {
    /// The tables that pay off for the living boards of this size.
    fn choose(&self, size: (usize, usize), limits: &Limits) -> Option<ChosenTables> {
        let (boards, nodes) = self.predicted_work(size);
        if boards < 2 {
            return None;
        }
        let affordable = |candidate: &&UnnamedPattern| {
            candidate.size == size
                && limits.memory.is_none_or(|most| candidate.bytes <= most)
                && limits
                    .ceiling
                    .is_none_or(|ceiling| ceiling.fits(candidate.bytes))
        };
        let priced = CANDIDATES
            .iter()
            .filter(affordable)
            .filter_map(|candidate| {
                let is_kept = self.is_kept(candidate);
                let once = if is_kept {
                    candidate.read
                } else {
                    candidate.build
                };
                let time = MILLION_NODES.mul_f64(SPARE_TIME * once / 1e6);
                let in_time = limits
                    .deadline
                    .is_none_or(|end| Instant::now() + time <= end);
                let cost = once + candidate.share * nodes;
                (in_time && cost < nodes).then_some((candidate, is_kept, cost))
            });
        let (candidate, is_kept, cost) = priced.min_by(|one, other| one.2.total_cmp(&other.2))?;
        let verb = if is_kept { "read" } else { "built" };
        Some(ChosenTables {
            name: candidate.name,
            why: Some(format!(
                "the tables {} are {verb}: {boards} boards would take about {:.0} million nodes \
                 without them, and as long as {:.0} million with them",
                candidate.name,
                nodes / 1e6,
                (cost / 1e6).max(1.0),
            )),
        })
    }

    /// The number of living boards of this size that are not easy, and the nodes that they are
    /// expected to take without tables.
    fn predicted_work(&self, size: (usize, usize)) -> (u64, f64) {
        let (mut boards, mut nodes) = (0, 0.0);
        for goal in [BlankGoal::BlankLast, BlankGoal::BlankFirst] {
            let Ok(puzzle) = Tiles::<[u8; 64]>::new(size.0, size.1, goal) else {
                continue;
            };
            let manhattan = Manhattan::new(&puzzle);
            let living = self.boards.iter();
            let living = living.filter(|(_, of)| *of == goal);
            for board in living.filter_map(|(board, _)| board.upgrade()) {
                // Boards of other sizes have no state.
                let Some(state) = puzzle.state(&board) else {
                    continue;
                };
                let distance = bound_of(&puzzle, state, &manhattan);
                if distance > EASY && witness(&board, goal).is_none() {
                    boards += 1;
                    nodes += (NODES.0 * f64::from(distance) + NODES.1).exp2();
                }
            }
        }
        (boards, nodes)
    }

    /// Whether the cache has all tables of a candidate.
    fn is_kept(&self, candidate: &UnnamedPattern) -> bool {
        let (rows, columns) = candidate.size;
        let goal = BlankGoal::BlankFirst;
        let patterns = TilePatterns::<u64>::named(rows, columns, goal, candidate.name);
        let (Ok(patterns), Some(cache)) = (patterns, &self.cache) else {
            return false;
        };
        let mut parts = patterns.spaces().iter();
        parts.all(|part| cache.path(&table_key(&patterns, part)).is_file())
    }
}
