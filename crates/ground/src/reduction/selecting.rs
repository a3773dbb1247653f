//! The selecting label: the label whose position says which rules may apply.

use super::{KeptCounts, ReducedTask};
use crate::ground::{Label, LabelSet, Rule, Test};

/// Rules that do not test the selecting label may be listed at most this often.
const MOST_LISTED: usize = 1 << 22;

/// A label with its domain.
pub type DomainLabel = (usize, Label);

/// The selecting label: among the labels that every state has exactly once, the label whose
/// position is tested by the most rules. `None` if fewer than 7 of 8 rules test the position of
/// this label.
pub fn selecting_label(reduced: &ReducedTask, counts: &KeptCounts) -> Option<DomainLabel> {
    let ground = &reduced.ground;
    let mut best = (0, None);
    for (domain, unique) in counts.unique(reduced).into_iter().enumerate() {
        for label in unique.labels() {
            let place = |rule: &Rule| place_of(&rule.tests, (domain, label), reduced);
            let testing = ground.rules.iter().filter_map(place).count();
            if testing > best.0 {
                best = (testing, Some((domain, label)));
            }
        }
    }
    // The compiled puzzle has, for each position of the label, a list of the rules that may apply
    // while the label is there. Rules that do not test the label go into every list, so there must
    // be few of them.
    let everywhere = ground.rules.len() - best.0;
    let listed = everywhere.saturating_mul(reduced.changing().count());
    best.1
        .filter(|_| everywhere * 8 <= ground.rules.len() && listed <= MOST_LISTED)
}

/// The position that must hold the given label if `tests` hold.
pub fn place_of(
    tests: &[Test],
    (domain, label): DomainLabel,
    reduced: &ReducedTask,
) -> Option<usize> {
    tests.iter().find_map(|test| match *test {
        Test::In { position, labels }
            if labels == LabelSet::of(label)
                && reduced.ground.positions[position].domain == domain =>
        {
            Some(position)
        }
        _ => None,
    })
}
