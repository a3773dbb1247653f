//! All shortest solutions.

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle, Report, StopReason};

use super::solution_graph::SolutionGraph;
use super::tight_moves::{Reached, TightMoves};
use crate::best_first::Moves;
use crate::breadth_first::{Layers, goals};
use crate::conclusion::{conclude, exhausted};
use crate::states::StateSet;

/// Finds all shortest solutions from `start`. If the report's outcome is solved, the graph of these
/// solutions is returned as well, and the moves in the report are the lexicographically first of
/// them.
///
/// A breadth-first search runs up to the layer of the nearest goals. Then a backward pass expands
/// each layer once more and keeps the states with a move to a state that was kept, and a forward
/// pass over the kept states builds the graph. At its peak, the search holds all states reached and
/// the graph.
pub fn shortest_paths<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> (Report<P::Move>, Option<SolutionGraph<P::Move>>) {
    let mut meter = Meter::new(limits);
    report(all_shortest(puzzle, start, &mut meter), &meter)
}

/// The report of a search for all shortest solutions that ended with `result`, and the solutions.
pub(super) fn report<M: Copy>(
    result: Result<PathsOrOutcome<M>, StopReason>,
    meter: &Meter,
) -> (Report<M>, Option<SolutionGraph<M>>) {
    let mut paths = None;
    let result = result.map(|found| match found {
        Ok(graph) => {
            let moves = graph.first();
            paths = Some(graph);
            Outcome::Solved { moves }
        }
        Err(unsolvable) => unsolvable,
    });
    (conclude(result, meter), paths)
}

/// Finds all shortest solutions from `start` if they have at most `length` moves; `None` if there
/// is no such solution.
///
/// The search is that of [`shortest_paths`], but skips every state that `heuristic` proves to lie
/// on no solution of at most `length` moves. If the heuristic is good and `length` is the length of
/// a shortest solution, known from another search, this search skips nearly all states.
///
/// # Errors
/// Returns the limit that was reached.
pub fn shortest_paths_within<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    length: u32,
    limits: &Limits,
) -> Result<Option<SolutionGraph<P::Move>>, StopReason> {
    let mut meter = Meter::new(limits);
    let near = |depth: u32, state| {
        let bound = heuristic.bound(heuristic.start(puzzle, state));
        bound.saturating_add(depth) <= length
    };
    if !near(0, start) {
        return Ok(None);
    }
    Ok(search(puzzle, start, near, &mut meter)?.ok())
}

/// The graph of all shortest solutions from `start`, or the outcome if there is no solution.
pub(super) fn all_shortest<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    meter: &mut Meter,
) -> Result<PathsOrOutcome<P::Move>, StopReason> {
    search(puzzle, start, |_, _| true, meter)
}

/// The graph of solutions, or the outcome if there is no solution.
pub(super) type PathsOrOutcome<M> = Result<SolutionGraph<M>, Outcome<M>>;

/// Searches layer by layer up to the nearest goals. Of the states that a layer leads to, only those
/// are kept for which `keep` returns true, given the depth of their layer.
pub(super) fn search<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    keep: impl Fn(u32, P::State) -> bool + Sync,
    meter: &mut Meter,
) -> Result<PathsOrOutcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Ok(SolutionGraph::of_a_goal()));
    }
    let mut layers = Layers::new(false, meter)?;
    layers.seed([start], meter)?;
    let mut solved = false;
    while !solved && layers.frontier() > 0 {
        let depth = layers.depth() + 1;
        meter.prove_at_least(depth);
        let keep = &keep;
        let successors = |state| {
            let successors = puzzle.successors(state).map(|(_, after)| after);
            successors.filter(move |&after| keep(depth, after))
        };
        solved = layers.advance(meter, successors, goals(puzzle), false)?;
    }
    if !solved {
        return Ok(Err(exhausted(layers.set.len(), false)));
    }
    let graph = TightMoves::new(puzzle, &layers).solutions(start, meter)?;
    layers.release(meter);
    Ok(Ok(graph))
}

impl<P: Puzzle> Reached<P> for Layers<P::State> {
    type Weights = Moves;

    fn weights(&self) -> Moves {
        Moves::EQUAL
    }

    fn set(&self) -> &StateSet<P::State> {
        &self.set
    }

    fn has_key(&self, index: u32, depth: u32) -> bool {
        self.layer(depth).contains(&index)
    }

    fn groups(&self) -> usize {
        self.depth() as usize + 1
    }

    fn group(&self, at: usize) -> (u32, impl Iterator<Item = u32>) {
        (at as u32, self.layer(at as u32))
    }
}
