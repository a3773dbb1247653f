//! Inverses of rules and of moves.
//!
//! A label that a rule overwrites is either known (a test fixes it), or kept elsewhere (the rule
//! copies it), or forgotten. The inverse is a rule too: it tests what the rule has written and
//! restores the old labels. If a label was forgotten, there is one inverse for each label that it
//! may have been.

use std::collections::HashMap;

use crate::compiled::{Move, Packed, Special, modulus, shifted};
use crate::ground::{Label, LabelSet, Rule, Test, Value, Write};

/// The most inverses that a rule may have on average.
const MOST_INVERSES: usize = 16;

/// An inverse of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inverse {
    /// The number of the rule that it undoes.
    pub undoes: usize,
    /// The inverse itself. It belongs to the same move.
    pub rule: Rule,
}

/// The inverses of the rules of `special`, in their order; `None` if some inverse is not a rule, or
/// there are too many.
///
/// If a rule leads from one state to another, exactly one of its inverses leads back from the
/// second to the first, and no inverse leads back where the rule does not lead.
pub fn inverse_rules(special: &Special) -> Option<Vec<Inverse>> {
    let rules = &special.ground.rules;
    let mut inverses = Vec::with_capacity(rules.len());
    for (undoes, rule) in rules.iter().enumerate() {
        let forgotten = forgotten(special, rule);
        let mut guesses: Vec<Label> = Vec::new();
        // Enumerates all combinations of the forgotten labels: `number` in mixed radix.
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
            let rule = inverse(special, rule, &guessed)?;
            inverses.push(Inverse { undoes, rule });
        }
    }
    Some(inverses)
}

/// The positions whose old labels are lost, with the labels that they may have had.
fn forgotten(special: &Special, rule: &Rule) -> Vec<(usize, LabelSet)> {
    let written = rule.writes.iter().map(|write| write.position);
    let kept = |position: usize| {
        let copies =
            |write: &Write| matches!(write.value, Value::Of { position: p, .. } if p == position);
        rule.writes.iter().any(copies)
    };
    written
        .map(|position| (position, special.under(&rule.tests, position)))
        .filter(|&(position, labels)| labels.len() > 1 && !kept(position))
        .collect()
}

/// The old label of a position, expressed by the state after the rule.
#[derive(Clone, Copy, PartialEq)]
enum Past {
    Known(Label),
    /// This position has the old label plus this number.
    At(usize, Label),
}

fn inverse(special: &Special, rule: &Rule, guessed: &[(usize, Label)]) -> Option<Rule> {
    let ground = &special.ground;
    let writes = &rule.writes;
    let under = |position| special.under(&rule.tests, position);
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
                // If the label was written to several positions, or also stayed where it was, all
                // of them must agree.
                tests.extend(same(past(from)?, Past::At(position, plus))?);
                shifted(under(from), plus, modulus(ground, from))
            }
        };
        if labels.both(special.sets[position]) != special.sets[position] {
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
    })
}

fn minus(plus: Label, modulus: usize) -> Label {
    ((modulus - usize::from(plus)) % modulus) as Label
}

/// The inverse of each move.
#[derive(Debug, Clone)]
pub struct Inverses {
    moves: Vec<Move>,
}

impl Inverses {
    /// Finds the inverse of each move of `puzzle` from `inverses`, the inverses of its rules;
    /// `None` unless every move has one.
    pub fn new<const N: usize>(puzzle: &Packed<N>, inverses: &[Inverse]) -> Option<Self> {
        if puzzle.rules_overlap() {
            return None;
        }
        let moves = inverse_moves(puzzle.special(), inverses)?;
        let numbered = |of: usize| puzzle.special().numbered(of);
        Some(Self {
            moves: moves.into_iter().map(numbered).collect(),
        })
    }

    /// The move that undoes `m`.
    #[inline]
    pub fn of(&self, m: Move) -> Move {
        self.moves.get(m.number()).copied().unwrap_or(m)
    }
}

/// For each move the move that undoes it in every state; `None` unless every move has one and is
/// itself the inverse of that one.
///
/// One move undoes another only if its rules undo all rules of the other.
fn inverse_moves(special: &Special, inverses: &[Inverse]) -> Option<Vec<usize>> {
    let rules = &special.ground.rules;
    let written = |rule: &Rule| {
        let mut written: Vec<usize> = rule.writes.iter().map(|write| write.position).collect();
        written.sort_unstable();
        written
    };
    let mut by_writes: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
    for (number, rule) in rules.iter().enumerate() {
        by_writes.entry(written(rule)).or_default().push(number);
    }
    let mut partner = vec![None; special.ground.moves.len()];
    let mut looks = 0;
    if inverses.len() != rules.len() {
        return None;
    }
    for (rule, Inverse { rule: inverse, .. }) in rules.iter().zip(inverses) {
        let alike = by_writes.get(&written(inverse))?;
        let found = alike.iter().find(|&&other| {
            looks += 1;
            looks <= MOST_LOOKS && does(special, &rules[other], inverse)
        })?;
        let of = rules[*found].of;
        if *partner[rule.of].get_or_insert(of) != of {
            return None;
        }
    }
    // A move without rules is never made, so it may count as its own inverse.
    let moves = partner.iter().enumerate();
    let partner: Vec<usize> = moves.map(|(of, other)| other.unwrap_or(of)).collect();
    let mutual = partner
        .iter()
        .enumerate()
        .all(|(of, &other)| partner[other] == of);
    mutual.then_some(partner)
}

/// The most pairs of rules that are compared.
const MOST_LOOKS: usize = 1 << 22;

/// Whether `rule` applies wherever `wanted` applies, and does the same there.
fn does(special: &Special, rule: &Rule, wanted: &Rule) -> bool {
    let under = |position| special.under(&wanted.tests, position);
    let allowed = rule.tests.iter().all(|test| match *test {
        Test::In { position, labels } => under(position).both(labels) == under(position),
        Test::Same { one, other } => wanted.tests.iter().any(|t| match *t {
            Test::Same { one: a, other: b } => (a, b) == (one, other) || (b, a) == (one, other),
            Test::In { .. } => false,
        }),
    });
    let value = |write: &Write| match write.value {
        Value::Of { position, plus: 0 } => match under(position).single() {
            Some(label) => Value::Label(label),
            None => write.value,
        },
        value => value,
    };
    allowed
        && rule.writes.iter().all(|write| {
            let other = wanted.writes.iter().find(|w| w.position == write.position);
            other.is_some_and(|other| value(write) == value(other))
        })
}
