//! Four in a row against a slow oracle, and against the laws.

#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::OnceLock;

use proptest::prelude::*;
use puzzles::four_in_a_row::{
    FourInARow, PiecesMissing, Position, Slide, Solver, Turn, read, solve,
};
use rules::{
    Goals, Heuristic, Limits, Notation, Outcome, Proof, Puzzle, Ranked, Reverse, StopReason,
    Symmetric, laws,
};

/// A board as its 16 letters.
type Text = [u8; 16];

/// The distance of every board with black to move and with white to move, found
/// on letters alone: a board is `n` moves from a line if a move leads to a board
/// that is `n - 1` moves from one.
struct Oracle {
    boards: Vec<Text>,
    /// By board: black to move, white to move.
    distances: Vec<[Option<u32>; 2]>,
    /// By board and side: the boards after each move, in the order of moves.
    after: Vec<[Vec<u32>; 2]>,
}

fn write_boards(board: &mut Text, cell: usize, left: [u8; 3], boards: &mut Vec<Text>) {
    if cell == 16 {
        boards.push(*board);
        return;
    }
    for (i, letter) in [b'B', b'O', b'W'].into_iter().enumerate() {
        if left[i] > 0 {
            let mut rest = left;
            rest[i] -= 1;
            board[cell] = letter;
            write_boards(board, cell + 1, rest, boards);
        }
    }
}

fn is_line(board: &Text) -> bool {
    (0..16i32).any(|cell| {
        [(0, 1), (1, 0), (1, 1), (1, -1)]
            .iter()
            .any(|(down, right)| {
                let letter = board[cell as usize];
                letter != b'O'
                    && (0..4).all(|i| {
                        let (row, column) = (cell / 4 + i * down, cell % 4 + i * right);
                        (0..4).contains(&row)
                            && (0..4).contains(&column)
                            && board[(4 * row + column) as usize] == letter
                    })
            })
    })
}

/// The moves of `side`, by the cell that is left and then by the cell entered.
fn slides(board: &Text, side: u8) -> Vec<(usize, usize)> {
    let mut slides = Vec::new();
    for from in 0..16usize {
        for to in 0..16usize {
            let apart = (from / 4).abs_diff(to / 4) + (from % 4).abs_diff(to % 4);
            if board[from] == side && board[to] == b'O' && apart == 1 {
                slides.push((from, to));
            }
        }
    }
    slides
}

fn oracle() -> &'static Oracle {
    static ORACLE: OnceLock<Oracle> = OnceLock::new();
    ORACLE.get_or_init(|| {
        let mut boards = Vec::new();
        write_boards(&mut [b'O'; 16], 0, [7, 2, 7], &mut boards);
        assert_eq!(boards.len(), 411_840);
        let number: HashMap<Text, u32> = boards.iter().copied().zip(0..).collect();
        let after: Vec<[Vec<u32>; 2]> = boards
            .iter()
            .map(|board| {
                [b'B', b'W'].map(|side| {
                    let slide = |(from, to)| {
                        let mut next = *board;
                        next.swap(from, to);
                        number[&next]
                    };
                    slides(board, side).into_iter().map(slide).collect()
                })
            })
            .collect();
        let mut distances: Vec<[Option<u32>; 2]> = boards
            .iter()
            .map(|board| {
                if is_line(board) {
                    [Some(0); 2]
                } else {
                    [None; 2]
                }
            })
            .collect();
        for moves in 1.. {
            let mut found = Vec::new();
            for (board, known) in distances.iter().enumerate() {
                for side in 0..2 {
                    let leads = |&next: &u32| distances[next as usize][1 - side] == Some(moves - 1);
                    if known[side].is_none() && after[board][side].iter().any(leads) {
                        found.push((board, side));
                    }
                }
            }
            if found.is_empty() {
                break;
            }
            for (board, side) in found {
                distances[board][side] = Some(moves);
            }
        }
        Oracle {
            boards,
            distances,
            after,
        }
    })
}

impl Oracle {
    fn distance(&self, board: usize, turn: Turn) -> Option<u32> {
        let [black, white] = self.distances[board];
        match turn {
            Turn::Black => black,
            Turn::White => white,
            Turn::Any => black.into_iter().chain(white).min(),
        }
    }
}

fn position(board: &Text) -> Position {
    let cells = |letter| (0..16).fold(0, |mask, i| mask | u16::from(board[i] == letter) << i);
    Position::new(cells(b'B'), cells(b'W'), Turn::Any).unwrap()
}

const TURNS: [Turn; 3] = [Turn::Any, Turn::Black, Turn::White];

#[test]
fn all_boards_take_as_many_moves_as_the_oracle_says() {
    let oracle = oracle();
    let mut solver = Solver::new();
    let mut histograms = BTreeMap::new();
    for (i, board) in oracle.boards.iter().enumerate() {
        for turn in TURNS {
            let fewest = solver.fewest(position(board).with_turn(turn));
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
        histogram(Turn::Any),
        [141_536, 104_256, 58_096, 74_512, 23_184, 9_248, 880, 128]
    );
    assert_eq!(histograms.get(&(Turn::Any, None)), None);
    for side in [Turn::Black, Turn::White] {
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
            solver.fewest(position(board));
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

/// The lexicographically first shortest solution, by the oracle's distances.
fn first_shortest(oracle: &Oracle, mut board: usize, turn: Turn) -> Vec<Slide> {
    let mut solution = Vec::new();
    let mut sides = match turn {
        Turn::Any => vec![0, 1],
        Turn::Black => vec![0],
        Turn::White => vec![1],
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
        solution.push(Slide {
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
    let goals: HashSet<Position> = FourInARow.goals().collect();
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
    // Either side may move at the start alone; the other positions are in the laws.
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
    // Turning the letters of a board about, and exchanging the colours.
    let images = |board: &Text, turn: Turn| {
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

#[test]
fn a_position_is_drawn_with_its_turn() {
    let text = "B W B O\nW B W B\nB W B W\nW B W O";
    let start = FourInARow.parse(text).unwrap();
    assert_eq!(FourInARow.draw(start), text);
    let slide = FourInARow.parse_move("r1c3-r1c4").unwrap();
    let after = FourInARow.apply(start, slide);
    assert_eq!(
        FourInARow.draw(after),
        "B W O B\nW B W B\nB W B W\nW B W O\nturn: W"
    );
    for turn in ["turn W", "TURN: w", "turn:W", " turn : W "] {
        let text = format!("bwob\nwbwb bwbw\nwbwo\n{turn}\n");
        assert_eq!(FourInARow.parse(&text), Ok(after), "{text:?}");
    }
    assert_eq!(FourInARow.parse(&format!("{text}\nturn: any")), Ok(start));
}

#[test]
fn several_positions_are_read_with_their_places() {
    let text = "\nBWBO\nWBWB\nBWBW\nWBWO\n\nBWBOWBWBBWBWWBWO turn: B BWBO WBWB BWBW WBWO\nturn:w";
    let found = read(text).unwrap();
    let turns: Vec<_> = found.iter().map(|(position, _)| position.turn()).collect();
    assert_eq!(turns, [Turn::Any, Turn::Black, Turn::White]);
    let places: Vec<_> = found.iter().map(|(_, span)| &text[span.clone()]).collect();
    assert_eq!(
        places,
        [
            "BWBO\nWBWB\nBWBW\nWBWO",
            "BWBOWBWBBWBWWBWO turn: B",
            "BWBO WBWB BWBW WBWO\nturn:w"
        ]
    );
    assert_eq!(read("").unwrap(), []);
    assert_eq!(read(" \r\n\n\t").unwrap(), []);
}

#[test]
fn what_is_no_position_is_refused() {
    let fault = |text: &str| {
        let faults = FourInARow.parse(text).unwrap_err();
        let fault = faults.as_slice()[0].clone();
        format!("{:?} {}: {}", fault.span, fault.message, fault.label)
    };
    assert_eq!(
        fault("\n"),
        "1..1 there is no board: expected 16 letters B, W and O"
    );
    assert_eq!(
        fault("BWBO WBWB BWBW WBWO\nBWBO WBWB BWBW WBWO"),
        "20..39 there is more than one board: the second board"
    );
    assert_eq!(
        fault("BWBO WBWB BWBB WBWO"),
        "0..19 the board has 8 B, 6 W and 2 O: expected 7 B, 7 W and 2 O"
    );
    assert_eq!(
        fault("BWBO WBWB BWBW WBWO turn"),
        "24..24 the turn names no side: expected B, W or any"
    );
    assert_eq!(
        fault("BWBO WBWB BWBW WBWO turn: bläck\n"),
        "26..32 unknown side 'bläck': expected B, W or any"
    );
    let faults = FourInARow.parse("BWB0 WBWB BWBW WBWO").unwrap_err();
    let help = faults.as_slice()[0].help.clone().unwrap();
    assert_eq!(help, "the blank is the letter O, not the digit 0");
}

#[test]
fn moves_are_named_by_their_cells() {
    for from in 0..16u8 {
        for to in 0..16u8 {
            let apart = (from / 4).abs_diff(to / 4) + (from % 4).abs_diff(to % 4);
            let slide = Slide { from, to };
            let expected = (apart == 1).then_some(slide);
            let name = FourInARow.name(slide);
            assert_eq!(FourInARow.parse_move(&name), expected, "{name}");
            assert_eq!(FourInARow.parse_move(&name.to_uppercase()), expected);
        }
    }
    assert_eq!(FourInARow.name(Slide { from: 3, to: 7 }), "r1c4-r2c4");
    for name in [
        "",
        "-",
        "r1c4",
        "r1c4-",
        "r0c1-r1c1",
        "r4c4-r5c4",
        "r1c1-r1c22",
        "r1é-r1c2",
    ] {
        assert_eq!(FourInARow.parse_move(name), None, "{name}");
    }
}

#[test]
fn a_position_has_seven_pieces_of_each_colour() {
    assert!(Position::new(0x007f, 0x3f80, Turn::Any).is_some());
    assert!(Position::new(0x007f, 0x1f80, Turn::Any).is_none());
    assert!(Position::new(0x00ff, 0x3f80, Turn::Any).is_none());
    assert!(Position::new(0x007f, 0x3f81, Turn::Any).is_none());
    assert!(Position::new(0x007f, 0x1fc0, Turn::Any).is_none());
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_within_itself(text in "[bwoBWO0x \n\r\tturn:é\u{0}\u{feff}]{0,60}|.{0,40}") {
        match read(&text) {
            Ok(found) => for (_, span) in found {
                prop_assert!(text.get(span).is_some());
            },
            Err(faults) => for fault in faults.as_slice() {
                prop_assert!(text.get(fault.span.clone()).is_some(), "{:?}", fault);
                for (span, _) in &fault.context {
                    prop_assert!(text.get(span.clone()).is_some(), "{:?}", fault);
                }
            },
        }
    }
}
