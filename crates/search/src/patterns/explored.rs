//! A puzzle whose states are found by going to all of them from one.

use std::collections::VecDeque;
use std::hash::Hash;

use fewest_rules::{Abstraction, Cost, Meter, StopReason};

use crate::state_set::StateSet;

/// All states that can be reached from one, numbered in the order in which they were, and the
/// moves between them backwards. For puzzles that have no numbers of their own.
#[derive(Debug)]
pub struct Explored<S> {
    states: StateSet<S>,
    goals: Vec<u32>,
    /// By number, where its predecessors begin; and where those of the last end.
    firsts: Vec<usize>,
    /// The number of a predecessor; and, lowest, whether the move costs one.
    before: Vec<u32>,
}

/// Numbers have 31 bits.
const MOST_STATES: usize = 1 << 31;

impl<S: Copy + Eq + Hash> Explored<S> {
    /// Goes from `start` to all states that can be reached, by `successors`, which adds those
    /// of a state to a list, each with what the move costs. Counts each as expanded; `None` if
    /// there are more than `most`.
    ///
    /// Takes about twice a state, 24 bytes more, and 8 bytes a move.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn new(
        start: S,
        mut successors: impl FnMut(S, &mut Vec<(S, Cost)>),
        is_goal: impl Fn(S) -> bool,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let mut states = StateSet::new();
        states.reserve(1, meter)?;
        states.insert(start);
        // The moves of all states one after the other, and where those of each end.
        let mut moves: Vec<u32> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let mut list = Vec::new();
        let mut said = 0;
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
            // For the lists above as they may have grown, and again as much below.
            let lists = (16 * moves.capacity() + 32 * ends.capacity()) as u64;
            if lists > said {
                meter.hold(meter.held() - said + lists)?;
                said = lists;
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

    /// The same states and goals without the moves, whose memory is given back: all that is needed
    /// to look numbers up. No state has a predecessor any more.
    #[must_use]
    pub fn without_moves(mut self) -> Self {
        self.firsts = Vec::new();
        self.before = Vec::new();
        self
    }

    /// The least cost of a way from each state to a goal, by number; `None` if there is none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn distances(&self, meter: &mut Meter) -> Result<Vec<Option<u32>>, StopReason> {
        let mut distances = vec![None; self.states.len()];
        let mut queue: VecDeque<(u32, u32)> = self.goals.iter().map(|&goal| (goal, 0)).collect();
        let mut n = 0_u32;
        while let Some((state, distance)) = queue.pop_front() {
            n = n.wrapping_add(1);
            if n.is_multiple_of(1 << 16) {
                meter.poll()?;
            }
            // Of several ways to a state the cheapest is the first that is taken up.
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

    /// The states, in the order of their numbers.
    pub fn states(&self) -> &StateSet<S> {
        &self.states
    }

    /// The numbers of the goals.
    pub fn goal_numbers(&self) -> &[u32] {
        &self.goals
    }

    /// The numbers of the states from which a move leads to that with the number `state`, and
    /// what the move costs.
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
