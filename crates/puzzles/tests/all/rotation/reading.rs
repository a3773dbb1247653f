use fewest_puzzles::rotation::{DigitBoard, Rotation, read};
use fewest_rules::{Fault, Notation};
use proptest::prelude::*;

use crate::rotation::oracle::{Random, line_of};

const GOOD: &str = "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3";

/// The valid board with its `place`-th number (from 1) replaced by `word`.
fn with(place: usize, word: &str) -> String {
    let mut words: Vec<&str> = GOOD.split(' ').collect();
    words[place - 1] = word;
    words.join(" ")
}

fn faults(text: &str) -> Vec<Fault> {
    let faults = read(text).unwrap_err().as_slice().to_vec();
    let parsed = Rotation::default().parse(text).unwrap_err();
    assert_eq!(parsed.as_slice(), faults);
    faults
}

/// The message of the only fault, and the text that it marks.
fn fault(text: &str) -> (String, String) {
    match faults(text).as_slice() {
        [fault] => (fault.message.clone(), text[fault.span.clone()].to_string()),
        others => panic!("{text:?}: {others:?}"),
    }
}

#[test]
fn several_boards_are_read_with_their_places() {
    let mut random = Random(31);
    let boards: Vec<_> = (0..5).map(|_| random.board()).collect();
    let game = Rotation::default();
    let drawings = boards.map_to(|b| game.draw(DigitBoard::from_numbers(b).unwrap()) + "\n");
    let lines = boards.map_to(line_of);
    for text in [
        lines.concat(),
        lines.join("\n") + "0\n1 2 x",
        drawings.concat(),
        drawings.join("\n"),
        lines.concat().trim_end().to_string() + "\n 0",
    ] {
        let read = read(&text).unwrap();
        assert_eq!(read.len(), 5);
        for ((board, place), numbers) in read.into_iter().zip(&boards) {
            assert_eq!(board.numbers(), *numbers);
            assert_eq!(game.parse(&text[place]), Ok(board));
        }
    }
    assert_eq!(read(""), Ok(vec![]));
    assert_eq!(read("\n \r\n"), Ok(vec![]));
    assert_eq!(read(" 0 1 1"), Ok(vec![]));
}

trait MapTo<T> {
    fn map_to<U>(&self, f: impl Fn(&T) -> U) -> Vec<U>;
}

impl<T> MapTo<T> for Vec<T> {
    fn map_to<U>(&self, f: impl Fn(&T) -> U) -> Vec<U> {
        self.iter().map(f).collect()
    }
}

#[test]
fn a_wrong_number_is_named_with_its_place() {
    for (word, place) in [
        ("4", 1),
        ("9", 24),
        ("42", 7),
        ("007", 3),
        ("10", 2),
        ("99999999999", 5),
    ] {
        let (message, marked) = fault(&with(place, word));
        assert_eq!(message, format!("number {word} in place {place} of 24"));
        assert_eq!(marked, word);
    }
}

#[test]
fn a_foreign_symbol_is_named_with_its_place() {
    for (word, name, mark) in [
        ("x", "'x'", "x"),
        ("-1", "'-'", "-"),
        ("1.0", "'.'", "."),
        ("1é", "'é'", "é"),
        ("\0", "'\\0'", "\0"),
        ("+2", "'+'", "+"),
        ("\u{feff}", "'\\u{feff}'", "\u{feff}"),
        ("\u{a0}", "'\\u{a0}'", "\u{a0}"),
    ] {
        let (message, marked) = fault(&with(9, word));
        assert_eq!(message, format!("unexpected {name} in place 9 of 24"));
        assert_eq!(marked, mark);
    }
}

#[test]
fn wrong_counts_are_named() {
    let (message, marked) = fault(&with(1, "2"));
    assert_eq!(message, "the board has 7 ones, 9 twos and 8 threes");
    assert_eq!(marked, with(1, "2"));
    let (message, _) = fault(&format!("{GOOD}\n{}", "3 ".repeat(23) + "1"));
    assert_eq!(message, "the board has 1 one, 0 twos and 23 threes");
}

#[test]
fn a_board_cut_short_says_how_many_numbers_are_missing() {
    for kept in 1..24 {
        let short: Vec<&str> = GOOD.split(' ').take(kept).collect();
        let text = format!("{GOOD}\n{}\n\n", short.join(" "));
        let [fault] = faults(&text).try_into().unwrap();
        assert_eq!(
            fault.message,
            format!("the board is cut short: {kept} of 24 numbers")
        );
        assert_eq!(fault.span, text.len() - 2..text.len() - 2);
    }
}

#[test]
fn a_zero_inside_a_board_is_explained() {
    let (message, marked) = fault("1 2 3\n0\n");
    assert_eq!(
        (message.as_str(), marked.as_str()),
        ("number 0 in place 4 of 24", "0")
    );
    let help = faults("1 2 3\n0\n")[0].help.clone().unwrap();
    assert!(help.contains("has 3 of its 24 numbers"), "{help}");
}

#[test]
fn numbers_run_together_or_with_commas_are_explained_once() {
    let together = GOOD.replace(' ', "");
    assert_eq!(
        fault(&together),
        ("numbers are run together".into(), together.clone())
    );
    let rows = "11\n11\n3232313\n22\n3122231\n21\n33";
    assert_eq!(
        fault(rows),
        ("numbers are run together".into(), "11".into())
    );
    for commas in [
        GOOD.replace(' ', ","),
        GOOD.replace(' ', ", "),
        GOOD.replace(' ', " ,"),
    ] {
        let (message, marked) = fault(&commas);
        assert_eq!(
            (message.as_str(), marked.as_str()),
            ("a comma between the numbers", ",")
        );
    }
}

#[test]
fn all_faults_of_a_board_are_told() {
    let text = with(2, "7").replacen("2 2 3 1 2", "2 x 3 1 12", 1);
    let messages: Vec<String> = faults(&text).into_iter().map(|f| f.message).collect();
    assert_eq!(
        messages,
        [
            "number 7 in place 2 of 24",
            "unexpected 'x' in place 13 of 24",
            "numbers are run together",
        ]
    );
    let messages: Vec<String> = faults("1 2 8").into_iter().map(|f| f.message).collect();
    assert_eq!(
        messages,
        [
            "number 8 in place 3 of 24",
            "the board is cut short: 3 of 24 numbers"
        ]
    );
}

#[test]
fn endless_words_are_refused_at_their_front() {
    for word in [
        "x".repeat(1 << 20),
        "1".repeat(1 << 20),
        "1,".repeat(1 << 19),
        "8".repeat(1 << 20),
    ] {
        let text = format!("1 2 {word}");
        let faults = faults(&text);
        assert!(!faults.is_empty() && faults.len() < 100);
        assert!(
            faults
                .iter()
                .all(|f| f.span.end < 100 && f.message.len() < 200)
        );
    }
}

#[test]
fn one_board_is_parsed_and_no_other_number_of_them() {
    let game = Rotation::default();
    assert!(game.parse(&format!("{GOOD}\n0\n")).is_ok());
    let none = game.parse(" \n").unwrap_err();
    assert_eq!(none.as_slice()[0].message, "there is no board");
    let two = game.parse(&format!("{GOOD}\n{GOOD}")).unwrap_err();
    assert_eq!(two.as_slice()[0].message, "there is more than one board");
    assert_eq!(two.as_slice()[0].span, 48..95);
}

proptest! {
    #[test]
    fn no_text_makes_reading_panic(text in "([123]( |\n)){0,40}\\PC{0,20}(.|\n){0,20}") {
        if let Err(faults) = read(&text) {
            for fault in faults.as_slice() {
                prop_assert!(text.get(fault.span.clone()).is_some(), "{fault:?}");
            }
        }
        let _ = Rotation::default().parse(&text);
    }
}
