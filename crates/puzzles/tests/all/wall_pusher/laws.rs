//! Tests the laws of the traits and of the heuristics.

use fewest_puzzles::wall_pusher::{Maze, NearestExit, Relaxed, WallPusher};
use fewest_rules::{Heuristic, laws};

use crate::wall_pusher::oracle::Random;

#[test]
fn traits_keep_the_laws() {
    let mut random = Random(3);
    for (rows, columns) in [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3), (4, 6)] {
        for i in 0..12 {
            let maze = random.maze(rows, columns, 20 + 5 * i, 1 + i % 3);
            laws_hold::<1>(&maze);
            laws_hold::<2>(&maze);
            let (puzzle, state) = WallPusher::<1>::of(&maze).unwrap();
            assert_eq!(puzzle.maze(state), Some(maze));
        }
    }
    laws_hold::<2>(&random.maze(5, 7, 40, 2));
    laws_hold::<32>(&random.maze(31, 31, 40, 2));
    assert!(WallPusher::<32>::new(32, 32).is_none());
    assert_eq!(WallPusher::<1>::words_needed(4, 6), 1);
}

fn laws_hold<const N: usize>(maze: &Maze) {
    let (puzzle, state) = WallPusher::<N>::of(maze).unwrap();
    let most = if N > 2 { 20 } else { 400 };
    let laws = laws::check(&puzzle, [state], most).unwrap();
    laws.symmetric().unwrap().notation().unwrap();
    laws.admissible(&NearestExit)
        .unwrap()
        .consistent(&NearestExit)
        .unwrap();
    laws.admissible(&Relaxed)
        .unwrap()
        .consistent(&Relaxed)
        .unwrap();
    for &state in laws.states() {
        let near = NearestExit.start(&puzzle, state);
        assert!(near <= Relaxed.start(&puzzle, state));
    }
}

#[test]
fn heuristics_are_admissible_on_whole_spaces() {
    let mut random = Random(4);
    let mut complete = 0;
    for i in 0..150 {
        let maze = random.maze(3, 3, 10 * (i % 8), 1 + i % 3);
        let (puzzle, state) = WallPusher::<1>::of(&maze).unwrap();
        let laws = laws::check(&puzzle, [state], 20_000).unwrap();
        laws.admissible(&NearestExit)
            .unwrap()
            .consistent(&NearestExit)
            .unwrap();
        laws.admissible(&Relaxed)
            .unwrap()
            .consistent(&Relaxed)
            .unwrap();
        complete += usize::from(laws.complete());
    }
    assert!(complete > 100, "{complete}");
}
