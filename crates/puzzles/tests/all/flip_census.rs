//! Tests the censuses of flip boards against breadth-first search and golden data.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fewest_puzzles::flip::{CensusError, ColourBoard, ColourGoal, PressCensus, census, linear};
use fewest_puzzles::random::Random;
use fewest_rules::{Limits, StopReason};
use num_bigint::BigUint;

fn blank(rows: usize, columns: usize, colours: u8) -> ColourBoard {
    ColourBoard::new(rows, columns, colours, vec![0; rows * columns]).unwrap()
}

fn count(rows: usize, columns: usize, colours: u8, goal: ColourGoal) -> PressCensus {
    let blank = blank(rows, columns, colours);
    census(&blank, goal, &Limits::default()).unwrap()
}

/// The number of a board: cell `i` is the digit with place value `k^i`.
fn number(board: &ColourBoard) -> usize {
    let k = usize::from(board.colours());
    let cells = board.cells().iter().rev();
    cells.fold(0, |n, &cell| n * k + usize::from(cell))
}

/// Computes the fewest presses of every board, by its number, with a breadth-first search backwards
/// from the goals.
fn distances(rows: usize, columns: usize, k: usize, goal: ColourGoal) -> Vec<Option<u8>> {
    let cells = rows * columns;
    let worth: Vec<usize> = (0..cells).map(|i| k.pow(i as u32)).collect();
    let presses: Vec<Vec<usize>> = (0..cells)
        .map(|cell| {
            let (r, c) = (cell / columns, cell % columns);
            let near =
                |other: &usize| (other / columns).abs_diff(r) + (other % columns).abs_diff(c) <= 1;
            (0..cells).filter(near).collect()
        })
        .collect();
    let mut distances = vec![None; k.pow(cells as u32)];
    let mut queue: Vec<usize> = (0..k)
        .filter(|&colour| match goal {
            ColourGoal::Any => true,
            ColourGoal::Colour(wanted) => colour == usize::from(wanted),
        })
        .map(|colour| worth.iter().map(|w| w * colour).sum())
        .collect();
    for &goal in &queue {
        distances[goal] = Some(0);
    }
    let mut next = 0;
    while let Some(&board) = queue.get(next) {
        next += 1;
        for press in &presses {
            // This undoes the press: each cell that it touches goes back by one colour.
            let mut before = board;
            for &cell in press {
                before = match board / worth[cell] % k {
                    0 => before + (k - 1) * worth[cell],
                    _ => before - worth[cell],
                };
            }
            if distances[before].is_none() {
                distances[before] = distances[board].map(|d| d + 1);
                queue.push(before);
            }
        }
    }
    distances
}

fn check(rows: usize, columns: usize, k: usize, goal: ColourGoal) {
    let what = format!("{rows}x{columns}, {k} colours, {goal:?}");
    let known = distances(rows, columns, k, goal);
    let solvable: Vec<u8> = known.iter().flatten().copied().collect();
    let most = solvable.iter().copied().max().unwrap();
    let mut histogram = vec![0u32; usize::from(most) + 1];
    solvable
        .iter()
        .for_each(|&d| histogram[usize::from(d)] += 1);
    let found = count(rows, columns, k as u8, goal);
    let histogram: Vec<BigUint> = histogram.into_iter().map(Into::into).collect();
    assert_eq!(found.histogram, histogram, "{what}");
    assert_eq!(found.solvable, solvable.len().into(), "{what}");
    assert_eq!(found.positions, known.len().into(), "{what}");

    let limits = Limits::default();
    let boards = found.hardest(usize::MAX, &limits).unwrap();
    let mut numbers: Vec<usize> = boards.iter().map(number).collect();
    numbers.sort_unstable();
    let hardest: Vec<usize> = (0..known.len())
        .filter(|&board| known[board] == Some(most))
        .collect();
    assert_eq!(numbers, hardest, "{what}");
    let first = found.hardest(3, &limits).unwrap();
    assert_eq!(first, boards[..boards.len().min(3)], "{what}");
    let mut random = Random::new(1);
    for distance in 0..=usize::from(most) {
        let drawn = found.sample(distance, &mut random, &limits).unwrap();
        let distance = (found.histogram[distance] != BigUint::ZERO).then_some(distance as u8);
        let at = drawn.map(|board| known[number(&board)]);
        assert_eq!(at, distance.map(Some), "{what}");
    }
    let beyond = found.sample(usize::from(most) + 1, &mut random, &limits);
    assert_eq!(beyond, Ok(None));
}

#[test]
fn small_boards_are_counted_as_a_plain_search_counts_them() {
    for (k, most) in [(2, 12), (3, 10), (5, 6), (7, 4)] {
        for rows in 1..=most {
            for columns in 1..=most / rows {
                for goal in [
                    ColourGoal::Any,
                    ColourGoal::Colour(0),
                    ColourGoal::Colour(k as u8 - 1),
                ] {
                    check(rows, columns, k, goal);
                }
            }
        }
    }
    // These sizes have several null vectors.
    check(4, 4, 2, ColourGoal::Any);
    check(4, 4, 2, ColourGoal::Colour(0));
    check(3, 4, 3, ColourGoal::Any);
    check(2, 6, 3, ColourGoal::Colour(1));
}

#[test]
fn sizes_up_to_five_are_counted_as_one_by_one() {
    let path = "../../tests/golden/flip/census/two_colours.txt";
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut sizes = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split(' ').collect();
        let (rows, columns) = words[0].split_once('x').unwrap();
        let (rows, columns): (usize, usize) = (rows.parse().unwrap(), columns.parse().unwrap());
        let known: Vec<BigUint> = words[2..].iter().map(|n| n.parse().unwrap()).collect();
        let goals: &[ColourGoal] = match words[1] {
            "any" => &[ColourGoal::Any],
            "white" => &[ColourGoal::Colour(0), ColourGoal::Colour(1)],
            other => panic!("{other}"),
        };
        for &goal in goals {
            for (rows, columns) in [(rows, columns), (columns, rows)] {
                let found = count(rows, columns, 2, goal);
                assert_eq!(found.histogram, known, "{line}");
                assert_eq!(found.solvable, known.iter().sum());
                assert_eq!(found.positions, BigUint::from(1u32 << (rows * columns)));
            }
        }
        sizes += 1;
    }
    assert_eq!(sizes, 30);
}

/// Solves random boards and the hardest boards of a census with the linear method.
#[test]
fn larger_boards_need_what_the_census_says() {
    let limits = Limits::default();
    for (rows, columns, colours, goal) in [
        (5, 5, 2, ColourGoal::Any),
        (5, 5, 2, ColourGoal::Colour(1)),
        (4, 5, 3, ColourGoal::Any),
        (3, 5, 3, ColourGoal::Colour(2)),
        (6, 6, 2, ColourGoal::Any),
        (8, 8, 2, ColourGoal::Any),
        (3, 5, 5, ColourGoal::Colour(0)),
        (12, 13, 2, ColourGoal::Colour(0)),
    ] {
        let what = format!("{rows}x{columns}, {colours}, {goal:?}");
        let found = count(rows, columns, colours, goal);
        assert!(found.solvable <= found.positions, "{what}");
        let most = found.histogram.len() - 1;
        let needs = |board: &ColourBoard| {
            let report = linear::solve(board, goal, &limits).report;
            report.outcome.moves().map(<[_]>::len)
        };
        let hardest = found.hardest(5, &limits).unwrap();
        assert!(!hardest.is_empty());
        for board in hardest {
            assert_eq!(needs(&board), Some(most), "{what}");
        }
        let (mut random, mut again) = (Random::new(8), Random::new(8));
        for presses in (0..=most).step_by(1 + most / 12) {
            let board = found.sample(presses, &mut random, &limits).unwrap();
            assert_eq!(
                found.sample(presses, &mut again, &limits),
                Ok(board.clone())
            );
            if let Some(board) = board {
                assert_eq!(needs(&board), Some(presses), "{what}");
            }
        }
    }
}

#[test]
fn boards_are_drawn_with_equal_chances() {
    let limits = Limits::default();
    for (rows, columns, k, goal) in [
        (2, 4, 2, ColourGoal::Any),
        (2, 3, 2, ColourGoal::Colour(0)),
        (4, 1, 3, ColourGoal::Any),
        (2, 2, 3, ColourGoal::Colour(1)),
        (1, 5, 2, ColourGoal::Any),
    ] {
        let found = count(rows, columns, k, goal);
        let mut random = Random::new(4);
        for distance in 0..found.histogram.len() {
            let Ok(boards) = u32::try_from(&found.histogram[distance]) else {
                panic!("a small board");
            };
            let mut times = HashMap::new();
            for _ in 0..400 * boards {
                let drawn = found.sample(distance, &mut random, &limits).unwrap();
                *times.entry(number(&drawn.unwrap())).or_insert(0i32) += 1;
            }
            assert_eq!(times.len(), boards as usize);
            // The tolerance is five standard deviations.
            assert!(times.values().all(|n| (300..=500).contains(n)), "{times:?}");
        }
    }
}

#[test]
fn what_cannot_be_counted_is_refused_with_the_reason() {
    let refused = |rows, columns, colours, goal, limits: &Limits| {
        census(&blank(rows, columns, colours), goal, limits).unwrap_err()
    };
    let none = Limits::default();
    for (rows, columns, colours, goal, expected) in [
        (4, 4, 4, ColourGoal::Any, "4 is not prime"),
        (4, 4, 2, ColourGoal::Colour(2), "none of the colours"),
        (1025, 1, 2, ColourGoal::Any, "at most 1024"),
        (100, 100, 2, ColourGoal::Any, "at most 1024"),
        (30, 30, 2, ColourGoal::Any, "too much to count"),
        (9, 9, 2, ColourGoal::Any, "too much to count"),
    ] {
        let refused = refused(rows, columns, colours, goal, &none);
        let CensusError::Unfit(why) = &refused else {
            panic!("{refused:?}")
        };
        assert!(why.contains(expected), "{why}");
    }
    let limits = Limits {
        states: Some(100),
        ..Limits::default()
    };
    match refused(4, 4, 2, ColourGoal::Any, &limits) {
        CensusError::Stopped { reason, statistics } => {
            assert_eq!(reason, StopReason::States);
            assert!((1..=100).contains(&statistics.expanded), "{statistics:?}");
        }
        other => panic!("{other:?}"),
    }
    let limits = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let cancelled = refused(5, 5, 2, ColourGoal::Any, &limits);
    assert!(matches!(
        cancelled,
        CensusError::Stopped {
            reason: StopReason::Cancelled,
            ..
        }
    ));
    let limits = Limits {
        memory: Some(1000),
        ..Limits::default()
    };
    let short = refused(5, 5, 2, ColourGoal::Any, &limits);
    assert!(matches!(
        short,
        CensusError::Stopped {
            reason: StopReason::Memory,
            ..
        }
    ));
}
