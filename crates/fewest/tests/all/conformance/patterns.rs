//! Additive pattern databases of the sliding tiles: against an oracle of their own,
//! and as lower bounds against distances.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use fewest_check::{Verified, verify_patterns};
use fewest_puzzles::tiles::{BlankGoal, Manhattan, PatternView, TilePattern, TilePatterns, Tiles};
use fewest_rules::{Abstraction, Goals, Heuristic, Limits, Max, Puzzle, Ranked, StopReason, laws};
use fewest_search::{Duplicates, InversePruning, idastar};
use fewest_tables::{
    AdditivePatterns, DistanceTable, Encoding, Enumerated, TableCache, TableFileError, TableKey,
    Undirected, distances, pattern_table,
};

fn threads(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).unwrap()
}

fn built(pattern: &TilePattern, n: usize) -> DistanceTable {
    match pattern_table(pattern, Encoding::Nibble, threads(n), &Limits::default()).outcome {
        Enumerated::Complete(made) => made.table,
        stopped => panic!("{stopped:?}"),
    }
}

fn tables(patterns: &TilePatterns) -> Vec<DistanceTable> {
    patterns
        .spaces()
        .iter()
        .map(|pattern| built(pattern, 2))
        .collect()
}

fn sum(view: PatternView, tables: &[DistanceTable]) -> AdditivePatterns<'_, PatternView> {
    AdditivePatterns::new(view, tables).unwrap()
}

/// By cells of the tiles: the least number of moves of these tiles, over all cells of
/// the blank, by a search that goes through the blank's free moves one by one.
fn oracle(rows: usize, columns: usize, tiles: &[u8]) -> HashMap<Vec<usize>, u32> {
    let goal: Vec<usize> = tiles.iter().map(|&tile| tile.into()).collect();
    let mut known: HashMap<(Vec<usize>, usize), u32> = HashMap::new();
    let mut queue = VecDeque::from([(goal, 0, 0)]);
    while let Some((cells, blank, distance)) = queue.pop_front() {
        if known.contains_key(&(cells.clone(), blank)) {
            continue;
        }
        known.insert((cells.clone(), blank), distance);
        let (row, column) = (blank / columns, blank % columns);
        for beside in 0..rows * columns {
            let (r, c) = (beside / columns, beside % columns);
            if row.abs_diff(r) + column.abs_diff(c) != 1 {
                continue;
            }
            match cells.iter().position(|&cell| cell == beside) {
                None => queue.push_front((cells.clone(), beside, distance)),
                Some(tile) => {
                    let mut after = cells.clone();
                    after[tile] = blank;
                    queue.push_back((after, beside, distance + 1));
                }
            }
        }
    }
    let mut least = HashMap::new();
    for ((cells, _), distance) in known {
        let known = least.entry(cells).or_insert(distance);
        *known = distance.min(*known);
    }
    least
}

#[test]
fn tables_hold_the_least_over_all_cells_of_the_blank() {
    for (rows, columns, name) in [
        (1, 4, "2-1"),
        (2, 2, "3"),
        (2, 3, "5"),
        (2, 4, "3-4"),
        (4, 2, "5-2"),
        (3, 3, "4-4"),
        (3, 3, "1,3,8/2,7"),
        (3, 4, "4-4-3"),
    ] {
        let patterns =
            TilePatterns::<u64>::named(rows, columns, BlankGoal::BlankFirst, name).unwrap();
        for pattern in patterns.spaces() {
            let report = pattern_table(pattern, Encoding::Nibble, threads(1), &Limits::default());
            let Enumerated::Complete(made) = report.outcome else {
                panic!("{name}")
            };
            let least = oracle(rows, columns, pattern.tiles());
            let mut histogram = Vec::new();
            for rank in 0..pattern.size() {
                let kept = pattern.unrank(rank);
                let cell_of =
                    |tile: &u8| (0..rows * columns).find(|&cell| kept.tile(cell) == *tile);
                let cells: Vec<usize> = pattern.tiles().iter().filter_map(cell_of).collect();
                let excess = made.table.distance(rank);
                let found = excess.map(|excess| pattern.base(kept) + 2 * excess);
                assert_eq!(found, least.get(&cells).copied(), "{name} {cells:?}");
                if let Some(distance) = found {
                    histogram.resize(histogram.len().max(distance as usize + 1), 0);
                    histogram[distance as usize] += 1;
                }
            }
            assert_eq!(made.histogram, histogram);
        }
    }
}

#[test]
fn sums_are_admissible_on_all_boards_of_3x3_and_2x4() {
    for (rows, columns, goal, name) in [
        (3, 3, BlankGoal::BlankLast, "4-4"),
        (3, 3, BlankGoal::BlankFirst, "5-3"),
        (3, 3, BlankGoal::BlankFirst, "8"),
        (3, 3, BlankGoal::BlankLast, "1,2,4/3,6/5,7,8"),
        (3, 3, BlankGoal::BlankLast, "1,5/3,7,8"),
        (2, 4, BlankGoal::BlankLast, "4-3"),
        (2, 4, BlankGoal::BlankFirst, "2-2-3"),
    ] {
        let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
        let laws = laws::check(&puzzle, [puzzle.goal()], 200_000).unwrap();
        assert!(laws.complete());
        let patterns = TilePatterns::<u64>::named(rows, columns, goal, name).unwrap();
        let tables = tables(&patterns);
        let direct = sum(patterns.view(goal), &tables);
        laws.admissible(&direct)
            .unwrap_or_else(|e| panic!("{name}: {e}"));
        if let Some(reflected) = patterns.reflected_view(goal) {
            let both = Max(direct.clone(), sum(reflected, &tables));
            laws.admissible(&both)
                .unwrap_or_else(|e| panic!("{name}: {e}"));
        }
        if name == "8" {
            // All tiles in one pattern: the very distance, but for the blank's last steps.
            let limits = Limits::default();
            let report = idastar(
                &puzzle,
                laws.states()[181_439],
                &direct,
                &InversePruning,
                Duplicates::Enter,
                &limits,
            );
            assert_eq!(report.outcome.moves().unwrap().len(), 31);
        }
    }
}

#[test]
fn a_table_with_one_entry_too_high_is_caught() {
    let goal = BlankGoal::BlankFirst;
    let puzzle = Tiles::<u64>::new(3, 3, goal).unwrap();
    let laws = laws::check(&puzzle, [puzzle.goal()], 200_000).unwrap();
    let patterns = TilePatterns::<u64>::named(3, 3, goal, "4-4").unwrap();
    let sound = tables(&patterns);
    let wrong = |at: usize| {
        let mut bytes = sound[0].bytes().to_vec();
        // All tiles of the pattern in their cells: half the excess is 1, not 0.
        bytes[at] += 0x11;
        DistanceTable::new(bytes, Encoding::Nibble, sound[0].states()).unwrap()
    };
    let mut goals = Vec::new();
    patterns.spaces()[0].goals(|rank, _| goals.push(rank));
    let wrong = wrong(goals[0] as usize / 2);
    let heuristic = sum_of(patterns.view(goal), [&wrong, &sound[1]]);
    assert!(laws.admissible(&heuristic).is_err());
    let found = verify_patterns(
        &patterns.spaces()[0],
        |rank| wrong.distance(rank),
        |excess| excess.min(14),
        threads(2),
        &Limits::default(),
    );
    assert!(matches!(found.result, Verified::Wrong(_)));
}

fn sum_of<'t>(
    view: PatternView,
    tables: [&'t DistanceTable; 2],
) -> AdditivePatterns<'t, PatternView> {
    AdditivePatterns::new(view, tables).unwrap()
}

#[test]
fn sums_are_admissible_on_all_boards_of_2x5() {
    let goal = BlankGoal::BlankLast;
    let puzzle = Tiles::<u64>::new(2, 5, goal).unwrap();
    let report = distances(
        &puzzle,
        &Undirected,
        puzzle.goals(),
        Encoding::Byte,
        &Default::default(),
        &Limits::default(),
    );
    let Enumerated::Complete((_, truth)) = report.outcome else {
        panic!("no limit")
    };
    let manhattan = Manhattan::new(&puzzle);
    for name in ["5-4", "3-3-3"] {
        let patterns = TilePatterns::<u64>::named(2, 5, goal, name).unwrap();
        let tables = tables(&patterns);
        let heuristic = sum(patterns.view(goal), &tables);
        let mut better = 0;
        for rank in 0..puzzle.size() {
            let state = puzzle.unrank(rank);
            let bound = Heuristic::<Tiles<u64>>::bound(&heuristic, heuristic.start(&puzzle, state));
            let manhattan = u32::from(manhattan.start(&puzzle, state));
            assert!(
                truth
                    .distance(rank)
                    .is_some_and(|distance| bound <= distance),
                "{state:x}"
            );
            assert!(bound >= manhattan);
            better += u32::from(bound > manhattan);
        }
        assert!(
            better > 1_000_000,
            "{name}: better than Manhattan {better} times"
        );
    }
}

/// A board far from the goal, by a walk that looks random.
fn walked(puzzle: &Tiles<u64>, seed: u64, steps: u32) -> u64 {
    let mut random = seed;
    let mut state = puzzle.goal();
    for _ in 0..steps {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let moves: Vec<_> = puzzle.moves(state).collect();
        state = puzzle.apply(state, moves[(random >> 33) as usize % moves.len()]);
    }
    state
}

#[test]
fn solutions_of_3x4_are_as_short_as_with_manhattan() {
    let limits = Limits::default();
    for (rows, columns, goal, name) in [
        (3, 4, BlankGoal::BlankLast, "6-5"),
        (4, 3, BlankGoal::BlankFirst, "4-4-3"),
        (3, 4, BlankGoal::BlankFirst, "1,2,5,6/3,4,7,8/9,10,11"),
    ] {
        let puzzle = Tiles::<u64>::new(rows, columns, goal).unwrap();
        let patterns = TilePatterns::<u64>::named(rows, columns, goal, name).unwrap();
        let tables = tables(&patterns);
        let heuristic = sum(patterns.view(goal), &tables);
        let manhattan = Manhattan::new(&puzzle);
        for seed in 0..12 {
            let start = walked(&puzzle, seed, 400);
            let prune = &InversePruning;
            let fast = idastar(
                &puzzle,
                start,
                &heuristic,
                prune,
                Duplicates::Enter,
                &limits,
            );
            let slow = idastar(
                &puzzle,
                start,
                &manhattan,
                prune,
                Duplicates::Enter,
                &limits,
            );
            // The lexicographically first of the shortest, whatever the heuristic.
            assert_eq!(fast.outcome, slow.outcome);
            assert!(fast.statistics.generated <= slow.statistics.generated);
        }
    }
}

#[test]
fn korfs_shortest_boards_with_5_5_5() {
    let goal = BlankGoal::BlankFirst;
    let puzzle = Tiles::<u64>::new(4, 4, goal).unwrap();
    let patterns = TilePatterns::<u64>::named(4, 4, goal, "5-5-5").unwrap();
    let tables = tables(&patterns);
    let heuristic = Max(
        sum(patterns.view(goal), &tables),
        sum(patterns.reflected_view(goal).unwrap(), &tables),
    );
    let file = include_str!("../../../../../tests/golden/tiles/korf100.txt");
    let mut solved = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Vec<u64> = line
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        if numbers[2] > 52 {
            continue;
        }
        let start = (0..16).map(|cell| numbers[4 + cell] << (4 * cell)).sum();
        let report = idastar(
            &puzzle,
            start,
            &heuristic,
            &InversePruning,
            Duplicates::Enter,
            &Limits::default(),
        );
        let moves = report.outcome.moves().unwrap();
        assert_eq!(moves.len() as u64, numbers[2], "{line}");
        assert!(fewest_check::replay(&puzzle, start, moves).is_solution());
        solved += 1;
    }
    assert_eq!(solved, 45);
}

#[test]
fn threads_change_nothing() {
    let patterns = TilePatterns::<u64>::named(4, 4, BlankGoal::BlankFirst, "5-5-5").unwrap();
    for pattern in patterns.spaces() {
        let one = built(pattern, 1);
        for n in [2, 5] {
            assert!(built(pattern, n).bytes() == one.bytes());
        }
    }
}

#[test]
fn limits_stop_the_making() {
    let patterns = TilePatterns::<u64>::named(4, 4, BlankGoal::BlankFirst, "5-5-5").unwrap();
    let pattern = &patterns.spaces()[0];
    let stopped = |limits: &Limits| match pattern_table(
        pattern,
        Encoding::Nibble,
        threads(2),
        limits,
    )
    .outcome
    {
        Enumerated::Stopped { reason, histogram } => (reason, histogram),
        Enumerated::Complete(_) => panic!("there is a limit"),
    };
    let none = Limits::default;
    let kept = pattern.size();
    let (reason, histogram) = stopped(&Limits {
        memory: Some(2 * kept),
        ..none()
    });
    assert_eq!((reason, histogram), (StopReason::Memory, vec![]));
    let (reason, histogram) = stopped(&Limits {
        states: Some(200_000),
        ..none()
    });
    assert_eq!(reason, StopReason::States);
    let Enumerated::Complete(whole) =
        pattern_table(pattern, Encoding::Nibble, threads(1), &none()).outcome
    else {
        panic!("no limit")
    };
    assert!(histogram.len() > 5 && whole.histogram.starts_with(&histogram));
    let (reason, _) = stopped(&Limits {
        time: Some(Duration::ZERO),
        ..none()
    });
    assert_eq!(reason, StopReason::Time);
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let (reason, _) = stopped(&Limits { cancel, ..none() });
    assert_eq!(reason, StopReason::Cancelled);
    let enough = Limits {
        memory: Some(3 * kept),
        ..none()
    };
    let report = pattern_table(pattern, Encoding::Nibble, threads(1), &enough);
    assert!(matches!(report.outcome, Enumerated::Complete(_)));
    assert!(report.statistics.peak_bytes <= 3 * kept);
    assert!(report.statistics.expanded > kept);
}

#[test]
fn tables_are_kept_as_files_and_verified() {
    let folder = std::env::temp_dir().join(format!("fewest-patterns-{}", std::process::id()));
    let cache = TableCache::new(&folder).trusting_everybody(true);
    let patterns = TilePatterns::<u64>::named(3, 3, BlankGoal::BlankLast, "5-3").unwrap();
    let limits = Limits::default();
    let mut opened = Vec::new();
    for pattern in patterns.spaces() {
        let key = TableKey {
            puzzle: "tiles".to_owned(),
            parameters: patterns.parameters(pattern),
        };
        let told = Cell::new(0);
        let get = || {
            let tell = |_: &TableFileError| told.set(told.get() + 1);
            let make = || Ok::<_, TableFileError>(built(pattern, 1));
            let cached = cache.open_or_build(&key, pattern.size(), |_| None, tell, make);
            cached.unwrap()
        };
        let first = get();
        assert!(first.built && first.unsaved.is_none());
        let again = get();
        assert!(!again.built);
        assert!(again.table.bytes() == first.table.bytes());
        let found = verify_patterns(
            pattern,
            |rank| again.table.distance(rank),
            |excess| excess.min(14),
            threads(2),
            &limits,
        );
        assert_eq!(found.result, Verified::Sound);
        let path = cache.path(&key);
        let mut bytes = std::fs::read(&path).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        std::fs::write(path.with_extension("copy"), &bytes).unwrap();
        std::fs::rename(path.with_extension("copy"), &path).unwrap();
        let mended = get();
        assert!(mended.built && told.get() == 1);
        opened.push(again.table);
    }
    let puzzle = Tiles::<u64>::new(3, 3, BlankGoal::BlankLast).unwrap();
    let laws = laws::check(&puzzle, [puzzle.goal()], 10_000).unwrap();
    laws.admissible(&sum(patterns.view(BlankGoal::BlankLast), &opened))
        .unwrap();
    // The tables of other patterns, too few or too many are refused.
    let view = || patterns.view(BlankGoal::BlankLast);
    assert!(AdditivePatterns::new::<Tiles<u64>>(view(), &opened[..1]).is_err());
    assert!(AdditivePatterns::new::<Tiles<u64>>(view(), opened.iter().rev()).is_err());
    let three = [&opened[0], &opened[1], &opened[1]];
    assert!(AdditivePatterns::new::<Tiles<u64>>(view(), three).is_err());
    std::fs::remove_dir_all(folder).unwrap();
}
