//! A puzzle file in any format.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use fewest_formats::kpuzzle::{self, KPuzzle};
use fewest_formats::psvn;
use fewest_ground::{Ground, Label, Position};
use fewest_lang::{BoardLayout, DrawnFile, Expect, Instance, LevelPlan, read};
use fewest_rules::{Fault, Faults};

use super::levels::{self, ReadBoard};
use crate::api::LevelInfo;
use crate::space::SpaceError;

/// A puzzle file without faults, in the puzzle language or in a format of another program.
#[derive(Debug, Clone)]
pub struct PuzzleFile(FileFormat);

#[derive(Debug, Clone)]
enum FileFormat {
    /// A file in the puzzle language.
    Drawn(DrawnFile),
    /// A file in a format without drawings.
    Listed {
        ground: Arc<Ground>,
        layout: Arc<BoardLayout>,
        boards: BoardFormat,
    },
}

/// The notation in which boards are written if a file has no drawings.
#[derive(Debug, Clone)]
enum BoardFormat {
    /// Boards are vectors of labels.
    Psvn(Arc<psvn::Vectors>),
    /// Boards are algorithms, patterns in JSON or drawn states.
    KPuzzle(Arc<KPuzzle>),
}

/// Reads the puzzle file `text`. The end of its `name` determines the format: `.psvn`, `.json`
/// (KPuzzle), or the puzzle language for any other name.
///
/// # Errors
/// Returns the same errors as [`read`], [`PuzzleFile::from_psvn`] and [`PuzzleFile::from_kpuzzle`].
pub fn read_named(name: &str, text: &str) -> Result<(PuzzleFile, Vec<Fault>), Vec<Fault>> {
    let path = Path::new(name);
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or(name);
    let file = match ending.to_ascii_lowercase().as_str() {
        "psvn" => PuzzleFile::from_psvn(stem, text)?,
        "json" => PuzzleFile::from_kpuzzle(text)?,
        _ => {
            let (file, warnings) = read(text)?;
            return Ok((PuzzleFile(FileFormat::Drawn(file)), warnings));
        }
    };
    Ok((file, Vec::new()))
}

impl PuzzleFile {
    /// Reads the PSVN file `text`. A PSVN file contains no name of its puzzle, so the caller gives
    /// `name`.
    ///
    /// The boards are vectors of labels, one after another; a PSVN file contains no start. Rules
    /// that have the same name and exclude each other become one move.
    ///
    /// # Errors
    /// The errors in the text, including exceeded limits, up to one that leaves open what the rest
    /// means.
    pub fn from_psvn(name: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let (ground, vectors) = psvn::read(name, text)?;
        let labels = vectors.labels();
        let layout = BoardLayout::listed(&[labels.len()], labels);
        let boards = BoardFormat::Psvn(Arc::new(vectors));
        Ok(Self::listed(ground, layout, boards))
    }

    /// Reads the KPuzzle JSON `text`, the format in which cubing.js and twsearch write twisty
    /// puzzles.
    ///
    /// The goal is the default pattern of the puzzle. A KPuzzle file contains no start. A board is
    /// a pattern in JSON, the numbers of a drawn state, or an algorithm such as `R U2 F'` on a line
    /// of its own. An algorithm stands for the state to which it leads from the default pattern.
    ///
    /// # Errors
    /// The errors in the text, including exceeded limits, up to one that leaves open what the rest
    /// means.
    pub fn from_kpuzzle(text: &str) -> Result<Self, Vec<Fault>> {
        let (ground, puzzle) = kpuzzle::read(text)?;
        let labels = |position: &Position| ground.domains[position.domain].labels.clone();
        let labels = ground.positions.iter().map(labels).collect();
        let layout = BoardLayout::listed(&puzzle.rows(), labels);
        let boards = BoardFormat::KPuzzle(Arc::new(puzzle));
        Ok(Self::listed(ground, layout, boards))
    }

    /// Returns the same puzzle in the quarter-turn metric if it is a KPuzzle. In this metric, a
    /// move such as `R2` is a power of its *generator*, here `R`. Its cost is the number of times
    /// that the generator or its inverse must be made to have the same effect, whichever number is
    /// smaller.
    pub fn in_quarter_turns(&self) -> Option<Self> {
        let FileFormat::Listed {
            ground,
            layout,
            boards: BoardFormat::KPuzzle(puzzle),
        } = &self.0
        else {
            return None;
        };
        Some(Self(FileFormat::Listed {
            ground: Arc::new(puzzle.in_quarter_turns(ground)),
            layout: Arc::clone(layout),
            boards: BoardFormat::KPuzzle(Arc::clone(puzzle)),
        }))
    }

    /// Returns the same puzzle with the goal that `text` describes, if it is a KPuzzle: an
    /// algorithm, or a pattern in JSON. Otherwise `None`.
    ///
    /// # Errors
    /// The faults of `text`.
    pub(super) fn with_goal(&self, text: &str) -> Result<Option<Self>, Faults> {
        let FileFormat::Listed {
            ground,
            layout,
            boards: BoardFormat::KPuzzle(puzzle),
        } = &self.0
        else {
            return Ok(None);
        };
        let (ground, puzzle) = puzzle.with_goal(ground, text)?;
        Ok(Some(Self(FileFormat::Listed {
            ground: Arc::new(ground),
            layout: Arc::clone(layout),
            boards: BoardFormat::KPuzzle(Arc::new(puzzle)),
        })))
    }

    /// Whether the file is a KPuzzle.
    pub fn is_kpuzzle(&self) -> bool {
        matches!(
            &self.0,
            FileFormat::Listed {
                boards: BoardFormat::KPuzzle(_),
                ..
            }
        )
    }

    fn listed(ground: Ground, layout: BoardLayout, boards: BoardFormat) -> Self {
        Self(FileFormat::Listed {
            ground: Arc::new(ground),
            layout: Arc::new(layout),
            boards,
        })
    }

    /// The name of the puzzle.
    pub fn name(&self) -> &str {
        &self.ground().name
    }

    /// Whether the puzzle has pieces, which cover several cells. If a puzzle has pieces, not every
    /// arrangement of labels is a board.
    pub fn has_pieces(&self) -> bool {
        match &self.0 {
            FileFormat::Drawn(file) => file.has_pieces(),
            FileFormat::Listed { .. } => false,
        }
    }

    /// The ground rules for the file's own board.
    pub fn ground(&self) -> &Arc<Ground> {
        match &self.0 {
            FileFormat::Drawn(file) => file.ground(),
            FileFormat::Listed { ground, .. } => ground,
        }
    }

    /// The layout with which states on the file's own board are drawn.
    pub fn layout(&self) -> &Arc<BoardLayout> {
        match &self.0 {
            FileFormat::Drawn(file) => file.layout(),
            FileFormat::Listed { layout, .. } => layout,
        }
    }

    /// The start that the file contains, if any.
    pub fn start(&self) -> Option<Instance> {
        match &self.0 {
            FileFormat::Drawn(file) => file.start(),
            FileFormat::Listed { .. } => None,
        }
    }

    /// The expectations in the file, in the order of its lines.
    pub fn expects(&self) -> &[Expect] {
        match &self.0 {
            FileFormat::Drawn(file) => file.expects(),
            FileFormat::Listed { .. } => &[],
        }
    }

    /// Reads every board in `text`, with its place from the first symbol to the last. Drawings are
    /// read by [`DrawnFile::boards`], other boards in the notation of the file's format.
    ///
    /// # Errors
    /// Returns all errors in the text. If the text contains drawings, returns only the errors of
    /// the first drawing that is not a board or cannot be played.
    pub fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        match &self.0 {
            FileFormat::Drawn(file) => {
                let boards = levels::read(file, text)?.into_iter();
                let play = |read: ReadBoard| match file.play(&read.board) {
                    Ok(board) => Ok((board, read.span)),
                    Err(faults) => Err(match faults.as_slice() {
                        [first, ..] => Fault::new(read.span, &first.message, &first.label).into(),
                        [] => faults,
                    }),
                };
                boards.map(play).collect()
            }
            FileFormat::Listed {
                ground,
                layout,
                boards,
            } => {
                let states = boards.states(text, layout)?.into_iter();
                let board = |(state, span)| (listed(ground, layout, state), span);
                Ok(states.map(board).collect())
            }
        }
    }

    /// What new levels on the board `template` are made of; `None` if the file does not say it.
    ///
    /// # Errors
    /// A region of `place` does not exist on the board.
    pub(super) fn level_plan(&self, template: &Instance) -> Result<Option<LevelPlan>, SpaceError> {
        let FileFormat::Drawn(file) = &self.0 else {
            return Ok(None);
        };
        file.level_plan(template).map_err(|faults| {
            let faults = faults.iter().map(|fault| fault.message.as_str());
            SpaceError::Unfit(faults.collect::<Vec<_>>().join(", "))
        })
    }

    /// Does the same as [`boards`](Self::boards) without grounding the boards. A board that is not
    /// grounded takes only the memory of its lines or of its state.
    ///
    /// # Errors
    /// Returns all errors in the text. If the text contains drawings, returns only the errors of
    /// the first drawing that is not a board.
    pub(super) fn unplayed(&self, text: &str) -> Result<Vec<PlacedUnplayed>, Faults> {
        Ok(match &self.0 {
            FileFormat::Drawn(file) => {
                let boards = levels::read(file, text)?.into_iter();
                let board =
                    |read: ReadBoard| (UnplayedBoard::Drawn(read.board), read.span, read.level);
                boards.map(board).collect()
            }
            FileFormat::Listed { layout, boards, .. } => {
                let states = boards.states(text, layout)?.into_iter();
                let board = |(state, span)| (UnplayedBoard::Listed(state), span, None);
                states.map(board).collect()
            }
        })
    }

    /// Grounds a board of this file.
    ///
    /// # Errors
    /// The board belongs to another file, or one of the errors of [`DrawnFile::play`] occurs.
    pub(super) fn play(&self, board: &UnplayedBoard) -> Result<Instance, Faults> {
        match (&self.0, board) {
            (FileFormat::Drawn(file), UnplayedBoard::Drawn(board)) => file.play(board),
            (FileFormat::Listed { ground, layout, .. }, UnplayedBoard::Listed(state)) => {
                Ok(listed(ground, layout, state.clone()))
            }
            _ => {
                let message = "the puzzle cannot be played on this board";
                Err(Fault::new(0..0, message, "it is a board of another file").into())
            }
        }
    }
}

/// A board, its place in the text, and what a collection of levels says about it.
pub(super) type PlacedUnplayed = (UnplayedBoard, Range<usize>, Option<LevelInfo>);

/// A board that was read without faults but has not been grounded.
pub(super) enum UnplayedBoard {
    /// The lines of the drawing.
    Drawn(fewest_lang::UngroundedBoard),
    /// The labels of the state.
    Listed(Vec<Label>),
}

/// A state and the range of bytes in the text that contain it.
type ListedState = (Vec<Label>, Range<usize>);

impl BoardFormat {
    /// Reads the states in `text`, with their places.
    fn states(&self, text: &str, layout: &BoardLayout) -> Result<Vec<ListedState>, Faults> {
        match self {
            Self::Psvn(vectors) => vectors.states(text),
            Self::KPuzzle(puzzle) => puzzle.states(text, |drawn| layout.parse(drawn)),
        }
    }
}

fn listed(ground: &Arc<Ground>, layout: &Arc<BoardLayout>, start: Vec<Label>) -> Instance {
    Instance {
        ground: Arc::clone(ground),
        layout: Arc::clone(layout),
        start,
    }
}
