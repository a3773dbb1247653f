//! A lower bound from labels that goals want together but that still lie apart.
//!
//! If every goal wants some positions to have the same label, whichever it is, these positions are a
//! *group*. For tubes of coloured water each tube is a group, and every goal wants one colour in it.
//! Two things must still be moved away:
//!
//! * Where two successive positions of a group have different labels, one label lies on the wrong
//!   one. A *neutral* label, which stands for an empty place, lies nowhere. In a goal no label lies
//!   on a wrong one.
//! * If no move changes how often a label occurs, say `n` times, it fills at most `n / k` groups of
//!   `k` positions in a goal. So at the *feet* of the groups, one position of each, it occurs at most
//!   that often in a goal, and every further occurrence is a foot too many.
//!
//! For example, the tubes `a b`, `a b` and `_ _` have two labels on wrong ones and one foot `a` too
//! many, so three moves are needed if no move removes more than one of these.

use fewest_rules::{Heuristic, Puzzle, Words};

use super::field_place::FieldPlace;
use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Label, LabelSet, MOST_LABELS, Rule, Value, first_alike};
use crate::reduction::ReducedTask;

/// Which position of each group is its foot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Foot {
    First,
    Last,
}

/// What the bound counts.
#[derive(Debug, Clone, Copy)]
struct Choice {
    neutral: Option<Label>,
    /// `None` if feet do not count.
    foot: Option<Foot>,
}

/// The number of labels that lie on wrong ones and of feet too many, divided by the greatest number
/// of these that a move can remove, as a heuristic: admissible and consistent.
#[derive(Debug, Clone)]
pub struct TogetherHeuristic {
    choice: Choice,
    /// The greatest number that a move can remove, at least 1.
    removed: u32,
    /// The positions of all groups, each with the place of its label in a state and the labels that
    /// the numbers in this place stand for.
    groups: Vec<Vec<(FieldPlace, Box<[Label]>)>>,
    /// For each label, how often it may be the label of a foot in a goal.
    most_feet: [u32; MOST_LABELS],
}

impl TogetherHeuristic {
    /// Chooses the neutral label and the feet that give the highest bound for the start. `None` if
    /// there is no group, if no choice gives a positive bound, or if the start is not known.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let start = reduced.start.as_ref()?;
        if !reduced.ground.consequences.is_empty() {
            return None;
        }
        let groups = groups(reduced);
        let domain = reduced.ground.positions[*groups.first()?.first()?].domain;
        let most_feet = most_feet(task, domain, &groups);
        let at_start = || {
            groups
                .iter()
                .map(|group| group.iter().map(|&position| start[position]))
        };
        let labels = 0..reduced.ground.domains[domain].labels.len() as Label;
        let mut choices: Vec<(Choice, u32, u32)> = Vec::new();
        for neutral in labels.map(Some).chain([None]) {
            for foot in [None, Some(Foot::First), Some(Foot::Last)] {
                let choice = Choice { neutral, foot };
                choices.push((choice, choice.count(at_start(), &most_feet), 1));
            }
        }
        for rule in &reduced.ground.rules {
            let written = |group: &&Vec<usize>| {
                let mut writes = rule.writes.iter();
                writes.any(|write| group.contains(&write.position))
            };
            let touched: Vec<&Vec<usize>> = groups.iter().filter(written).collect();
            for (choice, _, removed) in &mut choices {
                *removed = choice.removed(reduced, &touched, rule).max(*removed);
            }
        }
        let bound = |&(_, count, removed): &(Choice, u32, u32)| count.div_ceil(removed);
        // Of several choices with the highest bound, this is the first.
        let best = choices.into_iter().rev().max_by_key(bound)?;
        let (choice, _, removed) = Some(best).filter(|best| bound(best) > 0)?;
        let field = |&position: &usize| {
            let mut labels = vec![0; MOST_LABELS];
            for label in reduced.sets[position].labels() {
                *labels.get_mut(task.code(position, label)? as usize)? = label;
            }
            Some((FieldPlace::new(task, position)?, labels.into()))
        };
        let fields = |group: &Vec<usize>| group.iter().map(field).collect::<Option<_>>();
        Some(Self {
            choice,
            removed,
            groups: groups.iter().map(fields).collect::<Option<_>>()?,
            most_feet,
        })
    }

    /// The number of groups, and the greatest number of labels that a move can bring together.
    pub fn groups(&self) -> (usize, u32) {
        (self.groups.len(), self.removed)
    }
}

impl Choice {
    fn counts(&self, label: Label) -> bool {
        self.neutral != Some(label)
    }

    /// The number of labels that lie on wrong ones and of feet too many, in a state in which the
    /// groups have these labels.
    #[inline]
    fn count<G: Iterator<Item = Label>>(
        &self,
        groups: impl Iterator<Item = G>,
        most_feet: &[u32; MOST_LABELS],
    ) -> u32 {
        let mut count = 0;
        let mut feet = [0_u32; MOST_LABELS];
        for group in groups {
            let mut first = None;
            let mut last: Option<Label> = None;
            for label in group {
                let wrong =
                    |below: Label| below != label && self.counts(below) && self.counts(label);
                count += u32::from(last.is_some_and(wrong));
                first = first.or(Some(label));
                last = Some(label);
            }
            let foot = match self.foot {
                None => None,
                Some(Foot::First) => first,
                Some(Foot::Last) => last,
            };
            if let Some(label) = foot.filter(|&label| self.counts(label)) {
                feet[usize::from(label)] += 1;
            }
        }
        let too_many = feet.iter().zip(most_feet);
        count
            + too_many
                .map(|(feet, most)| feet.saturating_sub(*most))
                .sum::<u32>()
    }

    /// An upper bound on the number that `rule` removes, which writes into `groups`: the pairs of
    /// successive positions of which it writes one and that may have had one label on a wrong one,
    /// and the feet that may have lost a label.
    fn removed(&self, reduced: &ReducedTask, groups: &[&Vec<usize>], rule: &Rule) -> u32 {
        let before = |position: usize| {
            let LabelSet(labels) = reduced.under(&rule.tests, position);
            LabelSet(labels & !self.neutral.map_or(0, |label| LabelSet::of(label).0))
        };
        let alike = |position| first_alike(&rule.tests, position);
        let written = |position: usize| {
            let write = rule
                .writes
                .iter()
                .find(|write| write.position == position)?;
            Some(write.value)
        };
        let mut removed = 0;
        for group in groups {
            for pair in group.windows(2) {
                let touched = pair.iter().any(|&position| written(position).is_some());
                if !touched || alike(pair[0]) == alike(pair[1]) {
                    continue;
                }
                let (one, other) = (before(pair[0]), before(pair[1]));
                let equal = one == other && one.len() == 1;
                removed += u32::from(!one.is_empty() && !other.is_empty() && !equal);
            }
            let foot = match self.foot {
                None => continue,
                Some(Foot::First) => group[0],
                Some(Foot::Last) => group[group.len() - 1],
            };
            let keeps = match written(foot) {
                None => true,
                Some(Value::Label(label)) => before(foot).0 & !LabelSet::of(label).0 == 0,
                Some(Value::Of { position, plus }) => plus == 0 && alike(foot) == alike(position),
            };
            removed += u32::from(!keeps && !before(foot).is_empty());
        }
        removed
    }
}

/// The groups of at least two changing positions of one domain that every goal wants to have the
/// same label. Only those of the first group's domain are returned.
fn groups(reduced: &ReducedTask) -> Vec<Vec<usize>> {
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

/// For each label of `domain`, the greatest number of groups that it can fill.
fn most_feet(task: &PackedTask, domain: usize, groups: &[Vec<usize>]) -> [u32; MOST_LABELS] {
    let least = groups.iter().map(Vec::len).min().unwrap_or(1) as u32;
    let counts = task.counts().numbers(task.reduced());
    counts[domain].map(|count| count.map_or(u32::MAX, |count| count / least))
}

impl<const N: usize, P> Heuristic<P> for TogetherHeuristic
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    /// The number of labels that lie on wrong ones and of feet too many.
    type Cache = i32;

    fn start(&self, _: &P, state: Words<N>) -> i32 {
        let groups = self.groups.iter().map(|group| {
            let labels = group.iter();
            labels.map(|(place, labels)| labels[place.number(state) as usize])
        });
        self.choice.count(groups, &self.most_feet) as i32
    }

    #[inline]
    fn step(&self, puzzle: &P, _: i32, _: Words<N>, _: CompiledMove, after: Words<N>) -> i32 {
        self.start(puzzle, after)
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        (cache as u32).div_ceil(self.removed)
    }
}
