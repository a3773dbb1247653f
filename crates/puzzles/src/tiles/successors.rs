//! The ranks of the successors of a rank, without building a board.
//!
//! If two neighbouring elements of a permutation change places, their digits (the Lehmer code, see
//! [`super::rank`]) change from `a, b` to `b, a - 1` if `a > b`, and to `b + 1, a` otherwise. The
//! exchange changes no other digit. So a move along the path changes no digit, and a move that
//! takes a tile past others changes the digits by one such exchange after the other; see [`carry`].
//!
//! Tables store the effect on the suffix of each move that takes a tile past others, for all 360
//! suffixes and either parity of the prefix. The last place of the prefix is the *joint*. If a tile
//! moves from the prefix into the suffix or back, the digit at the joint is the only digit of the
//! prefix that affects the suffix. So for such a move, there is a table for each digit that the
//! joint can have, and its entries also have the new digit of the joint.
//!
//! A *block* consists of the 360 consecutive ranks with the same prefix and the same place of the
//! blank. The legal moves are the same for a whole block, and so is the effect of a move on the
//! rest of the prefix. If the successors of many ranks are wanted, this effect is computed only
//! once for each block, and then each successor takes one table lookup. Moreover, most successors
//! lie in nearby blocks, and no branch depends on a single rank.

use super::rank_layout::{Prefix, RankLayout, SUFFIX_TILES, parity};
use super::{PackedTiles, Tiles};

/// The size of a table for the suffix: 6!/2 rounded up to a power of two, so that a masked index is
/// always valid.
const ROOM: usize = 512;
/// The number of values that the digit at the joint, the last place of the prefix, can have: from 0
/// to the number of tiles after the joint. A [`SuffixTable`] is computed from as many digits: one
/// for the joint and one for each tile of the suffix.
const JOINTS: usize = SUFFIX_TILES + 1;

/// A block is the consecutive ranks with the same prefix and the same place of the blank. If at
/// least this many ranks of a block are expanded, the first ranks of the successors' blocks are
/// computed in advance, for every digit that the joint (the last place of the prefix) can have.
const WORTH_PREPARING: usize = 4;

/// The effect of one move on the suffix. For each suffix, the low 12 bits of the entry have the
/// suffix after the move. The higher bits have the digit that the last place of the prefix, the
/// joint, has after the move.
type SuffixTable = [u16; ROOM];

/// A move of the blank from a given place of the path, with its effect on the rank of a board.
#[derive(Debug, Clone, Copy)]
struct BlankStep {
    /// The part of the change of the rank that comes from the blank's new place, modulo 2^64.
    /// `change` says how the digits change.
    shift: u64,
    change: DigitChange,
}

/// The effect of a move on the digits. Several tables belong to a move; `table` is the index of the
/// first one, which is made for an even prefix (parity 0) and the joint's digit 0. To get the index
/// of the table for another parity and another digit of the joint, add this parity and twice this
/// digit.
#[derive(Debug, Clone, Copy)]
enum DigitChange {
    /// The move changes no digit.
    Nothing,
    /// A tile of the prefix moves within the prefix.
    Prefix { from: usize, to: usize },
    /// A tile of the suffix moves within the suffix.
    Suffix { table: usize },
    /// A tile moves from the place `from` of the prefix past the joint into the suffix.
    Behind { from: usize, table: usize },
    /// A tile moves from the suffix past the joint to the place `to` of the prefix.
    Before { to: usize, table: usize },
}

/// The index in [`Successors::tables`] of the table of a move that leaves every suffix as it is.
const SAME: usize = 0;

/// All moves of one puzzle, with their effects on ranks.
#[derive(Debug, Clone)]
pub(super) struct Successors {
    /// For each place of the blank on the path, the legal moves in their order.
    steps: Vec<Vec<BlankStep>>,
    tables: Vec<SuffixTable>,
}

impl Successors {
    pub(super) fn new<S: PackedTiles>(puzzle: &Tiles<S>, layout: &RankLayout) -> Self {
        let mut place = vec![0; puzzle.cells()];
        for (at, cell) in layout.path().enumerate() {
            place[cell] = at;
        }
        let mut successors = Self {
            steps: Vec::with_capacity(place.len()),
            tables: vec![std::array::from_fn(|suffix| suffix as u16)],
        };
        for (blank, cell) in layout.path().enumerate() {
            let steps = puzzle.moves_from(cell).map(|m| {
                let to = place[puzzle.beside(cell, m)];
                let places = (to as u64).wrapping_sub(blank as u64);
                BlankStep {
                    shift: places.wrapping_mul(layout.by_suffixes.divisor),
                    // The tile moves from place `to` to place `blank`. The permutation leaves out
                    // the blank, so each place after the blank has an index there that is one less.
                    change: if blank < to {
                        successors.change(layout, to - 1, blank)
                    } else {
                        successors.change(layout, to, blank - 1)
                    },
                }
            });
            let steps = steps.collect();
            successors.steps.push(steps);
        }
        successors
    }

    /// The effect on the digits of a move that takes the tile at index `from` of the permutation to
    /// index `to`.
    fn change(&mut self, layout: &RankLayout, from: usize, to: usize) -> DigitChange {
        let border = layout.border;
        // For the tables, digits are counted from the joint on: the joint is digit 0, and the
        // suffix begins with digit 1.
        let digit = |at: usize| at + 1 - border;
        if from == to || layout.digits == 0 {
            DigitChange::Nothing
        } else if from.max(to) < border {
            DigitChange::Prefix { from, to }
        } else if from.min(to) >= border {
            let table = self.tabulate(layout, 1, digit(from), digit(to));
            DigitChange::Suffix { table }
        } else if from < to {
            let table = self.tabulate(layout, JOINTS, 0, digit(to));
            DigitChange::Behind { from, table }
        } else {
            let table = self.tabulate(layout, JOINTS, digit(from), 0);
            DigitChange::Before { to, table }
        }
    }

    /// Adds the tables for a tile that moves from the place `from` to the place `to`, both counted
    /// from the joint on. For each value of the joint's digit below `joints`, these are two tables,
    /// one for each parity of the prefix. Returns the index of the first table.
    fn tabulate(&mut self, layout: &RankLayout, joints: usize, from: usize, to: usize) -> usize {
        let first = self.tables.len();
        for joint in 0..joints {
            for parity in 0..2 {
                let mut table = [0; ROOM];
                for suffix in 0..layout.by_suffixes.divisor {
                    let mut digits = [0; JOINTS];
                    digits[0] = joint as u32;
                    layout.write_suffix(&mut digits[1..], suffix, parity);
                    carry(&mut digits, from, to);
                    table[suffix as usize] =
                        (digits[0] << 12) as u16 | layout.suffix(&digits[1..]) as u16;
                }
                self.tables.push(table);
            }
        }
        first
    }

    /// Visits the successors of all `ranks`, which must be in increasing order. The successors of a
    /// single rank come in the order of the moves.
    #[inline]
    pub(super) fn of_all(&self, layout: &RankLayout, ranks: &[u64], mut visit: impl FnMut(u64)) {
        let mut rest = ranks;
        while let Some(&rank) = rest.first() {
            let block = RankBlock::new(self, layout, layout.by_suffixes.quotient(rank));
            let end = block.start + layout.by_suffixes.divisor;
            let here = rest.iter().take_while(|&&rank| rank < end).count();
            let (here, beyond) = rest.split_at(here);
            rest = beyond;
            for &step in block.steps {
                let (table, prefix) = block.enter(step);
                match step.change {
                    DigitChange::Nothing | DigitChange::Prefix { .. } => {
                        let start = block.leave(step, prefix, 0);
                        for &rank in here {
                            visit(start + (rank - block.start));
                        }
                    }
                    DigitChange::Suffix { .. } => {
                        let start = block.leave(step, prefix, 0);
                        for &rank in here {
                            visit(start + look_up(table, rank - block.start).0);
                        }
                    }
                    DigitChange::Behind { .. } | DigitChange::Before { .. }
                        if here.len() < WORTH_PREPARING =>
                    {
                        for &rank in here {
                            let (suffix, joint) = look_up(table, rank - block.start);
                            visit(block.leave(step, prefix, joint as u32) + suffix);
                        }
                    }
                    DigitChange::Behind { .. } | DigitChange::Before { .. } => {
                        // The joint's digit has seven values. The array has eight entries, so that
                        // every 3-bit index is valid.
                        let starts: [u64; JOINTS + 1] =
                            std::array::from_fn(|joint| block.leave(step, prefix, joint as u32));
                        for &rank in here {
                            let (suffix, joint) = look_up(table, rank - block.start);
                            visit(starts[joint % starts.len()] + suffix);
                        }
                    }
                }
            }
        }
    }
}

/// Returns the suffix after a move, and the digit that the joint, the last place of the prefix, has
/// after it.
#[inline]
fn look_up(table: &SuffixTable, suffix: u64) -> (u64, usize) {
    let entry = table[suffix as usize % ROOM];
    (u64::from(entry & 0xfff), usize::from(entry >> 12))
}

/// Changes the digits of a permutation as its element at `from` moves to `to`, by exchanging it
/// with one neighbour after the other.
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

/// The data that are the same for all ranks of a block: consecutive ranks with the same prefix and
/// the same place of the blank.
struct RankBlock<'a> {
    successors: &'a Successors,
    layout: &'a RankLayout,
    /// The first rank of the block.
    start: u64,
    prefix: Prefix,
    parity: usize,
    steps: &'a [BlankStep],
}

impl<'a> RankBlock<'a> {
    #[inline]
    fn new(successors: &'a Successors, layout: &'a RankLayout, number: u64) -> Self {
        let (prefix, blank) = layout.by_cells.divide(number);
        let prefix = layout.prefix(prefix);
        Self {
            successors,
            layout,
            start: number * layout.by_suffixes.divisor,
            prefix,
            parity: parity(&prefix),
            steps: &successors.steps[blank as usize],
        }
    }

    /// The first half of a move from a rank of this block. Returns the table that gives the suffix
    /// and the joint's digit after the move, and a prefix for [`leave`](Self::leave). In this
    /// prefix, a tile that leaves a place of the prefix has already moved, to its new place or as
    /// far as the joint.
    #[inline]
    fn enter(&self, step: BlankStep) -> (&'a SuffixTable, Prefix) {
        let mut prefix = self.prefix;
        let table = match step.change {
            DigitChange::Nothing => SAME,
            DigitChange::Prefix { from, to } => {
                carry(&mut prefix, from, to);
                SAME
            }
            DigitChange::Suffix { table } => table + self.parity,
            DigitChange::Behind { from, table } => {
                carry(&mut prefix, from, self.joint());
                table + self.parity + 2 * prefix[self.joint()] as usize
            }
            DigitChange::Before { table, .. } => {
                table + self.parity + 2 * prefix[self.joint()] as usize
            }
        };
        (&self.successors.tables[table], prefix)
    }

    /// The first rank of the block to which the move `step` leads. `prefix` is the prefix that
    /// [`enter`](Self::enter) returned, and `joint` the new digit of the last place of the prefix.
    #[inline]
    fn leave(&self, step: BlankStep, mut prefix: Prefix, joint: u32) -> u64 {
        let start = self.start.wrapping_add(step.shift);
        match step.change {
            DigitChange::Nothing | DigitChange::Suffix { .. } => return start,
            DigitChange::Prefix { .. } => {}
            DigitChange::Behind { .. } => prefix[self.joint()] = joint,
            DigitChange::Before { to, .. } => {
                prefix[self.joint()] = joint;
                carry(&mut prefix, self.joint(), to);
            }
        }
        (0..self.layout.border).fold(start, |start, at| {
            let more = u64::from(prefix[at]).wrapping_sub(self.prefix[at].into());
            start.wrapping_add(more.wrapping_mul(self.layout.weight[at]))
        })
    }

    /// The index of the joint, which is the last digit of the prefix. The ranks must have a prefix.
    #[inline]
    fn joint(&self) -> usize {
        self.layout.border - 1
    }
}
