//! Compares every search of compiled puzzles for the least cost with a plain Dijkstra on random ground
//! rules.

#![allow(clippy::unwrap_used)]

use crate::plain;
use crate::random;

use fewest_ground::analysis::{Analysis, NEAR};
use fewest_ground::compiled::CompiledMove;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, CostMeasure, Ground, Label, compile};
use fewest_rules::{CostOutcome, Limits, Meter, MoveCosts, Objective, Puzzle, Zero};
use fewest_search::{
    CostPruner, Duplicates, NoPruning, least_cost_astar, least_cost_bidirectional,
    least_cost_idastar, least_cost_paths,
};
use plain::Criteria;
use random::Random;

/// The ranges from which the costs of a puzzle are drawn.
const RANGES: [&[u16]; 5] = [
    &[0, 1],
    &[1],
    &[0, 0, 1, 2],
    &[1, 2, 3, 7],
    &[0, 1, 100, 65_535],
];

/// The number of answers of each kind.
#[derive(Debug, Default)]
struct Answers {
    solved: usize,
    unsolvable: usize,
    from_both_ends: usize,
    bounded: usize,
}

#[test]
fn every_search_finds_the_least_cost() {
    let mut answers = Answers::default();
    for seed in 0..3_000 {
        let (mut ground, start) = random::ground(seed, 5, 14);
        let random = &mut Random::new(seed + 99);
        let range = RANGES[random.below(RANGES.len())];
        for rule in &mut ground.rules {
            rule.cost = range[random.below(range.len())];
        }
        let objectives = [
            Objective::Cost,
            Objective::CostThenMoves,
            Objective::MovesThenCost,
        ];
        for objective in objectives {
            ground.measure = Some(CostMeasure {
                objective,
                ..CostMeasure::of_cost()
            });
            let Some(wanted) = plain::best(&ground, &start, 150) else {
                continue;
            };
            if let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&start)) {
                check(&ground, &analysis, &start, objective, wanted, &mut answers);
            }
        }
    }
    assert!(
        answers.solved > 2_000
            && answers.unsolvable > 200
            && answers.from_both_ends > 100
            && answers.bounded > 30,
        "{answers:?}"
    );
}

fn check(
    ground: &Ground,
    analysis: &Analysis<1>,
    labels: &[Label],
    objective: Objective,
    wanted: Option<Criteria>,
    answers: &mut Answers,
) {
    let puzzle = analysis.puzzle();
    let start = puzzle.state(labels).unwrap();
    let limits = Limits::default();
    let bound = match objective {
        Objective::MovesThenCost => analysis.cheap_heuristic(),
        _ => analysis.cost_heuristic(None, &limits).unwrap(),
    };
    answers.bounded += usize::from(!bound.is_zero() && wanted.is_some());
    let by_rule = analysis.by_rule();
    let pruner = CostPruner::find(&analysis.only_places(), NEAR, &mut Meter::new(&limits)).unwrap();
    let all = Duplicates::default();
    let mut outcomes = vec![
        least_cost_astar(puzzle, start, &Zero, objective, &limits).outcome,
        least_cost_astar(puzzle, start, &bound, objective, &limits).outcome,
        least_cost_idastar(&by_rule, start, &bound, &pruner, all, objective, &limits).outcome,
        least_cost_idastar(puzzle, start, &bound, &NoPruning, all, objective, &limits).outcome,
        least_cost_paths(puzzle, start, &bound, objective, &limits)
            .0
            .outcome,
    ];
    if let Some(view) = analysis.both_ends() {
        answers.from_both_ends += 1;
        outcomes.push(least_cost_bidirectional(&view, start, objective, &limits).outcome);
    }
    for (number, outcome) in outcomes.iter().enumerate() {
        let name = format!("search {number} for {objective:?} in {ground:?} from {labels:?}");
        match (outcome, wanted) {
            (CostOutcome::Solved { moves, cost }, Some(wanted)) => {
                let numbers: Vec<usize> = moves.iter().map(|m| m.number()).collect();
                let found = plain::criteria(ground, &labels.to_vec(), &numbers);
                assert_eq!(found, Some((wanted, u64::from(*cost))), "{name}");
                assert_eq!(cost_of(analysis, start, moves), *cost, "{name}");
                answers.solved += 1;
            }
            (CostOutcome::Unsolvable(_), None) => answers.unsolvable += 1,
            (outcome, wanted) => panic!("{name}: {outcome:?}, but {wanted:?}"),
        }
    }
}

/// The sum of the costs that the compiled puzzle reports for these moves.
fn cost_of(
    analysis: &Analysis<1>,
    start: <fewest_ground::compiled::CompiledPuzzle<1> as Puzzle>::State,
    moves: &[CompiledMove],
) -> u32 {
    let puzzle = analysis.puzzle();
    let (mut state, mut sum) = (start, 0);
    for &m in moves {
        sum += u32::from(puzzle.cost(state, m));
        state = puzzle.apply(state, m);
    }
    sum
}
