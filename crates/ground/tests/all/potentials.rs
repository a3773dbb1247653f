//! Potentials with any numbers, held against distances by the plain reading.

use std::collections::{HashMap, HashSet};

use fewest_ground::analysis::{
    Feature, Features, HeuristicName, Measure, PotentialHeuristic, facts,
};
use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{Compiled, CostMeasure, Ground, Label, Rule, RuleGroup, Test, Write, compile};
use fewest_rules::{DEAD_END, Heuristic, Puzzle};

use crate::consequences;
use crate::grounds::{self, copy, is, put};
use crate::plain::{self, State};
use crate::random::{self, Random};

/// Stands for a fact from which no goal can be reached.
const NO_WAY: i32 = 1 << 20;

/// A state, and the least cost of a solution if there is one.
type Distance = (State, Option<u64>);

/// The states in which a bound was above 0, above 1, or a dead end; the same of bounds from pairs.
#[derive(Debug, Default)]
struct Spoke {
    bounds: [usize; 2],
    high: [usize; 2],
    dead_ends: [usize; 2],
}

/// The numbers of which some are drawn.
fn some(random: &mut Random) -> &'static [i32] {
    [&[0, 1][..], &[0, 0, 1, 2, 5], &[0, 0, 0, 1, NO_WAY]][random.below(3)]
}

/// Numbers for the facts of a puzzle: for each position, those of its labels.
fn numbers(random: &mut Random, ground: &Ground) -> Vec<Vec<i32>> {
    let some = some(random);
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

/// Features of one or two positions of a puzzle, each with the number of a random kind.
fn pairs(random: &mut Random, ground: &Ground) -> Features<impl Fn(usize, [Label; 2]) -> i32> {
    let some = some(random);
    let kinds = 1 + random.below(3);
    let positions = ground.positions.len();
    let feature = |_| Feature {
        positions: [random.below(positions), random.below(positions)],
        kind: random.below(kinds),
    };
    let all: Vec<Feature> = (0..1 + positions).map(feature).collect();
    let mut of_kind = || {
        (0..64 * 64)
            .map(|_| some[random.below(some.len())])
            .collect()
    };
    let mut numbers: Vec<Vec<i32>> = (0..kinds).map(|_| of_kind()).collect();
    let index = |mut labels: [Label; 2]| {
        labels.sort_unstable();
        usize::from(labels[0]) * 64 + usize::from(labels[1])
    };
    // Most states are above a goal whose pairs of facts count nothing.
    for goal in ground.goals.iter().filter(|_| random.below(4) > 0) {
        let of = |position: usize| {
            goal.iter().find_map(|test| match *test {
                Test::In {
                    position: p,
                    labels,
                } if p == position => labels.single(),
                _ => None,
            })
        };
        for Feature { positions, kind } in &all {
            if let [Some(one), Some(other)] = positions.map(of) {
                numbers[*kind][index([one, other])] = 0;
            }
        }
    }
    Features::new(all, positions, move |kind, labels| {
        numbers[kind][index(labels)]
    })
}

/// The states that can be reached, at most a hundred, with the least cost of a solution if there is
/// one. States from which consequences never end have none.
fn states(ground: &Ground, start: &State) -> Vec<Distance> {
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

/// All states that can be reached, with the least cost of a solution if there is one. No rule has
/// consequences.
fn all_states(ground: &Ground, start: &State) -> Vec<Distance> {
    let mut states = vec![(start.clone(), None)];
    let mut indices = HashMap::from([(start.clone(), 0)]);
    let mut steps: Vec<Vec<(u64, usize)>> = Vec::new();
    while let Some((state, best)) = states.get_mut(steps.len()) {
        *best = plain::is_goal(ground, state).then_some(0);
        let state = state.clone();
        let step = |rule: usize| {
            let next = plain::after(ground, &ground.rules[rule], &state);
            let index = *indices.entry(next.clone()).or_insert(states.len());
            if index == states.len() {
                states.push((next, None));
            }
            (u64::from(ground.rules[rule].cost), index)
        };
        let rules = plain::applied(ground, &state).into_iter();
        steps.push(rules.map(step).collect());
    }
    // Costs that are known make others known, until nothing changes.
    while (0..states.len()).fold(false, |changed, number| {
        let after = steps[number].iter();
        let costs = after.filter_map(|&(cost, next)| Some(cost + states[next].1?));
        let best = costs.chain(states[number].1).min();
        let changes = best != states[number].1;
        states[number].1 = best;
        changed || changes
    }) {}
    states
}

/// Compares the bounds of some numbers in all states with the costs of solutions, and their steps
/// with what they say from scratch.
fn compare(
    random: &mut Random,
    (mut ground, start): (Ground, State),
    states: fn(&Ground, &State) -> Vec<Distance>,
    spoke: &mut Spoke,
) {
    let costs: &[u16] = [&[1][..], &[0, 1], &[1, 2, 3], &[2, 5, 0]][random.below(4)];
    for rule in &mut ground.rules {
        rule.cost = costs[random.below(costs.len())];
    }
    ground.measure = Some(CostMeasure::of_cost());
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&start)) else {
        return;
    };
    let puzzle = analysis.puzzle();
    let (task, reduced) = (puzzle.task(), puzzle.reduced());
    let states = states(&ground, &start);
    for round in 0..16 {
        let of_pairs = usize::from(round >= 8);
        let measure = Measure::Distances {
            labels: 1,
            in_costs: false,
        };
        let cost = |rule: &Rule| rule.cost;
        let potential = if of_pairs == 1 {
            let pairs = pairs(random, &reduced.ground);
            PotentialHeuristic::new(task, measure, &pairs, cost)
        } else {
            let numbers = numbers(random, &ground);
            let facts = facts(reduced, |position, label| {
                numbers[position][usize::from(label)]
            });
            PotentialHeuristic::new(task, measure, &facts, cost)
        };
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
                "{bound} {best:?} {potential:?} {labels:?} {ground:?}"
            );
            spoke.bounds[of_pairs] += usize::from(bound > 0);
            spoke.high[of_pairs] += usize::from((2..DEAD_END).contains(&bound));
            spoke.dead_ends[of_pairs] += usize::from(bound == DEAD_END);
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
        match seed % 4 {
            0 => compare(random, random::ground(seed, 3, 8), states, &mut spoke),
            1 => {
                let puzzle = carrying(random);
                compare(random, puzzle, all_states, &mut spoke);
            }
            2 => {
                let puzzle = consequences::puzzle(random, consequences::any_group);
                compare(random, puzzle, states, &mut spoke);
            }
            _ => {
                let puzzle = consequences::carried(random);
                compare(random, puzzle, states, &mut spoke);
            }
        }
    }
    assert!(
        spoke.bounds[0] > 20_000 && spoke.high[0] > 4_000 && spoke.dead_ends[0] > 1_500,
        "{spoke:?}"
    );
    assert!(
        spoke.bounds[1] > 5_000 && spoke.high[1] > 1_000 && spoke.dead_ends[1] > 500,
        "{spoke:?}"
    );
}

/// A puzzle whose moves carry several of a few labels at once: they turn windows round, rotate them,
/// copy labels, add to them and put others, and some do so only where two positions are alike. There
/// are one or two goals, which often want positions alike.
fn carrying(random: &mut Random) -> (Ground, State) {
    let positions = 4 + random.below(2);
    let labels = 2 + random.below(3);
    let mut ground = grounds::ground("carrying", &"a b c d"[..2 * labels - 1], positions);
    for number in 0..1 + random.below(5) {
        let length = 2 + random.below(positions - 1);
        let first = random.below(positions);
        let window: Vec<usize> = (0..length).map(|i| (first + i) % positions).collect();
        let mut from = window.clone();
        match random.below(4) {
            0 => from.rotate_left(1),
            1 => from.swap(0, length - 1),
            _ => from.reverse(),
        }
        let pairs = window.iter().zip(&from).filter(|(to, from)| to != from);
        let mut writes: Vec<Write> = pairs.map(|(&to, &from)| copy(to, from, 0)).collect();
        if random.below(3) == 0 {
            let changed = random.below(writes.len());
            let to = writes[changed].position;
            writes[changed] = match random.below(3) {
                0 => put(to, random.below(labels) as Label),
                1 => copy(to, random.below(positions), 0),
                _ => copy(to, random.below(positions), random.below(labels) as Label),
            };
        }
        let mut tests = Vec::new();
        if random.below(3) == 0 {
            tests.push(is(random.below(positions), random.below(labels) as Label));
        }
        if random.below(3) == 0 {
            tests.push(alike(random, positions));
        }
        grounds::add(&mut ground, &number.to_string(), tests, writes);
    }
    let start = (0..positions).map(|_| random.below(labels) as Label);
    let start: State = start.collect();
    let reached = all_states(&ground, &start);
    for _ in 0..1 + random.below(2) {
        let (goal, _) = &reached[random.below(reached.len())];
        let fixed = 1 + random.below(5);
        let fixed = (0..positions).filter(|_| random.below(fixed) > 0);
        let mut tests: Vec<Test> = fixed.map(|p| is(p, goal[p])).collect();
        tests.extend((0..random.below(3)).map(|_| alike(random, positions)));
        ground.goals.push(tests);
    }
    (ground, start)
}

fn alike(random: &mut Random, positions: usize) -> Test {
    let one = random.below(positions);
    let other = (one + 1 + random.below(positions - 1)) % positions;
    Test::Same { one, other }
}

/// The bounds that count pairs of positions, held against distances in every state.
#[test]
fn no_count_of_pairs_exceeds_the_distance() {
    let mut spoke = Spoke::default();
    for seed in 0..6_000 {
        let (ground, start) = carrying(&mut Random::new(seed));
        let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&start)) else {
            continue;
        };
        let puzzle = analysis.puzzle();
        let states = all_states(&ground, &start);
        let names = [HeuristicName::Neighbours, HeuristicName::Together];
        for (number, name) in names.into_iter().enumerate() {
            let Some(potential) = analysis.potential(name) else {
                continue;
            };
            for (labels, best) in &states {
                let cache = potential.start(puzzle, puzzle.state(labels).unwrap());
                let bound = Heuristic::<CompiledPuzzle<1>>::bound(potential, cache);
                let exceeds = best.is_some_and(|moves| u64::from(bound) > moves);
                assert!(
                    !exceeds,
                    "{bound} {best:?} {potential:?} {labels:?} {ground:?}"
                );
                spoke.bounds[number] += usize::from(bound > 0);
                spoke.high[number] += usize::from((2..DEAD_END).contains(&bound));
                spoke.dead_ends[number] += usize::from(best.is_none());
            }
        }
    }
    let spoken = spoke.bounds[0] > 20_000 && spoke.bounds[1] > 5_000;
    assert!(
        spoken && spoke.high[0] > 5_000 && spoke.high[1] > 150,
        "{spoke:?}"
    );
}

/// Two cells are emptied at once, and both light the same lamp: each for itself keeps the sum of
/// full cells and lamps, but both together lower it.
#[test]
fn what_two_rules_both_do_counts_once() {
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
    ground.domains.push(grounds::domain("off on"));
    ground.positions[2].domain = 1;
    ground.goals = vec![vec![is(0, 0), is(1, 0), is(2, 1)]];
    let start = vec![1, 1, 0];
    assert_eq!(states(&ground, &start)[0], (start.clone(), Some(1)));
    let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&start)) else {
        panic!("three bits are one word");
    };
    let puzzle = analysis.puzzle();
    let measure = Measure::Distances {
        labels: 1,
        in_costs: false,
    };
    let facts = facts(puzzle.reduced(), |_, l| l.into());
    let potential = PotentialHeuristic::new(puzzle.task(), measure, &facts, |_| 1).unwrap();
    let state = puzzle.state(&start).unwrap();
    let cache = potential.start(puzzle, state);
    assert_eq!(cache, 2);
    assert_eq!(Heuristic::<CompiledPuzzle<1>>::bound(&potential, cache), 0);
}
