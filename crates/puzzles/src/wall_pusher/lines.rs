//! The maze with the walls of some rows and columns only.
//!
//! A step along a row moves walls of that row and no others, and so with
//! columns. So the walls of some lines can be kept and those of all others forgotten, as
//! if nothing stood there: what a step does to the kept ones does not depend on the
//! forgotten ones. A wall of the border never moves, and stays known in every line.

use fewest_rules::{Goals, Projection, Puzzle, Ranked, Reverse, Words};

use super::maze::{Direction, Grid, Maze, Side};
use super::puzzle::{WallPusher, position_bits};

/// The puzzle of one maze with the walls of some lines: the projection of
/// [`WallPusher`] and its target at once.
///
/// A state is a bit for each kept edge, set where it carries a wall, and above them the
/// number of the player's cell, or of cells once the player has left. It is its own
/// rank.
#[derive(Debug, Clone)]
pub struct KeptLines {
    grid: Grid,
    sides: Vec<[Side; 4]>,
    /// The edges that are kept.
    kept: Vec<usize>,
    /// By edge: its bit, or [`FORGOTTEN`], or [`FIXED`].
    bit: Vec<u8>,
}

/// As if there were no wall.
const FORGOTTEN: u8 = u8::MAX;
/// There is a wall that never moves.
const FIXED: u8 = u8::MAX - 1;

impl KeptLines {
    /// The most edges that are kept: 24, for some hundred million states.
    pub const MOST: usize = 24;

    /// The walls of these rows and columns of `maze`, counted from 0; a bound for
    /// the mazes that are reached from it. `None` if there is no such line, or if
    /// more than [`MOST`](Self::MOST) edges would be kept.
    pub fn new(maze: &Maze, rows: &[usize], columns: &[usize]) -> Option<Self> {
        let grid = maze.grid();
        if rows.iter().any(|&row| row >= grid.rows)
            || columns.iter().any(|&column| column >= grid.columns)
        {
            return None;
        }
        let along_rows = rows.iter().flat_map(|row| {
            let cells = row * grid.columns..(row + 1) * grid.columns;
            cells.flat_map(|cell| [Direction::W, Direction::E].map(|d| (cell, d)))
        });
        let along_columns = columns.iter().flat_map(|&column| {
            let cells = (0..grid.rows).map(move |row| row * grid.columns + column);
            cells.flat_map(|cell| [Direction::N, Direction::S].map(|d| (cell, d)))
        });
        let mut bit = vec![FORGOTTEN; grid.edges()];
        for cell in 0..grid.cells() {
            for d in Direction::ALL {
                let edge = grid.edge(cell, d);
                if grid.neighbour(cell, d).is_none() && maze.walls()[edge] {
                    bit[edge] = FIXED;
                }
            }
        }
        let mut kept = Vec::new();
        for (cell, d) in along_rows.chain(along_columns) {
            let edge = grid.edge(cell, d);
            if bit[edge] == FORGOTTEN {
                if kept.len() == Self::MOST {
                    return None;
                }
                bit[edge] = kept.len() as u8;
                kept.push(edge);
            }
        }
        Some(Self {
            grid,
            sides: grid.sides(),
            kept,
            bit,
        })
    }

    fn outside(&self) -> u64 {
        self.grid.cells() as u64
    }

    fn position(&self, state: u64) -> usize {
        (state >> self.kept.len()) as usize
    }

    fn walls(&self, state: u64) -> u64 {
        state & ((1 << self.kept.len()) - 1)
    }

    /// Whether there is a wall on an edge.
    fn wall(&self, state: u64, edge: u32) -> bool {
        match self.bit[edge as usize] {
            FORGOTTEN => false,
            FIXED => true,
            bit => state >> bit & 1 == 1,
        }
    }

    /// The bit of a kept edge; 0 of another.
    fn mask(&self, edge: u32) -> u64 {
        match self.bit[edge as usize] {
            FORGOTTEN | FIXED => 0,
            bit => 1 << bit,
        }
    }
}

impl Puzzle for KeptLines {
    type State = u64;
    type Move = Direction;

    fn moves(&self, state: u64) -> impl Iterator<Item = Direction> {
        let sides = self.sides.get(self.position(state));
        Direction::ALL.into_iter().filter(move |&d| {
            sides.is_some_and(|sides| {
                let side = sides[d as usize];
                !(self.wall(state, side.edge) && self.wall(state, side.behind))
            })
        })
    }

    fn apply(&self, state: u64, m: Direction) -> u64 {
        let side = self.sides[self.position(state)][m as usize];
        let mut walls = self.walls(state);
        if self.wall(state, side.edge) {
            walls = walls & !self.mask(side.edge) | self.mask(side.behind);
        }
        walls | u64::from(side.beyond) << self.kept.len()
    }

    fn is_goal(&self, state: u64) -> bool {
        self.position(state) == self.grid.cells()
    }
}

impl Goals for KeptLines {
    fn goals(&self) -> impl Iterator<Item = u64> {
        let outside = self.outside() << self.kept.len();
        (0..1 << self.kept.len()).map(move |walls| outside | walls)
    }
}

impl Reverse for KeptLines {
    fn predecessors(&self, state: u64) -> impl Iterator<Item = (Direction, u64)> {
        let (position, walls) = (self.position(state), self.walls(state));
        let cells = self.grid.cells();
        // From outside the cells of the border, else the four beside.
        let from = (0..cells).filter(move |_| position == cells);
        let beside = self.sides.get(position).into_iter().flatten();
        let beside = beside.map(|side| side.beyond as usize);
        let from = from.chain(beside.filter(move |&cell| cell < cells));
        from.flat_map(move |cell| {
            Direction::ALL.into_iter().flat_map(move |m| {
                let side = self.sides[cell][m as usize];
                let at = (cell as u64) << self.kept.len();
                let pushed = walls & !self.mask(side.behind) | self.mask(side.edge);
                let push = (pushed != walls).then_some(at | pushed);
                [Some(at | walls), push]
                    .into_iter()
                    .flatten()
                    .filter(move |_| side.beyond as usize == position)
                    .filter(move |&before| {
                        self.moves(before).any(|legal| legal == m) && self.apply(before, m) == state
                    })
                    .map(move |before| (m, before))
            })
        })
    }
}

impl Ranked for KeptLines {
    fn size(&self) -> u64 {
        (self.outside() + 1) << self.kept.len()
    }

    #[inline]
    fn rank(&self, state: u64) -> u64 {
        state
    }

    fn unrank(&self, rank: u64) -> u64 {
        rank
    }
}

impl<const N: usize> Projection<WallPusher<N>> for KeptLines {
    type Abstract = Self;

    fn target(&self) -> &Self {
        self
    }

    fn project(&self, state: Words<N>) -> u64 {
        let edges = self.grid.edges();
        let width = position_bits(self.grid);
        let walls = (0u64..)
            .zip(&self.kept)
            .map(|(at, &edge)| u64::from(state.bit(edge)) << at);
        walls.sum::<u64>() | state.field(edges, width) << self.kept.len()
    }

    fn project_move(&self, m: Direction) -> Option<Direction> {
        Some(m)
    }
}
