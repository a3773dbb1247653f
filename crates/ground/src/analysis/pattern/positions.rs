//! Chooses the positions that each pattern keeps.

use super::smaller::Pattern;
use crate::ground::{Rule, Test, Value, Write};
use crate::partition::Partition;
use crate::reduction::ReducedTask;

/// At most this many patterns are chosen, or one for each independent part.
const MOST_PATTERNS: usize = 8;
/// No patterns are chosen if there are more groups of positions than this. Rules copy labels only
/// between positions of the same group.
const MOST_GROUPS: usize = 1 << 10;

/// The number of independent parts that some goal tests. Two positions belong to the same part if
/// some rule tests or changes both. Each move changes only one part, so a solution consists of the
/// moves of one path in each part, in some order. If moves have consequences, which may change any
/// part, the puzzle is a single one.
pub(in crate::analysis) fn count_parts(reduced: &ReducedTask) -> usize {
    if !reduced.ground.consequences.is_empty() {
        return 1;
    }
    let changing = |&position: &usize| reduced.sets[position].len() > 1;
    let pairs = reduced.ground.rules.iter().flat_map(|rule| {
        let first = touched(rule).find(changing);
        let others = touched(rule).filter(changing);
        others.filter_map(move |other| Some((first?, other)))
    });
    let parts = classes(reduced, pairs);
    parts.iter().filter(|part| is_asked(reduced, part)).count()
}

/// Patterns of disjoint subsets of the changing positions, each with at most `most` labellings.
/// Each subset contains a position that some goal tests, and `stage`. Empty if no such subset is
/// known.
///
/// If some rule copies the label of one position to another position, both are in the same subset.
/// Positions between which rules copy labels form a *group*. A subset begins with a group that some
/// goal tests: among these groups, the one whose rules test the most other groups. It grows by
/// groups that fit into it: each time by the group for which the most rules change the group and
/// test or change the subset, or the other way round.
pub(super) fn patterns_of_positions(
    reduced: &ReducedTask,
    stage: Option<usize>,
    most: u64,
) -> Vec<Pattern> {
    let writes = reduced.rules().flat_map(|rule| &rule.writes);
    let groups = classes(reduced, writes.map(|write| (write.position, read(write))));
    if groups.len() > MOST_GROUPS {
        return Vec::new();
    }
    let needs = needs(reduced, &groups);
    let needed = |group: usize| needs[group].iter().filter(|&&times| times > 0).count();
    let ways = |group: usize| {
        let sizes = groups[group].iter().map(|&p| reduced.sets[p].len() as u64);
        sizes.fold(1, u64::saturating_mul)
    };
    let mut free: Vec<usize> = (0..groups.len()).collect();
    let mut patterns = Vec::new();
    let most_patterns = MOST_PATTERNS.max(count_parts(reduced));
    while patterns.len() < most_patterns {
        let seeds = free.iter().copied();
        let seeds = seeds.filter(|&group| is_asked(reduced, &groups[group]) && ways(group) <= most);
        let mut next = seeds.max_by_key(|&group| (needed(group), group));
        let (mut chosen, mut product) = (Vec::new(), 1);
        while let Some(best) = next {
            product *= ways(best);
            chosen.push(best);
            free.retain(|&group| group != best);
            let linked = |group: usize| -> u32 {
                let both = |&other: &usize| needs[other][group] + needs[group][other];
                chosen.iter().map(both).sum()
            };
            let fitting = free.iter().copied();
            let fitting = fitting
                .filter(|&group| linked(group) > 0 && product.saturating_mul(ways(group)) <= most);
            next = fitting.max_by_key(|&group| (linked(group), needed(group), group));
        }
        if chosen.is_empty() {
            break;
        }
        let kept = chosen.iter().flat_map(|&group| &groups[group]);
        let mut kept: Vec<usize> = kept.copied().chain(stage).collect();
        kept.sort_unstable();
        patterns.push(Pattern::Positions(kept));
    }
    patterns
}

/// The changing positions in classes; the positions of each pair are in the same class.
fn classes(reduced: &ReducedTask, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut joined = Partition::new(reduced.sets.len());
    pairs.for_each(|(one, other)| joined.join(one, other));
    let mut classes = vec![Vec::new(); reduced.sets.len()];
    for position in reduced.changing() {
        classes[joined.least(position)].push(position);
    }
    classes.retain(|class| !class.is_empty());
    classes
}

/// Whether some goal tests positions of a class alone.
fn is_asked(reduced: &ReducedTask, class: &[usize]) -> bool {
    let mut tests = reduced.ground.goals.iter().flatten();
    tests.any(|test| {
        positions(test)
            .iter()
            .all(|position| class.contains(position))
    })
}

/// For each ordered pair of groups, the number of rules that change a position of the first group
/// and test or change a position of the second group.
fn needs(reduced: &ReducedTask, groups: &[Vec<usize>]) -> Vec<Vec<u32>> {
    let mut group_of = vec![None; reduced.sets.len()];
    for (number, group) in groups.iter().enumerate() {
        for &position in group {
            group_of[position] = Some(number);
        }
    }
    let groups_of = |positions: &mut dyn Iterator<Item = usize>| {
        let mut groups: Vec<usize> = positions.filter_map(|p| group_of[p]).collect();
        groups.sort_unstable();
        groups.dedup();
        groups
    };
    let mut needs = vec![vec![0; groups.len()]; groups.len()];
    for rule in reduced.rules() {
        let touched = groups_of(&mut touched(rule));
        for group in groups_of(&mut changed(rule)) {
            for &other in touched.iter().filter(|&&other| other != group) {
                needs[group][other] += 1;
            }
        }
    }
    needs
}

/// The positions that a rule tests, reads or changes.
pub(super) fn touched(rule: &Rule) -> impl Iterator<Item = usize> {
    let tested = rule.tests.iter().flat_map(positions);
    tested
        .chain(rule.writes.iter().map(read))
        .chain(changed(rule))
}

/// The positions that a rule changes.
pub(super) fn changed(rule: &Rule) -> impl Iterator<Item = usize> {
    rule.writes.iter().map(|write| write.position)
}

/// The position that a write reads, or that it changes if it reads none.
fn read(write: &Write) -> usize {
    match write.value {
        Value::Of { position, .. } => position,
        Value::Label(_) => write.position,
    }
}

fn positions(test: &Test) -> [usize; 2] {
    match *test {
        Test::In { position, .. } => [position, position],
        Test::Same { one, other } => [one, other],
    }
}
