//! What is found in a puzzle is true of it: by the laws, and by counting.

#![allow(clippy::unwrap_used)]

use laws_of_all::one;
use proptest::prelude::*;

mod grounds;
mod laws_of_all;
mod oracle;
mod random;

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
    assert_eq!((found.ranks, found.symmetries), (Some(6561), 23));
    // Four labels are no field.
    let found = one(&grounds::flip(2, 3, "a b c d"), &[0, 1, 0, 1, 1, 1], 512);
    assert!(found.commuting && !found.solved && !found.unsolvable);
}

#[test]
fn moves_of_permutations_have_inverses() {
    let found = one(&grounds::tiles(3, 3), &[8, 6, 7, 2, 5, 4, 3, 0, 1], 3_000);
    assert!(found.backward && found.inverses && found.goals && !found.commuting);
    assert!(found.travel);
    assert_eq!((found.ranks, found.symmetries), (Some(362_880), 1));
    let rotation = grounds::rotation();
    let start = grounds::labels(&rotation, "1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3");
    let found = one(&rotation, &start, 3_000);
    assert!(found.backward && found.inverses && !found.commuting);
    // 24! / 8!³, and the symmetries of a square with the digits exchanged.
    assert_eq!((found.ranks, found.symmetries), (Some(9_465_511_770), 47));
}

#[test]
fn pushes_can_be_played_backwards() {
    let wall = grounds::wall(4, 6);
    let found = one(&wall, &grounds::labels(&wall, grounds::WALLS), 3_000);
    assert!(found.backward && !found.inverses && !found.goals);
    // 38 edges that are open or not and, unless the player is there, an exit;
    // or the player on one of 24 rooms.
    assert!(found.travel);
    assert_eq!(found.ranks, Some((24 << 39) + (1 << 38)));
    let four = grounds::four();
    let mut start = grounds::labels(&four, "B W B O W B W B B W B W W B W O");
    start.push(0);
    let found = one(&four, &start, 3_000);
    assert!(found.backward && !found.inverses);
    assert_eq!((found.ranks, found.symmetries), (Some(3 * 411_840), 15));
}
