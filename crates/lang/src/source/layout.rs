//! Boards as text: which cell lies where in a drawing.

use std::sync::Arc;

use fewest_rules::{Fault, Faults};

use fewest_ground::Label;

use super::drawing::{Alphabet, Drawn, Picture, Says};
use super::lexer::{Span, trimmed};
use super::limits::MOST_FAULTS;
use super::site::{Shape, Site};

/// How the states of one puzzle are drawn and read.
#[derive(Debug, Clone)]
pub struct Layout {
    pub(crate) site: Site,
    pub(crate) alphabet: Arc<Alphabet>,
    /// What is drawn for each label on each cell, all equally wide.
    width: usize,
    /// By cell, by label: what it is called, where the cells have not one alphabet.
    labels: Option<Arc<Vec<Vec<String>>>>,
}

impl Layout {
    pub(crate) fn new(site: Site, alphabet: Arc<Alphabet>) -> Self {
        let glyphs = alphabet.glyphs.keys();
        let width = glyphs.map(|word| word.chars().count()).max().unwrap_or(1);
        Self {
            site,
            alphabet,
            width,
            labels: None,
        }
    }

    /// Positions in rows, with `labels` by position.
    pub fn listed(rows: &[usize], labels: Vec<Vec<String>>) -> Self {
        let columns = rows.iter().copied().max().unwrap_or(0);
        let cells = rows
            .iter()
            .flat_map(|&row| (0..columns).map(move |column| column < row));
        let shape = Shape::new(rows.len(), columns, &cells.collect::<Vec<_>>());
        let names = labels.iter().flatten();
        let width = names.map(|name| name.chars().count()).max().unwrap_or(1);
        Self {
            site: Site {
                shape,
                marks: Vec::new(),
                pieces: Vec::new(),
            },
            alphabet: Arc::default(),
            width,
            labels: Some(Arc::new(labels)),
        }
    }

    /// Rows of the drawing.
    pub fn rows(&self) -> usize {
        self.site.shape.rows
    }

    /// Columns of the drawing.
    pub fn columns(&self) -> usize {
        self.site.shape.columns
    }

    /// How many positions are cells; those of the variables come behind them.
    pub fn cells(&self) -> usize {
        self.site.shape.cells()
    }

    /// The position drawn in that row and column, both from 0; `None` if there
    /// is no cell or no such place.
    pub fn cell(&self, row: usize, column: usize) -> Option<usize> {
        if column >= self.columns() {
            return None;
        }
        *self
            .site
            .shape
            .grid
            .get(row.checked_mul(self.columns())? + column)?
    }

    /// What is drawn for a label on a cell.
    ///
    /// # Panics
    /// If there is no such label.
    pub fn symbol(&self, cell: usize, label: Label) -> &str {
        if let Some(labels) = &self.labels {
            return &labels[cell][usize::from(label)];
        }
        let marked = |mark: usize| self.site.marks[mark].binary_search(&cell).is_ok();
        let glyphs = self.alphabet.glyphs.iter();
        // The first of them, where several marks lie on a cell.
        let glyph = glyphs
            .filter(|(_, glyph)| glyph.label == label && glyph.mark.is_some_and(marked))
            .map(|(word, _)| word)
            .min();
        glyph.unwrap_or(&self.alphabet.symbols[usize::from(label)])
    }

    /// A state as the board is drawn, without a final newline, and below it a
    /// line for each variable that has not its first value. All lines are
    /// equally wide.
    ///
    /// # Panics
    /// If `state` has not one label for each position.
    pub fn draw(&self, state: &[Label]) -> String {
        let mut lines: Vec<String> = Vec::with_capacity(self.rows());
        for row in self.site.shape.grid.chunks(self.columns()) {
            let words = row.iter().map(|cell| {
                let word = cell.map_or(".", |cell| self.symbol(cell, state[cell]));
                format!("{word:>0$}", self.width)
            });
            lines.push(words.collect::<Vec<_>>().join(" "));
        }
        for (variable, &label) in self.alphabet.variables.iter().zip(&state[self.cells()..]) {
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

    /// The state that `text` draws on this board, or lists in one line.
    ///
    /// # Errors
    /// All that is wrong in `text`.
    pub fn parse(&self, text: &str) -> Result<Vec<Label>, Faults> {
        if let Some(labels) = &self.labels {
            let holes = self.site.shape.grid.contains(&None);
            return listed(labels, holes, text);
        }
        let lines: Vec<(usize, &str)> = lines(text).collect();
        let mut faults = Vec::new();
        let picture = self.alphabet.picture(&lines, false, &mut faults);
        let of = 0..text.len();
        let state = picture.map(|picture| self.state(&picture, &of, &mut faults));
        ending(faults, state.unwrap_or_default())
    }

    /// The state that a picture draws on this board.
    pub(crate) fn state(
        &self,
        picture: &Picture,
        of: &Span,
        faults: &mut Vec<Fault>,
    ) -> Vec<Label> {
        let drawn = match picture.on(&self.site.shape, of) {
            Ok(drawn) => drawn,
            Err(misfits) => {
                faults.extend(misfits);
                return Vec::new();
            }
        };
        for (cell, drawn) in drawn.iter().enumerate() {
            if let Says::Cell {
                mark: Some(mark), ..
            } = drawn.says
                && self.site.marks[mark].binary_search(&cell).is_err()
            {
                let message = format!("no cell of '{}' is here", self.alphabet.marks[mark]);
                faults.push(Fault::new(
                    drawn.span.clone(),
                    message,
                    "expected another symbol",
                ));
            }
        }
        let mut state: Vec<Label> = drawn.into_iter().map(label).collect();
        state.extend(&picture.variables);
        state
    }
}

/// The state whose labels `text` lists; `.` is a hole.
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
        // Labels that differ in nothing else may differ in case.
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

pub(super) fn label(drawn: &Drawn) -> Label {
    match drawn.says {
        Says::Cell { labels, .. } => labels.trailing_zeros() as Label,
        Says::Hole | Says::Unknown => 0,
    }
}

/// `value`, or the first faults in the order of their places.
pub(super) fn ending<T>(mut faults: Vec<Fault>, value: T) -> Result<T, Faults> {
    faults.sort_by_key(|fault| fault.span.start);
    faults.truncate(MOST_FAULTS);
    Faults::unless_empty(faults, value)
}

/// The lines of a text that are not blank, and where they begin.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .map(|line| (line.as_ptr() as usize - text.as_ptr() as usize, line))
        .filter(|(_, line)| !trimmed(line).is_empty())
}
