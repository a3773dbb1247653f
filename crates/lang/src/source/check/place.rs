//! Checks what new levels are made of.

use fewest_ground::LabelSet;
use fewest_rules::quoted;

use super::super::checked::{LevelThing, PieceSource};
use super::super::syntax::{Lexeme, PlaceLineSyntax, SourceFile};
use super::Checker;

impl Checker<'_> {
    /// The things that each line of the statement `place` names, if the file has one.
    pub(super) fn things(
        &mut self,
        file: &SourceFile,
        pieces: &[PieceSource],
    ) -> Vec<Vec<LevelThing>> {
        let Some(place) = &file.place else {
            return Vec::new();
        };
        self.drawn_word(&place.floor);
        let mut lines = Vec::new();
        for line in &place.lines {
            let mut things = Vec::new();
            for word in &line.words {
                let named = match self.alphabet.set(&word.text) {
                    Some(set) => {
                        let labels = LabelSet(set.labels(&[], self.alphabet.all())).labels();
                        let symbol = |label| self.alphabet.symbols[usize::from(label)].clone();
                        labels.map(symbol).collect()
                    }
                    None => vec![word.text.clone()],
                };
                for name in named {
                    things.extend(self.things_called(&name, word, line, pieces));
                }
            }
            let is_large = things
                .iter()
                .any(|thing: &LevelThing| thing.cells.len() > 1);
            if let Some(span) = place.mirrored.as_ref().filter(|_| is_large) {
                let message = "pieces of several cells cannot be mirrored";
                self.fault(span, message, "expected things of one cell");
            }
            lines.push(things);
        }
        lines
    }

    /// The things that a word of a line stands for: a piece, in each of the shapes that it may have,
    /// or what the word draws on one cell.
    fn things_called(
        &mut self,
        name: &str,
        word: &Lexeme,
        line: &PlaceLineSyntax,
        pieces: &[PieceSource],
    ) -> Vec<LevelThing> {
        let symbol = self.alphabet.symbol(name);
        let piece = symbol.and_then(|label| {
            let mut pieces = pieces.iter();
            pieces.find(|piece| piece.is_among(1 << label))
        });
        let (shapes, once) = match piece {
            Some(&PieceSource::Board(label)) => {
                let cells = |&(rows, columns): &(usize, usize)| {
                    let cells = (0..rows * columns).map(|at| (at / columns, at % columns));
                    cells
                        .map(|(down, right)| (down as isize, right as isize, name.to_owned()))
                        .collect()
                };
                (
                    line.shapes.iter().map(cells).collect::<Vec<_>>(),
                    Some(label),
                )
            }
            Some(PieceSource::File(cells)) => {
                let symbols = &self.alphabet.symbols;
                let cells = cells.iter().map(|cell| {
                    let word = symbols[usize::from(cell.label)].clone();
                    (cell.down, cell.right, word)
                });
                (vec![cells.collect()], None)
            }
            None => {
                self.drawn_word(&Lexeme {
                    text: name.to_owned(),
                    ..word.clone()
                });
                (vec![vec![(0, 0, name.to_owned())]], None)
            }
        };
        let fault = match (once, line.shapes.is_empty()) {
            (Some(_), true) => Some((
                format!("the piece '{}' has no shape", quoted(name)),
                "expected 'of' and its sizes in the line",
            )),
            (None, false) => Some((
                format!("'{}' has a shape of its own", quoted(name)),
                "expected a symbol of 'pieces' before 'of'",
            )),
            _ => None,
        };
        if let Some((message, label)) = fault {
            self.fault(&word.span, message, label);
        }
        let thing = |cells: Vec<_>| LevelThing { cells, once };
        shapes.into_iter().map(thing).collect()
    }

    /// Reports a word that draws nothing on a cell.
    fn drawn_word(&mut self, word: &Lexeme) {
        let label = self.alphabet.symbol(&word.text);
        self.used |= label.map_or(0, |label| 1 << label);
        if !self.alphabet.glyphs.contains_key(&word.text) {
            let mut words: Vec<String> = self.alphabet.glyphs.keys().cloned().collect();
            words.sort_unstable();
            self.unknown("symbol", word, &words);
        }
    }
}
