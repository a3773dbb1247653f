//! Puzzles from files: families that are created at run time.
//!
//! ```
//! use fewest::drawn::Drawn;
//! use fewest::{Limits, PuzzleOptions};
//! use fewest::Family;
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
//! let answer = boards[0].0.solve()?;
//! assert_eq!(answer.outcome.moves().map(<[String]>::len), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arranged;
mod board;
mod breadth_search;
mod compile_cache;
mod costs;
mod depth_first;
mod distances;
mod drives;
mod effort;
mod endless;
mod explain;
mod file;
mod forecast;
mod goal_board;
mod levels;
mod lurd;
mod method;
mod move_names;
mod new_levels;
mod no_goal;
mod piece_tables;
mod portfolio;
mod ranks;
mod reached;
mod reached_boards;
#[cfg(feature = "disk")]
mod reached_on_disk;
mod region_turns;
mod scenes;
mod solutions;
mod solver;
mod solving;
mod space;
mod stages;
mod table_source;
mod turns;
mod walks;

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use fewest_ground::analysis::HeuristicName;
use fewest_lang::{BoardLayout, Instance};
use fewest_rules::{Fault, Faults, Outcome};

use crate::api::{Answer, OptionName, PuzzleInfo, PuzzleOptions, ReadError};
use crate::board::{Board, BoardOrigin, Family, PlacedBoard};
use crate::space::{Space, SpaceError};
use board::{DrawnBoard, SharedParts};
use compile_cache::CompileCache;
use levels::{BoardSource, ReadBoard};
use table_source::TableSource;

use crate::Expected;
#[doc(hidden)]
pub use effort::Effort;
pub use file::{PuzzleFile, read_named};

/// A puzzle that was read from a file.
pub struct Drawn {
    file: Arc<PuzzleFile>,
    /// The name and the text of the file.
    source: Arc<str>,
    /// The puzzle of the same file in the quarter-turn metric. It is computed on the first request.
    in_quarter_turns: OnceLock<Option<Arc<PuzzleFile>>>,
    /// The compiled puzzles of the file's boards.
    cache: Arc<CompileCache>,
    effort: Effort,
    /// The size of the file's own board.
    sizes: String,
    /// How boards are written.
    notation: String,
    moves: String,
    example: String,
}

/// The outcome that a puzzle file expects for a board.
#[derive(Debug, Clone)]
pub struct Expectation {
    /// The board for which the file expects an outcome.
    pub board: Board,
    /// The outcome that the file expects.
    pub expected: Expected,
    /// The byte range of the expectation in the file's text.
    pub span: Range<usize>,
}

impl Expectation {
    /// Whether the board has the expected outcome, given the answer for it. `None` if a limit stopped
    /// the search before this was known.
    pub fn is_met(&self, answer: &Answer) -> Option<bool> {
        let criteria = answer.criteria();
        match (self.expected, &answer.outcome) {
            (
                Expected::Moves(wanted) | Expected::Both(wanted, _),
                Outcome::Stopped { lower_bound, .. },
            ) if wanted < u64::from(*lower_bound) => Some(false),
            (_, Outcome::Stopped { .. }) => None,
            (Expected::Moves(wanted), _) => {
                Some(criteria.is_some_and(|(first, _)| first == wanted))
            }
            (Expected::Both(first, second), _) => Some(criteria == Some((first, second))),
            (Expected::Unsolvable, outcome) => Some(matches!(outcome, Outcome::Unsolvable(_))),
        }
    }
}

impl Drawn {
    /// Reads a puzzle file. The end of its name determines the format. Returns the puzzle and its
    /// warnings.
    ///
    /// # Errors
    /// All errors in the text.
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
            notation: notation(layout),
            sizes: match (layout.rows(), layout.columns()) {
                (0, 0) => "any".to_owned(),
                (rows, columns) => format!("{rows}x{columns}"),
            },
            moves,
            example: start
                .as_ref()
                .map_or(String::new(), |board| board.layout.draw(&board.start)),
            source: format!("file {name}\n{text}").into(),
            cache: Arc::default(),
            effort: Effort::default(),
            file: Arc::new(file),
            in_quarter_turns: OnceLock::new(),
        };
        Ok((drawn, warnings))
    }

    /// Returns the puzzle with boards whose default method tries this much before it goes on to the
    /// next search.
    #[doc(hidden)]
    #[must_use]
    pub fn with_effort(mut self, effort: Effort) -> Self {
        self.effort = effort;
        self
    }

    /// The expectations in the file, in the order of its lines.
    pub fn expectations(&self) -> Vec<Expectation> {
        let (expects, options) = (self.file.expects().iter(), PuzzleOptions::default());
        let expectation = |expect: &fewest_lang::Expect| Expectation {
            board: self.board(
                expect.board.clone(),
                self.shared(&self.file, None, &options),
            ),
            expected: expect.outcome,
            span: expect.span.clone(),
        };
        expects.map(expectation).collect()
    }

    /// Returns the file with the metric and the goal that the options name.
    ///
    /// # Errors
    /// The puzzle does not accept this metric or this goal.
    fn file_with(&self, options: &PuzzleOptions) -> Result<Arc<PuzzleFile>, ReadError> {
        let name = self.file.name();
        options.reject(name, self.accepts(), &OptionName::OF_BOARDS)?;
        let quarter = || {
            let file = self.in_quarter_turns.get_or_init(|| {
                let file = self.file.in_quarter_turns();
                file.map(Arc::new)
            });
            file.clone()
        };
        let file = match options.metric.as_deref() {
            None | Some("half") => Some(Arc::clone(&self.file)),
            Some("quarter") => quarter(),
            Some(_) => None,
        };
        let file = file.ok_or_else(|| {
            ReadError::Option(format!(
                "{name} has no metric '{}', expected half, quarter",
                options.metric.as_deref().unwrap_or_default().escape_debug()
            ))
        })?;
        let Some(goal) = &options.goal else {
            return Ok(file);
        };
        let with_goal = file.with_goal(goal).map_err(|faults| {
            let first = faults.as_slice().first();
            let why = first.map_or(String::new(), |fault| {
                format!("{}, {}", fault.message, fault.label)
            });
            ReadError::Option(format!("the goal cannot be read: {why}"))
        })?;
        Ok(with_goal.map_or(file, Arc::new))
    }

    fn accepts(&self) -> &'static [OptionName] {
        match self.file.is_kpuzzle() {
            true => ACCEPTS_TURNS,
            false => ACCEPTS,
        }
    }

    /// The heuristic that the options name, if any.
    fn heuristic(&self, options: &PuzzleOptions) -> Result<Option<HeuristicName>, ReadError> {
        let Some(name) = &options.heuristic else {
            return Ok(None);
        };
        let unknown = || {
            ReadError::Option(format!(
                "{} has no heuristic '{}', expected {}",
                self.file.name(),
                name.escape_debug(),
                HeuristicName::ALL.map(HeuristicName::name).join(", ")
            ))
        };
        Ok(Some(HeuristicName::named(name).ok_or_else(unknown)?))
    }

    /// What the boards of a text share, if they are read with these options.
    ///
    /// # Errors
    /// An option does not fit the puzzle.
    fn shared_by(&self, options: &PuzzleOptions) -> Result<SharedParts, ReadError> {
        let (file, heuristic) = (self.file_with(options)?, self.heuristic(options)?);
        Ok(self.shared(&file, heuristic, options))
    }

    fn shared(
        &self,
        file: &Arc<PuzzleFile>,
        heuristic: Option<HeuristicName>,
        options: &PuzzleOptions,
    ) -> SharedParts {
        SharedParts {
            file: Arc::clone(file),
            cache: Arc::clone(&self.cache),
            tables: Arc::new(TableSource::new(options)),
            heuristic,
            effort: self.effort,
        }
    }

    /// Wraps a board of the file itself.
    fn board(&self, board: Instance, shared: SharedParts) -> Board {
        let text: Arc<str> = board.layout.draw(&board.start).into();
        let origin = BoardOrigin::new(&self.source, &text, 0..text.len());
        let board = DrawnBoard::new(BoardSource::Grounded(board), None, shared);
        Board::new(Box::new(board), origin)
    }
}

/// Says how boards are drawn: with which symbols, as far as they fit on a line.
fn notation(layout: &BoardLayout) -> String {
    const MOST_SYMBOLS: usize = 16;
    if layout.is_listed() {
        return "as in the file; blank lines between boards".to_owned();
    }
    let mut words: Vec<_> = layout.drawn_words().collect();
    words.sort_by_key(|&(word, label, region)| (region, label, word));
    let symbols: Vec<&str> = words.iter().map(|&(word, ..)| word).collect();
    let dots = if symbols.len() > MOST_SYMBOLS {
        " …"
    } else {
        ""
    };
    let shown = symbols[..symbols.len().min(MOST_SYMBOLS)].join(" ");
    format!("rows of {shown}{dots}, as in the file; blank lines between boards")
}

/// The options that puzzles from files accept.
const ACCEPTS: &[OptionName] = &[OptionName::Heuristic];
/// The options that a puzzle in the KPuzzle format accepts.
const ACCEPTS_TURNS: &[OptionName] = &[OptionName::Heuristic, OptionName::Metric, OptionName::Goal];

impl Family for Drawn {
    fn info(&self) -> PuzzleInfo<'_> {
        PuzzleInfo {
            accepts: self.accepts(),
            name: self.file.name(),
            summary: "drawn in a file",
            sizes: &self.sizes,
            notation: &self.notation,
            moves: &self.moves,
            options: match self.file.is_kpuzzle() {
                true => {
                    "--heuristic travel|balance|neighbours|together|matching|patterns  --metric half|quarter  --goal ALGORITHM|FILE"
                }
                false => "--heuristic travel|balance|neighbours|together|matching|patterns",
            },
            example: &self.example,
        }
    }

    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError> {
        let shared = self.shared_by(options)?;
        let boards = shared.file.read_boards(text)?;
        let text: Arc<str> = text.into();
        let board = |ReadBoard { board, span, level }| {
            let origin = BoardOrigin::new(&self.source, &text, span.clone());
            let board = DrawnBoard::new(board, level, shared.clone());
            (Board::new(Box::new(board), origin), span)
        };
        Ok(boards.into_iter().map(board).collect())
    }

    fn own_board(&self, options: &PuzzleOptions) -> Result<Option<Board>, ReadError> {
        let shared = self.shared_by(options)?;
        let start = shared.file.start();
        Ok(start.map(|start| self.board(start, shared)))
    }

    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError> {
        let unfit = |why: String| SpaceError::Unfit(why);
        let name = self.file.name();
        let file = self.file_with(options)?;
        options.reject(name, ACCEPTS, &[OptionName::Pattern])?;
        if let Some(size) = size {
            return Err(unfit(format!(
                "{name} has no sizes such as '{size}': a board says which space is meant"
            )));
        }
        let start = file.start();
        let start = start.ok_or_else(|| {
            unfit(format!(
                "{name} has no start: name the file of a board, which says which space is meant"
            ))
        })?;
        space::of(&file, &start, options)
    }

    fn is_counted_by_board(&self) -> bool {
        true
    }

    fn space_of_board(
        &self,
        text: &str,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, ReadError> {
        let file = self.file_with(options)?;
        let boards = file.read_boards(text)?;
        let Some(ReadBoard { board, span, .. }) = boards.first() else {
            return Err(ReadError::Option("there is no board".to_owned()));
        };
        let board = file
            .grounded(board)
            .map_err(|faults| faults.shifted(span.start))?;
        space::of(&file, &board, options).map_err(|error| ReadError::Option(error.to_string()))
    }
}
