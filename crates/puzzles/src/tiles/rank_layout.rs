//! The structure of the ranks of boards, which [`super::rank`] describes.

use std::ops::Range;

use super::snake::{SnakeLines, snake};
use super::{PackedTiles, Tiles};

/// The number of tiles whose digits form the suffix. A board with fewer tiles has a shorter suffix.
pub(super) const SUFFIX_TILES: usize = 6;
/// A board has ranks only if it has at most this many cells.
const MOST: usize = 16;
/// The greatest number of tiles whose digits can belong to the prefix, the more significant part of
/// a rank.
const MOST_PREFIX: usize = MOST - 1 - SUFFIX_TILES;

/// The digits of the prefix, which is the more significant part of a rank (see [`super::rank`]). If
/// a puzzle has fewer digits in its prefix, the last entries are 0.
pub(super) type Prefix = [u32; MOST_PREFIX];

/// How the ranks of the boards of one puzzle consist of digits and the place of the blank, as
/// [`super::rank`] describes.
#[derive(Debug, Clone)]
pub(super) struct RankLayout {
    /// The cells of the board, in the order in which the path of [`super::rank`] visits them.
    cell: Vec<u8>,
    /// The tiles in the order of their numbers, as step 2 in [`super::rank`] assigns them.
    tile: Vec<u8>,
    /// For each tile, its number (see step 2 in [`super::rank`]).
    number: [u8; MOST],
    /// The number of digits that a rank stores; 0 for a single row or column.
    pub(super) digits: usize,
    /// The number of digits that belong to the prefix, the more significant part of a rank.
    pub(super) border: usize,
    /// For each digit of the prefix, its place value in the prefix read as a number. It is stored
    /// in a form that makes divisions by it fast.
    by_weight: [Divisor; MOST_PREFIX],
    /// For each digit of the prefix, its place value in the rank: by how much the rank grows if the
    /// digit grows by one.
    pub(super) weight: [u64; MOST_PREFIX],
    pub(super) by_suffixes: Divisor,
    pub(super) by_cells: Divisor,
    /// The number of boards that have ranks.
    pub(super) size: u64,
}

impl RankLayout {
    pub(super) fn new<S: PackedTiles>(puzzle: &Tiles<S>) -> Self {
        let (rows, columns, cells) = (puzzle.rows, puzzle.columns, puzzle.cells() as u64);
        let lines = if rows <= columns {
            SnakeLines::Columns
        } else {
            SnakeLines::Rows
        };
        let path = snake(rows, columns, lines);
        let cell: Vec<u8> = path.map(|cell| cell as u8).collect();
        let held = cell.iter().map(|&cell| puzzle.goal().get(cell.into()));
        let tile: Vec<u8> = held.filter(|&tile| tile != 0).collect();
        let mut number = [0; MOST];
        for (at, &tile) in tile.iter().enumerate() {
            number[usize::from(tile)] = at as u8;
        }
        let (digits, border) = if rows.min(columns) == 1 {
            (0, 0)
        } else {
            (tile.len() - 2, tile.len().saturating_sub(SUFFIX_TILES))
        };
        let product = |digits: Range<usize>| -> u64 {
            digits.map(|digit| (tile.len() - digit) as u64).product()
        };
        let suffixes = product(border..digits);
        let mut weight = [0; MOST_PREFIX];
        let mut by_weight = [Divisor::default(); MOST_PREFIX];
        for digit in 0..border {
            let prefixes = product(digit + 1..border);
            weight[digit] = prefixes * cells * suffixes;
            by_weight[digit] = Divisor::new(prefixes);
        }
        Self {
            digits,
            border,
            by_weight,
            weight,
            by_suffixes: Divisor::new(suffixes),
            by_cells: Divisor::new(cells),
            size: product(0..border) * cells * suffixes,
            cell,
            tile,
            number,
        }
    }

    /// The cells of the board, in the order in which the path visits them.
    pub(super) fn path(&self) -> impl Iterator<Item = usize> {
        self.cell.iter().map(|&cell| cell.into())
    }

    /// The number of values that the digit with the index `digit` can have.
    #[inline]
    fn radix(&self, digit: usize) -> u64 {
        (self.tile.len() - digit) as u64
    }

    /// The number of the suffix, the less significant part of a rank, that has these digits. Digits
    /// beyond those that a rank stores are ignored.
    pub(super) fn suffix(&self, digits: &[u32]) -> u64 {
        let written = self.border..self.digits;
        written.zip(digits).fold(0, |suffix, (at, &digit)| {
            suffix * self.radix(at) + u64::from(digit)
        })
    }

    /// Writes the digits of the suffix with the number `suffix` to `digits`, and after them the
    /// digit that a rank does not store because it makes the sum of all digits even. `parity` is
    /// the sum of the digits of the prefix modulo 2.
    pub(super) fn write_suffix(&self, digits: &mut [u32], mut suffix: u64, parity: usize) {
        let written = self.digits - self.border;
        let mut sum = parity as u32;
        for at in (0..written).rev() {
            let radix = self.radix(self.border + at);
            digits[at] = (suffix % radix) as u32;
            suffix /= radix;
            sum += digits[at];
        }
        if self.digits > 0 {
            digits[written] = sum % 2;
        }
    }

    /// The digits of the prefix with the number `prefix`. The prefix is the more significant part
    /// of a rank.
    #[inline]
    pub(super) fn prefix(&self, prefix: u64) -> Prefix {
        let mut digits = [0; MOST_PREFIX];
        // Each quotient is computed from `prefix` itself. These quotients do not depend on one
        // another, as successive remainders would.
        let mut before = 0;
        for (at, digit) in digits[..self.border].iter_mut().enumerate() {
            let quotient = self.by_weight[at].quotient(prefix);
            *digit = (quotient - before * self.radix(at)) as u32;
            before = quotient;
        }
        digits
    }

    /// The rank of a board. For a board from which the goal cannot be reached, the result is the
    /// rank of a board from which it can be reached.
    pub(super) fn rank<S: PackedTiles>(&self, state: S) -> u64 {
        let mut digits = [0; MOST];
        let (mut seen, mut at, mut blank) = (0u32, 0, 0);
        for (place, cell) in self.path().enumerate() {
            let tile = state.get(cell);
            if tile == 0 {
                blank = place as u64;
                continue;
            }
            let number = u32::from(self.number[usize::from(tile)]);
            let smaller = (1 << number) - 1;
            digits[at] = number - (seen & smaller).count_ones();
            seen |= 1 << number;
            at += 1;
        }
        let (prefix, suffix) = digits.split_at(self.border);
        let weighed = prefix.iter().zip(self.weight);
        let prefix: u64 = weighed
            .map(|(&digit, weight)| u64::from(digit) * weight)
            .sum();
        prefix + blank * self.by_suffixes.divisor + self.suffix(suffix)
    }

    pub(super) fn unrank<S: PackedTiles>(&self, rank: u64) -> S {
        let (block, suffix) = self.by_suffixes.divide(rank);
        let (prefix, blank) = self.by_cells.divide(block);
        let prefix = self.prefix(prefix);
        let mut digits = [0; MOST];
        digits[..self.border].copy_from_slice(&prefix[..self.border]);
        self.write_suffix(&mut digits[self.border..], suffix, parity(&prefix));
        // The tile numbers that have not been read yet, four bits each, the smallest in the lowest
        // bits.
        let mut left = 0xfedc_ba98_7654_3210_u64;
        let mut state = S::EMPTY;
        for (at, digit) in digits.iter().enumerate().take(self.tile.len()) {
            // This step takes the number at place `digit` out of `left`, and closes the gap.
            let shift = 4 * digit;
            let tile = self.tile[(left >> shift & 15) as usize];
            let below = (1 << shift) - 1;
            left = left & below | left >> 4 & !below;
            let place = at + usize::from(at as u64 >= blank);
            state = state.with(self.cell[place].into(), tile);
        }
        state
    }
}

/// The sum of the digits of a prefix, modulo 2.
#[inline]
pub(super) fn parity(prefix: &Prefix) -> usize {
    prefix.iter().sum::<u32>() as usize % 2
}

/// Division by multiplication. The quotient of `n` is exact if `(n + 1) * divisor ≤ 2^64`. All
/// ranks and prefixes are far below the limit on `n`.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Divisor {
    reciprocal: u64,
    pub(super) divisor: u64,
}

impl Divisor {
    pub(super) fn new(divisor: u64) -> Self {
        Self {
            reciprocal: u64::MAX / divisor,
            divisor,
        }
    }

    #[inline]
    pub(super) fn quotient(self, n: u64) -> u64 {
        ((u128::from(n + 1) * u128::from(self.reciprocal)) >> 64) as u64
    }

    /// The quotient and the remainder of `n` divided by the divisor.
    #[inline]
    pub(super) fn divide(self, n: u64) -> (u64, u64) {
        let quotient = self.quotient(n);
        (quotient, n - quotient * self.divisor)
    }
}
