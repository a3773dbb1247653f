//! Collects rules by their names, which several rules may share.

use std::collections::{BTreeMap, HashMap};

use fewest_ground::limits::{MOST_MOVES, MOST_PARTS, MOST_RULES};
use fewest_ground::{LabelSet, Rule, Test};

/// The most pairs of rules with the same name that are compared, in total.
const MOST_PAIRS: usize = 1 << 22;

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
    /// Adds a rule. Returns false if there are too many.
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

    /// The names of the moves and their rules. If all rules of a name certainly exclude each other,
    /// they form one move. Otherwise each rule is a move of its own, with a number appended to the
    /// name. `None` if there are too many moves.
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

/// Whether no state can satisfy two of the rules, judging by the label sets they test.
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
