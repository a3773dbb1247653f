//! Finds, for each move, the move that undoes it.

use std::collections::HashMap;

use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Rule, Test, Value, Write};
use crate::reduction::{InverseRule, ReducedTask};

/// The search for the inverses of rules gives up after it has compared this many pairs of rules.
const MOST_LOOKS: usize = 1 << 22;

/// The inverse of each move.
#[derive(Debug, Clone)]
pub struct InverseMoves {
    /// For each move, its inverse.
    moves: Vec<CompiledMove>,
}

impl InverseMoves {
    /// Finds the inverse of each move of `task` from `inverses`, the inverses of the rules. `None`
    /// unless every move has an inverse.
    pub fn new(task: &PackedTask, inverses: &[InverseRule]) -> Option<Self> {
        if task.rules_overlap() || !task.reduced().ground.consequences.is_empty() {
            return None;
        }
        let moves = inverse_moves(task.reduced(), inverses)?;
        let moves = moves.into_iter().map(|of| task.move_by_number(of));
        Some(Self {
            moves: moves.collect(),
        })
    }

    /// The move that undoes `m`.
    #[inline]
    pub fn of(&self, m: CompiledMove) -> CompiledMove {
        self.moves.get(m.number()).copied().unwrap_or(m)
    }
}

/// For each move, the index of the move that undoes it in every state. `None` unless every move has
/// such an inverse, and every move is the inverse of its inverse.
///
/// A move `a` undoes a move `b` only if each rule of `b` is undone by a rule of `a`.
fn inverse_moves(reduced: &ReducedTask, inverses: &[InverseRule]) -> Option<Vec<usize>> {
    let rules = &reduced.ground.rules;
    let written = |rule: &Rule| {
        let mut written: Vec<usize> = rule.writes.iter().map(|write| write.position).collect();
        written.sort_unstable();
        written
    };
    let mut by_writes: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
    for (number, rule) in rules.iter().enumerate() {
        by_writes.entry(written(rule)).or_default().push(number);
    }
    let mut partner = vec![None; reduced.ground.moves.len()];
    let mut looks = 0;
    if inverses.len() != rules.len() {
        return None;
    }
    for (rule, InverseRule { rule: inverse, .. }) in rules.iter().zip(inverses) {
        let alike = by_writes.get(&written(inverse))?;
        let found = alike.iter().find(|&&other| {
            looks += 1;
            looks <= MOST_LOOKS && does(reduced, &rules[other], inverse)
        })?;
        let of = rules[*found].of;
        if *partner[rule.of].get_or_insert(of) != of {
            return None;
        }
    }
    // A move without rules is never made, so it may count as its own inverse.
    let moves = partner.iter().enumerate();
    let partner: Vec<usize> = moves.map(|(of, other)| other.unwrap_or(of)).collect();
    let mutual = partner
        .iter()
        .enumerate()
        .all(|(of, &other)| partner[other] == of);
    mutual.then_some(partner)
}

/// Whether `rule` applies in every state in which `wanted` applies, and has the same effect there.
fn does(reduced: &ReducedTask, rule: &Rule, wanted: &Rule) -> bool {
    let under = |position| reduced.under(&wanted.tests, position);
    let allowed = rule.tests.iter().all(|test| match *test {
        Test::In { position, labels } => under(position).both(labels) == under(position),
        Test::Same { one, other } => wanted.tests.iter().any(|t| match *t {
            Test::Same { one: a, other: b } => (a, b) == (one, other) || (b, a) == (one, other),
            Test::In { .. } => false,
        }),
    });
    let value = |write: &Write| match write.value {
        Value::Of { position, plus: 0 } => match under(position).single() {
            Some(label) => Value::Label(label),
            None => write.value,
        },
        value => value,
    };
    allowed
        && rule.writes.iter().all(|write| {
            let other = wanted.writes.iter().find(|w| w.position == write.position);
            other.is_some_and(|other| value(write) == value(other))
        })
}
