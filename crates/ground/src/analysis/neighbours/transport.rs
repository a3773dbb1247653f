//! Finds, for each position, the position from which a rule carries the label that is there after
//! the rule.

use crate::ground::{LabelSet, Rule, Value};
use crate::reduction::ReducedTask;

/// Stands for no position: as a target, the label disappears; as a source, no position had the
/// label before.
const NOWHERE: usize = usize::MAX;

/// The movement of labels by one rule. A position is given by its index among the changing
/// positions. The additional place that never changes has the next index.
pub(super) struct Transport {
    /// For each position, the position from which the rule carries the label that is there after
    /// the rule.
    sources: Vec<usize>,
    /// For each position, the position to which the rule carries the label that was there before
    /// the rule: the inverse of `sources`.
    targets: Vec<usize>,
}

/// Whether some rule copies the labels of several positions. If every rule moves only one or two
/// labels, few labels stay neighbours, and other heuristics are better.
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
        // No label has two targets: a copy of a label has no source if the label also stays where
        // it was, or if the label already has another target.
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
        // A label that the rule writes may have come from any overwritten position that certainly
        // had this label.
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

    /// The positions of the two labels of a pair after the rule; `None` if one of the labels
    /// disappears.
    pub(super) fn forward(&self, pair: (usize, usize)) -> Option<(usize, usize)> {
        both(&self.targets, pair)
    }

    /// Where the two labels that are at `pair` after the rule were before it; `None` if one of the
    /// labels was at no position.
    pub(super) fn backward(&self, pair: (usize, usize)) -> Option<(usize, usize)> {
        both(&self.sources, pair)
    }

    /// Whether the label at `cell` is no longer there after the rule.
    pub(super) fn moves(&self, cell: usize) -> bool {
        self.targets[cell] != cell
    }
}

fn both(map: &[usize], (one, other): (usize, usize)) -> Option<(usize, usize)> {
    let (one, other) = (map[one], map[other]);
    (one != NOWHERE && other != NOWHERE).then_some((one, other))
}
