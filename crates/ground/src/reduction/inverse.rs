//! Inverses of rules.
//!
//! A label that a rule overwrites is known (a test fixes it), kept elsewhere (the rule copies it),
//! or forgotten. The inverse is a rule as well: it tests what the rule has written and restores the
//! old labels. If a label was forgotten, there is one inverse for each label that it may have been.

use super::{ReducedTask, modulus, shifted};
use crate::ground::{Label, LabelSet, Rule, Test, Value, Write};

/// At most this many inverses are made for each rule, on average over all rules.
const MOST_INVERSES: usize = 16;

/// An inverse of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InverseRule {
    /// The index of the rule that the inverse undoes.
    pub undoes: usize,
    /// The inverse, which belongs to the same move as the rule.
    pub rule: Rule,
}

/// The inverses of the rules of `reduced`, in the order of the rules. `None` if some inverse cannot
/// be expressed as a rule, or if there are too many inverses.
///
/// If a rule leads from one state to another, exactly one of its inverses leads back from the
/// second to the first, and no inverse leads back where the rule does not lead.
pub fn inverse_rules(reduced: &ReducedTask) -> Option<Vec<InverseRule>> {
    let rules = &reduced.ground.rules;
    if !reduced.ground.consequences.is_empty() {
        return None;
    }
    let mut inverses = Vec::with_capacity(rules.len());
    for (undoes, rule) in rules.iter().enumerate() {
        let forgotten = forgotten(reduced, rule);
        let mut guesses: Vec<Label> = Vec::new();
        // Enumerates all combinations of the forgotten labels. Each digit of `number` in mixed
        // radix chooses one forgotten label.
        for number in 0.. {
            let mut rest = number;
            guesses.clear();
            for &(_, labels) in &forgotten {
                guesses.extend(labels.labels().nth(rest % labels.len()));
                rest /= labels.len();
            }
            if rest > 0 {
                break;
            }
            if inverses.len() >= MOST_INVERSES * rules.len() {
                return None;
            }
            let guessed = forgotten.iter().map(|&(position, _)| position);
            let guessed: Vec<(usize, Label)> = guessed.zip(guesses.iter().copied()).collect();
            let rule = inverse(reduced, rule, &guessed)?;
            inverses.push(InverseRule { undoes, rule });
        }
    }
    Some(inverses)
}

/// The positions whose old labels a rule forgets, with the labels that each may have had.
fn forgotten(reduced: &ReducedTask, rule: &Rule) -> Vec<(usize, LabelSet)> {
    let written = rule.writes.iter().map(|write| write.position);
    let kept = |position: usize| {
        let copies =
            |write: &Write| matches!(write.value, Value::Of { position: p, .. } if p == position);
        rule.writes.iter().any(copies)
    };
    written
        .map(|position| (position, reduced.under(&rule.tests, position)))
        .filter(|&(position, labels)| labels.len() > 1 && !kept(position))
        .collect()
}

/// The label that a position had before the rule, expressed in terms of the state after the rule.
#[derive(Clone, Copy, PartialEq)]
enum Past {
    Known(Label),
    /// After the rule, the given position holds the old label plus the given number.
    At(usize, Label),
}

fn inverse(reduced: &ReducedTask, rule: &Rule, guessed: &[(usize, Label)]) -> Option<Rule> {
    let ground = &reduced.ground;
    let writes = &rule.writes;
    let under = |position| reduced.under(&rule.tests, position);
    let written = |position| writes.iter().any(|write| write.position == position);
    let past = |position: usize| -> Option<Past> {
        if let Some(label) = under(position).single() {
            return Some(Past::Known(label));
        }
        if let Some(&(_, label)) = guessed.iter().find(|(p, _)| *p == position) {
            return Some(Past::Known(label));
        }
        if !written(position) {
            return Some(Past::At(position, 0));
        }
        writes.iter().find_map(|write| match write.value {
            Value::Of { position: p, plus } if p == position => {
                Some(Past::At(write.position, plus))
            }
            _ => None,
        })
    };
    let mut tests = Vec::new();
    let same = |one: Past, other: Past| match (one, other) {
        _ if one == other => Some(None),
        (Past::At(one, a), Past::At(other, b)) if a == b => Some(Some(Test::Same { one, other })),
        // No test can express that two labels differ by a constant.
        _ => None,
    };
    for test in &rule.tests {
        if let Test::Same { one, other } = *test {
            tests.extend(same(past(one)?, past(other)?)?);
        }
    }
    let mut back = Vec::new();
    for write in writes {
        let position = write.position;
        let value = match past(position)? {
            Past::Known(label) => Value::Label(label),
            Past::At(at, plus) => Value::Of {
                position: at,
                plus: minus(plus, modulus(ground, at)),
            },
        };
        back.push(Write { position, value });
        let labels = match write.value {
            Value::Label(label) => LabelSet::of(label),
            Value::Of {
                position: from,
                plus,
            } => {
                // If the rule wrote the old label to several positions, or left it where it was,
                // all these positions must agree.
                tests.extend(same(past(from)?, Past::At(position, plus))?);
                shifted(under(from), plus, modulus(ground, from))
            }
        };
        if labels.both(reduced.sets[position]) != reduced.sets[position] {
            tests.push(Test::In { position, labels });
        }
    }
    for test in &rule.tests {
        if let Test::In { position, .. } = *test
            && !written(position)
        {
            tests.push(*test);
        }
    }
    Some(Rule {
        of: rule.of,
        tests,
        writes: back,
        cost: rule.cost,
    })
}

fn minus(plus: Label, modulus: usize) -> Label {
    ((modulus - usize::from(plus)) % modulus) as Label
}
