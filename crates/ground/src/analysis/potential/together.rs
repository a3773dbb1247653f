//! Potentials that count labels which lie beside others where every goal wants them alike.
//!
//! If every goal wants some positions to have the same label, whichever it is, these positions are a
//! *group*. For tubes of coloured water each tube is a group, and every goal wants one colour in it.
//! Where two successive positions of a group have different labels, one label lies on the wrong one.
//! A *neutral* label, which stands for an empty place, lies nowhere.
//!
//! Labels also lie apart if there are too many groups with a label at the *foot*, the first or the
//! last position. If each group has `k` positions, a foot that is not neutral counts `k - 1` and each
//! other position 1 if it is neutral. For a group whose labels are alike this is `k - 1`, whichever
//! they are. A group with a label at its foot counts 1 more for each of its places that is free.

use super::{Feature, Features, Measure, PotentialHeuristic};
use crate::compiled::PackedTask;
use crate::ground::{Label, first_alike};
use crate::reduction::ReducedTask;

/// Groups are looked for if there are at most this many pairs of a position and a goal.
const MOST_LOOKS: usize = 1 << 22;

/// The kinds of features.
const WRONG: usize = 0;
const FOOT: usize = 1;
const ABOVE: usize = 2;

impl PotentialHeuristic {
    /// Counts the labels that lie on wrong ones and the feet, with the neutral label and the feet
    /// that give the highest bound for the start. `None` if there is no group, if no neutral label
    /// gives a positive bound, or if the start is not known.
    pub fn together(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let groups = groups(reduced);
        let size = groups.first()?.len();
        let domain = reduced.ground.positions[groups[0][0]].domain;
        let labels = 0..reduced.ground.domains[domain].labels.len() as Label;
        let feet = [None, Some(0), Some(size - 1)];
        let equal = groups.iter().all(|group| group.len() == size);
        let feet = &feet[..if equal { 3 } else { 1 }];
        let here = |label: &Label| {
            groups
                .iter()
                .flatten()
                .any(|&p| reduced.sets[p].has(*label))
        };
        let neutral = labels.filter(here).map(Some);
        let candidates = neutral.flat_map(|neutral| feet.iter().map(move |&foot| (neutral, foot)));
        // Without a neutral label, all feet count the same.
        let candidates = candidates.chain([(None, None)]);
        let candidates = candidates.map(|(neutral, foot)| {
            let each = foot.map_or(1, |_| size as i32);
            let number = move |kind, [one, other]: [Label; 2]| {
                let counts = |label| neutral != Some(label);
                match kind {
                    WRONG if one != other && counts(one) && counts(other) => each,
                    FOOT if counts(one) => each - 1,
                    ABOVE if !counts(one) => 1,
                    _ => 0,
                }
            };
            let features = groups.iter().flat_map(|group| features(group, foot));
            let features = Features::new(features.collect(), reduced.sets.len(), number);
            let groups = groups.len();
            let each = each as u32;
            (Measure::Apart { groups, each }, features)
        });
        Self::best(task, candidates)
    }
}

/// The features of a group, whose foot is the position with this index.
fn features(group: &[usize], foot: Option<usize>) -> impl Iterator<Item = Feature> {
    let wrong = group.windows(2).map(|pair| Feature {
        positions: [pair[0], pair[1]],
        kind: WRONG,
    });
    let single = move |(index, &position): (usize, &usize)| Feature {
        positions: [position; 2],
        kind: if Some(index) == foot { FOOT } else { ABOVE },
    };
    let singles = group.iter().enumerate().filter(move |_| foot.is_some());
    wrong.chain(singles.map(single))
}

/// The groups of at least two changing positions of one domain that every goal wants to have the
/// same label. Only those of the first group's domain are returned. Empty if there are too many goals.
fn groups(reduced: &ReducedTask) -> Vec<Vec<usize>> {
    if reduced
        .sets
        .len()
        .saturating_mul(reduced.ground.goals.len())
        > MOST_LOOKS
    {
        return Vec::new();
    }
    let mut groups: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
    for position in reduced.changing() {
        let goals = reduced.ground.goals.iter();
        let of: Vec<usize> = goals.map(|goal| first_alike(goal, position)).collect();
        match groups.iter_mut().find(|(known, _)| *known == of) {
            Some((_, group)) => group.push(position),
            None => groups.push((of, vec![position])),
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_iter().map(|(_, group)| group).collect();
    let domain = |group: &Vec<usize>| reduced.ground.positions[group[0]].domain;
    groups.retain(|group| group.len() > 1);
    let first = groups.first().map(domain);
    groups.retain(|group| Some(domain(group)) == first);
    groups
}
