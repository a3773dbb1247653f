//! Checks what new levels are made of.

use fewest_rules::quoted;

use super::super::checked::{LevelParts, LevelThing, PartsLine, PieceSource};
use super::super::syntax::{Lexeme, PlaceLineSyntax, PlaceSyntax, SourceFile};
use super::Checker;

impl Checker<'_> {
    /// Checks the statement `place`, if the file has one.
    pub(super) fn parts(
        &mut self,
        file: &SourceFile,
        pieces: &[PieceSource],
    ) -> Option<LevelParts> {
        let PlaceSyntax {
            floor,
            mirrored,
            lines,
        } = file.place.as_ref()?;
        self.drawn_word(floor);
        let mut checked = Vec::new();
        for line in lines {
            if let Some(line) = self.parts_line(line, pieces) {
                let larger = |thing: &LevelThing| thing.cells.len() > 1;
                if let Some(span) = mirrored.as_ref().filter(|_| line.things.iter().any(larger)) {
                    let message = "pieces of several cells cannot be mirrored";
                    self.fault(span, message, "expected things of one cell");
                }
                checked.push(line);
            }
        }
        Some(LevelParts {
            floor: floor.text.clone(),
            mirrored: mirrored.is_some(),
            lines: checked,
        })
    }

    fn parts_line(&mut self, line: &PlaceLineSyntax, pieces: &[PieceSource]) -> Option<PartsLine> {
        let before = self.faults.len();
        let mut things = Vec::new();
        for word in &line.words {
            let named = match self.alphabet.set(&word.text) {
                Some(set) => {
                    let labels = set.labels(&[], self.alphabet.all());
                    let symbols = self.alphabet.symbols.iter().enumerate();
                    let within = symbols.filter(|(label, _)| labels >> label & 1 == 1);
                    within.map(|(_, symbol)| symbol.clone()).collect()
                }
                None => vec![word.text.clone()],
            };
            for name in named {
                self.things(&name, word, line, pieces, &mut things);
            }
        }
        (self.faults.len() == before).then(|| PartsLine {
            things,
            least: line.least,
            most: line.most,
            region: line.region.clone(),
        })
    }

    /// Adds the things that a word of a line stands for: a piece, in each of the shapes that it may
    /// have, or what the word draws on one cell.
    fn things(
        &mut self,
        name: &str,
        word: &Lexeme,
        line: &PlaceLineSyntax,
        pieces: &[PieceSource],
        things: &mut Vec<LevelThing>,
    ) {
        let symbol = self.alphabet.symbol(name);
        let piece = symbol.and_then(|label| {
            let mut pieces = pieces.iter();
            pieces.find(|piece| piece.is_among(1 << label))
        });
        match piece {
            Some(PieceSource::Board(label)) => {
                if line.shapes.is_empty() {
                    let message = format!("the piece '{}' has no shape", quoted(name));
                    self.fault(
                        &word.span,
                        message,
                        "expected 'of' and its sizes in the line",
                    );
                }
                for &(rows, columns) in &line.shapes {
                    let cells = (0..rows * columns).map(|at| {
                        let (down, right) = (at / columns, at % columns);
                        (down as isize, right as isize, name.to_owned())
                    });
                    things.push(LevelThing {
                        cells: cells.collect(),
                        once: Some(*label),
                    });
                }
                return;
            }
            Some(PieceSource::File(cells)) => {
                let symbols = &self.alphabet.symbols;
                let cells = cells.iter().map(|cell| {
                    let word = symbols[usize::from(cell.label)].clone();
                    (cell.down, cell.right, word)
                });
                things.push(LevelThing {
                    cells: cells.collect(),
                    once: None,
                });
            }
            None => {
                self.drawn_word(&Lexeme {
                    text: name.to_owned(),
                    ..word.clone()
                });
                things.push(LevelThing {
                    cells: vec![(0, 0, name.to_owned())],
                    once: None,
                });
            }
        }
        if !line.shapes.is_empty() {
            let message = format!("'{}' has a shape of its own", quoted(name));
            self.fault(
                &word.span,
                message,
                "expected a symbol of 'pieces' before 'of'",
            );
        }
    }

    /// Reports a word that draws nothing on a cell.
    fn drawn_word(&mut self, word: &Lexeme) {
        let label = self.alphabet.symbol(&word.text);
        self.used |= label.map_or(0, |label| 1 << label);
        if !self.alphabet.glyphs.contains_key(&word.text) {
            let words: Vec<String> = self.alphabet.glyphs.keys().cloned().collect();
            let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
            words.sort_unstable();
            self.unknown("symbol", word, &words);
        }
    }
}
