//! States of a few tokens against the plain interpreter, on boards drawn at random.

use std::collections::HashMap;

use fewest_ground::analysis::{TokenDistances, TokenPuzzle};
use fewest_ground::compiled::{CompiledMove, PackedTask};
use fewest_ground::reduction::Starts;
use fewest_ground::{Ground, Label, Rule, Test, compile, with_compiled};
use fewest_rules::{Heuristic, Limits, Outcome, Puzzle, Report, Words, laws};
use fewest_search::{bfidastar, bfs};
use proptest::prelude::*;

use crate::grounds::{ground, is, put, within};
use crate::plain;
use crate::random::Random;

/// The labels of the tokens on a board: `_` is the background.
const LABELS: &str = "_ a b c";
const TOKENS: [Label; 3] = [1, 2, 3];

/// A board on which each rule carries a token: slides along lines, and jumps with any tests.
fn board(random: &mut Random, cells: usize, tokens: usize) -> (Ground, Vec<Label>) {
    let mut all = ground("tokens", LABELS, cells);
    let mut start = vec![0; cells];
    for _ in 0..tokens {
        start[random.below(cells)] = TOKENS[random.below(TOKENS.len())];
    }
    for number in 0..4 * cells {
        all.moves.push(format!("m{number}"));
        let mut places: Vec<usize> = (0..cells).collect();
        for at in (1..cells).rev() {
            places.swap(at, random.below(at + 1));
        }
        let (from, line) = (places[0], &places[1..2 + random.below(cells - 1)]);
        let label = TOKENS[random.below(TOKENS.len())];
        let rules = if random.below(4) == 0 {
            vec![jump(random, number, label, from, line)]
        } else {
            slide(random, number, label, from, line)
        };
        all.rules.extend(rules);
    }
    let at = random.below(cells);
    all.goals.push(vec![
        is(at, TOKENS[random.below(3)]),
        is((at + 1) % cells, 0),
    ]);
    all.goals
        .push(vec![within((at + 1) % cells, &[1, 2]), within(at, &[0, 3])]);
    (all, start)
}

fn carry(of: usize, label: Label, from: usize, to: usize, tests: Vec<Test>) -> Rule {
    let mut tests = tests;
    tests.push(is(from, label));
    Rule {
        of,
        tests,
        writes: vec![put(from, 0), put(to, label)],
        cost: 1,
    }
}

/// The rules of a token that goes along a line until another one, or the end, stops it.
fn slide(random: &mut Random, of: usize, label: Label, from: usize, line: &[usize]) -> Vec<Rule> {
    let stops: &[Label] = [&[1, 2, 3][..], &[1, 2, 3], &[1, 2], &[3]][random.below(4)];
    let rules = (0..line.len()).filter_map(|last| {
        let mut tests: Vec<Test> = line[..=last].iter().map(|&cell| is(cell, 0)).collect();
        match line.get(last + 1) {
            Some(&next) => tests.push(within(next, stops)),
            None if random.below(3) == 0 => return None,
            None => {}
        }
        Some(carry(of, label, from, line[last], tests))
    });
    rules.collect()
}

/// A rule with any tests.
fn jump(random: &mut Random, of: usize, label: Label, from: usize, line: &[usize]) -> Rule {
    let mut tests = vec![is(line[0], 0)];
    for &cell in line[1..].iter().take(3) {
        let sets: [&[Label]; 5] = [&[0], &[1, 2, 3], &[1, 2], &[0, 3], &[2]];
        tests.push(within(cell, sets[random.below(sets.len())]));
    }
    carry(of, label, from, line[0], tests)
}

/// Follows the rules from `start` for at most `most` states.
fn same(ground: &Ground, start: &[Label], task: &PackedTask, puzzle: &TokenPuzzle, most: usize) {
    let state = |labels: &[Label]| puzzle.state(task, labels).unwrap();
    laws::check(puzzle, [state(start)], 50).unwrap();
    let mut known = HashMap::from([(state(start), start.to_vec())]);
    let mut waiting = vec![start.to_vec()];
    while let Some(labels) = waiting.pop() {
        let here = state(&labels);
        assert_eq!(puzzle.is_goal(here), plain::is_goal(ground, &labels));
        let wanted = plain::successors(ground, &labels);
        let found: Vec<_> = puzzle
            .successors(here)
            .map(|(m, after)| (m.number(), after))
            .collect();
        let states = wanted.iter().map(|(of, next)| (*of, state(next)));
        assert_eq!(found, states.collect::<Vec<_>>(), "{labels:?}");
        for (_, next) in wanted {
            let new = !known.contains_key(&state(&next));
            let first = known.entry(state(&next)).or_insert_with(|| next.clone());
            assert_eq!(*first, next, "two boards with the same tokens");
            if new && known.len() < most {
                waiting.push(next);
            }
        }
    }
}

/// Compares the search within the distances of tokens with breadth-first search, and tests that the
/// bound is admissible and consistent on all states that a short search reaches.
fn bounded(puzzle: &TokenPuzzle, start: Words<1>, plain: &Report<CompiledMove>) {
    let bound = |state| TokenDistances.bound(TokenDistances.start(puzzle, state));
    let mut states = vec![start];
    let mut known = HashMap::from([(start, 0_usize)]);
    let mut edges = Vec::new();
    let mut at = 0;
    while at < states.len() && at < 300 {
        for (_, after) in puzzle.successors(states[at]) {
            let number = *known.entry(after).or_insert_with(|| {
                states.push(after);
                states.len() - 1
            });
            edges.push((at, number));
        }
        at += 1;
    }
    for &(before, after) in &edges {
        let (before, after) = (bound(states[before]), bound(states[after]));
        assert!(before <= after.saturating_add(1), "{before} {after}");
    }
    for &state in states.iter().filter(|&&state| puzzle.is_goal(state)) {
        assert_eq!(bound(state), 0);
    }
    let limits = Limits {
        states: Some(2_000),
        ..Limits::default()
    };
    let found = bfidastar(puzzle, start, &TokenDistances, &limits);
    match (&found.outcome, &plain.outcome) {
        (Outcome::Solved { .. }, Outcome::Solved { .. }) => {
            assert_eq!(found.outcome, plain.outcome);
        }
        (Outcome::Solved { moves }, Outcome::Stopped { lower_bound, .. }) => {
            assert!(moves.len() >= *lower_bound as usize);
        }
        (Outcome::Stopped { lower_bound, .. }, Outcome::Solved { moves }) => {
            assert!(moves.len() >= *lower_bound as usize);
        }
        (Outcome::Unsolvable(_), Outcome::Unsolvable(_)) => {}
        (one, other) => assert!(
            matches!(one, Outcome::Stopped { .. }) || matches!(other, Outcome::Stopped { .. }),
            "{one:?} {other:?}"
        ),
    }
}

fn check(ground: &Ground, start: &[Label]) -> bool {
    with_compiled!(compile(ground, Starts::One(start)).unwrap(), analysis => {
        let Some(puzzle) = analysis.token_puzzle() else {
            return false;
        };
        same(ground, start, analysis.task(), puzzle, 300);
        let first = puzzle.state(analysis.task(), start).unwrap();
        let limits = Limits { states: Some(200), ..Limits::default() };
        let by_tokens = bfs(puzzle, first, &limits);
        bounded(puzzle, first, &by_tokens);
        let whole = analysis.puzzle().state(start).unwrap();
        let by_words = bfs(analysis.puzzle(), whole, &limits);
        assert_eq!(by_tokens.outcome, by_words.outcome);
        assert_eq!(by_tokens.statistics.generated, by_words.statistics.generated);
        if let Outcome::Solved { moves } = &by_tokens.outcome {
            let numbers: Vec<usize> = moves.iter().map(|m| m.number()).collect();
            assert!(plain::criteria(ground, &start.to_vec(), &numbers).is_some());
        }
        true
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn tokens_do_what_the_rules_say(seed: u64, cells in 4_usize..30, tokens in 1_usize..6) {
        let random = &mut Random::new(seed);
        let (ground, start) = board(random, cells, tokens);
        check(&ground, &start);
    }
}

#[test]
fn most_boards_of_few_tokens_are_recognized() {
    let found = (0..100).filter(|&seed| {
        let random = &mut Random::new(seed);
        let (ground, start) = board(random, 12, 3);
        check(&ground, &start)
    });
    let found = found.count();
    assert!(found > 70, "{found}");
}

/// A row of 256 cells, the most that there may be, on which tokens step and jump over each other.
fn row(cells: usize) -> Ground {
    let mut all = ground("row", LABELS, cells);
    for cell in 0..cells {
        for to in [cell + 1, cell.wrapping_sub(1)] {
            if to < cells {
                all.moves.push(format!("step-{cell}-{to}"));
                let of = all.moves.len() - 1;
                for label in TOKENS {
                    all.rules.push(carry(of, label, cell, to, vec![is(to, 0)]));
                }
            }
        }
    }
    all.goals.push(vec![is(0, 3)]);
    all
}

/// The distances of single tokens are exact here, and greater than a byte holds.
#[test]
fn a_token_far_from_its_goal_is_no_dead_end() {
    for cells in [255, 256, 257, 300] {
        let ground = row(cells);
        let mut start = vec![0; cells];
        start[cells - 1] = 3;
        with_compiled!(compile(&ground, Starts::One(&start)).unwrap(), analysis => {
            let puzzle = analysis.token_puzzle().unwrap();
            let first = puzzle.state(analysis.task(), &start).unwrap();
            let bound = TokenDistances.start(puzzle, first);
            assert_eq!(bound as usize, cells - 1);
            let found = bfidastar(puzzle, first, &TokenDistances, &Limits::default());
            match found.outcome {
                Outcome::Solved { moves } => assert_eq!(moves.len(), cells - 1),
                other => panic!("{other:?}"),
            }
        });
    }
}

#[test]
fn the_limits_on_places_and_tokens_are_kept() {
    let found = |cells: usize, tokens: &[(usize, Label)]| {
        let mut start = vec![0; cells];
        for &(cell, label) in tokens {
            start[cell] = label;
        }
        check(&row(cells), &start)
    };
    let tokens: Vec<(usize, Label)> = (0..9).map(|i| (i * 30 + 15, TOKENS[i % 3])).collect();
    assert!(found(256, &tokens[..8]));
    assert!(!found(256, &tokens[..0]));
    // Each token takes two bytes then.
    assert!(found(257, &tokens[..4]));
    assert!(!found(257, &tokens[..5]));
    assert!(!found((1 << 10) + 1, &tokens[..4]));
    assert!(!found(280, &tokens));
    assert!(found(100, &[(99, 1), (0, 1), (50, 3)]));
}

#[test]
fn rules_that_do_more_than_carry_a_token_are_not_understood() {
    let start = [1, 0, 0, 2];
    let with = |writes: Vec<fewest_ground::Write>| {
        let mut all = row(4);
        all.moves.push("more".to_owned());
        all.rules.push(Rule {
            of: all.moves.len() - 1,
            tests: vec![is(0, 1), is(1, 0), is(2, 0), is(3, 2)],
            writes,
            cost: 1,
        });
        check(&all, &start)
    };
    assert!(with(vec![put(0, 0), put(2, 1)]));
    // Two tokens, an exchange, a token that appears, one that vanishes, one that changes.
    assert!(!with(vec![put(0, 0), put(1, 1), put(3, 0), put(2, 2)]));
    assert!(!with(vec![put(0, 2), put(3, 1)]));
    assert!(!with(vec![put(1, 1)]));
    assert!(!with(vec![put(0, 0)]));
    assert!(!with(vec![put(0, 0), put(1, 2)]));
}
