//! However many processes count, they count what one process counts in memory.

use std::num::NonZeroUsize;

use fewest_rules::{Limits, Puzzle, Ranked, StopReason};
use fewest_tables::{
    Census, Direction, Enumerated, EnumerationOptions, Forward, Retrograde, SharedCensus,
    Undirected, census, shared_census,
};

use crate::team::Team;
use crate::toys::{Numbers, Pancakes};

fn options(threads: usize) -> EnumerationOptions {
    EnumerationOptions {
        threads: NonZeroUsize::new(threads).unwrap(),
        hardest: 5,
    }
}

fn complete<T>(outcome: Enumerated<T>) -> T {
    match outcome {
        Enumerated::Complete(result) => result,
        Enumerated::Stopped { reason, .. } => panic!("{reason}"),
    }
}

/// The census by `processes` processes, with different numbers of threads.
fn shared<P, D>(
    (puzzle, direction): (&P, &D),
    start: P::State,
    wanted: &SharedCensus<P::State>,
    processes: usize,
) -> Census
where
    P: Ranked + Sync,
    D: Direction<P>,
    P::State: Sync,
{
    let limits = Limits::default();
    let mut results = Team::new(processes).run(|own, mut cluster| {
        let wanted = SharedCensus {
            options: options(1 + own % 2),
            ..wanted.clone()
        };
        let report = shared_census(puzzle, direction, [start], &wanted, &limits, &mut cluster);
        cluster.finish();
        complete(report.unwrap().outcome)
    });
    let first = results.swap_remove(0);
    assert!(results.iter().all(|other| *other == first));
    first
}

fn wanted<P: Ranked>(puzzle: &P) -> SharedCensus<P::State> {
    SharedCensus {
        key: "toy".to_owned(),
        counted: 0..puzzle.size(),
        reachable_from: None,
        options: options(1),
    }
}

/// The census of all stacks by one process without connections.
fn in_memory(pancakes: &Pancakes) -> Census {
    let (starts, limits) = ([pancakes.sorted()], Limits::default());
    complete(census(pancakes, &Undirected, starts, &options(1), &limits).outcome)
}

fn together(pancakes: &Pancakes, processes: usize) -> Census {
    let (start, all) = (pancakes.sorted(), wanted(pancakes));
    shared((pancakes, &Undirected), start, &all, processes)
}

#[test]
fn one_to_three_processes_count_what_one_counts_in_memory() {
    let pancakes = Pancakes(9);
    let expected = in_memory(&pancakes);
    // Row 9 of OEIS A092113: the number of stacks for each number of flips.
    assert_eq!(expected.histogram[..4], [1, 8, 56, 391]);
    assert_eq!(expected.histogram.iter().sum::<u64>(), 362_880);
    for processes in 1..=3 {
        let counted = together(&pancakes, processes);
        assert_eq!(counted, expected, "{processes} processes");
    }
}

/// Most of these processes hold no states.
#[test]
fn processes_without_states_keep_up() {
    let pancakes = Pancakes(6);
    assert_eq!(together(&pancakes, 6), in_memory(&pancakes));
}

#[test]
fn moves_that_cannot_be_taken_back() {
    let (numbers, limits) = (Numbers { size: 60_001 }, Limits::default());
    let forward = census(&numbers, &Forward, [1], &options(1), &limits);
    let counted = shared((&numbers, &Forward), 1, &wanted(&numbers), 2);
    assert_eq!(counted, complete(forward.outcome));
    let back = census(&numbers, &Retrograde, [1], &options(1), &limits);
    let counted = shared((&numbers, &Retrograde), 1, &wanted(&numbers), 3);
    assert_eq!(counted, complete(back.outcome));
}

/// The distances to 0, computed with plain loops.
fn distances_to_zero(numbers: Numbers) -> Vec<Option<usize>> {
    let mut distances = vec![None; numbers.size as usize];
    distances[0] = Some(0);
    for depth in 0.. {
        let before = distances.clone();
        for number in 0..numbers.size {
            let next = |m| before[numbers.apply(number, m) as usize] == Some(depth);
            if before[number as usize].is_none() && (next(true) || next(false)) {
                distances[number as usize] = Some(depth + 1);
            }
        }
        if before == distances {
            break;
        }
    }
    distances
}

fn histogram(distances: impl Iterator<Item = Option<usize>>) -> (Vec<u64>, u64) {
    let (mut histogram, mut unreached) = (Vec::new(), 0);
    for distance in distances {
        match distance {
            Some(distance) => {
                histogram.resize(histogram.len().max(distance + 1), 0);
                histogram[distance] += 1;
            }
            None => unreached += 1,
        }
    }
    (histogram, unreached)
}

#[test]
fn only_some_ranks_count() {
    let numbers = Numbers { size: 9_000 };
    let distances = distances_to_zero(numbers);
    let counted = 2_000..7_001;
    let here = counted.clone().map(|number| distances[number as usize]);
    let (expected, unreached) = histogram(here);
    let deepest = expected.len() - 1;
    let farthest = counted
        .clone()
        .filter(|&number| distances[number as usize] == Some(deepest));
    let wanted = SharedCensus {
        counted: counted.clone(),
        ..wanted(&numbers)
    };
    for processes in [1, 3] {
        let found = shared((&numbers, &Retrograde), 0, &wanted, processes);
        assert_eq!(found.histogram, expected);
        assert_eq!(found.unreached, unreached);
        let least: Vec<u64> = farthest.clone().take(5).collect();
        assert_eq!(found.hardest, least);
    }
}

#[test]
fn only_states_that_a_start_reaches_count() {
    let numbers = Numbers { size: 9_000 };
    let distances = distances_to_zero(numbers);
    let mut reached = vec![false; 9_000];
    let mut open = vec![9_u64];
    while let Some(number) = open.pop() {
        if !std::mem::replace(&mut reached[number as usize], true) {
            open.extend([true, false].map(|m| numbers.apply(number, m)));
        }
    }
    let here = (0..9_000).filter(|&number| reached[number]);
    let (expected, unreached) = histogram(here.map(|number| distances[number]));
    assert!(reached.contains(&false) && expected.len() > 5);
    let wanted = SharedCensus {
        reachable_from: Some(9),
        ..wanted(&numbers)
    };
    let found = shared((&numbers, &Retrograde), 0, &wanted, 2);
    assert_eq!((found.histogram, found.unreached), (expected, unreached));
}

#[test]
fn a_limit_of_one_process_stops_all() {
    let pancakes = Pancakes(9);
    let results = Team::new(3).run(|own, mut cluster| {
        let limits = Limits {
            states: (own == 2).then_some(20_000),
            ..Limits::default()
        };
        let sorted = [pancakes.sorted()];
        let wanted = wanted(&pancakes);
        shared_census(
            &pancakes,
            &Undirected,
            sorted,
            &wanted,
            &limits,
            &mut cluster,
        )
        .unwrap()
        .outcome
    });
    for outcome in results {
        let Enumerated::Stopped { histogram, reason } = outcome else {
            panic!("{outcome:?}")
        };
        assert_eq!(reason, StopReason::States);
        assert_eq!(histogram[..4], [1, 8, 56, 391]);
        assert!(histogram.iter().sum::<u64>() < 362_880);
    }
}

#[test]
fn processes_that_count_something_else_are_refused() {
    let results = Team::new(2).run(|own, mut cluster| {
        let (pancakes, limits) = (Pancakes(4 + own), Limits::default());
        let wanted = SharedCensus {
            key: format!("pancakes {}", pancakes.0),
            ..wanted(&pancakes)
        };
        let sorted = [pancakes.sorted()];
        shared_census(
            &pancakes,
            &Undirected,
            sorted,
            &wanted,
            &limits,
            &mut cluster,
        )
        .unwrap_err()
    });
    // Which of the two has noticed it first is left to chance.
    for error in results {
        let message = error.to_string();
        assert!(
            message.contains("works on something else: pancakes"),
            "{message}"
        );
    }
}
