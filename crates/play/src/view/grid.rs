//! Where the cells of a board lie on the screen.

use fewest::scene::{Cell, Scene};
use ratatui::layout::Rect;

/// Where the cells of a board lie, in characters from its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellGrid {
    /// The size of a cell.
    pub(super) width: u16,
    pub(super) height: u16,
    /// The columns before each cell and after the last, for walls and the cursor.
    pub(super) gap: u16,
    /// The rows above each cell and below the last: one if there are walls, otherwise none.
    pub(super) wall: u16,
    pub(super) rows: u16,
    pub(super) columns: u16,
}

impl CellGrid {
    /// The largest grid that fits in an area or, if none fits, the smallest one.
    pub(super) fn of(scene: &Scene, widest: u16, area: Rect) -> Self {
        let has_walls = !scene.data().walls.is_empty();
        let index = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
        let grid = |height: u16, width: u16, gap: u16| Self {
            width,
            height,
            gap,
            wall: u16::from(has_walls),
            rows: index(scene.row_count()),
            columns: index(scene.column_count()),
        };
        let large = [
            grid(3, (widest + 2).max(6), if has_walls { 1 } else { 2 }),
            grid(2, (widest + 2).max(4), 1),
            grid(1, widest.max(2), 1),
        ];
        let fits = |grid: &&Self| {
            let (width, height) = grid.size();
            width <= u32::from(area.width) && height <= u32::from(area.height)
        };
        let found = large.iter().find(fits).copied();
        found.unwrap_or_else(|| grid(1, widest, 1))
    }

    /// The size of the whole board.
    pub(super) fn size(&self) -> (u32, u32) {
        let step = |count: u16, size: u16, gap: u16| {
            u32::from(count) * u32::from(size + gap) + u32::from(gap)
        };
        (
            step(self.columns, self.width, self.gap),
            step(self.rows, self.height, self.wall),
        )
    }

    /// The place of a cell.
    pub(super) fn cell(&self, cell: Cell) -> (u32, u32) {
        (
            u32::from(self.gap) + cell.column * u32::from(self.width + self.gap),
            u32::from(self.wall) + cell.row * u32::from(self.height + self.wall),
        )
    }
}

/// A part of the board on the screen.
pub(super) struct Window {
    /// Where the shown part lies on the screen.
    pub(super) area: Rect,
    /// The column and the row of the board that lie at the upper left corner of the window.
    pub(super) scrolled: (u32, u32),
}

impl Window {
    /// The visible part of a rectangle of the board.
    pub(super) fn visible(&self, (x, y): (u32, u32), width: u16, height: u16) -> Rect {
        let clip = |at: u32, size: u16, first: u32, start: u16, length: u16| {
            let from = at.max(first);
            let to = (at + u32::from(size)).min(first + u32::from(length));
            let size = to.saturating_sub(from) as u16;
            (
                start.saturating_add(from.saturating_sub(first) as u16),
                size,
            )
        };
        let (x, width) = clip(x, width, self.scrolled.0, self.area.x, self.area.width);
        let (y, height) = clip(y, height, self.scrolled.1, self.area.y, self.area.height);
        Rect {
            x,
            y,
            width,
            height,
        }
    }
}
