//! Potentials that count labels which are neighbours in no goal.
//!
//! Some moves carry many labels along and yet separate few of them: turning over the upper part of
//! a stack changes the neighbours only at the lower edge of that part. Then the number of neighbours
//! that no goal has is a high bound. For a stack whose upper part is turned over, it is the gap
//! heuristic (M. Helmert, "Landmark heuristics for the pancake problem", 2010). The ground on which
//! the stack stands counts as a neighbour of the lowest element: labels that a position has in no
//! goal count, too.
//!
//! Which positions are neighbours follows from the rules. The pairs of positions that some move
//! carries to one another are of one *kind*: in the stack, all pairs at one distance.

use std::cmp::Ordering;

use super::change::not_carried;
use super::{Feature, Features, Measure, PotentialHeuristic};
use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, MOST_LABELS, Rule, Value, first_alike};
use crate::partition::Partition;
use crate::reduction::ReducedTask;

/// The analysis examines at most this many pairs of positions, counted over all rules, goals or
/// labels.
const MOST_PAIRS: usize = 1 << 22;

/// Kinds of features, and what is known of all their features together.
#[derive(Debug, Clone)]
struct Kinds {
    kinds: Vec<usize>,
    features: i64,
    /// The number of features whose labels at the start no goal has at a feature of their kind.
    foreign: i64,
    /// For each rule, the number of features that it does not carry along, and the greatest of
    /// these numbers.
    separated: Vec<i64>,
    most: i64,
}

impl Kinds {
    fn with(&self, other: &Self) -> Self {
        let separated = self.separated.iter().zip(&other.separated);
        let separated: Vec<i64> = separated.map(|(one, other)| one + other).collect();
        Self {
            kinds: [&self.kinds[..], &other.kinds].concat(),
            features: self.features + other.features,
            foreign: self.foreign + other.foreign,
            most: separated.iter().copied().max().unwrap_or(0),
            separated,
        }
    }

    /// Kinds are better if they have more foreign features for each that a rule separates or, if
    /// these are equally many, more features.
    fn compare(&self, other: &Self) -> Ordering {
        let ratio = |one: i64, its: i64| (one * other.most).cmp(&(its * self.most));
        ratio(self.foreign, other.foreign).then_with(|| ratio(self.features, other.features))
    }
}

impl PotentialHeuristic {
    /// Counts the neighbours that no goal has. Begins with the best kind and adds each other one
    /// with which the kinds are better. `None` if no move carries two labels along, if goals have
    /// all pairs of labels, if the start is not known, or if there are too many pairs.
    pub fn neighbours(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let start = reduced.start.as_ref()?;
        let (goals, rules) = (&reduced.ground.goals, &reduced.ground.rules);
        let cells: Vec<usize> = reduced.changing().collect();
        let pairs = cells.len().saturating_mul(cells.len());
        let times = goals.len().max(rules.len()).max(MOST_LABELS);
        if pairs.saturating_mul(times) > MOST_PAIRS {
            return None;
        }
        let all = by_kind(reduced, &cells)?;
        // For each kind and label, the labels that a goal has beside it.
        let mut beside = vec![[LabelSet::default(); MOST_LABELS]; pairs];
        for feature in &all {
            let [one, other] = feature.positions;
            let beside = &mut beside[feature.kind];
            for goal in goals {
                let sets = [one, other].map(|position| reduced.under(goal, position));
                let alike = first_alike(goal, one) == first_alike(goal, other);
                for (set, others) in [(sets[0], sets[1]), (sets[1], sets[0])] {
                    for label in set.labels() {
                        let others = match alike {
                            true => others.both(LabelSet::of(label)),
                            false => others,
                        };
                        beside[usize::from(label)].0 |= others.0;
                    }
                }
            }
        }
        let foreign = |kind: usize, [one, other]: [Label; 2]| {
            i32::from(!beside[kind][usize::from(one)].has(other))
        };
        let features = Features::new(all, reduced.sets.len(), foreign);
        let mut useful = vec![false; pairs];
        let of_kind = |kind| Kinds {
            kinds: vec![kind],
            features: 0,
            foreign: 0,
            separated: vec![0; rules.len()],
            most: 0,
        };
        let mut of_kinds: Vec<Kinds> = (0..pairs).map(of_kind).collect();
        for feature in features.all() {
            let of_kind = &mut of_kinds[feature.kind];
            of_kind.features += 1;
            of_kind.foreign += i64::from(features.of_state(feature, start));
            let mut labels = feature.labels(reduced, &[]);
            useful[feature.kind] |= labels.any(|labels| features.number(feature.kind, labels) > 0);
        }
        for (number, rule) in rules.iter().enumerate() {
            for ((kind, _), times) in not_carried(reduced, rule, &features) {
                let of_kind = &mut of_kinds[kind];
                of_kind.separated[number] += (-times).max(0);
                of_kind.most = of_kind.most.max(of_kind.separated[number]);
            }
        }
        of_kinds.retain(|of_kind| useful[of_kind.kinds[0]] && of_kind.most > 0);
        of_kinds.sort_by(|one, other| other.compare(one));
        let best = of_kinds.into_iter().reduce(|best, other| {
            let both = best.with(&other);
            match both.compare(&best) {
                Ordering::Greater => both,
                _ => best,
            }
        })?;
        let chosen = features.all().iter().copied();
        let chosen: Vec<Feature> = chosen.filter(|f| best.kinds.contains(&f.kind)).collect();
        let pairs = chosen.len();
        let features = Features::new(chosen, reduced.sets.len(), foreign);
        Self::new(task, Measure::Neighbours { pairs }, &features, |_| 1)
    }
}

/// Each position and each pair of positions by its kind. `None` if no rule carries a pair to another
/// one.
fn by_kind(reduced: &ReducedTask, cells: &[usize]) -> Option<Vec<Feature>> {
    let index = |one: usize, other: usize| one.min(other) * cells.len() + one.max(other);
    let mut kinds = Partition::new(cells.len() * cells.len());
    let mut carries = false;
    for rule in &reduced.ground.rules {
        let carried = carried(rule, cells);
        for (number, &(from, to)) in carried.iter().enumerate() {
            for &(other_from, other_to) in &carried[..number] {
                carries = true;
                kinds.join(index(from, other_from), index(to, other_to));
            }
        }
    }
    let kinds = kinds.all_least();
    let pairs = (0..cells.len()).flat_map(|one| (one..cells.len()).map(move |other| (one, other)));
    let features = pairs.map(|(one, other)| Feature {
        positions: [cells[one], cells[other]],
        kind: kinds[index(one, other)],
    });
    carries.then(|| features.collect())
}

/// For each label that `rule` copies from a position to another one, the indices of both among the
/// positions `cells`, which are in increasing order.
fn carried(rule: &Rule, cells: &[usize]) -> Vec<(usize, usize)> {
    let writes = rule.writes.iter().filter_map(|write| match write.value {
        Value::Of { position, plus: 0 } if position != write.position => Some((
            cells.binary_search(&position).ok()?,
            cells.binary_search(&write.position).ok()?,
        )),
        _ => None,
    });
    writes.collect()
}
