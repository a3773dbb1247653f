//! Potentials that count the occurrences of one label.
//!
//! If a label occurs more often in a state than in any goal, and a move removes at most `m`
//! occurrences, the surplus divided by `m` is a lower bound; likewise if it occurs too rarely.

use super::range::{Range, of_goals};
use super::{Measure, PotentialHeuristic};
use crate::compiled::PackedTask;
use crate::ground::Label;

impl PotentialHeuristic {
    /// Counts the label whose surplus or lack at the start gives the highest bound. `None` if no
    /// label gives a positive bound, or if the start is not known.
    pub fn balance(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let start = reduced.start.as_ref()?;
        let positions = &reduced.ground.positions;
        let numbers = |domain: usize, label: Label| {
            move |p: usize, l| i32::from(positions[p].domain == domain && l == label)
        };
        let mut best: Option<(u32, usize, Label)> = None;
        for (domain, of) in reduced.ground.domains.iter().enumerate() {
            for label in 0..of.labels.len() as Label {
                let number = numbers(domain, label);
                let count: i32 = reduced.changing().map(|p| number(p, start[p])).sum();
                let (least, greatest) = of_goals(task, &number)?;
                if (least..=greatest).contains(&count.into()) {
                    continue;
                }
                let bound = Range::new(task, &number, |_| 1)?.bound(count);
                if bound > best.as_ref().map_or(0, |best| best.0) {
                    best = Some((bound, domain, label));
                }
            }
        }
        let (_, domain, label) = best?;
        let measure = Measure::Occurrences {
            label: reduced.ground.domains[domain].labels[usize::from(label)].clone(),
        };
        Self::new(task, measure, numbers(domain, label), |_| 1)
    }
}
