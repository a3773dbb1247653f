//! The Rotation Game, known from POJ 2286, HDU 1667 and UVa 1343.

use std::sync::{Arc, Mutex};

use fewest_puzzles::rotation::{self, Centre, Digit, MaskTable, Rotation};
use fewest_rules::{ByRank, Limits};
use fewest_search::threads::lock;
use fewest_search::{InversePruning, bidirectional};

use crate::algorithm::Algorithm;
use crate::api::{
    Answer, FoundSolutions, Game, Method, OptionName, PuzzleInfo, PuzzleOptions, ReadError,
    SolutionOptions,
};
use crate::built_in::board::{AllBoards, BuiltIn, GeneralSearch, ReadBoards};
use crate::built_in::engine::Engine;
use crate::built_in::scenes::BuiltInScenes;
use crate::general::game::PuzzleGame;
use crate::general::near;
use crate::general::on_disk::on_disk;
use crate::general::play;
use crate::space::SpaceError;

mod space;

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

pub(super) struct RotationBoard {
    puzzle: Rotation,
    start: rotation::DigitBoard,
    /// What all boards of a text share and extend. The table holds only finished results, so it is
    /// valid even if a thread panicked while it extended the table.
    table: Arc<Mutex<MaskTable>>,
}

impl BuiltIn for RotationBoard {
    const INFO: PuzzleInfo<'static> = PuzzleInfo {
        name: "rotation",
        summary: "rotate the lines of a #-shaped board until its eight centre cells are equal",
        sizes: "24 cells, eight each of 1, 2, 3",
        notation: "24 numbers, or the board drawn; several boards one after the other",
        moves: "A to H",
        options: "--goal 1|2|3: the digit wanted in the centre",
        accepts: &[OptionName::Goal],
        example: "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3",
    };
    const GAME: &'static str = "the Rotation Game";
    const ESTIMATE: &'static str = "8 minus the most frequent centre digit";

    fn read(text: &str, options: &PuzzleOptions) -> ReadBoards<Self> {
        let (goal, table) = (goal(options)?, Arc::<Mutex<MaskTable>>::default());
        let boards = rotation::read(text)?.into_iter().map(|(start, span)| {
            let board = RotationBoard {
                puzzle: Rotation { goal },
                start,
                table: Arc::clone(&table),
            };
            (board, span)
        });
        Ok(boards.collect())
    }

    fn all_boards(size: Option<&str>, options: &PuzzleOptions) -> AllBoards {
        let puzzle = Rotation {
            goal: goal(options)?,
        };
        match size {
            None => Ok(Box::new(space::RotationSpace { puzzle })),
            Some(_) => Err(SpaceError::Unfit("rotation has one size, give none".into())),
        }
    }

    fn fitting(&self) -> Vec<Algorithm> {
        use Algorithm::{AStar, Bfs, Bidirectional, IdaStar, Iddfs, Masks};
        vec![Masks, IdaStar, AStar, Bidirectional, Bfs, Iddfs]
    }

    fn engine(&self) -> Option<Box<dyn GeneralSearch + '_>> {
        Some(Box::new(self.typed()))
    }

    fn new_game(&self) -> Box<dyn Game + '_> {
        Box::new(PuzzleGame::new(&self.puzzle, BuiltInScenes, self.start))
    }

    fn after_moves(&self, moves: &[String]) -> Self {
        Self {
            puzzle: self.puzzle,
            start: play::state_after(&self.puzzle, self.start, moves),
            table: Arc::clone(&self.table),
        }
    }

    fn own(&self, limits: &Limits) -> Option<Answer> {
        let report = lock(&self.table).solve(&self.puzzle, self.start, limits);
        let method = Method::Search(Algorithm::Masks);
        Some(play::answer(&self.puzzle, report, method))
    }

    fn each_wanted(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        let (puzzle, start) = (&self.puzzle, self.start);
        let mut table = lock(&self.table);
        // The search asks the table for distances, which it has only after this call.
        if let Err(reason) = table.distance(puzzle, start, limits) {
            return near::show_stopped(shortest, reason, visit);
        }
        near::search(puzzle, start, &*table, wanted, shortest, limits, visit);
    }

    fn reasons(&self, answer: &Answer, limits: &Limits) -> String {
        let distances = lock(&self.table).distances(self.start, limits);
        match (answer.outcome.moves(), distances) {
            (Some(_), Ok(distances)) => self.distances_to_centre(&distances),
            _ => String::new(),
        }
    }
}

impl RotationBoard {
    fn typed(&self) -> Engine<'_, Rotation> {
        let goal = match self.puzzle.goal {
            Some(digit) => format!("goal {}", digit.number()),
            None => "goal any".to_owned(),
        };
        Engine {
            both_ends: Some(Box::new(bidirectional)),
            on_disk: Some(on_disk(ByRank, true, goal)),
            ..Engine::deepening(self.puzzle, self.start, &Centre, InversePruning)
        }
    }

    fn distances_to_centre(&self, distances: &[u8; 3]) -> String {
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
