//! Tests the witnesses that a board cannot get a colour.

use fewest_puzzles::flip::ColourBoard;
use fewest_puzzles::flip::parity::witness;

use crate::flip_linear::{Matrix, all_cells, sequence};

#[test]
fn a_witness_of_a_small_board_is_as_small_as_any() {
    // This enumerates all press sets and keeps those that change nothing.
    let nothing = |board: &[u8]| {
        let mut now = ColourBoard::new(4, 4, 2, vec![0; 16]).unwrap();
        sequence(board)
            .into_iter()
            .for_each(|press| now.press(press));
        now.cells().iter().all(|&cell| cell == 0)
    };
    let null: Vec<Matrix> = all_cells(16, 2).filter(|cells| nothing(cells)).collect();
    assert_eq!(null.len(), 16);
    let mut cells = vec![0; 16];
    cells[5] = 1;
    let board = ColourBoard::new(4, 4, 2, cells).unwrap();
    let found = witness(&board, 0).unwrap();
    let odd = null.iter().filter(|cells| cells[5] == 1);
    let weights = odd.map(|cells| cells.iter().filter(|&&cell| cell == 1).count());
    assert_eq!(Some(found.cells()), weights.min());
    let marks: Vec<char> = found
        .draw()
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    assert_eq!(marks[5], 'x');
    assert_eq!(
        marks.iter().filter(|&&mark| mark == 'x').count(),
        found.cells()
    );
    let sentence = found.sentence(&board);
    assert!(sentence.contains(" r2c2"), "{sentence}");
    assert!(
        sentence.starts_with("all white cannot be reached"),
        "{sentence}"
    );
}

#[test]
fn a_tampered_witness_does_not_verify() {
    let board = ColourBoard::new(2, 3, 3, vec![1, 0, 0, 0, 0, 0]).unwrap();
    let board4 = ColourBoard::new(4, 4, 2, (0..16).map(|i| u8::from(i == 0)).collect()).unwrap();
    for board in [board, board4] {
        let Some(found) = witness(&board, 0) else {
            continue;
        };
        assert!(found.verify(&board));
        for at in 0..found.weights.len() {
            let mut other = found.clone();
            other.weights[at] = (other.weights[at] + 1) % other.colours;
            assert!(!other.verify(&board));
        }
        let solved = ColourBoard::new(
            board.rows(),
            board.columns(),
            board.colours(),
            vec![0; board.cells().len()],
        );
        assert!(!found.verify(&solved.unwrap()));
    }
}
