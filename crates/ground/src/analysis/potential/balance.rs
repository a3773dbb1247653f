//! Potentials that count the occurrences of one label.
//!
//! If a label occurs more often in a state than in any goal, and a move removes at most `m`
//! occurrences, the surplus divided by `m` is a lower bound; likewise if it occurs too rarely.

use super::{Measure, PotentialHeuristic, facts};
use crate::compiled::PackedTask;
use crate::ground::Label;

impl PotentialHeuristic {
    /// Counts the label whose surplus or lack at the start gives the highest bound. `None` if no
    /// label gives a positive bound, or if the start is not known.
    pub fn balance(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let positions = &reduced.ground.positions;
        let domains = reduced.ground.domains.iter().enumerate();
        let candidates = domains.flat_map(|(domain, of)| {
            let labels = of.labels.iter().enumerate();
            labels.map(move |(number, label)| {
                let counts =
                    move |p: usize, l| positions[p].domain == domain && l == number as Label;
                let features = facts(reduced, move |p, l| i32::from(counts(p, l)));
                let label = label.clone();
                (Measure::Occurrences { label }, features)
            })
        });
        Self::best(task, candidates)
    }
}
