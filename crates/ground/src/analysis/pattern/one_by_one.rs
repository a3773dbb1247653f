//! Rules that are applied all at once, as rules that are applied one by one.

use crate::ground::{Rule, Test, Value, Write, exclude};
use crate::reduction::{ReducedTask, modulus, shifted};

/// Which of the rules that write a position may apply in the same state is examined if they are at
/// most this many. Of more, each is taken to apply together with the others.
const MOST_WRITERS: usize = 1 << 8;

/// Rules of which some, applied one after the other, do what `rules` do all at once.
///
/// Applied at once, all rules read the state before; applied one by one, a rule may find changes of
/// the others. So a rule keeps a test only if no other rule that may apply in the same state writes
/// the tested position. For example, `all down [o | _] -> [_ | o]` has a rule for each pair of cells.
/// The rules of two pairs with a common cell both write this cell, but they never apply in the same
/// state, so they remain as they are.
///
/// A rule is taken apart into its writes if another rule writes one of the same positions in the
/// same state, or one that it copies: then only some of its writes may count, or a label may be
/// copied that is no longer there.
pub(super) fn one_by_one(reduced: &ReducedTask, rules: &[Rule]) -> Vec<Rule> {
    let mut writers = vec![Vec::new(); reduced.sets.len()];
    for (number, rule) in rules.iter().enumerate() {
        for write in &rule.writes {
            writers[write.position].push(number);
        }
    }
    let mut single = Vec::new();
    for (number, rule) in rules.iter().enumerate() {
        let by_others = |position: usize| {
            let writers = &writers[position];
            let mut others = writers.iter().filter(|&&other| other != number);
            writers.len() > MOST_WRITERS
                || others.any(|&other| !exclude(&rule.tests, &rules[other].tests))
        };
        let untouched = |write: &Write| match write.value {
            Value::Of { position, .. } => !by_others(position) && !by_others(write.position),
            Value::Label(_) => !by_others(write.position),
        };
        if rule.writes.iter().all(untouched) {
            single.push(Rule {
                tests: tests_without(&rule.tests, by_others),
                ..rule.clone()
            });
            continue;
        }
        let changed = |position: usize| {
            by_others(position) || rule.writes.iter().any(|write| write.position == position)
        };
        let tests = tests_without(&rule.tests, changed);
        for write in &rule.writes {
            let values = match write.value {
                Value::Of { position, plus } if changed(position) => {
                    let labels = reduced.under(&rule.tests, position);
                    let labels = shifted(labels, plus, modulus(&reduced.ground, position));
                    labels.labels().map(Value::Label).collect()
                }
                value => vec![value],
            };
            single.extend(values.into_iter().map(|value| Rule {
                tests: tests.clone(),
                writes: vec![Write { value, ..*write }],
                ..*rule
            }));
        }
    }
    single
}

/// The tests of positions that are not `changed`.
fn tests_without(tests: &[Test], changed: impl Fn(usize) -> bool) -> Vec<Test> {
    let stays = |test: &&Test| match **test {
        Test::In { position, .. } => !changed(position),
        Test::Same { one, other } => !changed(one) && !changed(other),
    };
    tests.iter().filter(stays).copied().collect()
}
