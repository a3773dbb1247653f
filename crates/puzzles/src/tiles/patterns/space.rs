//! The abstraction of one pattern: the cells of some tiles and the region of the blank.
//!
//! # Problem
//! The table of an 8-tile pattern of the 15-puzzle has 519 million entries, with 6.6 billion moves
//! between them. Building a board for each entry would take an hour.
//!
//! # Solution
//! * *Rank.* The rank consists of the cells of the tiles, as digits: the digit of a tile is the
//!   index of its cell among the cells that the tiles before it leave free. The first tiles have
//!   the most significant digits.
//! * *Class.* The blank moves through the cells without tiles of the pattern at no cost, so only
//!   the connected region in which it lies matters. The free cells of a board of 16 have at most
//!   eight regions, and patterns of larger boards that could have more are refused. A table gives
//!   the regions of each set of free cells.
//! * *Unranking.* The digits of the first and of the last tiles form two numbers, and each is
//!   looked up as a whole: the first number gives the cells of the first tiles and the cells that
//!   these leave, and the last number gives the places of the last tiles among the cells that are
//!   left.
//! * *Moves.* A tile that moves along a row changes its own digit by one and no other digit,
//!   because no cell lies between its old and its new cell. A tile that moves along a column passes
//!   the cells between its old and its new cell. The digit of the moved tile changes by one for
//!   each passed cell that no earlier tile occupies, and the digit of each later tile in a passed
//!   cell changes by one. So the change of rank is a sum with one term for each cell passed.
//!
//! This module assumes the goal with the blank in the first cell, in which each tile has the number
//! of its cell.

use fewest_rules::{Abstraction, Cost};

use super::cell_sets::CellSets;
use crate::tiles::PackedTiles;

/// The greatest allowed number of cells of a board that has patterns.
pub(super) const MOST: usize = 25;

/// The length of tables of cells or tiles: a power of two, so that masking an index replaces a bounds
/// check.
pub(super) const ROOM: usize = 32;

/// The number of bits of a place in [`TilePattern::last`].
const PLACE: u32 = 5;

/// A pattern: some tiles of a board whose goal has the blank first. `S` is the packing of the cells,
/// which limits the size of the board.
#[derive(Debug, Clone)]
pub struct TilePattern<S = u64> {
    columns: usize,
    cells: usize,
    /// The tiles of the pattern. The rank of a placement has one digit for each of them, in this
    /// order, the most significant digit first.
    tiles: Vec<u8>,
    /// For each tile, the place value of its digit: how much the rank grows if this digit of the
    /// rank grows by one.
    weight: [u32; ROOM],
    /// The change of rank when a tile passes a cell on its way down, for each tile and each content
    /// of the passed cell. The content is a tile of the pattern, or 0 if the cell has none.
    over: [[u32; ROOM]; ROOM],
    /// For each tile and cell, the distance to the tile's goal cell.
    distance: [[u8; ROOM]; ROOM],
    first: Vec<FirstTiles<S>>,
    /// For each number that the last digits can form, the places of the last tiles among the cells
    /// that the first tiles leave, [`PLACE`] bits each.
    last: Vec<u32>,
    /// Assigns a number to each set of cells that the tiles of the pattern can occupy.
    sets: CellSets,
    /// For each set of occupied cells and each free cell, the index of the region that contains the
    /// free cell.
    region: Vec<S>,
    /// For each set of occupied cells, the regions of the free cells. Each region is the set of its
    /// cells, with one bit for each cell.
    cells_of: Vec<[u32; REGIONS]>,
    /// The set of cells that have a cell to their right.
    not_last: u32,
    size: u64,
}

/// The tiles of a pattern may divide the free cells into at most this many regions.
const REGIONS: usize = 8;

/// A placement of the first tiles of a [`TilePattern`]: those whose digits form the more
/// significant part of the rank.
#[derive(Debug, Clone, Copy)]
struct FirstTiles<S> {
    kept: PlacedTiles<S>,
    /// The cells that the first tiles leave free, in increasing order. Entry `i` of the packed word
    /// is the `i`-th of these cells, counted from 0.
    left: S,
}

/// A placement of the tiles of a pattern.
#[derive(Debug, Clone, Copy)]
pub struct PlacedTiles<S = u64> {
    /// The tile in each cell; 0 if the cell has no tile of the pattern.
    content: S,
    occupied: u32,
    base: u32,
}

impl<S: PackedTiles> PlacedTiles<S> {
    /// The pattern's tile in `cell`, 0 if there is none.
    pub fn tile(self, cell: usize) -> u8 {
        self.content.get(cell)
    }
}

impl<S: PackedTiles> TilePattern<S> {
    /// The pattern of these tiles, whose numbers are different and from 1 to `rows * columns - 1`.
    /// `rows * columns` must be at most [`MOST`] and fit `S`.
    ///
    /// # Errors
    /// The pattern has 2^32 placements or more, or its tiles can divide the board into more than
    /// eight regions.
    pub(super) fn new(rows: usize, columns: usize, tiles: &[u8]) -> Result<Self, String> {
        let cells = rows * columns;
        debug_assert!(
            cells <= MOST.min(S::MOST) && tiles.iter().all(|&tile| usize::from(tile) < cells)
        );
        let product = |tiles: std::ops::Range<usize>| -> u64 {
            tiles.map(|tile| (cells - tile) as u64).product()
        };
        let fault = |what: &str| format!("a pattern of {} tiles {what}", tiles.len());
        let size =
            (0..tiles.len()).try_fold(1_u32, |size, tile| size.checked_mul((cells - tile) as u32));
        let size = size
            .ok_or_else(|| fault("has more than 2^32 entries"))?
            .into();
        let mut weight = [0; ROOM];
        for (digit, &tile) in tiles.iter().enumerate() {
            weight[usize::from(tile)] = product(digit + 1..tiles.len()) as u32;
        }
        let mut over = [[0; ROOM]; ROOM];
        for (digit, &tile) in tiles.iter().enumerate() {
            let own = weight[usize::from(tile)];
            let row = &mut over[usize::from(tile)];
            *row = [own; ROOM];
            for &earlier in &tiles[..digit] {
                row[usize::from(earlier)] = 0;
            }
            for &later in &tiles[digit + 1..] {
                row[usize::from(later)] = own + weight[usize::from(later)];
            }
        }
        let distance = std::array::from_fn(|tile| {
            std::array::from_fn(|cell| {
                let rows = (tile / columns).abs_diff(cell / columns);
                (rows + (tile % columns).abs_diff(cell % columns)) as u8
            })
        });
        let mut not_last = 0;
        for cell in (0..cells).filter(|cell| (cell + 1) % columns != 0) {
            not_last |= 1 << cell;
        }
        let middle = tiles.len() / 2;
        let sets = CellSets::new(cells, tiles.len());
        let mut pattern = Self {
            columns,
            cells,
            tiles: tiles.to_vec(),
            weight,
            over,
            distance,
            first: Vec::new(),
            last: Vec::new(),
            region: vec![S::EMPTY; sets.count(tiles.len())],
            cells_of: vec![[0; REGIONS]; sets.count(tiles.len())],
            sets,
            not_last,
            size,
        };
        pattern.first = (0..product(0..middle))
            .map(|number| pattern.place_first(middle, number))
            .collect();
        pattern.last = (0..product(middle..tiles.len()))
            .map(|number| {
                let places = places(cells - middle, tiles.len() - middle, number);
                (0u32..)
                    .zip(places)
                    .map(|(at, place)| u32::from(place) << (PLACE * at))
                    .sum()
            })
            .collect();
        let all = u32::MAX >> (u32::BITS - cells as u32);
        for occupied in CellSets::of(cells, tiles.len()) {
            let found = pattern.find_regions(all & !occupied, pattern.sets.number(occupied));
            found.ok_or_else(|| fault("can divide the board into more than 8 regions"))?;
        }
        Ok(pattern)
    }

    /// The tiles of the pattern. The rank of a placement has one digit for each of them, in this
    /// order, the most significant digit first.
    pub fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    fn place_first(&self, middle: usize, number: u64) -> FirstTiles<S> {
        let mut kept = PlacedTiles {
            content: S::EMPTY,
            occupied: 0,
            base: 0,
        };
        for (&tile, cell) in self.tiles.iter().zip(places(self.cells, middle, number)) {
            kept = self.with(kept, tile, cell.into());
        }
        let free = (0..self.cells).filter(|cell| kept.occupied >> cell & 1 == 0);
        let left = free
            .enumerate()
            .fold(S::EMPTY, |left, (at, cell)| left.with(at, cell as u8));
        FirstTiles { kept, left }
    }

    #[inline]
    fn with(&self, kept: PlacedTiles<S>, tile: u8, cell: usize) -> PlacedTiles<S> {
        PlacedTiles {
            content: kept.content.with(cell, tile),
            occupied: kept.occupied | 1 << cell,
            base: kept.base + u32::from(self.distance[usize::from(tile) % ROOM][cell % ROOM]),
        }
    }

    /// Computes the regions of the cells `free`, whose complement has the number `set`. Returns
    /// `None` if there are more than [`REGIONS`] regions.
    fn find_regions(&mut self, free: u32, set: usize) -> Option<()> {
        let mut left = free;
        let mut region = 0;
        while left != 0 {
            let of = self.cells_of[set].get_mut(region)?;
            // A region starts with the lowest free cell that has no region yet, and grows by free
            // neighbours until there are none.
            let mut cells = left & left.wrapping_neg();
            loop {
                let sideways = (cells & self.not_last) << 1 | cells >> 1 & self.not_last;
                let more =
                    free & (cells | sideways | cells << self.columns | cells >> self.columns);
                if more == cells {
                    break;
                }
                cells = more;
            }
            *of = cells;
            for cell in (0..self.cells).filter(|cell| cells >> cell & 1 == 1) {
                self.region[set] = self.region[set].with(cell, region as u8);
            }
            left &= !cells;
            region += 1;
        }
        Some(())
    }

    /// The rank of a placement. `cell_of` gives the cell of each tile.
    pub(super) fn rank(&self, cell_of: impl Fn(u8) -> usize) -> u64 {
        let mut taken = 0u32;
        let mut rank = 0;
        for (digit, &tile) in self.tiles.iter().enumerate() {
            let cell = cell_of(tile);
            let before = (taken & ((1 << cell) - 1)).count_ones() as usize;
            rank = rank * (self.cells - digit) as u64 + (cell - before) as u64;
            taken |= 1 << cell;
        }
        rank
    }

    /// The change of the rank of a placement when `tile` moves from the cell `low` to the next
    /// column on the right (if `sideways`) or to the next row below. `content` has the tile of the
    /// pattern in each cell.
    #[inline]
    fn change(&self, tile: usize, sideways: bool, content: S, low: usize) -> u32 {
        if sideways {
            return self.weight[tile % ROOM];
        }
        let over = &self.over[tile % ROOM];
        (1..self.columns).fold(self.weight[tile % ROOM], |sum, at| {
            sum + over[usize::from(content.get(low + at)) % ROOM]
        })
    }

    /// The amount by which the rank of a placement grows when `tile` moves by one column to the
    /// right.
    pub(super) fn weight(&self, tile: usize) -> u32 {
        self.weight[tile]
    }

    /// The change of the rank of a placement when `tile` passes a cell on its way down, for each
    /// tile that the passed cell may contain. Entry 0 is for a cell without a tile of the pattern.
    pub(super) fn over(&self, tile: usize) -> [u32; ROOM] {
        self.over[tile]
    }

    /// For each cell, the number of rows plus the number of columns from the cell to the goal cell
    /// of `tile`.
    pub(super) fn distances(&self, tile: usize) -> [u8; ROOM] {
        self.distance[tile]
    }

    /// The region that contains the free cell `cell`, as a set of regions: only the bit at the
    /// index of this region is set.
    #[inline]
    fn region_of(&self, occupied: u32, cell: usize) -> u8 {
        1 << (self.region[self.sets.number(occupied)].get(cell) % REGIONS as u8)
    }
}

/// Decodes `number` into the places of `count` objects among `cells`. The number is in a mixed
/// radix: each digit is the place of an object among the cells that the objects before it leave.
fn places(cells: usize, count: usize, mut number: u64) -> Vec<u8> {
    let mut digits = vec![0; count];
    for (at, digit) in digits.iter_mut().enumerate().rev() {
        let radix = (cells - at) as u64;
        *digit = (number % radix) as usize;
        number /= radix;
    }
    let mut left: Vec<u8> = (0..cells as u8).collect();
    digits.into_iter().map(|digit| left.remove(digit)).collect()
}

/// A state consists of a placement of the pattern's tiles, and of the region of free cells in which
/// the blank lies. The number of a state is the rank of the placement, and the class of a state is
/// the index of the region. Moves of tiles outside the pattern only move the blank within its
/// region.
impl<S: PackedTiles> Abstraction for TilePattern<S> {
    type Image = PlacedTiles<S>;

    const CLASSES: u32 = REGIONS as u32;

    /// A move changes the tile's distance to its goal cell by one.
    const ALTERNATES: bool = true;

    fn size(&self) -> u64 {
        self.size
    }

    #[inline]
    fn unrank(&self, rank: u64) -> PlacedTiles<S> {
        // Ranks are below 2^32, and divisions of 32 bits are faster.
        let (first, last) = (
            rank as u32 / self.last.len() as u32,
            rank as u32 % self.last.len() as u32,
        );
        let FirstTiles { mut kept, left } = self.first[first as usize];
        let mut places = self.last[last as usize];
        for &tile in &self.tiles[self.tiles.len() / 2..] {
            let place = places & ((1 << PLACE) - 1);
            kept = self.with(kept, tile, left.get(place as usize).into());
            places >>= PLACE;
        }
        kept
    }

    #[inline]
    fn base(&self, kept: PlacedTiles<S>) -> u32 {
        kept.base
    }

    fn goals(&self, mut visit: impl FnMut(u64, u8)) {
        let occupied: u32 = self.tiles.iter().map(|tile| 1 << tile).sum();
        visit(self.rank(usize::from), self.region_of(occupied, 0));
    }

    #[inline]
    fn predecessors(
        &self,
        rank: u64,
        kept: PlacedTiles<S>,
        classes: u8,
        mut visit: impl FnMut(u64, u8, Cost),
    ) {
        // Every move can be undone by a move, so the predecessors of a state are its successors.
        let regions = &self.cells_of[self.sets.number(kept.occupied)];
        let mut blank = 0u32;
        let mut left = classes;
        while left != 0 {
            blank |= regions[left.trailing_zeros() as usize % REGIONS];
            left &= left - 1;
        }
        // A pair of neighbouring cells is represented by a bit for the first of them: in the low
        // half if the tile is in the first cell, and in the high half if it is in the second. There
        // is one loop for horizontal pairs and one for vertical pairs, because the end of each loop
        // is a branch that the processor mispredicts.
        let pairs = |step: u32, firsts: u32| {
            let down = kept.occupied & blank >> step & firsts;
            let up = kept.occupied >> step & blank & firsts;
            u64::from(down) | u64::from(up) << ROOM
        };
        let mut go = |mut pairs: u64, step: u32, sideways: bool| {
            while pairs != 0 {
                let pair = pairs.trailing_zeros();
                pairs &= pairs - 1;
                let low = pair % ROOM as u32;
                let up = pair / ROOM as u32;
                let from = (low + step * up) as usize;
                let tile = kept.content.get(from).into();
                let change = self.change(tile, sideways, kept.content, low as usize);
                // `sign` is all ones if the tile moves up, and `(change ^ sign) - sign` is then the
                // negated change. Moving up undoes moving down, so the change of rank is the
                // negative one.
                let sign = 0u32.wrapping_sub(up);
                let after = (rank as u32).wrapping_add((change ^ sign).wrapping_sub(sign));
                let moved = 1 << low | 1 << (low + step);
                let class = self.region_of(kept.occupied ^ moved, from);
                visit(after.into(), class, Cost::One);
            }
        };
        if self.columns > 1 {
            go(pairs(1, self.not_last), 1, true);
        }
        let columns = self.columns as u32;
        go(pairs(columns, u32::MAX), columns, columns == 1);
    }
}
