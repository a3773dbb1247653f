//! Which search solves a board of sliding tiles, and with which lower bound.

use fewest_puzzles::tiles::{Cells, LinearConflict, Manhattan, Tiles, witness};
use fewest_rules::{Heuristic, Limits, Max, Outcome, Puzzle, Report, Statistics, StopReason};
use fewest_search::{
    AdditivePatterns, Approximate, Duplicates, InversePruning, Order, Reach, astar, bfs, iddfs,
    parallel_bidirectional, parallel_idastar,
};

use super::super::play;
use super::board::{TilesBoard, packed};
use super::bounds::{Bound, Bounds, NoTables, Tables};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{Answer, ApproximateAnswer, Method, SolveError};

impl TilesBoard {
    /// Solves by `algorithm`, with `bound`, or the one that was asked for, or the
    /// quickest that needs no tables from files.
    pub(super) fn solve_by(
        &self,
        algorithm: Algorithm,
        bound: Option<Bound>,
        limits: &Limits,
    ) -> Result<Answer, SolveError> {
        // Tables are built in the same time.
        let limits = &limits.from_now();
        let report = packed!(self, puzzle, start => {
            let pruning = &InversePruning;
            let report = match algorithm {
                Algorithm::Bfs => bfs(&puzzle, start, limits),
                Algorithm::Bidirectional => {
                    parallel_bidirectional(&puzzle, start, limits.threads(), limits)
                }
                Algorithm::Iddfs => iddfs(&puzzle, start, pruning, Duplicates::default(), limits),
                Algorithm::AStar | Algorithm::IdaStar => {
                    if algorithm == Algorithm::IdaStar && witness(&self.board, self.goal).is_some() {
                        return Ok(self.exhaust(limits));
                    }
                    let bounds = &*self.bounds;
                    let search = Fewest { algorithm, bounds, limits: Beside::nothing(limits) };
                    let bound = bound
                        .or_else(|| bounds.asked.clone())
                        .or_else(|| self.is_easy().then_some(Bound::LinearConflict));
                    return self.informed(&search, bound, limits);
                }
                other => return Err(SolveError::of(other, "it is not made for sliding tiles")),
            };
            play::named(&puzzle, report)
        });
        Ok(Answer::of(report, Method::of(algorithm, "")))
    }

    /// A short solution rather than a shortest.
    pub(super) fn sooner(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let limits = &limits.from_now();
        let search = Sooner {
            how,
            limits: Beside::nothing(limits),
        };
        self.informed(&search, self.bounds.asked.clone(), limits)
    }

    fn is_easy(&self) -> bool {
        self.manhattan() <= EASY
    }

    /// The Manhattan distance of the board.
    fn manhattan(&self) -> u32 {
        packed!(self, puzzle, start => bound_of(&puzzle, start, &Manhattan::new(&puzzle)))
    }

    /// Runs `search` with `bound`, or the best that needs no tables from files.
    fn informed<T: Informed>(
        &self,
        search: &T,
        bound: Option<Bound>,
        limits: &Limits,
    ) -> Result<T::Answer, SolveError> {
        let size = (self.board.rows(), self.board.columns());
        let small = self.board.cells().len() <= <u64 as Cells>::MOST;
        let walking = || self.bounds.walking(&self.packed::<u64>().0);
        let bound = match bound {
            Some(bound) => bound,
            None if small && walking().is_ok() => Bound::WalkingConflict,
            None => Bound::LinearConflict,
        };
        let too_large = |what: &str| {
            let (rows, columns) = size;
            SolveError::Board(format!(
                "the {what} of {rows}x{columns} boards take too much memory"
            ))
        };
        Ok(match &bound {
            Bound::Manhattan => packed!(self, puzzle, start => {
                search.run(&puzzle, start, &Manhattan::new(&puzzle), &bound)
            }),
            Bound::LinearConflict => packed!(self, puzzle, start => {
                search.run(&puzzle, start, &LinearConflict::new(&puzzle), &bound)
            }),
            _ if !small => return Err(too_large("tables for this heuristic")),
            Bound::WalkingDistance | Bound::WalkingConflict => {
                let (puzzle, start) = self.packed::<u64>();
                match &*walking() {
                    Err(_) => return Err(too_large("tables of walking distances")),
                    Ok(both) if bound == Bound::WalkingConflict => {
                        search.run(&puzzle, start, both, &bound)
                    }
                    Ok(Max(walking, _)) => search.run(&puzzle, start, walking, &bound),
                }
            }
            Bound::Patterns(name) => match self.bounds.tables(size, self.goal, name, limits) {
                Ok(tables) => self.with_patterns(search, &tables, &bound)?,
                Err(NoTables::Unfit(reason)) => return Err(SolveError::Board(reason)),
                Err(NoTables::Refused(error)) => return Err(SolveError::Table(error.to_string())),
                Err(NoTables::Stopped(reason)) => search.stopped(reason, self.manhattan(), &bound),
            },
        })
    }

    /// Searches a board without a solution: only a table of all states ends that.
    fn exhaust(&self, limits: &Limits) -> Answer {
        let report = packed!(self, puzzle, start => {
            let report = iddfs(&puzzle, start, &InversePruning, Duplicates::LeaveAll, limits);
            play::named(&puzzle, report)
        });
        let why = "no bound, for there is no solution";
        Answer::of(report, Method::of(Algorithm::IdaStar, why))
    }

    /// Runs `search` with pattern databases, and their reflections on a square board.
    fn with_patterns<T: Informed>(
        &self,
        search: &T,
        tables: &Tables,
        bound: &Bound,
    ) -> Result<T::Answer, SolveError> {
        let search = &search.beside(tables.bytes());
        let (puzzle, start) = self.packed::<u64>();
        let additive = |view| {
            AdditivePatterns::new(view, &tables.tables)
                .map_err(|wrong| SolveError::Board(wrong.to_string()))
        };
        let straight = additive(tables.patterns.view(self.goal))?;
        Ok(match tables.patterns.reflected_view(self.goal) {
            Some(view) => {
                let both = Max(straight, additive(view)?);
                search.run(&puzzle, start, &both, bound)
            }
            None => search.run(&puzzle, start, &straight, bound),
        })
    }
}

/// What a search may use beside tables that it looks into.
#[derive(Clone)]
struct Beside {
    /// Without the memory of the tables.
    limits: Limits,
    tables: u64,
}

impl Beside {
    fn nothing(limits: &Limits) -> Self {
        Self {
            limits: limits.clone(),
            tables: 0,
        }
    }

    fn bytes(&self, tables: u64) -> Self {
        let mut limits = self.limits.clone();
        limits.memory = limits.memory.map(|most| most.saturating_sub(tables));
        Self { limits, tables }
    }

    /// What the search and the tables cost.
    fn with_tables(&self, statistics: Statistics) -> Statistics {
        Statistics {
            peak_bytes: statistics.peak_bytes.saturating_add(self.tables),
            ..statistics
        }
    }
}

/// A search that takes any lower bound.
trait Informed {
    type Answer;

    /// The same search, while tables of so many bytes are held.
    fn beside(&self, tables: u64) -> Self;

    fn run<S: Cells, H>(
        &self,
        puzzle: &Tiles<S>,
        start: S,
        heuristic: &H,
        bound: &Bound,
    ) -> Self::Answer
    where
        H: Heuristic<Tiles<S>, Cache: Send + Sync> + Sync;

    /// The answer if a limit came before the search began, of a board whose
    /// solutions have at least so many moves.
    fn stopped(&self, reason: StopReason, lower_bound: u32, bound: &Bound) -> Self::Answer;
}

/// A* or IDA*.
struct Fewest<'a> {
    algorithm: Algorithm,
    bounds: &'a Bounds,
    limits: Beside,
}

impl Fewest<'_> {
    fn answer(&self, mut report: Report<String>, bound: &Bound) -> Answer {
        report.statistics = self.limits.with_tables(report.statistics);
        Answer::of(report, Method::of(self.algorithm, &bound.to_string()))
    }
}

impl Informed for Fewest<'_> {
    type Answer = Answer;

    fn beside(&self, tables: u64) -> Self {
        Self {
            limits: self.limits.bytes(tables),
            ..*self
        }
    }

    fn run<S: Cells, H>(&self, puzzle: &Tiles<S>, start: S, heuristic: &H, bound: &Bound) -> Answer
    where
        H: Heuristic<Tiles<S>, Cache: Send + Sync> + Sync,
    {
        let limits = &self.limits.limits;
        let report = if self.algorithm == Algorithm::AStar {
            astar(puzzle, start, heuristic, Order::Lexicographic, limits)
        } else {
            // What a longer look at the moves saves is lost on easy boards.
            let least = bound_of(puzzle, start, heuristic);
            let reach = match least {
                ..=EASY => Reach::PAIRS,
                _ => REACH,
            };
            match self.bounds.automaton(puzzle, reach, limits) {
                Ok(automaton) => {
                    let threads = limits.threads();
                    parallel_idastar(puzzle, start, heuristic, &*automaton, threads, limits)
                }
                Err(reason) => return self.stopped(reason, least, bound),
            }
        };
        self.answer(play::named(puzzle, report), bound)
    }

    fn stopped(&self, reason: StopReason, lower_bound: u32, bound: &Bound) -> Answer {
        let outcome = Outcome::Stopped {
            lower_bound,
            reason,
        };
        let statistics = Statistics::default();
        let report = Report {
            outcome,
            statistics,
        };
        self.answer(report, bound)
    }
}

/// Weighted A* or beam search.
struct Sooner {
    how: ApproximateSearch,
    limits: Beside,
}

impl Informed for Sooner {
    type Answer = ApproximateAnswer;

    fn beside(&self, tables: u64) -> Self {
        Self {
            limits: self.limits.bytes(tables),
            ..*self
        }
    }

    fn run<S: Cells, H>(
        &self,
        puzzle: &Tiles<S>,
        start: S,
        heuristic: &H,
        bound: &Bound,
    ) -> ApproximateAnswer
    where
        H: Heuristic<Tiles<S>, Cache: Send + Sync> + Sync,
    {
        let estimate = bound.to_string();
        let limits = &self.limits.limits;
        let mut answer = play::approximate(puzzle, start, heuristic, &estimate, self.how, limits);
        answer.statistics = self.limits.with_tables(answer.statistics);
        answer
    }

    fn stopped(&self, reason: StopReason, lower_bound: u32, bound: &Bound) -> ApproximateAnswer {
        let outcome = Approximate::Stopped {
            lower_bound,
            reason,
        };
        ApproximateAnswer::without_search(outcome, Method::Approximate(self.how, bound.to_string()))
    }
}

/// How far sequences of moves are compared: on 4x4 boards two thirds of the nodes
/// remain, for five milliseconds.
const REACH: Reach = Reach {
    moves: 8,
    sequences: 1 << 14,
};

/// The bound of boards that are solved sooner than that, and by linear conflict
/// sooner than a table of walking distances is made, or not much later.
const EASY: u32 = 24;

fn bound_of<P: Puzzle>(puzzle: &P, state: P::State, heuristic: &impl Heuristic<P>) -> u32 {
    heuristic.bound(heuristic.start(puzzle, state))
}
