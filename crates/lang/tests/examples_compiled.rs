//! Compares the compiled puzzles of `examples/puzzles` with the plain interpreter, and checks the
//! properties that the analysis finds.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use fewest_ground::compiled::{Compiled, Packed, Starts, compile};
use fewest_ground::found::Balance;
use fewest_ground::{Ground, Label};
use fewest_rules::{Heuristic, Puzzle};

use example_boards::boards;

mod example_boards;
#[path = "../../ground/tests/laws_of_all/mod.rs"]
mod laws_of_all;
#[path = "../../ground/tests/oracle/mod.rs"]
mod oracle;
#[path = "../../ground/tests/plain/mod.rs"]
mod plain;

/// The number of states of each example that are compared.
const STATES: usize = 2_000;

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

fn bound<P: Puzzle>(puzzle: &P, heuristic: &impl Heuristic<P>, state: P::State) -> u32 {
    heuristic.bound(heuristic.start(puzzle, state))
}

/// From n pegs to one peg it takes n - 1 jumps.
#[test]
fn balance_counts_the_jumps_of_peg_solitaire() {
    let text = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/puzzles/peg-solitaire.fewest"
    );
    let (file, _) = fewest_lang::read(&std::fs::read_to_string(text).unwrap()).unwrap();
    for (expect, jumps) in file.expects().iter().zip([31, 5]) {
        let board = &expect.board;
        let Ok(Compiled::One(puzzle)) = compile(&board.ground, Starts::One(&board.start)) else {
            panic!("33 bits are one word");
        };
        let balance = Balance::new(&puzzle).unwrap();
        let start = puzzle.state(&board.start).unwrap();
        assert_eq!(bound(&puzzle, &balance, start), jumps);
    }
}
