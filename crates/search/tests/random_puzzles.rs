//! Compares every algorithm, under every pruning and duplicate policy, with a plain breadth-first
//! search on thousands of small random puzzles.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::collections::{HashMap, HashSet, VecDeque};
use std::num::NonZeroUsize;

use fewest_rules::{
    Contexts, DEAD_END, Goals, Heuristic, Invertible, Limits, Meter, Operators, Outcome, Puzzle,
    Report, Reverse, Then, Zero, laws,
};
use fewest_search::*;

/// A random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }
}

/// A graph whose edges are operators: partial functions on all its states.
///
/// A state is a context times [`width`](Self::width) and a place in it; an operator is legal
/// in all places of a context or in none, and leads to one context.
/// Where `TWO_WAY`, operators 2i and 2i + 1 undo each other.
#[derive(Debug, Clone)]
struct Machine<const TWO_WAY: bool> {
    width: usize,
    goals: Vec<bool>,
    /// By operator and state.
    edges: Vec<Vec<Option<u8>>>,
    /// About one sequence of operators out of this many is reported as unknown.
    unknown: u64,
}

impl Machine<false> {
    fn random(random: &mut Random) -> Self {
        let (contexts, width) = (1 + random.below(7), 1 + random.below(3));
        let legal = 1 + random.below(4);
        let edges = (0..1 + random.below(5))
            .map(|_| {
                let mut edges = vec![None; contexts * width];
                for context in 0..contexts {
                    if random.below(4) >= legal {
                        continue;
                    }
                    let to = random.below(contexts);
                    for place in 0..width {
                        let after = to * width + random.below(width);
                        edges[context * width + place] = Some(after as u8);
                    }
                }
                edges
            })
            .collect();
        Self::with_goals(width, contexts * width, edges, random)
    }
}

impl Machine<true> {
    fn random(random: &mut Random) -> Self {
        let states = 2 + random.below(12);
        let legal = 1 + random.below(3);
        let mut edges = Vec::new();
        for _ in 0..1 + random.below(3) {
            let (mut there, mut back) = (vec![None; states], vec![None; states]);
            let mut free: Vec<usize> = (0..states).collect();
            for (from, to) in there.iter_mut().enumerate() {
                // A self-loop would be its own inverse.
                let after = free[random.below(free.len())];
                if random.below(4) < legal && after != from {
                    *to = Some(after as u8);
                    back[after] = Some(from as u8);
                    free.retain(|&state| state != after);
                }
                if free.is_empty() {
                    break;
                }
            }
            edges.extend([there, back]);
        }
        Self::with_goals(1, states, edges, random)
    }
}

impl<const TWO_WAY: bool> Machine<TWO_WAY> {
    fn with_goals(
        width: usize,
        states: usize,
        edges: Vec<Vec<Option<u8>>>,
        random: &mut Random,
    ) -> Self {
        let rare = 1 + random.below(9);
        Self {
            width,
            goals: (0..states).map(|_| random.below(rare + 1) == 1).collect(),
            edges,
            unknown: [1, 3, u64::MAX][random.below(3)],
        }
    }

    fn states(&self) -> u8 {
        self.goals.len() as u8
    }
}

impl<const TWO_WAY: bool> Puzzle for Machine<TWO_WAY> {
    type State = u8;
    type Move = u8;

    fn moves(&self, state: u8) -> impl Iterator<Item = u8> {
        (0..self.edges.len() as u8)
            .filter(move |&m| self.edges[usize::from(m)][usize::from(state)].is_some())
    }

    fn apply(&self, state: u8, m: u8) -> u8 {
        self.edges[usize::from(m)][usize::from(state)].unwrap()
    }

    fn is_goal(&self, state: u8) -> bool {
        self.goals[usize::from(state)]
    }
}

impl<const TWO_WAY: bool> Goals for Machine<TWO_WAY> {
    fn goals(&self) -> impl Iterator<Item = u8> {
        (0..self.states()).filter(|&state| self.is_goal(state))
    }
}

impl Reverse for Machine<false> {
    fn predecessors(&self, state: u8) -> impl Iterator<Item = (u8, u8)> {
        (0..self.states()).flat_map(move |before| {
            self.moves(before)
                .filter(move |&m| self.apply(before, m) == state)
                .map(move |m| (m, before))
        })
    }
}

impl Invertible for Machine<true> {
    fn inverse(&self, m: u8) -> u8 {
        m ^ 1
    }
}

impl<const TWO_WAY: bool> Operators for Machine<TWO_WAY> {
    /// By state, the state after the sequence.
    type Sequence = Vec<Option<u8>>;

    fn operators(&self) -> usize {
        self.edges.len()
    }

    fn operator(&self, i: usize) -> u8 {
        i as u8
    }

    fn number(&self, m: u8) -> usize {
        m.into()
    }

    fn nothing(&self) -> Vec<Option<u8>> {
        (0..self.states()).map(Some).collect()
    }

    fn then(&self, sequence: &Vec<Option<u8>>, operator: usize) -> Then<Vec<Option<u8>>> {
        let edges = &self.edges[operator];
        let after: Vec<_> = sequence
            .iter()
            .map(|state| state.and_then(|state| edges[usize::from(state)]))
            .collect();
        let sum = after.iter().flatten().map(|&state| u64::from(state) + 1);
        match after.iter().all(Option::is_none) {
            true => Then::Never,
            false if sum.sum::<u64>().is_multiple_of(self.unknown) => Then::Unknown,
            false => Then::Known(after),
        }
    }

    fn marks(&self, _: &Vec<Option<u8>>) -> impl Iterator<Item = u64> {
        [0].into_iter()
    }

    fn replaces(&self, earlier: &Vec<Option<u8>>, sequence: &Vec<Option<u8>>) -> bool {
        let mut ends = earlier.iter().zip(sequence);
        ends.all(|(earlier, end)| end.is_none() || earlier == end)
    }
}

impl<const TWO_WAY: bool> Contexts for Machine<TWO_WAY> {
    fn contexts(&self) -> usize {
        self.goals.len() / self.width
    }

    fn context(&self, state: u8) -> usize {
        usize::from(state) / self.width
    }

    fn next(&self, context: usize, operator: usize) -> Option<usize> {
        self.edges[operator][context * self.width].map(|state| self.context(state))
    }
}

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
        P: Puzzle<State: Send + Sync, Move: Send + Sync> + Sync,
        H: Heuristic<P, Cache: Send + Sync> + Sync,
        K: Pruning<P, History: Send + Sync> + Sync,
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
        let threads = NonZeroUsize::new(2).unwrap();
        let report = parallel_idastar(puzzle, start, heuristic, pruning, threads, &few);
        self.check(&format!("parallel idastar {name}"), &report, true);
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
        P: Reverse + Goals + Sync,
        P::State: Send + Sync,
    {
        let (puzzle, start, limits) = (self.puzzle, self.start, Limits::default());
        self.check("bfs", &bfs(puzzle, start, &limits), true);
        let report = bidirectional(puzzle, start, &limits);
        self.check("bidirectional", &report, true);
        let report = shortest_paths(puzzle, start, &limits).0;
        self.check("shortest paths", &report, true);
    }
}

/// Randomly lowered true distances. They are admissible, seldom consistent, and detect some dead
/// ends.
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

/// A puzzle of thirteen states. Move pruning and duplicate detection together lose its solution
/// if a search enters children in any order other than that of the moves.
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
    assert_eq!(answers.solved, 3 * 2 * 5);
}
