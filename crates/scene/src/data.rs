//! The description of a position: plain data, and its JSON form.

use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize, Serializer};

use crate::Look;
use crate::cell::{Cell, Side};

/// How the rows of cells relate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Cells below each other are neighbours.
    #[default]
    Grid,
    /// Each row is a list of labels of its own, with or without a name.
    Rows,
}

/// A thing that covers several cells and moves as a whole. It is drawn as one block over what
/// [`SceneData::cells`] says of these cells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Its symbol, which its look belongs to.
    pub symbol: String,
    /// The cells that it covers, in any order.
    pub cells: Vec<Cell>,
}

/// A wall on the edge of a cell. The wall between two cells may be given for either of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wall {
    /// The cell.
    pub cell: Cell,
    /// The side of the cell.
    pub side: Side,
}

/// A cell that means something, such as a goal. It is drawn below what lies there, and as a
/// badge on what covers it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// The cell.
    pub cell: Cell,
    /// The symbol that is wanted there; it is drawn faintly. Without it the mark is a target.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
}

/// Where the player is. The player looks as the symbol `@` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The cell.
    pub cell: Cell,
    /// The player has left the board from that cell across this side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beyond: Option<Side>,
}

/// A text beside the board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// On which side of the board.
    pub side: Side,
    /// The column (top, bottom) or row (left, right) that it belongs to, from 0. Without it the label is a line
    /// of its own above or below the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u32>,
    /// The text.
    pub text: String,
}

/// What moved since the previous scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Movement {
    /// Where it was; of a piece its first cell in reading order.
    pub from: Cell,
    /// Where it is now; the same as `from` for what changed in place.
    pub to: Cell,
}

/// The look of a symbol.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SymbolLook {
    /// The symbol.
    pub symbol: String,
    /// Its look; an empty one only fixes the symbol's place in the order of colours.
    #[serde(default)]
    pub look: Look,
}

/// The version of the JSON form, `"fewest/scene/1"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Schema;

impl Schema {
    /// The text in JSON.
    pub const NAME: &str = "fewest/scene/1";
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(Self::NAME)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        if name == Self::NAME {
            return Ok(Self);
        }
        let name: String = name.chars().take(40).flat_map(char::escape_debug).collect();
        Err(D::Error::custom(format_args!(
            "the schema is `{name}`, but only `{}` can be read",
            Self::NAME
        )))
    }
}

/// A position as plain data, to be filled by a puzzle or read from JSON. [`crate::Scene`] is what
/// has been checked and can be drawn.
///
/// The JSON form is an object with these fields; all but `schema` and `cells` may be left out,
/// and unknown fields are errors:
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
///     "walls": [{"cell": [0, 1], "side": "right"}],
///     "marks": [{"cell": [0, 2]}, {"cell": [1, 1], "symbol": "@"}],
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
    /// The version of the form.
    pub schema: Schema,
    /// What the picture shows, for people who cannot see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A grid or free rows.
    #[serde(default)]
    pub layout: Layout,
    /// Rows of cells with a symbol each. `""` is a cell on which nothing lies, `None` (`null`) a place
    /// where there is no cell. Rows of a grid may end early; they lack the cells behind.
    pub cells: Vec<Vec<Option<String>>>,
    /// In free rows the names of the rows: none, or one for each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The looks of symbols. Their order decides which colours symbols get; symbols without a look
    /// follow in ascending order. A puzzle that lists all its symbols, if need be with empty looks, gives each
    /// of them the same colour in all its scenes, whichever of them occur.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub looks: Vec<SymbolLook>,
    /// Pieces. No two cover the same cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// Walls between cells and at the edges of the board. An edge without a wall is a gap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Wall>,
    /// Marked cells.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// A player that is no symbol on a cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// Texts beside the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<Label>,
    /// What moved since the previous scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moved: Vec<Movement>,
}

impl SceneData {
    /// A grid with a symbol on each cell.
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

    /// A grid from lines of single characters.
    pub fn characters(lines: &[&str]) -> Self {
        Self::grid(lines.iter().map(|line| line.chars().map(String::from)))
    }

    /// Free rows of labels with names.
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

    /// Makes a piece of all cells with `symbol`, if there are any. Diagonal neighbours count: the cells
    /// need not be connected.
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
