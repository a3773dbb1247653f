//! The ranks of the neighbours of permutations are those that the puzzle itself gives.

use std::sync::Arc;

use fewest_ground::analysis::RankedPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Ground, compile};

use crate::grounds::{cycles, pancakes, reversals};
use crate::laws_of_all::batches_of_ranks_have_their_neighbours;

fn neighbours_agree(ground: &Ground) {
    let labels: Vec<_> = (0..ground.positions.len() as u8).collect();
    let Ok(Compiled::One(analysis)) = compile(ground, Starts::One(&labels)) else {
        panic!("15 positions of 4 bits are one word");
    };
    let ranked = RankedPuzzle::new(Arc::clone(&analysis)).unwrap();
    batches_of_ranks_have_their_neighbours(&analysis, &ranked);
}

#[test]
fn pancakes_of_all_sizes_have_their_neighbours() {
    for pancakes_in_stack in 2..=15 {
        neighbours_agree(&pancakes(pancakes_in_stack));
    }
}

#[test]
fn a_move_that_is_not_its_own_inverse_is_taken_back() {
    for size in [3, 7, 8, 9, 13] {
        let all: Vec<usize> = (0..size).collect();
        let ends = vec![0, size / 2, size - 1];
        neighbours_agree(&cycles(size, [all, ends, vec![0, 1, 2]].into_iter()));
    }
}

#[test]
fn windows_anywhere_have_their_neighbours() {
    for size in [8, 11, 14] {
        let windows = (0..=size - 3).map(|first| (first..first + 3).collect());
        neighbours_agree(&reversals(size, windows));
    }
}
