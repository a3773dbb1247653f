//! A lower bound from labels that are neighbours, but in no goal.
//!
//! Some moves carry many labels along and yet separate few of them: turning over the upper part of a
//! stack changes the neighbours only at the lower edge of that part. If a state has `n` pairs of
//! neighbours that no goal has, and no move separates more than `k` pairs, at least `n / k` moves
//! are needed. For pancakes this is the gap heuristic (M. Helmert, "Landmark heuristics for the
//! pancake problem", 2010), with the plate as a neighbour of the lowest pancake.
//!
//! Which positions are neighbours follows from the rules alone ([`classes`]).

mod classes;
mod partners;
mod transport;

use std::collections::HashMap;
use std::ops::Range;

use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words, sort_by};

use crate::compiled::{CompiledMove, PackedTask};
use classes::{NeighbourPair, PairClass, PairClasses};
use partners::Partners;
use transport::Transport;

/// The most pairs of positions, over all rules, that the analysis examines.
const MOST_PAIRS: usize = 1 << 22;
/// The most classes from which the choice of classes begins.
const MOST_SEEDS: usize = 64;

/// The number of neighbours that no goal has, divided by the number of pairs that a move can
/// separate, as a heuristic: admissible and consistent.
#[derive(Debug, Clone)]
pub struct NeighbourHeuristic {
    /// The greatest number of pairs that one rule separates, at least 1.
    separated: u32,
    pairs: Vec<PairTest>,
    rules: Vec<RuleChange>,
    changed: Vec<PairTest>,
    /// The only pair that each rule joins. `None` if some rule joins more, or if a test looks at the
    /// state after the rule.
    joined: Option<Partners>,
    /// Tables of 64 words: a bit of word `i` is set if no goal has number `i` in the first field
    /// together with the number of the bit in the second field.
    foreign: Vec<u64>,
}

/// The pairs that a rule separates and those that are new after it, as ranges in
/// [`changed`](NeighbourHeuristic::changed).
#[derive(Debug, Clone, Copy)]
struct RuleChange {
    /// The separated pairs are those up to `middle`, the new ones those after it.
    from: u32,
    middle: u32,
    to: u32,
    /// Whether the tests of the new pairs look at the state before the rule, where their labels come
    /// from, rather than at the state after it.
    ahead: bool,
}

/// The fields of two neighbouring positions, and the start of their table.
#[derive(Debug, Clone, Copy)]
struct PairTest {
    one: FieldPlace,
    other: FieldPlace,
    table: u32,
}

/// Where a field lies. The place that never changes has a field without bits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct FieldPlace {
    word: u32,
    shift: u32,
    ones: u64,
}

impl FieldPlace {
    fn new(task: &PackedTask, position: Option<usize>) -> Option<Self> {
        let Some(position) = position else {
            return Some(Self::default());
        };
        let (from, width) = task.field(position)?;
        Some(Self {
            word: from / 64,
            shift: from % 64,
            ones: (1 << width) - 1,
        })
    }

    #[inline]
    fn number<const N: usize>(self, state: Words<N>) -> u64 {
        state.0[self.word as usize % N] >> self.shift & self.ones
    }
}

impl PairTest {
    /// 1 if no goal has these labels at these positions, otherwise 0.
    #[inline]
    fn foreign<const N: usize>(&self, tables: &[u64], state: Words<N>) -> i32 {
        // A field of 8 bits never holds a number above 63.
        let (one, other) = (self.one.number(state), self.other.number(state));
        (tables[self.table as usize + one as usize] >> (other & 63) & 1) as i32
    }
}

impl NeighbourHeuristic {
    /// Finds neighbouring positions whose pairs of labels give the highest bound for the start.
    /// `None` if no two labels stay neighbours under most moves, if every pair occurs in a goal, or
    /// if the start is not known.
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
            joined: None,
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
            let mut ahead = true;
            for class in &chosen {
                for pair in classes.joined(class, transport) {
                    let source = transport.backward((pair.one, pair.other));
                    ahead &= source.is_some();
                    let (one, other) = source.unwrap_or((pair.one, pair.other));
                    let pair = NeighbourPair { one, other };
                    let test = heuristic.test(task, &cells, class, pair, &mut tables)?;
                    heuristic.changed.push(test);
                }
            }
            if !ahead {
                heuristic.changed.truncate(middle);
                let joined = chosen
                    .iter()
                    .flat_map(|class| classes.joined(class, transport));
                heuristic.changed.extend(joined.map(|pair| tests[&pair]));
            }
            heuristic.rules.push(RuleChange {
                from,
                middle: middle as u32,
                to: heuristic.changed.len() as u32,
                ahead,
            });
        }
        heuristic.joined = heuristic.joined_pairs(task);
        Some(heuristic)
    }

    /// The only pair that each rule joins. `None` if some rule joins more, or if not all first fields of
    /// the pairs are the same, so that little is gained.
    fn joined_pairs(&self, task: &PackedTask) -> Option<Partners> {
        let mut all = Vec::new();
        for (number, rule) in self.rules.iter().enumerate() {
            match &self.changed[rule.middle as usize..rule.to as usize] {
                [] => {}
                &[pair] if rule.ahead => all.push((task.move_by_rule(number), pair)),
                _ => return None,
            }
        }
        let (_, first) = all.first()?;
        let same = all.iter().all(|(_, pair)| pair.one == first.one);
        if task.rules_overlap() || !same {
            return None;
        }
        Partners::new(task, all, &self.foreign)
    }

    /// The test of one pair. Equal tables are stored once.
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
            one: FieldPlace::new(task, Some(one))?,
            other: FieldPlace::new(task, other)?,
            table: at,
        })
    }

    /// The number of pairs in this range of `changed` that no goal has.
    #[inline]
    fn count<const N: usize>(&self, range: Range<u32>, state: Words<N>) -> i32 {
        let pairs = &self.changed[range.start as usize..range.end as usize];
        pairs
            .iter()
            .map(|pair| pair.foreign(&self.foreign, state))
            .sum()
    }

    /// The number of pairs of neighbours, and the number of pairs that a move can separate.
    pub fn pairs(&self) -> (usize, u32) {
        (self.pairs.len(), self.separated)
    }
}

/// The worth of classes: the number of their pairs that are foreign at the start, the number of all
/// their pairs, and the greatest number of them that one rule separates.
type Worth = (u32, usize, u32);

/// Chooses the classes with the highest bound for the start: begins with one class and adds each
/// other class that does not lower the bound. Returns the classes and the greatest number of their
/// pairs that one rule separates.
fn choose(classes: &[PairClass], rules: usize) -> Option<(Vec<&PairClass>, u32)> {
    let mut order: Vec<&PairClass> = classes.iter().collect();
    // The worth of a class is the number of its foreign pairs at the start for each pair that a
    // rule separates; of two equal ones, that with more pairs is better.
    let better = |one: &Worth, other: &Worth| {
        let ratio = |a: u64, b: u32, c: u64, d: u32| (a * u64::from(d)).cmp(&(c * u64::from(b)));
        ratio(one.0.into(), one.2, other.0.into(), other.2)
            .then_with(|| ratio(one.1 as u64, one.2, other.1 as u64, other.2))
    };
    let worth = |class: &PairClass| (class.foreign, class.pairs.len(), class.most_separated());
    sort_by(&mut order, |one, other| better(&worth(other), &worth(one)));
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
    /// The number of pairs of neighbours that no goal has.
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
        let seen = if rule.ahead { before } else { after };
        cache - self.count(rule.from..rule.middle, before) + self.count(rule.middle..rule.to, seen)
    }

    #[inline]
    fn bound_ahead(&self, cache: i32, before: Words<N>, m: CompiledMove) -> u32 {
        match self.rules.get(m.rule()) {
            Some(rule) if rule.ahead => {
                let left = cache - self.count(rule.from..rule.middle, before);
                let after = left + self.count(rule.middle..rule.to, before);
                (after as u32).div_ceil(self.separated)
            }
            _ => 0,
        }
    }

    /// Without a new pair that some goal has, a rule cannot lower the number of the others.
    #[inline]
    fn lowering_moves(&self, before: Words<N>, moves: &mut Vec<CompiledMove>) -> bool {
        let Some(partners) = &self.joined else {
            return false;
        };
        partners.moves(before, &self.foreign, moves);
        true
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        debug_assert!(cache >= 0 && (cache as u32) < DEAD_END);
        (cache as u32).div_ceil(self.separated)
    }
}
