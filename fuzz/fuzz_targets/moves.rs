//! Every reader of moves on arbitrary text, on each puzzle's example board.
#![no_main]

use fewest::families;
use fewest::PuzzleOptions;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for family in families() {
        let read = |metric: Option<&str>| {
            let options = PuzzleOptions {
                metric: metric.map(str::to_owned),
                ..PuzzleOptions::default()
            };
            family.read(family.info().example, &options)
        };
        let boards = read(None).expect("the example can be read");
        // Not every puzzle has this metric.
        let boards = boards.into_iter().chain(read(Some("multi")).unwrap_or_default());
        for (board, _) in boards {
            match board.replay(text) {
                Ok(replayed) => assert!(replayed.illegal.is_none() || !replayed.reaches_goal),
                Err(faults) => assert!(!faults.as_slice().is_empty()),
            }
        }
    }
});
