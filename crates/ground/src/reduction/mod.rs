//! The reduction of a puzzle to its start: fewer labels, fewer rules, fewer tests.
//!
//! A position that no rule can change is a constant, and a rule that can never be applied is
//! dropped. Deciding exactly whether a rule can ever be applied is as hard as the puzzle, so the
//! question is relaxed: each position has a set of labels that only grows, and a rule applies as
//! soon as each of its tests could hold by itself. The relaxation only adds possibilities, so
//! whatever is impossible in it is impossible in the puzzle. The sets of labels grow to a fixpoint,
//! and a rule is examined again whenever the set of a position that it tests or reads has grown.

mod counts;
mod inverse;
mod selecting;
mod well_formed;

use std::collections::{HashSet, VecDeque};

use crate::error::CompileError;
use crate::ground::{
    Consequences, Ground, Label, LabelSet, MOST_LABELS, Position, Rule, RuleGroup, Test, Value,
    Write,
};
use well_formed::well_formed;

pub use counts::KeptCounts;
pub use inverse::{InverseRule, inverse_rules};
pub use selecting::{DomainLabel, place_of, selecting_label};

/// The boards for which a puzzle is compiled.
#[derive(Debug, Clone, Copy)]
pub enum Starts<'a> {
    /// One start and all states that can be reached from it.
    One(&'a [Label]),
    /// Every possible start.
    Any,
}

/// A puzzle reduced to what can happen from its starts.
#[derive(Debug, Clone)]
pub struct ReducedTask {
    /// The rules that may be applied, with only those tests that may fail and those writes that may
    /// change something. The goals have only conjunctions that may hold, and of these only the
    /// tests that may fail.
    pub ground: Ground,
    /// For each position, the labels that it may ever get.
    pub sets: Vec<LabelSet>,
    /// The start, if the puzzle is reduced to a single start.
    pub start: Option<Vec<Label>>,
    /// If no goal can be reached, a test of the first goal that by itself fails in every state;
    /// `None` if there is no such test.
    pub missed: Option<Test>,
}

impl ReducedTask {
    /// Reduces `ground` to `starts`.
    ///
    /// In the worst case the time is proportional to the total size of the rules times the number
    /// of labels of a domain.
    ///
    /// # Errors
    /// [`CompileError::Malformed`] if `ground` or the start violates the documentation of [`Ground`].
    pub fn new(ground: &Ground, starts: Starts) -> Result<Self, CompileError> {
        well_formed(ground)?;
        let all = |position: usize| all_labels(ground, position);
        let positions = 0..ground.positions.len();
        let start = match starts {
            Starts::Any => None,
            Starts::One(start) => {
                let fits = start.len() == positions.len()
                    && positions.clone().all(|p| all(p).has(start[p]));
                if !fits {
                    return Err(CompileError::Malformed("the start is no state"));
                }
                Some(start.to_vec())
            }
        };
        let mut sets: Vec<LabelSet> = match &start {
            None => positions.map(all).collect(),
            Some(start) => start.iter().map(|&label| LabelSet::of(label)).collect(),
        };
        grow(ground, &mut sets);
        let mut reduced = Self {
            ground: Ground {
                rules: Vec::new(),
                goals: Vec::new(),
                consequences: Consequences::default(),
                ..ground.clone()
            },
            sets,
            start,
            missed: None,
        };
        let mut scratch = Narrowed::new(ground.positions.len());
        let mut consequences = Consequences {
            programs: ground.consequences.programs.clone(),
            ..Consequences::default()
        };
        for (number, rule) in ground.rules.iter().enumerate() {
            if let Some(rule) = reduced.rule(rule, &mut scratch) {
                reduced.ground.rules.push(rule);
                let program = ground.consequences.program(number);
                consequences.of_rules.push(program);
            }
        }
        for group in &ground.consequences.groups {
            let rules = group.rules.iter();
            let rules = rules.filter_map(|rule| reduced.rule(rule, &mut scratch));
            consequences.groups.push(RuleGroup {
                rules: rules.collect(),
                everywhere: group.everywhere,
                unless: group.unless.clone(),
            });
        }
        reduced.ground.consequences = consequences;
        let mut known = HashSet::new();
        for goal in &ground.goals {
            if let Some(tests) = reduced.tests(goal, &mut scratch)
                && known.insert(tests.clone())
            {
                reduced.ground.goals.push(tests);
            }
        }
        if reduced.ground.goals.is_empty() {
            let mut tests = ground.goals.iter().take(1).flatten();
            reduced.missed = tests.find(|test| reduced.fails(test)).copied();
        }
        Ok(reduced)
    }

    /// A rule with only the tests that may fail and the writes that may change something; `None` if it
    /// can never be applied.
    fn rule(&self, rule: &Rule, scratch: &mut Narrowed) -> Option<Rule> {
        let tests = self.tests(&rule.tests, scratch)?;
        let writes = rule.writes.iter();
        let simplified = |&write| simplified(&self.ground, write, scratch, &self.sets);
        let writes = writes.filter_map(simplified).collect();
        let Rule { of, cost, .. } = *rule;
        Some(Rule {
            of,
            tests,
            writes,
            cost,
        })
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

    /// For each position, whether it shares its domain with no other position.
    pub(crate) fn alone(&self) -> Vec<bool> {
        let positions = &self.ground.positions;
        let mut of_domains = vec![0; self.ground.domains.len()];
        for position in positions {
            of_domains[position.domain] += 1;
        }
        let alone = |position: &Position| of_domains[position.domain] == 1;
        positions.iter().map(alone).collect()
    }

    /// The rules of the moves and of their consequences.
    pub fn rules(&self) -> impl Iterator<Item = &Rule> {
        let ground = &self.ground;
        ground.rules.iter().chain(ground.consequences.rules())
    }

    /// Whether some rule adds a number to a label of `domain`.
    pub fn adds_to(&self, domain: usize) -> bool {
        let mut writes = self.rules().flat_map(|rule| &rule.writes);
        writes.any(|write| {
            self.ground.positions[write.position].domain == domain
                && matches!(write.value, Value::Of { plus: 1.., .. })
        })
    }

    /// The labels that `position` may have if `tests` hold. `tests` must be the tests of a rule or
    /// a goal of the reduced puzzle.
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

    /// The tests of `tests` that may fail, or `None` if one of `tests` always fails. Afterwards
    /// `now` has, for each position, the labels that the position may have if the tests hold.
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

/// Simplifies `write`, given the labels that positions may have according to `now`; `None` if the
/// write changes nothing.
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
    let rules = ground.rules.iter().chain(ground.consequences.rules());
    let rules: Vec<&Rule> = rules.collect();
    let mut concerns: Vec<Vec<u32>> = vec![Vec::new(); sets.len()];
    for (number, rule) in rules.iter().enumerate() {
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
    let mut waiting: VecDeque<u32> = (0..rules.len() as u32).collect();
    let mut waits = vec![true; rules.len()];
    let mut now = Narrowed::new(sets.len());
    // Invariant: every rule that could still add a label to `sets` is waiting. A rule that is not
    // waiting has been examined since the sets that it tests or reads last grew. The sets only
    // grow, so the loop ends with the least fixpoint.
    while let Some(number) = waiting.pop_front() {
        waits[number as usize] = false;
        let rule = rules[number as usize];
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
    /// For each position, the labels that the tests leave to it; `None` if no test mentions the
    /// position.
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

    /// Forgets earlier tests and narrows the labels of positions by these tests. Returns false if
    /// the tests cannot all hold.
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
        // Every round after the first follows a round that removed labels, so the loop ends. At the
        // end, positions that the tests require to have equal labels have the same set.
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

/// All labels of the domain of `position`.
pub(crate) fn all_labels(ground: &Ground, position: usize) -> LabelSet {
    LabelSet(u64::MAX >> (MOST_LABELS - modulus(ground, position)))
}
