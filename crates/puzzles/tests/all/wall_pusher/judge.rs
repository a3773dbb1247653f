//! Tests the judge: the test data of the contest, input that arrives in pieces, and malformed
//! cases.

use std::path::PathBuf;

use fewest_puzzles::judge::Judge;
use fewest_puzzles::wall_pusher::{Uva10384, read, solve};
use fewest_rules::{Faults, Limits, Outcome};
use proptest::prelude::*;

use crate::wall_pusher::oracle::letters;
use crate::wall_pusher::reading::{GOOD, check_any};
use crate::wall_pusher::solving::LONGEST;

fn golden() -> Vec<(String, Vec<u8>, Vec<u8>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/golden/wall");
    let mut inputs: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "in"))
        .collect();
    inputs.sort();
    assert_eq!(inputs.len(), 35);
    let bytes = |path: PathBuf| std::fs::read(path).unwrap();
    inputs
        .into_iter()
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, bytes(path.clone()), bytes(path.with_extension("out")))
        })
        .collect()
}

/// Returns the output of the judge for the whole input.
pub(crate) fn judged(input: &[u8]) -> Result<String, Faults> {
    let mut out = Vec::new();
    Uva10384::default().answer(input, true, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

/// Returns the output of the judge for input that arrives byte by byte.
pub(crate) fn judged_bytewise(input: &[u8]) -> Result<String, Faults> {
    let mut judge = Uva10384::default();
    let mut out = Vec::new();
    let mut done = 0;
    for arrived in 1..=input.len() {
        let taken = judge.answer(&input[done..arrived], false, &mut out)?;
        done += taken.bytes;
        if taken.finished {
            return Ok(String::from_utf8(out).unwrap());
        }
    }
    judge.answer(&input[done..], true, &mut out)?;
    Ok(String::from_utf8(out).unwrap())
}

#[test]
fn judge_answers_the_packs() {
    for (name, input, expected) in golden() {
        let expected = String::from_utf8(expected).unwrap();
        assert_eq!(judged(&input).unwrap(), expected, "{name}");
        assert_eq!(judged_bytewise(&input).unwrap(), expected, "{name}");
    }
}

#[test]
fn packs_are_read_as_mazes_and_give_the_same_answers() {
    for (name, input, expected) in golden() {
        let text = String::from_utf8(input).unwrap();
        let mazes = read(&text).unwrap();
        let answers: String = mazes
            .iter()
            .map(|(maze, span)| {
                assert_eq!(read(&text[span.clone()]).unwrap()[0].0, *maze, "{name}");
                match solve(maze, &Limits::default()).outcome {
                    Outcome::Solved { moves } => letters(&moves) + "\n",
                    Outcome::Unsolvable(_) => "Impossible\n".to_owned(),
                    Outcome::Stopped { .. } => panic!("{name} has no limits"),
                }
            })
            .collect();
        assert_eq!(answers.as_bytes(), expected, "{name}");
    }
}

#[test]
fn a_maze_is_answered_once_a_byte_follows_it() {
    let mut judge = Uva10384::default();
    let mut out = Vec::new();
    let text = LONGEST.trim_end().as_bytes();
    let taken = judge.answer(text, false, &mut out).unwrap();
    assert_eq!((taken.bytes, taken.cases, out.len()), (0, 0, 0));
    let taken = judge.answer(LONGEST.as_bytes(), false, &mut out).unwrap();
    assert_eq!(
        (taken.bytes, taken.cases, out.len()),
        (LONGEST.len(), 1, 25)
    );
    let end = format!("{LONGEST}0 0 whatever \u{e9}");
    let taken = judge.answer(end.as_bytes(), true, &mut out).unwrap();
    assert!(taken.finished && taken.cases == 1);
}

#[test]
fn answers_before_a_malformed_case_are_given() {
    let mut out = Vec::new();
    let input = format!("{GOOD}{GOOD}1 1 x");
    let faults = Uva10384::default()
        .answer(input.as_bytes(), true, &mut out)
        .unwrap_err();
    assert_eq!(out, b"NESESEENNWNWWWWW\nNESESEENNWNWWWWW\n");
    assert_eq!(faults.as_slice()[0].span, input.len() - 1..input.len());
}

proptest! {
    #[test]
    fn any_bytes_are_judged_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check_any(&String::from_utf8_lossy(&bytes));
        let _ = judged(&bytes);
        let _ = judged_bytewise(&bytes);
    }

    #[test]
    fn any_numbers_are_judged_the_same_in_pieces(
        numbers in proptest::collection::vec(prop_oneof![8 => 0u32..16, 1 => 0u32..40], 0..60),
        breaks in proptest::collection::vec(0usize..4, 60),
    ) {
        let text: String = numbers.iter().zip(breaks)
            .map(|(n, i)| format!("{n}{}", [" ", "\n", "\r\n", "\t "][i]))
            .collect();
        check_any(&text);
        let outcome = |result: Result<String, Faults>| result.map_err(|faults| faults.to_string());
        prop_assert_eq!(outcome(judged(text.as_bytes())), outcome(judged_bytewise(text.as_bytes())));
    }
}
