//! A checked scene.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize, Serializer};

use crate::error::SceneError;
use crate::limits::{MAX_CELLS, MAX_JSON_BYTES, MAX_LABELS, MAX_SYMBOL, MAX_TEXT};
use crate::model::cell::{Cell, Side};
use crate::model::data::{Label, Layout, Movement, Piece, SceneData, Wall};
use crate::output::text_rules;

/// A checked scene, which can be drawn: all its parts lie on its cells, it exceeds no limit, and
/// all its texts are printable.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "SceneData")]
pub struct Scene {
    data: SceneData,
    columns: usize,
}

impl Serialize for Scene {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.data.serialize(to)
    }
}

impl TryFrom<SceneData> for Scene {
    type Error = SceneError;

    fn try_from(data: SceneData) -> Result<Self, SceneError> {
        Self::new(data)
    }
}

impl Scene {
    /// Checks a scene. Walls are normalised: a wall between two cells belongs to the left or upper
    /// cell, and duplicates are removed.
    ///
    /// # Errors
    ///
    /// A [`SceneError`] that names the first fault.
    pub fn new(data: SceneData) -> Result<Self, SceneError> {
        let columns = check_size(&data)?;
        check_texts(&data)?;
        let mut scene = Self { data, columns };
        scene.check_places()?;
        scene.check_pieces()?;
        scene.normalise_walls();
        Ok(scene)
    }

    /// Parses the JSON form.
    ///
    /// # Errors
    ///
    /// [`SceneError::TooMany`] if the text has more than [`MAX_JSON_BYTES`] bytes, which is checked
    /// before parsing; [`SceneError::Json`] with line and column if the text is not the JSON form
    /// of a scene; otherwise the errors of [`Scene::new`].
    pub fn from_json(text: &str) -> Result<Self, SceneError> {
        at_most("bytes of JSON", text.len(), MAX_JSON_BYTES)?;
        let data: SceneData =
            serde_json::from_str(text).map_err(|error| SceneError::Json(error.to_string()))?;
        Self::new(data)
    }

    /// The JSON form, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(&self.data).unwrap_or_default()
    }

    /// The checked data.
    pub fn data(&self) -> &SceneData {
        &self.data
    }

    /// Returns the data, so that they can be changed and checked again.
    pub fn into_data(self) -> SceneData {
        self.data
    }

    /// The number of rows.
    pub fn row_count(&self) -> usize {
        self.data.cells.len()
    }

    /// The number of cells in the longest row.
    pub fn column_count(&self) -> usize {
        self.columns
    }

    /// The symbol on a cell: `Some("")` if the cell is empty, `None` if there is no cell.
    pub fn symbol(&self, cell: Cell) -> Option<&str> {
        self.data
            .cells
            .get(cell.row as usize)?
            .get(cell.column as usize)?
            .as_deref()
    }

    /// All cells in reading order, with their symbols.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, &str)> {
        self.data.cells.iter().enumerate().flat_map(|(row, line)| {
            line.iter().enumerate().filter_map(move |(column, symbol)| {
                Some((Cell::new(row, column), symbol.as_deref()?))
            })
        })
    }

    /// The cells that pieces cover.
    pub(crate) fn covered(&self) -> BTreeSet<Cell> {
        let pieces = self.data.pieces.iter();
        pieces.flat_map(|piece| &piece.cells).copied().collect()
    }

    /// Returns the same scene with these movements instead of its own.
    ///
    /// # Errors
    ///
    /// A [`SceneError`] if one of the movements leaves the cells.
    pub fn with_moved(mut self, moved: Vec<Movement>) -> Result<Self, SceneError> {
        self.data.moved = moved;
        self.check_places()?;
        Ok(self)
    }

    fn on_board(&self, what: &'static str, cell: Cell) -> Result<(), SceneError> {
        match self.symbol(cell) {
            Some(_) => Ok(()),
            None => Err(SceneError::OffBoard { what, cell }),
        }
    }

    fn check_places(&self) -> Result<(), SceneError> {
        let data = &self.data;
        let walls = data.walls.iter().map(|wall| ("wall", wall.cell));
        let floors = data.floors.iter().map(|floor| ("floor", floor.cell));
        let marks = data.marks.iter().map(|mark| ("mark", mark.cell));
        let moved = data.moved.iter().flat_map(|moved| [moved.from, moved.to]);
        let moved = moved.map(|cell| ("movement", cell));
        let player = data.player.iter().map(|player| ("player", player.cell));
        for (what, cell) in walls.chain(floors).chain(marks).chain(moved).chain(player) {
            self.on_board(what, cell)?;
        }
        if let Some(player) = data.player {
            let neighbour = player.beyond.and_then(|side| player.cell.across(side));
            if neighbour.is_some_and(|cell| self.symbol(cell).is_some()) {
                return Err(SceneError::PlayerInside);
            }
        }
        for label in &data.labels {
            if !self.has_place(label) {
                return Err(SceneError::LabelPlace {
                    text: label.text.clone(),
                });
            }
        }
        Ok(())
    }

    fn has_place(&self, label: &Label) -> bool {
        let horizontal = matches!(label.side, Side::Top | Side::Bottom);
        match label.index {
            None => horizontal,
            Some(_) if self.data.layout == Layout::Rows => false,
            Some(column) if horizontal => (column as usize) < self.columns,
            Some(row) => (row as usize) < self.data.cells.len(),
        }
    }

    fn check_pieces(&self) -> Result<(), SceneError> {
        let mut covered = HashSet::new();
        for Piece { symbol, cells } in &self.data.pieces {
            if cells.is_empty() {
                return Err(SceneError::EmptyPiece {
                    symbol: symbol.clone(),
                });
            }
            for &cell in cells {
                self.on_board("piece", cell)?;
                if !covered.insert(cell) {
                    return Err(SceneError::Overlap { cell });
                }
            }
        }
        Ok(())
    }

    fn normalise_walls(&mut self) {
        let mut walls = std::mem::take(&mut self.data.walls);
        for wall in &mut walls {
            if matches!(wall.side, Side::Top | Side::Left)
                && let Some(cell) = wall.cell.across(wall.side)
                && self.symbol(cell).is_some()
            {
                *wall = Wall {
                    cell,
                    side: wall.side.opposite(),
                };
            }
        }
        walls.sort_unstable();
        walls.dedup();
        self.data.walls = walls;
    }
}

fn at_most(what: &'static str, found: usize, most: usize) -> Result<(), SceneError> {
    if found > most {
        return Err(SceneError::TooMany { what, most, found });
    }
    Ok(())
}

/// Checks that the scene has a cell, that none of its lists is too long, and that its layout allows
/// what it contains. Returns the length of the longest row.
fn check_size(data: &SceneData) -> Result<usize, SceneError> {
    let columns = data.cells.iter().map(Vec::len).max().unwrap_or(0);
    let cells = match data.layout {
        Layout::Grid => columns.saturating_mul(data.cells.len()),
        Layout::Rows => data.cells.iter().map(|row| row.len().max(1)).sum(),
    };
    at_most("cells", cells, MAX_CELLS)?;
    if data.cells.iter().flatten().flatten().next().is_none() {
        return Err(SceneError::NoCell);
    }
    at_most("looks", data.looks.len(), MAX_LABELS)?;
    at_most("labels", data.labels.len(), MAX_LABELS)?;
    at_most("marks", data.marks.len(), MAX_CELLS)?;
    at_most("movements", data.moved.len(), MAX_CELLS)?;
    at_most("floors", data.floors.len(), 4 * MAX_CELLS)?;
    at_most("walls", data.walls.len(), 4 * MAX_CELLS)?;
    at_most("pieces", data.pieces.len(), MAX_CELLS)?;
    if data.layout == Layout::Rows {
        for (what, there) in [
            ("walls", !data.walls.is_empty()),
            ("pieces", !data.pieces.is_empty()),
            ("floors", !data.floors.is_empty()),
            ("a player", data.player.is_some()),
        ] {
            if there {
                return Err(SceneError::NeedsGrid { what });
            }
        }
    }
    let (rows, names) = (data.cells.len(), data.names.len());
    if names > 0 && (data.layout == Layout::Grid || names != rows) {
        return Err(SceneError::Names { rows, names });
    }
    Ok(columns)
}

fn check_texts(data: &SceneData) -> Result<(), SceneError> {
    let symbol = |what, text: &str| text_rules::check(what, text, MAX_SYMBOL);
    for text in data.cells.iter().flatten().flatten() {
        symbol("symbol of a cell", text)?;
    }
    let mut seen = HashSet::new();
    for look in &data.looks {
        symbol("symbol of a look", &look.symbol)?;
        if !seen.insert(&look.symbol) {
            return Err(SceneError::TwoLooks {
                symbol: look.symbol.clone(),
            });
        }
        if let Some(text) = look.look.text {
            symbol("character of a look", text.encode_utf8(&mut [0; 4]))?;
        }
    }
    let pieces = data.pieces.iter();
    let pieces = pieces.map(|piece| ("piece", "symbol of a piece", &piece.symbol));
    let floors = data.floors.iter();
    let floors = floors.map(|floor| ("floor", "symbol of a floor", &floor.symbol));
    for (what, name, text) in pieces.chain(floors) {
        symbol(name, text)?;
        if text.is_empty() {
            return Err(SceneError::NoSymbol { what });
        }
    }
    for mark in &data.marks {
        symbol("symbol of a mark", mark.symbol.as_deref().unwrap_or(""))?;
    }
    for name in &data.names {
        text_rules::check("name of a row", name, MAX_TEXT)?;
    }
    for label in &data.labels {
        text_rules::check("label", &label.text, MAX_TEXT)?;
    }
    text_rules::check("title", data.title.as_deref().unwrap_or(""), MAX_TEXT)
}
