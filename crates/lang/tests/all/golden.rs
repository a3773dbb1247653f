//! Solves the golden boards of the built-in puzzles with their puzzle files and the plain interpreter.

#![allow(clippy::unwrap_used)]

use crate::plain;

use std::collections::HashSet;

use fewest_lang::DrawnFile;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn file(name: &str) -> DrawnFile {
    let text = std::fs::read_to_string(format!("{ROOT}/examples/puzzles/{name}.fewest")).unwrap();
    fewest_lang::read(&text).unwrap().0
}

/// The texts of the cases whose names begin with one of `names`.
fn cases(pack: &str, names: &[&str]) -> Vec<(String, String, String)> {
    let folder = format!("{ROOT}/tests/golden/{pack}");
    let entries = std::fs::read_dir(&folder).unwrap();
    let mut cases: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter_map(|file| Some(file.strip_suffix(".in")?.to_owned()))
        .filter(|case| names.iter().any(|name| case.starts_with(name)))
        .map(|case| {
            let text = |end| std::fs::read_to_string(format!("{folder}/{case}.{end}")).unwrap();
            (text("in"), text("out"), case)
        })
        .collect();
    cases.sort();
    assert!(!cases.is_empty());
    cases
}

#[test]
fn four_in_a_row_takes_as_many_moves() {
    let file = file("four-in-a-row");
    for (text, answer, case) in cases("four", &["0", "d", "stuck"]) {
        let boards = file.boards(&text).unwrap();
        assert_eq!(boards.len(), 1, "{case}");
        let (board, span) = &boards[0];
        assert_eq!(&text[span.clone()], text.trim(), "{case}");
        let moves = plain::solve(&board.ground, &board.start, 200_000).unwrap();
        assert_eq!(moves.unwrap().len().to_string(), answer.trim(), "{case}");
    }
}

#[test]
fn rotation_takes_the_same_moves() {
    let file = file("rotation");
    for (text, answer, case) in cases("rotation", &["01", "d00", "d01", "d02", "d03", "d04"]) {
        let lines: Vec<&str> = text.lines().filter(|line| line.trim().len() > 1).collect();
        let boards = file.boards(&lines.join("\n")).unwrap();
        assert_eq!(boards.len(), lines.len(), "{case}");
        // Each answer is a line of letters and one with the digit.
        let answers: Vec<&str> = answer.lines().step_by(2).collect();
        assert_eq!(boards.len(), answers.len(), "{case}");
        for ((board, _), answer) in boards.iter().zip(answers) {
            let moves = plain::solve(&board.ground, &board.start, 400_000)
                .unwrap()
                .unwrap();
            let names: String = moves.iter().map(|&m| &board.ground.moves[m][..]).collect();
            let answer = answer.replace("No moves needed", "");
            assert_eq!(names, answer, "{case}");
        }
    }
}

#[test]
fn flip_has_the_known_census() {
    let file = file("flip");
    let ground = file.ground();
    // Presses take themselves back, so that distances can be found from the goals.
    let mut layer: Vec<plain::State> = vec![vec![0; 16], vec![1; 16]];
    assert!(layer.iter().all(|state| plain::is_goal(ground, state)));
    let mut known: HashSet<plain::State> = layer.iter().cloned().collect();
    let mut census = Vec::new();
    while !layer.is_empty() {
        census.push(layer.len());
        let next = layer
            .iter()
            .flat_map(|state| plain::successors(ground, state));
        let new = next
            .map(|(_, state)| state)
            .filter(|state| known.insert(state.clone()));
        layer = new.collect();
    }
    assert_eq!(census, [2, 32, 228, 880, 1562, 1136, 256]);
}
