//! Manhattan distance and the tiles that must leave their line for others to pass.
//!
//! # The bound
//!
//! Take the tiles of a row whose goal lies in that row. Where two of them stand in
//! the wrong order, one has to leave the row and come back, two vertical moves
//! that the Manhattan distance does not count. So all but a set of tiles that
//! stand in the right order have to leave; the fewest that do are all but a longest
//! increasing run of goal places, not necessarily of neighbours. The same holds for columns,
//! whose moves are horizontal ones, so all of it adds up. (O. Hansson, A. Mayer,
//! M. Yung, "Criticizing solutions to relaxed models yields powerful admissible
//! heuristics", 1992, who state it by pairs in conflict.)
//!
//! # The step
//!
//! A tile that moves up or down keeps its place among the tiles of its column. Of
//! the rows only its own counts it, and only if it leaves or enters that row. So at
//! most one line of a board changes its count, by at most one, and that line alone
//! is read again.
//!
//! The length of a longest increasing run is found in one pass (patience
//! sorting): keep a set of values, one for each length of run, the least in which a run of that
//! length ends. The next value takes the place of the least one above it. As bits of a
//! word the set needs no table and no branch.

use fewest_rules::Heuristic;

use super::{Cells, MOST_CELLS, Manhattan, Move, Tiles};

/// Manhattan distance plus two moves for each tile that must leave its row or
/// column to let others pass.
///
/// Admissible and consistent, on boards of every size. A move costs a look into
/// the Manhattan distance's table and a pass over at most one line.
#[derive(Debug, Clone)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: Lines,
    columns: Lines,
}

/// The rows or the columns.
#[derive(Debug, Clone)]
struct Lines {
    count: usize,
    length: usize,
    /// From the first cell of a line to that of the next, and from a cell to the
    /// next in its line.
    apart: usize,
    stride: usize,
    /// By cell: the line it lies in.
    line_of: [u8; MOST_CELLS],
    /// By tile: the line of its goal, none for the blank.
    line: [u8; MOST_CELLS],
    /// By line and tile: the tile's goal place in that line, as a bit; 0 if it belongs
    /// to another.
    places: Vec<[u64; MOST_CELLS]>,
}

/// No line of a board.
const NONE: u8 = u8::MAX;

impl LinearConflict {
    /// The bound for the goal of `puzzle`.
    pub fn new<S: Cells>(puzzle: &Tiles<S>) -> Self {
        let (rows, columns) = (puzzle.rows, puzzle.columns);
        Self {
            manhattan: Manhattan::new(puzzle),
            rows: Lines::new(puzzle, rows, columns, columns, 1),
            columns: Lines::new(puzzle, columns, rows, 1, columns),
        }
    }
}

impl Lines {
    fn new<S: Cells>(
        puzzle: &Tiles<S>,
        count: usize,
        length: usize,
        apart: usize,
        stride: usize,
    ) -> Self {
        let mut lines = Self {
            count,
            length,
            apart,
            stride,
            line_of: [0; MOST_CELLS],
            line: [NONE; MOST_CELLS],
            places: vec![[0; MOST_CELLS]; count],
        };
        for line in 0..count {
            for place in 0..length {
                let cell = line * apart + place * stride;
                lines.line_of[cell] = line as u8;
                let tile = usize::from(puzzle.solved.get(cell));
                if tile != 0 {
                    lines.line[tile] = line as u8;
                    lines.places[line][tile] = 1 << place;
                }
            }
        }
        lines
    }

    /// How many tiles must leave their line.
    fn conflicts<S: Cells>(&self, state: S) -> u32 {
        let mut tiles = 0;
        let mut in_order = 0;
        for line in 0..self.count {
            let mut ends = 0;
            for place in 0..self.length {
                let tile = state.get(line * self.apart + place * self.stride);
                let bit = self.places[line][usize::from(tile)];
                tiles += u32::from(bit != 0);
                ends = extended(ends, bit);
            }
            in_order += ends.count_ones();
        }
        tiles - in_order
    }

    /// What `tile` does to the count of conflicts in its own line by being at `cell`
    /// of it, which is the blank's or its own in `state`: 1 or 0.
    #[inline]
    fn conflicts_by<S: Cells>(&self, state: S, tile: usize, cell: usize) -> u16 {
        let line = usize::from(self.line[tile]);
        let places = &self.places[line];
        let (mut with, mut without) = (0, 0);
        let mut here = line * self.apart;
        for _ in 0..self.length {
            let other = places[usize::from(state.get(here)) % MOST_CELLS];
            let at_cell = u64::from(here == cell).wrapping_neg();
            with = extended(with, other | places[tile] & at_cell);
            without = extended(without, other & !at_cell);
            here += self.stride;
        }
        u16::from(with.count_ones() == without.count_ones())
    }

    /// The bound after `tile` moved from one cell to another of another line, of
    /// which `bound` knows nothing yet.
    #[inline]
    fn moved<S: Cells>(&self, bound: u16, after: S, tile: usize, from: usize, to: usize) -> u16 {
        let own = self.line[tile];
        if own == self.line_of[to] {
            bound + 2 * self.conflicts_by(after, tile, to)
        } else if own == self.line_of[from] {
            bound - 2 * self.conflicts_by(after, tile, from)
        } else {
            bound
        }
    }
}

/// The least ends of increasing runs, by their lengths, when a value comes next; both
/// as bits. No value, 0, changes nothing.
#[inline]
fn extended(ends: u64, value: u64) -> u64 {
    // Of a value, all bits from it on; of none, none.
    let above = ends & value.wrapping_neg();
    (ends ^ (above & above.wrapping_neg())) | value
}

impl<S: Cells> Heuristic<Tiles<S>> for LinearConflict {
    /// The bound: the Manhattan distance is below 1,000, the conflicts below 256.
    type Cache = u16;

    fn start(&self, puzzle: &Tiles<S>, state: S) -> u16 {
        let conflicts = self.rows.conflicts(state) + self.columns.conflicts(state);
        self.manhattan.start(puzzle, state) + 2 * conflicts as u16
    }

    #[inline]
    fn step(&self, puzzle: &Tiles<S>, cache: u16, before: S, m: Move, after: S) -> u16 {
        let to = before.blank();
        let from = puzzle.beside(to, m);
        let tile = usize::from(before.get(from));
        let bound = self.manhattan.step(puzzle, cache, before, m, after);
        let lines = match m {
            Move::Up | Move::Down => &self.rows,
            Move::Left | Move::Right => &self.columns,
        };
        lines.moved(bound, after, tile, from, to)
    }

    #[inline]
    fn bound(&self, cache: u16) -> u32 {
        cache.into()
    }
}
