use std::fs;
use std::path::Path;

use fewest_puzzles::judge::Judge;
use fewest_puzzles::rotation::Poj2286;
use fewest_rules::Faults;
use proptest::prelude::*;

use crate::rotation::oracle::{Random, line_of};

/// Returns the output of the judge, and the number of bytes that it read or its faults. The input
/// arrives in pieces of the given lengths, which repeat.
fn judge(input: &[u8], pieces: &[usize]) -> (String, Result<usize, Faults>) {
    let mut judge = Poj2286::default();
    let mut out = Vec::new();
    let (mut taken, mut come) = (0, 0);
    for piece in pieces.iter().cycle() {
        come = input.len().min(come + piece);
        let end = come == input.len();
        match judge.answer(&input[taken..come], end, &mut out) {
            Ok(now) => {
                taken += now.bytes;
                if now.finished || end {
                    break;
                }
            }
            Err(faults) => return (String::from_utf8(out).unwrap(), Err(faults.shifted(taken))),
        }
    }
    (String::from_utf8(out).unwrap(), Ok(taken))
}

#[test]
fn golden_files_are_answered_byte_for_byte() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden/rotation");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        files += 1;
        let input = fs::read(&path).unwrap();
        let expected = fs::read_to_string(path.with_extension("out")).unwrap();
        for pieces in [&[usize::MAX >> 1][..], &[1], &[47, 2, 50], &[96]] {
            let (out, end) = judge(&input, pieces);
            assert!(end.is_ok(), "{path:?}: {end:?}");
            assert_eq!(out, expected, "{path:?}");
        }
    }
    assert_eq!(files, 21);
}

#[test]
fn an_answer_is_out_before_the_next_case_has_come() {
    let mut judge = Poj2286::default();
    let mut out = Vec::new();
    let line = line_of(&Random(21).goal());
    let taken = judge
        .answer(&line.as_bytes()[..47], false, &mut out)
        .unwrap();
    assert_eq!((taken.cases, taken.bytes), (0, 0));
    let taken = judge.answer(line.as_bytes(), false, &mut out).unwrap();
    assert_eq!((taken.cases, taken.bytes, taken.finished), (1, 48, false));
    assert!(out.starts_with(b"No moves needed\n"));
    let taken = judge.answer(b" 0", false, &mut out).unwrap();
    assert!(!taken.finished, "a 0 may still become 01");
    let taken = judge.answer(b"0\n", false, &mut out).unwrap();
    assert_eq!((taken.cases, taken.bytes, taken.finished), (0, 1, true));
}

#[test]
fn the_layout_does_not_matter() {
    let mut random = Random(22);
    let text: String = (0..200).map(|_| line_of(&random.board())).collect();
    let (expected, _) = judge(text.as_bytes(), &[text.len()]);
    assert_eq!(expected.lines().count(), 400);
    let layouts = [
        text.replace('\n', "\r\n"),
        text.replace(' ', "\n"),
        text.replace('\n', " "),
        text.replace(' ', "  "),
        text.replace(' ', "\t"),
        text.replace('\n', " \n\n"),
        format!("\n\t {}", text.trim_end()),
        format!("{text}0"),
        format!("{text}\n 0 9 9, x"),
    ];
    for layout in layouts {
        let (out, end) = judge(layout.as_bytes(), &[1000]);
        assert!(end.is_ok(), "{end:?}");
        assert_eq!(out, expected, "{layout:?}");
    }
}

#[test]
fn an_empty_input_is_no_case() {
    for input in ["", " \r\n\n", "0", "0\n", "0 0"] {
        let (out, end) = judge(input.as_bytes(), &[1]);
        assert_eq!(out, "");
        assert!(end.is_ok());
    }
}

#[test]
fn the_cases_before_a_fault_are_answered() {
    let good = line_of(&Random(23).goal());
    let text = format!("{good}{good}\n{}", good.replacen(['1', '2', '3'], "4", 1));
    let (out, end) = judge(text.as_bytes(), &[text.len()]);
    assert_eq!(out.lines().count(), 4);
    let faults = end.unwrap_err();
    assert_eq!(faults.as_slice()[0].span, 97..98);
}

/// Generates texts that are often almost boards.
fn nearly_boards() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        60 => "[123]",
        2 => "[0-9]{1,3}",
        1 => "[123]{24}",
        1 => "(1,2,|3, |,)",
        1 => "[a-z\\x00é-]{1,80}",
        1 => "[123]{50,70}[é🎲,]{1,9}",
    ];
    let blank = prop_oneof![20 => Just(" "), 3 => Just("\n"), 1 => Just(" \r\n\n")];
    let noise = prop::collection::vec((word, blank), 0..80).prop_map(|words| {
        let text: String = words
            .into_iter()
            .map(|(word, blank)| word + blank)
            .collect();
        text.into_bytes()
    });
    let boards = (
        any::<u64>(),
        0..4usize,
        "([ 0-9,x]{1,3})?",
        any::<prop::sample::Index>(),
    );
    let boards = boards.prop_map(|(seed, n, patch, at)| {
        let mut random = Random(seed);
        let mut text: String = (0..n).map(|_| line_of(&random.board())).collect();
        let at = at.index(text.len() + 1);
        let end = text.len().min(at + patch.len());
        text.replace_range(at..end, &patch);
        text.into_bytes()
    });
    prop_oneof![noise, boards, prop::collection::vec(any::<u8>(), 0..200)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn pieces_are_judged_as_the_whole(
        input in nearly_boards(),
        pieces in prop::collection::vec(1..60usize, 1..5),
    ) {
        let whole = judge(&input, &[input.len() + 1]);
        prop_assert_eq!(&judge(&input, &pieces), &whole);
        prop_assert_eq!(&judge(&input, &[1]), &whole);
        if let Err(faults) = whole.1 {
            prop_assert!(!faults.as_slice().is_empty());
            for fault in faults.as_slice() {
                prop_assert!(fault.span.start <= fault.span.end && fault.span.end <= input.len());
                if let Ok(text) = std::str::from_utf8(&input) {
                    prop_assert!(text.get(fault.span.clone()).is_some());
                }
            }
        }
    }
}
