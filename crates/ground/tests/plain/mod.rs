//! The plain, slow and obvious reading of ground rules: the oracle of the tests.

#![allow(dead_code)]

use std::collections::HashSet;

use fewest_ground::{Consequences, Ground, Label, Rule, RuleGroup, Test, Value};

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

/// The state after a group of rules.
fn after_group(ground: &Ground, group: &RuleGroup, state: &State) -> State {
    let mut next = state.clone();
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

/// The state after a rule and all that follows it; `None` if that never ends.
fn after_all(ground: &Ground, rule: usize, state: &State) -> Option<State> {
    let mut state = after(ground, &ground.rules[rule], state);
    let Consequences {
        groups, programs, ..
    } = &ground.consequences;
    let Some(program) = ground.consequences.program(rule) else {
        return Some(state);
    };
    let program = &programs[program];
    if let Some(once) = program.once {
        state = after_group(ground, &groups[once], &state);
    }
    let mut seen = HashSet::new();
    while seen.insert(state.clone()) {
        let mut nexts = program
            .repeat
            .iter()
            .map(|&g| after_group(ground, &groups[g], &state));
        match nexts.find(|next| *next != state) {
            None => return Some(state),
            Some(next) => state = next,
        }
    }
    None
}

/// The legal moves, in the puzzle's order, and where they lead; `None` where what follows never ends.
pub(crate) fn all_successors(ground: &Ground, state: &State) -> Vec<(usize, Option<State>)> {
    let mut successors = Vec::new();
    let mut made = None;
    for (number, rule) in ground.rules.iter().enumerate() {
        if made != Some(rule.of) && rule.tests.iter().all(|test| holds(test, state)) {
            made = Some(rule.of);
            successors.push((rule.of, after_all(ground, number, state)));
        }
    }
    successors
}

/// The legal moves, in the puzzle's order, and where they lead.
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
