//! Chooses the positions that each pattern keeps.

use crate::ground::{Test, Value};
use crate::partition::Partition;
use crate::reduction::ReducedTask;

/// At most this many subsets of positions are chosen, each for one pattern.
const MOST_SUBSETS: usize = 8;
/// No subsets are chosen if there are more groups of positions than this. Rules copy labels only
/// between positions of the same group.
const MOST_GROUPS: usize = 1 << 10;

/// Disjoint subsets of the changing positions, each with at most `most` labellings. Each subset
/// contains a position that some goal tests. Empty if no such subset is known.
///
/// If some rule copies the label of one position to another position, both are in the same subset.
/// Positions between which rules copy labels form a *group*. A subset begins with a group that some
/// goal tests: among these groups, the one whose rules test the most other groups. It grows by
/// groups that fit into it: each time by the group for which the most rules change the group and
/// test the subset, or the other way round.
pub(super) fn subsets(reduced: &ReducedTask, most: u64) -> Vec<Vec<usize>> {
    let groups = groups(reduced);
    if groups.len() > MOST_GROUPS {
        return Vec::new();
    }
    let needs = needs(reduced, &groups);
    let needed = |group: usize| needs[group].iter().filter(|&&times| times > 0).count();
    let ways = |group: usize| {
        let sizes = groups[group].iter().map(|&p| reduced.sets[p].len() as u64);
        sizes.fold(1, u64::saturating_mul)
    };
    let asked = |group: &usize| {
        let mut tests = reduced.ground.goals.iter().flatten();
        tests.any(|test| match *test {
            Test::In { position, .. } => groups[*group].contains(&position),
            Test::Same { one, other } => {
                groups[*group].contains(&one) && groups[*group].contains(&other)
            }
        })
    };
    let mut free: Vec<usize> = (0..groups.len()).collect();
    let mut subsets = Vec::new();
    while subsets.len() < MOST_SUBSETS {
        let seeds = free.iter().copied().filter(asked);
        let seeds = seeds.filter(|&group| ways(group) <= most);
        let Some(seed) = seeds.max_by_key(|&group| (needed(group), group)) else {
            break;
        };
        let (mut chosen, mut product) = (vec![seed], ways(seed));
        free.retain(|&group| group != seed);
        loop {
            let linked = |group: usize| -> u32 {
                let both = |&other: &usize| needs[other][group] + needs[group][other];
                chosen.iter().map(both).sum()
            };
            let fitting = free
                .iter()
                .copied()
                .filter(|&group| linked(group) > 0 && product.saturating_mul(ways(group)) <= most);
            let best = fitting.max_by_key(|&group| (linked(group), needed(group), group));
            let Some(best) = best else {
                break;
            };
            product *= ways(best);
            chosen.push(best);
            free.retain(|&group| group != best);
        }
        let mut subset: Vec<usize> = chosen
            .iter()
            .flat_map(|&group| groups[group].iter().copied())
            .collect();
        subset.sort_unstable();
        subsets.push(subset);
    }
    subsets
}

/// The changing positions, in groups between which no rule copies labels.
fn groups(reduced: &ReducedTask) -> Vec<Vec<usize>> {
    let mut joined = Partition::new(reduced.sets.len());
    for write in reduced.rules().flat_map(|rule| &rule.writes) {
        if let Value::Of { position, .. } = write.value {
            joined.join(write.position, position);
        }
    }
    let mut groups = vec![Vec::new(); reduced.sets.len()];
    for position in reduced.changing() {
        groups[joined.least(position)].push(position);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// For each ordered pair of groups, the number of rules that change a position of the first group
/// and test a position of the second group.
fn needs(reduced: &ReducedTask, groups: &[Vec<usize>]) -> Vec<Vec<u32>> {
    let mut group_of = vec![None; reduced.sets.len()];
    for (number, group) in groups.iter().enumerate() {
        for &position in group {
            group_of[position] = Some(number);
        }
    }
    let mut needs = vec![vec![0; groups.len()]; groups.len()];
    for rule in reduced.rules() {
        let changed = rule.writes.iter().filter_map(|w| group_of[w.position]);
        let changed = distinct(changed);
        let tested = rule.tests.iter().flat_map(|test| match *test {
            Test::In { position, .. } => [group_of[position], None],
            Test::Same { one, other } => [group_of[one], group_of[other]],
        });
        let tested = distinct(tested.flatten());
        for &group in &changed {
            for &other in tested.iter().filter(|&&other| other != group) {
                needs[group][other] += 1;
            }
        }
    }
    needs
}

fn distinct(numbers: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}
