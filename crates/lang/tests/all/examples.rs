//! Solves the puzzles in `examples/puzzles` with the plain interpreter.

#![allow(clippy::unwrap_used)]

use crate::plain;

use fewest_lang::{DrawnFile, Expect, ExpectedOutcome};

/// The most states that the plain interpreter may generate. Other tests solve puzzles with more
/// states.
const MOST_STATES: usize = 400_000;
/// The same limit for puzzles of which it solves only some boards.
const FEW_STATES: usize = 5_000;
/// Puzzles that are too large for the plain interpreter.
const LARGE: [&str; 8] = [
    "cube-2",
    "cube-3",
    "fifteen",
    "lights-out",
    "lights-three-colours",
    "peg-solitaire",
    "pyraminx",
    "skewb",
];

fn examples() -> Vec<(String, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
    let mut examples: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "fewest"))
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read_to_string(path).unwrap())
        })
        .collect();
    examples.sort();
    examples
}

fn read(name: &str, text: &str) -> DrawnFile {
    match fewest_lang::read(text) {
        Ok((file, warnings)) => {
            assert_eq!(warnings, [], "{name}");
            file
        }
        Err(faults) => panic!("{name}: {faults:#?}"),
    }
}

/// What the plain interpreter finds out about the board, in the form of the expectation. `None` if there
/// are more than `most` states.
fn outcome(expect: &Expect, most: usize) -> Option<ExpectedOutcome> {
    let ground = &expect.board.ground;
    let start = &expect.board.start;
    if ground.measure.is_none() {
        let moves = plain::solve(ground, start, most)?;
        return Some(moves.map_or(ExpectedOutcome::Unsolvable, |moves| {
            ExpectedOutcome::Moves(moves.len() as u64)
        }));
    }
    let best = plain::best(ground, start, most)?;
    Some(match (best, expect.outcome) {
        (None, _) => ExpectedOutcome::Unsolvable,
        (Some((first, second)), ExpectedOutcome::Both(..)) => ExpectedOutcome::Both(first, second),
        (Some((first, _)), _) => ExpectedOutcome::Moves(first),
    })
}

#[test]
fn every_expectation_holds() {
    for (name, text) in examples() {
        let file = read(&name, &text);
        assert!(!file.expects().is_empty(), "{name} expects nothing");
        for expect in file.expects() {
            let ground = &expect.board.ground;
            plain::assert_well_formed(ground);
            let large = LARGE.contains(&name.as_str());
            let most = if large { FEW_STATES } else { MOST_STATES };
            match outcome(expect, most) {
                Some(outcome) => assert_eq!(outcome, expect.outcome, "{name}"),
                None => assert!(large, "{name} is large"),
            }
        }
    }
}

#[test]
fn boards_are_read_as_they_are_drawn() {
    for (name, text) in examples() {
        let file = read(&name, &text);
        for expect in file.expects() {
            let board = &expect.board;
            let mut states = vec![board.start.clone()];
            states.extend(
                plain::successors(&board.ground, &board.start)
                    .into_iter()
                    .map(|s| s.1),
            );
            for state in states {
                let drawn = board.layout.draw(&state);
                let widths = drawn.lines().map(|line| line.chars().count());
                assert!(widths.clone().max() == widths.min(), "{name}\n{drawn}");
                assert_eq!(
                    board.layout.parse(&drawn).unwrap(),
                    state,
                    "{name}\n{drawn}"
                );
                let boards = file.boards(&format!("\n{drawn}\n\n\n{drawn}")).unwrap();
                assert_eq!(boards.len(), 2, "{name}\n{drawn}");
                assert!(boards.iter().all(|(board, _)| board.start == state));
            }
        }
    }
}

#[test]
fn the_examples_of_the_language_s_page_are_as_they_say() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
    let page = std::fs::read_to_string(page).unwrap();
    let mut examples = 0;
    for block in page.split("```fewest\n").skip(1) {
        let (text, _) = block.split_once("```").unwrap();
        let file = read(text, text);
        assert!(!file.expects().is_empty(), "{text}");
        for expect in file.expects() {
            let ground = &expect.board.ground;
            plain::assert_well_formed(ground);
            let outcome = outcome(expect, MOST_STATES).unwrap();
            assert_eq!(outcome, expect.outcome, "{text}");
        }
        examples += 1;
    }
    assert!(examples > 10);
}

/// The constructs of the language, each of which the page must show in an example.
const CONSTRUCTS: [&str; 61] = [
    "puzzle",
    "symbols",
    "set",
    "board",
    "torus",
    "walls",
    "var",
    "hidden",
    "region",
    "draw",
    "pieces",
    "piece",
    "move",
    "goal",
    "start",
    "expect",
    "unsolvable",
    "from",
    "to",
    "cell",
    "dir",
    "steps",
    "beside",
    "around",
    "row",
    "column",
    "on",
    "at",
    "up",
    "down",
    "left",
    "right",
    "diagonal",
    "straight",
    "knight",
    "along",
    "cycle",
    "swap",
    "reverse",
    "do",
    "undo",
    "all",
    "none",
    "exactly",
    "some",
    "rim",
    "line",
    "same",
    "somewhere",
    "and",
    "not",
    "end",
    "?",
    "_*",
    "?*",
    "?k:",
    "?k+1",
    "+1",
    "-1",
    "'#'",
    "//",
];

#[test]
fn every_construct_has_an_example() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/language.md");
    let page = std::fs::read_to_string(page).unwrap();
    let blocks = page.split("```fewest\n").skip(1);
    let examples: String = blocks.map(|b| b.split_once("```").unwrap().0).collect();
    let code = examples.lines().map(|line| {
        let comment = line
            .find(" # ")
            .or_else(|| line.find(" // ").map(|at| at + 3));
        &line[..comment.unwrap_or(line.len())]
    });
    let words: Vec<&str> = code
        .flat_map(|line| line.split([' ', ',', '(', ')', '[', ']', '|']))
        .flat_map(|word| [word, word.trim_end_matches(':')])
        .collect();
    for construct in CONSTRUCTS {
        assert!(words.contains(&construct), "no example of {construct}");
    }
    assert!(words.iter().any(|word| word.contains("..")));
}

#[test]
fn moves_are_called_by_what_they_are_told() {
    let names = |name: &str| {
        let (_, text) = examples()
            .into_iter()
            .find(|(other, _)| other == name)
            .unwrap();
        read(name, &text).ground().moves.join(" ")
    };
    assert!(names("flip").starts_with("r1c1 r1c2 r1c3 r1c4 r2c1"));
    assert_eq!(names("wall-pusher"), "up left right down");
    assert!(names("eight").starts_with("r1c1-right r1c1-down r1c2-left r1c2-right r1c2-down"));
    assert_eq!(names("rotation"), "A B C D E F G H");
    assert_eq!(names("hanoi"), "A-B A-C B-A B-C C-A C-B");
    assert!(names("rush-hour").starts_with("A-left-1 A-left-2 A-left-3 A-left-4 A-right-1"));
    assert!(names("klotski").starts_with("r1c1-right r1c1-down r1c2-left"));
}
