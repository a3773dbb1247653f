//! Enumerates all goal states, if they are few.

use std::collections::HashSet;

use fewest_rules::{Puzzle, Words};

use super::KeptCounts;
use crate::compiled::{Packed, Special};
use crate::ground::{Label, LabelSet, Test};

/// The most labels that are tried for each goal state of the limit, on average.
const STEPS: usize = 16;

/// All goal states of a puzzle, without duplicates.
#[derive(Debug, Clone)]
pub struct Listed<const N: usize> {
    /// The goal states, in no particular order.
    pub states: Vec<Words<N>>,
}

impl<const N: usize> Listed<N> {
    /// The goal states of `puzzle`. A label whose number no move changes occurs as often in each as
    /// in the start. `None` if there are more than `most`, or the enumeration takes more than 16
    /// labels tried for each of `most` states.
    pub fn new(puzzle: &Packed<N>, most: usize) -> Option<Self> {
        let special = puzzle.special();
        let mut listing = Listing {
            puzzle,
            counts: left_counts(special),
            order: special.changing().collect(),
            placed: vec![false; special.sets.len()],
            labels: special
                .sets
                .iter()
                .map(|set| set.single().unwrap_or(0))
                .collect(),
            allowed: special.sets.clone(),
            twins: vec![Vec::new(); special.sets.len()],
            found: HashSet::new(),
            most,
            steps: most.saturating_mul(STEPS),
        };
        for goal in &special.ground.goals {
            listing.begin(goal);
            if listing.free() > most as u64 {
                return None;
            }
            listing.list(0)?;
        }
        let states = listing.found.into_iter().collect();
        Some(Self { states })
    }
}

/// By domain and label: how many changing positions have the label; `None` if moves change that
/// number, or the start is not known.
pub(super) fn left_counts(special: &Special) -> Vec<[Option<u32>; 64]> {
    let kept = KeptCounts::new(special).kept;
    let count = |(domain, kept): (usize, LabelSet)| {
        let mut counts = [None; 64];
        if let Some(start) = &special.start {
            for label in kept.labels() {
                let has =
                    |&p: &usize| special.ground.positions[p].domain == domain && start[p] == label;
                counts[usize::from(label)] = Some(special.changing().filter(has).count() as u32);
            }
        }
        counts
    };
    kept.into_iter().enumerate().map(count).collect()
}

struct Listing<'a, const N: usize> {
    puzzle: &'a Packed<N>,
    counts: Vec<[Option<u32>; 64]>,
    /// The changing positions in the order of the enumeration, and whether each has a label yet.
    order: Vec<usize>,
    placed: Vec<bool>,
    labels: Vec<Label>,
    /// By position: the labels that the current goal allows, and the positions that must have the
    /// same label.
    allowed: Vec<LabelSet>,
    twins: Vec<Vec<usize>>,
    found: HashSet<Words<N>>,
    most: usize,
    /// The number of labels that may still be tried.
    steps: usize,
}

impl<const N: usize> Listing<'_, N> {
    /// Starts with another goal.
    fn begin(&mut self, goal: &[Test]) {
        self.allowed.clone_from(&self.puzzle.special().sets);
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
        // Positions with few allowed labels come first, so that dead ends appear early.
        self.order.sort_by_key(|&p| self.allowed[p].len());
    }

    /// The number of ways to label the positions that depend on no other. A goal that can be met
    /// has at least this many states.
    fn free(&self) -> u64 {
        let positions = &self.puzzle.special().ground.positions;
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

    /// Enumerates the labels of the positions from the `at`-th on.
    fn list(&mut self, at: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(&position) = self.order.get(at) else {
            // All positions have a label. The labelling is a goal state only if all counts are used
            // up, and the puzzle accepts it.
            if self
                .counts
                .iter()
                .flatten()
                .all(|count| count.is_none_or(|c| c == 0))
            {
                let state = self.puzzle.state(&self.labels)?;
                if self.puzzle.is_goal(state) {
                    self.found.insert(state);
                }
            }
            return (self.found.len() <= self.most).then_some(());
        };
        let domain = self.puzzle.special().ground.positions[position].domain;
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
