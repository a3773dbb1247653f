//! Solves the examples of the language's page, which contain every construct, with every algorithm, and
//! compares the answers with the plain interpreter.

use std::collections::HashSet;

use fewest::Family;
use fewest::PuzzleOptions;
use fewest::drawn::Drawn;
use fewest_rules::{Limits, Outcome};

use crate::plain::{self, State};

/// The most boards of an example that are solved.
const MOST_BOARDS: usize = 24;
/// The most states that the plain interpreter may settle for one board.
const MOST_STATES: usize = 1_500;

/// The boards that a start reaches, each with the moves that lead to it.
fn reached(ground: &fewest_ground::Ground, start: &State) -> Vec<(State, String)> {
    let mut known = HashSet::from([start.clone()]);
    let mut boards = vec![(start.clone(), String::new())];
    let mut at = 0;
    while at < boards.len() && boards.len() < MOST_BOARDS {
        let (state, moves) = boards[at].clone();
        for (of, after) in plain::all_successors(ground, &state) {
            let Some(after) = after else { continue };
            if known.insert(after.clone()) {
                let moves = format!("{moves} {}", ground.moves[of]);
                boards.push((after, moves.trim().to_owned()));
            }
        }
        at += 1;
    }
    boards.truncate(MOST_BOARDS);
    boards
}

#[test]
fn every_construct_is_solved_alike_by_every_algorithm() {
    let page = std::fs::read_to_string(format!("{}/docs/language.md", crate::drawn::ROOT)).unwrap();
    let limits = Limits::default();
    let (mut examples, mut boards, mut answers, mut unsolvable) = (0, 0, 0, 0);
    for example in page.split("```fewest\n").skip(1) {
        let text = example.split("```").next().unwrap();
        let (puzzle, _) = Drawn::read("example.fewest", text).unwrap();
        let Some(own) = puzzle.own_board(&PuzzleOptions::default()).unwrap() else {
            continue;
        };
        let (file, _) = fewest_lang::read(text).unwrap();
        let start = file.start().unwrap();
        let ground = &start.ground;
        if plain::best(ground, &start.start, MOST_STATES).is_none() {
            continue;
        }
        examples += 1;
        for (state, moves) in reached(ground, &start.start) {
            let Some(wanted) = plain::best(ground, &state, MOST_STATES) else {
                continue;
            };
            let board = own.after(&moves).unwrap();
            let comparison = board.compare(&limits).unwrap();
            for row in &comparison.rows {
                let answer = &row.answer;
                let how = (answer.method.to_string(), &moves);
                assert_eq!(answer.criteria(), wanted, "{how:?}\n{text}");
                let Outcome::Solved { moves } = &answer.outcome else {
                    let proven = matches!(answer.outcome, Outcome::Unsolvable(_));
                    assert!(proven, "{how:?}\n{text}");
                    unsolvable += 1;
                    continue;
                };
                let numbers = moves.iter().map(|name| {
                    let mut names = ground.moves.iter();
                    names.position(|other| other == name).unwrap()
                });
                let numbers: Vec<usize> = numbers.collect();
                let found = plain::criteria(ground, &state, &numbers).map(|(found, _)| found);
                assert_eq!(found, wanted, "{how:?}\n{text}");
                answers += 1;
            }
            boards += 1;
        }
    }
    let figures = (examples, boards, answers, unsolvable);
    assert!(examples > 20 && boards > 250, "{figures:?}");
    assert!(answers > 800 && unsolvable > 60, "{figures:?}");
}
