//! The readers of levels on arbitrary text: what they read can be solved under limits, what they refuse
//! has its place in the text.
#![no_main]

use std::time::Duration;

use fewest::PuzzleOptions;
use fewest::api::ReadError;
use fewest_rules::Limits;
use fewest::AnyPuzzle;
use fewest_formats::sokoban;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, input)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let name = ["sokoban", "rush-hour", "tiles"][usize::from(choice) % 3];
    let puzzle = AnyPuzzle::named(name).expect("it is built in or of the library");
    // Solving is not what is tested, and takes most of the time.
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        memory: Some(64 << 20),
        states: Some(100),
        ..Limits::default()
    };
    match puzzle.family().read(text, &PuzzleOptions::default()) {
        Ok(boards) => {
            for (board, span) in boards.iter().take(3) {
                assert!(text.get(span.clone()).is_some());
                if let Ok(answer) = board.solve_with(&limits.clone().into())
                    && let Some(moves) = answer.outcome.moves()
                    && let Some(lurd) = board.lurd(moves)
                {
                    assert!(board.replay(&lurd).expect("it is LURD").reaches_goal);
                }
                // Most texts are no moves.
                let _ = board.replay(text);
            }
        }
        Err(ReadError::Text(faults)) => {
            assert!((1..=20).contains(&faults.as_slice().len()));
            for fault in faults.as_slice() {
                assert!(text.get(fault.span.clone()).is_some(), "{fault:?}");
            }
        }
        Err(ReadError::Option(message)) => panic!("{message}"),
    }
    let _ = sokoban::read_lurd(text);
});
