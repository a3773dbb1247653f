//! Beam search.

use std::hash::Hash;
use std::num::NonZeroUsize;

use fewest_rules::{DEAD_END, Heuristic, Limits, Meter, Puzzle, StopReason};

use super::approximation::{Approximate, ApproximateReport, Approximation};
use crate::breadth_first::step_between;
use crate::conclusion::{dead_start, exhausted};
use crate::states::{Arena, StateSet, memory};

/// Looks for any solution from `start` by beam search. Of each layer the search keeps only the
/// `width` states with the least bounds by `heuristic`, and among equal bounds those generated
/// first. The states of a layer are expanded in the order of their bounds.
///
/// The search does not guarantee that the solution is short. For each state that was discarded,
/// take the number of moves to it plus its bound. The proven lower bound is the least of these
/// sums: a shorter solution would lie entirely in the beam, so the search would have found it. A
/// beam that is wide enough for every state therefore finds a shortest solution and reports it as
/// proven. (The idea is B. Lowerre's, "The HARPY speech recognition system", 1976.)
///
/// Holds the states kept, `width` for each layer, with at most 16 bytes in addition for each, and
/// one layer of candidates. When no state is left, the board is proven unsolvable only if nothing
/// was discarded; otherwise the search stops with [`StopReason::Capacity`].
pub fn beam<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    width: NonZeroUsize,
    limits: &Limits,
) -> ApproximateReport<P::Move> {
    let mut meter = Meter::new(limits);
    let beam = Beam {
        puzzle,
        heuristic,
        width: width.get(),
        kept: BeamStates {
            states: StateSet::new(),
            parents: Arena::new(),
            caches: Arena::new(),
        },
        next: StateSet::new(),
        next_caches: Arena::new(),
        candidates: Vec::new(),
        least_cut: u32::MAX,
        dead_ends: false,
    };
    let result = beam.search(start, &mut meter);
    ApproximateReport::conclude(result, &meter)
}

/// The states of the beam, layer after layer.
struct BeamStates<S, C> {
    states: StateSet<S>,
    /// The index of the parent of each state.
    parents: Arena<u32>,
    caches: Arena<C>,
}

/// A candidate for the next layer. In the order of candidates, a better candidate is less than a
/// worse one. All searches share this type, so that sorting is compiled only once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct BeamCandidate {
    bound: u32,
    /// The index of the state among the candidates.
    number: u32,
    parent: u32,
}

struct Beam<'a, P: Puzzle, H: Heuristic<P>> {
    puzzle: &'a P,
    heuristic: &'a H,
    width: usize,
    kept: BeamStates<P::State, H::Cache>,
    /// The states of the candidates without duplicates, and their caches.
    next: StateSet<P::State>,
    next_caches: Arena<H::Cache>,
    candidates: Vec<BeamCandidate>,
    /// A lower bound on the moves of every solution through a discarded state. Each discarded state
    /// gives a sum: the number of moves to it plus its bound. This is the least of these sums, or
    /// `u32::MAX` if no state was discarded.
    least_cut: u32,
    /// Whether the heuristic reported a dead end.
    dead_ends: bool,
}

impl<P: Puzzle, H: Heuristic<P>> Beam<'_, P, H> {
    fn search(
        mut self,
        start: P::State,
        meter: &mut Meter,
    ) -> Result<Approximate<P::Move>, StopReason> {
        if self.puzzle.is_goal(start) {
            let found = Approximation::new(Vec::new(), 0, None);
            return Ok(Approximate::Found(found));
        }
        let cache = self.heuristic.start(self.puzzle, start);
        let bound = self.heuristic.bound(cache);
        if bound == DEAD_END {
            return Ok(Approximate::Unsolvable(dead_start()));
        }
        meter.prove_at_least(bound.max(1));
        self.kept.reserve(1, meter)?;
        self.kept.insert(start, 0, cache);
        let mut layer = 0..1;
        // Invariant: no goal is reached in fewer than `depth` moves within the beam. So a solution
        // either passes through a discarded state and has at least `least_cut` moves, or its states
        // so far lie in the beam and it has at least `depth` moves.
        for depth in 1.. {
            meter.prove_at_least(self.least_cut.min(depth));
            for index in layer.clone() {
                if let Some(goal) = self.expand(index, meter)? {
                    let mut moves = self.path_to(index)?;
                    moves.push(goal);
                    let proven = meter.lower_bound().max(self.least_cut.min(depth));
                    let found = Approximation::new(moves, proven, None);
                    return Ok(Approximate::Found(found));
                }
            }
            self.cut(depth);
            self.keep(meter)?;
            layer = layer.end..self.kept.states.len() as u32;
            if layer.is_empty() {
                break;
            }
        }
        Ok(if self.least_cut == u32::MAX {
            let reached = self.kept.states.len();
            Approximate::of(exhausted(reached, self.dead_ends), None)
        } else {
            Approximate::Stopped {
                lower_bound: meter.lower_bound().max(self.least_cut),
                reason: StopReason::Capacity,
            }
        })
    }

    /// Adds the successors of a kept state to the candidates. Returns the move to a goal, if there
    /// is one.
    fn expand(&mut self, index: u32, meter: &mut Meter) -> Result<Option<P::Move>, StopReason> {
        meter.expand()?;
        let state = self.kept.states.get(index);
        let cache = self.kept.caches.get(index);
        for m in self.puzzle.moves(state) {
            let after = self.puzzle.apply(state, m);
            meter.generate(1);
            if self.puzzle.is_goal(after) {
                return Ok(Some(m));
            }
            if self.kept.states.find(after).is_some() {
                continue;
            }
            let cache = self.heuristic.step(self.puzzle, cache, state, m, after);
            let bound = self.heuristic.bound(cache);
            if bound == DEAD_END {
                self.dead_ends = true;
                continue;
            }
            self.next.reserve(1, meter)?;
            self.next_caches.reserve(1, meter)?;
            if let (number, true) = self.next.insert(after) {
                self.next_caches.push(cache);
                let candidate = BeamCandidate {
                    bound,
                    number,
                    parent: index,
                };
                memory::push(&mut self.candidates, candidate, meter)?;
            }
        }
        Ok(None)
    }

    /// Keeps only the best candidates and sorts them. The candidates are `depth` moves from the
    /// start.
    fn cut(&mut self, depth: u32) {
        if let Some(best_cut) = leave_best(&mut self.candidates, self.width) {
            let sum = depth.saturating_add(best_cut.bound);
            self.least_cut = self.least_cut.min(sum);
        }
    }

    /// Turns the candidates into the next layer.
    fn keep(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        self.kept.reserve(self.candidates.len(), meter)?;
        for candidate in self.candidates.drain(..) {
            let state = self.next.get(candidate.number);
            let cache = self.next_caches.get(candidate.number);
            self.kept.insert(state, candidate.parent, cache);
        }
        self.next.clear();
        self.next_caches.clear();
        Ok(())
    }

    /// The moves on the path to the state with index `index`.
    ///
    /// # Errors
    /// [`StopReason::Contradiction`] if a state on the path has no move to the next one.
    fn path_to(&self, mut index: u32) -> Result<Vec<P::Move>, StopReason> {
        let states = &self.kept.states;
        let mut moves = Vec::new();
        while index != 0 {
            let parent = self.kept.parents.get(index);
            let (before, after) = (states.get(parent), states.get(index));
            moves.push(step_between(self.puzzle, before, after)?);
            index = parent;
        }
        moves.reverse();
        Ok(moves)
    }
}

/// Keeps the best `width` candidates, best first. Returns the best candidate that it discards.
fn leave_best(candidates: &mut Vec<BeamCandidate>, width: usize) -> Option<BeamCandidate> {
    let best_cut = (candidates.len() > width).then(|| *candidates.select_nth_unstable(width).1);
    candidates.truncate(width);
    candidates.sort_unstable();
    best_cut
}

impl<S: Copy + Eq + Hash, C: Copy> BeamStates<S, C> {
    fn reserve(&mut self, more: usize, meter: &mut Meter) -> Result<(), StopReason> {
        self.parents.reserve(more, meter)?;
        self.caches.reserve(more, meter)?;
        self.states.reserve(more, meter)
    }

    /// Adds a state, which must be new.
    fn insert(&mut self, state: S, parent: u32, cache: C) {
        self.states.insert(state);
        self.parents.push(parent);
        self.caches.push(cache);
    }
}
