//! Duplicate detection in depth-first search.

use std::hash::Hash;

use fewest_rules::{Meter, Puzzle, StopReason};

use crate::states::{Arena, StateSet};

/// The duplicates that a depth-first search skips. Both variants compare whole states, and neither
/// changes the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Duplicates {
    /// No state is remembered: the classic search, with the fastest step and memory linear in the
    /// depth. Unsolvability cannot be proven if moves can form cycles.
    Enter,
    /// The search does not enter a state twice in the same iteration, unless by a better path. A
    /// table holds every state entered. When the memory limit stops the growth of the table,
    /// further states are compared only with those on their own path. Unsolvability is proven when
    /// every move from a state in the table leads to a state in the table or to a dead end.
    #[default]
    LeaveAll,
}

/// The least number of bytes that the table leaves to the path, within the memory limit.
const PATH_BYTES: u64 = 1 << 16;

/// The states entered in an iteration, each with the least rank of the paths that entered it.
pub(super) struct EnteredStates<S, R> {
    states: StateSet<S>,
    ranks: Arena<R>,
    full: bool,
}

impl<S: Copy + Eq + Hash, R: Copy + Ord> EnteredStates<S, R> {
    pub(super) fn new() -> Self {
        Self {
            states: StateSet::new(),
            ranks: Arena::new(),
            full: false,
        }
    }

    /// Forgets the states of the last iteration.
    pub(super) fn begin(&mut self) {
        self.states.clear();
        self.ranks.clear();
        self.full = false;
    }

    /// Whether the search should enter `state`, which a path with the rank `rank` reaches. If so,
    /// records the state as entered. `None` if the state is not in the table and the table has no
    /// room for it.
    pub(super) fn enter(
        &mut self,
        state: S,
        rank: R,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        if !self.full {
            self.reserve(meter)?;
        }
        let index = if self.full {
            match self.states.find(state) {
                Some(index) => index,
                None => return Ok(None),
            }
        } else {
            let (index, new) = self.states.insert(state);
            if new {
                self.ranks.push(rank);
                return Ok(Some(true));
            }
            index
        };
        let better = rank < self.ranks.get(index);
        if better {
            self.ranks.set(index, rank);
        }
        Ok(Some(better))
    }

    /// Makes room for a state, or marks the table as full. An eighth of the memory limit, and at
    /// least [`PATH_BYTES`], is left to the path.
    fn reserve(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        let growth = self.states.growth(1) + self.ranks.growth(1);
        if growth > 0
            && let Some(most) = meter.limits().memory
            && meter.held().saturating_add(growth) > most.saturating_sub(PATH_BYTES.max(most / 8))
        {
            self.full = true;
            return Ok(());
        }
        let room = self.states.reserve(1, meter);
        match room.and_then(|()| self.ranks.reserve(1, meter)) {
            Err(StopReason::Memory | StopReason::Capacity) => self.full = true,
            other => other?,
        }
        Ok(())
    }

    /// The number of states entered in this iteration, if the table had room for all of them.
    pub(super) fn count(&self) -> Option<usize> {
        (!self.full).then_some(self.states.len())
    }

    /// Tests whether every move from an entered state leads to an entered state or to a dead end. If
    /// so, returns whether any move leads to a dead end; otherwise returns `None`.
    ///
    /// A set without a goal that contains the start and that no move leaves, except into dead ends,
    /// proves that there is no solution.
    pub(super) fn dead_ends_around<P: Puzzle<State = S>>(
        &self,
        puzzle: &P,
        is_dead_end: impl Fn(S) -> bool,
        meter: &mut Meter,
    ) -> Result<Option<bool>, StopReason> {
        let mut dead_ends = false;
        for index in 0..self.states.len() as u32 {
            meter.expand()?;
            for (_, after) in puzzle.successors(self.states.get(index)) {
                meter.generate(1);
                if self.states.find(after).is_none() {
                    if !is_dead_end(after) {
                        return Ok(None);
                    }
                    dead_ends = true;
                }
            }
        }
        Ok(Some(dead_ends))
    }
}
