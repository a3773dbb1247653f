//! The mapping from boards to patterns.

use std::sync::Arc;

use fewest_rules::{PartStep, Partition};

use super::space::{ROOM, TilePattern};
use super::{MOST_PARTS, TilePatterns};
use crate::tiles::{BlankGoal, BlankMove, PackedTiles, Tiles};

/// A symmetry that maps a board to one whose goal has the blank first. A view consists of the image
/// of each cell and the new number of each tile.
///
/// The patterns are defined only for the goal with the blank first. A board whose goal has the
/// blank last is rotated by 180 degrees. On a square board the reflection in the diagonal through
/// the blank's corner gives a second view, which looks up other entries of the same tables.
#[derive(Debug, Clone)]
pub struct PatternView<S = u64> {
    patterns: Arc<TilePatterns<S>>,
    columns: usize,
    cell: [u8; ROOM],
    tile: [u8; ROOM],
    /// For each move, the number that it adds to the index of the blank's cell in the view.
    step: [i8; 4],
    /// For each tile in the view, its part (the index of the pattern that contains the tile), or
    /// [`NO_PART`].
    part: [u8; ROOM],
    /// For each tile, copies of the tables that its [`TilePattern`] has for this tile.
    over: [[u32; ROOM]; ROOM],
    weight: [u32; ROOM],
    distance: [[u8; ROOM]; ROOM],
    /// For each tile, a mask that is all ones for the part of the tile and 0 for the other parts.
    lane: [[u32; MOST_PARTS]; ROOM],
}

const NO_PART: u8 = u8::MAX;

/// The data that [`PatternView`] keeps beside a state: the tiles in the cells of the view, the
/// blank's cell in the view, and the rank of each pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trace<S = u64> {
    cells: S,
    blank: u32,
    ranks: [u32; MOST_PARTS],
}

impl<S: PackedTiles> PatternView<S> {
    pub(super) fn new(patterns: &Arc<TilePatterns<S>>, goal: BlankGoal, reflected: bool) -> Self {
        let (rows, columns) = (patterns.rows, patterns.columns);
        let cells = rows * columns;
        let seen = |cell: usize| {
            let cell = match goal {
                BlankGoal::BlankFirst => cell,
                BlankGoal::BlankLast => cells - 1 - cell,
            };
            if reflected {
                cell % columns * columns + cell / columns
            } else {
                cell
            }
        };
        let mut view = Self {
            patterns: Arc::clone(patterns),
            columns,
            cell: [0; ROOM],
            tile: [0; ROOM],
            part: [NO_PART; ROOM],
            over: [[0; ROOM]; ROOM],
            weight: [0; ROOM],
            distance: [[0; ROOM]; ROOM],
            lane: [[0; MOST_PARTS]; ROOM],
            step: [0; 4],
        };
        for m in BlankMove::ALL {
            let down = if reflected { 1 } else { columns as i8 };
            let right = if reflected { columns as i8 } else { 1 };
            let step = match m {
                BlankMove::Up => -down,
                BlankMove::Left => -right,
                BlankMove::Right => right,
                BlankMove::Down => down,
            };
            view.step[m as usize] = match goal {
                BlankGoal::BlankFirst => step,
                BlankGoal::BlankLast => -step,
            };
        }
        for (cell, tile) in goal.tiles(cells).enumerate() {
            view.cell[cell] = seen(cell) as u8;
            // In the goal of the view, the number of each tile is that of its cell.
            view.tile[usize::from(tile)] = seen(cell) as u8;
        }
        for (part, pattern) in patterns.spaces.iter().enumerate() {
            for &tile in pattern.tiles() {
                let tile = usize::from(tile);
                view.part[tile] = part as u8;
                view.lane[tile][part] = u32::MAX;
                view.over[tile] = pattern.over(tile);
                view.weight[tile] = pattern.weight(tile);
                view.distance[tile] = pattern.distances(tile);
            }
        }
        view
    }
}

impl<S: PackedTiles> Partition<Tiles<S>> for PatternView<S> {
    type Part = TilePattern<S>;
    type Trace = Trace<S>;

    fn parts(&self) -> usize {
        self.patterns.spaces.len()
    }

    fn part(&self, part: usize) -> &TilePattern<S> {
        &self.patterns.spaces[part]
    }

    fn start(&self, puzzle: &Tiles<S>, state: S) -> Trace<S> {
        // The board in the view, and for each tile there its cell. The blank is the tile 0.
        let (mut cells, mut cell_of) = (S::EMPTY, [0; ROOM]);
        for cell in 0..puzzle.rows() * puzzle.columns() {
            let (tile, seen) = (self.tile[usize::from(state.get(cell))], self.cell[cell]);
            cell_of[usize::from(tile)] = seen;
            cells = cells.with(seen.into(), tile);
        }
        let mut ranks = [0; MOST_PARTS];
        for (rank, pattern) in ranks.iter_mut().zip(&self.patterns.spaces) {
            *rank = pattern.rank(|tile| cell_of[usize::from(tile)].into()) as u32;
        }
        Trace {
            cells,
            blank: u32::from(cell_of[0]),
            ranks,
        }
    }

    #[inline(always)]
    fn step(&self, _: &Tiles<S>, trace: Trace<S>, m: BlankMove, _: S) -> PartStep<Trace<S>> {
        // The masks replace bounds checks and the tests of shifts.
        let mask = S::MOST.next_power_of_two() as u32 - 1;
        let to = trace.blank & mask;
        let from = to.wrapping_add_signed(self.step[m as usize].into()) & mask;
        let tile = usize::from(trace.cells.get(from as usize)) % ROOM;
        let mut after = Trace {
            cells: trace.cells.slid(from as usize, to as usize),
            blank: from,
            ..trace
        };
        let part = self.part[tile];
        if part == NO_PART {
            return PartStep {
                trace: after,
                part: None,
                base_change: 0,
            };
        }
        let low = from.min(to);
        let mut change = self.weight[tile];
        if low + 1 != from.max(to) {
            let over = &self.over[tile];
            for at in 1..self.columns {
                let passed = trace.cells.get((low as usize + at) & mask as usize);
                change = change.wrapping_add(over[usize::from(passed) % ROOM]);
            }
        }
        if low == to {
            change = change.wrapping_neg();
        }
        let part = usize::from(part) % MOST_PARTS;
        let rank = trace.ranks[part].wrapping_add(change);
        // The ranks of all parts are updated at once. If a single rank were stored and then loaded
        // together with the others, the processor would stall.
        for (rank, lane) in after.ranks.iter_mut().zip(self.lane[tile]) {
            *rank = rank.wrapping_add(change & lane);
        }
        let distance = &self.distance[tile];
        let at = |cell: u32| i32::from(distance[cell as usize % ROOM]);
        PartStep {
            trace: after,
            part: Some((part, rank.into())),
            base_change: at(to) - at(from),
        }
    }

    #[inline]
    fn rank(&self, trace: Trace<S>, part: usize) -> u64 {
        trace.ranks[part].into()
    }
}
