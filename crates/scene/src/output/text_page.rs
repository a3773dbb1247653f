//! The lines of a scene as text.

use std::collections::{BTreeMap, HashMap, HashSet};

use unicode_width::UnicodeWidthStr;

use crate::Colour;
use crate::looks::theme::{Theme, ThemeColours};
use crate::model::cell::{Cell, Side};
use crate::model::data::{Layout, Wall};
use crate::model::scene::Scene;
use crate::output::text_cells::{self, CellText, readable};

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

impl TextRun {
    fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

pub(crate) type Line = Vec<TextRun>;

/// Runs of characters at their places. A place is a line, whose number only determines the order of
/// the lines, and a column of characters.
type Sheet = BTreeMap<(i64, usize), TextRun>;

/// The line of a player who has left the board at the top. The labels of the columns follow.
const FIRST: i64 = -2;
/// The line of a player who has left the board at the bottom, after the labels of the columns.
const LAST: i64 = i64::MAX;

/// What is written as text, and how wide.
struct Page<'a> {
    scene: &'a Scene,
    theme: ThemeColours,
    cells: HashMap<Cell, CellText>,
    /// The width of each symbol in terminal columns.
    width: usize,
}

/// The lines that [`render`](crate::text::render) writes, as runs of characters with the same
/// colours.
pub fn lines(scene: &Scene, theme: Theme) -> Vec<Vec<TextRun>> {
    let cells = text_cells::cells(scene, theme);
    let width = cells.values().map(|cell| cell.text.width()).max();
    let page = Page {
        scene,
        theme: theme.colours(),
        width: width.unwrap_or(1).max(1),
        cells,
    };
    let board = match scene.data().layout {
        Layout::Grid => page.grid(),
        Layout::Rows => page.free_rows(),
    };
    let captions = |side: Side| {
        let labels = scene.data().labels.iter();
        labels
            .filter(move |label| label.side == side && label.index.is_none())
            .map(|label| vec![TextRun::plain(&label.text)])
    };
    let lines = captions(Side::Top).chain(written(board));
    lines.chain(captions(Side::Bottom)).collect()
}

/// The lines of a sheet, with blanks between the runs.
fn written(sheet: Sheet) -> impl Iterator<Item = Line> {
    let mut lines: BTreeMap<i64, (usize, Line)> = BTreeMap::new();
    for ((line, column), run) in sheet {
        let (used, line) = lines.entry(line).or_default();
        if column > *used {
            line.push(TextRun::plain(" ".repeat(column - *used)));
        }
        *used = column.max(*used) + run.text.width();
        line.push(run);
    }
    lines.into_values().map(|(_, line)| line)
}

impl Page<'_> {
    /// A cell as text, padded to the common width of all cells.
    fn run(&self, cell: Cell) -> TextRun {
        let Some(shown) = self.cells.get(&cell) else {
            return TextRun::plain(" ".repeat(self.width));
        };
        let blanks = self.width.saturating_sub(shown.text.width());
        TextRun {
            text: format!("{}{}", " ".repeat(blanks), shown.text),
            ink: Some(shown.ink),
            ground: Some(shown.ground),
        }
    }

    /// The text of the label on the side `side` of the board that belongs to the row or column
    /// `index`. Empty if there is no such label.
    fn label(&self, side: Side, index: usize) -> &str {
        let mut labels = self.scene.data().labels.iter();
        let is_here = |at: u32| usize::try_from(at) == Ok(index);
        let found = labels.find(|label| label.side == side && label.index.is_some_and(is_here));
        found.map_or("", |label| &label.text)
    }

    /// The cells of a grid, the walls between them, and what stands beside them.
    fn grid(&self) -> Sheet {
        let mut sheet = Sheet::new();
        let data = self.scene.data();
        let (rows, columns) = (self.scene.row_count(), self.scene.column_count());
        let has_walls = usize::from(!data.walls.is_empty());
        let outside = data
            .player
            .and_then(|player| Some((player.cell, player.beyond?)));
        let names = (0..rows).map(|row| self.label(Side::Left, row).width());
        let names = names.max().unwrap_or(0);
        let mut left = names + usize::from(names > 0);
        // Between two cells there is a column of characters for a wall or a blank, unless the cells
        // are single characters and there are no walls.
        let step = self.width + has_walls.max(usize::from(self.width > 1));
        let line = |row: usize| (row * (1 + has_walls) + has_walls) as i64;
        if let Some((_, Side::Left)) = outside {
            left += self.width + 1;
        }
        let at = |column: usize| left + has_walls + column * step;
        let end = at(columns - 1) + self.width + has_walls;
        for row in 0..rows {
            for column in 0..columns {
                let run = self.run(Cell::new(row, column));
                sheet.insert((line(row), at(column)), run);
            }
            if names > 0 {
                let name = self.label(Side::Left, row);
                let place = (line(row), names - name.width());
                sheet.insert(place, TextRun::plain(name));
            }
            let name = self.label(Side::Right, row);
            if !name.is_empty() {
                // A player beyond this row stands before its name.
                let gap = match outside {
                    Some((cell, Side::Right)) if cell.row as usize == row => 3,
                    _ => 1,
                };
                sheet.insert((line(row), end + gap), TextRun::plain(name));
            }
        }
        if let Some((cell, side)) = outside {
            let (row, column) = (cell.row as usize, cell.column as usize);
            let (place, text) = match side {
                Side::Top => ((FIRST, at(column)), "@".to_owned()),
                Side::Bottom => ((LAST, at(column)), "@".to_owned()),
                Side::Right => ((line(row), end), " @".to_owned()),
                Side::Left => {
                    let blanks = " ".repeat(self.width - 1);
                    ((line(row), left - self.width - 1), format!("{blanks}@ "))
                }
            };
            let ink = Some(readable(self.theme.player, self.theme.page));
            let ground = None;
            sheet.insert(place, TextRun { text, ink, ground });
        }
        for (side, line) in [(Side::Top, FIRST + 1), (Side::Bottom, LAST - 1)] {
            let mut free = left;
            for column in 0..columns {
                let label = self.label(side, column);
                if !label.is_empty() {
                    // A label that is wider than its column stands in the middle.
                    let width = label.width();
                    let end = at(column) + self.width + width.saturating_sub(self.width) / 2;
                    let start = end.saturating_sub(width).max(free);
                    sheet.insert((line, start), TextRun::plain(label));
                    free = start + width + 1;
                }
            }
        }
        if has_walls > 0 {
            self.walls(&mut sheet, line, at);
        }
        sheet
    }

    /// The walls around the cells of a grid, and the corners where walls meet.
    fn walls(&self, sheet: &mut Sheet, line: impl Fn(usize) -> i64, at: impl Fn(usize) -> usize) {
        let (rows, columns) = (self.scene.row_count(), self.scene.column_count());
        // All walls as walls at the top or left of a cell.
        let upper_left = |wall: &Wall| match (wall.side, wall.cell.across(wall.side)) {
            (Side::Bottom | Side::Right, Some(cell)) => (cell, wall.side.opposite()),
            _ => (wall.cell, wall.side),
        };
        let walls: HashSet<_> = self.scene.data().walls.iter().map(upper_left).collect();
        let has = |row, column, side| walls.contains(&(Cell::new(row, column), side));
        let mut put = |line: i64, column: usize, text: String| {
            let (ink, ground) = (Some(self.theme.edge), Some(self.theme.floor));
            sheet.insert((line, column), TextRun { text, ink, ground });
        };
        let shown = |is_shown: bool, text: &'static str| if is_shown { text } else { " " };
        for row in 0..=rows {
            for column in 0..=columns {
                let (top, left) = (has(row, column, Side::Top), has(row, column, Side::Left));
                let is_corner = top
                    || left
                    || column > 0 && has(row, column - 1, Side::Top)
                    || row > 0 && has(row - 1, column, Side::Left);
                let (above, before) = (line(row) - 1, at(column) - 1);
                put(above, before, shown(is_corner, "+").to_owned());
                if column < columns {
                    put(above, at(column), shown(top, "-").repeat(self.width));
                }
                if row < rows {
                    put(line(row), before, shown(left, "|").to_owned());
                }
            }
        }
    }

    /// Free rows, with their names before them.
    fn free_rows(&self) -> Sheet {
        let mut sheet = Sheet::new();
        let data = self.scene.data();
        let widest = data.names.iter().map(|name| name.width()).max();
        let left = widest.map_or(0, |width| width + 1);
        for row in 0..self.scene.row_count() {
            let name = data.names.get(row).map_or("", String::as_str);
            let blanks = " ".repeat(left - name.width());
            sheet.insert((row as i64, 0), TextRun::plain(format!("{name}{blanks}")));
        }
        let mut next = (0, left + 1);
        for (cell, _) in self.scene.cells() {
            let row = i64::from(cell.row);
            if row != next.0 {
                next = (row, left + 1);
            }
            sheet.insert(next, self.run(cell));
            next.1 += self.width + 1;
        }
        sheet
    }
}
