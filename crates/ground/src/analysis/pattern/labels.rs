//! Chooses the labels that each pattern keeps distinct.

use super::smaller::Pattern;
use crate::analysis::unique_labels::{UniqueLabels, unique_labels};
use crate::compiled::PackedTask;
use crate::ground::LabelSet;
use crate::reduction::ReducedTask;

/// At most this many patterns are chosen.
const MOST_PATTERNS: usize = 8;

/// Patterns of labels that are known to occur equally often in all states, each of at most `most`
/// states. If no move carries more than one of the labels that exactly one position has (see
/// [`unique_labels`](super::unique_labels)), each move is charged to the pattern that keeps the
/// label which it carries (A. Felner, R. E. Korf and S. Hanan, "Additive pattern database
/// heuristics", 2004). Domains whose labels some rule adds to are left out, because the sum of a
/// merged label and a number is not known.
pub(super) fn patterns_of_labels(task: &PackedTask, most: u64) -> Vec<Pattern> {
    let reduced = task.reduced();
    let UniqueLabels { labels, along } = unique_labels(task);
    let by_carried = along == 1 && labels.len() > 1;
    // The selecting label, whose position nearly every rule tests, stays distinct in every pattern.
    let selecting = task.selecting();
    let mut patterns = Vec::new();
    for (domain, counts) in task.counts().numbers(reduced).iter().enumerate() {
        if reduced.adds_to(domain) {
            continue;
        }
        let here = |&p: &usize| reduced.ground.positions[p].domain == domain;
        let occur = reduced.changing().filter(here);
        let occur = LabelSet(occur.fold(0, |set, p| set | reduced.sets[p].0));
        let counted = labels.iter().filter(|of| of.0 == domain);
        let counted = LabelSet(counted.fold(0, |set, of| set | LabelSet::of(of.1).0));
        let always = selecting.filter(|of| of.0 == domain);
        let always = always.map_or(LabelSet::default(), |of| LabelSet::of(of.1));
        let candidates = occur.labels().filter(|&label| {
            let known = counts[usize::from(label)].is_some();
            known && !always.has(label) && (!by_carried || counted.has(label))
        });
        let mut keep = always;
        let mut choose = |keep: LabelSet| {
            if keep != always {
                let charged = by_carried.then(|| keep.both(counted));
                patterns.push(Pattern::Labels {
                    domain,
                    keep,
                    charged,
                });
            }
        };
        for label in candidates {
            let with = |keep: LabelSet| LabelSet(keep.0 | LabelSet::of(label).0);
            let fits = |keep| arrangements(reduced, counts, domain, keep) <= most;
            if !fits(with(keep)) {
                choose(std::mem::replace(&mut keep, always));
            }
            if fits(with(keep)) {
                keep = with(keep);
            }
        }
        choose(keep);
    }
    patterns.truncate(MOST_PATTERNS);
    patterns
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
