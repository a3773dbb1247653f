//! Compares every search for a solution of least cost, for every objective and under every pruning
//! and duplicate policy, with a plain Dijkstra on thousands of small random puzzles.

#![allow(clippy::unwrap_used)] // A test may panic.

use crate::least_cost_oracle;
use crate::machines;

use std::collections::{BTreeMap, HashMap, HashSet};

use fewest_rules::{
    CostOutcome, CostReport, DEAD_END, Goals, Heuristic, Limits, Meter, MoveCosts, Objective,
    OperatorCosts, Puzzle, Reverse, StopReason, Zero, laws,
};
use fewest_search::*;
use least_cost_oracle::{Counter, Criteria, best, dijkstra, longer};
use machines::{Machine, Random, with_costs};
use num_bigint::BigUint;

const OBJECTIVES: [Objective; 3] = [
    Objective::Cost,
    Objective::CostThenMoves,
    Objective::MovesThenCost,
];

impl<const TWO_WAY: bool> OperatorCosts for Machine<TWO_WAY> {
    fn operator_cost(&self, i: usize) -> Option<u16> {
        let legal = (0..self.states()).filter(|&state| self.moves(state).any(|m| m == i as u8));
        let costs: HashSet<u16> = legal.map(|state| self.cost(state, i as u8)).collect();
        (costs.len() == 1).then(|| costs.into_iter().next().unwrap())
    }
}

/// The number of answers of each kind.
#[derive(Debug, Default)]
struct Answers {
    solved: usize,
    unsolvable: usize,
    stopped: usize,
    many: usize,
    pruned: usize,
}

/// A start, an objective and the answer that every algorithm must give.
struct Case<'a, const TWO_WAY: bool> {
    puzzle: &'a Machine<TWO_WAY>,
    start: u8,
    objective: Objective,
    wanted: Option<Criteria>,
    answers: &'a mut Answers,
}

impl<const TWO_WAY: bool> Case<'_, TWO_WAY>
where
    Machine<TWO_WAY>: OperatorCosts<State = u8, Move = u8> + Reverse + Goals,
{
    fn criteria(&self, moves: &[u8]) -> (Criteria, u32) {
        let (mut state, mut criteria, mut sum) = (self.start, (0, 0), 0);
        for &m in moves {
            assert!(self.puzzle.moves(state).any(|legal| legal == m));
            let cost = self.puzzle.cost(state, m);
            criteria = longer(self.objective, criteria, cost);
            sum += u32::from(cost);
            state = self.puzzle.apply(state, m);
        }
        assert!(self.puzzle.is_goal(state), "{moves:?}");
        (criteria, sum)
    }

    fn check(&mut self, name: &str, report: &CostReport<u8>) {
        let name = format!(
            "{name} from {} for {:?} in {:?}",
            self.start, self.objective, self.puzzle
        );
        match (&report.outcome, self.wanted) {
            (CostOutcome::Solved { moves, cost }, Some(wanted)) => {
                assert_eq!(self.criteria(moves), (wanted, *cost), "{name}");
                self.answers.solved += 1;
            }
            (CostOutcome::Unsolvable(_), None) => self.answers.unsolvable += 1,
            (CostOutcome::Stopped { lower_bound, .. }, wanted) => {
                let least = wanted.map_or(u64::MAX, |(first, _)| first);
                assert!(u64::from(*lower_bound) <= least, "{name}");
                self.answers.stopped += 1;
            }
            (outcome, wanted) => panic!("{name}: {outcome:?}, but {wanted:?}"),
        }
    }

    fn check_finished(&mut self, name: &str, report: &CostReport<u8>) {
        let stopped = self.answers.stopped;
        self.check(name, report);
        assert_eq!(self.answers.stopped, stopped, "{name}");
    }

    fn deepening<H, K>(&mut self, name: &str, heuristic: &H, pruning: &K)
    where
        H: Heuristic<Machine<TWO_WAY>>,
        K: CostPruning<Machine<TWO_WAY>>,
    {
        let few = Limits {
            states: Some(3_000),
            ..Limits::default()
        };
        let small = Limits {
            memory: Some(66_500),
            ..few.clone()
        };
        for (duplicates, limits, complete) in [
            (Duplicates::LeaveAll, &Limits::default(), true),
            (Duplicates::LeaveAll, &small, false),
            (Duplicates::Enter, &few, false),
        ] {
            let (puzzle, start, objective) = (self.puzzle, self.start, self.objective);
            let report = least_cost_idastar(
                puzzle, start, heuristic, pruning, duplicates, objective, limits,
            );
            let name = format!("idastar {name} {duplicates:?}");
            if complete {
                self.check_finished(&name, &report);
            } else {
                self.check(&name, &report);
            }
        }
    }

    fn all(&mut self, heuristic: &(impl Fn(u8) -> u32 + Sync), pruners: &[CostPruner]) {
        let (puzzle, start, objective) = (self.puzzle, self.start, self.objective);
        let limits = Limits::default();
        let report = least_cost_astar(puzzle, start, &Zero, objective, &limits);
        self.check_finished("no heuristic", &report);
        let report = least_cost_astar(puzzle, start, heuristic, objective, &limits);
        self.check_finished("astar", &report);
        let report = least_cost_bidirectional(puzzle, start, objective, &limits);
        self.check_finished("bidirectional", &report);
        self.deepening("all moves", heuristic, &NoPruning);
        self.deepening("no bound", &Zero, &NoPruning);
        for pruner in pruners {
            self.deepening("pruned", heuristic, pruner);
        }
        self.paths(&Zero);
        self.paths(heuristic);
        self.limited(heuristic);
    }

    /// Compares the number and the list of all best solutions.
    fn paths(&mut self, heuristic: &impl Heuristic<Machine<TWO_WAY>>) {
        let (puzzle, start, objective) = (self.puzzle, self.start, self.objective);
        let (report, paths) =
            least_cost_paths(puzzle, start, heuristic, objective, &Limits::default());
        self.check_finished("paths", &report);
        assert_eq!(paths.is_some(), self.wanted.is_some());
        let Some(paths) = paths else {
            return;
        };
        let mut counter = Counter {
            puzzle,
            objective,
            rest: (0..puzzle.states())
                .map(|state| best(puzzle, state, objective))
                .collect(),
            counts: HashMap::new(),
        };
        let count = counter.count(start);
        assert_eq!(paths.count(), count, "from {start} in {puzzle:?}");
        if count > BigUint::from(200_u32) {
            return;
        }
        self.answers.many += usize::from(count > BigUint::from(1_u8));
        let list: Vec<Vec<u8>> = paths.iter().collect();
        assert_eq!(BigUint::from(list.len()), count);
        if objective != Objective::Cost {
            assert!(list.is_sorted_by(|a, b| a < b));
        }
        let mut distinct = HashSet::new();
        for moves in &list {
            let (criteria, cost) = self.criteria(moves);
            assert_eq!(Some(criteria), self.wanted);
            assert_eq!(Some(cost), report.outcome.cost());
            let mut state = start;
            let mut paid = Vec::new();
            for &m in moves {
                if objective != Objective::Cost || puzzle.cost(state, m) > 0 {
                    paid.push((state, m));
                }
                state = puzzle.apply(state, m);
            }
            assert!(distinct.insert(paid), "{list:?} in {puzzle:?}");
        }
    }

    /// Stops every algorithm early, by states and by memory.
    fn limited(&mut self, heuristic: &(impl Fn(u8) -> u32 + Sync)) {
        let (puzzle, start, objective) = (self.puzzle, self.start, self.objective);
        for limits in [
            Limits {
                states: Some(1),
                ..Limits::default()
            },
            Limits {
                states: Some(4),
                ..Limits::default()
            },
            Limits {
                memory: Some(3_000),
                ..Limits::default()
            },
        ] {
            let reports = [
                least_cost_astar(puzzle, start, &Zero, objective, &limits),
                least_cost_astar(puzzle, start, heuristic, objective, &limits),
                least_cost_bidirectional(puzzle, start, objective, &limits),
                least_cost_paths(puzzle, start, heuristic, objective, &limits).0,
            ];
            for report in reports {
                self.check("limited", &report);
            }
            for duplicates in [Duplicates::LeaveAll, Duplicates::Enter] {
                let report = least_cost_idastar(
                    puzzle, start, heuristic, &NoPruning, duplicates, objective, &limits,
                );
                self.check("limited", &report);
            }
        }
    }
}

/// A heuristic of randomly lowered true values of the first criterion, which is admissible, rarely
/// consistent, and detects some dead ends.
fn lowered<const TWO_WAY: bool>(
    puzzle: &Machine<TWO_WAY>,
    objective: Objective,
    random: &mut Random,
) -> impl Fn(u8) -> u32 + Sync + use<TWO_WAY>
where
    Machine<TWO_WAY>: MoveCosts<State = u8>,
{
    let bounds: Vec<u32> = (0..puzzle.states())
        .map(|state| match best(puzzle, state, objective) {
            Some((first, _)) if random.below(2) == 0 => first as u32,
            Some((first, _)) => first.saturating_sub(random.below(6) as u64) as u32,
            None if random.below(3) == 0 => DEAD_END,
            None => random.below(5) as u32,
        })
        .collect();
    move |state| bounds[usize::from(state)]
}

/// Runs every algorithm from a few starts.
fn ask<const TWO_WAY: bool>(
    puzzle: &Machine<TWO_WAY>,
    random: &mut Random,
    answers: &mut Answers,
    also: impl Fn(&mut Case<TWO_WAY>, &(dyn Fn(u8) -> u32 + Sync)),
) where
    Machine<TWO_WAY>: OperatorCosts<State = u8, Move = u8> + Reverse + Goals,
{
    let laws = laws::check(puzzle, 0..puzzle.states(), 100).unwrap();
    laws.costs().unwrap().operator_costs().unwrap();
    let longer = |moves, sequences| PruningLimits { moves, sequences };
    let pruners = [PruningLimits::PAIRS, longer(4, 500)].map(|limits| {
        let free = Limits::default();
        CostPruner::find(puzzle, limits, &mut Meter::new(&free)).unwrap()
    });
    answers.pruned += usize::from(!pruners[1].is_idle());
    for objective in OBJECTIVES {
        let heuristic = lowered(puzzle, objective, random);
        laws.admissible_in_costs(&heuristic, objective).unwrap();
        let start = random.below(usize::from(puzzle.states())) as u8;
        let mut case = Case {
            puzzle,
            start,
            objective,
            wanted: best(puzzle, start, objective),
            answers,
        };
        case.all(&heuristic, &pruners);
        also(&mut case, &heuristic);
    }
    census(puzzle, random);
}

/// Compares the census with Dijkstra.
fn census<const TWO_WAY: bool>(puzzle: &Machine<TWO_WAY>, random: &mut Random)
where
    Machine<TWO_WAY>: MoveCosts<State = u8, Move = u8> + Reverse + Goals,
{
    let histogram = |costs: &mut dyn Iterator<Item = u32>| {
        let mut counts = BTreeMap::new();
        for cost in costs {
            *counts.entry(cost).or_insert(0_u64) += 1;
        }
        counts.into_iter().collect::<Vec<_>>()
    };
    let start = random.below(usize::from(puzzle.states())) as u8;
    let settled = dijkstra(puzzle, start, Objective::Cost);
    let found = cost_census(puzzle, [start], &Limits::default());
    let wanted = histogram(&mut settled.values().map(|&(cost, _)| cost as u32));
    assert_eq!(found.histogram, wanted, "from {start} in {puzzle:?}");
    let farthest = found.farthest.unwrap();
    assert_eq!(farthest.len() as u64, wanted.last().unwrap().1);
    for state in farthest {
        assert_eq!(settled[&state].0 as u32, wanted.last().unwrap().0);
    }
    let few = Limits {
        states: Some(2),
        ..Limits::default()
    };
    let found = cost_census(puzzle, [start], &few);
    match found.farthest {
        Ok(_) => assert_eq!(found.histogram, wanted),
        Err(reason) => {
            assert_eq!(reason, StopReason::States);
            assert!(wanted.starts_with(&found.histogram) && found.histogram.len() < wanted.len());
        }
    }
}

#[test]
fn one_way_puzzles() {
    let (mut random, mut answers) = (Random(11), Answers::default());
    for _ in 0..1_500 {
        let machine = Machine::<false>::random(&mut random);
        let puzzle = with_costs(machine, &mut random);
        ask(&puzzle, &mut random, &mut answers, |_, _| {});
    }
    assert!(
        answers.solved > 60_000 && answers.unsolvable > 30_000 && answers.stopped > 10_000,
        "{answers:?}"
    );
    assert!(answers.many > 200 && answers.pruned > 300, "{answers:?}");
}

#[test]
fn two_way_puzzles() {
    let (mut random, mut answers) = (Random(12), Answers::default());
    for _ in 0..1_500 {
        let machine = Machine::<true>::random(&mut random);
        let puzzle = with_costs(machine, &mut random);
        ask(&puzzle, &mut random, &mut answers, |case, heuristic| {
            let heuristic = |state| heuristic(state);
            case.deepening("no way back", &heuristic, &InversePruning);
        });
    }
    assert!(
        answers.solved > 60_000 && answers.unsolvable > 30_000 && answers.stopped > 10_000,
        "{answers:?}"
    );
    assert!(answers.many > 200 && answers.pruned > 300, "{answers:?}");
}

/// If every move costs 1, the least cost is the length of the shortest solutions, and all
/// objectives agree with breadth-first search.
#[test]
fn unit_costs() {
    let mut random = Random(13);
    for _ in 0..500 {
        let puzzle = Machine::<false>::random(&mut random);
        let shortest = bfs(&puzzle, 0, &Limits::default());
        let (_, paths) = shortest_paths(&puzzle, 0, &Limits::default());
        for objective in OBJECTIVES {
            let report = least_cost_astar(&puzzle, 0, &Zero, objective, &Limits::default());
            assert_eq!(
                report.outcome.cost().map(|cost| cost as usize),
                shortest.outcome.moves().map(<[_]>::len)
            );
            let (_, cheapest) = least_cost_paths(&puzzle, 0, &Zero, objective, &Limits::default());
            assert_eq!(
                cheapest
                    .as_ref()
                    .map(|paths| paths.iter().take(50).collect::<Vec<_>>()),
                paths
                    .as_ref()
                    .map(|paths| paths.iter().take(50).collect::<Vec<_>>())
            );
        }
    }
}
