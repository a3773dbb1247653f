//! Reads boards from text.
//!
//! Each line is a row. The cells of a row are either all adjacent or all separated by blanks. Blank
//! lines separate boards. A board of a single line with four groups of four symbols, or with
//! sixteen adjacent symbols, is a 4×4 board of two colours, because contest programs receive boards
//! in that form.

use std::ops::Range;

use fewest_rules::{Fault, Faults};

use super::board::{ColourBoard, MOST_CELLS, MOST_COLOURS, colour_symbol};
use crate::grid::{counted, miscounted, mixed, ragged};

fn is_blank(symbol: char) -> bool {
    matches!(symbol, ' ' | '\t' | '\r' | '\n')
}

/// The largest number of faults reported for one board; more faults would bury the first one.
const MOST_FAULTS: usize = 20;

/// Reads every board of `text`, with its span from the first symbol to the last.
///
/// Without `colours` the symbols are `w` and `b`. With `colours` the symbols are the digits
/// followed by the letters, as many as there are colours, and for two colours also `w` and `b`.
/// Symbols may be in upper or lower case.
///
/// Takes time linear in the text.
///
/// # Errors
/// Returns the faults of the first invalid board, at most 20 of them.
pub fn read(text: &str, colours: Option<u8>) -> Result<Vec<(ColourBoard, Range<usize>)>, Faults> {
    let alphabet = ColourSymbols::new(colours)?;
    let mut boards = Vec::new();
    let mut rows = RowReader::new(&alphabet);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.chars().all(is_blank) {
            boards.extend(std::mem::replace(&mut rows, RowReader::new(&alphabet)).finish()?);
        } else {
            rows.add(line, at);
            if rows.faults.len() >= MOST_FAULTS || rows.cells.len() > MOST_CELLS {
                break;
            }
        }
        at += line.len();
    }
    boards.extend(rows.finish()?);
    Ok(boards)
}

/// The symbols that a text of boards may have.
struct ColourSymbols {
    colours: u8,
    /// Whether digits and letters stand for colours, and not only `w` and `b`.
    digits: bool,
    /// The list of symbols for messages, such as "expected w or b".
    expected: String,
    help: String,
}

impl ColourSymbols {
    fn new(colours: Option<u8>) -> Result<Self, Fault> {
        let k = colours.unwrap_or(2);
        if !(2..=MOST_COLOURS).contains(&k) {
            let expected = format!("2 to {MOST_COLOURS} colours have symbols");
            return Err(Fault::new(0..0, format!("{k} colours"), expected));
        }
        let last = colour_symbol(k - 1, k);
        let (expected, help) = match (colours, k) {
            (None, _) => (
                "expected w or b".into(),
                "the flip game has two symbols: w (white) and b (black)".into(),
            ),
            (_, 2) => (
                "expected w or b, or 0 or 1".into(),
                "two colours have the symbols w (white) and b (black), or 0 and 1".into(),
            ),
            _ => (
                match k {
                    3..=10 => format!("expected 0 to {last}"),
                    11 => "expected 0 to 9 or a".into(),
                    _ => format!("expected 0 to 9 or a to {last}"),
                },
                format!("{k} colours have the symbols 0 to {last}"),
            ),
        };
        Ok(Self {
            colours: k,
            digits: colours.is_some(),
            expected,
            help,
        })
    }

    /// The colour for which `symbol` stands.
    fn colour(&self, symbol: char) -> Option<u8> {
        match symbol.to_ascii_lowercase() {
            'w' if self.colours == 2 => Some(0),
            'b' if self.colours == 2 => Some(1),
            symbol if self.digits => {
                let colour = symbol.to_digit(MOST_COLOURS.into())?;
                (colour < u32::from(self.colours)).then_some(colour as u8)
            }
            _ => None,
        }
    }
}

/// A board while it is being read.
struct RowReader<'a> {
    alphabet: &'a ColourSymbols,
    cells: Vec<u8>,
    rows: usize,
    /// The number of cells in the first row.
    width: usize,
    /// Whether the first row is one run of symbols, or four runs of four.
    may_be_flat: bool,
    /// The span of the most recent row that is as wide as the first row.
    sound: Range<usize>,
    span: Range<usize>,
    faults: Vec<Fault>,
}

impl<'a> RowReader<'a> {
    fn new(alphabet: &'a ColourSymbols) -> Self {
        Self {
            alphabet,
            cells: Vec::new(),
            rows: 0,
            width: 0,
            may_be_flat: false,
            sound: 0..0,
            span: 0..0,
            faults: Vec::new(),
        }
    }

    /// Adds a non-blank line that starts at byte `at` of the text.
    fn add(&mut self, line: &str, at: usize) {
        let before = self.cells.len();
        let mut span: Option<Range<usize>> = None;
        // The position of the first cell beyond the expected width, and that of the first cell
        // without a blank before it.
        let (mut surplus, mut joined) = (None, None);
        let (mut runs, mut are_of_four, mut run) = (0, true, 0);
        for (start, symbol) in line.char_indices() {
            if is_blank(symbol) {
                are_of_four &= run == 0 || run == 4;
                run = 0;
                continue;
            }
            let place = at + start..at + start + symbol.len_utf8();
            let colour = self.alphabet.colour(symbol);
            if colour.is_none() {
                self.unknown(symbol, place.clone());
            }
            if run == 0 {
                runs += 1;
            } else {
                joined.get_or_insert(place.start);
            }
            run += 1;
            if self.cells.len() - before == self.width {
                surplus = Some(place.start);
            }
            span.get_or_insert(place.clone()).end = place.end;
            self.cells.push(colour.unwrap_or_default());
        }
        let width = self.cells.len() - before;
        let span = span.unwrap_or(at..at);
        let four_runs = runs == 4 && are_of_four && width == 16 && self.alphabet.colours == 2;
        self.rows += 1;
        if self.rows == 1 {
            (self.width, self.span.start, self.sound) = (width, span.start, span.clone());
            self.may_be_flat = runs == 1 || four_runs;
        }
        self.span.end = span.end;
        if let Some(place) = joined
            && runs > 1
            && !(self.rows == 1 && four_runs)
        {
            self.fault(mixed(self.rows, place));
        }
        if width == self.width {
            self.sound = span;
            return;
        }
        let (place, label) = miscounted(width, self.width, surplus, span.end);
        let message = ragged(self.rows, width, self.width);
        let above = (self.sound.clone(), counted(self.width));
        self.fault(Fault::new(place, message, label).with_context(above.0, above.1));
    }

    fn fault(&mut self, fault: Fault) {
        if self.faults.len() < MOST_FAULTS {
            self.faults.push(fault);
        }
    }

    fn unknown(&mut self, symbol: char, place: Range<usize>) {
        // A line may contain millions of unknown symbols, so messages that are not reported are not
        // formatted.
        if self.faults.len() < MOST_FAULTS {
            let message = format!("unknown cell symbol '{}'", symbol.escape_debug());
            let fault = Fault::new(place, message, self.alphabet.expected.clone());
            self.fault(fault.with_help(self.alphabet.help.clone()));
        }
    }

    /// Returns the board and its span, or `None` if there were no rows.
    fn finish(mut self) -> Result<Option<(ColourBoard, Range<usize>)>, Faults> {
        if self.rows == 0 {
            return Ok(None);
        }
        if self.cells.len() > MOST_CELLS {
            let fault = Fault::new(
                self.sound.clone(),
                format!("a board of more than {MOST_CELLS} cells"),
                "the board is too large here",
            );
            self.faults.push(fault);
        }
        let flat =
            self.rows == 1 && self.alphabet.colours == 2 && self.width == 16 && self.may_be_flat;
        let (rows, columns) = if flat {
            (4, 4)
        } else {
            (self.rows, self.width)
        };
        Faults::unless_empty(self.faults, ())?;
        match ColourBoard::new(rows, columns, self.alphabet.colours, self.cells) {
            Ok(board) => Ok(Some((board, self.span))),
            Err(why) => Err(Fault::new(self.span, why, "not a board").into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(text: &str, colours: Option<u8>) -> Vec<(String, Range<usize>)> {
        let boards = read(text, colours).unwrap();
        boards
            .into_iter()
            .map(|(b, span)| (b.draw(), span))
            .collect()
    }

    fn faults(text: &str, colours: Option<u8>) -> Vec<Fault> {
        read(text, colours).unwrap_err().as_slice().to_vec()
    }

    #[test]
    fn rows_are_lines_and_blank_lines_part_boards() {
        assert_eq!(drawn("", None), []);
        assert_eq!(drawn(" \r\n\n\t\n", None), []);
        assert_eq!(drawn("wB\nb W  \n", None), [("w b\nb w".into(), 0..6)]);
        assert_eq!(
            drawn("\n w b\r\n\r\n\r\nwbw\r\nbbb", None),
            [("w b".into(), 2..5), ("w b w\nb b b".into(), 11..19)]
        );
        assert_eq!(drawn("0 1\n2 0", Some(3)), [("0 1\n2 0".into(), 0..7)]);
        assert_eq!(drawn("09azZA", Some(36)), [("0 9 a z z a".into(), 0..6)]);
        assert_eq!(drawn("01\nwb", Some(2)), [("w b\nw b".into(), 0..5)]);
    }

    #[test]
    fn sixteen_on_a_line_are_four_by_four() {
        let board = "b w w b\nb b w b\nb w w b\nb w w w";
        for text in [
            "bwwbbbwbbwwbbwww",
            "bwwb bbwb bwwb bwww \n",
            "bwwb\nbbwb\nbwwb\nbwww\n",
        ] {
            assert_eq!(drawn(text, None)[0].0, board, "{text}");
        }
        let row = "b w w b b b w b b w w b b w w w";
        assert_eq!(drawn(row, None)[0].0, row);
        assert_eq!(read("0120120120120120", Some(3)).unwrap()[0].0.rows(), 1);
        assert_eq!(
            read("wbwbwbwbwbwbwbwb\nwbwbwbwbwbwbwbwb", None).unwrap()[0]
                .0
                .rows(),
            2
        );
    }

    #[test]
    fn an_unknown_symbol_is_named_and_marked() {
        let found = faults("b w w b\nb b x b\n\0 w é b\n\nzzz", None);
        assert_eq!(found.len(), 3);
        assert_eq!(found[0].message, "unknown cell symbol 'x'");
        assert_eq!(found[0].span, 12..13);
        assert_eq!(found[0].label, "expected w or b");
        assert_eq!(
            found[0].help.as_deref(),
            Some("the flip game has two symbols: w (white) and b (black)")
        );
        assert_eq!(found[1].message, "unknown cell symbol '\\0'");
        assert_eq!(found[2].message, "unknown cell symbol 'é'");
        assert_eq!(found[2].span, 20..22);
        assert_eq!(faults("3", Some(3))[0].label, "expected 0 to 2");
        assert_eq!(faults("c", Some(12))[0].label, "expected 0 to 9 or a to b");
        assert_eq!(faults("0", None)[0].label, "expected w or b");
        assert_eq!(faults(&"x".repeat(1000), None).len(), MOST_FAULTS);
        assert_eq!(faults("0", Some(37))[0].message, "37 colours");
    }

    #[test]
    fn ragged_rows_show_the_row_above() {
        let found = faults("b w w b\nb b w b\nb w w b\nb w w \n", None);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "row 4 has 3 cells, the rows above have 4");
        assert_eq!(found[0].span, 29..29);
        assert_eq!(found[0].label, "a cell is missing here");
        assert_eq!(found[0].context, [(16..23, "4 cells".into())]);

        let found = faults("b\nbww\nbw", None);
        assert_eq!(found[0].message, "row 2 has 3 cells, the row above has 1");
        assert_eq!(found[0].span, 3..5);
        assert_eq!(found[0].label, "2 cells too many");
        assert_eq!(found[1].message, "row 3 has 2 cells, the rows above have 1");
        assert_eq!(found[1].label, "a cell too many");
        assert_eq!(found[1].context, [(0..1, "1 cell".into())]);
    }

    #[test]
    fn a_row_is_not_half_run_together() {
        let found = faults("bw b\n", None);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].span, 1..1);
        assert_eq!(faults("bwwb bbwb bwwb bww", None).len(), 1);
        assert_eq!(faults("wwww wwww wwww wwww wwww", None).len(), 1);
    }
}
