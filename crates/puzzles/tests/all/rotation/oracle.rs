//! An independent implementation of the game, slow and obvious, on arrays of 24 digits.

use std::collections::VecDeque;

pub(crate) type Numbers = [u8; 24];

/// Each move as the line it turns, in the cell numbers of this drawing:
///
/// ```text
///        A   B
///        1   2
///        3   4
/// H  5 6 7 8 9 10 11  C
///       12  13
/// G 14 15 16 17 18 19 20  D
///       21  22
///       23  24
///        F   E
/// ```
///
/// Each letter stands at the first cell of its line. Each cell takes the content of the next cell
/// of its list, and the last cell takes that of the first.
pub(crate) const LINES: [(char, [usize; 7]); 8] = [
    ('A', [1, 3, 7, 12, 16, 21, 23]),
    ('B', [2, 4, 9, 13, 18, 22, 24]),
    ('C', [11, 10, 9, 8, 7, 6, 5]),
    ('D', [20, 19, 18, 17, 16, 15, 14]),
    ('E', [24, 22, 18, 13, 9, 4, 2]),
    ('F', [23, 21, 16, 12, 7, 3, 1]),
    ('G', [14, 15, 16, 17, 18, 19, 20]),
    ('H', [5, 6, 7, 8, 9, 10, 11]),
];

pub(crate) const CENTRE: [usize; 8] = [7, 8, 9, 12, 13, 16, 17, 18];

pub(crate) fn turned<T: Copy>(cells: &[T; 24], line: &[usize; 7]) -> [T; 24] {
    let mut after = *cells;
    for (i, cell) in line.iter().enumerate() {
        after[cell - 1] = cells[line[(i + 1) % 7] - 1];
    }
    after
}

/// The number of cells of the centre that hold its most frequent digit.
fn most_in_centre(board: &Numbers) -> usize {
    (1..=3)
        .map(|digit| {
            CENTRE
                .iter()
                .filter(|&&cell| board[cell - 1] == digit)
                .count()
        })
        .max()
        .unwrap()
}

/// The shortest solutions of a board.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Solutions {
    pub(crate) first: String,
    pub(crate) digit: u8,
    pub(crate) count: u64,
}

/// Finds all shortest solutions of at most `most` moves, by iterative deepening with the moves in
/// alphabetical order. Unless `blind` is set, prunes nodes that cannot fill the centre in time,
/// because one move brings only one cell into the centre.
pub(crate) fn solutions(board: &Numbers, most: usize, blind: bool) -> Option<Solutions> {
    (0..=most).find_map(|depth| {
        let mut found = None;
        deepen(board, depth, blind, &mut String::new(), &mut found);
        found
    })
}

fn deepen(
    board: &Numbers,
    left: usize,
    blind: bool,
    path: &mut String,
    found: &mut Option<Solutions>,
) {
    if left == 0 {
        if most_in_centre(board) == 8 {
            let digit = board[CENTRE[0] - 1];
            found
                .get_or_insert(Solutions {
                    first: path.clone(),
                    digit,
                    count: 0,
                })
                .count += 1;
        }
        return;
    }
    if !blind && 8 - most_in_centre(board) > left {
        return;
    }
    for (letter, line) in &LINES {
        path.push(*letter);
        deepen(&turned(board, line), left - 1, blind, path, found);
        path.pop();
    }
}

/// The distance from the centre of every set of eight cells, indexed by its bits; 255 for other
/// sets.
pub(crate) fn mask_distances() -> Vec<u8> {
    let bits = |cells: &[bool; 24]| (0..24).map(|i| usize::from(cells[i]) << i).sum::<usize>();
    let mut distances = vec![255; 1 << 24];
    let mut centre = [false; 24];
    for cell in CENTRE {
        centre[cell - 1] = true;
    }
    distances[bits(&centre)] = 0;
    let mut queue = VecDeque::from([centre]);
    while let Some(cells) = queue.pop_front() {
        let distance = distances[bits(&cells)];
        for (_, line) in &LINES {
            let after = turned(&cells, line);
            if distances[bits(&after)] == 255 {
                distances[bits(&after)] = distance + 1;
                queue.push_back(after);
            }
        }
    }
    distances
}

/// The row and column of each cell in the drawing, to compute the symmetries.
pub(crate) const PLACES: [(usize, usize); 24] = [
    (0, 2),
    (0, 4),
    (1, 2),
    (1, 4),
    (2, 0),
    (2, 1),
    (2, 2),
    (2, 3),
    (2, 4),
    (2, 5),
    (2, 6),
    (3, 2),
    (3, 4),
    (4, 0),
    (4, 1),
    (4, 2),
    (4, 3),
    (4, 4),
    (4, 5),
    (4, 6),
    (5, 2),
    (5, 4),
    (6, 2),
    (6, 4),
];

/// The eight images of a board under the symmetries of the drawing.
pub(crate) fn images(board: &Numbers) -> Vec<Numbers> {
    let mut images = Vec::new();
    for flip_rows in [false, true] {
        for flip_columns in [false, true] {
            for transpose in [false, true] {
                let mut image = [0; 24];
                for (number, &(row, column)) in board.iter().zip(&PLACES) {
                    let row = if flip_rows { 6 - row } else { row };
                    let column = if flip_columns { 6 - column } else { column };
                    let place = if transpose {
                        (column, row)
                    } else {
                        (row, column)
                    };
                    let to = PLACES.iter().position(|&p| p == place).unwrap();
                    image[to] = *number;
                }
                images.push(image);
            }
        }
    }
    images
}

/// The six permutations of the digits, each as the images of 1, 2 and 3.
pub(crate) const RENAMINGS: [[u8; 3]; 6] = [
    [1, 2, 3],
    [1, 3, 2],
    [2, 1, 3],
    [2, 3, 1],
    [3, 1, 2],
    [3, 2, 1],
];

/// A generator of pseudo-random numbers (SplitMix64).
pub(crate) struct Random(pub u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    pub(crate) fn board(&mut self) -> Numbers {
        let mut board = std::array::from_fn(|i| 1 + (i / 8) as u8);
        for i in (1..24).rev() {
            board.swap(i, self.below(i + 1));
        }
        board
    }

    /// A board with one digit in the centre.
    pub(crate) fn goal(&mut self) -> Numbers {
        let mut board = self.board();
        let digit = 1 + self.below(3) as u8;
        for cell in CENTRE {
            if board[cell - 1] != digit {
                let from = (0..24)
                    .find(|&i| board[i] == digit && !CENTRE.contains(&(i + 1)))
                    .unwrap();
                board.swap(cell - 1, from);
            }
        }
        board
    }
}

pub(crate) fn line_of(board: &Numbers) -> String {
    let numbers: Vec<String> = board.iter().map(u8::to_string).collect();
    numbers.join(" ") + "\n"
}
