//! The sum of the distances of the tiles from their goal cells.

use rules::{Heuristic, Invertible};

use super::{Cells, Goal, Move, Tiles};

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
    /// By move, tile, and the cell that the tile leaves: what the move adds.
    /// What no legal move does is 0.
    deltas: Vec<i8>,
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
        let mut deltas = vec![0; Move::ALL.len() * cells * cells];
        for blank in 0..cells {
            for m in puzzle.moves_from(blank) {
                let left = puzzle.beside(blank, m);
                for tile in 1..cells {
                    let (now, before) = (tile * cells + blank, tile * cells + left);
                    deltas[m as usize * cells * cells + before] =
                        distances[now] as i8 - distances[before] as i8;
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

impl<S: Cells> Heuristic<Tiles<S>> for Manhattan {
    /// The bound: at most 63 tiles, each at most 63 steps away.
    type Cache = u16;

    fn start(&self, _: &Tiles<S>, state: S) -> u16 {
        (0..self.cells)
            .map(|cell| u16::from(self.distances[usize::from(state.get(cell)) * self.cells + cell]))
            .sum()
    }

    #[inline]
    fn step(&self, puzzle: &Tiles<S>, cache: u16, m: Move, after: S) -> u16 {
        let blank = after.blank();
        let filled = puzzle.beside(blank, puzzle.inverse(m));
        let tile = usize::from(after.get(filled));
        let delta = self.deltas[(m as usize * self.cells + tile) * self.cells + blank];
        cache.wrapping_add_signed(delta.into())
    }

    #[inline]
    fn bound(&self, cache: u16) -> u32 {
        cache.into()
    }
}
