//! Abstractions: what remains of a puzzle if labels are taken for one, or positions are left out.

use std::collections::HashMap;

use super::charge::Charge;
use crate::ground::{Consequences, Ground, Label, LabelSet, Rule, Test, Value, Write};

/// What the states of a smaller puzzle distinguish.
pub(super) enum Pattern {
    /// These labels of a domain. Each other label of the domain is replaced by the first one that is
    /// not kept. No rule may add to the labels of the domain: the image of `l + 1` does not follow
    /// from the image of `l`.
    Labels {
        domain: usize,
        keep: LabelSet,
        /// The kept labels whose moves cost something; `None` if all moves may cost something.
        charged: Option<LabelSet>,
    },
    /// These positions, in increasing order. All tests and writes of other positions are left out
    /// (S. Edelkamp, "Planning with pattern databases", 2001). No rule copies a label from another
    /// position to one of them.
    Positions(Vec<usize>),
}

impl Pattern {
    fn keeps(&self, position: usize) -> bool {
        match self {
            Self::Labels { .. } => true,
            Self::Positions(kept) => kept.binary_search(&position).is_ok(),
        }
    }

    /// The label that replaces `label` at `position` of `ground`.
    pub(super) fn image(&self, ground: &Ground, position: usize, label: Label) -> Label {
        match *self {
            Self::Labels { domain, keep, .. }
                if ground.positions[position].domain == domain && !keep.has(label) =>
            {
                keep.0.trailing_ones() as Label
            }
            _ => label,
        }
    }

    fn tests(&self, ground: &Ground, tests: &[Test]) -> Vec<Test> {
        let image = |test: &Test| match *test {
            Test::In { position, labels } => self.keeps(position).then(|| {
                let images = labels.labels().map(|l| self.image(ground, position, l));
                let labels = LabelSet(images.fold(0, |set, l| set | LabelSet::of(l).0));
                Test::In { position, labels }
            }),
            Test::Same { one, other } => (self.keeps(one) && self.keeps(other)).then_some(*test),
        };
        tests.iter().filter_map(image).collect()
    }

    fn write(&self, ground: &Ground, write: Write) -> Option<Write> {
        let value = match write.value {
            Value::Label(label) => Value::Label(self.image(ground, write.position, label)),
            copied => copied,
        };
        self.keeps(write.position)
            .then_some(Write { value, ..write })
    }
}

/// The smaller puzzle of a pattern.
pub(super) struct Smaller {
    /// Its rules, each of them a move of its own: otherwise an earlier rule of the same move could
    /// hide a rule that applies in the original puzzle.
    pub(super) ground: Ground,
    /// For each of its rules, when it costs something.
    pub(super) charges: Vec<Charge>,
    /// For each rule of the original puzzle, the rule that remains of it; `None` if it changes
    /// nothing that the pattern keeps.
    pub(super) images: Vec<Option<usize>>,
}

impl Smaller {
    /// What remains of the rules and goals of `ground`, whose consequences are left out. `charges`
    /// has for each of the first rules of `ground` when it costs something; all others are free.
    /// Rules of which the same remains at the same charge are merged into one.
    pub(super) fn new(ground: &Ground, pattern: &Pattern, charges: &[Charge]) -> Self {
        let mut smaller = Self {
            ground: Ground {
                rules: Vec::new(),
                goals: Vec::new(),
                moves: Vec::new(),
                consequences: Consequences::default(),
                ..ground.clone()
            },
            charges: Vec::new(),
            images: Vec::new(),
        };
        let mut numbers = HashMap::new();
        for (number, rule) in ground.rules.iter().enumerate() {
            let charge = charges.get(number).copied().unwrap_or(Charge::NEVER);
            let writes = rule.writes.iter();
            let writes = writes.filter_map(|&write| pattern.write(ground, write));
            let image = Rule {
                of: smaller.charges.len(),
                tests: pattern.tests(ground, &rule.tests),
                writes: writes.collect(),
                cost: 0,
            };
            smaller.images.push((!image.writes.is_empty()).then(|| {
                let key = (image.tests.clone(), image.writes.clone(), charge);
                *numbers.entry(key).or_insert_with(|| {
                    smaller.ground.moves.push(image.of.to_string());
                    smaller.charges.push(charge);
                    smaller.ground.rules.push(image);
                    smaller.charges.len() - 1
                })
            }));
        }
        let goals = ground.goals.iter();
        smaller.ground.goals = goals.map(|goal| pattern.tests(ground, goal)).collect();
        smaller
    }
}
