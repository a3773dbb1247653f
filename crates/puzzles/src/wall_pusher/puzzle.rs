//! The puzzle for the general searches: a state holds the walls and the position of the player.

use fewest_rules::{Fault, Faults, Notation, Puzzle, Symmetric, Words};

use super::drawn::{self, MazeDrawing};
use super::maze::{CellSide, Compass, Grid, Maze};
use crate::grid::symmetries;

/// The wall pusher in mazes of one size whose states fit into `N` words.
///
/// A state has one bit for each edge, which is set if there is a wall. Above these bits, a state
/// has the index of the player's cell. In a state in which the player has left the maze, this index
/// is replaced by the number of cells. Such a state has no moves and is a goal. For the contest's
/// mazes, which have four rows of six cells, a state takes 63 bits.
///
/// There are too many goals to enumerate them, because every setting of the walls with the player
/// outside is a goal. No move undoes a push.
#[derive(Debug, Clone)]
pub struct WallPusher<const N: usize> {
    pub(super) grid: Grid,
    pub(super) sides: Vec<[CellSide; 4]>,
    /// Every edge of the border, after the cell beside it.
    border: Vec<(usize, usize)>,
    mirrors: Vec<Mirror>,
}

/// A reflection of the maze: the image of each cell and of each edge.
#[derive(Debug, Clone)]
struct Mirror {
    cells: Vec<u32>,
    edges: Vec<u32>,
}

impl<const N: usize> WallPusher<N> {
    /// The puzzle of mazes of this size. `None` if a side is 0 or above [`Maze::MOST_SIDE`], or if
    /// a state does not fit.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        let grid = Grid::new(rows, columns)?;
        if Self::words_needed(rows, columns) > N {
            return None;
        }
        Some(Self {
            grid,
            sides: grid.sides(),
            border: (0..grid.cells())
                .flat_map(|cell| Compass::ALL.map(|d| (cell, d)))
                .filter(|&(cell, d)| grid.neighbour(cell, d).is_none())
                .map(|(cell, d)| (cell, grid.edge(cell, d)))
                .collect(),
            mirrors: symmetries(rows, columns)
                .into_iter()
                .zip(MIRRORS)
                .skip(1)
                .map(|(cells, mirror)| {
                    let mut edges = vec![0; grid.edges()];
                    for (cell, &image) in cells.iter().enumerate() {
                        for d in Compass::ALL {
                            let image = grid.edge(image as usize, turned(d, mirror));
                            edges[grid.edge(cell, d)] = image as u32;
                        }
                    }
                    Mirror { cells, edges }
                })
                .collect(),
        })
    }

    /// The puzzle for mazes of the size of `maze`, and the state that represents `maze`; `None` if
    /// the state does not fit.
    pub fn of(maze: &Maze) -> Option<(Self, Words<N>)> {
        let puzzle = Self::new(maze.rows(), maze.columns())?;
        let state = puzzle.state_of(maze);
        Some((puzzle, state))
    }

    /// The state that represents `maze`, which has the size of this puzzle.
    pub(super) fn state_of(&self, maze: &Maze) -> Words<N> {
        self.state(maze.walls(), maze.start())
    }

    /// The number of words that a state of a maze of this size takes.
    pub fn words_needed(rows: usize, columns: usize) -> usize {
        let grid = Grid { rows, columns };
        (grid.edges() + position_bits(grid)).div_ceil(64)
    }

    /// The maze that `state` represents; `None` once the player has left.
    pub fn maze(&self, state: Words<N>) -> Option<Maze> {
        let cell = self.player(state)?;
        let walls = (0..self.grid.edges()).map(|edge| state.bit(edge)).collect();
        Some(Maze::from_parts(self.grid, walls, cell))
    }

    /// The player's cell in `state`, counted row by row from 0; `None` once
    /// the player has left.
    pub fn player(&self, state: Words<N>) -> Option<usize> {
        let cell = self.position(state);
        (cell < self.grid.cells()).then_some(cell)
    }

    fn state(&self, walls: &[bool], position: usize) -> Words<N> {
        let mut state = Words::default();
        for (edge, &wall) in walls.iter().enumerate() {
            state.0[edge / 64] |= u64::from(wall) << (edge % 64);
        }
        self.moved(state, position)
    }

    #[inline]
    fn position(&self, state: Words<N>) -> usize {
        state.field(self.grid.edges(), position_bits(self.grid)) as usize
    }

    #[inline]
    fn moved(&self, state: Words<N>, position: usize) -> Words<N> {
        state.with_field(self.grid.edges(), position_bits(self.grid), position as u64)
    }

    /// Whether the step is legal: the player is in the maze, and the next edge is open or has a wall
    /// that can be pushed.
    #[inline]
    pub(super) fn is_legal(&self, state: Words<N>, step: Compass) -> bool {
        self.sides.get(self.position(state)).is_some_and(|sides| {
            let side = sides[step as usize];
            !(state.bit(side.edge as usize) && state.bit(side.behind as usize))
        })
    }

    /// The cell beside each open edge of the border in `state`.
    pub(super) fn exits(&self, state: Words<N>) -> impl Iterator<Item = usize> {
        let open = self
            .border
            .iter()
            .filter(move |(_, edge)| !state.bit(*edge));
        open.map(|&(cell, _)| cell)
    }
}

/// The number of bits for the index of a cell, or for the index after the last cell, which stands
/// for the outside.
fn position_bits(grid: Grid) -> usize {
    (usize::BITS - grid.cells().leading_zeros()) as usize
}

impl<const N: usize> Puzzle for WallPusher<N> {
    type State = Words<N>;
    type Move = Compass;

    #[inline]
    fn moves(&self, state: Words<N>) -> impl Iterator<Item = Compass> {
        let legal = move |&step: &Compass| self.is_legal(state, step);
        Compass::ALL.into_iter().filter(legal)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: Compass) -> Words<N> {
        let side = self.sides[self.position(state)][m as usize];
        let after = self.moved(state, side.beyond as usize);
        if state.bit(side.edge as usize) {
            after
                .with_bit(side.edge as usize, false)
                .with_bit(side.behind as usize, true)
        } else {
            after
        }
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        self.position(state) == self.grid.cells()
    }
}

/// For each of the first [`symmetries`] of a board, whether it reverses the order of the columns, and
/// whether it reverses the order of the rows. The others also exchange rows and columns.
const MIRRORS: [[bool; 2]; 4] = [[false, false], [false, true], [true, false], [true, true]];

/// The image of a direction under a reflection.
fn turned(d: Compass, [columns, rows]: [bool; 2]) -> Compass {
    let turned = match d {
        Compass::W | Compass::E => columns,
        Compass::N | Compass::S => rows,
    };
    if turned { d.opposite() } else { d }
}

/// The canonical state is the minimum of a state and its three mirror images.
impl<const N: usize> Symmetric for WallPusher<N> {
    fn canonical(&self, state: Words<N>) -> Words<N> {
        self.images(state).fold(state, Ord::min)
    }

    fn images(&self, state: Words<N>) -> impl Iterator<Item = Words<N>> {
        self.mirrors.iter().map(move |mirror| {
            let position = self.player(state);
            let position = position.map_or(self.grid.cells(), |cell| mirror.cells[cell] as usize);
            let mut image = self.moved(Words::default(), position);
            for (edge, &place) in mirror.edges.iter().enumerate() {
                if state.bit(edge) {
                    image = image.with_bit(place as usize, true);
                }
            }
            image
        })
    }
}

impl<const N: usize> Notation for WallPusher<N> {
    fn letter_moves(&self) -> bool {
        true
    }

    /// Draws the maze in the form that [`read`](super::read) accepts. Once the player has left, the
    /// drawing shows no player.
    fn draw(&self, state: Words<N>) -> String {
        drawn::draw(self.grid, |edge| state.bit(edge), self.player(state))
    }

    fn parse(&self, text: &str) -> Result<Words<N>, Faults> {
        let (drawing, mut faults) = MazeDrawing::read(text)?;
        if drawing.grid != self.grid {
            let size = |grid: Grid| format!("{} rows of {}", grid.rows, grid.columns);
            let message = format!("the maze has another size: {}", size(drawing.grid));
            let label = format!("expected {}", size(self.grid));
            faults.push(Fault::new(0..text.len(), message, label));
        }
        Faults::unless_empty(faults, ())?;
        let player = drawing.player.map(|(cell, _)| cell);
        Ok(self.state(&drawing.walls, player.unwrap_or(self.grid.cells())))
    }

    fn name(&self, m: Compass) -> String {
        m.to_string()
    }

    fn parse_move(&self, name: &str) -> Option<Compass> {
        let same = |d: &Compass| d.letter().to_string().eq_ignore_ascii_case(name);
        Compass::ALL.into_iter().find(same)
    }
}
