//! How a rule changes a potential, as read from its tests and writes.

use std::collections::BTreeMap;

use crate::ground::{Label, Rule, Value, first_alike};
use crate::reduction::{ReducedTask, added, modulus};

/// The most by which `rule` lowers the potential with the numbers `number` in a state in which its
/// tests hold, or more.
pub(super) fn lowered(
    reduced: &ReducedTask,
    rule: &Rule,
    number: &impl Fn(usize, Label) -> i32,
) -> i64 {
    let mut always = 0;
    // How much less each label of a position makes it. Positions that must be alike are taken
    // together.
    let mut depends: BTreeMap<usize, Vec<(Label, i64)>> = BTreeMap::new();
    let mut add = |position: usize, of: &dyn Fn(Label) -> i64| {
        let position = first_alike(&rule.tests, position);
        let labels = reduced.under(&rule.tests, position).labels();
        let by_label = depends.entry(position);
        let by_label = by_label.or_insert_with(|| labels.map(|label| (label, 0)).collect());
        for (label, sum) in by_label {
            *sum += of(*label);
        }
    };
    for write in &rule.writes {
        let put = |label| i64::from(number(write.position, label));
        add(write.position, &put);
        match write.value {
            Value::Label(label) => always -= put(label),
            Value::Of { position, plus } => {
                let modulus = modulus(&reduced.ground, position);
                add(position, &|label| -put(added(label, plus, modulus)));
            }
        }
    }
    let most = |sums: &Vec<(Label, i64)>| sums.iter().map(|&(_, sum)| sum).max().unwrap_or(0);
    always + depends.values().map(most).sum::<i64>()
}
