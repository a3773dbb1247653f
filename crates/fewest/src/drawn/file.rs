//! A puzzle file in whatever format it is written.

use std::ffi::OsStr;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use fewest_formats::kpuzzle::{self, KPuzzle};
use fewest_formats::psvn;
use fewest_ground::{Ground, Label, Position};
use fewest_lang::{BoardLayout, DrawnFile, Expect, Instance, read};
use fewest_rules::{Fault, Faults};

/// A puzzle file without faults, in the puzzle language or in a format of another program.
#[derive(Debug, Clone)]
pub struct PuzzleFile(Kind);

#[derive(Debug, Clone)]
enum Kind {
    /// In the puzzle language.
    Drawn(DrawnFile),
    /// In a format that draws nothing.
    Listed {
        ground: Arc<Ground>,
        layout: Arc<BoardLayout>,
        boards: Boards,
    },
}

/// How the boards of another program's file are read.
#[derive(Debug, Clone)]
enum Boards {
    /// As vectors of labels.
    Psvn(Arc<psvn::Vectors>),
    /// As algorithms or patterns.
    KPuzzle(Arc<KPuzzle>),
}

/// Reads the puzzle file `text` in the format that the end of its `name` says: `.psvn`, `.json`
/// (KPuzzle), anything else the puzzle language.
///
/// # Errors
/// As [`read`], [`PuzzleFile::from_psvn`] and [`PuzzleFile::from_kpuzzle`].
pub fn read_named(name: &str, text: &str) -> Result<(PuzzleFile, Vec<Fault>), Vec<Fault>> {
    let path = Path::new(name);
    let ending = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or(name);
    let file = match ending.to_ascii_lowercase().as_str() {
        "psvn" => PuzzleFile::from_psvn(stem, text)?,
        "json" => PuzzleFile::from_kpuzzle(text)?,
        _ => {
            let (file, warnings) = read(text)?;
            return Ok((PuzzleFile(Kind::Drawn(file)), warnings));
        }
    };
    Ok((file, Vec::new()))
}

impl PuzzleFile {
    /// The PSVN file `text`, for which the format has no name.
    ///
    /// Its boards are vectors of labels, one after another; it has no start of
    /// its own. Rules of one label that exclude each other are one move.
    ///
    /// # Errors
    /// All that is wrong in the text, has no meaning here (costs other than 1) or
    /// is too large.
    pub fn from_psvn(name: &str, text: &str) -> Result<Self, Vec<Fault>> {
        let (ground, vectors) = psvn::read(name, text)?;
        let labels = vectors.labels();
        let layout = BoardLayout::listed(&[labels.len()], labels);
        let boards = Boards::Psvn(Arc::new(vectors));
        Ok(Self::listed(ground, layout, boards))
    }

    /// The KPuzzle JSON `text`, as cubing.js and twsearch write twisty puzzles.
    ///
    /// The goal is its default pattern. Its boards are algorithms (`R U2 F'`, one a line),
    /// made from the default pattern, or a pattern in JSON; it has no start of its own.
    ///
    /// # Errors
    /// All that is wrong in the text or too large.
    pub fn from_kpuzzle(text: &str) -> Result<Self, Vec<Fault>> {
        let (ground, puzzle) = kpuzzle::read(text)?;
        let labels = |position: &Position| ground.domains[position.domain].labels.clone();
        let labels = ground.positions.iter().map(labels).collect();
        let layout = BoardLayout::listed(&puzzle.rows(), labels);
        let boards = Boards::KPuzzle(Arc::new(puzzle));
        Ok(Self::listed(ground, layout, boards))
    }

    fn listed(ground: Ground, layout: BoardLayout, boards: Boards) -> Self {
        Self(Kind::Listed {
            ground: Arc::new(ground),
            layout: Arc::new(layout),
            boards,
        })
    }

    /// The puzzle's name.
    pub fn name(&self) -> &str {
        &self.ground().name
    }

    /// Whether it has pieces, which cover several cells: not every way to lay
    /// labels on cells is then a board.
    pub fn has_pieces(&self) -> bool {
        match &self.0 {
            Kind::Drawn(file) => file.has_pieces(),
            Kind::Listed { .. } => false,
        }
    }

    /// The ground rules on the file's own board.
    pub fn ground(&self) -> &Arc<Ground> {
        match &self.0 {
            Kind::Drawn(file) => file.ground(),
            Kind::Listed { ground, .. } => ground,
        }
    }

    /// How states are drawn on the file's own board.
    pub fn layout(&self) -> &Arc<BoardLayout> {
        match &self.0 {
            Kind::Drawn(file) => file.layout(),
            Kind::Listed { layout, .. } => layout,
        }
    }

    /// The file's own start, if it has one.
    pub fn start(&self) -> Option<Instance> {
        match &self.0 {
            Kind::Drawn(file) => file.start(),
            Kind::Listed { .. } => None,
        }
    }

    /// What the file expects, in the order of its lines.
    pub fn expects(&self) -> &[Expect] {
        match &self.0 {
            Kind::Drawn(file) => file.expects(),
            Kind::Listed { .. } => &[],
        }
    }

    /// Every board of `text` with its place, from its first symbol to its last: drawings as
    /// [`DrawnFile::boards`] reads them, or what the file's format has for a board.
    ///
    /// # Errors
    /// All that is wrong in the text, or of drawings with the first that is no board or cannot
    /// be played.
    pub fn boards(&self, text: &str) -> Result<Vec<(Instance, Range<usize>)>, Faults> {
        match &self.0 {
            Kind::Drawn(file) => file.boards(text),
            Kind::Listed {
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

    /// As [`boards`](Self::boards), but none is grounded: each takes the memory of its lines,
    /// or of its state.
    ///
    /// # Errors
    /// All that is wrong in the text, or of drawings with the first that is no board.
    pub(super) fn unplayed(&self, text: &str) -> Result<Vec<(Unplayed, Range<usize>)>, Faults> {
        Ok(match &self.0 {
            Kind::Drawn(file) => {
                let boards = file.unplayed(text)?.into_iter();
                let board = |(board, span)| (Unplayed::Drawn(board), span);
                boards.map(board).collect()
            }
            Kind::Listed { layout, boards, .. } => {
                let states = boards.states(text, layout)?.into_iter();
                let board = |(state, span)| (Unplayed::Listed(state), span);
                states.map(board).collect()
            }
        })
    }

    /// The puzzle on a board of this file.
    ///
    /// # Errors
    /// As [`DrawnFile::play`], or it is a board of another file.
    pub(super) fn play(&self, board: &Unplayed) -> Result<Instance, Faults> {
        match (&self.0, board) {
            (Kind::Drawn(file), Unplayed::Drawn(board)) => file.play(board),
            (Kind::Listed { ground, layout, .. }, Unplayed::Listed(state)) => {
                Ok(listed(ground, layout, state.clone()))
            }
            _ => {
                let message = "the puzzle cannot be played on this board";
                Err(Fault::new(0..0, message, "it is a board of another file").into())
            }
        }
    }
}

/// A board of a text, read and found without faults, but not yet grounded.
pub(super) enum Unplayed {
    /// Its lines.
    Drawn(fewest_lang::UngroundedBoard),
    /// Its state.
    Listed(Vec<Label>),
}

/// A state and the bytes of the text that lists it.
type ListedState = (Vec<Label>, Range<usize>);

impl Boards {
    /// The states that `text` lists with their places.
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
