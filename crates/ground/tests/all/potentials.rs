//! Potentials with any numbers, held against distances by the plain reading.

use std::collections::HashSet;

use fewest_ground::analysis::{Measure, PotentialHeuristic};
use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, CostMeasure, Ground, Label, RuleGroup, Test, compile};
use fewest_rules::{DEAD_END, Heuristic, Puzzle};

use crate::consequences;
use crate::plain::{self, State};
use crate::random::{self, Random};

/// Stands for a fact from which no goal can be reached.
const NO_WAY: i32 = 1 << 20;

/// The states in which a bound was above 0, above 1, or a dead end.
#[derive(Debug, Default)]
struct Spoke {
    bounds: usize,
    high: usize,
    dead_ends: usize,
}

/// Numbers for the facts of a puzzle: for each position, those of its labels.
fn numbers(random: &mut Random, ground: &Ground) -> Vec<Vec<i32>> {
    let some: [&[i32]; 4] = [
        &[0, 1],
        &[0, 0, 1, 2, 5],
        &[0, 0, 0, 1, NO_WAY],
        &[0, -1, -1, -3, 2],
    ];
    let some = some[random.below(some.len())];
    let mut any = || -> Vec<i32> { (0..64).map(|_| some[random.below(some.len())]).collect() };
    let (by_label, of_label) = (any()[0] == 0, any());
    let of_position = |_| if by_label { of_label.clone() } else { any() };
    let mut numbers: Vec<Vec<i32>> = ground.positions.iter().map(of_position).collect();
    // Most states are above a goal whose facts count nothing.
    for test in ground.goals.iter().flatten() {
        if let Test::In { position, labels } = *test
            && labels.len() == 1
            && random.below(4) > 0
        {
            labels
                .labels()
                .for_each(|label| numbers[position][usize::from(label)] = 0);
        }
    }
    numbers
}

/// The states that can be reached, at most a hundred, with the least cost of a solution if there is
/// one. States from which consequences never end have none.
fn states(ground: &Ground, start: &State) -> Vec<(State, Option<u64>)> {
    let mut open = vec![start.clone()];
    let mut known = HashSet::from([start.clone()]);
    let mut states = Vec::new();
    while let Some(state) = open.pop()
        && known.len() < 100
    {
        let nexts = plain::all_successors(ground, &state).into_iter();
        open.extend(nexts.filter_map(|(_, next)| next.filter(|next| known.insert(next.clone()))));
        if let Some(best) = plain::best(ground, &state, 150) {
            states.push((state, best.map(|(cost, _)| cost)));
        }
    }
    states
}

/// Compares the bounds of some numbers in all states with the costs of solutions, and their steps
/// with what they say from scratch.
fn compare(random: &mut Random, mut ground: Ground, start: &State, spoke: &mut Spoke) {
    let costs: &[u16] = [&[1][..], &[0, 1], &[1, 2, 3], &[2, 5, 0]][random.below(4)];
    for rule in &mut ground.rules {
        rule.cost = costs[random.below(costs.len())];
    }
    ground.measure = Some(CostMeasure::of_cost());
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(start)) else {
        return;
    };
    let puzzle = analysis.puzzle();
    let states = states(&ground, start);
    for _ in 0..12 {
        let numbers = numbers(random, &ground);
        let measure = Measure::Occurrences {
            label: String::new(),
        };
        let number = |position: usize, label: Label| numbers[position][usize::from(label)];
        let potential = PotentialHeuristic::new(puzzle.task(), measure, number, |rule| rule.cost);
        let Some(potential) = potential else {
            continue;
        };
        for (labels, best) in &states {
            let state = puzzle.state(labels).unwrap();
            let cache = potential.start(puzzle, state);
            let bound = Heuristic::<CompiledPuzzle<1>>::bound(&potential, cache);
            let exceeds = best.is_some_and(|cost| u64::from(bound) > cost);
            assert!(
                !exceeds,
                "{bound} {best:?} {numbers:?} {labels:?} {ground:?}"
            );
            spoke.bounds += usize::from(bound > 0);
            spoke.high += usize::from((2..DEAD_END).contains(&bound));
            spoke.dead_ends += usize::from(bound == DEAD_END);
            for m in puzzle.moves(state).collect::<Vec<_>>() {
                let after = puzzle.apply(state, m);
                let stepped = potential.step(puzzle, cache, state, m, after);
                assert_eq!(stepped, potential.start(puzzle, after), "{ground:?}");
            }
        }
    }
}

#[test]
fn no_potential_exceeds_the_cost_of_a_solution_whatever_its_numbers_are() {
    let mut spoke = Spoke::default();
    for seed in 0..24_000 {
        let random = &mut Random::new(seed);
        let (ground, start) = match seed % 3 {
            0 => random::ground(seed, 3, 8),
            1 => consequences::puzzle(random, consequences::any_group),
            _ => consequences::carried(random),
        };
        compare(random, ground, &start, &mut spoke);
    }
    assert!(
        spoke.bounds > 30_000 && spoke.high > 6_000 && spoke.dead_ends > 2_000,
        "{spoke:?}"
    );
}

/// Two cells are emptied at once, and both light the same lamp: each for itself keeps the sum of
/// full cells and lamps, but both together lower it.
#[test]
fn what_two_rules_both_do_counts_once() {
    use crate::grounds::{is, put};
    let empties = |cell| {
        let tests = vec![is(cell, 1), is(2, 0)];
        consequences::rule_of(tests, vec![put(cell, 0), put(2, 1)])
    };
    let group = RuleGroup {
        rules: vec![empties(0), empties(1)],
        everywhere: true,
        unless: Vec::new(),
    };
    let wait = vec![consequences::rule_of(vec![], vec![])];
    let mut ground = consequences::followed("no yes", wait, 3, group);
    ground.domains.push(crate::grounds::domain("off on"));
    ground.positions[2].domain = 1;
    ground.goals = vec![vec![is(0, 0), is(1, 0), is(2, 1)]];
    let start = vec![1, 1, 0];
    assert_eq!(states(&ground, &start)[0], (start.clone(), Some(1)));
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&start)) else {
        panic!("three bits are one word");
    };
    let puzzle = analysis.puzzle();
    let measure = Measure::Occurrences {
        label: String::new(),
    };
    let potential = PotentialHeuristic::new(puzzle.task(), measure, |_, l| l.into(), |_| 1);
    assert!(potential.is_none());
}
