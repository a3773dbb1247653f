//! Estimates how often a position has a label.

use crate::ground::{Label, LabelSet};
use crate::reduction::{KeptCounts, ReducedTask};

/// Estimates the share of the states in which a position has a label.
pub(super) struct LabelFrequencies<'a> {
    reduced: &'a ReducedTask,
    /// For each domain and label, two things: the share of the positions with this label at the
    /// start, among the positions that can ever have it; and whether every move keeps the number of
    /// positions with the label. `None` if the start is not known.
    at_start: Option<Vec<[(f64, bool); 64]>>,
}

impl<'a> LabelFrequencies<'a> {
    pub(super) fn new(reduced: &'a ReducedTask, counts: &KeptCounts) -> Self {
        let at_start = reduced.start.as_ref().map(|start| {
            let mut counted = vec![[(0_u32, 0_u32); 64]; counts.kept.len()];
            for position in reduced.changing() {
                let counted = &mut counted[reduced.ground.positions[position].domain];
                counted[usize::from(start[position]) % 64].0 += 1;
                for label in reduced.sets[position].labels() {
                    counted[usize::from(label)].1 += 1;
                }
            }
            let domains = counted.iter().zip(&counts.kept);
            let shares = domains.map(|(counted, kept)| {
                std::array::from_fn(|label| {
                    let (has, may) = counted[label];
                    let share = f64::from(has) / f64::from(may.max(1));
                    (share, kept.has(label as Label))
                })
            });
            shares.collect()
        });
        Self { reduced, at_start }
    }

    /// The share of states in which the changing position `position` has one of `labels`.
    pub(super) fn of(&self, position: usize, labels: LabelSet) -> f64 {
        let any = 1.0 / self.reduced.sets[position].len().max(1) as f64;
        let domain = self.reduced.ground.positions[position].domain;
        let one = |label: Label| match &self.at_start {
            None => any,
            Some(shares) => match shares[domain][usize::from(label) % 64] {
                (share, true) => share,
                // Moves change the number of positions with the label, so the share at the start is
                // only a hint.
                (share, false) => f64::midpoint(share, any),
            },
        };
        labels.labels().map(one).sum::<f64>().min(1.0)
    }
}
