//! Packed boards.

use std::fmt::Debug;
use std::hash::Hash;

/// A packed board: the number of the tile in each cell, 0 for the blank. Cells are numbered row by
/// row from 0, and cells beyond the board contain 0.
///
/// | type | bits a cell | boards of up to |
/// | --- | --- | --- |
/// | `u64` | 4 | 16 cells: 4×4 |
/// | `u128` | 5 | 25 cells: 5×5 |
/// | `[u8; 64]` | 8 | 64 cells: 8×8 |
pub trait PackedTiles: Copy + Ord + Hash + Debug + Send + Sync {
    /// The greatest number of cells of a board in this packing.
    const MOST: usize;

    /// The value in which all cells contain 0.
    const EMPTY: Self;

    /// The content of `cell`.
    fn get(self, cell: usize) -> u8;

    /// The board with `tile` in `cell`, which must contain 0.
    #[must_use]
    fn with(self, cell: usize, tile: u8) -> Self;

    /// The first cell that contains 0.
    fn blank(self) -> usize;

    /// The board with the tile in `from` moved to `to`, which must contain 0.
    #[must_use]
    fn slid(self, from: usize, to: usize) -> Self;
}

impl PackedTiles for u64 {
    const MOST: usize = 16;
    const EMPTY: Self = 0;

    #[inline]
    fn get(self, cell: usize) -> u8 {
        (self >> (4 * cell)) as u8 & 15
    }

    #[inline]
    fn with(self, cell: usize, tile: u8) -> Self {
        self | u64::from(tile) << (4 * cell)
    }

    /// Subtracting 1 from every field sets the top bit of the lowest field that is 0. The mask
    /// `!self` excludes fields whose top bit was set before. A borrow may set wrong top bits, but
    /// only in fields above the lowest 0.
    #[inline]
    fn blank(self) -> usize {
        const ONES: u64 = u64::MAX / 15;
        (self.wrapping_sub(ONES) & !self & ONES << 3).trailing_zeros() as usize / 4
    }

    #[inline]
    fn slid(self, from: usize, to: usize) -> Self {
        let tile = self >> (4 * from) & 15;
        self ^ tile << (4 * from) ^ tile << (4 * to)
    }
}

impl PackedTiles for u128 {
    const MOST: usize = 25;
    const EMPTY: Self = 0;

    #[inline]
    fn get(self, cell: usize) -> u8 {
        (self >> (5 * cell)) as u8 & 31
    }

    #[inline]
    fn with(self, cell: usize, tile: u8) -> Self {
        self | u128::from(tile) << (5 * cell)
    }

    #[inline]
    fn blank(self) -> usize {
        const ONES: u128 = ((1 << 125) - 1) / 31;
        (self.wrapping_sub(ONES) & !self & ONES << 4).trailing_zeros() as usize / 5
    }

    #[inline]
    fn slid(self, from: usize, to: usize) -> Self {
        let tile = self >> (5 * from) & 31;
        self ^ tile << (5 * from) ^ tile << (5 * to)
    }
}

impl PackedTiles for [u8; 64] {
    const MOST: usize = 64;
    const EMPTY: Self = [0; 64];

    #[inline]
    fn get(self, cell: usize) -> u8 {
        self[cell]
    }

    #[inline]
    fn with(mut self, cell: usize, tile: u8) -> Self {
        self[cell] = tile;
        self
    }

    #[inline]
    fn blank(self) -> usize {
        self.iter().position(|&tile| tile == 0).unwrap_or(0)
    }

    #[inline]
    fn slid(mut self, from: usize, to: usize) -> Self {
        self[to] = self[from];
        self[from] = 0;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::PackedTiles;

    fn holds_what_was_put_in<S: PackedTiles>() {
        for blank in 0..S::MOST {
            // The tiles count down to 0 at the blank, and continue with the largest tile.
            let tiles: Vec<u8> = (0..S::MOST)
                .map(|cell| ((S::MOST + blank - cell) % S::MOST) as u8)
                .collect();
            let mut state = S::EMPTY;
            for (cell, &tile) in tiles.iter().enumerate() {
                state = state.with(cell, tile);
            }
            let read = |state: S| (0..S::MOST).map(|cell| state.get(cell)).collect::<Vec<_>>();
            assert_eq!(read(state), tiles);
            assert_eq!(state.blank(), blank);
            for from in (0..S::MOST).filter(|&from| from != blank) {
                let after = state.slid(from, blank);
                assert_eq!(after.blank(), from);
                let mut expected = tiles.clone();
                expected.swap(from, blank);
                assert_eq!(read(after), expected);
            }
        }
    }

    #[test]
    fn every_packing_holds_what_was_put_in() {
        holds_what_was_put_in::<u64>();
        holds_what_was_put_in::<u128>();
        holds_what_was_put_in::<[u8; 64]>();
    }
}
