//! The properties of a board, besides its cells, that pictures of its states need.

use fewest_ground::Label;
use fewest_scene::{Look, Side};

use super::arrangement::Arrangement;
use super::heading::HEADINGS;
use super::layout::BoardLayout;
use super::terrain::PieceCell;

impl BoardLayout {
    /// The symbol of a label on a cell, without the marks of the regions to which the cell belongs.
    ///
    /// # Panics
    /// If there is no such label.
    pub fn plain_symbol(&self, cell: usize, label: Label) -> &str {
        if self.is_listed() {
            self.symbol(cell, label)
        } else {
            &self.alphabet.symbols[usize::from(label)]
        }
    }

    /// The words that a drawing may have on a cell, in no particular order. Each word comes with
    /// the label and the drawn region for which it stands.
    pub fn drawn_words(&self) -> impl Iterator<Item = (&str, Label, Option<&str>)> {
        self.alphabet.glyphs.iter().map(|(word, glyph)| {
            let region = glyph.mark.map(|mark| self.alphabet.marks[mark].as_str());
            (word.as_str(), glyph.label, region)
        })
    }

    /// The symbols in the order of the file. A symbol that pieces have is left out unless it is the
    /// symbol of the first cell of some piece.
    pub fn shown_symbols(&self) -> impl Iterator<Item = &str> {
        let pieces = || self.terrain.pieces.iter();
        let is_first = move |label| {
            let mut first = pieces().filter_map(|piece| piece.first());
            first.any(|cell| cell.label == label)
        };
        let is_part = move |label| pieces().flatten().any(|cell| cell.label == label);
        let symbols = self.alphabet.symbols.iter().enumerate();
        symbols
            .filter(move |&(label, _)| {
                let label = label as Label;
                is_first(label) || !is_part(label)
            })
            .map(|(_, symbol)| symbol.as_str())
    }

    /// The look that the file gives to a symbol of the board or of a layer. If it gives none, the
    /// look is empty.
    pub fn look(&self, symbol: &str) -> Look {
        let mut looks = self.alphabet.looks.iter();
        let found = looks.find(|(name, _)| name == symbol);
        found.map(|&(_, look)| look).unwrap_or_default()
    }

    /// How pictures arrange the puzzle; `None` if they draw the board.
    pub fn arrangement(&self) -> Option<Arrangement> {
        self.alphabet.arrangement
    }

    /// All symbols in the order of the file.
    pub fn symbols(&self) -> &[String] {
        &self.alphabet.symbols
    }

    /// The names of the cells in reading order.
    pub fn cell_names(&self) -> &[String] {
        &self.terrain.shape.names
    }

    /// The symbols of all layers, without the first symbol of each layer, which lies where a
    /// drawing shows no symbol of the layer.
    pub fn floor_symbols(&self) -> impl Iterator<Item = &str> {
        let layers = self.alphabet.layers.iter();
        layers
            .flat_map(|layer| layer.labels.iter().skip(1))
            .map(String::as_str)
    }

    /// What lies under the symbols in `state`: cells and symbols of layers, the first layer first.
    /// The first symbol of a layer is left out.
    ///
    /// # Panics
    /// If `state` does not have one label for each position.
    pub fn floors(&self, state: &[Label]) -> Vec<(usize, &str)> {
        let cells = self.cells();
        let first = cells + self.alphabet.variables.len();
        let mut floors = Vec::new();
        for (i, layer) in self.alphabet.layers.iter().enumerate() {
            let start = first + i * cells;
            for (cell, &label) in state[start..start + cells].iter().enumerate() {
                if label > 0 {
                    floors.push((cell, layer.labels[usize::from(label)].as_str()));
                }
            }
        }
        floors
    }

    /// Groups the cells that steps up, down, left and right connect without meeting a cell of
    /// `blocked`. Returns the groups that reach the edge of the board. Takes O(cells).
    pub fn groups_at_the_edge(&self, blocked: impl Fn(usize) -> bool) -> Vec<Vec<usize>> {
        let shape = &self.terrain.shape;
        let mut seen: Vec<bool> = (0..self.cells()).map(blocked).collect();
        let mut groups = Vec::new();
        for start in 0..self.cells() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut group, mut at, mut edge) = (vec![start], 0, false);
            while let Some(&cell) = group.get(at) {
                at += 1;
                for &heading in &HEADINGS[..4] {
                    match shape.along(cell, heading, 1) {
                        None => edge = true,
                        Some(next) if !seen[next] => {
                            seen[next] = true;
                            group.push(next);
                        }
                        Some(_) => {}
                    }
                }
            }
            if edge {
                groups.push(group);
            }
        }
        groups
    }

    /// The cells that belong to a marked region, in ascending order.
    pub fn marked_cells(&self) -> Vec<usize> {
        let mut cells = self.terrain.marks.concat();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The cell beside a cell, also behind a wall; `None` beyond the edge of the board.
    pub fn across(&self, cell: usize, side: Side) -> Option<usize> {
        let (down, right) = match side {
            Side::Top => (-1, 0),
            Side::Right => (0, 1),
            Side::Bottom => (1, 0),
            Side::Left => (0, -1),
        };
        self.terrain.shape.offset(cell, down, right)
    }

    /// The cells that a piece covers if its symbol `label` lies on `cell`. Empty if no piece has
    /// the symbol, or if the board has several places for the piece or none.
    pub fn piece_with(&self, cell: usize, label: Label) -> Vec<usize> {
        let shape = &self.terrain.shape;
        let mut places: Vec<Vec<usize>> = Vec::new();
        for piece in &self.terrain.pieces {
            for part in piece.iter().filter(|part| part.label == label) {
                let place = |other: &PieceCell| {
                    shape.offset(cell, other.down - part.down, other.right - part.right)
                };
                places.extend(piece.iter().map(place).collect::<Option<Vec<usize>>>());
            }
        }
        places.dedup();
        match places.len() {
            1 => places.remove(0),
            _ => Vec::new(),
        }
    }

    /// The walls, as pairs of a cell and the cell to the right of it or below it, in ascending
    /// order.
    pub fn divided_cells(&self) -> Vec<(usize, usize)> {
        let shape = &self.terrain.shape;
        let divided = |cell: usize| {
            HEADINGS[2..4].iter().filter_map(move |&heading| {
                let other = shape.offset(cell, heading.down, heading.right)?;
                shape
                    .along(cell, heading, 1)
                    .is_none()
                    .then_some((cell, other))
            })
        };
        (0..self.cells()).flat_map(divided).collect()
    }

    /// The name of each variable and the names of its labels, in the order of the positions of the
    /// variables. `None` stands for a hidden variable, which pictures leave out.
    pub fn variables(&self) -> impl Iterator<Item = Option<(&str, &[String])>> {
        let variables = self.alphabet.variables.iter();
        variables.map(|variable| {
            (!variable.is_hidden).then_some((variable.name.as_str(), variable.labels.as_slice()))
        })
    }

    /// The cells of each piece in `state`, beginning with its first cell. Larger shapes are
    /// searched first, and each cell belongs to at most one piece. Takes O(shapes × cells).
    ///
    /// # Panics
    /// If `state` does not have one label for each position.
    pub fn pieces_of(&self, state: &[Label]) -> Vec<Vec<usize>> {
        let mut shapes: Vec<&[PieceCell]> = Vec::new();
        for shape in &self.terrain.pieces {
            if !shape.is_empty() && !shapes.contains(&shape.as_slice()) {
                shapes.push(shape);
            }
        }
        shapes.sort_by_key(|shape| std::cmp::Reverse(shape.len()));
        let mut covered = vec![false; self.cells()];
        let mut pieces = Vec::new();
        for shape in shapes {
            for cell in 0..self.cells() {
                let part = |part: &PieceCell| {
                    let other = self.terrain.shape.offset(cell, part.down, part.right)?;
                    (state[other] == part.label && !covered[other]).then_some(other)
                };
                if let Some(cells) = shape.iter().map(part).collect::<Option<Vec<usize>>>() {
                    cells.iter().for_each(|&cell| covered[cell] = true);
                    pieces.push(cells);
                }
            }
        }
        pieces
    }
}
