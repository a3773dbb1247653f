//! Chooses pattern databases for the boards of a text, if the user names no bound.
//!
//! # Problem
//! Building tables takes a few seconds. If a text has a hundred hard boards, the tables save a
//! minute; if it has only one hard board, building the tables is a loss.
//!
//! # Solution
//! The choice compares two predicted times: the time of searching without tables, and the time of
//! building tables and searching with them. Both times are measured in nodes that the search
//! without tables expands in that time. The nodes of this search are predicted from the number of
//! boards and their Manhattan distances. Boards that have been dropped, because they have been
//! answered or were not selected, do not count.

use std::time::{Duration, Instant};

use fewest_puzzles::tiles::{BlankGoal, Manhattan, TilePatterns, Tiles, witness};
use fewest_rules::{Limits, StopReason};
use fewest_search::threads::lock;

use super::board::TilesBoard;
use super::bounds::{Bounds, ChosenTables, table_key};
use super::searching::{EASY, bound_of};

/// Patterns whose tables may be built although the user named no bound, for boards of up to 16
/// cells. A time is given as the number of nodes that the search with the usual bound expands in
/// that time; the figures are ratios measured on one machine.
struct UnnamedPattern {
    size: (usize, usize),
    name: &'static str,
    /// The time for building the tables, as the number of nodes that the usual search expands in
    /// that time.
    build: f64,
    /// The time for reading the tables from their files, as the number of nodes that the usual
    /// search expands in that time.
    read: f64,
    /// The time that a search with the tables takes, divided by the time that it takes without
    /// them.
    share: f64,
    /// The greatest number of bytes held while the tables are built or read.
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

/// If this constant is `(a, b)`, the search with the usual bound is predicted to expand 2 to the
/// power of `a * d + b` nodes for a board with the Manhattan distance `d`. On Korf's 100 boards the
/// sum of the predictions is right, but the prediction for a single board is often wrong by a
/// factor of ten.
const NODES: (f64, f64) = (0.25, 12.4);

/// The tables are used only if the time that is left is at least this multiple of the time that
/// building or reading them is expected to take.
const SPARE_TIME: f64 = 4.0;

/// The time that the search with the usual bound takes for a million nodes.
const MILLION_NODES: Duration = Duration::from_millis(60);

impl TilesBoard {
    /// The tables that pay off for the boards of the text, read or built. No tables pay off for a
    /// single board or an easy board, and none are used if they cannot be read or built within the
    /// limits.
    ///
    /// # Errors
    /// The time ended while the tables were built, or the user cancelled.
    pub(super) fn shared_tables(
        &self,
        limits: &Limits,
    ) -> Result<Option<ChosenTables>, StopReason> {
        // A limit on states applies to the search only, and building tables would not count towards
        // it.
        if limits.states.is_some() || self.cheap_bound() <= EASY {
            return Ok(None);
        }
        let size = (self.board.rows(), self.board.columns());
        if !CANDIDATES.iter().any(|candidate| candidate.size == size) {
            return Ok(None);
        }
        let mut known = lock(&self.bounds.chosen);
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
                Err(missing) => match missing.stop_reason() {
                    Ok(StopReason::Memory | StopReason::Capacity) => Ok(None),
                    Ok(reason) => Err(reason),
                    Err(error) => {
                        let notice = &self.bounds.kept.notice;
                        notice.tell(&format!("no tables are used: {error}"));
                        Ok(None)
                    }
                },
            },
        };
        // The choice holds for all boards of this size, even if it is to use no tables.
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
    /// The tables that pay off for the boards of this size that are still in use.
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

    /// The number of boards of this size that are still in use and not easy, and the number of
    /// nodes that searching them without tables is expected to expand.
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
                // A board of another size is not a state of this puzzle.
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

    /// Whether the cache of files has all pattern databases of the patterns `candidate`.
    fn is_kept(&self, candidate: &UnnamedPattern) -> bool {
        let (rows, columns) = candidate.size;
        let goal = BlankGoal::BlankFirst;
        let patterns = TilePatterns::<u64>::named(rows, columns, goal, candidate.name);
        patterns.is_ok_and(|patterns| {
            let mut parts = patterns.spaces().iter();
            parts.all(|part| self.kept.contains(&table_key(&patterns, part)))
        })
    }
}
