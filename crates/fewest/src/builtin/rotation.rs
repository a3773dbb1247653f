//! The Rotation Game in the shell.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use puzzles::rotation::{self, Centre, Digit, MaskTable, Rotation};
use rules::{Faults, Limits, StopReason};
use search::{Duplicates, InversePruning, Order, astar, bfs, bidirectional, idastar, iddfs};

use super::play;
use crate::algorithm::Algorithm;
use crate::shell::{
    Answer, Board, Card, Explanation, Family, Options, Read, ReadError, Replayed, Shortest, Unfit,
};

/// The Rotation Game: POJ 2286, HDU 1667, UVa 1343.
pub(super) struct RotationFamily;

impl Family for RotationFamily {
    fn card(&self) -> Card {
        Card {
            name: "rotation",
            summary: "rotate the lines of a #-shaped board until its eight centre cells are equal",
            sizes: "24 cells, eight each of 1, 2, 3",
            notation: "24 numbers, or the board drawn; several boards one after the other",
            moves: "A to H",
            options: "--goal 1|2|3: the digit wanted in the centre",
            example: "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3",
        }
    }

    fn read(&self, text: &str, options: &Options) -> Result<Vec<Read>, ReadError> {
        options.refuse_colours("rotation")?;
        options.refuse_first("rotation")?;
        let goal = match options.goal.as_deref() {
            None | Some("either" | "any") => None,
            Some(text) => Some(text.parse().ok().and_then(Digit::from_number).ok_or_else(
                || ReadError::Option(format!("rotation has no goal '{text}', expected 1, 2 or 3")),
            )?),
        };
        let table = Arc::new(Mutex::new(MaskTable::new()));
        let boards = rotation::read(text)?.into_iter().map(|(start, span)| {
            let board = RotationBoard {
                puzzle: Rotation { goal },
                start,
                table: Arc::clone(&table),
            };
            (Box::new(board) as Box<dyn Board>, span)
        });
        Ok(boards.collect())
    }
}

struct RotationBoard {
    puzzle: Rotation,
    start: rotation::Board,
    /// Shared by all boards of a file: it grows as they need it.
    table: Arc<Mutex<MaskTable>>,
}

impl RotationBoard {
    fn table(&self) -> MutexGuard<'_, MaskTable> {
        // A table is complete up to its layer even if a thread died holding it.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Board for RotationBoard {
    fn algorithms(&self) -> Vec<Algorithm> {
        vec![
            Algorithm::Masks,
            Algorithm::IdaStar,
            Algorithm::AStar,
            Algorithm::Bidirectional,
            Algorithm::Bfs,
            Algorithm::Iddfs,
        ]
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, Unfit> {
        let (puzzle, start) = (&self.puzzle, self.start);
        let heuristic = Centre::new(puzzle);
        let algorithm = algorithm.unwrap_or(Algorithm::Masks);
        let report = match algorithm {
            Algorithm::Masks => self.table().solve(puzzle, start, limits),
            Algorithm::Bfs => bfs(puzzle, start, limits),
            Algorithm::Bidirectional => bidirectional(puzzle, start, limits),
            Algorithm::Iddfs => iddfs(
                puzzle,
                start,
                &InversePruning,
                Duplicates::default(),
                limits,
            ),
            Algorithm::AStar => astar(puzzle, start, &heuristic, Order::Lexicographic, limits),
            Algorithm::IdaStar => idastar(
                puzzle,
                start,
                &heuristic,
                &InversePruning,
                Duplicates::default(),
                limits,
            ),
            other => return Err(Unfit::of(other, "it is not made for the Rotation Game")),
        };
        Ok(Answer {
            report: play::named(puzzle, report),
            method: match algorithm {
                Algorithm::Masks => {
                    "masks: a distance table over the cells of one digit".to_owned()
                }
                other => play::method(other, "8 minus the most frequent centre digit"),
            },
            note: None,
        })
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(Shortest<'_>),
    ) -> Result<(), StopReason> {
        let mut table = self.table();
        let length = table.distance(&self.puzzle, self.start, limits)?;
        play::shortest(
            &self.puzzle,
            self.start,
            &*table,
            length.into(),
            limits,
            visit,
        )
    }

    fn film(&self, moves: &[String]) -> Option<Vec<String>> {
        play::film(&self.puzzle, self.start, moves)
    }

    fn letter_moves(&self) -> bool {
        true
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        play::replay(&self.puzzle, self.start, text)
    }

    fn explain(&self, limits: &Limits) -> Explanation {
        let report = self.table().solve(&self.puzzle, self.start, limits);
        let distances = self.table().distances(self.start, limits);
        let text = match (report.outcome.moves(), distances) {
            (Some(_), Ok(distances)) => self.reasons(&distances),
            _ => String::new(),
        };
        Explanation {
            answer: Answer {
                report: play::named(&self.puzzle, report),
                method: "masks".to_owned(),
                note: None,
            },
            text,
        }
    }
}

impl RotationBoard {
    fn reasons(&self, distances: &[u8; 3]) -> String {
        let wanted: Vec<(Digit, u8)> = Digit::ALL
            .into_iter()
            .zip(*distances)
            .filter(|&(digit, _)| self.puzzle.goal.is_none_or(|goal| goal == digit))
            .collect();
        let mut text = "To bring one digit to the centre only its eight cells matter; the others may lie \
            anywhere.\nAll 735,471 places of eight cells have been numbered by their distance from the \
            centre:\n"
            .to_owned();
        for (digit, distance) in &wanted {
            let moves = if *distance == 1 { "move" } else { "moves" };
            text += &format!(
                "  the cells of {} are {distance} {moves} away\n",
                digit.number()
            );
        }
        let least = wanted.iter().map(|(_, distance)| distance).min();
        if let Some(least) = least {
            text += &format!("No solution is shorter than the least of these, {least}.");
        }
        text
    }
}
