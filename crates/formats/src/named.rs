//! Collects rules by their names, which several rules may share.

use std::collections::{BTreeMap, HashMap};

use fewest_ground::limits::{MOST_MOVES, MOST_PARTS, MOST_RULES};
use fewest_ground::{LabelSet, Rule, Test};

/// At most this many rules and pairs of rules are compared, counted over all names.
const MOST_LOOKS: usize = 1 << 24;

/// Rules collected by name, ignoring case.
#[derive(Default)]
pub(super) struct Moves {
    /// The names in the order of their first occurrence.
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    rules: Vec<Vec<Rule>>,
    count: usize,
    parts: usize,
}

impl Moves {
    /// Adds a rule. Returns false if there are too many rules.
    pub(super) fn add(&mut self, name: &str, rule: Rule) -> bool {
        let number = *self.numbers.entry(name.to_uppercase()).or_insert_with(|| {
            self.names.push(name.to_owned());
            self.rules.push(Vec::new());
            self.names.len() - 1
        });
        self.count += 1;
        self.parts += rule.tests.len() + rule.writes.len();
        self.rules[number].push(rule);
        self.count <= MOST_RULES && self.parts <= MOST_PARTS
    }

    /// Returns the names of the moves and their rules. If all rules with the same name certainly
    /// exclude each other, they form one move. Otherwise each of them is a separate move, with a
    /// number appended to the name. `None` if there are too many moves.
    pub(super) fn finish(self) -> Option<(Vec<String>, Vec<Rule>)> {
        let mut moves = Vec::new();
        let mut out = Vec::new();
        let mut looks = MOST_LOOKS;
        let mut taken = self.numbers;
        for (name, rules) in self.names.into_iter().zip(self.rules) {
            let one = exclusive(&rules, &mut looks);
            for (number, rule) in rules.into_iter().enumerate() {
                if number == 0 {
                    moves.push(name.clone());
                } else if !one {
                    let mut own = format!("{name}-{}", number + 1);
                    while taken.contains_key(&own.to_uppercase()) {
                        own.push('x');
                    }
                    taken.insert(own.to_uppercase(), 0);
                    moves.push(own);
                }
                let of = moves.len() - 1;
                out.push(Rule { of, ..rule });
            }
        }
        (moves.len() <= MOST_MOVES).then_some((moves, out))
    }
}

/// Whether the labels that the rules require prove that no two rules apply in the same state.
/// Returns false as well if the comparison would take more than `looks` steps. Subtracts the steps
/// taken from `looks`.
///
/// Splits the rules by the label that they require at one position after another, so that thousands
/// of rules with different labels need not be compared pairwise.
fn exclusive(rules: &[Rule], looks: &mut usize) -> bool {
    let sets = |rule: &Rule| -> AllowedLabels {
        let sets = rule.tests.iter().filter_map(|test| match *test {
            Test::In { position, labels } => Some((position, labels)),
            Test::Same { .. } => None,
        });
        sets.collect()
    };
    let sets: Vec<AllowedLabels> = rules.iter().map(sets).collect();
    let mut parts = vec![sets.iter().collect::<Vec<_>>()];
    while let Some(part) = parts.pop() {
        if part.len() < 2 {
            continue;
        }
        let Some(left) = looks.checked_sub(part.len() * part[0].len().max(1)) else {
            return false;
        };
        *looks = left;
        match dividing(&part) {
            Some(position) => {
                let all = part.iter().fold(0, |all, sets| all | sets[&position].0);
                parts.extend(LabelSet(all).labels().map(|label| {
                    let with = part.iter().filter(|sets| sets[&position].has(label));
                    with.copied().collect()
                }));
            }
            None => {
                let Some(left) = looks.checked_sub(part.len() * part.len() / 2) else {
                    return false;
                };
                *looks = left;
                let apart = |one: &AllowedLabels, other: &AllowedLabels| {
                    let apart = |(position, set): (&usize, &LabelSet)| {
                        let other = other.get(position);
                        other.is_some_and(|labels| labels.both(*set).is_empty())
                    };
                    one.iter().any(apart)
                };
                let pairs = part.iter().enumerate();
                let mut pairs =
                    pairs.flat_map(|(at, one)| part[..at].iter().map(move |o| (one, o)));
                if !pairs.all(|(one, other)| apart(one, other)) {
                    return false;
                }
            }
        }
    }
    true
}

/// For each tested position, the labels that a rule allows there.
type AllowedLabels = BTreeMap<usize, LabelSet>;

/// A position at which every rule allows a single label, but not all rules allow the same label.
fn dividing(rules: &[&AllowedLabels]) -> Option<usize> {
    let first = rules.first()?;
    let divides = |position: &&usize| {
        let label = |sets: &&AllowedLabels| sets.get(position)?.single();
        let one = label(first);
        let single = rules.iter().all(|sets| label(sets).is_some());
        single && rules.iter().any(|sets| label(sets) != one)
    };
    first.keys().find(divides).copied()
}
