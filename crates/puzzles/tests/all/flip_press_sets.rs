//! Tests the lists of press sets against an enumeration of all press sets.

use std::collections::HashMap;

use fewest_puzzles::flip::{ColourBoard, ColourGoal, Press, press_sets};
use fewest_rules::Limits;

use crate::flip_linear::{all_cells, sequence};

#[test]
fn press_sets_of_every_size_are_found() {
    let limits = Limits::default();
    for (rows, columns, k) in [
        (2, 3, 2),
        (4, 4, 2),
        (2, 3, 3),
        (1, 5, 3),
        (2, 2, 5),
        (1, 4, 4),
    ] {
        let mut makes: HashMap<Vec<u8>, Vec<Vec<Press>>> = HashMap::new();
        for matrix in all_cells(rows * columns, k) {
            let blank = vec![0; rows * columns];
            let mut board = ColourBoard::new(rows, columns, k, blank).unwrap();
            let presses = sequence(&matrix);
            presses.iter().for_each(|&press| board.press(press));
            makes
                .entry(board.cells().to_vec())
                .or_default()
                .push(presses);
        }
        for cells in all_cells(rows * columns, k).step_by(7) {
            let board = ColourBoard::new(rows, columns, k, cells.clone()).unwrap();
            for goal in [ColourGoal::Any, ColourGoal::Colour(k - 1)] {
                let steps = |colour: u8| cells.iter().map(move |cell| (colour + k - cell) % k);
                let reached = board
                    .targets(goal)
                    .filter_map(|colour| makes.get(&steps(colour).collect::<Vec<u8>>()));
                let mut all: Vec<Vec<Press>> = reached.flatten().cloned().collect();
                all.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
                for most in [0, 3, 5, u32::MAX] {
                    let found = press_sets(&board, goal, most, &limits).unwrap();
                    let few = all.iter().filter(|set| set.len() <= most as usize);
                    assert!(found.sets.iter().eq(few), "{cells:?} {goal:?} {most}");
                    assert_eq!(found.is_all, found.sets.len() == all.len());
                }
            }
        }
    }
}
