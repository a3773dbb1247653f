//! Every board reader on arbitrary text: what it reads can be drawn and solved
//! under limits, what it refuses can be shown.
#![no_main]

use std::time::Duration;

use fewest::diagnose::{Source, render};
use fewest::families;
use fewest_rules::Limits;
use fewest::PuzzleOptions;
use fewest::api::ReadError;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, input)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let families = families();
    let family = families[usize::from(choice) % families.len()];
    let options = PuzzleOptions {
        colours: (choice > 200 && family.info().name == "flip").then_some(choice % 35 + 2),
        ..PuzzleOptions::default()
    };
    let limits = Limits {
        time: Some(Duration::from_millis(50)),
        memory: Some(64 << 20),
        ..Limits::default()
    };
    match family.read(text, &options) {
        Ok(boards) => {
            for (board, span) in boards.iter().take(3) {
                assert!(span.end <= text.len());
                board.positions(&[]);
                board.solve_with(&limits.clone().into()).expect("the best algorithm fits");
            }
        }
        Err(ReadError::Text(faults)) => {
            assert!(!faults.as_slice().is_empty());
            render(&Source::whole("fuzz", text.as_bytes()), &faults, false);
        }
        Err(ReadError::Option(message)) => panic!("{message}"),
    }
});
