//! Tests the census of all positions, the hardest positions, and random positions.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fewest_puzzles::random::Random;
use fewest_puzzles::rotation::{Digit, MaskTable, Rotation};
use fewest_rules::{Limits, Ranked, StopReason};
use fewest_tables::Enumerated;

/// Reads the numbers of a golden-data file, in the order of their moves.
fn golden(name: &str) -> Vec<u64> {
    let path = format!(
        "{}/../../tests/golden/rotation/census/{name}.txt",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pairs = lines.map(|line| line.split_once(' ').unwrap());
    pairs
        .enumerate()
        .map(|(i, (moves, n))| {
            assert_eq!(moves.parse(), Ok(i));
            n.parse().unwrap()
        })
        .collect()
}

const ONE: NonZeroUsize = NonZeroUsize::MIN;

#[test]
fn the_census_of_all_positions_is_the_known_one() {
    let game = Rotation::default();
    let known: Vec<u64> = golden("partitions").iter().map(|n| 6 * n).collect();
    for threads in [1, 3] {
        let threads = NonZeroUsize::new(threads).unwrap();
        let report = MaskTable::new().census(&game, threads, &Limits::default());
        assert_eq!(report.outcome, Enumerated::Complete(known.clone()));
        assert_eq!(known.iter().sum::<u64>(), game.size());
        assert_eq!(report.statistics.expanded, 2 * 92_247);
        assert!(report.statistics.peak_bytes < 4 << 20);
    }
}

#[test]
fn with_a_fixed_goal_the_other_digits_lie_anyhow() {
    let known: Vec<u64> = golden("masks").iter().map(|n| 12_870 * n).collect();
    let mut table = MaskTable::new();
    for digit in Digit::ALL {
        let game = Rotation { goal: Some(digit) };
        let report = table.census(&game, ONE, &Limits::default());
        assert_eq!(report.outcome, Enumerated::Complete(known.clone()));
        assert_eq!(known.iter().sum::<u64>(), game.size());
    }
}

#[test]
fn the_hardest_positions_come_in_the_order_of_their_ranks() {
    let limits = Limits::default();
    let mut table = MaskTable::new();
    let third = Some(Digit::Three);
    for (goal, all, distance) in [(None, 192, 13), (third, 12_870 * 188, 14)] {
        let game = Rotation { goal };
        let (found, boards) = table.hardest(&game, usize::MAX, &limits).unwrap();
        assert_eq!((found, boards.len()), (distance, all));
        let ranks: Vec<u64> = boards.iter().map(|&board| game.rank(board)).collect();
        assert!(ranks.is_sorted_by(|a, b| a < b));
        for &board in boards.iter().step_by(1 + all / 1_000) {
            assert_eq!(table.distance(&game, board, &limits), Ok(distance));
        }
        let (_, first) = table.hardest(&game, 5, &limits).unwrap();
        assert_eq!(first, boards[..5]);
    }
}

#[test]
fn positions_drawn_have_the_distance_and_follow_from_the_seed() {
    let limits = Limits::default();
    // Its part of the table is computed once.
    let mut judge = MaskTable::new();
    for (goal, most) in [(None, 13), (Some(Digit::Two), 14)] {
        let game = Rotation { goal };
        let mut table = MaskTable::new();
        for distance in [0, 1, 7, 12, most] {
            let mut draw = |seed| {
                let samplers = table.samplers(&game, distance..=distance, seed, &limits);
                let (_, mut sampler) = samplers.unwrap().remove(0);
                [(); 3].map(|()| sampler.draw(&limits).unwrap())
            };
            let boards = draw(5);
            assert_eq!(draw(5), boards);
            assert_ne!(draw(6), boards);
            for board in boards {
                assert_eq!(judge.distance(&game, board, &limits), Ok(distance));
            }
        }
        for beyond in [most + 1, 100, u8::MAX] {
            let samplers = table.samplers(&game, beyond..=beyond, 0, &limits);
            assert!(samplers.unwrap().is_empty());
        }
    }
}

/// A position with several masks at the wanted distance would be drawn too often if the sampler did
/// not reject some of them. So the test compares the sampler, by the number of such masks, with
/// uniform draws from all positions.
#[test]
fn positions_are_drawn_with_equal_chances() {
    let limits = Limits::default();
    let (game, mut table) = (Rotation::default(), MaskTable::new());
    let mut random = Random::new(7);
    let (mut from_all, mut drawn) = (HashMap::new(), HashMap::new());
    let ties = |table: &mut MaskTable, board| {
        let distances = table.distances(board, &limits).unwrap();
        distances.into_iter().filter(|&d| d == 9).count()
    };
    let mut n = 0;
    while n < 20_000 {
        let board = game.unrank(random.below(game.size()));
        if table.distance(&game, board, &limits) == Ok(9) {
            *from_all.entry(ties(&mut table, board)).or_insert(0i32) += 1;
            n += 1;
        }
    }
    let mut others = table.clone();
    let samplers = table.samplers(&game, 9..=9, 3, &limits);
    let (_, mut sampler) = samplers.unwrap().remove(0);
    for _ in 0..n {
        let board = sampler.draw(&limits).unwrap();
        *drawn.entry(ties(&mut others, board)).or_insert(0i32) += 1;
    }
    for ties in 1..=3 {
        let (a, b) = (from_all[&ties], drawn[&ties]);
        // The tolerance is five standard deviations.
        assert!((a - b).pow(2) < 25 * (a + b), "{ties}: {a} {b}");
    }
}

#[test]
fn a_census_says_which_limit_stopped_it() {
    let game = Rotation::default();
    let stopped = |limits: &Limits| {
        let report = MaskTable::new().census(&game, ONE, limits);
        match report.outcome {
            Enumerated::Stopped { histogram, reason } => {
                assert!(histogram.is_empty());
                (reason, report.statistics.expanded)
            }
            complete => panic!("{complete:?}"),
        }
    };
    let limits = Limits {
        states: Some(92_247 + 5_000),
        ..Limits::default()
    };
    assert_eq!(stopped(&limits), (StopReason::States, 92_247 + 5_000));
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    assert_eq!(stopped(&limits).0, StopReason::Memory);
    let limits = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let (reason, expanded) = stopped(&limits);
    assert_eq!(reason, StopReason::Cancelled);
    assert!(expanded < 92_247);
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    assert_eq!(stopped(&limits).0, StopReason::Time);
}
