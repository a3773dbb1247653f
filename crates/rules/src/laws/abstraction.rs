//! Tests of the claims of abstractions, mappings and cost partitions.

use std::collections::{HashSet, VecDeque};

use super::{Edge, Laws, Violation};
use crate::{Abstraction, Cost, Mapping, Partition, Puzzle};

/// Walks up to `most` states backwards from the goals of `abstraction`. Tests that numbers are in
/// range, that goals have base 0, that no move lowers the base by more than it costs, that the base
/// alternates if [`Abstraction::ALTERNATES`] says so, and that asking for several classes at once
/// gives the predecessors of each of them.
///
/// # Errors
/// Returns the first claim that fails.
pub fn abstraction<A: Abstraction>(abstraction: &A, most: usize) -> Result<(), Violation> {
    let size = abstraction.size();
    let base = |rank| abstraction.base(abstraction.unrank(rank));
    let all_classes = u8::MAX >> (8 - A::CLASSES);
    let mut seen = HashSet::new();
    let mut queue = VecDeque::new();
    let mut goals = Vec::new();
    abstraction.goals(|rank, classes| goals.push((rank, classes)));
    ensure!(!goals.is_empty(), "the abstraction has no goal");
    for (rank, classes) in goals {
        ensure!(
            rank < size,
            "a goal has rank {rank}, the size is only {size}"
        );
        let base = base(rank);
        ensure!(base == 0, "the goal with rank {rank} has base {base}");
        for class in (0..8).map(|bit| 1 << bit).filter(|bit| classes & bit != 0) {
            if seen.insert((rank, class)) {
                queue.push_back((rank, class));
            }
        }
    }
    while let Some((rank, class)) = queue.pop_front() {
        for (before, reached, cost) in predecessors(abstraction, rank, class) {
            ensure!(
                before < size,
                "rank {rank} has the predecessor {before}, the size is only {size}"
            );
            ensure!(
                reached.is_power_of_two() && reached & all_classes != 0,
                "a predecessor of rank {rank} has the classes {reached:#b}, which are not one"
            );
            let (near, far) = (base(rank), base(before));
            let costs = u32::from(cost == Cost::One);
            ensure!(
                far <= near + costs,
                "a move from rank {before} to {rank} costs {costs} and lowers the base from {far} to {near}"
            );
            ensure!(
                !A::ALTERNATES || cost == Cost::One && near.abs_diff(far) == 1,
                "a move from rank {before} to {rank} changes the base from {far} to {near}, which is not by one"
            );
            if seen.len() < most && seen.insert((before, reached)) {
                queue.push_back((before, reached));
            }
        }
        let mut each: Vec<_> = (0..A::CLASSES)
            .flat_map(|bit| predecessors(abstraction, rank, 1 << bit))
            .collect();
        let mut all = predecessors(abstraction, rank, all_classes);
        each.sort_unstable();
        all.sort_unstable();
        ensure!(
            each == all,
            "the classes of rank {rank} have other predecessors together than each alone"
        );
    }
    Ok(())
}

fn predecessors<A: Abstraction>(abstraction: &A, rank: u64, classes: u8) -> Vec<(u64, u8, Cost)> {
    let mut found = Vec::new();
    let image = abstraction.unrank(rank);
    abstraction.predecessors(rank, image, classes, |rank, class, cost| {
        found.push((rank, class, cost));
    });
    found
}

/// The cost of the cheapest move from a state with the number `before` to one with the number
/// `after`; `None` if there is no such move.
fn leads<A: Abstraction>(abstraction: &A, before: u64, after: u64) -> Option<Cost> {
    let all = predecessors(abstraction, after, u8::MAX >> (8 - A::CLASSES));
    let costs = all
        .into_iter()
        .filter(|&(rank, ..)| rank == before)
        .map(|(.., cost)| cost);
    costs.min()
}

impl<P: Puzzle> Laws<'_, P> {
    /// Tests [`Mapping`]: goals map to goals, each move maps to a move or changes nothing, and the
    /// updated trace gives the same numbers as the trace from scratch. Skips states without a
    /// number.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn mapping<M: Mapping<P>>(&self, mapping: &M) -> Result<&Self, Violation> {
        let abstraction = mapping.abstraction();
        let rank = |state| mapping.rank(mapping.start(self.puzzle, state));
        for &state in self.states.iter().filter(|&&s| self.puzzle.is_goal(s)) {
            let Some(rank) = rank(state) else { continue };
            let mut listed = false;
            abstraction.goals(|goal, _| listed |= goal == rank);
            ensure!(
                listed,
                "the goal {state:?} maps to {rank}, which is no goal"
            );
        }
        for &Edge { from, m, after, .. } in &self.edges {
            let before = self.states[from];
            let trace = mapping.start(self.puzzle, before);
            let stepped = mapping.step(self.puzzle, trace, before, m, after);
            let to = rank(after);
            ensure!(
                mapping.rank(stepped) == to,
                "after {m:?} from {before:?} the rank is {:?}, and {to:?} from scratch",
                mapping.rank(stepped)
            );
            if let (Some(from), Some(to)) = (mapping.rank(trace), to) {
                ensure!(
                    from == to || leads(abstraction, from, to).is_some(),
                    "{m:?} from {before:?} maps to no move from rank {from} to {to}"
                );
            }
        }
        Ok(self)
    }

    /// Tests [`Partition`]: goals map to goals. Each move changes only the part that
    /// [`Partition::step`] reports, by a move of cost one, and changes the base by the reported
    /// amount. The updated trace gives the same numbers as the trace from scratch.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn partition<C: Partition<P>>(&self, partition: &C) -> Result<&Self, Violation> {
        let ranks = |trace| -> Vec<u64> {
            (0..partition.parts())
                .map(|part| partition.rank(trace, part))
                .collect()
        };
        let base = |ranks: &[u64]| -> i64 {
            let bases = ranks.iter().enumerate().map(|(part, &rank)| {
                let part = partition.part(part);
                i64::from(part.base(part.unrank(rank)))
            });
            bases.sum()
        };
        for &state in self.states.iter().filter(|&&s| self.puzzle.is_goal(s)) {
            for (part, rank) in ranks(partition.start(self.puzzle, state))
                .into_iter()
                .enumerate()
            {
                let mut listed = false;
                partition.part(part).goals(|goal, _| listed |= goal == rank);
                ensure!(listed, "part {part} of the goal {state:?} is no goal");
            }
        }
        for &Edge { from, m, after, .. } in &self.edges {
            let before = self.states[from];
            let trace = partition.start(self.puzzle, before);
            let step = partition.step(self.puzzle, trace, m, after);
            let (old, new) = (ranks(trace), ranks(step.trace));
            ensure!(
                new == ranks(partition.start(self.puzzle, after)),
                "after {m:?} from {before:?} the ranks are {new:?}, which are not those from scratch"
            );
            let mut expected = old.clone();
            if let Some((part, rank)) = step.part {
                expected[part] = rank;
                let cost = leads(partition.part(part), old[part], rank);
                ensure!(
                    cost == Some(Cost::One),
                    "{m:?} from {before:?} is no costed move of part {part}"
                );
            }
            ensure!(
                expected == new,
                "{m:?} from {before:?} changes more than the part that is said"
            );
            ensure!(
                base(&new) - base(&old) == i64::from(step.base_change),
                "{m:?} from {before:?} does not change the base by {}",
                step.base_change
            );
        }
        Ok(self)
    }
}
