//! Compares every algorithm, under every pruning and duplicate policy, with a plain breadth-first
//! search on thousands of small random puzzles.

#![allow(clippy::unwrap_used)] // A test may panic.

use crate::machines;

use std::collections::{HashMap, HashSet, VecDeque};
use std::num::NonZeroUsize;

use fewest_rules::{
    DEAD_END, Goals, Heuristic, Limits, Meter, Outcome, Puzzle, Report, Reverse, Zero, laws,
};
use fewest_search::*;
use machines::{Machine, Random};

/// The lexicographically first of the shortest solutions. The queue holds paths of one length in
/// lexicographic order, so the first path to a state is the first of its shortest paths.
fn plain<P: Puzzle>(puzzle: &P, start: P::State) -> Option<Vec<P::Move>> {
    let mut seen = HashSet::from([start]);
    let mut queue = VecDeque::from([(start, Vec::new())]);
    while let Some((state, path)) = queue.pop_front() {
        if puzzle.is_goal(state) {
            return Some(path);
        }
        for m in puzzle.moves(state) {
            let after = puzzle.apply(state, m);
            if seen.insert(after) {
                queue.push_back((after, [&path[..], &[m]].concat()));
            }
        }
    }
    None
}

/// The number of answers of each kind.
#[derive(Debug, Default)]
struct Answers {
    solved: usize,
    unsolvable: usize,
    stopped: usize,
}

/// A start, and the answer that every algorithm must give.
struct Case<'a, P: Puzzle> {
    puzzle: &'a P,
    start: P::State,
    wanted: Option<Vec<P::Move>>,
    answers: &'a mut Answers,
}

impl<P: Puzzle> Case<'_, P> {
    /// Compares a report with the expected answer. With `first`, the solution must be the
    /// lexicographically first one.
    fn check(&mut self, name: &str, report: &Report<P::Move>, first: bool) {
        let Self {
            start,
            ref wanted,
            ref mut answers,
            puzzle,
        } = *self;
        match (&report.outcome, wanted) {
            (Outcome::Solved { moves }, Some(wanted)) => {
                assert_eq!(moves.len(), wanted.len(), "{name} from {start:?}");
                assert!(!first || moves == wanted, "{name} from {start:?}");
                let end = moves.iter().fold(start, |state, &m| puzzle.apply(state, m));
                assert!(puzzle.is_goal(end), "{name} from {start:?}");
                answers.solved += 1;
            }
            (Outcome::Unsolvable(_), None) => answers.unsolvable += 1,
            (Outcome::Stopped { lower_bound, .. }, wanted) => {
                let length = wanted.as_ref().map_or(usize::MAX, Vec::len);
                assert!(*lower_bound as usize <= length, "{name} from {start:?}");
                answers.stopped += 1;
            }
            (outcome, wanted) => panic!("{name} from {start:?}: {outcome:?}, but {wanted:?}"),
        }
    }

    fn deepening<H, K>(&mut self, name: &str, heuristic: &H, pruning: &K)
    where
        P: Puzzle,
        H: Heuristic<P>,
        K: Pruning<P>,
    {
        let (puzzle, start) = (self.puzzle, self.start);
        // Without duplicate detection, the search of an unsolvable puzzle may not end.
        let few = Limits {
            states: Some(2_000),
            ..Limits::default()
        };
        for (duplicates, limits) in [
            (Duplicates::LeaveAll, &Limits::default()),
            (Duplicates::Enter, &few),
        ] {
            let name = format!("{name} {duplicates:?}");
            let stopped = self.answers.stopped;
            let report = idastar(puzzle, start, heuristic, pruning, duplicates, limits);
            self.check(&format!("idastar {name}"), &report, true);
            let report = iddfs(puzzle, start, pruning, duplicates, limits);
            self.check(&format!("iddfs {name}"), &report, true);
            assert!(duplicates == Duplicates::Enter || self.answers.stopped == stopped);
        }
        let two = Limits {
            threads: NonZeroUsize::new(2),
            ..few
        };
        let report = idastar(puzzle, start, heuristic, pruning, Duplicates::Enter, &two);
        self.check(&format!("parallel idastar {name}"), &report, true);
        for duplicates in [Duplicates::LeaveAll, Duplicates::Enter] {
            let report = self.in_turns(heuristic, pruning, duplicates);
            self.check(
                &format!("idastar in turns {name} {duplicates:?}"),
                &report,
                true,
            );
        }
    }

    /// IDA* that pauses often. Each turn is twice as long as the last one, because a search with a
    /// table begins the iteration in progress again.
    fn in_turns<H, K>(&self, heuristic: &H, pruning: &K, duplicates: Duplicates) -> Report<P::Move>
    where
        P: Puzzle,
        H: Heuristic<P>,
        K: Pruning<P>,
    {
        let mut search = IdaStar::new(self.start, duplicates, 0);
        let mut states = 1;
        loop {
            let limits = Limits {
                states: Some(states),
                threads: NonZeroUsize::new(if states > 8 { 2 } else { 1 }),
                ..Limits::default()
            };
            match search.advance(self.puzzle, heuristic, pruning, &limits) {
                Turn::Paused(paused, _) if states < 1_000 => search = paused,
                end => return end.report(),
            }
            states *= 2;
        }
    }

    fn informed<H: Heuristic<P>>(&mut self, heuristic: &H) {
        let limits = Limits::default();
        for order in [Order::Any, Order::Lexicographic] {
            let report = astar(self.puzzle, self.start, heuristic, order, &limits);
            self.check("astar", &report, order == Order::Lexicographic);
        }
    }

    fn both_ways(&mut self)
    where
        P: Reverse + Goals,
    {
        let (puzzle, start, limits) = (self.puzzle, self.start, Limits::default());
        self.check("bfs", &bfs(puzzle, start, &limits), true);
        let report = bidirectional(puzzle, start, &limits);
        self.check("bidirectional", &report, true);
        let report = shortest_paths(puzzle, start, &limits).0;
        self.check("shortest paths", &report, true);
    }
}

/// A heuristic of randomly lowered true distances, which is admissible, rarely consistent, and
/// detects some dead ends.
fn lowered<P: Puzzle<State = u8>>(
    puzzle: &P,
    states: u8,
    random: &mut Random,
) -> impl Fn(u8) -> u32 + use<P> {
    let bounds: HashMap<u8, u32> = (0..states)
        .map(|state| {
            let bound = match plain(puzzle, state).map(|moves| moves.len() as u32) {
                Some(distance) if random.below(2) == 0 => distance,
                Some(distance) => distance.saturating_sub(random.below(6) as u32),
                None if random.below(3) == 0 => DEAD_END,
                None => random.below(5) as u32,
            };
            (state, bound)
        })
        .collect();
    move |state| bounds[&state]
}

fn meter<T>(find: impl FnOnce(&mut Meter) -> T) -> T {
    find(&mut Meter::new(&Limits::default()))
}

/// Limits on the sequences of operators to compare.
fn reaches() -> [PruningLimits; 3] {
    let longer = |moves, sequences| PruningLimits { moves, sequences };
    [PruningLimits::PAIRS, longer(3, 200), longer(6, 2_000)]
}

/// Runs every algorithm with every policy from a few starts.
fn ask<const TWO_WAY: bool>(
    puzzle: &Machine<TWO_WAY>,
    random: &mut Random,
    answers: &mut Answers,
    also: impl Fn(&mut Case<Machine<TWO_WAY>>, &(dyn Fn(u8) -> u32 + Sync)),
) where
    Machine<TWO_WAY>: Puzzle<State = u8, Move = u8>,
{
    let heuristic = lowered(puzzle, puzzle.states(), random);
    let laws = laws::check(puzzle, 0..puzzle.states(), 100).unwrap();
    laws.admissible(&heuristic).unwrap();
    let policies = reaches().map(|reach| {
        let sieve = meter(|meter| MovePruner::find(puzzle, reach, meter)).unwrap();
        let automaton = meter(|meter| Automaton::find(puzzle, reach, meter)).unwrap();
        (reach.moves, sieve, automaton)
    });
    for _ in 0..2 {
        let start = random.below(usize::from(puzzle.states())) as u8;
        let wanted = plain(puzzle, start);
        let mut case = Case {
            puzzle,
            start,
            wanted,
            answers,
        };
        case.deepening("all moves", &heuristic, &NoPruning);
        case.deepening("all moves, no bound", &Zero, &NoPruning);
        for (moves, sieve, automaton) in &policies {
            case.deepening(&format!("sieve {moves}"), &heuristic, sieve);
            case.deepening(&format!("automaton {moves}"), &heuristic, automaton);
        }
        case.informed(&heuristic);
        also(&mut case, &heuristic);
    }
}

#[test]
fn one_way_puzzles() {
    let (mut random, mut answers) = (Random(1), Answers::default());
    for round in 0..1_500 {
        let puzzle = Machine::<false>::random(&mut random);
        if round % 50 == 0 {
            let laws = laws::check(&puzzle, 0..puzzle.states(), 100).unwrap();
            laws.goals().unwrap().reverse().unwrap().contexts().unwrap();
            laws.operators(40).unwrap();
        }
        ask(&puzzle, &mut random, &mut answers, |case, _| {
            case.both_ways()
        });
    }
    assert!(
        answers.solved > 40_000 && answers.unsolvable > 15_000,
        "{answers:?}"
    );
}

#[test]
fn two_way_puzzles() {
    let (mut random, mut answers) = (Random(2), Answers::default());
    for round in 0..1_500 {
        let puzzle = Machine::<true>::random(&mut random);
        if round % 50 == 0 {
            let laws = laws::check(&puzzle, 0..puzzle.states(), 100).unwrap();
            laws.goals().unwrap().invertible().unwrap();
            laws.contexts().unwrap();
            laws.operators(40).unwrap();
        }
        ask(&puzzle, &mut random, &mut answers, |case, heuristic| {
            case.both_ways();
            case.deepening("no way back", &|state| heuristic(state), &InversePruning);
        });
    }
    assert!(
        answers.solved > 40_000 && answers.unsolvable > 15_000,
        "{answers:?}"
    );
}

/// Tests a puzzle of thirteen states in which move pruning and duplicate detection together would
/// lose the solution if a search entered children in any order other than that of the moves.
#[test]
fn the_order_of_moves_keeps_the_solution() {
    const EDGES: [(u8, u8, u8); 14] = [
        (0, 0, 3),
        (0, 1, 2),
        (0, 2, 1),
        (1, 3, 5),
        (1, 4, 4),
        (2, 5, 4),
        (2, 6, 5),
        (3, 7, 5),
        (4, 8, 6),
        (5, 9, 6),
        (7, 1, 9),
        (9, 6, 10),
        (8, 2, 11),
        (11, 4, 12),
    ];
    let mut edges = vec![vec![None; 13]; 10];
    for (from, operator, to) in EDGES {
        edges[usize::from(operator)][usize::from(from)] = Some(to);
    }
    let puzzle = Machine::<false> {
        width: 1,
        goals: (0..13).map(|state| state == 6).collect(),
        edges,
        unknown: u64::MAX,
        costs: Vec::new(),
    };
    let bound = |state: u8| [0, 0, 1, 2].get(usize::from(state)).copied().unwrap_or(0);
    let laws = laws::check(&puzzle, [0, 7, 8], 100).unwrap();
    assert!(laws.admissible(&bound).is_ok() && laws.operators(100).is_ok());
    let mut answers = Answers::default();
    let mut case = Case {
        puzzle: &puzzle,
        start: 0,
        wanted: plain(&puzzle, 0),
        answers: &mut answers,
    };
    assert_eq!(case.wanted.as_ref().map(Vec::len), Some(3));
    for reach in reaches() {
        let sieve = meter(|meter| MovePruner::find(&puzzle, reach, meter)).unwrap();
        let automaton = meter(|meter| Automaton::find(&puzzle, reach, meter)).unwrap();
        case.deepening("sieve", &bound, &sieve);
        case.deepening("automaton", &bound, &automaton);
    }
    assert_eq!(answers.solved, 3 * 2 * 7);
}
