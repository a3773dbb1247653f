//! Draws the board with cells as large as the terminal allows.

use std::collections::HashMap;

use fewest::scene::text::{self, CellText};
use fewest::scene::{Cell, Colour, Layout, Scene, Side, Theme, Wall};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use unicode_width::UnicodeWidthStr;

use super::View;
use super::grid::{CellGrid, Window};
use crate::command::GameCommand;
use crate::model::Model;

/// The theme of the board. The floor of the board is painted, so the board can be read on any
/// terminal.
const THEME: Theme = Theme::Dark;

/// The characters for lines that leave a place in some directions, as numbered in
/// [`Drawing::walls`].
const LINES: [&str; 16] = [
    " ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
];

impl View {
    pub(super) fn board(&mut self, frame: &mut Frame<'_>, model: &Model, area: Rect) {
        let scene = &model.game.position().scene;
        if scene.data().layout == Layout::Rows {
            return self.rows(frame, scene, area);
        }
        let captions = |side: Side| {
            let labels = scene.data().labels.iter();
            labels.filter(move |label| label.side == side && label.index.is_none())
        };
        let (above, below) = (captions(Side::Top).count(), captions(Side::Bottom).count());
        let lines = (above + below).min(usize::from(area.height.saturating_sub(1))) as u16;
        let room = Rect {
            height: area.height - lines,
            ..area
        };
        let used = self.grid(frame.buffer_mut(), model, room);
        let labels = captions(Side::Top).chain(captions(Side::Bottom));
        for (y, label) in (used.bottom()..area.bottom()).zip(labels) {
            let line = Rect::new(used.x, y, area.right() - used.x, 1);
            frame.render_widget(Line::raw(label.text.as_str()), line);
        }
    }

    /// Draws free rows of labels, which are read and not clicked.
    fn rows(&self, frame: &mut Frame<'_>, scene: &Scene, area: Rect) {
        let lines = text::lines(scene, THEME).into_iter().map(|runs| {
            let spans = runs.into_iter().map(|run| {
                let style = self.style(run.ink, run.ground);
                Span::styled(run.text, style)
            });
            Line::from(spans.collect::<Vec<_>>())
        });
        let text = Paragraph::new(lines.collect::<Vec<_>>());
        frame.render_widget(text.wrap(Wrap { trim: false }), area);
    }

    /// Draws the cells in the middle of `room`. Returns the part of `room` that the cells take.
    fn grid(&mut self, buffer: &mut Buffer, model: &Model, room: Rect) -> Rect {
        let scene = &model.game.position().scene;
        let cells = text::cells(scene, THEME);
        let widest = cells.values().map(|cell| cell.text.width()).max();
        let widest = widest.and_then(|width| u16::try_from(width).ok());
        let labels = |side: Side| {
            let labels = scene.data().labels.iter();
            labels.filter(move |label| label.side == side && label.index.is_some())
        };
        let columns = |side| {
            let widest = labels(side).map(|label| label.text.width()).max();
            widest.map_or(0, |width| u16::try_from(width).unwrap_or(0) + 1)
        };
        let (left, right) = (columns(Side::Left), columns(Side::Right));
        let rows = |side| u16::from(labels(side).next().is_some());
        let (top, bottom) = (rows(Side::Top), rows(Side::Bottom));
        let inner = Rect {
            width: room.width.saturating_sub(left + right),
            height: room.height.saturating_sub(top + bottom),
            ..room
        };
        let grid = CellGrid::of(scene, widest.unwrap_or(1), inner);
        let (width, height) = grid.size();
        let width = width.min(u32::from(inner.width)) as u16;
        let height = height.min(u32::from(inner.height)) as u16;
        let area = Rect {
            x: room.x + left + (inner.width - width) / 2,
            y: room.y + top + (inner.height - height) / 2,
            width,
            height,
        };
        let window = Window {
            area,
            scrolled: self.scroll(&grid, model.focus(), area),
        };
        let drawing = Drawing {
            view: self,
            scene,
            cells: &cells,
            grid,
            window: &window,
        };
        drawing.floor(buffer);
        drawing.things(buffer);
        drawing.walls(buffer);
        drawing.marks(buffer, model);
        drawing.labels(buffer);
        let (width, height) = (grid.width + grid.gap, grid.height + grid.wall);
        for &cell in cells.keys() {
            let place = window.visible(grid.cell(cell), width, height);
            self.places.push((place, GameCommand::Click(cell)));
        }
        Rect {
            x: area.x - left,
            y: area.y - top,
            width: area.width + left + right,
            height: area.height + top + bottom,
        }
    }

    /// The first column and row to show, so that the focus is visible and the picture moves rarely.
    fn scroll(&mut self, grid: &CellGrid, focus: Cell, area: Rect) -> (u32, u32) {
        let (x, y) = grid.cell(focus);
        let (width, height) = grid.size();
        let along = |first: u32, at: u32, size: u16, all: u32, shown: u16| {
            let (shown, size) = (u32::from(shown), u32::from(size));
            let most = all.saturating_sub(shown);
            let first = first.min(most);
            let is_visible = at >= first && at + size <= first + shown;
            match is_visible {
                true => first,
                false => (at + size / 2).saturating_sub(shown / 2).min(most),
            }
        };
        let x = along(self.scrolled.0, x, grid.width, width, area.width);
        let y = along(self.scrolled.1, y, grid.height, height, area.height);
        self.scrolled = (x, y);
        (x, y)
    }
}

/// A drawing of a grid in progress. Its methods draw one layer each; later layers lie on top of
/// earlier ones.
struct Drawing<'a> {
    view: &'a View,
    scene: &'a Scene,
    cells: &'a HashMap<Cell, CellText>,
    grid: CellGrid,
    window: &'a Window,
}

impl Drawing<'_> {
    fn floor(&self, buffer: &mut Buffer) {
        let style = self.view.style(None, Some(THEME.colours().floor));
        let (gap, wall) = (self.grid.gap, self.grid.wall);
        let (width, height) = (self.grid.width + 2 * gap, self.grid.height + 2 * wall);
        for &cell in self.cells.keys() {
            let (x, y) = self.grid.cell(cell);
            let around = (x - u32::from(gap), y - u32::from(wall));
            buffer.set_style(self.window.visible(around, width, height), style);
        }
    }

    /// Draws what lies on the cells, with pieces across the gaps between their cells.
    fn things(&self, buffer: &mut Buffer) {
        let (width, height) = (self.grid.width, self.grid.height);
        let (gap, wall) = (self.grid.gap, self.grid.wall);
        let mut pieces: HashMap<Cell, usize> = HashMap::new();
        for (number, piece) in self.scene.data().pieces.iter().enumerate() {
            pieces.extend(piece.cells.iter().map(|&cell| (cell, number)));
        }
        for (&cell, shown) in self.cells {
            let (x, y) = self.grid.cell(cell);
            let piece = |cell: Option<Cell>| cell.and_then(|cell| pieces.get(&cell));
            let is_joined = |side| {
                let here = piece(Some(cell));
                here.is_some() && here == piece(cell.across(side))
            };
            let floor = THEME.colours().floor;
            let has_tile = shown.ground != floor && self.view.colour(floor).is_some();
            if has_tile {
                let full = self.view.style(Some(shown.ink), Some(shown.ground));
                let (right, below) = (is_joined(Side::Right), is_joined(Side::Bottom));
                let wide = width + if right { gap } else { 0 };
                let high = height + if below { wall } else { 0 };
                buffer.set_style(self.window.visible((x, y), wide, high), full);
                // Half a row of floor above and below a tile separates it from other tiles.
                let edge = self.view.style(Some(shown.ground), Some(floor));
                let last = y + u32::from(height) - 1;
                let halves = [
                    (height > 1 && wall == 0 && !is_joined(Side::Top), y, "▄"),
                    (height > 2 && wall == 0 && !below, last, "▀"),
                ];
                for (_, row, half) in halves.into_iter().filter(|&(is_shown, ..)| is_shown) {
                    let place = self.window.visible((x, row), wide, 1);
                    for (column, row) in place.positions().map(|place| (place.x, place.y)) {
                        buffer[(column, row)].set_symbol(half).set_style(edge);
                    }
                }
            }
            let text = match (shown.is_gap, shown.text.as_str()) {
                (true, "_") => "·",
                (_, text) => text,
            };
            let style = self.view.style(Some(shown.ink), Some(shown.ground));
            let style = match shown.is_gap {
                true => style,
                false => style.add_modifier(Modifier::BOLD),
            };
            let column = x + u32::from(width.saturating_sub(text.width() as u16) / 2);
            self.text(buffer, (column, y + u32::from(height / 2)), text, style);
        }
    }

    /// Draws walls in the gaps between cells, and the player in the gap through which the player
    /// has left.
    fn walls(&self, buffer: &mut Buffer) {
        // Boards with walls have gaps of one column and one row.
        let CellGrid { width, height, .. } = self.grid;
        let (width, height) = (u32::from(width), u32::from(height));
        let style = self.view.style(Some(THEME.colours().edge), None);
        // The directions in which lines leave a place: 1 up, 2 right, 4 down, 8 left.
        let mut lines: HashMap<(u32, u32), usize> = HashMap::new();
        for &Wall { cell, side } in &self.scene.data().walls {
            let (x, y) = self.grid.cell(cell);
            let (left, top) = (x - 1, y - 1);
            let (right, bottom) = (x + width, y + height);
            let (from, to) = match side {
                Side::Top => ((left, top), (right, top)),
                Side::Bottom => ((left, bottom), (right, bottom)),
                Side::Left => ((left, top), (left, bottom)),
                Side::Right => ((right, top), (right, bottom)),
            };
            let (step, forth, back) = match from.1 == to.1 {
                true => ((1, 0), 2, 8),
                false => ((0, 1), 4, 1),
            };
            let mut at = from;
            while at != to {
                *lines.entry(at).or_default() |= forth;
                at = (at.0 + step.0, at.1 + step.1);
                *lines.entry(at).or_default() |= back;
            }
        }
        for (at, directions) in lines {
            self.text(buffer, at, LINES[directions], style);
        }
        let player = self.scene.data().player;
        if let Some((player, side)) = player.and_then(|player| Some((player, player.beyond?))) {
            let (x, y) = self.grid.cell(player.cell);
            let at = match side {
                Side::Top => (x + width / 2, y - u32::from(self.grid.wall)),
                Side::Bottom => (x + width / 2, y + height - 1 + u32::from(self.grid.wall)),
                Side::Left => (x - 1, y + height / 2),
                Side::Right => (x + width, y + height / 2),
            };
            let style = self.view.style(Some(THEME.colours().player), None);
            self.text(buffer, at, "@", style.add_modifier(Modifier::BOLD));
        }
    }

    /// Draws marks around the cursor, the cells that a hint names, and the cells between which the
    /// user has to choose.
    fn marks(&self, buffer: &mut Buffer, model: &Model) {
        let colours = THEME.colours();
        let strong = |ink: Colour| {
            let style = self.view.style(Some(ink), Some(colours.floor));
            style.add_modifier(Modifier::BOLD)
        };
        for change in model.hinted() {
            let style = strong(colours.target);
            self.around(buffer, change.cell, ["(", ")"], style);
        }
        if !model.arrows_move() {
            let marks = match model.choosing.is_empty() {
                true => ["[", "]"],
                false => ["<", ">"],
            };
            self.around(buffer, model.cursor, marks, strong(colours.accent));
        }
    }

    /// Draws marks in the gaps at the left and the right of a cell.
    fn around(&self, buffer: &mut Buffer, cell: Cell, marks: [&str; 2], style: Style) {
        let (x, y) = self.grid.cell(cell);
        let row = y + u32::from(self.grid.height / 2);
        let columns = [x - 1, x + u32::from(self.grid.width)];
        for (column, mark) in columns.into_iter().zip(marks) {
            self.text(buffer, (column, row), mark, style);
        }
    }

    /// Draws the names of columns and rows, and the player beyond the edge.
    fn labels(&self, buffer: &mut Buffer) {
        let area = self.window.area;
        let CellGrid { width, height, .. } = self.grid;
        for label in &self.scene.data().labels {
            let Some(index) = label.index else { continue };
            let names_column = matches!(label.side, Side::Top | Side::Bottom);
            let (row, column) = if names_column { (0, index) } else { (index, 0) };
            let cell = self.grid.cell(Cell { row, column });
            let place = self.window.visible(cell, width, height);
            let size = label.text.width() as u16;
            let (column, row) = (
                place.x + width.saturating_sub(size) / 2,
                place.y + height / 2,
            );
            let (x, y) = match label.side {
                Side::Top => (column, area.y.saturating_sub(1)),
                Side::Bottom => (column, area.bottom()),
                Side::Left => (area.x.saturating_sub(size + 1), row),
                Side::Right => (area.right() + 1, row),
            };
            let is_visible = match names_column {
                true => place.width > 0,
                false => place.height > height / 2,
            };
            if is_visible && buffer.area.contains((x, y).into()) {
                buffer.set_string(x, y, &label.text, Style::default());
            }
        }
    }

    /// Writes a short text at a place of the board, if all of it is visible.
    fn text(&self, buffer: &mut Buffer, at: (u32, u32), text: &str, style: Style) {
        let width = text.width() as u16;
        let place = self.window.visible(at, width, 1);
        if place.width == width && place.height == 1 && width > 0 {
            buffer.set_string(place.x, place.y, text, style);
        }
    }
}
