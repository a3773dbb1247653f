//! Enumerates all goal states, if they are few.

use std::collections::{BTreeMap, HashSet};

use fewest_rules::Words;

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Test, first_alike};

/// The greatest number of labels that the enumeration may try is this number, times the greatest
/// allowed number of goal states.
const STEPS: usize = 16;
/// After this many labels, an enumeration that is far from its end is given up.
const FIRST_LOOK: usize = 1 << 12;
/// An enumeration is given up if it seems to need this many times the steps that it may take.
const FAR_TOO_MANY: f64 = 4.0;

/// All goal states of a puzzle, without duplicates.
#[derive(Debug, Clone)]
pub struct GoalStates {
    /// The words of the states, one state after the other, in no particular order.
    words: Vec<u64>,
    /// The number of words of a state.
    width: usize,
}

impl GoalStates {
    /// Enumerates the goal states of `task`. If no move changes the number of occurrences of a
    /// label, the label occurs in each goal state as often as in the start. `None` if there are
    /// more than `most` goal states, or if the enumeration tries more than 16 × `most` labels or seems
    /// to need many more.
    pub fn new(task: &PackedTask, most: usize) -> Option<Self> {
        let reduced = task.reduced();
        let labels = reduced.sets.iter().map(|set| set.single().unwrap_or(0));
        let mut listing = Listing {
            task,
            counts: task.counts().numbers(reduced),
            classes: Vec::new(),
            labels: labels.collect(),
            found: HashSet::new(),
            most,
            steps: 0,
            done: 0.0,
        };
        let share = 1.0 / reduced.ground.goals.len() as f64;
        for goal in &reduced.ground.goals {
            listing.begin(goal);
            if listing.free() > most as u64 {
                return None;
            }
            listing.list(0, share)?;
        }
        Some(Self {
            words: listing.found.into_iter().flatten().collect(),
            width: task.words(),
        })
    }

    /// The number of goal states.
    pub fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// Whether there is no goal state.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The goal states as states of `N` words. `N` must be at least the number of words of a state
    /// of the enumerated task.
    pub fn states<const N: usize>(&self) -> impl Iterator<Item = Words<N>> {
        self.words.chunks(self.width).map(|words| {
            let mut state = [0; N];
            state[..words.len()].copy_from_slice(words);
            Words(state)
        })
    }
}

struct Listing<'a> {
    task: &'a PackedTask,
    /// For each domain and label, how often the label must still occur; `None` if moves change that.
    counts: Vec<[Option<u32>; 64]>,
    /// The changing positions, in classes which the current goal wants alike, with the labels that it
    /// allows.
    classes: Vec<(Vec<usize>, LabelSet)>,
    labels: Vec<Label>,
    found: HashSet<Vec<u64>>,
    most: usize,
    /// The number of labels that were tried.
    steps: usize,
    /// The share of the enumeration that is done, if all labels of a class take equally long.
    done: f64,
}

impl Listing<'_> {
    /// Prepares the enumeration of the states in which the tests of `goal` hold.
    fn begin(&mut self, goal: &[Test]) {
        let reduced = self.task.reduced();
        let mut classes = BTreeMap::new();
        for position in reduced.changing() {
            let class = classes.entry(first_alike(goal, position));
            let (members, allowed) = class.or_insert((Vec::new(), LabelSet(u64::MAX)));
            members.push(position);
            *allowed = allowed.both(reduced.under(goal, position));
        }
        self.classes = classes.into_values().collect();
        // Classes with few allowed labels come first, so that the enumeration fails early.
        self.classes.sort_by_key(|(_, allowed)| allowed.len());
    }

    fn domain(&self, class: usize) -> usize {
        let positions = &self.task.reduced().ground.positions;
        positions[self.classes[class].0[0]].domain
    }

    /// The number of ways to label the classes whose labels are not restricted by a number of
    /// occurrences. A goal that some state satisfies has at least this many goal states.
    fn free(&self) -> u64 {
        let ways = (0..self.classes.len()).map(|class| {
            let (counts, allowed) = (&self.counts[self.domain(class)], self.classes[class].1);
            let counted = |label: Label| counts[usize::from(label)].is_some();
            match allowed.labels().any(counted) {
                true => 1,
                false => allowed.len() as u64,
            }
        });
        ways.fold(1, u64::saturating_mul)
    }

    /// Enumerates all ways to label the classes from the `at`-th on, which are about the share
    /// `share` of all, and stores the goal states. `None` if a limit ended the enumeration.
    fn list(&mut self, at: usize, share: f64) -> Option<()> {
        self.steps += 1;
        let most = self.most.saturating_mul(STEPS);
        let looks = self.steps >= FIRST_LOOK && self.steps.is_power_of_two();
        let is_far = looks && self.steps as f64 > self.done * FAR_TOO_MANY * most as f64;
        if self.steps > most || is_far {
            return None;
        }
        if at == self.classes.len() {
            self.done += share;
            // All positions have a label that the goal allows. The labelling is a goal state if
            // every counted label occurs exactly as often as it must.
            let mut counts = self.counts.iter().flatten();
            if counts.all(|count| count.is_none_or(|left| left == 0)) {
                self.found.insert(self.task.pack(&self.labels)?);
            }
            return (self.found.len() <= self.most).then_some(());
        }
        let domain = self.domain(at);
        let share = share / self.classes[at].1.len() as f64;
        for label in self.classes[at].1.labels() {
            let members = &self.classes[at].0;
            let before = self.counts[domain][usize::from(label)];
            if before.is_some_and(|left| (left as usize) < members.len()) {
                self.done += share;
                continue;
            }
            let left = before.map(|left| left - members.len() as u32);
            members.iter().for_each(|&p| self.labels[p] = label);
            self.counts[domain][usize::from(label)] = left;
            let end = self.list(at + 1, share);
            self.counts[domain][usize::from(label)] = before;
            end?;
        }
        Some(())
    }
}
