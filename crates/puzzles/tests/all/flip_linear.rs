//! Tests the linear method against an enumeration of all press sets, on every small board.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fewest_puzzles::flip::linear::{self, LinearReport, PressVerdict};
use fewest_puzzles::flip::parity::witness;
use fewest_puzzles::flip::{ColourBoard, ColourGoal, Press, PressSets, press_sets};
use fewest_rules::{Limits, Outcome, Proof, StopReason};
use num_bigint::BigUint;
use proptest::prelude::*;

/// A press matrix: the number of presses of each cell.
pub(crate) type Matrix = Vec<u8>;

/// All press matrices of a size, grouped by the board that they make from the board of colour 0.
struct Oracle {
    rows: usize,
    columns: usize,
    colours: u8,
    /// For each board that is made, the least weight of a matrix and all matrices of that weight.
    makes: HashMap<Vec<u8>, (u32, Vec<Matrix>)>,
}

impl Oracle {
    fn new(rows: usize, columns: usize, colours: u8) -> Self {
        let mut makes: HashMap<Vec<u8>, (u32, Vec<Matrix>)> = HashMap::new();
        for matrix in all_cells(rows * columns, colours) {
            let mut cells = vec![0; matrix.len()];
            for (at, &times) in matrix.iter().enumerate() {
                let (row, column) = (at / columns, at % columns);
                for (other, cell) in cells.iter_mut().enumerate() {
                    let away = (other / columns).abs_diff(row) + (other % columns).abs_diff(column);
                    if away <= 1 {
                        *cell = (*cell + times) % colours;
                    }
                }
            }
            let weight = matrix.iter().map(|&times| u32::from(times)).sum();
            let entry = makes.entry(cells).or_insert((weight, Vec::new()));
            if weight < entry.0 {
                *entry = (weight, Vec::new());
            }
            if weight == entry.0 {
                entry.1.push(matrix);
            }
        }
        Self {
            rows,
            columns,
            colours,
            makes,
        }
    }

    /// The least weight and the matrices of that weight, if all cells can get the colour.
    fn to(&self, cells: &[u8], colour: u8) -> Option<&(u32, Vec<Matrix>)> {
        let k = self.colours;
        let steps: Vec<u8> = cells.iter().map(|&cell| (colour + k - cell) % k).collect();
        self.makes.get(&steps)
    }

    /// The least weight and all matrices of that weight that lead to the goal.
    fn best(&self, cells: &[u8], goal: ColourGoal) -> Option<(u32, Vec<Matrix>)> {
        let colours = match goal {
            ColourGoal::Colour(colour) => colour..colour + 1,
            ColourGoal::Any => 0..self.colours,
        };
        let reached: Vec<_> = colours
            .filter_map(|colour| self.to(cells, colour))
            .collect();
        let least = reached.iter().map(|(weight, _)| *weight).min()?;
        let best = reached.iter().filter(|(weight, _)| *weight == least);
        let all = best.flat_map(|(_, matrices)| matrices.iter().cloned());
        Some((least, all.collect()))
    }

    /// Compares everything that the linear method reports about one board.
    fn compare(&self, cells: &[u8], goal: ColourGoal) -> Option<u32> {
        let board =
            ColourBoard::new(self.rows, self.columns, self.colours, cells.to_vec()).unwrap();
        let limits = Limits::default();
        let found = linear::solve(&board, goal, &limits);
        let colours: Vec<u8> = match goal {
            ColourGoal::Colour(colour) => vec![colour],
            ColourGoal::Any => (0..self.colours).collect(),
        };
        assert_eq!(found.colours.len(), colours.len());
        for (report, &colour) in found.colours.iter().zip(&colours) {
            assert_eq!(report.colour, colour);
            match (self.to(cells, colour), &report.verdict) {
                (Some((weight, matrices)), PressVerdict::Least { presses, sets }) => {
                    assert_eq!(
                        (weight, BigUint::from(matrices.len())),
                        (presses, sets.clone())
                    );
                    assert_eq!(witness(&board, colour), None);
                }
                (None, PressVerdict::Unreachable(witness)) => assert!(witness.verify(&board)),
                (expected, verdict) => panic!("{cells:?}: {verdict:?}, but {expected:?}"),
            }
        }
        let Some((weight, matrices)) = self.best(cells, goal) else {
            assert!(
                matches!(&found.report.outcome, Outcome::Unsolvable(Proof::Invariant(text)) if !text.is_empty())
            );
            assert_eq!(found.solutions, BigUint::ZERO);
            assert_eq!(found.last, None);
            assert_eq!(
                press_sets(&board, goal, u32::MAX, &limits)
                    .unwrap()
                    .sets
                    .len(),
                0
            );
            return None;
        };
        let moves = found.report.outcome.moves().unwrap();
        assert_eq!(moves.len(), weight as usize);
        assert_eq!(found.solutions, BigUint::from(matrices.len()));
        let mut sequences: Vec<Vec<Press>> =
            matrices.iter().map(|matrix| sequence(matrix)).collect();
        sequences.sort();
        assert_eq!(moves, sequences[0]);
        let all = press_sets(&board, goal, weight, &limits).unwrap().sets;
        assert_eq!(all, sequences);
        assert_eq!(found.last.as_ref(), sequences[1..].last());
        Some(weight)
    }
}

pub(crate) fn sequence(matrix: &[u8]) -> Vec<Press> {
    let presses = (0..).zip(matrix);
    presses
        .flat_map(|(cell, &times)| vec![Press(cell); times.into()])
        .collect()
}

/// Enumerates all rows of `len` numbers below `k`.
pub(crate) fn all_cells(len: usize, k: u8) -> impl Iterator<Item = Vec<u8>> {
    (0..u64::from(k).pow(len as u32)).map(move |mut number| {
        let mut cells = vec![0; len];
        for cell in &mut cells {
            *cell = (number % u64::from(k)) as u8;
            number /= u64::from(k);
        }
        cells
    })
}

fn goals(k: u8) -> impl Iterator<Item = ColourGoal> {
    (0..k).map(ColourGoal::Colour).chain([ColourGoal::Any])
}

/// Tests everything that is reported about every board of every size of up to `most` cells.
fn exhaust(most: usize, k: u8) {
    for rows in 1..=most {
        for columns in 1..=most / rows {
            let oracle = Oracle::new(rows, columns, k);
            for cells in all_cells(rows * columns, k) {
                for goal in goals(k) {
                    oracle.compare(&cells, goal);
                }
            }
        }
    }
}

#[test]
fn every_four_by_four_board() {
    let oracle = Oracle::new(4, 4, 2);
    let mut histogram = HashMap::new();
    let mut to_white = HashMap::new();
    for cells in all_cells(16, 2) {
        *histogram
            .entry(oracle.compare(&cells, ColourGoal::Any))
            .or_insert(0) += 1;
        let white = oracle.to(&cells, 0).map(|(weight, _)| *weight);
        assert_eq!(oracle.compare(&cells, ColourGoal::Colour(0)), white);
        *to_white.entry(white).or_insert(0) += 1;
    }
    let expected = [2, 32, 228, 880, 1562, 1136, 256];
    let expected = (0..).zip(expected).map(|(weight, n)| (Some(weight), n));
    assert_eq!(histogram, expected.chain([(None, 61_440)]).collect());
    assert_eq!(to_white.keys().flatten().max(), Some(&7));
    assert_eq!(to_white[&Some(7)], 32);
}

#[test]
fn every_board_of_twelve_cells() {
    exhaust(12, 2);
}

#[test]
fn every_board_of_eight_cells_and_three_colours() {
    exhaust(8, 3);
}

#[test]
fn every_board_of_five_cells_and_five_colours() {
    exhaust(5, 5);
}

#[test]
fn some_boards_of_three_colours_with_many_null_vectors() {
    // For these sizes, all matrices are enumerated, but only some of the boards are compared.
    for (rows, columns, every) in [(3, 4, 1009), (5, 2, 101), (1, 11, 997)] {
        let oracle = Oracle::new(rows, columns, 3);
        for cells in all_cells(rows * columns, 3).step_by(every) {
            oracle.compare(&cells, ColourGoal::Any);
        }
        for cells in oracle.makes.keys().take(200) {
            assert!(oracle.compare(cells, ColourGoal::Colour(0)).is_some());
        }
    }
}

#[test]
fn seven_colours_and_as_many_as_there_are_primes() {
    let oracle = Oracle::new(2, 2, 7);
    for cells in all_cells(4, 7) {
        oracle.compare(&cells, ColourGoal::Any);
    }
    for k in 2..=36 {
        let board = ColourBoard::new(2, 2, k, vec![1, 1, 0, 0]).unwrap();
        let prime = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31].contains(&k);
        let solved = linear::solve(&board, ColourGoal::Any, &Limits::default());
        assert_eq!(solved.nullity.is_some(), prime);
    }
}

#[test]
fn any_number_of_colours_is_solved_by_equations() {
    let sizes = [
        (2, 3, 4),
        (3, 2, 4),
        (2, 2, 6),
        (1, 4, 6),
        (1, 3, 9),
        (1, 2, 36),
        (2, 2, 3),
    ];
    for (rows, columns, k) in sizes {
        let oracle = Oracle::new(rows, columns, k);
        let mut solved = [0; 2];
        for cells in all_cells(rows * columns, k) {
            for goal in [ColourGoal::Any, ColourGoal::Colour(1)] {
                let board = ColourBoard::new(rows, columns, k, cells.clone()).unwrap();
                let limits = Limits::default();
                let found = linear::solve(&board, goal, &limits).report.outcome;
                let best = oracle.best(&cells, goal);
                solved[usize::from(best.is_some())] += 1;
                let Some((weight, matrices)) = best else {
                    let Outcome::Unsolvable(Proof::Invariant(text)) = found else {
                        panic!("{cells:?}: {found:?}");
                    };
                    assert!(text.contains("cannot be reached"), "{text}");
                    continue;
                };
                let mut sequences: Vec<_> = matrices.iter().map(|m| sequence(m)).collect();
                sequences.sort();
                assert_eq!(found.moves(), Some(&sequences[0][..]), "{cells:?}");
                let sets = press_sets(&board, goal, weight, &limits).unwrap().sets;
                assert_eq!(sets, sequences, "{cells:?}");
            }
        }
        assert!(solved[1] > 0, "{rows}x{columns}, {k} colours: {solved:?}");
    }
}

#[test]
fn a_board_of_four_colours_has_few_solutions() {
    let (board, presses) = pressed(5, 5, 4, 9);
    let found = linear::solve(&board, ColourGoal::Colour(0), &Limits::default());
    let moves = found.report.outcome.moves().unwrap();
    let mut now = board.clone();
    moves.iter().for_each(|&press| now.press(press));
    assert!(now.is_goal(ColourGoal::Colour(0)) && moves.len() <= presses);
    let sets = press_sets(&board, ColourGoal::Colour(0), u32::MAX, &Limits::default()).unwrap();
    assert!(sets.is_all && sets.sets.len() <= 16);
    assert!(sets.sets.iter().all(|set| set.len() >= moves.len()));
}

#[test]
fn the_nullities_of_squares_are_the_known_ones() {
    let known = [0, 0, 0, 4, 2, 0, 0, 0, 8, 0, 6, 0, 0, 4, 0, 8, 2, 0, 16, 0];
    for (n, nullity) in (1..).zip(known) {
        let board = ColourBoard::new(n, n, 2, vec![0; n * n]).unwrap();
        let found = linear::solve(&board, ColourGoal::Colour(0), &Limits::default());
        assert_eq!(found.nullity, Some(nullity), "{n} × {n}");
        // An all-black board is always solvable, because every board can be inverted.
        let board = ColourBoard::new(n, n, 2, vec![1; n * n]).unwrap();
        let found = linear::solve(&board, ColourGoal::Colour(0), &Limits::default());
        replay(&board, ColourGoal::Colour(0), &found);
    }
}

fn replay(board: &ColourBoard, goal: ColourGoal, found: &LinearReport) -> usize {
    let moves = found.report.outcome.moves().expect("solved");
    assert!(moves.is_sorted());
    let mut now = board.clone();
    moves.iter().for_each(|&press| now.press(press));
    assert!(now.is_goal(goal));
    moves.len()
}

/// Makes a board by pseudo-random presses. Returns the board and the number of presses.
fn pressed(rows: usize, columns: usize, k: u8, seed: u64) -> (ColourBoard, usize) {
    let mut board = ColourBoard::new(rows, columns, k, vec![0; rows * columns]).unwrap();
    let mut number = seed.wrapping_mul(2).wrapping_add(1);
    let mut count = 0;
    for cell in 0..rows * columns {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        for _ in 0..number % u64::from(k) {
            board.press(Press(cell as u32));
            count += 1;
        }
    }
    (board, count)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn boards_made_by_presses_are_solved(rows in 1usize..24, columns in 1usize..24, k in 0usize..3, seed: u64) {
        let k = [2, 3, 5][k];
        let limits = Limits { states: Some(200_000), ..Limits::default() };
        let (board, presses) = pressed(rows, columns, k, seed);
        let goal = ColourGoal::Colour(0);
        let found = linear::solve(&board, goal, &limits);
        // Undoing `n` presses of a cell takes `k - n` further presses of it.
        let back = board.cells().len() * usize::from(k) - presses;
        let most = if k == 2 { presses } else { back };
        match &found.report.outcome {
            Outcome::Solved { .. } => {
                prop_assert!(replay(&board, goal, &found) <= most);
                let moves = found.report.outcome.moves().unwrap();
                if let Some(last) = &found.last {
                    prop_assert!(&last[..] > moves && last.len() == moves.len());
                    let mut now = board.clone();
                    last.iter().for_each(|&press| now.press(press));
                    prop_assert!(now.is_goal(goal));
                }
                let sets = press_sets(&board, goal, moves.len() as u32, &limits);
                if let Ok(PressSets { sets, .. }) = sets {
                    prop_assert!(sets.is_sorted_by(|a, b| a < b));
                    prop_assert_eq!(found.solutions, BigUint::from(sets.len()));
                    prop_assert_eq!(&sets[0][..], moves);
                    prop_assert_eq!(sets[1..].last(), found.last.as_ref());
                }
            }
            Outcome::Stopped { lower_bound, .. } => prop_assert!(*lower_bound as usize <= most),
            Outcome::Unsolvable(proof) => prop_assert!(false, "{}", proof),
        }
    }

    #[test]
    fn boards_of_any_colours_are_solved_or_proven_impossible(
        rows in 1usize..9, columns in 1usize..9, k in 0usize..4, cells in prop::collection::vec(any::<u8>(), 64)
    ) {
        let k = [2, 3, 5, 7][k];
        let cells = cells[..rows * columns].iter().map(|cell| cell % k).collect();
        let board = ColourBoard::new(rows, columns, k, cells).unwrap();
        let limits = Limits { states: Some(200_000), ..Limits::default() };
        let found = linear::solve(&board, ColourGoal::Any, &limits);
        for report in &found.colours {
            if let PressVerdict::Unreachable(witness) = &report.verdict {
                prop_assert!(witness.verify(&board));
                prop_assert_eq!(witness.draw().lines().count(), rows);
            }
        }
        match &found.report.outcome {
            Outcome::Solved { .. } => { replay(&board, ColourGoal::Any, &found); }
            Outcome::Unsolvable(_) => prop_assert!(
                found.colours.iter().all(|report| matches!(report.verdict, PressVerdict::Unreachable(_)))
            ),
            Outcome::Stopped { .. } => {}
        }
    }
}

#[test]
fn a_thousand_by_a_thousand() {
    let (board, presses) = pressed(1000, 1000, 2, 7);
    let found = linear::solve(&board, ColourGoal::Colour(0), &Limits::default());
    assert!(replay(&board, ColourGoal::Colour(0), &found) <= presses);
}

#[test]
fn long_and_thin_boards() {
    for (rows, columns) in [(1, 100_001), (100_001, 1), (2, 30_000), (30_000, 3)] {
        for k in [2, 3] {
            let (board, _) = pressed(rows, columns, k, 3);
            let found = linear::solve(&board, ColourGoal::Any, &Limits::default());
            replay(&board, ColourGoal::Any, &found);
        }
    }
}

#[test]
fn a_goal_that_is_no_colour_of_the_board_is_unreachable() {
    let board = ColourBoard::new(2, 2, 2, vec![0; 4]).unwrap();
    let found = linear::solve(&board, ColourGoal::Colour(2), &Limits::default());
    assert!(
        matches!(found.report.outcome, Outcome::Unsolvable(Proof::Invariant(text)) if text.contains("2 colours"))
    );
}

#[test]
fn limits_stop_with_a_true_bound() {
    let (board, presses) = pressed(39, 39, 2, 11);
    let stop = |limits: &Limits| {
        let found = linear::solve(&board, ColourGoal::Colour(0), limits);
        match found.report.outcome {
            Outcome::Stopped {
                lower_bound,
                reason,
            } => {
                assert!(lower_bound > 0 && lower_bound as usize <= presses);
                assert!(found.solutions == BigUint::ZERO && found.last.is_none());
                assert!(found.report.statistics.peak_bytes <= limits.memory.unwrap_or(u64::MAX));
                reason
            }
            outcome => panic!("{outcome:?}"),
        }
    };
    let none = Limits::default();
    let time = Some(Duration::from_millis(1));
    assert_eq!(
        stop(&Limits {
            time,
            ..none.clone()
        }),
        StopReason::Time
    );
    let memory = Some(10_000);
    assert_eq!(
        stop(&Limits {
            memory,
            ..none.clone()
        }),
        StopReason::Memory
    );
    let states = Some(10);
    assert_eq!(
        stop(&Limits {
            states,
            ..none.clone()
        }),
        StopReason::States
    );
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    assert_eq!(stop(&Limits { cancel, ..none }), StopReason::Cancelled);
}
