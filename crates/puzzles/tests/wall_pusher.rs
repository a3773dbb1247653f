//! The wall pusher against a slow search of its own, its contest's packs, the
//! laws of its traits, and malformed texts.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;

use proptest::prelude::*;
use puzzles::judge::Judge;
use puzzles::wall_pusher::{
    Direction, Maze, NearestExit, Relaxation, Relaxed, Uva10384, WallPusher, read, relaxed, solve,
    ways,
};
use rules::{Faults, Heuristic, Limits, Notation, Outcome, Puzzle, StopReason, laws};

/// A small generator of its own, so that the mazes never change.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    /// A maze with walls on about `percent` of the inner edges and with up to
    /// `exits` gaps in the border.
    fn maze(&mut self, rows: usize, columns: usize, percent: u64, exits: u64) -> Maze {
        let player = (
            self.below(rows as u64) as usize,
            self.below(columns as u64) as usize,
        );
        let mut maze = Maze::new(rows, columns, player).unwrap();
        let mut border = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for d in Direction::ALL {
                    let inside = match d {
                        Direction::W => column > 0,
                        Direction::N => row > 0,
                        Direction::E => column + 1 < columns,
                        Direction::S => row + 1 < rows,
                    };
                    if inside {
                        let wall = self.below(100) < percent;
                        maze.set_wall(row, column, d, wall);
                    } else {
                        maze.set_wall(row, column, d, true);
                        border.push((row, column, d));
                    }
                }
            }
        }
        for _ in 0..exits {
            let (row, column, d) = border[self.below(border.len() as u64) as usize];
            maze.set_wall(row, column, d, false);
        }
        maze
    }
}

/// What the plain search finds: the steps, how many ways, and the first of them.
type Found = Option<(usize, u64, String)>;

/// Breadth-first search over the sums of the cells, as the contest writes them.
fn oracle(maze: &Maze) -> Found {
    // Digits, for they are in the order of the moves.
    const STEPS: [(char, i32, i32, u8, u8); 4] = [
        ('0', 0, -1, 1, 4),
        ('1', -1, 0, 2, 8),
        ('2', 0, 1, 4, 1),
        ('3', 1, 0, 8, 2),
    ];
    type Sums = Vec<Vec<u8>>;
    let numbers = maze.numbers();
    let mut lines = numbers.lines();
    let player: Vec<i32> = lines
        .next()?
        .split(' ')
        .map(|n| n.parse().unwrap())
        .collect();
    let sums: Sums = lines
        .map(|line| line.split(' ').map(|n| n.parse().unwrap()).collect())
        .collect();
    let (rows, columns) = (sums.len() as i32, sums[0].len() as i32);
    let inside = |row: i32, column: i32| (0..rows).contains(&row) && (0..columns).contains(&column);
    let start = (player[1] - 1, player[0] - 1, sums);
    let mut seen: HashMap<_, (usize, u64, String)> = HashMap::new();
    seen.insert(start.clone(), (0, 1, String::new()));
    let mut queue = VecDeque::from([start]);
    let mut found: Found = None;
    while let Some(state) = queue.pop_front() {
        let (steps, ways, path) = seen[&state].clone();
        let (row, column, sums) = state;
        if found.as_ref().is_some_and(|found| found.0 <= steps) {
            break;
        }
        for (digit, down, right, near, far) in STEPS {
            let (r, c) = (row + down, column + right);
            let walled = sums[row as usize][column as usize] & near != 0;
            let path = format!("{path}{digit}");
            if !inside(r, c) {
                if !walled {
                    let found = found.get_or_insert((steps + 1, 0, path.clone()));
                    found.1 += ways;
                    found.2 = found.2.clone().min(path);
                }
                continue;
            }
            let mut sums = sums.clone();
            if walled {
                if sums[r as usize][c as usize] & near != 0 {
                    continue;
                }
                sums[row as usize][column as usize] &= !near;
                sums[r as usize][c as usize] &= !far;
                sums[r as usize][c as usize] |= near;
                if inside(r + down, c + right) {
                    sums[(r + down) as usize][(c + right) as usize] |= far;
                }
            }
            let after = (r, c, sums);
            match seen.get_mut(&after) {
                None => {
                    seen.insert(after.clone(), (steps + 1, ways, path));
                    queue.push_back(after);
                }
                Some(known) if known.0 == steps + 1 => {
                    known.1 += ways;
                    known.2 = known.2.clone().min(path);
                }
                Some(_) => {}
            }
        }
    }
    found.map(|(steps, ways, path)| {
        let letters = path
            .bytes()
            .map(|digit| ['W', 'N', 'E', 'S'][usize::from(digit - b'0')]);
        (steps, ways, letters.collect())
    })
}

fn letters(moves: &[Direction]) -> String {
    moves.iter().map(|d| d.letter()).collect()
}

fn assert_agrees(maze: &Maze) {
    let expected = oracle(maze);
    let name = maze.numbers();
    let limits = Limits::default();
    let report = solve(maze, &limits);
    let bound = relaxed(maze);
    match expected {
        Some((steps, count, first)) => {
            let moves = report.outcome.moves().unwrap_or_else(|| panic!("{name}"));
            assert_eq!(letters(moves), first, "{name}");
            let all = ways(maze, &limits).unwrap();
            assert_eq!((all.steps(), all.count()), (steps, &count.into()), "{name}");
            if count <= 200 {
                let all: Vec<_> = all.iter().collect();
                assert_eq!(all.len() as u64, count, "{name}");
                assert!(all.is_sorted_by(|a, b| a < b), "{name}");
                assert_eq!(letters(&all[0]), first, "{name}");
                for moves in all {
                    assert!(leads_out(maze, &moves), "{name}");
                }
            }
            assert!(
                matches!(bound, Relaxation::AtLeast(least) if least as usize <= steps),
                "{name}"
            );
        }
        None => {
            assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{name}");
            let report = ways(maze, &limits).unwrap_err();
            assert!(matches!(report.outcome, Outcome::Unsolvable(_)), "{name}");
        }
    }
}

fn leads_out(maze: &Maze, moves: &[Direction]) -> bool {
    let (puzzle, mut state) = WallPusher::<16>::of(maze).unwrap();
    for &m in moves {
        if !puzzle.moves(state).any(|legal| legal == m) {
            return false;
        }
        state = puzzle.apply(state, m);
    }
    puzzle.is_goal(state)
}

#[test]
fn small_mazes_agree_with_the_plain_search() {
    let mut random = Random(1);
    for (rows, columns, mazes) in [
        (1, 1, 50),
        (1, 5, 500),
        (2, 2, 1500),
        (3, 2, 1500),
        (2, 4, 1500),
        (3, 3, 2000),
        (4, 3, 600),
        (3, 4, 600),
    ] {
        for i in 0..mazes {
            let maze = random.maze(rows, columns, 10 * (i % 11), i / 11 % 4);
            assert_agrees(&maze);
        }
    }
}

#[test]
fn contest_mazes_agree_with_the_plain_search() {
    let mut random = Random(2);
    let mut solvable = 0;
    for i in 0..600 {
        let maze = random.maze(4, 6, 20 + i % 60, 1 + i % 3);
        if let Outcome::Solved { moves } = solve(&maze, &Limits::default()).outcome
            && moves.len() <= 9
        {
            assert_agrees(&maze);
            solvable += 1;
        }
    }
    assert!(solvable > 200);
}
