//! All solutions near the best one, and the best solutions, where moves have costs.

use fewest_rules::{Heuristic, Limits, Meter, MoveCosts, Objective, Puzzle, StopReason};
use num_bigint::BigUint;

use super::cost_solution_graph::LeastCostPaths;
use super::near_cost_graph::{NearCostGraph, way_to};
use super::near_cost_walks::CostWalks;
use super::near_shortest::{NearShortestOptions, SolutionRange};
use super::order_of_moves::in_order_by;

/// Solutions of a puzzle with costs, from the best on.
///
/// # What is counted
///
/// The *first criterion* is what the objective minimises first: the cost, or the number of moves.
/// A move is *free* if it leaves the first criterion unchanged, so no move is free for
/// [`Objective::MovesThenCost`].
///
/// Solutions are counted up to free moves: two solutions are the same if they make the same moves
/// that are not free, from the same states and in the same order. Each solution is listed with as
/// few free moves as possible before each move that is not free and before the goal. The second
/// criterion of a solution includes the free moves listed.
///
/// A walk *could have been* in a state if free moves lead to this state from the start, or from a
/// state that an earlier move that is not free has led to. In a solution, no move that is not free
/// leads to a state in which the solution could have been before. So a cycle that could be left out
/// makes no other solution, whether its moves are free or not. A solution ends as soon as free
/// moves reach a goal. If no move is free, the solutions are those that visit no state twice and
/// end at the first goal that they reach.
///
/// Two moves are *independent* in a state if each of them is legal there and after the other move,
/// if neither is free in any of these states, and if both orders lead to the same state with the
/// same sum of costs. The independent moves of a solution are *in order* as
/// [`NearShortest`](crate::NearShortest) says; no move is brought forward past a free move.
#[derive(Debug, Clone)]
pub struct NearLeastCost<M> {
    /// For each value of the objective that solutions have, the best value first: the first
    /// criterion, and the graph of the solutions with this value.
    pub graphs: Vec<(u32, LeastCostPaths<M>)>,
    /// All solutions whose first criterion is less than this number were found.
    pub complete_below: u32,
    /// Whether it is proven that there are no other solutions.
    pub is_all: bool,
    /// The limit that ended the search, if one was reached.
    pub stopped: Option<StopReason>,
    /// The graph of the last completed pass, which contains all states on the solutions found.
    /// `None` if no pass was completed.
    graph: Option<NearCostGraph<M>>,
}

/// Finds all solutions of the wanted range from `start`.
///
/// Where the description of the options speaks of a number of moves, the first criterion of
/// `objective` takes its place. [`SolutionRange::Best`] also finds all solutions that have the same
/// first criterion as the last of the wanted solutions.
///
/// `heuristic` must be admissible for the first criterion. A* finds the states near the best
/// solutions. Then the search follows all walks through these states, and merges walks as in
/// [`near_shortest`](crate::near_shortest). Takes memory for the states that the heuristic does not
/// exclude, for their moves and for the walks. The number of walks grows exponentially with the
/// difference to the best solution. The search takes several passes, with increasing bounds on the
/// first criterion. If a limit stops it, the result has the solutions of the last completed pass.
pub fn near_least_cost<P: MoveCosts, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    objective: Objective,
    options: &NearShortestOptions,
    limits: &Limits,
) -> NearLeastCost<P::Move> {
    let mut meter = Meter::new(limits);
    let mut found = NearLeastCost {
        graphs: Vec::new(),
        complete_below: options.shortest,
        is_all: false,
        stopped: None,
        graph: None,
    };
    let explore = &mut |most, meter: &mut Meter| {
        NearCostGraph::new(puzzle, start, heuristic, objective, most, meter)
    };
    found.stopped = found.extend(options, explore, &mut meter).err();
    found
}

/// A function that finds the states of all solutions whose first criterion is at most the given
/// number.
type Explore<'a, M> = &'a mut dyn FnMut(u32, &mut Meter) -> Result<NearCostGraph<M>, StopReason>;

impl<M: Copy + Ord + std::fmt::Debug> NearLeastCost<M> {
    /// Finds the solutions within one bound after another until all solutions of the wanted range
    /// are found.
    fn extend(
        &mut self,
        options: &NearShortestOptions,
        explore: Explore<'_, M>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let mut most = options.shortest;
        loop {
            let graph = explore(most, meter)?;
            let held = meter.held();
            let mut walks = CostWalks::new(&graph, most, options.in_order, meter)?;
            let graphs = walks.solutions(meter)?;
            let beyond = walks.beyond;
            drop(walks);
            // Only the result of the last pass is kept.
            meter.hold(held.saturating_sub(graph.bytes()))?;
            self.graphs = graphs;
            self.complete_below = most.saturating_add(1);
            self.is_all = beyond.is_none();
            self.graph = Some(graph);
            let Some(beyond) = beyond else {
                return Ok(());
            };
            let more = most - options.shortest;
            most = match options.range {
                SolutionRange::Within(wanted) if more < wanted => {
                    options.shortest.saturating_add(wanted)
                }
                SolutionRange::Best(wanted) if self.count() < wanted.into() => {
                    // If costs are large, `beyond` may be hardly greater than the last bound
                    // `most`. So the bound grows by at least a quarter of the amount by which it
                    // exceeds the first bound.
                    beyond.max(most.saturating_add(more / 4))
                }
                _ => return Ok(()),
            };
        }
    }

    /// The number of solutions found.
    pub fn count(&self) -> BigUint {
        self.graphs.iter().map(|(_, paths)| paths.count()).sum()
    }

    /// Enumerates the solutions, the best first. Solutions with the same value of the objective are
    /// in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<M>> + '_ {
        self.graphs.iter().flat_map(|(_, paths)| paths.iter())
    }

    /// The solution that stands for all solutions that differ from `moves` by free moves and by the
    /// order of independent moves: its independent moves are in order, and it has as few free moves
    /// as possible. `None` if `moves` or the resulting sequence is not among the solutions found.
    pub fn normal_form(&self, moves: &[M]) -> Option<Vec<M>> {
        let graph = self.graph.as_ref()?;
        let moves = listed(graph, moves)?;
        let independent = |state, before, m| graph.are_independent(state, before, m);
        let moves = in_order_by(graph, 0, &moves, independent);
        is_solution(graph, &moves).then_some(moves)
    }
}

/// Replaces the free moves among `moves` by as few free moves as possible. Returns `None` if a move
/// is not in the graph.
fn listed<M: Copy + Ord + std::fmt::Debug>(
    graph: &NearCostGraph<M>,
    moves: &[M],
) -> Option<Vec<M>> {
    let mut listed = Vec::new();
    let (mut stage, mut state) = (0, 0);
    for &m in moves {
        let step = graph.step(state, m)?;
        if !graph.is_free(&step) {
            let reached = graph.free_from(stage);
            let before = reached.iter().position(|to| to.state == state)?;
            listed.extend(way_to(&reached, before));
            listed.push(m);
            stage = step.target;
        }
        state = step.target;
    }
    let reached = graph.free_from(stage);
    let last = reached.len() - 1;
    graph.is_goal(reached[last].state).then(|| {
        listed.extend(way_to(&reached, last));
        listed
    })
}

/// Whether `moves`, from the start, are a solution as [`NearLeastCost`] defines it: all moves are
/// in the graph, no move that is not free leads to a state in which the solution could have been
/// before, and the solution ends at the first goal.
fn is_solution<M: Copy + Ord + std::fmt::Debug>(graph: &NearCostGraph<M>, moves: &[M]) -> bool {
    let free = |stage| graph.free_from(stage).into_iter().map(|to| to.state);
    let mut state = 0;
    let mut visited: Vec<u32> = free(0).collect();
    for m in moves {
        let Some(step) = graph.step(state, *m) else {
            return false;
        };
        if graph.is_goal(state) {
            return false;
        }
        if !graph.is_free(&step) {
            if visited.contains(&step.target) || visited.iter().any(|&state| graph.is_goal(state)) {
                return false;
            }
            visited.extend(free(step.target));
        }
        state = step.target;
    }
    graph.is_goal(state)
}
