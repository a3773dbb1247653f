//! The lower bounds of puzzles with consequences, held against distances by the plain reading.

use std::collections::HashSet;

use fewest_ground::analysis::{CompiledPatterns, CountHeuristic};
use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{
    Compiled, Consequences, Ground, Label, Program, ProgramStage, Rule, RuleGroup, compile,
};
use fewest_rules::{Heuristic, Limits, Meter, Words};

use crate::grounds;
use crate::plain::{self, State};
use crate::random::Random;

/// The bounds that were compared with a distance.
#[derive(Debug, Default)]
struct Compared {
    /// The puzzles that have pattern databases, and those that count a label.
    patterns: usize,
    counts: usize,
    /// The states whose bound by patterns is above 1 and is the distance.
    exact: usize,
}

/// Compares the bounds of all states that can be reached from `start` with their distances.
fn compare(ground: &Ground, start: &State, compared: &mut Compared) {
    let Ok(Compiled::One(analysis)) = compile(ground, Starts::One(start)) else {
        panic!("a state has one word");
    };
    let puzzle = analysis.puzzle();
    let count = CountHeuristic::new(puzzle.task());
    let databases = [9, 40, 3_000].map(|most| {
        let limits = Limits::default();
        CompiledPatterns::new(puzzle, most, &mut Meter::new(&limits)).unwrap()
    });
    compared.counts += usize::from(count.is_some());
    compared.patterns += usize::from(databases.iter().any(Option::is_some));
    let mut states = vec![start.clone()];
    let mut known = HashSet::from([start.clone()]);
    while let Some(state) = states.pop() {
        let nexts = plain::all_successors(ground, &state).into_iter();
        states.extend(nexts.filter_map(|(_, next)| next.filter(|next| known.insert(next.clone()))));
        // A puzzle whose consequences never end has no distances.
        let Some(distance) = plain::best(ground, &state, 1_000) else {
            continue;
        };
        let distance = distance.map(|(moves, _)| moves as u32);
        let packed = puzzle.state(&state).unwrap();
        if let Some(count) = &count {
            let bound = bound(puzzle, count, packed);
            assert!(
                distance.is_none_or(|distance| bound <= distance),
                "{ground:?} {state:?}"
            );
        }
        for patterns in databases.iter().flatten() {
            let bound = bound(puzzle, patterns, packed);
            assert!(
                distance.is_none_or(|distance| bound <= distance),
                "{ground:?} {state:?}"
            );
            compared.exact += usize::from(bound > 1 && distance == Some(bound));
        }
    }
}

fn bound<H: Heuristic<CompiledPuzzle<1>>>(
    puzzle: &CompiledPuzzle<1>,
    heuristic: &H,
    state: Words<1>,
) -> u32 {
    heuristic.bound(heuristic.start(puzzle, state))
}

/// A rule that tests two or three positions of three labels and changes some of them.
fn rule(random: &mut Random, positions: usize) -> Rule {
    let first = random.below(positions);
    let second = (first + 1 + random.below(positions - 1)) % positions;
    let mut tests = vec![grounds::is(first, random.below(3) as Label)];
    if random.below(2) == 0 {
        tests.push(grounds::is(second, random.below(3) as Label));
    }
    let mut writes = vec![match random.below(4) {
        0 => grounds::copy(first, second, random.below(2) as Label),
        _ => grounds::put(first, random.below(3) as Label),
    }];
    if random.below(2) == 0 {
        writes.push(match random.below(3) {
            0 => grounds::copy(second, first, 0),
            _ => grounds::put(second, random.below(3) as Label),
        });
    }
    Rule {
        of: 0,
        tests,
        writes,
        cost: 1,
    }
}

/// In random puzzles of four positions with three labels each, with groups of both kinds and
/// programs of several stages, no bound is above the distance, from any state.
#[test]
fn no_bound_of_random_puzzles_with_consequences_exceeds_the_distance() {
    let mut compared = Compared::default();
    for seed in 0..4_000 {
        let random = &mut Random::new(seed);
        let positions = 3 + random.below(2);
        let mut ground = grounds::ground("random", "a b c", positions);
        for number in 0..3 + random.below(10) {
            ground.moves.push(number.to_string());
            ground.rules.push(Rule {
                of: number,
                ..rule(random, positions)
            });
        }
        let mut groups: Vec<RuleGroup> = Vec::new();
        for number in 0..1 + random.below(3) {
            groups.push(RuleGroup {
                rules: (0..1 + random.below(4))
                    .map(|_| rule(random, positions))
                    .collect(),
                everywhere: random.below(2) == 0,
                unless: (0..number).filter(|_| random.below(4) == 0).collect(),
            });
        }
        let programs = (0..1 + random.below(2)).map(|_| Program {
            unless: (0..groups.len()).filter(|_| random.below(6) == 0).collect(),
            stages: (0..1 + random.below(2))
                .map(|_| ProgramStage {
                    groups: (0..1 + random.below(2))
                        .map(|_| random.below(groups.len()))
                        .collect(),
                    repeats: random.below(2) == 0,
                })
                .collect(),
        });
        let programs: Vec<Program> = programs.collect();
        let mut program = |_| (random.below(4) > 0).then(|| random.below(programs.len()));
        let of_rules = ground.rules.iter().map(&mut program).collect();
        ground.consequences = Consequences {
            groups,
            programs,
            of_rules,
        };
        let start: State = (0..positions).map(|_| random.below(3) as Label).collect();
        let goal = (0..positions).map(|position| grounds::is(position, random.below(3) as Label));
        ground.goals.push(goal.collect());
        compare(&ground, &start, &mut compared);
    }
    let Compared {
        patterns,
        counts,
        exact,
    } = compared;
    assert!(patterns > 500 && counts > 50 && exact > 500, "{compared:?}");
}
