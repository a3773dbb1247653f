//! Puzzles whose states and moves are texts, compared with plain searches over the texts.

use std::collections::{HashMap, HashSet, VecDeque};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

use fewest_rules::{Limits, Objective, Outcome, Proof, StopReason, Zero, laws};
use fewest_search::*;
use num_bigint::BigUint;

use crate::machines::Random;
use crate::runs::{self, Run};

/// A random graph. States are the texts `s0`, `s1`, …, and moves are texts in no order.
struct Texts {
    moves: HashMap<String, Vec<(String, String, u16)>>,
    goals: HashSet<String>,
    /// How often moves were asked for.
    asked: AtomicUsize,
}

impl Texts {
    fn random(random: &mut Random, costs: usize) -> Self {
        let states = 1 + random.below(14);
        let name = |state: usize| format!("s{state}");
        let mut moves = HashMap::new();
        for state in 0..states {
            let mut own = Vec::new();
            for number in 0..random.below(4) {
                let cost = random.below(costs) as u16 + u16::from(costs == 1);
                let label = format!("{}{number}", random.below(100));
                own.push((label, name(random.below(states)), cost));
            }
            moves.insert(name(state), own);
        }
        let goals = (0..states).filter(|_| random.below(6) == 0).map(name);
        Self {
            goals: goals.collect(),
            moves,
            asked: AtomicUsize::new(0),
        }
    }

    fn after(&self, state: &str, m: &str) -> Option<(&str, u16)> {
        let mut all = self.moves[state].iter();
        let found = all.find(|(label, _, _)| label == m)?;
        Some((&found.1, found.2))
    }

    /// The least cost of a goal, by going over all moves until nothing changes.
    fn least_cost(&self, start: &str) -> Option<u32> {
        let mut costs = HashMap::from([(start, 0)]);
        for _ in 0..=self.moves.len() {
            for (state, moves) in &self.moves {
                for (_, after, cost) in moves {
                    if let Some(&so_far) = costs.get(state.as_str()) {
                        let least = costs.entry(after).or_insert(u32::MAX);
                        *least = (*least).min(so_far + u32::from(*cost));
                    }
                }
            }
        }
        let goals = self
            .goals
            .iter()
            .filter_map(|goal| costs.get(goal.as_str()));
        goals.min().copied()
    }

    /// All shortest solutions in their order, and the number of states that can be reached. The
    /// queue holds paths, those of the same length in their order.
    fn shortest(&self, start: &str) -> (Vec<Vec<String>>, usize) {
        let mut depths = HashMap::from([(start.to_owned(), 0)]);
        let mut queue = VecDeque::from([(start.to_owned(), Vec::<String>::new())]);
        let mut solutions: Vec<Vec<String>> = Vec::new();
        while let Some((state, path)) = queue.pop_front() {
            if self.goals.contains(&state) {
                if solutions
                    .first()
                    .is_none_or(|first| first.len() == path.len())
                {
                    solutions.push(path);
                }
                continue;
            }
            for (label, after, _) in &self.moves[&state] {
                let depth = *depths.entry(after.clone()).or_insert(path.len() + 1);
                if depth == path.len() + 1 {
                    queue.push_back((
                        after.clone(),
                        [&path[..], std::slice::from_ref(label)].concat(),
                    ));
                }
            }
        }
        (solutions, depths.len())
    }

    /// The fewest moves from each state to a goal.
    fn distance(&self, state: &str) -> u32 {
        match self.shortest(state).0.first() {
            Some(moves) => moves.len() as u32,
            None => fewest_rules::DEAD_END,
        }
    }
}

impl OwnedPuzzle for Texts {
    type State = String;
    type Move = String;

    fn moves(&self, state: &String) -> impl IntoIterator<Item = String> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.moves[state].iter().map(|(label, _, _)| label.clone())
    }

    fn apply(&self, state: &String, m: &String) -> String {
        let (after, _) = self.after(state, m).expect("a legal move");
        after.to_owned()
    }

    fn is_goal(&self, state: &String) -> bool {
        self.goals.contains(state)
    }

    fn cost(&self, state: &String, m: &String) -> u16 {
        self.after(state, m).expect("a legal move").1
    }
}

impl OwnedReverse for Texts {
    fn goals(&self) -> impl IntoIterator<Item = String> {
        self.goals.iter().cloned()
    }

    fn predecessors(&self, state: &String) -> impl IntoIterator<Item = (String, String)> {
        let mut all = Vec::new();
        for (before, moves) in &self.moves {
            let into = moves.iter().filter(|(_, after, _)| after == state);
            all.extend(into.map(|(label, _, _)| (label.clone(), before.clone())));
        }
        all
    }
}

#[test]
fn all_searches_agree_with_a_plain_one() {
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..1500 {
        let texts = Texts::random(&mut Random(seed), 1);
        let (wanted, reached) = texts.shortest("s0");
        let puzzle = Interned::new(texts);
        let start = puzzle.number("s0".to_owned());
        let limits = puzzle.limits(&Limits::default());
        let texts = Texts::random(&mut Random(seed), 1);
        let half = puzzle.bound(|state| match texts.distance(state) {
            fewest_rules::DEAD_END => fewest_rules::DEAD_END,
            moves => moves.div_ceil(2),
        });
        let mut all = runs::plain(&puzzle, start, &limits);
        all.extend(runs::informed(&puzzle, start, "half", &half, &limits));
        all.extend(runs::backward(&puzzle, start, &limits));
        if !wanted.is_empty() {
            let two = Limits {
                threads: NonZeroUsize::new(2),
                ..limits.clone()
            };
            let none = Duplicates::Enter;
            let report = idastar(&puzzle, start, &Zero, &NoPruning, none, &two);
            all.push(runs::run("idastar by 2", true, report));
        }
        for Run {
            name,
            report,
            first,
        } in all
        {
            match (&report.outcome, wanted.first()) {
                (Outcome::Solved { moves }, Some(wanted)) => {
                    let moves = puzzle.moves_along(start, moves);
                    assert_eq!(moves.len(), wanted.len(), "{name}, seed {seed}");
                    assert!(!first || moves == *wanted, "{name}, seed {seed}: {moves:?}");
                    let end = moves
                        .iter()
                        .fold("s0", |state, m| texts.after(state, m).unwrap().0);
                    assert!(texts.goals.contains(end), "{name}, seed {seed}");
                    solved += 1;
                }
                (Outcome::Unsolvable(Proof::Exhausted { reached: said }), None) => {
                    let both = name.contains("both") || name.contains("bidirectional");
                    assert!(both || *said == reached as u64, "{name}, seed {seed}");
                    unsolvable += 1;
                }
                (Outcome::Unsolvable(_), None) => unsolvable += 1,
                (outcome, _) => panic!("{name}, seed {seed}: {outcome:?}, not {wanted:?}"),
            }
        }
        let (_, paths) = puzzle.search(start).shortest_paths();
        let paths = paths.map(|paths| {
            let all = paths.iter().map(|steps| puzzle.moves_along(start, &steps));
            (paths.count(), all.collect::<Vec<_>>())
        });
        let count = BigUint::from(wanted.len());
        assert_eq!(
            paths,
            (!wanted.is_empty()).then_some((count, wanted)),
            "seed {seed}"
        );
    }
    assert!(solved > 1000 && unsolvable > 1000, "{solved} {unsolvable}");
}

#[test]
fn all_searches_with_costs_agree_with_a_plain_one() {
    for seed in 0..1500 {
        let texts = Texts::random(&mut Random(seed), 1 + (seed % 4) as usize);
        let wanted = texts.least_cost("s0");
        let puzzle = Interned::new(texts);
        let start = puzzle.number("s0".to_owned());
        let (cost, limits) = (Objective::Cost, Limits::default());
        let all = Duplicates::LeaveAll;
        let reports = [
            puzzle.search(start).least_cost(),
            puzzle.search(start).objective(cost).least_cost_astar(&Zero),
            least_cost_bidirectional(&puzzle, start, cost, &limits),
            least_cost_idastar(&puzzle, start, &Zero, &NoPruning, all, cost, &limits),
            least_cost_paths(&puzzle, start, &Zero, cost, &limits).0,
        ];
        for (number, report) in reports.iter().enumerate() {
            assert_eq!(
                report.outcome.cost(),
                wanted,
                "search {number}, seed {seed}"
            );
        }
    }
}

#[test]
fn the_laws_hold() {
    for seed in 0..200 {
        let puzzle = Interned::new(Texts::random(&mut Random(seed), 3));
        let start = puzzle.number("s0".to_owned());
        laws::check(&puzzle, [start], 100)
            .and_then(|laws| laws.goals()?.reverse().map(|_| ()))
            .unwrap_or_else(|violation| panic!("seed {seed}: {violation:?}"));
    }
}

#[test]
fn moves_are_computed_once() {
    let texts = Texts::random(&mut Random(3), 1);
    let states = texts.shortest("s0").1;
    let puzzle = Interned::new(texts);
    let start = puzzle.number("s0".to_owned());
    for _ in 0..3 {
        let order = Order::Lexicographic;
        let _ = puzzle.search(start).order(order).astar(&Zero);
        let _ = puzzle.search(start).bfs();
    }
    let asked = puzzle.puzzle().asked.load(Ordering::Relaxed);
    assert_eq!(asked, states);
}

/// A puzzle whose only move leads somewhere else each time.
struct Fickle(AtomicUsize);

impl OwnedPuzzle for Fickle {
    type State = usize;
    type Move = ();

    fn moves(&self, _: &usize) -> impl IntoIterator<Item = ()> {
        [()]
    }

    fn apply(&self, _: &usize, (): &()) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed)
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == 3
    }
}

#[test]
#[should_panic(expected = "a move leads to another state")]
fn a_solution_is_replayed() {
    let puzzle = Interned::new(Fickle(AtomicUsize::new(1)));
    let start = puzzle.number(0);
    let report = puzzle.search(start).bfs();
    puzzle.moves_along(start, report.outcome.moves().expect("3 is reached"));
}

/// Texts that only become longer.
struct Endless;

impl OwnedPuzzle for Endless {
    type State = Vec<u8>;
    type Move = u8;

    fn moves(&self, _: &Vec<u8>) -> impl IntoIterator<Item = u8> {
        [1, 0]
    }

    fn apply(&self, bits: &Vec<u8>, &bit: &u8) -> Vec<u8> {
        [&bits[..], &[bit]].concat()
    }

    fn is_goal(&self, _: &Vec<u8>) -> bool {
        false
    }

    fn heap_bytes(&self, bits: &Vec<u8>) -> usize {
        bits.capacity()
    }
}

#[test]
fn the_states_count_as_memory_of_the_search() {
    for most in [1 << 20, 4 << 20] {
        let puzzle = Interned::new(Endless);
        let start = puzzle.number(Vec::new());
        let limits = Limits {
            memory: Some(most),
            ..Limits::default()
        };
        let report = puzzle.search(start).within(&limits).bfs();
        let Outcome::Stopped {
            lower_bound,
            reason,
        } = report.outcome
        else {
            panic!("nothing is a goal");
        };
        assert_eq!(reason, StopReason::Memory);
        assert!((8..20).contains(&lower_bound), "{lower_bound}");
        let held = report.statistics.peak_bytes;
        assert!((most / 2..2 * most).contains(&held), "{held} of {most}");
        // Each state needs at least itself and its bits.
        let states = report.statistics.generated;
        assert!(
            held > states * (24 + u64::from(lower_bound) - 2),
            "{held} for {states}"
        );
    }
}

#[test]
fn threads_agree_on_the_numbers() {
    let states = NumberedStates::new();
    let number = |text: usize| {
        let hash = (text as u64 % 7) << 61 | (text as u64 % 1000) << 32;
        states
            .number(hash, text.to_string(), 0, |a, b| a == b)
            .unwrap()
    };
    let lists: Vec<Vec<u32>> = std::thread::scope(|scope| {
        let threads = [1, 3, 7].map(|step| {
            scope.spawn(move || {
                let texts = (0..10_000).map(|text| text * step % 10_000);
                let mut numbers = vec![0; 10_000];
                texts.for_each(|text| numbers[text] = number(text));
                numbers
            })
        });
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    assert!(lists.iter().all(|list| *list == lists[0]));
    assert_eq!(states.len(), 10_000);
    for (text, &number) in lists[0].iter().enumerate() {
        assert_eq!(states.get(number), Some(&text.to_string()));
    }
    assert_eq!(states.get(10_000), None);
    assert_eq!(states.get(u32::MAX), None);
}
