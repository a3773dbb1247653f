//! What is too large or makes no sense is refused.

#![allow(clippy::unwrap_used)]

use fewest_ground::compiled::CompiledPuzzle;
use fewest_ground::reduction::Starts;
use fewest_ground::{CompileError, Compiled, Ground, MOST_RULES, Rule, compile, with_compiled};
use fewest_rules::Puzzle;

use crate::grounds;
use crate::plain;

fn refused(ground: &Ground, starts: Starts) -> CompileError {
    compile(ground, starts).unwrap_err()
}

#[test]
fn too_many_bits_and_rules_are_refused() {
    let mut large = grounds::flip(30, 30, "w b");
    let widest = grounds::flip(91, 91, "w b");
    let why = compile(&widest, Starts::Any).unwrap_err();
    assert_eq!(why, CompileError::Bits(91 * 91));
    large.rules = vec![large.rules[0].clone(); MOST_RULES + 1];
    assert_eq!(
        refused(&large, Starts::Any),
        CompileError::Rules(MOST_RULES + 1)
    );
}

#[test]
fn wide_states_do_what_the_rules_say() {
    for (side, words) in [(17, 8), (22, 8), (23, 16), (32, 16), (33, 128), (90, 128)] {
        let ground = grounds::flip(side, side, "w b");
        let start: Vec<u8> = (0..side * side)
            .map(|cell| (cell % 3 == 0).into())
            .collect();
        let wide = compile(&ground, Starts::One(&start)).unwrap();
        let found = with_compiled!(&wide, analysis => analysis.puzzle().task().words());
        assert_eq!(found, words, "{side}");
        assert_successors(&ground, &wide, &start);
    }
}

fn assert_successors(ground: &Ground, wide: &Compiled, start: &Vec<u8>) {
    assert!(wide.is_wide());
    with_compiled!(wide, analysis => same_successors(ground, analysis.puzzle(), start));
}

fn same_successors<const N: usize>(ground: &Ground, puzzle: &CompiledPuzzle<N>, start: &Vec<u8>) {
    let state = puzzle.state(start).unwrap();
    let next = puzzle.moves(state);
    let next: Vec<_> = next
        .map(|m| (m.number(), puzzle.labels(puzzle.apply(state, m))))
        .collect();
    assert_eq!(next, plain::successors(ground, start));
}

/// 400 rules that test two cells, and that put, copy and add in cells of several words.
fn scattered(cells: usize) -> Ground {
    let mut scattered = grounds::ground("scattered", "a b c", cells);
    for number in 0..400_usize {
        let cell = |i: usize| (number * 7 + i * 61) % cells;
        let label = (number % 3) as u8;
        let tests = vec![
            grounds::is(cell(0), label),
            grounds::within(cell(1), &[0, 2]),
        ];
        let writes = match number % 5 {
            0 => vec![grounds::put(cell(0), (label + 1) % 3)],
            1 => (0..4)
                .map(|i| grounds::put(cell(i), (label + i as u8) % 3))
                .collect(),
            2 => vec![grounds::copy(cell(0), cell(2), 0), grounds::put(cell(3), 2)],
            3 => vec![
                grounds::copy(cell(0), cell(0), 1),
                grounds::copy(cell(4), cell(2), 2),
                grounds::copy(cell(5), cell(3), 0),
            ],
            _ => vec![
                grounds::copy(cell(1), cell(0), 0),
                grounds::copy(cell(0), cell(1), 0),
            ],
        };
        grounds::add(&mut scattered, &format!("m{number}"), tests, writes);
    }
    scattered.goals.push(vec![grounds::is(0, 0)]);
    scattered
}

#[test]
fn every_kind_of_write_does_what_the_rules_say_in_states_of_any_width() {
    for cells in [30, 60, 120, 250, 500, 3000] {
        let ground = scattered(cells);
        let compiled = compile(&ground, Starts::Any).unwrap();
        let mut labels: Vec<u8> = (0..cells).map(|cell| (cell * cell / 7 % 3) as u8).collect();
        for step in 0..12 {
            with_compiled!(&compiled, analysis => {
                same_successors(&ground, analysis.puzzle(), &labels);
            });
            let all = plain::successors(&ground, &labels);
            let (_, next) = &all[step * 37 % all.len()];
            labels.clone_from(next);
        }
    }
}

#[test]
fn what_does_not_exist_is_refused() {
    let sound = grounds::tiles(2, 2);
    let malformed = |change: &dyn Fn(&mut Ground)| {
        let mut ground = sound.clone();
        change(&mut ground);
        assert!(matches!(
            refused(&ground, Starts::Any),
            CompileError::Malformed(_)
        ));
    };
    malformed(&|g| g.positions[0].domain = 1);
    malformed(&|g| g.domains[0].labels.clear());
    malformed(&|g| g.rules[0].of = 99);
    malformed(&|g| g.rules.swap(0, 5));
    malformed(&|g| g.rules[0].tests.push(grounds::is(4, 0)));
    malformed(&|g| g.rules[0].writes.push(grounds::put(3, 4)));
    malformed(&|g| g.rules[0].writes.push(grounds::copy(3, 7, 0)));
    malformed(&|g| {
        let write = g.rules[0].writes[0];
        g.rules[0].writes.push(write);
    });
    malformed(&|g| g.goals.push(vec![grounds::is(9, 0)]));
    for start in [&[0, 1, 2][..], &[0, 1, 2, 9]] {
        assert!(matches!(
            refused(&sound, Starts::One(start)),
            CompileError::Malformed(_)
        ));
    }
}

/// Rules by the ten thousands, none of which can be looked up: more tables than are made.
#[test]
fn very_many_rules_are_compiled_and_looked_into() {
    let mut many = grounds::ground("many", "a b c", 120);
    for number in 0..40_000_usize {
        let cell = |i: usize| (number * (2 * i + 7) + i * i * 13) % 120;
        let rule = Rule {
            of: 0,
            tests: vec![grounds::is(cell(1), (number % 3) as u8)],
            writes: vec![grounds::put(cell(2), (number / 3 % 3) as u8)],
            cost: 1,
        };
        grounds::add(&mut many, &format!("m{number}"), rule.tests, rule.writes);
    }
    let start: Vec<u8> = (0..120).map(|cell| (cell % 3) as u8).collect();
    let Ok(Compiled::Four(analysis)) = compile(&many, Starts::Any) else {
        panic!("240 bits are four words");
    };
    let puzzle = analysis.puzzle();
    let state = puzzle.state(&start).unwrap();
    let found: Vec<_> = puzzle
        .moves(state)
        .map(|m| (m.number(), puzzle.labels(puzzle.apply(state, m))))
        .collect();
    assert_eq!(found, plain::successors(&many, &start));
    assert!(analysis.symmetries().is_none());
}

/// A board whose walk has no end in any time: what is asked of it is bounded.
#[test]
fn large_goals_are_not_listed() {
    let mut large = grounds::flip(20, 20, "w b");
    large.goals = vec![vec![grounds::is(0, 0)]];
    let Ok(Compiled::Eight(found)) = compile(&large, Starts::Any) else {
        panic!("400 bits take eight words");
    };
    assert!(found.goals().is_none() && found.ranking().is_none());
    assert!(found.additions().is_some() && found.is_undoable());
}
