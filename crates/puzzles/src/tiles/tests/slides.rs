//! Tests slides against the moves of the blank: the same states, bounds, prunings and searches.

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle, Ranked, Report, laws};
use fewest_search::{Automaton, Duplicates, Pruning, PruningLimits, idastar};
use proptest::prelude::*;

use super::super::*;
use super::GOALS;

fn automaton(puzzle: &Tiles<u64>, moves: usize) -> Automaton<BlankMove> {
    let reach = PruningLimits {
        moves,
        sequences: 1 << 12,
    };
    Automaton::find(puzzle, reach, &mut Meter::new(&Limits::default())).unwrap()
}

#[test]
fn slides_keep_the_laws() {
    for goal in GOALS {
        for (rows, columns) in [
            (1, 1),
            (1, 16),
            (16, 1),
            (2, 3),
            (3, 2),
            (3, 3),
            (2, 8),
            (4, 4),
        ] {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            let (slides, manhattan) = (Slides::new(&puzzle), Manhattan::new(&puzzle));
            let laws = laws::check(&slides, [puzzle.goal()], 2_000).unwrap();
            let distance = SlideDistance::new(&slides, &manhattan);
            laws.admissible(&distance).unwrap();
            laws.consistent(&distance).unwrap();
        }
    }
}

/// Follows both puzzles, both bounds and both prunings through all states and histories near `start`.
fn follow(puzzle: &Tiles<u64>, automaton: &Automaton<BlankMove>, start: u64, most: usize) {
    let (slides, manhattan) = (Slides::new(puzzle), Manhattan::new(puzzle));
    let distance = SlideDistance::new(&slides, &manhattan);
    let relabelled = automaton.relabelled(puzzle, |blank, m| slides.slide(blank, m));
    let first = (
        start,
        automaton.start(puzzle, start),
        manhattan.start(puzzle, start),
    );
    assert_eq!(relabelled.start(&slides, start), first.1);
    assert_eq!(distance.start(&slides, start), first.2);
    let mut seen = std::collections::HashSet::from([first]);
    let mut waiting = vec![first];
    while let Some((state, history, cache)) = waiting.pop() {
        assert!(puzzle.is_goal(state) == slides.is_goal(state));
        let plain = puzzle.successors(state);
        assert!(
            plain.eq(slides
                .successors(state)
                .map(|(slide, after)| (slide.blank_move(), after)))
        );
        let mut tries = relabelled.moves(&slides, state, history);
        for of in automaton.moves(puzzle, state, history) {
            let slide = tries.next().unwrap();
            assert_eq!((slide.m.blank_move(), slide.history), (of.m, of.history));
            let after = puzzle.apply(state, of.m);
            assert_eq!(slides.apply(state, slide.m), after);
            let cache_after = manhattan.step(puzzle, cache, state, of.m, after);
            assert_eq!(
                distance.step(&slides, cache, state, slide.m, after),
                cache_after
            );
            let next = (after, of.history, cache_after);
            if seen.len() < most && seen.insert(next) {
                waiting.push(next);
            }
        }
        assert!(tries.next().is_none());
    }
}

#[test]
fn slides_are_the_moves_of_the_blank() {
    for goal in GOALS {
        for (rows, columns) in [
            (1, 5),
            (5, 1),
            (2, 2),
            (2, 3),
            (3, 3),
            (4, 3),
            (2, 8),
            (4, 4),
        ] {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            for moves in [2, 8] {
                follow(&puzzle, &automaton(&puzzle, moves), puzzle.goal(), 5_000);
            }
        }
    }
}

/// The answer of IDA* with the moves of the blank, and with slides.
fn both(puzzle: &Tiles<u64>, start: u64, moves: usize, limits: &Limits) -> [Report<BlankMove>; 2] {
    let (slides, manhattan) = (Slides::new(puzzle), Manhattan::new(puzzle));
    let distance = SlideDistance::new(&slides, &manhattan);
    let automaton = automaton(puzzle, moves);
    let relabelled = automaton.relabelled(puzzle, |blank, m| slides.slide(blank, m));
    let none = Duplicates::Enter;
    let plain = idastar(puzzle, start, &manhattan, &automaton, none, limits);
    let report = idastar(&slides, start, &distance, &relabelled, none, limits);
    let outcome = report.outcome.map(Slide::blank_move);
    let statistics = report.statistics;
    [
        plain,
        Report {
            outcome,
            statistics,
        },
    ]
}

fn same([plain, slides]: [Report<BlankMove>; 2]) {
    assert_eq!(plain.outcome, slides.outcome);
    let nodes = |report: &Report<BlankMove>| {
        let statistics = report.statistics;
        (statistics.expanded, statistics.generated)
    };
    assert_eq!(nodes(&plain), nodes(&slides));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn idastar_finds_the_same_by_the_same_nodes(
        size in prop::sample::select(vec![(2, 3), (3, 2), (2, 4), (3, 3), (1, 7)]),
        goal in prop::sample::select(GOALS.to_vec()),
        moves in prop::sample::select(vec![2, 8]),
        rank: u64,
    ) {
        let puzzle = Tiles::<u64>::new(size.0, size.1, goal).unwrap();
        let start = puzzle.unrank(rank % puzzle.size());
        same(both(&puzzle, start, moves, &Limits::default()));
    }

    #[test]
    fn idastar_stops_at_the_same_node(
        goal in prop::sample::select(GOALS.to_vec()),
        rank: u64,
        states in 1_u64..100_000,
    ) {
        let puzzle = Tiles::<u64>::new(4, 4, goal).unwrap();
        let start = puzzle.unrank(rank % puzzle.size());
        let limits = Limits { states: Some(states), ..Limits::default() };
        let answers = both(&puzzle, start, 8, &limits);
        prop_assert!(!matches!(answers[0].outcome, Outcome::Unsolvable(_)));
        same(answers);
    }
}
