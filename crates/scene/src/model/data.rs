//! The description of a position: plain data, and its JSON form.

use serde::{Deserialize, Serialize};

use crate::Look;
use crate::model::cell::{Cell, Side};

/// Whether the rows of cells form a board, or are lists that do not belong together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// The cells form a grid: cells below each other are neighbours.
    #[default]
    Grid,
    /// Each row is a separate list of labels, with or without a name.
    Rows,
}

/// A thing that covers several cells and moves as a whole. A piece is drawn as one block over its
/// cells, whatever symbols [`SceneData::cells`] contains there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// The symbol of the piece, which determines how it looks.
    pub symbol: String,
    /// The cells that the piece covers, in any order.
    pub cells: Vec<Cell>,
}

/// A wall on the edge of a cell. A wall between two cells may be listed for either cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// The cell on whose edge the wall lies.
    pub cell: Cell,
    /// The side of the cell on which the wall lies.
    pub side: Side,
}

/// What lies under the symbol of a cell, such as ice, and does not move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    /// The cell that has the floor.
    pub cell: Cell,
    /// The symbol of the floor, which determines how it looks.
    pub symbol: String,
}

/// A cell with a special meaning, such as a goal. The mark is drawn below the thing on the cell. If
/// a thing covers the mark, a badge on top of it repeats the mark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The cell that has the mark.
    pub cell: Cell,
    /// The symbol that the goal requires on the cell, which is drawn faintly. `None` if the mark
    /// has no symbol; then it is drawn as a target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// The side across which a piece on this cell would leave the board. The mark is then drawn
    /// there, beside the board, where nothing covers it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Side>,
}

/// Where the player is. The player is drawn like the symbol `@`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The cell of the player.
    pub cell: Cell,
    /// The side of `cell` across which the player has left the board; `None` if the player is on
    /// the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<Side>,
}

/// A text beside the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The side of the board on which the label lies.
    pub side: Side,
    /// The column (for top and bottom) or the row (for left and right) of the label, counted from
    /// 0. A label without an index is a separate line above or below the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The text of the label.
    pub text: String,
}

/// The movement of a thing since the previous scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Where the thing was. For a piece this is its first cell in reading order.
    pub from: Cell,
    /// Where the thing is now. The cell `to` equals `from` if the thing changed in place.
    pub to: Cell,
}

/// The look of a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SymbolLook {
    /// The symbol that has the look.
    pub symbol: String,
    /// The look of the symbol. It may be empty; then the entry only sets the symbol's place in the
    /// order in which symbols get colours.
    #[serde(default)]
    pub look: Look,
}

/// The version of the JSON form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Schema {
    /// The only version.
    #[default]
    #[serde(rename = "fewest/scene/1")]
    One,
}

/// A position as plain data. A puzzle fills the data, or they are read from JSON. The data can be
/// drawn after [`crate::Scene`] has checked them.
///
/// The JSON form is an object with the following fields. All except `schema` and `cells` may be
/// omitted, and unknown fields are errors:
///
/// ```
/// use fewest_scene::Scene;
///
/// let scene = Scene::from_json(r##"{
///     "schema": "fewest/scene/1",
///     "title": "A crate beside its goal",
///     "layout": "grid",
///     "cells": [["#", "@", ""], ["#", "", null]],
///     "looks": [{"symbol": "#", "look": {"shape": "wall", "colour": "#555"}}],
///     "pieces": [{"symbol": "$", "cells": [[1, 1]]}],
///     "floors": [{"cell": [0, 2], "symbol": "ice"}],
///     "walls": [{"cell": [0, 1], "side": "right"}],
///     "marks": [{"cell": [0, 2]}, {"cell": [1, 1], "symbol": "@"}, {"cell": [1, 0], "exit": "left"}],
///     "player": {"cell": [0, 2], "beyond": "right"},
///     "labels": [{"side": "top", "index": 0, "text": "A"}, {"side": "bottom", "text": "energy 3"}],
///     "moved": [{"from": [0, 1], "to": [0, 2]}]
/// }"##)?;
/// assert_eq!(Scene::from_json(&scene.to_json())?, scene);
/// # Ok::<(), fewest_scene::SceneError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneData {
    /// The version of the JSON form.
    pub schema: Schema,
    /// What the picture shows, for people who cannot see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Whether the cells form a grid or free rows.
    #[serde(default)]
    pub layout: Layout,
    /// The rows of cells, with one symbol for each cell. The symbol `""` stands for an empty cell,
    /// and `None` (`null` in JSON) for a place without a cell. A row of a grid that is shorter than
    /// others has no cells at its end.
    pub cells: Vec<Vec<Option<String>>>,
    /// The names of free rows. The list is empty or contains one name for each row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The looks of symbols. Symbols get colours of the palette in the order of this list, and then
    /// the symbols that are not in the list, in ascending order. So that a symbol has the same
    /// colour in all scenes of a puzzle, the puzzle can list all its symbols here, if necessary
    /// with empty looks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<SymbolLook>,
    /// What lies under the symbols. Of several floors of one cell, the first lies lowest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub floors: Vec<Floor>,
    /// The pieces, which must not overlap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// The walls between cells and at the edges of the board. An edge without a wall is open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Wall>,
    /// The marked cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// The player, if the player is not a symbol on a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The texts beside the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Label>,
    /// The movements since the previous scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Movement>,
}

impl SceneData {
    /// Makes a grid with one symbol on each cell.
    pub fn grid<S: Into<String>>(
        rows: impl IntoIterator<Item = impl IntoIterator<Item = S>>,
    ) -> Self {
        let rows = rows.into_iter().map(|row| {
            let symbols = row.into_iter();
            symbols.map(|symbol| Some(symbol.into())).collect()
        });
        Self {
            cells: rows.collect(),
            ..Self::default()
        }
    }

    /// Makes a grid from lines; each character is the symbol of one cell.
    pub fn characters(lines: &[&str]) -> Self {
        Self::grid(lines.iter().map(|line| line.chars().map(String::from)))
    }

    /// Makes free rows, each with a name and its labels.
    pub fn rows<N: Into<String>, S: Into<String>>(
        rows: impl IntoIterator<Item = (N, impl IntoIterator<Item = S>)>,
    ) -> Self {
        let mut data = Self {
            layout: Layout::Rows,
            ..Self::default()
        };
        for (name, symbols) in rows {
            data.names.push(name.into());
            let symbols = symbols.into_iter().map(|symbol| Some(symbol.into()));
            data.cells.push(symbols.collect());
        }
        data
    }

    /// Adds the look of a symbol.
    pub fn look(&mut self, symbol: impl Into<String>, look: Look) {
        self.looks.push(SymbolLook {
            symbol: symbol.into(),
            look,
        });
    }

    /// Makes one piece of all cells with `symbol`, if there are any. The cells need not be
    /// connected.
    pub fn piece_of(&mut self, symbol: &str) {
        let mut cells = Vec::new();
        for (row, line) in self.cells.iter().enumerate() {
            for (column, found) in line.iter().enumerate() {
                if found.as_deref() == Some(symbol) {
                    cells.push(Cell::new(row, column));
                }
            }
        }
        if !cells.is_empty() {
            self.pieces.push(Piece {
                symbol: symbol.to_owned(),
                cells,
            });
        }
    }
}
