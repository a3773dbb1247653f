//! What the shell asks of a board, asked of boards of files.

use std::num::NonZeroUsize;

use fewest::Family;
use fewest::drawn::{Drawn, Expectation};
use fewest::{Algorithm, Expected, PuzzleOptions, SolveOptions};
use fewest_rules::{Limits, Outcome, Proof, StopReason};

use crate::drawn::{ROOT, boards, drawn, length};

/// Examples on which every algorithm that fits answers at once.
const SMALL: [&str; 11] = [
    "atoms",
    "flip",
    "four-in-a-row",
    "four-knights",
    "ice",
    "lights-three-colours",
    "pancake",
    "rotation",
    "sokoban",
    "wall-pusher",
    "rush-hour",
];

#[test]
fn boards_are_solved_compared_counted_filmed_and_explained() {
    let limits = Limits {
        memory: Some(1 << 28),
        time: Some(std::time::Duration::from_secs(2)),
        ..Limits::default()
    };
    for name in SMALL {
        let drawn = drawn(name);
        let own = drawn.own_board(&PuzzleOptions::default()).unwrap().unwrap();
        let mut all: Vec<_> = drawn
            .expectations()
            .into_iter()
            .map(|expectation| (expectation.board, expectation.expected))
            .collect();
        let first = all[0].1;
        all.push((own, first));
        for (board, expected) in all {
            let comparison = board.compare(&limits).unwrap();
            assert!(comparison.rows.len() >= 2, "{name}");
            let found = length(&board);
            let wanted = match expected {
                Expected::Moves(moves) | Expected::Both(moves, _) => Some(moves as usize),
                Expected::Unsolvable => None,
            };
            assert_eq!(found, wanted, "{name}");
            let explanation = board.explain_within(&limits).unwrap();
            assert!(!explanation.text.is_empty(), "{name}");
            assert!(!board.properties().is_empty(), "{name}");
            let Outcome::Solved { moves } = explanation.answer.outcome else {
                let none = board.first_solutions(1, &limits);
                assert_eq!(none, Ok((0_u8.into(), Vec::new())), "{name}");
                continue;
            };
            // Every algorithm finds the same solution, the first of all.
            for row in &comparison.rows {
                if let Some(other) = row.answer.outcome.moves() {
                    assert_eq!(other, moves, "{name} {}", row.algorithm);
                }
            }
            let (count, first) = board.first_solutions(1, &limits).unwrap();
            assert_eq!(first, std::slice::from_ref(&moves), "{name}");
            assert!(count >= 1_u8.into());
            let film = board.positions(&moves).unwrap();
            assert_eq!(film.len(), moves.len() + 1);
            assert_eq!(length(&boards(&drawn, &film[moves.len()])[0]), Some(0));
        }
    }
}

#[test]
fn limits_stop_with_a_true_bound() {
    let fifteen = drawn("fifteen");
    let board = fifteen
        .own_board(&PuzzleOptions::default())
        .unwrap()
        .unwrap();
    for states in [0, 1, 100, 300_000, 700_000] {
        // Several threads of IDA* look at this limit only every few thousand states.
        let limits = Limits {
            states: Some(states),
            threads: NonZeroUsize::new(1),
            ..Limits::default()
        };
        let report = board.solve_with(&limits.clone().into()).unwrap();
        let Outcome::Stopped {
            lower_bound,
            reason,
        } = report.outcome
        else {
            panic!("{states} states are too few: {:?}", report.outcome);
        };
        assert_eq!(reason, StopReason::States);
        assert!(lower_bound <= 57 && report.statistics.expanded <= states);
    }
    let limits = Limits {
        time: Some(std::time::Duration::from_millis(50)),
        memory: Some(1 << 24),
        ..Limits::default()
    };
    let report = board.solve_with(&limits.clone().into()).unwrap();
    assert!(report.statistics.peak_bytes <= 1 << 24);
    assert!(
        matches!(
            report.outcome,
            Outcome::Stopped {
                reason: StopReason::Time,
                ..
            }
        ),
        "{:?}",
        report.outcome
    );
}

#[test]
fn what_cannot_be_is_proven_by_what_never_changes() {
    let proof = |drawn: &Drawn, text: &str| {
        let board = boards(drawn, text).remove(0);
        match board.solve().unwrap().outcome {
            Outcome::Unsolvable(Proof::Invariant(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    // Loyd's board: fourteen and fifteen have changed places.
    let loyd = "_ 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 15 14";
    let why = proof(&drawn("fifteen"), loyd);
    assert!(why.contains("in every goal even"), "{why}");
    let why = proof(&drawn("eight"), "2 1 3\n4 5 6\n7 8 _");
    assert!(why.contains("in the wrong order"), "{why}");
    let why = proof(&drawn("lights-out"), "*....\n.....\n.....\n.....\n.....");
    assert!(why.contains("modulo 2"), "{why}");
    let why = proof(&drawn("four-knights"), "W . W\n. . .\nB . W");
    assert!(why.contains("as many of each symbol"), "{why}");
}

#[test]
fn moves_of_one_letter_may_be_run_together() {
    let rotation = drawn("rotation");
    let board = rotation
        .own_board(&PuzzleOptions::default())
        .unwrap()
        .unwrap();
    assert!(board.letter_moves());
    for text in ["AC", "A C", "a, c"] {
        assert!(board.replay(text).unwrap().reaches_goal, "{text}");
    }
    let faults = board.replay("AX").unwrap_err();
    assert_eq!(faults.faults()[0].span, 1..2);
    let flip = drawn("flip");
    let board = flip.own_board(&PuzzleOptions::default()).unwrap().unwrap();
    let replayed = board.replay("R1C1 r1c2 r2c2 r4c3").unwrap();
    assert!(replayed.reaches_goal && replayed.illegal.is_none());
}

#[test]
fn options_of_other_puzzles_are_refused() {
    let flip = drawn("flip");
    let options = PuzzleOptions {
        goal: Some("white".to_owned()),
        ..PuzzleOptions::default()
    };
    assert!(flip.read("wwww", &options).is_err());
    assert!(flip.own_board(&options).is_err());
    assert!(flip.space(None, &options).is_err());
    assert!(flip.space(Some("4x4"), &PuzzleOptions::default()).is_err());
    assert!(flip.space_of_board("", &PuzzleOptions::default()).is_err());
}

#[test]
fn lower_bounds_go_by_name() {
    let eight = drawn("eight");
    let named = |name: &str| {
        let heuristic = Some(name.to_owned());
        let options = PuzzleOptions {
            heuristic,
            ..PuzzleOptions::default()
        };
        eight.own_board(&options).map(Option::unwrap)
    };
    let own = eight.own_board(&PuzzleOptions::default()).unwrap().unwrap();
    assert_eq!(own.heuristics(), ["travel", "patterns"]);
    for (name, method) in [
        ("travel", "sum of 8 distances"),
        ("patterns", "pattern database"),
    ] {
        let answer = named(name).unwrap().solve().unwrap();
        assert!(
            answer.method.to_string().contains(method),
            "{}",
            answer.method
        );
        assert_eq!(answer.outcome.moves().map(<[_]>::len), Some(31));
    }
    let missing = named("balance").unwrap().solve();
    let why = missing.unwrap_err().to_string();
    assert!(why.contains("no heuristic balance"), "{why}");
    let Err(unknown) = named("manhattan") else {
        panic!("it goes by another name");
    };
    assert!(
        unknown.to_string().contains("expected travel, balance"),
        "{unknown}"
    );
}

#[test]
fn the_readme_s_puzzle_is_the_example_and_is_as_it_says() {
    let example = std::fs::read_to_string(format!("{ROOT}/examples/crates.fewest")).unwrap();
    for page in ["README.md", "docs/designers.md"] {
        let page = std::fs::read_to_string(format!("{ROOT}/{page}")).unwrap();
        assert!(page.contains(&format!("```fewest\n{example}```\n")));
    }
    let (crates, warnings) = Drawn::read("example.fewest", &example).unwrap();
    assert_eq!(warnings, []);
    let expectations = crates.expectations();
    assert_eq!(expectations.len(), 1);
    for Expectation {
        board, expected, ..
    } in expectations
    {
        assert_eq!(expected, Expected::Moves(3));
        assert_eq!(length(&board), Some(3));
    }
}

/// All that moves do here is to leave the board as it is, so that none is tried.
#[test]
fn moves_that_do_nothing_are_searched_in_depth() {
    let text = "
puzzle f
symbols a b _
board 2x2
move m0(dir)
  [b | _] -> [b | _]
  [b | _] -> [_ | a]
  [b | ?x | ?y] -> [a | _ | ?y]
move m1(cell)
  down [not a | not _ | a] -> [b | _ | b]
goal board
  a _
  a _
start
  b _
  a b
";
    let (family, _) = Drawn::read("idle.fewest", text).unwrap();
    let board = family
        .own_board(&PuzzleOptions::default())
        .unwrap()
        .unwrap();
    let best = board.solve().unwrap();
    assert!(
        matches!(best.outcome, Outcome::Unsolvable(_)),
        "{:?}",
        best.outcome
    );
    let limits = Limits {
        states: Some(1 << 16),
        ..Limits::default()
    };
    let deep = board
        .solve_with(&SolveOptions {
            algorithm: Some(Algorithm::Iddfs),
            ..limits.clone().into()
        })
        .unwrap();
    assert_eq!(deep.outcome.moves(), None);
}
