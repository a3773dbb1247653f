//! Rules whose effects are looked up by the number in one field.
//!
//! The tests of a rule often determine all labels that it reads or overwrites, except for one: that of
//! the label which it carries along. Then a table tells for each number in the field of this label
//! which bits the rule flips, and by how much it changes the sum of distances. A
//! [`TabulatedMove`] names the field. If the pruning of a search knows which rules apply, like an
//! [`Automaton`](fewest_search::Automaton) that is
//! [relabelled](fewest_search::Automaton::relabelled) with such moves, a node costs two lookups.

use fewest_rules::{Heuristic, Puzzle, Words};

use super::DistanceHeuristic;
use crate::compiled::{CompiledMove, CompiledPuzzle, PackedTask};
use crate::ground::{Rule, Value};

/// The bits of a number by which effects are looked up.
const BITS: u32 = 4;

/// The most rules. The tables have room for all of them, so that a lookup needs no bounds check.
const RULES: usize = 1 << u8::BITS;

const ENTRIES: usize = RULES << BITS;

/// A move, with the rule that makes it and the field by which its effect is looked up. In a state,
/// these moves have the order of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TabulatedMove {
    /// The number of the rule.
    rule: u8,
    /// The lowest bit of the field.
    field: u8,
}

impl TabulatedMove {
    /// The entry of the tables for the move in `state`.
    #[inline]
    fn entry(self, state: u64) -> usize {
        let number = state >> (self.field % 64) & ((1 << BITS) - 1);
        usize::from(self.rule) << BITS | number as usize
    }
}

/// A puzzle with states of one word and tables of what its rules do.
///
/// A move must be applied only in a state in which its rule applies. In any other state the result
/// is meaningless.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct TabulatedRules<'a> {
    /// For each entry, the bits that the rule flips.
    flips: [u64; ENTRIES],
    puzzle: &'a CompiledPuzzle<1>,
    /// For each rule, the lowest bit of its field.
    fields: [u8; RULES],
}

impl<'a> TabulatedRules<'a> {
    /// Tabulates the rules of `puzzle`. `None` if there are more than 256, or if the effect of some
    /// rule depends on more than one field, on a field of more than four bits, or on consequences.
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

    /// The name of the move that a rule makes.
    pub fn tabulated(&self, m: CompiledMove) -> TabulatedMove {
        let rule = m.rule() as u8;
        TabulatedMove {
            rule,
            field: self.fields[usize::from(rule)],
        }
    }

    /// The move of the puzzle with this name.
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

/// The [`DistanceHeuristic`], with the changes by all rules in one table.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct TabulatedDistance<'a> {
    /// For each entry, the change of the sum of distances.
    changes: [i8; ENTRIES],
    distance: &'a DistanceHeuristic,
}

impl<'a> TabulatedDistance<'a> {
    /// The same bound as `distance`, which must be that of the puzzle of `rules`. `None` if the bound is
    /// not the sum of distances itself, or if a sum or a change is too large for the table.
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
    /// The lowest bit and the width; a width of 0 if there is no such field.
    from: u32,
    width: u32,
    /// What the tests determine in the fields that the rule reads or overwrites.
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

    /// The entries of the rule with this number. For each of them, a state with what is known and the
    /// label for which a lookup finds the entry. A lookup in a narrow field finds bits beside it, too.
    fn entries(&self, rule: usize) -> impl Iterator<Item = (usize, u64)> {
        let in_field = (1 << self.width) - 1;
        (0..1 << BITS).map(move |number| {
            let label = number as u64 & in_field;
            (rule << BITS | number, self.known | label << self.from)
        })
    }
}
