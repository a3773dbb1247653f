//! Generates the rules that apply in a state, in the order of the rules.
//!
//! A state leads to lists of rules, by the positions at which it has certain labels. If every state
//! has some label exactly once, the position of this *selecting label* leads to one list of all
//! rules that may apply. Otherwise, if there are many hundred rules, each rule is in the lists of its
//! *key*, its test that holds most rarely. A few operations on whole words find all positions with
//! the label of some key. The rules of a list are tested together, in blocks.
//!
//! (Planners test one position after the other: M. Helmert, "The Fast Downward planning system",
//! 2006.)

use std::collections::BTreeMap;

use fewest_rules::Words;

use super::conjunctions::{BLOCK, Conjunctions, TestBlock};
use super::keys::{Key, by_key};
use super::{CompiledMove, FieldsWith, PackedTask, bits_of};
use crate::ground::{Rule, Test};

/// Testing this many rules takes less time than finding the keys that a state has.
const FEW: usize = 8 * BLOCK;

/// Rarely more rules than this apply in a state.
const USUAL: usize = 64;

/// The generator of applicable rules.
#[derive(Debug, Clone)]
pub(crate) struct SuccessorGenerator<const N: usize> {
    tests: Conjunctions,
    /// For each conjunction, the move that is generated if the conjunction holds.
    moves: Vec<CompiledMove>,
    /// The search for the selecting label, whose position leads to the only list for a state.
    selecting: Option<KeyScan<N>>,
    /// The searches for the labels of keys. The first list is for all states.
    keyed: Vec<KeyScan<N>>,
    /// For each list of rules, its range in `blocks`.
    lists: Vec<[u32; 2]>,
    blocks: Vec<TestBlock>,
}

/// Searches the state for the fields that hold a certain label.
#[derive(Debug, Clone)]
struct KeyScan<const N: usize> {
    fields: FieldsWith<N>,
    /// For the lowest bit of each searched field, the index of the list.
    list_at: Vec<u32>,
}

impl<const N: usize> SuccessorGenerator<N> {
    /// Makes the generator of `rules`, which are the rules of `task` or their inverses. For each
    /// position of the selecting label, `lists` has the indices of the rules to test.
    pub(crate) fn new(task: &PackedTask, rules: &[Rule], lists: &[Vec<usize>]) -> Self {
        match task.selecting() {
            Some((_, label)) => {
                let keys = task.places().iter().map(|&place| Some((label, place)));
                let lists = keys.zip(lists.iter().cloned()).collect();
                let mut all = Self::of_lists(task, rules, lists);
                all.selecting = all.keyed.pop();
                all
            }
            None if rules.len() <= FEW => {
                let all = (0..rules.len()).collect();
                Self::of_lists(task, rules, vec![(None, all)])
            }
            None => Self::with_keys(task, rules),
        }
    }

    fn with_keys(task: &PackedTask, rules: &[Rule]) -> Self {
        Self::of_lists(task, rules, by_key(task, rules).into_iter().collect())
    }

    fn of_lists(task: &PackedTask, rules: &[Rule], lists: Vec<(Option<Key>, Vec<usize>)>) -> Self {
        let blocks = lists.iter().map(|(_, list)| list.len().div_ceil(BLOCK));
        let mut all = Self {
            tests: Conjunctions::new(blocks.sum()),
            moves: Vec::new(),
            selecting: None,
            keyed: Vec::new(),
            lists: Vec::new(),
            blocks: Vec::new(),
        };
        // For each label of keys, the positions that lead to lists, and these lists.
        let mut scans: BTreeMap<_, Vec<(usize, u32)>> = BTreeMap::new();
        for (key, list) in lists {
            if let Some((label, position)) = key {
                let scan = scans.entry(label).or_default();
                scan.push((position, all.lists.len() as u32));
            }
            let conjunctions = list.iter().map(|&rule| {
                // The choice of the list has already made the test of the key.
                let made = |test: &&Test| match (**test, key) {
                    (Test::In { position, labels }, Some((label, at))) => {
                        position == at && labels.has(label)
                    }
                    _ => false,
                };
                let tests = rules[rule].tests.iter();
                tests.filter(|test| !made(test)).copied().collect()
            });
            let conjunctions: Vec<Vec<Test>> = conjunctions.collect();
            let first = all.blocks.len() as u32;
            all.blocks
                .extend(all.tests.add(&conjunctions, task.layout()));
            all.lists.push([first, all.blocks.len() as u32]);
            all.moves.extend(list.iter().map(|&rule| CompiledMove {
                of: rules[rule].of as u32,
                rule: rule as u32,
            }));
        }
        let scans = scans.into_iter().map(|(label, lists)| {
            let mut list_at = vec![0; N * 64];
            for &(position, list) in &lists {
                if let Some((from, _)) = task.field(position) {
                    list_at[from as usize] = list;
                }
            }
            let positions = lists.iter().map(|&(position, _)| position);
            let fields = FieldsWith::new(task, label, positions);
            KeyScan { fields, list_at }
        });
        all.keyed = scans.collect();
        all
    }

    /// The index of the list of rules that may apply in `state`: that of the selecting label's
    /// position, or 0 if there is no such label.
    #[inline]
    pub(crate) fn list(&self, state: Words<N>) -> usize {
        let scan = self.selecting.as_ref();
        let list = scan.and_then(|scan| Some(scan.list_at[scan.fields.first(state)?]));
        list.unwrap_or(0) as usize
    }

    /// The rules whose tests hold in `state`, in the order of the rules.
    #[inline]
    pub(crate) fn of(&self, state: Words<N>) -> ApplicableRules<'_, N> {
        match self.keyed.is_empty() {
            true => self.of_list(self.list(state), state),
            false => ApplicableRules {
                found: self.of_all_lists(&state).into_iter(),
                ..self.of_blocks(&[], state)
            },
        }
    }

    /// The rules of the list with the number `list` whose tests hold in `state`. `state` must
    /// lead to that list.
    #[inline]
    pub(crate) fn of_list(&self, list: usize, state: Words<N>) -> ApplicableRules<'_, N> {
        let [from, to] = self.lists[list];
        self.of_blocks(&self.blocks[from as usize..to as usize], state)
    }

    #[inline]
    fn of_blocks<'a>(&'a self, blocks: &'a [TestBlock], state: Words<N>) -> ApplicableRules<'a, N> {
        ApplicableRules {
            all: self,
            state,
            blocks: blocks.iter(),
            holding: 0,
            moves: &[],
            found: Vec::new().into_iter(),
        }
    }

    /// The rules of all lists to which `state` leads and whose tests hold there, in their order.
    #[inline(never)]
    fn of_all_lists(&self, state: &Words<N>) -> Vec<CompiledMove> {
        let mut found = Vec::with_capacity(USUAL);
        let mut add = |list: u32| {
            let [from, to] = self.lists[list as usize];
            for block in &self.blocks[from as usize..to as usize] {
                let moves = &self.moves[block.first as usize..];
                let holding = self.tests.holding(block, state);
                found.extend(bits_of([holding]).map(|i| moves[i]));
            }
        };
        add(0);
        for scan in &self.keyed {
            bits_of(scan.fields.of(*state)).for_each(|bit| add(scan.list_at[bit]));
        }
        found.sort_unstable_by_key(|m| m.rule);
        found
    }
}

/// The iterator over the applicable rules of a state, block by block.
pub(crate) struct ApplicableRules<'a, const N: usize> {
    all: &'a SuccessorGenerator<N>,
    state: Words<N>,
    blocks: std::slice::Iter<'a, TestBlock>,
    /// The rules of the current block that apply and have not been generated yet.
    holding: u64,
    moves: &'a [CompiledMove],
    /// The rules that were found in several lists and that have not been generated yet.
    found: std::vec::IntoIter<CompiledMove>,
}

impl<const N: usize> Iterator for ApplicableRules<'_, N> {
    type Item = CompiledMove;

    #[inline]
    fn next(&mut self) -> Option<CompiledMove> {
        while self.holding == 0 {
            let Some(block) = self.blocks.next() else {
                return self.found.next();
            };
            self.holding = self.all.tests.holding(block, &self.state);
            self.moves = &self.all.moves[block.first as usize..];
        }
        let m = self.moves[self.holding.trailing_zeros() as usize];
        self.holding &= self.holding - 1;
        Some(m)
    }
}

#[cfg(test)]
mod tests;
