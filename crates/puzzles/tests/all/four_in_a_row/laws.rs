//! Tests the laws of the traits, most of them on the whole state space.

use std::collections::HashSet;

use fewest_puzzles::four_in_a_row::{FourInARow, GamePosition, PiecesMissing, SideToMove};
use fewest_rules::{Goals, Heuristic, Puzzle, Ranked, Reverse, Symmetric, laws};

use crate::four_in_a_row::oracle::{TURNS, Text, is_line, oracle, position};

#[test]
fn ranks_are_a_bijection_over_the_whole_space() {
    assert_eq!(FourInARow.size(), 1_235_520);
    let mut seen = HashSet::new();
    for board in &oracle().boards {
        for turn in TURNS {
            let position = position(board).with_turn(turn);
            let rank = FourInARow.rank(position);
            assert!(rank < FourInARow.size() && seen.insert(rank));
            assert_eq!(FourInARow.unrank(rank), position);
        }
    }
}

#[test]
fn the_goals_are_the_boards_in_line() {
    let goals: HashSet<GamePosition> = FourInARow.goals().collect();
    assert_eq!(FourInARow.goals().count(), goals.len());
    assert_eq!(goals.len(), 3 * 141_536);
    for board in &oracle().boards {
        for turn in TURNS {
            let position = position(board).with_turn(turn);
            assert_eq!(goals.contains(&position), is_line(board));
            assert_eq!(FourInARow.is_goal(position), is_line(board));
        }
    }
}

#[test]
fn the_bound_is_admissible_and_consistent_over_the_whole_space() {
    let bound = |position| PiecesMissing.bound(PiecesMissing.start(&FourInARow, position));
    let mut tight = 0u32;
    for (i, board) in oracle().boards.iter().enumerate() {
        for turn in TURNS {
            let position = position(board).with_turn(turn);
            let (here, distance) = (bound(position), oracle().distance(i, turn));
            assert_eq!(here == 0, is_line(board), "{position:?}");
            assert!(
                distance.is_none_or(|distance| here <= distance),
                "{position:?}"
            );
            tight += u32::from(distance == Some(here));
            for slide in FourInARow.moves(position) {
                let after = FourInARow.apply(position, slide);
                assert!(here <= bound(after) + 1, "{position:?} {slide:?}");
            }
        }
    }
    assert!(
        tight > 600_000,
        "the bound is exact for {tight} positions only"
    );
}

#[test]
fn no_move_leads_to_a_start_of_either_side() {
    // Only at the start may either side move; the law tests cover all other positions.
    for board in &oracle().boards {
        assert_eq!(FourInARow.predecessors(position(board)).count(), 0);
    }
}

#[test]
fn the_laws_hold() {
    let starts = (0..FourInARow.size())
        .step_by(997)
        .map(|rank| FourInARow.unrank(rank));
    let laws = laws::check(&FourInARow, starts, 30_000).unwrap();
    laws.goals()
        .and_then(|laws| laws.reverse())
        .and_then(|laws| laws.ranked())
        .and_then(|laws| laws.symmetric())
        .and_then(|laws| laws.notation())
        .and_then(|laws| laws.admissible(&PiecesMissing))
        .and_then(|laws| laws.consistent(&PiecesMissing))
        .unwrap();
}

#[test]
fn a_class_has_one_representative() {
    // All rotations and reflections of a board, with and without swapping the colours.
    let images = |board: &Text, turn: SideToMove| {
        let mut images = Vec::new();
        let mut square = *board;
        for mirrored in [false, true] {
            for _ in 0..4 {
                square = std::array::from_fn(|i| square[4 * (3 - i % 4) + i / 4]);
                images.push(position(&square).with_turn(turn));
                let exchanged = square.map(|letter| match letter {
                    b'B' => b'W',
                    b'W' => b'B',
                    other => other,
                });
                images.push(position(&exchanged).with_turn(turn.other()));
            }
            if !mirrored {
                square = std::array::from_fn(|i| square[i / 4 * 4 + 3 - i % 4]);
            }
        }
        images
    };
    let mut classes = HashSet::new();
    for board in &oracle().boards {
        let canonical = FourInARow.canonical(position(board));
        if classes.insert(canonical) {
            for turn in TURNS {
                let images = images(board, turn);
                let canonical = FourInARow.canonical(position(board).with_turn(turn));
                assert!(images.contains(&canonical));
                for image in images {
                    assert_eq!(FourInARow.canonical(image), canonical);
                }
            }
        }
    }
    assert!(
        classes.len() >= 411_840 / 16 && classes.len() < 27_000,
        "{}",
        classes.len()
    );
}
