//! Tests the generator of mazes of a given length, and the distances from all cells.

#![allow(clippy::unwrap_used)]

use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;

use fewest_puzzles::wall_pusher::{Compass, Maze, WallPusher, distances, make, solve};
use fewest_rules::{Limits, Puzzle, StopReason};

fn made(rows: usize, columns: usize, moves: RangeInclusive<u32>, seed: u64, n: usize) -> Vec<Maze> {
    let limits = Limits::default();
    let mazes = make(rows, columns, moves, seed, &limits).take(n);
    mazes.map(Result::unwrap).collect()
}

fn length(maze: &Maze) -> Option<u32> {
    let report = solve(maze, &Limits::default());
    report.outcome.moves().map(|way| way.len() as u32)
}

/// Computes the length of a shortest way out by breadth-first search over walls and player position
/// together.
fn plain_length(maze: &Maze) -> Option<u32> {
    let (puzzle, start) = WallPusher::<1>::of(maze).unwrap();
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((state, steps)) = queue.pop_front() {
        if puzzle.is_goal(state) {
            return Some(steps);
        }
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            if seen.insert(after) {
                queue.push_back((after, steps + 1));
            }
        }
    }
    None
}

#[test]
fn mazes_have_the_wanted_length() {
    for (rows, columns, moves) in [
        (4, 6, 1..=1),
        (4, 6, 3..=5),
        (4, 6, 12..=15),
        (4, 6, 20..=24),
        (6, 4, 18..=18),
        (1, 7, 2..=4),
        (1, 1, 1..=1),
        (12, 12, 25..=30),
    ] {
        let mazes = made(rows, columns, moves.clone(), 1, 5);
        assert_eq!(mazes.len(), 5);
        assert_eq!(mazes.iter().collect::<HashSet<_>>().len(), 5);
        for maze in &mazes {
            assert_eq!((maze.rows(), maze.columns()), (rows, columns));
            assert!(moves.contains(&length(maze).unwrap()), "{}", maze.draw());
        }
        assert_eq!(made(rows, columns, moves.clone(), 1, 5), mazes);
        assert_ne!(made(rows, columns, moves, 2, 5), mazes);
    }
}

#[test]
fn lengths_stand_up_to_a_plain_search() {
    for maze in made(3, 4, 6..=9, 5, 20) {
        let moves = plain_length(&maze).unwrap();
        assert!((6..=9).contains(&moves), "{}", maze.draw());
    }
}

#[test]
fn what_cannot_be_made_is_said_so() {
    let limits = Limits::default();
    let none = |rows, columns, moves| make(rows, columns, moves, 1, &limits).next().is_none();
    assert!(none(4, 6, 25..=30));
    assert!(none(4, 6, 0..=0));
    #[allow(clippy::reversed_empty_ranges)]
    {
        assert!(none(4, 6, 9..=8));
    }
    assert!(none(0, 6, 1..=2));
    assert!(none(1, 256, 1..=2));
    // There are 15 mazes of one cell with an exit, and no more.
    let mut mazes = make(1, 1, 1..=1, 1, &limits);
    assert_eq!(mazes.by_ref().take_while(Result::is_ok).count(), 15);
    assert!(mazes.next().is_none());
    let mut mazes = make(1, 1, 1..=1, 1, &limits).skip(15);
    assert_eq!(mazes.next(), Some(Err(StopReason::Capacity)));
    let limits = Limits {
        states: Some(100),
        ..Limits::default()
    };
    let mut mazes = make(4, 6, 24..=24, 1, &limits);
    assert_eq!(mazes.next(), Some(Err(StopReason::States)));
    assert_eq!(mazes.next(), None);
}

#[test]
fn distances_are_those_from_each_cell() {
    let limits = Limits::default();
    let (mut ways, mut none) = (0, 0);
    for mut maze in made(3, 3, 3..=6, 9, 30) {
        // Fewer exits leave more cells without a way out.
        for column in 0..3 {
            maze.set_wall(0, column, Compass::N, true);
        }
        let mut found = Vec::new();
        let (_, stopped) = distances(&maze, &limits, |distance| found.push(distance));
        assert_eq!(stopped, None);
        assert_eq!(found.len(), 9);
        for (cell, &distance) in found.iter().enumerate() {
            let other = maze.starting_at(cell);
            assert_eq!(other.player(), (cell / 3, cell % 3));
            assert_eq!(distance, plain_length(&other), "{}", other.draw());
            match distance {
                Some(_) => ways += 1,
                None => none += 1,
            }
        }
        let limits = Limits {
            states: Some(3),
            ..Limits::default()
        };
        let mut before = Vec::new();
        let (_, stopped) = distances(&maze, &limits, |distance| before.push(distance));
        // The distances computed before the limit are told.
        assert_eq!(before, found[..before.len()]);
        let whole = before.len() == 9;
        assert_eq!(stopped, (!whole).then_some(StopReason::States));
    }
    assert!(ways > 50 && none > 10, "{ways} {none}");
}
