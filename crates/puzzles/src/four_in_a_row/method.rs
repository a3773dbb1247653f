//! The fewest moves, proven: by search while that is cheaper, then by a table.
//!
//! Iterative deepening with a lower bound expands a few hundred positions for the
//! hardest board. A table of the distances of all boards takes as long as some
//! 100,000 expansions, and then a board takes one look-up. So a solver searches
//! until its searches have taken about as long as the table would: whatever
//! boards come, it needs about twice as long at the most as it would have
//! needed had it known them all beforehand.

use std::collections::{HashSet, VecDeque};

use fewest_rules::{Limits, Meter, Outcome, Proof, Puzzle, Report, StopReason};

use super::heuristic::bound;
use super::position::{Position, Slide, Turn};
use super::{FourInARow, rank};

/// Positions that are expanded before the table is built: about as many as take
/// the same time.
const SEARCH_BUDGET: u64 = 100_000;

/// Solves any number of positions.
#[derive(Debug, Clone)]
pub struct Solver {
    table: Option<Table>,
    budget: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

/// The lexicographically first of the shortest solutions of `start`.
///
/// As [`Solver::solve`] of a solver for this position alone.
pub fn solve(start: Position, limits: &Limits) -> Report<Slide> {
    Solver::new().solve(start, limits)
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new() -> Self {
        Self {
            table: None,
            budget: SEARCH_BUDGET,
        }
    }

    /// The lexicographically first of the shortest solutions of `start`.
    ///
    /// Holds at most 2.1 MB, and 0.4 MB beyond the call.
    pub fn solve(&mut self, start: Position, limits: &Limits) -> Report<Slide> {
        let mut meter = Meter::new(limits);
        let outcome = self
            .outcome(start, &mut meter)
            .unwrap_or_else(|reason| Outcome::Stopped {
                lower_bound: meter.lower_bound(),
                reason,
            });
        Report {
            outcome,
            statistics: meter.statistics(),
        }
    }

    /// How many moves a shortest solution of `start` has; `None` if there is none.
    pub fn fewest(&mut self, start: Position) -> Option<u32> {
        if let Some(table) = &self.table {
            return table.distance(start);
        }
        let report = self.solve(start, &Limits::default());
        report.outcome.moves().map(|moves| moves.len() as u32)
    }

    fn outcome(
        &mut self,
        start: Position,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<Slide>, StopReason> {
        meter.poll()?;
        let table = match &self.table {
            Some(table) => {
                meter.hold(TABLE_BYTES)?;
                table
            }
            None => match deepen(start, &mut self.budget, meter)? {
                Deepened::Solved(moves) => return Ok(Outcome::Solved { moves }),
                Deepened::Exhausted => return unsolvable(start, meter),
                Deepened::OverBudget => self.table.insert(Table::build(meter)?),
            },
        };
        match table.solution(start) {
            Some(moves) => Ok(Outcome::Solved { moves }),
            None => unsolvable(start, meter),
        }
    }
}

/// The outcome of `start`, from which no goal can be reached.
fn unsolvable(start: Position, meter: &mut Meter<'_>) -> Result<Outcome<Slide>, StopReason> {
    /// In the set and in the queue, with the room that they keep for growing.
    const BYTES_EACH: u64 = 24;
    let held = meter.held();
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([start]);
    while let Some(position) = queue.pop_front() {
        meter.expand()?;
        for slide in FourInARow.moves(position) {
            meter.generate(1);
            meter.hold(held + BYTES_EACH * (seen.len() as u64 + 1))?;
            let after = FourInARow.apply(position, slide);
            if seen.insert(after) {
                queue.push_back(after);
            }
        }
    }
    let reached = seen.len() as u64;
    Ok(Outcome::Unsolvable(Proof::Exhausted { reached }))
}

/// What iterative deepening came to.
enum Deepened {
    Solved(Vec<Slide>),
    /// Every sequence of moves was followed to its end; none reaches a goal.
    Exhausted,
    OverBudget,
}

/// Iterative deepening from `start` with at most `budget` expansions.
fn deepen(
    start: Position,
    budget: &mut u64,
    meter: &mut Meter<'_>,
) -> Result<Deepened, StopReason> {
    let mut depth = bound(start);
    let mut search = DepthFirst {
        budget,
        meter,
        path: Vec::new(),
        cut: true,
    };
    if depth == 0 {
        return Ok(Deepened::Solved(search.path));
    }
    while search.cut {
        search.meter.prove_at_least(depth);
        search.cut = false;
        match search.solve(start, depth) {
            Ok(true) => return Ok(Deepened::Solved(search.path)),
            Ok(false) => depth += 1,
            Err(Halt::Budget) => return Ok(Deepened::OverBudget),
            Err(Halt::Limit(reason)) => return Err(reason),
        }
    }
    Ok(Deepened::Exhausted)
}

/// One round of iterative deepening.
struct DepthFirst<'a, 'l> {
    budget: &'a mut u64,
    meter: &'a mut Meter<'l>,
    path: Vec<Slide>,
    /// A position was left out because a solution through it would be too long.
    cut: bool,
}

/// What ends a search without an answer.
enum Halt {
    Budget,
    Limit(StopReason),
}

impl DepthFirst<'_, '_> {
    /// Appends to the path the lexicographically first of the solutions of
    /// `position`, which is no goal, with at most `depth` moves.
    fn solve(&mut self, position: Position, depth: u32) -> Result<bool, Halt> {
        *self.budget = self.budget.checked_sub(1).ok_or(Halt::Budget)?;
        self.meter.expand().map_err(Halt::Limit)?;
        for slide in FourInARow.moves(position) {
            self.meter.generate(1);
            let after = FourInARow.apply(position, slide);
            let needed = bound(after);
            if needed >= depth {
                self.cut = true;
                continue;
            }
            self.path.push(slide);
            if needed == 0 || self.solve(after, depth - 1)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }
}

/// The distance of every board to the nearest goal, black to move.
///
/// Exchanging the colours turns any position into one with black to move.
#[derive(Debug, Clone)]
struct Table {
    distances: Vec<u8>,
}

const TABLE_BYTES: u64 = rank::BOARDS as u64;
/// The distance of a board from which no goal is reached.
const UNREACHED: u8 = u8::MAX;

impl Table {
    /// Plays backwards from all goals, breadth-first.
    fn build(meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let boards = rank::BOARDS as usize;
        meter.hold(TABLE_BYTES + (boards * size_of::<Position>()) as u64)?;
        let mut distances = vec![UNREACHED; boards];
        let mut queue = Vec::with_capacity(boards);
        for (rank, distance) in (0..).zip(&mut distances) {
            let position = rank::unrank(rank);
            if position.in_line() {
                *distance = 0;
                queue.push(position);
            }
        }
        let mut next = 0;
        while let Some(&position) = queue.get(next) {
            meter.expand()?;
            next += 1;
            let distance = distances[rank::rank(position) as usize] + 1;
            // Black is to move, so white has moved.
            for (to, from) in position.slides(position.white()) {
                meter.generate(1);
                let before = position.slid(to, from).exchanged();
                let known = &mut distances[rank::rank(before) as usize];
                if *known == UNREACHED {
                    *known = distance;
                    queue.push(before);
                }
            }
        }
        meter.hold(TABLE_BYTES)?;
        Ok(Self { distances })
    }

    #[inline]
    fn distance(&self, position: Position) -> Option<u32> {
        let as_black = |position| self.distances[rank::rank(position) as usize];
        let distance = match position.turn() {
            Turn::Black => as_black(position),
            Turn::White => as_black(position.exchanged()),
            Turn::Any => as_black(position).min(as_black(position.exchanged())),
        };
        (distance != UNREACHED).then_some(distance.into())
    }

    /// The lexicographically first shortest solution.
    fn solution(&self, mut position: Position) -> Option<Vec<Slide>> {
        let distance = self.distance(position)?;
        (0..distance)
            .rev()
            .map(|left| {
                let slide = FourInARow.moves(position).find(|&slide| {
                    self.distance(FourInARow.apply(position, slide)) == Some(left)
                })?;
                position = FourInARow.apply(position, slide);
                Some(slide)
            })
            .collect()
    }
}
