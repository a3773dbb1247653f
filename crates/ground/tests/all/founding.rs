//! The founding puzzles as ground rules: compiled, they are what the rules say.

#![allow(clippy::unwrap_used)]

use std::collections::{HashMap, VecDeque};

use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{Ground, Label, compile, with_compiled};
use fewest_rules::{Puzzle, laws};

use crate::grounds;
use crate::plain;

/// Plays both from `start`, breadth first, up to `most` states.
fn same<const N: usize>(ground: &Ground, puzzle: &CompiledPuzzle<N>, start: &[Label], most: usize) {
    let first = puzzle.state(start).unwrap();
    laws::check(puzzle, [first], most.min(2_000)).unwrap();
    let mut seen = HashMap::from([(first, ())]);
    let mut queue = VecDeque::from([first]);
    while let Some(state) = queue.pop_front() {
        let labels = puzzle.labels(state);
        assert_eq!(puzzle.state(&labels), Some(state));
        let wanted = plain::successors(ground, &labels);
        let moves: Vec<_> = puzzle.moves(state).collect();
        let found: Vec<_> = moves
            .iter()
            .map(|&m| (m.number(), puzzle.labels(puzzle.apply(state, m))))
            .collect();
        assert_eq!(found, wanted, "{labels:?}");
        assert_eq!(puzzle.is_goal(state), plain::is_goal(ground, &labels));
        for m in moves {
            let named = puzzle.move_named(puzzle.move_name(m)).unwrap();
            assert_eq!(named, m);
            let after = puzzle.apply(state, m);
            assert_eq!(puzzle.apply(state, named), after);
            if seen.len() < most && seen.insert(after, ()).is_none() {
                queue.push_back(after);
            }
        }
    }
}

fn check(ground: &Ground, start: &[Label], bits: (u32, u32)) {
    for (starts, bits) in [(Starts::One(start), bits.0), (Starts::Any, bits.1)] {
        let found = with_compiled!(compile(ground, starts).unwrap(), analysis => {
            same(ground, analysis.puzzle(), start, 5_000);
            analysis.task().bits()
        });
        assert_eq!(found, bits, "{starts:?}");
    }
}

#[test]
fn flip_boards_take_a_bit_a_cell() {
    check(&grounds::flip(4, 4, "w b"), &[0; 16], (16, 16));
    check(&grounds::flip(3, 3, "a b c"), &[0; 9], (18, 18));
    check(&grounds::flip(3, 2, "a b c d e"), &[1; 6], (24, 24));
    check(&grounds::flip(9, 9, "w b"), &[1; 81], (81, 81));
}

#[test]
fn tiles_take_four_bits_a_cell() {
    check(
        &grounds::tiles(3, 3),
        &[8, 6, 7, 2, 5, 4, 3, 0, 1],
        (36, 36),
    );
    let fifteen: Vec<Label> = (0..16).rev().collect();
    check(&grounds::tiles(4, 4), &fifteen, (64, 64));
    let twenty_four: Vec<Label> = (0..25).collect();
    check(&grounds::tiles(5, 5), &twenty_four, (200, 200));
}

#[test]
fn four_in_a_row_takes_two_bits_a_cell() {
    let four = grounds::four();
    let mut start = grounds::labels(&four, "B W B O W B W B B W B W W B W O");
    start.push(0);
    check(&four, &start, (34, 34));
}

#[test]
fn rotation_boards_take_two_bits_a_cell() {
    let rotation = grounds::rotation();
    let start = grounds::labels(&rotation, "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3");
    check(&rotation, &start, (48, 48));
}

#[test]
fn walls_take_a_bit_an_edge_and_a_room_and_two_an_exit() {
    let wall = grounds::wall(4, 6);
    let start = grounds::labels(&wall, grounds::WALLS);
    check(&wall, &start, (64, 468));
}
