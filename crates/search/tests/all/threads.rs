//! Searches whose layers are so large that several threads expand them, against one thread.

use std::num::NonZeroUsize;

use fewest_rules::{Goals, Limits, Meter, Outcome, Puzzle, Reverse};
use fewest_search::{
    Interned, OwnedPuzzle, bfs, bidirectional, reached_states, shortest_paths,
    shortest_paths_from_both_ends,
};

/// Sort nine numbers by swaps of neighbours. A state has the number at each place in four bits. The
/// 362,880 states lie in 37 layers, of which the largest has 29,228 states.
struct Swaps;

const NUMBERS: u32 = 9;
const SORTED: u64 = 0x8_7654_3210;
const REVERSED: u64 = 0x0_1234_5678;

impl Puzzle for Swaps {
    type State = u64;
    type Move = u32;

    fn moves(&self, _: u64) -> impl Iterator<Item = u32> {
        0..NUMBERS - 1
    }

    fn apply(&self, state: u64, place: u32) -> u64 {
        let differences = (state >> (4 * place) ^ state >> (4 * place + 4)) & 15;
        state ^ (differences | differences << 4) << (4 * place)
    }

    fn is_goal(&self, state: u64) -> bool {
        state == SORTED
    }
}

impl Goals for Swaps {
    fn goals(&self) -> impl Iterator<Item = u64> {
        [SORTED].into_iter()
    }
}

impl Reverse for Swaps {
    fn predecessors(&self, state: u64) -> impl Iterator<Item = (u32, u64)> {
        self.successors(state)
    }
}

/// The same puzzle with states on the heap.
impl OwnedPuzzle for Swaps {
    type State = Vec<u8>;
    type Move = usize;

    fn moves(&self, numbers: &Vec<u8>) -> impl IntoIterator<Item = usize> {
        0..numbers.len() - 1
    }

    fn apply(&self, numbers: &Vec<u8>, &place: &usize) -> Vec<u8> {
        let mut numbers = numbers.clone();
        numbers.swap(place, place + 1);
        numbers
    }

    fn is_goal(&self, numbers: &Vec<u8>) -> bool {
        numbers.is_sorted()
    }
}

fn threads(count: usize) -> Limits {
    Limits {
        threads: NonZeroUsize::new(count),
        ..Limits::default()
    }
}

#[test]
fn several_threads_find_the_solutions_that_one_thread_finds() {
    let one = threads(1);
    let Outcome::Solved { moves } = bfs(&Swaps, REVERSED, &one).outcome else {
        panic!("every order can be sorted");
    };
    assert_eq!(moves.len(), 36);
    let (_, all) = shortest_paths(&Swaps, REVERSED, &one);
    let all = all.expect("there are solutions");
    for count in [1, 2, 5] {
        let limits = threads(count);
        let (report, paths) = shortest_paths_from_both_ends(&Swaps, REVERSED, &limits);
        let paths = paths.expect("there are solutions");
        assert_eq!(paths.count(), all.count(), "{count} threads");
        assert!(paths.iter().take(500).eq(all.iter().take(500)));
        for found in [
            bfs(&Swaps, REVERSED, &limits),
            bidirectional(&Swaps, REVERSED, &limits),
            report,
        ] {
            assert_eq!(found.outcome.moves(), Some(&moves[..]), "{count} threads");
        }
    }
}

#[test]
fn several_threads_reach_the_states_in_the_order_of_one_thread() {
    let reached = |count| {
        let limits = threads(count);
        reached_states(&Swaps, SORTED, &mut Meter::new(&limits)).unwrap()
    };
    let (one, many) = (reached(1), reached(3));
    assert_eq!(one.states.len(), 362_880);
    assert_eq!(one.layers.iter().max(), Some(&29_228));
    assert_eq!(many.layers, one.layers);
    for index in 0..one.states.len() as u32 {
        assert_eq!(many.states.get(index), one.states.get(index));
    }
}

#[test]
fn several_threads_share_a_puzzle_that_numbers_its_states() {
    let found = |count| {
        let puzzle = Interned::new(Swaps);
        let start = puzzle.number((0..NUMBERS as u8).rev().collect());
        bfs(&puzzle, start, &puzzle.limits(&threads(count))).outcome
    };
    assert_eq!(found(4), found(1));
}
