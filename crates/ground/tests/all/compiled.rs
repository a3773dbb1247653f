//! Compiled puzzles against the plain interpreter, on ground rules drawn at random.

#![allow(clippy::unwrap_used)]

use std::collections::HashMap;

use fewest_ground::compiled::{CompiledMove, CompiledPuzzle};
use fewest_ground::reduction::Starts;
use fewest_ground::{CompileError, Ground, Label, compile, with_compiled};
use fewest_rules::{Puzzle, Words, laws};
use proptest::prelude::*;
use random::Random;

use crate::plain;
use crate::random;

/// Whether `state` is played as the rules say; what it leads to.
fn same_from<const N: usize>(
    ground: &Ground,
    puzzle: &CompiledPuzzle<N>,
    state: Words<N>,
    others: &mut HashMap<usize, CompiledMove>,
) -> Vec<Words<N>> {
    let labels = puzzle.labels(state);
    assert_eq!(puzzle.state(&labels), Some(state));
    let wanted = plain::all_successors(ground, &labels);
    let made = puzzle.moves(state).map(|m| {
        let own = puzzle.with_own_record();
        let after = own.apply(state, m);
        (m, own.endless().is_none().then_some(after))
    });
    let made: Vec<_> = made.collect();
    let found: Vec<_> = made
        .iter()
        .map(|&(m, after)| (m.number(), after.map(|after| puzzle.labels(after))))
        .collect();
    assert_eq!(found, wanted, "{labels:?}");
    let ended = made.into_iter().filter_map(|(m, after)| Some((m, after?)));
    let after: Vec<_> = ended.collect();
    assert_eq!(puzzle.is_goal(state), plain::is_goal(ground, &labels));
    for &(m, after) in &after {
        let named = puzzle.move_named(puzzle.move_name(m)).unwrap();
        assert_eq!(puzzle.apply(state, named), after);
        // The same move, as another state offered it.
        let other = others.insert(m.number(), m).unwrap_or(m);
        assert_eq!(puzzle.apply(state, other), after);
    }
    after.into_iter().map(|(_, after)| after).collect()
}

fn same<const N: usize>(ground: &Ground, puzzle: &CompiledPuzzle<N>, start: &[Label]) {
    let first = puzzle.state(start).unwrap();
    let laws = laws::check(puzzle, [first], 50).unwrap();
    laws.notation().unwrap();
    let mut seen = vec![first];
    let mut at = 0;
    let mut others = HashMap::new();
    while at < seen.len() && seen.len() < 100 {
        for after in same_from(ground, puzzle, seen[at], &mut others) {
            if !seen.contains(&after) {
                seen.push(after);
            }
        }
        at += 1;
    }
}

fn check(ground: &Ground, start: &[Label], starts: Starts) -> Result<u32, CompileError> {
    Ok(with_compiled!(compile(ground, starts)?, analysis => {
        same(ground, analysis.puzzle(), start);
        analysis.task().bits()
    }))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn small_puzzles_are_what_the_rules_say(seed: u64, rules in 1_usize..12) {
        let (ground, start) = random::ground(seed, 9, rules);
        let one = check(&ground, &start, Starts::One(&start)).unwrap();
        let any = check(&ground, &start, Starts::Any).unwrap();
        prop_assert!(one <= any);
        // Compiled for any board, any board is one.
        let random = &mut Random::new(seed ^ 1);
        for _ in 0..3 {
            let start = random::state(random, &ground);
            check(&ground, &start, Starts::Any).unwrap();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn puzzles_of_several_words_and_many_rules_are_what_the_rules_say(seed: u64) {
        let (ground, start) = random::ground(seed, 150, 200);
        for starts in [Starts::One(&start), Starts::Any] {
            prop_assert!(check(&ground, &start, starts).is_ok());
        }
    }
}
