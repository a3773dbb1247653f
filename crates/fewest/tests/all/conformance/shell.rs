//! The shell over every puzzle: what it picks by itself agrees with all that it
//! can be asked for, and limits are limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fewest::{Algorithm, PuzzleOptions, SolveOptions, families, family};
use fewest_rules::{Limits, Outcome, StopReason};

#[test]
fn examples_are_read_drawn_compared_and_explained() {
    for family in families() {
        let card = family.info();
        let boards = family
            .read(card.example, &PuzzleOptions::default())
            .unwrap();
        assert_eq!(boards.len(), 1, "{}", card.name);
        let board = &boards[0].0;
        let comparison = board.compare(&Limits::default()).unwrap();
        // One row an algorithm, and one for each bound where there is a choice.
        let rows = board.algorithms().into_iter().map(|algorithm| {
            let informed = matches!(algorithm, Algorithm::AStar | Algorithm::IdaStar);
            let bounds = if informed {
                board.heuristics().len()
            } else {
                1
            };
            bounds.max(1)
        });
        assert_eq!(comparison.rows.len(), rows.sum::<usize>(), "{}", card.name);
        let best = board.solve().unwrap();
        let moves = best.outcome.moves().unwrap();
        assert_eq!(Some(moves.len()), comparison.length(), "{}", card.name);
        let film = board.positions(moves).unwrap();
        assert_eq!(film.len(), moves.len() + 1, "{}", card.name);
        let replayed = board.replay(&moves.join(" ")).unwrap();
        assert!(
            replayed.reaches_goal && replayed.illegal.is_none(),
            "{}",
            card.name
        );
        assert!(
            !board
                .explain_within(&Limits::default())
                .unwrap()
                .text
                .is_empty(),
            "{}",
            card.name
        );
    }
}

/// A hard board of each puzzle, for which every algorithm takes a while.
const HARD: [(&str, &str); 4] = [
    ("flip", "wbwbb wwbwb bbbww wbwbw bwwbb"),
    ("four-in-a-row", "OOBBBWWBBWBWWBWW"),
    (
        "wall-pusher",
        "6 4\n3 6 3 6 3 6\n5 5 5 5 5 5\n5 5 5 5 5 5\n12 9 12 9 12 13",
    ),
    (
        "rotation",
        "1 2 3 2 2 1 1 1 1 1 3 3 2 2 3 3 2 2 3 3 1 2 3 1",
    ),
];

#[test]
fn every_limit_stops_every_algorithm_with_a_true_bound() {
    let raised = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let few = Limits {
        states: Some(3),
        ..Limits::default()
    };
    // Deepening goes on without a table where memory is short; time ends it.
    let small = Limits {
        memory: Some(300),
        time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let none = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    for (name, text) in HARD {
        let text = text.replace(" w", "\nw").replace(" b", "\nb");
        // What a board has tabulated once it knows without searching.
        let fresh = || {
            let boards = family(name).unwrap().read(&text, &PuzzleOptions::default());
            boards.unwrap().remove(0).0
        };
        let board = fresh();
        let best = board.solve().unwrap().outcome;
        for algorithm in board.algorithms() {
            for (limits, reason) in [
                (&raised, StopReason::Cancelled),
                (&none, StopReason::Time),
                (&few, StopReason::States),
                (&small, StopReason::Memory),
            ] {
                let report = fresh()
                    .solve_with(&SolveOptions {
                        algorithm: Some(algorithm),
                        ..limits.clone().into()
                    })
                    .unwrap();
                match report.outcome {
                    Outcome::Stopped {
                        lower_bound,
                        reason: stopped,
                    } => {
                        let late = reason == StopReason::Memory && stopped == StopReason::Time;
                        assert!(stopped == reason || late, "{name} {algorithm}: {stopped}");
                        if let Outcome::Solved { moves } = &best {
                            assert!(lower_bound as usize <= moves.len(), "{name} {algorithm}");
                        }
                    }
                    // A method that needs less than the limit may answer.
                    other => {
                        let enough = matches!(reason, StopReason::Memory | StopReason::States);
                        assert!(enough, "{name} {algorithm} {reason}: {other:?}");
                        assert_eq!(other.moves().map(<[_]>::len), best.moves().map(<[_]>::len));
                    }
                }
                if let Some(most) = limits.memory {
                    assert!(report.statistics.peak_bytes <= most, "{name} {algorithm}");
                }
                if let Some(most) = limits.states {
                    assert!(report.statistics.expanded <= most, "{name} {algorithm}");
                }
            }
        }
    }
}

#[test]
fn a_flag_raised_by_another_thread_stops_a_search() {
    let (name, text) = HARD[3];
    let boards = family(name)
        .unwrap()
        .read(text, &PuzzleOptions::default())
        .unwrap();
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits {
        cancel: Some(Arc::clone(&flag)),
        memory: Some(1 << 30),
        ..Limits::default()
    };
    let raiser = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(100));
        flag.store(true, Ordering::Relaxed);
    });
    let algorithm = "iddfs".parse().unwrap();
    let outcome = boards[0]
        .0
        .solve_with(&SolveOptions {
            algorithm: Some(algorithm),
            ..limits.clone().into()
        })
        .unwrap()
        .outcome;
    raiser.join().unwrap();
    assert!(
        matches!(outcome, Outcome::Stopped { reason: StopReason::Cancelled, lower_bound } if lower_bound <= 13),
        "{outcome:?}"
    );
}
