//! Tests the whole puzzle against the laws, published figures and plain searches.

use std::collections::HashSet;

use fewest_rules::{Heuristic, Invertible, Limits, Meter, Notation, Puzzle, Ranked, laws};
use fewest_search::{Automaton, PruningLimits};
use proptest::prelude::*;

use super::*;

mod bounds;
mod slides;

const GOALS: [BlankGoal; 2] = [BlankGoal::BlankLast, BlankGoal::BlankFirst];

/// The number of boards at each distance from the goal, computed by breadth-first search over the
/// states themselves.
fn histogram<S: PackedTiles>(puzzle: &Tiles<S>) -> Vec<usize> {
    let mut seen = HashSet::from([puzzle.goal()]);
    let mut layer = vec![puzzle.goal()];
    let mut histogram = Vec::new();
    while !layer.is_empty() {
        histogram.push(layer.len());
        let mut next = Vec::new();
        for &state in &layer {
            for m in puzzle.moves(state) {
                let after = puzzle.apply(state, m);
                if seen.insert(after) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    histogram
}

/// The number of boards at each distance, computed by breadth-first search over ranks alone.
fn ranked_histogram(puzzle: &Tiles<u64>) -> Vec<usize> {
    let mut seen = vec![false; puzzle.size() as usize];
    let mut layer = vec![puzzle.rank(puzzle.goal())];
    seen[layer[0] as usize] = true;
    let mut histogram = Vec::new();
    while !layer.is_empty() {
        histogram.push(layer.len());
        let mut next = Vec::new();
        for &rank in &layer {
            puzzle.successor_ranks(rank, |after| {
                if !std::mem::replace(&mut seen[after as usize], true) {
                    next.push(after);
                }
            });
        }
        layer = next;
    }
    histogram
}

/// The published number of boards at each distance, for each size.
fn published() -> Vec<((usize, usize), Vec<usize>)> {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/tiles/histograms.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(" | ");
            let (rows, columns) = parts.next().unwrap().split_once('x').unwrap();
            let counts = parts.nth(1).unwrap().split(' ');
            (
                (rows.parse().unwrap(), columns.parse().unwrap()),
                counts.map(|n| n.parse().unwrap()).collect(),
            )
        })
        .collect()
}

#[test]
fn histograms_are_those_published() {
    for ((rows, columns), expected) in published() {
        // Larger boards have too many states for a routine test.
        if rows * columns > 10 {
            continue;
        }
        for (rows, columns) in [(rows, columns), (columns, rows)] {
            for goal in GOALS {
                let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
                assert_eq!(ranked_histogram(&puzzle), expected, "{rows}x{columns}");
                if rows * columns < 10 {
                    assert_eq!(histogram(&puzzle), expected, "{rows}x{columns}");
                }
            }
        }
    }
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 9), (16, 1)] {
        for goal in GOALS {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            assert_eq!(ranked_histogram(&puzzle), vec![1; rows * columns]);
            assert_eq!(histogram(&puzzle), vec![1; rows * columns]);
        }
    }
    assert_eq!(
        histogram(&Tiles::<u128>::new(3, 3, BlankGoal::BlankFirst).unwrap()),
        histogram(&Tiles::<[u8; 64]>::new(3, 3, BlankGoal::BlankLast).unwrap()),
    );
}

/// The ranks of the successors, computed with states instead of ranks.
fn plain_successors(puzzle: &Tiles<u64>, rank: u64) -> Vec<u64> {
    let state = puzzle.unrank(rank);
    puzzle
        .moves(state)
        .map(|m| puzzle.rank(puzzle.apply(state, m)))
        .collect()
}

fn successors(puzzle: &Tiles<u64>, rank: u64) -> Vec<u64> {
    let mut ranks = Vec::new();
    puzzle.successor_ranks(rank, |after| ranks.push(after));
    ranks
}

#[test]
fn ranks_number_exactly_the_boards_that_can_be_solved() {
    for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 2), (1, 7)] {
        for goal in GOALS {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            let mut states = HashSet::new();
            for rank in 0..puzzle.size() {
                let state = puzzle.unrank(rank);
                assert_eq!(puzzle.rank(state), rank);
                assert!(states.insert(state));
                let board = puzzle.board(state).unwrap();
                assert_eq!(witness(&board, goal), None, "{board}");
                assert_eq!(
                    successors(&puzzle, rank),
                    plain_successors(&puzzle, rank),
                    "{board}"
                );
            }
            let reachable: usize = histogram(&puzzle).iter().sum();
            assert_eq!(puzzle.size(), reachable as u64);
        }
    }
}

#[test]
fn ranks_of_large_boards() {
    for (rows, columns) in [
        (2, 5),
        (5, 2),
        (2, 6),
        (3, 4),
        (4, 3),
        (2, 7),
        (3, 5),
        (5, 3),
        (2, 8),
        (8, 2),
        (4, 4),
    ] {
        for goal in GOALS {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            let boards: u64 = (3..=(rows * columns) as u64).product();
            assert_eq!(puzzle.size(), boards);
            let spread = (0..5_000).map(|i| (u128::from(boards - 1) * i / 4_999) as u64);
            for rank in spread.chain(0..2_000).chain(boards - 2_000..boards) {
                let state = puzzle.unrank(rank);
                assert_eq!(puzzle.rank(state), rank);
                assert_eq!(
                    successors(&puzzle, rank),
                    plain_successors(&puzzle, rank),
                    "{rows}x{columns} {rank}"
                );
            }
        }
    }
}

#[test]
fn successors_of_many_are_those_of_each() {
    for (rows, columns) in [(1, 5), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)] {
        let puzzle = Tiles::<u64>::new(rows, columns, BlankGoal::BlankLast).unwrap();
        let size = puzzle.size();
        for stride in [1, 3, 100, 359, 360, 1_000, 8_641, size / 50 + 1] {
            let ranks: Vec<u64> = (0..size).step_by(stride as usize).take(4_000).collect();
            let mut many = Vec::new();
            puzzle.successor_ranks_of_all(&ranks, |after| many.push(after));
            let mut each: Vec<u64> = ranks
                .iter()
                .flat_map(|&rank| successors(&puzzle, rank))
                .collect();
            many.sort_unstable();
            each.sort_unstable();
            assert_eq!(many, each, "{rows}x{columns} {stride}");
        }
        puzzle.successor_ranks_of_all(&[], |_| panic!("nothing has no successors"));
    }
}

fn keep_the_laws<S: PackedTiles>(rows: usize, columns: usize, most: usize) {
    for goal in GOALS {
        let puzzle = Tiles::<S>::new(rows, columns, goal).unwrap();
        let manhattan = Manhattan::new(&puzzle);
        let laws = laws::check(&puzzle, [puzzle.goal()], most).unwrap();
        laws.goals().unwrap();
        laws.reverse().unwrap();
        laws.invertible().unwrap();
        laws.symmetric().unwrap();
        laws.admissible(&manhattan).unwrap();
        laws.consistent(&manhattan).unwrap();
        laws.notation().unwrap();
    }
}

#[test]
fn the_laws_hold() {
    let puzzle = Tiles::<u64>::new(3, 3, BlankGoal::BlankLast).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let laws = laws::check(&puzzle, [puzzle.goal()], 181_440).unwrap();
    assert!(laws.complete());
    laws.ranked().unwrap();
    laws.admissible(&manhattan).unwrap();
    laws.consistent(&manhattan).unwrap();
    laws.symmetric().unwrap();
    drop(laws);
    for (rows, columns) in [(1, 1), (1, 9), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4)] {
        keep_the_laws::<u64>(rows, columns, 2_000);
        keep_the_laws::<u128>(rows, columns, 500);
        keep_the_laws::<[u8; 64]>(rows, columns, 500);
    }
    keep_the_laws::<u128>(5, 5, 2_000);
    keep_the_laws::<[u8; 64]>(8, 8, 2_000);
    keep_the_laws::<[u8; 64]>(64, 1, 64);
    let large = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).unwrap();
    laws::check(&large, [large.goal()], 5_000)
        .unwrap()
        .ranked()
        .unwrap();
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    assert!(Tiles::<u64>::new(4, 4, BlankGoal::BlankLast).is_ok());
    assert!(Tiles::<u64>::new(1, 17, BlankGoal::BlankLast).is_err());
    assert!(Tiles::<u128>::new(5, 5, BlankGoal::BlankLast).is_ok());
    assert!(Tiles::<[u8; 64]>::new(8, 8, BlankGoal::BlankLast).is_ok());
    assert!(Tiles::<[u8; 64]>::new(0, 8, BlankGoal::BlankLast).is_err());
    let error = Tiles::<u128>::new(2, 13, BlankGoal::BlankLast).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a board of 2 rows and 13 columns: there can be 1 to 25 cells"
    );
}

/// On Korf's boards, the Manhattan distances equal the published ones, have the parity of the
/// length of the solution, and never exceed it.
#[test]
fn korfs_hundred_boards() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/golden/tiles/korf100.txt"
    );
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_ascii_whitespace().collect())
        .collect();
    assert_eq!(lines.len(), 100);
    let boards: Vec<String> = lines.iter().map(|words| words[4..].join(" ")).collect();
    let boards = read(&boards.join("\n")).unwrap();
    assert_eq!(boards.len(), 100);
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    for ((board, _), words) in boards.iter().zip(&lines) {
        let number = |word: usize| words[word].parse::<u32>().unwrap();
        let state = puzzle.state(board).unwrap();
        let start = manhattan.start(&puzzle, state);
        let bound = Heuristic::<Tiles<u64>>::bound(&manhattan, start);
        assert_eq!(bound, number(1));
        assert!(bound <= number(2) && bound % 2 == number(2) % 2);
        assert_eq!(witness(board, BlankGoal::BlankFirst), None);
        assert!(witness(board, BlankGoal::BlankLast).is_some() == (blank_parity(board) == 1));
        assert_eq!(puzzle.unrank(puzzle.rank(state)), state);
    }
}

/// A 4×4 board's number of pairs in the wrong order, row by row, plus the row of the blank, counted
/// from 1. By the textbook's rule for the goal with the blank in the last cell, the board can be
/// solved if this sum is even.
fn blank_parity(board: &TileBoard) -> usize {
    let cells = board.cells();
    let tiles: Vec<u8> = cells.iter().copied().filter(|&tile| tile != 0).collect();
    let blank = cells.iter().position(|&tile| tile == 0).unwrap();
    (parity::wrong_pairs(&tiles) + blank / 4 + 1) % 2
}

#[test]
fn a_drawing_of_another_size_is_refused() {
    let puzzle = Tiles::<u64>::new(2, 3, BlankGoal::BlankLast).unwrap();
    let message = |text: &str| {
        let faults = puzzle.parse(text).unwrap_err();
        let fault = &faults.as_slice()[0];
        (
            fault.span.clone(),
            fault.message.clone(),
            fault.label.clone(),
        )
    };
    let expected = || "expected 2 rows and 3 columns".to_owned();
    assert_eq!(puzzle.parse("1 2 3 4 5 _"), Ok(puzzle.goal()));
    assert_eq!(puzzle.parse("\n1 2 3\n4 5 0\n"), Ok(puzzle.goal()));
    assert_eq!(message(""), (0..0, "there is no board".into(), expected()));
    assert_eq!(
        message("1 2\n3 0"),
        (0..7, "a board of 2 rows and 2 columns".into(), expected())
    );
    assert_eq!(
        message("1 2 3\n4 5 _\n\n1 2 3 4 5 _"),
        (
            13..24,
            "there is more than one board".into(),
            "the second board".into()
        )
    );
    let moves = puzzle.parse_moves("ulRD, up Left").unwrap();
    let moves: Vec<BlankMove> = moves.into_iter().map(|(m, _)| m).collect();
    assert_eq!(
        moves,
        [
            BlankMove::Up,
            BlankMove::Left,
            BlankMove::Right,
            BlankMove::Down,
            BlankMove::Up,
            BlankMove::Left
        ]
    );
}

proptest! {
    /// Every board that is read can be drawn and read again, and the faults of any other text have
    /// ranges within the text.
    #[test]
    fn reading_never_panics(text in "[0-9_. \\r\\nxé\\x00]{0,60}") {
        match read(&text) {
            Ok(boards) => for (board, span) in boards {
                prop_assert!(text.get(span).is_some());
                let puzzle = Tiles::<[u8; 64]>::new(board.rows(), board.columns(), BlankGoal::BlankLast);
                let puzzle = puzzle.unwrap();
                let state = puzzle.parse(&board.to_string()).unwrap();
                prop_assert_eq!(puzzle.board(state).unwrap(), board);
            },
            Err(faults) => for fault in faults.as_slice() {
                prop_assert!(text.get(fault.span.clone()).is_some());
                for (span, _) in &fault.context {
                    prop_assert!(text.get(span.clone()).is_some());
                }
            },
        }
    }

    /// Whatever the board: moves preserve the witness, the packings and the bounds agree, and
    /// unranking the rank of a solvable board gives the board.
    #[test]
    fn moves_keep_what_they_should(
        columns in 1usize..=4,
        tiles in Just((0u8..16).collect::<Vec<_>>()).prop_shuffle(),
        blank_first: bool,
        walk in prop::collection::vec(0usize..4, 0..40),
    ) {
        let rows = 16 / columns / 2 + 1;
        let cells: Vec<u8> = tiles.into_iter().filter(|&t| usize::from(t) < rows * columns).collect();
        let board = TileBoard::new(rows, columns, cells).unwrap();
        let goal = GOALS[usize::from(blank_first)];
        let (small, large) = (
            Tiles::<u64>::new(rows, columns, goal).unwrap(),
            Tiles::<[u8; 64]>::new(rows, columns, goal).unwrap(),
        );
        let manhattan = Manhattan::new(&small);
        let mut state = small.state(&board).unwrap();
        let mut same = large.state(&board).unwrap();
        let mut cache = manhattan.start(&small, state);
        for choice in walk {
            let moves: Vec<BlankMove> = small.moves(state).collect();
            prop_assert!(large.moves(same).eq(moves.iter().copied()));
            let Some(&m) = moves.get(choice % moves.len().max(1)) else { break };
            let before = state;
            state = small.apply(state, m);
            same = large.apply(same, m);
            cache = manhattan.step(&small, cache, before, m, state);
            prop_assert_eq!(manhattan.start(&large, same), cache);
            prop_assert_eq!(small.apply(small.apply(state, small.inverse(m)), m), state);
        }
        let now = small.board(state).unwrap();
        prop_assert_eq!(large.board(same).unwrap(), now.clone());
        prop_assert_eq!(witness(&now, goal).is_some(), witness(&board, goal).is_some());
        let kept = small.unrank(small.rank(state)) == state;
        prop_assert_eq!(kept, witness(&now, goal).is_none());
    }
}

/// On large boards, the description of each sequence takes kilobytes. The limit on memory counts
/// these bytes.
#[test]
fn sequences_of_large_boards_keep_the_memory_limit() {
    let puzzle = Tiles::<[u8; 64]>::new(8, 8, BlankGoal::BlankLast).unwrap();
    let reach = PruningLimits {
        moves: 8,
        sequences: 1 << 14,
    };
    let states = |memory| {
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        let automaton = Automaton::find(&puzzle, reach, &mut Meter::new(&limits));
        automaton.unwrap().states()
    };
    assert!(states(Some(16 << 20)) < states(None));
}
