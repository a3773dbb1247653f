//! The puzzles in `examples/puzzles`, compiled: as the plain interpreter plays
//! them, and what is found in them is true.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use lang::compiled::{Compiled, Packed, Starts, compile};
use lang::ground::{Ground, Label};
use rules::Puzzle;

mod laws_of_all;
mod oracle;
mod plain;

/// States of each example that are looked at.
const STATES: usize = 2_000;

/// Every board of every example file.
fn boards() -> Vec<(String, std::sync::Arc<Ground>, Vec<Label>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
    let mut boards = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "fewest") {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let (file, _) = lang::read(&std::fs::read_to_string(&path).unwrap()).unwrap();
            let start = file.start().into_iter();
            let expected = file.expects().iter().map(|expect| expect.board.clone());
            for board in start.chain(expected) {
                boards.push((name.clone(), board.ground, board.start));
            }
        }
    }
    boards.sort_by(|a, b| (&a.0, &a.2).cmp(&(&b.0, &b.2)));
    boards.dedup_by(|a, b| a.0 == b.0 && a.2 == b.2);
    boards
}

fn same<const N: usize>(name: &str, ground: &Ground, puzzle: &Packed<N>, start: &[Label]) {
    let first = puzzle.state(start).unwrap();
    let mut seen = HashMap::from([(first, ())]);
    let mut states = vec![first];
    let mut at = 0;
    while at < states.len() && states.len() < STATES {
        let state = states[at];
        let labels = puzzle.labels(state);
        let wanted = plain::successors(ground, &labels);
        let after: Vec<_> = puzzle
            .moves(state)
            .map(|m| (m.number(), puzzle.apply(state, m)))
            .collect();
        let found: Vec<_> = after.iter().map(|&(m, s)| (m, puzzle.labels(s))).collect();
        assert_eq!(found, wanted, "{name}: {labels:?}");
        assert_eq!(
            puzzle.is_goal(state),
            plain::is_goal(ground, &labels),
            "{name}"
        );
        for (_, after) in after {
            if seen.insert(after, ()).is_none() {
                states.push(after);
            }
        }
        at += 1;
    }
}

#[test]
fn examples_are_played_as_their_rules_say() {
    for (name, ground, start) in boards() {
        for starts in [Starts::One(&start), Starts::Any] {
            match compile(&ground, starts) {
                Ok(Compiled::One(puzzle)) => same(&name, &ground, &puzzle, &start),
                Ok(Compiled::Two(puzzle)) => same(&name, &ground, &puzzle, &start),
                Ok(Compiled::Four(puzzle)) => same(&name, &ground, &puzzle, &start),
                Ok(Compiled::Eight(puzzle)) => same(&name, &ground, &puzzle, &start),
                Err(refused) => panic!("{name}: {refused}"),
            }
        }
    }
}

#[test]
fn what_is_found_in_the_examples_is_true() {
    for (name, ground, start) in boards() {
        let found = laws_of_all::one(&ground, &start, STATES / 4);
        println!("{name}: {found:?}");
    }
}
