//! Where the label of each position comes from when a rule is applied.

use crate::ground::{LabelSet, Rule, Value};
use crate::reduction::ReducedTask;

/// Stands for no position: a label that disappears, or one that comes from nowhere.
const NOWHERE: usize = usize::MAX;

/// The movement of labels by one rule, by the index of a position among the changing positions. One
/// more place, which never changes, has the next index.
pub(super) struct Transport {
    /// For each index, where the label after the rule has been before it.
    sources: Vec<usize>,
    /// For each index, where the label before the rule is after it: the inverse of `sources`.
    targets: Vec<usize>,
}

/// Whether some rule copies the labels of several positions. If every rule moves a single label or
/// two, few labels stay neighbours and other bounds are better.
pub(super) fn carries_several(rules: &[Rule]) -> bool {
    rules.iter().any(|rule| {
        let copies = rule.writes.iter().filter(|write| match write.value {
            Value::Of { position, plus } => plus == 0 && position != write.position,
            Value::Label(_) => false,
        });
        copies.take(2).count() == 2
    })
}

impl Transport {
    /// The movement of labels by `rule` among the changing positions `cells`, which are in
    /// increasing order.
    pub(super) fn new(reduced: &ReducedTask, cells: &[usize], rule: &Rule) -> Self {
        let index = |position: usize| cells.binary_search(&position).ok();
        let mut sources: Vec<usize> = (0..=cells.len()).collect();
        let written: Vec<usize> = rule
            .writes
            .iter()
            .filter_map(|w| index(w.position))
            .collect();
        for &cell in &written {
            sources[cell] = NOWHERE;
        }
        // No label has two targets: a copy of a label that stays, or that another position has got
        // already, comes from nowhere.
        let mut taken = vec![true; cells.len()];
        for &cell in &written {
            taken[cell] = false;
        }
        for write in &rule.writes {
            if let Value::Of { position, plus: 0 } = write.value
                && let (Some(from), Some(to)) = (index(position), index(write.position))
                && !std::mem::replace(&mut taken[from], true)
            {
                sources[to] = from;
            }
        }
        // A label that is written may have come from any position that is known to have had it.
        let domain = |cell: usize| reduced.ground.positions[cells[cell]].domain;
        for write in &rule.writes {
            if let (Value::Label(label), Some(to)) = (write.value, index(write.position)) {
                let had = |&&from: &&usize| {
                    let labels = reduced.under(&rule.tests, cells[from]);
                    !taken[from] && domain(from) == domain(to) && labels == LabelSet::of(label)
                };
                if let Some(&from) = written.iter().find(had) {
                    taken[from] = true;
                    sources[to] = from;
                }
            }
        }
        let mut targets = vec![NOWHERE; sources.len()];
        for (to, &from) in sources.iter().enumerate() {
            if from != NOWHERE {
                targets[from] = to;
            }
        }
        Self { sources, targets }
    }

    /// Where the labels of a pair are after the rule; `None` if one of them disappears.
    pub(super) fn forward(&self, pair: (usize, usize)) -> Option<(usize, usize)> {
        both(&self.targets, pair)
    }

    /// Where the labels of a pair after the rule have been before it; `None` if one of them was on
    /// no position.
    pub(super) fn backward(&self, pair: (usize, usize)) -> Option<(usize, usize)> {
        both(&self.sources, pair)
    }

    /// Whether the rule moves the label of a position away.
    pub(super) fn moves(&self, cell: usize) -> bool {
        self.targets[cell] != cell
    }
}

fn both(map: &[usize], (one, other): (usize, usize)) -> Option<(usize, usize)> {
    let (one, other) = (map[one], map[other]);
    (one != NOWHERE && other != NOWHERE).then_some((one, other))
}
