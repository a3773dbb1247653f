//! The lines and colours of a scene as text.

use std::collections::{HashMap, HashSet};

use unicode_width::UnicodeWidthStr;

use crate::Colour;
use crate::looks::theme::{Theme, ThemeColours};
use crate::model::appearance::Appearances;
use crate::model::cell::{Cell, Side};
use crate::model::data::{Layout, Wall};
use crate::model::look::Shape;
use crate::model::scene::Scene;

/// Consecutive characters with the same colours.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextRun {
    /// The characters of the run.
    pub text: String,
    /// The colour of the characters; `None` for the terminal's own.
    pub ink: Option<Colour>,
    /// The colour behind the characters; `None` for the terminal's own.
    pub ground: Option<Colour>,
}

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

impl TextRun {
    fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

pub(crate) type Line = Vec<TextRun>;

/// The layout and colours with which a scene is written as text.
pub(crate) struct Page {
    appearances: Appearances,
    theme: ThemeColours,
    marked: HashSet<Cell>,
    walls: HashSet<Wall>,
    /// The symbol of each cell that a piece covers.
    pieces: HashMap<Cell, String>,
    /// For each cell with floors, the symbols of its floors, the highest one first.
    floors: HashMap<Cell, Vec<String>>,
    /// The width of each symbol in terminal columns.
    width: usize,
}

impl Page {
    pub(crate) fn of(scene: &Scene, theme: Theme) -> Self {
        let data = scene.data();
        let mut pieces = HashMap::new();
        for piece in &data.pieces {
            pieces.extend(piece.cells.iter().map(|&cell| (cell, piece.symbol.clone())));
        }
        let mut floors: HashMap<Cell, Vec<String>> = HashMap::new();
        for floor in data.floors.iter().rev() {
            let on_cell = floors.entry(floor.cell).or_default();
            on_cell.push(floor.symbol.clone());
        }
        let mut page = Self {
            appearances: Appearances::of(&[scene], theme),
            theme: theme.colours(),
            marked: data.marks.iter().map(|mark| mark.cell).collect(),
            walls: data.walls.iter().copied().collect(),
            pieces,
            floors,
            width: 1,
        };
        let cells = scene.cells().map(|(cell, _)| cell);
        let width = cells.map(|cell| page.symbol(scene, cell).width()).max();
        page.width = width.unwrap_or(1).max(1);
        page
    }

    /// The text that a cell shows, and the symbol that determines its look.
    fn shown(&self, scene: &Scene, cell: Cell) -> (String, String) {
        let player = scene.data().player;
        if player.is_some_and(|player| player.cell == cell && player.beyond.is_none()) {
            return ("@".to_owned(), "@".to_owned());
        }
        let on_cell = scene.symbol(cell).unwrap_or("");
        match self.pieces.get(&cell) {
            Some(piece) if on_cell.is_empty() => (piece.clone(), piece.clone()),
            Some(piece) => (on_cell.to_owned(), piece.clone()),
            None => (on_cell.to_owned(), on_cell.to_owned()),
        }
    }

    fn symbol(&self, scene: &Scene, cell: Cell) -> String {
        let (mut text, look) = self.shown(scene, cell);
        let seen = self.appearances.get(&look);
        if seen.shape == Shape::Nothing {
            return " ".to_owned();
        }
        let gap = seen.is_gap();
        if let Some(floors) = self.floors.get(&cell) {
            if gap {
                text.clear();
            }
            for floor in floors {
                if !text.is_empty() {
                    text.push('/');
                }
                text.push_str(floor);
            }
            if self.marked.contains(&cell) {
                text.push('\'');
            }
            return text;
        }
        match (self.marked.contains(&cell), gap) {
            (true, true) => ".".to_owned(),
            (true, false) => {
                text.push('\'');
                text
            }
            (false, _) if text.is_empty() => "_".to_owned(),
            (false, _) => text,
        }
    }

    /// A cell as text, padded to the common width of all cells.
    fn run(&self, scene: &Scene, cell: Cell) -> TextRun {
        let shown = self.cell(scene, cell);
        if !self.has_floor(scene.symbol(cell).unwrap_or("")) {
            return TextRun::plain(" ".repeat(self.width));
        }
        let blanks = self.width.saturating_sub(shown.text.width());
        TextRun {
            text: format!("{}{}", " ".repeat(blanks), shown.text),
            ink: Some(shown.ink),
            ground: Some(shown.ground),
        }
    }

    /// Whether a cell with this symbol shows anything.
    pub(crate) fn has_floor(&self, symbol: &str) -> bool {
        self.appearances.get(symbol).shape != Shape::Nothing
    }

    /// The text of a cell and its colours.
    pub(crate) fn cell(&self, scene: &Scene, cell: Cell) -> CellText {
        let seen = self.appearances.get(&self.shown(scene, cell).1);
        let floor = self.floors.get(&cell).and_then(|floors| floors.first());
        let floor = floor.map(|symbol| self.appearances.get(symbol).colour);
        let (ink, ground) = match seen.shape {
            Shape::Nothing => (self.theme.faint, self.theme.page),
            Shape::Gap if floor.is_some() => {
                let colour = floor.unwrap_or(self.theme.floor);
                (colour.ink(), colour)
            }
            Shape::Gap if self.marked.contains(&cell) => (self.theme.target, self.theme.floor),
            Shape::Gap => (self.theme.faint, self.theme.floor),
            Shape::Tile | Shape::Block | Shape::Wall | Shape::Crate => {
                (seen.colour.ink(), seen.colour)
            }
            _ => (readable(seen.colour, self.theme.floor), self.theme.floor),
        };
        CellText {
            text: self.symbol(scene, cell),
            ink,
            ground,
            is_gap: seen.is_gap() && floor.is_none(),
        }
    }

    /// The labels on the side `side` of the board that belong to no row or column, each on a line
    /// of its own.
    pub(crate) fn captions(&self, scene: &Scene, side: Side) -> Vec<Line> {
        let labels = scene.data().labels.iter();
        labels
            .filter(|label| label.side == side && label.index.is_none())
            .map(|label| vec![TextRun::plain(&label.text)])
            .collect()
    }

    /// The text of the label on the side `side` of the board that belongs to the row or column
    /// `index`. Empty if there is no such label.
    fn label(scene: &Scene, side: Side, index: usize) -> &str {
        let labels = scene.data().labels.iter();
        let mut labels = labels.filter(|label| label.side == side);
        let found =
            labels.find(|label| label.index.and_then(|i| usize::try_from(i).ok()) == Some(index));
        found.map_or("", |label| &label.text)
    }

    /// The lines of the board.
    pub(crate) fn board(&self, scene: &Scene) -> Vec<Line> {
        let rows = scene.row_count();
        if scene.data().layout == Layout::Rows {
            return (0..rows).map(|row| self.free_row(scene, row)).collect();
        }
        let left = (0..rows)
            .map(|row| Self::label(scene, Side::Left, row).width())
            .max();
        let left = left.unwrap_or(0);
        let beyond = scene.data().player.and_then(|p| p.beyond);
        let mut lines = Vec::new();
        let blank = |width: usize| TextRun::plain(" ".repeat(width));
        let indent = |line: Line| -> Line {
            let mut indented = Vec::new();
            if left > 0 {
                indented.push(blank(left + 1));
            }
            if beyond == Some(Side::Left) {
                indented.push(blank(self.width + 1));
            }
            indented.extend(line);
            indented
        };
        lines.extend(self.column_labels(scene, Side::Top).map(indent));
        for row in 0..=rows {
            if !self.walls.is_empty() {
                lines.push(indent(self.edges(scene, row)));
            }
            if row == rows {
                break;
            }
            let mut line = Line::new();
            if left > 0 {
                let label = Self::label(scene, Side::Left, row);
                let blanks = " ".repeat(left - label.width());
                line.push(TextRun::plain(format!("{blanks}{label} ")));
            }
            if beyond == Some(Side::Left) {
                line.push(
                    self.outside(scene, row)
                        .unwrap_or_else(|| blank(self.width + 1)),
                );
            }
            line.extend(self.row(scene, row));
            if beyond == Some(Side::Right) {
                line.extend(self.outside(scene, row));
            }
            let label = Self::label(scene, Side::Right, row);
            if !label.is_empty() {
                line.push(TextRun::plain(format!(" {label}")));
            }
            lines.push(line);
        }
        lines.extend(self.column_labels(scene, Side::Bottom).map(indent));
        if let Some(player) = scene.data().player {
            let column = usize::try_from(player.cell.column).unwrap_or(0);
            let step = self.width + usize::from(self.is_spaced());
            let start = usize::from(!self.walls.is_empty());
            let place = vec![blank(column * step + start), self.person()];
            match beyond {
                Some(Side::Top) => lines.insert(0, indent(place)),
                Some(Side::Bottom) => lines.push(indent(place)),
                _ => {}
            }
        }
        lines
    }

    fn person(&self) -> TextRun {
        TextRun {
            text: "@".to_owned(),
            ink: Some(readable(self.theme.player, self.theme.page)),
            ground: None,
        }
    }

    /// The text that shows the player if the player has left the board at the left or right end of
    /// this row.
    fn outside(&self, scene: &Scene, row: usize) -> Option<TextRun> {
        let player = scene.data().player?;
        let mut person = self.person();
        person.text = if player.beyond == Some(Side::Left) {
            format!("{}@ ", " ".repeat(self.width - 1))
        } else {
            " @".to_owned()
        };
        (usize::try_from(player.cell.row) == Ok(row)).then_some(person)
    }

    /// Whether the lines have a column of characters between adjacent cells, for a wall or a blank.
    fn is_spaced(&self) -> bool {
        self.width > 1 || !self.walls.is_empty()
    }

    fn column_labels<'s>(
        &self,
        scene: &'s Scene,
        side: Side,
    ) -> impl Iterator<Item = Line> + use<'s> {
        let step = self.width + usize::from(self.is_spaced());
        let mut text = String::new();
        for column in 0..scene.column_count() {
            let label = Self::label(scene, side, column);
            if !label.is_empty() {
                let start = column * step + usize::from(!self.walls.is_empty());
                // A label that is wider than its column stands in the middle.
                let end = start + self.width + label.width().saturating_sub(self.width) / 2;
                let blanks = end.saturating_sub(text.width() + label.width());
                text.push_str(&" ".repeat(blanks.max(usize::from(!text.is_empty()))));
                text.push_str(label);
            }
        }
        (!text.is_empty())
            .then(|| vec![TextRun::plain(text)])
            .into_iter()
    }

    fn row(&self, scene: &Scene, row: usize) -> Line {
        let mut line = Line::new();
        for column in 0..=scene.column_count() {
            let cell = Cell::new(row, column);
            let before = column.checked_sub(1).map(|before| Cell::new(row, before));
            let has = |cell: Cell| scene.symbol(cell).is_some();
            if !self.walls.is_empty() {
                let wall = before.is_some_and(|cell| self.has_wall(cell, Side::Right))
                    || self.has_wall(cell, Side::Left);
                line.push(self.edge(if wall { "|" } else { " " }));
            } else if self.is_spaced() && column > 0 && column < scene.column_count() {
                line.push(TextRun::plain(" "));
            }
            if has(cell) {
                line.push(self.run(scene, cell));
            } else if column < scene.column_count() {
                line.push(TextRun::plain(" ".repeat(self.width)));
            }
        }
        line
    }

    /// The line of characters above a row of cells, which shows the walls there and the corners
    /// where they meet.
    fn edges(&self, scene: &Scene, row: usize) -> Line {
        let above = row.checked_sub(1);
        let horizontal = |column: usize| {
            self.has_wall(Cell::new(row, column), Side::Top)
                || above.is_some_and(|above| self.has_wall(Cell::new(above, column), Side::Bottom))
        };
        let vertical = |row: Option<usize>, column: usize| {
            let Some(row) = row else { return false };
            let before = column.checked_sub(1).map(|before| Cell::new(row, before));
            before.is_some_and(|cell| self.has_wall(cell, Side::Right))
                || self.has_wall(Cell::new(row, column), Side::Left)
        };
        let mut line = Line::new();
        for column in 0..=scene.column_count() {
            let corner = horizontal(column)
                || column.checked_sub(1).is_some_and(horizontal)
                || vertical(Some(row), column)
                || vertical(above, column);
            line.push(self.edge(if corner { "+" } else { " " }));
            if column < scene.column_count() {
                let part = if horizontal(column) { "-" } else { " " };
                line.push(self.edge(&part.repeat(self.width)));
            }
        }
        line
    }

    fn has_wall(&self, cell: Cell, side: Side) -> bool {
        self.walls.contains(&Wall { cell, side })
    }

    fn edge(&self, text: &str) -> TextRun {
        TextRun {
            text: text.to_owned(),
            ink: Some(self.theme.edge),
            ground: Some(self.theme.floor),
        }
    }

    fn free_row(&self, scene: &Scene, row: usize) -> Line {
        let names = &scene.data().names;
        let widest = names.iter().map(|name| name.width()).max().unwrap_or(0);
        let mut line = Line::new();
        if let Some(name) = names.get(row) {
            let blanks = " ".repeat(widest - name.width());
            line.push(TextRun::plain(format!("{name}{blanks} ")));
        }
        for column in 0..scene.data().cells[row].len() {
            let cell = Cell::new(row, column);
            if scene.symbol(cell).is_some() {
                line.push(TextRun::plain(" "));
                line.push(self.run(scene, cell));
            }
        }
        line
    }
}

/// The colour itself if it is readable on `ground`, otherwise black, dark grey or white.
fn readable(colour: Colour, ground: Colour) -> Colour {
    if colour.contrast(ground) >= 4.5 {
        colour
    } else {
        ground.ink()
    }
}
