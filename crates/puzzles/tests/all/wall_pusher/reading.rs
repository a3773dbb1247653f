//! Tests that drawings and numbers can be read back, and the faults of malformed texts.

use fewest_puzzles::wall_pusher::{Maze, WallPusher, read};
use fewest_rules::Notation;
use proptest::prelude::*;

use crate::wall_pusher::judge::{judged, judged_bytewise};
use crate::wall_pusher::oracle::Random;

pub(crate) const GOOD: &str =
    "2 3\n10 2 10 10 2 6\n3 12 11 14 9 4\n13 15 3 6 15 13\n14 11 12 9 14 11\n";

#[test]
fn both_notations_are_read_back() {
    let mut random = Random(5);
    let mut text = String::new();
    let mut mazes = Vec::new();
    for i in 0..300 {
        let (rows, columns) = (1 + random.below(6) as usize, 1 + random.below(7) as usize);
        let maze = random.maze(rows, columns, i % 70, i % 9);
        for written in [maze.draw(), maze.numbers()] {
            assert_eq!(
                read(&written).unwrap(),
                [(maze.clone(), 0..written.len())],
                "{written}"
            );
            text += &written;
            text += if i % 2 == 0 { "\n\n" } else { "\r\n \r\n" };
            mazes.push(maze.clone());
        }
    }
    let read = read(&text).unwrap();
    assert!(read.iter().map(|(maze, _)| maze).eq(&mazes));
    for (maze, span) in read {
        assert_eq!(
            fewest_puzzles::wall_pusher::read(&text[span]).unwrap()[0].0,
            maze
        );
    }
}

#[test]
fn drawings_may_be_narrow_indented_and_trimmed() {
    let maze = |text: &str| {
        read(text)
            .unwrap_or_else(|faults| panic!("{faults}"))
            .remove(0)
            .0
    };
    let canonical = "+---+---+\n| @     |\n+   +---+\n        |\n+---+---+";
    for text in [
        "+-+-+\n|@  |\n+ +-+\n    |\n+-+-+\n",
        "+--+--+\n|@    |\n+  +--+\n      |\n+--+--+",
        "  +---+---+\n  | @     |  \n  +   +---+\n          |\n  +---+---+\n\n\n",
    ] {
        assert_eq!(maze(text).draw(), canonical);
    }
    // Drawing keeps a completely empty row distinct from the blank line that ends a maze.
    let open = "+   +\n  @  \n+   +\n  .  \n+   +";
    assert_eq!(maze(open).draw(), open);
    assert_eq!(read("").unwrap(), []);
    assert_eq!(read(" \r\n\n").unwrap(), []);
}

/// Returns every fault of the first invalid maze: the text that its span covers, and its message.
fn faults(text: &str) -> Vec<(String, String)> {
    let faults = read(text).unwrap_err();
    faults
        .as_slice()
        .iter()
        .map(|fault| {
            for (span, _) in &fault.context {
                assert!(text.get(span.clone()).is_some());
            }
            (text[fault.span.clone()].to_owned(), fault.message.clone())
        })
        .collect()
}

fn assert_fault(text: &str, spot: &str, message: &str) {
    let faults = faults(text);
    assert!(
        faults
            .iter()
            .any(|(at, what)| at == spot && what.contains(message)),
        "{text}: {faults:?}"
    );
}

#[test]
fn malformed_drawings_are_refused_with_the_place() {
    let good = "+---+---+\n| @     |\n+---+---+\n";
    assert!(read(good).is_ok());
    for (text, spot, message) in [
        (
            "+---+---+\n| x     |\n+---+---+\n",
            "x",
            "unknown symbol 'x'",
        ),
        (
            "+---+---+\n| \u{e9}     |\n+---+---+\n",
            "\u{e9}",
            "unknown symbol 'é'",
        ),
        (
            "+---+---+\n| @ \0   |\n+---+---+\n",
            "\0",
            "unknown symbol '\\0'",
        ),
        (
            "+---+---+\n|\t@     |\n+---+---+\n",
            "\t",
            "unknown symbol '\\t'",
        ),
        (
            "+---+---+\n|       |\n+---+---+\n",
            "+---+---+",
            "no player",
        ),
        ("+---+---+\n| @   @ |\n+---+---+\n", "@", "second player"),
        ("+---+---+\n| @ @   |\n+---+---+\n", "@", "not in a cell"),
        (
            "+---+---+\n| @ | - |\n+---+---+\n",
            "-",
            "a wall where none can be",
        ),
        (
            "+---+---+\n| @ +   |\n+---+---+\n",
            "+",
            "a post where none can be",
        ),
        ("+---+---+\n| @     |\n+-- +---+\n", "-- ", "half a wall"),
        ("+---+---+\n| @     |\n+---+---\n", "", "a post is missing"),
        (
            "+---+---+\n| @     |   |\n+---+---+\n",
            "|",
            "a wall where none can be",
        ),
        ("+---+---+\n| @     |\n", "", "without a line of posts"),
        ("+---+---+\n", "", "without a line of posts"),
        ("@\n", "@", "cannot begin"),
        ("+\n@\n+", "+", "only one post"),
        ("++\n@\n++", "+", "too close"),
    ] {
        assert_fault(text, spot, message);
    }
    let two = faults("+---+---+\n| x   y |\n+---+---+\n");
    assert_eq!(two.len(), 2, "{two:?}");
    let shifted = read(&format!("{good}\n{good}\n+---+\n| ? |\n+---+")).unwrap_err();
    assert_eq!(
        shifted.as_slice()[0].span,
        2 * good.len() + 10..2 * good.len() + 11
    );
    let wide = format!("{0}\n\n{0}\n", "+---".repeat(256) + "+");
    assert_fault(
        &wide.replace("\n\n", "\n|@\n"),
        wide.lines().next().unwrap(),
        "too large",
    );
}

#[test]
fn malformed_numbers_are_refused_with_the_place() {
    assert!(read(GOOD).is_ok());
    for (from, to, spot, message) in [
        ("2 3\n", "0 3\n", "0", "column 0 is outside"),
        ("2 3\n", "2 0\n", "0", "row 0 is outside"),
        ("2 3\n", "7 3\n", "7", "column 7 is outside"),
        ("2 3\n", "2 5\n", "5", "row 5 is outside"),
        ("13 15", "16 15", "16", "cell r3c1 cannot be 16"),
        ("13 15", "999999999 15", "999999999", "cannot be 999999999"),
        ("13 15", "1000000000 15", "1000000000", "more than 9 digits"),
        ("13 15", "13 x", "x", "unexpected 'x'"),
        ("13 15", "13,15", ",", "unexpected ','"),
        ("13 15", "-1 15", "-", "unexpected '-'"),
        ("13 15", "13 \0", "\0", "unexpected '\\0'"),
        ("13 15", "13 \u{e9}", "\u{e9}", "unexpected 'é'"),
        ("14 11\n", "14\n", "", "23 of its 24 cells"),
        (
            "13 15 3",
            "9 15 3",
            "15",
            "r3c2 has a wall to the west, but its neighbour r3c1 has none",
        ),
        (
            "13 15 3",
            "13 11 3",
            "3",
            "r3c3 has a wall to the west, but its neighbour r3c2 has none",
        ),
    ] {
        // The text is checked in rows, and also as one line, which only the contest's layout
        // allows.
        let text = GOOD.replace(from, to);
        let line = text.replace('\n', " ");
        if spot.is_empty() {
            assert_fault(
                &text,
                "14 11 12 9 14",
                "row 4 has 5 cells, the rows above have 6",
            );
        } else {
            assert_fault(&text, spot, message);
        }
        assert_fault(&line, spot, message);
        for input in [text, line] {
            let whole = judged(input.as_bytes()).unwrap_err();
            let told = whole
                .as_slice()
                .iter()
                .any(|fault| fault.message.contains(message));
            assert!(told, "{input}: {whole}");
            assert!(judged_bytewise(input.as_bytes()).is_err());
        }
    }
    let all = faults(&GOOD.replace("2 3\n", "9 9\n").replace("13 15 3", "9 77 3"));
    assert_eq!(all.len(), 3, "{all:?}");
    assert!(judged(b"0").is_err() && judged(b"3").is_err() && judged(b"0 1").is_err());
    assert_eq!(judged(b"").unwrap(), "");
    assert_eq!(judged(b" \r\n").unwrap(), "");
}

#[test]
fn other_sizes_and_loose_layouts_are_read_as_numbers() {
    let three = "2 1\n3 2 6\n9 8 12\n";
    let mazes = read(&format!("{three}{three}\n{GOOD}{GOOD}0 0\n{three}")).unwrap();
    let sizes: Vec<_> = mazes
        .iter()
        .map(|(maze, _)| (maze.rows(), maze.columns()))
        .collect();
    assert_eq!(sizes, [(2, 3), (2, 3), (4, 6), (4, 6)]);
    // The contest's numbers are readable with any line breaks.
    let words: Vec<_> = GOOD.split_ascii_whitespace().collect();
    for width in 1..=27 {
        let loose: Vec<_> = words.chunks(width).map(|line| line.join(" ")).collect();
        let mazes = read(&loose.join("\n")).unwrap();
        assert_eq!(mazes[0].0.numbers() + "\n", GOOD, "{width}");
    }
    assert_eq!(
        read(&GOOD.replace('\n', "\n\n")).unwrap()[0].0.numbers() + "\n",
        GOOD
    );
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[-+|@. 0-9\\nx\\r\u{e9}]{0,200}") {
        check_any(&text);
    }

    #[test]
    fn any_change_to_a_maze_is_read_or_refused(at in 0usize..100, symbol in any::<char>()) {
        for text in [GOOD.to_owned(), read(GOOD).unwrap()[0].0.draw()] {
            let mut symbols: Vec<char> = text.chars().collect();
            let at = at % symbols.len();
            symbols[at] = symbol;
            let text: String = symbols.into_iter().collect();
            check_any(&text);
            let _ = judged(text.as_bytes());
        }
    }
}

/// Checks that all spans lie within `text` and on character boundaries, whatever `text` is.
pub(crate) fn check_any(text: &str) {
    match read(text) {
        Ok(mazes) => {
            for (maze, span) in mazes {
                assert!(text.get(span).is_some());
                assert_eq!(read(&maze.draw()).unwrap()[0].0, maze);
            }
        }
        Err(faults) => {
            assert!(!faults.as_slice().is_empty());
            for fault in faults.as_slice() {
                assert!(text.get(fault.span.clone()).is_some(), "{text:?} {fault:?}");
                for (span, _) in &fault.context {
                    assert!(text.get(span.clone()).is_some(), "{text:?} {fault:?}");
                }
            }
        }
    }
    let (puzzle, _) = WallPusher::<1>::of(&Maze::new(2, 2, (0, 0)).unwrap()).unwrap();
    let _ = puzzle.parse(text);
}
