//! Compares pattern databases with a plain search of the same graph, and their bounds with the true
//! distances.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::collections::VecDeque;
use std::num::NonZeroUsize;

use fewest_rules::{
    Abstraction, Cost, DEAD_END, Heuristic, Limits, Mapping, Meter, Puzzle, StopReason, laws,
};
use fewest_search::{Duplicates, NoPruning, bfs, idastar};
use fewest_tables::{
    Combine, DistanceTable, Encoding, Enumerated, Explored, PatternDatabase, PatternDatabases,
    fill_bound_table, pattern_table,
};

fn random(state: &mut u64, n: u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state % n
}

/// A random graph whose edges cost 0 or 1, given by the predecessors of its states. Every number
/// has up to `CLASSES` classes.
struct Graph<const CLASSES: u32> {
    size: u64,
    goals: Vec<(u64, u8)>,
    /// The predecessors of each state, by the number and class of the state.
    before: Vec<Vec<(u64, u8, Cost)>>,
}

impl<const CLASSES: u32> Graph<CLASSES> {
    fn random(size: u64, seed: &mut u64) -> Self {
        let class = |seed: &mut u64| 1 << random(seed, CLASSES.into());
        let free = random(seed, 4);
        let degree = 1 + random(seed, 3);
        let before = (0..size * u64::from(CLASSES))
            .map(|_| {
                (0..random(seed, 2 * degree))
                    .map(|_| {
                        let cost = match random(seed, 6) < free {
                            true => Cost::Free,
                            false => Cost::One,
                        };
                        (random(seed, size), class(seed), cost)
                    })
                    .collect()
            })
            .collect();
        let goals = (0..1 + random(seed, 3)).map(|_| (random(seed, size), class(seed)));
        Self {
            size,
            goals: goals.collect(),
            before,
        }
    }

    /// A path with the given number of steps, each of cost 1.
    fn path(size: u64) -> Self {
        let before = (0..size * u64::from(CLASSES)).map(|at| {
            let (rank, class) = (at / u64::from(CLASSES), at % u64::from(CLASSES));
            match class == 0 && rank + 1 < size {
                true => vec![(rank + 1, 1, Cost::One)],
                false => Vec::new(),
            }
        });
        Self {
            size,
            goals: vec![(0, 1)],
            before: before.collect(),
        }
    }

    /// A binary tree whose root is the goal.
    fn tree(size: u64) -> Self {
        let before = (0..size).map(|at| {
            let children = [2 * at + 1, 2 * at + 2].into_iter();
            let there = children.filter(|&child| child < size);
            there.map(|child| (child, 1, Cost::One)).collect()
        });
        Self {
            size,
            goals: vec![(0, 1)],
            before: before.collect(),
        }
    }

    /// The least cost over all classes of each number, computed by a plain search.
    fn oracle(&self) -> Vec<Option<u32>> {
        let at = |rank: u64, class: u8| {
            (rank * u64::from(CLASSES)) as usize + class.trailing_zeros() as usize
        };
        let mut known = vec![None; self.before.len()];
        let mut queue: VecDeque<_> = self.goals.iter().map(|&(r, class)| (r, class, 0)).collect();
        while let Some((rank, class, cost)) = queue.pop_front() {
            if known[at(rank, class)].is_some() {
                continue;
            }
            known[at(rank, class)] = Some(cost);
            for &(rank, class, price) in &self.before[at(rank, class)] {
                match price {
                    Cost::Free => queue.push_front((rank, class, cost)),
                    Cost::One => queue.push_back((rank, class, cost + 1)),
                }
            }
        }
        let classes = known.chunks(CLASSES as usize);
        classes
            .map(|of| of.iter().flatten().min().copied())
            .collect()
    }
}

impl<const CLASSES: u32> Abstraction for Graph<CLASSES> {
    type Image = ();
    const CLASSES: u32 = CLASSES;

    fn size(&self) -> u64 {
        self.size
    }

    fn unrank(&self, _: u64) {}

    fn goals(&self, mut visit: impl FnMut(u64, u8)) {
        self.goals
            .iter()
            .for_each(|&(rank, class)| visit(rank, class));
    }

    fn predecessors(&self, rank: u64, (): (), classes: u8, mut visit: impl FnMut(u64, u8, Cost)) {
        for class in (0..CLASSES).filter(|class| classes >> class & 1 == 1) {
            let before = &self.before[(rank * u64::from(CLASSES)) as usize + class as usize];
            before
                .iter()
                .for_each(|&(rank, class, cost)| visit(rank, class, cost));
        }
    }
}

fn threads(n: usize) -> NonZeroUsize {
    NonZeroUsize::new(n).unwrap()
}

/// Asserts that every number of threads and every encoding give the table of the plain search.
fn compare<const CLASSES: u32>(graph: &Graph<CLASSES>) {
    laws::abstraction(graph, 200).unwrap();
    let truth = graph.oracle();
    let mut histogram = Vec::new();
    for distance in truth.iter().flatten() {
        histogram.resize(histogram.len().max(*distance as usize + 1), 0);
        histogram[*distance as usize] += 1;
    }
    for encoding in [Encoding::Nibble, Encoding::Byte] {
        for n in [1, 3] {
            let report = pattern_table(graph, encoding, threads(n), &Limits::default());
            let Enumerated::Complete(made) = report.outcome else {
                panic!("no limit")
            };
            assert_eq!(made.histogram, histogram);
            assert_eq!(made.table.encoding(), encoding);
            for (rank, distance) in (0..).zip(&truth) {
                let wanted = distance.map(|distance| distance.min(encoding.most()));
                assert_eq!(made.table.distance(rank), wanted, "{rank}");
            }
        }
    }
}

#[test]
fn tables_hold_the_least_cost() {
    let mut seed = 11;
    for round in 0..300 {
        let size = 1 + random(&mut seed, if round % 10 == 0 { 3_000 } else { 150 });
        compare(&Graph::<1>::random(size, &mut seed));
        compare(&Graph::<8>::random(size, &mut seed));
    }
    // The table spans several chunks, for one thread and for several.
    compare(&Graph::<1>::random(600_000, &mut seed));
    compare(&Graph::<8>::random(80_000, &mut seed));
    // These distances exceed what either encoding can store.
    compare(&Graph::<1>::path(400));
    compare(&Graph::<8>::path(300));
    compare(&Graph::<1>::tree(600_000));
}

/// An undirected graph whose edges cost 1. `symmetric` says whether a search may use that.
struct Edges<const SYMMETRIC: bool> {
    goals: Vec<u64>,
    next: Vec<Vec<u64>>,
}

impl<const SYMMETRIC: bool> Edges<SYMMETRIC> {
    /// A graph with this many edges for each number on average; not all numbers are connected.
    fn random(size: u64, degree: u64, seed: &mut u64) -> Self {
        let mut next = vec![Vec::new(); size as usize];
        for _ in 0..size * degree / 2 {
            let (one, other) = (random(seed, size), random(seed, size));
            next[one as usize].push(other);
            next[other as usize].push(one);
        }
        let goals = (0..1 + random(seed, 3)).map(|_| random(seed, size));
        Self {
            goals: goals.collect(),
            next,
        }
    }
}

impl<const SYMMETRIC: bool> Abstraction for Edges<SYMMETRIC> {
    type Image = ();
    const UNDIRECTED: bool = SYMMETRIC;

    fn size(&self) -> u64 {
        self.next.len() as u64
    }

    fn unrank(&self, _: u64) {}

    fn goals(&self, mut visit: impl FnMut(u64, u8)) {
        self.goals.iter().for_each(|&rank| visit(rank, 1));
    }

    fn predecessors(&self, rank: u64, (): (), _: u8, mut visit: impl FnMut(u64, u8, Cost)) {
        let next = self.next[rank as usize].iter();
        next.for_each(|&rank| visit(rank, 1, Cost::One));
    }
}

#[test]
fn layers_are_the_same_from_both_sides() {
    let mut seed = 5;
    for (size, degree) in [
        (1, 2),
        (63, 3),
        (64, 4),
        (1_000, 3),
        (5_000, 9),
        (700_000, 6),
    ] {
        let both = Edges::<true>::random(size, degree, &mut seed);
        let one = Edges::<false> {
            goals: both.goals.clone(),
            next: both.next.clone(),
        };
        let limits = Limits::default();
        let made = [
            pattern_table(&one, Encoding::Byte, threads(1), &limits).outcome,
            pattern_table(&both, Encoding::Byte, threads(1), &limits).outcome,
            pattern_table(&both, Encoding::Byte, threads(3), &limits).outcome,
        ];
        let made = made.map(|outcome| match outcome {
            Enumerated::Complete(made) => made,
            Enumerated::Stopped { .. } => panic!("no limit"),
        });
        let [truth, others @ ..] = &made;
        for other in others {
            assert_eq!(other.histogram, truth.histogram);
            assert_eq!(other.table.bytes(), truth.table.bytes());
        }
        let bounds = fill_bound_table(&both, threads(2), &mut Meter::new(&limits)).unwrap();
        let encoding = bounds.encoding();
        assert!(matches!(encoding, Encoding::Quarter { .. }), "{encoding:?}");
        for rank in 0..size {
            // Numbers that are not connected have the greatest bound.
            let distance = truth.table.distance(rank).unwrap_or(encoding.most());
            let stored = encoding.stored(distance);
            assert!(stored <= distance && (stored == 0 || stored == distance.min(encoding.most())));
            assert_eq!(bounds.distance(rank), Some(stored), "{rank}");
        }
        assert_eq!(bounds.histogram().iter().sum::<u64>(), size);
    }
}

#[test]
fn limits_stop_the_making() {
    let graph = Graph::<1>::tree(600_000);
    let stopped =
        |limits: &Limits| match pattern_table(&graph, Encoding::Byte, threads(2), limits).outcome {
            Enumerated::Stopped { reason, .. } => reason,
            Enumerated::Complete(_) => panic!("there is a limit"),
        };
    let limits = Limits {
        states: Some(1_000),
        ..Limits::default()
    };
    assert_eq!(stopped(&limits), StopReason::States);
    // Building the table takes three bits and a byte per number.
    let enough = 600_000 / 8 * 11 + 100;
    let limits = Limits {
        memory: Some(enough - 1_000),
        ..Limits::default()
    };
    assert_eq!(stopped(&limits), StopReason::Memory);
    let limits = Limits {
        memory: Some(2 * 600_008),
        ..Limits::default()
    };
    let report = pattern_table(&graph, Encoding::Byte, threads(2), &limits);
    assert!(matches!(report.outcome, Enumerated::Complete(_)));
    assert!(report.statistics.peak_bytes >= enough - 100);
}

/// Counters from 0 to 6. A move changes one counter by one or lowers two neighbours; the goal is
/// all zeros.
#[derive(Debug)]
struct Counters;

const LENGTH: usize = 4;

impl Puzzle for Counters {
    type State = [u8; LENGTH];
    /// A counter and a kind of move: 0 lowers the counter, 1 raises it, and 2 lowers it and the
    /// next one.
    type Move = (usize, u8);

    fn moves(&self, s: [u8; LENGTH]) -> impl Iterator<Item = (usize, u8)> {
        (0..LENGTH)
            .flat_map(|i| [(i, 0), (i, 1), (i, 2)])
            .filter(move |&(i, how)| match how {
                0 => s[i] > 0,
                1 => s[i] < 6,
                _ => i + 1 < LENGTH && s[i] > 0 && s[i + 1] > 0,
            })
    }

    fn apply(&self, mut s: [u8; LENGTH], (i, how): (usize, u8)) -> [u8; LENGTH] {
        match how {
            0 => s[i] -= 1,
            1 => s[i] += 1,
            _ => {
                s[i] -= 1;
                s[i + 1] -= 1;
            }
        }
        s
    }

    fn is_goal(&self, s: [u8; LENGTH]) -> bool {
        s == [0; LENGTH]
    }
}

/// Two neighbouring counters. In a cost partition, a move costs 1 only in the part that contains
/// the first counter that it changes.
struct Pair {
    first: usize,
    explored: Explored<[u8; 2]>,
}

impl Pair {
    fn new(first: usize, shared: bool, most: usize) -> Option<Self> {
        let successors = |[a, b]: [u8; 2], list: &mut Vec<([u8; 2], Cost)>| {
            for (i, how) in (0..LENGTH).flat_map(|i| [(i, 0), (i, 1), (i, 2)]) {
                let mut whole = [1; LENGTH];
                [whole[first], whole[first + 1]] = [a, b];
                if !Counters.moves(whole).any(|m| m == (i, how)) {
                    continue;
                }
                let after = Counters.apply(whole, (i, how));
                let after = [after[first], after[first + 1]];
                let own = (first..first + 2).contains(&i);
                let cost = if shared && !own {
                    Cost::Free
                } else {
                    Cost::One
                };
                list.push((after, cost));
            }
        };
        let limits = Limits::default();
        let explored = Explored::new(
            [6, 6],
            &successors,
            &|pair| pair == [0, 0],
            most,
            &mut Meter::new(&limits),
        );
        let explored = explored.unwrap()?;
        Some(Self { first, explored })
    }

    fn table(&self, encoding: Encoding) -> DistanceTable {
        let report = pattern_table(&self.explored, encoding, threads(1), &Limits::default());
        match report.outcome {
            Enumerated::Complete(made) => made.table,
            stopped => panic!("{stopped:?}"),
        }
    }
}

impl Mapping<Counters> for Pair {
    type Abstraction = Explored<[u8; 2]>;
    type Trace = Option<u32>;

    fn abstraction(&self) -> &Explored<[u8; 2]> {
        &self.explored
    }

    fn start(&self, _: &Counters, s: [u8; LENGTH]) -> Option<u32> {
        let pair = [s[self.first], s[self.first + 1]];
        self.explored.states().find(pair)
    }

    fn step(
        &self,
        puzzle: &Counters,
        trace: Option<u32>,
        _: [u8; LENGTH],
        (i, how): (usize, u8),
        after: [u8; LENGTH],
    ) -> Option<u32> {
        let touched = i..=i + usize::from(how == 2);
        match touched
            .clone()
            .any(|i| i == self.first || i == self.first + 1)
        {
            true => self.start(puzzle, after),
            false => trace,
        }
    }

    fn rank(&self, trace: Option<u32>) -> Option<u64> {
        trace.map(u64::from)
    }
}

#[test]
fn databases_are_bounds_and_solve() {
    let start = [4, 6, 3, 5];
    let laws = laws::check(&Counters, [start], 10_000).unwrap();
    assert!(laws.complete());
    let pairs = |shared| [0, 2].map(|first| Pair::new(first, shared, 1_000).unwrap());
    let databases = |shared, combine| {
        let parts = pairs(shared).into_iter().map(|pair| {
            laws::abstraction(&pair.explored, 1_000).unwrap();
            laws.mapping(&pair).unwrap();
            let table = pair.table(Encoding::Nibble);
            let distances = pair.explored.distances(&mut Meter::new(&Limits::default()));
            for (rank, distance) in (0..).zip(distances.unwrap()) {
                assert_eq!(table.distance(rank).unwrap_or(DEAD_END), distance);
            }
            let database = PatternDatabase::new::<Counters>(pair, table).unwrap();
            laws.admissible(&database).unwrap();
            laws.consistent(&database).unwrap();
            database
        });
        PatternDatabases::new(parts.collect(), combine)
    };
    let (most, sum) = (
        databases(false, Combine::Max),
        databases(true, Combine::Sum),
    );
    for heuristic in [&most, &sum] {
        laws.admissible(heuristic).unwrap();
        laws.consistent(heuristic).unwrap();
    }
    // If both parts count the same moves, their sum is not admissible.
    let wrong = databases(false, Combine::Sum);
    assert!(laws.admissible(&wrong).is_err());
    let limits = Limits::default();
    let wanted = bfs(&Counters, start, &limits).outcome;
    let of = |heuristic| {
        let (all, leave) = (NoPruning, Duplicates::LeaveAll);
        idastar(&Counters, start, heuristic, &all, leave, &limits)
    };
    let (by_most, by_sum) = (of(&most), of(&sum));
    assert_eq!(by_most.outcome, wanted);
    assert_eq!(by_sum.outcome, wanted);
    assert!(by_sum.statistics.expanded < by_most.statistics.expanded);
}

#[test]
fn what_cannot_be_is_told() {
    assert!(Pair::new(0, false, 48).is_none());
    let pair = Pair::new(0, false, 49).unwrap();
    assert_eq!(pair.explored.states().len(), 49);
    let again = Pair::new(0, false, 49).unwrap();
    let small = DistanceTable::new(vec![0; 48], Encoding::Byte, 48).unwrap();
    assert!(PatternDatabase::new::<Counters>(pair, small).is_err());
    // A number that reaches no goal is a dead end; nothing is known about a state without a number.
    let none = DistanceTable::new(vec![255; 49], Encoding::Byte, 49).unwrap();
    let database = PatternDatabase::new::<Counters>(again, none);
    let database = database.unwrap();
    let bound = |s| {
        let cache = Heuristic::<Counters>::start(&database, &Counters, s);
        Heuristic::<Counters>::bound(&database, cache)
    };
    assert_eq!(bound([1, 1, 0, 0]), DEAD_END);
    assert_eq!(bound([9, 9, 0, 0]), 0);
}
