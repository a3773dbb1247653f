//! Chooses the labels that each pattern keeps distinct.

use crate::analysis::unique_labels::{UniqueLabels, unique_labels};
use crate::compiled::PackedTask;
use crate::ground::LabelSet;
use crate::reduction::ReducedTask;

/// At most this many patterns are chosen.
const MOST_PATTERNS: usize = 8;

/// For each pattern, the domain of the labels that it keeps distinct, and these labels. The second
/// result says whether each move should be charged to one pattern, so that the bounds may be added.
/// `None` if no suitable pattern has at most `most` states. Domains whose labels some rule adds to
/// are left out, because the sum of a merged label and a number is not known.
#[allow(clippy::type_complexity)]
pub(super) fn choose(task: &PackedTask, most: u64) -> Option<(Vec<(usize, LabelSet)>, bool)> {
    let reduced = task.reduced();
    let UniqueLabels { labels, along } = unique_labels(task);
    let additive = along == 1 && labels.len() > 1;
    let counts = task.counts().numbers(reduced);
    let mut keeps = Vec::new();
    for (domain, counts) in counts.iter().enumerate() {
        if reduced.adds_to(domain) {
            continue;
        }
        let here = reduced
            .changing()
            .filter(|&p| reduced.ground.positions[p].domain == domain);
        let occur = here.fold(0, |set, p| set | reduced.sets[p].0);
        let candidates = LabelSet(occur).labels().filter(|&label| {
            let known = counts[usize::from(label)].is_some();
            known && (!additive || labels.contains(&(domain, label)))
        });
        // The selecting label, whose position nearly every rule tests, stays distinct in every
        // pattern.
        let always = match task.selecting() {
            Some((d, label)) if d == domain => LabelSet::of(label),
            _ => LabelSet::default(),
        };
        let mut keep = LabelSet::default();
        for label in candidates.filter(|&label| !always.has(label)) {
            let more = LabelSet(keep.0 | 1 << label);
            if arrangements(reduced, counts, domain, LabelSet(more.0 | always.0)) <= most {
                keep = more;
                continue;
            }
            if !keep.is_empty() {
                keeps.push((domain, LabelSet(keep.0 | always.0)));
            }
            keep = LabelSet::of(label);
            if arrangements(reduced, counts, domain, LabelSet(keep.0 | always.0)) > most {
                keep = LabelSet::default();
            }
        }
        if !keep.is_empty() {
            keeps.push((domain, LabelSet(keep.0 | always.0)));
        }
    }
    keeps.truncate(MOST_PATTERNS);
    (!keeps.is_empty()).then_some((keeps, additive))
}

/// The number of states of the pattern that keeps the labels `keep` of `domain` distinct. This is
/// the number of ways to place these labels at the positions of `domain`, where all other labels
/// look alike, times the number of ways to label the positions of the other domains.
fn arrangements(
    reduced: &ReducedTask,
    counts: &[Option<u32>; 64],
    domain: usize,
    keep: LabelSet,
) -> u64 {
    let mut places = 0_u64;
    let mut ways: u128 = 1;
    for position in reduced.changing() {
        if reduced.ground.positions[position].domain == domain {
            places += 1;
        } else {
            ways = ways.saturating_mul(reduced.sets[position].len() as u128);
        }
    }
    for label in keep.labels() {
        let count = counts[usize::from(label)].unwrap_or(0);
        for i in 1..=u128::from(count) {
            ways = ways.saturating_mul(places.into()) / i;
            places = places.saturating_sub(1);
        }
    }
    u64::try_from(ways).unwrap_or(u64::MAX)
}
