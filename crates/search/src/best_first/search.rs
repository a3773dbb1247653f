//! Best-first search, the common core of A* and weighted A*.
//!
//! # Reopening
//!
//! If the heuristic is inconsistent or its bounds are weighted, an expanded state may be reached
//! again by fewer moves, and must then be expanded again. The search does not ask whether a
//! heuristic is consistent. Each state stores the fewest moves known to reach it. A state that is
//! reached by fewer moves goes into the open list, whether it was expanded or not. An entry that
//! leaves the list with more moves than the state now needs is skipped. The numbers of moves must
//! be compared anyway, because a state may be generated twice before it is expanded. So a
//! consistent heuristic, under which no expanded state is ever reached by fewer moves, pays
//! nothing: there is no closed list and no flag.
//!
//! # Speed
//!
//! The search spends nearly all its time waiting for memory: for the state to be expanded, and for
//! each successor in the set. The search therefore expands some tens of states at a time, all from
//! one bucket. The states of a bucket have the same sum and the same cost, so none of them can
//! improve another. The search looks up all successors of these states together, with many cache
//! misses in flight at once.

use std::hash::Hash;

use fewest_rules::{DEAD_END, Heuristic, Meter, Outcome, Proof, Puzzle, StopReason};

use super::open_list::OpenList;
use crate::breadth_first::step_between;
use crate::conclusion::exhausted;
use crate::states::{Arena, StateSet, memory};

/// About this many successors are looked up at a time.
const TOGETHER: usize = 128;
/// The number of states taken from the open list between two checks of the clock.
const POLL_EVERY: u32 = 4096;

/// The weights of the sum by which states are ordered: the weight of each move made, and the weight
/// of each move of the lower bound.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Sum {
    pub(crate) cost: u64,
    pub(crate) bound: u64,
}

impl Sum {
    fn of(self, cost: u32, bound: u32) -> u64 {
        u64::from(cost) * self.cost + u64::from(bound) * self.bound
    }

    /// The lower bound on every solution, given the least sum of an open state. A solution of `n`
    /// moves passes through an open state whose sum is at most `n` times the weight of the bound,
    /// because a bound weighs at least as much as a move.
    fn proven(self, least: u64) -> u32 {
        u32::try_from(least.div_ceil(self.bound)).unwrap_or(u32::MAX)
    }
}

/// The result of a search, and a lower bound on the length of every solution through a state that
/// is still open at the end. This lower bound is 0 if a move of the heuristic's bound weighs no
/// more than a move made, or if a limit was reached while the number was computed.
type Found<M> = (Outcome<M>, u32);

/// Searches for a solution from `start` by best-first search. If `lexicographic` is set, returns
/// the lexicographically first of the shortest solutions.
///
/// A* and weighted A* share one compiled function for each heuristic, because the function is
/// large.
#[inline(never)]
pub(crate) fn best_first<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    (sum, lexicographic): (Sum, bool),
    meter: &mut Meter,
) -> Result<Found<P::Move>, StopReason> {
    let mut search = match BestFirst::new(puzzle, start, heuristic, sum, meter)? {
        Ok(search) => search,
        Err(known) => return Ok((known, 0)),
    };
    let Some((goal, length)) = search.next_goal(u64::MAX, meter)? else {
        return Ok((search.exhausted(), 0));
    };
    if lexicographic {
        while search.next_goal(length.into(), meter)?.is_some() {}
        let moves = search.frontier.first_path(length, meter)?;
        return Ok((Outcome::Solved { moves }, 0));
    }
    let moves = search.frontier.path_to(goal)?;
    // Every solution that is shorter than the found one passes through an open state. If a limit is
    // reached while the open states are searched for the least bound, the bound known so far
    // remains.
    let least = match sum.bound > sum.cost {
        true => search
            .least_open(meter)
            .map(|least| least.unwrap_or(length)),
        false => Ok(0),
    };
    Ok((Outcome::Solved { moves }, least.unwrap_or(0)))
}

/// The data of a reached state, apart from the heuristic's cache.
#[derive(Debug, Clone, Copy)]
struct ReachedNode {
    /// The fewest moves known to reach the state; `u32::MAX` at dead ends.
    cost: u32,
    /// The index of the previous state on the shortest known path to the state.
    parent: u32,
}

/// The states reached and the data of each.
struct Nodes<S> {
    states: StateSet<S>,
    nodes: Arena<ReachedNode>,
}

/// Successors that are generated but not yet looked up.
struct OpenBatch<P: Puzzle> {
    states: Vec<P::State>,
    /// For each successor, the index of its parent, the parent and the move.
    from: Vec<(u32, P::State, P::Move)>,
    /// For each successor, its index among all reached states, and whether it is new.
    found: Vec<(u32, bool)>,
}

/// The part of a search that does not depend on the heuristic, so that it is compiled once for each
/// puzzle.
struct Frontier<'a, P: Puzzle> {
    puzzle: &'a P,
    start: P::State,
    known: Nodes<P::State>,
    open: OpenList<u32>,
    batch: OpenBatch<P>,
    pops: u32,
}

/// A best-first search in progress.
struct BestFirst<'a, P: Puzzle, H: Heuristic<P>> {
    frontier: Frontier<'a, P>,
    heuristic: &'a H,
    sum: Sum,
    /// The heuristic's cache of each state.
    caches: Arena<H::Cache>,
    dead_ends: usize,
}

impl<'a, P: Puzzle, H: Heuristic<P>> BestFirst<'a, P, H> {
    /// Starts a search from `start`; returns the answer if it is known without searching.
    fn new(
        puzzle: &'a P,
        start: P::State,
        heuristic: &'a H,
        sum: Sum,
        meter: &mut Meter,
    ) -> Result<Result<Self, Outcome<P::Move>>, StopReason> {
        if puzzle.is_goal(start) {
            return Ok(Err(Outcome::Solved { moves: Vec::new() }));
        }
        let cache = heuristic.start(puzzle, start);
        let bound = heuristic.bound(cache);
        if bound == DEAD_END {
            return Ok(Err(Outcome::Unsolvable(Proof::Invariant(
                "the start is a dead end by its lower bound".into(),
            ))));
        }
        meter.prove_at_least(bound.max(1));
        let mut frontier = Frontier {
            puzzle,
            start,
            known: Nodes {
                states: StateSet::new(),
                nodes: Arena::new(),
            },
            open: OpenList::default(),
            batch: OpenBatch {
                states: Vec::new(),
                from: Vec::new(),
                found: Vec::new(),
            },
            pops: 0,
        };
        let mut caches = Arena::new();
        caches.reserve(1, meter)?;
        caches.push(cache);
        frontier.known.reserve(1, meter)?;
        frontier.known.states.insert(start);
        frontier
            .known
            .nodes
            .push(ReachedNode { cost: 0, parent: 0 });
        frontier.open.push(sum.of(0, bound), 0, 0, meter)?;
        Ok(Ok(Self {
            frontier,
            heuristic,
            sum,
            caches,
            dead_ends: 0,
        }))
    }

    /// Expands states in the order of their sums until one is a goal. Returns the index and the
    /// cost of the goal, or `None` if no state with a sum of at most `most` is left.
    fn next_goal(
        &mut self,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<(u32, u32)>, StopReason> {
        while let Some((sum, cost)) = self.frontier.open.first() {
            if sum > most {
                break;
            }
            meter.prove_at_least(self.sum.proven(sum));
            let goal = self.frontier.expand_some(sum, cost, meter)?;
            self.insert_batch(cost + 1, meter)?;
            if goal.is_some() {
                return Ok(goal.map(|index| (index, cost)));
            }
        }
        Ok(None)
    }

    /// Looks up the successors in the batch, and opens those that are new or reached by fewer moves
    /// than before.
    fn insert_batch(&mut self, cost: u32, meter: &mut Meter) -> Result<(), StopReason> {
        let OpenBatch {
            states,
            from,
            found,
        } = &mut self.frontier.batch;
        meter.generate(states.len() as u64);
        self.caches.reserve(states.len(), meter)?;
        self.frontier.known.reserve(states.len(), meter)?;
        for _ in found.capacity()..states.len() {
            memory::push(found, (0, false), meter)?;
        }
        found.clear();
        let (puzzle, known) = (self.frontier.puzzle, &mut self.frontier.known);
        let (nodes, caches) = (&mut known.nodes, &mut self.caches);
        known.states.insert_all(states, |i, index, new| {
            if new {
                let (parent, before, m) = from[i];
                let cache = caches.get(parent);
                let cache = self.heuristic.step(puzzle, cache, before, m, states[i]);
                caches.push(cache);
                nodes.push(ReachedNode {
                    cost: u32::MAX,
                    parent: u32::MAX,
                });
            } else {
                nodes.prefetch(index);
            }
            found.push((index, new));
        });
        for (&(index, new), &(parent, ..)) in found.iter().zip(&*from) {
            if nodes.get(index).cost <= cost {
                continue;
            }
            let bound = self.heuristic.bound(caches.get(index));
            if bound == DEAD_END {
                self.dead_ends += usize::from(new);
                continue;
            }
            nodes.set(index, ReachedNode { cost, parent });
            self.frontier
                .open
                .push(self.sum.of(cost, bound), cost, index, meter)?;
        }
        states.clear();
        from.clear();
        Ok(())
    }

    /// The outcome if no open state is left: a proof that no goal can be reached.
    fn exhausted<M>(&self) -> Outcome<M> {
        let reached = self.frontier.known.states.len();
        exhausted(reached - self.dead_ends, self.dead_ends > 0)
    }

    /// A proven lower bound on every solution: the least sum of moves made and bound over all open
    /// states. `None` if there is no open state.
    ///
    /// The bound holds because every shortest solution contains an open state that was reached by
    /// the fewest moves, unless its goal was itself expanded.
    fn least_open(&self, meter: &mut Meter) -> Result<Option<u32>, StopReason> {
        let mut least = None;
        for ((cost, index), n) in self.frontier.open.iter().zip(1u32..) {
            if n.is_multiple_of(1 << 16) {
                meter.poll()?;
            }
            if self.frontier.known.nodes.get(index).cost == cost {
                let bound = self.heuristic.bound(self.caches.get(index));
                let sum = cost.saturating_add(bound);
                least = Some(least.map_or(sum, |least: u32| least.min(sum)));
            }
        }
        Ok(least)
    }
}

impl<P: Puzzle> Frontier<'_, P> {
    /// Takes states with the sum `sum`, which were reached by `cost` moves, from the open list, and
    /// generates their successors. If one of the states is a goal, returns its index.
    #[inline(never)]
    fn expand_some(
        &mut self,
        sum: u64,
        cost: u32,
        meter: &mut Meter,
    ) -> Result<Option<u32>, StopReason> {
        for &index in self.open.next().iter().rev().take(TOGETHER / 2) {
            self.known.states.prefetch(index);
            self.known.nodes.prefetch(index);
        }
        while self.batch.states.len() < TOGETHER && self.open.first() == Some((sum, cost)) {
            let Some(index) = self.open.pop(meter) else {
                break;
            };
            self.pops = self.pops.wrapping_add(1);
            if self.pops.is_multiple_of(POLL_EVERY) {
                meter.poll()?;
            }
            if self.known.nodes.get(index).cost < cost {
                // The state has since been reached by fewer moves, and the open list has a newer
                // entry for it.
                continue;
            }
            let state = self.known.states.get(index);
            if self.puzzle.is_goal(state) {
                return Ok(Some(index));
            }
            meter.expand()?;
            for (m, after) in self.puzzle.successors(state) {
                memory::push(&mut self.batch.states, after, meter)?;
                memory::push(&mut self.batch.from, (index, state, m), meter)?;
            }
        }
        Ok(None)
    }

    /// The moves on the path to the state with index `index`.
    ///
    /// # Errors
    /// [`StopReason::Contradiction`] if a state on the path has no move to the next one.
    fn path_to(&self, mut index: u32) -> Result<Vec<P::Move>, StopReason> {
        let mut moves = Vec::new();
        loop {
            let ReachedNode { cost, parent } = self.known.nodes.get(index);
            if cost == 0 {
                break;
            }
            let states = &self.known.states;
            let (before, after) = (states.get(parent), states.get(index));
            moves.push(step_between(self.puzzle, before, after)?);
            index = parent;
        }
        moves.reverse();
        Ok(moves)
    }

    /// The lexicographically first solution with `length` moves. For each state on a solution of
    /// this length, the stored cost must be the state's distance from the start. After this call
    /// the search cannot continue.
    ///
    /// A depth-first search visits only states whose cost equals their depth, and tries moves in
    /// their order. Which goals a state leads to does not depend on the path to the state, so each
    /// state needs only one visit. The cost of a state is overwritten with 0 to mark the state as
    /// visited.
    ///
    /// # Errors
    /// A limit was reached; [`StopReason::Contradiction`] if no path along the stored costs leads to
    /// a goal. Then some cost is not a distance, so the heuristic is not admissible: a state was
    /// reached by fewer moves after states beyond it had been expanded, and the bounds of the states
    /// between them kept the search from expanding these again.
    fn first_path(&mut self, length: u32, meter: &mut Meter) -> Result<Vec<P::Move>, StopReason> {
        let (puzzle, known) = (self.puzzle, &mut self.known);
        let mut path = Vec::new();
        let mut stack = Vec::new();
        meter.expand()?;
        memory::push(&mut stack, (self.start, puzzle.moves(self.start)), meter)?;
        // Invariant: every state with cost 0 either lies on the current path or leads to no goal at
        // depth `length`. So skipping states with cost 0 loses no solution.
        loop {
            let depth = stack.len() as u32;
            let Some((state, moves)) = stack.last_mut() else {
                return Err(StopReason::Contradiction);
            };
            let Some(m) = moves.next() else {
                stack.pop();
                path.pop();
                continue;
            };
            let after = puzzle.apply(*state, m);
            meter.generate(1);
            let Some(index) = known.states.find(after) else {
                continue;
            };
            if known.nodes.get(index).cost != depth {
                continue;
            }
            if depth == length {
                if puzzle.is_goal(after) {
                    path.push(m);
                    return Ok(path);
                }
                continue;
            }
            known.nodes.set(index, ReachedNode { cost: 0, parent: 0 });
            meter.expand()?;
            memory::push(&mut stack, (after, puzzle.moves(after)), meter)?;
            memory::push(&mut path, m, meter)?;
        }
    }
}

impl<S: Copy + Eq + Hash> Nodes<S> {
    fn reserve(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        self.nodes.reserve(more, meter)?;
        self.states.reserve(more, meter)
    }
}
