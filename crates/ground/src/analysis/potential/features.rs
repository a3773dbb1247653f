//! The features of which a potential is the sum.

use crate::ground::{Label, Rule, Test, first_alike};
use crate::reduction::ReducedTask;

/// The labels of one or two positions, which add a number to a potential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// The two positions. They are equal if the feature has only one.
    pub positions: [usize; 2],
    /// Features of one kind add the same numbers for the same labels.
    pub kind: usize,
}

impl Feature {
    /// The pairs of labels that the positions may have if `tests` hold.
    pub(super) fn labels<'a>(
        &self,
        reduced: &'a ReducedTask,
        tests: &'a [Test],
    ) -> impl Iterator<Item = [Label; 2]> + 'a {
        let [one, other] = self.positions;
        let alike = first_alike(tests, one) == first_alike(tests, other);
        let others = reduced.under(tests, other);
        reduced.under(tests, one).labels().flat_map(move |label| {
            let others = others.labels();
            others
                .filter(move |&other| !alike || label == other)
                .map(move |other| [label, other])
        })
    }
}

/// Features and their numbers.
#[derive(Debug, Clone)]
pub struct Features<F> {
    all: Vec<Feature>,
    /// For each position, the indices of the features that have it.
    of_position: Vec<Vec<usize>>,
    number: F,
}

impl<F: Fn(usize, [Label; 2]) -> i32> Features<F> {
    /// The features `all`, whose positions are those of a puzzle with so many positions. `number`
    /// gives the number for a kind of features and the labels of both positions, the lesser label
    /// first. It is not negative and at most 2²⁰.
    pub fn new(all: Vec<Feature>, positions: usize, number: F) -> Self {
        let mut of_position = vec![Vec::new(); positions];
        for (index, feature) in all.iter().enumerate() {
            let [one, other] = feature.positions;
            of_position[one].push(index);
            if one != other {
                of_position[other].push(index);
            }
        }
        Self {
            all,
            of_position,
            number,
        }
    }

    pub(super) fn all(&self) -> &[Feature] {
        &self.all
    }

    /// The number for these labels, whichever position has which.
    pub(super) fn number(&self, kind: usize, mut labels: [Label; 2]) -> i32 {
        labels.sort_unstable();
        (self.number)(kind, labels)
    }

    /// What a feature adds to the potential of the state with these labels.
    pub(super) fn of_state(&self, feature: &Feature, state: &[Label]) -> i32 {
        self.number(feature.kind, feature.positions.map(|p| state[p]))
    }

    /// The features of which `rule` writes a position.
    pub(super) fn written(&self, rule: &Rule) -> impl Iterator<Item = &Feature> {
        let writes = rule.writes.iter();
        let mut indices: Vec<usize> = writes
            .flat_map(|write| &self.of_position[write.position])
            .copied()
            .collect();
        indices.sort_unstable();
        indices.dedup();
        indices.into_iter().map(|index| &self.all[index])
    }
}

/// A feature for each changing position, with the number `number` for each of its labels.
pub fn facts(
    reduced: &ReducedTask,
    number: impl Fn(usize, Label) -> i32,
) -> Features<impl Fn(usize, [Label; 2]) -> i32> {
    let feature = |position| Feature {
        positions: [position; 2],
        kind: position,
    };
    let all = reduced.changing().map(feature).collect();
    let of_one = move |position, [label, _]: [Label; 2]| number(position, label);
    Features::new(all, reduced.sets.len(), of_one)
}
