//! Tests solutions, enumerations of all ways out, bounds and proofs.

use fewest_puzzles::wall_pusher::{
    Compass, Maze, Relaxation, WallPusher, read, relaxed, solve, ways,
};
use fewest_rules::{Limits, Outcome, Puzzle, StopReason};

use crate::wall_pusher::judge::judged;
use crate::wall_pusher::oracle::{Random, letters, oracle};

pub(crate) const LONGEST: &str = "6 4\n3 6 3 6 3 6\n5 5 5 5 5 5\n5 5 5 5 5 5\n12 9 12 9 12 13\n";

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
            let found = (all.first().len(), all.count());
            assert_eq!(found, (steps, count.into()), "{name}");
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

fn leads_out(maze: &Maze, moves: &[Compass]) -> bool {
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

#[test]
fn the_longest_way_has_twenty_four_steps() {
    let answer = judged(LONGEST.as_bytes()).unwrap();
    assert_eq!(answer.trim_end().len(), 24);
    let (maze, _) = &read(LONGEST).unwrap()[0];
    let all = ways(maze, &Limits::default()).unwrap();
    assert_eq!(all.first().len(), 24);
}

#[test]
fn limits_end_the_search_with_a_bound() {
    let (maze, _) = &read(LONGEST).unwrap()[0];
    for (limits, expected) in [
        (
            Limits {
                states: Some(3),
                ..Limits::default()
            },
            StopReason::States,
        ),
        (
            Limits {
                memory: Some(100),
                ..Limits::default()
            },
            StopReason::Memory,
        ),
        (
            Limits {
                time: Some(std::time::Duration::ZERO),
                ..Limits::default()
            },
            StopReason::Time,
        ),
    ] {
        match solve(maze, &limits).outcome {
            Outcome::Stopped {
                lower_bound,
                reason,
            } => {
                assert_eq!(reason, expected);
                assert!(lower_bound <= 24);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_largest_maze_is_solved() {
    let mut maze = Maze::new(Maze::MOST_SIDE, Maze::MOST_SIDE, (127, 127)).unwrap();
    let found = solve(&maze, &Limits::default()).outcome;
    assert_eq!(found.moves().map(<[_]>::len), Some(128));
    let all = ways(&maze, &Limits::default()).unwrap();
    // The shortest ways lead straight out to one of the four sides.
    assert_eq!(all.count(), 4u32.into());
    for i in 0..Maze::MOST_SIDE {
        maze.set_wall(0, i, Compass::N, true);
        maze.set_wall(i, 0, Compass::W, true);
        maze.set_wall(Maze::MOST_SIDE - 1, i, Compass::S, true);
        maze.set_wall(i, Maze::MOST_SIDE - 1, Compass::E, true);
    }
    assert_eq!(
        relaxed(&maze),
        Relaxation::NoWayOut("the border has no gap, and its walls cannot be pushed".to_owned())
    );
    maze.set_wall(0, 0, Compass::W, false);
    let all = ways(&maze, &Limits::default()).unwrap();
    // The shortest way takes 254 steps to the corner, 127 of them to the north, and one step out.
    let binomial = (1..=127u32).fold(num_bigint::BigUint::from(1u32), |ways, i| {
        ways * (127 + i) / i
    });
    assert_eq!((all.first().len(), all.count()), (255, binomial));
    assert_eq!(all.iter().take(3).count(), 3);
}

#[test]
fn a_proof_names_what_can_be_entered() {
    let text = "+---+---+---+\n    | @     |\n+---+---+---+";
    let (maze, _) = &read(text).unwrap()[0];
    let Relaxation::NoWayOut(proof) = relaxed(maze) else {
        panic!("the wall is pushed onto the only gap")
    };
    assert!(
        proof.contains("at most 3 of the 3 cells can be entered: r1c1-r1c3"),
        "{proof}"
    );
    assert!(
        proof.ends_with("pushing a wall onto its gap: r1c1 to the west"),
        "{proof}"
    );
}
