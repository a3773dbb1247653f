//! What is found in a puzzle is true of it: by the laws, and by counting.

#![allow(clippy::unwrap_used)]

use lang::compiled::{Backward, Compiled, Packed, Starts, compile};
use lang::found::{Additions, Inverses, Listed, With, inverse_rules};
use lang::ground::{Ground, Label};
use proptest::prelude::*;
use rules::{Limits, Outcome, Puzzle, laws};

mod grounds;
mod oracle;
mod random;

/// How often something was found, so that a test can ask for each to be found at all.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
struct Tally {
    backward: bool,
    inverses: bool,
    goals: bool,
    commuting: bool,
    solved: bool,
    unsolvable: bool,
}

fn one(ground: &Ground, start: &[Label], walk: usize) -> Tally {
    match compile(ground, Starts::One(start)).unwrap() {
        Compiled::One(puzzle) => all_laws(&puzzle, start, walk),
        Compiled::Two(puzzle) => all_laws(&puzzle, start, walk),
        Compiled::Four(puzzle) => all_laws(&puzzle, start, walk),
        Compiled::Eight(puzzle) => all_laws(&puzzle, start, walk),
    }
}

/// Tests everything that is found in `puzzle`.
fn all_laws<const N: usize>(puzzle: &Packed<N>, labels: &[Label], walk: usize) -> Tally {
    let start = puzzle.state(labels).unwrap();
    let nothing = With::nothing(puzzle);
    let special = puzzle.special();
    let mut tally = Tally::default();
    if let Some(inverses) = inverse_rules(special) {
        tally.backward = true;
        let backward = Backward::new(puzzle, &inverses);
        let with = With {
            puzzle,
            back: &backward,
            goals: (),
            ranking: (),
            symmetries: (),
            orders: (),
        };
        laws::check(&with, [start], walk)
            .unwrap()
            .reverse()
            .unwrap();
        if let Some(inverses) = Inverses::new(puzzle, &inverses) {
            tally.inverses = true;
            let with = With {
                puzzle,
                back: &inverses,
                goals: (),
                ranking: (),
                symmetries: (),
                orders: (),
            };
            let laws = laws::check(&with, [start], walk).unwrap();
            laws.invertible().unwrap().reverse().unwrap();
        }
    }
    if let Some(goals) = Listed::new(puzzle, 10_000) {
        tally.goals = true;
        let with = With {
            puzzle,
            back: (),
            goals: &goals,
            ranking: (),
            symmetries: (),
            orders: (),
        };
        laws::check(&with, [start], walk).unwrap().goals().unwrap();
    }
    if let Some(additions) = Additions::new(special) {
        tally.commuting = true;
        let with = With {
            puzzle,
            back: (),
            goals: (),
            ranking: (),
            symmetries: (),
            orders: additions.orders(),
        };
        laws::check(&with, [start], walk.min(100))
            .unwrap()
            .commuting()
            .unwrap();
        if let Some((_, distance)) = oracle::reach(&nothing, start, 20_000)
            && let Some(report) = additions.solve(special, labels, &Limits::default())
        {
            match report.outcome {
                Outcome::Solved { moves } => {
                    tally.solved = true;
                    assert_eq!(Some(moves.len() as u32), distance);
                    let end = moves.iter().fold(start, |state, &m| puzzle.apply(state, m));
                    assert!(puzzle.is_goal(end));
                }
                Outcome::Unsolvable(_) => {
                    tally.unsolvable = true;
                    assert_eq!(distance, None);
                }
                Outcome::Stopped { .. } => panic!("{:?}", report.outcome),
            }
        }
    }
    tally
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_is_found_in_random_puzzles_is_true(seed: u64, rules in 1_usize..8) {
        let (ground, start) = random::ground(seed, 7, rules);
        one(&ground, &start, 60);
    }
}

#[test]
fn flip_boards_commute_and_are_solved_by_elimination() {
    let found = one(
        &grounds::flip(3, 3, "w b"),
        &[0, 1, 0, 1, 1, 1, 0, 0, 0],
        512,
    );
    assert!(found.backward && found.inverses && found.goals && found.commuting && found.solved);
    let found = one(
        &grounds::flip(2, 4, "a b c"),
        &[0, 1, 0, 1, 1, 1, 0, 0],
        512,
    );
    assert!(found.backward && !found.inverses && found.goals && found.commuting);
    assert!(found.solved || found.unsolvable);
    // Four labels are no field.
    let found = one(&grounds::flip(2, 3, "a b c d"), &[0, 1, 0, 1, 1, 1], 512);
    assert!(found.commuting && !found.solved && !found.unsolvable);
}

#[test]
fn moves_of_permutations_have_inverses() {
    let found = one(&grounds::tiles(3, 3), &[8, 6, 7, 2, 5, 4, 3, 0, 1], 3_000);
    assert!(found.backward && found.inverses && found.goals && !found.commuting);
    let rotation = grounds::rotation();
    let start = grounds::labels(&rotation, "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3");
    let found = one(&rotation, &start, 3_000);
    assert!(found.backward && found.inverses && !found.commuting);
}

#[test]
fn pushes_can_be_played_backwards() {
    let wall = grounds::wall(4, 6);
    let found = one(&wall, &grounds::labels(&wall, grounds::WALLS), 3_000);
    assert!(found.backward && !found.inverses && !found.goals);
    let four = grounds::four();
    let mut start = grounds::labels(&four, "B W B O W B W B B W B W W B W O");
    start.push(0);
    let found = one(&four, &start, 3_000);
    assert!(found.backward && !found.inverses);
}
