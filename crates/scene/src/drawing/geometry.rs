//! The places of cells, labels and captions in a picture of one or several scenes.

use crate::drawing::font;
use crate::drawing::picture::Rect;
use crate::model::cell::{Cell, Side};
use crate::model::data::Layout;
use crate::model::scene::Scene;

/// The greatest width of a line of labels in a free row. A longer row continues on the next line.
const ROW_WIDTH: f32 = 860.0;

/// The font size of the lines above and below the board, and of the captions of films.
pub(crate) const CAPTION: f32 = 14.0;
/// A board is given so much room for its captions, even if it is narrower.
const CAPTION_WIDTH: f32 = 240.0;
/// The height of a line of text, as a multiple of the font size.
pub(crate) const LEADING: f32 = 1.4;

/// The places and sizes of everything in the pictures of scenes that are drawn at the same place,
/// in units of the picture.
#[derive(Debug)]
pub(crate) struct Geometry {
    /// The length of a cell's side.
    pub(crate) cell: f32,
    /// The font size of labels.
    pub(crate) label: f32,
    /// The upper left corner of the first cell.
    pub(crate) origin: (f32, f32),
    /// The width and height of the area of all cells.
    pub(crate) board: (f32, f32),
    /// The width and height of the picture.
    pub(crate) size: (f32, f32),
    /// The y coordinate at which the lines of text above the board begin (`above`), and the one at
    /// which the lines below the board begin (`below`).
    pub(crate) above: f32,
    pub(crate) below: f32,
    /// The rectangles of the cells in free rows; empty for a grid.
    rows: Vec<Vec<Rect>>,
}

impl Geometry {
    /// Computes a layout with enough room for every scene; `cell` is the length of a cell's side.
    pub(crate) fn of(scenes: &[&Scene], cell: f32) -> Self {
        let label = (cell * 0.36).clamp(9.0, 17.0);
        let margin = (cell * 0.3).max(6.0);
        let free = scenes.iter().find(|s| s.data().layout == Layout::Rows);
        let (rows, names) = match free {
            Some(_) => free_rows(scenes, cell, label),
            None => (Vec::new(), 0.0),
        };
        let board = if free.is_some() {
            let all = || rows.iter().flatten();
            let right = all().map(|r| r.x + r.width).fold(cell, f32::max);
            let bottom = all().map(|r| r.y + r.height).fold(cell, f32::max);
            (right, bottom)
        } else {
            let longest = |of: fn(&Scene) -> usize| scenes.iter().map(|s| of(s)).max();
            let columns = longest(Scene::column_count).unwrap_or(1);
            let rows = longest(Scene::row_count).unwrap_or(1);
            (columns as f32 * cell, rows as f32 * cell)
        };
        let [top, right, bottom, left] =
            Side::ALL.map(|side| room_beside(scenes, side, cell, label));
        let depth = |(labels, outside): (f32, f32)| margin + labels + outside;
        let bare = depth(left) + names + board.0 + depth(right);
        let wanted = widest_caption(scenes).min(CAPTION_WIDTH) + 2.0 * margin;
        let width = bare.max(wanted);
        let room = width - 2.0 * margin;
        let lines = |side| {
            let count = |scene: &&Scene| lines_of(scene, side, room).len();
            scenes.iter().map(count).max().unwrap_or(0) as f32 * CAPTION * LEADING
        };
        let (above, below) = (lines(Side::Top), lines(Side::Bottom));
        let origin = (
            depth(left) + names + (width - bare) / 2.0,
            depth(top) + above,
        );
        let lower = origin.1 + board.1 + bottom.0 + bottom.1;
        let below_gap = if below > 0.0 { margin * 0.6 } else { 0.0 };
        Self {
            cell,
            label,
            origin,
            board,
            size: (width.ceil(), (lower + below_gap + below + margin).ceil()),
            above: margin * 0.7,
            below: lower + below_gap,
            rows,
        }
    }

    /// The rectangle of a cell, on or beside the board.
    pub(crate) fn rect(&self, cell: Cell) -> Rect {
        let row = self.rows.get(cell.row as usize);
        match row.and_then(|row| row.get(cell.column as usize)) {
            Some(rect) => Rect {
                x: rect.x + self.origin.0,
                y: rect.y + self.origin.1,
                ..*rect
            },
            None => Rect::new(
                self.origin.0 + cell.column as f32 * self.cell,
                self.origin.1 + cell.row as f32 * self.cell,
                self.cell,
                self.cell,
            ),
        }
    }

    /// The rectangle of a player who left a cell across a side.
    pub(crate) fn beyond(&self, cell: Cell, side: Side) -> Rect {
        let mut rect = self.rect(cell);
        let (rows, columns) = side.step();
        rect.x += columns as f32 * self.cell;
        rect.y += rows as f32 * self.cell;
        rect
    }

    /// The rectangle of the first line of cells in a free row. The row's name stands beside it.
    pub(crate) fn row(&self, row: usize) -> Option<Rect> {
        let first = self.rows.get(row)?.first()?;
        Some(Rect::new(
            0.0,
            first.y + self.origin.1,
            self.origin.0 - self.cell * 0.2,
            first.height,
        ))
    }

    /// The lines of text that a scene has above or below the board.
    pub(crate) fn lines(&self, scene: &Scene, side: Side) -> Vec<String> {
        let margin = (self.cell * 0.3).max(6.0);
        lines_of(scene, side, self.size.0 - 2.0 * margin)
    }
}

/// The part of the room that a caption may take. The rest is for a viewer without this font, who
/// may use a wider one.
const FILLED: f32 = 0.88;

fn lines_of(scene: &Scene, side: Side, room: f32) -> Vec<String> {
    let labels = scene.data().labels.iter();
    labels
        .filter(|label| label.side == side && label.index.is_none())
        .flat_map(|label| font::wrap(&label.text, CAPTION, FILLED * room))
        .collect()
}

/// The room that the longest caption of the scenes takes in one line.
fn widest_caption(scenes: &[&Scene]) -> f32 {
    let labels = scenes.iter().flat_map(|scene| &scene.data().labels);
    let captions = labels.filter(|label| label.index.is_none());
    let widths = captions.map(|label| font::width(&label.text, CAPTION) / FILLED);
    widths.fold(0.0, f32::max).ceil()
}

/// The room that the scenes need on one side of the board: for the labels of rows or columns, and
/// for a player who has left the board.
fn room_beside(scenes: &[&Scene], side: Side, cell: f32, size: f32) -> (f32, f32) {
    let (mut labels, mut outside) = (0.0_f32, 0.0);
    for scene in scenes {
        let data = scene.data();
        for label in &data.labels {
            if label.side == side && label.index.is_some() {
                let depth = match side {
                    Side::Top | Side::Bottom => size * 1.5,
                    Side::Left | Side::Right => font::width(&label.text, size) + size * 0.7,
                };
                labels = labels.max(depth);
            }
        }
        if data.player.is_some_and(|p| p.beyond == Some(side)) {
            outside = cell;
        }
    }
    (labels, outside)
}

/// The rectangles of the cells in free rows relative to the first cell, and the width of the row
/// names.
fn free_rows(scenes: &[&Scene], cell: f32, label: f32) -> (Vec<Vec<Rect>>, f32) {
    let height = cell * 0.8;
    let symbols = || scenes.iter().flat_map(|scene| scene.cells());
    let widest = symbols()
        .map(|(_, symbol)| font::width(symbol, height * 0.5))
        .fold(0.0, f32::max);
    let width = (widest + height * 0.5).clamp(height, cell * 4.0);
    let names = scenes.iter().flat_map(|scene| &scene.data().names);
    let names = names
        .map(|name| font::width(name, label))
        .fold(0.0, f32::max);
    let names = if names > 0.0 { names + cell * 0.3 } else { 0.0 };
    let per_line = (((ROW_WIDTH - names) / width) as usize).clamp(4, MOST_PER_LINE);
    let count = scenes.iter().map(|s| s.row_count()).max().unwrap_or(0);
    let mut y = 0.0;
    let mut rows = Vec::with_capacity(count);
    for row in 0..count {
        let of = |scene: &&Scene| scene.data().cells.get(row).map_or(0, Vec::len);
        let length = scenes.iter().map(of).max().unwrap_or(0);
        // Lines of similar length look better than full lines followed by a short one.
        let per_line = length.div_ceil(length.div_ceil(per_line).max(1)).max(1);
        let place = |i: usize| {
            let (line, column) = (i / per_line, i % per_line);
            Rect::new(
                column as f32 * width,
                y + line as f32 * height,
                width,
                height,
            )
        };
        rows.push((0..length).map(place).collect());
        y += length.div_ceil(per_line).max(1) as f32 * height + cell * 0.25;
    }
    (rows, names)
}

/// One line of a free row has at most this many labels.
const MOST_PER_LINE: usize = 24;
