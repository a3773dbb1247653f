//! Abstractions whose states are numbered by a search, because there is no formula that ranks them.

use std::collections::VecDeque;
use std::hash::Hash;

use fewest_rules::{Abstraction, Cost, Meter, StopReason};

use crate::states::StateSet;

/// All states that are reachable from a start, numbered in the order of discovery, with the moves
/// between them stored backwards. It makes a table possible for an abstraction without a formula
/// that ranks its states.
#[derive(Debug)]
pub struct Explored<S> {
    states: StateSet<S>,
    goals: Vec<u32>,
    /// For each state, the index in `before` of its first predecessor. One more element at the end
    /// holds the length of `before`.
    firsts: Vec<usize>,
    /// The predecessors of all states, one state after the other. The higher 31 bits of an element
    /// are the index of a predecessor; the lowest bit says whether the move from the predecessor
    /// costs 1.
    before: Vec<u32>,
}

/// A function that appends the successors of a state to a list, each with the cost of the move.
type CostSuccessors<'a, S> = dyn FnMut(S, &mut Vec<(S, Cost)>) + 'a;

/// The greatest allowed number of states: the index of a state must fit into 31 bits.
const MOST_STATES: usize = 1 << 31;

impl<S: Copy + Eq + Hash> Explored<S> {
    /// Explores all states that are reachable from `start`. `successors` appends the successors of
    /// a state to a list, each with the cost of the move. Returns `None` if there are more than
    /// `most` states.
    ///
    /// Takes about twice the size of a state plus 24 bytes for each state, and 8 bytes for each
    /// move.
    ///
    /// # Errors
    /// Returns the limit that stopped the exploration.
    pub fn new(
        start: S,
        successors: &mut CostSuccessors<'_, S>,
        is_goal: &dyn Fn(S) -> bool,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let mut states = StateSet::new();
        states.reserve(1, meter)?;
        states.insert(start);
        // The moves of all states, one state after the other, and the end of each state's moves.
        let mut moves: Vec<u32> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let mut list = Vec::new();
        let mut reported = 0;
        while ends.len() < states.len() {
            meter.expand()?;
            list.clear();
            successors(states.get(ends.len() as u32), &mut list);
            meter.generate(list.len() as u64);
            for &(after, cost) in &list {
                states.reserve(1, meter)?;
                moves.push(states.insert(after).0 << 1 | u32::from(cost == Cost::One));
            }
            if states.len() > most {
                return Ok(None);
            }
            if states.len() > MOST_STATES {
                return Err(StopReason::Capacity);
            }
            ends.push(moves.len());
            // The lists of moves count twice, because the lists of predecessors, which are made
            // from them at the end, will be as large.
            let lists = (16 * moves.capacity() + 32 * ends.capacity()) as u64;
            if lists > reported {
                meter.hold(meter.held() - reported + lists)?;
                reported = lists;
            }
        }
        meter.poll()?;
        let mut firsts = vec![0_usize; states.len() + 1];
        for &to in &moves {
            firsts[(to >> 1) as usize + 1] += 1;
        }
        for i in 1..firsts.len() {
            firsts[i] += firsts[i - 1];
        }
        let mut before = vec![0_u32; moves.len()];
        let mut next = firsts.clone();
        let mut from = 0;
        for (state, &end) in ends.iter().enumerate() {
            for &to in &moves[from..end] {
                let at = &mut next[(to >> 1) as usize];
                before[*at] = (state as u32) << 1 | to & 1;
                *at += 1;
            }
            from = end;
        }
        let goals = (0..states.len() as u32).filter(|&state| is_goal(states.get(state)));
        Ok(Some(Self {
            goals: goals.collect(),
            states,
            firsts,
            before,
        }))
    }

    /// Drops the moves to save memory. The states keep their indices, but no state has predecessors
    /// any more.
    #[must_use]
    pub fn without_moves(mut self) -> Self {
        self.firsts = Vec::new();
        self.before = Vec::new();
        self
    }

    /// For each state, in the order of the states, the least cost of a path to a goal; `None` if
    /// there is no path.
    ///
    /// # Errors
    /// Returns the limit that stopped the computation.
    pub fn distances(&self, meter: &mut Meter) -> Result<Vec<Option<u32>>, StopReason> {
        let mut distances = vec![None; self.states.len()];
        let mut queue: VecDeque<(u32, u32)> = self.goals.iter().map(|&goal| (goal, 0)).collect();
        let mut n = 0_u32;
        while let Some((state, distance)) = queue.pop_front() {
            n = n.wrapping_add(1);
            if n.is_multiple_of(1 << 16) {
                meter.poll()?;
            }
            // The queue is ordered by distance, so the first entry of a state has the least
            // distance.
            if distances[state as usize].is_some() {
                continue;
            }
            distances[state as usize] = Some(distance);
            for (before, cost) in self.predecessors_of(state) {
                if distances[before as usize].is_none() {
                    match cost {
                        Cost::Free => queue.push_front((before, distance)),
                        Cost::One => queue.push_back((before, distance + 1)),
                    }
                }
            }
        }
        Ok(distances)
    }

    /// The states alone, in the order of their discovery.
    pub fn into_states(self) -> StateSet<S> {
        self.states
    }

    /// The states, in the order of discovery.
    pub fn states(&self) -> &StateSet<S> {
        &self.states
    }

    /// The indices of the predecessors of the state with index `state`, each with the cost of the
    /// move.
    pub fn predecessors_of(&self, state: u32) -> impl Iterator<Item = (u32, Cost)> {
        let state = state as usize;
        let ends = self.firsts.get(state..state + 2);
        let before = ends.map_or(&[][..], |ends| &self.before[ends[0]..ends[1]]);
        before.iter().map(|&before| {
            let cost = match before & 1 {
                0 => Cost::Free,
                _ => Cost::One,
            };
            (before >> 1, cost)
        })
    }
}

impl<S: Copy + Eq + Hash + Sync> Abstraction for Explored<S> {
    type Image = ();

    fn size(&self) -> u64 {
        self.states.len() as u64
    }

    fn unrank(&self, _: u64) {}

    fn goals(&self, mut visit: impl FnMut(u64, u8)) {
        self.goals.iter().for_each(|&goal| visit(goal.into(), 1));
    }

    #[inline]
    fn predecessors(&self, rank: u64, (): (), _: u8, mut visit: impl FnMut(u64, u8, Cost)) {
        for (before, cost) in self.predecessors_of(rank as u32) {
            visit(before.into(), 1, cost);
        }
    }
}
