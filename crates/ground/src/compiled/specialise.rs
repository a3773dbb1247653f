//! Specialises a puzzle to its start: fewer labels, fewer rules, fewer tests.
//!
//! A position that no rule can change is a constant, and a rule that can never be applied is
//! dropped. To decide exactly whether a rule can ever be applied is as hard as the puzzle, so the
//! question is relaxed: each position keeps every label that it ever got, and a rule applies as
//! soon as each of its tests could hold by itself. The relaxation only adds possibilities, so
//! whatever is impossible in it is impossible in the puzzle. The sets of labels grow to a fixpoint,
//! and a rule is examined again whenever a set that it tests or reads has grown.

use std::collections::VecDeque;

use super::Refused;
use crate::ground::{Ground, Label, LabelSet, MOST_LABELS, Rule, Test, Value, Write};

/// The boards for which a puzzle is compiled.
#[derive(Debug, Clone, Copy)]
pub enum Starts<'a> {
    /// One start and all states that can be reached from it.
    One(&'a [Label]),
    /// Every board.
    Any,
}

/// A puzzle specialised to its starts.
#[derive(Debug, Clone)]
pub struct Special {
    /// The rules that may be applied, with only the tests that may fail and the writes that may
    /// change something, and the goals that may be reached, likewise.
    pub ground: Ground,
    /// By position: the labels that it may ever get.
    pub sets: Vec<LabelSet>,
    /// The start, if the puzzle is specialised to a single one.
    pub start: Option<Vec<Label>>,
    /// If no goal can be reached: a test of the first goal that fails in every state, if there is
    /// such a test.
    pub missed: Option<Test>,
}

impl Special {
    /// Specialises `ground` to `starts`.
    ///
    /// In the worst case the time is proportional to the total size of the rules times the number
    /// of labels of a domain.
    ///
    /// # Errors
    /// [`Refused::Malformed`] if `ground` or the start violates the documentation of [`Ground`].
    pub fn new(ground: &Ground, starts: Starts) -> Result<Self, Refused> {
        well_formed(ground)?;
        let all = |position: usize| all_labels(ground, position);
        let positions = 0..ground.positions.len();
        let start = match starts {
            Starts::Any => None,
            Starts::One(start) => {
                let fits = start.len() == positions.len()
                    && positions.clone().all(|p| all(p).has(start[p]));
                if !fits {
                    return Err(Refused::Malformed("the start is no state"));
                }
                Some(start.to_vec())
            }
        };
        let mut sets: Vec<LabelSet> = match &start {
            None => positions.map(all).collect(),
            Some(start) => start.iter().map(|&label| LabelSet::of(label)).collect(),
        };
        grow(ground, &mut sets);
        let mut special = Self {
            ground: Ground {
                rules: Vec::new(),
                goals: Vec::new(),
                ..ground.clone()
            },
            sets,
            start,
            missed: None,
        };
        let mut scratch = Narrowed::new(ground.positions.len());
        for rule in &ground.rules {
            if let Some(tests) = special.tests(&rule.tests, &mut scratch) {
                let writes = rule.writes.iter();
                let writes =
                    writes.filter_map(|&write| simplified(ground, write, &scratch, &special.sets));
                let writes = writes.collect();
                let of = rule.of;
                special.ground.rules.push(Rule { of, tests, writes });
            }
        }
        for goal in &ground.goals {
            if let Some(tests) = special.tests(goal, &mut scratch)
                && !special.ground.goals.contains(&tests)
            {
                special.ground.goals.push(tests);
            }
        }
        if special.ground.goals.is_empty() {
            let mut tests = ground.goals.iter().take(1).flatten();
            special.missed = tests.find(|test| special.fails(test)).copied();
        }
        Ok(special)
    }

    /// Whether a test fails in every state.
    fn fails(&self, test: &Test) -> bool {
        match *test {
            Test::In { position, labels } => labels.0 & self.sets[position].0 == 0,
            Test::Same { one, other } => self.sets[one].0 & self.sets[other].0 == 0,
        }
    }

    /// The positions that may change.
    pub fn changing(&self) -> impl Iterator<Item = usize> {
        (0..self.sets.len()).filter(|&position| self.sets[position].len() > 1)
    }

    /// The labels that `position` may have if `tests` hold. `tests` must be those of a rule or a
    /// goal of the specialised puzzle.
    pub fn under(&self, tests: &[Test], position: usize) -> LabelSet {
        let tested = tests.iter().find_map(|test| match *test {
            Test::In {
                position: p,
                labels,
            } if p == position => Some(labels),
            _ => None,
        });
        tested.unwrap_or(self.sets[position])
    }

    /// The tests that may fail, or `None` if one always fails. Afterwards `now` holds the labels
    /// that the positions may have if the tests hold.
    fn tests(&self, tests: &[Test], now: &mut Narrowed) -> Option<Vec<Test>> {
        if !now.narrow(tests, &self.sets) {
            return None;
        }
        let mut positions = now.touched.clone();
        positions.sort_unstable();
        let narrowed = positions.into_iter().filter_map(|position| {
            let labels = now.of(position, &self.sets);
            (labels != self.sets[position]).then_some(Test::In { position, labels })
        });
        let mut left: Vec<Test> = narrowed.collect();
        left.extend(tests.iter().filter(|test| match **test {
            Test::In { .. } => false,
            Test::Same { one, other } => one != other && now.of(one, &self.sets).len() > 1,
        }));
        Some(left)
    }
}

/// Simplifies `write` under the tests that `now` represents; `None` if the write changes nothing.
fn simplified(ground: &Ground, write: Write, now: &Narrowed, sets: &[LabelSet]) -> Option<Write> {
    let Write { position, value } = write;
    let value = match value {
        Value::Label(_) => value,
        Value::Of {
            position: from,
            plus,
        } => {
            let read = now.of(from, sets);
            match read.single() {
                Some(label) => Value::Label(added(label, plus, modulus(ground, from))),
                None => value,
            }
        }
    };
    let nothing = match value {
        Value::Label(label) => now.of(position, sets) == LabelSet::of(label),
        Value::Of {
            position: from,
            plus,
        } => from == position && plus == 0,
    };
    (!nothing).then_some(Write { position, value })
}

/// Adds to `sets` the labels that the rules can write, until nothing new appears.
fn grow(ground: &Ground, sets: &mut [LabelSet]) {
    let mut concerns: Vec<Vec<u32>> = vec![Vec::new(); sets.len()];
    for (number, rule) in ground.rules.iter().enumerate() {
        let mut concern = |position: usize| {
            if concerns[position].last() != Some(&(number as u32)) {
                concerns[position].push(number as u32);
            }
        };
        for test in &rule.tests {
            match *test {
                Test::In { position, .. } => concern(position),
                Test::Same { one, other } => {
                    concern(one);
                    concern(other);
                }
            }
        }
        for write in &rule.writes {
            if let Value::Of { position, .. } = write.value {
                concern(position);
            }
        }
    }
    let mut waiting: VecDeque<u32> = (0..ground.rules.len() as u32).collect();
    let mut waits = vec![true; ground.rules.len()];
    let mut now = Narrowed::new(sets.len());
    // Invariant: every rule that could still add a label to `sets` is waiting. A rule that is not
    // waiting has been examined since the sets that it tests or reads last grew. The sets only
    // grow, so the loop ends with the least fixpoint.
    while let Some(number) = waiting.pop_front() {
        waits[number as usize] = false;
        let rule = &ground.rules[number as usize];
        if !now.narrow(&rule.tests, sets) {
            continue;
        }
        for write in &rule.writes {
            let new = match write.value {
                Value::Label(label) => LabelSet::of(label),
                Value::Of { position, plus } => {
                    shifted(now.of(position, sets), plus, modulus(ground, position))
                }
            };
            let set = &mut sets[write.position];
            let grown = LabelSet(set.0 | new.0);
            if grown != *set {
                *set = grown;
                for &other in &concerns[write.position] {
                    if !std::mem::replace(&mut waits[other as usize], true) {
                        waiting.push_back(other);
                    }
                }
            }
        }
    }
}

/// The labels that positions may have if some tests hold.
struct Narrowed {
    /// By position: its labels; `None` if no test mentions it.
    sets: Vec<Option<LabelSet>>,
    touched: Vec<usize>,
}

impl Narrowed {
    fn new(positions: usize) -> Self {
        Self {
            sets: vec![None; positions],
            touched: Vec::new(),
        }
    }

    fn of(&self, position: usize, sets: &[LabelSet]) -> LabelSet {
        self.sets[position].unwrap_or(sets[position])
    }

    fn narrow_one(&mut self, position: usize, to: LabelSet, sets: &[LabelSet]) -> bool {
        let before = self.of(position, sets);
        if self.sets[position].is_none() {
            self.touched.push(position);
        }
        let after = before.both(to);
        self.sets[position] = Some(after);
        after != before
    }

    /// Starts again with these tests; false if one of them cannot hold.
    fn narrow(&mut self, tests: &[Test], sets: &[LabelSet]) -> bool {
        for position in self.touched.drain(..) {
            self.sets[position] = None;
        }
        let mut again = false;
        for test in tests {
            match *test {
                Test::In { position, labels } => {
                    self.narrow_one(position, labels, sets);
                }
                Test::Same { .. } => again = true,
            }
        }
        // Every round after the first follows a change, and a change only removes labels, so the
        // loop ends. At the end, positions with equal labels have the same set.
        while again {
            again = false;
            for test in tests {
                if let Test::Same { one, other } = *test {
                    let both = self.of(one, sets).both(self.of(other, sets));
                    again |= self.narrow_one(one, both, sets);
                    again |= self.narrow_one(other, both, sets);
                }
            }
        }
        self.touched.iter().all(|&p| !self.of(p, sets).is_empty())
    }
}

/// The number of labels in the domain of `position`.
///
/// # Panics
/// If `ground` has no such position, or the position's domain does not exist.
pub fn modulus(ground: &Ground, position: usize) -> usize {
    ground.domains[ground.positions[position].domain]
        .labels
        .len()
}

pub(crate) fn added(label: Label, plus: Label, modulus: usize) -> Label {
    ((usize::from(label) + usize::from(plus)) % modulus) as Label
}

/// Adds `plus` to each of `labels` modulo `modulus`, the number of labels of their domain. `plus`
/// must be less than `modulus`.
pub fn shifted(labels: LabelSet, plus: Label, modulus: usize) -> LabelSet {
    if plus == 0 {
        return labels;
    }
    let (plus, all) = (u32::from(plus), u64::MAX >> (MOST_LABELS - modulus));
    LabelSet((labels.0 << plus | labels.0 >> (modulus as u32 - plus)) & all)
}

fn all_labels(ground: &Ground, position: usize) -> LabelSet {
    LabelSet(u64::MAX >> (MOST_LABELS - modulus(ground, position)))
}

/// Refuses indices that are out of range, so that no other code needs to check them.
fn well_formed(ground: &Ground) -> Result<(), Refused> {
    let wrong = |what| Err(Refused::Malformed(what));
    let positions = ground.positions.len();
    if ground
        .domains
        .iter()
        .any(|d| !(1..=MOST_LABELS).contains(&d.labels.len()))
    {
        return wrong("a domain has no labels or too many");
    }
    if ground
        .positions
        .iter()
        .any(|p| p.domain >= ground.domains.len())
    {
        return wrong("a position has no domain");
    }
    let domain = |position: usize| ground.positions[position].domain;
    let sound_tests = |tests: &[Test]| {
        let mut seen = Vec::new();
        tests.iter().all(|test| match *test {
            Test::In { position, .. } => {
                let new = position < positions && !seen.contains(&position);
                seen.push(position);
                new
            }
            Test::Same { one, other } => {
                one < positions && other < positions && domain(one) == domain(other)
            }
        })
    };
    let sound_write = |write: &Write| {
        write.position < positions
            && match write.value {
                Value::Label(label) => usize::from(label) < modulus(ground, write.position),
                Value::Of { position, plus } => {
                    position < positions
                        && domain(position) == domain(write.position)
                        && usize::from(plus) < modulus(ground, position)
                }
            }
    };
    for rule in &ground.rules {
        if rule.of >= ground.moves.len() || !sound_tests(&rule.tests) {
            return wrong("a rule is of no move or tests what is not there");
        }
        let mut written: Vec<usize> = rule.writes.iter().map(|write| write.position).collect();
        written.sort_unstable();
        if !rule.writes.iter().all(sound_write) || written.windows(2).any(|w| w[0] == w[1]) {
            return wrong("a rule writes what is not there, or twice");
        }
    }
    if !ground.rules.is_sorted_by_key(|rule| rule.of) {
        return wrong("the rules are not in the order of their moves");
    }
    if !ground.goals.iter().all(|tests| sound_tests(tests)) {
        return wrong("a goal tests what is not there");
    }
    Ok(())
}
