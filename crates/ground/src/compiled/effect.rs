//! The writes of a rule as arithmetic on whole words.
//!
//! The *field* of a position is the group of bits that stores its label in a state. To write
//! constant labels, a mask clears fields and an exclusive or fills them. To copy labels, a word is
//! masked and rotated. Labels that are copied over the same distance between the same two words
//! share one rotation. Numbers are added one field after the other.

mod following;

use fewest_rules::Words;

use super::layout::{mask, place};
use super::{PackedTask, array};
use crate::ground::{Rule, Value};
use following::FollowingRules;

/// The writes of a rule, as operations on whole words of a state.
#[derive(Debug, Clone)]
struct RuleEffect<const N: usize> {
    keep: [u64; N],
    flip: [u64; N],
    other: OtherWrites,
}

/// The writes of a rule that are neither constant labels nor labels that change to the next of two.
#[derive(Debug, Clone)]
struct OtherWrites {
    /// One group of labels that the rule copies together. Most rules have at most one such group.
    copy: Copied,
    /// Whether the rule does more than `keep`, `flip` and `copy` say: it copies other groups of
    /// labels, adds to labels, or is followed by a program.
    more: bool,
    /// The index of the program of the rule, which applies the rule's consequences; [`NONE`] if
    /// there is none.
    program: u32,
    /// The range of the copies other than `copy` (`copies`) and the range of the additions
    /// (`additions`) in [`MoreEffects`].
    copies: (u32, u32),
    additions: (u32, u32),
}

/// Fields of one word whose labels a rule copies over the same distance, all into one word.
#[derive(Debug, Clone, Copy, Default)]
struct Copied {
    mask: u64,
    by: u32,
    from: u16,
    to: u16,
}

/// A field to which a number is added, modulo the number of labels of the field.
#[derive(Debug, Clone, Copy)]
struct Addition {
    word: u32,
    /// The first bit of the field in the word.
    shift: u32,
    /// As many ones as the field has bits.
    ones: u64,
    plus: u64,
    modulus: u64,
}

/// The effects of rules.
#[derive(Debug, Clone)]
pub(crate) struct Effects<const N: usize> {
    /// The effect of each rule. Empty if states have at least [`WIDE`] words.
    effects: Vec<RuleEffect<N>>,
    /// The effect of each rule, if states have at least [`WIDE`] words.
    wide: WideEffects,
    more: MoreEffects,
    following: Option<Box<FollowingRules<N>>>,
}

/// Effects on states of many words, of which a rule changes only a few. A rule needs neither the
/// memory nor the time that all words would take.
#[derive(Debug, Clone, Default)]
struct WideEffects {
    rules: Vec<WideEffect>,
    writes: Vec<WordWrite>,
}

/// The effect of a rule on the words that it changes.
#[derive(Debug, Clone)]
struct WideEffect {
    /// The range of the changed words in [`WideEffects::writes`].
    writes: (u32, u32),
    other: OtherWrites,
}

/// What a rule does to one word: it clears the bits that `keep` does not have and flips those of
/// `flip`.
#[derive(Debug, Clone, Copy)]
struct WordWrite {
    keep: u64,
    flip: u64,
    word: u32,
}

/// States of at least this many words use [`WideEffects`].
const WIDE: usize = 8;

/// Used instead of an index, for instance of a program if a rule has no program.
const NONE: u32 = u32::MAX;

/// The parts of effects that few rules have: copies beyond the first one of a rule, and additions
/// to labels.
#[derive(Debug, Clone, Default)]
struct MoreEffects {
    copies: Vec<Copied>,
    additions: Vec<Addition>,
}

/// The masks of the effect of one rule, for states of any number of words.
struct EffectMasks {
    keep: Vec<u64>,
    flip: Vec<u64>,
    copies: Vec<Copied>,
}

impl MoreEffects {
    /// Computes the masks of `rule`, and appends its additions to the additions of earlier rules.
    fn add(&mut self, task: &PackedTask, rule: &Rule, masks: &mut EffectMasks) {
        let (reduced, layout) = (task.reduced(), task.layout());
        let EffectMasks { keep, flip, copies } = masks;
        keep.fill(u64::MAX);
        flip.fill(0);
        copies.clear();
        for write in &rule.writes {
            let Some(field) = layout.fields[write.position] else {
                continue;
            };
            let (word, shift) = place(field);
            match write.value {
                Value::Label(label) => {
                    let code = layout.code(field, label);
                    // If the tests determine the old label, an exclusive or with the difference is
                    // enough. Otherwise the field is cleared first.
                    if let Some(before) = reduced.under(&rule.tests, write.position).single() {
                        flip[word] ^= (layout.code(field, before) ^ code) << shift;
                    } else {
                        keep[word] &= !mask(field);
                        flip[word] |= code << shift;
                    }
                }
                Value::Of { position, plus } => {
                    if position != write.position
                        && let Some(source) = layout.fields[position]
                    {
                        keep[word] &= !mask(field);
                        let by = (field.from + 64 - source.from % 64) % 64;
                        let (from, to) = ((source.from / 64) as u16, word as u16);
                        let same = |c: &&mut Copied| (c.by, c.from, c.to) == (by, from, to);
                        match copies.iter_mut().find(same) {
                            Some(copy) => copy.mask |= mask(source),
                            None => copies.push(Copied {
                                mask: mask(source),
                                by,
                                from,
                                to,
                            }),
                        }
                    }
                    match layout.modulus(field) {
                        _ if plus == 0 => {}
                        // Adding 1 modulo 2 flips the bit.
                        2 => flip[word] ^= 1 << shift,
                        modulus => self.additions.push(Addition {
                            word: word as u32,
                            shift,
                            ones: (1 << field.width) - 1,
                            plus: plus.into(),
                            modulus: modulus.into(),
                        }),
                    }
                }
            }
        }
    }
}

impl<const N: usize> Effects<N> {
    /// The effects of `rules`, which are the rules of `task` or their inverses.
    pub(crate) fn new(task: &PackedTask, rules: &[Rule]) -> Self {
        Self::with_programs(task, rules, |_| NONE)
    }

    /// Does the same as [`new`](Self::new), for rules that programs follow.
    fn with_programs(task: &PackedTask, rules: &[Rule], program: impl Fn(usize) -> u32) -> Self {
        let mut effects = Vec::with_capacity(if N < WIDE { rules.len() } else { 0 });
        let mut wide = WideEffects::default();
        let mut more = MoreEffects::default();
        let mut masks = EffectMasks {
            keep: vec![0; N],
            flip: vec![0; N],
            copies: Vec::new(),
        };
        for (number, rule) in rules.iter().enumerate() {
            let first_addition = more.additions.len() as u32;
            more.add(task, rule, &mut masks);
            let copy = masks.copies.pop().unwrap_or_default();
            let first_copy = more.copies.len() as u32;
            more.copies.append(&mut masks.copies);
            let copies = (first_copy, more.copies.len() as u32);
            let additions = (first_addition, more.additions.len() as u32);
            let program = program(number);
            let other = OtherWrites {
                copy,
                more: copies.0 < copies.1 || additions.0 < additions.1 || program != NONE,
                program,
                copies,
                additions,
            };
            if N >= WIDE {
                wide.add(&masks, other);
            } else {
                effects.push(RuleEffect {
                    keep: array(&masks.keep),
                    flip: array(&masks.flip),
                    other,
                });
            }
        }
        Self {
            effects,
            wide,
            more,
            following: None,
        }
    }

    /// The effects of the rules of `task`, including their consequences.
    pub(super) fn with_consequences(task: &PackedTask) -> Self {
        let ground = &task.reduced().ground;
        let program = |number| match ground.consequences.program(number) {
            Some(program) => program as u32,
            None => NONE,
        };
        let mut effects = Self::with_programs(task, &ground.rules, program);
        if !ground.consequences.is_empty() {
            effects.following = Some(Box::new(FollowingRules::new(task)));
        }
        effects
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
        let other = match N >= WIDE {
            true => &self.wide.rules[rule].other,
            false => &self.effects[rule].other,
        };
        other.program == NONE || following.allows(other.program as usize, state)
    }

    /// Applies the rule with number `rule` to `state`.
    #[inline]
    pub(crate) fn apply(&self, state: Words<N>, rule: usize) -> Words<N> {
        let before = state.0;
        let mut after = before;
        let other = if N >= WIDE {
            let effect = &self.wide.rules[rule];
            for write in &self.wide.writes[effect.writes.0 as usize..effect.writes.1 as usize] {
                let word = &mut after[write.word as usize % N];
                *word = (*word & write.keep) ^ write.flip;
            }
            &effect.other
        } else {
            let effect = &self.effects[rule];
            for (w, word) in after.iter_mut().enumerate() {
                *word = (before[w] & effect.keep[w]) ^ effect.flip[w];
            }
            &effect.other
        };
        other.copy.make(&before, &mut after);
        if other.more {
            return self.apply_more(other, before, after);
        }
        Words(after)
    }

    /// Applies the parts of an effect that few rules have: further copies, additions and the
    /// program. This is a separate function so that the inlined step of a search stays short.
    #[inline(never)]
    fn apply_more(&self, effect: &OtherWrites, before: [u64; N], mut after: [u64; N]) -> Words<N> {
        for copy in &self.more.copies[effect.copies.0 as usize..effect.copies.1 as usize] {
            copy.make(&before, &mut after);
        }
        let range = effect.additions.0 as usize..effect.additions.1 as usize;
        for addition in &self.more.additions[range] {
            let word = &mut after[addition.word as usize % N];
            *word = addition.make(*word);
        }
        match &self.following {
            Some(following) if effect.program != NONE => {
                following.run(effect.program as usize, Words(after))
            }
            _ => Words(after),
        }
    }
}

impl WideEffects {
    /// Adds the effect of the next rule.
    fn add(&mut self, masks: &EffectMasks, other: OtherWrites) {
        let words = masks.keep.iter().zip(&masks.flip).enumerate();
        let changed = words.filter(|&(_, (&keep, &flip))| keep != u64::MAX || flip != 0);
        let first = self.writes.len();
        self.writes
            .extend(changed.map(|(word, (&keep, &flip))| WordWrite {
                keep,
                flip,
                word: word as u32,
            }));
        self.rules.push(WideEffect {
            writes: (first as u32, self.writes.len() as u32),
            other,
        });
    }
}

impl Copied {
    #[inline]
    fn make<const N: usize>(&self, before: &[u64; N], after: &mut [u64; N]) {
        let read = before[usize::from(self.from) % N] & self.mask;
        after[usize::from(self.to) % N] ^= read.rotate_left(self.by);
    }
}

impl Addition {
    /// The word `word` after the addition.
    #[inline]
    fn make(&self, word: u64) -> u64 {
        let number = word >> self.shift & self.ones;
        let sum = number + self.plus;
        let sum = if sum < self.modulus {
            sum
        } else {
            sum - self.modulus
        };
        word ^ (number ^ sum) << self.shift
    }
}
