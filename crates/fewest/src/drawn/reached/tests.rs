//! A census by a set of states and a census by ranks give the same numbers.

use std::time::Instant;

use fewest_ground::with_compiled;
use fewest_rules::{Limits, Meter};

use super::ReachedSpace;
use crate::drawn::compile_cache::CompileCache;
use crate::drawn::distances::ReachedDistances;
use crate::drawn::ranks::is_enumerable;
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
        let compiled = CompileCache::new(&board).compiled(&board.start);
        with_compiled!(compiled.expect("it compiles"), analysis => {
            let few = analysis.ranking().is_some_and(|ranking| ranking.size() < 1 << 24);
            if !few || !is_enumerable(&file, &analysis) {
                continue;
            }
            let start = analysis.puzzle().state(&board.start).expect("a state");
            let reached = ReachedSpace { analysis, start, size: String::new(), ranked: false };
            let limits = Limits::default();
            let mut meter = Meter::new(&limits);
            let set = ReachedDistances::of(&reached.analysis, start, &mut meter);
            let Ok(set) = set else { panic!("{name}: nothing stops it") };
            let numbers = reached.ranked_census(1, &limits, Instant::now());
            let CensusOutcome::Complete(numbers) = numbers.expect("it can be counted").outcome else {
                panic!("{name}: nothing stops it");
            };
            assert_eq!(numbers.positions, set.states().len().into(), "{name}");
            let histogram: Vec<_> = set.histogram().into_iter().map(Into::into).collect();
            assert_eq!(numbers.histogram, histogram, "{name}");
            compared += 1;
        });
    }
    assert!(compared >= 3, "only {compared} have numbers");
}
