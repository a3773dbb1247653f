//! The multi-tile metric of sliding tiles: published numbers, laws, and IDA* against breadth first.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::collections::HashMap;

use fewest_puzzles::tiles::{AxisPruning, BlankGoal, LineDistance, LineTiles, Tiles};
use fewest_rules::{Goals, Heuristic, Limits, Puzzle, laws};
use fewest_search::{Duplicates, idastar};

fn puzzle(rows: usize, columns: usize, goal: BlankGoal) -> LineTiles {
    LineTiles::new(Tiles::new(rows, columns, goal).unwrap())
}

/// The distances of all boards up to `most` moves from the goal.
fn distances(puzzle: &LineTiles, most: u32) -> (HashMap<u64, u32>, Vec<usize>) {
    let mut layer: Vec<u64> = puzzle.goals().collect();
    let mut known: HashMap<u64, u32> = layer.iter().map(|&goal| (goal, 0)).collect();
    let mut counts = vec![1];
    for distance in 1..=most {
        let mut next = Vec::new();
        for state in layer {
            for m in puzzle.moves(state) {
                let after = puzzle.apply(state, m);
                known.entry(after).or_insert_with(|| {
                    next.push(after);
                    distance
                });
            }
        }
        if next.is_empty() {
            break;
        }
        counts.push(next.len());
        layer = next;
    }
    (known, counts)
}

/// The first numbers of OEIS A389728 (B. Whitmore, 2026).
#[test]
fn the_fifteen_puzzle_begins_as_published() {
    for goal in [BlankGoal::BlankLast, BlankGoal::BlankFirst] {
        let (_, counts) = distances(&puzzle(4, 4, goal), 10);
        let published = [1, 6, 18, 54, 162, 486, 1457, 4334, 12568, 36046, 102_801];
        assert_eq!(counts, published);
    }
}

/// No board of the 8-puzzle needs more than 24 moves.
#[test]
fn the_eight_puzzle_takes_at_most_24_moves() {
    let puzzle = puzzle(3, 3, BlankGoal::BlankLast);
    let (known, counts) = distances(&puzzle, u32::MAX);
    assert_eq!((known.len(), counts.len() - 1), (181_440, 24));
    let bound = LineDistance::new(&puzzle).unwrap();
    let mut sum = 0;
    for (&state, &distance) in &known {
        let found = bound.bound(bound.start(&puzzle, state));
        assert!(found <= distance);
        sum += u64::from(found);
    }
    // More than half of the distance, on the average.
    let all: u64 = known.values().map(|&distance| u64::from(distance)).sum();
    assert!(2 * sum > all, "{sum} of {all}");
    for (&state, &distance) in known.iter().filter(|&(&state, _)| state % 997 == 0) {
        for duplicates in [Duplicates::LeaveAll, Duplicates::Enter] {
            let limits = Limits::default();
            let report = idastar(&puzzle, state, &bound, &AxisPruning, duplicates, &limits);
            assert_eq!(
                report.outcome.moves().map(<[_]>::len),
                Some(distance as usize)
            );
        }
    }
}

#[test]
fn the_puzzle_obeys_the_laws() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (1, 5)] {
        for goal in [BlankGoal::BlankLast, BlankGoal::BlankFirst] {
            let puzzle = puzzle(rows, columns, goal);
            let bound = LineDistance::new(&puzzle).unwrap();
            let checked = laws::check(&puzzle, puzzle.goals(), 400).unwrap();
            checked.invertible().unwrap();
            checked.notation().unwrap();
            checked.symmetric().unwrap();
            checked.admissible(&bound).unwrap();
            checked.ranked().unwrap();
        }
    }
}
