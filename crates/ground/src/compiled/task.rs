//! A reduced task with the layout of its states in words, independent of the number of words.
//!
//! All code that does not run once for each state of a search works on [`PackedTask`]. This code is
//! therefore compiled only once, rather than for each number of words.

use super::layout::StateLayout;
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
    /// For each domain, labels that every state has exactly once, if the knowledge that they occur
    /// only once proves that no two rules of the same move apply in the same state.
    separating: Option<Vec<LabelSet>>,
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
            separating: None,
            costs: Vec::new(),
        };
        task.costs
            .extend(task.reduced.ground.rules.iter().map(|rule| rule.cost));
        task.lists = task.rules_by_place(&task.reduced.ground.rules);
        let domains = 0..task.reduced.ground.domains.len();
        let none = vec![LabelSet::default(); domains.len()];
        task.overlap = task.separating_labels(&none).is_none();
        if task.overlap {
            let unique: Vec<_> = domains
                .map(|domain| task.counts.unique(&task.reduced, domain))
                .collect();
            task.separating = task.separating_labels(&unique);
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
        !self.overlap || self.separating.is_some()
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

    /// The number that stands for `label` in the field of a changing position; `None` for a
    /// constant position.
    pub(crate) fn code(&self, position: usize, label: Label) -> Option<u64> {
        Some(self.layout.code(self.layout.fields[position]?, label))
    }

    /// The words of the state with these labels, or `None` in the same cases as for
    /// [`CompiledPuzzle::state`](super::CompiledPuzzle::state).
    pub fn pack(&self, labels: &[Label]) -> Option<Vec<u64>> {
        let sets = &self.reduced.sets;
        let fits = labels.len() == sets.len()
            && labels.iter().zip(sets).all(|(&label, set)| set.has(label));
        let once = |(domain, label): DomainLabel| {
            let has = |&p: &usize| {
                self.reduced.ground.positions[p].domain == domain && labels.get(p) == Some(&label)
            };
            self.reduced.changing().filter(has).count() == 1
        };
        let separating = self.separating.iter().flatten().enumerate();
        let mut counted = self
            .selecting
            .into_iter()
            .chain(separating.flat_map(|(domain, set)| set.labels().map(move |l| (domain, l))));
        let found = counted.all(once);
        (fits && found).then(|| {
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
        if self.pack(labels).is_none() {
            return false;
        }
        let positions = &self.reduced.ground.positions;
        let domains = self.counts.kept.iter().enumerate();
        let mut same = domains.map(|(domain, kept)| {
            let mut surplus = [0_i32; crate::ground::MOST_LABELS];
            for p in self.reduced.changing() {
                if positions[p].domain == domain {
                    surplus[usize::from(labels[p])] += 1;
                    surplus[usize::from(start[p])] -= 1;
                }
            }
            kept.labels().all(|label| surplus[usize::from(label)] == 0)
        });
        same.all(|same| same)
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

    /// The move with this name.
    pub(super) fn move_by_name(&self, name: &str) -> Option<CompiledMove> {
        let names = &self.reduced.ground.moves;
        let of = names.iter().position(|m| m == name)?;
        Some(self.move_by_number(of))
    }

    /// For each position of the selecting label, the indices of those `rules` that may apply if the
    /// label is there.
    pub(super) fn rules_by_place(&self, rules: &[Rule]) -> Vec<Vec<usize>> {
        let Some(label) = self.selecting else {
            return vec![(0..rules.len()).collect()];
        };
        let mut lists = vec![Vec::new(); self.places.len()];
        let mut list_of = vec![usize::MAX; self.reduced.sets.len()];
        for (list, &place) in self.places.iter().enumerate() {
            list_of[place] = list;
        }
        for (number, rule) in rules.iter().enumerate() {
            match place_of(&rule.tests, label, &self.reduced) {
                Some(place) => {
                    if let Some(list) = lists.get_mut(list_of[place]) {
                        list.push(number);
                    }
                }
                None => lists.iter_mut().for_each(|list| list.push(number)),
            }
        }
        lists
    }

    /// For each rule of a list, its tests without the test that the selecting label is at the
    /// position of the list. The choice of the list has already made that test.
    pub(super) fn tests_of_list(&self, rules: &[Rule], list: &[usize]) -> Vec<Vec<Test>> {
        let tests = |&rule: &usize| {
            let mut tests = rules[rule].tests.clone();
            if let Some(label) = self.selecting
                && let Some(place) = place_of(&tests, label, &self.reduced)
            {
                tests.retain(|t| !matches!(t, Test::In { position, .. } if *position == place));
            }
            tests
        };
        list.iter().map(tests).collect()
    }

    /// For each domain, `unique` has labels that every state has exactly once. If no two rules of
    /// the same move can apply in the same state, returns the labels of `unique` that the proof
    /// needs. `None` if the tests of some pair of rules do not exclude each other.
    fn separating_labels(&self, unique: &[LabelSet]) -> Option<Vec<LabelSet>> {
        let rules = &self.reduced.ground.rules;
        let required = |test: &Test| match *test {
            Test::In { position, labels } => {
                let domain = self.reduced.ground.positions[position].domain;
                let label = labels.single().filter(|&label| unique[domain].has(label))?;
                Some((position, (domain, label)))
            }
            Test::Same { .. } => None,
        };
        let required: Vec<Vec<(usize, DomainLabel)>> = rules
            .iter()
            .map(|rule| rule.tests.iter().filter_map(required).collect())
            .collect();
        let mut used = vec![LabelSet::default(); unique.len()];
        let mut looks = 0;
        let mut excluded = |rules_here: &[usize]| {
            rules_here.iter().enumerate().all(|(at, &first)| {
                rules_here[at + 1..].iter().all(|&other| {
                    looks += 1;
                    if let Some((domain, label)) = twice(&required[first], &required[other]) {
                        used[domain].0 |= LabelSet::of(label).0;
                        return looks <= MOST_PAIRS;
                    }
                    looks <= MOST_PAIRS && exclude(&rules[first].tests, &rules[other].tests)
                })
            })
        };
        // All rules that apply in a state are in the list that the state selects, so each list is
        // checked separately. If all rules of a move require the same unique label somewhere, only
        // rules that require this label at the same position are compared.
        let mut divided = vec![LabelSet::default(); unique.len()];
        let all = self.lists.iter().all(|list| {
            list.chunk_by(|&one, &other| rules[one].of == rules[other].of)
                .all(|of_move| match required_by_all(of_move, &required) {
                    None => excluded(of_move),
                    Some((domain, label)) => {
                        let place = |&rule: &usize| position_of(&required[rule], (domain, label));
                        let mut sorted = of_move.to_vec();
                        sorted.sort_by_key(place);
                        let mut groups = sorted.chunk_by(|one, other| place(one) == place(other));
                        if groups.clone().nth(1).is_some() {
                            divided[domain].0 |= LabelSet::of(label).0;
                        }
                        groups.all(&mut excluded)
                    }
                })
        });
        for (used, divided) in used.iter_mut().zip(divided) {
            used.0 |= divided.0;
        }
        all.then_some(used)
    }
}

/// A label of `required` that each of these rules requires at some position.
fn required_by_all(rules: &[usize], required: &[Vec<(usize, DomainLabel)>]) -> Option<DomainLabel> {
    let labels = required[*rules.first()?].iter().map(|&(_, label)| label);
    let mut labels = labels.filter(|&label| {
        let mut all = rules.iter();
        all.all(|&rule| position_of(&required[rule], label).is_some())
    });
    labels.next()
}

/// The position where `required` demands `label`, if there is one.
fn position_of(required: &[(usize, DomainLabel)], label: DomainLabel) -> Option<usize> {
    let mut all = required.iter();
    all.find_map(|&(position, other)| (other == label).then_some(position))
}

/// A label that two conjunctions require at different positions. If every state has this label
/// exactly once, the conjunctions exclude each other.
fn twice(one: &[(usize, DomainLabel)], other: &[(usize, DomainLabel)]) -> Option<DomainLabel> {
    let mut pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    pairs.find_map(|(a, b)| (a.1 == b.1 && a.0 != b.0).then_some(a.1))
}
