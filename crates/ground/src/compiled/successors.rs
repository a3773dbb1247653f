//! Generates the rules that apply in a state, in the order of the rules.

use fewest_rules::Words;

use super::conjunctions::{BLOCK, Conjunctions, TestBlock, tested_bytes};
use super::decision_tree::DecisionTree;
use super::{CompiledMove, FieldsWith, PackedTask};
use crate::ground::{Rule, Test};

/// If blocks of rules need more lookups in tables than this, the tables do not stay in the
/// processor's first-level cache, and a decision tree is probably faster.
const MOST_LOOKUPS: usize = 48;

/// The generator of applicable rules. It has a list of rules for each position of the selecting
/// label, which every state has once, and each list is divided into blocks of rules that are tested
/// together. If no label selects rules and there are many of them, a decision tree takes the place
/// of the blocks.
#[derive(Debug, Clone)]
pub(crate) struct SuccessorGenerator<const N: usize> {
    tests: Conjunctions,
    /// For each conjunction, the move that is generated if the conjunction holds.
    moves: Vec<CompiledMove>,
    /// Finds the field of the selecting label; `None` if there is only one list.
    selecting: Option<FieldsWith<N>>,
    /// For the lowest bit of the field of each place of the selecting label, the index of the list.
    list_at: Vec<u16>,
    /// For each list of rules, its range in `blocks`, which is empty if a decision tree takes the
    /// place of the blocks.
    lists: Vec<[u32; 2]>,
    blocks: Vec<TestBlock>,
    tree: Option<Box<DecisionTree<N>>>,
}

impl<const N: usize> SuccessorGenerator<N> {
    /// Makes the generator of `rules`, which are the rules of `task` or their inverses. For each
    /// position of the selecting label, `lists` has the indices of the rules to test.
    pub(crate) fn new(task: &PackedTask, rules: &[Rule], lists: &[Vec<usize>]) -> Self {
        let places = task.places();
        let selecting = task
            .selecting()
            .map(|(_, label)| FieldsWith::new(task, label, places.iter().copied()));
        let mut list_at = vec![0; N * 64];
        for (list, &place) in (0..).zip(places) {
            if let Some((from, _)) = task.field(place) {
                list_at[from as usize] = list;
            }
        }
        let mut all = Self {
            tests: Conjunctions::new(N),
            moves: Vec::new(),
            selecting,
            list_at,
            lists: Vec::new(),
            blocks: Vec::new(),
            tree: None,
        };
        for list in lists {
            let first = all.blocks.len() as u32;
            let conjunctions = task.tests_of_list(rules, list);
            all.tree = Self::tree(task, &conjunctions);
            if all.tree.is_none() {
                all.blocks
                    .extend(all.tests.add(&conjunctions, task.layout()));
            }
            all.moves.extend(list.iter().map(|&rule| CompiledMove {
                of: rules[rule].of as u32,
                rule: rule as u32,
            }));
            all.lists.push([first, all.blocks.len() as u32]);
        }
        all
    }

    /// A decision tree of the rules, if it probably takes less time than blocks.
    fn tree(task: &PackedTask, conjunctions: &[Vec<Test>]) -> Option<Box<DecisionTree<N>>> {
        let blocks = conjunctions.chunks(BLOCK);
        let lookups = blocks.map(|block| tested_bytes(block, task.layout()).len());
        let is_faster = task.selecting().is_none()
            && conjunctions.len() > BLOCK
            && lookups.sum::<usize>() > MOST_LOOKUPS;
        is_faster.then(|| Box::new(DecisionTree::new(task, conjunctions)))
    }

    /// The index of the list of rules that may apply in `state`.
    #[inline]
    pub(crate) fn list(&self, state: Words<N>) -> usize {
        let field = self.selecting.as_ref().and_then(|all| all.first(state));
        field.map_or(0, |bit| self.list_at[bit].into())
    }

    /// The rules whose tests hold in `state`, in the order of the rules.
    #[inline]
    pub(crate) fn of(&self, state: Words<N>) -> ApplicableRules<'_, N> {
        self.of_list(self.list(state), state)
    }

    /// The rules of the list with the number `list` whose tests hold in `state`. `state` must
    /// select that list.
    #[inline]
    pub(crate) fn of_list(&self, list: usize, state: Words<N>) -> ApplicableRules<'_, N> {
        let [from, to] = self.lists[list];
        ApplicableRules {
            all: self,
            state,
            blocks: self.blocks[from as usize..to as usize].iter(),
            holding: 0,
            moves: &[],
            found: match &self.tree {
                None => Vec::new(),
                Some(tree) => tree.applicable(&state),
            }
            .into_iter(),
        }
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
    /// The rules that the decision tree has found and that have not been generated yet.
    found: std::vec::IntoIter<u32>,
}

impl<const N: usize> Iterator for ApplicableRules<'_, N> {
    type Item = CompiledMove;

    #[inline]
    fn next(&mut self) -> Option<CompiledMove> {
        while self.holding == 0 {
            let Some(block) = self.blocks.next() else {
                let rule = self.found.next()?;
                return Some(self.all.moves[rule as usize]);
            };
            self.holding = self.all.tests.holding(block, self.state);
            self.moves = &self.all.moves[block.first as usize..];
        }
        let m = self.moves[self.holding.trailing_zeros() as usize];
        self.holding &= self.holding - 1;
        Some(m)
    }
}
