//! Compares random puzzles as the program plays them with an interpreter written after
//! `docs/language.md`.
//!
//! `FEWEST_PUZZLES` sets their number and `FEWEST_SEED` the first seed.

#![allow(clippy::unwrap_used)]

mod applying;
mod board;
mod costs;
mod draw;
mod draw_moves;
mod layers;
mod laying;
mod model;
mod numbers;
mod play;
mod text;

use std::collections::HashSet;
use std::thread;

use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{compile, with_compiled};
use fewest_rules::{Fault, MoveCosts, Puzzle as _};
use model::{Puzzle, State};

/// The number of states of each puzzle that are compared.
const STATES: usize = 40;

/// The faults that a correct puzzle may have because of its board.
const REFUSED: [&str; 5] = [
    "too many placements",
    "two moves are called",
    "becomes two things",
    "a move called",
    "is in parts",
];

fn labels(state: &State) -> Vec<u8> {
    let under = state.layers.iter().flatten();
    let labels = state.cells.iter().chain(&state.variables).chain(under);
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
        let told: Vec<(String, Option<Vec<u8>>, u16)> = wanted
            .iter()
            .map(|(name, next, cost)| (name.clone(), next.as_ref().map(labels), *cost))
            .collect();
        let found: Vec<(String, Option<Vec<u8>>, u16)> = compiled
            .moves(packed)
            .map(|m| {
                let own = compiled.with_own_record();
                let next = own.apply(packed, m);
                let ended = own.endless().is_none();
                let next = ended.then(|| compiled.labels(next));
                let cost = compiled.cost(packed, m);
                (compiled.move_name(m).to_owned(), next, cost)
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
        for next in wanted.into_iter().filter_map(|(_, next, _)| next) {
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
    let drawn = puzzle.start(seed.is_multiple_of(3));
    let text = format!("{}start\n{drawn}", puzzle.text());
    let failed = |why: String| Err(format!("puzzle {seed}\n{text}\n{why}"));
    // Half of the boards are read apart from the file, as those on the command line are. Rules that
    // are impossible from such a board are left out.
    let read = match seed.is_multiple_of(2) {
        true => fewest_lang::read(&text).map(|(file, _)| file.start().unwrap()),
        false => fewest_lang::read(&puzzle.text()).and_then(|(file, _)| {
            let board = file.boards(&drawn);
            Ok(board
                .map_err(|faults| faults.as_slice().to_vec())?
                .remove(0)
                .0)
        }),
    };
    let board = match read {
        Ok(board) => board,
        Err(faults) => {
            let known = |fault: &&Fault| {
                let mut known = REFUSED.iter();
                known.any(|known| fault.message.contains(known) || fault.label.contains(known))
            };
            return match faults.iter().find(|fault| !known(fault)) {
                None => Ok(Came::Refused),
                Some(fault) => failed(format!("{}: {}", fault.message, fault.label)),
            };
        }
    };
    let start = board.start;
    if start != labels(&puzzle.first()) {
        return failed(format!("starts as {start:?}"));
    }
    let walked = match compile(&board.ground, Starts::One(&start)) {
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

/// Compares some puzzles. Returns how many are refused, and how many states of the others agree.
fn compare_all(seeds: impl Iterator<Item = u64>) -> Result<(u64, usize), String> {
    let (mut refused, mut agreed) = (0, 0);
    for seed in seeds {
        match compare(seed)? {
            Came::Same { states } => agreed += states,
            Came::Refused => refused += 1,
        }
    }
    Ok((refused, agreed))
}

#[test]
fn puzzles_are_played_as_they_are_written() {
    let count = number("FEWEST_PUZZLES").unwrap_or(5_000);
    let from = number("FEWEST_SEED").unwrap_or(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (mut refused, mut agreed) = (0, 0);
    thread::scope(|scope| {
        let compared: Vec<_> = (0..threads)
            .map(|part| (from..from + count).skip(part).step_by(threads))
            .map(|seeds| scope.spawn(|| compare_all(seeds)))
            .collect();
        for part in compared {
            let (more_refused, more_agreed) =
                part.join().unwrap().unwrap_or_else(|why| panic!("{why}"));
            refused += more_refused;
            agreed += more_agreed;
        }
    });
    println!("{count} puzzles, {refused} refused, {agreed} states");
    assert!(refused * 5 < count, "{refused} of {count} are refused");
}
