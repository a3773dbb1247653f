//! What follows the rules of moves: programs of groups of rules.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use fewest_rules::Words;

use super::super::PackedTask;
use super::super::conjunctions::{Conjunctions, TestBlock};
use super::super::layout::mask;
use super::Effects;
use crate::ground::{Program, Rule, Test};

/// The most changes that one program makes.
const MOST_CHANGES: u32 = 1 << 16;
/// The most states of consequences that never end which are shown.
const MOST_SHOWN: usize = 8;

/// The compiled groups and programs.
#[derive(Debug, Clone)]
pub(in crate::compiled) struct FollowingRules<const N: usize> {
    tests: Conjunctions<N>,
    effects: Effects<N>,
    /// By rule of the groups: the bits of the fields that it writes.
    written: Vec<[u64; N]>,
    groups: Vec<CompiledGroup>,
    programs: Vec<Program>,
    fields: FieldMasks<N>,
    /// The bits of the fields that two rules may change alike.
    alone: [u64; N],
    endless: Arc<Endless<N>>,
}

#[derive(Debug, Clone)]
struct CompiledGroup {
    blocks: Vec<TestBlock>,
    everywhere: bool,
}

/// A program that never ends, and a state from which it does not.
#[derive(Debug, Default)]
struct Endless<const N: usize> {
    found: AtomicBool,
    first: Mutex<Option<(usize, Words<N>)>>,
}

/// For each width of a field, 1, 2, 4 and 8: the lowest bits of the fields.
#[derive(Debug, Clone)]
struct FieldMasks<const N: usize>([[u64; N]; 4]);

impl<const N: usize> FieldMasks<N> {
    fn new(task: &PackedTask) -> Self {
        let mut lowest = [[0; N]; 4];
        for field in task.layout().fields.iter().flatten() {
            let width = field.width.trailing_zeros() as usize;
            lowest[width][(field.from / 64) as usize] |= 1 << (field.from % 64);
        }
        Self(lowest)
    }

    /// All bits of the fields in which some bit is set.
    fn whole(&self, bits: [u64; N]) -> [u64; N] {
        let mut whole = [0; N];
        for (log, lowest) in self.0.iter().enumerate() {
            for w in 0..N {
                // After the shifts the lowest bit of each field is the disjunction of its bits.
                let folded = (0..log).fold(bits[w], |bits, shift| bits | bits >> (1 << shift));
                whole[w] |= (folded & lowest[w]) * ((1 << (1 << log)) - 1);
            }
        }
        whole
    }
}

/// The bits of the fields of positions whose domain no other position has.
fn alone<const N: usize>(task: &PackedTask) -> [u64; N] {
    let positions = &task.reduced().ground.positions;
    let mut bits = [0; N];
    for (position, field) in task.layout().fields.iter().enumerate() {
        let domain = positions[position].domain;
        let others = positions.iter().filter(|other| other.domain == domain);
        if let Some(field) = field
            && others.count() == 1
        {
            bits[(field.from / 64) as usize] |= mask(*field);
        }
    }
    bits
}

impl<const N: usize> FollowingRules<N> {
    pub(super) fn new(task: &PackedTask) -> Self {
        let consequences = &task.reduced().ground.consequences;
        let rules: Vec<Rule> = consequences.rules().cloned().collect();
        let mut tests = Conjunctions::default();
        let groups = consequences.groups.iter().map(|group| {
            let all: Vec<Vec<Test>> = group.rules.iter().map(|rule| rule.tests.clone()).collect();
            CompiledGroup {
                blocks: tests.add(&all, task.layout()),
                everywhere: group.everywhere,
            }
        });
        let groups = groups.collect();
        let written = |rule: &Rule| {
            let mut bits = [0; N];
            for write in &rule.writes {
                if let Some(field) = task.layout().fields[write.position] {
                    bits[(field.from / 64) as usize] |= mask(field);
                }
            }
            bits
        };
        Self {
            tests,
            effects: Effects::new(task, &rules),
            written: rules.iter().map(written).collect(),
            groups,
            programs: consequences.programs.clone(),
            fields: FieldMasks::new(task),
            alone: alone(task),
            endless: Arc::default(),
        }
    }

    /// The state after a program. If the program never ends, that is recorded, and the state has no
    /// meaning.
    pub(super) fn run(&self, program: usize, state: Words<N>) -> Words<N> {
        let Program { once, repeat } = &self.programs[program];
        let mut state = once.map_or(state, |group| self.step(&self.groups[group], state));
        // The state after a power of two of changes. A state that comes again is met at the latest when
        // as many changes have been made as the cycle is long (Brent, 1980).
        let mut saved = state;
        let mut changes = 0_u32;
        while let Some(next) = self.next(repeat, state) {
            state = next;
            changes += 1;
            if state == saved || changes == MOST_CHANGES {
                self.never_ends(program, state);
                return state;
            }
            if changes.is_power_of_two() {
                saved = state;
            }
        }
        state
    }

    /// The state after the first of the groups that changes anything.
    #[inline]
    fn next(&self, groups: &[usize], state: Words<N>) -> Option<Words<N>> {
        let mut nexts = groups
            .iter()
            .map(|&group| self.step(&self.groups[group], state));
        nexts.find(|&next| next != state)
    }

    /// The state after a group, the same if it changes nothing.
    #[inline]
    fn step(&self, group: &CompiledGroup, state: Words<N>) -> Words<N> {
        let mut after = state;
        let mut written = [0; N];
        for block in &group.blocks {
            let mut holding = self.tests.holding(block, state);
            while holding != 0 {
                let rule = (block.first + holding.trailing_zeros()) as usize;
                holding &= holding - 1;
                let next = self.effects.apply(state, rule);
                if next == state {
                    continue;
                }
                if !group.everywhere {
                    return next;
                }
                let own = &self.written[rule];
                if (0..N).all(|w| own[w] & written[w] == 0) {
                    after = after ^ (next ^ state);
                } else {
                    match self.both(state, after, next) {
                        Some(both) => after = both,
                        None => continue,
                    }
                }
                (0..N).for_each(|w| written[w] |= own[w]);
            }
        }
        after
    }

    /// The state after two changes of `state`; `None` if they conflict.
    #[inline(never)]
    fn both(&self, state: Words<N>, one: Words<N>, other: Words<N>) -> Option<Words<N>> {
        let changed = |after: Words<N>| self.fields.whole((after ^ state).0);
        let (by_one, by_other) = (changed(one), changed(other));
        let mut both = one;
        for w in 0..N {
            let shared = by_one[w] & by_other[w];
            let differ = (one.0[w] ^ other.0[w]) & shared;
            if shared & !self.alone[w] != 0 || differ != 0 {
                return None;
            }
            both.0[w] ^= (other.0[w] ^ state.0[w]) & !shared;
        }
        Some(both)
    }

    #[cold]
    fn never_ends(&self, program: usize, state: Words<N>) {
        let mut first = self
            .endless
            .first
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert((program, state));
        self.endless.found.store(true, Ordering::Release);
    }

    /// The states through which a program goes round that was run since the last call, or the last
    /// ones if there are more than a few; `None` if all programs have ended.
    pub(in crate::compiled) fn take_endless(&self) -> Option<Vec<Words<N>>> {
        if !self.endless.found.swap(false, Ordering::AcqRel) {
            return None;
        }
        let mut first = self
            .endless
            .first
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let (program, state) = first.take()?;
        let mut states = vec![state];
        let groups = &self.programs[program].repeat;
        while states.len() < MOST_SHOWN
            && let Some(next) = self.next(groups, states[states.len() - 1])
            && next != state
        {
            states.push(next);
        }
        Some(states)
    }
}
