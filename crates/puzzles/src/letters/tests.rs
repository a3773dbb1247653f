use super::{BoardLetters, Letters};
use fewest_rules::Faults;

static ALPHABET: BoardLetters = BoardLetters::new(b"bwo", "B, W or O", "help", &[(b'0', "hint")]);

/// The boards of `text` as letters, and the faults that follow them.
fn read(text: &[u8], end: bool) -> (Vec<String>, usize, Option<Faults>) {
    let mut letters = Letters::new(&ALPHABET, text, 0, end);
    let mut boards = Vec::new();
    loop {
        match letters.next() {
            Ok(Some(board)) => {
                let cells = board
                    .cells
                    .map(|cell| char::from(b"bwo"[usize::from(cell)]));
                let written: String = text[board.span]
                    .iter()
                    .filter(|byte| !byte.is_ascii_whitespace())
                    .map(|byte| char::from(byte.to_ascii_lowercase()))
                    .collect();
                assert_eq!(written, String::from_iter(cells), "the span is the board's");
                boards.push(written);
            }
            Ok(None) => return (boards, letters.position(), None),
            Err(faults) => return (boards, letters.position(), Some(faults)),
        }
    }
}

/// The fault of `text` as "start..end message: label".
fn fault(text: impl AsRef<[u8]>) -> String {
    let text = text.as_ref();
    let (_, _, faults) = read(text, true);
    let faults = faults.unwrap_or_else(|| panic!("{:?} is taken", text.escape_ascii().to_string()));
    let [fault] = faults.as_slice() else {
        panic!("one fault: {faults}")
    };
    assert!(fault.help.is_some() || fault.message.contains("cut short"));
    format!("{:?} {}: {}", fault.span, fault.message, fault.label)
}

#[test]
fn every_layout_is_read() {
    for text in [
        "bwbo\nwbwb\nbwbw\nwbwo\n",
        "BWBO\r\nWBWB\r\nBWBW\r\nWBWO\r\n",
        "bwbo\nwbwb\nbwbw\nwbwo",
        "bwbo wbwb bwbw wbwo\n",
        "bwbo wbwb\nbwbw\twbwo\n",
        "b w b o\nw b w b\nb w b w\nw b w o\n",
        "b w b o w b w b b w b w w b w o\n",
        "bwbowbwbbwbwwbwo\n",
        "\n \r\n  bwbo  \n\n\nwbwb\nb w  b w \n \nwbwo   \n\n\n",
        "bwbo w b w b\nbwbw\nw b w o",
    ] {
        let (boards, position, faults) = read(text.as_bytes(), true);
        assert_eq!(boards, ["bwbowbwbbwbwwbwo"], "{text:?}: {faults:?}");
        assert_eq!((position, faults), (text.len(), None), "{text:?}");
    }
}

#[test]
fn boards_follow_each_other_anyhow() {
    let text = "bwbowbwbbwbwwbwo bwbo wbwb bwbw wbwo b w b o\nw b w b b w b w\n\nw b w o b w b o\
                \nwbwb\nbwbw wbwo bwbowbwbbwbwwbwo";
    let (boards, position, faults) = read(text.as_bytes(), true);
    assert_eq!(boards, ["bwbowbwbbwbwwbwo"; 5]);
    assert_eq!((position, faults), (text.len(), None));
}

#[test]
fn a_board_is_complete_once_a_byte_follows_it() {
    for text in [
        "bwbo\nwbwb\nbwbw\nwbwo",
        "b w b o w b w b b w b w w b w o",
        "bwbowbwbbwbwwbwo",
    ] {
        for length in 0..=text.len() {
            let (boards, position, faults) = read(&text.as_bytes()[..length], false);
            assert_eq!(
                (boards.len(), position, faults),
                (0, 0, None),
                "{length} of {text:?}"
            );
        }
        for after in [" ", "\r", "\n", "\t"] {
            let text = format!("{text}{after}");
            assert_eq!(read(text.as_bytes(), false).0.len(), 1, "{text:?}");
        }
        assert_eq!(read(text.as_bytes(), true).0.len(), 1, "{text:?}");
    }
}

#[test]
fn blanks_between_boards_are_done_with_as_they_come() {
    let flood = " \r\n\t\n".repeat(100_000);
    assert_eq!(read(flood.as_bytes(), false), (vec![], flood.len(), None));
    assert_eq!(read(flood.as_bytes(), true), (vec![], flood.len(), None));
}

#[test]
fn ragged_rows_are_named() {
    for (text, expected) in [
        (
            "bwbow\nbwb\nbwbw\nwbwo\n",
            "4..5 row 1 has 5 cells, a row has 4: a cell too many",
        ),
        (
            "b w b\nb w b w\nb w b w\nw b w o\n",
            "5..5 row 1 has 3 cells, a row has 4: a cell is missing here",
        ),
        (
            "b w b o\nw b w b\nb w b w\nw b w\n",
            "29..29 row 4 has 3 cells, a row has 4: a cell is missing here",
        ),
        (
            "b w b o w\nb w b\nb w b w\nw b w o\n",
            "9..9 row 2 has 1 cell, a row has 4: 3 cells are missing here",
        ),
        (
            "bwbo\nwbwbwbw\nbwbw\nwbwo\n",
            "9..12 row 2 has 7 cells, a row has 4: 3 cells too many",
        ),
        (
            "bwbo\nwbwb\nb\nwbwo\n",
            "11..11 row 3 has 1 cell, a row has 4: 3 cells are missing here",
        ),
        (
            "bwbo\nwbwb\nbwbw\nwbwow\n",
            "15..20 row 4 has more than 4 cells: expected a row of 4",
        ),
    ] {
        assert_eq!(fault(text), expected, "{text:?}");
    }
}

#[test]
fn runs_of_other_lengths_are_refused() {
    for (text, expected) in [
        (
            "bwbo wbwb bwbw w bwo",
            "17..17 row 4 has some cells run together and some apart: a blank is missing here, or there is one too many",
        ),
        (
            "bwbowbwbbwbwwbwow\n",
            "0..17 row 1 has more than 16 cells: expected a row of 4",
        ),
        (
            "bwbowbwb\nbwbwwbwo\n",
            "4..8 row 1 has 8 cells, a row has 4: 4 cells too many",
        ),
        (
            "bwbo bwbowbwbbwbwwbwo\n",
            "5..18 row 2 has more than 12 cells: expected a row of 4",
        ),
        (
            "b bwb bwbowbwb\n",
            "2..2 row 1 has some cells run together and some apart: a blank is missing here, or there is \
             one too many",
        ),
    ] {
        assert_eq!(fault(text), expected, "{text:?}");
    }
    let flood = "b".repeat(1_000_000);
    let (_, _, found) = read(flood.as_bytes(), false);
    let found = found.expect("a flood of letters is refused before it ends");
    assert!(found.to_string().contains("more than 16 cells"), "{found}");
}

#[test]
fn a_letter_beside_a_run_is_refused() {
    let (boards, _, found) = read(b"bwbowbwbbwbwwbwo b\n", true);
    assert_eq!(boards.len(), 1);
    assert!(
        found
            .unwrap()
            .to_string()
            .starts_with("row 1 has 1 cell, a row has 4")
    );
}

#[test]
fn a_board_cut_short_says_how_much_is_there() {
    for (text, expected) in [
        (
            "bwbowbwbbwbww",
            "13..13 the board is cut short: 13 of 16 letters: expected 3 more",
        ),
        (
            "bwbo\nwbwb\nbwbw\nw",
            "16..16 the board is cut short: 13 of 16 letters: expected 3 more",
        ),
        (
            "b w b o w b w b b w b w w b w",
            "29..29 the board is cut short: 15 of 16 letters: expected 1 more",
        ),
        (
            "bwbo\nwbwb\n\n\n",
            "9..9 the board is cut short: 8 of 16 letters: expected 8 more",
        ),
        (
            "bwbo\nw",
            "6..6 the board is cut short: 5 of 16 letters: expected 11 more",
        ),
    ] {
        assert_eq!(fault(text), expected, "{text:?}");
    }
}

#[test]
fn an_unknown_symbol_is_named() {
    for (text, expected) in [
        (&b"bxbo\nw0wb"[..], "1..2 unknown cell symbol 'x'"),
        (b"bwbo\nw0wb\nbw", "6..7 unknown cell symbol '0'"),
        (
            "bwbo\nwbwbé\nbwbw".as_bytes(),
            "9..11 unknown cell symbol 'é'",
        ),
        (b"bwbo\nw\0wb\nbwbw", "6..7 unknown cell symbol '\\0'"),
        (b"bwbo\nwb\xffb\nbwbw", "7..8 unknown cell symbol byte 0xff"),
        (
            b"bwbo\nb\xef\xbb\xbfw\nbwbw",
            "6..9 unknown cell symbol '\\u{feff}'",
        ),
        (b"bwbo\nwb\xc3\n", "7..8 unknown cell symbol byte 0xc3"),
        (b"b x b o\nw b w\n", "2..3 unknown cell symbol 'x'"),
        (b"bwbowbwbbwbwwbwo\0", "16..17 unknown cell symbol '\\0'"),
    ] {
        let expected = format!("{expected}: expected B, W or O");
        assert_eq!(
            fault(text),
            expected,
            "{:?}",
            text.escape_ascii().to_string()
        );
    }
    let help = |text: &[u8]| read(text, true).2.unwrap().as_slice()[0].help.clone();
    assert_eq!(help(b"bxbo w0wb bwbw wbwo"), Some("help".to_owned()));
    assert_eq!(help(b"bwbo w0wb bwbw wbwo"), Some("hint".to_owned()));
}

#[test]
fn a_fault_is_the_same_however_the_text_comes() {
    for text in [
        &b"bwx\nwbwbb\nbwbw\nwbwo\nb"[..],
        b"bwbo\nb\xef\xbb\xbfw\nbwbw",
        b"bwb\n\nxxxx\nxxxx\nxxxx\n",
    ] {
        let whole = read(text, true);
        assert!(whole.2.is_some());
        let refused = (0..=text.len()).map(|length| read(&text[..length], false));
        let mut refused = refused.skip_while(|read| read.2.is_none()).peekable();
        assert!(refused.peek().is_some());
        assert!(refused.all(|read| read == whole));
    }
}
