//! The lower bounds of puzzles with consequences, held against distances by the plain reading.

use std::collections::HashSet;

use fewest_ground::analysis::{CompiledPatterns, PotentialHeuristic};
use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{
    Compiled, Consequences, Ground, Label, Program, ProgramStage, Rule, RuleGroup, Test, Write,
    compile,
};
use fewest_rules::{Heuristic, Limits, Meter, Words};

use crate::grounds;
use crate::plain::{self, State};
use crate::random::Random;

/// The bounds that were compared with a distance.
#[derive(Debug, Default)]
struct Compared {
    /// The puzzles that have pattern databases, that count a label, and that have distances.
    patterns: usize,
    counts: usize,
    travels: usize,
    /// The states whose bound by patterns is above 1 and is the distance.
    exact: usize,
}

/// Compares the bounds of all states that can be reached from `start` with their distances.
fn compare(ground: &Ground, start: &State, compared: &mut Compared) {
    let Ok(Compiled::One(analysis)) = compile(ground, Starts::One(start)) else {
        panic!("a state has one word");
    };
    let puzzle = analysis.puzzle();
    let count = PotentialHeuristic::balance(puzzle.task());
    let travel = PotentialHeuristic::travel(puzzle.task(), false);
    let databases = [9, 40, 3_000].map(|most| {
        let limits = Limits::default();
        CompiledPatterns::new(puzzle, most, &mut Meter::new(&limits)).unwrap()
    });
    compared.counts += usize::from(count.is_some());
    compared.travels += usize::from(travel.is_some());
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
        for potential in [&count, &travel].into_iter().flatten() {
            let bound = bound(puzzle, potential, packed);
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

/// A random puzzle of a few positions with three labels each, with groups of rules that `group`
/// makes, and programs of several stages.
pub(crate) fn puzzle(
    random: &mut Random,
    group: fn(&mut Random, usize) -> RuleGroup,
) -> (Ground, State) {
    let positions = 3 + random.below(2);
    let mut ground = grounds::ground("random", "a b c", positions);
    for number in 0..2 + random.below(10) {
        ground.moves.push(number.to_string());
        ground.rules.push(Rule {
            of: number,
            ..rule(random, positions)
        });
    }
    let mut groups: Vec<RuleGroup> = Vec::new();
    for number in 0..1 + random.below(3) {
        groups.push(RuleGroup {
            unless: (0..number).filter(|_| random.below(4) == 0).collect(),
            ..group(random, positions)
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
    let goal = on_the_way(random, &ground, &start).into_iter().enumerate();
    let goal = goal.map(|(position, label)| grounds::is(position, label));
    ground.goals.push(goal.collect());
    (ground, start)
}

/// A state some moves away: as a goal, it can often be reached only by what follows moves.
fn on_the_way(random: &mut Random, ground: &Ground, start: &State) -> State {
    let mut state = start.clone();
    for _ in 0..1 + random.below(4) {
        let nexts = plain::all_successors(ground, &state).into_iter();
        let nexts: Vec<State> = nexts.filter_map(|(_, next)| next).collect();
        if !nexts.is_empty() {
            state.clone_from(&nexts[random.below(nexts.len())]);
        }
    }
    state
}

/// A group of a few rules.
pub(crate) fn any_group(random: &mut Random, positions: usize) -> RuleGroup {
    RuleGroup {
        rules: (0..1 + random.below(4))
            .map(|_| rule(random, positions))
            .collect(),
        everywhere: random.below(2) == 0,
        unless: Vec::new(),
    }
}

#[test]
fn no_bound_of_random_puzzles_with_consequences_exceeds_the_distance() {
    let mut compared = Compared::default();
    for seed in 0..4_000 {
        let (ground, start) = puzzle(&mut Random::new(seed), any_group);
        compare(&ground, &start, &mut compared);
    }
    let Compared {
        patterns,
        counts,
        exact,
        ..
    } = compared;
    assert!(patterns > 200 && counts > 50 && exact > 200, "{compared:?}");
}

/// A rule that carries the label of a position to another one, or that changes the last position, a
/// lamp of its own.
fn carrying(random: &mut Random, cells: usize) -> Rule {
    let first = random.below(cells);
    let second = (first + 1 + random.below(cells - 1)) % cells;
    let lamp = [0, 1, 2].map(|label| grounds::is(cells, label));
    let mut rule = rule_of(vec![grounds::is(first, random.below(3) as Label)], vec![]);
    match random.below(4) {
        0 => rule.writes = vec![grounds::put(cells, random.below(3) as Label)],
        1 => {
            let labels = [0, 1].map(|_| random.below(3) as Label);
            rule.tests = vec![
                grounds::is(first, labels[0]),
                grounds::is(second, labels[1]),
            ];
            rule.writes = vec![
                grounds::put(first, labels[1]),
                grounds::put(second, labels[0]),
            ];
        }
        _ => {
            rule.writes = vec![
                grounds::copy(first, second, 0),
                grounds::copy(second, first, 0),
            ];
        }
    }
    match random.below(4) {
        0 => rule.tests.push(lamp[random.below(3)]),
        1 => rule.writes.push(grounds::copy(cells, cells, 1)),
        _ => {}
    }
    rule.writes.dedup_by_key(|write| write.position);
    rule
}

/// A puzzle in which moves and what follows them carry labels and change a lamp.
pub(crate) fn carried(random: &mut Random) -> (Ground, State) {
    let group = |random: &mut Random, positions: usize| RuleGroup {
        rules: (0..1 + random.below(4))
            .map(|_| carrying(random, positions - 1))
            .collect(),
        everywhere: random.below(2) == 0,
        unless: Vec::new(),
    };
    let (mut ground, start) = puzzle(random, group);
    let lamp = ground.positions.len() - 1;
    ground.domains.push(grounds::domain("x y z"));
    ground.positions[lamp].domain = 1;
    for rule in &mut ground.rules {
        *rule = Rule {
            of: rule.of,
            ..carrying(random, lamp)
        };
    }
    let goal = on_the_way(random, &ground, &start).into_iter().enumerate();
    let goal = goal.filter(|_| random.below(4) > 0);
    ground.goals = vec![goal.map(|(p, label)| grounds::is(p, label)).collect()];
    (ground, start)
}

/// Labels that are only carried, by moves and by what follows them, have distances to go.
#[test]
fn no_distance_of_labels_that_consequences_carry_exceeds_that_of_the_puzzle() {
    let mut compared = Compared::default();
    for seed in 0..6_000 {
        let (ground, start) = carried(&mut Random::new(seed));
        compare(&ground, &start, &mut compared);
    }
    assert!(compared.travels > 300, "{compared:?}");
}

/// Rules that are applied at once read what others of them change, in a circle as well: no order of
/// them does the same one after the other.
#[test]
fn no_bound_exceeds_the_distance_where_rules_at_once_read_each_other() {
    let group = |random: &mut Random, positions| {
        let rules = if random.below(400) == 0 {
            300
        } else {
            2 + random.below(6)
        };
        let rules = (0..rules).map(|_| {
            let first = random.below(positions);
            let second = (first + 1 + random.below(positions - 1)) % positions;
            let mut rule = rule(random, positions);
            if random.below(3) > 0 {
                rule.tests = vec![grounds::is(second, random.below(3) as Label)];
            }
            if random.below(2) == 0 {
                rule.writes = vec![match random.below(3) {
                    0 => grounds::copy(first, second, 0),
                    1 => grounds::copy(first, first, 1),
                    _ => grounds::put(first, random.below(3) as Label),
                }];
            }
            rule
        });
        RuleGroup {
            rules: rules.collect(),
            everywhere: true,
            unless: Vec::new(),
        }
    };
    let mut compared = Compared::default();
    for seed in 0..12_000 {
        let (ground, start) = puzzle(&mut Random::new(seed), group);
        compare(&ground, &start, &mut compared);
    }
    assert!(
        compared.patterns > 50 && compared.exact > 20,
        "{compared:?}"
    );
}

/// A puzzle whose only moves are `moves`; each is followed by one stage with `group`.
pub(crate) fn followed(labels: &str, moves: Vec<Rule>, cells: usize, group: RuleGroup) -> Ground {
    let mut ground = grounds::ground("followed", labels, cells);
    for (number, rule) in moves.into_iter().enumerate() {
        grounds::add(&mut ground, &number.to_string(), rule.tests, rule.writes);
    }
    ground.consequences = Consequences {
        groups: vec![group],
        programs: vec![Program {
            unless: Vec::new(),
            stages: vec![ProgramStage {
                groups: vec![0],
                repeats: false,
            }],
        }],
        of_rules: vec![Some(0); ground.rules.len()],
    };
    ground
}

pub(crate) fn rule_of(tests: Vec<Test>, writes: Vec<Write>) -> Rule {
    Rule {
        of: 0,
        tests,
        writes,
        cost: 1,
    }
}

/// What no order of rules does one after the other: two cells copy each other; each of two rules
/// writes what the other one changes; a rule reads what it changes itself, while another one writes
/// a third cell. No pattern knows that.
#[test]
fn what_no_order_of_rules_does_has_no_patterns() {
    use grounds::{copy, is, put};
    let cases = [
        (
            vec![
                rule_of(vec![], vec![copy(0, 1, 0)]),
                rule_of(vec![], vec![copy(1, 0, 0)]),
            ],
            [0, 1, 1],
            [1, 0, 1],
        ),
        (
            vec![
                rule_of(vec![], vec![put(0, 1), put(1, 0)]),
                rule_of(vec![], vec![put(0, 0), put(1, 1)]),
            ],
            [0, 0, 1],
            [1, 1, 1],
        ),
        (
            vec![
                rule_of(
                    vec![is(0, 0), is(1, 0)],
                    vec![put(0, 1), put(1, 1), put(2, 1)],
                ),
                rule_of(vec![is(2, 2)], vec![put(2, 0)]),
            ],
            [0, 0, 0],
            [1, 1, 1],
        ),
    ];
    for (rules, start, goal) in cases {
        let group = RuleGroup {
            rules,
            everywhere: true,
            unless: Vec::new(),
        };
        // By the other moves it takes two or three.
        let jump = (0..3).map(|p| put(p, goal[p])).collect();
        let moves = vec![
            rule_of(vec![], vec![]),
            rule_of(vec![is(2, 1)], vec![put(2, 2)]),
            rule_of(vec![is(2, 2)], jump),
        ];
        let mut ground = followed("a b c", moves, 3, group);
        let goal = goal.iter().enumerate();
        ground
            .goals
            .push(goal.map(|(p, &label)| is(p, label)).collect());
        let start = start.to_vec();
        assert_eq!(plain::best(&ground, &start, 100), Some(Some((1, 0))));
        let mut compared = Compared::default();
        compare(&ground, &start, &mut compared);
        assert_eq!(compared.patterns, 0);
    }
}

/// After each move, a lamp changes its label. Pattern databases exist as long as there are neither
/// too many stages nor too many free moves.
#[test]
fn too_many_stages_or_free_moves_get_no_patterns() {
    let patterns = |stages: usize, rules: usize| {
        let group = RuleGroup {
            rules: vec![rule_of(vec![grounds::is(1, 1)], vec![grounds::put(1, 2)]); rules],
            everywhere: false,
            unless: Vec::new(),
        };
        let moves = vec![
            rule_of(vec![grounds::is(0, 0)], vec![grounds::put(0, 1)]),
            rule_of(vec![grounds::is(0, 1)], vec![grounds::put(1, 1)]),
        ];
        let mut ground = followed("a b c", moves, 2, group);
        let program = &mut ground.consequences.programs[0];
        program.stages = vec![program.stages[0].clone(); stages];
        ground
            .goals
            .push(vec![grounds::is(0, 1), grounds::is(1, 2)]);
        let Ok(Compiled::One(analysis)) = compile(&ground, Starts::One(&[0, 0])) else {
            panic!("a state has one word");
        };
        let limits = Limits::default();
        CompiledPatterns::new(analysis.puzzle(), 3_000, &mut Meter::new(&limits)).unwrap()
    };
    assert!(patterns(63, 1).is_some() && patterns(64, 1).is_none());
    assert!(patterns(2, 2_200).is_some() && patterns(60, 2_200).is_none());
}

/// A `d` walks along a row; then an `e` steps aside, and a cell counts up from `a` to `c`. A pattern
/// that takes the other labels for one could not count.
#[test]
fn labels_that_consequences_add_to_are_not_taken_for_one() {
    let walks = [(1, 2), (2, 3), (3, 2), (2, 1)];
    let moves = walks.map(|(from, to)| {
        let writes = vec![grounds::copy(from, to, 0), grounds::put(to, 3)];
        rule_of(vec![grounds::is(from, 3)], writes)
    });
    let aside = [(4, 5), (5, 4)].map(|(from, to)| {
        let tests = vec![grounds::within(0, &[0, 1]), grounds::is(from, 4)];
        let (count, step) = (grounds::copy(0, 0, 1), grounds::copy(from, to, 0));
        rule_of(tests, vec![count, step, grounds::put(to, 4)])
    });
    let group = RuleGroup {
        rules: aside.into(),
        everywhere: false,
        unless: Vec::new(),
    };
    let mut ground = followed("a b c d e", moves.into(), 6, group);
    ground
        .goals
        .push(vec![grounds::is(5, 4), grounds::is(0, 1)]);
    let start = vec![0, 3, 0, 0, 4, 0];
    assert_eq!(plain::best(&ground, &start, 100), Some(Some((1, 0))));
    let mut compared = Compared::default();
    compare(&ground, &start, &mut compared);
    assert_eq!(compared.patterns, 1);
}
