//! Compares all solutions up to a length, and the best ones, with an enumeration of all walks on
//! thousands of small random puzzles.

#![allow(clippy::unwrap_used)] // A test may panic.

use crate::machines;

use std::collections::{HashMap, HashSet};

use fewest_rules::{DEAD_END, Goals, Limits, Puzzle, Reverse, StopReason, Symmetric, Zero};
use fewest_search::{
    NearOptions, NearSolutions, SolutionRange, StartSymmetries, near_shortest,
    near_shortest_from_both_ends,
};
use machines::{Machine, Random};

/// The greatest number of steps that an enumeration may take.
const MOST_STEPS: usize = 8_000;

/// Lists all sequences of at most `longest` moves from `start` that end at a goal, by length and
/// then in lexicographic order. `None` if the enumeration takes too long. If `simple` is set, lists
/// only sequences that visit no state twice and reach a goal only at their end.
fn walks<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    longest: usize,
    simple: bool,
) -> Option<Vec<Vec<P::Move>>> {
    let mut found = Vec::new();
    let mut layer = vec![(vec![start], Vec::new())];
    let mut steps = 0;
    for length in 0..=longest {
        let mut next = Vec::new();
        for (visited, moves) in layer {
            let state = *visited.last().unwrap();
            if puzzle.is_goal(state) {
                found.push(moves.clone());
                if simple {
                    continue;
                }
            }
            if length == longest {
                continue;
            }
            for m in puzzle.moves(state) {
                steps += 1;
                if steps > MOST_STEPS {
                    return None;
                }
                let after = puzzle.apply(state, m);
                if simple && visited.contains(&after) {
                    continue;
                }
                next.push((
                    [&visited[..], &[after]].concat(),
                    [&moves[..], &[m]].concat(),
                ));
            }
        }
        layer = next;
    }
    Some(found)
}

/// Whether some move can be brought forward, one place at a time, to a place before a greater move.
fn is_out_of_order<P: Puzzle>(puzzle: &P, start: P::State, moves: &[P::Move]) -> bool {
    let end = |moves: &[P::Move]| {
        let legal = |state: Option<P::State>, &m: &P::Move| {
            state
                .filter(|&s| puzzle.moves(s).any(|o| o == m))
                .map(|s| puzzle.apply(s, m))
        };
        moves.iter().fold(Some(start), legal)
    };
    (0..moves.len()).any(|last| {
        let mut order = moves.to_vec();
        for place in (0..last).rev() {
            let before = end(&order[..place + 2]);
            let (m, other) = (order[place + 1], order[place]);
            order.swap(place, place + 1);
            if m == other || end(&order[..place + 2]) != before {
                return false;
            }
            if m < other {
                return true;
            }
        }
        false
    })
}

fn distances<const TWO_WAY: bool>(puzzle: &Machine<TWO_WAY>) -> HashMap<u8, u32> {
    let mut distances: HashMap<u8, u32> = puzzle.goals().map(|goal| (goal, 0)).collect();
    for distance in 0.. {
        let states = 0..puzzle.states();
        let new: Vec<u8> = states
            .filter(|state| !distances.contains_key(state))
            .filter(|&state| {
                puzzle
                    .moves(state)
                    .any(|m| distances.get(&puzzle.apply(state, m)) == Some(&distance))
            })
            .collect();
        if new.is_empty() {
            return distances;
        }
        distances.extend(new.into_iter().map(|state| (state, distance + 1)));
    }
    unreachable!()
}

/// Compares what a search found with all solutions of at most `longest` moves.
fn check<M: Copy + Ord + std::fmt::Debug + Send + Sync>(
    found: &NearSolutions<M>,
    wanted: &[Vec<M>],
    longest: usize,
    range: SolutionRange,
) {
    assert_eq!(found.stopped, None);
    let all: Vec<Vec<M>> = found.iter().collect();
    assert_eq!(found.count(), all.len().into());
    let complete = found.complete_below as usize;
    let known = |moves: &&Vec<M>| moves.len() < complete;
    let wanted: Vec<_> = wanted.iter().filter(known).cloned().collect();
    assert_eq!(all, wanted, "{range:?}");
    match range {
        SolutionRange::Optimal | SolutionRange::Within(_) => {
            assert!(found.is_all || complete == longest + 1);
        }
        SolutionRange::Best(most) => assert!(found.is_all || all.len() as u64 >= most),
    }
}

/// How many cases of each kind were checked.
#[derive(Debug, Default)]
struct Checked {
    cases: usize,
    longer: usize,
    left_out: usize,
    ends: usize,
}

fn check_machine<const TWO_WAY: bool>(
    puzzle: &Machine<TWO_WAY>,
    checked: &mut Checked,
    random: &mut Random,
) where
    Machine<TWO_WAY>: Reverse + Puzzle<State = u8, Move = u8>,
{
    let distances = distances(puzzle);
    let limits = Limits::default();
    for start in 0..puzzle.states() {
        let Some(&shortest) = distances.get(&start) else {
            continue;
        };
        let more = random.below(5) as u32;
        let longest = (shortest + more) as usize;
        // Walks that visit no state twice have fewer moves than the puzzle has states.
        let to_the_end = walks(puzzle, start, usize::from(puzzle.states()), true);
        let Some(near) = walks(puzzle, start, longest, true) else {
            continue;
        };
        for in_order in [false, true] {
            let filtered = |all: &[Vec<u8>]| -> Vec<Vec<u8>> {
                let keeps = |moves: &&Vec<u8>| !(in_order && is_out_of_order(puzzle, start, moves));
                all.iter().filter(keeps).cloned().collect()
            };
            let wanted = filtered(&near);
            checked.cases += 1;
            checked.longer += usize::from(wanted.iter().any(|m| m.len() > shortest as usize));
            checked.left_out += near.len() - wanted.len();
            let every = |range, wanted: &[Vec<u8>], checked: &mut Checked| {
                let options = NearOptions {
                    shortest,
                    range,
                    in_order,
                };
                let half = |state| distances.get(&state).map_or(DEAD_END, |left| left / 2);
                let one = near_shortest(puzzle, start, &Zero, &options, &limits);
                let informed = near_shortest(puzzle, start, &half, &options, &limits);
                let both = near_shortest_from_both_ends(puzzle, start, &options, &limits);
                for found in [one, informed, both] {
                    check(&found, wanted, longest, range);
                    checked.ends += usize::from(found.is_all);
                    if let (true, Some(all)) = (found.is_all, &to_the_end) {
                        assert_eq!(found.count(), filtered(all).len().into(), "{range:?}");
                    }
                }
            };
            every(SolutionRange::Within(more), &wanted, checked);
            if let Some(all) = &to_the_end {
                let all = filtered(all);
                for most in [1, 3, 20, 1000] {
                    every(SolutionRange::Best(most), &all, checked);
                }
            }
        }
    }
}

#[test]
fn all_and_the_best_solutions_are_those_of_an_enumeration() {
    let mut random = Random(12);
    let mut checked = Checked::default();
    for _ in 0..400 {
        check_machine(
            &Machine::<false>::random(&mut random),
            &mut checked,
            &mut random,
        );
        check_machine(
            &Machine::<true>::random(&mut random),
            &mut checked,
            &mut random,
        );
    }
    assert!(checked.cases > 3000, "{checked:?}");
    assert!(checked.longer > 800, "{checked:?}");
    assert!(checked.left_out > 200, "{checked:?}");
    assert!(checked.ends > 3000, "{checked:?}");
}

/// A random machine in which no two moves are independent anywhere.
fn rigid(random: &mut Random) -> Machine<false> {
    loop {
        let machine = Machine::<false>::random(random);
        let then = |state: Option<u8>, m: u8| {
            state.and_then(|s| machine.edges[usize::from(m)][usize::from(s)])
        };
        let moves = machine.edges.len() as u8;
        let commute = |state: u8, one: u8, other: u8| {
            let end = then(then(Some(state), one), other);
            end.is_some() && end == then(then(Some(state), other), one)
        };
        let loose = (0..machine.states())
            .any(|state| (0..moves).any(|one| (0..one).any(|other| commute(state, one, other))));
        if !loose {
            return machine;
        }
    }
}

/// Several machines side by side. Each move is made in one of them, and every machine must reach a
/// goal.
struct SideBySide(Vec<Machine<false>>);

const MACHINES: usize = 3;
/// The numbers of all moves of a machine are below this number.
const MOVES: u8 = 8;

impl Puzzle for SideBySide {
    type State = [u8; MACHINES];
    type Move = u8;

    fn moves(&self, state: [u8; MACHINES]) -> impl Iterator<Item = u8> {
        let machines = self.0.iter().enumerate();
        machines
            .flat_map(move |(i, machine)| machine.moves(state[i]).map(move |m| i as u8 * MOVES + m))
    }

    fn apply(&self, mut state: [u8; MACHINES], m: u8) -> [u8; MACHINES] {
        let i = usize::from(m / MOVES);
        state[i] = self.0[i].apply(state[i], m % MOVES);
        state
    }

    fn is_goal(&self, state: [u8; MACHINES]) -> bool {
        let mut machines = self.0.iter().enumerate();
        machines.all(|(i, machine)| machine.is_goal(state[i]))
    }
}

/// The symmetry exchanges the first two machines, which must be equal.
impl Symmetric for SideBySide {
    fn canonical(&self, state: [u8; MACHINES]) -> [u8; MACHINES] {
        self.images(state).fold(state, Ord::min)
    }

    fn images(&self, mut state: [u8; MACHINES]) -> impl Iterator<Item = [u8; MACHINES]> {
        state.swap(0, 1);
        [state].into_iter()
    }
}

/// Divides `walks` into classes. `alike` lists walks of the same class as a given walk. Each class
/// is sorted.
fn classes(walks: &[Vec<u8>], alike: impl Fn(&Vec<u8>) -> Vec<Vec<u8>>) -> Vec<Vec<Vec<u8>>> {
    let mut left: HashSet<Vec<u8>> = walks.iter().cloned().collect();
    let mut classes = Vec::new();
    for walk in walks {
        if !left.remove(walk) {
            continue;
        }
        let mut class = vec![walk.clone()];
        let mut at = 0;
        while let Some(member) = class.get(at) {
            at += 1;
            for other in alike(member) {
                if left.remove(&other) {
                    class.push(other);
                }
            }
        }
        class.sort();
        classes.push(class);
    }
    classes
}

/// For each pair of consecutive moves in different machines, the walk with the two moves swapped.
fn swapped(walk: &[u8]) -> Vec<Vec<u8>> {
    let places = 1..walk.len();
    let apart = places.filter(|&at| walk[at - 1] / MOVES != walk[at] / MOVES);
    apart
        .map(|at| {
            let mut other = walk.to_vec();
            other.swap(at - 1, at);
            other
        })
        .collect()
}

/// The walk with the first two machines exchanged.
fn exchanged(walk: &[u8]) -> Vec<u8> {
    let image = |&m: &u8| match m / MOVES {
        0 => m + MOVES,
        1 => m - MOVES,
        _ => m,
    };
    walk.iter().map(image).collect()
}

/// If independence does not depend on the state, exactly one solution of each class is in order:
/// the first walk of the class. If that walk is not a solution, the solutions of the class contain
/// detours.
#[test]
fn one_solution_of_each_class_is_in_order() {
    let mut random = Random(5);
    let limits = Limits::default();
    let (mut cases, mut merged, mut halved, mut detours) = (0, 0, 0, 0);
    for _ in 0..3000 {
        let (one, other) = (rigid(&mut random), rigid(&mut random));
        let puzzle = SideBySide(vec![one.clone(), one, other]);
        let states = puzzle.0[0].states();
        let same = random.below(usize::from(states)) as u8;
        let start = [
            same,
            same,
            random.below(usize::from(puzzle.0[2].states())) as u8,
        ];
        let Some(near) = walks(&puzzle, start, 7, true) else {
            continue;
        };
        let Some(first) = near.first() else { continue };
        let longest = first.len() + random.below(3);
        let Some(all) = walks(&puzzle, start, longest, false) else {
            continue;
        };
        let simple: HashSet<Vec<u8>> = walks(&puzzle, start, longest, true)
            .unwrap()
            .into_iter()
            .collect();
        let options = NearOptions {
            shortest: first.len() as u32,
            range: SolutionRange::Within((longest - first.len()) as u32),
            in_order: true,
        };
        let near = near_shortest(&puzzle, start, &Zero, &options, &limits);
        assert_eq!(near.stopped, None);
        let found: Vec<Vec<u8>> = near.iter().collect();
        let by_order = classes(&all, |walk| swapped(walk));
        let firsts = by_order.iter().map(|class| class[0].clone());
        let (mut wanted, detour): (Vec<_>, Vec<_>) =
            firsts.partition(|first| simple.contains(first));
        wanted.sort_by_key(|moves| (moves.len(), moves.clone()));
        assert_eq!(found, wanted);
        for class in &by_order {
            for walk in class.iter().filter(|&walk| simple.contains(walk)) {
                let first = simple.contains(&class[0]).then(|| class[0].clone());
                assert_eq!(near.normal_form(walk), first);
            }
        }
        let symmetries = StartSymmetries::new(&puzzle, start);
        assert!(!symmetries.is_empty());
        let distinct: Vec<_> = found
            .iter()
            .filter(|moves| symmetries.is_first(&puzzle, moves, &|image| near.normal_form(image)))
            .collect();
        let by_both = classes(&found, |walk| {
            near.normal_form(&exchanged(walk)).into_iter().collect()
        });
        let mut wanted: Vec<_> = by_both.iter().map(|class| &class[0]).collect();
        wanted.sort_by_key(|moves| (moves.len(), moves.to_vec()));
        assert_eq!(distinct, wanted);
        cases += 1;
        merged += simple.len() - found.len();
        halved += found.len() - distinct.len();
        detours += detour.len();
    }
    let figures = (cases, merged, halved, detours);
    assert!(
        cases > 200 && merged > 1000 && halved > 15 && detours > 300,
        "{figures:?}"
    );
}

/// If a limit stops a search, the result has all solutions of the lengths that were completed.
#[test]
fn limits_leave_what_is_complete() {
    let mut random = Random(77);
    let (mut stopped, mut partial) = (0, 0);
    for _ in 0..600 {
        let puzzle = Machine::<true>::random(&mut random);
        let distances = distances(&puzzle);
        let start = random.below(usize::from(puzzle.states())) as u8;
        let Some(&shortest) = distances.get(&start) else {
            continue;
        };
        let Some(near) = walks(&puzzle, start, shortest as usize + 4, true) else {
            continue;
        };
        let options = NearOptions {
            shortest,
            range: SolutionRange::Best(1 << 40),
            in_order: false,
        };
        for limits in [
            Limits {
                states: Some(random.below(100) as u64),
                ..Limits::default()
            },
            Limits {
                memory: Some(random.below(1 << 17) as u64),
                ..Limits::default()
            },
        ] {
            for found in [
                near_shortest(&puzzle, start, &Zero, &options, &limits),
                near_shortest_from_both_ends(&puzzle, start, &options, &limits),
            ] {
                let below = found.complete_below as usize;
                let all: Vec<_> = found
                    .iter()
                    .filter(|m| m.len() <= shortest as usize + 4)
                    .collect();
                let known = near.iter().filter(|m| m.len() < below).cloned();
                assert_eq!(all, known.collect::<Vec<_>>());
                assert!(found.stopped.is_none() || !found.is_all);
                let reason = limits
                    .states
                    .map_or(StopReason::Memory, |_| StopReason::States);
                assert!(found.stopped.is_none_or(|stopped| stopped == reason));
                stopped += usize::from(found.stopped.is_some());
                partial += usize::from(found.stopped.is_some() && !all.is_empty());
            }
        }
    }
    assert!(stopped > 100 && partial > 20, "{stopped} {partial}");
}
