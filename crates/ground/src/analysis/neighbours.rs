//! A lower bound from pairs of labels that are neighbours in a state but in no goal.
//!
//! Some moves carry many labels along and yet separate few of them: turning over the upper part of
//! a stack changes the neighbours only at the lower edge of that part. Suppose that a state has `n`
//! pairs of neighbours that are neighbours in no goal, and that no move separates more than `k`
//! pairs. Then at least `n / k` moves are needed. For a stack whose upper part is turned over, this
//! is the gap heuristic (M. Helmert, "Landmark heuristics for the pancake problem", 2010). The
//! ground on which the stack stands counts as a neighbour of the lowest element, although it is not
//! a position; the analysis adds a place for it that never changes.
//!
//! Which positions are neighbours follows from the rules alone ([`classes`]).

mod classes;
mod transport;

use std::collections::HashMap;
use std::ops::Range;

use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words};

use super::field_place::FieldPlace;
use crate::compiled::{CompiledMove, PackedTask};
use classes::{NeighbourPair, PairClass, PairClasses};
use transport::Transport;

/// The analysis examines at most this many pairs of positions, counted over all rules.
const MOST_PAIRS: usize = 1 << 22;
/// The choice of classes of pairs begins with one class and adds others. At most this many classes
/// are tried as the first one.
const MOST_SEEDS: usize = 64;

/// The number of pairs of neighbouring labels that are neighbours in no goal, divided by the
/// greatest number of pairs that a move can separate, as a heuristic: admissible and consistent.
#[derive(Debug, Clone)]
pub struct NeighbourHeuristic {
    /// The greatest number of pairs of neighbouring labels that one rule separates, at least 1.
    separated: u32,
    pairs: Vec<PairTest>,
    rules: Vec<RuleChange>,
    changed: Vec<PairTest>,
    /// Tables of 64 words, which several pairs of positions may share: bit `j` of word `i` is set
    /// if no goal has number `i` in the pair's first field together with number `j` in its second
    /// field.
    foreign: Vec<u64>,
}

/// The pairs of labels that are neighbours no longer after a rule (*separated*), and those that are
/// neighbours only after it (*joined*), as ranges in [`changed`](NeighbourHeuristic::changed).
#[derive(Debug, Clone, Copy)]
struct RuleChange {
    /// The separated pairs are in the range from `from` to `middle`, the joined pairs in the range
    /// from `middle` to `to`.
    from: u32,
    middle: u32,
    to: u32,
}

/// A pair of neighbouring positions. `one` and `other` are the fields of the positions; a field is
/// the group of bits that stores the label of a position as a number. `table` is the start of the
/// pair's table in [`foreign`](NeighbourHeuristic::foreign). The additional place that never
/// changes has a field without bits.
#[derive(Debug, Clone, Copy)]
struct PairTest {
    one: FieldPlace,
    other: FieldPlace,
    table: u32,
}

impl PairTest {
    /// 1 if the pair is *foreign*: the two labels that the pair has in `state` are neighbours in no
    /// goal. Otherwise 0.
    #[inline]
    fn foreign<const N: usize>(&self, tables: &[u64], state: Words<N>) -> i32 {
        // A field of 8 bits never holds a number above 63.
        let (one, other) = (self.one.number(state), self.other.number(state));
        (tables[self.table as usize + one as usize] >> (other & 63) & 1) as i32
    }
}

impl NeighbourHeuristic {
    /// Chooses which pairs of positions count as neighbours, such that their labels give the
    /// highest bound for the start. `None` if no two labels stay neighbours under most moves, if
    /// every pair occurs in a goal, or if the start is not known.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let start = reduced.start.as_ref()?;
        let ground = &reduced.ground;
        if !ground.consequences.is_empty() || !transport::carries_several(&ground.rules) {
            return None;
        }
        let cells: Vec<usize> = reduced.changing().collect();
        let pairs = (cells.len() + 1).saturating_mul(cells.len() + 1);
        let goals = ground.goals.len().max(ground.rules.len());
        if pairs.saturating_mul(goals) > MOST_PAIRS {
            return None;
        }
        let rules = ground.rules.iter();
        let transports: Vec<Transport> = rules
            .map(|rule| Transport::new(reduced, &cells, rule))
            .collect();
        let classes = PairClasses::new(cells.len(), &transports);
        let found: Vec<PairClass> = classes.useful(reduced, &cells, start, &transports);
        let (chosen, separated) = choose(&found, transports.len())?;
        let mut heuristic = Self {
            separated,
            pairs: Vec::new(),
            rules: Vec::new(),
            changed: Vec::new(),
            foreign: Vec::new(),
        };
        let mut tables = HashMap::new();
        let mut tests: HashMap<NeighbourPair, PairTest> = HashMap::new();
        for class in &chosen {
            for &pair in &class.pairs {
                let test = heuristic.test(task, &cells, class, pair, &mut tables)?;
                heuristic.pairs.push(test);
                tests.insert(pair, test);
            }
        }
        for transport in &transports {
            let from = heuristic.changed.len() as u32;
            let separated = chosen
                .iter()
                .flat_map(|class| classes.separated(class, transport));
            heuristic.changed.extend(separated.map(|pair| tests[&pair]));
            let middle = heuristic.changed.len();
            let joined = chosen
                .iter()
                .flat_map(|class| classes.joined(class, transport));
            heuristic.changed.extend(joined.map(|pair| tests[&pair]));
            heuristic.rules.push(RuleChange {
                from,
                middle: middle as u32,
                to: heuristic.changed.len() as u32,
            });
        }
        Some(heuristic)
    }

    /// Makes the test whether the labels of a pair of positions are neighbours in no goal. The test
    /// looks the labels up in a table, and tests with equal tables share one.
    fn test(
        &mut self,
        task: &PackedTask,
        cells: &[usize],
        class: &PairClass,
        pair: NeighbourPair,
        tables: &mut HashMap<Vec<u64>, u32>,
    ) -> Option<PairTest> {
        let sets = &task.reduced().sets;
        let one = *cells.get(pair.one)?;
        let other = cells.get(pair.other).copied();
        let mut table = vec![0; 64];
        for label in sets[one].labels() {
            let allowed = class.goal_pairs[usize::from(label)];
            let row = &mut table[task.code(one, label)? as usize & 63];
            match other {
                None => *row = u64::from(allowed == 0),
                Some(other) => {
                    for neighbour in sets[other].labels() {
                        if allowed >> neighbour & 1 == 0 {
                            *row |= 1 << (task.code(other, neighbour)? & 63);
                        }
                    }
                }
            }
        }
        let next = self.foreign.len() as u32;
        let at = *tables.entry(table).or_insert_with_key(|table| {
            self.foreign.extend_from_slice(table);
            next
        });
        Some(PairTest {
            one: FieldPlace::new(task, one)?,
            other: match other {
                Some(other) => FieldPlace::new(task, other)?,
                None => FieldPlace::default(),
            },
            table: at,
        })
    }

    /// Of the pairs in the range `range` of `changed`, the number that is *foreign* in `state`: the
    /// two labels of such a pair are neighbours in no goal.
    #[inline]
    fn count<const N: usize>(&self, range: Range<u32>, state: Words<N>) -> i32 {
        let pairs = &self.changed[range.start as usize..range.end as usize];
        pairs
            .iter()
            .map(|pair| pair.foreign(&self.foreign, state))
            .sum()
    }

    /// The number of pairs of positions that count as neighbours, and the greatest number of these
    /// pairs whose labels a move can separate.
    pub fn pairs(&self) -> (usize, u32) {
        (self.pairs.len(), self.separated)
    }
}

/// The worth of some classes of pairs, by which different choices of classes are compared. The
/// first number counts their *foreign* pairs at the start: pairs with labels that are neighbours in
/// no goal. The second number counts all their pairs. The third is the greatest number of their
/// pairs that one rule separates.
type Worth = (u32, usize, u32);

/// Chooses the classes with the highest bound for the start: begins with one class and adds each
/// other class with which the chosen classes are worth more than without it. Returns the classes
/// and the greatest number of their pairs that one rule separates.
fn choose(classes: &[PairClass], rules: usize) -> Option<(Vec<&PairClass>, u32)> {
    let mut order: Vec<&PairClass> = classes.iter().collect();
    // Classes are better if they have more foreign pairs at the start for each pair that a rule
    // separates. If these ratios are equal, classes with more pairs for each separated pair are
    // better.
    let better = |one: &Worth, other: &Worth| {
        let ratio = |a: u64, b: u32, c: u64, d: u32| (a * u64::from(d)).cmp(&(c * u64::from(b)));
        ratio(one.0.into(), one.2, other.0.into(), other.2)
            .then_with(|| ratio(one.1 as u64, one.2, other.1 as u64, other.2))
    };
    let worth = |class: &PairClass| (class.foreign, class.pairs.len(), class.most_separated());
    order.sort_by(|one, other| better(&worth(other), &worth(one)));
    let mut best: Option<(Worth, Vec<&PairClass>)> = None;
    for &seed in order.iter().take(MOST_SEEDS) {
        let mut separated = vec![0; rules];
        let mut all = (0, 0, 0);
        let mut chosen: Vec<&PairClass> = Vec::new();
        for &class in std::iter::once(&seed).chain(&order) {
            if chosen.iter().any(|&other| std::ptr::eq(other, class)) {
                continue;
            }
            let most = class
                .separated
                .iter()
                .map(|&(rule, times)| separated[rule] + times);
            let most = most.max().unwrap_or(0).max(all.2);
            let with = (all.0 + class.foreign, all.1 + class.pairs.len(), most);
            if chosen.is_empty() || better(&with, &all).is_gt() {
                for &(rule, times) in &class.separated {
                    separated[rule] += times;
                }
                all = with;
                chosen.push(class);
            }
        }
        if best
            .as_ref()
            .is_none_or(|(known, _)| better(&all, known).is_gt())
        {
            best = Some((all, chosen));
        }
    }
    best.map(|((_, _, separated), chosen)| (chosen, separated))
}

impl<const N: usize, P> Heuristic<P> for NeighbourHeuristic
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    /// The number of *foreign* pairs: pairs of neighbouring positions with two labels that are
    /// neighbours in no goal.
    type Cache = i32;

    fn start(&self, _: &P, state: Words<N>) -> i32 {
        let pairs = self.pairs.iter();
        pairs.map(|pair| pair.foreign(&self.foreign, state)).sum()
    }

    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: i32,
        before: Words<N>,
        m: CompiledMove,
        after: Words<N>,
    ) -> i32 {
        let Some(rule) = self.rules.get(m.rule()) else {
            return self.start(puzzle, after);
        };
        cache - self.count(rule.from..rule.middle, before) + self.count(rule.middle..rule.to, after)
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        debug_assert!(cache >= 0 && (cache as u32) < DEAD_END);
        (cache as u32).div_ceil(self.separated)
    }
}
