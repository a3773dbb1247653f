//! An independent implementation of the game, slow and obvious, on 16 letters.

use std::collections::HashMap;
use std::sync::OnceLock;

use fewest_puzzles::four_in_a_row::{GamePosition, SideToMove};

/// A board as its 16 letters.
pub(crate) type Text = [u8; 16];

/// The distance of every board with black to move and with white to move. The oracle uses only the
/// letters: a board is `n` moves from a line if `n` is the least number such that a move leads to a
/// board that is `n - 1` moves from a line.
pub(crate) struct Oracle {
    pub(crate) boards: Vec<Text>,
    /// For each board, the distance with black to move and with white to move.
    pub(crate) distances: Vec<[Option<u32>; 2]>,
    /// For each board and side, the boards after each move, in the order of the moves.
    pub(crate) after: Vec<[Vec<u32>; 2]>,
}

fn write_boards(board: &mut Text, cell: usize, left: [u8; 3], boards: &mut Vec<Text>) {
    if cell == 16 {
        boards.push(*board);
        return;
    }
    for (i, letter) in [b'B', b'O', b'W'].into_iter().enumerate() {
        if left[i] > 0 {
            let mut rest = left;
            rest[i] -= 1;
            board[cell] = letter;
            write_boards(board, cell + 1, rest, boards);
        }
    }
}

pub(crate) fn is_line(board: &Text) -> bool {
    (0..16i32).any(|cell| {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|(down, right)| {
                let letter = board[cell as usize];
                letter != b'O'
                    && (0..4).all(|i| {
                        let (row, column) = (cell / 4 + i * down, cell % 4 + i * right);
                        (0..4).contains(&row)
                            && (0..4).contains(&column)
                            && board[(4 * row + column) as usize] == letter
                    })
            })
    })
}

/// Lists the moves of `side`, ordered by the cell that the piece leaves and then by the cell it
/// enters.
pub(crate) fn slides(board: &Text, side: u8) -> Vec<(usize, usize)> {
    let mut slides = Vec::new();
    for from in 0..16usize {
        for to in 0..16usize {
            let apart = (from / 4).abs_diff(to / 4) + (from % 4).abs_diff(to % 4);
            if board[from] == side && board[to] == b'O' && apart == 1 {
                slides.push((from, to));
            }
        }
    }
    slides
}

pub(crate) fn oracle() -> &'static Oracle {
    static ORACLE: OnceLock<Oracle> = OnceLock::new();
    ORACLE.get_or_init(|| {
        let mut boards = Vec::new();
        write_boards(&mut [b'O'; 16], 0, [7, 2, 7], &mut boards);
        assert_eq!(boards.len(), 411_840);
        let number: HashMap<Text, u32> = boards.iter().copied().zip(0..).collect();
        let after: Vec<[Vec<u32>; 2]> = boards
            .iter()
            .map(|board| {
                [b'B', b'W'].map(|side| {
                    let slide = |(from, to)| {
                        let mut next = *board;
                        next.swap(from, to);
                        number[&next]
                    };
                    slides(board, side).into_iter().map(slide).collect()
                })
            })
            .collect();
        let mut distances: Vec<[Option<u32>; 2]> = boards
            .iter()
            .map(|board| {
                if is_line(board) {
                    [Some(0); 2]
                } else {
                    [None; 2]
                }
            })
            .collect();
        for moves in 1.. {
            let mut found = Vec::new();
            for (board, known) in distances.iter().enumerate() {
                for side in 0..2 {
                    let leads = |&next: &u32| distances[next as usize][1 - side] == Some(moves - 1);
                    if known[side].is_none() && after[board][side].iter().any(leads) {
                        found.push((board, side));
                    }
                }
            }
            if found.is_empty() {
                break;
            }
            for (board, side) in found {
                distances[board][side] = Some(moves);
            }
        }
        Oracle {
            boards,
            distances,
            after,
        }
    })
}

impl Oracle {
    pub(crate) fn distance(&self, board: usize, turn: SideToMove) -> Option<u32> {
        let [black, white] = self.distances[board];
        match turn {
            SideToMove::Black => black,
            SideToMove::White => white,
            SideToMove::Any => black.into_iter().chain(white).min(),
        }
    }
}

pub(crate) fn position(board: &Text) -> GamePosition {
    let cells = |letter| (0..16).fold(0, |mask, i| mask | u16::from(board[i] == letter) << i);
    GamePosition::new(cells(b'B'), cells(b'W'), SideToMove::Any).unwrap()
}

pub(crate) const TURNS: [SideToMove; 3] = [SideToMove::Any, SideToMove::Black, SideToMove::White];
