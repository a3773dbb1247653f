//! Draws the states of a puzzle and reads them from drawings.

use std::borrow::Cow;
use std::sync::Arc;

use fewest_rules::{Fault, Faults};

use fewest_ground::Label;

use super::alphabet::{Glyph, LayerLabel, PuzzleAlphabet};
use super::drawing::ReadDrawing;
use super::lexer::{Span, trimmed};
use super::limits::MOST_FAULTS;
use super::shape::GridShape;
use super::terrain::Terrain;

/// The notation of the states of one puzzle on one board.
#[derive(Debug, Clone)]
pub struct BoardLayout {
    pub(crate) terrain: Terrain,
    pub(crate) alphabet: Arc<PuzzleAlphabet>,
    /// The width of the widest symbol. All symbols are padded to this width.
    width: usize,
    /// For each position, the names of its labels. `None` if the names come from the alphabet of
    /// the puzzle.
    labels: Option<Arc<Vec<Vec<String>>>>,
}

impl BoardLayout {
    pub(crate) fn new(terrain: Terrain, alphabet: Arc<PuzzleAlphabet>) -> Self {
        let glyphs = alphabet.glyphs.keys();
        let width = glyphs.map(|word| word.chars().count()).max().unwrap_or(1);
        Self {
            terrain,
            alphabet,
            width,
            labels: None,
        }
    }

    /// A layout with rows of these lengths. For each position, `labels` has the names of its
    /// labels.
    pub fn listed(rows: &[usize], labels: Vec<Vec<String>>) -> Self {
        let columns = rows.iter().copied().max().unwrap_or(0);
        let cells = rows
            .iter()
            .flat_map(|&row| (0..columns).map(move |column| column < row));
        let shape = GridShape::new(rows.len(), columns, &cells.collect::<Vec<_>>());
        let names = labels.iter().flatten();
        let width = names.map(|name| name.chars().count()).max().unwrap_or(1);
        Self {
            terrain: Terrain {
                shape,
                marks: Vec::new(),
                pieces: Vec::new(),
            },
            alphabet: Arc::default(),
            width,
            labels: Some(Arc::new(labels)),
        }
    }

    /// Whether states are written as lists of labels and not as drawings of a board.
    pub fn is_listed(&self) -> bool {
        self.labels.is_some()
    }

    /// The number of rows of the drawing.
    pub fn rows(&self) -> usize {
        self.terrain.shape.rows
    }

    /// The number of columns of the drawing.
    pub fn columns(&self) -> usize {
        self.terrain.shape.columns
    }

    /// The number of positions that are cells. The positions of the variables follow them.
    pub fn cells(&self) -> usize {
        self.terrain.shape.cells()
    }

    /// The position at this row and column, both counted from 0; `None` if there is no cell.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        self.terrain.shape.at(row, column)
    }

    /// The symbol that is drawn for a label on a cell.
    ///
    /// # Panics
    /// If there is no such label.
    pub fn symbol(&self, cell: usize, label: Label) -> &str {
        if let Some(labels) = &self.labels {
            return &labels[cell][usize::from(label)];
        }
        let marked = |mark: usize| self.terrain.is_marked(mark, cell);
        let glyphs = self.alphabet.glyphs.iter();
        // If a cell has several marks, the first glyph in alphabetical order is drawn.
        let glyph = glyphs
            .filter(|(_, glyph)| glyph.label == label && glyph.mark.is_some_and(marked))
            .map(|(word, _)| word)
            .min();
        glyph.unwrap_or(&self.alphabet.symbols[usize::from(label)])
    }

    /// The word for a cell: its symbol, followed by the labels that the layers under it have on
    /// this cell. The first label of a layer is not written. If one label is written and a glyph
    /// stands for it together with the symbol, the word is this glyph, unless the symbol is drawn
    /// as part of a marked region.
    fn word(&self, cell: usize, state: &[Label]) -> Cow<'_, str> {
        let label = state[cell];
        let first = self.cells() + self.alphabet.variables.len();
        let layers = 0..self.alphabet.layers.len();
        let under = layers.filter_map(|layer| {
            let label = *state.get(first + layer * self.cells() + cell)?;
            (label > 0).then_some((layer, label))
        });
        let under: Vec<LayerLabel> = under.collect();
        if let [below] = under[..]
            && !self.is_marked(cell, label)
        {
            let shows = |glyph: &Glyph| glyph.label == label && glyph.under == Some(below);
            let glyphs = self.alphabet.glyphs.iter();
            let drawn = glyphs
                .filter(|(_, glyph)| shows(glyph))
                .map(|(word, _)| word);
            if let Some(word) = drawn.min() {
                return word.into();
            }
        }
        let mut word = Cow::from(self.symbol(cell, label));
        for (layer, label) in under {
            word += "/";
            word += self.alphabet.layers[layer].labels[usize::from(label)].as_str();
        }
        word
    }

    /// Whether a label is drawn as part of a marked region on this cell.
    fn is_marked(&self, cell: usize, label: Label) -> bool {
        let marked = |mark: usize| self.terrain.is_marked(mark, cell);
        let mut glyphs = self.alphabet.glyphs.values();
        glyphs.any(|glyph| glyph.label == label && glyph.mark.is_some_and(marked))
    }

    /// Draws a state as a board, without a final newline. Below the board there is a line for each
    /// variable, unless it is hidden and has its first value. All lines are padded to the same
    /// width.
    ///
    /// # Panics
    /// If `state` does not have one label for each position.
    pub fn draw(&self, state: &[Label]) -> String {
        let mut lines: Vec<String> = Vec::with_capacity(self.rows());
        let mut width = self.width;
        if !self.alphabet.layers.is_empty() {
            let words = (0..self.cells()).map(|cell| self.word(cell, state).chars().count());
            width = words.fold(width, usize::max);
        }
        for row in self.terrain.shape.grid.chunks(self.columns()) {
            let words = row.iter().map(|cell| {
                let word = cell.map_or(Cow::Borrowed("."), |cell| self.word(cell, state));
                format!("{word:>0$}", width)
            });
            lines.push(words.collect::<Vec<_>>().join(" "));
        }
        for (variable, &label) in self.alphabet.variables.iter().zip(&state[self.cells()..]) {
            if variable.is_hidden && label == 0 {
                continue;
            }
            let label = &variable.labels[usize::from(label)];
            lines.push(format!("{} {label}", variable.name));
        }
        let width = lines
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0);
        let lines = lines.iter().map(|line| format!("{line:<width$}"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Reads the state that `text` draws on this board or lists in one line.
    ///
    /// # Errors
    /// All errors in `text`.
    pub fn parse(&self, text: &str) -> Result<Vec<Label>, Faults> {
        if let Some(labels) = &self.labels {
            let holes = self.terrain.shape.grid.contains(&None);
            return listed(labels, holes, text);
        }
        let start = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
        let lines = text.lines().filter(|line| !trimmed(line).is_empty());
        let lines: Vec<(usize, &str)> = lines.map(|line| (start(line), line)).collect();
        let mut faults = Vec::new();
        let picture = self.alphabet.picture(&lines, false, &mut faults);
        let of = 0..text.len();
        let state = picture.map(|picture| self.state(&picture, &of, &mut faults));
        first_faults(faults, state.unwrap_or_default())
    }

    /// Reads the state that a picture shows on this board.
    fn state(&self, picture: &ReadDrawing, of: &Span, faults: &mut Vec<Fault>) -> Vec<Label> {
        let drawn = match picture.on(&self.terrain.shape, of) {
            Ok(drawn) => drawn,
            Err(misfits) => {
                faults.extend(misfits);
                return Vec::new();
            }
        };
        for (cell, drawn) in drawn.iter().enumerate() {
            if let Some(mark) = drawn.mark
                && !self.terrain.is_marked(mark, cell)
            {
                let message = format!("no cell of '{}' is here", self.alphabet.marks[mark]);
                let span = drawn.span.clone();
                faults.push(Fault::new(span, message, "expected another symbol"));
            }
        }
        picture.state(&self.alphabet, &drawn)
    }
}

/// Reads a state whose labels `text` lists. If the board has `holes`, `.` stands for a hole.
fn listed(labels: &[Vec<String>], holes: bool, text: &str) -> Result<Vec<Label>, Faults> {
    let words = text.split_ascii_whitespace();
    let words = words.filter(|&word| !(holes && word == "."));
    let mut words = words.map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    });
    let mut state = Vec::with_capacity(labels.len());
    for labels in labels {
        let ended = text.trim_end().len();
        let at = words.next().unwrap_or(ended..ended);
        let word = &text[at.clone()];
        // An exact match is tried first, because labels may differ only in upper and lower case.
        let found = labels.iter().position(|label| label == word);
        let found = found.or_else(|| labels.iter().position(|l| l.eq_ignore_ascii_case(word)));
        let Some(label) = found else {
            let message = match word {
                "" => "the state ends here".to_owned(),
                _ => format!("unknown label '{}'", word.escape_debug()),
            };
            let expected = format!("expected one of {}", labels.join(" "));
            return Err(Fault::new(at, message, expected).into());
        };
        state.push(label as Label);
    }
    match words.next() {
        Some(at) => Err(Fault::new(at, "more labels than positions", "not expected").into()),
        None => Ok(state),
    }
}

/// Returns `value` if there are no faults.
///
/// # Errors
/// The first few faults, in the order of their places.
pub(super) fn first_faults<T>(mut faults: Vec<Fault>, value: T) -> Result<T, Faults> {
    faults.sort_by_key(|fault| fault.span.start);
    faults.truncate(MOST_FAULTS);
    Faults::unless_empty(faults, value)
}
