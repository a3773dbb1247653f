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

/// The faults of `text` as "start..end message: label".
fn faults(text: impl AsRef<[u8]>) -> Vec<String> {
    let text = text.as_ref();
    let (_, _, faults) = read(text, true);
    let faults = faults.unwrap_or_else(|| panic!("{:?} is taken", text.escape_ascii().to_string()));
    faults
        .as_slice()
        .iter()
        .map(|fault| format!("{:?} {}: {}", fault.span, fault.message, fault.label))
        .collect()
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
    assert_eq!(
        faults("bwbow\nbwb\nbwbw\nwbwo\n"),
        [
            "4..5 row 1 has 5 cells, a row has 4: 1 cell too many",
            "9..9 row 2 has 3 cells, a row has 4: a cell is missing here",
        ]
    );
    assert_eq!(
        faults("b w b o w\nb w b\nb w b w\nw b w o\n"),
        [
            "8..9 row 1 has 5 cells, a row has 4: 1 cell too many",
            "15..15 row 2 has 3 cells, a row has 4: a cell is missing here",
        ]
    );
    assert_eq!(
        faults("b w b o\nw b w b\nb w b w\nw b w\n"),
        ["29..29 row 4 has 3 cells, the rows above have 4: a cell is missing here"]
    );
    assert_eq!(
        faults("bwbo\nwbwbwbw\nbwbw\nwbwo\n"),
        ["9..12 row 2 has 7 cells, the row above has 4: 3 cells too many"]
    );
    assert_eq!(
        faults("bwbo\nwbwb\nb\nwbwo\n"),
        ["11..11 row 3 has 1 cell, the rows above have 4: 3 cells are missing here"]
    );
    assert_eq!(
        faults("bwbo w\nwbwb\nbwbw\nwbwo\n"),
        ["5..6 row 1 has 5 cells, a row has 4: 1 cell too many"]
    );
    let text = "bwbo\nwbwb\nbwbw\nwbw\n";
    let found = read(text.as_bytes(), true).2.unwrap();
    assert_eq!(
        found.as_slice()[0].context,
        [(10..14, "4 cells".to_owned())]
    );
    assert!(found.as_slice()[0].help.is_some());
}

#[test]
fn runs_of_other_lengths_are_refused() {
    assert_eq!(
        faults("bwbowbwbbwbwwbwow\n"),
        ["0..17 row 1 is a run of 17 letters: expected a row of 4 or a board of 16"]
    );
    assert_eq!(
        faults("bwbowbwb\nbwbwwbwo\n"),
        [
            "0..8 row 1 is a run of 8 letters: expected a row of 4 or a board of 16",
            "9..17 row 2 is a run of 8 letters: expected a row of 4",
        ]
    );
    assert_eq!(
        faults("bwbo bwbowbwbbwbwwbwo\n"),
        ["5..21 row 2 is a run of 16 letters: expected a row of 4",]
    );
    assert_eq!(
        faults("b bwbowbwbbwbwwbwo\nbwbo\nbwbo\n"),
        ["1..1 row 1 has 1 cell, a row has 4: 3 cells are missing here"]
    );
    let flood = "b".repeat(1_000_000);
    let (_, _, found) = read(flood.as_bytes(), false);
    let found = found.expect("a flood of letters is refused before it ends");
    assert!(
        found.to_string().contains("more than 64 letters"),
        "{found}"
    );
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
    assert_eq!(
        faults("bwbowbwbbwbww"),
        ["13..13 the board is cut short: 13 of 16 letters: 3 letters are missing here"]
    );
    assert_eq!(
        faults("bwbo\nwbwb\nbwbw\nw"),
        ["16..16 the board is cut short: 13 of 16 letters: 3 letters are missing here"]
    );
    assert_eq!(
        faults("b w b o w b w b b w b w w b w"),
        ["29..29 the board is cut short: 15 of 16 letters: a letter is missing here"]
    );
    assert_eq!(
        faults("bwbo\nwbwb\n\n\n"),
        ["9..9 the board is cut short: 8 of 16 letters: 8 letters are missing here"]
    );
    assert_eq!(
        faults("bwbo\nw"),
        ["6..6 the board is cut short: 5 of 16 letters: 11 letters are missing here"]
    );
}

#[test]
fn every_unknown_symbol_is_named_and_the_shape_is_left_alone() {
    assert_eq!(
        faults("bxbo\nw0wbé\nbw\0w\nwbwo\n"),
        [
            "1..2 unknown cell symbol 'x': expected B, W or O",
            "6..7 unknown cell symbol '0': expected B, W or O",
            "9..11 unknown cell symbol 'é': expected B, W or O",
            "14..15 unknown cell symbol '\\0': expected B, W or O",
        ]
    );
    assert_eq!(
        faults(b"bwbo\nwb\xffb\nb\xef\xbb\xbfw\nwb\xc3\n"),
        [
            "7..8 unknown cell symbol byte 0xff: expected B, W or O",
            "11..14 unknown cell symbol '\\u{feff}': expected B, W or O",
            "18..19 unknown cell symbol byte 0xc3: expected B, W or O",
        ]
    );
    let (_, _, found) = read(b"bxbo w0wb bwbw wbwo", true);
    let helps: Vec<_> = found
        .unwrap()
        .as_slice()
        .iter()
        .map(|f| f.help.clone())
        .collect();
    assert_eq!(helps, [Some("help".to_owned()), Some("hint".to_owned())]);
    assert_eq!(
        faults("b x b o\nw b w\nb w b w\nb w b w\n"),
        [
            "2..3 unknown cell symbol 'x': expected B, W or O",
            "13..13 row 2 has 3 cells, the row above has 4: a cell is missing here",
        ]
    );
    assert_eq!(faults("\0".repeat(1_000_000)).len(), 16);
}

#[test]
fn a_faulty_board_is_read_to_its_end_before_it_is_refused() {
    let text = "bwx\nwbwbb\nbwbw\nwbwo\nb";
    for length in 0..20 {
        assert_eq!(
            read(&text.as_bytes()[..length], false),
            (vec![], 0, None),
            "{length}"
        );
    }
    let whole = read(text.as_bytes(), true).2;
    assert!(
        whole
            .as_ref()
            .is_some_and(|faults| faults.as_slice().len() == 2)
    );
    assert_eq!(read(text.as_bytes(), false).2, whole);
    // A blank line ends a malformed board.
    let (_, _, found) = read(b"bwb\n\nxxxx\nxxxx\nxxxx\n", true);
    assert_eq!(found.unwrap().as_slice().len(), 1);
}
