//! The reader of puzzle files on arbitrary text: what it reads can be drawn and
//! read back, what it refuses has its place in the text.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match fewest_lang::read(text) {
        Ok((file, warnings)) => {
            for warning in warnings {
                assert!(text.get(warning.span).is_some());
            }
            let expected = file.expects().iter().map(|expect| expect.board.clone());
            for board in file.start().into_iter().chain(expected) {
                let drawn = board.layout.draw(&board.start);
                let again = board.layout.parse(&drawn).expect("what is drawn can be read");
                assert_eq!(again, board.start);
            }
            // A puzzle file is hardly ever a board, but it may hold one.
            let _ = file.boards(text);
        }
        Err(faults) => {
            assert!(!faults.is_empty());
            for fault in faults {
                assert!(text.get(fault.span).is_some());
            }
        }
    }
});
