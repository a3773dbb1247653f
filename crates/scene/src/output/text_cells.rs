//! The text and the colours of each cell of a scene.

use std::collections::{HashMap, HashSet};

use crate::Colour;
use crate::looks::theme::Theme;
use crate::model::appearance::Appearances;
use crate::model::cell::Cell;
use crate::model::look::Shape;
use crate::model::scene::Scene;

/// What a cell shows as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellText {
    /// The symbol and, if the cell is marked, its mark.
    pub text: String,
    /// The colour of the text.
    pub ink: Colour,
    /// The colour of the thing on the cell, or else of the floor.
    pub ground: Colour,
    /// Whether the cell shows only the floor.
    pub is_gap: bool,
}

/// The text and the colours of each cell that shows anything, for programs that arrange the cells
/// themselves. Takes O(cells).
pub fn cells(scene: &Scene, theme: Theme) -> HashMap<Cell, CellText> {
    let data = scene.data();
    let appearances = Appearances::of(&[scene], theme);
    let theme = theme.colours();
    let marked: HashSet<Cell> = data.marks.iter().map(|mark| mark.cell).collect();
    let mut pieces: HashMap<Cell, &str> = HashMap::new();
    for piece in &data.pieces {
        pieces.extend(piece.cells.iter().map(|&cell| (cell, &*piece.symbol)));
    }
    // The highest floor of a cell comes first.
    let mut floors: HashMap<Cell, Vec<&str>> = HashMap::new();
    for floor in data.floors.iter().rev() {
        floors.entry(floor.cell).or_default().push(&floor.symbol);
    }
    let player = data.player.filter(|player| player.beyond.is_none());
    let shown = |(cell, on_cell): (Cell, &str)| {
        // The text that the cell shows, and the symbol that determines its look.
        let (text, symbol) = match pieces.get(&cell) {
            _ if player.is_some_and(|player| player.cell == cell) => ("@", "@"),
            Some(&piece) if on_cell.is_empty() => (piece, piece),
            Some(&piece) => (on_cell, piece),
            None => (on_cell, on_cell),
        };
        let seen = appearances.get(symbol);
        let floors = floors.get(&cell).map_or(&[][..], Vec::as_slice);
        let is_gap = seen.is_gap() && floors.is_empty();
        let is_marked = marked.contains(&cell);
        let (ink, ground) = match (seen.shape, floors) {
            (Shape::Nothing, _) => (theme.faint, theme.page),
            (Shape::Gap, [highest, ..]) => {
                let colour = appearances.get(highest).colour;
                (colour.ink(), colour)
            }
            (Shape::Gap, []) if is_marked => (theme.target, theme.floor),
            (Shape::Gap, []) => (theme.faint, theme.floor),
            (Shape::Tile | Shape::Block | Shape::Wall | Shape::Crate, _) => {
                (seen.colour.ink(), seen.colour)
            }
            _ => (readable(seen.colour, theme.floor), theme.floor),
        };
        let has_symbol = !text.is_empty() && (floors.is_empty() || !seen.is_gap());
        let parts = has_symbol.then_some(text).into_iter();
        let mut text = parts.chain(floors.iter().copied()).collect::<Vec<_>>();
        match (is_marked, is_gap) {
            _ if seen.shape == Shape::Nothing => text = vec![" "],
            (true, true) => text = vec!["."],
            (false, _) if text.is_empty() => text = vec!["_"],
            _ => {}
        }
        let mut text = text.join("/");
        if is_marked && !is_gap {
            text.push('\'');
        }
        let shown = CellText {
            text,
            ink,
            ground,
            is_gap,
        };
        (cell, shown)
    };
    let cells = scene.cells();
    cells
        .filter(|(_, symbol)| appearances.get(symbol).shape != Shape::Nothing)
        .map(shown)
        .collect()
}

/// The colour itself if it is readable on `ground`, otherwise black, dark grey or white.
pub(crate) fn readable(colour: Colour, ground: Colour) -> Colour {
    if colour.contrast(ground) >= 4.5 {
        colour
    } else {
        ground.ink()
    }
}
