//! The moves that all tiles together need to reach their rows and columns.
//!
//! # The bound
//!
//! The abstraction keeps only two things of each tile: the row in which the tile lies, and the row
//! in which it lies in the goal, to which it *belongs*. So an abstract position consists of the row
//! of the blank and, for any two rows, the number of tiles that lie in the first and belong to the
//! second. A move up or down takes one tile into the row of the blank; a move to the side changes
//! nothing. So the rows give a small puzzle of their own, whose distances count the vertical moves
//! of all tiles together. The columns give another puzzle, whose distances count the horizontal
//! moves. The bound is the sum of the two distances. (K. Takahashi, "Walking distance", 2002.)
//!
//! # The table
//!
//! Each of the two puzzles is searched once, from its goal, and its positions are numbered as they
//! are reached. Each position has two links for each row `r` of the board. They lead to the
//! positions after a tile that belongs to `r` has moved into the row of the blank: one if the tile
//! came from the row before, the other if it came from the row after. A vertical move of the board
//! follows one link of the position of the rows. Each such move changes the row of the blank by
//! one, so the distances of two linked positions have different parities. Hence they differ by
//! exactly one, and the link tells whether the distance decreases.

use std::collections::HashMap;

use fewest_rules::{DEAD_END, Heuristic};

use super::{BlankMove, MOST_CELLS, PackedTiles, Tiles};

/// The greatest number of positions of the rows, or of the columns, for which there is a table. The
/// 15-puzzle has 24,964 positions in either direction.
const MOST_POSITIONS: usize = 1 << 19;
/// The greatest number of lines of a board: rows or columns. With more lines, of at least two cells
/// each, there are more than [`MOST_POSITIONS`] positions, so such boards are rejected without a
/// search.
const MOST_LINES: usize = 6;

/// The walking distance: the number of vertical moves that are necessary if only the rows of tiles
/// count, plus the number of horizontal moves that are necessary if only their columns count.
///
/// The bound is admissible and consistent, and never below the Manhattan distance. Updating the
/// bound after a move takes one table lookup.
///
/// There are tables for a single row or column of any length, for 2×2 to 2×6, 3×3 to 3×5 and 4×4,
/// and for these sizes with rows and columns exchanged. Larger boards have too many positions of
/// their rows or columns.
#[derive(Debug, Clone)]
pub struct WalkingDistance {
    pub(super) rows: Axis,
    pub(super) columns: Axis,
}

/// The indices of a board's positions in the abstract puzzles of the rows and of the columns, and
/// the lower bound that follows from them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalkingPositions {
    pub(super) rows: u32,
    pub(super) columns: u32,
    pub(super) bound: u32,
}

impl WalkingDistance {
    /// Computes the tables for the goal of `puzzle`. Computing the tables takes a tenth of a
    /// millisecond and 17 kB for 3×3, 40 ms and 5 MB for 4×4, and at most about a second and 61 MB.
    /// `None` if the rows or the columns have too many positions.
    pub fn new<S: PackedTiles>(puzzle: &Tiles<S>) -> Option<Self> {
        let by_row = |cell: usize| cell / puzzle.columns;
        let by_column = |cell: usize| cell % puzzle.columns;
        Some(Self {
            rows: Axis::new(puzzle, puzzle.rows, by_row)?,
            columns: Axis::new(puzzle, puzzle.columns, by_column)?,
        })
    }

    /// The number of positions of the abstract puzzle of the rows, and the number for the columns.
    pub fn positions(&self) -> (usize, usize) {
        (self.rows.positions(), self.columns.positions())
    }
}

/// A position of the abstract puzzle of the rows or of the columns, which are its lines. For each
/// line, it has the number of tiles in this line that belong to the first line, to the second line
/// and so on. The last entry is the line of the blank.
type LineCounts = Box<[u8]>;

/// The abstract puzzle of the rows or of the columns, with the distances of all positions.
#[derive(Debug, Clone)]
pub(super) struct Axis {
    lines: usize,
    /// For each tile, the row (or column) in which it lies in the goal.
    home: [u8; MOST_CELLS],
    /// For each cell, the line in which it lies.
    line_of: [u8; MOST_CELLS],
    numbers: HashMap<LineCounts, u32>,
    /// For each position of this abstract puzzle, by index, the fewest moves to the goal.
    distances: Vec<u8>,
    /// The links of all positions. Those of one position follow one another: first the links for
    /// tiles that come from the line before the blank's line, then those for tiles that come from
    /// the line after it; on each side, one link for each line to which the moving tile may belong.
    /// A link is twice the index of the next position, plus 1 if the next position is nearer to the
    /// goal. The link is 0 if there is no such move.
    links: Vec<u32>,
}

impl Axis {
    fn new<S: PackedTiles>(
        puzzle: &Tiles<S>,
        lines: usize,
        line_of: impl Fn(usize) -> usize,
    ) -> Option<Self> {
        if lines > MOST_LINES && lines < puzzle.cells() {
            return None;
        }
        let mut axis = Self {
            lines,
            home: [0; MOST_CELLS],
            line_of: [0; MOST_CELLS],
            numbers: HashMap::new(),
            distances: vec![0],
            links: Vec::new(),
        };
        for cell in 0..puzzle.cells() {
            axis.line_of[cell] = line_of(cell) as u8;
            axis.home[usize::from(puzzle.solved.get(cell))] = line_of(cell) as u8;
        }
        let goal = axis.position(puzzle.solved, puzzle.cells());
        axis.numbers.insert(goal.clone(), 0);
        // The positions in the order of their indices, which is also the order of their distances.
        let mut positions = vec![goal];
        let mut number = 0;
        while number < positions.len() {
            let position = positions[number].clone();
            let distance = axis.distances[number];
            for side in 0..2 {
                for home in 0..lines {
                    let Some(after) = axis.after(&position, side, home) else {
                        axis.links.push(0);
                        continue;
                    };
                    let next = positions.len() as u32;
                    let to = *axis.numbers.entry(after.clone()).or_insert(next);
                    if to == next {
                        if positions.len() == MOST_POSITIONS {
                            return None;
                        }
                        positions.push(after);
                        axis.distances.push(distance + 1);
                    }
                    let nearer = axis.distances[to as usize] < distance;
                    axis.links.push(2 * to + u32::from(nearer));
                }
            }
            number += 1;
        }
        Some(axis)
    }

    /// The number of positions of the abstract puzzle. The goal has the index 0.
    pub(super) fn positions(&self) -> usize {
        self.distances.len()
    }

    /// The indices of the positions that follow if a tile comes into the blank's line from the line
    /// before it (side 0) or after it (side 1).
    pub(super) fn linked(&self, number: u32, side: usize) -> impl Iterator<Item = u32> {
        let first = (2 * number as usize + side) * self.lines;
        let links = self.links[first..first + self.lines].iter();
        links.filter(|&&link| link != 0).map(|&link| link / 2)
    }

    fn position<S: PackedTiles>(&self, state: S, cells: usize) -> LineCounts {
        let mut position = vec![0; self.lines * self.lines + 1];
        for cell in 0..cells {
            let line = self.line_of[cell];
            match usize::from(state.get(cell)) {
                0 => position[self.lines * self.lines] = line,
                tile => {
                    let place = usize::from(line) * self.lines + usize::from(self.home[tile]);
                    position[place] += 1;
                }
            }
        }
        position.into()
    }

    /// The position after a tile that belongs to line `home` moves into the blank's line from the
    /// line before (side 0) or after it (side 1), if there is such a tile.
    fn after(&self, position: &LineCounts, side: usize, home: usize) -> Option<LineCounts> {
        let last = self.lines * self.lines;
        let to = usize::from(position[last]);
        let from = match side {
            0 => to.checked_sub(1)?,
            _ => (to + 1 < self.lines).then_some(to + 1)?,
        };
        let mut after = position.clone();
        let left = &mut after[from * self.lines + home];
        *left = left.checked_sub(1)?;
        after[to * self.lines + home] += 1;
        after[last] = from as u8;
        Some(after)
    }

    /// The index of the position that `state` has in this abstract puzzle, and the distance of this
    /// position. `None` if the goal cannot be reached from it.
    fn number<S: PackedTiles>(&self, state: S, cells: usize) -> Option<(u32, u32)> {
        let number = *self.numbers.get(&self.position(state, cells))?;
        Some((number, self.distances[number as usize].into()))
    }

    /// The index of the next position if `tile` comes from the line on the side `side` of the
    /// blank's line, and whether the next position is nearer to the goal.
    #[inline]
    fn follow(&self, number: u32, side: usize, tile: usize) -> (u32, bool) {
        let home = usize::from(self.home[tile]);
        let link = self.links[(2 * number as usize + side) * self.lines + home];
        (link / 2, link % 2 == 1)
    }
}

impl<S: PackedTiles> Heuristic<Tiles<S>> for WalkingDistance {
    type Cache = WalkingPositions;

    fn start(&self, puzzle: &Tiles<S>, state: S) -> WalkingPositions {
        let cells = puzzle.cells();
        let rows = self.rows.number(state, cells);
        match rows.zip(self.columns.number(state, cells)) {
            Some(((rows, down), (columns, across))) => WalkingPositions {
                rows,
                columns,
                bound: down + across,
            },
            None => WalkingPositions {
                rows: 0,
                columns: 0,
                bound: DEAD_END,
            },
        }
    }

    #[inline]
    fn step(
        &self,
        puzzle: &Tiles<S>,
        mut cache: WalkingPositions,
        before: S,
        m: BlankMove,
        _: S,
    ) -> WalkingPositions {
        // No move leads out of a dead end.
        if cache.bound == DEAD_END {
            return cache;
        }
        let left = puzzle.beside(before.blank(), m);
        let tile = usize::from(before.get(left));
        let (axis, number) = match m {
            BlankMove::Up | BlankMove::Down => (&self.rows, &mut cache.rows),
            BlankMove::Left | BlankMove::Right => (&self.columns, &mut cache.columns),
        };
        let side = usize::from(matches!(m, BlankMove::Right | BlankMove::Down));
        let nearer;
        (*number, nearer) = axis.follow(*number, side, tile);
        cache.bound = if nearer {
            cache.bound - 1
        } else {
            cache.bound + 1
        };
        cache
    }

    #[inline]
    fn bound(&self, cache: WalkingPositions) -> u32 {
        cache.bound
    }
}
