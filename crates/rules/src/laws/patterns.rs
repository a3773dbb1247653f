//! The laws of patterns and of cuts into them.

use std::collections::{HashSet, VecDeque};

use super::{Edge, Laws, Violation};
use crate::{Partition, PatternSpace, Puzzle};

/// Walks from the goals of `space` over up to `most` states and tests that costed
/// moves can be taken back and change the base by one, that ranks are in range, that
/// goals have base 0, and that several classes together reach what each of them does.
///
/// # Errors
/// The first claim that fails.
pub fn pattern_space<S: PatternSpace>(space: &S, most: usize) -> Result<(), Violation> {
    let size = space.size();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::new();
    let mut goals = Vec::new();
    space.goals(|rank, classes| goals.push((rank, classes)));
    ensure!(!goals.is_empty(), "the pattern has no goal");
    for (rank, classes) in goals {
        ensure!(
            rank < size,
            "a goal has rank {rank}, the size is only {size}"
        );
        let base = space.base(space.unrank(rank));
        ensure!(base == 0, "the goal with rank {rank} has base {base}");
        for class in (0..8).map(|bit| 1 << bit).filter(|bit| classes & bit != 0) {
            if seen.insert((rank, class)) {
                queue.push_back((rank, class));
            }
        }
    }
    while let Some((rank, class)) = queue.pop_front() {
        let base = space.base(space.unrank(rank));
        for (next, reached) in costed(space, rank, class) {
            ensure!(
                next < size,
                "rank {rank} leads to rank {next}, the size is only {size}"
            );
            ensure!(
                reached.is_power_of_two(),
                "a move from rank {rank} leads to the classes {reached:#b}, which are not one"
            );
            let other = space.base(space.unrank(next));
            ensure!(
                base.abs_diff(other) == 1,
                "a move from rank {rank} to {next} changes the base from {base} to {other}"
            );
            ensure!(
                costed(space, next, reached).contains(&(rank, class)),
                "rank {next}, class {reached:#b}, does not lead back to {rank}, {class:#b}"
            );
            if seen.len() < most && seen.insert((next, reached)) {
                queue.push_back((next, reached));
            }
        }
        let mut each: Vec<_> = (0..8)
            .flat_map(|bit| costed(space, rank, 1 << bit))
            .collect();
        let mut all = costed(space, rank, u8::MAX);
        each.sort_unstable();
        all.sort_unstable();
        ensure!(
            each == all,
            "the classes of rank {rank} reach other states together than each alone"
        );
    }
    Ok(())
}

fn costed<S: PatternSpace>(space: &S, rank: u64, classes: u8) -> Vec<(u64, u8)> {
    let mut reached = Vec::new();
    space.costed(rank, space.unrank(rank), classes, |rank, classes| {
        reached.push((rank, classes));
    });
    reached
}

impl<P: Puzzle> Laws<'_, P> {
    /// Tests [`Partition`]: goals map to goals, and each move changes the part that is
    /// said and by a costed move, the base by what is said, and the trace to the one
    /// from scratch as far as ranks show it.
    ///
    /// # Errors
    /// The first claim that fails.
    pub fn partition<C: Partition<P>>(&self, partition: &C) -> Result<&Self, Violation> {
        let ranks = |trace| -> Vec<u64> {
            (0..partition.parts())
                .map(|part| partition.rank(trace, part))
                .collect()
        };
        let base = |ranks: &[u64]| -> i64 {
            let bases = ranks.iter().enumerate().map(|(part, &rank)| {
                let space = partition.space(part);
                i64::from(space.base(space.unrank(rank)))
            });
            bases.sum()
        };
        for &state in self.states.iter().filter(|&&s| self.puzzle.is_goal(s)) {
            for (part, rank) in ranks(partition.start(self.puzzle, state))
                .into_iter()
                .enumerate()
            {
                let mut listed = false;
                let space = partition.space(part);
                space.goals(|goal, _| listed |= goal == rank);
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
                let mut moved = false;
                let space = partition.space(part);
                space.costed(old[part], space.unrank(old[part]), u8::MAX, |to, _| {
                    moved |= to == rank;
                });
                ensure!(
                    moved,
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
