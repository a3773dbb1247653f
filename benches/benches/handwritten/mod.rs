//! The puzzle `examples/puzzles/vanish.fewest` as one would write it in Rust.

use fewest_rules::Puzzle;

/// The number of rows and of columns.
const SIZE: usize = 5;
const EMPTY: u8 = 0;
const ROCK: u8 = 3;

/// Blocks that are pushed to the side, fall, and vanish where two of a kind touch.
pub(crate) struct Vanish;

type Cells = [[u8; SIZE]; SIZE];

/// A push: twice the number of the cell in reading order, plus one if the push goes to the right.
type Push = u8;

impl Vanish {
    /// The state that a drawing shows.
    pub(crate) fn state(drawing: &str) -> u64 {
        let mut cells = Cells::default();
        for (row, line) in cells.iter_mut().zip(drawing.lines()) {
            for (cell, word) in row.iter_mut().zip(line.split_whitespace()) {
                *cell = match word {
                    "a" => 1,
                    "b" => 2,
                    "x" => ROCK,
                    _ => EMPTY,
                };
            }
        }
        packed(&cells)
    }
}

/// Packs the cells into a state, with two bits for each cell.
fn packed(cells: &Cells) -> u64 {
    let cells = cells.iter().flatten().rev();
    cells.fold(0, |state, &cell| state << 2 | u64::from(cell))
}

fn unpacked(mut state: u64) -> Cells {
    let mut cells = Cells::default();
    for cell in cells.iter_mut().flatten() {
        *cell = (state & 3) as u8;
        state >>= 2;
    }
    cells
}

fn is_block(cell: u8) -> bool {
    cell == 1 || cell == 2
}

/// Lets everything fall and touching blocks vanish, until nothing changes.
#[allow(clippy::needless_range_loop)] // The columns of an array of rows.
fn settle(cells: &mut Cells) {
    loop {
        for column in 0..SIZE {
            let mut floor = SIZE;
            for row in (0..SIZE).rev() {
                let cell = cells[row][column];
                if cell == ROCK {
                    floor = row;
                } else if is_block(cell) {
                    floor -= 1;
                    cells[row][column] = EMPTY;
                    cells[floor][column] = cell;
                }
            }
        }
        let mut touching = [[false; SIZE]; SIZE];
        let mut any = false;
        for row in 0..SIZE {
            for column in 0..SIZE {
                let cell = cells[row][column];
                if !is_block(cell) {
                    continue;
                }
                if column + 1 < SIZE && cells[row][column + 1] == cell {
                    touching[row][column] = true;
                    touching[row][column + 1] = true;
                    any = true;
                }
                if row + 1 < SIZE && cells[row + 1][column] == cell {
                    touching[row][column] = true;
                    touching[row + 1][column] = true;
                    any = true;
                }
            }
        }
        if !any {
            return;
        }
        for (row, touching) in cells.iter_mut().zip(&touching) {
            for (cell, &vanishes) in row.iter_mut().zip(touching) {
                if vanishes {
                    *cell = EMPTY;
                }
            }
        }
    }
}

impl Puzzle for Vanish {
    type State = u64;
    type Move = Push;

    fn moves(&self, state: u64) -> impl Iterator<Item = Push> {
        let cells = unpacked(state);
        (0..2 * (SIZE * SIZE) as u8).filter(move |&push| {
            let (row, column) = (usize::from(push / 2) / SIZE, usize::from(push / 2) % SIZE);
            let right = push % 2 == 1;
            is_block(cells[row][column])
                && match right {
                    true => column + 1 < SIZE && cells[row][column + 1] == EMPTY,
                    false => column > 0 && cells[row][column - 1] == EMPTY,
                }
        })
    }

    fn apply(&self, state: u64, push: Push) -> u64 {
        let mut cells = unpacked(state);
        let (row, column) = (usize::from(push / 2) / SIZE, usize::from(push / 2) % SIZE);
        let to = if push % 2 == 1 {
            column + 1
        } else {
            column - 1
        };
        cells[row].swap(column, to);
        settle(&mut cells);
        packed(&cells)
    }

    fn is_goal(&self, state: u64) -> bool {
        !unpacked(state).iter().flatten().any(|&cell| is_block(cell))
    }
}
