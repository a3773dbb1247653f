//! Puzzles in which a walker enters cells of two colours in turn: the number of cells that it has not
//! entered, of each colour, is a lower bound.

use std::collections::HashMap;

use fewest_ground::analysis::CountHeuristic;
use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, Ground, Label, compile};
use fewest_rules::{Heuristic, Puzzle, Words};

use crate::{grounds, oracle, random::Random};

const WALKER: Label = 0;
const NEW: Label = 1;
const OLD: Label = 2;

/// A board that a walker has to enter completely, going to cells beside its own.
fn visit_all(rows: usize, columns: usize) -> Ground {
    let mut ground = grounds::ground("visit", "r . _", rows * columns);
    for from in 0..rows * columns {
        for to in 0..rows * columns {
            let (down, across) = (
                (from / columns).abs_diff(to / columns),
                (from % columns).abs_diff(to % columns),
            );
            if down + across == 1 {
                step(&mut ground, from, to, Vec::new(), Vec::new());
            }
        }
    }
    nothing_new(&mut ground);
    ground
}

/// Adds a rule by which the walker goes, with more tests and writes.
fn step(
    ground: &mut Ground,
    from: usize,
    to: usize,
    more_tests: Vec<fewest_ground::Test>,
    more_writes: Vec<fewest_ground::Write>,
) {
    for label in [NEW, OLD] {
        let mut tests = vec![grounds::is(from, WALKER), grounds::is(to, label)];
        tests.extend(more_tests.iter().cloned());
        let mut writes = vec![grounds::put(from, OLD), grounds::put(to, WALKER)];
        writes.extend(more_writes.iter().cloned());
        let name = format!("{from}-{to}-{label}-{}", ground.rules.len());
        grounds::add(ground, &name, tests, writes);
    }
}

/// The goal is that no cell is new.
fn nothing_new(ground: &mut Ground) {
    let cells = 0..ground.positions.len();
    let goal = cells.map(|cell| grounds::within(cell, &[WALKER, OLD]));
    ground.goals.push(goal.collect());
}

fn bound<const N: usize>(
    puzzle: &CompiledPuzzle<N>,
    heuristic: &CountHeuristic,
    state: Words<N>,
) -> u32 {
    let cache = Heuristic::<CompiledPuzzle<N>>::start(heuristic, puzzle, state);
    Heuristic::<CompiledPuzzle<N>>::bound(heuristic, cache)
}

/// On a board of 3×3, a walker enters eight more cells in eight moves from one of the five cells of the
/// larger colour, and in nine from the other four.
#[test]
fn a_walker_that_begins_on_the_rarer_colour_needs_a_move_more() {
    let ground = visit_all(3, 3);
    for first in 0..9 {
        let mut labels = [NEW; 9];
        labels[first] = WALKER;
        let Compiled::One(analysis) = compile(&ground, Starts::One(&labels)).unwrap() else {
            panic!("a state has one word");
        };
        let (puzzle, heuristic) = (analysis.puzzle(), analysis.count().unwrap());
        let start = puzzle.state(&labels).unwrap();
        let wanted = 8 + first as u32 % 2;
        assert_eq!(bound(puzzle, heuristic, start), wanted, "{first}");
        assert_eq!(
            oracle::reach(puzzle, start, 5_000).unwrap().goal,
            Some(wanted)
        );
    }
}

/// A walker on six cells with random ways; some ways also take a label from another cell, or bring one
/// back. In no state that can be reached is the bound above the distance, and no move lowers it by more
/// than one.
#[test]
fn bounds_by_phases_of_random_walks_are_admissible_and_consistent() {
    let (mut stronger, mut exact) = (0, 0);
    for seed in 0..1_500 {
        let mut random = Random::new(seed);
        let mut ground = grounds::ground("walk", "r . _", 6);
        // In most puzzles, ways lead between cells of different colours only.
        let chequered = seed % 5 != 0;
        while ground.rules.len() < 24 {
            let (from, to, third) = (random.below(6), random.below(6), random.below(6));
            let fits =
                !chequered || (from + to) % 2 == 1 && (seed % 2 == 0 || (to + third) % 2 == 0);
            if from == to || third == from || third == to || !fits {
                continue;
            }
            match random.below(6) {
                0 => step(
                    &mut ground,
                    from,
                    to,
                    vec![grounds::is(third, NEW)],
                    vec![grounds::put(third, OLD)],
                ),
                1 => step(
                    &mut ground,
                    from,
                    to,
                    vec![grounds::is(third, OLD)],
                    vec![grounds::put(third, NEW)],
                ),
                _ => step(&mut ground, from, to, Vec::new(), Vec::new()),
            }
        }
        nothing_new(&mut ground);
        let labels = [WALKER, NEW, NEW, NEW, NEW, NEW];
        let Compiled::One(analysis) = compile(&ground, Starts::One(&labels)).unwrap() else {
            panic!("a state has one word");
        };
        let Some(heuristic) = analysis.count() else {
            continue;
        };
        let puzzle = analysis.puzzle();
        let start = puzzle.state(&labels).unwrap();
        let reached = oracle::reach(puzzle, start, 1_000).unwrap();
        let mut bounds = HashMap::new();
        for &state in reached.distances.keys() {
            let least = bound(puzzle, heuristic, state);
            bounds.insert(state, least);
            let distance = oracle::reach(puzzle, state, 1_000).unwrap().goal;
            assert!(distance.is_none_or(|distance| least <= distance), "{seed}");
            let new = puzzle.labels(state).iter().filter(|&&l| l == NEW).count() as u32;
            stronger += usize::from(least > new && distance.is_some());
            exact += usize::from(least > new && distance == Some(least));
        }
        for (&state, &least) in &bounds {
            let cache = Heuristic::<CompiledPuzzle<1>>::start(heuristic, puzzle, state);
            for m in puzzle.moves(state) {
                let after = puzzle.apply(state, m);
                assert!(least <= bounds[&after].saturating_add(1), "{seed}");
                let stepped =
                    Heuristic::<CompiledPuzzle<1>>::step(heuristic, puzzle, cache, state, m, after);
                let wanted = Heuristic::<CompiledPuzzle<1>>::start(heuristic, puzzle, after);
                assert_eq!(stepped, wanted, "{seed}");
            }
        }
    }
    assert!(stronger > 500 && exact > 300, "{stronger} {exact}");
}
