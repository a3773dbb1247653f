//! Lower bounds from a number for each fact.
//!
//! A *fact* is a position with a label. The *potential* of a state is the sum of the numbers of its
//! facts (F. Pommerening, M. Helmert, G. Röger and J. Seipp, "From non-negative to general operator
//! cost partitioning", 2015). If it is greater by `d` than the potential of any goal, and no move
//! lowers it by more than `m`, at least `d / m` moves are missing; likewise if it is less than the
//! potential of any goal. For example, if each peg counts 1, the goal has one peg and a move removes
//! one, a board with five pegs takes at least four moves.
//!
//! What a goal allows and what a rule changes is read from their tests, whatever the numbers are. So
//! badly chosen numbers give a low bound, but never a wrong one. The numbers are chosen elsewhere:
//! [distances](PotentialHeuristic::travel) of labels and [occurrences](PotentialHeuristic::balance)
//! of a label.

use std::collections::BTreeMap;

use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words};

use super::field_place::FieldPlace;
use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Label, LabelSet, Rule, Test, Value, Write, first_alike};
use crate::reduction::{ReducedTask, added, modulus};

/// The number of a fact from which no goal can be reached. A state has such a fact if and only if
/// its potential is at least this number, and no move leads from such a state to another;
/// [`PotentialHeuristic::new`] sees to both.
pub(super) const NO_WAY: i32 = 1 << 20;

/// Everything that is added up for a state or for a rule stays below this.
const MOST: i64 = 1 << 30;

/// What the numbers of the facts say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// How far labels are from their goal positions.
    Distances {
        /// The number of these labels.
        labels: usize,
    },
    /// How often a label occurs.
    Occurrences {
        /// The label.
        label: String,
    },
}

/// A lower bound from a number for each fact. It is admissible and consistent.
#[derive(Debug, Clone)]
pub struct PotentialHeuristic {
    measure: Measure,
    range: Range,
    /// The numbers of the facts: for each changing position, one for each code of its field.
    facts: Vec<FieldNumbers>,
    numbers: Vec<i32>,
    /// For each rule, how it changes the potential. Empty if consequences change it too.
    rules: Vec<RuleNumbers>,
    /// The fields on which the changes by rules depend, but for the first field of each rule.
    others: Vec<FieldNumbers>,
    /// For each field on which the change by a rule depends, what each of its codes adds.
    changes: Vec<i32>,
}

/// A field and the index of the number of its code 0 in a table.
#[derive(Debug, Clone, Copy, Default)]
struct FieldNumbers {
    field: FieldPlace,
    table: u32,
}

impl FieldNumbers {
    #[inline]
    fn look<const N: usize>(&self, state: Words<N>, numbers: &[i32]) -> i32 {
        numbers[self.table as usize + self.field.number(state) as usize]
    }
}

/// How a rule changes the potential.
#[derive(Debug, Clone, Copy)]
struct RuleNumbers {
    /// The part of the change that is the same in every state.
    always: i32,
    /// The first field on which the change depends. If there is none, this is a field without bits,
    /// whose only number is 0.
    first: FieldNumbers,
    /// The other fields are those from the index `from` up to, but not including, `to` in
    /// [`PotentialHeuristic::others`].
    from: u32,
    to: u32,
}

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
        let mut of_domains = vec![0; ground.domains.len()];
        for position in &ground.positions {
            of_domains[position.domain] += 1;
        }
        let is_alone = |p: usize| of_domains[ground.positions[p].domain] == 1;
        for rule in ground.consequences.rules() {
            for part in parts(rule, is_alone) {
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
        let moves = |missing: i32, a_move| match a_move {
            0 => DEAD_END,
            1 => missing as u32,
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

impl PotentialHeuristic {
    /// The bound with the numbers `number`, which are not negative and at most [`NO_WAY`], and of
    /// which at most 1024 may be `NO_WAY` in a state. `None` if a sum is too great.
    pub(super) fn new(
        task: &PackedTask,
        measure: Measure,
        range: Range,
        number: impl Fn(usize, Label) -> i32,
    ) -> Option<Self> {
        let reduced = task.reduced();
        let mut heuristic = Self {
            measure,
            range,
            facts: Vec::new(),
            numbers: Vec::new(),
            rules: Vec::new(),
            others: Vec::new(),
            changes: vec![0],
        };
        for position in reduced.changing() {
            let labels = reduced.sets[position].labels();
            let of_labels: Vec<_> = labels.map(|l| (l, number(position, l).into())).collect();
            if of_labels.iter().any(|&(_, number): &(_, i64)| number > 0) {
                let facts = field_numbers(task, position, &of_labels, &mut heuristic.numbers)?;
                heuristic.facts.push(facts);
            }
        }
        let changes = |rule| Change::new(reduced, rule, &number).is_any();
        if !reduced.ground.consequences.rules().any(changes) {
            for rule in &reduced.ground.rules {
                heuristic.add(task, &Change::new(reduced, rule, &number))?;
            }
        }
        Some(heuristic)
    }

    fn add(&mut self, task: &PackedTask, change: &Change) -> Option<()> {
        let from = self.others.len() as u32;
        let mut first = None;
        for (position, by_label) in &change.depends {
            let numbers = field_numbers(task, *position, by_label, &mut self.changes)?;
            match first {
                None => first = Some(numbers),
                Some(_) => self.others.push(numbers),
            }
        }
        self.rules.push(RuleNumbers {
            always: i32::try_from(change.always).ok()?,
            first: first.unwrap_or_default(),
            from,
            to: self.others.len() as u32,
        });
        let greatest = change.always.abs() + change.greatest().abs() + change.least().abs();
        (greatest < MOST).then_some(())
    }

    /// What the numbers of the facts say.
    pub fn measure(&self) -> &Measure {
        &self.measure
    }

    /// The most that a move lowers the potential, divided by the cost of the move and rounded up;
    /// `None` if it may be any number.
    pub fn lowered(&self) -> Option<u32> {
        self.range.lowered
    }

    /// What a rule changes that depends on more than one field. It is a function of its own so that
    /// the inlined step of a search stays short.
    #[inline(never)]
    fn more<const N: usize>(&self, rule: &RuleNumbers, before: Words<N>) -> i32 {
        let others = &self.others[rule.from as usize..rule.to as usize];
        let look = |numbers: &FieldNumbers| numbers.look(before, &self.changes);
        others.iter().map(look).sum()
    }
}

impl<const N: usize, P> Heuristic<P> for PotentialHeuristic
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    /// The potential of the state.
    type Cache = i32;

    #[inline(never)]
    fn start(&self, _: &P, state: Words<N>) -> i32 {
        let numbers = self.facts.iter();
        numbers.map(|facts| facts.look(state, &self.numbers)).sum()
    }

    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: i32,
        before: Words<N>,
        m: CompiledMove,
        after: Words<N>,
    ) -> i32 {
        let Some(rule) = self.rules.get(m.rule()) else {
            return self.start(puzzle, after);
        };
        let potential = cache + rule.always + rule.first.look(before, &self.changes);
        if rule.from == rule.to {
            return potential;
        }
        potential + self.more(rule, before)
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        self.range.bound(cache)
    }
}

/// How a rule changes the potential, as read from its tests and writes.
struct Change {
    /// The part of the change that is the same in every state.
    always: i64,
    /// For each position whose label changes the rest, what each of its labels adds.
    depends: Vec<(usize, Vec<(Label, i64)>)>,
}

impl Change {
    fn new(reduced: &ReducedTask, rule: &Rule, number: &impl Fn(usize, Label) -> i32) -> Self {
        let mut always = 0;
        // What each label of a position adds. Positions that must be alike are taken together.
        let mut depends: BTreeMap<usize, Vec<(Label, i64)>> = BTreeMap::new();
        let mut add = |position: usize, of: &dyn Fn(Label) -> i64| {
            let position = first_alike(&rule.tests, position);
            let labels = reduced.under(&rule.tests, position).labels();
            let by_label = depends.entry(position);
            let by_label = by_label.or_insert_with(|| labels.map(|label| (label, 0)).collect());
            for (label, sum) in by_label {
                *sum += of(*label);
            }
        };
        for write in &rule.writes {
            let put = |label| i64::from(number(write.position, label));
            add(write.position, &|label| -put(label));
            match write.value {
                Value::Label(label) => always += put(label),
                Value::Of { position, plus } => {
                    let modulus = modulus(&reduced.ground, position);
                    add(position, &|label| put(added(label, plus, modulus)));
                }
            }
        }
        depends.retain(|_, by_label| {
            let same = by_label.iter().all(|&(_, sum)| sum == by_label[0].1);
            if same {
                always += by_label.first().map_or(0, |&(_, sum)| sum);
            }
            !same
        });
        Self {
            always,
            depends: depends.into_iter().collect(),
        }
    }

    fn is_any(&self) -> bool {
        self.always != 0 || !self.depends.is_empty()
    }

    /// The least change in a state in which the tests hold, or less.
    fn least(&self) -> i64 {
        let sums = |(_, by_label): &(usize, Vec<(Label, i64)>)| {
            by_label.iter().map(|&(_, sum)| sum).min().unwrap_or(0)
        };
        self.always + self.depends.iter().map(sums).sum::<i64>()
    }

    /// The greatest change, or more.
    fn greatest(&self) -> i64 {
        let sums = |(_, by_label): &(usize, Vec<(Label, i64)>)| {
            by_label.iter().map(|&(_, sum)| sum).max().unwrap_or(0)
        };
        self.always + self.depends.iter().map(sums).sum::<i64>()
    }
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
    let domains = 0..reduced.ground.domains.len();
    let once: Vec<_> = domains
        .map(|domain| task.counts().unique(reduced, domain))
        .collect();
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

/// Appends to `table` the number of each code of the field of `position`. `None` if a number is too
/// great.
fn field_numbers(
    task: &PackedTask,
    position: usize,
    by_label: &[(Label, i64)],
    table: &mut Vec<i32>,
) -> Option<FieldNumbers> {
    let field = FieldPlace::new(task, position)?;
    let first = table.len();
    table.resize(first + field.ones as usize + 1, 0);
    for &(label, number) in by_label {
        let code = task.code(position, label)? as usize;
        table[first + code] = i32::try_from(number).ok()?;
    }
    Some(FieldNumbers {
        field,
        table: first as u32,
    })
}
