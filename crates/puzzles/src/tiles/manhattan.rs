//! The sum of the distances of the tiles from their goal cells.

use fewest_rules::Heuristic;

use super::{Cells, Goal, MOST_CELLS, Move, Tiles};

/// The Manhattan distance: for each tile, the rows and columns between its cell
/// and its goal cell.
///
/// Admissible and consistent: a move carries one tile over one cell. The bound
/// after a move is one look into a table.
#[derive(Debug, Clone)]
pub struct Manhattan {
    cells: usize,
    /// By tile and cell.
    distances: Vec<u8>,
    /// By tile, the cell that the tile leaves, and move: what the move adds.
    /// What no legal move does is 0. Its length is known, so that a look into it
    /// needs no test.
    deltas: Box<[i8; MOST_CELLS * MOST_CELLS * 4]>,
}

impl Manhattan {
    /// The distances to the goal of `puzzle`.
    pub fn new<S: Cells>(puzzle: &Tiles<S>) -> Self {
        let cells = puzzle.cells();
        let mut distances = vec![0; cells * cells];
        for tile in 1..cells {
            let wanted = match puzzle.goal {
                Goal::BlankLast => tile - 1,
                Goal::BlankFirst => tile,
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
}

/// Where in the deltas that of `tile` lies, which leaves the cell `left`.
#[inline]
fn place(tile: usize, left: usize, m: Move) -> usize {
    ((tile % MOST_CELLS) * MOST_CELLS + left % MOST_CELLS) * 4 + m as usize
}

impl<S: Cells> Heuristic<Tiles<S>> for Manhattan {
    /// The bound: at most 63 tiles, each at most 63 steps away.
    type Cache = u16;

    fn start(&self, _: &Tiles<S>, state: S) -> u16 {
        (0..self.cells)
            .map(|cell| u16::from(self.distances[usize::from(state.get(cell)) * self.cells + cell]))
            .sum()
    }

    #[inline]
    fn step(&self, puzzle: &Tiles<S>, cache: u16, before: S, m: Move, _: S) -> u16 {
        let left = puzzle.beside(before.blank(), m);
        let delta = self.deltas[place(before.get(left).into(), left, m)];
        cache.wrapping_add_signed(delta.into())
    }

    #[inline]
    fn bound(&self, cache: u16) -> u32 {
        cache.into()
    }
}
