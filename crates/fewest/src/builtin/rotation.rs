//! The Rotation Game in the shell.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use fewest_puzzles::random::Random;
use fewest_puzzles::rotation::{self, Centre, Digit, MaskTable, Rotation};
use fewest_rules::{Faults, Limits, Notation, StopReason, Symmetric};
use fewest_search::{
    DistanceTable, Duplicates, InversePruning, Order, astar, bfs, bidirectional, idastar, iddfs,
};
use num_bigint::BigUint;

use super::play::{self, Draw};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, Difficulty, Explanation, Family, Method, OptionName,
    PlacedBoard, PuzzleInfo, PuzzleOptions, ReadError, Replayed, ShortestSolutions, SolveError,
};
use crate::goal_first::goal_first;
use crate::space::{
    CensusOutcome, CensusReport, GeneratedBoards, GenerationOptions, Space, SpaceCensus, SpaceError,
};

/// The Rotation Game: POJ 2286, HDU 1667, UVa 1343.
pub(super) struct RotationFamily;

/// The options that the puzzle accepts.
const ACCEPTS: &[OptionName] = &[OptionName::Goal];

impl Family for RotationFamily {
    fn info(&self) -> PuzzleInfo<'_> {
        PuzzleInfo {
            name: "rotation",
            summary: "rotate the lines of a #-shaped board until its eight centre cells are equal",
            sizes: "24 cells, eight each of 1, 2, 3",
            notation: "24 numbers, or the board drawn; several boards one after the other",
            moves: "A to H",
            options: "--goal 1|2|3: the digit wanted in the centre",
            example: "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3",
            accepts: ACCEPTS,
        }
    }

    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError> {
        options.reject(self.info().name, ACCEPTS, &OptionName::OF_BOARDS)?;
        let goal = goal(options)?;
        let table = Arc::new(Mutex::new(MaskTable::new()));
        let boards = rotation::read(text)?.into_iter().map(|(start, span)| {
            let board = RotationBoard {
                puzzle: Rotation { goal },
                start,
                table: Arc::clone(&table),
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
        let goal = goal(options).map_err(|error| SpaceError::Unfit(error.to_string()))?;
        if size.is_some() {
            return Err(SpaceError::Unfit(
                "rotation has one size, give none".to_owned(),
            ));
        }
        Ok(Box::new(RotationSpace {
            puzzle: Rotation { goal },
        }))
    }
}

fn goal(options: &PuzzleOptions) -> Result<Option<Digit>, ReadError> {
    match options.goal.as_deref() {
        None | Some("either" | "any") => Ok(None),
        Some(text) => {
            let digit = text.parse().ok().and_then(Digit::from_number);
            let digit = digit.ok_or_else(|| {
                ReadError::Option(format!("rotation has no goal '{text}', expected 1, 2 or 3"))
            })?;
            Ok(Some(digit))
        }
    }
}

const ESTIMATE: &str = "8 minus the most frequent centre digit";

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

impl AnyBoard for RotationBoard {
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

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, SolveError> {
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
            other => {
                return Err(SolveError::of(
                    other,
                    "it is not made for the Rotation Game",
                ));
            }
        };
        Ok(Answer::of(
            play::named(puzzle, report),
            match algorithm {
                Algorithm::Masks => Method::Search(Algorithm::Masks),
                other => Method::of(other, ESTIMATE),
            },
        ))
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let (puzzle, heuristic) = (&self.puzzle, Centre::new(&self.puzzle));
        Ok(play::approximate(
            puzzle, self.start, &heuristic, ESTIMATE, how, limits,
        ))
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
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

    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        play::positions(&self.puzzle, self.start, moves)
    }

    fn letter_moves(&self) -> bool {
        true
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        play::replay(&self.puzzle, self.start, text)
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        let report = self.table().solve(&self.puzzle, self.start, limits);
        let distances = self.table().distances(self.start, limits);
        let text = match (report.outcome.moves(), distances) {
            (Some(_), Ok(distances)) => self.reasons(&distances),
            _ => String::new(),
        };
        Ok(Explanation {
            answer: Answer::of(
                play::named(&self.puzzle, report),
                Method::Search(Algorithm::Masks),
            ),
            text,
        })
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        let heuristic = Centre::new(&self.puzzle);
        // Every move can be taken back.
        play::difficulty(self, &self.puzzle, self.start, &heuristic, limits, |_| {
            Ok(true)
        })
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

/// All 9,465,511,770 positions, by the distances of pairs of masks.
struct RotationSpace {
    puzzle: Rotation,
}

impl Space for RotationSpace {
    fn size(&self) -> String {
        "24 cells".to_owned()
    }

    fn census(&self, hardest: usize, limits: &Limits) -> Result<CensusReport, SpaceError> {
        let mut table = MaskTable::new();
        let method = Method::MaskPairs;
        let census = match table.census(&self.puzzle, limits.threads(), limits) {
            Ok(census) => census,
            Err(stopped) => {
                return Ok(Answer::new(
                    CensusOutcome::Stopped {
                        histogram: Vec::new(),
                        solved: None,
                        reason: stopped.reason,
                    },
                    stopped.statistics,
                    method,
                ));
            }
        };
        let boards = match hardest {
            0 => Ok(Vec::new()),
            n => table
                .hardest(&self.puzzle, n, limits)
                .map(|(_, boards)| boards),
        };
        let histogram: Vec<BigUint> = census.histogram.into_iter().map(BigUint::from).collect();
        Ok(Answer::new(
            match boards {
                Ok(boards) => CensusOutcome::Complete(SpaceCensus {
                    positions: histogram.iter().sum(),
                    histogram,
                    hardest: boards.into_iter().map(|b| self.puzzle.draw(b)).collect(),
                }),
                Err(reason) => CensusOutcome::Stopped {
                    histogram,
                    solved: None,
                    reason,
                },
            },
            census.statistics,
            method,
        ))
    }

    fn make(
        &self,
        wanted: &GenerationOptions,
        _: Option<&DistanceTable>,
        limits: &Limits,
    ) -> Result<GeneratedBoards, SpaceError> {
        let limits = &limits.from_now();
        let mut table = MaskTable::new();
        let census = table
            .census(&self.puzzle, limits.threads(), limits)
            .map_err(|stopped| stopped.reason)?;
        let mut random = Random::new(wanted.seed);
        let last = u8::try_from(*wanted.moves.end()).unwrap_or(u8::MAX);
        let distances = u8::try_from(*wanted.moves.start()).unwrap_or(u8::MAX)..=last;
        let mut samplers = table.samplers(&self.puzzle, distances, random.bits(), limits)?;
        let there = |distance: u8| census.histogram[usize::from(distance)];
        let all: u64 = samplers.iter().map(|&(distance, _)| there(distance)).sum();
        play::draw_distinct(wanted, Some(&all.into()), || {
            let mut place = random.below(all);
            let drawn = samplers.iter_mut().find(|(distance, _)| {
                let here = place < there(*distance);
                if !here {
                    place -= there(*distance);
                }
                here
            });
            let Some((_, sampler)) = drawn else {
                return Ok(Draw::Other);
            };
            let board = sampler.draw(limits)?;
            let class = if wanted.distinct {
                self.puzzle.canonical(board)
            } else {
                board
            };
            Ok(Draw::Board(class, self.puzzle.draw(board)))
        })
    }
}
