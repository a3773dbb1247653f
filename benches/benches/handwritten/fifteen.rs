//! IDA* with the Manhattan distance on the 15-puzzle, as a plain recursion. There is a function for
//! each cell of the blank and each last move, so that the compiler knows all shifts and tables.

/// A cell in which the blank lies, and the cells beside it. If there is no cell on one side, the
/// cell itself takes its place.
trait Blank {
    const CELL: usize;
    type Up: Blank;
    type Left: Blank;
    type Right: Blank;
    type Down: Blank;
}

struct At<const CELL: usize>;

macro_rules! cells {
    ($($cell:literal: $up:literal $left:literal $right:literal $down:literal;)*) => {
        $(impl Blank for At<$cell> {
            const CELL: usize = $cell;
            type Up = At<$up>;
            type Left = At<$left>;
            type Right = At<$right>;
            type Down = At<$down>;
        })*

        /// Calls `search` for the cell of the blank.
        fn search_from(blank: usize, board: u64, slack: i32, distance: i32, nodes: &mut Nodes) -> bool {
            match blank {
                $($cell => search::<At<$cell>, NO_MOVE>(board, slack, distance, nodes),)*
                _ => false,
            }
        }
    };
}

cells! {
    0: 0 0 1 4;
    1: 1 0 2 5;
    2: 2 1 3 6;
    3: 3 2 3 7;
    4: 0 4 5 8;
    5: 1 4 6 9;
    6: 2 5 7 10;
    7: 3 6 7 11;
    8: 4 8 9 12;
    9: 5 8 10 13;
    10: 6 9 11 14;
    11: 7 10 11 15;
    12: 8 12 13 12;
    13: 9 12 14 13;
    14: 10 13 15 14;
    15: 11 14 15 15;
}

const UP: u8 = 0;
const LEFT: u8 = 1;
const RIGHT: u8 = 2;
const DOWN: u8 = 3;
const NO_MOVE: u8 = 9;

/// The numbers of nodes that a search has expanded and generated.
#[derive(Default)]
pub(crate) struct Nodes {
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

/// The distance of a tile in a cell from its goal cell, which has the same number.
const fn distance(tile: usize, cell: usize) -> usize {
    (tile / 4).abs_diff(cell / 4) + (tile % 4).abs_diff(cell % 4)
}

/// The tiles that a move from one cell to another takes farther from their goals, as a set of bits.
const fn farther(from: usize, to: usize) -> u32 {
    let (mut tiles, mut tile) = (0, 1);
    while tile < 16 {
        if distance(tile, to) > distance(tile, from) {
            tiles |= 1 << tile;
        }
        tile += 1;
    }
    tiles
}

/// Whether the board has a solution that exceeds its Manhattan distance by at most `slack` moves.
/// Counts the nodes in `nodes`.
#[inline(never)]
fn search<B: Blank, const LAST: u8>(board: u64, slack: i32, left: i32, nodes: &mut Nodes) -> bool {
    if left == 0 {
        return true;
    }
    nodes.expanded += 1;
    step::<B, B::Up, UP, LAST>(board, slack, left, nodes)
        || step::<B, B::Left, LEFT, LAST>(board, slack, left, nodes)
        || step::<B, B::Right, RIGHT, LAST>(board, slack, left, nodes)
        || step::<B, B::Down, DOWN, LAST>(board, slack, left, nodes)
}

/// Moves the blank, unless that takes the last move back.
#[inline(always)]
fn step<B: Blank, T: Blank, const MOVE: u8, const LAST: u8>(
    board: u64,
    slack: i32,
    left: i32,
    nodes: &mut Nodes,
) -> bool {
    if B::CELL == T::CELL || MOVE + LAST == UP + DOWN {
        return false;
    }
    nodes.generated += 1;
    let tile = board >> (4 * T::CELL) & 15;
    let farther = (const { farther(T::CELL, B::CELL) } >> tile & 1) as i32;
    let slack = slack - 2 * farther;
    if slack < 0 {
        return false;
    }
    let after = board ^ tile << (4 * T::CELL) ^ tile << (4 * B::CELL);
    search::<T, MOVE>(after, slack, left - 1 + 2 * farther, nodes)
}

/// The length of the shortest solutions of a board, of which each cell takes four bits. The goal
/// has tile i in cell i, and the blank in cell 0.
pub(crate) fn shortest(board: u64, nodes: &mut Nodes) -> usize {
    let tile = |cell: usize| (board >> (4 * cell) & 15) as usize;
    let blank = (0..16).find(|&cell| tile(cell) == 0).unwrap_or(0);
    let tiles = (0..16).filter(|&cell| cell != blank);
    let least: usize = tiles.map(|cell| distance(tile(cell), cell)).sum();
    let mut slack = 0;
    while !search_from(blank, board, slack, least as i32, nodes) {
        slack += 2;
    }
    least + slack as usize
}
