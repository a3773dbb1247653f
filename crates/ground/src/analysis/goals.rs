//! Enumerates all goal states, if they are few.

use std::collections::HashSet;

use fewest_rules::Words;

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Test};

/// The greatest number of labels that the enumeration may try is this number, times the greatest
/// allowed number of goal states.
const STEPS: usize = 16;

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
    /// more than `most` goal states, or if the enumeration tries more than 16 × `most` labels.
    pub fn new(task: &PackedTask, most: usize) -> Option<Self> {
        Self::after(task, most, most.saturating_mul(STEPS))
            .ok()
            .flatten()
    }

    /// Does the same as [`new`](Self::new), but tries at most `steps` labels.
    ///
    /// # Errors
    /// [`Unknown`] if the enumeration has tried `steps` labels and is neither complete nor
    /// past `most` goal states.
    pub(super) fn after(
        task: &PackedTask,
        most: usize,
        steps: usize,
    ) -> Result<Option<Self>, Unknown> {
        let reduced = task.reduced();
        let mut listing = Listing {
            task,
            counts: task.counts().numbers(reduced),
            order: reduced.changing().collect(),
            placed: vec![false; reduced.sets.len()],
            labels: reduced
                .sets
                .iter()
                .map(|set| set.single().unwrap_or(0))
                .collect(),
            allowed: reduced.sets.clone(),
            twins: vec![Vec::new(); reduced.sets.len()],
            found: HashSet::new(),
            most,
            steps,
        };
        for goal in &reduced.ground.goals {
            listing.begin(goal);
            if listing.free() > most as u64 {
                return Ok(None);
            }
            if listing.list(0).is_none() {
                let too_many = listing.found.len() > most;
                return if too_many { Ok(None) } else { Err(Unknown) };
            }
        }
        Ok(Some(Self {
            words: listing.found.into_iter().flatten().collect(),
            width: task.words(),
        }))
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

/// The enumeration reached its limit before all goal states were found, so their number is not
/// known.
#[derive(Debug)]
pub(super) struct Unknown;

struct Listing<'a> {
    task: &'a PackedTask,
    counts: Vec<[Option<u32>; 64]>,
    /// The changing positions in the order of the enumeration (`order`), and for each position
    /// whether it has got a label (`placed`).
    order: Vec<usize>,
    placed: Vec<bool>,
    labels: Vec<Label>,
    /// For each position, the labels that the current goal allows (`allowed`), and the positions
    /// that must have the same label as this position (`twins`).
    allowed: Vec<LabelSet>,
    twins: Vec<Vec<usize>>,
    found: HashSet<Vec<u64>>,
    most: usize,
    /// The number of labels that may still be tried.
    steps: usize,
}

impl Listing<'_> {
    /// Prepares the enumeration of the states in which the tests of `goal` hold.
    fn begin(&mut self, goal: &[Test]) {
        self.allowed.clone_from(&self.task.reduced().sets);
        self.twins.iter_mut().for_each(Vec::clear);
        for test in goal {
            match *test {
                Test::In { position, labels } => self.allowed[position] = labels,
                Test::Same { one, other } => {
                    self.twins[one].push(other);
                    self.twins[other].push(one);
                }
            }
        }
        // Positions with few allowed labels come first, so that the enumeration fails early.
        self.order.sort_by_key(|&p| self.allowed[p].len());
    }

    /// The number of ways to label the positions whose labels are restricted neither by another
    /// position nor by a number of occurrences. A goal that some state satisfies has at least this
    /// many goal states.
    fn free(&self) -> u64 {
        let positions = &self.task.reduced().ground.positions;
        let mut ways = 1_u64;
        for &p in &self.order {
            let counts = &self.counts[positions[p].domain];
            let counted = |label: Label| counts[usize::from(label)].is_some();
            let labels = self.allowed[p];
            if self.twins[p].is_empty() && !labels.labels().any(counted) {
                ways = ways.saturating_mul(labels.len() as u64);
            }
        }
        ways
    }

    /// Enumerates all ways to label the positions from the `at`-th in `order` on, and stores the
    /// goal states. `None` if a limit ended the enumeration.
    fn list(&mut self, at: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(&position) = self.order.get(at) else {
            // All positions have a label that the goal allows. The labelling is a goal state if
            // every counted label occurs exactly as often as it must.
            if self
                .counts
                .iter()
                .flatten()
                .all(|count| count.is_none_or(|c| c == 0))
            {
                self.found.insert(self.task.pack(&self.labels)?);
            }
            return (self.found.len() <= self.most).then_some(());
        };
        let domain = self.task.reduced().ground.positions[position].domain;
        for label in self.allowed[position].labels() {
            let differs = |&p: &usize| self.placed[p] && self.labels[p] != label;
            if self.twins[position].iter().any(differs) {
                continue;
            }
            let left = &mut self.counts[domain][usize::from(label)];
            match left {
                Some(0) => continue,
                Some(count) => *count -= 1,
                None => {}
            }
            self.labels[position] = label;
            self.placed[position] = true;
            let end = self.list(at + 1);
            self.placed[position] = false;
            if let Some(count) = &mut self.counts[domain][usize::from(label)] {
                *count += 1;
            }
            end?;
        }
        Some(())
    }
}
