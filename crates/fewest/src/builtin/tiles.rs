//! Sliding tiles in the shell.

use std::fmt::Display;

use num_bigint::BigUint;
use puzzles::random::Random;
use puzzles::tiles::{self, Cells, Goal, Manhattan, Move, Tiles, witness};
use rules::{
    Faults, Invertible, Limits, Notation, Outcome, Proof, Puzzle, Report, Statistics, StopReason,
    Symmetric,
};
use search::{
    DistanceTable, Duplicates, InversePruning, NodeOrder, Order, TableKey, Undirected, astar, bfs,
    bidirectional, idastar, iddfs,
};

use super::play::{self, Drawn};
use super::ranked_space::RankedSpace;
use crate::algorithm::Algorithm;
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
            options: "--goal blank-last|blank-first",
            example: "1 2 3\n4 5 6\n_ 7 8",
        }
    }

    fn read(&self, text: &str, options: &Options) -> Result<Vec<Read>, ReadError> {
        options.refuse_colours("tiles")?;
        options.refuse_first("tiles")?;
        let goal = goal(options)?;
        let boards = tiles::read(text)?
            .into_iter()
            .map(|(board, span)| (Box::new(TilesBoard { board, goal }) as Box<dyn Board>, span));
        Ok(boards.collect())
    }

    fn space(&self, size: Option<&str>, options: &Options) -> Result<Box<dyn Space>, SpaceError> {
        let unfit = |error: &dyn Display| SpaceError::Unfit(error.to_string());
        let goal = goal(options).map_err(|error| unfit(&error))?;
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
        let report = packed!(self, puzzle, start => {
            let heuristic = Manhattan::new(&puzzle);
            let pruning = &InversePruning;
            let report = match algorithm {
                Algorithm::Bfs => bfs(&puzzle, start, limits),
                Algorithm::Bidirectional => bidirectional(&puzzle, start, limits),
                Algorithm::Iddfs => iddfs(&puzzle, start, pruning, Duplicates::default(), limits),
                Algorithm::AStar => astar(&puzzle, start, &heuristic, Order::Lexicographic, limits),
                // A solution exists, so the fastest step needs no table.
                Algorithm::IdaStar if witness(&self.board, self.goal).is_none() => {
                    idastar(&puzzle, start, &heuristic, pruning, Duplicates::Enter, NodeOrder::Moves, limits)
                }
                Algorithm::IdaStar => {
                    idastar(&puzzle, start, &heuristic, pruning, Duplicates::default(), NodeOrder::Moves, limits)
                }
                other => return Err(Unfit::of(other, "it is not made for sliding tiles")),
            };
            play::named(&puzzle, report)
        });
        Ok(Answer {
            report,
            method: play::method(algorithm, "Manhattan distance"),
            note: None,
        })
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
