//! The mapping from boards to patterns.

use std::sync::Arc;

use fewest_rules::{PartStep, Partition};

use super::space::{MOST, TilePattern};
use super::{MOST_PARTS, TilePatterns};
use crate::tiles::{BlankGoal, BlankMove, PackedTiles, Tiles};

/// A symmetry that maps a board to one whose goal has the blank first. A view consists of the image
/// of each cell and the new number of each tile.
///
/// The patterns are defined only for that goal. A board whose goal has the blank last is rotated by
/// 180 degrees. On a square board the reflection in the diagonal through the blank's corner gives a
/// second view, which looks up other entries of the same tables.
#[derive(Debug, Clone)]
pub struct View {
    patterns: Arc<TilePatterns>,
    columns: usize,
    cell: [u8; MOST],
    tile: [u8; MOST],
    /// For each move, the change of the blank's cell in the view.
    step: [i8; 4],
    /// For each tile in the view, its part, or [`NO_PART`].
    part: [u8; MOST],
    /// Copies of the tables that the [`TilePattern`] of each tile has for the tile.
    over: [[u32; MOST]; MOST],
    weight: [u32; MOST],
    distance: [[u8; MOST]; MOST],
    /// For each tile, a mask that is all ones for the part of the tile and 0 for the other parts.
    lane: [[u32; MOST_PARTS]; MOST],
}

const NO_PART: u8 = u8::MAX;

/// The tiles in the cells of the view, four bits each, the blank's cell, and the rank of each part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trace {
    cells: u64,
    blank: u32,
    ranks: [u32; MOST_PARTS],
}

impl View {
    pub(super) fn new(patterns: &Arc<TilePatterns>, goal: BlankGoal, reflected: bool) -> Self {
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
            cell: [0; MOST],
            tile: [0; MOST],
            part: [NO_PART; MOST],
            over: [[0; MOST]; MOST],
            weight: [0; MOST],
            distance: [[0; MOST]; MOST],
            lane: [[0; MOST_PARTS]; MOST],
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
                view.weight[tile] = pattern.change(tile, true, 0);
                view.distance[tile] = pattern.distances(tile);
            }
        }
        view
    }
}

impl Partition<Tiles<u64>> for View {
    type Part = TilePattern;
    type Trace = Trace;

    fn parts(&self) -> usize {
        self.patterns.spaces.len()
    }

    fn part(&self, part: usize) -> &TilePattern {
        &self.patterns.spaces[part]
    }

    fn start(&self, puzzle: &Tiles<u64>, state: u64) -> Trace {
        let mut cells = 0;
        let mut cell_of = [0; MOST];
        for cell in 0..puzzle.rows() * puzzle.columns() {
            let tile = self.tile[usize::from(state.get(cell))];
            cells |= u64::from(tile) << (4 * self.cell[cell]);
            cell_of[usize::from(tile)] = self.cell[cell];
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
    fn step(&self, _: &Tiles<u64>, trace: Trace, m: BlankMove, _: u64) -> PartStep<Trace> {
        let to = trace.blank & 15;
        let from = to.wrapping_add_signed(self.step[m as usize].into()) & 15;
        let tile = (trace.cells >> (4 * from) & 15) as usize;
        let moved = (tile as u64) << (4 * from) | (tile as u64) << (4 * to);
        let mut after = Trace {
            cells: trace.cells ^ moved,
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
            let mut between = trace.cells >> (4 * low);
            for _ in 1..self.columns {
                between >>= 4;
                change = change.wrapping_add(over[(between & 15) as usize]);
            }
        }
        if low == to {
            change = change.wrapping_neg();
        }
        let part = usize::from(part) % MOST_PARTS;
        let rank = trace.ranks[part].wrapping_add(change);
        // All ranks are updated at once. If a single rank were stored and then loaded together with
        // the others, the processor would stall.
        for (rank, lane) in after.ranks.iter_mut().zip(self.lane[tile]) {
            *rank = rank.wrapping_add(change & lane);
        }
        let distance = &self.distance[tile];
        PartStep {
            trace: after,
            part: Some((part, rank.into())),
            base_change: i32::from(distance[to as usize]) - i32::from(distance[from as usize]),
        }
    }

    #[inline]
    fn rank(&self, trace: Trace, part: usize) -> u64 {
        trace.ranks[part].into()
    }
}
