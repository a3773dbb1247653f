//! The readers of other programs' puzzle files on arbitrary text: what they read
//! can be drawn and written, what they refuse has its place in the text.
#![no_main]

use lang::PuzzleFile;
use lang::compiled::Starts;
use lang::exchange::{pddl, psvn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|texts: (bool, &str, &str)| {
    let (json, text, boards) = texts;
    let read = if json {
        PuzzleFile::from_kpuzzle(text)
    } else {
        PuzzleFile::from_psvn("fuzz", text)
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
                Err(faults) => {
                    for fault in faults.as_slice() {
                        assert!(boards.get(fault.span.clone()).is_some());
                    }
                }
            }
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults {
                assert!(text.get(fault.span).is_some());
            }
        }
    }
});
