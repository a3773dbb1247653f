//! What is gathered in a set and what is found among all numbers is the same.

use std::time::Instant;

use fewest_rules::{Limits, Meter};

use super::Reached;
use crate::drawn::distances::Distances;
use crate::drawn::space::numbered;
use crate::drawn::workshop::{AnyGame, Workshop, sized};
use crate::space::CensusOutcome;

const EXAMPLES: [&str; 6] = [
    "eight",
    "flip",
    "pancake",
    "peg-solitaire",
    "hanoi",
    "sokoban",
];

#[test]
fn a_set_and_numbers_count_the_same() {
    let mut compared = 0;
    for name in EXAMPLES {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/puzzles");
        let text = std::fs::read_to_string(format!("{root}/{name}.fewest")).expect("an example");
        let (file, _) = crate::drawn::read_named(name, &text).expect("it is sound");
        let board = file.start().expect("it has a start");
        let any = Workshop::of(&board)
            .game(&board.start)
            .expect("it compiles");
        sized!(any, game => {
            let ranking = numbered(&file, &game);
            let start = game.packed().state(&board.start).expect("a state");
            let Some(ranking) = ranking.filter(|ranking| ranking.size() < 1 << 24) else {
                continue;
            };
            let reached = Reached { game, start, size: String::new(), ranking: None };
            let limits = Limits::default();
            let mut meter = Meter::new(&limits);
            let set = Distances::of(&reached.game, start, &mut meter);
            let Ok(set) = set else { panic!("{name}: nothing stops it") };
            let numbers = reached.numbered_census(&ranking, 1, &limits, Instant::now());
            let CensusOutcome::Complete(numbers) = numbers.expect("it can be counted").outcome else {
                panic!("{name}: nothing stops it");
            };
            assert_eq!(numbers.positions, set.states.len().into(), "{name}");
            let histogram: Vec<_> = set.histogram().into_iter().map(Into::into).collect();
            assert_eq!(numbers.histogram, histogram, "{name}");
            compared += 1;
        });
    }
    assert!(compared >= 3, "only {compared} have numbers");
}
