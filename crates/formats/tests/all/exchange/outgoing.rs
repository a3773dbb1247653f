//! Writes every example as PSVN and PDDL and compares the results with its ground rules.

use std::collections::{BTreeMap, HashMap, HashSet};

use fewest_formats::{pddl, psvn};
use fewest_ground::reduction::Starts;
use fewest_ground::{Ground, Label};

use crate::exchange::pddl::{Facts, Task};
use crate::exchange::psvn::System;
use crate::exchange::walks::walks;
use crate::exchange::{boards, example_boards};
use crate::plain;

/// The number of states of each board that are compared.
const STATES: usize = 60;
/// Boards with more states are compared only by their rules.
const MOST_STATES: usize = 3_000;

/// The most rules that the plain search for a solution tries, over all its states.
const MOST_TRIES: usize = 1 << 20;

/// The most states that the plain search for a solution expands.
fn most_states(ground: &Ground) -> usize {
    MOST_STATES.min(MOST_TRIES / ground.rules.len().max(1))
}

fn labels(state: &[Label]) -> Vec<usize> {
    state.iter().map(|&label| label.into()).collect()
}

/// Records the name of a move. All rules of a move must have the same name.
fn called(names: &mut HashMap<usize, String>, of: usize, name: &str, puzzle: &str) {
    let known = names.entry(of).or_insert_with(|| name.to_owned());
    assert_eq!(known, name, "{puzzle}");
}

#[test]
fn psvn_means_what_the_puzzle_means() {
    let mut solved = 0;
    for (name, ground, start) in boards() {
        let text = match psvn::write(&ground, Starts::One(&start)) {
            Ok(text) => text,
            Err(why) => panic!("{name}: {why}"),
        };
        let system = System::read(&text);
        let mut names = HashMap::new();
        for state in walks(&ground, &start, STATES) {
            let mut wanted = plain::successors(&ground, &state);
            wanted.sort_by(|a, b| (&a.1, a.0).cmp(&(&b.1, b.0)));
            let given = labels(&state);
            let mut found = system.successors(&given);
            assert_eq!(found.len(), wanted.len(), "{name}: {state:?}");
            for (of, after) in wanted {
                let after = labels(&after);
                let known = names.get(&of).cloned();
                let at = found.iter().position(|(label, next)| {
                    *next == after && known.as_ref().is_none_or(|known| known == label)
                });
                let (label, _) = found.remove(at.unwrap_or_else(|| panic!("{name}: {state:?}")));
                // Two moves that lead to the same state cannot be distinguished by one state.
                if found.iter().all(|(_, next)| *next != after) {
                    called(&mut names, of, label, &name);
                }
            }
            assert_eq!(
                system.is_goal(&given),
                plain::is_goal(&ground, &state),
                "{name}"
            );
        }
        let Some(moves) = plain::solve(&ground, &start, most_states(&ground)) else {
            continue;
        };
        let length = distance(
            labels(&start),
            |s| system.is_goal(s),
            |s| {
                system
                    .successors(s)
                    .into_iter()
                    .map(|(_, next)| (1, next))
                    .collect()
            },
        );
        assert_eq!(length, moves.map(|m| m.len() as u32), "{name}");
        solved += 1;
    }
    assert!(solved >= 8, "{solved}");
}

/// The least cost of a plan, by uniform-cost search.
fn distance<S: Clone + Ord + std::hash::Hash>(
    start: S,
    is_goal: impl Fn(&S) -> bool,
    successors: impl Fn(&S) -> Vec<(u32, S)>,
) -> Option<u32> {
    let mut open = BTreeMap::from([(0, vec![start])]);
    let mut done = HashSet::new();
    while let Some((cost, states)) = open.pop_first() {
        let mut states = states;
        while let Some(state) = states.pop() {
            if !done.insert(state.clone()) {
                continue;
            }
            if is_goal(&state) {
                return Some(cost);
            }
            for (more, next) in successors(&state) {
                match more {
                    0 => states.push(next),
                    _ => open.entry(cost + more).or_default().push(next),
                }
            }
        }
    }
    None
}

/// The facts of a state: those of the start with the labels of the state.
pub(crate) fn facts(task: &Task, ground: &Ground, state: &[Label]) -> Facts {
    let position = |name: &str| -> usize {
        let (number, _) = name.strip_prefix('p').unwrap().split_once('-').unwrap();
        number.parse().unwrap()
    };
    let label = |position: usize| -> String {
        let domain = ground.positions[position].domain;
        let label = &ground.domains[domain].labels[usize::from(state[position])];
        let plain = |c: char| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                '-'
            }
        };
        let name: String = label.chars().map(plain).collect();
        format!("d{domain}-v{}-{name}", state[position])
    };
    let mut facts = Facts::new();
    for fact in &task.start {
        if fact[0] == "is" {
            let label = label(position(&fact[1]));
            facts.insert(vec!["is".to_owned(), fact[1].clone(), label]);
        } else if !fact[0].starts_with("has-") {
            facts.insert(fact.clone());
        }
    }
    // The position has a label that is in the set, according to the static facts.
    for fact in task.mentioned() {
        if let Some(number) = fact[0].strip_prefix("has-") {
            let among = vec![format!("among-{number}"), label(position(&fact[1]))];
            if task.start.contains(&among) {
                facts.insert(fact.clone());
            }
        }
    }
    facts
}

/// Whether the goal holds, or can be reached by actions that cost nothing.
fn ended(task: &Task, facts: Facts) -> bool {
    task.is_goal(&facts)
        || task
            .successors(&facts)
            .into_iter()
            .any(|(action, cost, next)| {
                assert!(
                    action.starts_with("finish") && cost == 0,
                    "{action} moves behind the end"
                );
                ended(task, next)
            })
}

/// Checks that in each of the states the actions are the moves, and that a plan can end exactly at
/// goals.
pub(crate) fn same_moves(name: &str, task: &Task, ground: &Ground, states: &[Vec<Label>]) {
    for state in states {
        let given = facts(task, ground, state);
        let mut wanted: Vec<(String, Facts, u32)> = plain::applied(ground, state)
            .iter()
            .map(|&number| {
                let rule = &ground.rules[number];
                let next = plain::after_all(ground, number, state).unwrap();
                (
                    format!("m{}", rule.of),
                    facts(task, ground, &next),
                    rule.cost.into(),
                )
            })
            .collect();
        let (moves, finish): (Vec<_>, Vec<_>) = task
            .successors(&given)
            .into_iter()
            .partition(|(action, ..)| !action.starts_with("finish"));
        let mut found: Vec<(String, Facts, u32)> = moves
            .into_iter()
            .map(|(action, cost, next)| (action.split_once('-').unwrap().0.to_owned(), next, cost))
            .collect();
        wanted.sort();
        found.sort();
        assert_eq!(found, wanted, "{name}: {state:?}");
        assert!(finish.iter().all(|(_, cost, _)| *cost == 0), "{name}");
        let finished = finish.into_iter().any(|(.., next)| ended(task, next));
        let is_goal = task.is_goal(&given) || finished;
        assert_eq!(is_goal, plain::is_goal(ground, state), "{name}");
    }
}

#[test]
fn pddl_means_what_the_puzzle_means() {
    let mut solved = 0;
    for (name, ground, start) in boards() {
        let out = match pddl::write(&ground, &start) {
            Ok(out) => out,
            Err(why) => panic!("{name}: {why}"),
        };
        let task = Task::read(&out.domain, &out.problem);
        assert_eq!(task.start, facts(&task, &ground, &start), "{name}");
        same_moves(&name, &task, &ground, &walks(&ground, &start, STATES / 4));
        let Some(best) = plain::best(&ground, &start, most_states(&ground) / 20) else {
            continue;
        };
        let cost = distance(
            task.start.clone(),
            |s| task.is_goal(s),
            |s| {
                task.successors(s)
                    .into_iter()
                    .map(|(_, cost, next)| (cost, next))
                    .collect()
            },
        );
        assert_eq!(cost, best.map(|(first, _)| first as u32), "{name}");
        solved += 1;
    }
    assert!(solved >= 4, "{solved}");
}

#[test]
fn of_rules_that_overlap_the_first_is_made() {
    // Only the order of the rules distinguishes them: tests of single cells, and of equal cells.
    let text = "
puzzle first
symbols a b c
board 2x2
var count = none, one, two
move step(dir)
  [a,b | ?x] count none -> [?x | c] count +1
  [?x | ?x] -> [a | ?x+1]
  [not c | a,c] -> [?x+1 | b]
  [? | b] count not two -> [c | a] count two
goal same r1c1 r1c2 r2c1 and at r2c2 not a
goal all c
start
  a b
  c a
";
    let text = text.replace("[not c | a,c] -> [?x+1 | b]", "[not c | a,c] -> [c | b]");
    let (file, _) = fewest_lang::read(&text).unwrap();
    let start = file.start().unwrap();
    let system = System::read(&psvn::write(&start.ground, Starts::Any).unwrap());
    let out = pddl::write(&start.ground, &start.start).unwrap();
    let task = Task::read(&out.domain, &out.problem);
    for number in 0..3_usize.pow(5) {
        let state: Vec<Label> = (0..5)
            .map(|i| (number / 3_usize.pow(i) % 3) as Label)
            .collect();
        let wanted = plain::successors(&start.ground, &state);
        let mut after: Vec<Vec<usize>> = wanted.iter().map(|(_, next)| labels(next)).collect();
        let found = system.successors(&labels(&state));
        let mut found: Vec<Vec<usize>> = found.into_iter().map(|(_, next)| next).collect();
        after.sort();
        found.sort();
        assert_eq!(found, after, "{state:?}");
        let given = facts(&task, &start.ground, &state);
        let moves = task.successors(&given).into_iter();
        let mut found: Vec<Facts> = moves.filter(|m| m.1 == 1).map(|m| m.2).collect();
        let mut after: Vec<Facts> = wanted
            .iter()
            .map(|(_, next)| facts(&task, &start.ground, next))
            .collect();
        after.sort();
        found.sort();
        assert_eq!(found, after, "{state:?}");
    }
}

#[test]
fn what_grows_too_large_is_refused() {
    let cells: Vec<String> = (0..6).map(|_| "a b c a b c".to_owned()).collect();
    let text = format!(
        "puzzle large\nsymbols a b c\nboard 6x6\nmove m(cell)\n  row +1\n  column +1\ngoal all not a\nstart\n  {}\n",
        cells.join("\n  ")
    );
    let (file, _) = fewest_lang::read(&text).unwrap();
    let start = file.start().unwrap();
    let why = psvn::write(&start.ground, Starts::One(&start.start)).unwrap_err();
    assert_eq!(why.to_string(), "more than 16777216 words");
    // In PDDL, sets and sums have names.
    assert!(pddl::write(&start.ground, &start.start).is_ok());
}

#[test]
fn what_follows_a_move_cannot_be_said() {
    let mut refused = 0;
    for (name, ground, start) in example_boards::boards() {
        if !ground.consequences.is_empty() {
            let why = psvn::write(&ground, Starts::One(&start)).unwrap_err();
            assert!(why.to_string().contains("consequences"), "{name}: {why}");
            assert_eq!(pddl::write(&ground, &start), Err(why), "{name}");
            refused += 1;
        }
    }
    assert!(refused >= 5, "{refused}");
}
