//! Lower bounds from numbers for facts and for pairs of facts.
//!
//! A *fact* is a position with a label. The *potential* of a state is the sum of the numbers of its
//! facts and of its pairs of facts (F. Pommerening, M. Helmert and B. Bonet, "Higher-dimensional
//! potential heuristics for optimal classical planning", 2017). If it is greater by `d` than the
//! potential of any goal, and no move lowers it by more than `m`, at least `d / m` moves are
//! missing; likewise if it is less than the potential of any goal. For example, if each peg counts
//! 1, the goal has one peg and a move removes one, a board with five pegs takes at least four moves.
//!
//! What a goal allows and what a rule changes is read from their tests, whatever the numbers are. So
//! badly chosen numbers give a low bound, but never a wrong one. Chosen are the
//! [distances](PotentialHeuristic::travel) of labels, the
//! [occurrences](PotentialHeuristic::balance) of a label, the
//! [neighbours](PotentialHeuristic::neighbours) that no goal has, and what lies
//! [apart](PotentialHeuristic::together) although goals want it alike.

mod balance;
mod change;
mod features;
mod neighbours;
mod range;
mod together;
mod travel;

use std::collections::HashMap;

use fewest_rules::{Heuristic, Puzzle, Words};

use crate::compiled::{CompiledMove, PackedTask, Window};
use crate::ground::{Label, Rule};
use change::Change;
use range::{Range, of_goals};

pub use features::{Feature, Features, facts};

/// The number of a fact from which no goal can be reached. A state has such a fact if and only if
/// its potential is at least this number, and no move leads from such a state to another;
/// [`Range::new`] sees to both.
const NO_WAY: i32 = 1 << 20;

/// The greatest allowed number of entries of all tables.
const MOST_NUMBERS: usize = 1 << 22;
/// Everything that is added up for a state or for a rule stays below this.
const MOST: i64 = 1 << 30;

/// What the numbers say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// How far labels are from their goal positions.
    Distances {
        /// The number of these labels.
        labels: usize,
        /// Whether the distances are costs of moves, rather than numbers of moves.
        in_costs: bool,
    },
    /// How often a label occurs.
    Occurrences {
        /// The label.
        label: String,
    },
    /// How many labels are neighbours that are neighbours in no goal.
    Neighbours {
        /// The number of pairs of positions that count as neighbours.
        pairs: usize,
    },
    /// How many labels lie beside others where every goal wants them alike.
    Apart {
        /// The number of groups of positions that every goal wants alike.
        groups: usize,
        /// The number that counts for each label.
        each: u32,
    },
}

/// A lower bound from a number for each feature. It is admissible and consistent.
#[derive(Debug, Clone)]
pub struct PotentialHeuristic {
    measure: Measure,
    range: Range,
    /// The features whose numbers are not all 0.
    features: Vec<Lookup>,
    /// For each rule, how it changes the potential. Empty if consequences change it too.
    rules: Vec<RuleNumbers>,
    /// The fields on which the changes by rules depend, but for the first of each rule.
    others: Vec<Lookup>,
    /// The tables of all lookups. The first has only the number 0.
    numbers: Vec<i32>,
}

/// A number for each code of a field or, if there are two, for each pair of their codes: a table
/// that begins with that of the codes 0.
#[derive(Debug, Clone, Copy, Default)]
struct Lookup {
    one: Window,
    /// A field without bits if there is only one field.
    other: Window,
    table: u32,
}

impl Lookup {
    #[inline]
    fn look<const N: usize>(&self, state: Words<N>, numbers: &[i32]) -> i32 {
        let row = self.other.number(&state.0) as usize * self.one.numbers();
        numbers[self.table as usize + row + self.one.number(&state.0) as usize]
    }
}

/// How a rule changes the potential.
#[derive(Debug, Clone, Copy)]
struct RuleNumbers {
    /// The part of the change that is the same in every state.
    always: i32,
    /// The first fields on which the change depends. If there are none, these are fields without
    /// bits, whose only number is 0.
    first: Lookup,
    /// The other fields are those from the index `from` up to, but not including, `to` in
    /// [`PotentialHeuristic::others`].
    from: u32,
    to: u32,
}

impl PotentialHeuristic {
    /// The bound with these features. `cost` gives the cost of a rule. `None` if the puzzle has no
    /// goal, if a sum is too great, or if consequences may change two positions of a feature.
    pub fn new<F: Fn(usize, [Label; 2]) -> i32>(
        task: &PackedTask,
        measure: Measure,
        features: &Features<F>,
        cost: impl Fn(&Rule) -> u16,
    ) -> Option<Self> {
        let reduced = task.reduced();
        let mut tables = Tables::new(task);
        let mut heuristic = Self {
            measure,
            range: Range::new(task, features, cost)?,
            features: Vec::new(),
            rules: Vec::new(),
            others: Vec::new(),
            numbers: Vec::new(),
        };
        for feature in features.all() {
            let labels = feature.labels(reduced, &[]);
            let number = |labels| (labels, features.number(feature.kind, labels).into());
            let by_labels: Vec<_> = labels.map(number).collect();
            if by_labels.iter().any(|&(_, number): &(_, i64)| number > 0) {
                let lookup = tables.lookup(feature.positions, &by_labels)?;
                heuristic.features.push(lookup);
            }
        }
        let changes = |rule| Change::new(reduced, rule, features).is_any();
        if !reduced.ground.consequences.rules().any(changes) {
            for rule in &reduced.ground.rules {
                heuristic.add(&Change::new(reduced, rule, features), &mut tables)?;
            }
        }
        heuristic.numbers = tables.numbers;
        Some(heuristic)
    }

    /// The bound with the features that give the highest bound for the start. `None` if none gives a
    /// positive bound, or if the start is not known.
    fn best<F: Fn(usize, [Label; 2]) -> i32>(
        task: &PackedTask,
        candidates: impl Iterator<Item = (Measure, Features<F>)>,
    ) -> Option<Self> {
        let start = task.reduced().start.as_ref()?;
        let mut best: Option<(u32, Measure, Features<F>)> = None;
        for (measure, features) in candidates {
            let all = features.all().iter();
            let potential: i32 = all.map(|feature| features.of_state(feature, start)).sum();
            let (least, greatest) = of_goals(task, &features)?;
            if (least..=greatest).contains(&potential.into()) {
                continue;
            }
            let bound = Range::new(task, &features, |_| 1)?.bound(potential);
            if bound > best.as_ref().map_or(0, |(best, ..)| *best) {
                best = Some((bound, measure, features));
            }
        }
        let (_, measure, features) = best?;
        Self::new(task, measure, &features, |_| 1)
    }

    fn add(&mut self, change: &Change, tables: &mut Tables) -> Option<()> {
        let from = self.others.len() as u32;
        let mut lookups = change.depends.iter();
        let first = match lookups.next() {
            None => Lookup::default(),
            Some((positions, by_labels)) => tables.lookup(*positions, by_labels)?,
        };
        for (positions, by_labels) in lookups {
            self.others.push(tables.lookup(*positions, by_labels)?);
        }
        self.rules.push(RuleNumbers {
            always: i32::try_from(change.always).ok()?,
            first,
            from,
            to: self.others.len() as u32,
        });
        let greatest = change.always.abs() + change.greatest().abs() + change.least().abs();
        (greatest < MOST).then_some(())
    }

    /// What the numbers say.
    pub fn measure(&self) -> &Measure {
        &self.measure
    }

    /// The most that a move lowers the potential, divided by the cost of the move and rounded up;
    /// `None` if it may be any number.
    pub fn lowered(&self) -> Option<u32> {
        let each = match self.measure {
            Measure::Apart { each, .. } => each,
            _ => 1,
        };
        self.range.lowered.map(|most| most.div_ceil(each))
    }

    /// What a rule changes that depends on more than one lookup. It is a function of its own so that
    /// the inlined step of a search stays short.
    #[inline(never)]
    fn more<const N: usize>(&self, rule: &RuleNumbers, before: Words<N>) -> i32 {
        let others = &self.others[rule.from as usize..rule.to as usize];
        let look = |lookup: &Lookup| lookup.look(before, &self.numbers);
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
        let features = self.features.iter();
        features
            .map(|feature| feature.look(state, &self.numbers))
            .sum()
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
        let potential = cache + rule.always + rule.first.look(before, &self.numbers);
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

/// The tables of lookups, of which equal ones are stored once.
struct Tables<'a> {
    task: &'a PackedTask,
    numbers: Vec<i32>,
    known: HashMap<Vec<i32>, u32>,
}

impl<'a> Tables<'a> {
    fn new(task: &'a PackedTask) -> Self {
        Self {
            task,
            numbers: vec![0],
            known: HashMap::new(),
        }
    }

    /// The lookup of a number by the labels of two positions, which may be the same. `None` if a
    /// number is too great.
    fn lookup(
        &mut self,
        [one, other]: [usize; 2],
        by_labels: &[([Label; 2], i64)],
    ) -> Option<Lookup> {
        // What never changes has a field without bits.
        let field = |position| self.task.window(position).unwrap_or_default();
        let code = |position, label| self.task.code(position, label).unwrap_or(0) as usize;
        let mut lookup = Lookup {
            one: field(one),
            ..Lookup::default()
        };
        if one != other {
            lookup.other = field(other);
        }
        let row = lookup.one.numbers();
        let mut table = vec![0; row * lookup.other.numbers()];
        for &(labels, number) in by_labels {
            let of_other = if one == other {
                0
            } else {
                code(other, labels[1])
            };
            table[code(one, labels[0]) + row * of_other] = i32::try_from(number).ok()?;
        }
        let next = self.numbers.len() as u32;
        lookup.table = *self.known.entry(table).or_insert_with_key(|table| {
            self.numbers.extend_from_slice(table);
            next
        });
        (self.numbers.len() <= MOST_NUMBERS).then_some(lookup)
    }
}
