//! The puzzles in `examples/puzzles`, solved by the plain interpreter.

mod plain;

use lang::{Outcome, PuzzleFile};

/// States that the plain interpreter may meet; a puzzle with more is solved
/// elsewhere, by faster code.
const MOST_STATES: usize = 400_000;
/// Puzzles that are too large for the plain interpreter.
const LARGE: [&str; 5] = [
    "cube",
    "fifteen",
    "lights-out",
    "lights-three-colours",
    "peg-solitaire",
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

fn read(name: &str, text: &str) -> PuzzleFile {
    match lang::read(text) {
        Ok((file, warnings)) => {
            assert_eq!(warnings, [], "{name}");
            file
        }
        Err(faults) => panic!("{name}: {faults:#?}"),
    }
}

#[test]
fn every_expectation_holds() {
    for (name, text) in examples() {
        let file = read(&name, &text);
        assert!(!file.expects().is_empty(), "{name} expects nothing");
        for expect in file.expects() {
            let ground = &expect.board.ground;
            plain::assert_well_formed(ground);
            let outcome = match plain::solve(ground, &expect.board.start, MOST_STATES) {
                Some(Some(moves)) => Outcome::Moves(moves.len() as u64),
                Some(None) => Outcome::Unsolvable,
                None => {
                    assert!(LARGE.contains(&name.as_str()), "{name} is large");
                    continue;
                }
            };
            assert_eq!(outcome, expect.outcome, "{name}");
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
