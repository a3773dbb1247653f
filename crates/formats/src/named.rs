//! Rules that are called by names that several may have.

use std::collections::{BTreeMap, HashMap};

use fewest_ground::limits::{MOST_MOVES, MOST_PARTS, MOST_RULES};
use fewest_ground::{LabelSet, Rule, Test};

/// Pairs of rules of one name that are compared, in all.
const MOST_PAIRS: usize = 1 << 22;

/// Rules collected by their names, of which upper and lower case are one.
#[derive(Default)]
pub(super) struct Moves {
    /// In the order in which the names came.
    names: Vec<String>,
    numbers: HashMap<String, usize>,
    rules: Vec<Vec<Rule>>,
    count: usize,
    parts: usize,
}

impl Moves {
    /// False if there are too many.
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

    /// The moves' names and their rules. Rules of one name that surely exclude each other are one
    /// move; others are moves of their own, with a number behind the name. `None` if there are
    /// too many moves.
    pub(super) fn finish(self) -> Option<(Vec<String>, Vec<Rule>)> {
        let mut moves = Vec::new();
        let mut out = Vec::new();
        let mut pairs = 0;
        let mut taken = self.numbers;
        for (name, rules) in self.names.into_iter().zip(self.rules) {
            pairs += rules.len() * rules.len() / 2;
            let one = pairs <= MOST_PAIRS && exclusive(&rules);
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

/// Whether no state can fit two of the rules, going by their labels alone.
fn exclusive(rules: &[Rule]) -> bool {
    let sets = |rule: &Rule| -> BTreeMap<usize, LabelSet> {
        let sets = rule.tests.iter().filter_map(|test| match *test {
            Test::In { position, labels } => Some((position, labels)),
            Test::Same { .. } => None,
        });
        sets.collect()
    };
    if rules.len() < 2 {
        return true;
    }
    let sets: Vec<_> = rules.iter().map(sets).collect();
    sets.iter().enumerate().all(|(at, one)| {
        sets[..at].iter().all(|other| {
            let apart = |(p, set): (&usize, &LabelSet)| {
                other
                    .get(p)
                    .is_some_and(|labels| labels.both(*set).is_empty())
            };
            one.iter().any(apart)
        })
    })
}
