//! The compiled consequences of moves: programs that apply groups of rules after the rule of a
//! move, within the same move.

use std::sync::{Arc, OnceLock};

use fewest_rules::Words;

use super::super::conjunctions::{BLOCK, Conjunctions, TestBlock};
use super::super::{PackedTask, bits_of};
use super::Effects;
use crate::ground::{Program, ProgramStage, Rule, Test};

/// A program is regarded as one that never ends if it makes this many changes.
const MOST_CHANGES: u32 = 1 << 16;
/// The greatest number of states that are reported for consequences that never end.
const MOST_SHOWN: usize = 8;

/// The compiled consequences of moves: groups of rules, and the programs that apply these groups
/// after the rule of a move.
#[derive(Debug, Clone)]
pub(in crate::compiled) struct FollowingRules<const N: usize> {
    tests: Conjunctions,
    effects: Effects<N>,
    groups: Vec<CompiledGroup>,
    programs: Vec<Program>,
    /// For each bit of a state, the field in which it lies.
    field_at: Vec<FieldBits>,
    /// The record of the first program that was found never to end. Clones share it, so that all
    /// threads of a search report to one record; see [`with_own_record`](Self::with_own_record).
    endless: Arc<OnceLock<EndlessStage<N>>>,
}

#[derive(Debug, Clone)]
struct CompiledGroup {
    blocks: Vec<TestBlock>,
    everywhere: bool,
    unless: Vec<usize>,
}

/// A stage of a program that never ends: the indices of the program and the stage, and the state in
/// which it was stopped.
type EndlessStage<const N: usize> = (usize, usize, Words<N>);

/// The bits of a field, which hold the label of a position.
#[derive(Debug, Clone, Copy, Default)]
struct FieldBits {
    /// The bits in the word of the field.
    mask: u64,
    /// Whether two rules of a group may both change the field at the same time, provided that they
    /// write the same value: the position shares its domain with no other position.
    alone: bool,
}

impl<const N: usize> FollowingRules<N> {
    pub(super) fn new(task: &PackedTask) -> Self {
        let consequences = &task.reduced().ground.consequences;
        let rules: Vec<Rule> = consequences.rules().cloned().collect();
        let groups = &consequences.groups;
        let blocks = groups.iter().map(|group| group.rules.len().div_ceil(BLOCK));
        let mut tests = Conjunctions::new(blocks.sum());
        let groups = groups.iter().map(|group| {
            let all: Vec<Vec<Test>> = group.rules.iter().map(|rule| rule.tests.clone()).collect();
            CompiledGroup {
                blocks: tests.add(&all, task.layout()),
                everywhere: group.everywhere,
                unless: group.unless.clone(),
            }
        });
        let groups = groups.collect();
        let mut field_at = vec![FieldBits::default(); N * 64];
        let fields = task.layout().fields.iter().zip(task.reduced().alone());
        for (field, alone) in fields.filter_map(|(field, alone)| Some(((*field)?, alone))) {
            let mask = field.mask();
            field_at[field.from as usize..][..field.width as usize].fill(FieldBits { mask, alone });
        }
        Self {
            tests,
            effects: Effects::new(task, &rules),
            groups,
            programs: consequences.programs.clone(),
            field_at,
            endless: Arc::default(),
        }
    }

    /// The state after a program. If the program never ends, `endless` records the program, and the
    /// returned state has no meaning.
    pub(super) fn run(&self, program: usize, state: Words<N>) -> Words<N> {
        let mut state = state;
        for (number, stage) in self.programs[program].stages.iter().enumerate() {
            match self.after_stage(stage, state) {
                Ok(after) => state = after,
                Err(last) => {
                    // If another program was recorded before, it stays.
                    let _ = self.endless.set((program, number, last));
                    return last;
                }
            }
        }
        state
    }

    /// The state after a stage. If the stage never ends, the error is a state that it repeats.
    #[inline]
    fn after_stage(&self, stage: &ProgramStage, mut state: Words<N>) -> Result<Words<N>, Words<N>> {
        // The state is saved whenever the number of changes is a power of two. If the states have
        // entered a cycle, there are at some time more changes between two such moments than the
        // cycle is long, so the saved state occurs again before the next one is saved (Brent,
        // 1980).
        let mut saved = state;
        let mut changes = 0_u32;
        while let Some(next) = self.next(&stage.groups, state) {
            state = next;
            if !stage.repeats {
                break;
            }
            changes += 1;
            if state == saved || changes == MOST_CHANGES {
                return Err(state);
            }
            if changes.is_power_of_two() {
                saved = state;
            }
        }
        Ok(state)
    }

    /// Whether a rule with this program applies in `state` if its tests hold.
    #[inline]
    pub(super) fn allows(&self, program: usize, state: Words<N>) -> bool {
        !self.fits_any(&self.programs[program].unless, state)
    }

    /// Whether the tests of a rule of one of these groups hold.
    fn fits_any(&self, groups: &[usize], state: Words<N>) -> bool {
        let blocks = groups.iter().flat_map(|&group| &self.groups[group].blocks);
        blocks
            .into_iter()
            .any(|block| self.tests.holding(block, &state) != 0)
    }

    /// The state after the first of the groups that changes anything; `None` if no group does.
    #[inline]
    fn next(&self, groups: &[usize], state: Words<N>) -> Option<Words<N>> {
        let mut nexts = groups
            .iter()
            .map(|&group| self.step(&self.groups[group], state));
        nexts.find(|&next| next != state)
    }

    /// The state after a group is applied to `state`. The result equals `state` if the group
    /// changes nothing.
    #[inline]
    fn step(&self, group: &CompiledGroup, state: Words<N>) -> Words<N> {
        let mut after = state;
        if self.fits_any(&group.unless, state) {
            return state;
        }
        for block in &group.blocks {
            for i in bits_of([self.tests.holding(block, &state)]) {
                let next = self.effects.apply(state, block.first as usize + i);
                if next == state {
                    continue;
                }
                if !group.everywhere {
                    return next;
                }
                if let Some(both) = self.both(state, after, next) {
                    after = both;
                }
            }
        }
        after
    }

    /// Makes two changes of `state` at the same time. The first change alone would lead to `one`,
    /// and the second alone to `other`. `None` if the changes conflict.
    #[inline(never)]
    fn both(&self, state: Words<N>, one: Words<N>, other: Words<N>) -> Option<Words<N>> {
        let mut both = one;
        let mut left = (other ^ state).0;
        while let Some(bit) = bits_of(left).next() {
            let (word, FieldBits { mask, alone }) = (bit / 64, self.field_at[bit]);
            let change = left[word] & mask;
            match (one.0[word] ^ state.0[word]) & mask {
                0 => both.0[word] ^= change,
                before if alone && before == change => {}
                _ => return None,
            }
            left[word] &= !mask;
        }
        Some(both)
    }

    /// The same rules, with a record of their own of programs that never end.
    pub(super) fn with_own_record(&self) -> Self {
        Self {
            endless: Arc::default(),
            ..self.clone()
        }
    }

    /// If a program that never ends has run, returns the states of the cycle that the first such
    /// program repeats, or a few of its states if the cycle is long. `None` if all programs have
    /// ended.
    pub(in crate::compiled) fn endless(&self) -> Option<Vec<Words<N>>> {
        let &(program, stage, state) = self.endless.get()?;
        let mut states = vec![state];
        let groups = &self.programs[program].stages[stage].groups;
        while states.len() < MOST_SHOWN
            && let Some(next) = self.next(groups, states[states.len() - 1])
            && next != state
        {
            states.push(next);
        }
        Some(states)
    }
}
