//! Tests solutions by search and by table, and searches that stop at a limit.

use std::collections::BTreeMap;

use fewest_puzzles::four_in_a_row::{FourInARow, PieceSlide, SideToMove, Solver, solve};
use fewest_rules::{Limits, Notation, Outcome, Proof, Puzzle, Ranked, StopReason};

use crate::four_in_a_row::oracle::{Oracle, TURNS, oracle, position, slides};

#[test]
fn all_boards_take_as_many_moves_as_the_oracle_says() {
    let oracle = oracle();
    let mut solver = Solver::new();
    let mut histograms = BTreeMap::new();
    for (i, board) in oracle.boards.iter().enumerate() {
        for turn in TURNS {
            let fewest = solver.fewest(position(board).with_turn(turn)).unwrap();
            assert_eq!(fewest, oracle.distance(i, turn), "{board:?} {turn:?}");
            *histograms.entry((turn, fewest)).or_insert(0) += 1;
        }
    }
    let histogram = |turn| -> Vec<u32> {
        (0..)
            .map_while(|n| histograms.get(&(turn, Some(n))).copied())
            .collect()
    };
    assert_eq!(
        histogram(SideToMove::Any),
        [141_536, 104_256, 58_096, 74_512, 23_184, 9_248, 880, 128]
    );
    assert_eq!(histograms.get(&(SideToMove::Any, None)), None);
    for side in [SideToMove::Black, SideToMove::White] {
        assert_eq!(histogram(side).len() - 1, 8);
        assert_eq!(histograms[&(side, None)], 4_080);
    }
}

#[test]
fn solutions_by_search_and_by_table_are_the_first_of_the_shortest() {
    let oracle = oracle();
    let mut with_table = {
        let mut solver = Solver::new();
        for board in &oracle.boards {
            solver.fewest(position(board)).unwrap();
        }
        solver
    };
    for (i, board) in oracle.boards.iter().enumerate() {
        for turn in TURNS {
            let Some(distance) = oracle.distance(i, turn) else {
                continue;
            };
            if distance < 6 && i % 97 != 0 {
                continue;
            }
            let start = position(board).with_turn(turn);
            let found = solve(start, &Limits::default());
            let looked_up = with_table.solve(start, &Limits::default());
            assert_eq!(found.outcome, looked_up.outcome);
            let expected = first_shortest(oracle, i, turn);
            assert_eq!(found.outcome.moves(), Some(&expected[..]), "{start:?}");
            assert_eq!(expected.len() as u32, distance);
        }
    }
}

/// Returns the lexicographically first shortest solution, computed from the distances of the
/// oracle.
fn first_shortest(oracle: &Oracle, mut board: usize, turn: SideToMove) -> Vec<PieceSlide> {
    let mut solution = Vec::new();
    let mut sides = match turn {
        SideToMove::Any => vec![0, 1],
        SideToMove::Black => vec![0],
        SideToMove::White => vec![1],
    };
    let mut left = oracle.distance(board, turn).unwrap();
    while left > 0 {
        let letters = oracle.boards[board];
        let (slide, next, side) = sides
            .iter()
            .flat_map(|&side| {
                let slides = slides(&letters, [b'B', b'W'][side]);
                slides
                    .into_iter()
                    .zip(oracle.after[board][side].iter())
                    .map(move |(s, n)| (s, *n, side))
            })
            .filter(|&(_, next, side)| oracle.distances[next as usize][1 - side] == Some(left - 1))
            .min()
            .unwrap();
        solution.push(PieceSlide {
            from: slide.0 as u8,
            to: slide.1 as u8,
        });
        board = next as usize;
        sides = vec![1 - side];
        left -= 1;
    }
    solution
}

#[test]
fn the_hardest_board_takes_seven_moves() {
    let start = FourInARow.parse("OOBB BWWB BWBW WBWW").unwrap();
    let report = solve(start, &Limits::default());
    assert_eq!(report.outcome.moves().map(<[_]>::len), Some(7));
}

#[test]
fn a_side_without_a_move_is_told_from_a_search_that_was_stopped() {
    let stuck = FourInARow.parse("OOWB WWBB BWBB BWWW turn: B").unwrap();
    assert_eq!(FourInARow.moves(stuck).count(), 0);
    assert_eq!(
        solve(stuck, &Limits::default()).outcome,
        Outcome::Unsolvable(Proof::Exhausted { reached: 1 })
    );
    let hard = FourInARow.parse("OOBB BWWB BWBW WBWW").unwrap();
    let limits = Limits {
        states: Some(20),
        ..Limits::default()
    };
    let Outcome::Stopped {
        lower_bound,
        reason,
    } = solve(hard, &limits).outcome
    else {
        panic!("20 expansions are enough?");
    };
    assert_eq!(reason, StopReason::States);
    assert!((1..=7).contains(&lower_bound));
    let limits = Limits {
        cancel: Some(std::sync::Arc::new(true.into())),
        ..Limits::default()
    };
    let outcome = solve(hard, &limits).outcome;
    assert!(matches!(
        outcome,
        Outcome::Stopped {
            reason: StopReason::Cancelled,
            ..
        }
    ));
}

#[test]
fn a_table_that_does_not_fit_is_not_built() {
    let mut solver = Solver::new();
    let limits = Limits {
        memory: Some(1_000_000),
        ..Limits::default()
    };
    let stopped = (0..FourInARow.size())
        .map(|rank| solver.solve(FourInARow.unrank(rank), &limits))
        .find(|report| report.outcome.moves().is_none())
        .unwrap();
    assert!(matches!(
        stopped.outcome,
        Outcome::Stopped {
            reason: StopReason::Memory,
            ..
        }
    ));
    assert!(stopped.statistics.peak_bytes <= 1_000_000);
}
