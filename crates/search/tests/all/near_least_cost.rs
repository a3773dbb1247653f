//! Compares all solutions near the least cost, and the best ones, with a slow enumeration on
//! thousands of small random puzzles with costs.

#![allow(clippy::unwrap_used)] // A test may panic.

use crate::least_cost_oracle;
use crate::machines;

use std::collections::{BTreeMap, BTreeSet};

use fewest_rules::{DEAD_END, Limits, MoveCosts, Objective, Puzzle, StopReason, Symmetric, Zero};
use fewest_search::{
    NearOptions, NearSolutions, SolutionRange, StartSymmetries, least_cost_astar, near_least_cost,
    near_shortest,
};
use least_cost_oracle::{Criteria, best, longer};
use machines::{Machine, Random, with_costs};

const OBJECTIVES: [Objective; 3] = [
    Objective::Cost,
    Objective::CostThenMoves,
    Objective::MovesThenCost,
];

/// The greatest number of steps that an enumeration may take.
const MOST_STEPS: usize = 4_000;

/// An enumeration of solutions, stage by stage.
struct Enumeration<'a, P> {
    puzzle: &'a P,
    objective: Objective,
    /// The greatest first criterion.
    most: u64,
    steps: usize,
    found: Vec<(Criteria, Vec<u8>)>,
}

impl<P: MoveCosts<State = u8, Move = u8>> Enumeration<'_, P> {
    fn is_free(&self, state: u8, m: u8) -> bool {
        self.objective != Objective::MovesThenCost && self.puzzle.cost(state, m) == 0
    }

    /// For each state that free moves reach, the first of the shortest ways. No way leads through a
    /// goal.
    fn free(&self, stage: u8) -> BTreeMap<u8, Vec<u8>> {
        let mut ways = BTreeMap::from([(stage, Vec::new())]);
        let mut layer = ways.clone();
        while !layer.is_empty() {
            let mut next: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
            for (&state, way) in layer.iter().filter(|&(&s, _)| !self.puzzle.is_goal(s)) {
                for m in self.puzzle.moves(state).filter(|&m| self.is_free(state, m)) {
                    let after = self.puzzle.apply(state, m);
                    let longer = [&way[..], &[m]].concat();
                    if !ways.contains_key(&after) {
                        let known = next.entry(after).or_insert_with(|| longer.clone());
                        *known = longer.min(known.clone());
                    }
                }
            }
            ways.extend(next.clone());
            layer = next;
        }
        ways
    }

    fn criteria(&self, mut criteria: Criteria, mut state: u8, moves: &[u8]) -> Criteria {
        for &m in moves {
            criteria = longer(self.objective, criteria, self.puzzle.cost(state, m));
            state = self.puzzle.apply(state, m);
        }
        criteria
    }

    /// Adds the solutions that begin with `made`, which leads to `stage`. `visited` has what free
    /// moves reached from the stages before. `None` if this takes too long.
    fn extend(
        &mut self,
        stage: u8,
        criteria: Criteria,
        made: &[u8],
        visited: &BTreeSet<u8>,
    ) -> Option<()> {
        let ways = self.free(stage);
        let goals = ways
            .iter()
            .filter(|&(&state, _)| self.puzzle.is_goal(state));
        if let Some(way) = goals
            .map(|(_, way)| way)
            .min_by_key(|way| (way.len(), way.to_vec()))
        {
            let criteria = self.criteria(criteria, stage, way);
            self.found.push((criteria, [made, way].concat()));
            return Some(());
        }
        let visited: BTreeSet<u8> = visited.iter().chain(ways.keys()).copied().collect();
        for (&state, way) in &ways {
            for m in self.puzzle.moves(state).collect::<Vec<_>>() {
                self.steps += 1;
                if self.steps > MOST_STEPS {
                    return None;
                }
                let after = self.puzzle.apply(state, m);
                let all = [&way[..], &[m]].concat();
                let criteria = self.criteria(criteria, stage, &all);
                if !self.is_free(state, m) && !visited.contains(&after) && criteria.0 <= self.most {
                    self.extend(after, criteria, &[made, &all].concat(), &visited)?;
                }
            }
        }
        Some(())
    }

    /// Whether some move can be brought forward, one place at a time, to a place before a greater
    /// move.
    fn is_out_of_order(&self, start: u8, moves: &[u8]) -> bool {
        let mut states = vec![start];
        for &m in moves {
            states.push(self.puzzle.apply(*states.last().unwrap(), m));
        }
        let paid = |state: u8, m: u8| {
            let legal = self.puzzle.moves(state).any(|other| other == m);
            (legal && !self.is_free(state, m)).then(|| {
                (
                    self.puzzle.apply(state, m),
                    u64::from(self.puzzle.cost(state, m)),
                )
            })
        };
        let both = |state: u8, one: u8, other: u8| {
            let (after, cost) = paid(state, one)?;
            let (end, more) = paid(after, other)?;
            Some((end, cost + more))
        };
        (0..moves.len()).any(|last| {
            let m = moves[last];
            for place in (0..last).rev() {
                let (state, other) = (states[place], moves[place]);
                let end = both(state, other, m);
                if m == other || end.is_none() || end != both(state, m, other) {
                    return false;
                }
                if m < other {
                    return true;
                }
            }
            false
        })
    }
}

/// All solutions whose first criterion is at most `most`, the best first.
fn solutions<P: MoveCosts<State = u8, Move = u8>>(
    puzzle: &P,
    start: u8,
    objective: Objective,
    most: u64,
    in_order: bool,
) -> Option<Vec<(Criteria, Vec<u8>)>> {
    let mut all = Enumeration {
        puzzle,
        objective,
        most,
        steps: 0,
        found: Vec::new(),
    };
    all.extend(start, (0, 0), &[], &BTreeSet::new())?;
    let mut found = std::mem::take(&mut all.found);
    found.retain(|(_, moves)| !(in_order && all.is_out_of_order(start, moves)));
    found.sort();
    Some(found)
}

/// How many cases of each kind were checked.
#[derive(Debug, Default)]
struct Checked {
    cases: usize,
    longer: usize,
    left_out: usize,
    free: usize,
    ends: usize,
}

fn check(found: &NearSolutions<u8>, wanted: &[(Criteria, Vec<u8>)], in_order: bool, name: &str) {
    assert_eq!(found.stopped, None, "{name}");
    let all: Vec<Vec<u8>> = found.iter().collect();
    assert_eq!(found.count(), all.len().into(), "{name}");
    let below = u64::from(found.complete_below);
    let wanted = wanted.iter().filter(|((first, _), _)| *first < below);
    let wanted: Vec<Vec<u8>> = wanted.map(|(_, moves)| moves.clone()).collect();
    assert_eq!(all, wanted, "{name}");
    for moves in all.iter().filter(|_| in_order) {
        assert_eq!(found.normal_form(moves).as_ref(), Some(moves), "{name}");
    }
}

fn check_machine<const TWO_WAY: bool>(
    puzzle: &Machine<TWO_WAY>,
    checked: &mut Checked,
    random: &mut Random,
) where
    Machine<TWO_WAY>: MoveCosts<State = u8, Move = u8>,
{
    let limits = Limits::default();
    let start = random.below(usize::from(puzzle.states())) as u8;
    for objective in OBJECTIVES {
        let Some((shortest, _)) = best(puzzle, start, objective) else {
            continue;
        };
        let bounds: Vec<u32> = (0..puzzle.states())
            .map(|state| match best(puzzle, state, objective) {
                Some((first, _)) => (first as u32).saturating_sub(random.below(4) as u32),
                None => DEAD_END,
            })
            .collect();
        let bound = |state: u8| bounds[usize::from(state)];
        let more = [0, 1, 2, 5, 110, 70_000][random.below(6)];
        for in_order in [false, true] {
            let wanted = solutions(puzzle, start, objective, shortest + more, in_order);
            let every = solutions(puzzle, start, objective, u64::MAX, in_order);
            let name = format!("{objective:?} {in_order} {more} from {start} in {puzzle:?}");
            let options = |range| NearOptions {
                shortest: shortest as u32,
                range,
                in_order,
            };
            if let Some(wanted) = &wanted {
                let within = options(SolutionRange::Within(more as u32));
                let found = near_least_cost(puzzle, start, &Zero, objective, &within, &limits);
                check(&found, wanted, in_order, &name);
                assert!(found.is_all || u64::from(found.complete_below) == shortest + more + 1);
                let found = near_least_cost(puzzle, start, &bound, objective, &within, &limits);
                check(&found, wanted, in_order, &name);
                checked.cases += 1;
                checked.longer += usize::from(wanted.iter().any(|(c, _)| c.0 > shortest));
                let free = |(criteria, moves): &(Criteria, Vec<u8>)| {
                    objective == Objective::Cost && criteria.0 < moves.len() as u64
                };
                checked.free += usize::from(wanted.iter().any(free));
                if in_order {
                    let all = solutions(puzzle, start, objective, shortest + more, false);
                    checked.left_out += all.unwrap().len() - wanted.len();
                }
            }
            if let Some(every) = &every {
                let most = 1 + random.below(12) as u64;
                let wanted = options(SolutionRange::Best(most));
                let found = near_least_cost(puzzle, start, &bound, objective, &wanted, &limits);
                check(&found, every, in_order, &name);
                assert!(found.is_all || found.count() >= most.into(), "{name}");
                if found.is_all {
                    assert_eq!(found.count(), every.len().into(), "{name}");
                    checked.ends += 1;
                }
            }
        }
    }
}

#[test]
fn all_solutions_near_the_best() {
    let (mut random, mut checked) = (Random(31), Checked::default());
    for _ in 0..700 {
        let machine = with_costs(Machine::<false>::random(&mut random), &mut random);
        check_machine(&machine, &mut checked, &mut random);
        let machine = with_costs(Machine::<true>::random(&mut random), &mut random);
        check_machine(&machine, &mut checked, &mut random);
    }
    assert!(checked.cases > 3000, "{checked:?}");
    assert!(checked.longer > 500, "{checked:?}");
    assert!(checked.left_out > 100, "{checked:?}");
    assert!(checked.free > 200, "{checked:?}");
    assert!(checked.ends > 1000, "{checked:?}");
}

/// If every move costs 1, the solutions are those of the search without costs.
#[test]
fn unit_costs() {
    let (mut random, limits) = (Random(32), Limits::default());
    let mut cases = 0;
    for _ in 0..300 {
        let puzzle = Machine::<true>::random(&mut random);
        let Some((shortest, _)) = best(&puzzle, 0, Objective::MovesThenCost) else {
            continue;
        };
        for in_order in [false, true] {
            let options = NearOptions {
                shortest: shortest as u32,
                range: SolutionRange::Within(random.below(4) as u32),
                in_order,
            };
            let wanted: Vec<_> = near_shortest(&puzzle, 0, &Zero, &options, &limits)
                .iter()
                .collect();
            for objective in OBJECTIVES {
                let found = near_least_cost(&puzzle, 0, &Zero, objective, &options, &limits);
                assert_eq!(found.iter().collect::<Vec<_>>(), wanted);
            }
            cases += wanted.len();
        }
    }
    assert!(cases > 500, "{cases}");
}

/// If a limit stops a search, what it has found is right and complete as far as it says.
#[test]
fn limits_leave_what_is_complete() {
    let mut random = Random(33);
    let (mut stopped, mut partial) = (0, 0);
    for _ in 0..400 {
        let puzzle = with_costs(Machine::<true>::random(&mut random), &mut random);
        let Some((shortest, _)) = best(&puzzle, 0, Objective::Cost) else {
            continue;
        };
        let Some(wanted) = solutions(&puzzle, 0, Objective::Cost, u64::MAX, false) else {
            continue;
        };
        let options = NearOptions {
            shortest: shortest as u32,
            range: SolutionRange::Best(1 << 40),
            in_order: false,
        };
        for limits in [
            Limits {
                states: Some(random.below(60) as u64),
                ..Limits::default()
            },
            Limits {
                memory: Some(random.below(1 << 15) as u64),
                ..Limits::default()
            },
        ] {
            let found = near_least_cost(&puzzle, 0, &Zero, Objective::Cost, &options, &limits);
            let below = u64::from(found.complete_below);
            let known = wanted.iter().filter(|((first, _), _)| *first < below);
            let known: Vec<_> = known.map(|(_, moves)| moves.clone()).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), known);
            let reason = limits
                .states
                .map_or(StopReason::Memory, |_| StopReason::States);
            assert!(
                found
                    .stopped
                    .is_none_or(|stopped| stopped == reason && !found.is_all)
            );
            stopped += usize::from(found.stopped.is_some());
            partial += usize::from(found.stopped.is_some() && !known.is_empty());
        }
    }
    assert!(stopped > 60 && partial > 15, "{stopped} {partial}");
}

/// Two copies of a machine. Each move is made in one of them, and both must reach a goal.
struct Twins(Machine<false>);

/// The numbers of all moves of a machine are below this number.
const MOVES: u8 = 8;

impl Puzzle for Twins {
    type State = [u8; 2];
    type Move = u8;

    fn moves(&self, state: [u8; 2]) -> impl Iterator<Item = u8> {
        let copies = state.into_iter().enumerate();
        copies.flat_map(|(i, state)| self.0.moves(state).map(move |m| i as u8 * MOVES + m))
    }

    fn apply(&self, mut state: [u8; 2], m: u8) -> [u8; 2] {
        let own = &mut state[usize::from(m / MOVES)];
        *own = self.0.apply(*own, m % MOVES);
        state
    }

    fn is_goal(&self, state: [u8; 2]) -> bool {
        state.into_iter().all(|state| self.0.is_goal(state))
    }
}

impl MoveCosts for Twins {
    fn cost(&self, before: [u8; 2], m: u8) -> u16 {
        self.0.cost(before[usize::from(m / MOVES)], m % MOVES)
    }
}

impl Symmetric for Twins {
    fn canonical(&self, state: [u8; 2]) -> [u8; 2] {
        self.images(state).fold(state, Ord::min)
    }

    fn images(&self, [one, other]: [u8; 2]) -> impl Iterator<Item = [u8; 2]> {
        [[other, one]].into_iter()
    }
}

/// Of solutions that are images of each other under the symmetry of twins, exactly one is left.
#[test]
fn twins_have_half_as_many_distinct_solutions() {
    let (mut random, limits) = (Random(34), Limits::default());
    let (mut left, mut pairs, mut alone) = (0, 0, 0);
    for _ in 0..400 {
        let machine = with_costs(Machine::<false>::random(&mut random), &mut random);
        let start = random.below(usize::from(machine.states())) as u8;
        let objective = OBJECTIVES[random.below(3)];
        let (puzzle, start) = (Twins(machine), [start; 2]);
        let report = least_cost_astar(&puzzle, start, &Zero, objective, &limits);
        let Some(moves) = report.outcome.moves() else {
            continue;
        };
        let shortest = match objective {
            Objective::MovesThenCost => moves.len() as u32,
            _ => report.outcome.cost().unwrap(),
        };
        let few = Limits {
            states: Some(3_000),
            ..Limits::default()
        };
        let options = NearOptions {
            shortest,
            range: SolutionRange::Within(1),
            in_order: true,
        };
        let found = near_least_cost(&puzzle, start, &Zero, objective, &options, &few);
        if found.count() > 300_u32.into() {
            continue;
        }
        let symmetries = StartSymmetries::new(&puzzle, start);
        let all: BTreeSet<Vec<u8>> = found.iter().collect();
        for moves in &all {
            let image: Vec<u8> = moves.iter().map(|m| m ^ MOVES).collect();
            let image = found.normal_form(&image);
            let first = symmetries.is_first(&puzzle, moves, &|image| found.normal_form(image));
            assert_eq!(first, image.as_ref().is_none_or(|image| image >= moves));
            left += usize::from(first);
            match image {
                Some(image) if image != *moves => {
                    assert!(all.contains(&image));
                    pairs += 1;
                }
                _ => alone += 1,
            }
        }
    }
    assert!(
        left > 400 && pairs > 400 && alone > 50,
        "{left} {pairs} {alone}"
    );
}
