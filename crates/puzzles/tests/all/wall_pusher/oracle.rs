//! An independent implementation of the game, slow and obvious, on the numbers of the contest's
//! format.

use std::collections::{HashMap, VecDeque};

use fewest_puzzles::wall_pusher::{Compass, Maze};

/// A pseudo-random generator that belongs to these tests, so that their mazes never change.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % n
    }

    /// Makes a maze with walls on about `percent` of the inner edges and up to `exits` gaps in the
    /// border.
    pub(crate) fn maze(&mut self, rows: usize, columns: usize, percent: u64, exits: u64) -> Maze {
        let player = (
            self.below(rows as u64) as usize,
            self.below(columns as u64) as usize,
        );
        let mut maze = Maze::new(rows, columns, player).unwrap();
        let mut border = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for d in Compass::ALL {
                    let inside = match d {
                        Compass::W => column > 0,
                        Compass::N => row > 0,
                        Compass::E => column + 1 < columns,
                        Compass::S => row + 1 < rows,
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

/// The result of the plain search: the number of steps, the number of shortest ways, and the first
/// of them.
pub(crate) type Found = Option<(usize, u64, String)>;

/// Breadth-first search over states that store the wall number of each cell, as in the contest's
/// format.
pub(crate) fn oracle(maze: &Maze) -> Found {
    // The moves are digits, so that comparing strings follows the order of the moves.
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

pub(crate) fn letters(moves: &[Compass]) -> String {
    moves.iter().map(|d| d.letter()).collect()
}
