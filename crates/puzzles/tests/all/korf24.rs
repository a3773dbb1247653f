//! Korf's 50 boards of the 24-puzzle: what bounds say of the starts.

use std::num::NonZeroUsize;

use fewest_puzzles::tiles::{BlankGoal, Manhattan, TileBoard, TilePatterns, Tiles, witness};
use fewest_rules::{Heuristic, Limits, Max};
use fewest_tables::{AdditivePatterns, DistanceTable, Encoding, Enumerated, pattern_table};

const KORF: &str = include_str!("../../../../tests/golden/tiles/korf24.txt");

/// The Manhattan distances are those of the file, and the sums of pattern databases lie between the
/// distances of their tiles and the published lengths.
#[test]
fn bounds_of_korfs_boards_of_the_24_puzzle() {
    let goal = BlankGoal::BlankFirst;
    let puzzle = Tiles::<u128>::new(5, 5, goal).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    // All tiles but eight.
    let name = "1,2,5,6/3,4,8,9/10,11,15,16/18,19,23,24";
    let held = [1, 2, 5, 6, 3, 4, 8, 9, 10, 11, 15, 16, 18, 19, 23, 24];
    let patterns = TilePatterns::<u128>::named(5, 5, goal, name).unwrap();
    let built = |pattern| {
        let (one, limits) = (NonZeroUsize::MIN, Limits::default());
        match pattern_table(pattern, Encoding::Nibble, one, &limits).outcome {
            Enumerated::Complete(made) => made.table,
            stopped => panic!("{stopped:?}"),
        }
    };
    let tables: Vec<DistanceTable> = patterns.spaces().iter().map(built).collect();
    let sum = |view| AdditivePatterns::new(view, &tables).unwrap();
    let reflected = patterns.reflected_view(goal).unwrap();
    let sums = Max(sum(patterns.view(goal)), sum(reflected));
    let (mut boards, mut better) = (0, 0);
    for line in KORF.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        let length = numbers[2] as u32;
        let cells: Vec<u8> = numbers[4..].iter().map(|&tile| tile as u8).collect();
        let far = |(cell, &tile): (usize, &u8)| {
            let goal = usize::from(tile);
            (cell / 5).abs_diff(goal / 5) + (cell % 5).abs_diff(goal % 5)
        };
        let of_held = cells.iter().enumerate().filter(|of| held.contains(of.1));
        let least: usize = of_held.map(far).sum();
        let board = TileBoard::new(5, 5, cells).unwrap();
        assert_eq!(witness(&board, goal), None, "{line}");
        let start = puzzle.state(&board).unwrap();
        let distance = u32::from(manhattan.start(&puzzle, start));
        assert_eq!(u64::from(distance), numbers[1]);
        assert!(distance <= length && distance % 2 == length % 2);
        let bound = Heuristic::<Tiles<u128>>::bound(&sums, sums.start(&puzzle, start));
        assert!(least as u32 <= bound && bound <= length, "{line}: {bound}");
        boards += 1;
        better += u32::from(bound > least as u32);
    }
    assert_eq!(boards, 50);
    assert!(better > 40);
}
