//! Drawings of boards as lines of symbols.
//!
//! Symbols are separated by blanks, which may be omitted if all symbols are single characters. A
//! line of two words sets a variable if its first word is the name of the variable.

use fewest_rules::{Fault, quoted};

use fewest_ground::{Label, LabelSet};

use super::alphabet::{LayerLabel, PuzzleAlphabet, Variable};
use super::lexer::{Span, words};
use super::limits::{MOST_CELLS, MOST_FAULTS};
use super::plural::counted;
use super::shape::GridShape;
use super::unknown::{one_of, suggest, unknown};

/// A word of fewer letters is never taken for a misspelt symbol: symbols as short as this often
/// differ in one letter, and the other one would be another board.
const SHORTEST_MISSPELT: usize = 3;

/// A word of a drawing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DrawnCell {
    /// The labels that the cell may have; `None` if the word is unknown or stands for a hole.
    pub(crate) labels: Option<LabelSet>,
    /// The region to which the cell belongs, if the word marks one.
    pub(crate) mark: Option<usize>,
    /// Whether the word is a `.` that is not a symbol: a place without a cell.
    is_hole: bool,
    is_dot: bool,
    /// The labels of the layers under the cell, as far as the drawing shows them.
    pub(crate) under: Vec<LayerLabel>,
    pub(crate) span: Span,
}

impl DrawnCell {
    /// The label on the cell; 0 if it is unknown.
    pub(crate) fn label(&self) -> Label {
        let labels = self.labels.unwrap_or_default().labels();
        labels.min().unwrap_or(0)
    }
}

/// A word of a drawing that has no meaning there, the place where it occurs first, and how often it
/// occurs.
struct UnknownWord<'t> {
    word: &'t str,
    span: Span,
    times: usize,
}

/// A drawing, word by word.
#[derive(Debug, Clone, Default)]
pub(crate) struct ReadDrawing {
    pub(crate) rows: Vec<Vec<DrawnCell>>,
    /// The values of the variables. If the drawing does not set a variable, this is its first
    /// value.
    pub(crate) variables: Vec<Label>,
    /// The variables that the drawing sets.
    pub(crate) given: Vec<usize>,
}

impl PuzzleAlphabet {
    /// The words of a line and their places in the line. In a goal the name of a set is one word.
    pub(crate) fn words<'a>(&self, line: &'a str, in_goal: bool) -> Vec<(usize, &'a str)> {
        let mut cells = Vec::new();
        for (at, word) in words(line) {
            let under = self.is_stack(word);
            if !self.single || under || in_goal && self.set(word).is_some() {
                cells.push((at, word));
            } else {
                let letters = word.char_indices().take(MOST_CELLS + 1);
                cells.extend(letters.map(|(i, c)| (at + i, &word[i..i + c.len_utf8()])));
            }
            if cells.len() > MOST_CELLS {
                break;
            }
        }
        cells
    }

    /// The variable that the line sets, and its value.
    pub(crate) fn value_line<'a>(&self, line: &'a str) -> Option<(usize, &'a str)> {
        let mut words = words(line).map(|(_, word)| word);
        match (words.next(), words.next(), words.next()) {
            (Some(name), Some(value), None) => Some((self.variable(name)?, value)),
            _ => None,
        }
    }

    /// Reads the drawing on these lines, each of which has its place in the text. `None` if the
    /// drawing is too large. In a goal, `?` and the names of sets may stand for several symbols.
    pub(crate) fn picture(
        &self,
        lines: &[(usize, &str)],
        in_goal: bool,
        faults: &mut Vec<Fault>,
    ) -> Option<ReadDrawing> {
        let mut picture = ReadDrawing {
            variables: vec![0; self.variables.len()],
            ..ReadDrawing::default()
        };
        let mut cells = 0;
        let mut strange: Vec<UnknownWord> = Vec::new();
        for &(at, line) in lines {
            if let Some((index, value)) = self.value_line(line) {
                let variable = &self.variables[index];
                if let Some(label) = variable.label(value) {
                    picture.variables[index] = label;
                    picture.given.push(index);
                } else {
                    let start = at + (value.as_ptr() as usize - line.as_ptr() as usize);
                    faults.push(variable.no_value(value, &(start..start + value.len())));
                }
                continue;
            }
            let words = self.words(line, in_goal);
            cells += words.len();
            if cells > MOST_CELLS {
                let message = format!("a board of more than {MOST_CELLS} cells");
                let span = at..at + line.len();
                faults.push(Fault::new(span, message, "the board is too large here"));
                return None;
            }
            let row = words.into_iter().map(|(start, word)| {
                let span = at + start..at + start + word.len();
                let (top, under) = match self.is_stack(word) {
                    true => self.stack(word, &span, faults),
                    false => (word, Vec::new()),
                };
                let shown = self.glyphs.get(top).and_then(|glyph| glyph.under);
                let labels = self.drawn_labels(top, in_goal);
                let is_hole = labels.is_none() && top == ".";
                if labels.is_none() && !is_hole {
                    if let Some(other) = strange.iter_mut().find(|other| other.word == top) {
                        other.times += 1;
                    } else if strange.len() < MOST_FAULTS {
                        let (word, span, times) = (top, span.clone(), 1);
                        strange.push(UnknownWord { word, span, times });
                    }
                }
                DrawnCell {
                    labels,
                    mark: self.glyphs.get(top).and_then(|glyph| glyph.mark),
                    is_hole,
                    is_dot: word == ".",
                    under: shown.into_iter().chain(under).collect(),
                    span,
                }
            });
            picture.rows.push(row.collect());
        }
        for word in &strange {
            if faults.len() < MOST_FAULTS {
                faults.push(self.strange(word));
            }
        }
        Some(picture)
    }

    /// Whether a word shows a symbol together with what lies under it, as in `@/ice`.
    fn is_stack(&self, word: &str) -> bool {
        let stacked = word.split_once('/').is_some_and(|(top, _)| !top.is_empty());
        stacked && !self.layers.is_empty() && !self.glyphs.contains_key(word)
    }

    /// Reads a word such as `@/ice`: its symbol, and the labels that lie under the symbol.
    fn stack<'w>(
        &self,
        word: &'w str,
        span: &Span,
        faults: &mut Vec<Fault>,
    ) -> (&'w str, Vec<LayerLabel>) {
        let mut parts = word.split('/');
        let top = parts.next().unwrap_or(word);
        let mut under = Vec::new();
        for part in parts {
            match self.layer_label(part) {
                Some(label) => under.push(label),
                None if faults.len() < MOST_FAULTS => {
                    let layers = self.layers.iter().flat_map(|layer| &layer.labels);
                    let names: Vec<&String> = layers.collect();
                    faults.push(unknown("symbol of a layer", part, span, &names));
                }
                None => {}
            }
        }
        (top, under)
    }

    /// The labels for which a word stands; `None` if it stands for no symbol.
    fn drawn_labels(&self, word: &str, in_goal: bool) -> Option<LabelSet> {
        match self.glyphs.get(word) {
            Some(glyph) => Some(LabelSet::of(glyph.label)),
            None if !in_goal => None,
            None if word == "?" => Some(LabelSet(self.all())),
            None => self.labels(word).map(LabelSet),
        }
    }

    /// The fault of a word without a meaning, however often it occurs.
    fn strange(&self, strange: &UnknownWord) -> Fault {
        let UnknownWord { word, span, times } = strange;
        let marked = self.glyphs.iter().filter(|(_, glyph)| glyph.mark.is_some());
        let mut marked: Vec<&str> = marked.map(|(word, _)| word.as_str()).collect();
        marked.sort_unstable();
        let symbols = self.symbols.iter().map(String::as_str);
        let expected: Vec<&str> = symbols.chain(marked).collect();
        let message = match times {
            1 => format!("unknown symbol '{}'", quoted(word)),
            times => format!("unknown symbol '{}' on {times} cells", quoted(word)),
        };
        let fault = Fault::new(
            span.clone(),
            message,
            format!("expected {}", one_of(&expected)),
        );
        if self.run_together(word) {
            let help = "write blanks between the symbols: not all of them are single characters";
            return fault.with_help(help);
        }
        match word.chars().count() >= SHORTEST_MISSPELT {
            true => suggest(fault, word, expected),
            false => fault,
        }
    }

    /// Whether a word seems to consist of several symbols without blanks between them.
    fn run_together(&self, word: &str) -> bool {
        let mut letters = word.char_indices();
        let known = |(at, c): (usize, char)| {
            let letter = &word[at..at + c.len_utf8()];
            letter == "." || self.glyphs.contains_key(letter)
        };
        !self.single && word.chars().nth(1).is_some() && letters.all(known)
    }
}

impl Variable {
    /// The fault that the variable does not have this value.
    pub(crate) fn no_value(&self, value: &str, span: &Span) -> Fault {
        let labels: Vec<&str> = self.labels.iter().map(String::as_str).collect();
        let message = format!("'{}' has no value '{}'", self.name, quoted(value));
        let label = format!("expected {}", super::unknown::one_of(&labels));
        suggest(Fault::new(span.clone(), message, label), value, labels)
    }
}

impl ReadDrawing {
    /// The state of a board with these cells: their labels, those of the variables, and those of
    /// one layer after the other.
    pub(crate) fn state(&self, alphabet: &PuzzleAlphabet, cells: &[&DrawnCell]) -> Vec<Label> {
        let mut state: Vec<Label> = cells.iter().map(|drawn| drawn.label()).collect();
        state.extend(&self.variables);
        let first = state.len();
        state.resize(first + alphabet.layers.len() * cells.len(), 0);
        for (cell, drawn) in cells.iter().enumerate() {
            for &(layer, label) in &drawn.under {
                state[first + layer * cells.len() + cell] = label;
            }
        }
        state
    }

    /// The number of rows, and of columns in the longest row.
    pub(crate) fn size(&self) -> (usize, usize) {
        let columns = self.rows.iter().map(Vec::len).max();
        (self.rows.len(), columns.unwrap_or(0))
    }

    /// All words with their rows and columns.
    pub(crate) fn cells(&self) -> impl Iterator<Item = (usize, usize, &DrawnCell)> {
        self.rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.map(move |(column, cell)| (row, column, cell))
        })
    }

    /// The shape of the drawn board. All rows must have the same width.
    ///
    /// # Errors
    /// Returns a fault for each row with another width, or a fault if nothing is drawn.
    pub(crate) fn shape(&self, of: &Span) -> Result<GridShape, Vec<Fault>> {
        let columns = self.rows.first().map_or(0, Vec::len);
        let mut faults = Vec::new();
        for (i, row) in self.rows.iter().enumerate().skip(1) {
            if row.len() != columns {
                faults.push(ragged(row, i + 1, columns, &self.rows[0]));
            }
        }
        let grid = self.rows.iter().flatten();
        let cells: Vec<bool> = grid.map(|cell| !cell.is_hole).collect();
        if faults.is_empty() && !cells.contains(&true) {
            faults.push(Fault::new(
                of.clone(),
                "a board without cells",
                "nothing is drawn",
            ));
        }
        match faults.is_empty() {
            true => Ok(GridShape::new(self.rows.len(), columns, &cells)),
            false => Err(faults),
        }
    }

    /// The words on the cells of a board of this shape. The cells are drawn or listed on one line.
    ///
    /// # Errors
    /// Everything in the drawing that does not fit the board.
    pub(crate) fn on(&self, shape: &GridShape, of: &Span) -> Result<Vec<&DrawnCell>, Vec<Fault>> {
        if let [row] = &self.rows[..]
            && row.len() == shape.cells()
            && shape.rows > 1
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
        let rows = |n: usize| counted(n, "row");
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
        match faults.is_empty() {
            true => no_holes(cells),
            false => Err(faults),
        }
    }
}

fn no_holes(cells: Vec<&DrawnCell>) -> Result<Vec<&DrawnCell>, Vec<Fault>> {
    let holes = cells.iter().filter(|cell| cell.is_hole);
    let fault = |cell: &&DrawnCell| {
        let message = "the board has a cell here";
        Fault::new(cell.span.clone(), message, "expected a symbol")
    };
    let faults: Vec<Fault> = holes.take(MOST_FAULTS).map(fault).collect();
    match faults.is_empty() {
        true => Ok(cells),
        false => Err(faults),
    }
}

/// The fault that a row does not have the width of the first row.
fn ragged(row: &[DrawnCell], number: usize, wide: usize, first: &[DrawnCell]) -> Fault {
    let above = match number {
        2 => "the row above has",
        _ => "the rows above have",
    };
    let mut fault = wrong_width(row, number, wide);
    let cells = counted(row.len(), "cell");
    fault.message = format!("row {number} has {cells}, {above} {wide}");
    match (first.first(), first.last()) {
        (Some(start), Some(end)) => {
            fault.with_context(start.span.start..end.span.end, counted(wide, "cell"))
        }
        _ => fault,
    }
}

/// The fault that a row does not have the width of the board.
fn wrong_width(row: &[DrawnCell], number: usize, wide: usize) -> Fault {
    let columns = counted(wide, "column");
    let cells = |n: usize| counted(n, "cell");
    let message = format!("row {number} has {}, the board {columns}", cells(row.len()));
    let end = row.last().map_or(0, |cell| cell.span.end);
    let (start, label) = match row.get(wide) {
        None if row.len() + 1 == wide => (end, "a cell is missing here".to_owned()),
        None => (end, format!("{} missing here", cells(wide - row.len()))),
        Some(first) if row.len() == wide + 1 => (first.span.start, "a cell too many".to_owned()),
        Some(first) => (
            first.span.start,
            format!("{} too many", cells(row.len() - wide)),
        ),
    };
    Fault::new(start..end, message, label)
}
