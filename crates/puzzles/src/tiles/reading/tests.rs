//! Tests of the reader.

use super::*;

fn drawn(text: &str) -> Vec<(String, Range<usize>)> {
    let boards = read(text).unwrap();
    let drawn = boards.into_iter();
    drawn
        .map(|(board, span)| (board.to_string(), span))
        .collect()
}

fn faults(text: &str) -> Vec<Fault> {
    let faults = read(text).unwrap_err();
    for fault in faults.as_slice() {
        assert!(text.get(fault.span.clone()).is_some(), "{text:?} {fault:?}");
    }
    faults.as_slice().to_vec()
}

/// The range, the message and the label of each fault.
fn told(text: &str) -> Vec<(Range<usize>, String, String)> {
    let faults = faults(text).into_iter();
    faults.map(|f| (f.span, f.message, f.label)).collect()
}

#[test]
fn rows_are_lines_and_blank_lines_part_boards() {
    assert_eq!(drawn(""), []);
    assert_eq!(drawn(" \r\n\n\t\n"), []);
    assert_eq!(drawn("0"), [("_".into(), 0..1)]);
    assert_eq!(drawn("3 1\n. 2\n"), [("3 1\n_ 2".into(), 0..7)]);
    assert_eq!(
        drawn("\n 1 02\r\n _\t3 \r\n \r\n1 2 3 _\n\n1\n2\n00"),
        [
            ("1 2\n_ 3".into(), 2..12),
            ("1 2 3 _".into(), 18..25),
            ("1\n2\n_".into(), 27..33)
        ]
    );
}

#[test]
fn square_boards_stand_on_a_line() {
    let text = "1 2 3 4 5 6 7 8 _\n";
    assert_eq!(drawn(text), [("1 2 3\n4 5 6\n7 8 _".into(), 0..17)]);
    let korf = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3";
    let board = "14 13 15  7\n11 12  9  5\n 6  _  2  1\n 4  8 10  3";
    let text = format!("{korf}\r\n{korf}\n{korf}\n\n{korf}");
    let found = drawn(&text);
    assert_eq!(found.len(), 4);
    for (drawn, span) in found {
        assert_eq!(drawn, board);
        assert_eq!(&text[span], korf);
    }
    // A row of a 2×16 board may even contain all of 0 to 15.
    let row: Vec<String> = (16..32).map(|n: u8| n.to_string()).collect();
    let found = read(&format!("{korf}\n{}", row.join(" "))).unwrap();
    assert_eq!((found[0].0.rows(), found[0].0.columns()), (2, 16));
    let found = read("1 2 3 4\n5 6 7 0").unwrap();
    assert_eq!((found[0].0.rows(), found[0].0.columns()), (2, 4));
}

#[test]
fn all_faults_of_a_board_are_told_and_both_places() {
    let found = faults("1 2 3\n4 2 6\n7 _ 9\n\nx");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].message, "two tiles 2");
    assert_eq!(found[0].span, 8..9);
    assert_eq!(found[0].context, [(2..3, "the first one".into())]);
    assert_eq!(found[0].help.as_deref(), Some("the tiles 5, 8 are missing"));
    assert_eq!(found[1].message, "there is no tile 9");
    assert_eq!(found[1].label, "a board of 9 cells has the tiles 1 to 8");

    assert_eq!(
        told("1 2\n3 4"),
        [
            (
                6..7,
                "there is no tile 4".into(),
                "a board of 4 cells has the tiles 1 to 3".into()
            ),
            (
                7..7,
                "no cell is blank".into(),
                "one cell is 0, _ or .".into()
            ),
        ]
    );
    let found = faults("_ 2\n0 .");
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].span.clone(), &found[0].message[..]),
        (4..5, "two blanks")
    );
    assert_eq!(found[1].context, [(0..1, "the first one".into())]);
    assert_eq!(found[0].help.as_deref(), Some("the tiles 1, 3 are missing"));
    assert_eq!(
        faults("1 1\n_ 2")[0].help.as_deref(),
        Some("tile 3 is missing")
    );
    assert_eq!(told("7")[0].2, "a board of 1 cell has the blank alone");
}

#[test]
fn ragged_rows_show_the_first() {
    let found = faults("1 2 3\n4 5\n6 7 _ 8 9");
    assert_eq!(found.len(), 2);
    assert_eq!(found[0].message, "row 2 has 2 cells, the row above has 3");
    assert_eq!(
        (found[0].span.clone(), &found[0].label[..]),
        (9..9, "a cell is missing here")
    );
    assert_eq!(found[0].context, [(0..5, "3 cells".into())]);
    assert_eq!(found[1].message, "row 3 has 5 cells, the rows above have 3");
    assert_eq!(
        (found[1].span.clone(), &found[1].label[..]),
        (16..19, "2 cells too many")
    );
    let line = "1 2 3 4 5 6 7 8 _";
    let found = faults(&format!("{line}\n{line}\n1 2 3 4 5 6 7 _"));
    assert_eq!(found.len(), 1);
    assert_eq!(
        found[0].message,
        "a line of 8 cells, the first board's line has 9"
    );
    assert_eq!(found[0].context, [(0..17, "9 cells".into())]);
}

#[test]
fn foreign_words_are_quoted_in_part() {
    let found = told("1 -2\n\u{0}é 3.5");
    let messages: Vec<&str> = found.iter().map(|(_, message, _)| &message[..]).collect();
    assert_eq!(
        messages,
        [
            "unknown cell '-2'",
            "unknown cell '\\0é'",
            "unknown cell '3.5'"
        ]
    );
    assert_eq!(found[1].0, 5..8);
    assert_eq!(found[0].2, "expected a number, or _ for the blank");
    assert!(told(&"9".repeat(1 << 20))[0].1.len() < 100);
    assert!(told(&"ß".repeat(1 << 20))[0].1.len() < 100);
    assert_eq!(told("4294967296 0")[0].1, "there is no tile 4294967296");
    assert_eq!(faults(&"x x x x x\n".repeat(10)).len(), MOST_FAULTS);
}

#[test]
fn boards_that_are_too_large_end_early() {
    for text in [
        "1 ".repeat(1 << 20),
        "1\n".repeat(1 << 20),
        "1 2 3 4 5 6 7 8 9 0\n".repeat(7),
    ] {
        let found = faults(&text);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].message, "a board of more than 64 cells");
    }
    let board = TileBoard::new(8, 8, (0..64).collect()).unwrap();
    assert_eq!(read(&board.to_string()).unwrap()[0].0, board);
}

#[test]
fn commas_slashes_brackets_and_sizes() {
    let board = |text: &str| {
        let boards = read(text).unwrap();
        assert_eq!(boards.len(), 1, "{text}");
        boards[0].0.to_string()
    };
    let wide = board("1 2 3\n4 0 5\n");
    for text in [
        "1,2,3/4,0,5",
        "1 2 3 / 4 x 5\n",
        "1,2,3\n4,X,5\n",
        "[[1,2,3],[4,0,5]]",
        "[[1, 2, 3],\n [4, 0, 5]]\n",
        "[\n  [1, 2, 3],\n  [4, 0, 5]\n]\n",
        "3x2:1,2,3,4,0,5\n",
    ] {
        assert_eq!(board(text), wide, "{text}");
    }
    for text in [
        "[[1,2,3],[4,0,5]], [[4,0,5],[1,2,3]]",
        "[[1,2,3],[4,0,5]]\n[[4,0,5],[1,2,3]]\n",
        "1,2,3/4,0,5\n4,0,5/1,2,3\n",
        "3x2:1,2,3,4,0,5\n3x2:4,0,5,1,2,3\n",
    ] {
        let boards = read(text).unwrap();
        assert_eq!(boards.len(), 2, "{text}");
        assert_eq!(boards[0].0.to_string(), wide);
        assert!(text[boards[1].1.clone()].starts_with('4'), "{text}");
    }
}

#[test]
fn a_size_that_the_cells_do_not_fit_is_a_fault() {
    for text in ["3x2:1,2,3,4,0", "2x2:1,2,3,0,4", "0x2:", "9x9:1,0", "3x2:"] {
        assert!(read(text).is_err(), "{text}");
    }
}
