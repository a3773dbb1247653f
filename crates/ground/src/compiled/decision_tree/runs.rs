//! Runs of a decision tree: sequences of inner nodes, each run with a number. Each node of a
//! run leads to the next one if the field that the node reads has the number of the run.

use fewest_rules::Words;

use super::{DecisionTree, InnerNode, NONE, Node, fold};
use crate::compiled::layout::StateLayout;

/// The greatest allowed number of [`Plane`]s. Nodes that would need more do not become runs.
pub(super) const MOST_PLANES: usize = 2;
/// A sequence of nodes becomes a run only if it has at least this many nodes.
const FEWEST: usize = 3;

/// A plane compares all fields of one width with one number at once. The fields that differ are
/// those at which runs of nodes with this width and number are left. Runs with the same width and
/// number share a plane.
#[derive(Debug, Clone)]
pub(super) struct Plane<const N: usize> {
    width: u32,
    number: u64,
    pattern: [u64; N],
}

/// A run of nodes. The fields that the nodes read lie in increasing or in decreasing order in the
/// state.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// The range of the run's parts ([`RunWord`]). There is one part for each word of the state in
    /// which the run reads fields, in the order of the run.
    pub(super) words: (u32, u32),
    /// The index in [`DecisionTree::run_nodes`] of the first node of the run.
    pub(super) nodes: u32,
    /// The node with which the evaluation of the tree continues if every field that the run reads
    /// holds the number of the run: the first node of the list to which this number leads from the
    /// last node of the run.
    pub(super) end: u32,
    plane: u32,
    decreasing: bool,
}

/// The part of a run that reads one word of the state.
#[derive(Debug, Clone, Copy)]
pub(super) struct RunWord {
    /// The lowest bits of the fields that the run reads in the word.
    fields: u64,
    word: u32,
    /// The number of nodes of the run before the first one that reads this word.
    before: u32,
}

impl<const N: usize> Plane<N> {
    fn new(width: u32, number: u64, layout: &StateLayout) -> Self {
        let mut pattern = [0; N];
        let fields = layout.fields.iter().flatten();
        for field in fields.filter(|field| field.width == width) {
            pattern[(field.from / 64) as usize] |= number << (field.from % 64);
        }
        Self {
            width,
            number,
            pattern,
        }
    }

    /// The lowest bits of the fields that do not have the number of the plane.
    #[inline]
    pub(super) fn differ(&self, state: &Words<N>) -> [u64; N] {
        std::array::from_fn(|w| fold(state.0[w] ^ self.pattern[w], self.width))
    }
}

impl Run {
    /// Finds the first node of the run at which the run is left, because the node's field does not
    /// have the number of the run. Returns the index of this node.
    #[inline]
    pub(super) fn first<const N: usize>(
        &self,
        words: &[RunWord],
        planes: &[[u64; N]; MOST_PLANES],
    ) -> Option<u32> {
        let differ = &planes[self.plane as usize % MOST_PLANES];
        for part in words {
            let hits = differ[part.word as usize % N] & part.fields;
            if hits != 0 {
                let earlier = if self.decreasing {
                    !(u64::MAX >> hits.leading_zeros())
                } else {
                    (hits & hits.wrapping_neg()) - 1
                };
                return Some(part.before + (part.fields & earlier).count_ones());
            }
        }
        None
    }
}

impl<const N: usize> DecisionTree<N> {
    /// Replaces the first node of each sequence of nodes that forms a run by the run.
    pub(super) fn find_runs(&mut self, layout: &StateLayout) {
        // A node has a smaller index than the nodes below it, so this loop finds a run at its first
        // node, in its full length.
        let mut inside = vec![false; self.nodes.len()];
        for at in 0..self.nodes.len() {
            let Node::Inner { inner, next } = self.nodes[at] else {
                continue;
            };
            if inside[at] {
                continue;
            }
            let runs = (0..=u64::from(inner.ones)).map(|number| (number, self.follow(at, number)));
            let Some((number, nodes)) = runs.max_by_key(|(number, nodes)| (nodes.len(), !number))
            else {
                continue;
            };
            let width = u32::from(inner.ones).count_ones().next_power_of_two();
            if nodes.len() < FEWEST || inner.ones == 63 {
                continue;
            }
            let same = |plane: &Plane<N>| (plane.width, plane.number) == (width, number);
            let plane = match self.planes.iter().position(same) {
                Some(plane) => plane,
                None if self.planes.len() < MOST_PLANES => {
                    self.planes.push(Plane::new(width, number, layout));
                    self.planes.len() - 1
                }
                None => continue,
            };
            let first = (self.run_words.len(), self.run_nodes.len());
            for &(node, inner) in &nodes {
                inside[node] = true;
                let before = (self.run_nodes.len() - first.1) as u32;
                self.run_nodes.push(inner);
                let word = u32::from(inner.word);
                let bit = 1 << inner.shift;
                match self.run_words[first.0..].last_mut() {
                    Some(part) if part.word == word => part.fields |= bit,
                    _ => self.run_words.push(RunWord {
                        fields: bit,
                        word,
                        before,
                    }),
                }
            }
            let last = nodes[nodes.len() - 1].1;
            self.runs.push(Run {
                words: (first.0 as u32, self.run_words.len() as u32),
                nodes: first.1 as u32,
                end: self.children[last.children as usize + number as usize],
                plane: plane as u32,
                decreasing: bit(nodes[0].1) > bit(last),
            });
            let run = (self.runs.len() - 1) as u32;
            self.nodes[at] = Node::Run { run, next };
        }
    }

    /// The nodes that are visited from the node `at` on if each of their fields has `number`. The
    /// sequence ends before a node whose field has another width or does not continue the
    /// increasing or decreasing order of the fields.
    fn follow(&self, at: usize, number: u64) -> Vec<(usize, InnerNode)> {
        let mut nodes: Vec<(usize, InnerNode)> = Vec::new();
        let mut at = at as u32;
        while at != NONE
            && let Node::Inner { inner, next } = self.nodes[at as usize]
            && (nodes.is_empty() || next == NONE)
        {
            if let [.., (_, last)] = *nodes {
                let second = nodes.get(1).map_or(inner, |&(_, second)| second);
                let decreasing = bit(nodes[0].1) > bit(second);
                if inner.ones != last.ones || (bit(last) > bit(inner)) != decreasing {
                    break;
                }
            }
            nodes.push((at as usize, inner));
            at = self.children[inner.children as usize + number as usize];
        }
        nodes
    }
}

/// The first bit of the field of a node.
fn bit(inner: InnerNode) -> u32 {
    u32::from(inner.word) * 64 + u32::from(inner.shift)
}
