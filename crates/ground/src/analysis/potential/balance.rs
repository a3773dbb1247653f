//! Potentials that count the occurrences of one label.
//!
//! If a label occurs more often in a state than in any goal, and a move removes at most `m`
//! occurrences, the surplus divided by `m` is a lower bound. If it occurs too rarely, each occurrence
//! counts -1.

use super::extent::greatest_of_goals;
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
        let mut best: Option<(u32, Self)> = None;
        for (domain, of) in reduced.ground.domains.iter().enumerate() {
            for (label, sign) in (0..of.labels.len()).flat_map(|label| [(label, 1), (label, -1)]) {
                let number = |p: usize, l: Label| match positions[p].domain == domain {
                    true if usize::from(l) == label => sign,
                    _ => 0,
                };
                let count: i32 = reduced.changing().map(|p| number(p, start[p])).sum();
                if i64::from(count) <= greatest_of_goals(task, &number)? {
                    continue;
                }
                let label = of.labels[label].clone();
                let potential = Self::new(task, Measure::Occurrences { label }, number, |_| 1);
                let bound = potential
                    .as_ref()
                    .map_or(0, |potential| potential.bound_of(count));
                if bound > best.as_ref().map_or(0, |best| best.0) {
                    best = potential.map(|potential| (bound, potential));
                }
            }
        }
        best.map(|(_, potential)| potential)
    }
}
