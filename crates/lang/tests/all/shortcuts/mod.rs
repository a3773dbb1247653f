//! Every bound, dead end and pruning that the analysis finds in a puzzle, against exact distances in all
//! states that can be reached.

mod exact;
mod mixtures;
mod puzzles;

use std::collections::HashMap;

use fewest_ground::analysis::{Analysis, CompiledPatterns, HeuristicName};
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, compile};
use fewest_lang::read;
use fewest_rules::{DEAD_END, Heuristic, Limits, Meter, MoveCosts, Puzzle, Words};

use exact::{Space, backwards};

const MOST_STATES: usize = 50_000;

/// What was found in a puzzle and is right in each of its states.
#[derive(Debug, Default)]
struct Found {
    /// For each heuristic of the puzzle, its bound at the start and the number of states in which it is
    /// above 0.
    bounds: Vec<(HeuristicName, u32, usize)>,
    /// The number of states that are recognized as dead ends.
    dead_ends: usize,
    /// How often the bounds of several small patterns were added.
    added_patterns: usize,
    /// Whether there are an agent's regions.
    regions: bool,
    /// The exact distances of the start.
    moves: Option<u32>,
    cost: Option<u32>,
}

impl Found {
    fn bound(&self, name: HeuristicName) -> Option<u32> {
        let mut found = self.bounds.iter().filter(|found| found.0 == name);
        found.next().map(|found| found.1)
    }
}

/// Examines all states of the puzzle in `text`.
fn examine(text: &str) -> Found {
    examine_within(text, MOST_STATES).expect("few states")
}

/// Examines all states of the puzzle in `text`; `None` if there are more than `most`.
fn examine_within(text: &str, most: usize) -> Option<Found> {
    let (file, _) = read(text).unwrap();
    let board = file.start().unwrap();
    let space = Space::new(&board.ground, &board.start, most)?;
    Some(
        match compile(&board.ground, Starts::One(&board.start)).unwrap() {
            Compiled::One(analysis) => of(&analysis, &space, text),
            Compiled::Four(analysis) => of(&analysis, &space, text),
            _ => return None,
        },
    )
}

/// Whether `bound` is at most the distance.
fn admits(bound: u32, distance: Option<u32>) -> bool {
    distance.is_none_or(|distance| bound <= distance)
}

fn of<const N: usize>(analysis: &Analysis<N>, space: &Space, text: &str) -> Found {
    let puzzle = analysis.puzzle();
    let limits = Limits::default();
    let states: Vec<Words<N>> = space
        .states
        .iter()
        .map(|labels| puzzle.state(labels).unwrap())
        .collect();
    let mut found = Found {
        moves: space.moves[0],
        cost: space.costs[0],
        ..Found::default()
    };
    for most in [30, 100, 400] {
        let built = CompiledPatterns::new(puzzle, most, &mut Meter::new(&limits)).unwrap();
        let Some(patterns) = built else { continue };
        for (&state, distance) in states.iter().zip(&space.moves) {
            let bound = Heuristic::<fewest_ground::compiled::CompiledPuzzle<N>>::start(
                &patterns, puzzle, state,
            );
            assert!(
                admits(bound, *distance),
                "patterns of {most} states, {bound} for {distance:?}: {text}"
            );
        }
        if patterns.sizes().len() > 1 {
            found.added_patterns += 1;
        }
    }
    let all = HeuristicName::ALL.into_iter().map(Some);
    for name in all.chain([None]) {
        let moves = analysis.heuristic(name, &limits).unwrap();
        let costs = analysis.cost_heuristic(name, &limits).unwrap();
        let mut positive = 0;
        for (number, &state) in states.iter().enumerate() {
            let bound = moves.bound_of(puzzle, state);
            let labels = &space.states[number];
            assert!(
                admits(bound, space.moves[number]),
                "{name:?} {bound} for {:?} in {labels:?}: {text}",
                space.moves[number]
            );
            let least = costs.bound_of(puzzle, state);
            assert!(
                admits(least, space.costs[number]),
                "{name:?} {least} for a cost of {:?} in {labels:?}: {text}",
                space.costs[number]
            );
            positive += usize::from(bound > 0);
        }
        if let Some(name) = name
            && positive > 0
        {
            found
                .bounds
                .push((name, moves.bound_of(puzzle, states[0]), positive));
        }
    }
    if let Some(dead_ends) = analysis.dead_ends() {
        for (&state, distance) in states.iter().zip(&space.moves) {
            if dead_ends.has(state) {
                assert_eq!(*distance, None, "a dead end: {text}");
                found.dead_ends += 1;
            }
        }
        let view = analysis.both_ends_without_dead_ends();
        if let Some(view) = view {
            assert_eq!(distances(&view, &states, |_, _| 1), space.moves, "{text}");
        }
    }
    if let Some((regions, bound)) = analysis.regions(&limits).unwrap() {
        found.regions = true;
        let all: Vec<Words<N>> = states.iter().map(|&s| regions.region_of(s)).collect();
        let costs = distances(&regions, &all, |state, m| regions.cost(state, m).into());
        assert_eq!(costs, space.costs, "regions: {text}");
        for (&state, distance) in all.iter().zip(&space.costs) {
            let least = bound.bound(bound.start(&regions, state));
            assert!(admits(least, *distance), "regions {least}: {text}");
            found.dead_ends += usize::from(least == DEAD_END);
        }
    }
    found
}

/// The distances of `states` in `puzzle`, whose moves may be fewer than the rules allow. A state that
/// only has no successor among the states is an error.
fn distances<P: Puzzle<State = Words<N>>, const N: usize>(
    puzzle: &P,
    states: &[Words<N>],
    cost: impl Fn(Words<N>, P::Move) -> u32,
) -> Vec<Option<u32>> {
    let mut numbers = HashMap::new();
    let mut distinct = Vec::new();
    for &state in states {
        numbers.entry(state).or_insert_with(|| {
            distinct.push(state);
            distinct.len() - 1
        });
    }
    let mut before = vec![Vec::new(); distinct.len()];
    for (number, &state) in distinct.iter().enumerate() {
        for m in puzzle.moves(state) {
            let after = numbers[&puzzle.apply(state, m)];
            before[after].push((number, cost(state, m)));
        }
    }
    let goals = (0..distinct.len()).filter(|&state| puzzle.is_goal(distinct[state]));
    let goals: Vec<usize> = goals.collect();
    let distances = backwards(&before, &goals, |cost| cost);
    states
        .iter()
        .map(|state| distances[numbers[state]])
        .collect()
}
