//! The fewest moves, proven by IDA* as long as that is cheaper, and then by a table.
//!
//! IDA* expands a few hundred positions for the hardest board. Building a table with the distances
//! of all boards takes as long as some 100,000 expansions, and then each board takes one lookup. So
//! a solver searches until its searches have taken about as long as building the table would take.
//! Whatever boards a solver gets, it takes at most about twice as long as if it knew all of them in
//! advance.

use fewest_rules::{Limits, Meter, Outcome, Puzzle, Report, StopReason};
use fewest_search::{Duplicates, NoPruning, bfs, idastar};

use super::position::{GamePosition, PieceSlide, SideToMove};
use super::{FourInARow, PiecesMissing, rank};
use crate::metered::{account, conclude, remaining};

/// The number of positions to expand before the table is built. Expanding so many positions takes
/// about as long as building the table.
const SEARCH_BUDGET: u64 = 100_000;

/// A solver for any number of positions, which builds its table when searching no longer pays.
#[derive(Debug, Clone)]
pub struct Solver {
    table: Option<BoardDistances>,
    /// The number of positions that searches may still expand.
    budget: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            table: None,
            budget: SEARCH_BUDGET,
        }
    }
}

/// The lexicographically first of the shortest solutions of `start`. Gives the same answer as
/// [`Solver::solve`] of a new solver.
pub fn solve(start: GamePosition, limits: &Limits) -> Report<PieceSlide> {
    Solver::new().solve(start, limits)
}

impl Solver {
    /// A solver that has not searched yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The lexicographically first of the shortest solutions of `start`.
    ///
    /// Takes at most 2.1 MB, and keeps at most 0.4 MB after the call.
    pub fn solve(&mut self, start: GamePosition, limits: &Limits) -> Report<PieceSlide> {
        let mut meter = Meter::new(limits);
        conclude(self.outcome(start, &mut meter), &meter)
    }

    /// The number of moves of a shortest solution of `start`; `None` if there is no solution.
    ///
    /// # Errors
    /// The moves of a solution whose replay by the rules ends at no goal.
    pub fn fewest(&mut self, start: GamePosition) -> Result<Option<u32>, Vec<PieceSlide>> {
        if let Some(table) = &self.table {
            // Each entry was confirmed by a move of the rules when the table was built.
            return Ok(table.distance(start));
        }
        match self.solve(start, &Limits::default()).outcome {
            Outcome::Solved { moves } if is_solution(start, &moves) => Ok(Some(moves.len() as u32)),
            Outcome::Solved { moves } => Err(moves),
            Outcome::Unsolvable(_) => Ok(None),
            Outcome::Stopped { .. } => Err(Vec::new()),
        }
    }

    fn outcome(
        &mut self,
        start: GamePosition,
        meter: &mut Meter<'_>,
    ) -> Result<Outcome<PieceSlide>, StopReason> {
        meter.poll()?;
        let table = match &self.table {
            Some(table) => {
                meter.hold(TABLE_BYTES)?;
                table
            }
            None => match self.search(start, meter) {
                Outcome::Stopped {
                    reason: StopReason::States,
                    ..
                } if self.budget == 0 => self.table.insert(BoardDistances::build(meter)?),
                Outcome::Stopped { reason, .. } => return Err(reason),
                outcome => return Ok(outcome),
            },
        };
        Ok(match table.solution(start) {
            Some(moves) => Outcome::Solved { moves },
            None => exhaust(start, meter),
        })
    }

    /// Searches for a shortest solution of `start` by IDA*. The search expands at most as many
    /// positions as `budget` still allows, and then reduces `budget` by the positions expanded.
    fn search(&mut self, start: GamePosition, meter: &mut Meter<'_>) -> Outcome<PieceSlide> {
        let limits = Limits {
            states: Some(self.budget.min(meter.room())),
            ..remaining(meter)
        };
        let duplicates = Duplicates::Enter;
        let report = idastar(
            &FourInARow,
            start,
            &PiecesMissing,
            &NoPruning,
            duplicates,
            &limits,
        );
        self.budget = self.budget.saturating_sub(report.statistics.expanded);
        match account(report, meter) {
            Outcome::Unsolvable(_) => exhaust(start, meter),
            outcome => outcome,
        }
    }
}

/// Whether the moves are legal, one after the other, and the last one leads to a goal.
fn is_solution(start: GamePosition, moves: &[PieceSlide]) -> bool {
    let mut position = start;
    for &slide in moves {
        if !FourInARow.moves(position).any(|legal| legal == slide) {
            return false;
        }
        position = FourInARow.apply(position, slide);
    }
    FourInARow.is_goal(position)
}

/// The outcome of `start`, from which no goal can be reached. The proof contains the number of
/// reachable positions.
fn exhaust(start: GamePosition, meter: &mut Meter<'_>) -> Outcome<PieceSlide> {
    account(bfs(&FourInARow, start, &remaining(meter)), meter)
}

/// The distance of every board to the nearest goal if black is to move.
///
/// Exchanging the colours turns any position into one with black to move. So the table has a third
/// of the ranks of [`FourInARow`], and building it takes two thirds of the time that
/// `fewest_tables::distances` takes for the same boards.
#[derive(Debug, Clone)]
struct BoardDistances {
    distances: Vec<u8>,
}

const TABLE_BYTES: u64 = rank::BOARDS as u64;
/// The entry of a board from which no goal can be reached.
const UNREACHED: u8 = u8::MAX;

impl BoardDistances {
    /// Computes the distances by a breadth-first search backwards from all goals.
    fn build(meter: &mut Meter<'_>) -> Result<Self, StopReason> {
        let boards = rank::BOARDS as usize;
        meter.hold(TABLE_BYTES + (boards * size_of::<GamePosition>()) as u64)?;
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
            // Black is to move in the later position, so white has made the move before it.
            for (to, from) in position.slides(position.white()) {
                meter.generate(1);
                let before = position.slid(to, from).exchanged();
                // The move from the position before, made by the rules, leads to this position. So
                // by induction following the table is a replay of every solution.
                if before.exchanged().slid(from, to) != position {
                    return Err(StopReason::Contradiction);
                }
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
    fn distance(&self, position: GamePosition) -> Option<u32> {
        let as_black = |position| self.distances[rank::rank(position) as usize];
        let distance = match position.turn() {
            SideToMove::Black => as_black(position),
            SideToMove::White => as_black(position.exchanged()),
            SideToMove::Any => as_black(position).min(as_black(position.exchanged())),
        };
        (distance != UNREACHED).then_some(distance.into())
    }

    /// The lexicographically first of the shortest solutions of `position`, or `None` if it has no
    /// solution.
    fn solution(&self, mut position: GamePosition) -> Option<Vec<PieceSlide>> {
        let distance = self.distance(position)?;
        let steps = (0..distance).rev().map(|left| {
            let mut slides = FourInARow.moves(position);
            let nearer = |&slide: &PieceSlide| {
                self.distance(FourInARow.apply(position, slide)) == Some(left)
            };
            let slide = slides.find(nearer)?;
            position = FourInARow.apply(position, slide);
            Some(slide)
        });
        steps.collect()
    }
}
