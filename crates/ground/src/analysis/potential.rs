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
//! badly chosen numbers give a low bound, but never a wrong one. Chosen are the
//! [distances](PotentialHeuristic::travel) of labels and the [occurrences](PotentialHeuristic::balance)
//! of a label.

mod balance;
mod change;
mod range;
mod travel;

use fewest_rules::{Heuristic, Puzzle, Words};

use super::field_place::FieldPlace;
use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Label, Rule};
use change::Change;
use range::Range;

/// The number of a fact from which no goal can be reached. A state has such a fact if and only if
/// its potential is at least this number, and no move leads from such a state to another;
/// [`Range::new`] sees to both.
const NO_WAY: i32 = 1 << 20;

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

impl PotentialHeuristic {
    /// The bound with the numbers `number`, which are not negative and at most 2²⁰. `cost` gives the
    /// cost of a rule. `None` if the puzzle has no goal, or if a sum is too great.
    pub fn new(
        task: &PackedTask,
        measure: Measure,
        number: impl Fn(usize, Label) -> i32,
        cost: impl Fn(&Rule) -> u16,
    ) -> Option<Self> {
        let reduced = task.reduced();
        let range = Range::new(task, &number, cost)?;
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
