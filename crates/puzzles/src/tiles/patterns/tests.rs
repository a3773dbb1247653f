use std::num::NonZeroUsize;
use std::sync::Arc;

use fewest_rules::{Abstraction, Heuristic, Invertible, Limits, Max, Partition, Puzzle, laws};
use fewest_search::bidirectional;
use fewest_tables::{AdditivePatterns, DistanceTable, Encoding, Enumerated, pattern_table};
use proptest::prelude::*;

use super::{TilePattern, TilePatterns};
use crate::tiles::{BlankGoal, PackedTiles, Tiles};

fn patterns(rows: usize, columns: usize, goal: BlankGoal, name: &str) -> Arc<TilePatterns> {
    TilePatterns::named(rows, columns, goal, name).unwrap()
}

#[test]
fn patterns_keep_the_laws() {
    for (rows, columns, name) in [
        (1, 5, "2-2"),
        (5, 1, "1-3"),
        (2, 2, "3"),
        (2, 3, "2-3"),
        (3, 2, "1,4/2,5"),
        (3, 3, "4-4"),
        (3, 3, "8"),
        (3, 3, "1,5,8/2,3,4"),
        (2, 5, "5-4"),
        (3, 4, "4-4-3"),
        (4, 4, "6-6-3"),
        (4, 4, "7-8"),
        (2, 8, "5-5-5"),
    ] {
        for pattern in patterns(rows, columns, BlankGoal::BlankFirst, name).spaces() {
            laws::abstraction(pattern, 20_000).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}

#[test]
fn views_keep_the_laws() {
    for (rows, columns, name) in [
        (1, 4, "2-1"),
        (4, 1, "2-1"),
        (2, 2, "2-1"),
        (2, 4, "3-4"),
        (3, 3, "4-4"),
        (3, 3, "1,2,3/4,5,6,8"),
        (4, 3, "5-6"),
        (4, 4, "6-6-3"),
        (4, 4, "1,2,5,6/3,4,7,8/9,10,13,14/11,12,15"),
    ] {
        for goal in [BlankGoal::BlankFirst, BlankGoal::BlankLast] {
            let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
            let laws = laws::check(&puzzle, [puzzle.goal()], 5_000).unwrap();
            let patterns = patterns(rows, columns, goal, name);
            let views = [Some(patterns.view(goal)), patterns.reflected_view(goal)];
            assert_eq!(views[1].is_some(), rows == columns);
            for view in views.into_iter().flatten() {
                laws.partition(&view)
                    .unwrap_or_else(|e| panic!("{rows}x{columns} {goal:?} {name}: {e}"));
            }
        }
    }
}

#[test]
fn ranks_are_a_bijection() {
    for (rows, columns, name) in [(3, 3, "5-3"), (2, 4, "7"), (4, 4, "4-4-4-3")] {
        for pattern in patterns(rows, columns, BlankGoal::BlankLast, name).spaces() {
            for rank in 0..pattern.size() {
                let kept = pattern.unrank(rank);
                let cell_of = |tile| {
                    let cells = 0..rows * columns;
                    cells.clone().find(|&cell| kept.tile(cell) == tile).unwrap()
                };
                assert_eq!(pattern.rank(cell_of), rank);
            }
        }
    }
}

#[test]
fn names_and_their_faults() {
    let tiles = |goal, name: &str| -> Vec<Vec<u8>> {
        let patterns = patterns(4, 4, goal, name);
        patterns
            .spaces()
            .iter()
            .map(|pattern| pattern.tiles().to_vec())
            .collect()
    };
    assert_eq!(
        tiles(BlankGoal::BlankLast, "7-8"),
        tiles(BlankGoal::BlankLast, "9,10,11,12,13,14,15/1,2,3,4,5,6,7,8")
    );
    // The partitions of Korf and Felner as they are usually published, for the blank last.
    assert_eq!(
        tiles(BlankGoal::BlankFirst, "6-6-3"),
        tiles(BlankGoal::BlankLast, "1,5,6,9,10,13/7,8,11,12,14,15/2,3,4")
    );
    assert_eq!(
        tiles(BlankGoal::BlankFirst, "5-5-5"),
        tiles(BlankGoal::BlankLast, "1,2,3,4,7/5,6,9,10,13/8,11,12,14,15")
    );
    let parameters = |goal, name: &str| {
        let patterns = patterns(3, 3, goal, name);
        patterns.parameters(&patterns.spaces()[0])
    };
    assert_eq!(
        parameters(BlankGoal::BlankFirst, "5, 1,2 /3"),
        "3x3 pattern 1,2,5"
    );
    assert_eq!(
        parameters(BlankGoal::BlankLast, "8,7,4/1"),
        "3x3 pattern 1,2,5"
    );
    let fault = |rows, columns, name: &str| {
        TilePatterns::<u64>::named(rows, columns, BlankGoal::BlankLast, name).unwrap_err()
    };
    assert_eq!(
        fault(4, 5, "7-8"),
        "patterns are for boards of 2 to 25 cells"
    );
    assert_eq!(
        fault(usize::MAX, 2, "7-8"),
        "patterns are for boards of 2 to 25 cells"
    );
    assert_eq!(fault(1, 1, "0"), "patterns are for boards of 2 to 25 cells");
    assert_eq!(fault(4, 4, ""), "`` is no number");
    assert_eq!(fault(4, 4, "7-x"), "`x` is no number");
    assert_eq!(fault(4, 4, "1,300/2"), "`300` is no number");
    assert_eq!(fault(4, 4, "1,16"), "there is no tile 16");
    assert_eq!(fault(4, 4, "0,1"), "there is no tile 0");
    assert_eq!(fault(4, 4, "1,2/3,2"), "tile 2 is there twice");
    assert_eq!(fault(4, 4, "1,2//3"), "a pattern without tiles");
    assert_eq!(fault(4, 4, "15-0"), "a pattern without tiles");
    assert_eq!(
        fault(4, 4, "3-3-3-3-3"),
        "5 patterns: there can be 4 at the most"
    );
    assert_eq!(
        fault(4, 4, "7-7"),
        "the sizes add up to 14, but there are 15 tiles"
    );
    assert_eq!(
        fault(4, 4, "15"),
        "a pattern of 15 tiles has more than 2^32 entries"
    );
    assert_eq!(
        fault(4, 4, "5-10"),
        "a pattern of 10 tiles has more than 2^32 entries"
    );
}

proptest! {
    #[test]
    fn any_name_is_read_or_refused(name in "[0-9,/ x-]{0,40}", rows in 1..5usize, columns in 1..4usize) {
        if let Ok(patterns) = TilePatterns::<u64>::named(rows, columns, BlankGoal::BlankLast, &name) {
            let tiles: usize = patterns.spaces().iter().map(|pattern| pattern.tiles().len()).sum();
            prop_assert!(tiles < rows * columns);
        }
    }
}

/// The reflected view of a board has the same ranks as the view of the reflected board.
#[test]
fn the_reflected_view_is_the_view_of_the_reflection() {
    let goal = BlankGoal::BlankFirst;
    let puzzle = Tiles::<u64>::new(3, 3, goal).unwrap();
    let patterns = patterns(3, 3, goal, "1,2,3/4,6,7,8");
    let (view, reflected) = (patterns.view(goal), patterns.reflected_view(goal).unwrap());
    let laws = laws::check(&puzzle, [puzzle.goal()], 3_000).unwrap();
    let across = |i: u64| i % 3 * 3 + i / 3;
    for &state in laws.states() {
        let mirrored = (0..9)
            .map(|cell| across(state >> (4 * across(cell)) & 15) << (4 * cell))
            .sum();
        for part in 0..2 {
            let ranks: [u64; 2] = [
                Partition::<Tiles<u64>>::rank(&reflected, reflected.start(&puzzle, state), part),
                Partition::<Tiles<u64>>::rank(&view, view.start(&puzzle, mirrored), part),
            ];
            assert_eq!(ranks[0], ranks[1]);
        }
    }
}

#[test]
fn patterns_of_all_sizes_are_numbered() {
    for tiles in 1..12u8 {
        let pattern = TilePattern::<u64>::new(3, 4, &(1..=tiles).collect::<Vec<_>>()).unwrap();
        assert_eq!(
            pattern.size(),
            (1..=12u64).rev().take(tiles.into()).product::<u64>()
        );
    }
}

/// The patterns of boards of more than 16 cells, and of small boards in the wider packing.
#[test]
fn patterns_in_the_wider_packing_keep_the_laws() {
    for (rows, columns, name) in [
        (2, 3, "2-3"),
        (3, 3, "1,5,8/2,3,4"),
        (3, 6, "1,2,3,4/5,9,10/17"),
        (4, 5, "5-5-5-4"),
        (5, 5, "1,2,5,6/24,23/3,4,8,9,13"),
        (5, 5, "6-6-6-6"),
    ] {
        for goal in [BlankGoal::BlankFirst, BlankGoal::BlankLast] {
            let patterns = TilePatterns::<u128>::named(rows, columns, goal, name).unwrap();
            for pattern in patterns.spaces() {
                laws::abstraction(pattern, 2_000).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
            let puzzle = Tiles::<u128>::new(rows, columns, goal).unwrap();
            let laws = laws::check(&puzzle, [puzzle.goal()], 2_000).unwrap();
            let views = [Some(patterns.view(goal)), patterns.reflected_view(goal)];
            assert_eq!(views[1].is_some(), rows == columns);
            for view in views.into_iter().flatten() {
                laws.partition(&view)
                    .unwrap_or_else(|e| panic!("{rows}x{columns} {goal:?} {name}: {e}"));
            }
        }
    }
}

#[test]
fn patterns_of_too_many_regions_are_refused() {
    // Eight tiles in a single row leave nine regions.
    let tiles = [2, 4, 6, 8, 10, 12, 14, 16];
    let refused = TilePattern::<u128>::new(1, 17, &tiles);
    assert_eq!(
        refused.err().unwrap(),
        "a pattern of 8 tiles can divide the board into more than 8 regions"
    );
    assert!(TilePattern::<u128>::new(1, 17, &tiles[..7]).is_ok());
}

fn tables<S: PackedTiles>(patterns: &TilePatterns<S>) -> Vec<DistanceTable> {
    let built = |pattern| {
        let (one, limits) = (NonZeroUsize::MIN, Limits::default());
        match pattern_table(pattern, Encoding::Nibble, one, &limits).outcome {
            Enumerated::Complete(made) => made.table,
            stopped => panic!("{stopped:?}"),
        }
    };
    patterns.spaces().iter().map(built).collect()
}

/// The tables of the wider packing are those of the other one, and their sums never exceed the
/// distance.
#[test]
fn both_packings_have_the_same_tables() {
    let goal = BlankGoal::BlankLast;
    for name in ["4-4", "1,2,4/3,6/5,7,8"] {
        let wide = TilePatterns::<u128>::named(3, 3, goal, name).unwrap();
        let tables = tables(&wide);
        let narrow = self::tables(&patterns(3, 3, goal, name));
        assert!(
            tables
                .iter()
                .zip(&narrow)
                .all(|(wide, narrow)| wide.bytes() == narrow.bytes())
        );
        let puzzle = Tiles::<u128>::new(3, 3, goal).unwrap();
        let laws = laws::check(&puzzle, [puzzle.goal()], 200_000).unwrap();
        assert!(laws.complete());
        let straight = AdditivePatterns::new(wide.view(goal), &tables).unwrap();
        let reflected = AdditivePatterns::new(wide.reflected_view(goal).unwrap(), &tables).unwrap();
        laws.admissible(&Max(straight, reflected)).unwrap();
    }
}

fn bound<P: Puzzle>(puzzle: &P, heuristic: &impl Heuristic<P>, state: P::State) -> u32 {
    heuristic.bound(heuristic.start(puzzle, state))
}

/// On boards some random moves from the goal, against a search from both ends.
#[test]
fn sums_of_5x5_do_not_exceed_the_distance() {
    let mut better = 0;
    for (goal, name) in [
        (
            BlankGoal::BlankFirst,
            "1,2,5,6/3,4,8,9/10,11,15,16/18,19,23,24",
        ),
        (
            BlankGoal::BlankLast,
            "1,2,3,6/5,10,15/7,8,12,13/19,20,23,24",
        ),
    ] {
        let puzzle = Tiles::<u128>::new(5, 5, goal).unwrap();
        let patterns = TilePatterns::<u128>::named(5, 5, goal, name).unwrap();
        let tables = tables(&patterns);
        let both = Max(
            AdditivePatterns::new(patterns.view(goal), &tables).unwrap(),
            AdditivePatterns::new(patterns.reflected_view(goal).unwrap(), &tables).unwrap(),
        );
        let view = patterns.view(goal);
        let mut random = 0x2545_f491_4f6c_dd1d_u64;
        for _ in 0..20 {
            let (mut state, mut last) = (puzzle.goal(), None);
            for _ in 0..24 {
                let back = last.map(|m| puzzle.inverse(m));
                let moves: Vec<_> = puzzle.moves(state).filter(|&m| Some(m) != back).collect();
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                let m = moves[(random >> 33) as usize % moves.len()];
                (state, last) = (puzzle.apply(state, m), Some(m));
            }
            let report = bidirectional(&puzzle, state, &Limits::default());
            let distance = report.outcome.moves().unwrap().len() as u32;
            let found = bound(&puzzle, &both, state);
            // The sum of the tiles' own distances.
            let trace = view.start(&puzzle, state);
            let base = |(part, pattern): (usize, &TilePattern<u128>)| {
                let rank = Partition::<Tiles<u128>>::rank(&view, trace, part);
                pattern.base(pattern.unrank(rank))
            };
            let base: u32 = patterns.spaces().iter().enumerate().map(base).sum();
            assert!(base <= found && found <= distance);
            better += u32::from(base < found);
        }
    }
    assert!(better > 0);
}
