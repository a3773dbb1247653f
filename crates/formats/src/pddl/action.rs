//! A rule as an action.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::Writer;
use super::form::{Tested, concerned};
use crate::Refused;
use crate::pddl::MOST_BYTES;
use fewest_ground::reduction::{modulus, shifted};
use fewest_ground::{Label, LabelSet, Rule, Value};

/// What a position has.
#[derive(Clone, PartialEq, Eq)]
enum Term {
    Label(Label),
    /// Whatever a parameter stands for.
    Parameter(String),
    /// One of these.
    Among(LabelSet),
}

/// The parts of an action.
#[derive(Default)]
struct Parts {
    parameters: String,
    before: String,
    after: String,
}

impl Writer<'_> {
    /// An action that a rule is, with a precondition and an effect of its own besides.
    pub(super) fn action(
        &mut self,
        name: &str,
        rule: &Rule,
        besides: (&str, &str),
    ) -> Result<(), Refused> {
        let mut parts = Parts::default();
        parts.before.push_str(besides.0);
        let terms = self.terms(rule, &mut parts);
        for write in &rule.writes {
            let position = write.position;
            let new = match write.value {
                Value::Label(label) => Term::Label(label),
                Value::Of {
                    position: from,
                    plus,
                } => self.read(position, from, plus, &terms[&from], &mut parts),
            };
            match (new, write.value) {
                // What is read is not known.
                (
                    Term::Among(labels),
                    Value::Of {
                        position: from,
                        plus,
                    },
                ) => {
                    self.copy(position, from, plus, labels, &terms[&position], &mut parts);
                }
                (new, _) => self.put(position, &terms[&position], &new, &mut parts),
            }
        }
        let _ = write!(parts.after, "\n      {}", besides.1);
        let (parameters, before) = (parts.parameters.trim_start(), parts.before);
        let _ = write!(
            self.actions,
            "  (:action {name}\n    :parameters ({parameters})\n    :precondition (and{before})\n    :effect (and{}))\n",
            parts.after,
        );
        if self.actions.len() > MOST_BYTES {
            return Err(Refused::TooLarge("bytes", MOST_BYTES));
        }
        Ok(())
    }

    /// What each position has that the rule is concerned with, and the preconditions.
    fn terms(&mut self, rule: &Rule, parts: &mut Parts) -> BTreeMap<usize, Term> {
        let special = self.special;
        let tested = Tested::new(&rule.tests);
        let conditional = self.forms.conditional(rule, special);
        let mut terms = BTreeMap::new();
        for position in concerned(rule, &tested) {
            let domain = self.domain_of(position);
            let alike = tested.like.get(&position);
            let labels = tested.labels(position, special);
            // What never changes is not written.
            let changes = special.sets[position].len() > 1;
            let term = match (labels.single(), alike) {
                (Some(label), None) => Term::Label(label),
                (_, None) if conditional => Term::Among(labels),
                (_, alike) => {
                    let first = *alike.unwrap_or(&position);
                    if first == position {
                        let _ = write!(parts.parameters, " ?x{first} - label{domain}");
                    }
                    Term::Parameter(format!("?x{first}"))
                }
            };
            let name = self.position(position);
            let set = tested.sets.get(&position).copied();
            let word = self.word(position, &term);
            match &term {
                Term::Among(_) => {
                    if let Some(labels) = set {
                        let number = self.set(domain, labels);
                        let _ = write!(parts.before, "\n      (has-{number} {name})");
                    }
                }
                _ if changes => _ = write!(parts.before, "\n      (is {name} {word})"),
                _ => {}
            }
            if let (Term::Parameter(_), Some(labels)) = (&term, set) {
                let number = self.set(domain, labels);
                let _ = write!(parts.before, " (among-{number} {word})");
            }
            terms.insert(position, term);
        }
        terms
    }

    fn word(&self, position: usize, term: &Term) -> String {
        match term {
            Term::Label(label) => self.label(self.domain_of(position), *label),
            Term::Parameter(name) => name.clone(),
            Term::Among(_) => String::new(),
        }
    }

    /// What `position` gets: what is read, which `term` is, plus a number.
    fn read(
        &mut self,
        position: usize,
        from: usize,
        plus: Label,
        term: &Term,
        parts: &mut Parts,
    ) -> Term {
        let domain = self.domain_of(position);
        match term {
            Term::Label(label) => {
                let sum = shifted(LabelSet::of(*label), plus, modulus(self.ground(), from));
                sum.single().map_or_else(|| term.clone(), Term::Label)
            }
            Term::Parameter(word) if plus > 0 => {
                self.sums.insert((domain, plus), ());
                let _ = write!(parts.parameters, " ?y{position} - label{domain}");
                let _ = write!(parts.before, " (plus-{domain}-{plus} {word} ?y{position})");
                Term::Parameter(format!("?y{position}"))
            }
            _ => term.clone(),
        }
    }

    /// `position` gets what is known.
    fn put(&mut self, position: usize, old: &Term, new: &Term, parts: &mut Parts) {
        if old == new {
            return;
        }
        let name = self.position(position);
        let word = self.word(position, new);
        let domain = self.domain_of(position);
        match (old, new) {
            // Each of these takes away what it replaces, so that planners see that there is
            // always one label.
            (Term::Among(labels), Term::Label(new)) => {
                for label in labels.labels().filter(|label| label != new) {
                    let old = self.label(domain, label);
                    let _ = write!(
                        parts.after,
                        "\n      (when (is {name} {old}) (and (not (is {name} {old})) (is {name} {word})))"
                    );
                    self.conditions = true;
                }
            }
            (Term::Among(labels), _) => {
                self.clear(position, *labels, parts);
                let _ = write!(parts.after, " (is {name} {word})");
            }
            _ => {
                let old = self.word(position, old);
                let _ = write!(
                    parts.after,
                    "\n      (not (is {name} {old})) (is {name} {word})"
                );
            }
        }
        for labels in self.held(position) {
            match new {
                Term::Label(label) => {
                    let now = self.has(position, labels, labels.has(*label));
                    let _ = write!(parts.after, " {now}");
                }
                _ => {
                    let others = LabelSet(self.special.sets[position].0 & !labels.0);
                    for (set, has) in [(labels, true), (others, false)] {
                        let number = self.set(domain, set);
                        let now = self.has(position, labels, has);
                        let _ = write!(parts.after, "\n      (when (among-{number} {word}) {now})");
                    }
                    self.conditions = true;
                }
            }
        }
    }

    /// `position` gets what `from` has, which is one of `labels`, plus a number.
    fn copy(
        &mut self,
        position: usize,
        from: usize,
        plus: Label,
        labels: LabelSet,
        old: &Term,
        parts: &mut Parts,
    ) {
        let domain = self.domain_of(position);
        let (name, read) = (self.position(position), self.position(from));
        match old {
            _ if from == position => {}
            Term::Among(labels) => self.clear(position, *labels, parts),
            _ => {
                let old = self.word(position, old);
                let _ = write!(parts.after, "\n      (not (is {name} {old}))");
            }
        }
        let count = modulus(self.ground(), from);
        for label in labels.labels() {
            let Some(sum) = shifted(LabelSet::of(label), plus, count).single() else {
                continue;
            };
            let (before, after) = (self.label(domain, label), self.label(domain, sum));
            let mut then = format!(" (is {name} {after})");
            if from == position {
                let _ = write!(then, " (not (is {name} {before}))");
            }
            for labels in self.held(position) {
                let now = self.has(position, labels, labels.has(sum));
                let _ = write!(then, " {now}");
            }
            let _ = write!(
                parts.after,
                "\n      (when (is {read} {before}) (and{then}))"
            );
        }
        self.conditions = true;
    }

    /// Takes away whatever `position` has. What an action adds besides stays.
    fn clear(&self, position: usize, labels: LabelSet, parts: &mut Parts) {
        let name = self.position(position);
        parts.after.push_str("\n     ");
        for label in labels.labels() {
            let old = self.label(self.domain_of(position), label);
            let _ = write!(parts.after, " (not (is {name} {old}))");
        }
    }

    /// The sets of which a fact says whether the label of `position` is among them.
    fn held(&self, position: usize) -> Vec<LabelSet> {
        self.forms.held.get(&position).cloned().unwrap_or_default()
    }

    /// The effect that says whether the label of `position` is now among `labels`.
    fn has(&mut self, position: usize, labels: LabelSet, now: bool) -> String {
        let number = self.set(self.domain_of(position), labels);
        let fact = format!("(has-{number} {})", self.position(position));
        match now {
            true => fact,
            false => format!("(not {fact})"),
        }
    }
}
