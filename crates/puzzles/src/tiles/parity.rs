//! Proofs that a board cannot be solved, in a form that a person can verify.
//!
//! Read the tiles along a path that goes through the first row forwards, the second backwards, and
//! so on, and leave out the blank. A move along a row does not change this reading. A move between
//! rows takes one tile past the tiles that lie on the path between its cell and the blank. Half of
//! these tiles lie in each of the two rows, so their number is even. Each tile that is passed
//! reverses the order of one pair of tiles. So a move never changes whether the number of pairs in
//! the wrong order, with the larger tile first, is even or odd.
//!
//! On boards of at least two rows and columns the parity is the only obstacle, by an old theorem
//! (Johnson and Story, "Notes on the '15' Puzzle", American Journal of Mathematics 2, 1879). In a
//! single row or column no move changes the reading at all, so only boards with the reading of the
//! goal can be solved.

use super::board::{BlankGoal, TileBoard};
use super::snake::{SnakeLines, snake};

/// The proof that no moves lead from `board` to `goal`, or `None` if the board can be solved. The
/// proof compares the readings of the board and of the goal.
///
/// The time is quadratic in the number of cells.
pub fn witness(board: &TileBoard, goal: BlankGoal) -> Option<String> {
    let (rows, columns) = (board.rows(), board.columns());
    let wanted: Vec<u8> = goal.tiles(rows * columns).collect();
    let along = |cells: &[u8]| -> Vec<u8> {
        snake(rows, columns, SnakeLines::Rows)
            .map(|cell| cells[cell])
            .filter(|&tile| tile != 0)
            .collect()
    };
    let (board, goal) = (along(board.cells()), along(&wanted));
    let list = |tiles: &[u8]| {
        let words: Vec<String> = tiles.iter().map(u8::to_string).collect();
        words.join(" ")
    };
    if rows.min(columns) == 1 {
        return (board != goal).then(|| {
            format!(
                "without the blank the tiles read {}, in the goal they read {}, \
                 and in a single line no move changes their order",
                list(&board),
                list(&goal)
            )
        });
    }
    let counted = |reading: &[u8]| match wrong_pairs(reading) {
        1 => "1 pair, an odd number,".to_owned(),
        pairs if pairs % 2 == 0 => format!("{pairs} pairs, an even number,"),
        pairs => format!("{pairs} pairs, an odd number,"),
    };
    (wrong_pairs(&board) % 2 != wrong_pairs(&goal) % 2).then(|| {
        format!(
            "read row by row, every second row backwards and the blank left out, the tiles are \
             {}: {} in the wrong order (the larger tile first); the goal's are {}: \
             {} in the wrong order; a move along a row keeps the reading, and one between rows \
             takes a tile past an even number of others, so even and odd stay what they are",
            list(&board),
            counted(&board),
            list(&goal),
            counted(&goal)
        )
    })
}

/// The number of pairs of tiles in the wrong order, the larger one first.
pub(super) fn wrong_pairs(reading: &[u8]) -> usize {
    let larger_before = |(i, tile): (usize, &u8)| reading[..i].iter().filter(|t| *t > tile).count();
    reading.iter().enumerate().map(larger_before).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loyds_challenge_has_one_pair_wrong() {
        let mut cells: Vec<u8> = BlankGoal::BlankLast.tiles(16).collect();
        assert_eq!(
            witness(
                &TileBoard::new(4, 4, cells.clone()).unwrap(),
                BlankGoal::BlankLast
            ),
            None
        );
        cells.swap(13, 14);
        let found = witness(&TileBoard::new(4, 4, cells).unwrap(), BlankGoal::BlankLast).unwrap();
        assert_eq!(
            found,
            "read row by row, every second row backwards and the blank left out, the tiles are \
             1 2 3 4 8 7 6 5 9 10 11 12 14 15 13: 8 pairs, an even number, in the wrong order (the \
             larger tile first); the goal's are 1 2 3 4 8 7 6 5 9 10 11 12 15 14 13: 9 pairs, an \
             odd number, in the wrong order; a move along a row keeps the reading, and one between \
             rows takes a tile past an even number of others, so even and odd stay what they are"
        );
    }

    #[test]
    fn a_single_line_never_changes_its_order() {
        let line = |cells: [u8; 4]| TileBoard::new(1, 4, cells.to_vec()).unwrap();
        assert_eq!(witness(&line([1, 0, 2, 3]), BlankGoal::BlankLast), None);
        assert_eq!(witness(&line([1, 2, 3, 0]), BlankGoal::BlankFirst), None);
        // The permutation is even, so on a board with more rows the parity would not be an
        // obstacle.
        let found = witness(&line([2, 3, 1, 0]), BlankGoal::BlankLast).unwrap();
        assert_eq!(
            found,
            "without the blank the tiles read 2 3 1, in the goal they read 1 2 3, and in a single \
             line no move changes their order"
        );
        assert!(
            witness(
                &TileBoard::new(4, 1, vec![2, 3, 1, 0]).unwrap(),
                BlankGoal::BlankLast
            )
            .is_some()
        );
    }
}
