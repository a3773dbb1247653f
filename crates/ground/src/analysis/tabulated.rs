//! Rules whose effects are looked up in tables, by the number in one field of the state. A *field*
//! is the group of bits that stores the label of a position as a number.
//!
//! The tests of a rule often determine all labels that the rule reads or overwrites, except for
//! one: the label that the rule carries. Then tables have, for each number in the field of this
//! label, the bits that the rule flips and the change of the sum of distances. A [`TabulatedMove`]
//! has the rule and this field. The pruning of a search may already say which rules apply: an
//! [`Automaton`](fewest_search::Automaton) does so, and it can be
//! [relabelled](fewest_search::Automaton::relabelled) with such moves. Then a node costs two
//! lookups: one for the state after the move, and one for its bound.

use fewest_rules::{Heuristic, Puzzle, Words};

use super::DistanceHeuristic;
use crate::compiled::{CompiledMove, CompiledPuzzle, PackedTask};
use crate::ground::{Rule, Value};

/// The effect of a rule is looked up by this many bits of the state, which begin at the lowest bit
/// of a field.
const BITS: u32 = 4;

/// The greatest allowed number of rules. The tables have entries for this many rules, so that a
/// lookup needs no bounds check.
const RULES: usize = 1 << u8::BITS;

const ENTRIES: usize = RULES << BITS;

/// A move, with the rule that makes it and the field by which its effect is looked up. Moves are
/// ordered by their rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TabulatedMove {
    /// The index of the rule that makes the move.
    rule: u8,
    /// The lowest bit of the field by which the effect of the move is looked up.
    field: u8,
}

impl TabulatedMove {
    /// The index of the table entries that have the effect of this move in `state`.
    #[inline]
    fn entry(self, state: u64) -> usize {
        let number = state >> (self.field % 64) & ((1 << BITS) - 1);
        usize::from(self.rule) << BITS | number as usize
    }
}

/// A puzzle with states of one word, and tables of the effects of its rules.
///
/// A move must be applied only in a state in which its rule applies. In any other state the result
/// is meaningless.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct TabulatedRules<'a> {
    /// For each rule and each number in the field by which its effect is looked up, the bits that
    /// the rule flips.
    flips: [u64; ENTRIES],
    puzzle: &'a CompiledPuzzle<1>,
    /// For each rule, the lowest bit of the field by which its effect is looked up.
    fields: [u8; RULES],
}

impl<'a> TabulatedRules<'a> {
    /// Tabulates the rules of `puzzle`. Returns `None` if the puzzle has more than 256 rules, if
    /// any move has consequences, or if some rule has an effect that depends on more than one field
    /// or on a field of more than four bits.
    pub fn new(puzzle: &'a CompiledPuzzle<1>) -> Option<Box<Self>> {
        let ground = &puzzle.reduced().ground;
        if ground.rules.len() > RULES || !ground.consequences.is_empty() {
            return None;
        }
        let mut tabulated = Box::new(Self {
            flips: [0; ENTRIES],
            puzzle,
            fields: [0; RULES],
        });
        for (number, rule) in ground.rules.iter().enumerate() {
            let field = ReadField::of(puzzle.task(), rule)?;
            tabulated.fields[number] = field.from as u8;
            for (entry, before) in field.entries(number) {
                let after = puzzle.apply_rule(Words([before]), number);
                tabulated.flips[entry] = before ^ after.0[0];
            }
        }
        Some(tabulated)
    }

    /// The tabulated move for a move of the puzzle.
    pub fn tabulated(&self, m: CompiledMove) -> TabulatedMove {
        let rule = m.rule() as u8;
        TabulatedMove {
            rule,
            field: self.fields[usize::from(rule)],
        }
    }

    /// The move of the puzzle for a tabulated move.
    pub fn compiled(&self, m: TabulatedMove) -> CompiledMove {
        self.puzzle.task().move_by_rule(m.rule.into())
    }
}

impl Puzzle for TabulatedRules<'_> {
    type State = Words<1>;
    type Move = TabulatedMove;

    fn moves(&self, state: Words<1>) -> impl Iterator<Item = TabulatedMove> {
        self.puzzle.moves(state).map(|m| self.tabulated(m))
    }

    #[inline]
    fn apply(&self, Words([state]): Words<1>, m: TabulatedMove) -> Words<1> {
        Words([state ^ self.flips[m.entry(state)]])
    }

    #[inline]
    fn is_goal(&self, state: Words<1>) -> bool {
        self.puzzle.is_goal(state)
    }
}

/// The [`DistanceHeuristic`], with one table of the changes that all rules make to the sum of
/// distances.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct TabulatedDistance<'a> {
    /// For each rule and each number in the field by which its effect is looked up, the change of
    /// the sum of distances.
    changes: [i8; ENTRIES],
    distance: &'a DistanceHeuristic,
}

impl<'a> TabulatedDistance<'a> {
    /// A heuristic with the same bound as `distance`, which must be the distance heuristic of the
    /// puzzle of `rules`. `None` if the bound is not the sum of distances itself, or if a sum or a
    /// change is too large for the table.
    pub fn new(rules: &TabulatedRules, distance: &'a DistanceHeuristic) -> Option<Self> {
        let is_sum = distance.labels().1 == 1 && distance.greatest_sum() <= u16::MAX.into();
        if !is_sum {
            return None;
        }
        let (puzzle, mut changes) = (rules.puzzle, [0; ENTRIES]);
        for (number, rule) in puzzle.reduced().ground.rules.iter().enumerate() {
            let field = ReadField::of(puzzle.task(), rule)?;
            for (entry, before) in field.entries(number) {
                let sum = |state| distance.start(puzzle, Words([state]));
                let change = sum(before ^ rules.flips[entry]) - sum(before);
                changes[entry] = i8::try_from(change).ok()?;
            }
        }
        Some(Self { changes, distance })
    }
}

impl Heuristic<TabulatedRules<'_>> for TabulatedDistance<'_> {
    /// The sum of the distances.
    type Cache = u16;

    fn start(&self, rules: &TabulatedRules, state: Words<1>) -> u16 {
        self.distance.start(rules.puzzle, state) as u16
    }

    #[inline]
    fn step(
        &self,
        _: &TabulatedRules,
        cache: u16,
        Words([before]): Words<1>,
        m: TabulatedMove,
        _: Words<1>,
    ) -> u16 {
        cache.wrapping_add_signed(self.changes[m.entry(before)].into())
    }

    #[inline]
    fn bound(&self, cache: u16) -> u32 {
        cache.into()
    }
}

/// The only field on which the effect of a rule depends, apart from what its tests determine.
struct ReadField {
    /// The lowest bit of the field (`from`) and its width (`width`). The width is 0 if there is no
    /// such field.
    from: u32,
    width: u32,
    /// The part of the state that the rule's tests determine. Of the fields that the rule reads or
    /// overwrites, it has those whose labels the tests determine, filled with these labels; all
    /// other bits are 0.
    known: u64,
}

impl ReadField {
    fn of(task: &PackedTask, rule: &Rule) -> Option<Self> {
        let reduced = task.reduced();
        let mut read = Self {
            from: 0,
            width: 0,
            known: 0,
        };
        let read_or_written = rule.writes.iter().flat_map(|write| match write.value {
            Value::Label(_) => [write.position; 2],
            Value::Of { position, .. } => [write.position, position],
        });
        for position in read_or_written {
            let Some((from, width)) = task.field(position) else {
                continue;
            };
            match reduced.under(&rule.tests, position).single() {
                Some(label) => read.known |= task.code(position, label)? << from,
                None if width <= BITS && (read.width == 0 || read.from == from) => {
                    (read.from, read.width) = (from, width);
                }
                None => return None,
            }
        }
        Some(read)
    }

    /// The indices of the table entries of the rule with the index `rule`. Each comes with a state
    /// that has the labels that the tests determine and, in the field, a label for which a lookup
    /// finds this entry. A lookup always reads four bits, so for a narrow field it also reads bits
    /// of neighbouring fields, and several entries belong to one label.
    fn entries(&self, rule: usize) -> impl Iterator<Item = (usize, u64)> {
        let in_field = (1 << self.width) - 1;
        (0..1 << BITS).map(move |number| {
            let label = number as u64 & in_field;
            (rule << BITS | number, self.known | label << self.from)
        })
    }
}
