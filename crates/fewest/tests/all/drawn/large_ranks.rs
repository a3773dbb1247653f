//! Puzzle files with so many ranks that no memory holds two bits for each.

use std::collections::HashSet;
use std::env;

use fewest::Family;
use fewest::drawn::Drawn;
use fewest::space::Space;
use fewest::{CensusOutcome, PuzzleOptions};
use fewest_rules::{Limits, StopReason};
use num_bigint::BigUint;

fn pancakes(count: usize) -> Drawn {
    let sorted: Vec<String> = (1..=count).map(|n| n.to_string()).collect();
    let sorted = sorted.join(" ");
    let flip = |n| format!("move flip{n} = reverse r1c1..r1c{n}\n");
    let moves: String = (2..=count).map(flip).collect();
    let text = format!(
        "puzzle pancakes\nsymbols {sorted}\nboard 1x{count}\n{moves}goal board\n  {sorted}\nstart\n  {sorted}\n"
    );
    Drawn::read("pancakes", &text).unwrap().0
}

/// The number of stacks at each distance up to `depth`.
fn plain_layers(count: usize, depth: usize) -> Vec<usize> {
    let sorted: Vec<usize> = (0..count).collect();
    let mut seen = HashSet::from([sorted.clone()]);
    let mut layers = vec![vec![sorted]];
    for _ in 0..depth {
        let mut next = Vec::new();
        for stack in &layers[layers.len() - 1] {
            for turned in 2..=count {
                let mut stack = stack.clone();
                stack[..turned].reverse();
                if seen.insert(stack.clone()) {
                    next.push(stack);
                }
            }
        }
        layers.push(next);
    }
    layers.iter().map(Vec::len).collect()
}

fn stopped(space: &dyn Space, limits: &Limits, folder: &std::path::Path) -> Vec<BigUint> {
    match space
        .census_on_disk(folder, None, 0, limits)
        .unwrap()
        .outcome
    {
        CensusOutcome::Stopped {
            histogram, reason, ..
        } => {
            assert_eq!(reason, StopReason::States);
            histogram
        }
        CensusOutcome::Complete(_) => panic!("more stacks than the limit"),
    }
}

/// In memory, and on disk with and without room for what segments send to one another.
#[test]
fn pancakes_are_counted_as_published() {
    let rows = include_str!("../../../../../tests/golden/pancakes/histograms.txt");
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        let mut parts = row.split(" | ");
        let count: usize = parts.next().unwrap().parse().unwrap();
        // More pancakes have too many stacks for a routine test.
        if count > 9 {
            continue;
        }
        let expected: Vec<BigUint> = parts.nth(1).unwrap().split(' ').map(number).collect();
        let puzzle = pancakes(count);
        let space = puzzle.space(None, &PuzzleOptions::default()).unwrap();
        let complete = |outcome| match outcome {
            CensusOutcome::Complete(census) => census.histogram,
            CensusOutcome::Stopped { reason, .. } => panic!("stopped: {reason:?}"),
        };
        let found = space.census(0, &Limits::default()).unwrap().outcome;
        assert_eq!(complete(found), expected, "{count}");
        for memory in [1 << 20, 64 << 20] {
            let name = format!("fewest-pancakes-{count}-{memory}-{}", std::process::id());
            let folder = env::temp_dir().join(name);
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let found = space
                .census_on_disk(&folder, None, 0, &limits)
                .unwrap()
                .outcome;
            assert_eq!(complete(found), expected, "{count} on disk");
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }
}

fn number(digits: &str) -> BigUint {
    digits.parse().unwrap()
}

#[test]
fn more_ranks_than_the_memory_holds_are_counted_on_disk() {
    for (count, all_boards, most) in [(13, true, [1_500, 20_000]), (14, false, [100, 170])] {
        let puzzle = pancakes(count);
        let options = PuzzleOptions {
            all_boards,
            ..PuzzleOptions::default()
        };
        let space = puzzle.space(None, &options).unwrap();
        let name = format!("fewest-large-ranks-{count}-{}", std::process::id());
        let folder = env::temp_dir().join(name);
        let expected = plain_layers(count, 4);
        let mut known = 0;
        // The second run goes on where the first one was stopped.
        for states in most {
            let limits = Limits {
                states: Some(states),
                memory: Some(256 << 20),
                ..Limits::default()
            };
            let found = stopped(&*space, &limits, &folder);
            assert!(found.len() > known && found.len() <= expected.len());
            assert!(found.iter().zip(&expected).all(|(a, &b)| *a == b.into()));
            known = found.len();
        }
        assert!(known >= 3, "{known}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

/// In memory, they are refused before anything is counted.
#[test]
fn more_ranks_than_the_memory_holds_are_refused_in_memory() {
    let limits = Limits {
        memory: Some(256 << 20),
        ..Limits::default()
    };
    for (count, wanted) in [(13, StopReason::Memory), (14, StopReason::Capacity)] {
        let space = pancakes(count)
            .space(None, &PuzzleOptions::default())
            .unwrap();
        match space.census(0, &limits).unwrap().outcome {
            CensusOutcome::Stopped {
                reason, positions, ..
            } => {
                assert_eq!(reason, wanted);
                let factorial: u64 = (1..=count as u64).product();
                assert_eq!(positions, Some(factorial.into()));
            }
            CensusOutcome::Complete(_) => panic!("{count} pancakes fit into no such memory"),
        }
    }
}
