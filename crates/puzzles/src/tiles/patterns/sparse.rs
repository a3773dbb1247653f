//! The sum of the patterns' distances, looked up by the cells of the tiles.
//!
//! # Problem
//! The rank of a placement leaves no number unused. Therefore the digit of a tile depends
//! on the cells of other tiles, and after a move of a tile the cells that it has passed have to be
//! looked at, in each of two views of the board (see [`PatternView`]). On boards of more than 16
//! cells, whose packing takes two words, this takes more time than the lookup in the table.
//!
//! # Solution
//! The *sparse rank* of a placement has the cell of each tile as a digit, whichever cells the other
//! tiles occupy. A move changes the sparse rank by a number that depends only on the tile and the
//! direction. Patterns of six tiles have 2.9 times (4×4) or 1.9 times (5×5) as many sparse ranks as
//! ranks. So a table that is built and stored by ranks is
//! [spread](fewest_tables::DistanceTable::spread) to sparse ranks when it is loaded. On 5×5, with
//! tables of random entries, this gave 1.7 times the nodes a second. On 4×4 the spread table gains
//! nothing, because there the smaller table fits the processor's caches better.
//!
//! An entry of a table says by how much a distance exceeds a *base*, which is the sum of the
//! distances of the pattern's tiles to their goal cells. All patterns together hold all tiles. So
//! the bases of all patterns add up to the Manhattan distance, in the view of the board itself (the
//! *straight* view) as well as in the reflected view.

use std::iter;
use std::sync::Arc;

use fewest_rules::Heuristic;
use fewest_tables::{DistanceTable, Encoding, WrongPatternTable};

use super::space::{ROOM, TilePattern};
use super::{MOST_PARTS, PatternView, TilePatterns};
use crate::tiles::{BlankGoal, BlankMove, Manhattan, PackedTiles, Tiles};

impl<S: PackedTiles> TilePattern<S> {
    /// One more than the greatest sparse rank; `None` if the greatest sparse rank does not fit into
    /// 32 bits.
    pub fn sparse_size(&self) -> Option<u64> {
        let tiles = u32::try_from(self.tiles().len()).ok()?;
        let size = (self.cells() as u64).checked_pow(tiles)?;
        (size <= 1 << u32::BITS).then_some(size)
    }

    /// The sparse ranks of all placements, in the order of the placements' ranks.
    pub fn sparse_ranks(&self) -> impl Iterator<Item = u64> {
        let (cells, count) = (self.cells(), self.tiles().len());
        let all = u32::MAX >> (u32::BITS - cells as u32);
        let mut free = all;
        // The tiles placed so far. Each entry has the cell of a tile, and the sparse rank of a
        // placement of only this tile and the tiles before it.
        let mut placed: Vec<(u32, u64)> = Vec::with_capacity(count);
        let mut next = 0;
        iter::from_fn(move || {
            // Removes the last tiles of the placement until a removed tile can move to a greater
            // cell.
            while placed.len() == count || free & all << next == 0 {
                let (last, _) = placed.pop()?;
                free |= 1 << last;
                next = last + 1;
            }
            // Places the tile that was removed last in the next greater free cell, and each later
            // tile in the least free cell.
            while placed.len() < count {
                let cell = (free & all << next).trailing_zeros();
                let before = placed.last().map_or(0, |&(_, rank)| rank);
                free &= !(1 << cell);
                placed.push((cell, before * cells as u64 + u64::from(cell)));
                next = 0;
            }
            placed.last().map(|&(_, rank)| rank)
        })
    }
}

/// The sum of the distances of all patterns, from tables by sparse ranks. On a square board, the
/// bound is the maximum of this sum and the sum for the reflected board.
///
/// [`fewest_tables::AdditivePatterns`] gives the same bound for the same views. The bound is
/// admissible, but not consistent.
#[derive(Debug, Clone)]
pub struct SparsePatterns<'t, S = u64> {
    patterns: Arc<TilePatterns<S>>,
    manhattan: Manhattan,
    tables: [&'t [u8]; MOST_PARTS],
    sides: [SparseView<S>; 2],
    /// Whether the board is square, so that the reflected view is used in addition to the straight
    /// one.
    is_square: bool,
}

/// A symmetric image of the board ([`PatternView`]), together with the amount that each move adds
/// to the sparse ranks of the patterns in this image. A sparse rank has the cell of each tile of
/// the pattern as a digit.
#[derive(Debug, Clone)]
struct SparseView<S> {
    view: PatternView<S>,
    /// For each tile of the board, its part: the index of the pattern that contains the tile.
    part: [u8; ROOM],
    /// For each tile of the board and each move of the blank that moves this tile, the amounts that
    /// the move adds to the sparse ranks of all patterns. Only the amount for the tile's own
    /// pattern is not 0. All ranks are updated at once: if a single rank were stored and then
    /// loaded together with the others, the processor would stall.
    changes: [[[u32; MOST_PARTS]; 4]; ROOM],
}

/// The data that [`SparsePatterns`] keeps beside a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SparseCache {
    /// The sparse rank of each pattern: first in the view of the board itself (the straight view),
    /// then in the view of its reflection in the diagonal. On a board that is not square, the ranks
    /// of the reflection are 0.
    ranks: [[u32; MOST_PARTS]; 2],
    /// For the straight view and for the reflected view, the table entries of all patterns, four
    /// bits each. `sums` has the sum of these entries for each view.
    entries: [u32; 2],
    sums: [u32; 2],
    manhattan: u16,
}

impl<'t, S: PackedTiles> SparsePatterns<'t, S> {
    /// Makes the heuristic for boards like `puzzle`, which has the goal `goal`. There is a table for
    /// each pattern, spread to its sparse ranks.
    ///
    /// # Errors
    /// Returns an error if the tables do not fit the patterns, or if some tile is in no pattern. If
    /// some tile is in no pattern, the part in the error is the number of patterns.
    pub fn new(
        patterns: &Arc<TilePatterns<S>>,
        puzzle: &Tiles<S>,
        goal: BlankGoal,
        tables: &'t [DistanceTable],
    ) -> Result<Self, WrongPatternTable> {
        let parts = patterns.spaces();
        let fits = |part: usize| {
            tables.get(part).is_some_and(|table| {
                Some(table.states()) == parts[part].sparse_size()
                    && table.encoding() == Encoding::Nibble
            })
        };
        if let Some(part) = (0..parts.len()).find(|&part| !fits(part)) {
            return Err(WrongPatternTable { part });
        }
        if tables.len() != parts.len() || !patterns.hold_all_tiles() {
            return Err(WrongPatternTable { part: parts.len() });
        }
        let straight = patterns.view(goal);
        let reflected = patterns.reflected_view(goal);
        let is_square = reflected.is_some();
        let reflected = reflected.unwrap_or_else(|| straight.clone());
        let empty: &[u8] = &[];
        Ok(Self {
            patterns: Arc::clone(patterns),
            manhattan: Manhattan::new(puzzle),
            tables: std::array::from_fn(|part| {
                tables.get(part).map_or(empty, |table| table.bytes())
            }),
            sides: [straight, reflected].map(|view| SparseView::new(patterns, view)),
            is_square,
        })
    }

    /// The table entry of the pattern `part` for a sparse rank. It is half of the number by which
    /// the pattern's distance exceeds the Manhattan distance of its tiles.
    #[inline]
    fn entry(&self, part: usize, rank: u32) -> u32 {
        let byte = self.tables[part][(rank / 2) as usize];
        u32::from(byte >> (rank % 2 * 4) & 15)
    }

    /// Updates the ranks, entries and sum in the cache for the straight view (`side` 0) or the
    /// reflected view (`side` 1) after a move of `tile`.
    #[inline(always)]
    fn step_side(&self, side: usize, cache: &mut SparseCache, tile: usize, m: BlankMove) {
        let of = &self.sides[side];
        let part = usize::from(of.part[tile]) % MOST_PARTS;
        let shift = 4 * part as u32;
        let before = cache.entries[side] >> shift & 15;
        let (ranks, changes) = (cache.ranks[side], of.changes[tile][m as usize]);
        cache.ranks[side] = std::array::from_fn(|part| ranks[part].wrapping_add(changes[part]));
        let now = self.entry(part, cache.ranks[side][part]);
        cache.entries[side] ^= (before ^ now) << shift;
        cache.sums[side] = cache.sums[side] - before + now;
    }
}

impl<S: PackedTiles> SparseView<S> {
    fn new(patterns: &TilePatterns<S>, view: PatternView<S>) -> Self {
        let cells = patterns.rows() * patterns.columns();
        let mut part = [0; ROOM];
        let mut changes = [[[0; MOST_PARTS]; 4]; ROOM];
        for tile in 1..cells {
            let seen = view.tile[tile];
            part[tile] = view.part[usize::from(seen)];
            let at = usize::from(part[tile]);
            let digits = patterns.spaces()[at].tiles().iter().rev();
            let weight: u32 = digits
                .take_while(|&&other| other != seen)
                .fold(1, |weight, _| weight.wrapping_mul(cells as u32));
            for m in BlankMove::ALL {
                // The tile moves in the opposite direction to the blank.
                let step = -i32::from(view.step[m as usize]);
                let moved = weight.wrapping_mul(step as u32);
                changes[tile][m as usize][at] = moved;
            }
        }
        Self {
            view,
            part,
            changes,
        }
    }
}

impl<S: PackedTiles> Heuristic<Tiles<S>> for SparsePatterns<'_, S> {
    type Cache = SparseCache;

    fn start(&self, puzzle: &Tiles<S>, state: S) -> SparseCache {
        let mut cache = SparseCache {
            ranks: [[0; MOST_PARTS]; 2],
            entries: [0; 2],
            sums: [0; 2],
            manhattan: self.manhattan.start(puzzle, state),
        };
        let cells = (puzzle.rows() * puzzle.columns()) as u32;
        let sides = if self.is_square { 2 } else { 1 };
        for (side, of) in self.sides[..sides].iter().enumerate() {
            let cell_of = of.view.cells_of_tiles(state);
            for (part, pattern) in self.patterns.spaces().iter().enumerate() {
                let rank = pattern.tiles().iter().fold(0, |rank: u32, &tile| {
                    rank.wrapping_mul(cells) + u32::from(cell_of[usize::from(tile)])
                });
                let entry = self.entry(part, rank);
                cache.ranks[side][part] = rank;
                cache.entries[side] |= entry << (4 * part);
                cache.sums[side] += entry;
            }
        }
        cache
    }

    #[inline(always)]
    fn step(
        &self,
        puzzle: &Tiles<S>,
        mut cache: SparseCache,
        before: S,
        m: BlankMove,
        after: S,
    ) -> SparseCache {
        let left = puzzle.beside(before.blank(), m);
        let tile = usize::from(before.get(left)) % ROOM;
        cache.manhattan = self
            .manhattan
            .step(puzzle, cache.manhattan, before, m, after);
        self.step_side(0, &mut cache, tile, m);
        if self.is_square {
            self.step_side(1, &mut cache, tile, m);
        }
        cache
    }

    #[inline]
    fn bound(&self, cache: SparseCache) -> u32 {
        u32::from(cache.manhattan) + 2 * cache.sums[0].max(cache.sums[1])
    }
}
