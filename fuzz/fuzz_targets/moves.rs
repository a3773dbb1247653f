//! Every reader of moves on arbitrary text, on each puzzle's example board.
#![no_main]

use fewest::families;
use fewest::api::PuzzleOptions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for family in families() {
        let boards = family
            .read(family.info().example, &PuzzleOptions::default())
            .expect("the example can be read");
        for (board, _) in boards {
            match board.replay(text) {
                Ok(replayed) => assert!(replayed.illegal.is_none() || !replayed.reaches_goal),
                Err(faults) => assert!(!faults.as_slice().is_empty()),
            }
        }
    }
});
