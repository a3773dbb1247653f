//! Computes the ranks of the neighbours of permutations for puzzles whose moves only carry labels
//! to other positions.
//!
//! # Problem
//! Ranking a permutation takes one step for each digit, and a move that changes the first digit
//! makes all these steps necessary again. A census of permutations spends most of its time on such
//! steps.
//!
//! # Solution
//! A rank is a sum over pairs of digits: if the label at the higher digit of a pair is larger than
//! the label at the lower digit, the pair adds the *weight* of the higher digit, which is the
//! number of permutations of all lower digits. A move carries both labels of a pair to other
//! digits, so the rank of the neighbour is a sum over the same pairs with other weights. The sum is
//! split into three kinds of pairs:
//!
//! * Two of the [`LOW`] lowest digits: the sum over these pairs depends only on the *remainder* of
//!   the rank modulo the number of permutations of these digits, so it is looked up in a table.
//! * Two of the other, high digits: the sum over these pairs is the same for all ranks of a
//!   *block*, the ranks with the same high digits.
//! * A high digit and a low digit: within a block, the amount that all pairs with a given low digit
//!   add depends only on the label at the low digit. The low digits are divided into upper and
//!   lower digits. One table of the block has the sum over the upper digits for each arrangement of
//!   labels at them, and another table has the sum over the lower digits.
//!
//! So the rank of a neighbour takes three table lookups. A move that carries no label to or from a
//! high digit takes only one lookup: it changes the remainder, in the same way in every block.

use super::permuted::PermutationRanking;
use super::{Numbering, StateRanking};
use crate::compiled::PackedTask;
use crate::ground::{Rule, Value};

/// The seven lowest digits of a rank are its *low* digits, and the others are its *high* digits. A
/// rank with fewer digits has only low digits.
const LOW: usize = 7;
/// The number of permutations of the labels at [`LOW`] low digits.
const REMAINDERS: usize = 5040;
/// The number of ways to put three of the labels at the [`LOW`] low digits of a rank on the three
/// highest of these digits, its *upper* digits.
const UPPER: usize = 210;
/// The number of ways to put four of the labels at the [`LOW`] low digits of a rank on the four
/// lowest of these digits, its *lower* digits.
const LOWER: usize = 840;
/// The number of permutations of the labels at the four lowest digits of a rank.
const ORDERS: usize = 24;
/// The greatest allowed number of digits of a rank.
const MOST: usize = 16;
/// The tables of a block are filled only if neighbours of at least this many of its states are
/// asked for. For fewer states, filling the tables takes more time than it saves.
const WORTH_TABLES: usize = 48;
/// The greatest allowed number of moves. The tables of each move take up to 80 KB.
const MOST_MOVES: usize = 256;

/// The moves of a puzzle whose states are permutations, as permutations of digits.
#[derive(Debug, Clone)]
pub(crate) struct PermutingRules {
    permutations: PermutationRanking,
    digits: usize,
    successors: Vec<Carry>,
    predecessors: Vec<Carry>,
    arrangements: Arrangements,
}

/// What one move, or the inverse of a move, does to the labels that the digits of a rank stand for.
#[derive(Debug, Clone)]
enum Carry {
    /// The move changes only low digits, so it changes only the remainder of a rank modulo the
    /// number of permutations of these digits. For each remainder, this table has the remainder
    /// after the move.
    Low(Box<[u16]>),
    Any {
        /// For each digit, the digit whose label the move carries there.
        from: [u8; MOST],
        /// For each digit, the digit to which the move carries its label.
        to: [u8; MOST],
        /// For each combination of the low digits of the rank before the move, the part of the rank
        /// after the move that comes from the pairs of labels at these digits.
        pairs: Box<[u64]>,
    },
}

/// The arrangements of labels at the low digits of a block. A label is given by its index among the
/// labels at the low digits, sorted in increasing order.
#[derive(Debug, Clone)]
struct Arrangements {
    /// For each remainder of a rank modulo the number of permutations of the low digits, the labels
    /// at these digits.
    labels: Box<[[u8; LOW]]>,
    /// For each remainder, the index of the arrangement of labels at the four lowest digits. Empty
    /// if a rank has fewer than [`LOW`] digits.
    lower: Box<[u16]>,
    /// For each arrangement of labels at the four lowest digits, a remainder that has this
    /// arrangement. Empty if a rank has fewer than [`LOW`] digits.
    with_lower: Box<[u16]>,
}

/// The number of permutations of `labels` labels.
fn factorial(labels: usize) -> u64 {
    (1..=labels as u64).product()
}

impl PermutingRules {
    /// Prepares the moves of `task`. `None` if a state is not given by a single permutation, or if
    /// some move depends on the state or does anything other than carry labels to other positions.
    pub(crate) fn new(task: &PackedTask, ranking: &StateRanking) -> Option<Self> {
        let ground = &task.reduced().ground;
        let [part] = &*ranking.parts else { return None };
        let Numbering::Permuted(permutations) = &part.numbering else {
            return None;
        };
        if !ground.consequences.is_empty() {
            return None;
        }
        let digits = part.positions.len();
        let arrangements = Arrangements::new(digits.min(LOW));
        let (mut successors, mut predecessors) = (Vec::new(), Vec::new());
        let mut last = None;
        for rule in &ground.rules {
            // If several rules of a move apply, the first one is used.
            if last.replace(rule.of) == Some(rule.of) {
                continue;
            }
            if successors.len() == MOST_MOVES {
                return None;
            }
            let from = carried_from(rule, &part.positions)?;
            let mut to = [0; MOST];
            for (digit, &from) in (0..).zip(&from[..digits]) {
                to[usize::from(from)] = digit;
            }
            successors.push(Carry::new(from, to, digits, &arrangements));
            predecessors.push(Carry::new(to, from, digits, &arrangements));
        }
        Some(Self {
            permutations: permutations.clone(),
            digits,
            successors,
            predecessors,
            arrangements,
        })
    }

    /// Calls `visit` with the ranks of all successors of the states with these ranks. This is
    /// fastest if many ranks of the same block follow one another.
    pub(crate) fn successors(&self, ranks: &[u64], visit: impl FnMut(u64)) {
        self.neighbours(&self.successors, ranks, visit);
    }

    /// Calls `visit` with the ranks of all predecessors of the states with these ranks.
    pub(crate) fn predecessors(&self, ranks: &[u64], visit: impl FnMut(u64)) {
        self.neighbours(&self.predecessors, ranks, visit);
    }

    fn neighbours(&self, carries: &[Carry], mut ranks: &[u64], mut visit: impl FnMut(u64)) {
        let remainders = self.arrangements.labels.len() as u64;
        let mut block = Block::new();
        let mut here: Vec<u16> = Vec::new();
        let mut after: Vec<u64> = Vec::new();
        while let Some(&first) = ranks.first() {
            let base = first / remainders * remainders;
            let in_block = |&&rank: &&u64| rank >= base && rank - base < remainders;
            here.clear();
            here.extend(
                ranks
                    .iter()
                    .take_while(in_block)
                    .map(|&r| (r - base) as u16),
            );
            ranks = &ranks[here.len()..];
            block.labels = self.permutations.labels(base);
            for carry in carries {
                after.clear();
                match carry {
                    Carry::Low(remainders) => {
                        let of = |&low: &u16| base + u64::from(remainders[usize::from(low)]);
                        after.extend(here.iter().map(of));
                    }
                    Carry::Any { to, pairs, .. } if here.len() >= WORTH_TABLES => {
                        block.tabulate(to, self.digits, &self.arrangements);
                        let lower = &self.arrangements.lower;
                        let of = |&low: &u16| {
                            let low = usize::from(low);
                            let lower = usize::from(lower[low]) % LOWER;
                            pairs[low] + block.upper[low / ORDERS] + block.lower[lower]
                        };
                        after.extend(here.iter().map(of));
                    }
                    Carry::Any { from, .. } => {
                        let of = |&low: &u16| self.rank_of(from, &self.labels_at(&block, low));
                        after.extend(here.iter().map(of));
                    }
                }
                // The code of `visit` is inlined into this loop, so there is only one such loop.
                for &rank in &after {
                    visit(rank);
                }
            }
        }
    }

    /// The labels of the state of `block` whose rank exceeds the least rank of the block by `low`.
    fn labels_at(&self, block: &Block, low: u16) -> [u8; MOST] {
        let order = &self.arrangements.labels[usize::from(low)];
        let high = self.digits - self.digits.min(LOW);
        let mut labels = block.labels;
        // The labels of the first state of a block are in increasing order at the low digits.
        for (label, &nth) in labels[high..self.digits].iter_mut().zip(order) {
            *label = block.labels[high + usize::from(nth)];
        }
        labels
    }

    /// The rank of the state after a move, where digit `i` gets the label that digit `from[i]` has
    /// in `labels`.
    fn rank_of(&self, from: &[u8; MOST], labels: &[u8; MOST]) -> u64 {
        let carried = from[..self.digits].iter();
        let carried = carried.map(|&from| labels[usize::from(from) % MOST]);
        self.permutations.rank_of_labels(carried)
    }
}

/// How `rule` permutes the labels at the digits of a rank; each digit stands for a position. The
/// label that digit `i` has after the rule comes from the digit in element `i` of the result.
/// `None` if the rule has a test, or if it does anything other than permute labels.
fn carried_from(rule: &Rule, positions: &[usize]) -> Option<[u8; MOST]> {
    let digit_of = |position| positions.iter().position(|&p| p == position);
    if !rule.tests.is_empty() {
        return None;
    }
    let mut from: [u8; MOST] = std::array::from_fn(|digit| digit as u8);
    for write in &rule.writes {
        let Value::Of { position, plus: 0 } = write.value else {
            return None;
        };
        from[digit_of(write.position)?] = digit_of(position)? as u8;
    }
    let mut used = [false; MOST];
    let twice = |&digit: &u8| std::mem::replace(&mut used[usize::from(digit)], true);
    (!from.iter().any(twice)).then_some(from)
}

impl Carry {
    fn new(from: [u8; MOST], to: [u8; MOST], digits: usize, arrangements: &Arrangements) -> Self {
        let low = digits.min(LOW);
        let high = digits - low;
        let of_each = arrangements.labels.iter();
        if (0..high).all(|digit| usize::from(from[digit]) == digit) {
            let after = |labels: &[u8; LOW]| {
                let carried = |digit: usize| labels[usize::from(from[high + digit]) - high];
                inversions(low, |a, b| {
                    (carried(a) > carried(b)).then(|| factorial(low - 1 - a))
                })
            };
            return Self::Low(of_each.map(|labels| after(labels) as u16).collect());
        }
        let pairs = |labels: &[u8; LOW]| {
            inversions(low, |a, b| {
                let (larger, smaller) = match labels[a] > labels[b] {
                    true => (a, b),
                    false => (b, a),
                };
                let (larger, smaller) = (to[high + larger], to[high + smaller]);
                (larger < smaller).then(|| factorial(digits - 1 - usize::from(larger)))
            })
        };
        Self::Any {
            from,
            to,
            pairs: of_each.map(pairs).collect(),
        }
    }
}

/// The sum of `weight` over all pairs of digits. Pairs for which `weight` returns `None` add
/// nothing.
fn inversions(digits: usize, weight: impl Fn(usize, usize) -> Option<u64>) -> u64 {
    let pairs = (0..digits).flat_map(|a| (a + 1..digits).map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| weight(a, b)).sum()
}

impl Arrangements {
    /// The arrangements of `low` labels at as many low digits.
    fn new(low: usize) -> Self {
        let mut labels = Vec::new();
        for mut remainder in 0..factorial(low) as usize {
            let mut left: Vec<u8> = (0..low as u8).collect();
            let mut order = [0; LOW];
            for (label, after) in order.iter_mut().zip((0..low).rev()) {
                let after = factorial(after) as usize;
                *label = left.remove(remainder / after);
                remainder %= after;
            }
            labels.push(order);
        }
        let mut numbers = std::collections::HashMap::new();
        let (mut lower, mut with_lower) = (Vec::new(), Vec::new());
        if labels.len() == REMAINDERS {
            for (remainder, order) in (0..).zip(&labels) {
                let number = *numbers.entry(&order[LOW - 4..]).or_insert_with(|| {
                    with_lower.push(remainder);
                    with_lower.len() as u16 - 1
                });
                lower.push(number);
            }
        }
        Self {
            labels: labels.into(),
            lower: lower.into(),
            with_lower: with_lower.into(),
        }
    }
}

/// Tables by which the ranks after one move are computed for all states of a block. The ranks of
/// these states have the same high digits.
struct Block {
    /// The labels at all digits in the first state of the block, which has the least rank.
    labels: [u8; MOST],
    /// A part of the rank after the move, for each arrangement of labels at the three upper of the
    /// low digits: the amount that comes from all pairs of a label there and a label at a high
    /// digit, and from all pairs of labels at high digits.
    upper: Box<[u64; UPPER]>,
    /// A part of the rank after the move, for each arrangement of labels at the four lowest digits:
    /// the amount that comes from all pairs of a label there and a label at a high digit.
    lower: Box<[u64; LOWER]>,
}

impl Block {
    fn new() -> Self {
        Self {
            labels: [0; MOST],
            upper: Box::new([0; UPPER]),
            lower: Box::new([0; LOWER]),
        }
    }

    /// Fills the tables for the move that carries, for each digit `i`, the label of `i` to the
    /// digit `to[i]`. There must be more than [`LOW`] digits.
    fn tabulate(&mut self, to: &[u8; MOST], digits: usize, arrangements: &Arrangements) {
        let high = digits - LOW;
        let weights: [u64; MOST] = std::array::from_fn(|digit| match to[digit] {
            to if digit < digits => factorial(digits - 1 - usize::from(to)),
            _ => 0,
        });
        // The amount that the pair of digits `a` and `b` adds to the rank after the move, if `a`
        // has the larger label.
        let adds = |a: usize, b: usize| match to[a] < to[b] {
            true => weights[a],
            false => 0,
        };
        let labels = &self.labels;
        let both_high = inversions(high, |a, b| match labels[a] > labels[b] {
            true => Some(adds(a, b)),
            false => Some(adds(b, a)),
        });
        // For each low digit and each label at this digit, the sum over all pairs of this digit and
        // a high digit.
        let mut mixed = [[0; LOW + 1]; LOW];
        for (digit, sums) in mixed.iter_mut().enumerate() {
            for (sum, &label) in sums.iter_mut().zip(&labels[high..digits]) {
                *sum = (0..high)
                    .map(|other| match label > labels[other] {
                        true => adds(high + digit, other),
                        false => adds(other, high + digit),
                    })
                    .sum();
            }
        }
        let sum = |labels: &[u8; LOW], digits: std::ops::Range<usize>| -> u64 {
            digits
                .map(|digit| mixed[digit][usize::from(labels[digit]) % (LOW + 1)])
                .sum()
        };
        let of_upper = arrangements.labels.iter().step_by(ORDERS);
        for (upper, labels) in self.upper.iter_mut().zip(of_upper) {
            *upper = both_high + sum(labels, 0..LOW - 4);
        }
        for (lower, &remainder) in self.lower.iter_mut().zip(&arrangements.with_lower) {
            let labels = &arrangements.labels[usize::from(remainder)];
            *lower = sum(labels, LOW - 4..LOW);
        }
    }
}
