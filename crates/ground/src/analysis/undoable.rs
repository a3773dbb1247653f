//! Whether every move can be undone.

use std::collections::HashMap;

use fewest_rules::Then;

use super::sequences::{Sequence, Sequences};
use crate::compiled::PackedTask;
use crate::ground::Rule;
use crate::reduction::InverseRule;

/// The answer is no after this many pairs of rules were compared.
const MOST_LOOKS: usize = 1 << 22;

/// Whether each of `inverses`, the inverses of all rules of `task`, is known to be made by a rule.
pub(super) fn is_undoable(task: &PackedTask, inverses: &[InverseRule]) -> bool {
    let sequences = Sequences(task);
    let single = |rule: &Rule| match sequences.then(&Sequence::default(), rule) {
        Then::Known(single) => Some(single),
        _ => None,
    };
    let mut rules: HashMap<u64, Vec<Sequence>> = HashMap::new();
    for rule in task.reduced().ground.rules.iter().filter_map(single) {
        rules.entry(rule.mark()).or_default().push(rule);
    }
    let mut looks = 0;
    inverses.iter().all(|InverseRule { rule, .. }| {
        single(rule).is_some_and(|inverse| {
            let alike = rules.get(&inverse.mark());
            alike.into_iter().flatten().any(|rule| {
                looks += 1;
                looks <= MOST_LOOKS && sequences.replaces(rule, &inverse)
            })
        })
    })
}
