//! The readers of other programs' puzzle files on arbitrary text: what they read
//! can be drawn and written, what they refuse has its place in the text.
//!
//! The input is a file, JSON if it begins with `{`; a line `%%` parts it from boards.
#![no_main]

use fewest::drawn::PuzzleFile;
use fewest_ground::reduction::Starts;
use fewest_formats::{pddl, psvn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let (text, boards) = input.split_once("\n%%\n").unwrap_or((input, ""));
    let read = if text.trim_start().starts_with('{') {
        PuzzleFile::from_kpuzzle(text)
    } else {
        PuzzleFile::from_psvn("fuzz", text)
    };
    let told = |faults: &[fewest_rules::Fault], text: &str| {
        assert!((1..=20).contains(&faults.len()));
        for fault in faults {
            assert!(text.get(fault.span.clone()).is_some(), "{fault:?}");
            for (span, _) in &fault.context {
                assert!(text.get(span.clone()).is_some(), "{fault:?}");
            }
        }
    };
    match read {
        Ok(file) => {
            let _ = psvn::write(file.ground(), Starts::Any);
            match file.boards(boards) {
                Ok(read) => {
                    for (board, span) in read.into_iter().take(3) {
                        assert!(boards.get(span).is_some());
                        let drawn = board.layout.draw(&board.start);
                        let again = board.layout.parse(&drawn).expect("what is drawn can be read");
                        assert_eq!(again, board.start);
                        let _ = pddl::write(&board.ground, &board.start);
                    }
                }
                Err(faults) => told(faults.as_slice(), boards),
            }
        }
        Err(faults) => told(&faults, text),
    }
});
