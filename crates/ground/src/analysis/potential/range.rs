//! How far a potential may be from that of a goal, and how much a move changes it.

use std::collections::BTreeMap;

use fewest_rules::DEAD_END;

use super::NO_WAY;
use super::change::Change;
use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Test, Write};

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
    /// The range of the potential with the numbers `number`, which are not negative. `None` if the
    /// puzzle has no goal, or if a sum is too great.
    pub(super) fn new(
        task: &PackedTask,
        number: &impl Fn(usize, Label) -> i32,
        cost: impl Fn(&Rule) -> u16,
    ) -> Option<Self> {
        let reduced = task.reduced();
        let ground = &reduced.ground;
        let (least, greatest) = of_goals(task, number)?;
        let (mut lowered, mut raised) = (Some(0), Some(0));
        let mut most = 0;
        for rule in &ground.rules {
            let change = Change::new(reduced, rule, number);
            let cost = cost(rule).into();
            lowered = lowered.and_then(|lowered| at_least(lowered, -change.least(), cost));
            raised = raised.and_then(|raised| at_least(raised, change.greatest(), cost));
            most = most.max(-change.least());
        }
        let alone = reduced.alone();
        for rule in ground.consequences.rules() {
            for part in parts(rule, |p| alone[p]) {
                let change = Change::new(reduced, &part, number);
                lowered = lowered.filter(|_| change.least() >= 0);
                raised = raised.filter(|_| change.greatest() <= 0);
            }
        }
        let finite = |position, label| match number(position, label) {
            NO_WAY.. => 0,
            number => number,
        };
        let (_, farthest) = extent(task, &finite, |position| reduced.sets[position]);
        let no_way = i64::from(NO_WAY);
        let fits = farthest + most < no_way && greatest < no_way;
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

/// The least and the greatest potential of a goal; `None` if there is no goal.
pub(super) fn of_goals(
    task: &PackedTask,
    number: &impl Fn(usize, Label) -> i32,
) -> Option<(i64, i64)> {
    let reduced = task.reduced();
    let of_goal = |goal: &Vec<Test>| extent(task, number, |p| reduced.under(goal, p));
    let goals = reduced.ground.goals.iter().map(of_goal);
    goals.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
}

/// The least and the greatest potential of the states in which each position has one of the labels
/// that it is `allowed`. A label that every state has exactly once counts once: at the position
/// that must have it or, if there is none, where its number is greatest.
fn extent(
    task: &PackedTask,
    number: &impl Fn(usize, Label) -> i32,
    allowed: impl Fn(usize) -> LabelSet,
) -> (i64, i64) {
    let reduced = task.reduced();
    let once = task.counts().unique(reduced);
    let mut of_once: BTreeMap<(usize, Label), (bool, i32)> = BTreeMap::new();
    let (mut least, mut greatest) = (0, 0);
    for position in reduced.changing() {
        let domain = reduced.ground.positions[position].domain;
        let labels = allowed(position);
        let (mut low, mut high) = (NO_WAY, 0);
        for label in labels.labels() {
            let number = number(position, label);
            low = low.min(number);
            if !once[domain].has(label) {
                high = high.max(number);
                continue;
            }
            let must = labels.len() == 1;
            let most = of_once.entry((domain, label)).or_insert((must, number));
            if must || !most.0 {
                *most = (must, if must { number } else { most.1.max(number) });
            }
        }
        least += i64::from(low);
        greatest += i64::from(high);
    }
    greatest += of_once
        .values()
        .map(|&(_, number)| i64::from(number))
        .sum::<i64>();
    (least, greatest)
}
