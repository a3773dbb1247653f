//! Puzzle files and the boards on which their puzzles are played.

use std::ops::Range;
use std::sync::Arc;

use fewest_rules::{Fault, Faults};

use crate::source::boards as drawn_boards;
use crate::source::layout::BoardLayout;
use fewest_ground::{Ground, Label};

mod boards;
mod level_plan;
mod read;
mod scramble;

pub use crate::source::expected::ExpectedOutcome;
use boards::{BoardRules, PuzzleBoards};
pub use level_plan::{LevelLine, LevelPlan, Spot};
pub use read::read;

/// A puzzle file in the puzzle language, without faults.
#[derive(Debug, Clone)]
pub struct DrawnFile {
    /// The ground rules on the board that the file itself declares or draws. If there is no such
    /// board, this is an empty set of rules.
    own: BoardRules,
    start: Option<Vec<Label>>,
    expects: Vec<Expect>,
    boards: Arc<PuzzleBoards>,
}

/// A board with its puzzle. Boards that differ only in the state share the puzzle.
#[derive(Debug, Clone)]
pub struct Instance {
    /// The ground rules of the puzzle on this board.
    pub ground: Arc<Ground>,
    /// The layout with which states are drawn.
    pub layout: Arc<BoardLayout>,
    /// The state in which the board begins: one label for each position.
    pub start: Vec<Label>,
}

/// A board that has been read without faults but has not been grounded. Only the lines that draw it
/// are kept, because a text may contain any number of boards.
#[derive(Debug, Clone)]
pub struct UngroundedBoard(Box<str>);

/// The outcome that the file expects for a board.
#[derive(Debug, Clone)]
pub struct Expect {
    /// The board.
    pub board: Instance,
    /// The expected result.
    pub outcome: ExpectedOutcome,
    /// The byte range of the `expect` line in the file.
    pub span: Range<usize>,
}

impl DrawnFile {
    /// The name of the puzzle.
    pub fn name(&self) -> &str {
        &self.own.ground.name
    }

    /// Whether the puzzle has pieces, which cover several cells. If so, some arrangements of
    /// symbols on the cells are not boards.
    pub fn has_pieces(&self) -> bool {
        !self.boards.checked.pieces.is_empty()
    }

    /// The ground rules on the file's own board. If the file has no board, there are no positions
    /// and no rules.
    ///
    /// If there would be too many rules, those that cannot apply in any state reachable from the
    /// start are left out.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.own.ground
    }

    /// The layout with which states on the file's own board are drawn; 0x0 if the file has no
    /// board.
    pub fn layout(&self) -> &Arc<BoardLayout> {
        &self.own.layout
    }

    /// The start that the file contains, if any.
    pub fn start(&self) -> Option<Instance> {
        Some(self.own.at(self.start.clone()?))
    }

    /// The expectations of the file, in the order of its lines.
    pub fn expects(&self) -> &[Expect] {
        &self.expects
    }

    /// What levels like `template` are made of; `None` if the file does not say it with `place`.
    ///
    /// # Errors
    /// A region of `place` does not exist on the board.
    pub fn level_plan(&self, template: &Instance) -> Result<Option<LevelPlan>, Vec<Fault>> {
        let checked = &self.boards.checked;
        let place = checked.file.place.as_ref();
        place
            .map(|place| LevelPlan::new(checked, place, template))
            .transpose()
    }

    /// Grounds every board of `text`. Returns each board with its place, from its first symbol to
    /// its last.
    ///
    /// Boards are separated by blank lines. In a puzzle with a `board` of several rows, a line that
    /// lists all cells is a board as well. A puzzle without a `board` accepts boards of any size.
    /// In such a puzzle, and if a drawing determines marks or pieces, each board may have different
    /// ground rules. Rules that can never apply from a board are left out.
    ///
    /// # Errors
    /// The faults of the first faulty board, or the reason why a board cannot be played.
    pub fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        let unplayed = self.unplayed(text)?.into_iter();
        let played = unplayed.map(|(board, span)| match self.play(&board) {
            Ok(board) => Ok((board, span)),
            Err(faults) => Err(match faults.as_slice() {
                [first, ..] => Fault::new(span, &first.message, &first.label).into(),
                [] => faults,
            }),
        });
        played.collect()
    }

    /// Reads every board of `text` like [`boards`](Self::boards), but grounds none of them. Each
    /// board takes only the memory of its lines.
    ///
    /// # Errors
    /// The faults of the first faulty board.
    pub fn unplayed(&self, text: &str) -> Result<Vec<(UngroundedBoard, Range<usize>)>, Faults> {
        let PuzzleBoards { checked, .. } = &*self.boards;
        let boards = drawn_boards::boards(checked, self.boards.terrain(), text)?.into_iter();
        let board = |(lines, span): (&str, _)| (UngroundedBoard(lines.into()), span);
        Ok(boards.map(board).collect())
    }

    /// Grounds a board that this file has read. The ground rules of the last few boards are kept.
    ///
    /// # Errors
    /// The board is too large, or it lacks a cell that the file names.
    pub fn play(&self, board: &UngroundedBoard) -> Result<Instance, Faults> {
        self.boards.play(&board.0)
    }
}
