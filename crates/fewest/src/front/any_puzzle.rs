//! The rules of a puzzle that is chosen at run time.

use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use fewest_rules::{Fault, did_you_mean};

use super::StateSpace;
use crate::api::{PuzzleInfo, PuzzleOptions};
use crate::board::{Board, Family};
use crate::drawn::{Drawn, Expectation};
use crate::error::{Error, TextError};
use crate::library;

/// The rules of a puzzle that is chosen at run time: one of the built-in ones, or one from a puzzle
/// file. Clones are cheap.
///
/// ```
/// use fewest::AnyPuzzle;
///
/// let puzzle = AnyPuzzle::parse("switches.fewest", "
/// puzzle switches
/// symbols w b
/// board 1x3
/// move press(cell)
///   cell   +1
///   beside +1
/// goal all w
/// ")?;
/// let answer = puzzle.board("b w b")?.solve()?;
/// assert_eq!(answer.moves().map(<[String]>::len), Some(2));
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Clone)]
pub struct AnyPuzzle {
    kind: Origin,
    options: PuzzleOptions,
}

#[derive(Clone)]
enum Origin {
    BuiltIn(&'static dyn Family),
    File(Arc<(Drawn, Vec<Fault>)>),
}

impl AnyPuzzle {
    /// The puzzle with this name: a built-in puzzle (flip, four-in-a-row, wall-pusher, rotation,
    /// tiles or graph) or a puzzle file of the [`library`].
    ///
    /// # Errors
    /// Neither a built-in puzzle nor a puzzle of the library has this name.
    pub fn named(name: &str) -> Result<Self, Error> {
        if let Some(family) = crate::family(name) {
            return Ok(Self::of(Origin::BuiltIn(family)));
        }
        match library::find(name) {
            Some(entry) => Self::parse(entry.name, entry.text),
            None => Err(Error::UnknownPuzzle {
                name: name.to_owned(),
                meant: meant(name),
            }),
        }
    }

    /// Every built-in puzzle.
    pub fn built_in() -> impl Iterator<Item = Self> {
        let families = crate::families().iter();
        families.map(|&family| Self::of(Origin::BuiltIn(family)))
    }

    /// Reads a puzzle from a file. The end of the file's name determines its format, as in
    /// [`parse`](Self::parse).
    ///
    /// # Errors
    /// The file cannot be read or has faults. The error contains all faults.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let name = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&name, text.trim_start_matches('\u{feff}')),
            Err(error) => Err(Error::Read {
                name,
                error: Arc::new(error),
            }),
        }
    }

    /// Parses the puzzle that `text` describes. The end of `name` determines the format: `.psvn`,
    /// `.json` (KPuzzle), or the puzzle language for any other name.
    ///
    /// # Errors
    /// All faults of the text.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        match Drawn::read(name, text) {
            Ok(read) => Ok(Self::of(Origin::File(Arc::new(read)))),
            Err(faults) => Err(TextError::new(name, text, faults).into()),
        }
    }

    fn of(kind: Origin) -> Self {
        Self {
            kind,
            options: PuzzleOptions::default(),
        }
    }

    /// Returns the puzzle with other options. The options are checked only when a board is read.
    ///
    /// ```
    /// use fewest::{AnyPuzzle, PuzzleOptions};
    ///
    /// let options = PuzzleOptions { goal: Some("white".into()), ..PuzzleOptions::default() };
    /// let board = AnyPuzzle::named("flip")?.with(options).board("b w w b\nb b w b\nb w w b\nb w w w")?;
    /// assert_eq!(board.solve()?.moves().map(<[String]>::len), Some(4));
    /// # Ok::<(), fewest::Error>(())
    /// ```
    #[must_use]
    pub fn with(mut self, options: PuzzleOptions) -> Self {
        self.options = options;
        self
    }

    /// The options of the puzzle.
    pub fn options(&self) -> &PuzzleOptions {
        &self.options
    }

    /// The object-safe interface of the puzzle.
    pub fn family(&self) -> &dyn Family {
        match &self.kind {
            Origin::BuiltIn(family) => *family,
            Origin::File(file) => &file.0,
        }
    }

    /// Whether the puzzle comes from a puzzle file, which may be one of the [`library`].
    pub fn is_from_file(&self) -> bool {
        matches!(self.kind, Origin::File(_))
    }

    /// Whether positions are counted board by board ([`space_of_board`](Self::space_of_board)) rather
    /// than by size.
    pub fn is_counted_by_board(&self) -> bool {
        self.family().is_counted_by_board()
    }

    /// The name of the puzzle.
    pub fn name(&self) -> &str {
        self.info().name
    }

    /// A description of the puzzle and of the notation of its boards.
    pub fn info(&self) -> PuzzleInfo<'_> {
        self.family().info()
    }

    /// Warnings about parts of a puzzle file that are probably not intended. The spans of the
    /// warnings are byte ranges of the file's text.
    pub fn warnings(&self) -> &[Fault] {
        match &self.kind {
            Origin::BuiltIn(_) => &[],
            Origin::File(file) => &file.1,
        }
    }

    /// Reads the only board in `text`.
    ///
    /// # Errors
    /// An option or the text does not fit the puzzle, or the text contains no board or several
    /// boards.
    pub fn board(&self, text: &str) -> Result<Board, Error> {
        let mut boards = self.boards(text)?;
        match (boards.pop(), boards.len()) {
            (Some(board), 0) => Ok(board),
            (last, others) => Err(Error::NotOneBoard(others + usize::from(last.is_some()))),
        }
    }

    /// Reads every board in `text`, in order. The boards share the tables that their searches need.
    ///
    /// # Errors
    /// An option or the text does not fit the puzzle.
    pub fn boards(&self, text: &str) -> Result<Vec<Board>, Error> {
        let boards = self.placed_boards(text)?.into_iter();
        Ok(boards.map(|(board, _)| board).collect())
    }

    /// Does the same as [`boards`](Self::boards), and also returns the byte range of each board in
    /// the text.
    ///
    /// # Errors
    /// Returns the same errors as [`boards`](Self::boards).
    pub fn placed_boards(&self, text: &str) -> Result<Vec<(Board, Range<usize>)>, Error> {
        let boards = self.family().read(text, &self.options);
        boards.map_err(|error| Error::of_text(error, "<board>", text))
    }

    /// The board that the puzzle file contains as its start.
    ///
    /// # Errors
    /// The puzzle has no start, or an option does not fit the puzzle.
    pub fn start(&self) -> Result<Board, Error> {
        let own = self.family().own_board(&self.options);
        let own = own.map_err(|error| Error::of_text(error, "<start>", ""))?;
        own.ok_or_else(|| Error::NoStart(self.name().to_owned()))
    }

    /// The expectations that the puzzle file states, in the order of its lines.
    pub fn expectations(&self) -> Vec<Expectation> {
        let Origin::File(file) = &self.kind else {
            return Vec::new();
        };
        file.0.expectations()
    }

    /// The default state space. For a built-in puzzle it contains the boards of the default size.
    /// For a puzzle file it contains the boards that can be reached from the start.
    ///
    /// # Errors
    /// The puzzle has no such space, or an option does not fit the puzzle.
    pub fn space(&self) -> Result<StateSpace, Error> {
        Ok(self.family().space(None, &self.options)?.into())
    }

    /// The state space of a size, such as `4x4`.
    ///
    /// # Errors
    /// The puzzle has no such size, or an option does not fit the puzzle.
    pub fn space_of_size(&self, size: &str) -> Result<StateSpace, Error> {
        Ok(self.family().space(Some(size), &self.options)?.into())
    }

    /// The state space to which the board in `text` belongs, for puzzles whose boards have parts
    /// that no move changes.
    ///
    /// # Errors
    /// The boards of the puzzle have no parts that no move changes, or an option or the text does
    /// not fit the puzzle.
    pub fn space_of_board(&self, text: &str) -> Result<StateSpace, Error> {
        let space = self.family().space_of_board(text, &self.options);
        let space = space.map_err(|error| Error::of_text(error, "<board>", text))?;
        Ok(space.into())
    }
}

/// A question whether a puzzle with a similar name was meant; otherwise the names of all puzzles.
fn meant(name: &str) -> String {
    let built_in = crate::families().iter().map(|family| family.info().name);
    let library = crate::library::all().iter().map(|entry| entry.name);
    let names: Vec<&str> = built_in.chain(library).collect();
    let listed = || format!("the puzzles are {}", names.join(", "));
    did_you_mean(name, names.iter().copied()).unwrap_or_else(listed)
}

impl fmt::Debug for AnyPuzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyPuzzle")
            .field("name", &self.name())
            .field("options", &self.options)
            .finish()
    }
}
