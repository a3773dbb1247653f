//! A*.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::hash::Hash;

use rules::{DEAD_END, Heuristic, Limits, Meter, Outcome, Proof, Puzzle, Report, StopReason};

use crate::arena::Arena;
use crate::conclusion::{conclude, exhausted};
use crate::layers::move_between;
use crate::memory::{self, give_back, take};
use crate::state_set::StateSet;

/// Which of the shortest solutions is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// Whichever is found first.
    #[default]
    Any,
    /// The lexicographically first. A* then also expands every state that may
    /// lie on a solution as short.
    Lexicographic,
}

/// A shortest solution from `start`, by A* with an admissible `heuristic`.
///
/// States are expanded by the least sum of moves made and lower bound, and
/// among equals those with the most moves made first. The heuristic need not
/// be consistent: a state reached again by fewer moves is expanded again.
/// (P. E. Hart, N. J. Nilsson, B. Raphael, "A formal basis for the heuristic
/// determination of minimum cost paths", 1968.)
///
/// Takes 24 bytes or less a state beside the state itself and the heuristic's
/// cache. Unsolvable is proven by exhausting what can be reached. Stops with
/// [`StopReason::Capacity`] beyond 2³² − 1 states.
pub fn astar<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    order: Order,
    limits: &Limits,
) -> Report<P::Move> {
    let mut meter = Meter::new(limits);
    conclude(search(puzzle, start, heuristic, order, &mut meter), &meter)
}

fn search<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    order: Order,
    meter: &mut Meter,
) -> Result<Outcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Outcome::Solved { moves: Vec::new() });
    }
    let cache = heuristic.start(puzzle, start);
    let bound = heuristic.bound(cache);
    if bound == DEAD_END {
        return Ok(Outcome::Unsolvable(Proof::Invariant(
            "the start is a dead end by its lower bound".into(),
        )));
    }
    let mut nodes = Nodes::new();
    let mut open = Open::default();
    nodes.reserve(1, meter)?;
    nodes.insert(start, || cache);
    nodes.costs.set(0, 0);
    open.push(u64::from(bound), 0, 0, meter)?;
    let mut dead_ends = 0;
    let mut found = None;
    let mut successors = Vec::new();
    let mut pops = 0_u32;
    while let Some((sum, cost, index)) = open.pop(meter) {
        if found.is_some_and(|length| sum > u64::from(length)) {
            break;
        }
        meter.prove_at_least(u32::try_from(sum.max(1)).unwrap_or(u32::MAX));
        pops = pops.wrapping_add(1);
        if pops.is_multiple_of(4096) {
            meter.poll()?;
        }
        if nodes.costs.get(index) < cost {
            // It was reached by fewer moves since, and that is in the queue too.
            continue;
        }
        let state = nodes.states.get(index);
        if puzzle.is_goal(state) {
            if order == Order::Any {
                let moves = nodes.path_to(puzzle, index);
                return Ok(Outcome::Solved { moves });
            }
            found = Some(cost);
            continue;
        }
        meter.expand()?;
        for m in puzzle.moves(state) {
            memory::push(&mut successors, (m, puzzle.apply(state, m)), meter)?;
        }
        meter.generate(successors.len() as u64);
        nodes.reserve(successors.len(), meter)?;
        let cache = nodes.caches.get(index);
        for (m, after) in successors.drain(..) {
            let (next, new) =
                nodes.insert(after, || heuristic.step(puzzle, cache, state, m, after));
            if nodes.costs.get(next) <= cost + 1 {
                continue;
            }
            let remaining = heuristic.bound(nodes.caches.get(next));
            if remaining == DEAD_END {
                dead_ends += usize::from(new);
                continue;
            }
            nodes.costs.set(next, cost + 1);
            nodes.parents.set(next, index);
            let sum = u64::from(cost + 1) + u64::from(remaining);
            open.push(sum, cost + 1, next, meter)?;
        }
    }
    match found {
        Some(length) => {
            let moves = nodes.first_path(puzzle, start, length, meter)?;
            Ok(Outcome::Solved { moves })
        }
        None => Ok(exhausted(nodes.states.len() - dead_ends, dead_ends > 0)),
    }
}

/// The states reached, and what is known of each.
struct Nodes<S, C> {
    states: StateSet<S>,
    /// The fewest moves known to reach it; `u32::MAX` at dead ends.
    costs: Arena<u32>,
    /// The state before it on that way.
    parents: Arena<u32>,
    /// What the heuristic keeps.
    caches: Arena<C>,
}

impl<S: Copy + Eq + Hash, C: Copy> Nodes<S, C> {
    fn new() -> Self {
        Self {
            states: StateSet::new(),
            costs: Arena::new(),
            parents: Arena::new(),
            caches: Arena::new(),
        }
    }

    fn reserve(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        self.costs.reserve(more, meter)?;
        self.parents.reserve(more, meter)?;
        self.caches.reserve(more, meter)?;
        self.states.reserve(more, meter)
    }

    /// The number of `state`, and whether it is new.
    #[inline]
    fn insert(&mut self, state: S, cache: impl FnOnce() -> C) -> (u32, bool) {
        let (index, new) = self.states.insert(state);
        if new {
            self.costs.push(u32::MAX);
            self.parents.push(u32::MAX);
            self.caches.push(cache());
        }
        (index, new)
    }

    /// The moves by which the state numbered `index` was reached.
    fn path_to<P: Puzzle<State = S>>(&self, puzzle: &P, mut index: u32) -> Vec<P::Move> {
        let mut moves = Vec::new();
        while self.costs.get(index) > 0 {
            let parent = self.parents.get(index);
            let (before, after) = (self.states.get(parent), self.states.get(index));
            moves.extend(move_between(puzzle, before, after));
            index = parent;
        }
        moves.reverse();
        moves
    }

    /// The lexicographically first of the solutions with `length` moves.
    ///
    /// All states on them are known by their true cost. A depth-first search
    /// over states whose cost is their depth tries moves in their order; what
    /// lies below a state is the same whenever it is reached, so none is
    /// entered twice: its cost is overwritten.
    fn first_path<P: Puzzle<State = S>>(
        &mut self,
        puzzle: &P,
        start: S,
        length: u32,
        meter: &mut Meter,
    ) -> Result<Vec<P::Move>, StopReason> {
        let mut path = Vec::new();
        let mut stack = Vec::new();
        meter.expand()?;
        memory::push(&mut stack, (start, puzzle.moves(start)), meter)?;
        loop {
            let depth = stack.len() as u32;
            let Some((state, moves)) = stack.last_mut() else {
                return Ok(path);
            };
            let Some(m) = moves.next() else {
                stack.pop();
                path.pop();
                continue;
            };
            let after = puzzle.apply(*state, m);
            meter.generate(1);
            let Some(index) = self.states.find(after) else {
                continue;
            };
            if self.costs.get(index) != depth {
                continue;
            }
            if depth == length {
                if puzzle.is_goal(after) {
                    path.push(m);
                    return Ok(path);
                }
                continue;
            }
            self.costs.set(index, 0);
            meter.expand()?;
            memory::push(&mut stack, (after, puzzle.moves(after)), meter)?;
            memory::push(&mut path, m, meter)?;
        }
    }
}

/// States to be expanded, in buckets of equal sum and equal cost.
#[derive(Default)]
struct Open(BTreeMap<(u64, Reverse<u32>), Vec<u32>>);

/// What a bucket takes beside its states, roughly.
const BUCKET_BYTES: u64 = 2 * size_of::<((u64, Reverse<u32>), Vec<u32>)>() as u64;

impl Open {
    #[inline]
    fn push(
        &mut self,
        sum: u64,
        cost: u32,
        index: u32,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let bucket = self.0.entry((sum, Reverse(cost))).or_default();
        if bucket.capacity() == 0 {
            take(meter, BUCKET_BYTES)?;
        }
        memory::push(bucket, index, meter)
    }

    /// Takes a state of the least sum, and among those of the greatest cost.
    #[inline]
    fn pop(&mut self, meter: &mut Meter) -> Option<(u64, u32, u32)> {
        let mut bucket = self.0.first_entry()?;
        let &(sum, Reverse(cost)) = bucket.key();
        let index = bucket.get_mut().pop()?;
        if bucket.get().is_empty() {
            memory::release(bucket.remove(), meter);
            give_back(meter, BUCKET_BYTES);
        }
        Some((sum, cost, index))
    }
}
