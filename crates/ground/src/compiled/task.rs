//! A reduced task with the layout of its states in words, independent of the number of words.
//!
//! All code that does not run once for each state of a search works on [`PackedTask`]. This code is
//! therefore compiled only once, rather than for each number of words.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{StateLayout, Window};
use super::moves::{CompiledMove, UNKNOWN};
use crate::error::{CompileError, MOST_RULES};
use crate::ground::{Ground, Label, LabelSet, Rule, Test, Value, Write, exclude};
use crate::reduction::{DomainLabel, KeptCounts, ReducedTask, Starts, place_of, selecting_label};

/// At most this many pairs of rules of the same move are compared. Rules that are not compared are
/// assumed to overlap.
const MOST_PAIRS: usize = 1 << 22;

/// A reduced task, and how its states are packed into words.
#[derive(Debug, Clone)]
pub struct PackedTask {
    reduced: ReducedTask,
    /// The number of words of a state.
    words: usize,
    layout: StateLayout,
    counts: KeptCounts,
    /// The selecting label with its domain, if the puzzle has one.
    selecting: Option<DomainLabel>,
    /// The positions that may hold the selecting label.
    places: Vec<usize>,
    /// For each position of the selecting label, the rules that may apply while the label is there.
    /// If there is no such label, there is only one list.
    lists: Vec<Vec<usize>>,
    overlap: bool,
    /// Whether the labels of `once` prove that no two rules of the same move apply in the same state.
    exclusive: bool,
    /// Labels that occur exactly once in every state, as the compiled rules rely on.
    once: Vec<DomainLabel>,
    /// For each rule, its cost.
    costs: Vec<u16>,
}

impl PackedTask {
    /// Reduces `ground` to what can happen from `starts`, and packs the states. The function
    /// `words` chooses the number of words of a state, given the number of bits of a state.
    pub(crate) fn new(
        ground: &Ground,
        starts: Starts,
        words: impl Fn(u32) -> Result<usize, CompileError>,
    ) -> Result<Self, CompileError> {
        let rules = ground.rules.len() + ground.consequences.rules().count();
        if rules > MOST_RULES {
            return Err(CompileError::Rules(rules));
        }
        let reduced = ReducedTask::new(ground, starts)?;
        let counts = KeptCounts::new(&reduced);
        let selecting = selecting_label(&reduced, &counts);
        let layout = StateLayout::new(&reduced)?;
        let words = words(layout.bits)?;
        let may = |&p: &usize| {
            let domain = reduced.ground.positions[p].domain;
            selecting.is_some_and(|(of, label)| of == domain && reduced.sets[p].has(label))
        };
        let places = reduced.changing().filter(may).collect();
        let mut task = Self {
            reduced,
            words,
            layout,
            counts,
            selecting,
            places,
            lists: Vec::new(),
            overlap: false,
            exclusive: true,
            once: selecting.into_iter().collect(),
            costs: Vec::new(),
        };
        task.costs
            .extend(task.reduced.ground.rules.iter().map(|rule| rule.cost));
        task.lists = task.rules_by_place(&task.reduced.ground.rules);
        let none = vec![LabelSet::default(); task.reduced.ground.domains.len()];
        task.overlap = task.separating_labels(&none).is_none();
        if task.overlap {
            let separating = task.separating_labels(&task.counts.unique(&task.reduced));
            task.exclusive = separating.is_some();
            task.once.extend(separating.into_iter().flatten());
        }
        Ok(task)
    }

    /// The ground rules, reduced to what can happen from the starts.
    pub fn reduced(&self) -> &ReducedTask {
        &self.reduced
    }

    /// The labels whose number of occurrences no move changes.
    pub fn counts(&self) -> &KeptCounts {
        &self.counts
    }

    /// The number of bits that a state uses.
    pub fn bits(&self) -> u32 {
        self.layout.bits
    }

    /// The number of words of a state.
    pub fn words(&self) -> usize {
        self.words
    }

    /// The cost of the rule with this number.
    #[inline]
    pub(crate) fn cost(&self, rule: usize) -> u16 {
        self.costs[rule]
    }

    /// The costs of all rules.
    pub(crate) fn costs(&self) -> &[u16] {
        &self.costs
    }

    /// Whether two rules of the same move may apply in the same state.
    pub fn rules_overlap(&self) -> bool {
        self.overlap
    }

    /// Whether two rules of the same move never apply in the same state. Unlike
    /// [`rules_overlap`](Self::rules_overlap), this also considers the labels that every state has
    /// exactly once.
    pub(crate) fn rules_exclude_each_other(&self) -> bool {
        self.exclusive
    }

    /// The selecting label with its domain, if the puzzle has one.
    pub(crate) fn selecting(&self) -> Option<DomainLabel> {
        self.selecting
    }

    /// The positions of the selecting label before and after `rule`. `None` if the tests of the rule
    /// do not say where the label is, or if the rule moves it in another way than by writing it,
    /// such as by a copy.
    pub(crate) fn selecting_step(&self, rule: &Rule) -> Option<(usize, usize)> {
        let selecting @ (domain, label) = self.selecting?;
        let before = place_of(&rule.tests, selecting, &self.reduced)?;
        let arrives = |write: &&Write| {
            self.reduced.ground.positions[write.position].domain == domain
                && write.value == Value::Label(label)
        };
        let leaves = |write: &Write| write.position == before;
        match rule.writes.iter().find(arrives) {
            Some(write) => Some((before, write.position)),
            None if rule.writes.iter().any(leaves) => None,
            None => Some((before, before)),
        }
    }

    pub(super) fn layout(&self) -> &StateLayout {
        &self.layout
    }

    /// For each list of rules, the position of the selecting label that selects the list; empty if
    /// there is one list for all states.
    pub(crate) fn places(&self) -> &[usize] {
        &self.places
    }

    /// For each list, the rules that may apply in a state that selects the list. Whether they do
    /// apply is found by their tests.
    pub(crate) fn lists(&self) -> &[Vec<usize>] {
        &self.lists
    }

    /// The first bit and the width of the field of a changing position; `None` for a constant
    /// position.
    pub(crate) fn field(&self, position: usize) -> Option<(u32, u32)> {
        self.layout.fields[position].map(|field| (field.from, field.width))
    }

    /// The bits of the field of a changing position; `None` for a constant position.
    pub(crate) fn window(&self, position: usize) -> Option<Window> {
        Some(self.layout.fields[position]?.window())
    }

    /// The number that stands for `label` in the field of a changing position; `None` for a
    /// constant position.
    pub(crate) fn code(&self, position: usize, label: Label) -> Option<u64> {
        Some(self.layout.fields[position]?.code(label))
    }

    /// The words of the state with these labels, or `None` in the same cases as for
    /// [`CompiledPuzzle::state`](super::CompiledPuzzle::state).
    pub fn pack(&self, labels: &[Label]) -> Option<Vec<u64>> {
        let sets = &self.reduced.sets;
        let fits = labels.len() == sets.len()
            && labels.iter().zip(sets).all(|(&label, set)| set.has(label));
        let once = |&(domain, label): &DomainLabel| {
            let has = |&p: &usize| {
                self.reduced.ground.positions[p].domain == domain && labels[p] == label
            };
            self.reduced.changing().filter(has).count() == 1
        };
        (fits && self.once.iter().all(once)).then(|| {
            let mut state = vec![0; self.words];
            self.layout.pack(labels, &mut state);
            state
        })
    }

    /// The labels of a state of at least [`words`](Self::words) words, one for each position.
    pub fn unpack(&self, state: &[u64]) -> Vec<Label> {
        self.layout.unpack(state, &self.reduced.sets)
    }

    /// Whether what was derived for the start of this task also holds for the start with these
    /// labels, because it has the same labels at constant positions, and the same number of each
    /// label whose number no move changes. False if the task is not reduced to a single start.
    pub fn accepts(&self, labels: &[Label]) -> bool {
        let Some(start) = &self.reduced.start else {
            return false;
        };
        let numbers = |labels| self.counts.numbers_in(&self.reduced, labels);
        self.pack(labels).is_some() && numbers(labels) == numbers(start)
    }

    /// The move that the rule with this number makes. The move remembers the rule.
    pub(crate) fn move_by_rule(&self, rule: usize) -> CompiledMove {
        CompiledMove {
            of: self.reduced.ground.rules[rule].of as u32,
            rule: rule as u32,
        }
    }

    /// The move with this number. If the move has exactly one rule, it remembers this rule;
    /// otherwise the rule is left unknown.
    pub(crate) fn move_by_number(&self, of: usize) -> CompiledMove {
        let rules = &self.reduced.ground.rules;
        let first = rules.partition_point(|rule| rule.of < of);
        let only = rules[first..].iter().take_while(|rule| rule.of == of);
        let only = only.take(2).count() == 1;
        CompiledMove {
            of: of as u32,
            rule: if only { first as u32 } else { UNKNOWN },
        }
    }

    /// For each position of the selecting label, the indices of those `rules` that may apply if the
    /// label is there.
    pub(super) fn rules_by_place(&self, rules: &[Rule]) -> Vec<Vec<usize>> {
        let Some(label) = self.selecting else {
            return vec![(0..rules.len()).collect()];
        };
        let mut lists = vec![Vec::new(); self.reduced.sets.len()];
        for (number, rule) in rules.iter().enumerate() {
            match place_of(&rule.tests, label, &self.reduced) {
                Some(place) => lists[place].push(number),
                None => self
                    .places
                    .iter()
                    .for_each(|&place| lists[place].push(number)),
            }
        }
        let list = |&place: &usize| std::mem::take(&mut lists[place]);
        self.places.iter().map(list).collect()
    }

    /// For each domain, `unique` has labels that every state has exactly once. If no two rules of
    /// the same move can apply in the same state, returns the labels of `unique` that the proof
    /// needs. `None` if the tests of some pair of rules do not exclude each other.
    fn separating_labels(&self, unique: &[LabelSet]) -> Option<BTreeSet<DomainLabel>> {
        let rules = &self.reduced.ground.rules;
        let required = |test: &Test| match *test {
            Test::In { position, labels } => {
                let domain = self.reduced.ground.positions[position].domain;
                let label = labels.single().filter(|&label| unique[domain].has(label))?;
                Some(((domain, label), position))
            }
            Test::Same { .. } => None,
        };
        // For each rule, the unique labels that it requires, and where.
        let required: Vec<BTreeMap<DomainLabel, usize>> = rules
            .iter()
            .map(|rule| rule.tests.iter().filter_map(required).collect())
            .collect();
        let mut used = BTreeSet::new();
        let mut looks = 0;
        // All rules that apply in a state are in the list that the state selects, so each list is
        // checked separately.
        let same_move = |&one: &usize, &other: &usize| rules[one].of == rules[other].of;
        for of_move in self.lists.iter().flat_map(|list| list.chunk_by(same_move)) {
            // If all rules of a move require the same unique label somewhere, only rules that require
            // this label at the same position are compared.
            let by_all = |label: &&DomainLabel| {
                let mut all = of_move.iter();
                all.all(|&rule| required[rule].contains_key(label))
            };
            let dividing = required[of_move[0]].keys().find(by_all);
            let mut groups: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
            for &rule in of_move {
                let place = dividing.map(|label| required[rule][label]);
                groups.entry(place).or_default().push(rule);
            }
            if groups.len() > 1 {
                used.extend(dividing);
            }
            for group in groups.values() {
                let pairs = group.iter().enumerate();
                let pairs =
                    pairs.flat_map(|(at, one)| group[at + 1..].iter().map(move |b| (*one, *b)));
                for (one, other) in pairs {
                    looks += 1;
                    let mut labels = required[one].iter();
                    let apart = labels.find(|(label, place)| {
                        let there = required[other].get(label);
                        there.is_some_and(|there| there != *place)
                    });
                    used.extend(apart.map(|(label, _)| label));
                    if looks > MOST_PAIRS
                        || apart.is_none() && !exclude(&rules[one].tests, &rules[other].tests)
                    {
                        return None;
                    }
                }
            }
        }
        Some(used)
    }
}
