//! Puzzles that are drawn in a file: a family that is made at run time.
//!
//! ```
//! use fewest::drawn::Drawn;
//! use fewest::rules::Limits;
//! use fewest::api::{Family, PuzzleOptions};
//!
//! let text = "
//! puzzle switches
//! symbols w b
//! board 1x3
//! move press(cell)
//!   cell   +1
//!   beside +1
//! goal all w
//! ";
//! let (switches, warnings) = Drawn::read("switches.fewest", text)?;
//! assert!(warnings.is_empty());
//! let boards = switches.read("b w b", &PuzzleOptions::default())?;
//! let answer = boards[0].0.solve(None, &Limits::default())?;
//! assert_eq!(answer.outcome.moves().map(<[String]>::len), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod bound;
mod counting;
mod distances;
mod file;
mod game;
mod no_goal;
mod pruned;
mod reached;
mod replay;
mod solving;
mod space;
mod stages;
mod walks;
mod wide;
mod workshop;

use std::ops::Range;
use std::sync::Arc;

use fewest_lang::Instance;
use fewest_rules::{Fault, Faults};

use crate::api::{AnyBoard, Family, OptionName, PlacedBoard, PuzzleInfo, PuzzleOptions, ReadError};
use crate::goal_first::goal_first;
use crate::space::{Space, SpaceError};
use board::DrawnBoard;
use bound::Lower;
use file::Unplayed;
use workshop::Workshops;

pub use fewest_lang::ExpectedOutcome as Expected;
pub use file::{PuzzleFile, read_named};

/// A puzzle that was drawn in a file.
pub struct Drawn {
    file: Arc<PuzzleFile>,
    /// What was compiled for its boards.
    workshops: Arc<Workshops>,
    /// Its size, as there may be boards of others.
    sizes: String,
    moves: String,
    example: String,
}

/// What a file says of a board.
pub struct Expectation {
    /// The board.
    pub board: Box<dyn AnyBoard>,
    /// How it ends.
    pub expected: Expected,
    /// Where in the file that is said.
    pub span: Range<usize>,
}

impl Drawn {
    /// Reads a puzzle file in the format that the end of its name says; with the puzzle
    /// come warnings.
    ///
    /// # Errors
    /// All that is wrong in the text.
    pub fn read(name: &str, text: &str) -> Result<(Self, Vec<Fault>), Faults> {
        let (file, warnings) = match read_named(name, text) {
            Ok(read) => read,
            Err(faults) => {
                let none = Fault::new(0..0, "the puzzle cannot be read", "");
                Faults::unless_empty(faults, ())?;
                return Err(none.into());
            }
        };
        let layout = file.layout();
        let names = &file.ground().moves;
        let moves = match names.as_slice() {
            [] => "none".to_owned(),
            [only] => only.clone(),
            [first, .., last] => format!("{first} to {last}"),
        };
        let start = file.start();
        let drawn = Self {
            sizes: match (layout.rows(), layout.columns()) {
                (0, 0) => "any".to_owned(),
                (rows, columns) => format!("{rows}x{columns}"),
            },
            moves,
            example: start
                .as_ref()
                .map_or(String::new(), |board| board.layout.draw(&board.start)),
            workshops: Arc::new(Workshops::of(start.as_ref())),
            file: Arc::new(file),
        };
        Ok((drawn, warnings))
    }

    /// What the file expects of its boards, in the order of its lines.
    pub fn expectations(&self) -> Vec<Expectation> {
        let expects = self.file.expects().iter();
        let expectation = |expect: &fewest_lang::Expect| Expectation {
            board: self.board(&expect.board, None),
            expected: expect.outcome,
            span: expect.span.clone(),
        };
        expects.map(expectation).collect()
    }

    /// The lower bound that was asked for.
    fn lower(&self, options: &PuzzleOptions) -> Result<Option<Lower>, ReadError> {
        let Some(name) = &options.heuristic else {
            return Ok(None);
        };
        let unknown = || {
            ReadError::Option(format!(
                "{} has no heuristic '{}', expected {}",
                self.file.name(),
                name.escape_debug(),
                Lower::ALL.map(Lower::name).join(", ")
            ))
        };
        Ok(Some(Lower::named(name).ok_or_else(unknown)?))
    }

    /// A board that is played already.
    fn board(&self, board: &Instance, lower: Option<Lower>) -> Box<dyn AnyBoard> {
        let workshops = Arc::clone(&self.workshops);
        goal_first(DrawnBoard::played(board, lower, workshops))
    }

    /// A board that is played when it is first asked for something.
    fn unplayed(&self, board: Unplayed, lower: Option<Lower>) -> Box<dyn AnyBoard> {
        let (file, workshops) = (Arc::clone(&self.file), Arc::clone(&self.workshops));
        goal_first(DrawnBoard::unplayed(board, lower, file, workshops))
    }
}

/// The options that the puzzle accepts.
const ACCEPTS: &[OptionName] = &[OptionName::Heuristic];

impl Family for Drawn {
    fn info(&self) -> PuzzleInfo<'_> {
        PuzzleInfo {
            name: self.file.name(),
            summary: "drawn in a file",
            sizes: &self.sizes,
            notation: "as in the file; blank lines between boards",
            moves: &self.moves,
            options: "--heuristic travel|balance|patterns",
            example: &self.example,
            accepts: ACCEPTS,
        }
    }

    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError> {
        options.reject(self.info().name, ACCEPTS, &OptionName::OF_BOARDS)?;
        let lower = self.lower(options)?;
        let boards = self.file.unplayed(text)?.into_iter();
        Ok(boards
            .map(|(board, span)| (self.unplayed(board, lower), span))
            .collect())
    }

    fn own_board(&self, options: &PuzzleOptions) -> Result<Option<Box<dyn AnyBoard>>, ReadError> {
        options.reject(self.info().name, ACCEPTS, &OptionName::OF_BOARDS)?;
        let lower = self.lower(options)?;
        let start = self.file.start();
        Ok(start.map(|start| self.board(&start, lower)))
    }

    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError> {
        let unfit = |why: String| SpaceError::Unfit(why);
        options.reject(self.info().name, ACCEPTS, &OptionName::OF_BOARDS)?;
        let name = self.file.name();
        options.reject(self.info().name, ACCEPTS, &[OptionName::Pattern])?;
        if let Some(size) = size {
            return Err(unfit(format!(
                "{name} has no sizes such as '{size}': a board says which space is meant"
            )));
        }
        let start = self.file.start();
        let start = start.ok_or_else(|| {
            unfit(format!(
                "{name} has no start: name the file of a board, which says which space is meant"
            ))
        })?;
        space::of(&self.file, &start, options.all_boards)
    }

    fn space_of_board(
        &self,
        text: &str,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, ReadError> {
        options.reject(self.info().name, ACCEPTS, &OptionName::OF_BOARDS)?;
        match self.file.unplayed(text)?.first() {
            Some((board, span)) => {
                let played = self
                    .file
                    .play(board)
                    .map_err(|faults| faults.shifted(span.start))?;
                space::of(&self.file, &played, options.all_boards)
                    .map_err(|error| ReadError::Option(error.to_string()))
            }
            None => Err(ReadError::Option("there is no board".to_owned())),
        }
    }
}
