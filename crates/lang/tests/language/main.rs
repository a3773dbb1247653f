//! Compares random puzzles as the program plays them with an interpreter written after
//! `docs/language.md`.
//!
//! `FEWEST_PUZZLES` sets their number and `FEWEST_SEED` the first seed.

#![allow(clippy::unwrap_used)]

mod board;
mod costs;
mod draw;
mod draw_moves;
mod laying;
mod model;
mod numbers;
mod play;
mod text;

use std::collections::HashSet;

use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{compile, with_compiled};
use fewest_rules::{MoveCosts, Puzzle as _};
use model::{Puzzle, State};

/// The number of states of each puzzle that are compared.
const STATES: usize = 40;

/// The faults that a correct puzzle may have because of its board.
const REFUSED: [&str; 4] = [
    "two moves are called",
    "becomes two things",
    "a move called",
    "is in parts",
];

fn labels(state: &State) -> Vec<u8> {
    let labels = state.cells.iter().chain(&state.variables);
    labels.map(|&label| label as u8).collect()
}

/// The number of states compared, or the difference between the compiled puzzle and the interpreter.
fn walked<const N: usize>(puzzle: &Puzzle, compiled: &CompiledPuzzle<N>) -> Result<usize, String> {
    let start = puzzle.first();
    let mut seen = HashSet::from([start.clone()]);
    let mut states = vec![start];
    let mut at = 0;
    while at < states.len() && states.len() < STATES {
        let state = states[at].clone();
        let packed = compiled.state(&labels(&state)).unwrap();
        let wanted = puzzle.successors(&state);
        let told: Vec<(String, Vec<u8>, u16)> = wanted
            .iter()
            .map(|(name, next, cost)| (name.clone(), labels(next), *cost))
            .collect();
        let found: Vec<(String, Vec<u8>, u16)> = compiled
            .moves(packed)
            .map(|m| {
                (
                    compiled.move_name(m).to_owned(),
                    compiled.labels(compiled.apply(packed, m)),
                    compiled.cost(packed, m),
                )
            })
            .collect();
        let goals = (puzzle.is_goal(&state), compiled.is_goal(packed));
        if told != found || goals.0 != goals.1 {
            let extra: Vec<_> = found.iter().filter(|m| !told.contains(m)).collect();
            let lacking: Vec<_> = told.iter().filter(|m| !found.contains(m)).collect();
            return Err(format!(
                "in {:?}\nonly written: {lacking:?}\nonly played: {extra:?}\ngoals {goals:?}",
                labels(&state)
            ));
        }
        for (_, next, _) in wanted {
            if seen.insert(next.clone()) {
                states.push(next);
            }
        }
        at += 1;
    }
    Ok(at)
}

/// The result for a puzzle.
enum Came {
    Same { states: usize },
    Refused,
}

fn compare(seed: u64) -> Result<Came, String> {
    let puzzle = draw::puzzle(seed);
    let text = puzzle.text(seed.is_multiple_of(3));
    let failed = |why: String| Err(format!("puzzle {seed}\n{text}\n{why}"));
    let file = match fewest_lang::read(&text) {
        Ok((file, _)) => file,
        Err(faults) => {
            let known = |message: &str| REFUSED.iter().any(|known| message.contains(known));
            return match faults.iter().find(|fault| !known(&fault.message)) {
                None => Ok(Came::Refused),
                Some(fault) => failed(format!(
                    "{}: {} at '{}'",
                    fault.message,
                    fault.label,
                    &text[fault.span.clone()]
                )),
            };
        }
    };
    let start = file.start().unwrap().start;
    if start != labels(&puzzle.first()) {
        return failed(format!("starts as {start:?}"));
    }
    let walked = match compile(file.ground(), Starts::One(&start)) {
        Ok(compiled) => with_compiled!(compiled, analysis => walked(&puzzle, analysis.puzzle())),
        Err(refused) => Err(refused.to_string()),
    };
    match walked {
        Ok(states) => Ok(Came::Same { states }),
        Err(why) => failed(why),
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn puzzles_are_played_as_they_are_written() {
    let count = number("FEWEST_PUZZLES").unwrap_or(2_500);
    let from = number("FEWEST_SEED").unwrap_or(0);
    let (mut refused, mut looked_at) = (0, 0);
    for seed in from..from + count {
        match compare(seed) {
            Ok(Came::Same { states }) => looked_at += states,
            Ok(Came::Refused) => refused += 1,
            Err(why) => panic!("after {} puzzles: {why}", seed - from + 1),
        }
    }
    println!("{count} puzzles, {refused} refused, {looked_at} states");
    assert!(refused * 5 < count, "{refused} of {count} are refused");
}
