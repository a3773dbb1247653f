//! The number of a board, and the numbers of the boards one move away.
//!
//! A table of all boards of 3×4 has 239,500,800 entries, and to fill it the
//! successors of every one are needed. Building each board, moving its tiles and
//! numbering the outcome takes longer than everything else. So the number is laid out
//! such that a move changes little of it, and the change is looked up.
//!
//! # The number of a board
//!
//! 1. A path goes through all cells, forwards along the first line, backwards along
//!    the second, and so on; lines are the columns, or the rows if these are
//!    shorter. Places on it are counted from 0.
//! 2. The tiles are numbered from 0 in the order in which they stand on the path in
//!    the goal. Read along the path without the blank, a board is a
//!    permutation of them, and the goal is the identity.
//! 3. A move along the path keeps the permutation. Any other takes a tile past
//!    an even number of neighbours, twice the steps to where the path turns. So the
//!    permutation is always even, and of boards with two rows and columns or more all even
//!    ones can be reached with the blank in every place (see [`super::parity`]).
//! 4. Digit `d` of a tile is how many smaller ones stand behind it (Lehmer's code).
//!    The tile that has `r` tiles from itself to the end has one of `r` digits. The last digit is always 0. The sum
//!    of all digits is the number of pairs in the wrong order, an even number, so that the
//!    last digit but one, 0 or 1, follows from the others. Neither is written.
//! 5. The digits of the last six tiles make the *suffix*, in mixed radix 6·5·4·3, the digits
//!    before them the *prefix*, the first the most significant. The rank is
//!    `(prefix * cells + place of the blank) * 360 + suffix`.
//!
//! A board of one row or column has the permutation of the goal: no digits.
//!
//! # The numbers one move away
//!
//! When two neighbours in a permutation change places, their digits `a, b` become `b, a - 1`
//! if `a > b` and else `b + 1, a`; no other digit changes. So a
//! move along the path adds a constant; one that takes a tile past others rewrites
//! their digits, from one end of the way to the other, in
//! the prefix, in the suffix or in both. What it does to the suffix, 360 numbers, is tabulated, for either
//! parity of the prefix, and where the way crosses from the one to the other, for each digit
//! that the last tile of the prefix (the *joint*) may have; the table then also holds the
//! joint's new digit. The rest of the prefix is the same for a whole *block* of 360
//! consecutive ranks with the same place of the blank: [`Block`].
//!
//! So consecutive ranks share the blank's place and the legal moves, branches are
//! predicted, and most successors lie near.

use std::ops::Range;

use rules::Ranked;

use super::snake::{Lines, snake};
use super::{Cells, Tiles};

/// Tiles whose digits make the suffix, where there are as many.
const SUFFIX_TILES: usize = 6;
/// Room for one table of the suffix, 6!/2 rounded up so that no index misses.
const ROOM: usize = 512;
/// The joint's digits: six tiles stand behind it.
const JOINTS: usize = SUFFIX_TILES + 1;
/// Most cells of a board that has ranks.
const MOST: usize = 16;
/// Most tiles of the prefix.
const MOST_PREFIX: usize = MOST - 1 - SUFFIX_TILES;

/// By suffix: the new suffix, and from bit 12 on the new digit of the joint.
type Table = [u16; ROOM];
/// The digits of the prefix.
type Prefix = [u32; MOST_PREFIX];

/// The layout of one puzzle's ranks.
#[derive(Debug, Clone)]
pub(super) struct Ranking {
    /// By place on the path: its cell.
    cell: Vec<u8>,
    /// By number of step 2: the tile.
    tile: Vec<u8>,
    /// By tile: its number of step 2.
    number: [u8; MOST],
    /// Digits that are written; 0 in a single line.
    digits: usize,
    /// Digits of the prefix.
    border: usize,
    /// How many prefixes differ only behind a digit of the prefix.
    by_weight: [Divisor; MOST_PREFIX],
    /// What a digit of the prefix counts, in ranks.
    weight: [u64; MOST_PREFIX],
    by_suffixes: Divisor,
    by_cells: Divisor,
    /// How many prefixes there are.
    prefixes: u64,
    /// By place of the blank: its moves, in their order.
    steps: Vec<Vec<Step>>,
    tables: Vec<Table>,
}

/// A move of the blank from one place.
#[derive(Debug, Clone, Copy)]
struct Step {
    /// What the new place of the blank adds to the rank, modulo 2^64.
    shift: u64,
    change: Change,
}

/// What a move does to the digits. Tables are numbered by the first one; the
/// parity of the prefix is added and, where there is a joint, twice its digit.
#[derive(Debug, Clone, Copy)]
enum Change {
    /// Nothing.
    Nothing,
    /// A tile of the prefix moves within it.
    Prefix { from: usize, to: usize },
    /// A tile of the suffix moves within it.
    Suffix { table: usize },
    /// A tile of the prefix moves to the joint and on into the suffix.
    Behind { from: usize, table: usize },
    /// A tile of the suffix moves to the joint and on into the prefix.
    Before { to: usize, table: usize },
}

/// The table that changes nothing.
const SAME: usize = 0;

/// Division by multiplication: exact for `n` with `(n + 1) * divisor ≤ 2^64`,
/// which all ranks and prefixes are far below.
#[derive(Debug, Clone, Copy, Default)]
struct Divisor {
    reciprocal: u64,
    divisor: u64,
}

impl Divisor {
    fn new(divisor: u64) -> Self {
        Self {
            reciprocal: u64::MAX / divisor,
            divisor,
        }
    }

    /// Quotient and remainder.
    #[inline]
    fn divide(self, n: u64) -> (u64, u64) {
        let quotient = self.quotient(n);
        (quotient, n - quotient * self.divisor)
    }

    #[inline]
    fn quotient(self, n: u64) -> u64 {
        (u128::from(n + 1) * u128::from(self.reciprocal) >> 64) as u64
    }
}

/// Takes a tile past all tiles on the way, by the rule for neighbours.
#[inline]
fn carry(digits: &mut [u32], from: usize, to: usize) {
    let exchange = |k: usize| {
        let (a, b) = (digits[k], digits[k + 1]);
        (digits[k], digits[k + 1]) = if a > b { (b, a - 1) } else { (b + 1, a) };
    };
    if from < to {
        (from..to).for_each(exchange);
    } else {
        (to..from).rev().for_each(exchange);
    }
}

impl Ranking {
    fn new<S: Cells>(puzzle: &Tiles<S>) -> Self {
        let (rows, columns, cells) = (puzzle.rows, puzzle.columns, puzzle.cells());
        let lines = if rows <= columns {
            Lines::Columns
        } else {
            Lines::Rows
        };
        let cell: Vec<u8> = snake(rows, columns, lines).map(|cell| cell as u8).collect();
        let mut place = [0; MOST];
        for (at, &cell) in cell.iter().enumerate() {
            place[usize::from(cell)] = at;
        }
        let tile: Vec<u8> = cell
            .iter()
            .map(|&cell| puzzle.goal().get(cell.into()))
            .filter(|&tile| tile != 0)
            .collect();
        let mut number = [0; MOST];
        for (at, &tile) in tile.iter().enumerate() {
            number[usize::from(tile)] = at as u8;
        }

        let single_line = rows.min(columns) == 1;
        let (digits, border) = if single_line {
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
            weight[digit] = prefixes * cells as u64 * suffixes;
            by_weight[digit] = Divisor::new(prefixes);
        }

        let mut ranking = Self {
            digits,
            border,
            weight,
            by_weight,
            by_suffixes: Divisor::new(suffixes),
            by_cells: Divisor::new(cells as u64),
            prefixes: product(0..border),
            steps: Vec::with_capacity(cells),
            tables: vec![std::array::from_fn(|suffix| suffix as u16)],
            cell,
            tile,
            number,
        };
        for blank in 0..cells {
            let from = usize::from(ranking.cell[blank]);
            let steps = puzzle.moves_from(from).map(|m| {
                let to = place[puzzle.beside(from, m)];
                // The tile leaves place `to` for place `blank`.
                let change = if blank < to {
                    ranking.change(to - 1, blank)
                } else {
                    ranking.change(to, blank - 1)
                };
                let places = (to as u64).wrapping_sub(blank as u64);
                let shift = places.wrapping_mul(suffixes);
                Step { shift, change }
            });
            let steps = steps.collect();
            ranking.steps.push(steps);
        }
        ranking
    }

    /// What it does when the tile at `from` of the permutation moves to `to`.
    fn change(&mut self, from: usize, to: usize) -> Change {
        let border = self.border;
        // The joint's digit stands before those of the suffix.
        let in_suffix = |digit: usize| digit + 1 - border;
        if from == to || self.digits == 0 {
            Change::Nothing
        } else if from.max(to) < border {
            Change::Prefix { from, to }
        } else if from.min(to) >= border {
            let table = self.tabulate(1, in_suffix(from), in_suffix(to));
            Change::Suffix { table }
        } else if from < to {
            let table = self.tabulate(JOINTS, 0, in_suffix(to));
            Change::Behind { from, table }
        } else {
            let table = self.tabulate(JOINTS, in_suffix(from), 0);
            Change::Before { to, table }
        }
    }

    /// Adds the tables for a tile that moves from `from` to `to`, counted from
    /// the joint; returns the number of the first.
    fn tabulate(&mut self, joints: usize, from: usize, to: usize) -> usize {
        let first = self.tables.len();
        for joint in 0..joints {
            for parity in 0..2 {
                let mut table = [0; ROOM];
                for suffix in 0..self.by_suffixes.divisor {
                    let mut digits = [0; JOINTS];
                    digits[0] = joint as u32;
                    self.write_suffix(&mut digits[1..], suffix, parity);
                    carry(&mut digits, from, to);
                    let suffix_after = self.suffix(&digits[1..]);
                    table[suffix as usize] = (digits[0] << 12) as u16 | suffix_after as u16;
                }
                self.tables.push(table);
            }
        }
        first
    }

    /// The number of a suffix with these digits.
    fn suffix(&self, digits: &[u32]) -> u64 {
        let written = self.border..self.digits;
        written.zip(digits).fold(0, |suffix, (at, &digit)| {
            suffix * (self.tile.len() - at) as u64 + u64::from(digit)
        })
    }

    /// Writes the digits of a suffix; `parity` is that of the prefix's sum.
    fn write_suffix(&self, digits: &mut [u32], mut suffix: u64, parity: u32) {
        if self.digits == 0 {
            return;
        }
        let written = self.digits - self.border;
        let mut sum = parity;
        for at in (0..written).rev() {
            let radix = (self.tile.len() - self.border - at) as u64;
            digits[at] = (suffix % radix) as u32;
            suffix /= radix;
            sum += digits[at];
        }
        digits[written] = sum % 2;
        digits[written + 1] = 0;
    }

    /// The digits of a prefix.
    #[inline]
    fn prefix(&self, prefix: u64) -> Prefix {
        let mut digits = [0; MOST_PREFIX];
        // The quotients do not wait for each other, as remainders would.
        let mut before = 0;
        for at in 0..self.border {
            let quotient = self.by_weight[at].quotient(prefix);
            digits[at] = (quotient - before * (self.tile.len() - at) as u64) as u32;
            before = quotient;
        }
        digits
    }

    fn size(&self) -> u64 {
        self.prefixes * self.by_cells.divisor * self.by_suffixes.divisor
    }

    fn rank<S: Cells>(&self, state: S) -> u64 {
        let mut digits = [0; MOST];
        let (mut seen, mut at, mut blank) = (0u32, 0, 0);
        for (place, &cell) in self.cell.iter().enumerate() {
            let tile = state.get(cell.into());
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
        let prefix: u64 = digits[..self.border]
            .iter()
            .zip(self.weight)
            .map(|(&digit, weight)| u64::from(digit) * weight)
            .sum();
        prefix + blank * self.by_suffixes.divisor + self.suffix(&digits[self.border..])
    }

    fn unrank<S: Cells>(&self, rank: u64) -> S {
        let (block, suffix) = self.by_suffixes.divide(rank);
        let (prefix, blank) = self.by_cells.divide(block);
        let prefix = self.prefix(prefix);
        let mut digits = [0; MOST];
        digits[..self.border].copy_from_slice(&prefix[..self.border]);
        let parity = prefix.iter().sum::<u32>() % 2;
        self.write_suffix(&mut digits[self.border..], suffix, parity);
        // The tiles that are left, smallest first, four bits each.
        let mut left = 0xfedc_ba98_7654_3210_u64;
        let mut state = S::EMPTY;
        for at in 0..self.tile.len() {
            let shift = 4 * digits[at];
            let tile = self.tile[(left >> shift & 15) as usize];
            let below = (1 << shift) - 1;
            left = left & below | left >> 4 & !below;
            let place = at + usize::from(at as u64 >= blank);
            state = state.with(self.cell[place].into(), tile);
        }
        state
    }
}

/// What the ranks of one block have in common: the same digits of the prefix
/// and the same place of the blank.
struct Block<'a> {
    ranking: &'a Ranking,
    /// Its first rank.
    start: u64,
    prefix: Prefix,
    parity: usize,
    steps: &'a [Step],
}

impl<'a> Block<'a> {
    #[inline]
    fn new(ranking: &'a Ranking, number: u64) -> Self {
        let (prefix, blank) = ranking.by_cells.divide(number);
        let prefix = ranking.prefix(prefix);
        Self {
            ranking,
            start: number * ranking.by_suffixes.divisor,
            prefix,
            parity: prefix.iter().sum::<u32>() as usize % 2,
            steps: &ranking.steps[blank as usize],
        }
    }

    /// The table for the suffix, and the digits of the prefix as they are before
    /// the table gives the joint a new one.
    #[inline]
    fn enter(&self, step: Step) -> (&'a Table, Prefix) {
        let mut prefix = self.prefix;
        let joint = self.ranking.border.wrapping_sub(1);
        let table = match step.change {
            Change::Nothing => SAME,
            Change::Prefix { from, to } => {
                carry(&mut prefix, from, to);
                SAME
            }
            Change::Suffix { table } => table + self.parity,
            Change::Behind { from, table } => {
                carry(&mut prefix, from, joint);
                table + self.parity + 2 * prefix[joint] as usize
            }
            Change::Before { table, .. } => table + self.parity + 2 * prefix[joint] as usize,
        };
        (&self.ranking.tables[table], prefix)
    }

    /// The first rank of the block that `step` leads to when the table gives
    /// the joint that digit.
    #[inline]
    fn leave(&self, step: Step, mut prefix: Prefix, digit: u32) -> u64 {
        let start = self.start.wrapping_add(step.shift);
        let joint = self.ranking.border.wrapping_sub(1);
        match step.change {
            Change::Nothing | Change::Suffix { .. } => return start,
            Change::Prefix { .. } => {}
            Change::Behind { .. } => prefix[joint] = digit,
            Change::Before { to, .. } => {
                prefix[joint] = digit;
                carry(&mut prefix, joint, to);
            }
        }
        (0..self.ranking.border).fold(start, |start, at| {
            let more = u64::from(prefix[at]).wrapping_sub(self.prefix[at].into());
            start.wrapping_add(more.wrapping_mul(self.ranking.weight[at]))
        })
    }
}

impl<S: Cells> Tiles<S> {
    fn ranking(&self) -> &Ranking {
        self.ranking.get_or_init(|| Box::new(Ranking::new(self)))
    }
}

/// The half of the boards from which the goal can be reached, or of a single
/// row or column the boards with the tiles in the goal's order. The `rank` of any
/// other board is that of some board which is among them.
impl Ranked for Tiles<u64> {
    fn size(&self) -> u64 {
        self.ranking().size()
    }

    fn rank(&self, state: u64) -> u64 {
        self.ranking().rank(state)
    }

    fn unrank(&self, rank: u64) -> u64 {
        self.ranking().unrank(rank)
    }

    #[inline]
    fn successor_ranks(&self, rank: u64, mut visit: impl FnMut(u64)) {
        let ranking = self.ranking();
        let (block, suffix) = ranking.by_suffixes.divide(rank);
        let block = Block::new(ranking, block);
        for &step in block.steps {
            let (table, prefix) = block.enter(step);
            let entry = u64::from(table[suffix as usize % ROOM]);
            visit(block.leave(step, prefix, (entry >> 12) as u32) + (entry & 0xfff));
        }
    }

    /// Block by block and in a block move by move.
    #[inline]
    fn successor_ranks_of_all(&self, ranks: &[u64], mut visit: impl FnMut(u64)) {
        let ranking = self.ranking();
        let mut rest = ranks;
        while let Some(&rank) = rest.first() {
            let block = Block::new(ranking, ranking.by_suffixes.quotient(rank));
            let end = block.start + ranking.by_suffixes.divisor;
            let here = rest.iter().take_while(|&&rank| rank < end).count();
            let here = rest.split_off(..here).unwrap_or_default();
            for &step in block.steps {
                let (table, prefix) = block.enter(step);
                match step.change {
                    Change::Nothing | Change::Prefix { .. } => {
                        let start = block.leave(step, prefix, 0);
                        for &rank in here {
                            visit(start + (rank - block.start));
                        }
                    }
                    Change::Suffix { .. } => {
                        let start = block.leave(step, prefix, 0);
                        for &rank in here {
                            let entry = table[(rank - block.start) as usize % ROOM];
                            visit(start + u64::from(entry));
                        }
                    }
                    Change::Behind { .. } | Change::Before { .. } => {
                        let starts: [u64; 8] =
                            std::array::from_fn(|digit| block.leave(step, prefix, digit as u32));
                        for &rank in here {
                            let entry = u64::from(table[(rank - block.start) as usize % ROOM]);
                            visit(starts[(entry >> 12) as usize % 8] + (entry & 0xfff));
                        }
                    }
                }
            }
        }
    }
}
