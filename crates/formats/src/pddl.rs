//! Writes a puzzle as PDDL: a domain and a problem in STRIPS with typing and action costs, which
//! Fast Downward and most other planners read.
//!
//! | ground rules | PDDL |
//! | --- | --- |
//! | a position has a label | `(is p4-r1c5 v0-w)` |
//! | a rule | an action; the labels that it copies are its parameters |
//! | a position has one of a set of labels | a static predicate for each set that is tested |
//! | two positions have the same label | the same parameter |
//! | a label plus k modulo the number of labels | a static predicate `(plus-k ?before ?after)` |
//! | any of several goals | an action for each that makes `(finished)` true |
//!
//! Every move costs 1. If the goal is more than one list of labels, a plan ends with an action
//! `finish-…`, which costs nothing. So the cost of a plan is always its number of moves, whereas
//! its length may be greater by one.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Refused;
use super::exclusive::exclusive;
use fewest_ground::compiled::{Special, Starts, shifted};
use fewest_ground::{Ground, Label, LabelSet, Rule, Test, Value};

/// The most bytes of a domain.
pub const MOST_BYTES: usize = 1 << 26;

/// A puzzle in PDDL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pddl {
    /// The domain. All starts in the same state space share it.
    pub domain: String,
    /// The problem: the objects, the start and the goal.
    pub problem: String,
}

/// Writes `ground` with the start `start` in PDDL.
///
/// Only positions that may change are written. The written rules of a move are mutually exclusive.
///
/// Takes time and memory in proportion to the length of the result.
///
/// # Errors
/// [`Refused`] if splitting the rules of a move into mutually exclusive ones gives too many rules,
/// or if the domain exceeds [`MOST_BYTES`].
pub fn write(ground: &Ground, start: &[Label]) -> Result<Pddl, Refused> {
    let special = Special::new(ground, Starts::One(start))?;
    let mut writer = Writer {
        special: &special,
        actions: String::new(),
        sets: BTreeMap::new(),
        sums: BTreeMap::new(),
    };
    let rules = exclusive(&special)?;
    for rules in rules.chunk_by(|a, b| a.of == b.of) {
        let of = rules[0].of;
        for (number, rule) in rules.iter().enumerate() {
            let mut name = format!("m{of}-{}", readable(&ground.moves[of]));
            if rules.len() > 1 {
                let _ = write!(name, "-rule{}", number + 1);
            }
            let comment = ground.moves[of].escape_debug();
            let _ = writeln!(writer.actions, "\n  ; {comment}");
            writer.action(&name, rule, Some(1))?;
        }
    }
    let goals = &special.ground.goals;
    let plain = goals.len() == 1 && goals[0].iter().all(|test| plainly(test).is_some());
    if !plain {
        for (number, goal) in goals.iter().enumerate() {
            let finish = Rule {
                of: 0,
                tests: goal.clone(),
                writes: Vec::new(),
            };
            writer.actions.push('\n');
            writer.action(&format!("finish-{}", number + 1), &finish, None)?;
        }
    }
    let name = format!("fewest-{}", readable(&ground.name));
    Ok(Pddl {
        domain: writer.domain(&name, plain),
        problem: writer.problem(&name, plain, start),
    })
}

/// The position and its label, if the test allows only one label.
fn plainly(test: &Test) -> Option<(usize, Label)> {
    match *test {
        Test::In { position, labels } => Some((position, labels.single()?)),
        Test::Same { .. } => None,
    }
}

/// Keeps the letters and digits of a name and replaces every other character by `-`.
fn readable(name: &str) -> String {
    let char = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(char).collect()
}

struct Writer<'a> {
    special: &'a Special,
    actions: String,
    /// The numbers of the label sets that are tested, by domain and labels.
    sets: BTreeMap<(usize, LabelBits), usize>,
    /// The additions that occur, by domain and summand.
    sums: BTreeMap<(usize, Label), ()>,
}

type LabelBits = u64;

impl Writer<'_> {
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

    /// Writes a rule as an action. `cost` is the cost of a move; without it the action ends a plan.
    fn action(&mut self, name: &str, rule: &Rule, cost: Option<u32>) -> Result<(), Refused> {
        let mut tested: BTreeMap<usize, LabelSet> = BTreeMap::new();
        // By position, the position that must have the same label.
        let mut like: BTreeMap<usize, usize> = BTreeMap::new();
        for test in &rule.tests {
            match *test {
                Test::In { position, labels } => {
                    tested.insert(position, labels);
                }
                Test::Same { one, other } => {
                    let root = |like: &BTreeMap<usize, usize>, mut p: usize| {
                        while let Some(&next) = like.get(&p).filter(|&&next| next != p) {
                            p = next;
                        }
                        p
                    };
                    let (one, other) = (root(&like, one), root(&like, other));
                    like.insert(one.max(other), one.min(other));
                    like.entry(one.min(other)).or_insert(one.min(other));
                }
            }
        }
        let keys: Vec<usize> = like.keys().copied().collect();
        for position in keys {
            let mut root = position;
            while like[&root] != root {
                root = like[&root];
            }
            like.insert(position, root);
        }
        // A position that is tested, read or written needs its current label: STRIPS must name what
        // it deletes.
        let written = rule.writes.iter().map(|write| write.position);
        let read = rule.writes.iter().filter_map(|write| match write.value {
            Value::Label(_) => None,
            Value::Of { position, .. } => Some(position),
        });
        let mut known: Vec<usize> = written.chain(read).collect();
        known.extend(tested.keys().chain(like.keys()));
        known.sort_unstable();
        known.dedup();
        let mut parameters = String::new();
        let mut before = String::new();
        let mut after = String::new();
        let mut terms: BTreeMap<usize, String> = BTreeMap::new();
        for &position in &known {
            let domain = self.domain_of(position);
            let root = like.get(&position).copied().unwrap_or(position);
            let single = match like.contains_key(&position) {
                true => None,
                false => tested.get(&position).copied(),
            };
            let single = single.unwrap_or(self.special.sets[position]).single();
            let term = match single {
                Some(label) => self.label(domain, label),
                None => {
                    if root == position {
                        let _ = write!(parameters, " ?x{root} - label{domain}");
                    }
                    format!("?x{root}")
                }
            };
            // Positions that never change are not written.
            if self.special.sets[position].len() > 1 {
                let _ = write!(before, "\n      (is {} {term})", self.position(position));
            }
            let set = tested.get(&position).filter(|_| single.is_none());
            if let Some(&LabelSet(bits)) = set {
                let number = self.sets.len();
                let number = *self.sets.entry((domain, bits)).or_insert(number);
                let _ = write!(before, " (among-{number} {term})");
            }
            terms.insert(position, term);
        }
        for write in &rule.writes {
            let position = write.position;
            let domain = self.domain_of(position);
            let old = &terms[&position];
            let new = match write.value {
                Value::Label(label) => self.label(domain, label),
                Value::Of { position, plus: 0 } => terms[&position].clone(),
                Value::Of {
                    position: from,
                    plus,
                } => {
                    self.sums.insert((domain, plus), ());
                    let term = &terms[&from];
                    let _ = write!(parameters, " ?y{position} - label{domain}");
                    let _ = write!(before, " (plus-{domain}-{plus} {term} ?y{position})");
                    format!("?y{position}")
                }
            };
            if *old != new {
                let name = self.position(position);
                let _ = write!(after, "\n      (not (is {name} {old})) (is {name} {new})");
            }
        }
        match cost {
            Some(cost) => _ = write!(after, "\n      (increase (total-cost) {cost})"),
            None => after.push_str(" (finished)"),
        }
        let parameters = parameters.trim_start();
        let _ = write!(
            self.actions,
            "  (:action {name}\n    :parameters ({parameters})\n    :precondition (and{before})\n    :effect (and{after}))\n",
        );
        if self.actions.len() > MOST_BYTES {
            return Err(Refused::TooLarge("bytes", MOST_BYTES));
        }
        Ok(())
    }

    /// The labels of each domain as constants.
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
        for (domain, plus) in self.sums.keys() {
            let _ = write!(
                predicates,
                "\n    (plus-{domain}-{plus} ?before ?after - label{domain})"
            );
        }
        if !plain {
            predicates.push_str("\n    (finished)");
        }
        format!(
            "; {}: the cost of a plan is the number of its moves.\n\
             (define (domain {name})\n  (:requirements :strips :typing :action-costs)\n  \
             (:types position label - object {kinds} - label)\n  (:constants{})\n  \
             (:predicates {predicates})\n  (:functions (total-cost) - number)\n{})\n",
            self.ground().name.escape_debug(),
            self.constants(),
            self.actions,
        )
    }

    fn problem(&self, name: &str, plain: bool, start: &[Label]) -> String {
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
        for &(domain, plus) in self.sums.keys() {
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
        let mut goal = String::new();
        if plain {
            for (position, label) in self.ground().goals[0].iter().filter_map(plainly) {
                let label = self.label(self.domain_of(position), label);
                let _ = write!(goal, "\n    (is {} {label})", self.position(position));
            }
        } else {
            goal.push_str(" (finished)");
        }
        format!(
            "(define (problem {name}-board)\n  (:domain {name})\n  (:init\n    (= (total-cost) 0){init})\n  \
             (:goal (and{goal}))\n  (:metric minimize (total-cost)))\n",
        )
    }
}
