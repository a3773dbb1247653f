//! The plain, slow and obvious reading of ground rules: the oracle of the tests.

#![allow(dead_code)]

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use fewest_ground::{Consequences, Ground, Label, Rule, RuleGroup, Test, Value};
use fewest_rules::Objective;

/// The labels of a state, one a position.
pub(crate) type State = Vec<Label>;

/// Whether a test holds.
pub(crate) fn holds(test: &Test, state: &State) -> bool {
    match *test {
        Test::In { position, labels } => labels.0 >> state[position] & 1 == 1,
        Test::Same { one, other } => state[one] == state[other],
    }
}

/// The state after a rule.
pub(crate) fn after(ground: &Ground, rule: &Rule, state: &State) -> State {
    let mut next = state.clone();
    for write in &rule.writes {
        next[write.position] = match write.value {
            Value::Label(label) => label,
            Value::Of { position, plus } => {
                let domain = ground.positions[write.position].domain;
                let count = ground.domains[domain].labels.len();
                ((usize::from(state[position]) + usize::from(plus)) % count) as Label
            }
        };
    }
    next
}

/// Whether the tests of a rule of one of these groups hold.
fn fits_any(ground: &Ground, groups: &[usize], state: &State) -> bool {
    let groups = groups
        .iter()
        .map(|&group| &ground.consequences.groups[group]);
    let mut rules = groups.flat_map(|group| &group.rules);
    rules.any(|rule| rule.tests.iter().all(|test| holds(test, state)))
}

/// The state after a group of rules.
fn after_group(ground: &Ground, group: &RuleGroup, state: &State) -> State {
    let mut next = state.clone();
    if fits_any(ground, &group.unless, state) {
        return next;
    }
    let mut changed = HashSet::new();
    for rule in &group.rules {
        if !rule.tests.iter().all(|test| holds(test, state)) {
            continue;
        }
        let own = after(ground, rule, state);
        let differ: Vec<usize> = (0..own.len()).filter(|&p| own[p] != state[p]).collect();
        let domain = |p: usize| ground.positions[p].domain;
        let alone = |p: usize| {
            let same = ground
                .positions
                .iter()
                .filter(|other| other.domain == domain(p));
            same.count() == 1
        };
        let conflicts = |&p: &usize| changed.contains(&p) && !(alone(p) && own[p] == next[p]);
        if differ.iter().any(conflicts) {
            continue;
        }
        for p in differ {
            next[p] = own[p];
            changed.insert(p);
        }
        if !group.everywhere && !changed.is_empty() {
            break;
        }
    }
    next
}

/// The state after a rule and its consequences; `None` if the consequences never end.
pub(crate) fn after_all(ground: &Ground, rule: usize, state: &State) -> Option<State> {
    let mut state = after(ground, &ground.rules[rule], state);
    let Consequences {
        groups, programs, ..
    } = &ground.consequences;
    let Some(program) = ground.consequences.program(rule) else {
        return Some(state);
    };
    for stage in &programs[program].stages {
        let mut seen = HashSet::new();
        loop {
            if !seen.insert(state.clone()) {
                return None;
            }
            let groups = stage.groups.iter().map(|&group| &groups[group]);
            let mut nexts = groups.map(|group| after_group(ground, group, &state));
            let next = nexts.find(|next| *next != state);
            let ends = next.is_none() || !stage.repeats;
            state = next.unwrap_or(state);
            if ends {
                break;
            }
        }
    }
    Some(state)
}

/// The number of the rule that each legal move applies, in the puzzle's order of moves.
pub(crate) fn applied(ground: &Ground, state: &State) -> Vec<usize> {
    let mut applied: Vec<usize> = Vec::new();
    for (number, rule) in ground.rules.iter().enumerate() {
        let made = applied
            .last()
            .is_some_and(|&last| ground.rules[last].of == rule.of);
        let program = ground.consequences.program(number);
        let unless = program.map_or(&[][..], |p| &ground.consequences.programs[p].unless);
        if !made
            && rule.tests.iter().all(|test| holds(test, state))
            && !fits_any(ground, unless, state)
        {
            applied.push(number);
        }
    }
    applied
}

/// The legal moves, in the puzzle's order, each with the next state; `None` if the consequences of
/// the move never end.
pub(crate) fn all_successors(ground: &Ground, state: &State) -> Vec<(usize, Option<State>)> {
    let rules = applied(ground, state).into_iter();
    rules
        .map(|rule| (ground.rules[rule].of, after_all(ground, rule, state)))
        .collect()
}

/// The value of what is minimised first, and the value of what breaks ties, which is 0 if nothing
/// does.
pub(crate) type Criteria = (u64, u64);

/// The criteria of a path that makes one more move.
fn longer(ground: &Ground, (first, second): Criteria, cost: u16) -> Criteria {
    let cost = u64::from(cost);
    match ground.measure.as_ref().map(|measure| measure.objective) {
        None => (first + 1, 0),
        Some(Objective::Cost) => (first + cost, 0),
        Some(Objective::CostThenMoves) => (first + cost, second + 1),
        Some(Objective::MovesThenCost) => (first + 1, second + cost),
    }
}

/// Finds the least criteria of a solution by Dijkstra's algorithm. `Some(None)` if there is no
/// solution; `None` if more than `most` states are settled, or if the consequences of a move never
/// end.
pub(crate) fn best(ground: &Ground, start: &State, most: usize) -> Option<Option<Criteria>> {
    let mut settled = HashSet::new();
    let mut heap = BinaryHeap::from([Reverse(((0, 0), start.clone()))]);
    while let Some(Reverse((criteria, state))) = heap.pop() {
        if is_goal(ground, &state) {
            return Some(Some(criteria));
        }
        if !settled.insert(state.clone()) {
            continue;
        }
        if settled.len() > most {
            return None;
        }
        for rule in applied(ground, &state) {
            let criteria = longer(ground, criteria, ground.rules[rule].cost);
            let next = after_all(ground, rule, &state)?;
            heap.push(Reverse((criteria, next)));
        }
    }
    Some(None)
}

/// The criteria of a solution that is given by the numbers of its moves, and the sum of their
/// costs. `None` if a move is not legal or if the last state is not a goal.
pub(crate) fn criteria(ground: &Ground, start: &State, moves: &[usize]) -> Option<(Criteria, u64)> {
    let (mut state, mut criteria, mut sum) = (start.clone(), (0, 0), 0);
    for &of in moves {
        let mut rules = applied(ground, &state).into_iter();
        let rule = rules.find(|&rule| ground.rules[rule].of == of)?;
        let cost = ground.rules[rule].cost;
        criteria = longer(ground, criteria, cost);
        sum += u64::from(cost);
        state = after_all(ground, rule, &state)?;
    }
    is_goal(ground, &state).then_some((criteria, sum))
}

/// The legal moves, in the puzzle's order, each with the next state.
pub(crate) fn successors(ground: &Ground, state: &State) -> Vec<(usize, State)> {
    let all = all_successors(ground, state).into_iter();
    all.map(|(of, next)| (of, next.unwrap())).collect()
}

/// Whether a state is a goal.
pub(crate) fn is_goal(ground: &Ground, state: &State) -> bool {
    ground
        .goals
        .iter()
        .any(|goal| goal.iter().all(|test| holds(test, state)))
}

/// The lexicographically first shortest solution by breadth-first search,
/// `Some(None)` if there is none, `None` if more than `most` states are met.
pub(crate) fn solve(ground: &Ground, start: &State, most: usize) -> Option<Option<Vec<usize>>> {
    if is_goal(ground, start) {
        return Some(Some(Vec::new()));
    }
    let mut states = vec![(start.clone(), 0, 0)];
    let mut known = HashSet::from([start.clone()]);
    let mut at = 0;
    while at < states.len() {
        for (of, next) in successors(ground, &states[at].0.clone()) {
            if !known.insert(next.clone()) {
                continue;
            }
            states.push((next, at, of));
            let last = states.len() - 1;
            if is_goal(ground, &states[last].0) {
                let mut moves = Vec::new();
                let mut back = last;
                while back != 0 {
                    moves.push(states[back].2);
                    back = states[back].1;
                }
                moves.reverse();
                return Some(Some(moves));
            }
            if states.len() > most {
                return None;
            }
        }
        at += 1;
    }
    Some(None)
}

/// Asserts what `fewest_ground::Ground` promises of every puzzle.
pub(crate) fn assert_well_formed(ground: &Ground) {
    let labels = |position: usize| {
        ground.domains[ground.positions[position].domain]
            .labels
            .len()
    };
    let well_formed = |tests: &[Test]| {
        let mut tested = HashSet::new();
        for test in tests {
            match *test {
                Test::In {
                    position,
                    labels: set,
                } => {
                    assert!(tested.insert(position), "{position} is tested twice");
                    let all = u64::MAX >> (64 - labels(position));
                    assert!(set.0 != 0 && set.0 & !all == 0 && set.0 != all, "{test:?}");
                }
                Test::Same { one, other } => {
                    assert_ne!(one, other);
                    assert_eq!(ground.positions[one].domain, ground.positions[other].domain);
                }
            }
        }
    };
    let mut of = 0;
    for rule in &ground.rules {
        assert!(rule.of >= of, "rules are ordered by move");
        of = rule.of;
        assert!(of < ground.moves.len());
        well_formed(&rule.tests);
        let mut written = HashSet::new();
        for write in &rule.writes {
            assert!(
                written.insert(write.position),
                "{} is written twice",
                write.position
            );
            match write.value {
                Value::Label(label) => assert!(usize::from(label) < labels(write.position)),
                Value::Of { position, plus } => {
                    let domain = |position: usize| ground.positions[position].domain;
                    assert_eq!(domain(position), domain(write.position));
                    assert!(usize::from(plus) < labels(position));
                }
            }
        }
    }
    ground.goals.iter().for_each(|goal| well_formed(goal));
    let mut names = HashSet::new();
    for name in &ground.moves {
        assert!(names.insert(name), "two moves {name}");
        assert!(!name.contains([' ', ',']) && !name.is_empty());
    }
    for domain in &ground.domains {
        assert!((1..=fewest_ground::MOST_LABELS).contains(&domain.labels.len()));
    }
    if let Some(start) = &ground.start {
        assert_eq!(start.len(), ground.positions.len());
        for (position, &label) in start.iter().enumerate() {
            assert!(usize::from(label) < labels(position));
        }
    }
}
