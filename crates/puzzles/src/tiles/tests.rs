//! The whole puzzle against the laws, published figures and plain searches.

use std::collections::HashSet;

use proptest::prelude::*;
use rules::{Invertible, Puzzle, Ranked, laws};

use super::*;

const GOALS: [Goal; 2] = [Goal::BlankLast, Goal::BlankFirst];

/// By the moves from the goal, how many boards there are: breadth-first over
/// the states themselves.
fn histogram<S: Cells>(puzzle: &Tiles<S>) -> Vec<usize> {
    let mut seen = HashSet::from([puzzle.goal()]);
    let mut layer = vec![puzzle.goal()];
    let mut histogram = Vec::new();
    while !layer.is_empty() {
        histogram.push(layer.len());
        let mut next = Vec::new();
        for &state in &layer {
            for m in puzzle.moves(state) {
                let after = puzzle.apply(state, m);
                if seen.insert(after) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    histogram
}

/// The same over ranks alone.
fn ranked_histogram(puzzle: &Tiles<u64>) -> Vec<usize> {
    let mut seen = vec![false; puzzle.size() as usize];
    let mut layer = vec![puzzle.rank(puzzle.goal())];
    seen[layer[0] as usize] = true;
    let mut histogram = Vec::new();
    while !layer.is_empty() {
        histogram.push(layer.len());
        let mut next = Vec::new();
        for &rank in &layer {
            puzzle.successor_ranks(rank, |after| {
                if !std::mem::replace(&mut seen[after as usize], true) {
                    next.push(after);
                }
            });
        }
        layer = next;
    }
    histogram
}

/// The published histograms by size.
fn published() -> Vec<((usize, usize), Vec<usize>)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/tiles/histograms.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(" | ");
            let (rows, columns) = parts.next().unwrap().split_once('x').unwrap();
            let counts = parts.nth(1).unwrap().split(' ');
            (
                (rows.parse().unwrap(), columns.parse().unwrap()),
                counts.map(|n| n.parse().unwrap()).collect(),
            )
        })
        .collect()
}

#[test]
fn histograms_are_those_published() {
    for ((rows, columns), expected) in published() {
        // Too many for a test of every day.
        if rows * columns > 10 {
            continue;
        }
        for (rows, columns) in [(rows, columns), (columns, rows)] {
            for goal in GOALS {
                let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
                assert_eq!(ranked_histogram(&puzzle), expected, "{rows}x{columns}");
                if rows * columns < 10 {
                    assert_eq!(histogram(&puzzle), expected, "{rows}x{columns}");
                }
            }
        }
    }
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 9), (16, 1)] {
        for goal in GOALS {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            assert_eq!(ranked_histogram(&puzzle), vec![1; rows * columns]);
            assert_eq!(histogram(&puzzle), vec![1; rows * columns]);
        }
    }
    assert_eq!(
        histogram(&Tiles::<u128>::new(3, 3, Goal::BlankFirst).unwrap()),
        histogram(&Tiles::<[u8; 64]>::new(3, 3, Goal::BlankLast).unwrap()),
    );
}

/// The successors as the trait defines them.
fn plain_successors(puzzle: &Tiles<u64>, rank: u64) -> Vec<u64> {
    let state = puzzle.unrank(rank);
    puzzle
        .moves(state)
        .map(|m| puzzle.rank(puzzle.apply(state, m)))
        .collect()
}

fn successors(puzzle: &Tiles<u64>, rank: u64) -> Vec<u64> {
    let mut ranks = Vec::new();
    puzzle.successor_ranks(rank, |after| ranks.push(after));
    ranks
}

#[test]
fn ranks_number_exactly_the_boards_that_can_be_solved() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (1, 7)] {
        for goal in GOALS {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            let mut states = HashSet::new();
            for rank in 0..puzzle.size() {
                let state = puzzle.unrank(rank);
                assert_eq!(puzzle.rank(state), rank);
                assert!(states.insert(state));
                let board = puzzle.board(state).unwrap();
                assert_eq!(witness(&board, goal), None, "{board}");
                assert_eq!(
                    successors(&puzzle, rank),
                    plain_successors(&puzzle, rank),
                    "{board}"
                );
            }
            let reachable: usize = histogram(&puzzle).iter().sum();
            assert_eq!(puzzle.size(), reachable as u64);
        }
    }
}

#[test]
fn ranks_of_large_boards() {
    for (rows, columns) in [
        (2, 5),
        (5, 2),
        (2, 6),
        (3, 4),
        (4, 3),
        (2, 7),
        (3, 5),
        (5, 3),
        (2, 8),
        (8, 2),
        (4, 4),
    ] {
        for goal in GOALS {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            let boards: u64 = (3..=(rows * columns) as u64).product();
            assert_eq!(puzzle.size(), boards);
            let spread = (0..5_000).map(|i| (u128::from(boards - 1) * i / 4_999) as u64);
            for rank in spread.chain(0..2_000).chain(boards - 2_000..boards) {
                let state = puzzle.unrank(rank);
                assert_eq!(puzzle.rank(state), rank);
                assert_eq!(
                    successors(&puzzle, rank),
                    plain_successors(&puzzle, rank),
                    "{rows}x{columns} {rank}"
                );
            }
        }
    }
}
