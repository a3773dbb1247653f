//! Builds decision trees.

use std::collections::BTreeMap;

use super::frequency::LabelFrequencies;
use super::{DecisionTree, KeyScan, NONE, Node};
use crate::compiled::layout::{StateLayout, place};
use crate::compiled::word_tests::WordTests;
use crate::compiled::{FieldsWith, PackedTask};
use crate::ground::{Label, LabelSet, Test};

/// The key of a rule is its test that holds most rarely. A test can be a key only if it holds in at
/// most this share of the states, as far as can be estimated.
const RARE: f64 = 0.125;
/// A test can be the key of a rule, its rarest test, only if it allows at most this many labels.
const MOST_KEY_LABELS: usize = 4;
/// Trees are at most this deep. A rule with tests left to make at this depth becomes a leaf.
const DEEPEST: usize = 48;
/// Inner nodes make only the first tests of a rule, at most this many. Leaves make the others.
const MOST_BRANCHING: usize = 64;

/// A *candidate* of a list: a rule that may still apply when a search comes to the list, with the
/// set of its tests that inner nodes above the list have made. Bit `i` stands for the `i`-th test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CandidateRule {
    rule: u32,
    made: u64,
}

struct TreeBuilder<'a> {
    layout: &'a StateLayout,
    sets: &'a [LabelSet],
    frequencies: LabelFrequencies<'a>,
    rules: &'a [Vec<Test>],
    nodes: Vec<Node>,
    children: Vec<u32>,
    tests: WordTests,
    /// For each position, how the candidates of the list that is being built test it. All elements
    /// are cleared after use.
    tested: Vec<FieldTests>,
    /// The budget of tests and children for the lists below inner nodes, which bounds the memory.
    room: usize,
    /// The budget of tests that the builder may still examine, which bounds the time.
    work: usize,
}

/// How the candidates of a list, which are the rules that may still apply there, test a position.
#[derive(Debug, Clone, Copy, Default)]
struct FieldTests {
    by: u32,
    labels: LabelSet,
    /// Whether some two candidates that test the position allow different sets of labels there.
    differs: bool,
    /// The index of the group of candidates that branch on the position, plus 1; 0 if there is no
    /// such group yet.
    group: usize,
}

impl<const N: usize> DecisionTree<N> {
    /// The tree of rules with these tests.
    ///
    /// Building the tree takes time and memory proportional to the number of tests.
    pub(in crate::compiled) fn new(task: &PackedTask, rules: &[Vec<Test>]) -> Self {
        let all = rules.iter().map(|tests| tests.len() + 1).sum::<usize>();
        let mut builder = TreeBuilder {
            layout: task.layout(),
            sets: &task.reduced().sets,
            frequencies: LabelFrequencies::new(task.reduced(), task.counts()),
            rules,
            nodes: Vec::new(),
            children: Vec::new(),
            tests: WordTests::default(),
            tested: vec![FieldTests::default(); task.reduced().sets.len()],
            room: 8 * all + 4096,
            work: 64 * all + 4096,
        };
        let (keyed, rest) = builder.by_key();
        // For each label of keys, the positions at which rules require it, and the roots of its scan.
        let mut scans: BTreeMap<Label, (Vec<usize>, Vec<u32>)> = BTreeMap::new();
        for ((position, label), candidates) in keyed {
            if let Some(field) = builder.layout.fields[position] {
                let scan = scans.entry(label);
                let (positions, roots) = scan.or_insert_with(|| (Vec::new(), vec![NONE; N * 64]));
                positions.push(position);
                roots[field.from as usize] = builder.list(candidates, 0);
            }
        }
        let scans = scans
            .into_iter()
            .map(|(label, (positions, roots))| KeyScan {
                fields: FieldsWith::new(task, label, positions.into_iter()),
                roots,
            });
        Self {
            scans: scans.collect(),
            rest: builder.list(rest, 0),
            nodes: builder.nodes,
            children: builder.children,
            tests: builder.tests,
        }
    }
}

/// The key of a rule is its test that holds most rarely. For each position and each label that a
/// key allows there, this map has the rules with such a key.
type ByKey = BTreeMap<(usize, Label), Vec<CandidateRule>>;

impl TreeBuilder<'_> {
    /// Divides the rules by their keys. The second list has the rules without a key.
    fn by_key(&self) -> (ByKey, Vec<CandidateRule>) {
        let mut keyed = ByKey::new();
        let mut rest = Vec::new();
        for rule in 0..self.rules.len() as u32 {
            let candidate = CandidateRule { rule, made: 0 };
            let rare = self
                .branching(candidate)
                .filter_map(|(i, position, labels)| {
                    let share = self.frequencies.of(position, labels);
                    let rare = share <= RARE && labels.len() <= MOST_KEY_LABELS;
                    rare.then_some((share, i, position, labels))
                });
            match rare.min_by(|one, other| one.0.total_cmp(&other.0)) {
                Some((_, i, position, labels)) => {
                    for label in labels.labels() {
                        let made = 1 << i;
                        let list = keyed.entry((position, label)).or_default();
                        list.push(CandidateRule { rule, made });
                    }
                }
                None => rest.push(candidate),
            }
        }
        (keyed, rest)
    }

    /// The tests of a candidate on which an inner node may branch: their indices, positions and
    /// labels.
    fn branching(
        &self,
        candidate: CandidateRule,
    ) -> impl Iterator<Item = (usize, usize, LabelSet)> {
        let tests = self.rules[candidate.rule as usize].iter();
        let tests = tests.take(MOST_BRANCHING).enumerate();
        tests.filter_map(move |(i, test)| match *test {
            Test::In { position, labels } if candidate.made >> i & 1 == 0 => {
                let labels = labels.both(self.sets[position]);
                self.layout.fields[position]?;
                Some((i, position, labels))
            }
            _ => None,
        })
    }

    /// Builds the list of nodes for `candidates`, which are in increasing order. Returns the first
    /// node.
    fn list(&mut self, candidates: Vec<CandidateRule>, depth: usize) -> u32 {
        let mut first = NONE;
        let mut last = None;
        for (position, group) in self.groups(candidates, depth) {
            let inner = match position {
                Some(position) if group.len() > 1 => self.inner(position, &group, depth),
                _ => None,
            };
            let nodes = match inner {
                Some(node) => node..node + 1,
                None => {
                    let from = self.nodes.len();
                    group.iter().for_each(|&candidate| self.leaf(candidate));
                    from..self.nodes.len()
                }
            };
            for node in nodes {
                match last {
                    None => first = node as u32,
                    Some(last) => self.follow(last, node as u32),
                }
                last = Some(node);
            }
        }
        first
    }

    fn follow(&mut self, last: usize, node: u32) {
        let (Node::Inner { next, .. } | Node::Leaf { next, .. }) = &mut self.nodes[last];
        *next = node;
    }

    /// Divides candidates by the position on which they branch. Of the positions that a candidate
    /// tests, it branches on the one that most candidates test. If there are several such
    /// positions, it branches on one at which all candidates that test it allow the same labels, if
    /// there is one. So tests that many rules share are made first. The groups are in the order of
    /// their first rules.
    fn groups(
        &mut self,
        candidates: Vec<CandidateRule>,
        depth: usize,
    ) -> Vec<(Option<usize>, Vec<CandidateRule>)> {
        let looks = candidates.iter();
        let looks = looks.map(|c| self.rules[c.rule as usize].len() + 1).sum();
        if candidates.len() < 2 || depth == DEEPEST || self.work < looks {
            return vec![(None, candidates)];
        }
        self.work -= looks;
        let mut tested = std::mem::take(&mut self.tested);
        for &candidate in &candidates {
            for (_, position, labels) in self.branching(candidate) {
                let tested = &mut tested[position];
                tested.differs |= tested.by > 0 && tested.labels != labels;
                tested.labels = labels;
                tested.by += 1;
            }
        }
        let mut groups: Vec<(Option<usize>, Vec<CandidateRule>)> = Vec::new();
        for &candidate in &candidates {
            let best = self.branching(candidate).max_by_key(|&(i, position, _)| {
                let FieldTests { by, differs, .. } = tested[position];
                (by, !differs, std::cmp::Reverse(i))
            });
            match best {
                None => groups.push((None, vec![candidate])),
                Some((_, position, _)) => {
                    let group = &mut tested[position].group;
                    if *group == 0 {
                        groups.push((Some(position), Vec::new()));
                        *group = groups.len();
                    }
                    groups[*group - 1].1.push(candidate);
                }
            }
        }
        for &candidate in &candidates {
            for (_, position, _) in self.branching(candidate) {
                tested[position] = FieldTests::default();
            }
        }
        self.tested = tested;
        groups
    }

    /// Builds an inner node that reads `position`, which all `candidates` test, and the lists below
    /// the node. Returns the node; `None` if the budget of time or memory is used up.
    fn inner(
        &mut self,
        position: usize,
        candidates: &[CandidateRule],
        depth: usize,
    ) -> Option<usize> {
        let field = self.layout.fields[position]?;
        let set = self.sets[position];
        let looks = candidates.len() * set.len();
        self.work = self.work.checked_sub(looks)?;
        // If two labels are allowed by the same candidates, they lead to the same list.
        let mut lists: Vec<(LabelSet, Vec<CandidateRule>)> = Vec::new();
        for label in set.labels() {
            let left = candidates.iter().filter_map(|&candidate| {
                let mut tests = self.branching(candidate);
                let (i, _, labels) = tests.find(|&(_, p, _)| p == position)?;
                let made = candidate.made | 1 << i;
                labels
                    .has(label)
                    .then_some(CandidateRule { made, ..candidate })
            });
            let left: Vec<CandidateRule> = left.collect();
            match lists.iter_mut().find(|(_, list)| *list == left) {
                _ if left.is_empty() => {}
                Some((labels, _)) => labels.0 |= LabelSet::of(label).0,
                None => lists.push((LabelSet::of(label), left)),
            }
        }
        let numbers = 1_usize << field.width.min(6);
        let sizes = lists.iter().flat_map(|(_, list)| list);
        let size = sizes.map(|c| self.rules[c.rule as usize].len() + 1);
        self.room = self.room.checked_sub(numbers + size.sum::<usize>())?;
        let node = self.nodes.len();
        let (word, shift) = place(field);
        let children = self.children.len();
        self.children.resize(children + numbers, NONE);
        self.nodes.push(Node::Inner {
            word: word as u16,
            shift: shift as u8,
            ones: (numbers - 1) as u8,
            children: children as u32,
            next: NONE,
        });
        for (labels, list) in lists {
            let first = self.list(list, depth + 1);
            for label in labels.labels() {
                let number = self.layout.code(field, label) as usize;
                self.children[children + number] = first;
            }
        }
        Some(node)
    }

    /// Adds the leaf of a candidate, with the tests of the candidate that no inner node has made.
    fn leaf(&mut self, candidate: CandidateRule) {
        let tests = self.rules[candidate.rule as usize].iter().enumerate();
        let left = tests.filter(|&(i, _)| i >= MOST_BRANCHING || candidate.made >> i & 1 == 0);
        let left: Vec<Test> = left.map(|(_, test)| *test).collect();
        let tests = self.tests.add(&left, self.layout);
        let tests = if self.tests.is_empty(tests) {
            NONE
        } else {
            tests as u32
        };
        self.nodes.push(Node::Leaf {
            rule: candidate.rule,
            tests,
            next: NONE,
        });
    }
}
