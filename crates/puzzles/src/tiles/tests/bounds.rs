//! Tests linear conflict and walking distance against the laws, and against the simplest ways to
//! compute them.

use std::collections::{HashSet, VecDeque};

use fewest_rules::{Heuristic, Max, Puzzle, Ranked, laws};
use proptest::prelude::*;

use super::super::*;
use super::GOALS;

/// Checks all laws of all bounds on up to `most` states around the goal.
fn keep_the_laws<S: PackedTiles>(rows: usize, columns: usize, goal: BlankGoal, most: usize) {
    let puzzle = Tiles::<S>::new(rows, columns, goal).unwrap();
    let laws = laws::check(&puzzle, [puzzle.goal()], most).unwrap();
    let conflict = LinearConflict::new(&puzzle);
    laws.admissible(&conflict).unwrap();
    laws.consistent(&conflict).unwrap();
    if let Some(walking) = WalkingDistance::new(&puzzle) {
        laws.admissible(&walking).unwrap();
        laws.consistent(&walking).unwrap();
        let both = Max(conflict, walking);
        laws.admissible(&both).unwrap();
        laws.consistent(&both).unwrap();
    }
}

#[test]
fn the_laws_hold_on_every_board_of_small_sizes() {
    for goal in GOALS {
        for (rows, columns) in [(3, 3), (2, 4), (4, 2)] {
            keep_the_laws::<u64>(rows, columns, goal, usize::MAX);
        }
        for (rows, columns) in [(1, 1), (1, 9), (9, 1), (2, 2), (2, 3), (3, 2)] {
            keep_the_laws::<u64>(rows, columns, goal, usize::MAX);
            keep_the_laws::<u128>(rows, columns, goal, usize::MAX);
            keep_the_laws::<[u8; 64]>(rows, columns, goal, usize::MAX);
        }
    }
}

#[test]
fn the_laws_hold_near_the_goal_of_large_sizes() {
    for goal in GOALS {
        keep_the_laws::<u64>(3, 4, goal, 20_000);
        keep_the_laws::<u64>(4, 4, goal, 20_000);
        keep_the_laws::<u128>(5, 5, goal, 5_000);
        keep_the_laws::<[u8; 64]>(8, 8, goal, 2_000);
        keep_the_laws::<[u8; 64]>(2, 32, goal, 2_000);
        keep_the_laws::<[u8; 64]>(1, 64, goal, 64);
    }
}

/// The distance of every board of a size to the goal, by rank.
fn distances(puzzle: &Tiles<u64>) -> Vec<u8> {
    let mut distances = vec![u8::MAX; puzzle.size() as usize];
    let mut queue = VecDeque::from([puzzle.rank(puzzle.goal())]);
    distances[queue[0] as usize] = 0;
    while let Some(rank) = queue.pop_front() {
        let next = distances[rank as usize] + 1;
        puzzle.successor_ranks(rank, |after| {
            if distances[after as usize] == u8::MAX {
                distances[after as usize] = next;
                queue.push_back(after);
            }
        });
    }
    distances
}

/// Checks the bounds on all 1,814,400 boards of 2×5 in a loop of its own instead of the walk of the
/// laws.
#[test]
fn no_bound_is_above_the_distance_on_any_board_of_two_rows_of_five() {
    for goal in GOALS {
        let puzzle = Tiles::<u64>::new(2, 5, goal).unwrap();
        let conflict = LinearConflict::new(&puzzle);
        let walking = WalkingDistance::new(&puzzle).unwrap();
        let bounds = |state| {
            let conflict = conflict.start(&puzzle, state);
            let walk = walking.start(&puzzle, state);
            (conflict, walk)
        };
        let (mut exact, mut stronger) = (0, 0);
        for (rank, &distance) in distances(&puzzle).iter().enumerate() {
            let state = puzzle.unrank(rank as u64);
            let (conflicts, walk) = bounds(state);
            let walked = Heuristic::<Tiles<u64>>::bound(&walking, walk);
            assert!(u32::from(conflicts) <= distance.into(), "{state:#x}");
            assert!(walked <= distance.into(), "{state:#x}");
            exact += u32::from(walked == u32::from(distance));
            stronger += u32::from(walked > conflicts.into());
            // The incremental bound equals the bound from scratch, and no step lowers a bound by
            // two.
            if rank % 16 == 0 {
                for m in puzzle.moves(state) {
                    let after = puzzle.apply(state, m);
                    let (wanted, wanted_walk) = bounds(after);

                    assert_eq!(conflict.step(&puzzle, conflicts, state, m, after), wanted);
                    assert_eq!(walking.step(&puzzle, walk, state, m, after), wanted_walk);
                    assert!(conflicts <= wanted + 1 && walked <= wanted_walk.bound + 1);
                }
            }
        }
        assert!(exact > 1_000 && stronger > 100_000, "{exact} {stronger}");
    }
}

/// The fewest of `places` that must be left out so that the rest increase, found by trying all
/// subsets.
fn left_out(places: &[usize]) -> u32 {
    (0u32..1 << places.len())
        .filter(|set| {
            let kept = (0..places.len()).filter(|i| set >> i & 1 == 0);
            kept.map(|i| places[i]).is_sorted()
        })
        .map(u32::count_ones)
        .min()
        .unwrap()
}

/// The bound of linear conflict, computed from its definition.
fn plain_conflict(puzzle: &Tiles<[u8; 64]>, state: [u8; 64]) -> u32 {
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    let home = |tile: u8| puzzle.goal().iter().position(|&t| t == tile).unwrap();
    let mut bound = 0;
    for (cell, &tile) in state.iter().enumerate() {
        if tile != 0 {
            let home = home(tile);
            bound += (cell / columns).abs_diff(home / columns);
            bound += (cell % columns).abs_diff(home % columns);
        }
    }
    let tiles = |cells: Vec<usize>| -> Vec<u8> {
        let tiles = cells.into_iter().map(|cell| state[cell]);
        tiles.filter(|&tile| tile != 0).collect()
    };
    let mut leaving = 0;
    for row in 0..rows {
        let line = tiles((0..columns).map(|column| row * columns + column).collect());
        let homes = line.into_iter().map(home).filter(|h| h / columns == row);
        leaving += left_out(&homes.collect::<Vec<_>>());
    }
    for column in 0..columns {
        let line = tiles((0..rows).map(|row| row * columns + column).collect());
        let homes = line.into_iter().map(home).filter(|h| h % columns == column);
        leaving += left_out(&homes.collect::<Vec<_>>());
    }
    bound as u32 + 2 * leaving
}

/// The fewest moves that bring all tiles into their rows (or columns), found by a search from this
/// state alone. A tile is represented only by the line to which it belongs.
fn plain_walk(homes: &[Vec<usize>], blank: usize, goal: &[Vec<usize>], goal_blank: usize) -> u32 {
    let mut seen = HashSet::new();
    let mut layer = vec![(homes.to_vec(), blank)];
    for moves in 0.. {
        let mut next = Vec::new();
        for (mut lines, blank) in std::mem::take(&mut layer) {
            lines.iter_mut().for_each(|line| line.sort_unstable());
            if (lines.as_slice(), blank) == (goal, goal_blank) {
                return moves;
            }
            if !seen.insert((lines.clone(), blank)) {
                continue;
            }
            for from in [blank.wrapping_sub(1), blank + 1] {
                for place in 0..lines.get(from).map_or(0, Vec::len) {
                    let mut after = lines.clone();
                    let tile = after[from].remove(place);
                    after[blank].push(tile);
                    next.push((after, from));
                }
            }
        }
        assert!(!next.is_empty(), "every line can be reached");
        layer = next;
    }
    unreachable!()
}

fn plain_walking_distance(puzzle: &Tiles<[u8; 64]>, state: [u8; 64]) -> u32 {
    let (rows, columns) = (puzzle.rows(), puzzle.columns());
    let axis = |lines: usize, line: &dyn Fn(usize) -> usize| {
        let homes = |state: [u8; 64]| {
            let mut homes = vec![Vec::new(); lines];
            let mut blank = 0;
            for cell in 0..rows * columns {
                match state[cell] {
                    0 => blank = line(cell),
                    tile => {
                        let home = puzzle.goal().iter().position(|&t| t == tile).unwrap();
                        homes[line(cell)].push(line(home));
                    }
                }
            }
            (homes, blank)
        };
        let ((now, blank), (goal, goal_blank)) = (homes(state), homes(puzzle.goal()));
        plain_walk(&now, blank, &goal, goal_blank)
    };
    axis(rows, &|cell| cell / columns) + axis(columns, &|cell| cell % columns)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn bounds_are_those_of_their_definitions(
        (rows, columns) in prop::sample::select(vec![(3, 3), (2, 5), (5, 2), (3, 4), (2, 2), (3, 2)]),
        tiles in Just((0u8..16).collect::<Vec<_>>()).prop_shuffle(),
        blank_first: bool,
        walk in prop::collection::vec(0usize..4, 0..30),
    ) {
        let cells: Vec<u8> = tiles.into_iter().filter(|&t| usize::from(t) < rows * columns).collect();
        let board = TileBoard::new(rows, columns, cells).unwrap();
        let goal = GOALS[usize::from(blank_first)];
        let puzzle = Tiles::<[u8; 64]>::new(rows, columns, goal).unwrap();
        let small = Tiles::<u64>::new(rows, columns, goal).unwrap();
        let conflict = LinearConflict::new(&puzzle);
        let walking = WalkingDistance::new(&puzzle).unwrap();
        let mut state = puzzle.state(&board).unwrap();
        let mut conflicts = conflict.start(&puzzle, state);
        let mut walked = walking.start(&puzzle, state);
        for choice in walk {
            let moves: Vec<BlankMove> = puzzle.moves(state).collect();
            let m = moves[choice % moves.len()];
            let before = state;
            state = puzzle.apply(state, m);
            conflicts = conflict.step(&puzzle, conflicts, before, m, state);
            walked = walking.step(&puzzle, walked, before, m, state);
        }
        prop_assert_eq!(u32::from(conflicts), plain_conflict(&puzzle, state));
        prop_assert_eq!(walked.bound, plain_walking_distance(&puzzle, state));
        let same = small.state(&puzzle.board(state).unwrap()).unwrap();
        prop_assert_eq!(LinearConflict::new(&small).start(&small, same), conflicts);
        prop_assert_eq!(WalkingDistance::new(&small).unwrap().start(&small, same).bound, walked.bound);
    }

    /// On boards with lines of seven and eight cells, the conflicts are those of the definition, also
    /// after a move.
    #[test]
    fn conflicts_of_long_lines(
        cells in Just((0u8..64).collect::<Vec<_>>()).prop_shuffle(),
        columns in prop::sample::select(vec![8usize, 7]),
    ) {
        let rows = 56 / columns;
        let cells: Vec<u8> = cells.into_iter().filter(|&t| usize::from(t) < rows * columns).collect();
        let puzzle = Tiles::<[u8; 64]>::new(rows, columns, BlankGoal::BlankLast).unwrap();
        let state = puzzle.state(&TileBoard::new(rows, columns, cells).unwrap()).unwrap();
        let conflict = LinearConflict::new(&puzzle);
        let found = conflict.start(&puzzle, state);
        prop_assert_eq!(u32::from(found), plain_conflict(&puzzle, state));
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            let stepped = conflict.step(&puzzle, found, state, m, after);
            prop_assert_eq!(u32::from(stepped), plain_conflict(&puzzle, after));
        }
    }
}

#[test]
fn a_row_backwards_lets_all_tiles_but_one_leave() {
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankLast).unwrap();
    let cells = vec![4, 3, 2, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];
    let state = puzzle.state(&TileBoard::new(4, 4, cells).unwrap()).unwrap();
    // The Manhattan distance is eight, and three tiles leave the row.
    assert_eq!(LinearConflict::new(&puzzle).start(&puzzle, state), 14);
}

/// Counting two moves for every *pair* in conflict counts too many: of three tiles in reverse
/// order, two leave the row, not three.
#[test]
fn conflicts_counted_by_pairs_break_the_law() {
    let puzzle = Tiles::<u64>::new(3, 3, BlankGoal::BlankLast).unwrap();
    let manhattan = Manhattan::new(&puzzle);
    let pairs = |state: u64| {
        let wrong = |line: [usize; 3], belongs: &dyn Fn(usize) -> bool| {
            let tiles = line.map(|cell| usize::from(state.get(cell)));
            let own = tiles.iter().filter(|&&t| t != 0 && belongs(t - 1));
            let own: Vec<_> = own.collect();
            (0..own.len())
                .map(|i| own[i..].iter().filter(|t| *t < &own[i]).count())
                .sum::<usize>()
        };
        let rows = (0..3).map(|r| wrong([3 * r, 3 * r + 1, 3 * r + 2], &|home| home / 3 == r));
        let columns = (0..3).map(|c| wrong([c, c + 3, c + 6], &|home| home % 3 == c));
        let pairs = rows.sum::<usize>() + columns.sum::<usize>();
        u32::from(manhattan.start(&puzzle, state)) + 2 * pairs as u32
    };
    let laws = laws::check(&puzzle, [puzzle.goal()], usize::MAX).unwrap();
    let violation = laws.admissible(&pairs).unwrap_err().to_string();
    assert!(violation.contains("moves from a goal"), "{violation}");
}

#[test]
fn walking_distance_says_which_sizes_it_has_tables_for() {
    let fits = |rows, columns| {
        let puzzle = Tiles::<[u8; 64]>::new(rows, columns, BlankGoal::BlankLast).unwrap();
        WalkingDistance::new(&puzzle).is_some()
    };
    for (rows, columns) in [(1, 1), (1, 64), (2, 2), (2, 6), (3, 3), (3, 5), (4, 4)] {
        assert!(
            fits(rows, columns) && fits(columns, rows),
            "{rows}x{columns}"
        );
    }
    for (rows, columns) in [(2, 7), (32, 2), (3, 6), (5, 4), (5, 5), (8, 8)] {
        assert!(!fits(rows, columns), "{rows}x{columns}");
    }
    let puzzle = Tiles::<u64>::new(4, 4, BlankGoal::BlankFirst).unwrap();
    assert_eq!(
        WalkingDistance::new(&puzzle).unwrap().positions(),
        (24_964, 24_964)
    );
}
