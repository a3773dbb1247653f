//! Compares the promises of searches that may return longer solutions with the truth.
#![allow(clippy::unwrap_used)]

use crate::oracle;
use crate::toys;

use std::num::NonZeroUsize;
use std::time::Duration;

use fewest_rules::{Heuristic, Limits, Outcome, Puzzle, StopReason, Zero};
use fewest_search::*;
use oracle::{Truth, distances, truth};
use proptest::prelude::*;
use toys::*;

fn weights() -> impl Iterator<Item = Weight> {
    [100, 101, 150, 300, 1_000_000]
        .into_iter()
        .map(|hundredths| Weight::per_cent(hundredths).unwrap())
}

fn widths() -> impl Iterator<Item = NonZeroUsize> {
    [1, 2, 5, 100_000]
        .into_iter()
        .map(|width| NonZeroUsize::new(width).unwrap())
}

/// Asserts that the solution is legal and that the claims about its length hold.
fn examine<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    found: &Approximation<P::Move>,
    truth: &Truth<P::Move>,
) {
    let shortest = truth.first.as_ref().expect("a solvable start").len();
    let end = found.moves().iter().fold(start, |state, &m| {
        assert!(puzzle.moves(state).any(|legal| legal == m));
        puzzle.apply(state, m)
    });
    assert!(puzzle.is_goal(end), "{found:?} ends in {end:?}");
    let length = found.moves().len();
    assert!(length >= shortest);
    assert!(found.lower_bound() as usize <= shortest, "{found:?}");
    if found.is_shortest() {
        assert_eq!(length, shortest, "{found:?}");
    }
    if let Some(weight) = found.within() {
        assert!(100 * length <= weight.hundredths() as usize * shortest);
    }
}

fn weighted<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    truth: &Truth<P::Move>,
) {
    for weight in weights() {
        let report = weighted_astar(puzzle, start, heuristic, weight, &Limits::default());
        match (&report.outcome, &truth.first) {
            (Approximate::Found(found), Some(_)) => {
                assert_eq!(found.within(), Some(weight));
                assert!(weight > Weight::ONE || found.is_shortest(), "{found:?}");
                examine(puzzle, start, found, truth);
            }
            (Approximate::Unsolvable(_), None) => {}
            (outcome, _) => panic!("{outcome:?}, the truth is {truth:?}"),
        }
    }
}

fn beams<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    truth: &Truth<P::Move>,
) {
    for width in widths() {
        let report = beam(puzzle, start, heuristic, width, &Limits::default());
        let wide = width.get() as u64 >= truth.reached;
        match (&report.outcome, &truth.first) {
            (Approximate::Found(found), Some(_)) => {
                assert_eq!(found.within(), None);
                assert!(!wide || found.is_shortest(), "{found:?}");
                examine(puzzle, start, found, truth);
            }
            (Approximate::Unsolvable(_), None) => {}
            (
                Approximate::Stopped {
                    lower_bound,
                    reason: StopReason::Capacity,
                },
                first,
            ) => {
                assert!(!wide);
                let shortest = first.as_ref().map_or(u32::MAX, |moves| moves.len() as u32);
                assert!((1..=shortest).contains(lower_bound));
            }
            (outcome, _) => panic!("{outcome:?}, the truth is {truth:?}"),
        }
    }
}

#[test]
fn sliding_tiles() {
    let goal = Tiles::GOAL;
    for start in [
        goal,
        [1, 2, 3, 4, 5, 6, 7, 0, 8],
        [1, 3, 6, 5, 0, 2, 4, 7, 8],
        [8, 6, 7, 2, 5, 4, 3, 0, 1],
        [2, 1, 3, 4, 5, 6, 7, 8, 0],
    ] {
        let truth = truth(&Tiles, start);
        weighted(&Tiles, start, &Tiles::manhattan, &truth);
        weighted(&Tiles, start, &Zero, &truth);
        beams(&Tiles, start, &Tiles::manhattan, &truth);
    }
}

#[test]
fn a_weight_saves_work_and_a_narrow_beam_most() {
    let start = [8, 6, 7, 2, 5, 4, 3, 0, 1];
    let limits = Limits::default();
    let expanded = |hundredths| {
        let weight = Weight::per_cent(hundredths).unwrap();
        let report = weighted_astar(&Tiles, start, &Tiles::manhattan, weight, &limits);
        report.statistics.expanded
    };
    assert!(expanded(150) < expanded(100) / 4);
    let width = NonZeroUsize::new(20).unwrap();
    let report = beam(&Tiles, start, &Tiles::manhattan, width, &limits);
    assert!(matches!(&report.outcome, Approximate::Found(found) if !found.is_shortest()));
    assert!(report.statistics.expanded <= 20 * 100);
}

#[test]
fn trees_rings_and_presses() {
    for depth in 0..7 {
        for every in [1, 3, 10_000] {
            let tree = tree(depth, every);
            let truth = truth(&tree, 1);
            weighted(&tree, 1, &Zero, &truth);
            beams(&tree, 1, &Zero, &truth);
        }
    }
    let ring = Ring(11);
    for start in 0..11 {
        let near = move |place: u32| place.min(11 - place);
        let truth = truth(&ring, start);
        weighted(&ring, start, &near, &truth);
        beams(&ring, start, &near, &truth);
    }
    let presses = Presses {
        k: 3,
        patterns: vec![[1, 1, 0, 0, 0], [1, 1, 1, 0, 0], [0, 1, 1, 1, 0]],
    };
    for start in [[0; 5], [1, 0, 1, 0, 1], [1, 2, 0, 0, 0], [0, 0, 1, 2, 1]] {
        let truth = truth(&presses, start);
        weighted(&presses, start, &Zero, &truth);
        beams(&presses, start, &Zero, &truth);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// Searches with bounds that are rarely consistent and detect some dead ends.
    #[test]
    fn random_graphs(
        edges in prop::collection::vec(
            prop::collection::vec(prop::option::weighted(0.7, 0u16..12), 0..4), 12),
        goals in prop::collection::vec(prop::bool::weighted(0.1), 12),
        seed: u64,
    ) {
        let graph = Graph { edges, goals };
        let distances = distances(&graph, 12);
        let heuristic = worsened(&distances, seed);
        for start in 0..3 {
            let truth = truth(&graph, start);
            weighted(&graph, start, &heuristic, &truth);
            beams(&graph, start, &heuristic, &truth);
        }
    }
}

#[test]
fn limits_are_honoured() {
    let start = [8, 6, 7, 2, 5, 4, 3, 0, 1];
    let shortest = truth(&Tiles, start).first.unwrap().len() as u32;
    let wide = NonZeroUsize::new(1_000).unwrap();
    for states in [0, 1, 10, 300] {
        let limits = Limits {
            states: Some(states),
            ..Limits::default()
        };
        for report in [
            weighted_astar(&Tiles, start, &Tiles::manhattan, Weight::ONE, &limits),
            beam(&Tiles, start, &Tiles::manhattan, wide, &limits),
        ] {
            assert_eq!(report.statistics.expanded, states);
            let Approximate::Stopped {
                lower_bound,
                reason: StopReason::States,
            } = report.outcome
            else {
                panic!("{report:?}")
            };
            // The bound of the start alone proves this lower bound.
            assert!((Tiles::manhattan(start)..=shortest).contains(&lower_bound));
        }
    }
    for memory in [0, 1_000, 50_000] {
        let limits = Limits {
            memory: Some(memory),
            ..Limits::default()
        };
        for report in [
            weighted_astar(&Endless, (0, 0), &Zero, Weight::MOST, &limits),
            beam(&Endless, (0, 0), &Zero, wide, &limits),
        ] {
            assert!(report.statistics.peak_bytes <= memory);
            assert!(matches!(
                report.outcome.proven(),
                Ok(Outcome::Stopped {
                    reason: StopReason::Memory,
                    ..
                })
            ));
        }
    }
    let limits = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    for report in [
        weighted_astar(&Endless, (0, 0), &Zero, Weight::ONE, &limits),
        beam(&Endless, (0, 0), &Zero, wide, &limits),
    ] {
        assert!(matches!(
            report.outcome,
            Approximate::Stopped {
                reason: StopReason::Time,
                ..
            }
        ));
    }
}
