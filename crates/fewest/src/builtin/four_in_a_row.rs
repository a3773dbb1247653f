//! Four in a Row in the shell.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fewest_puzzles::four_in_a_row::{self, FourInARow, PiecesMissing, Position, Solver, Turn};
use fewest_rules::{Faults, Limits, Notation, Outcome, Ranked, StopReason};
use fewest_search::{
    Duplicates, NoPruning, Order, Retrograde, TableKey, astar, bfs, bidirectional, idastar, iddfs,
};

use super::play;
use super::ranked_space::RankedSpace;
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, Difficulty, Explanation, Family, Method, OptionName,
    PlacedBoard, PuzzleInfo, PuzzleOptions, ReadError, Replayed, ShortestSolutions, SolveError,
};
use crate::goal_first::goal_first;
use crate::space::{Space, SpaceError};

/// Four in a Row: codevs 1004, Luogu P2346.
pub(super) struct FourInARowFamily;

/// The options that the puzzle accepts.
const ACCEPTS: &[OptionName] = &[OptionName::First];

impl Family for FourInARowFamily {
    fn info(&self) -> PuzzleInfo<'_> {
        PuzzleInfo {
            name: "four-in-a-row",
            summary: "slide black and white pieces in turn until four of a colour are in line",
            sizes: "4x4: 7 B, 7 W and 2 blanks O (the letter)",
            notation: "four rows of four letters, or 16 letters; several boards one after the other",
            moves: "r1c4-r2c4: the piece of row 1, column 4 slides to row 2",
            options: "--first black|white|either: who moves first",
            example: "BWBO WBWB BWBW WBWO",
            accepts: ACCEPTS,
        }
    }

    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError> {
        options.reject(self.info().name, ACCEPTS, &OptionName::OF_BOARDS)?;
        let first = first(options)?;
        let solver = Arc::new(Mutex::new(Solver::new()));
        let boards = four_in_a_row::read(text)?
            .into_iter()
            .map(|(position, span)| {
                let board = FourBoard {
                    start: first.map_or(position, |turn| position.with_turn(turn)),
                    solver: Arc::clone(&solver),
                };
                (goal_first(board), span)
            });
        Ok(boards.collect())
    }

    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError> {
        options.reject(self.info().name, ACCEPTS, &[OptionName::Pattern])?;
        let turn = first(options)
            .map_err(|error| SpaceError::Unfit(error.to_string()))?
            .unwrap_or(Turn::Any);
        if size.is_some_and(|size| size != "4x4") {
            return Err(SpaceError::Unfit(
                "four-in-a-row has one size, 4x4".to_owned(),
            ));
        }
        // Ranks go by the turn, then by the board.
        let boards = PUZZLE.size() / 3;
        let section = match turn {
            Turn::Any => 0,
            Turn::Black => 1,
            Turn::White => 2,
        };
        Ok(Box::new(RankedSpace {
            puzzle: FourInARow,
            direction: Retrograde,
            size: "4x4".to_owned(),
            key: TableKey {
                puzzle: "four-in-a-row".to_owned(),
                parameters: "4x4".to_owned(),
            },
            counted: section * boards..(section + 1) * boards,
            unranked: 0_u8.into(),
        }))
    }
}

fn first(options: &PuzzleOptions) -> Result<Option<Turn>, ReadError> {
    match options.first.as_deref() {
        None => Ok(None),
        Some("either" | "any") => Ok(Some(Turn::Any)),
        Some("black" | "B" | "b") => Ok(Some(Turn::Black)),
        Some("white" | "W" | "w") => Ok(Some(Turn::White)),
        Some(other) => Err(ReadError::Option(format!(
            "no side is called '{other}', expected black, white or either"
        ))),
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
const ESTIMATE: &str = "pieces missing from the best line";

impl AnyBoard for FourBoard {
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

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, SolveError> {
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
            other => return Err(SolveError::of(other, "it is not made for Four in a Row")),
        };
        Ok(Answer::of(
            play::named(PUZZLE, report),
            match algorithm {
                Algorithm::Memory => Method::Search(Algorithm::Memory),
                other => Method::of(other, ESTIMATE),
            },
        ))
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        Ok(play::approximate(
            PUZZLE,
            self.start,
            &PiecesMissing,
            ESTIMATE,
            how,
            limits,
        ))
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
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

    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        play::positions(PUZZLE, self.start, moves)
    }

    fn letter_moves(&self) -> bool {
        FourInARow::LETTER_MOVES
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        play::replay(PUZZLE, self.start, text)
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
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
        Ok(Explanation {
            answer: Answer::of(
                play::named(PUZZLE, report),
                Method::Search(Algorithm::Memory),
            ),
            text,
        })
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        play::difficulty(
            self,
            PUZZLE,
            self.start,
            &PiecesMissing,
            limits,
            |state| match self.solver().solve(state, limits).outcome {
                Outcome::Solved { .. } => Ok(true),
                Outcome::Unsolvable(_) => Ok(false),
                Outcome::Stopped { reason, .. } => Err(reason),
            },
        )
    }
}
