//! Sokoban: collections of levels (`.xsb`, `.sok`, `.txt`), and solutions in LURD notation.
//!
//! ```text
//! Author: Ada
//!
//! Cellar                      the last line before a level is its title
//!
//! #####                       # wall      @ or p player    + or P player on a goal
//! #@$.#                       $ or b box  * or B box on a goal  . or o goal
//! #####                       blank, - or _ floor
//! Title: The cellar           so is a line like this after it
//!
//! 5#|#@$.#|5#                 the same with run lengths
//! ```
//!
//! A level begins with a row that has a wall, and ends before the first line that is not a row.
//! Rows may be of different lengths, and groups such as `3(#-)` may be repeated. All other lines
//! are comments, except `Title:` and `Author:`. A title or an author belongs to the level above it.
//! But if the text has a title before its first level and none after its last level, titles and
//! authors belong to the level below them. Lines between `Comment:` and `Comment-End:` are skipped.
//!
//! Levels with a blank between any two symbols, as the solver prints them, are read as well.

mod lurd;
mod notes;
mod rows;

use std::ops::Range;

use fewest_ground::limits::MOST_CELLS;
use fewest_rules::{Fault, Faults, MOST_FAULTS};

use crate::level::Level;
use notes::{Comments, Notes};
use rows::{Misfit, RowCell, decode, is_followed, spaced, stranger};

pub use lurd::{MOST_STEPS, PlayerStep, is_lurd, read_lurd};
pub use rows::is_ambiguous;

/// The greatest number of cells of all levels of a text together.
pub const MOST_CELLS_OF_ALL: usize = 1 << 26;

/// Reads every level of `text`, in order. The list is empty if no line is a row of a level.
///
/// Takes time and memory linear in the text and in the cells of the levels, both of which are limited.
///
/// ```
/// use fewest_formats::sokoban;
///
/// let levels = sokoban::read("; Cellar\n\n 4#\n##@.#\n#  $#\n#####\nAuthor: Ada\n")?;
/// assert_eq!(levels[0].drawing, "_####\n##@.#\n#__$#\n#####");
/// assert_eq!(levels[0].title.as_deref(), Some("Cellar"));
/// assert_eq!(levels[0].author.as_deref(), Some("Ada"));
/// # Ok::<(), fewest_rules::Faults>(())
/// ```
///
/// # Errors
/// Returns at most twenty faults: levels without a player or with several players, unknown
/// characters in a level, and levels that are too large.
pub fn read(text: &str) -> Result<Vec<Level>, Faults> {
    let mut reader = LevelReader {
        levels: Vec::new(),
        notes: Notes::default(),
        cells: 0,
        open: None,
        is_full: false,
        faults: Vec::new(),
    };
    let mut comments = Comments::of(text);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let whole = line.trim_end();
        if comments.hold(at, whole) {
            reader.close();
        } else {
            reader.line(at, whole);
        }
        at += line.len();
        if reader.is_full || reader.faults.len() >= MOST_FAULTS {
            break;
        }
    }
    reader.close();
    reader.faults.truncate(MOST_FAULTS);
    Faults::unless_empty(reader.faults, ())?;
    reader.notes.name(&mut reader.levels);
    Ok(reader.levels)
}

struct LevelReader<'t> {
    levels: Vec<Level>,
    notes: Notes<'t>,
    /// The number of cells of all levels so far.
    cells: usize,
    /// The level to which the last line belongs, if that line is a row.
    open: Option<OpenLevel>,
    /// Whether there is no room for another level.
    is_full: bool,
    faults: Vec<Fault>,
}

/// A level to which further rows may be added.
struct OpenLevel {
    rows: Vec<Vec<RowCell>>,
    /// The rows if exactly one blank stands between any two symbols of each row; otherwise `None`.
    spaced: Option<Vec<Vec<RowCell>>>,
    cells: usize,
    span: Range<usize>,
}

impl<'t> LevelReader<'t> {
    /// Reads a line that begins at byte `at` and has no blanks at its end.
    fn line(&mut self, at: usize, line: &'t str) {
        let begins = self.open.is_none();
        let may_be_row = match begins {
            true => line.contains('#'),
            false => is_followed(line),
        };
        let used = self.open.as_ref().map_or(0, |open| open.cells);
        let rows = match may_be_row {
            true => decode(line, at, MOST_CELLS.saturating_sub(used)),
            false => Err(Misfit::NoRow),
        };
        match rows {
            Ok(rows) => self.row(at, line, rows),
            Err(Misfit::TooLarge) => {
                let message = format!("a level of more than {MOST_CELLS} cells");
                let span = at..at + line.len();
                let fault = Fault::new(span, message, "the level is too large here");
                self.faults.push(fault);
                self.open = None;
            }
            Err(Misfit::NoRow) => {
                if !begins && let Some(fault) = stranger(at, line) {
                    self.faults.push(fault);
                    return;
                }
                self.close();
                self.notes.line(line);
            }
        }
    }

    fn row(&mut self, at: usize, line: &str, rows: Vec<Vec<RowCell>>) {
        let start = at + line.len() - line.trim_start().len();
        let open = self.open.get_or_insert_with(|| OpenLevel {
            rows: Vec::new(),
            spaced: Some(Vec::new()),
            cells: 0,
            span: start..start,
        });
        open.span.end = at + line.len();
        // A row without cells counts as one cell.
        open.cells += rows.iter().map(|row| row.len().max(1)).sum::<usize>();
        open.rows.extend(rows);
        open.spaced = open.spaced.take().and_then(|mut all| {
            all.push(spaced(line, at)?);
            Some(all)
        });
    }

    /// Ends the current level, if there is one.
    fn close(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        let spaced = open.spaced;
        let spaced = spaced.filter(|rows| rows.iter().any(|row| row.len() > 1));
        let mut rows = spaced.unwrap_or(open.rows);
        while rows.last().is_some_and(Vec::is_empty) {
            rows.pop();
        }
        let kinds = || rows.iter().flatten().map(|cell| cell.kind);
        if kinds().all(|kind| matches!(kind, '#' | '_')) {
            // A drawing that consists only of walls is a decoration of the text and not a level.
            return;
        }
        let mut players = rows.iter().flatten();
        let mut players = players
            .by_ref()
            .filter(|cell| matches!(cell.kind, '@' | '+'));
        match (players.next(), players.next()) {
            (None, _) => {
                let fault = Fault::new(
                    open.span,
                    "a level without a player",
                    "expected an @ or a +",
                );
                self.faults.push(fault);
                return;
            }
            (Some(first), Some(second)) => {
                let place = |cell: &RowCell| cell.at..cell.at + 1;
                let fault = Fault::new(place(second), "a second player", "a level has one player");
                let fault = match first.at == second.at {
                    true => fault,
                    false => fault.with_context(place(first), "the first"),
                };
                self.faults.push(fault);
                return;
            }
            (Some(_), None) => {}
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let cells = width * rows.len();
        if cells > MOST_CELLS {
            let message = format!("a level of more than {MOST_CELLS} cells");
            let label = format!("{} rows of {width} cells", rows.len());
            self.faults.push(Fault::new(open.span, message, label));
            return;
        }
        self.cells += cells;
        if self.cells > MOST_CELLS_OF_ALL {
            let message = format!("levels of more than {MOST_CELLS_OF_ALL} cells");
            let fault = Fault::new(open.span, message, "split the file before this level");
            self.faults.push(fault);
            self.is_full = true;
            return;
        }
        let drawn = rows.iter().map(|row| {
            let row = row.iter().map(|cell| cell.kind);
            row.chain(std::iter::repeat('_')).take(width).collect()
        });
        self.notes.level();
        self.levels.push(Level {
            drawing: drawn.collect::<Vec<String>>().join("\n"),
            title: None,
            author: None,
            span: open.span,
        });
    }
}
