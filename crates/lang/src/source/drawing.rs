//! Drawings: lines of symbols.
//!
//! Symbols are parted by blanks; where all symbols are single characters the
//! blanks may be left out. A line of two words of which the first is a
//! variable's name says the variable's value.

use std::collections::HashMap;

use fewest_rules::{Fault, nearest, quoted};

use fewest_ground::Label;

use super::lexer::{Span, words};
use super::limits::{MOST_CELLS, MOST_FAULTS};
use super::site::Shape;

/// What a drawing may hold.
#[derive(Debug, Clone, Default)]
pub(crate) struct Alphabet {
    /// The board's labels.
    pub(crate) symbols: Vec<String>,
    pub(crate) variables: Vec<Variable>,
    /// Regions that are drawn with the board.
    pub(crate) marks: Vec<String>,
    /// Named sets of labels.
    pub(crate) sets: Vec<(String, super::checked::Choice)>,
    /// What each word draws.
    pub(crate) glyphs: HashMap<String, Glyph>,
    /// Whether each of these words is one character.
    pub(crate) single: bool,
}

/// A variable beside the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) labels: Vec<String>,
}

/// What is drawn on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Glyph {
    pub(crate) label: Label,
    /// Its place in [`Alphabet::marks`].
    pub(crate) mark: Option<usize>,
}

/// What one word of a drawing says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Says {
    /// A cell with one of these labels, and its mark.
    Cell { labels: u64, mark: Option<usize> },
    /// `.` where it is no symbol.
    Hole,
    /// Nothing known; told already.
    Unknown,
}

/// A word of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Drawn {
    pub(crate) says: Says,
    pub(crate) is_dot: bool,
    pub(crate) span: Span,
}

/// A drawing, word by word.
#[derive(Debug, Clone, Default)]
pub(crate) struct Picture {
    pub(crate) rows: Vec<Vec<Drawn>>,
    /// The variables' values; the first where none is said.
    pub(crate) variables: Vec<Label>,
    /// The variables that the drawing speaks of.
    pub(crate) said: Vec<usize>,
}

impl Alphabet {
    /// The words of a line and where they begin in it. In a goal the name of a set
    /// is one.
    pub(crate) fn words<'a>(&self, line: &'a str, in_goal: bool) -> Vec<(usize, &'a str)> {
        let words = words(line);
        if !self.single {
            return words.take(MOST_CELLS + 1).collect();
        }
        let letters = |(at, word): (usize, &'a str)| {
            let end = move |i: usize, c: char| i + c.len_utf8();
            let whole = in_goal && self.sets.iter().any(|(name, _)| name == word);
            let letters = word.char_indices().filter(move |_| !whole);
            let whole = whole.then_some((at, word));
            whole
                .into_iter()
                .chain(letters.map(move |(i, c)| (at + i, &word[i..end(i, c)])))
        };
        words.flat_map(letters).take(MOST_CELLS + 1).collect()
    }

    /// Whether the line says the value of a variable.
    pub(crate) fn variable<'a>(&self, line: &'a str) -> Option<(usize, &'a str)> {
        let mut words = words(line).map(|(_, word)| word);
        let (name, value) = (words.next()?, words.next()?);
        if words.next().is_some() {
            return None;
        }
        let variable = self.variables.iter().position(|v| v.name == name)?;
        Some((variable, value))
    }

    /// The drawing on these lines, each with its place in the text; `None` if it is
    /// too large. In a goal `?` and the names of sets may stand for several symbols.
    pub(crate) fn picture(
        &self,
        lines: &[(usize, &str)],
        in_goal: bool,
        faults: &mut Vec<Fault>,
    ) -> Option<Picture> {
        let mut picture = Picture {
            variables: vec![0; self.variables.len()],
            ..Picture::default()
        };
        let mut cells = 0;
        for &(at, line) in lines {
            if let Some((variable, value)) = self.variable(line) {
                let labels = &self.variables[variable].labels;
                match labels.iter().position(|label| label == value) {
                    Some(label) => {
                        picture.variables[variable] = label as Label;
                        picture.said.push(variable);
                    }
                    None => {
                        let start = at + (value.as_ptr() as usize - line.as_ptr() as usize);
                        faults.push(self.no_value(variable, value, start..start + value.len()));
                    }
                }
                continue;
            }
            let words = self.words(line, in_goal);
            cells += words.len();
            if cells > MOST_CELLS {
                faults.push(Fault::new(
                    at..at + line.len(),
                    format!("a board of more than {MOST_CELLS} cells"),
                    "the board is too large here",
                ));
                return None;
            }
            let row = words
                .into_iter()
                .map(|(start, word)| {
                    let span = at + start..at + start + word.len();
                    Drawn {
                        says: self.says(word, &span, in_goal, faults),
                        is_dot: word == ".",
                        span,
                    }
                })
                .collect();
            picture.rows.push(row);
        }
        Some(picture)
    }

    /// What a word draws.
    fn says(&self, word: &str, span: &Span, in_goal: bool, faults: &mut Vec<Fault>) -> Says {
        if let Some(glyph) = self.glyphs.get(word) {
            return Says::Cell {
                labels: 1 << glyph.label,
                mark: glyph.mark,
            };
        }
        let all = super::checked::all(self.symbols.len());
        if in_goal && word == "?" {
            let (labels, mark) = (all, None);
            return Says::Cell { labels, mark };
        }
        let set = self.sets.iter().find(|(name, _)| name == word);
        if let Some((_, set)) = set.filter(|_| in_goal) {
            let (labels, mark) = (set.labels(&[], all), None);
            return Says::Cell { labels, mark };
        }
        if word == "." {
            return Says::Hole;
        }
        if faults.len() < MOST_FAULTS {
            let marked = self.glyphs.iter().filter(|(_, glyph)| glyph.mark.is_some());
            let mut marked: Vec<&str> = marked.map(|(word, _)| word.as_str()).collect();
            marked.sort_unstable();
            let symbols = self.symbols.iter().map(String::as_str);
            let expected: Vec<&str> = symbols.chain(marked).collect();
            let mut fault = Fault::new(
                span.clone(),
                format!("unknown symbol '{}'", quoted(word)),
                format!("expected {}", one_of(&expected)),
            );
            fault.help = match self.run_together(word) {
                true => Some(
                    "write blanks between the symbols: not all of them are single characters"
                        .to_owned(),
                ),
                false => nearest(word, expected).map(|name| format!("did you mean '{name}'?")),
            };
            faults.push(fault);
        }
        Says::Unknown
    }

    /// Whether a word seems to be several symbols without blanks between them.
    fn run_together(&self, word: &str) -> bool {
        let mut letters = word.char_indices();
        let known = |(at, c): (usize, char)| {
            let letter = &word[at..at + c.len_utf8()];
            letter == "." || self.glyphs.contains_key(letter)
        };
        !self.single && word.chars().nth(1).is_some() && letters.all(known)
    }

    /// The fault of a value that a variable cannot have.
    pub(crate) fn no_value(&self, variable: usize, value: &str, span: Span) -> Fault {
        let Variable { name, labels } = &self.variables[variable];
        let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
        let mut fault = Fault::new(
            span,
            format!("'{name}' has no value '{}'", quoted(value)),
            format!("expected {}", one_of(&labels)),
        );
        fault.help = nearest(value, labels).map(|name| format!("did you mean '{name}'?"));
        fault
    }
}

/// "a, b or c", of many only the first.
pub(crate) fn one_of(names: &[&str]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [name] => (*name).to_owned(),
        [first @ .., last] if first.len() < 12 => format!("{} or {last}", first.join(", ")),
        many => format!("{}, …", many[..12].join(", ")),
    }
}

impl Picture {
    /// How many rows it has, and columns in its longest row.
    pub(crate) fn size(&self) -> (usize, usize) {
        let columns = self.rows.iter().map(Vec::len).max();
        (self.rows.len(), columns.unwrap_or(0))
    }

    /// The board that is drawn: all rows must be equally wide.
    ///
    /// # Errors
    /// The rows that are not.
    pub(crate) fn shape(&self, of: &Span) -> Result<Shape, Vec<Fault>> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let mut faults = Vec::new();
        for (i, row) in self.rows.iter().enumerate().skip(1) {
            if row.len() != columns {
                faults.push(ragged(row, i + 1, columns, &self.rows[0]));
            }
        }
        let grid = self.rows.iter().flatten();
        let cells: Vec<bool> = grid.map(|cell| cell.says != Says::Hole).collect();
        if faults.is_empty() && !cells.contains(&true) {
            faults.push(Fault::new(
                of.clone(),
                "a board without cells",
                "nothing is drawn",
            ));
        }
        if faults.is_empty() {
            Ok(Shape::new(self.rows.len(), columns, &cells))
        } else {
            Err(faults)
        }
    }

    /// The words on the cells of a board of this shape, drawn in it or listed in
    /// one line.
    ///
    /// # Errors
    /// All that does not fit.
    pub(crate) fn on(&self, shape: &Shape, of: &Span) -> Result<Vec<&Drawn>, Vec<Fault>> {
        let is_list = |row: &Vec<Drawn>| row.len() == shape.cells() && shape.rows > 1;
        if let [row] = &self.rows[..]
            && is_list(row)
        {
            return no_holes(row.iter().collect());
        }
        let mut faults = Vec::new();
        for (i, row) in self.rows.iter().enumerate().take(shape.rows) {
            if row.len() != shape.columns {
                let first = Some(&self.rows[0]).filter(|first| first.len() == shape.columns);
                faults.push(match first {
                    Some(first) => ragged(row, i + 1, shape.columns, first),
                    None => wrong_width(row, i + 1, shape.columns),
                });
            }
        }
        let (wanted, found) = (shape.rows, self.rows.len());
        let rows = |n: usize| {
            if n == 1 {
                "1 row".into()
            } else {
                format!("{n} rows")
            }
        };
        if found < wanted {
            let end = self.rows.last().and_then(|row| row.last());
            let end = end.map_or(of.end, |cell| cell.span.end);
            let are = if found == 1 { "is" } else { "are" };
            let message = format!("the board has {}, here {are} {found}", rows(wanted));
            let label = format!("{} missing here", rows(wanted - found));
            faults.push(Fault::new(end..end, message, label));
        } else if let Some(row) = self.rows.get(wanted) {
            let message = format!("the board has {}, here are {found}", rows(wanted));
            let start = row.first().map_or(of.start, |cell| cell.span.start);
            let end = row.last().map_or(of.end, |cell| cell.span.end);
            faults.push(Fault::new(start..end, message, "a row too many"));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut cells = Vec::with_capacity(shape.cells());
        for (place, drawn) in shape.grid.iter().zip(self.rows.iter().flatten()) {
            if place.is_some() {
                cells.push(drawn);
            } else if !drawn.is_dot && faults.len() < MOST_FAULTS {
                let message = "the board has no cell here";
                faults.push(Fault::new(drawn.span.clone(), message, "expected ."));
            }
        }
        if faults.is_empty() {
            no_holes(cells)
        } else {
            Err(faults)
        }
    }
}

fn no_holes(cells: Vec<&Drawn>) -> Result<Vec<&Drawn>, Vec<Fault>> {
    let hole = |cell: &&&Drawn| cell.says == Says::Hole;
    let faults: Vec<Fault> = cells
        .iter()
        .filter(hole)
        .take(MOST_FAULTS)
        .map(|cell| {
            Fault::new(
                cell.span.clone(),
                "the board has a cell here",
                "expected a symbol",
            )
        })
        .collect();
    if faults.is_empty() {
        Ok(cells)
    } else {
        Err(faults)
    }
}

fn counted(cells: usize) -> String {
    match cells {
        1 => "1 cell".to_owned(),
        n => format!("{n} cells"),
    }
}

/// A row that is not as wide as the first.
fn ragged(row: &[Drawn], number: usize, wide: usize, first: &[Drawn]) -> Fault {
    let above = match number {
        2 => "the row above has",
        _ => "the rows above have",
    };
    let mut fault = wrong_width(row, number, wide);
    fault.message = format!("row {number} has {}, {above} {wide}", counted(row.len()));
    match (first.first(), first.last()) {
        (Some(start), Some(end)) => {
            fault.with_context(start.span.start..end.span.end, counted(wide))
        }
        _ => fault,
    }
}

/// A row that is not as wide as the board.
fn wrong_width(row: &[Drawn], number: usize, wide: usize) -> Fault {
    let message = format!(
        "row {number} has {}, the board {wide} {}",
        counted(row.len()),
        if wide == 1 { "column" } else { "columns" }
    );
    let end = row.last().map_or(0, |cell| cell.span.end);
    let (span, label) = match row.get(wide) {
        None if row.len() + 1 == wide => (end..end, "a cell is missing here".to_owned()),
        None => (
            end..end,
            format!("{} missing here", counted(wide - row.len())),
        ),
        Some(first) if row.len() == wide + 1 => (first.span.start..end, "a cell too many".into()),
        Some(first) => (
            first.span.start..end,
            format!("{} too many", counted(row.len() - wide)),
        ),
    };
    Fault::new(span, message, label)
}
