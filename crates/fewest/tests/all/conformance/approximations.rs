//! Approximations through the shell, against the fewest moves.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fewest::drawn::Drawn;
use fewest::{ApproximateSearch, PuzzleOptions, families, family};
use fewest::{Board, Family};
use fewest_rules::{Limits, Outcome, StopReason};
use fewest_search::{Approximate, Weight};

fn hows() -> impl Iterator<Item = ApproximateSearch> {
    let weights = [100, 120, 150, 500, 1_000_000];
    let widths = [1, 2, 10, 1_000];
    let weights = weights.map(|n| ApproximateSearch::Weight(Weight::per_cent(n).unwrap()));
    let widths = widths.map(|n| ApproximateSearch::Beam(NonZeroUsize::new(n).unwrap()));
    weights.into_iter().chain(widths)
}

/// Boards of each puzzle, near and far and without a solution.
fn boards() -> Vec<(String, Board)> {
    let mut texts: Vec<(&str, &str, Option<u8>)> = families()
        .iter()
        .map(|family| (family.info().name, family.info().example, None))
        .collect();
    texts.extend([
        ("flip", "bwbw\nwwww\nbbwb\nbwwb", None),
        ("flip", "bwb\nwbb\nwwb", None),
        ("flip", "0121\n1202\n2011", Some(3)),
        ("flip", "0123\n3210", Some(4)),
        ("four-in-a-row", "OOBBBWWBBWBWWBWW", None),
        (
            "wall-pusher",
            "2 3\n10 2 10 10 2 6\n3 12 11 14 9 4\n13 15 3 6 15 13\n14 11 12 9 14 11",
            None,
        ),
        ("wall-pusher", "+--+--+\n|@    |\n+--+--+", None),
        (
            "rotation",
            "1 1 1 1 1 1 1 1 2 2 2 2 2 2 2 2 3 3 3 3 3 3 3 3",
            None,
        ),
        ("tiles", "8 6 7\n2 5 4\n3 0 1", None),
        ("tiles", "1 2 3\n4 5 6\n8 7 0", None),
        ("tiles", "5 2 3 4\n1 0 6 7", None),
    ]);
    let read = |(name, text, colours)| {
        let options = PuzzleOptions {
            colours,
            ..PuzzleOptions::default()
        };
        let board = family(name)
            .unwrap()
            .read(text, &options)
            .unwrap()
            .remove(0);
        (format!("{name} {text:?}"), board.0)
    };
    texts.into_iter().map(read).chain(drawn()).collect()
}

/// The boards of small example files, one of them with no lower bound.
fn drawn() -> Vec<(String, Board)> {
    let files = [
        "atoms",
        "eight",
        "flip",
        "four-knights",
        "hanoi",
        "ice",
        "sokoban",
    ];
    let read = |name: &'static str| {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
        let text = std::fs::read_to_string(format!("{root}/{name}.fewest")).unwrap();
        let (drawn, _) = Drawn::read(name, &text).unwrap();
        let own = drawn.own_board(&PuzzleOptions::default()).unwrap();
        let expected = drawn.expectations().into_iter().map(|e| e.board);
        let boards: Vec<_> = own.into_iter().chain(expected).collect();
        boards
            .into_iter()
            .map(move |board| (name.to_owned(), board))
    };
    files.into_iter().flat_map(read).collect()
}

#[test]
fn approximations_are_solutions_and_say_only_what_is_true() {
    let limits = Limits::default();
    for (name, board) in boards() {
        let best = board.solve_with(&limits.clone().into()).unwrap().outcome;
        let fewest = best.moves().map(<[_]>::len);
        for how in hows() {
            let what = format!("{name}, {how}: fewest {fewest:?}");
            let answer = board.approximate(how, &limits).unwrap();
            match &answer.outcome {
                Approximate::Found(found) => {
                    let (length, fewest) = (found.moves().len(), fewest.expect(&what));
                    let replayed = board.replay(&found.moves().join(" ")).unwrap();
                    assert!(replayed.reaches_goal, "{what}: {found:?}");
                    assert!(found.lower_bound() as usize <= fewest, "{what}: {found}");
                    assert!(fewest <= length, "{what}: {found}");
                    if let ApproximateSearch::Weight(weight) = how {
                        assert_eq!(found.within(), Some(weight), "{what}");
                        let times = u64::from(weight.hundredths());
                        assert!(
                            length as u64 * 100 <= fewest as u64 * times,
                            "{what}: {found}"
                        );
                    }
                    let film = board.positions(found.moves()).unwrap();
                    assert_eq!(film.len(), length + 1, "{what}");
                }
                Approximate::Unsolvable(_) => {
                    assert!(matches!(best, Outcome::Unsolvable(_)), "{what}");
                }
                Approximate::Stopped {
                    lower_bound,
                    reason,
                } => {
                    assert!(matches!(how, ApproximateSearch::Beam(_)), "{what}");
                    assert_eq!(*reason, StopReason::Capacity, "{what}");
                    let bound = *lower_bound as usize;
                    assert!(fewest.is_none_or(|fewest| bound <= fewest), "{what}");
                }
            }
            // Only what is proven turns into an answer.
            let exact = matches!(how, ApproximateSearch::Weight(Weight::ONE));
            match answer.proven() {
                Ok(answer) => {
                    if let Some(moves) = answer.outcome.moves() {
                        assert_eq!(Some(moves.len()), fewest, "{what}");
                    }
                }
                Err(unproven) => {
                    assert!(!unproven.outcome.is_shortest(), "{what}");
                    assert!(!exact, "{what}");
                }
            }
        }
    }
}

#[test]
fn limits_stop_approximations_with_a_true_bound() {
    let raised = Limits {
        cancel: Some(Arc::new(AtomicBool::new(true))),
        ..Limits::default()
    };
    let few = Limits {
        states: Some(3),
        ..Limits::default()
    };
    let small = Limits {
        memory: Some(300),
        ..Limits::default()
    };
    let reasons = [
        (&raised, StopReason::Cancelled),
        (&few, StopReason::States),
        (&small, StopReason::Memory),
    ];
    for (name, board) in boards() {
        let best = board.solve().unwrap();
        let fewest = best.outcome.moves().map(<[_]>::len);
        for (how, (limits, reason)) in hows().flat_map(|how| reasons.map(|r| (how, r))) {
            let report = board.approximate(how, limits).unwrap();
            let what = format!("{name}, {how}, {reason}: {report:?}");
            match report.outcome {
                Approximate::Stopped {
                    lower_bound,
                    reason: stopped,
                } => {
                    let lost = stopped == StopReason::Capacity
                        && matches!(how, ApproximateSearch::Beam(_));
                    assert!(stopped == reason || lost, "{what}");
                    let bound = lower_bound as usize;
                    assert!(fewest.is_none_or(|fewest| bound <= fewest), "{what}");
                }
                // Some boards need less than the limit, or no search at all.
                Approximate::Found(found) => assert!(Some(found.moves().len()) >= fewest, "{what}"),
                Approximate::Unsolvable(_) => assert_eq!(fewest, None, "{what}"),
            }
            assert!(report.statistics.expanded <= limits.states.unwrap_or(u64::MAX));
            assert!(report.statistics.peak_bytes <= limits.memory.unwrap_or(u64::MAX));
        }
    }
}
