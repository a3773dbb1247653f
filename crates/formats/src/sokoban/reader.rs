//! Collects the rows of levels and the lines around them.

use std::ops::Range;

use fewest_ground::limits::MOST_CELLS;
use fewest_rules::{Fault, Faults, MOST_FAULTS};

use super::MOST_CELLS_OF_ALL;
use super::notes::Notes;
use super::rows::{Misfit, RowCell, decode, is_followed, spaced, stranger};
use crate::level::Level;

#[derive(Default)]
pub(super) struct LevelReader<'t> {
    pub(super) levels: Vec<Level>,
    notes: Notes<'t>,
    /// The number of cells of all levels so far.
    cells: usize,
    /// The level to which the last line belongs, if that line is a row.
    open: Option<OpenLevel>,
    /// Whether there is no room for another level.
    is_full: bool,
    faults: Vec<Fault>,
    strangers: Vec<Stranger>,
}

/// A character that no row may have, its first place in a level, and the number of rows with it.
struct Stranger {
    letter: char,
    span: Range<usize>,
    rows: usize,
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
    /// Whether no more lines need to be read, because of faults or of too many levels.
    pub(super) fn is_done(&self) -> bool {
        self.is_full || self.faults.len() >= MOST_FAULTS
    }

    /// The levels, with the titles and authors that stand around them.
    pub(super) fn finish(mut self) -> Result<Vec<Level>, Faults> {
        self.close();
        let strangers = self.strangers.iter().map(|stranger| {
            let letter = stranger.letter.escape_debug();
            let message = match stranger.rows {
                1 => format!("unknown character '{letter}' in a level"),
                rows => format!("unknown character '{letter}' in {rows} rows of levels"),
            };
            let label = "expected # @ + $ * . - or a blank";
            Fault::new(stranger.span.clone(), message, label)
        });
        let mut faults: Vec<Fault> = strangers.chain(self.faults).collect();
        faults.truncate(MOST_FAULTS);
        Faults::unless_empty(faults, ())?;
        self.notes.name(&mut self.levels);
        Ok(self.levels)
    }

    /// Reads a line that begins at byte `at` and has no blanks at its end.
    pub(super) fn line(&mut self, at: usize, line: &'t str) {
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
                if !begins && let Some((letter, span)) = stranger(at, line) {
                    self.count(letter, span);
                    return;
                }
                self.close();
                self.notes.line(line);
            }
        }
    }

    /// Counts a row with a character that no row may have.
    fn count(&mut self, letter: char, span: Range<usize>) {
        let mut seen = self.strangers.iter_mut();
        if let Some(stranger) = seen.find(|stranger| stranger.letter == letter) {
            stranger.rows += 1;
        } else if self.strangers.len() < MOST_FAULTS {
            let rows = 1;
            self.strangers.push(Stranger { letter, span, rows });
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
    pub(super) fn close(&mut self) {
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
