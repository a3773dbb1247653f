//! One law for all bounds, prunings, proofs and methods: what they claim about nasty puzzles is
//! compared with exact distances in every state.

#![allow(clippy::unwrap_used)] // A test may panic.

mod claims;
mod draft;
mod families;
mod finding;
mod minimal;
mod numbers;
#[path = "../../../ground/tests/all/plain/mod.rs"]
mod plain;
mod space;

use std::time::{Duration, Instant};

use claims::{Case, NoCase};
use draft::Draft;
use finding::{Count, Finding, Tally};
use numbers::Random;

/// The sizes of the spaces.
const FEWEST_STATES: usize = 40;
const MOST_STATES: usize = 20_000;
/// Most spaces are smaller than that, so that there are many.
const USUALLY_MOST_STATES: [usize; 8] = [600, 600, 1_200, 1_200, 1_200, 2_500, 5_000, MOST_STATES];
/// The puzzles that the gate tries.
const IN_THE_GATE: u64 = 700;
/// The puzzles that are tried with one seed.
const ATTEMPTS: usize = 8;
/// The puzzles that are tried to make one with a wrong claim smaller.
const TRIES: u64 = 300;

/// What has to be met in the gate: nobody should believe a law that never met its subject.
const MET: &[&str] = &[
    "additions",
    "all solutions",
    "all solutions, small effort",
    "astar",
    "astar with balance",
    "astar with matching",
    "astar with neighbours",
    "astar with patterns",
    "astar with travel",
    "beam search",
    "bfs",
    "bidirectional",
    "bound balance",
    "bound balance, consequences",
    "bound balance, dead ends",
    "bound default",
    "bound matching",
    "bound matching, dead ends",
    "bound neighbours",
    "bound patterns",
    "bound patterns, dead ends",
    "bound together",
    "bound travel",
    "bound travel, consequences",
    "bound travel, dead ends",
    "cost bound balance",
    "cost bound default",
    "cost bound matching",
    "cost bound patterns",
    "cost bound travel",
    "dead ends",
    "dijkstra",
    "distinct solutions within 2",
    "distinct solutions within 2, free moves",
    "goals listed",
    "goals with predecessors",
    "idastar",
    "idastar with patterns",
    "idastar, small effort",
    "iddfs",
    "inverse moves",
    "linear",
    "move pruning",
    "move pruning by rows",
    "move pruning in costs",
    "move-sets",
    "moves that commute",
    "moves to dead ends",
    "neighbours by rank",
    "parity",
    "patterns of added labels",
    "patterns of labels",
    "patterns of labels, consequences",
    "patterns of parts",
    "patterns of positions",
    "patterns of positions, consequences",
    "pieces",
    "places",
    "predecessors",
    "ranks",
    "sequences",
    "solutions within 2",
    "solutions within 2, free moves",
    "symmetries",
    "weighted A*",
    "without dead ends",
];

/// A number from the environment.
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn claims_hold_in_all_states_of_nasty_puzzles() {
    let first = setting("SEED").unwrap_or(1);
    let seconds = setting("SECONDS").map(Duration::from_secs);
    let puzzles = setting("PUZZLES").unwrap_or(IN_THE_GATE);
    let only = std::env::var("CLAIM").ok();
    let started = Instant::now();
    let mut tally = Tally::default();
    let mut wrong: Vec<(u64, Finding, Draft)> = Vec::new();
    let mut tried = 0;
    for seed in first.. {
        match seconds {
            Some(seconds) if started.elapsed() >= seconds => break,
            None if seed - first >= puzzles => break,
            _ => {}
        }
        tried += 1;
        let Some((draft, case)) = nasty(seed, &mut tally) else {
            continue;
        };
        let findings = claims::all(&case, only.as_deref());
        for family in &draft.families {
            tally.add(&format!("family {family}"), case.space.size(), 1);
        }
        for (claim, count) in findings.tally.0 {
            let sum = tally.0.entry(claim).or_default();
            *sum = Count {
                puzzles: sum.puzzles + count.puzzles,
                states: sum.states + count.states,
                spoke: sum.spoke + count.spoke,
            };
        }
        for finding in findings.wrong {
            if !wrong
                .iter()
                .any(|(_, known, _)| known.claim == finding.claim)
            {
                println!(
                    "after {:?}, seed {seed}: {finding}\n{draft}",
                    started.elapsed()
                );
                wrong.push((seed, finding, draft.clone()));
            }
        }
    }
    println!("{tried} puzzles in {:?}\n{tally}", started.elapsed());
    let tries = setting("TRIES").unwrap_or(TRIES) as usize;
    for (seed, finding, draft) in &wrong {
        let small = minimal::minimal(draft, tries, |draft| {
            still_wrong(draft, &finding.claim).is_some()
        });
        let finding = still_wrong(&small, &finding.claim).unwrap_or_else(|| finding.clone());
        println!("--- seed {seed}, smaller: {finding}\n{small}");
    }
    assert!(wrong.is_empty(), "{} claims are wrong", wrong.len());
    // A short run, or one of a single claim, need not meet everything.
    if only.is_none() && tried >= IN_THE_GATE {
        let silent: Vec<&str> = MET
            .iter()
            .copied()
            .filter(|&claim| tally.0.get(claim).is_none_or(|count| count.spoke == 0))
            .collect();
        assert!(silent.is_empty(), "never met: {}", silent.join(", "));
    }
}

/// A puzzle with neither too few states nor too many.
fn nasty(seed: u64, tally: &mut Tally) -> Option<(Draft, Case)> {
    let random = &mut Random::new(seed);
    let most = *random.pick(&USUALLY_MOST_STATES);
    for _ in 0..ATTEMPTS {
        let size = |draft: &Draft| {
            let case = Case::new(&draft.to_string(), families::FEW);
            case.ok().map(|case| case.space.size())
        };
        let draft = families::puzzle(random, &size);
        match Case::new(&draft.to_string(), most) {
            Ok(case) if case.space.size() >= FEWEST_STATES => return Some((draft, case)),
            // Not every mixture is a puzzle: a goal may name a hole, a change be made twice.
            Err(NoCase::Faults(_)) => tally.add("(faults)", 0, 0),
            Err(NoCase::Space(why)) => tally.add(&format!("({why:?})"), 0, 0),
            Ok(_) => tally.add("(too few states)", 0, 0),
        }
    }
    None
}

/// Tests the claims about the puzzle in the file that the environment names, such as one that a
/// finding has printed.
#[test]
fn claims_hold_in_a_given_file() {
    let Ok(file) = std::env::var("FILE") else {
        return;
    };
    let text = std::fs::read_to_string(file).unwrap();
    let case = Case::new(&text, MOST_STATES).unwrap_or_else(|why| panic!("{why:?}"));
    let findings = claims::all(&case, None);
    println!("{} states\n{}", case.space.size(), findings.tally);
    for finding in &findings.wrong {
        println!("{finding}");
    }
    assert!(findings.wrong.is_empty());
}

/// The finding about `claim`, if the puzzle still shows that it is wrong.
fn still_wrong(draft: &Draft, claim: &str) -> Option<Finding> {
    let case = Case::new(&draft.to_string(), MOST_STATES).ok()?;
    let mut wrong = claims::all(&case, Some(claim)).wrong.into_iter();
    wrong.find(|finding| finding.claim == claim)
}
