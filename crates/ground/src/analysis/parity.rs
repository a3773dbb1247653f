//! A parity argument: an invariant of the order of the symbols.
//!
//! If all symbols are different and every move only permutes them, each move is an even or an odd
//! permutation. Suppose the odd moves are exactly those that take one symbol from one class of
//! cells to another. Then a move changes the parity of the order exactly if it changes the class of
//! the cell of that symbol. So the sum of the two modulo 2 never changes, and half of all boards
//! cannot be solved (W. E. Story, "Notes on the '15' puzzle", 1879).

use super::pieces::is_odd;
use crate::ground::{Label, LabelSet, Rule, Value};
use crate::partition::Partition;
use crate::reduction::ReducedTask;

/// A parity that no move changes.
#[derive(Debug, Clone)]
pub struct Parity {
    /// The positions that may change. In every state, their labels are all different.
    positions: Vec<usize>,
    /// A label whose place counts in the parity, and for each position, whether it belongs to the
    /// second of two classes. If the label is at a position of the second class, it adds 1 to the
    /// parity. `None` if every move is an even permutation, so that no label counts.
    walker: Option<(Label, Vec<bool>)>,
    /// The names of the positions of the second class (`second`), and the name of the label that
    /// moves between the classes (`name`).
    second: Vec<String>,
    name: String,
}

impl Parity {
    /// Finds a parity that no move of `reduced` changes; `None` if none was found.
    pub fn new(reduced: &ReducedTask) -> Option<Self> {
        let ground = &reduced.ground;
        let start = reduced.start.as_ref()?;
        if !ground.consequences.is_empty() {
            return None;
        }
        let positions: Vec<usize> = reduced.changing().collect();
        let domain = ground.positions[*positions.first()?].domain;
        let mut seen = LabelSet::default();
        for &p in &positions {
            if ground.positions[p].domain != domain || seen.has(start[p]) {
                return None;
            }
            seen.0 |= LabelSet::of(start[p]).0;
        }
        let rules: Option<Vec<Vec<(usize, usize)>>> = ground
            .rules
            .iter()
            .map(|rule| carried(reduced, rule))
            .collect();
        let rules = rules?;
        let found = |walker: Option<Label>, second: Vec<bool>| {
            let name = |l: Label| ground.domains[domain].labels[usize::from(l)].clone();
            let cells = positions.iter().filter(|&&p| second.get(p) == Some(&true));
            Self {
                second: cells.map(|&p| ground.positions[p].name.clone()).collect(),
                name: walker.map_or(String::new(), name),
                walker: walker.map(|label| (label, second)),
                positions: positions.clone(),
            }
        };
        if !rules.iter().any(|rule| is_odd_rule(rule)) {
            return Some(found(None, Vec::new()));
        }
        let classes = |label: Label| Some((label, classes(reduced, &rules, label)?));
        let (label, second) = seen.labels().find_map(classes)?;
        Some(found(Some(label), second))
    }

    /// Whether the parity is odd in a state with these labels.
    pub fn is_odd(&self, labels: &[Label]) -> bool {
        let mut odd = false;
        for (i, &p) in self.positions.iter().enumerate() {
            let before = self.positions[..i].iter();
            odd ^= before.filter(|&&q| labels[q] > labels[p]).count() % 2 == 1;
            if let Some((label, second)) = &self.walker {
                odd ^= labels[p] == *label && second[p];
            }
        }
        odd
    }

    /// The beginning of a sentence that states the invariant. The caller adds the values of the
    /// parity.
    pub fn words(&self) -> String {
        if self.walker.is_none() {
            return "every move swaps an even number of pairs of symbols, so whether an even \
                    number of pairs is in the wrong order never changes"
                .to_owned();
        }
        format!(
            "a move swaps an odd number of pairs of symbols just where it takes {} to or from one of \
             the cells {}, so whether the pairs in the wrong order, with {0} there counting as one \
             more, are an even number never changes",
            self.name,
            self.second.join(" ")
        )
    }
}

/// The source and the target of each label that the rule moves. `None` if the rule does anything
/// other than permute labels.
fn carried(reduced: &ReducedTask, rule: &Rule) -> Option<Vec<(usize, usize)>> {
    let mut carried = Vec::new();
    for write in &rule.writes {
        let from = match write.value {
            Value::Of { position, plus: 0 } => position,
            Value::Of { .. } => return None,
            // All labels are different, so only one position can have had the label that the rule
            // writes.
            Value::Label(label) => {
                let was = |w: &&crate::ground::Write| {
                    reduced.under(&rule.tests, w.position) == LabelSet::of(label)
                };
                rule.writes.iter().find(was)?.position
            }
        };
        carried.push((from, write.position));
    }
    let mut from: Vec<usize> = carried.iter().map(|&(from, _)| from).collect();
    let mut to: Vec<usize> = carried.iter().map(|&(_, to)| to).collect();
    from.sort_unstable();
    to.sort_unstable();
    (from == to).then_some(carried)
}

/// Whether a rule that carries labels like this is an odd permutation.
fn is_odd_rule(carried: &[(usize, usize)]) -> bool {
    let at = |position: usize| carried.iter().position(|&(from, _)| from == position);
    is_odd(carried.len(), |number| {
        at(carried[number].1).unwrap_or(number)
    })
}

/// Splits the positions into two classes such that the odd rules are exactly those that take
/// `label` from one class to the other. `None` if there is no such split. Such a split is a
/// two-colouring of the graph of the label's moves.
fn classes(
    reduced: &ReducedTask,
    rules: &[Vec<(usize, usize)>],
    label: Label,
) -> Option<Vec<bool>> {
    let mut pairs = Vec::new();
    for (rule, carried) in reduced.ground.rules.iter().zip(rules) {
        let odd = is_odd_rule(carried);
        let under = |p: usize| reduced.under(&rule.tests, p);
        let takes = carried
            .iter()
            .find(|&&(from, _)| under(from) == LabelSet::of(label));
        match takes {
            Some(&(from, to)) => pairs.push((from, to, odd)),
            // If a rule may or may not move the label, depending on the state, there is no split.
            // The same holds if an odd rule does not move the label.
            None if odd || carried.iter().any(|&(from, _)| under(from).has(label)) => return None,
            None => {}
        }
    }
    two_colours(reduced.sets.len(), &pairs)
}

/// Colours the nodes of a graph with two colours. Each edge says whether the colours of its two
/// ends differ. `None` if no colouring satisfies all edges.
fn two_colours(count: usize, pairs: &[(usize, usize, bool)]) -> Option<Vec<bool>> {
    // The number `2 * node` stands for the first colour of the node, and the next number for the
    // second. What follows from each other is in one set.
    let mut follow = Partition::new(2 * count);
    for &(one, other, different) in pairs {
        let different = usize::from(different);
        follow.join(2 * one, 2 * other + different);
        follow.join(2 * one + 1, 2 * other + 1 - different);
    }
    let colour = |node: usize| {
        let (first, second) = (follow.least(2 * node), follow.least(2 * node + 1));
        (first != second).then_some(first % 2 == 1)
    };
    (0..count).map(colour).collect()
}
