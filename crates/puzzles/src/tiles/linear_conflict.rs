//! Manhattan distance plus the moves of tiles that must leave their line to let other tiles pass.
//!
//! # The bound
//!
//! Consider the tiles of a row whose goal cells lie in that row. If two such tiles are in the wrong
//! order, one has to leave the row and come back: two vertical moves that the Manhattan distance
//! does not count. The tiles that stay in the row must be in the right order. So at least the tiles
//! outside a longest increasing subsequence of goal places have to leave. The same argument holds
//! for columns, whose additional moves are horizontal, so the additional moves of all lines can be
//! added. (O. Hansson, A. Mayer, M. Yung, "Criticizing solutions to relaxed models yields powerful
//! admissible heuristics", 1992, who formulate the bound by pairs in conflict.)
//!
//! # The step
//!
//! A tile that moves up or down keeps its place among the tiles of its column, so the conflicts of
//! the column stay as they are. The conflicts of a row involve only tiles whose goal cell is in
//! that row, so the conflicts of a row change only if the tile leaves or enters the row of its goal
//! cell. The same holds for horizontal moves. So a move changes the number of conflicts of at most
//! one line, by at most one, and only that line is read again.
//!
//! One pass finds the length of a longest increasing subsequence (patience sorting). The pass keeps
//! a set of values: for each length, the least value with which an increasing subsequence of that
//! length ends. Each value of the sequence is added to the set and replaces the least of the
//! greater members, if there is any. The set is stored as bits of a word, so adding a value needs
//! no branch.
//!
//! A short line has few possible contents, so they are numbered: each cell gives a digit, which is the
//! goal place of its tile. A table says for each number which tiles are in conflict. So a move needs
//! only the sum of the digits and one lookup, and no pass.

use fewest_rules::Heuristic;

use super::{BlankMove, MOST_CELLS, Manhattan, PackedTiles, Tiles};

/// Manhattan distance plus two moves for each tile that must leave its row or column to let other
/// tiles pass.
///
/// The bound is admissible and consistent, on boards of every size. Updating the bound after a move
/// takes one lookup in the table of the Manhattan distance and a pass over at most one line.
#[derive(Debug, Clone)]
pub struct LinearConflict {
    manhattan: Manhattan,
    rows: LineConflicts,
    columns: LineConflicts,
}

/// The lines in one direction, the rows or the columns, and the data to count their conflicts.
#[derive(Debug, Clone)]
struct LineConflicts {
    count: usize,
    length: usize,
    /// The difference between the indices of the first cells of neighbouring lines. `stride` is the
    /// difference between the indices of neighbouring cells in a line.
    apart: usize,
    stride: usize,
    /// For each cell, the line that contains it.
    line_of: [u8; MOST_CELLS],
    /// For each tile, the line of its goal cell; [`NONE`] for the blank.
    line: [u8; MOST_CELLS],
    /// For each line and tile, a word with one bit set: the goal place of the tile in that line.
    /// The word is 0 if the tile belongs to another line.
    places: Vec<[u64; MOST_CELLS]>,
    /// For each cell, the place of the cell within its line.
    place_of: [u8; MOST_CELLS],
    /// For each place of each line and each tile, the amount that the tile, if it is at this place,
    /// adds to the number that stands for the contents of the line.
    digits: Vec<[u16; MOST_CELLS]>,
    /// For each number that stands for the contents of a line, the places of the line whose tile is
    /// in conflict, as bits. A tile is in conflict if, without it, a longest increasing subsequence
    /// of the tiles' goal places would be as long. The table is empty if the lines are longer than
    /// [`LONGEST`].
    in_conflict: Vec<u8>,
}

/// The entry of the blank in [`LineConflicts::line`], because the blank belongs to no line.
const NONE: u8 = u8::MAX;

/// The greatest length of lines whose contents are numbered. With this length there are 6^5
/// numbers, each with an entry of one byte.
const LONGEST: usize = 5;

impl LinearConflict {
    /// The bound for the goal of `puzzle`.
    pub fn new<S: PackedTiles>(puzzle: &Tiles<S>) -> Self {
        let (rows, columns) = (puzzle.rows, puzzle.columns);
        Self {
            manhattan: Manhattan::new(puzzle),
            rows: LineConflicts::new(puzzle, rows, columns, columns, 1),
            columns: LineConflicts::new(puzzle, columns, rows, 1, columns),
        }
    }
}

impl LineConflicts {
    fn new<S: PackedTiles>(
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
            place_of: [0; MOST_CELLS],
            digits: Vec::new(),
            in_conflict: Vec::new(),
        };
        for line in 0..count {
            for place in 0..length {
                let cell = line * apart + place * stride;
                lines.line_of[cell] = line as u8;
                lines.place_of[cell] = place as u8;
                let tile = usize::from(puzzle.solved.get(cell));
                if tile != 0 {
                    lines.line[tile] = line as u8;
                    lines.places[line][tile] = 1 << place;
                }
            }
        }
        if length <= LONGEST {
            lines.number_contents();
        }
        lines
    }

    /// Computes the tables that number the contents of a line: `digits`, and `in_conflict` for each
    /// number.
    fn number_contents(&mut self) {
        let digits = self.length + 1;
        for line in 0..self.count {
            for place in 0..self.length {
                let digit = |bit: u64| (u64::BITS - bit.leading_zeros()) as usize;
                let added = self.places[line].map(|bit| digit(bit) * digits.pow(place as u32));
                self.digits.push(added.map(|added| added as u16));
            }
        }
        let in_order = |number: usize, without: usize| {
            let places = (0..self.length).filter(|&place| place != without);
            let ends = places.fold(0, |ends, place| {
                let digit = number / digits.pow(place as u32) % digits;
                extended(ends, (1 << digit) >> 1)
            });
            ends.count_ones()
        };
        let numbers = 0..digits.pow(self.length as u32);
        let in_conflict = numbers.map(|number| {
            let all = in_order(number, self.length);
            let bits =
                (0..self.length).map(|place| u8::from(in_order(number, place) == all) << place);
            bits.sum()
        });
        self.in_conflict = in_conflict.collect();
    }

    /// The number of tiles that must leave the line of their goal cell to let other tiles pass,
    /// summed over all lines of this direction.
    fn conflicts<S: PackedTiles>(&self, state: S) -> u32 {
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

    /// The number of conflicts, 1 or 0, that `tile` at `cell` adds to the conflicts of its own
    /// line. In `state`, `cell` contains the blank or the tile itself.
    #[inline]
    fn conflicts_by<S: PackedTiles>(&self, state: S, tile: usize, cell: usize) -> u16 {
        let line = usize::from(self.line[tile]);
        if self.in_conflict.is_empty() {
            return self.conflicts_by_passes(state, tile, cell);
        }
        let place = usize::from(self.place_of[cell]);
        let digits = &self.digits[line * self.length..][..self.length];
        let mut number = 0;
        let mut here = line * self.apart;
        for digits in digits {
            number += digits[usize::from(state.get(here)) % MOST_CELLS];
            here += self.stride;
        }
        if state.get(cell) == 0 {
            number += digits[place][tile];
        }
        u16::from(self.in_conflict[usize::from(number)] >> place & 1)
    }

    /// Returns the same number as [`conflicts_by`](Self::conflicts_by), but without the table of
    /// contents of lines, so that lines may have any length.
    fn conflicts_by_passes<S: PackedTiles>(&self, state: S, tile: usize, cell: usize) -> u16 {
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

    /// The bound after `tile` has moved to another line. `bound` is the bound before the move, with
    /// the change of the Manhattan distance but not yet the change of the conflicts.
    #[inline]
    fn moved<S: PackedTiles>(
        &self,
        bound: u16,
        after: S,
        tile: usize,
        from: usize,
        to: usize,
    ) -> u16 {
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

/// Adds the next value to the set of least ends of increasing subsequences. Both arguments are sets
/// of bits; the empty value, 0, changes nothing.
#[inline]
fn extended(ends: u64, value: u64) -> u64 {
    // `value.wrapping_neg()` has the bit of the value and all higher bits, but it is 0 for the
    // empty value.
    let above = ends & value.wrapping_neg();
    (ends ^ (above & above.wrapping_neg())) | value
}

impl<S: PackedTiles> Heuristic<Tiles<S>> for LinearConflict {
    /// The cache is the bound itself. The bound fits into 16 bits because the Manhattan distance is
    /// below 1,000 and the conflicts add less than 256.
    type Cache = u16;

    fn start(&self, puzzle: &Tiles<S>, state: S) -> u16 {
        let conflicts = self.rows.conflicts(state) + self.columns.conflicts(state);
        self.manhattan.start(puzzle, state) + 2 * conflicts as u16
    }

    #[inline]
    fn step(&self, puzzle: &Tiles<S>, cache: u16, before: S, m: BlankMove, after: S) -> u16 {
        let to = before.blank();
        let from = puzzle.beside(to, m);
        let tile = usize::from(before.get(from));
        let bound = self.manhattan.step(puzzle, cache, before, m, after);
        let lines = match m {
            BlankMove::Up | BlankMove::Down => &self.rows,
            BlankMove::Left | BlankMove::Right => &self.columns,
        };
        lines.moved(bound, after, tile, from, to)
    }

    #[inline]
    fn bound(&self, cache: u16) -> u32 {
        cache.into()
    }
}
