//! A lower bound from the distance of each label to its goal positions.
//!
//! A label that every state has exactly once moves from position to position. The *distance* of
//! such a label is the number of moves on a shortest path to a position where a goal allows the
//! label, as if no other label restricted it. The label needs at least so many moves. If no move
//! carries more than `m` such labels, the sum of their distances divided by `m` is a lower bound,
//! because a move reduces the quotient by at most one.

use std::collections::VecDeque;

use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words};

use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Label, LabelSet, Rule, Value};
use crate::reduction::ReducedTask;

/// Stands for the distance to a goal that cannot be reached. It is greater than every sum of the
/// finite distances of all counted labels; [`farthest`] sees to that.
const NO_WAY: i32 = 1 << 20;

/// The greatest allowed number of counted labels, so that a sum in which all of them have no way fits
/// into 32 bits.
const MOST_COUNTED: usize = 1 << 10;

/// The greatest finite distance that is allowed if this many labels are counted. The limit is the
/// same for all puzzles with up to 255 counted labels.
fn farthest(labels: usize) -> i32 {
    (NO_WAY - 1) / labels.max(255) as i32
}

/// The sum of the distances of labels from their goal positions, as a
/// heuristic: admissible and consistent.
#[derive(Debug, Clone)]
pub struct DistanceHeuristic {
    /// The greatest number of counted labels that one move carries. The *counted labels* are the
    /// labels whose distances are summed.
    along: i32,
    /// The number of counted labels.
    labels: usize,
    /// The fields of the changing positions; a *field* is the group of bits of a state that stores
    /// the label of one position as a number. For each field and each number in it, `distances` has
    /// the distance from the field's position to the nearest goal position of the label with this
    /// number.
    places: Vec<FieldTable>,
    distances: Vec<i32>,
    /// For each rule, the change that it makes to the sum of the distances.
    rules: Vec<Added>,
    /// The fields to which rules copy labels, rule by rule. The first field to which a rule copies
    /// a label is missing here, because it is stored in [`Added`].
    changes: Vec<FieldTable>,
    /// For each field to which a rule copies a label, and for each number in the field, the change
    /// of the sum of distances if the rule copies the label with that number.
    added: Vec<i32>,
}

/// Where the field of a position lies in a state, and where its entries begin in a table. A field
/// stores the label of a position as a number, and the table has one entry for each number that
/// fits into the field.
#[derive(Debug, Clone, Copy)]
struct FieldTable {
    word: u32,
    shift: u32,
    ones: u64,
    table: u32,
}

impl FieldTable {
    #[inline]
    fn look<const N: usize>(&self, state: Words<N>, table: &[i32]) -> i32 {
        let number = state.0[self.word as usize % N] >> self.shift & self.ones;
        table[self.table as usize + number as usize]
    }
}

/// The change that a rule makes to the sum of the distances of the counted labels
/// ([`DistanceHeuristic`]).
#[derive(Debug, Clone, Copy)]
struct Added {
    /// The part of the change that is the same in every state.
    always: i32,
    /// If the rule copies labels to several fields, all of these fields but the first are the
    /// entries of [`DistanceHeuristic::changes`] from the index `from` up to, but not including,
    /// `to`.
    from: u32,
    to: u32,
    /// The first field to which the rule copies a label. If the rule copies no label, this is a
    /// field without bits, whose only table entry is 0.
    first: FieldTable,
}

/// A label that exactly one changing position has. For each position, `distances` has the distance
/// from there to the nearest position at which a goal allows the label.
struct Walker {
    domain: usize,
    label: Label,
    distances: Vec<i32>,
}

impl DistanceHeuristic {
    /// The lower bound on the number of moves for `task`. `None` if the rules give no bound above
    /// 0, if a distance is too great, or if there are too many labels.
    pub fn new(task: &PackedTask) -> Option<Self> {
        Self::with_costs(task, |_| 1)
    }

    /// The lower bound on the sum of the costs of the moves of a solution. `None` if the rules give
    /// no bound above 0, or if a distance is too great.
    pub fn in_costs(task: &PackedTask) -> Option<Self> {
        Self::with_costs(task, |rule| rule.cost.into())
    }

    fn with_costs(task: &PackedTask, cost: impl Fn(&Rule) -> i32) -> Option<Self> {
        let reduced = task.reduced();
        if !reduced.ground.consequences.is_empty() {
            return None;
        }
        let UniqueLabels {
            labels: counted,
            along,
        } = unique_labels(task);
        if counted.len() > MOST_COUNTED {
            return None;
        }
        let walkers: Vec<Walker> = counted
            .iter()
            .map(|&(domain, label)| walker(reduced, domain, label, &cost))
            .collect();
        let most = farthest(walkers.len());
        let mut distances = walkers.iter().flat_map(|walker| &walker.distances);
        if distances.any(|&distance| distance < NO_WAY && distance > most) {
            return None;
        }
        let far = |walker: &Walker| walker.distances.iter().any(|&d| d > 0);
        if !walkers.iter().any(far) {
            return None;
        }
        let rules = &reduced.ground.rules;
        let mut heuristic = Self {
            along: along as i32,
            labels: walkers.len(),
            places: Vec::new(),
            distances: Vec::new(),
            rules: Vec::new(),
            changes: Vec::new(),
            added: vec![0],
        };
        for position in reduced.changing() {
            let table = heuristic.distances.len();
            if let Some(place) = place(task, position, table) {
                heuristic
                    .distances
                    .resize(table + place.ones as usize + 1, 0);
                for walker in walkers_at(&walkers, reduced, position) {
                    let number = task.code(position, walker.label)?;
                    heuristic.distances[table + number as usize] = walker.distances[position];
                }
                heuristic.places.push(place);
            }
        }
        for rule in rules {
            heuristic.add_rule(task, &walkers, &counted, rule)?;
        }
        Some(heuristic)
    }

    fn add_rule(
        &mut self,
        task: &PackedTask,
        walkers: &[Walker],
        counted: &[(usize, Label)],
        rule: &Rule,
    ) -> Option<()> {
        let reduced = task.reduced();
        let steps = steps(reduced, rule, counted);
        let difference =
            |walker: &Walker, from: usize, to: usize| walker.distances[to] - walker.distances[from];
        let always = steps
            .known
            .iter()
            .map(|&(i, from, to)| difference(&walkers[i], from, to));
        let always = always.sum();
        let mut first = None;
        let others = self.changes.len() as u32;
        for &(from, to) in &steps.copies {
            let table = self.added.len();
            let place = place(task, to, table)?;
            self.added.resize(table + place.ones as usize + 1, 0);
            for walker in walkers_at(walkers, reduced, from) {
                if reduced.under(&rule.tests, from).has(walker.label) {
                    let number = task.code(to, walker.label)?;
                    self.added[table + number as usize] = difference(walker, from, to);
                }
            }
            match first {
                None => first = Some(place),
                Some(_) => self.changes.push(place),
            }
        }
        let nowhere = FieldTable {
            word: 0,
            shift: 0,
            ones: 0,
            table: 0,
        };
        self.rules.push(Added {
            always,
            from: others,
            to: self.changes.len() as u32,
            first: first.unwrap_or(nowhere),
        });
        Some(())
    }

    /// The change of the sum of distances that a rule makes with all labels that it copies, except
    /// for the first of them. This is a separate function so that the inlined step of a search
    /// stays short.
    #[inline(never)]
    fn more<const N: usize>(&self, rule: &Added, after: Words<N>) -> i32 {
        let changes = &self.changes[rule.from as usize..rule.to as usize];
        let look = |place: &FieldTable| place.look(after, &self.added);
        changes.iter().map(look).sum()
    }

    /// The number of labels whose distances are summed, and the number by which the sum is divided.
    pub fn labels(&self) -> (usize, u32) {
        (self.labels, self.along as u32)
    }
}

impl<const N: usize, P> Heuristic<P> for DistanceHeuristic
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    /// The sum of the distances of the labels in the state, before it is divided.
    type Cache = i32;

    #[inline(never)]
    fn start(&self, _: &P, state: Words<N>) -> i32 {
        let distances = self
            .places
            .iter()
            .map(|place| place.look(state, &self.distances));
        distances.sum()
    }

    #[inline]
    fn step(&self, puzzle: &P, cache: i32, _: Words<N>, m: CompiledMove, after: Words<N>) -> i32 {
        let Some(rule) = self.rules.get(m.rule()) else {
            return self.start(puzzle, after);
        };
        let sum = cache + rule.always + rule.first.look(after, &self.added);
        if rule.from == rule.to {
            return sum;
        }
        sum + self.more(rule, after)
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        if cache >= NO_WAY {
            DEAD_END
        } else if self.along == 1 {
            cache as u32
        } else {
            (cache as u32).div_ceil(self.along as u32)
        }
    }
}

/// The labels that the bound counts: exactly one changing position has each of them in every state.
pub(super) struct UniqueLabels {
    /// The labels with their domains. A label that more than half of the rules move is left out,
    /// unless there is no other label. Counting it would raise `along`, by which the sum of
    /// distances is divided.
    pub(super) labels: Vec<(usize, Label)>,
    /// The greatest number of these labels that one rule moves, at least 1.
    pub(super) along: usize,
}

pub(super) fn unique_labels(task: &PackedTask) -> UniqueLabels {
    let reduced = task.reduced();
    let mut all: Vec<(usize, Label)> = Vec::new();
    for domain in 0..reduced.ground.domains.len() {
        let unique = task.counts().unique(reduced, domain);
        all.extend(unique.labels().map(|label| (domain, label)));
    }
    let rules = &reduced.ground.rules;
    let everywhere = |&(domain, label): &(usize, Label)| {
        let moves = |rule: &&Rule| known(reduced, rule, domain, label).is_some();
        rules.iter().filter(moves).count() * 2 > rules.len()
    };
    let mut labels = all.clone();
    labels.retain(|label| !everywhere(label));
    if labels.is_empty() {
        labels = all;
    }
    let along = |rule: &Rule| steps(reduced, rule, &labels).count_labels();
    let along = rules.iter().map(along).max().unwrap_or(0).max(1);
    UniqueLabels { labels, along }
}

/// How a rule moves the *counted labels*, whose distances the heuristic sums.
struct LabelSteps {
    /// The counted labels that the rule moves in every state: for each, the index of the label, and
    /// the positions from which and to which the rule moves it.
    known: Vec<(usize, usize, usize)>,
    /// For each label that the rule copies and that may be a counted label, the positions from
    /// which and to which the rule copies it.
    copies: Vec<(usize, usize)>,
}

impl LabelSteps {
    fn count_labels(&self) -> usize {
        let mut from: Vec<usize> = self.copies.iter().map(|&(from, _)| from).collect();
        from.sort_unstable();
        from.dedup();
        self.known.len() + from.len()
    }
}

/// The positions from which and to which `rule` moves `label`. `None` if the rule does not contain
/// both a write of the label and a write to a position that certainly has the label.
pub(super) fn known(
    reduced: &ReducedTask,
    rule: &Rule,
    domain: usize,
    label: Label,
) -> Option<(usize, usize)> {
    let of = |p: usize| reduced.ground.positions[p].domain == domain;
    let to = rule
        .writes
        .iter()
        .find(|w| of(w.position) && w.value == Value::Label(label))?;
    let from = rule.writes.iter().find(|w| {
        of(w.position) && reduced.under(&rule.tests, w.position) == LabelSet::of(label)
    })?;
    Some((from.position, to.position))
}

fn steps(reduced: &ReducedTask, rule: &Rule, counted: &[(usize, Label)]) -> LabelSteps {
    let known = counted
        .iter()
        .enumerate()
        .filter_map(|(i, &(domain, label))| {
            let (from, to) = known(reduced, rule, domain, label)?;
            Some((i, from, to))
        });
    let copies = rule.writes.iter().filter_map(|write| match write.value {
        Value::Of { position: from, .. } if from != write.position => {
            let domain = reduced.ground.positions[from].domain;
            let labels = reduced.under(&rule.tests, from);
            let may = counted
                .iter()
                .any(|&(d, label)| d == domain && labels.has(label));
            may.then_some((from, write.position))
        }
        _ => None,
    });
    LabelSteps {
        known: known.collect(),
        copies: copies.collect(),
    }
}

/// The distances of a label from every position to the nearest position where a goal allows the
/// label, as if no other label restricted it. They are found by a search backwards.
fn walker(
    reduced: &ReducedTask,
    domain: usize,
    label: Label,
    cost: impl Fn(&Rule) -> i32,
) -> Walker {
    let positions = reduced.sets.len();
    let mut before = vec![Vec::new(); positions];
    for rule in &reduced.ground.rules {
        if let Some((from, to)) = known(reduced, rule, domain, label) {
            before[to].push((from, cost(rule)));
        }
        for write in &rule.writes {
            if let Value::Of { position: from, .. } = write.value
                && reduced.ground.positions[from].domain == domain
                && reduced.under(&rule.tests, from).has(label)
            {
                before[write.position].push((from, cost(rule)));
            }
        }
    }
    let mut distances = vec![NO_WAY; positions];
    let mut queue = VecDeque::new();
    for goal in &reduced.ground.goals {
        let may = |p: usize| {
            reduced.ground.positions[p].domain == domain && reduced.under(goal, p).has(label)
        };
        let must = |&p: &usize| may(p) && reduced.under(goal, p).len() == 1;
        let all = reduced.changing();
        let ends: Vec<usize> = match reduced.changing().find(must) {
            Some(position) => vec![position],
            None => all.filter(|&p| may(p)).collect(),
        };
        for position in ends {
            if distances[position] != 0 {
                distances[position] = 0;
                queue.push_back(position);
            }
        }
    }
    // If all costs are equal, every position is taken from the queue once, as in breadth-first
    // search. Otherwise a position is put into the queue again whenever its distance has fallen.
    while let Some(position) = queue.pop_front() {
        for &(from, cost) in &before[position] {
            let distance = distances[position] + cost;
            if distance < distances[from] {
                distances[from] = distance;
                queue.push_back(from);
            }
        }
    }
    Walker {
        domain,
        label,
        distances,
    }
}

fn walkers_at<'a>(
    walkers: &'a [Walker],
    reduced: &'a ReducedTask,
    position: usize,
) -> impl Iterator<Item = &'a Walker> {
    let domain = reduced.ground.positions[position].domain;
    walkers
        .iter()
        .filter(move |w| w.domain == domain && reduced.sets[position].has(w.label))
}

fn place(task: &PackedTask, position: usize, table: usize) -> Option<FieldTable> {
    let (from, width) = task.field(position)?;
    Some(FieldTable {
        word: from / 64,
        shift: from % 64,
        ones: (1 << width) - 1,
        table: table as u32,
    })
}
