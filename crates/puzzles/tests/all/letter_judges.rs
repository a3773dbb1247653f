//! Tests the judges that read 16-letter boards: the test data of the contests, every flip board in
//! many layouts, and invalid input.

#![allow(clippy::unwrap_used)]

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use fewest_puzzles::flip::judge::Poj1753;
use fewest_puzzles::four_in_a_row::Codevs1004;
use fewest_puzzles::judge::Judge;
use fewest_rules::Faults;
use proptest::prelude::*;

/// The output of a judge, the number of cases it read, and the faults it reported, with positions
/// counted from the start of the input.
type Verdict = (String, u64, Option<Faults>);

/// Feeds `input` to `judge` in steps of `piece` more bytes.
fn feed(judge: &mut dyn Judge, input: &[u8], piece: usize) -> Verdict {
    let (mut start, mut fed, mut cases) = (0, 0, 0);
    let mut out = Vec::new();
    loop {
        let end = fed == input.len();
        match judge.answer(&input[start..fed], end, &mut out) {
            Ok(taken) => {
                assert!(!taken.finished);
                start += taken.bytes;
                cases += taken.cases;
            }
            Err(faults) => {
                let out = String::from_utf8(out).unwrap();
                return (out, cases, Some(faults.shifted(start)));
            }
        }
        if end {
            assert_eq!(start, input.len(), "everything is taken");
            return (String::from_utf8(out).unwrap(), cases, None);
        }
        fed = input.len().min(fed + piece);
    }
}

fn packs(judge: &mut dyn Judge, name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/golden")
        .join(name);
    let mut packs = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let input = fs::read(&path).unwrap();
        let expected = fs::read_to_string(path.with_extension("out")).unwrap();
        for piece in [input.len(), 1, 7] {
            let (out, cases, faults) = feed(judge, &input, piece);
            assert_eq!(
                (&out, faults),
                (&expected, None),
                "{path:?}, {piece} bytes at a time"
            );
            assert_eq!(cases, out.lines().count() as u64);
        }
        packs += 1;
    }
    assert!(packs >= 28, "only {packs} packs in {name}");
}

#[test]
fn the_flip_packs_are_answered() {
    packs(&mut Poj1753::new(), "flip");
}

#[test]
fn the_four_in_a_row_packs_are_answered() {
    packs(&mut Codevs1004::default(), "four");
}

/// Computes the fewest presses of each board, by breadth-first search from the two goals.
fn flip_oracle() -> Vec<Option<u32>> {
    let mut fewest = vec![None; 1 << 16];
    let mut queue = VecDeque::from([0usize, 0xffff]);
    fewest[0] = Some(0);
    fewest[0xffff] = Some(0);
    while let Some(board) = queue.pop_front() {
        for row in 0..4i32 {
            for column in 0..4i32 {
                let mut next = board;
                for (r, c) in [(0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let (r, c) = (row + r, column + c);
                    if (0..4).contains(&r) && (0..4).contains(&c) {
                        next ^= 1 << (4 * r + c);
                    }
                }
                if fewest[next].is_none() {
                    fewest[next] = fewest[board].map(|moves: u32| moves + 1);
                    queue.push_back(next);
                }
            }
        }
    }
    fewest
}

/// Writes a board in one of many layouts; the text ends in a blank.
fn lay_out(board: usize, layout: usize) -> String {
    let cell = |i: usize| if board >> i & 1 == 1 { 'b' } else { 'w' };
    let (within, between, after) = [
        ("", "\n", "\n"),
        ("", "\n", "\n\n"),
        ("", "\r\n", "\r\n"),
        ("", "\r\n", "\r\n\r\n"),
        ("", " ", "\n"),
        ("", " ", " "),
        ("", "", "\n"),
        ("", "", "\r\n"),
        ("", "", " "),
        (" ", "\n", "\n"),
        (" ", " ", "\n"),
        (" ", "\r\n", "\r\n"),
        ("\t", "  \n\n ", " \n"),
        ("", "  \r\n", "  \r\n \r\n"),
    ][layout % 14];
    let mut text = String::new();
    for i in 0..16 {
        text.push(cell(i));
        text.push_str(match i {
            15 => after,
            _ if i % 4 == 3 => between,
            _ => within,
        });
    }
    if layout >= 14 {
        text.make_ascii_uppercase();
    }
    text
}
const LAYOUTS: usize = 28;

#[test]
fn every_flip_board_is_answered_in_every_layout() {
    let expected: String = flip_oracle()
        .into_iter()
        .map(|moves| moves.map_or("Impossible\n".to_owned(), |moves| format!("{moves}\n")))
        .collect();
    let mut judge = Poj1753::new();
    for layout in 0..LAYOUTS {
        let input: String = (0..1 << 16).map(|board| lay_out(board, layout)).collect();
        let (out, cases, faults) = feed(&mut judge, input.as_bytes(), 1 << 15);
        assert_eq!((cases, faults), (1 << 16, None), "layout {layout}");
        assert!(out == expected, "layout {layout}");
    }
    let mixed: String = (0..1 << 16)
        .map(|board| lay_out(board, board % 29))
        .collect();
    assert!(feed(&mut judge, mixed.as_bytes(), 1 << 15).0 == expected);
}

#[test]
fn no_board_is_no_case() {
    for input in ["", "\n", " \r\n\n\t "] {
        for judge in [
            &mut Poj1753::new() as &mut dyn Judge,
            &mut Codevs1004::default(),
        ] {
            for piece in [1, 100] {
                let verdict = feed(judge, input.as_bytes(), piece);
                assert_eq!(verdict, (String::new(), 0, None), "{input:?}");
            }
        }
    }
}

/// Returns the faults of the board `bad`, which follows a valid one, with positions counted from
/// its own start. Checks that the faults do not depend on the pieces in which the input arrives,
/// and that the judge answers the valid board.
fn refused(flip: bool, bad: &[u8]) -> Vec<String> {
    let good = if flip {
        &b"bwwb\nbbwb\nbwwb\nbwww\n"[..]
    } else {
        b"BWBO\nWBWB\nBWBW\nWBWO\n"
    };
    let input = [good, bad].concat();
    let mut verdicts = [1, 5, input.len()].map(|piece| {
        let mut judge: Box<dyn Judge> = if flip {
            Box::new(Poj1753::new())
        } else {
            Box::new(Codevs1004::default())
        };
        feed(judge.as_mut(), &input, piece)
    });
    assert_eq!(verdicts[0].2, verdicts[1].2);
    assert_eq!(verdicts[0].2, verdicts[2].2);
    let (out, _, faults) = &mut verdicts[2];
    assert_eq!(out, if flip { "4\n" } else { "5\n" });
    let faults = faults.take().expect("it is refused");
    let place = |span: &std::ops::Range<usize>| span.start - good.len()..span.end - good.len();
    faults
        .as_slice()
        .iter()
        .map(|fault| format!("{:?} {}", place(&fault.span), fault.message))
        .collect()
}

#[test]
fn malformed_flip_boards_are_refused() {
    for (bad, expected) in [
        (
            &b"bwwbb\nbbw\nbwwb\nbwww\n"[..],
            "4..5 row 1 has 5 cells, a row has 4",
        ),
        (
            b"bwwb\nbbwb\nbwwb\nbww\n",
            "18..18 row 4 has 3 cells, a row has 4",
        ),
        (
            b"bwwb\nbbwb\nbwwb\nbww",
            "18..18 the board is cut short: 15 of 16 letters",
        ),
        (
            b"bwwb\nbbwb\nbwwb\nb",
            "16..16 the board is cut short: 13 of 16 letters",
        ),
        (b"bwwbbbwb\n", "4..8 row 1 has 8 cells, a row has 4"),
        (b"bwwbbbwbbwwbbwwww\n", "0..17 row 1 has more than 16 cells"),
        (b"bwwb\nbbxb\nbww\0\nbwww\n", "7..8 unknown cell symbol 'x'"),
        (b"bwwb\nbb0b\nbwwb\n1www\n", "7..8 unknown cell symbol '0'"),
        (
            b"bwwb\nbb\xffb\nbwwb\nbwww\n",
            "7..8 unknown cell symbol byte 0xff",
        ),
        (
            b"\xef\xbb\xbfbwwb\nbbwb\nbwwb\nbwww\n",
            "0..3 unknown cell symbol '\\u{feff}'",
        ),
        (b"bwwb,bbwb,bwwb,bwww\n", "4..5 unknown cell symbol ','"),
    ] {
        assert_eq!(refused(true, bad), [expected], "{}", bad.escape_ascii());
    }
}

#[test]
fn malformed_four_in_a_row_boards_are_refused() {
    for (bad, expected) in [
        (
            &b"BWBO\nWBWB\nBWBB\nWBWO\n"[..],
            "0..19 the board has 8 B, 6 W and 2 O",
        ),
        (
            b"OOOOOOOOOOOOOOOO\n",
            "0..16 the board has 0 B, 0 W and 16 O",
        ),
        (b"BWB0\nWBWB\nBWBW\nWBW0\n", "3..4 unknown cell symbol '0'"),
        (
            b"BWBO\nWBWB\nBWBW\nWBW",
            "18..18 the board is cut short: 15 of 16 letters",
        ),
        (
            b"BWBO\nWBWB\nBWB\nWBWO\n",
            "13..13 row 3 has 3 cells, a row has 4",
        ),
    ] {
        assert_eq!(refused(false, bad), [expected], "{}", bad.escape_ascii());
    }
    // The boards of a contest do not say whose turn it is.
    assert_eq!(
        refused(false, b"turn:\n")[0],
        "0..1 unknown cell symbol 't'"
    );
    let (_, _, faults) = feed(&mut Codevs1004::default(), b"BWB0\nWBWB\nBWBW\nWBWO\n", 1);
    let help = faults.unwrap().as_slice()[0].help.clone();
    assert_eq!(
        help.as_deref(),
        Some("the blank is the letter O, not the digit 0")
    );
}

/// Generates bytes that are often almost a board.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let symbol = prop::sample::select(b"wbWBoO  \n\n\r\tx0\x00\xff\xc3\xa9".to_vec());
    let board = (any::<u16>(), 0..LAYOUTS)
        .prop_map(|(board, layout)| lay_out(board.into(), layout).into_bytes());
    let piece = prop_oneof![
        6 => board,
        1 => prop::collection::vec(symbol, 0..30),
        1 => prop::collection::vec(any::<u8>(), 0..6),
        1 => Just(b"BWBOWBWBBWBWWBWO ".to_vec()),
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_bytes_are_answered_or_refused_however_they_come(input in bytes(), piece in 1usize..40) {
        for judge in [&mut Poj1753::new() as &mut dyn Judge, &mut Codevs1004::default()] {
            let whole = feed(judge, &input, input.len().max(1));
            let in_pieces = feed(judge, &input, piece);
            prop_assert_eq!(&whole.0, &in_pieces.0);
            prop_assert_eq!(&whole.2, &in_pieces.2);
            if let Some(faults) = whole.2 {
                for fault in faults.as_slice() {
                    prop_assert!(fault.span.end <= input.len());
                }
            }
        }
    }
}
