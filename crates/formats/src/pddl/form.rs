//! Decides which rules become actions with parameters, and which become actions with conditional
//! effects.
//!
//! A rule may copy or replace a label that it does not specify. Such a label becomes a parameter,
//! or conditional effects distinguish its values. Parameters multiply: a planner grounds an action
//! for every combination of their values, 6¹² for a turn of the pocket cube. The numbers of
//! conditional effects only add up, but planners handle conditional effects less well: few
//! heuristics support them, and planners no longer find mutual exclusions. So small rules get
//! parameters, and large rules get conditional effects.

use std::collections::BTreeMap;

use crate::ExportError;
use fewest_ground::reduction::ReducedTask;
use fewest_ground::{LabelSet, Rule, Test, Value};

/// The greatest number of ground actions that a planner makes of all small rules together. (Small
/// rules are those with parameters instead of conditional effects.)
pub const MOST_GROUNDED: usize = 4096;
/// Actions with conditional effects still need parameters for positions whose labels must be equal.
/// This is the greatest number of ground actions that a planner makes of all of them together.
pub const MOST_ALIKE: usize = 100_000;

/// The tests of a rule, by position.
pub(super) struct Tested {
    /// For each tested position, the labels that the tests allow there. A position that is missing
    /// may have any label.
    pub(super) sets: BTreeMap<usize, LabelSet>,
    /// The positions whose labels must equal those of other positions. The value is the first
    /// position of those that must all have the same label.
    pub(super) like: BTreeMap<usize, usize>,
}

impl Tested {
    pub(super) fn new(tests: &[Test]) -> Self {
        let mut sets = BTreeMap::new();
        let mut like: BTreeMap<usize, usize> = BTreeMap::new();
        for test in tests {
            match *test {
                Test::In { position, labels } => {
                    sets.insert(position, labels);
                }
                Test::Same { one, other } => {
                    let (one, other) = (first(&like, one), first(&like, other));
                    like.insert(one.max(other), one.min(other));
                    like.entry(one.min(other)).or_insert(one.min(other));
                }
            }
        }
        let firsts: Vec<_> = like.keys().map(|&p| (p, first(&like, p))).collect();
        like.extend(firsts);
        Self { sets, like }
    }

    /// The labels that `position` may have if the tests hold.
    pub(super) fn labels(&self, position: usize, special: &ReducedTask) -> LabelSet {
        let set = self.sets.get(&position).copied();
        set.unwrap_or(special.sets[position])
    }
}

/// The first of the positions that must have the same label as `position`.
fn first(like: &BTreeMap<usize, usize>, mut position: usize) -> usize {
    while let Some(&next) = like.get(&position).filter(|&&next| next != position) {
        position = next;
    }
    position
}

/// The positions that the rule tests, reads or writes.
pub(super) fn concerned(rule: &Rule, tested: &Tested) -> Vec<usize> {
    let mut all: Vec<usize> = rule.writes.iter().map(|write| write.position).collect();
    all.extend(rule.writes.iter().filter_map(|write| match write.value {
        Value::Label(_) => None,
        Value::Of { position, .. } => Some(position),
    }));
    all.extend(tested.sets.keys().chain(tested.like.keys()));
    all.sort_unstable();
    all.dedup();
    all
}

/// How many ground actions a planner makes of `rule`: first if all unknown labels become
/// parameters, second if the rule gets conditional effects.
fn grounded(rule: &Rule, special: &ReducedTask) -> (usize, usize) {
    let tested = Tested::new(&rule.tests);
    let mut all = 1_usize;
    let mut alike = 1_usize;
    for position in concerned(rule, &tested) {
        let count = tested.labels(position, special).len();
        match tested.like.get(&position) {
            Some(&first) if first != position => {}
            Some(_) => {
                all = all.saturating_mul(count);
                alike = alike.saturating_mul(count);
            }
            None => all = all.saturating_mul(count),
        }
    }
    (all, alike)
}

/// Decides for each rule whether its action has parameters or conditional effects.
pub(super) struct Forms {
    /// A rule that would have more ground actions than this with parameters gets conditional
    /// effects.
    most: usize,
    /// For each position, the sets of labels for which a `has` fact records whether they contain
    /// the label of the position.
    pub(super) held: BTreeMap<usize, Vec<LabelSet>>,
}

impl Forms {
    /// Determines the forms of all rules and goals.
    pub(super) fn new<'a>(
        rules: impl Iterator<Item = &'a Rule> + Clone,
        special: &ReducedTask,
    ) -> Result<Self, ExportError> {
        let mut counts: Vec<usize> = rules
            .clone()
            .map(|rule| grounded(rule, special).0)
            .collect();
        counts.sort_unstable();
        let mut most = 1;
        let mut sum = 0_usize;
        for alike in counts.chunk_by(|a, b| a == b).filter(|alike| alike[0] > 1) {
            sum = sum.saturating_add(alike[0].saturating_mul(alike.len()));
            if sum > MOST_GROUNDED {
                break;
            }
            most = alike[0];
        }
        let mut forms = Self {
            most,
            held: BTreeMap::new(),
        };
        let mut alike = 0_usize;
        for rule in rules {
            if !forms.conditional(rule, special) {
                continue;
            }
            alike = alike.saturating_add(grounded(rule, special).1);
            if alike > MOST_ALIKE {
                let what = "actions for positions that must be alike";
                return Err(ExportError::TooLarge(what, MOST_ALIKE));
            }
            let tested = Tested::new(&rule.tests);
            for (&position, &labels) in &tested.sets {
                if labels.len() > 1 && !tested.like.contains_key(&position) {
                    let held = forms.held.entry(position).or_default();
                    if !held.contains(&labels) {
                        held.push(labels);
                    }
                }
            }
        }
        Ok(forms)
    }

    /// Whether `rule` has conditional effects instead of parameters.
    pub(super) fn conditional(&self, rule: &Rule, special: &ReducedTask) -> bool {
        grounded(rule, special).0 > self.most
    }
}
