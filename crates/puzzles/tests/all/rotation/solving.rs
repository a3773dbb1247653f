use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fewest_puzzles::rotation::{Digit, DigitBoard, LineTurn, MaskTable, Rotation};
use fewest_rules::{Limits, Outcome, Puzzle, StopReason};
use fewest_search::shortest_paths_within;
use num_bigint::BigUint;

use crate::rotation::oracle::{self, LINES, Numbers, RENAMINGS, Random};

fn board(numbers: &Numbers) -> DigitBoard {
    DigitBoard::from_numbers(numbers).unwrap()
}

fn solve(table: &mut MaskTable, game: &Rotation, numbers: &Numbers) -> Vec<LineTurn> {
    match table
        .solve(game, board(numbers), &Limits::default())
        .outcome
    {
        Outcome::Solved { moves } => moves,
        other => panic!("{other:?}"),
    }
}

fn letters(moves: &[LineTurn]) -> String {
    moves.iter().map(LineTurn::to_string).collect()
}

fn agrees(table: &mut MaskTable, numbers: &Numbers, expected: &oracle::Solutions) {
    let game = Rotation::default();
    let moves = solve(table, &game, numbers);
    assert_eq!(letters(&moves), expected.first, "{numbers:?}");
    let count = shortest_solutions(table, &game, numbers, moves.len());
    assert_eq!(count, expected.count.into(), "{numbers:?}");
}

/// The number of shortest solutions, which have `length` moves, of a board that `table` has solved.
fn shortest_solutions(
    table: &MaskTable,
    game: &Rotation,
    numbers: &Numbers,
    length: usize,
) -> BigUint {
    let limits = Limits::default();
    let paths = shortest_paths_within(game, board(numbers), table, length as u32, &limits);
    paths.unwrap().unwrap().count()
}

/// The number of masks at each distance, as published with the rules of this project and confirmed
/// by a search over arrays of 24 cells.
const MASKS: [u64; 15] = [
    1, 8, 44, 208, 876, 3220, 10498, 30236, 73982, 146466, 208170, 178588, 72941, 10045, 188,
];

#[test]
fn all_masks_have_the_distance_that_a_plain_search_finds() {
    let expected = oracle::mask_distances();
    let mut table = MaskTable::new();
    let mut histogram = [0; 15];
    for (bits, &distance) in expected.iter().enumerate() {
        if distance == 255 {
            continue;
        }
        histogram[usize::from(distance)] += 1;
        let mut others = 0;
        let numbers = std::array::from_fn(|cell| {
            if bits >> cell & 1 == 1 {
                1
            } else {
                others += 1;
                if others <= 8 { 2 } else { 3 }
            }
        });
        let distances = table
            .distances(board(&numbers), &Limits::default())
            .unwrap();
        assert_eq!(distances[0], distance, "{bits:024b}");
    }
    assert_eq!(histogram, MASKS);
}

#[test]
fn boards_near_the_goal_are_solved_as_blind_search_does() {
    let mut random = Random(11);
    let mut table = MaskTable::new();
    let mut lengths = [0; 7];
    for i in 0..140 {
        let mut numbers = random.goal();
        for _ in 0..i % 7 {
            numbers = oracle::turned(&numbers, &LINES[random.below(8)].1);
        }
        let expected = oracle::solutions(&numbers, i % 7, true).unwrap();
        lengths[expected.first.len()] += 1;
        agrees(&mut table, &numbers, &expected);
    }
    assert!(lengths.iter().all(|&n| n > 0), "{lengths:?}");
}

#[test]
fn random_boards_are_solved_as_iterative_deepening_does() {
    let mut random = Random(12);
    let mut table = MaskTable::new();
    let mut solved = 0;
    for _ in 0..60 {
        let numbers = random.board();
        match oracle::solutions(&numbers, 8, false) {
            Some(expected) => {
                solved += 1;
                agrees(&mut table, &numbers, &expected);
            }
            None => assert!(solve(&mut table, &Rotation::default(), &numbers).len() > 8),
        }
    }
    assert!(solved > 10, "{solved}");
}

/// Solves the 48 images of a board that needs thirteen moves, God's number.
#[test]
fn the_hardest_boards_take_thirteen_moves() {
    let game = Rotation::default();
    let text = "1 2 3 2 2 1 1 1 1 1 3 3 2 2 3 3 2 2 3 3 1 2 3 1";
    let hardest: Vec<u8> = text.split(' ').map(|n| n.parse().unwrap()).collect();
    let hardest: Numbers = hardest.try_into().unwrap();
    let mut table = MaskTable::new();
    let mut counts = Vec::new();
    for renaming in RENAMINGS {
        for image in oracle::images(&hardest.map(|n| renaming[usize::from(n) - 1])) {
            let moves = solve(&mut table, &game, &image);
            assert_eq!(moves.len(), 13);
            let end = moves.iter().fold(board(&image), |b, &m| game.apply(b, m));
            assert!(game.is_goal(end));
            counts.push(shortest_solutions(&table, &game, &image, 13));
        }
    }
    assert!(
        counts
            .iter()
            .all(|count| *count == counts[0] && *count > BigUint::ZERO)
    );
}

#[test]
fn a_wanted_digit_is_brought_to_the_centre() {
    let mut random = Random(13);
    let mut table = MaskTable::new();
    for _ in 0..300 {
        let numbers = random.board();
        let start = board(&numbers);
        let any = solve(&mut table, &Rotation::default(), &numbers);
        let distances = table.distances(start, &Limits::default()).unwrap();
        let mut firsts = Vec::new();
        for digit in Digit::ALL {
            let game = Rotation { goal: Some(digit) };
            let moves = solve(&mut table, &game, &numbers);
            let end = moves.iter().fold(start, |b, &m| game.apply(b, m));
            assert!(game.is_goal(end));
            assert_eq!(
                moves.len(),
                usize::from(distances[usize::from(digit.number()) - 1])
            );
            firsts.push((moves.len(), moves));
        }
        assert_eq!(firsts.into_iter().min().unwrap().1, any);
    }
}

#[test]
fn limits_stop_the_search_with_a_true_bound() {
    let game = Rotation::default();
    let mut random = Random(14);
    let numbers = random.board();
    let start = board(&numbers);
    let length = solve(&mut MaskTable::new(), &game, &numbers).len() as u32;
    let raised = Arc::new(AtomicBool::new(true));
    let stops = [
        (
            StopReason::States,
            Limits {
                states: Some(100),
                ..Limits::default()
            },
        ),
        (
            StopReason::Time,
            Limits {
                time: Some(Duration::ZERO),
                ..Limits::default()
            },
        ),
        (
            StopReason::Memory,
            Limits {
                memory: Some(MaskTable::BYTES - 1),
                ..Limits::default()
            },
        ),
        (
            StopReason::Cancelled,
            Limits {
                cancel: Some(raised),
                ..Limits::default()
            },
        ),
    ];
    for (expected, limits) in stops {
        let mut table = MaskTable::new();
        let report = table.solve(&game, start, &limits);
        let Outcome::Stopped {
            lower_bound,
            reason,
        } = report.outcome
        else {
            panic!("{report:?}");
        };
        assert_eq!(reason, expected);
        assert!(
            0 < lower_bound && lower_bound <= length,
            "{lower_bound} of {length}"
        );
        assert_eq!(table.distance(&game, start, &limits), Err(expected));
        assert_eq!(table.distances(start, &limits), Err(expected));
    }
    let enough = Limits {
        memory: Some(MaskTable::BYTES),
        ..Limits::default()
    };
    let report = MaskTable::new().solve(&game, start, &enough);
    assert!(report.outcome.moves().is_some());
    assert_eq!(report.statistics.peak_bytes, MaskTable::BYTES);
}

#[test]
fn a_stopped_search_goes_on_where_it_stopped() {
    let game = Rotation::default();
    let numbers = Random(15).board();
    let expected = solve(&mut MaskTable::new(), &game, &numbers);
    let mut table = MaskTable::new();
    let mut bound = 0;
    for states in (1..=997).cycle().step_by(83) {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        match table.solve(&game, board(&numbers), &limits).outcome {
            Outcome::Solved { moves } => {
                assert_eq!(moves, expected);
                break;
            }
            Outcome::Stopped { lower_bound, .. } => {
                assert!(bound <= lower_bound && lower_bound as usize <= expected.len());
                bound = lower_bound;
            }
            Outcome::Unsolvable(proof) => panic!("{proof}"),
        }
    }
    assert!(bound > 1);
}
