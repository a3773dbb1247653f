//! Writes a rule as an action.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::PddlWriter;
use super::form::{Tested, concerned};
use crate::ExportError;
use crate::pddl::MOST_BYTES;
use fewest_ground::reduction::{modulus, shifted};
use fewest_ground::{Label, LabelSet, Rule, Value};

/// The label of a position, as far as the preconditions of an action determine it.
#[derive(Clone, PartialEq, Eq)]
enum Term {
    Label(Label),
    /// The value of a parameter.
    Parameter(String),
    /// One of several labels.
    Among(LabelSet),
}

#[derive(Default)]
struct ActionParts {
    parameters: String,
    before: String,
    after: String,
}

impl PddlWriter<'_> {
    /// Writes the action of a rule. `besides` has an additional precondition and an additional
    /// effect.
    pub(super) fn action(
        &mut self,
        name: &str,
        rule: &Rule,
        besides: (&str, &str),
    ) -> Result<(), ExportError> {
        let mut parts = ActionParts::default();
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
                // The label that is read is only known to be one of several, so conditional effects
                // copy it.
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
            return Err(ExportError::TooLarge("bytes", MOST_BYTES));
        }
        Ok(())
    }

    /// Writes the preconditions. Returns the label of each position that the rule tests, reads or
    /// writes.
    fn terms(&mut self, rule: &Rule, parts: &mut ActionParts) -> BTreeMap<usize, Term> {
        let special = self.special;
        let tested = Tested::new(&rule.tests);
        let conditional = self.forms.conditional(rule, special);
        let mut terms = BTreeMap::new();
        for position in concerned(rule, &tested) {
            let domain = self.domain_of(position);
            let alike = tested.like.get(&position);
            let labels = tested.labels(position, special);
            // Positions that never change are left out.
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

    /// The label that an effect gives to `position` if it reads the position `from`: the label of
    /// `from`, which is `term`, plus the number `plus`. If the sum cannot be written as a term,
    /// adds a parameter and a precondition for it.
    fn read(
        &mut self,
        position: usize,
        from: usize,
        plus: Label,
        term: &Term,
        parts: &mut ActionParts,
    ) -> Term {
        let domain = self.domain_of(position);
        match term {
            Term::Label(label) => {
                let sum = shifted(LabelSet::of(*label), plus, modulus(self.ground(), from));
                sum.single().map_or_else(|| term.clone(), Term::Label)
            }
            Term::Parameter(word) if plus > 0 => {
                self.sums.insert((domain, plus));
                let _ = write!(parts.parameters, " ?y{position} - label{domain}");
                let _ = write!(parts.before, " (plus-{domain}-{plus} {word} ?y{position})");
                Term::Parameter(format!("?y{position}"))
            }
            _ => term.clone(),
        }
    }

    /// Writes the effect that replaces the label `old` of `position` by `new`, which is known.
    fn put(&mut self, position: usize, old: &Term, new: &Term, parts: &mut ActionParts) {
        if old == new {
            return;
        }
        let name = self.position(position);
        let word = self.word(position, new);
        let domain = self.domain_of(position);
        match (old, new) {
            // Each effect deletes the label that it replaces, so that planners recognise that a
            // position always has exactly one label.
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

    /// Writes the effects by which `position` gets the label of `from`, one of `labels`, plus a
    /// number.
    fn copy(
        &mut self,
        position: usize,
        from: usize,
        plus: Label,
        labels: LabelSet,
        old: &Term,
        parts: &mut ActionParts,
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

    /// Writes effects that delete all facts that `position` has one of `labels`. If the action also
    /// adds one of these facts, the fact stays true.
    fn clear(&self, position: usize, labels: LabelSet, parts: &mut ActionParts) {
        let name = self.position(position);
        parts.after.push_str("\n     ");
        for label in labels.labels() {
            let old = self.label(self.domain_of(position), label);
            let _ = write!(parts.after, " (not (is {name} {old}))");
        }
    }

    /// The sets for which a `has` fact records whether they contain the label of `position`.
    fn held(&self, position: usize) -> Vec<LabelSet> {
        self.forms.held.get(&position).cloned().unwrap_or_default()
    }

    /// The effect that records whether the label of `position` is now among `labels`.
    fn has(&mut self, position: usize, labels: LabelSet, now: bool) -> String {
        let number = self.set(self.domain_of(position), labels);
        let fact = format!("(has-{number} {})", self.position(position));
        match now {
            true => fact,
            false => format!("(not {fact})"),
        }
    }
}
