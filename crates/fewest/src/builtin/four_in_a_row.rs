//! Four in a Row in the shell.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use puzzles::four_in_a_row::{self, FourInARow, PiecesMissing, Position, Solver, Turn};
use rules::{Faults, Limits, Notation, Outcome, StopReason};
use search::{Duplicates, NoPruning, Order, astar, bfs, bidirectional, idastar, iddfs};

use super::play;
use crate::algorithm::Algorithm;
use crate::shell::{
    Answer, Board, Card, Explanation, Family, Options, Read, ReadError, Replayed, Shortest, Unfit,
};

/// Four in a Row: codevs 1004, Luogu P2346.
pub(super) struct FourInARowFamily;

impl Family for FourInARowFamily {
    fn card(&self) -> Card {
        Card {
            name: "four-in-a-row",
            summary: "slide black and white pieces in turn until four of a colour are in line",
            sizes: "4x4: 7 B, 7 W and 2 blanks O (the letter)",
            notation: "four rows of four letters, or 16 letters; several boards one after the other",
            moves: "r1c4-r2c4: the piece of row 1, column 4 slides to row 2",
            options: "--first black|white|either: who moves first",
            example: "BWBO WBWB BWBW WBWO",
        }
    }

    fn read(&self, text: &str, options: &Options) -> Result<Vec<Read>, ReadError> {
        options.refuse_goal("four-in-a-row")?;
        options.refuse_colours("four-in-a-row")?;
        let first = match options.first.as_deref() {
            None => None,
            Some("either" | "any") => Some(Turn::Any),
            Some("black" | "B" | "b") => Some(Turn::Black),
            Some("white" | "W" | "w") => Some(Turn::White),
            Some(other) => {
                return Err(ReadError::Option(format!(
                    "no side is called '{other}', expected black, white or either"
                )));
            }
        };
        let solver = Arc::new(Mutex::new(Solver::new()));
        let boards = four_in_a_row::read(text)?
            .into_iter()
            .map(|(position, span)| {
                let board = FourBoard {
                    start: first.map_or(position, |turn| position.with_turn(turn)),
                    solver: Arc::clone(&solver),
                };
                (Box::new(board) as Box<dyn Board>, span)
            });
        Ok(boards.collect())
    }
}

struct FourBoard {
    start: Position,
    /// Shared by all boards of a file: it remembers what it searched.
    solver: Arc<Mutex<Solver>>,
}

impl FourBoard {
    fn solver(&self) -> MutexGuard<'_, Solver> {
        // A solver holds only finished results, even if a thread died holding it.
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const PUZZLE: &FourInARow = &FourInARow;

impl Board for FourBoard {
    fn algorithms(&self) -> Vec<Algorithm> {
        vec![
            Algorithm::Memory,
            Algorithm::Bfs,
            Algorithm::AStar,
            Algorithm::IdaStar,
            Algorithm::Iddfs,
            Algorithm::Bidirectional,
        ]
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, Unfit> {
        let start = self.start;
        let algorithm = algorithm.unwrap_or(Algorithm::Memory);
        let report = match algorithm {
            Algorithm::Memory => self.solver().solve(start, limits),
            Algorithm::Bfs => bfs(PUZZLE, start, limits),
            Algorithm::Bidirectional => bidirectional(PUZZLE, start, limits),
            Algorithm::Iddfs => iddfs(PUZZLE, start, &NoPruning, Duplicates::default(), limits),
            Algorithm::AStar => astar(PUZZLE, start, &PiecesMissing, Order::Lexicographic, limits),
            Algorithm::IdaStar => idastar(
                PUZZLE,
                start,
                &PiecesMissing,
                &NoPruning,
                Duplicates::default(),
                limits,
            ),
            other => return Err(Unfit::of(other, "it is not made for Four in a Row")),
        };
        Ok(Answer {
            report: play::named(PUZZLE, report),
            method: match algorithm {
                Algorithm::Memory => {
                    "memory: iterative deepening, then a distance table".to_owned()
                }
                other => play::method(other, "pieces missing from the best line"),
            },
            note: None,
        })
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(Shortest<'_>),
    ) -> Result<(), StopReason> {
        let length = match self.solver().solve(self.start, limits).outcome {
            Outcome::Solved { moves } => moves.len() as u32,
            Outcome::Unsolvable(_) => {
                visit(play::none());
                return Ok(());
            }
            Outcome::Stopped { reason, .. } => return Err(reason),
        };
        play::shortest(PUZZLE, self.start, &PiecesMissing, length, limits, visit)
    }

    fn film(&self, moves: &[String]) -> Option<Vec<String>> {
        play::film(PUZZLE, self.start, moves)
    }

    fn letter_moves(&self) -> bool {
        FourInARow::LETTER_MOVES
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        play::replay(PUZZLE, self.start, text)
    }

    fn explain(&self, limits: &Limits) -> Explanation {
        let report = self.solver().solve(self.start, limits);
        let text = match &report.outcome {
            Outcome::Solved { moves } => play::no_goal_nearer(PUZZLE, self.start, moves.len(), limits),
            Outcome::Unsolvable(_) => {
                "Every position that can be reached with this side moving first was searched; in none of \
                 them are four pieces of a colour in line."
                    .to_owned()
            }
            Outcome::Stopped { .. } => String::new(),
        };
        Explanation {
            answer: Answer {
                report: play::named(PUZZLE, report),
                method: "memory".to_owned(),
                note: None,
            },
            text,
        }
    }
}
