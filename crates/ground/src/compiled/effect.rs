//! The writes of a rule as arithmetic on whole words.
//!
//! The *field* of a position is the group of bits that stores its label in a state. To write
//! constant labels, a mask clears fields and an exclusive or fills them. To copy labels, a word is
//! masked and rotated. Labels that are copied over the same distance between the same two words
//! share one rotation. Numbers are added one field after the other.

mod following;

use fewest_rules::Words;

use super::PackedTask;
use super::layout::Window;
use crate::ground::{Rule, Value};
use following::FollowingRules;

/// The effects of rules.
#[derive(Debug, Clone)]
pub(crate) struct Effects<const N: usize> {
    rules: Vec<RuleEffect>,
    writes: Vec<WordWrite>,
    additions: Vec<Addition>,
    following: Option<Box<FollowingRules<N>>>,
}

/// The effect of a rule on the words that it changes.
#[derive(Debug, Clone)]
struct RuleEffect {
    first: WordWrite,
    /// The range of the other writes of the rule in [`Effects::writes`].
    writes: (u32, u32),
    /// The range of the rule in [`Effects::additions`].
    additions: (u32, u32),
    /// The index of the program of the rule, which applies the rule's consequences; [`NONE`] if
    /// there is none.
    program: u32,
    /// Whether there are additions or a program, which few rules have.
    more: bool,
}

/// What a rule does to one word: it clears the bits that `keep` does not have, flips those of
/// `flip`, and flips those that fields of another word have, rotated left by `by`. All writes of a
/// rule read the state before the rule.
#[derive(Debug, Clone, Copy)]
struct WordWrite {
    keep: u64,
    flip: u64,
    copied: u64,
    by: u32,
    from: u16,
    word: u16,
}

/// A field to which a number is added, modulo the number of labels of the field.
#[derive(Debug, Clone, Copy)]
struct Addition {
    field: Window,
    plus: u64,
    modulus: u64,
}

/// Used instead of the index of a program if a rule has none.
const NONE: u32 = u32::MAX;

impl<const N: usize> Effects<N> {
    /// The effects of `rules`, which are the rules of `task` or their inverses.
    pub(crate) fn new(task: &PackedTask, rules: &[Rule]) -> Self {
        let mut effects = Self {
            rules: Vec::with_capacity(rules.len()),
            writes: Vec::new(),
            additions: Vec::new(),
            following: None,
        };
        for rule in rules {
            effects.add(task, rule);
        }
        effects
    }

    /// The effects of the rules of `task`, including their consequences.
    pub(super) fn with_consequences(task: &PackedTask) -> Self {
        let ground = &task.reduced().ground;
        let mut effects = Self::new(task, &ground.rules);
        if !ground.consequences.is_empty() {
            for (number, effect) in effects.rules.iter_mut().enumerate() {
                if let Some(program) = ground.consequences.program(number) {
                    effect.program = program as u32;
                    effect.more = true;
                }
            }
            effects.following = Some(Box::new(FollowingRules::new(task)));
        }
        effects
    }

    /// Adds the effect of the next rule.
    fn add(&mut self, task: &PackedTask, rule: &Rule) {
        let layout = task.layout();
        let (writes, additions) = (self.writes.len(), self.additions.len());
        for write in &rule.writes {
            let Some(field) = layout.fields[write.position] else {
                continue;
            };
            let (word, shift) = (field.word(), field.shift());
            match write.value {
                Value::Label(label) => {
                    let code = field.code(label);
                    let change = self.write_to(writes, word, None);
                    // If the tests determine the old label, an exclusive or with the difference is
                    // enough. Otherwise the field is cleared first.
                    let under = task.reduced().under(&rule.tests, write.position);
                    if let Some(before) = under.single() {
                        change.flip ^= (field.code(before) ^ code) << shift;
                    } else {
                        change.keep &= !field.mask();
                        change.flip |= code << shift;
                    }
                }
                Value::Of { position, plus } => {
                    if position != write.position
                        && let Some(source) = layout.fields[position]
                    {
                        let by = (field.from + 64 - source.from % 64) % 64;
                        self.write_to(writes, word, None).keep &= !field.mask();
                        let copy = self.write_to(writes, word, Some((source.word(), by)));
                        copy.copied |= source.mask();
                    }
                    match field.modulus() {
                        _ if plus == 0 => {}
                        // Adding 1 modulo 2 flips the bit.
                        2 => self.write_to(writes, word, None).flip ^= 1 << shift,
                        modulus => self.additions.push(Addition {
                            field: field.window(),
                            plus: plus.into(),
                            modulus,
                        }),
                    }
                }
            }
        }
        let additions = (additions as u32, self.additions.len() as u32);
        let first = match self.writes.len() > writes {
            true => self.writes.remove(writes),
            false => WordWrite::nothing(0),
        };
        self.rules.push(RuleEffect {
            first,
            writes: (writes as u32, self.writes.len() as u32),
            additions,
            program: NONE,
            more: additions.0 < additions.1,
        });
    }

    /// The first write to a word, among the writes from `first` on. If a `source` is given, which is
    /// a word and a distance, the write copies fields from there or is free to do so. If there is no
    /// such write, a write that changes nothing is added.
    fn write_to(
        &mut self,
        first: usize,
        word: usize,
        source: Option<(usize, u32)>,
    ) -> &mut WordWrite {
        let fits = |write: &WordWrite| {
            let copies = (usize::from(write.from), write.by);
            let free = source.is_none_or(|source| write.copied == 0 || copies == source);
            usize::from(write.word) == word && free
        };
        let known = self.writes[first..].iter().position(fits);
        let at = known.map_or(self.writes.len(), |at| first + at);
        if known.is_none() {
            self.writes.push(WordWrite::nothing(word));
        }
        let write = &mut self.writes[at];
        if let Some((from, by)) = source {
            (write.from, write.by) = (from as u16, by);
        }
        write
    }

    /// The same effects, with a record of their own of consequences that never end.
    pub(super) fn with_own_record(&self) -> Self {
        let following = self.following.as_ref();
        Self {
            following: following.map(|rules| Box::new(rules.with_own_record())),
            ..self.clone()
        }
    }

    /// The compiled consequences of the rules, if there are any.
    pub(super) fn following(&self) -> Option<&FollowingRules<N>> {
        self.following.as_deref()
    }

    /// Whether the rule with number `rule` applies in `state` if its tests hold.
    #[inline]
    pub(super) fn allow(&self, state: Words<N>, rule: usize) -> bool {
        let Some(following) = &self.following else {
            return true;
        };
        let program = self.rules[rule].program;
        program == NONE || following.allows(program as usize, state)
    }

    /// Applies the rule with number `rule` to `state`.
    #[inline]
    pub(crate) fn apply(&self, state: Words<N>, rule: usize) -> Words<N> {
        let before = state.0;
        let mut after = before;
        let effect = &self.rules[rule];
        effect.first.make(&before, &mut after);
        for write in &self.writes[effect.writes.0 as usize..effect.writes.1 as usize] {
            write.make(&before, &mut after);
        }
        if effect.more {
            return self.apply_more(effect, after);
        }
        Words(after)
    }

    /// Applies the parts of an effect that few rules have: additions and the program. This is a
    /// separate function so that the inlined step of a search stays short.
    #[inline(never)]
    fn apply_more(&self, effect: &RuleEffect, mut after: [u64; N]) -> Words<N> {
        let range = effect.additions.0 as usize..effect.additions.1 as usize;
        for addition in &self.additions[range] {
            let number = addition.field.number(&after);
            let sum = number + addition.plus;
            let sum = match sum < addition.modulus {
                true => sum,
                false => sum - addition.modulus,
            };
            addition.field.flip(&mut after, number ^ sum);
        }
        match &self.following {
            Some(following) if effect.program != NONE => {
                following.run(effect.program as usize, Words(after))
            }
            _ => Words(after),
        }
    }
}

impl WordWrite {
    /// A write that changes nothing.
    fn nothing(word: usize) -> Self {
        Self {
            keep: u64::MAX,
            flip: 0,
            copied: 0,
            by: 0,
            from: 0,
            word: word as u16,
        }
    }

    #[inline]
    fn make<const N: usize>(&self, before: &[u64; N], after: &mut [u64; N]) {
        let read = before[usize::from(self.from) % N] & self.copied;
        let word = &mut after[usize::from(self.word) % N];
        *word = (*word & self.keep) ^ self.flip ^ read.rotate_left(self.by);
    }
}
