//! Compares the compiled puzzles of `examples/puzzles` with the plain interpreter, and checks the
//! properties that the analysis finds.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use fewest_ground::analysis::PotentialHeuristic;
use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Ground, Label, compile, with_compiled};
use fewest_rules::{Heuristic, Puzzle};

use example_boards::boards;

use crate::example_boards;
use crate::laws_of_all;
use crate::plain;

/// The most states of each example that are compared, and the most rules that are tried in them.
const STATES: usize = 2_000;
const MOST_TRIES: usize = 1 << 20;
/// The number of states in which the findings are tested, and that for boards of many cells.
const FOUND: usize = 250;
const FOUND_LARGE: usize = 10;

fn same<const N: usize>(name: &str, ground: &Ground, puzzle: &CompiledPuzzle<N>, start: &[Label]) {
    let first = puzzle.state(start).unwrap();
    let mut seen = HashMap::from([(first, ())]);
    let mut states = vec![first];
    let mut at = 0;
    let most = STATES.min(MOST_TRIES / ground.rules.len().max(1));
    while at < states.len() && states.len() < most {
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
                Ok(compiled) => with_compiled!(compiled, analysis => {
                    same(&name, &ground, analysis.puzzle(), &start);
                }),
                Err(refused) => panic!("{name}: {refused}"),
            }
        }
    }
}

#[test]
fn what_is_found_in_the_examples_is_true() {
    for (name, ground, start) in boards() {
        let large = ground.positions.len() > 200;
        let states = if large { FOUND_LARGE } else { FOUND };
        let found = laws_of_all::one(&ground, &start, states);
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
        let Ok(Compiled::One(analysis)) = compile(&board.ground, Starts::One(&board.start)) else {
            panic!("33 bits are one word");
        };
        let puzzle = analysis.puzzle();
        let balance = PotentialHeuristic::balance(puzzle.task()).unwrap();
        let start = puzzle.state(&board.start).unwrap();
        assert_eq!(bound(puzzle, &balance, start), jumps);
    }
}
