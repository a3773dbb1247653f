//! How far a potential may be from that of a goal, and how much a move changes it.

use std::collections::BTreeMap;

use fewest_rules::DEAD_END;

use super::NO_WAY;
use super::change::{ByLabels, Change};
use super::features::{Feature, Features};
use crate::compiled::PackedTask;
use crate::ground::{Label, Rule, Test, Write, first_alike};

/// The greatest allowed number of pairs of labels, counted over all features and all goals.
const MOST_ENTRIES: usize = 1 << 22;

/// The potentials that goals allow, and how much a move changes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    /// The greatest potential of a goal.
    greatest: i32,
    /// The most that a move lowers the potential, divided by the cost of the move and rounded up.
    /// `None` if it may be any number.
    pub(super) lowered: Option<u32>,
    /// The least potential of a goal.
    least: i32,
    /// The most that a move raises the potential, likewise.
    raised: Option<u32>,
}

impl Range {
    /// The range of the potential with these features. `None` if the puzzle has no goal, if a sum is
    /// too great, or if consequences may change both positions of a feature at once.
    pub(super) fn new<F: Fn(usize, [Label; 2]) -> i32>(
        task: &PackedTask,
        features: &Features<F>,
        cost: impl Fn(&Rule) -> u16,
    ) -> Option<Self> {
        let reduced = task.reduced();
        let ground = &reduced.ground;
        // What several consequences change at once is the sum of what each changes only if they
        // write different features.
        let of_one = |feature: &Feature| feature.positions[0] == feature.positions[1];
        if !ground.consequences.is_empty() && !features.all().iter().all(of_one) {
            return None;
        }
        let (least, greatest) = of_goals(task, features)?;
        let (mut lowered, mut raised) = (Some(0), Some(0));
        let mut falls = 0;
        for rule in &ground.rules {
            let change = Change::new(reduced, rule, features);
            let cost = cost(rule).into();
            lowered = lowered.and_then(|lowered| at_least(lowered, -change.least(), cost));
            raised = raised.and_then(|raised| at_least(raised, change.greatest(), cost));
            falls = falls.max(-change.least());
        }
        let alone = reduced.alone();
        for rule in ground.consequences.rules() {
            for part in parts(rule, |p| alone[p]) {
                let change = Change::new(reduced, &part, features);
                lowered = lowered.filter(|_| change.least() >= 0);
                raised = raised.filter(|_| change.greatest() <= 0);
            }
        }
        let finite = |number: i32| if number < NO_WAY { number } else { 0 };
        let (_, farthest) = extent(task, features, &[], finite);
        let (_, most) = extent(task, features, &[], |number| number);
        i32::try_from(most).ok()?;
        let no_way = i64::from(NO_WAY);
        let fits = farthest + falls < no_way && greatest < no_way;
        Some(Self {
            greatest: i32::try_from(greatest).ok()?,
            lowered: lowered.filter(|_| fits),
            least: i32::try_from(least).ok()?,
            raised,
        })
    }

    /// The lower bound for a state with this potential.
    #[inline]
    pub(super) fn bound(&self, potential: i32) -> u32 {
        // The case of most puzzles, which a search shall not call a function for.
        if self.lowered == Some(1) && potential >= self.greatest && potential < NO_WAY {
            return (potential - self.greatest) as u32;
        }
        self.any_bound(potential)
    }

    #[inline(never)]
    fn any_bound(&self, potential: i32) -> u32 {
        let moves = |missing: i32, a_move| match a_move {
            0 => DEAD_END,
            _ => (missing as u32).div_ceil(a_move),
        };
        if potential > self.greatest {
            match self.lowered {
                Some(_) if potential >= NO_WAY => DEAD_END,
                Some(lowered) => moves(potential - self.greatest, lowered),
                None => 0,
            }
        } else if potential < self.least {
            let missing = self.least - potential;
            self.raised.map_or(0, |raised| moves(missing, raised))
        } else {
            0
        }
    }
}

/// `least` or, if that is greater, `by` divided by `cost` and rounded up. `None` if moves that cost
/// nothing change something, for they may be repeated.
fn at_least(least: u32, by: i64, cost: i64) -> Option<u32> {
    if by <= i64::from(least) * cost {
        return Some(least);
    }
    u32::try_from((by + cost - 1).checked_div(cost)?).ok()
}

/// The parts of a consequence that may happen without each other if it is applied at once with others:
/// two of these may write the same label to a position that is alone in its domain.
fn parts(rule: &Rule, is_alone: impl Fn(usize) -> bool) -> impl Iterator<Item = Rule> {
    let writes = rule.writes.iter().copied();
    let (alone, together): (Vec<Write>, Vec<Write>) = writes.partition(|w| is_alone(w.position));
    let parts = alone.into_iter().map(|write| vec![write]);
    let part = |writes| Rule {
        writes,
        ..rule.clone()
    };
    parts.chain([together]).map(part)
}

/// The least and the greatest potential of a goal. `None` if there is no goal, or if the goals and the
/// labels of features are too many.
pub(super) fn of_goals<F: Fn(usize, [Label; 2]) -> i32>(
    task: &PackedTask,
    features: &Features<F>,
) -> Option<(i64, i64)> {
    let (reduced, goals) = (task.reduced(), &task.reduced().ground.goals);
    let labels = |feature: &Feature| {
        feature
            .positions
            .map(|p| reduced.sets[p].len())
            .iter()
            .product::<usize>()
    };
    let entries: usize = features.all().iter().map(labels).sum();
    if entries.saturating_mul(goals.len()) > MOST_ENTRIES {
        return None;
    }
    let goals = goals.iter();
    let extents = goals.map(|goal| extent(task, features, goal, |number| number));
    extents.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
}

/// The least and the greatest potential of the states in which `tests` hold, if a feature adds what
/// `adds` makes of its number. Features of positions that must be alike are taken together. A label
/// that every state has at exactly one changing position counts once: at the position that must
/// have it or, if there is none, where its number is greatest.
fn extent<F: Fn(usize, [Label; 2]) -> i32>(
    task: &PackedTask,
    features: &Features<F>,
    tests: &[Test],
    adds: impl Fn(i32) -> i32,
) -> (i64, i64) {
    let reduced = task.reduced();
    let mut sums: BTreeMap<[usize; 2], ByLabels> = BTreeMap::new();
    for &Feature { positions, kind } in features.all() {
        let mut positions = positions.map(|position| first_alike(tests, position));
        positions.sort_unstable();
        let sums = sums.entry(positions).or_insert_with(|| {
            let labels = Feature { positions, kind }.labels(reduced, tests);
            labels.map(|labels| (labels, 0)).collect()
        });
        for (labels, sum) in sums {
            *sum += i64::from(adds(features.number(kind, *labels)));
        }
    }
    let once = task.counts().unique(reduced);
    let mut of_once: BTreeMap<(usize, Label), (bool, i64)> = BTreeMap::new();
    let (mut least, mut greatest) = (0, 0);
    for ([one, other], by_labels) in sums {
        let domain = reduced.ground.positions[one].domain;
        let of_one = one == other && reduced.sets[one].len() > 1;
        let must = by_labels.len() == 1;
        let mut high = 0;
        for &(labels, number) in &by_labels {
            if !of_one || !once[domain].has(labels[0]) {
                high = high.max(number);
                continue;
            }
            let most = of_once.entry((domain, labels[0])).or_insert((must, number));
            if must || !most.0 {
                *most = (must, if must { number } else { most.1.max(number) });
            }
        }
        least += by_labels
            .iter()
            .map(|&(_, number)| number)
            .min()
            .unwrap_or(0);
        greatest += high;
    }
    greatest += of_once.values().map(|&(_, number)| number).sum::<i64>();
    (least, greatest)
}
