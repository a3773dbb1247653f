//! Sliding tiles in the shell.

mod bounds;
mod patterns;

use std::fmt::Display;
use std::sync::Arc;

use num_bigint::BigUint;
use puzzles::random::Random;
use puzzles::tiles::{
    self, Cells, Goal, LinearConflict, Manhattan, Move, Tiles, WalkingDistance, witness,
};
use rules::{
    Faults, Heuristic, Invertible, Limits, Max, Notation, Outcome, Proof, Puzzle, Report,
    Statistics, StopReason, Symmetric,
};
use search::{
    AdditivePatterns, Approximate, DistanceTable, Duplicates, InversePruning, NodeOrder, Order,
    Reach, TableKey, Undirected, astar, bfs, idastar, iddfs, parallel_bidirectional,
    parallel_idastar,
};

use self::bounds::{Bound, Bounds, NAMES, NoTables, Tables};
use self::patterns::PatternTables;
use super::play::{self, Drawn};
use super::ranked_space::RankedSpace;
use crate::algorithm::Algorithm;
use crate::approximation::{ApproximateAnswer, How};
use crate::shell::{
    Answer, Board, Card, Difficulty, Explanation, Family, Options, Read, ReadError, Replayed,
    Shortest, Unfit,
};
use crate::space::{CensusReport, Going, Made, Space, SpaceError, Tabled, Wanted};

/// Sliding tiles: the 8-puzzle, the 15-puzzle, the 24-puzzle.
pub(super) struct TilesFamily;

impl Family for TilesFamily {
    fn card(&self) -> Card<'_> {
        Card {
            name: "tiles",
            summary: "slide tiles into the blank until they are in order",
            sizes: "any m x n of up to 64 cells; half of all boards are impossible",
            notation: "rows of numbers, 0 or _ for the blank; blank lines between boards, or a square \
                       board a line",
            moves: "U, L, R, D: where the blank goes",
            options: "--goal blank-last|blank-first, --heuristic NAME",
            example: "1 2 3\n4 5 6\n_ 7 8",
        }
    }

    fn read(&self, text: &str, options: &Options) -> Result<Vec<Read>, ReadError> {
        options.refuse_colours("tiles")?;
        options.refuse_first("tiles")?;
        let goal = goal(options)?;
        let bounds = Arc::new(Bounds::new(options)?);
        let boards = tiles::read(text)?.into_iter().map(|(board, span)| {
            let bounds = Arc::clone(&bounds);
            let board = TilesBoard {
                board,
                goal,
                bounds,
            };
            (Box::new(board) as Box<dyn Board>, span)
        });
        Ok(boards.collect())
    }

    fn space(&self, size: Option<&str>, options: &Options) -> Result<Box<dyn Space>, SpaceError> {
        let unfit = |error: &dyn Display| SpaceError::Unfit(error.to_string());
        let goal = goal(options).map_err(|error| unfit(&error))?;
        if let Some(name) = &options.pattern {
            let size = play::size(size.unwrap_or("4x4"))?;
            return Ok(Box::new(PatternTables::new(size, goal, name)?));
        }
        let (rows, columns) = play::size(size.unwrap_or("3x3"))?;
        let puzzle = Tiles::<u64>::new(rows, columns, goal).map_err(|error| unfit(&error))?;
        let first = match goal {
            Goal::BlankLast => "blank-last",
            Goal::BlankFirst => "blank-first",
        };
        let all = (1..=(rows * columns) as u64).fold(BigUint::from(1_u8), |product, n| product * n);
        let counted = 0..rules::Ranked::size(&puzzle);
        Ok(Box::new(TilesSpace {
            ranked: RankedSpace {
                direction: Undirected,
                size: format!("{rows}x{columns}"),
                key: TableKey {
                    puzzle: "tiles".to_owned(),
                    parameters: format!("{rows}x{columns} {first}"),
                },
                unranked: all - BigUint::from(counted.end),
                counted,
                puzzle,
            },
        }))
    }
}

fn goal(options: &Options) -> Result<Goal, ReadError> {
    match options.goal.as_deref() {
        None | Some("blank-last") => Ok(Goal::BlankLast),
        Some("blank-first") => Ok(Goal::BlankFirst),
        Some(other) => Err(ReadError::Option(format!(
            "tiles has no goal '{other}', expected blank-last or blank-first"
        ))),
    }
}

struct TilesBoard {
    board: tiles::Board,
    goal: Goal,
    bounds: Arc<Bounds>,
}

/// Runs an expression with the puzzle and the start packed as small as they fit.
macro_rules! packed {
    ($self:expr, $puzzle:ident, $start:ident => $body:expr) => {{
        let board = &$self.board;
        match board.cells().len() {
            ..=16 => {
                let ($puzzle, $start) = $self.packed::<u64>();
                $body
            }
            ..=25 => {
                let ($puzzle, $start) = $self.packed::<u128>();
                $body
            }
            _ => {
                let ($puzzle, $start) = $self.packed::<[u8; 64]>();
                $body
            }
        }
    }};
}

impl TilesBoard {
    fn packed<S: Cells>(&self) -> (Tiles<S>, S) {
        let puzzle = Tiles::new(self.board.rows(), self.board.columns(), self.goal)
            .expect("a board that was read has a size that fits");
        let start = puzzle
            .state(&self.board)
            .expect("the puzzle was made for the size of the board");
        (puzzle, start)
    }

    /// Proven by a parity, if the board has no solution.
    fn impossible(&self) -> Option<Answer> {
        let witness = witness(&self.board, self.goal)?;
        Some(Answer {
            report: Report {
                outcome: Outcome::Unsolvable(Proof::Invariant(witness.to_string())),
                statistics: Statistics::default(),
            },
            method: "parity".to_owned(),
            note: None,
        })
    }
}

impl TilesBoard {
    /// Solves by `algorithm`, with `bound`, or the one that was asked for, or the best
    /// that needs no tables from files.
    fn solve_by(
        &self,
        algorithm: Algorithm,
        bound: Option<Bound>,
        limits: &Limits,
    ) -> Result<Answer, Unfit> {
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
                    let search = Fewest { algorithm, bounds, limits };
                    return self.informed(&search, bound, limits);
                }
                other => return Err(Unfit::of(other, "it is not made for sliding tiles")),
            };
            play::named(&puzzle, report)
        });
        Ok(Answer {
            report,
            method: play::method(algorithm, ""),
            note: None,
        })
    }

    /// Runs `search` with `bound`, or the one that was asked for, or the best that needs
    /// no tables from files.
    fn informed<T: Informed>(
        &self,
        search: &T,
        bound: Option<Bound>,
        limits: &Limits,
    ) -> Result<T::Answer, Unfit> {
        let size = (self.board.rows(), self.board.columns());
        let walking = || WalkingDistance::new(&self.packed::<u64>().0);
        let small = self.board.cells().len() <= <u64 as Cells>::MOST;
        let bound = match bound.or_else(|| self.bounds.asked.clone()) {
            Some(bound) => bound,
            None if small && walking().is_ok() => Bound::WalkingConflict,
            None => Bound::LinearConflict,
        };
        let too_large = |what: &str| {
            let (rows, columns) = size;
            Unfit::Board(format!(
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
                let walking = walking().map_err(|_| too_large("tables of walking distances"))?;
                if bound == Bound::WalkingDistance {
                    search.run(&puzzle, start, &walking, &bound)
                } else {
                    let both = Max(walking, LinearConflict::new(&puzzle));
                    search.run(&puzzle, start, &both, &bound)
                }
            }
            Bound::Patterns(name) => match self.bounds.tables(size, self.goal, name, limits) {
                Ok(tables) => self.with_patterns(search, &tables, &bound)?,
                Err(NoTables::Unfit(reason)) => return Err(Unfit::Board(reason)),
                Err(NoTables::Stopped(reason)) => search.stopped(reason, &bound),
            },
        })
    }

    /// Searches a board without a solution: only a table of all states ends that.
    fn exhaust(&self, limits: &Limits) -> Answer {
        let report = packed!(self, puzzle, start => {
            let report = iddfs(&puzzle, start, &InversePruning, Duplicates::LeaveAll, limits);
            play::named(&puzzle, report)
        });
        Answer {
            report,
            method: "IDA*: no bound, for there is no solution".to_owned(),
            note: None,
        }
    }

    /// Runs `search` with pattern databases, and their reflections on a square board.
    fn with_patterns<T: Informed>(
        &self,
        search: &T,
        tables: &Tables,
        bound: &Bound,
    ) -> Result<T::Answer, Unfit> {
        let (puzzle, start) = self.packed::<u64>();
        let additive = |view| {
            AdditivePatterns::new(view, &tables.tables)
                .map_err(|wrong| Unfit::Board(wrong.to_string()))
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

/// A search that takes any lower bound.
trait Informed {
    type Answer;

    fn run<S: Cells, H>(
        &self,
        puzzle: &Tiles<S>,
        start: S,
        heuristic: &H,
        bound: &Bound,
    ) -> Self::Answer
    where
        H: Heuristic<Tiles<S>, Cache: Send + Sync> + Sync;

    /// The answer if a limit came before the bound was ready.
    fn stopped(&self, reason: StopReason, bound: &Bound) -> Self::Answer;
}

/// A* or IDA*.
struct Fewest<'a> {
    algorithm: Algorithm,
    bounds: &'a Bounds,
    limits: &'a Limits,
}

impl Fewest<'_> {
    fn answer(&self, report: Report<String>, bound: &Bound) -> Answer {
        Answer {
            report,
            method: play::method(self.algorithm, &bound.to_string()),
            note: None,
        }
    }
}

impl Informed for Fewest<'_> {
    type Answer = Answer;

    fn run<S: Cells, H>(&self, puzzle: &Tiles<S>, start: S, heuristic: &H, bound: &Bound) -> Answer
    where
        H: Heuristic<Tiles<S>, Cache: Send + Sync> + Sync,
    {
        let limits = self.limits;
        let order = NodeOrder::Moves;
        let report = if self.algorithm == Algorithm::AStar {
            astar(puzzle, start, heuristic, Order::Lexicographic, limits)
        } else {
            // What a longer look at the moves saves is lost on easy boards.
            let reach = match heuristic.bound(heuristic.start(puzzle, start)) {
                ..=EASY => Reach::PAIRS,
                _ => REACH,
            };
            match self.bounds.automaton(puzzle, reach, limits) {
                Ok(automaton) => {
                    let threads = limits.threads();
                    parallel_idastar(
                        puzzle,
                        start,
                        heuristic,
                        &*automaton,
                        order,
                        threads,
                        limits,
                    )
                }
                Err(reason) => return self.stopped(reason, bound),
            }
        };
        self.answer(play::named(puzzle, report), bound)
    }

    fn stopped(&self, reason: StopReason, bound: &Bound) -> Answer {
        let outcome = Outcome::Stopped {
            lower_bound: 0,
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
struct Sooner<'a> {
    how: How,
    limits: &'a Limits,
}

impl Informed for Sooner<'_> {
    type Answer = ApproximateAnswer;

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
        play::approximate(puzzle, start, heuristic, &estimate, self.how, self.limits)
    }

    fn stopped(&self, reason: StopReason, bound: &Bound) -> ApproximateAnswer {
        let outcome = Approximate::Stopped {
            lower_bound: 0,
            reason,
        };
        ApproximateAnswer::without_search(outcome, format!("{}: {bound}", self.how))
    }
}

/// How far sequences of moves are compared: on 4x4 boards two thirds of the nodes
/// remain, for five milliseconds.
const REACH: Reach = Reach {
    moves: 8,
    sequences: 1 << 14,
};

/// The bound of boards that are solved sooner than that.
const EASY: u32 = 24;

impl Board for TilesBoard {
    fn algorithms(&self) -> Vec<Algorithm> {
        vec![
            Algorithm::IdaStar,
            Algorithm::AStar,
            Algorithm::Bidirectional,
            Algorithm::Bfs,
            Algorithm::Iddfs,
        ]
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, Unfit> {
        if algorithm.is_none()
            && let Some(answer) = self.impossible()
        {
            return Ok(answer);
        }
        let algorithm = algorithm.unwrap_or(Algorithm::IdaStar);
        self.solve_by(algorithm, None, limits)
    }

    fn heuristics(&self) -> Vec<&'static str> {
        match self.bounds.asked {
            Some(_) => Vec::new(),
            None => NAMES.to_vec(),
        }
    }

    fn solve_with(
        &self,
        algorithm: Algorithm,
        heuristic: &str,
        limits: &Limits,
    ) -> Result<Answer, Unfit> {
        let bound = Bound::named(heuristic).map_err(|error| Unfit::Board(error.to_string()))?;
        self.solve_by(algorithm, Some(bound), limits)
    }

    fn approximate(&self, how: How, limits: &Limits) -> Result<ApproximateAnswer, Unfit> {
        if let Some(witness) = witness(&self.board, self.goal) {
            let proof = Proof::Invariant(witness.to_string());
            let outcome = Approximate::Unsolvable(proof);
            return Ok(ApproximateAnswer::without_search(
                outcome,
                "parity".to_owned(),
            ));
        }
        self.informed(&Sooner { how, limits }, None, limits)
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(Shortest<'_>),
    ) -> Result<(), StopReason> {
        let answer = self.solve(None, limits).map(|answer| answer.report.outcome);
        match answer {
            Ok(Outcome::Solved { moves }) => packed!(self, puzzle, start => {
                let heuristic = Manhattan::new(&puzzle);
                play::shortest(&puzzle, start, &heuristic, moves.len() as u32, limits, visit)
            }),
            Ok(Outcome::Stopped { reason, .. }) => Err(reason),
            _ => {
                visit(play::none());
                Ok(())
            }
        }
    }

    fn film(&self, moves: &[String]) -> Option<Vec<String>> {
        packed!(self, puzzle, start => play::film(&puzzle, start, moves))
    }

    fn letter_moves(&self) -> bool {
        true
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        packed!(self, puzzle, start => play::replay(&puzzle, start, text))
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, Unfit> {
        let answer = self.solve(None, limits)?;
        let text = match &answer.report.outcome {
            Outcome::Solved { moves } => packed!(self, puzzle, start => {
                let heuristic = Manhattan::new(&puzzle);
                play::bound_and_search(&puzzle, start, &heuristic, moves.len(), "tiles must slide at least", limits)
            }),
            Outcome::Unsolvable(Proof::Invariant(statement)) => statement.clone(),
            _ => String::new(),
        };
        Ok(Explanation { answer, text })
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        packed!(self, puzzle, start => {
            play::difficulty(self, &puzzle, start, &Manhattan::new(&puzzle), limits, |_| Ok(true))
        })
    }
}

/// All boards of a size that has ranks.
struct TilesSpace {
    ranked: RankedSpace<Tiles<u64>, Undirected>,
}

impl Space for TilesSpace {
    fn size(&self) -> String {
        self.ranked.size()
    }

    fn census(&self, hardest: usize, going: &Going) -> Result<CensusReport, SpaceError> {
        self.ranked.census(hardest, going)
    }

    fn make(
        &self,
        wanted: &Wanted,
        table: Option<&DistanceTable>,
        going: &Going,
    ) -> Result<Made, SpaceError> {
        if self.ranked.table().is_some() {
            self.ranked.make(wanted, table, going)
        } else {
            self.walk(wanted, going)
        }
    }

    fn table(&self) -> Option<&dyn Tabled> {
        self.ranked.table()
    }
}

impl TilesSpace {
    /// Makes boards by random walks from the goal, solving each.
    fn walk(&self, wanted: &Wanted, going: &Going) -> Result<Made, SpaceError> {
        let puzzle = &self.ranked.puzzle;
        let heuristic = Manhattan::new(puzzle);
        let mut random = Random::new(wanted.seed);
        let (least, most) = (*wanted.moves.start(), *wanted.moves.end());
        let drawn = || {
            // A walk of n steps is seldom a shortest way, so it goes on for longer.
            let steps = u64::from(least) + random.below(2 * u64::from(most) + 1);
            let mut state = puzzle.goal();
            let mut last = None;
            for _ in 0..steps {
                let moves: Vec<Move> = puzzle
                    .moves(state)
                    .filter(|&m| last.is_none_or(|last| m != puzzle.inverse(last)))
                    .collect();
                let m = moves[random.below(moves.len() as u64) as usize];
                state = puzzle.apply(state, m);
                last = Some(m);
            }
            let limits = &going.limits;
            let enter = Duplicates::Enter;
            let report = idastar(
                puzzle,
                state,
                &heuristic,
                &InversePruning,
                enter,
                NodeOrder::Moves,
                limits,
            );
            let class = if wanted.distinct {
                puzzle.canonical(state)
            } else {
                state
            };
            match report.outcome {
                Outcome::Solved { moves } if wanted.moves.contains(&(moves.len() as u32)) => {
                    Ok(Drawn::Board(class, puzzle.draw(state)))
                }
                Outcome::Stopped { reason, .. } => Err(reason.into()),
                _ => Ok(Drawn::Other),
            }
        };
        let made = play::draw_distinct(wanted, None, drawn)?;
        Ok(Made {
            uniform: false,
            ..made
        })
    }
}
