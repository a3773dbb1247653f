//! Partial order reduction keeps all distances, and the first solution is still found.

use std::collections::HashMap;

use fewest_ground::analysis::{Analysis, StubbornMoves};
use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Ground, Label, compile};
use fewest_rules::{Limits, Outcome, Puzzle, Report, Words};
use fewest_search::{bfs, partial_order_bfs};

use crate::random::{self, Random};
use crate::{grounds, oracle};

/// The distance of each of the `states` to a goal, if it has one, by the moves of `puzzle`.
fn distances<P: Puzzle<State = Words<1>>>(
    puzzle: &P,
    states: &[Words<1>],
) -> HashMap<Words<1>, u32> {
    let mut distances: HashMap<Words<1>, u32> = HashMap::new();
    for depth in 0.. {
        let is_next = |&&state: &&Words<1>| {
            if depth == 0 {
                return puzzle.is_goal(state);
            }
            let mut moves = puzzle.moves(state);
            !distances.contains_key(&state)
                && moves.any(|m| distances.contains_key(&puzzle.apply(state, m)))
        };
        let layer: Vec<_> = states.iter().filter(is_next).copied().collect();
        if layer.is_empty() {
            return distances;
        }
        distances.extend(layer.into_iter().map(|state| (state, depth)));
    }
    distances
}

fn by_reduction(
    puzzle: &CompiledPuzzle<1>,
    reduced: &StubbornMoves<'_, 1>,
    start: Words<1>,
) -> Report<CompiledMove> {
    let commute = |state, m, later| reduced.commute(state, m, later);
    partial_order_bfs(puzzle, reduced, commute, start, &Limits::default())
}

/// Tests the reduction from a start. Returns the numbers of moves of all reached states, and of those
/// that remain.
fn reduction_keeps_distances(ground: &Ground, start: &[Label]) -> Option<(usize, usize)> {
    let Compiled::One(analysis) = compile(ground, Starts::One(start)).ok()? else {
        return None;
    };
    let (puzzle, start) = (analysis.puzzle(), analysis.puzzle().state(start)?);
    let reduced = analysis.stubborn_moves()?;
    let reached = oracle::reach(puzzle, start, 2_000)?;
    let states: Vec<_> = reached.distances.keys().copied().collect();
    assert_eq!(distances(puzzle, &states), distances(&reduced, &states));
    let wanted = bfs(puzzle, start, &Limits::default()).outcome;
    let found = by_reduction(puzzle, &reduced, start).outcome;
    match (&wanted, &found) {
        (Outcome::Unsolvable(_), Outcome::Unsolvable(_)) => {}
        _ => assert_eq!(wanted, found),
    }
    let count = |moves: &dyn Fn(Words<1>) -> usize| states.iter().map(|&state| moves(state)).sum();
    Some((
        count(&|state| puzzle.moves(state).count()),
        count(&|state| reduced.moves(state).count()),
    ))
}

#[test]
fn random_puzzles_keep_their_distances() {
    let (mut tested, mut left_out) = (0, 0);
    for seed in 0..20_000 {
        let (ground, start) = random::ground(seed, 7, 9);
        if let Some((all, kept)) = reduction_keeps_distances(&ground, &start) {
            tested += 1;
            left_out += usize::from(kept < all);
        }
    }
    assert!(tested > 1_000 && left_out > 100, "{tested}, {left_out}");
}

/// Several groups of cells with rules of their own, and some rules that connect them.
fn loosely_connected(random: &mut Random) -> (Ground, Vec<Label>) {
    let (groups, size) = (2 + random.below(2), 2 + random.below(2));
    let mut ground = grounds::ground("loose", "a b c", groups * size);
    let connections = random.below(4);
    let rules = groups * (3 + random.below(4)) + connections;
    for rule in 0..rules {
        let group = rule % groups;
        let connects = rule + connections >= rules;
        let cell = |random: &mut Random| match connects {
            true => random.below(groups * size),
            false => group * size + random.below(size),
        };
        let label = |random: &mut Random| random.below(3) as Label;
        let (here, there, tested) = (cell(random), cell(random), cell(random));
        let mut tests = vec![grounds::is(here, label(random))];
        if tested != here {
            let labels = [label(random), label(random)];
            tests.push(grounds::within(tested, &labels));
        }
        let mut writes = vec![grounds::put(here, label(random))];
        if there != here {
            writes.push(grounds::put(there, label(random)));
        }
        grounds::add(&mut ground, &format!("m{rule}"), tests, writes);
    }
    for _ in 0..1 + random.below(2) {
        let cells = 0..groups * size;
        let goal = cells.map(|cell| grounds::is(cell, random.below(3) as Label));
        let goal: Vec<_> = goal.collect();
        let kept = goal.into_iter().filter(|_| random.below(3) > 0);
        ground.goals.push(kept.collect());
    }
    let start = random::state(random, &ground);
    (ground, start)
}

#[test]
fn loosely_connected_puzzles_keep_their_distances() {
    let random = &mut Random::new(7);
    let (mut tested, mut left_out, mut moves, mut remaining) = (0, 0, 0, 0);
    for _ in 0..6_000 {
        let (ground, start) = loosely_connected(random);
        if let Some((all, kept)) = reduction_keeps_distances(&ground, &start) {
            tested += 1;
            left_out += usize::from(kept < all);
            (moves, remaining) = (moves + all, remaining + kept);
        }
    }
    assert!(tested > 1_000 && left_out > 900, "{tested}, {left_out}");
    assert!(remaining * 3 < moves * 2, "{remaining} of {moves}");
}

/// Without the reduction, nearly all of the 3^15 states, which are 14 million, are expanded.
#[test]
fn three_towers_of_five_disks_are_moved_one_after_the_other() {
    let ground = grounds::hanoi(3, 5);
    let start = [0; 15];
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&start)) else {
        panic!("a state has one word");
    };
    assert!(saves_work(&analysis, &start));
    let (puzzle, start) = (analysis.puzzle(), analysis.puzzle().state(&start).unwrap());
    let reduced = analysis.stubborn_moves().unwrap();
    let report = by_reduction(puzzle, &reduced, start);
    let names = report.outcome.moves().unwrap().iter();
    let names: Vec<_> = names.map(|&m| puzzle.move_name(m)).collect();
    assert_eq!(names.len(), 93);
    let tower = |name: &&str| name.split('-').nth(1).unwrap().parse::<usize>().unwrap() / 5;
    assert!(names.is_sorted_by_key(tower), "{names:?}");
    assert!(
        report.statistics.expanded < 3_000,
        "{:?}",
        report.statistics
    );
}

fn saves_work(analysis: &Analysis<1>, start: &[Label]) -> bool {
    let start = analysis.puzzle().state(start).unwrap();
    analysis.stubborn_moves().unwrap().pays_off(start)
}

/// A single tower has no moves that may wait.
#[test]
fn the_disks_of_one_tower_depend_on_one_another() {
    let ground = grounds::hanoi(1, 5);
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&[0; 5])) else {
        panic!("a state has one word");
    };
    assert!(analysis.stubborn_moves().is_none());
}
