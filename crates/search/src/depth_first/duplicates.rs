//! Duplicate detection in depth-first search.

use std::hash::Hash;

use fewest_rules::{Meter, StopReason};

use crate::states::{Arena, StateSet, memory};

/// The duplicates that a depth-first search skips. Every variant compares whole states, and none
/// changes the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Duplicates {
    /// No duplicate is skipped: the classic search, with the fastest step and memory linear in the
    /// depth. Unsolvability cannot be proven if moves can form cycles.
    Enter,
    /// The search does not enter a state twice in the same iteration, unless by fewer moves. A
    /// table holds every state entered. When the memory limit stops the growth of the table,
    /// further states are compared only with those on their own path. Unsolvability is proven when
    /// every move from a state in the table leads to a state in the table or to a dead end.
    #[default]
    LeaveAll,
}

/// Decides for each state whether the search enters it.
pub(crate) trait Detector<S> {
    /// Whether to enter `state`, which the current path reaches with `moves` moves. If the search
    /// enters the state, records it as entered.
    fn enter(&mut self, state: S, moves: u32, meter: &mut Meter) -> Result<bool, StopReason>;
}

/// Detects no duplicates.
pub(crate) struct NoDetector;

impl<S> Detector<S> for NoDetector {
    #[inline]
    fn enter(&mut self, _: S, _: u32, _: &mut Meter) -> Result<bool, StopReason> {
        Ok(true)
    }
}

/// The detector that [`Duplicates`] selects. There is one type for all variants, so that a search
/// is not compiled for each of them.
pub(crate) enum DuplicateDetector<S> {
    NoDetector,
    EnteredStates(EnteredStates<S>),
}

impl<S: Copy + Eq + Hash> DuplicateDetector<S> {
    pub(crate) fn new(duplicates: Duplicates) -> Self {
        match duplicates {
            Duplicates::Enter => Self::NoDetector,
            Duplicates::LeaveAll => Self::EnteredStates(EnteredStates::new()),
        }
    }

    /// Forgets the states of the last iteration.
    pub(crate) fn begin(&mut self) {
        if let Self::EnteredStates(table) = self {
            table.begin();
        }
    }

    /// All states entered in this iteration, if the detector has recorded all of them.
    pub(crate) fn entered(&self) -> Option<&StateSet<S>> {
        match self {
            Self::EnteredStates(table) => table.entered(),
            Self::NoDetector => None,
        }
    }
}

impl<S: Copy + Eq + Hash> Detector<S> for DuplicateDetector<S> {
    #[inline]
    fn enter(&mut self, state: S, moves: u32, meter: &mut Meter) -> Result<bool, StopReason> {
        match self {
            Self::NoDetector => Ok(true),
            Self::EnteredStates(table) => table.enter(state, moves, meter),
        }
    }
}

/// The states on the current path.
pub(crate) struct PathStates<S>(Vec<S>);

impl<S> PathStates<S> {
    fn new() -> Self {
        Self(Vec::new())
    }

    /// Makes `state` the state after `moves` moves on the current path, in place of all states from
    /// there on.
    #[inline]
    fn extend(&mut self, state: S, moves: u32, meter: &mut Meter) -> Result<(), StopReason> {
        self.0.truncate(moves as usize);
        memory::push(&mut self.0, state, meter)
    }
}

impl<S: Copy + Eq> PathStates<S> {
    #[inline]
    fn enter(&mut self, state: S, moves: u32, meter: &mut Meter) -> Result<bool, StopReason> {
        if self.0[..moves as usize].contains(&state) {
            return Ok(false);
        }
        self.extend(state, moves, meter)?;
        Ok(true)
    }
}

/// The number of bytes of the memory limit that a table always leaves for the path.
const PATH_BYTES: u64 = 1 << 16;

/// All states entered, each with the fewest moves by which it was entered.
pub(crate) struct EnteredStates<S> {
    path: PathStates<S>,
    states: StateSet<S>,
    moves: Arena<u32>,
    full: bool,
}

impl<S: Copy + Eq + Hash> EnteredStates<S> {
    fn new() -> Self {
        Self {
            path: PathStates::new(),
            states: StateSet::new(),
            moves: Arena::new(),
            full: false,
        }
    }

    /// Makes room for a state, or marks the table as full. An eighth of the memory limit, and at
    /// least [`PATH_BYTES`], is left to the path.
    fn reserve(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        let growth = self.states.growth(1) + self.moves.growth(1);
        if growth > 0
            && let Some(most) = meter.limits().memory
            && meter.held().saturating_add(growth) > most.saturating_sub(PATH_BYTES.max(most / 8))
        {
            self.full = true;
            return Ok(());
        }
        let room = self.states.reserve(1, meter);
        match room.and_then(|()| self.moves.reserve(1, meter)) {
            Err(StopReason::Memory | StopReason::Capacity) => self.full = true,
            other => other?,
        }
        Ok(())
    }

    fn begin(&mut self) {
        self.states.clear();
        self.moves.clear();
        self.full = false;
    }

    fn enter(&mut self, state: S, moves: u32, meter: &mut Meter) -> Result<bool, StopReason> {
        if !self.full {
            self.reserve(meter)?;
        }
        let index = if !self.full {
            let (index, new) = self.states.insert(state);
            if new {
                self.moves.push(moves);
                self.path.extend(state, moves, meter)?;
                return Ok(true);
            }
            index
        } else if let Some(index) = self.states.find(state) {
            index
        } else {
            return self.path.enter(state, moves, meter);
        };
        if self.moves.get(index) <= moves {
            return Ok(false);
        }
        self.moves.set(index, moves);
        self.path.extend(state, moves, meter)?;
        Ok(true)
    }

    fn entered(&self) -> Option<&StateSet<S>> {
        (!self.full).then_some(&self.states)
    }
}
