//! The sum of the distances of the tiles from their goal cells.

use fewest_rules::Heuristic;

use super::{BlankGoal, BlankMove, MOST_CELLS, PackedTiles, Tiles};

/// The Manhattan distance: for each tile, the number of rows plus the number of columns between its
/// cell and its goal cell.
///
/// The distance is an admissible and consistent bound, because a move takes one tile to a
/// neighbouring cell. Updating the bound after a move takes one table lookup.
#[derive(Debug, Clone)]
pub struct Manhattan {
    cells: usize,
    /// For each tile and cell, the distance to the tile's goal cell.
    distances: Vec<u8>,
    /// The change of the sum for each combination of a tile, the cell that the tile leaves, and the
    /// move of the blank; 0 if the move is not legal. The length is a constant, so that a lookup
    /// needs no bounds check.
    deltas: Box<[i8; MOST_CELLS * MOST_CELLS * 4]>,
}

impl Manhattan {
    /// The distances to the goal of `puzzle`.
    pub fn new<S: PackedTiles>(puzzle: &Tiles<S>) -> Self {
        let cells = puzzle.cells();
        let mut distances = vec![0; cells * cells];
        for tile in 1..cells {
            let wanted = match puzzle.goal {
                BlankGoal::BlankLast => tile - 1,
                BlankGoal::BlankFirst => tile,
            };
            for cell in 0..cells {
                let rows = (cell / puzzle.columns).abs_diff(wanted / puzzle.columns);
                let columns = (cell % puzzle.columns).abs_diff(wanted % puzzle.columns);
                distances[tile * cells + cell] = (rows + columns) as u8;
            }
        }
        let mut deltas = Box::new([0; MOST_CELLS * MOST_CELLS * 4]);
        for blank in 0..cells {
            for m in puzzle.moves_from(blank) {
                let left = puzzle.beside(blank, m);
                for tile in 1..cells {
                    let (now, before) = (tile * cells + blank, tile * cells + left);
                    deltas[place(tile, left, m)] = distances[now] as i8 - distances[before] as i8;
                }
            }
        }
        Self {
            cells,
            distances,
            deltas,
        }
    }

    /// The change of the Manhattan distance by the move `m` of the blank, which slides `tile` away
    /// from the cell `left`.
    #[inline]
    pub(super) fn change(&self, tile: usize, left: usize, m: BlankMove) -> i8 {
        self.deltas[place(tile, left, m)]
    }
}

/// The index in [`Manhattan::deltas`] for the move `m` of the blank, which slides `tile` away from
/// the cell `left`.
#[inline]
fn place(tile: usize, left: usize, m: BlankMove) -> usize {
    ((tile % MOST_CELLS) * MOST_CELLS + left % MOST_CELLS) * 4 + m as usize
}

impl<S: PackedTiles> Heuristic<Tiles<S>> for Manhattan {
    /// The cache is the bound itself. The bound fits into 16 bits because there are at most 63
    /// tiles, each at most 63 steps away.
    type Cache = u16;

    fn start(&self, _: &Tiles<S>, state: S) -> u16 {
        (0..self.cells)
            .map(|cell| u16::from(self.distances[usize::from(state.get(cell)) * self.cells + cell]))
            .sum()
    }

    #[inline]
    fn step(&self, puzzle: &Tiles<S>, cache: u16, before: S, m: BlankMove, _: S) -> u16 {
        let left = puzzle.beside(before.blank(), m);
        let delta = self.change(before.get(left).into(), left, m);
        cache.wrapping_add_signed(delta.into())
    }

    #[inline]
    fn bound(&self, cache: u16) -> u32 {
        cache.into()
    }
}
