//! Mazes: cells, the edges between and around them, and a player in a cell.

use std::fmt;

use crate::grid::cell_name;

/// The direction of a step. The directions are in the puzzle's order of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Compass {
    /// West, to the left.
    W,
    /// North, up.
    N,
    /// East, to the right.
    E,
    /// South, down.
    S,
}

impl Compass {
    /// All four directions, in increasing order.
    pub const ALL: [Self; 4] = [Self::W, Self::N, Self::E, Self::S];

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        Self::ALL[(self as usize + 2) % 4]
    }

    /// The letter of the direction: `W`, `N`, `E` or `S`.
    pub fn letter(self) -> char {
        ['W', 'N', 'E', 'S'][self as usize]
    }

    pub(super) fn word(self) -> &'static str {
        ["west", "north", "east", "south"][self as usize]
    }
}

impl fmt::Display for Compass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Cells in rows and columns, numbered row by row from the north-west, and the edges around them.
/// Edges are numbered, too: first the edges on the northern and southern sides of cells, row by
/// row, and then the edges on the western and eastern sides, also row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Grid {
    pub(super) rows: usize,
    pub(super) columns: usize,
}

impl Grid {
    /// The grid of this size; `None` unless both sides are in `1..=Maze::MOST_SIDE`.
    pub(super) fn new(rows: usize, columns: usize) -> Option<Self> {
        let fits = |side| (1..=Maze::MOST_SIDE).contains(&side);
        (fits(rows) && fits(columns)).then_some(Self { rows, columns })
    }

    pub(super) fn cells(self) -> usize {
        self.rows * self.columns
    }

    pub(super) fn edges(self) -> usize {
        2 * self.cells() + self.rows + self.columns
    }

    /// The edge of `cell` on the side `d`.
    #[inline]
    pub(super) fn edge(self, cell: usize, d: Compass) -> usize {
        let upright = self.cells() + self.columns + cell + cell / self.columns;
        match d {
            Compass::N => cell,
            Compass::S => cell + self.columns,
            Compass::W => upright,
            Compass::E => upright + 1,
        }
    }

    /// The cell next to `cell`; `None` beyond the border.
    #[inline]
    pub(super) fn neighbour(self, cell: usize, d: Compass) -> Option<usize> {
        let column = cell % self.columns;
        match d {
            Compass::W => (column > 0).then(|| cell - 1),
            Compass::N => cell.checked_sub(self.columns),
            Compass::E => (column + 1 < self.columns).then_some(cell + 1),
            Compass::S => (cell + self.columns < self.cells()).then_some(cell + self.columns),
        }
    }

    /// The four sides of each cell.
    pub(super) fn sides(self) -> Vec<[CellSide; 4]> {
        let side = |cell, d| {
            let edge = self.edge(cell, d);
            let beyond = self.neighbour(cell, d);
            CellSide {
                edge: edge as u32,
                beyond: beyond.unwrap_or(self.cells()) as u32,
                behind: beyond.map_or(edge, |next| self.edge(next, d)) as u32,
            }
        };
        (0..self.cells())
            .map(|cell| Compass::ALL.map(|d| side(cell, d)))
            .collect()
    }

    /// The name of a cell in messages, counted from 1: `r1c1`.
    pub(super) fn name(self, cell: usize) -> String {
        cell_name(cell, self.columns)
    }
}

/// One side of a cell: its edge, what is beyond it, and where a push at this side takes a wall.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellSide {
    pub(super) edge: u32,
    /// The cell beyond the edge, or the number of cells if that is outside.
    pub(super) beyond: u32,
    /// The edge to which a step across `edge` pushes a wall that stands on `edge`. If `edge` lies
    /// in the border, this is `edge` itself: a wall there is in its own way and never moves.
    pub(super) behind: u32,
}

/// A maze with the player in one of its cells.
///
/// ```
/// use fewest_puzzles::wall_pusher::{Maze, read};
///
/// let text = "\
/// +---+---+
/// | @ |   |
/// +---+   +";
/// let mazes = read(text).unwrap();
/// let (maze, _) = &mazes[0];
/// assert_eq!((maze.rows(), maze.columns()), (1, 2));
/// assert_eq!(maze.numbers(), "1 1\n15 7");
/// assert_eq!(maze.draw(), text);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Maze {
    grid: Grid,
    /// Whether each edge carries a wall.
    walls: Vec<bool>,
    start: usize,
}

impl Maze {
    /// The greatest allowed number of rows, and of columns, of a maze.
    pub const MOST_SIDE: usize = 255;

    /// A maze without walls. The row and the column of the player count from 0. `None` if a side is
    /// 0 or above [`MOST_SIDE`](Self::MOST_SIDE), or the player is outside.
    pub fn new(rows: usize, columns: usize, player: (usize, usize)) -> Option<Self> {
        let grid = Grid::new(rows, columns)?;
        (player.0 < rows && player.1 < columns).then(|| {
            Self::from_parts(
                grid,
                vec![false; grid.edges()],
                player.0 * columns + player.1,
            )
        })
    }

    pub(super) fn from_parts(grid: Grid, walls: Vec<bool>, start: usize) -> Self {
        debug_assert!(walls.len() == grid.edges() && start < grid.cells());
        Self { grid, walls, start }
    }

    /// The same maze with the player in the cell `start`, counted row by row from 0.
    ///
    /// # Panics
    /// Panics if there is no such cell.
    #[must_use]
    pub fn starting_at(&self, start: usize) -> Self {
        assert!(
            start < self.grid.cells(),
            "cell {start} is outside the maze"
        );
        Self::from_parts(self.grid, self.walls.clone(), start)
    }

    pub(super) fn grid(&self) -> Grid {
        self.grid
    }

    /// Whether each edge carries a wall.
    pub(super) fn walls(&self) -> &[bool] {
        &self.walls
    }

    /// The player's cell.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The number of rows of cells.
    pub fn rows(&self) -> usize {
        self.grid.rows
    }

    /// The number of columns of cells.
    pub fn columns(&self) -> usize {
        self.grid.columns
    }

    /// The row and the column of the player, counted from 0.
    pub fn player(&self) -> (usize, usize) {
        (
            self.start / self.grid.columns,
            self.start % self.grid.columns,
        )
    }

    /// Whether the cell at `row` and `column`, counted from 0, has a wall on
    /// its side `d`.
    ///
    /// # Panics
    /// Panics if there is no such cell.
    pub fn wall(&self, row: usize, column: usize, d: Compass) -> bool {
        self.walls[self.edge(row, column, d)]
    }

    /// Adds or removes the wall on the side `d` of the cell at `row` and `column`, counted from 0.
    /// The cell on the other side of the wall shares it.
    ///
    /// # Panics
    /// Panics if there is no such cell.
    pub fn set_wall(&mut self, row: usize, column: usize, d: Compass, wall: bool) {
        let edge = self.edge(row, column, d);
        self.walls[edge] = wall;
    }

    fn edge(&self, row: usize, column: usize, d: Compass) -> usize {
        assert!(
            row < self.grid.rows && column < self.grid.columns,
            "row {row}, column {column} is outside the maze"
        );
        self.grid.edge(row * self.grid.columns + column, d)
    }
}
