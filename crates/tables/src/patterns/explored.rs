//! All states that are reachable from a start, with the moves between them. Such a graph gives the
//! distances of its states, and serves as an abstraction where no formula ranks the states.

use std::collections::BTreeMap;
use std::hash::Hash;
use std::ops::Range;

use fewest_rules::{Abstraction, Cost, DEAD_END, Meter, StopReason};
use fewest_search::StateSet;
use fewest_search::threads::by_all;

/// A thread expands this many states at a time.
const PIECE: usize = 1 << 10;
/// At most this many threads are used. No machine runs more threads, and each thread takes memory.
const MOST_THREADS: usize = 256;

/// All states that are reachable from a start, numbered in the order of discovery, with the moves
/// between them stored backwards. A move has a cost of the type `C`.
#[derive(Debug)]
pub struct Explored<S, C = Cost> {
    states: StateSet<S>,
    goals: Vec<u32>,
    /// For each state, the index in `before` of its first predecessor. One more element at the end
    /// holds the length of `before`.
    firsts: Vec<usize>,
    /// The predecessors of all states, one state after the other, and the costs of the moves from
    /// them.
    before: Vec<u32>,
    costs: Vec<C>,
}

/// The distances that were known when a limit stopped their computation.
#[derive(Debug)]
pub struct UnfinishedDistances {
    /// For each state, the least cost that was found so far.
    pub distances: Vec<u32>,
    /// All distances below this number are final, and no state is missing among them.
    pub complete_below: u32,
    /// The limit.
    pub reason: StopReason,
}

/// A function that appends the successors of a state to a list, each with the cost of the move.
type CostSuccessors<'a, S, C> = dyn Fn(S, &mut Vec<(S, C)>) + Sync + 'a;

/// The states that a thread expands, and what it finds.
struct Piece<S, C> {
    /// The indices of the states.
    states: Range<usize>,
    /// The successors of all states, one state after the other, with the costs of the moves.
    after: Vec<(S, C)>,
    /// The end of the successors of each state.
    ends: Vec<usize>,
    /// The index of each successor, if it was found before the piece.
    known: Vec<Option<u32>>,
}

impl<S: Copy + Eq + Hash, C: Copy> Piece<S, C> {
    fn new(states: Range<usize>) -> Self {
        Self {
            states,
            after: Vec::new(),
            ends: Vec::new(),
            known: Vec::new(),
        }
    }

    fn expand(&mut self, states: &StateSet<S>, successors: &CostSuccessors<'_, S, C>) {
        for state in self.states.clone() {
            successors(states.get(state as u32), &mut self.after);
            self.ends.push(self.after.len());
        }
        let after: Vec<S> = self.after.iter().map(|&(state, _)| state).collect();
        states.find_all(&after, |_, index| self.known.push(index));
    }
}

impl<S: Copy + Eq + Hash + Send + Sync, C: Copy + Send + Sync> Explored<S, C> {
    /// Explores all states that are reachable from `start`. `successors` appends the successors of
    /// a state to a list, each with the cost of the move; all threads of the limits call it. Returns
    /// `None` if there are more than `most` states.
    ///
    /// Takes about twice the size of a state plus 24 bytes for each state, and 8 bytes plus twice
    /// the size of a cost for each move.
    ///
    /// # Errors
    /// Returns the limit that stopped the exploration.
    pub fn new(
        start: S,
        successors: &CostSuccessors<'_, S, C>,
        is_goal: &dyn Fn(S) -> bool,
        most: usize,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let mut states = StateSet::new();
        states.reserve(1, meter)?;
        states.insert(start);
        // The moves of all states, one state after the other: the states to which they lead and
        // their costs, and the end of each state's moves.
        let mut after: Vec<u32> = Vec::new();
        let mut costs: Vec<C> = Vec::new();
        let mut ends: Vec<usize> = Vec::new();
        let mut reported = 0;
        let threads = meter.limits().threads().get().min(MOST_THREADS);
        while ends.len() < states.len() {
            let last = states.len().min(ends.len() + PIECE * threads);
            let pieces = (ends.len()..last).step_by(PIECE);
            let pieces = pieces.map(|first| Piece::new(first..last.min(first + PIECE)));
            let mut pieces: Vec<Piece<S, C>> = pieces.collect();
            by_all(&mut pieces, |_, piece| {
                piece.expand(&states, successors);
                Ok::<_, StopReason>(())
            })?;
            for piece in pieces {
                let mut found = piece.after.into_iter().zip(piece.known);
                let mut begin = 0;
                for end in piece.ends {
                    meter.expand()?;
                    meter.generate((end - begin) as u64);
                    for ((state, cost), known) in found.by_ref().take(end - begin) {
                        let index = match known {
                            Some(index) => index,
                            None => {
                                states.reserve(1, meter)?;
                                states.insert(state).0
                            }
                        };
                        after.push(index);
                        costs.push(cost);
                    }
                    begin = end;
                    if states.len() > most {
                        return Ok(None);
                    }
                    ends.push(after.len());
                    // The lists of moves count twice, because the lists of predecessors, which are
                    // made from them at the end, will be as large.
                    let move_bytes = 4 * after.capacity() + size_of::<C>() * costs.capacity();
                    let lists = (2 * move_bytes + 32 * ends.capacity()) as u64;
                    if lists > reported {
                        meter.hold(meter.held() - reported + lists)?;
                        reported = lists;
                    }
                }
            }
        }
        meter.poll()?;
        let mut firsts = vec![0_usize; states.len() + 1];
        for &to in &after {
            firsts[to as usize + 1] += 1;
        }
        for i in 1..firsts.len() {
            firsts[i] += firsts[i - 1];
        }
        let mut before = vec![0_u32; after.len()];
        let mut costs_before = costs.clone();
        // Until all moves are placed, `firsts` has the index at which the next predecessor of each
        // state is placed. In the end this is where the predecessors of the next state begin.
        let mut from = 0;
        for (state, &end) in ends.iter().enumerate() {
            for (&to, &cost) in after[from..end].iter().zip(&costs[from..end]) {
                let at = &mut firsts[to as usize];
                before[*at] = state as u32;
                costs_before[*at] = cost;
                *at += 1;
            }
            from = end;
        }
        firsts.rotate_right(1);
        firsts[0] = 0;
        let goals = (0..states.len() as u32).filter(|&state| is_goal(states.get(state)));
        Ok(Some(Self {
            goals: goals.collect(),
            states,
            firsts,
            before,
            costs: costs_before,
        }))
    }

    /// For each state, in the order of the states, the least cost of a path to a goal; [`DEAD_END`]
    /// if there is no path. A greater cost than `DEAD_END - 1` counts as this number.
    ///
    /// Takes 4 bytes for each state, and until the end another 4 for each state that waits.
    ///
    /// # Errors
    /// Returns the limit that stopped the computation, and what was known by then.
    pub fn distances(&self, meter: &mut Meter) -> Result<Vec<u32>, UnfinishedDistances>
    where
        C: Into<u32>,
    {
        let bytes = 4 * self.states.len() as u64;
        let held = meter.held();
        if let Err(reason) = meter.hold(held + 2 * bytes) {
            return Err(UnfinishedDistances {
                distances: Vec::new(),
                complete_below: 0,
                reason,
            });
        }
        let mut distances = vec![DEAD_END; self.states.len()];
        for &goal in &self.goals {
            distances[goal as usize] = 0;
        }
        // The states that wait, by their distances as far as they are known.
        let mut waiting = BTreeMap::from([(0, self.goals.clone())]);
        let mut visited = 0_u64;
        while let Some((distance, states)) = waiting.pop_first() {
            for state in states {
                visited += 1;
                if visited.is_multiple_of(1 << 12)
                    && let Err(reason) = meter.poll()
                {
                    return Err(UnfinishedDistances {
                        distances,
                        complete_below: distance,
                        reason,
                    });
                }
                if distances[state as usize] < distance {
                    continue;
                }
                for (before, cost) in self.predecessors_of(state) {
                    let sum = distance.saturating_add(cost.into()).min(DEAD_END - 1);
                    if sum < distances[before as usize] {
                        distances[before as usize] = sum;
                        waiting.entry(sum).or_default().push(before);
                    }
                }
            }
        }
        // The memory was taken before, so no limit can be reached.
        let _ = meter.hold(held + bytes);
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
    fn predecessors_of(&self, state: u32) -> impl Iterator<Item = (u32, C)> {
        let state = state as usize;
        let ends = self.firsts.get(state..state + 2);
        let range = ends.map_or(0..0, |ends| ends[0]..ends[1]);
        let costs = self.costs[range.clone()].iter().copied();
        self.before[range].iter().copied().zip(costs)
    }
}

impl<S: Copy + Eq + Hash + Send + Sync> Abstraction for Explored<S> {
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
