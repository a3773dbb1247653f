//! Four in a Row, known from codevs 1004 and Luogu P2346.

use std::sync::{Arc, Mutex};

use fewest_puzzles::four_in_a_row::{
    self, FourInARow, GamePosition, PiecesMissing, SideToMove, Solver,
};
use fewest_rules::{ByRank, Limits, Ranked};
use fewest_search::threads::lock;
use fewest_search::{NoPruning, bidirectional};
use fewest_tables::Retrograde;

use crate::algorithm::Algorithm;
use crate::api::{Answer, Game, Method, OptionName, PuzzleInfo, PuzzleOptions, ReadError};
use crate::built_in::board::GeneralSearch;
use crate::built_in::board::{AllBoards, BuiltIn, ReadBoards};
use crate::built_in::engine::Engine;
use crate::built_in::scenes::BuiltInScenes;
use crate::general::game::PuzzleGame;
use crate::general::on_disk::on_disk;
use crate::general::play;
use crate::general::ranked_space::RankedSpace;
use crate::space::SpaceError;

fn first(options: &PuzzleOptions) -> Result<Option<SideToMove>, ReadError> {
    match options.first.as_deref() {
        None => Ok(None),
        Some("either" | "any") => Ok(Some(SideToMove::Any)),
        Some("black" | "B" | "b") => Ok(Some(SideToMove::Black)),
        Some("white" | "W" | "w") => Ok(Some(SideToMove::White)),
        Some(other) => Err(ReadError::Option(format!(
            "no side is called '{other}', expected black, white or either"
        ))),
    }
}

pub(super) struct FourBoard {
    start: GamePosition,
    /// What all boards of a text share. The solver holds only finished results, so it is valid even
    /// if a thread panicked.
    solver: Arc<Mutex<Solver>>,
}

impl FourBoard {
    fn typed(&self) -> Engine<'_, FourInARow> {
        Engine {
            both_ends: Some(Box::new(bidirectional)),
            on_disk: Some(on_disk(
                ByRank,
                false,
                format!("{:?}", self.start.turn()).to_lowercase(),
            )),
            is_solvable: Some(Box::new(|state, limits| {
                play::is_solvable(lock(&self.solver).solve(state, limits).outcome)
            })),
            ..Engine::deepening(FourInARow, self.start, &PiecesMissing, NoPruning)
        }
    }
}

impl BuiltIn for FourBoard {
    const INFO: PuzzleInfo<'static> = PuzzleInfo {
        name: "four-in-a-row",
        summary: "slide black and white pieces in turn until four of a colour are in line",
        sizes: "4x4: 7 B, 7 W and 2 blanks O (the letter)",
        notation: "four rows of four letters, or 16 letters; several boards one after the other",
        moves: "r1c4-r2c4: the piece of row 1, column 4 slides to row 2",
        options: "--first black|white|either: who moves first",
        accepts: &[OptionName::First],
        example: "BWBO WBWB BWBW WBWO",
    };
    const GAME: &'static str = "Four in a Row";
    const ESTIMATE: &'static str = "pieces missing from the best line";
    const EXHAUSTED: &'static str = "Every position that can be reached with this side moving first was searched; in none of \
         them are four pieces of a colour in line.";

    fn read(text: &str, options: &PuzzleOptions) -> ReadBoards<Self> {
        let (first, solver) = (first(options)?, Arc::<Mutex<Solver>>::default());
        let boards = four_in_a_row::read(text)?.into_iter().map(|(start, span)| {
            let start = first.map_or(start, |turn| start.with_turn(turn));
            let solver = Arc::clone(&solver);
            (FourBoard { start, solver }, span)
        });
        Ok(boards.collect())
    }

    fn all_boards(size: Option<&str>, options: &PuzzleOptions) -> AllBoards {
        let turn = first(options)?.unwrap_or(SideToMove::Any);
        if size.is_some_and(|size| size != "4x4") {
            return Err(SpaceError::Unfit("four-in-a-row has one size, 4x4".into()));
        }
        // The ranks are ordered first by the side to move and then by the board.
        let boards = FourInARow.size() / 3;
        let section = turn as u64;
        Ok(Box::new(RankedSpace {
            counted: section * boards..(section + 1) * boards,
            ..RankedSpace::new(FourInARow, Retrograde, Self::INFO.name, "4x4", "")
        }))
    }

    fn fitting(&self) -> Vec<Algorithm> {
        use Algorithm::{AStar, Bfs, Bidirectional, IdaStar, Iddfs, Memory};
        vec![Memory, Bfs, AStar, IdaStar, Iddfs, Bidirectional]
    }

    fn engine(&self) -> Option<Box<dyn GeneralSearch + '_>> {
        Some(Box::new(self.typed()))
    }

    fn new_game(&self) -> Box<dyn Game + '_> {
        Box::new(PuzzleGame::new(&FourInARow, BuiltInScenes, self.start))
    }

    fn after_moves(&self, moves: &[String]) -> Self {
        let start = play::state_after(&FourInARow, self.start, moves);
        let solver = Arc::clone(&self.solver);
        Self { start, solver }
    }

    fn own(&self, limits: &Limits) -> Option<Answer> {
        let report = lock(&self.solver).solve(self.start, limits);
        let method = Method::Search(Algorithm::Memory);
        Some(play::answer(&FourInARow, report, method))
    }
}
