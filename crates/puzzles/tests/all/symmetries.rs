//! Checks the symmetries that the puzzles list: each of them maps moves to moves and goals to
//! goals.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::collections::HashSet;

use fewest_puzzles::four_in_a_row::{self, FourInARow};
use fewest_puzzles::random::Random;
use fewest_puzzles::rotation::{self, Digit, Rotation};
use fewest_puzzles::tiles::{self, BlankGoal, Tiles};
use fewest_puzzles::wall_pusher::{self, WallPusher};
use fewest_rules::Symmetric;

/// Checks the images of the states on random walks from `start`. At least one state must have
/// `most` different images, including the state itself.
fn check<P: Symmetric>(puzzle: &P, start: P::State, most: usize) {
    let mut random = Random::new(3);
    let mut largest = 0;
    for _ in 0..20 {
        let mut state = start;
        for _ in 0..30 {
            let images: Vec<_> = puzzle.images(state).collect();
            let different: HashSet<_> = images.iter().copied().chain([state]).collect();
            largest = largest.max(different.len());
            let after: Vec<_> = puzzle
                .moves(state)
                .map(|m| puzzle.apply(state, m))
                .collect();
            for (place, &image) in images.iter().enumerate() {
                assert_eq!(puzzle.canonical(image), puzzle.canonical(state));
                assert_eq!(puzzle.is_goal(image), puzzle.is_goal(state));
                let reached: HashSet<_> = puzzle
                    .moves(image)
                    .map(|m| puzzle.apply(image, m))
                    .collect();
                let wanted: HashSet<_> = after
                    .iter()
                    .map(|&after| puzzle.images(after).nth(place).unwrap())
                    .collect();
                assert_eq!(reached, wanted);
            }
            if after.is_empty() {
                break;
            }
            state = after[random.below(after.len() as u64) as usize];
        }
    }
    assert_eq!(largest, most);
}

#[test]
fn symmetries_map_moves_to_moves() {
    for (rows, columns, most) in [(3, 3, 2), (2, 3, 1), (4, 4, 2)] {
        for goal in [BlankGoal::BlankLast, BlankGoal::BlankFirst] {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            let cells = goal.tiles(rows * columns).collect();
            let board = tiles::TileBoard::new(rows, columns, cells).unwrap();
            check(&puzzle, puzzle.state(&board).unwrap(), most);
        }
    }
    let (start, _) = four_in_a_row::read("BWBO WBWB BWBW WBWO")
        .unwrap()
        .remove(0);
    check(&FourInARow, start, 16);
    let text = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";
    let (start, _) = rotation::read(text).unwrap().remove(0);
    check(&Rotation { goal: None }, start, 48);
    for digit in Digit::ALL {
        check(&Rotation { goal: Some(digit) }, start, 16);
    }
    let maze = "+--+--+--+\n|@    |  |\n+--+  +  +\n|     |   \n+--+--+--+";
    let (maze, _) = wall_pusher::read(maze).unwrap().remove(0);
    let (puzzle, start) = WallPusher::<1>::of(&maze).unwrap();
    check(&puzzle, start, 4);
}
