//! A puzzle file in any format.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use fewest_formats::kpuzzle::{self, KPuzzle};
use fewest_formats::psvn;
use fewest_ground::{Ground, Position};
use fewest_lang::{BoardLayout, DrawnFile, Expect, Instance, LevelPlan, read};
use fewest_rules::{Fault, Faults};

use super::levels::{self, BoardSource, ReadBoard};
use crate::space::SpaceError;

/// A puzzle file without faults, in the puzzle language or in a format of another program.
#[derive(Debug, Clone)]
pub struct PuzzleFile {
    /// The ground rules for the file's own board.
    ground: Arc<Ground>,
    layout: Arc<BoardLayout>,
    format: FileFormat,
}

/// The format of a file, with what reads its boards.
#[derive(Debug, Clone)]
enum FileFormat {
    /// A file in the puzzle language, whose boards are drawings.
    Drawn(DrawnFile),
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
            let (ground, layout) = (Arc::clone(file.ground()), Arc::clone(file.layout()));
            let format = FileFormat::Drawn(file);
            let file = PuzzleFile {
                ground,
                layout,
                format,
            };
            return Ok((file, warnings));
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
        Ok(Self {
            ground: Arc::new(ground),
            layout: Arc::new(layout),
            format: FileFormat::Psvn(Arc::new(vectors)),
        })
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
        Ok(Self {
            ground: Arc::new(ground),
            layout: Arc::new(layout),
            format: FileFormat::KPuzzle(Arc::new(puzzle)),
        })
    }

    /// Returns the same puzzle in the quarter-turn metric if it is a KPuzzle. In this metric, a
    /// move such as `R2` is a power of its *generator*, here `R`. Its cost is the number of times
    /// that the generator or its inverse must be made to have the same effect, whichever number is
    /// smaller.
    pub fn in_quarter_turns(&self) -> Option<Self> {
        let FileFormat::KPuzzle(puzzle) = &self.format else {
            return None;
        };
        Some(Self {
            ground: Arc::new(puzzle.in_quarter_turns(&self.ground)),
            ..self.clone()
        })
    }

    /// Returns the same puzzle with the goal that `text` describes, if it is a KPuzzle: an
    /// algorithm, or a pattern in JSON. Otherwise `None`.
    ///
    /// # Errors
    /// The faults of `text`.
    pub(super) fn with_goal(&self, text: &str) -> Result<Option<Self>, Faults> {
        let FileFormat::KPuzzle(puzzle) = &self.format else {
            return Ok(None);
        };
        let (ground, puzzle) = puzzle.with_goal(&self.ground, text)?;
        Ok(Some(Self {
            ground: Arc::new(ground),
            layout: Arc::clone(&self.layout),
            format: FileFormat::KPuzzle(Arc::new(puzzle)),
        }))
    }

    /// Whether the file is a KPuzzle.
    pub fn is_kpuzzle(&self) -> bool {
        matches!(self.format, FileFormat::KPuzzle(_))
    }

    /// The file in the puzzle language, if it is one.
    fn drawn(&self) -> Option<&DrawnFile> {
        match &self.format {
            FileFormat::Drawn(file) => Some(file),
            FileFormat::Psvn(_) | FileFormat::KPuzzle(_) => None,
        }
    }

    /// The name of the puzzle.
    pub fn name(&self) -> &str {
        &self.ground.name
    }

    /// Whether the puzzle has pieces, which cover several cells. If a puzzle has pieces, not every
    /// arrangement of labels is a board.
    pub fn has_pieces(&self) -> bool {
        self.drawn().is_some_and(DrawnFile::has_pieces)
    }

    /// The ground rules for the file's own board.
    pub fn ground(&self) -> &Arc<Ground> {
        &self.ground
    }

    /// The layout with which states on the file's own board are drawn.
    pub fn layout(&self) -> &Arc<BoardLayout> {
        &self.layout
    }

    /// The start that the file contains, if any.
    pub fn start(&self) -> Option<Instance> {
        self.drawn()?.start()
    }

    /// The expectations in the file, in the order of its lines.
    pub fn expects(&self) -> &[Expect] {
        self.drawn().map_or(&[], DrawnFile::expects)
    }

    /// Reads every board in `text`, with its place from the first symbol to the last. Drawings are
    /// read by [`DrawnFile::boards`], other boards in the notation of the file's format.
    ///
    /// # Errors
    /// Returns all errors in the text. If the text contains drawings, returns only the errors of
    /// the first drawing that is not a board or cannot be played.
    pub fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        let boards = self.read_boards(text)?.into_iter();
        let grounded = |read: ReadBoard| match self.grounded(&read.board) {
            Ok(board) => Ok((board.into_owned(), read.span)),
            Err(faults) => Err(match faults.as_slice() {
                [first, ..] => Fault::new(read.span, &first.message, &first.label).into(),
                [] => faults,
            }),
        };
        boards.map(grounded).collect()
    }

    /// What new levels on the board `template` are made of; `None` if the file does not say it.
    ///
    /// # Errors
    /// A region of `place` does not exist on the board.
    pub(super) fn level_plan(&self, template: &Instance) -> Result<Option<LevelPlan>, SpaceError> {
        let Some(file) = self.drawn() else {
            return Ok(None);
        };
        file.level_plan(template).map_err(|faults| {
            let faults = faults.iter().map(|fault| fault.message.as_str());
            SpaceError::Unfit(faults.collect::<Vec<_>>().join(", "))
        })
    }

    /// Does the same as [`boards`](Self::boards) without grounding the boards. A board that is not
    /// grounded takes only the memory of its lines.
    ///
    /// # Errors
    /// Returns all errors in the text. If the text contains drawings, returns only the errors of
    /// the first drawing that is not a board.
    pub(super) fn read_boards(&self, text: &str) -> Result<Vec<ReadBoard>, Faults> {
        let states = match &self.format {
            FileFormat::Drawn(file) => return levels::read(file, text),
            FileFormat::Psvn(vectors) => vectors.states(text)?,
            FileFormat::KPuzzle(puzzle) => puzzle.states(text, |drawn| self.layout.parse(drawn))?,
        };
        let board = |(start, span)| ReadBoard {
            board: BoardSource::Grounded(Instance {
                ground: Arc::clone(&self.ground),
                layout: Arc::clone(&self.layout),
                start,
            }),
            span,
            level: None,
        };
        Ok(states.into_iter().map(board).collect())
    }

    /// The board with its ground rules. It must be a board of this file.
    ///
    /// # Errors
    /// The errors of [`DrawnFile::play`].
    pub(super) fn grounded<'a>(&self, board: &'a BoardSource) -> Result<Cow<'a, Instance>, Faults> {
        match (&self.format, board) {
            (_, BoardSource::Grounded(board)) => Ok(Cow::Borrowed(board)),
            (FileFormat::Drawn(file), BoardSource::Drawn(board)) => {
                file.play(board).map(Cow::Owned)
            }
            (_, BoardSource::Drawn(_)) => {
                let message = "the puzzle cannot be played on this board";
                Err(Fault::new(0..0, message, "it is a board of another file").into())
            }
        }
    }
}
