//! Lists of rules by keys against the tests of the rules, one after the other.

use super::SuccessorGenerator;
use crate::compiled::CompiledPuzzle;
use crate::ground::{
    Consequences, Domain, Ground, Label, LabelSet, Position, Rule, Test, Value, Write,
};
use crate::reduction::Starts;
use crate::{Compiled, compile, with_compiled};
use random::Random;

#[path = "../../../tests/all/random/mod.rs"]
mod random;

/// Whether `tests` hold for the labels of a state.
fn hold(tests: &[Test], labels: &[Label]) -> bool {
    tests.iter().all(|test| match *test {
        Test::In {
            position,
            labels: set,
        } => set.has(labels[position]),
        Test::Same { one, other } => labels[one] == labels[other],
    })
}

/// Compares the generated rules of a puzzle with their tests in random states, and returns the
/// number of applicable rules.
fn compare<const N: usize>(puzzle: &CompiledPuzzle<N>, random: &mut Random) -> usize {
    let task = puzzle.task();
    let reduced = task.reduced();
    let rules = &reduced.ground.rules;
    let tests: Vec<_> = rules.iter().map(|rule| rule.tests.clone()).collect();
    let successors = SuccessorGenerator::<N>::with_keys(task, rules);
    let mut labels = reduced.start.clone().unwrap();
    let mut applicable = 0;
    for _ in 0..40 {
        let mut state = fewest_rules::Words([0; N]);
        task.layout().pack(&labels, &mut state.0);
        let found: Vec<u32> = successors.of(state).map(|m| m.rule).collect();
        let all = 0..rules.len() as u32;
        let wanted: Vec<u32> = all
            .filter(|&rule| hold(&tests[rule as usize], &labels))
            .collect();
        assert_eq!(found, wanted, "{labels:?}");
        applicable += wanted.len();
        // Either a rule is applied or a label is changed, so that rules with many tests hold, too.
        if !wanted.is_empty() && random.below(3) > 0 {
            let rule = &rules[wanted[random.below(wanted.len())] as usize];
            for write in &rule.writes {
                if let Value::Label(label) = write.value {
                    labels[write.position] = label;
                }
            }
        } else {
            let position = random.below(labels.len());
            let set: Vec<Label> = reduced.sets[position].labels().collect();
            labels[position] = set[random.below(set.len())];
        }
    }
    applicable
}

#[test]
fn random_rules_are_found_if_their_tests_hold() {
    let mut applicable = 0;
    for seed in 0..300 {
        let (ground, start) = random::ground(seed, 70, 150);
        let compiled: Compiled = compile(&ground, Starts::One(&start)).unwrap();
        let random = &mut Random::new(seed);
        applicable += with_compiled!(compiled, analysis => compare(analysis.puzzle(), random));
    }
    assert!(applicable > 10_000);
}

/// Robots that slide on a board with random walls. Label 0 is an empty cell, and the labels above it
/// are robots. With `steps`, a robot may also stop after each cell.
fn slides(random: &mut Random, steps: bool) -> (Ground, Vec<Label>) {
    let (rows, columns) = (2 + random.below(8), 2 + random.below(8));
    let robots = 1 + random.below(3);
    let cells = rows * columns;
    let wall: Vec<bool> = (0..cells).map(|_| random.below(6) == 0).collect();
    let mut start = vec![0; cells];
    for robot in 0..robots * 2 {
        start[random.below(cells)] = (robot % robots) as Label + 1;
    }
    let mut ground = Ground {
        name: "slides".to_owned(),
        domains: vec![Domain {
            labels: (0..=robots).map(|label| label.to_string()).collect(),
        }],
        positions: (0..cells)
            .map(|cell| Position {
                name: cell.to_string(),
                domain: 0,
            })
            .collect(),
        moves: Vec::new(),
        rules: Vec::new(),
        goals: Vec::new(),
        start: None,
        consequences: Consequences::default(),
        measure: None,
    };
    for from in (0..cells).filter(|&from| !wall[from]) {
        for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let ahead = |steps: isize| {
                let row = (from / columns).checked_add_signed(down * steps)?;
                let column = (from % columns).checked_add_signed(right * steps)?;
                let cell = row * columns + column;
                (row < rows && column < columns && !wall[cell]).then_some(cell)
            };
            for robot in 1..=robots as Label {
                let mut tests = vec![Test::In {
                    position: from,
                    labels: LabelSet::of(robot),
                }];
                let mut length = 1;
                while let Some(to) = ahead(length) {
                    tests.push(Test::In {
                        position: to,
                        labels: LabelSet::of(0),
                    });
                    length += 1;
                    let mut tests = tests.clone();
                    if let Some(stop) = ahead(length).filter(|_| !steps) {
                        tests.push(Test::In {
                            position: stop,
                            labels: LabelSet((1 << (robots + 1)) - 2),
                        });
                    }
                    let write = |position, label| Write {
                        position,
                        value: Value::Label(label),
                    };
                    ground.rules.push(Rule {
                        of: ground.moves.len(),
                        tests,
                        writes: vec![write(from, 0), write(to, robot)],
                        cost: 1,
                    });
                    ground.moves.push(format!("{from}-{to}"));
                }
            }
        }
    }
    (ground, start)
}

#[test]
fn possible_slides_are_found() {
    let mut applicable = 0;
    for seed in 0..100 {
        let random = &mut Random::new(seed);
        let (ground, start) = slides(random, seed % 2 == 0);
        let compiled: Compiled = compile(&ground, Starts::One(&start)).unwrap();
        applicable += with_compiled!(compiled, analysis => compare(analysis.puzzle(), random));
    }
    assert!(applicable > 5_000);
}
