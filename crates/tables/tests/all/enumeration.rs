//! Compares enumerations, partitioned in various ways, with a plain breadth-first search.

#![allow(clippy::unwrap_used)] // A test may panic.

use crate::spaces;

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use fewest_rules::{Goals, Limits, Ranked, StopReason, laws};
use fewest_tables::{
    Census, Direction, DistanceTable, Encoding, Enumerated, EnumerationOptions, Retrograde,
    Undirected, census, distances,
};
use proptest::prelude::*;
use spaces::{Eight, Graph, Oracle, Ring, backward, forward};

/// The number of boards of the 8-puzzle at each distance from the goal (OEIS A089473).
const EIGHT: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn options(threads: usize) -> EnumerationOptions {
    EnumerationOptions {
        threads: NonZeroUsize::new(threads).unwrap(),
        hardest: 5,
    }
}

/// The options that partition the work in different ways.
fn all_options() -> impl Iterator<Item = EnumerationOptions> {
    [1, 2, 3].into_iter().map(options)
}

fn complete<T: std::fmt::Debug>(outcome: Enumerated<T>) -> T {
    match outcome {
        Enumerated::Complete(result) => result,
        stopped => panic!("{stopped:?}"),
    }
}

fn assert_census(census: &Census, oracle: &Oracle) {
    assert_eq!(census.histogram, oracle.histogram);
    let unreached = oracle.distances.iter().filter(|d| d.is_none()).count();
    assert_eq!(census.unreached, unreached as u64);
    assert_eq!(
        census.hardest,
        oracle.last[..oracle.last.len().min(5)],
        "the hardest"
    );
}

fn assert_table(table: &DistanceTable, oracle: &Oracle) {
    assert_eq!(table.states(), oracle.distances.len() as u64);
    assert_eq!(table.histogram(), oracle.histogram);
    for (rank, &distance) in oracle.distances.iter().enumerate() {
        assert_eq!(table.distance(rank as u64), distance, "rank {rank}");
    }
}

/// Compares an enumeration with the oracle, under all options.
fn compare<P: Ranked + Sync, D: Direction<P>>(
    puzzle: &P,
    direction: &D,
    starts: &[P::State],
    oracle: &Oracle,
) {
    let limits = Limits::default();
    let starts = || starts.iter().copied();
    for options in all_options() {
        let report = census(puzzle, direction, starts(), &options, &limits);
        assert_census(&complete(report.outcome), oracle);
        let reached: u64 = oracle.histogram.iter().sum();
        assert_eq!(report.statistics.expanded, reached);
        for encoding in [Encoding::Nibble, Encoding::Byte] {
            let report = distances(puzzle, direction, starts(), encoding, &options, &limits);
            let (census, table) = complete(report.outcome);
            assert_census(&census, oracle);
            assert_table(&table, oracle);
            let deep = oracle.histogram.len() > 15;
            let narrow = encoding == Encoding::Nibble && !deep;
            assert_eq!(table.encoding() == Encoding::Nibble, narrow);
            let counted =
                DistanceTable::new(table.bytes().to_vec(), table.encoding(), table.states());
            assert_eq!(counted.unwrap().histogram(), oracle.histogram);
        }
    }
}

#[test]
fn the_spaces_keep_their_promises() {
    let ring = laws::check(&Ring(9), [0], 100).unwrap();
    ring.goals()
        .unwrap()
        .invertible()
        .unwrap()
        .reverse()
        .unwrap();
    ring.ranked().unwrap();
    let eight = laws::check(&Eight, [Eight::GOAL], 2000).unwrap();
    eight
        .goals()
        .unwrap()
        .invertible()
        .unwrap()
        .ranked()
        .unwrap();
    let graph = Graph::random(200, 4, 3, 1);
    let laws = laws::check(&graph, 0..200, 200).unwrap();
    laws.goals().unwrap().reverse().unwrap().ranked().unwrap();
}

#[test]
fn the_eight_puzzle_has_its_known_census() {
    let oracle = forward(&Eight, &[Eight::GOAL]);
    assert_eq!(oracle.histogram, EIGHT);
    compare(&Eight, &Undirected, &[Eight::GOAL], &oracle);
    let once = options(2);
    let goals = Eight.goals();
    let result = census(&Eight, &Retrograde, goals, &once, &Limits::default());
    assert_census(&complete(result.outcome), &oracle);
}

#[test]
fn large_random_graphs_are_enumerated() {
    let graph = Graph::random(60_000, 4, 2, 7);
    let goals: Vec<u32> = graph.goals().collect();
    compare(&graph, &Retrograde, &goals, &backward(&graph));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn random_graphs_are_enumerated(
        nodes in 1u32..300, degree in 0u32..4, goals in 0usize..4, seed: u64,
    ) {
        let graph = Graph::random(nodes, degree, goals, seed);
        let goals: Vec<u32> = graph.goals().collect();
            compare(&graph, &Retrograde, &goals, &backward(&graph));
    }
}

#[test]
fn cells_are_wide_enough_or_widened_or_refused() {
    let once = options(1);
    for (n, encoding) in [
        (28, Encoding::Nibble), // 14 moves at the most
        (29, Encoding::Nibble),
        (30, Encoding::Byte),
        (31, Encoding::Byte),
        (508, Encoding::Byte), // 254 moves
    ] {
        let ring = Ring(n);
        let oracle = forward(&ring, &[0]);
        let report = distances(
            &ring,
            &Undirected,
            [0],
            Encoding::Nibble,
            &once,
            &Limits::default(),
        );
        let (census, table) = complete(report.outcome);
        assert_eq!(table.encoding(), encoding, "{n}");
        assert_census(&census, &oracle);
        assert_table(&table, &oracle);
    }
    for encoding in [Encoding::Nibble, Encoding::Byte] {
        let ring = Ring(510);
        let limits = Limits::default();
        let report = distances(&ring, &Undirected, [0], encoding, &once, &limits);
        let Enumerated::Stopped { histogram, reason } = report.outcome else {
            panic!("255 moves do not fit");
        };
        assert_eq!(reason, StopReason::Capacity);
        assert_eq!(histogram, forward(&ring, &[0]).histogram[..255]);
    }
    let deep = Ring(100_000);
    let report = census(&deep, &Undirected, [0], &once, &Limits::default());
    let deep = complete(report.outcome);
    assert_eq!(deep.gods_number(), Some(50_000));
    assert_eq!(deep.hardest, [50_000]);
}

#[test]
fn no_start_reaches_nothing() {
    let (once, limits) = (options(2), Limits::default());
    let report = census(&Ring(100), &Undirected, [], &once, &limits);
    let nothing = complete(report.outcome);
    assert_eq!(nothing.gods_number(), None);
    assert_eq!((nothing.unreached, nothing.hardest.len()), (100, 0));
    let report = distances(
        &Ring(101),
        &Undirected,
        [],
        Encoding::Nibble,
        &once,
        &limits,
    );
    let (_, table) = complete(report.outcome);
    assert!((0..101).all(|rank| table.distance(rank).is_none()));
    let empty = Graph::new(Vec::new(), Vec::new());
    let report = census(&empty, &Retrograde, [], &once, &limits);
    assert_eq!(complete(report.outcome), Census::default());
}

#[test]
fn starts_may_repeat_and_the_hardest_need_not_be_kept() {
    let none = EnumerationOptions {
        hardest: 0,
        ..options(1)
    };
    let report = census(&Ring(10), &Undirected, [3, 3, 3], &none, &Limits::default());
    let census = complete(report.outcome);
    assert_eq!(census.histogram, [1, 2, 2, 2, 2, 1]);
    assert!(census.hardest.is_empty());
}

#[test]
fn a_limit_of_states_is_kept_and_leaves_whole_layers() {
    for threads in [1, 2] {
        for most in [0, 1, 2, 3, 10, 1000, 40_000, 100_000, 181_439, 181_440] {
            let limits = Limits {
                states: Some(most),
                ..Limits::default()
            };
            let options = options(threads);
            let report = census(&Eight, &Undirected, [Eight::GOAL], &options, &limits);
            assert!(report.statistics.expanded <= most);
            match report.outcome {
                Enumerated::Complete(_) => assert!(most >= 181_440, "{most}"),
                Enumerated::Stopped { histogram, reason } => {
                    assert_eq!(reason, StopReason::States);
                    assert!(most < 181_440, "{most}");
                    assert_eq!(histogram, EIGHT[..histogram.len()]);
                    // All layers whose predecessors were expanded are known.
                    let expanded: u64 = histogram[..histogram.len() - 1].iter().sum();
                    assert!(expanded <= most && !histogram.is_empty());
                }
            }
        }
    }
}

#[test]
fn a_limit_of_memory_is_kept() {
    let mut stopped = 0;
    for most in (0..2_000_000).step_by(100_000) {
        let limits = Limits {
            memory: Some(most),
            ..Limits::default()
        };
        let options = options(2);
        let report = distances(
            &Eight,
            &Undirected,
            [Eight::GOAL],
            Encoding::Nibble,
            &options,
            &limits,
        );
        assert!(report.statistics.peak_bytes <= most);
        match report.outcome {
            Enumerated::Complete(_) => assert!(most >= 362_880 + 181_440),
            Enumerated::Stopped { histogram, reason } => {
                assert_eq!(reason, StopReason::Memory);
                assert_eq!(histogram, EIGHT[..histogram.len()]);
                stopped += 1;
            }
        }
    }
    assert!((1..20).contains(&stopped));
    // A table of this puzzle would take an exabyte.
    struct Vast;
    impl fewest_rules::Puzzle for Vast {
        type State = u64;
        type Move = ();
        fn moves(&self, _: u64) -> impl Iterator<Item = ()> {
            [].into_iter()
        }
        fn apply(&self, s: u64, (): ()) -> u64 {
            s
        }
        fn is_goal(&self, s: u64) -> bool {
            s == 0
        }
    }
    impl fewest_rules::Invertible for Vast {
        fn inverse(&self, (): ()) {}
    }
    impl Ranked for Vast {
        fn size(&self) -> u64 {
            u64::MAX
        }
        fn rank(&self, s: u64) -> u64 {
            s
        }
        fn unrank(&self, rank: u64) -> u64 {
            rank
        }
    }
    let limits = Limits {
        memory: Some(1 << 30),
        ..Limits::default()
    };
    let report = census(
        &Vast,
        &Undirected,
        [0],
        &EnumerationOptions::default(),
        &limits,
    );
    assert!(matches!(
        report.outcome,
        Enumerated::Stopped {
            reason: StopReason::Memory,
            ..
        }
    ));
}

#[test]
fn time_and_the_cancel_flag_stop_it_in_the_middle() {
    let once = options(2);
    let late = Limits {
        time: Some(Duration::ZERO),
        ..Limits::default()
    };
    let report = census(&Eight, &Undirected, [Eight::GOAL], &once, &late);
    // The time limit is reached before the table is allocated.
    assert_eq!(
        report.outcome,
        Enumerated::Stopped {
            histogram: Vec::new(),
            reason: StopReason::Time,
        }
    );

    // The progress callback cancels the walk, which would take hours. It is called after a tenth of
    // a second.
    let cancel = Arc::new(AtomicBool::new(false));
    let seen = Arc::new(Mutex::new(None));
    let called = Arc::new(AtomicU64::new(0));
    let limits = Limits {
        cancel: Some(cancel.clone()),
        progress: Some(Arc::new({
            let (seen, called) = (seen.clone(), called.clone());
            move |progress: &fewest_rules::Progress| {
                // On a busy machine the first call may come before a layer is done.
                if progress.lower_bound > 0 {
                    *seen.lock().unwrap() = Some(*progress);
                    called.fetch_add(1, Ordering::Relaxed);
                    cancel.store(true, Ordering::Relaxed);
                }
            }
        })),
        ..Limits::default()
    };
    let report = census(&Ring(100_000_000), &Undirected, [0], &once, &limits);
    let Enumerated::Stopped { histogram, reason } = report.outcome else {
        panic!("it was cancelled");
    };
    assert_eq!(reason, StopReason::Cancelled);
    assert_eq!(called.load(Ordering::Relaxed), 1);
    let progress = seen.lock().unwrap().unwrap();
    assert!(progress.statistics.expanded > 1 && progress.lower_bound > 0);
    assert!(histogram.len() as u64 > 1 && histogram[1..].iter().all(|&n| n == 2));
}
