//! Finds the rules that apply in a state by a decision tree over what the rules test.
//!
//! If a puzzle has thousands of rules, most of them fail because they require a rare label at a
//! certain position. So each rule has a *key*: its test that holds most rarely. The *field* of a
//! position is the group of bits that stores its label in a state. A few operations on whole words
//! find all fields that hold the label of some key. Each of these fields leads to a small tree,
//! which has the rules with that key. An inner node of the tree reads a field, and each label of
//! the field leads to the rules that this label does not exclude. Rules with a common prefix of
//! tests share inner nodes. Such rules are, for example, *slides*: rules that take a label in one
//! direction over one, two, three or more empty cells. (Planners call a decision tree of this kind
//! a successor generator: M. Helmert, "The Fast Downward planning system", 2006.)
//!
//! The alternative, the blocks of [`Conjunctions`](super::conjunctions::Conjunctions), evaluates
//! all tests of all rules in every state. The time that a decision tree takes hardly depends on the
//! number of rules.

mod build;
mod frequency;

use fewest_rules::Words;

use super::word_tests::WordTests;
use super::{FieldsWith, bits_of};

/// Used instead of an index if there is no node, or no conjunction of tests.
const NONE: u32 = u32::MAX;

/// Rarely more rules than this apply in a state.
const USUAL: usize = 64;

/// A decision tree that finds the rules that apply in a state.
#[derive(Debug, Clone)]
pub(super) struct DecisionTree<const N: usize> {
    scans: Vec<KeyScan<N>>,
    /// The first node of the list for the rules without a key, which is a test that holds rarely.
    rest: u32,
    nodes: Vec<Node>,
    /// For each inner node and each number of a label, the first node of the list to which the
    /// number leads.
    children: Vec<u32>,
    /// The tests that leaves make, one conjunction for each leaf.
    tests: WordTests,
}

/// Searches the state for the fields that hold a certain label.
#[derive(Debug, Clone)]
struct KeyScan<const N: usize> {
    fields: FieldsWith<N>,
    /// Has an element for each bit of a state, used only for the lowest bit of each searched field:
    /// the first node of the list of the rules whose key is that this field holds the label.
    roots: Vec<u32>,
}

/// A node of a tree. The nodes of a list are visited one after the other.
#[derive(Debug, Clone, Copy)]
enum Node {
    /// Reads a field of the state. The number in the field selects the list of nodes that is visited
    /// next.
    Inner {
        word: u16,
        shift: u8,
        ones: u8,
        children: u32,
        next: u32,
    },
    /// The rule applies if `tests` hold: those of its tests that no inner node above the leaf has
    /// made.
    Leaf { rule: u32, tests: u32, next: u32 },
}

impl<const N: usize> DecisionTree<N> {
    /// The rules that apply in `state`, in increasing order.
    #[inline(never)]
    pub(super) fn applicable(&self, state: &Words<N>) -> Vec<u32> {
        let mut found = Vec::with_capacity(USUAL);
        for scan in &self.scans {
            for bit in bits_of(scan.fields.of(*state)) {
                self.visit(scan.roots[bit], state, &mut found);
            }
        }
        self.visit(self.rest, state, &mut found);
        found.sort_unstable();
        found
    }

    fn visit(&self, mut at: u32, state: &Words<N>, found: &mut Vec<u32>) {
        while at != NONE {
            let (child, next) = match self.nodes[at as usize] {
                Node::Inner {
                    word,
                    shift,
                    ones,
                    children,
                    next,
                } => {
                    let number = state.0[usize::from(word) % N] >> shift & u64::from(ones);
                    (self.children[children as usize + number as usize], next)
                }
                Node::Leaf { rule, tests, next } => {
                    if tests == NONE || self.tests.hold(tests as usize, state) {
                        found.push(rule);
                    }
                    (NONE, next)
                }
            };
            if next == NONE {
                at = child;
            } else {
                if child != NONE {
                    self.visit(child, state, found);
                }
                at = next;
            }
        }
    }
}

#[cfg(test)]
mod tests;
