//! Writes a puzzle as PDDL: a domain and a problem in STRIPS with typing and action costs, which
//! Fast Downward and most other planners read.
//!
//! | ground rules | PDDL |
//! | --- | --- |
//! | a position has a label | `(is p4-r1c5 d0-v0-w)` |
//! | a rule | an action |
//! | an unknown label that a small rule copies or replaces | a parameter |
//! | the same in a large rule | conditional effects, one for each label |
//! | a test for one of several labels | a static predicate `(among-k ?label)` on parameters; in large rules a fact `(has-k p4-r1c5)` that every action keeps up to date |
//! | a test for equal labels at two positions | the same parameter |
//! | the addition of k modulo the number of labels | a static predicate `(plus-d-k ?before ?after)` on parameters |
//! | several goals | an action for each, which makes `(finished)` true |
//!
//! A planner grounds an action once for each combination of labels of its parameters. Rules are
//! small as long as all small rules together have at most [`MOST_GROUNDED`] ground actions. A goal
//! that consists of labels or `has` facts is the goal of the problem. If an action both adds and
//! deletes a fact, the fact is added, as PDDL prescribes.
//!
//! A move costs what its rule costs, which is 1 unless the puzzle has costs. If there are several
//! goals, or a goal requires equal labels, a plan ends with an action `finish-…` that costs
//! nothing. If a goal requires equal labels in several sets of positions, there is one such action
//! for each set, and no move is possible between these actions. So the cost of a plan is always the
//! cost of its moves, which is their number unless the puzzle has costs, but its length may be
//! greater.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use self::form::{Forms, Tested};
use super::exclusive::exclusive;
use super::{ExportError, only_cost};
use fewest_ground::reduction::{ReducedTask, Starts, shifted};
use fewest_ground::{Ground, Label, LabelSet, Rule, Test};

mod action;
mod form;

pub use self::form::{MOST_ALIKE, MOST_GROUNDED};

/// The greatest allowed number of bytes of a domain.
pub const MOST_BYTES: usize = 1 << 26;

/// A puzzle in PDDL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pddl {
    /// The domain: predicates and actions.
    pub domain: String,
    /// The problem: the objects, the start and the goal.
    pub problem: String,
}

/// Writes `ground` with the start `start` in PDDL.
///
/// Positions that never change are left out. The written rules of a move are mutually exclusive.
///
/// Takes time and memory in proportion to the length of the result.
///
/// # Errors
/// Returns an [`ExportError`] if there are too many rules once they are mutually exclusive, if the
/// result would exceed [`MOST_BYTES`], or if the puzzle breaks ties between costs.
pub fn write(ground: &Ground, start: &[Label]) -> Result<Pddl, ExportError> {
    only_cost(ground)?;
    let special = ReducedTask::new(ground, Starts::One(start))?;
    let rules = exclusive(&special)?;
    let goals: Vec<Vec<Rule>> = special.ground.goals.iter().map(|g| steps(g)).collect();
    // If a goal is tested in several steps, no move may come between them.
    let ends = goals.iter().any(|steps| steps.len() > 1);
    let forms = Forms::new(rules.iter().chain(goals.iter().flatten()), &special)?;
    let mut writer = PddlWriter {
        special: &special,
        forms: &forms,
        actions: String::new(),
        sets: BTreeMap::new(),
        sums: BTreeSet::new(),
        conditions: false,
        met: String::new(),
        ends,
    };
    for rules in rules.chunk_by(|a, b| a.of == b.of) {
        let of = rules[0].of;
        for (number, rule) in rules.iter().enumerate() {
            let mut name = format!("m{of}-{}", readable(&ground.moves[of]));
            if rules.len() > 1 {
                let _ = write!(name, "-rule{}", number + 1);
            }
            let comment = ground.moves[of].escape_debug();
            let _ = writeln!(writer.actions, "\n  ; {comment}");
            let cost = format!("(increase (total-cost) {})", rule.cost);
            let before = if ends { " (playing)" } else { "" };
            writer.action(&name, rule, (before, &cost))?;
        }
    }
    let plain = match &goals[..] {
        [goal] if !ends => writer.facts(&goal[0]),
        _ => None,
    };
    if plain.is_none() {
        for (number, goal) in goals.iter().enumerate() {
            writer.finish(number + 1, goal, ends)?;
        }
    }
    let name = format!("fewest-{}", readable(&ground.name));
    Ok(Pddl {
        domain: writer.domain(&name, plain.is_some()),
        problem: writer.problem(&name, plain.as_deref(), start),
    })
}

/// Splits a goal into steps: rules without writes, one for each set of positions whose labels must
/// be equal. A single action would need a parameter for each of these sets, so the number of its
/// ground actions would be the product of the numbers for the sets. Tests of other positions belong
/// to the last rule.
fn steps(goal: &[Test]) -> Vec<Rule> {
    let like = Tested::new(goal).like;
    let first = |test: &Test| match *test {
        Test::In { position, .. } => like.get(&position).copied(),
        Test::Same { one, .. } => like.get(&one).copied(),
    };
    let mut firsts: Vec<Option<usize>> = goal.iter().map(first).collect();
    firsts.sort_unstable();
    firsts.dedup();
    // The tests of positions that need not equal others get a step of their own only if there is no
    // other step. Otherwise they belong to the last step.
    if firsts.first() == Some(&None) && firsts.len() > 1 {
        firsts.remove(0);
    }
    let last = firsts.len().saturating_sub(1);
    let step = |(number, of): (usize, Option<usize>)| Rule {
        of: 0,
        tests: goal
            .iter()
            .filter(|test| first(test) == of || number == last && first(test).is_none())
            .copied()
            .collect(),
        writes: Vec::new(),
        cost: 0,
    };
    match firsts.is_empty() {
        true => vec![step((0, None))],
        false => firsts.into_iter().enumerate().map(step).collect(),
    }
}

/// The name with every character other than letters and digits replaced by `-`.
fn readable(name: &str) -> String {
    let char = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(char).collect()
}

struct PddlWriter<'a> {
    special: &'a ReducedTask,
    forms: &'a Forms,
    actions: String,
    /// For each set of labels that is tested, given by its domain and its labels, the number of the
    /// set.
    sets: BTreeMap<(usize, u64), usize>,
    /// The additions that actions make, each given by its domain and its summand.
    sums: BTreeSet<(usize, Label)>,
    /// Whether an action has conditional effects.
    conditions: bool,
    /// The declarations of the predicates that record which steps of a goal have been tested.
    met: String,
    /// Whether some goal has several steps. Then no move is possible any more after the first step
    /// of a goal.
    ends: bool,
}

impl PddlWriter<'_> {
    fn ground(&self) -> &Ground {
        &self.special.ground
    }

    fn domain_of(&self, position: usize) -> usize {
        self.ground().positions[position].domain
    }

    fn position(&self, position: usize) -> String {
        let name = readable(&self.ground().positions[position].name);
        format!("p{position}-{name}")
    }

    fn label(&self, domain: usize, label: Label) -> String {
        let name = readable(&self.ground().domains[domain].labels[usize::from(label)]);
        format!("d{domain}-v{label}-{name}")
    }

    /// Writes the actions that end a plan at a goal. If `ends` is set, no move is possible after
    /// the first of these actions.
    fn finish(&mut self, number: usize, steps: &[Rule], ends: bool) -> Result<(), ExportError> {
        for (step, rule) in steps.iter().enumerate() {
            let mut name = format!("finish-{number}");
            let (before, mut after) = match step {
                0 if ends => (" (playing)".to_owned(), "(not (playing)) ".to_owned()),
                0 => Default::default(),
                _ => (format!(" (met-{number}-{step})"), String::new()),
            };
            if steps.len() > 1 {
                let _ = write!(name, "-step{}", step + 1);
            }
            if step + 1 == steps.len() {
                after.push_str("(finished)");
            } else {
                let met = format!("(met-{number}-{})", step + 1);
                let _ = write!(self.met, "\n    {met}");
                after.push_str(&met);
            }
            self.actions.push('\n');
            self.action(&name, rule, (&before, &after))?;
        }
        Ok(())
    }

    /// The number of a set of labels.
    fn set(&mut self, domain: usize, labels: LabelSet) -> usize {
        let next = self.sets.len();
        *self.sets.entry((domain, labels.0)).or_insert(next)
    }

    /// The declaration of the constants: labels and positions.
    fn constants(&self) -> String {
        let mut out = String::new();
        for (domain, kind) in self.ground().domains.iter().enumerate() {
            let labels = 0..kind.labels.len() as Label;
            let names = labels.map(|label| self.label(domain, label));
            let names = names.collect::<Vec<_>>().join(" ");
            let _ = write!(out, "\n    {names} - label{domain}");
        }
        out.push_str("\n   ");
        for position in self.special.changing() {
            let _ = write!(out, " {}", self.position(position));
        }
        out.push_str(" - position");
        out
    }

    fn domain(&self, name: &str, plain: bool) -> String {
        let domains = 0..self.ground().domains.len();
        let kinds: Vec<String> = domains.map(|domain| format!("label{domain}")).collect();
        let kinds = kinds.join(" ");
        let mut predicates = "(is ?p - position ?v - label)".to_owned();
        for (&(domain, _), number) in &self.sets {
            let _ = write!(predicates, "\n    (among-{number} ?v - label{domain})");
        }
        let held = self.forms.held.iter();
        let held =
            held.flat_map(|(&p, sets)| sets.iter().map(move |set| (self.domain_of(p), set.0)));
        for number in held
            .filter_map(|set| self.sets.get(&set))
            .collect::<BTreeSet<_>>()
        {
            let _ = write!(predicates, "\n    (has-{number} ?p - position)");
        }
        for (domain, plus) in &self.sums {
            let _ = write!(
                predicates,
                "\n    (plus-{domain}-{plus} ?before ?after - label{domain})"
            );
        }
        if !plain {
            predicates.push_str("\n    (finished)");
        }
        if self.ends {
            predicates.push_str("\n    (playing)");
            predicates.push_str(&self.met);
        }
        let conditions = match self.conditions {
            true => " :conditional-effects",
            false => "",
        };
        format!(
            "; {}: the cost of a plan is {}.\n\
             (define (domain {name})\n  (:requirements :strips :typing :action-costs{conditions})\n  \
             (:types position label - object {kinds} - label)\n  (:constants{})\n  \
             (:predicates {predicates})\n  (:functions (total-cost) - number)\n{})\n",
            self.ground().name.escape_debug(),
            match &self.ground().measure {
                None => "the number of its moves",
                Some(_) => "the sum of the costs of its moves",
            },
            self.constants(),
            self.actions,
        )
    }

    /// The goal as a list of facts, if it can be expressed in this way.
    fn facts(&mut self, goal: &Rule) -> Option<String> {
        let mut out = String::new();
        for test in &goal.tests {
            let Test::In { position, labels } = *test else {
                return None;
            };
            let domain = self.domain_of(position);
            let name = self.position(position);
            let fact = match labels.single() {
                Some(label) => format!("(is {name} {})", self.label(domain, label)),
                None if self.forms.conditional(goal, self.special) => {
                    format!("(has-{} {name})", self.set(domain, labels))
                }
                None => return None,
            };
            let _ = write!(out, "\n    {fact}");
        }
        Some(out)
    }

    fn problem(&self, name: &str, goal: Option<&str>, start: &[Label]) -> String {
        let mut init = String::new();
        for position in self.special.changing() {
            let label = self.label(self.domain_of(position), start[position]);
            let _ = write!(init, "\n    (is {} {label})", self.position(position));
        }
        for (&(domain, bits), number) in &self.sets {
            for label in LabelSet(bits).labels() {
                let _ = write!(init, "\n    (among-{number} {})", self.label(domain, label));
            }
        }
        for &(domain, plus) in &self.sums {
            let count = self.ground().domains[domain].labels.len();
            for label in 0..count as Label {
                let sum = shifted(LabelSet::of(label), plus, count).single();
                let (before, after) = (
                    self.label(domain, label),
                    self.label(domain, sum.unwrap_or(0)),
                );
                let _ = write!(init, "\n    (plus-{domain}-{plus} {before} {after})");
            }
        }
        for (&position, sets) in &self.forms.held {
            let name = self.position(position);
            for labels in sets.iter().filter(|labels| labels.has(start[position])) {
                if let Some(number) = self.sets.get(&(self.domain_of(position), labels.0)) {
                    let _ = write!(init, "\n    (has-{number} {name})");
                }
            }
        }
        if self.ends {
            init.push_str("\n    (playing)");
        }
        let goal = goal.unwrap_or(" (finished)");
        format!(
            "(define (problem {name}-board)\n  (:domain {name})\n  (:init\n    (= (total-cost) 0){init})\n  \
             (:goal (and{goal}))\n  (:metric minimize (total-cost)))\n",
        )
    }
}
