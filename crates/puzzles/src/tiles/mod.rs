//! The sliding-tile puzzle, any number of rows and columns.
//!
//! A rectangle of cells contains the tiles 1, 2, 3, … and one blank. A move slides the tile above,
//! left of, right of or below the blank into it. The goal is to bring the tiles into order. The
//! 15-puzzle is 4×4, the 8-puzzle 3×3, the 24-puzzle 5×5.
//!
//! Half of all boards cannot be solved because of a parity that no move changes; see [`witness`]. A
//! board of the wrong parity is a valid state, but no search from it reaches a goal. Only
//! [`fewest_rules::Ranked`] excludes the half that cannot be solved.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::OnceLock;

use fewest_rules::{Contexts, Goals, Invertible, Operators, Puzzle, Symmetric, Then};

pub use board::{BlankGoal, Invalid, MOST_CELLS, TileBoard};
pub use cells::PackedTiles;
pub use linear_conflict::LinearConflict;
pub use lines::{AxisPruning, LineDistance, LineMove, LineTiles};
pub use manhattan::Manhattan;
pub use parity::witness;
pub use patterns::{MOST_PARTS, PatternView, PlacedTiles, TilePattern, TilePatterns, Trace};
pub use reading::read;
pub use slides::{Slide, SlideDistance, Slides};
pub use walking_distance::{WalkingDistance, WalkingPositions};

mod board;
mod cells;
mod linear_conflict;
mod lines;
mod manhattan;
mod notation;
mod parity;
mod patterns;
mod rank;
mod rank_layout;
mod reading;
mod slides;
mod snake;
mod successors;
mod walking_distance;

#[cfg(test)]
mod tests;

/// The direction in which the blank moves. Moves are generated in the order up, left, right, down,
/// which is also their lexicographic order. With this order IDA* visits as many nodes as the
/// literature reports for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum BlankMove {
    /// The tile above the blank slides down.
    Up,
    /// The tile left of the blank slides to the right.
    Left,
    /// The tile right of the blank slides to the left.
    Right,
    /// The tile below the blank slides up.
    Down,
}

impl BlankMove {
    /// All moves, in their order.
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];
}

/// The puzzle of one size and one goal. `S` is the packing of a state, which limits the size of a
/// board.
///
/// ```
/// use fewest_puzzles::tiles::{BlankGoal, BlankMove, Tiles};
/// use fewest_rules::Puzzle;
///
/// let puzzle = Tiles::<u64>::new(3, 3, BlankGoal::BlankLast)?;
/// let state = puzzle.apply(puzzle.goal(), BlankMove::Up);
/// assert!(puzzle.moves(state).eq([BlankMove::Up, BlankMove::Left, BlankMove::Down]));
/// assert!(puzzle.is_goal(puzzle.apply(state, BlankMove::Down)));
/// # Ok::<(), fewest_puzzles::tiles::Invalid>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tiles<S> {
    rows: usize,
    columns: usize,
    goal: BlankGoal,
    solved: S,
    /// For each cell of the blank, the set of legal moves. Bit `m` stands for move `m`.
    legal: [u8; MOST_CELLS],
    /// For each cell of the blank and each move, the new cell of the blank; the old cell if the
    /// move is not legal.
    beside: [[u8; 4]; MOST_CELLS],
    /// The ranking, built on first use.
    ranking: OnceLock<Box<rank::TileRanking>>,
}

impl<S: PackedTiles> Tiles<S> {
    /// The puzzle of this size and goal.
    ///
    /// # Errors
    /// Returns [`Invalid::Size`] if there are no cells, or more than `S` has room for.
    pub fn new(rows: usize, columns: usize, goal: BlankGoal) -> Result<Self, Invalid> {
        Invalid::unless_fits(rows, columns, S::MOST.min(MOST_CELLS))?;
        let mut legal = [0; MOST_CELLS];
        let mut beside = [[0; 4]; MOST_CELLS];
        for cell in 0..rows * columns {
            let (row, column) = (cell / columns, cell % columns);
            for (m, possible, target) in [
                (BlankMove::Up, row > 0, cell.wrapping_sub(columns)),
                (BlankMove::Left, column > 0, cell.wrapping_sub(1)),
                (BlankMove::Right, column + 1 < columns, cell + 1),
                (BlankMove::Down, row + 1 < rows, cell + columns),
            ] {
                legal[cell] |= u8::from(possible) << m as u8;
                beside[cell][m as usize] = if possible { target } else { cell } as u8;
            }
        }
        Ok(Self {
            rows,
            columns,
            goal,
            solved: pack(goal.tiles(rows * columns)),
            legal,
            beside,
            ranking: OnceLock::new(),
        })
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The goal state.
    pub fn goal(&self) -> S {
        self.solved
    }

    /// The state that represents `board`, or `None` if it has another size.
    pub fn state(&self, board: &TileBoard) -> Option<S> {
        let fits = board.rows() == self.rows && board.columns() == self.columns;
        fits.then(|| pack(board.cells().iter().copied()))
    }

    /// The board that `state` represents.
    ///
    /// # Errors
    /// Returns [`Invalid`] if `state` does not contain each tile of this puzzle once.
    pub fn board(&self, state: S) -> Result<TileBoard, Invalid> {
        let cells = (0..self.cells()).map(|cell| state.get(cell)).collect();
        TileBoard::new(self.rows, self.columns, cells)
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    /// The cell to which `m` moves the blank from `cell`.
    #[inline]
    fn beside(&self, cell: usize, m: BlankMove) -> usize {
        self.beside[cell][m as usize].into()
    }

    /// The legal moves when the blank is in `cell`, in their order.
    #[inline]
    fn moves_from(&self, cell: usize) -> impl Iterator<Item = BlankMove> + use<S> {
        let legal = self.legal[cell];
        let is_legal = move |m: &BlankMove| legal >> *m as u8 & 1 == 1;
        BlankMove::ALL.into_iter().filter(is_legal)
    }
}

/// The state with these tiles in its cells.
fn pack<S: PackedTiles>(tiles: impl Iterator<Item = u8>) -> S {
    tiles
        .enumerate()
        .fold(S::EMPTY, |state, (cell, tile)| state.with(cell, tile))
}

impl<S: PackedTiles> Puzzle for Tiles<S> {
    type State = S;
    type Move = BlankMove;

    #[inline]
    fn moves(&self, state: S) -> impl Iterator<Item = BlankMove> {
        self.moves_from(state.blank())
    }

    #[inline]
    fn apply(&self, state: S, m: BlankMove) -> S {
        let blank = state.blank();
        state.slid(self.beside(blank, m), blank)
    }

    #[inline]
    fn is_goal(&self, state: S) -> bool {
        state == self.solved
    }

    #[inline]
    fn successors(&self, state: S) -> impl Iterator<Item = (BlankMove, S)> {
        let blank = state.blank();
        let after = move |m| (m, state.slid(self.beside(blank, m), blank));
        self.moves_from(blank).map(after)
    }
}

impl<S: PackedTiles> Goals for Tiles<S> {
    fn goals(&self) -> impl Iterator<Item = S> {
        std::iter::once(self.solved)
    }
}

impl<S: PackedTiles> Invertible for Tiles<S> {
    #[inline]
    fn inverse(&self, m: BlankMove) -> BlankMove {
        match m {
            BlankMove::Up => BlankMove::Down,
            BlankMove::Left => BlankMove::Right,
            BlankMove::Right => BlankMove::Left,
            BlankMove::Down => BlankMove::Up,
        }
    }
}

/// The blank's cell alone determines which moves are legal and which cells they affect. So it
/// suffices to apply a sequence to one board for each cell of the blank, because all tiles are
/// distinct.
impl<S: PackedTiles> Operators for Tiles<S> {
    /// One board for each cell in which the blank may lie before the sequence of moves: the board
    /// to which the sequence leads from a fixed board with the blank in that cell. `None` if the
    /// sequence is not legal there.
    type Sequence = Box<[Option<S>]>;

    fn operators(&self) -> usize {
        BlankMove::ALL.len()
    }

    #[inline]
    fn operator(&self, i: usize) -> BlankMove {
        BlankMove::ALL[i]
    }

    #[inline]
    fn number(&self, m: BlankMove) -> usize {
        m as usize
    }

    fn nothing(&self) -> Box<[Option<S>]> {
        let cells = self.cells() as u8;
        let told_apart = |blank| pack((0..cells).map(|cell| (cell + cells - blank) % cells));
        (0..cells).map(told_apart).map(Some).collect()
    }

    fn then(&self, ends: &Box<[Option<S>]>, operator: usize) -> Then<Box<[Option<S>]>> {
        let legal = |state: &S| self.legal[state.blank()] >> operator & 1 == 1;
        let led = |end: &Option<S>| Some(self.apply(end.filter(legal)?, BlankMove::ALL[operator]));
        let ends: Box<[_]> = ends.iter().map(led).collect();
        if ends.iter().all(Option::is_none) {
            Then::Never
        } else {
            Then::Known(ends)
        }
    }

    fn bytes(&self, ends: &Box<[Option<S>]>) -> u64 {
        size_of_val::<[Option<S>]>(ends) as u64
    }

    fn marks(&self, ends: &Box<[Option<S>]>) -> impl Iterator<Item = u64> {
        let hashers = BuildHasherDefault::<DefaultHasher>::default();
        let ends = ends.iter().enumerate();
        ends.filter(|(_, end)| end.is_some())
            .map(move |end| hashers.hash_one(end))
    }

    fn replaces(&self, earlier: &Box<[Option<S>]>, ends: &Box<[Option<S>]>) -> bool {
        let mut pairs = earlier.iter().zip(ends);
        pairs.all(|(earlier, end)| end.is_none() || earlier == end)
    }
}

impl<S: PackedTiles> Contexts for Tiles<S> {
    fn contexts(&self) -> usize {
        self.cells()
    }

    #[inline]
    fn context(&self, state: S) -> usize {
        state.blank()
    }

    fn next(&self, blank: usize, operator: usize) -> Option<usize> {
        let legal = self.legal[blank] >> operator & 1 == 1;
        legal.then(|| self.beside(blank, BlankMove::ALL[operator]))
    }
}

/// The only symmetry of a square board is the reflection in the diagonal through the blank's goal
/// corner, with the tiles renumbered so that the goal is mapped to itself. No other symmetry of a
/// rectangle except the identity keeps that corner in its place.
impl<S: PackedTiles> Symmetric for Tiles<S> {
    fn canonical(&self, state: S) -> S {
        self.images(state).fold(state, Ord::min)
    }

    /// The reflection that swaps rows and columns, if the board is square.
    fn images(&self, state: S) -> impl Iterator<Item = S> {
        let across = |cell: usize| cell % self.columns * self.columns + cell / self.columns;
        let blank_last = self.goal == BlankGoal::BlankLast;
        let renumbered = |tile: u8| match (usize::from(tile), blank_last) {
            (0, _) => 0,
            (tile, true) => across(tile - 1) as u8 + 1,
            (tile, false) => across(tile) as u8,
        };
        let reflected = move || {
            let cells = 0..self.cells();
            pack(cells.map(|cell| renumbered(state.get(across(cell)))))
        };
        (self.rows == self.columns).then(reflected).into_iter()
    }
}
