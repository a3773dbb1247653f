//! All solutions near the best one, and the best solutions.

use fewest_rules::{
    Goals, Heuristic, Limits, Meter, MoveCosts, Objective, Puzzle, Reverse, StopReason,
};
use num_bigint::BigUint;

use super::near_graph::NearGraph;
use super::solution_graph::SolutionGraph;
use super::walks::Walks;
use crate::best_first::{CostKeys, Moves};

/// Which solutions a search looks for. The best solutions always belong to the range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolutionRange {
    /// The best solutions only: the shortest or, if moves have costs, those that are best by both
    /// criteria of the objective.
    Optimal,
    /// All solutions with at most this many moves more than the shortest.
    Within(u32),
    /// All solutions of the least lengths that give at least this many solutions together, or all
    /// solutions if there are not so many. A length is never cut: if one solution of a length is in
    /// the range, all of them are.
    Best(u64),
}

/// The options of [`near_shortest`], [`near_shortest_from_both_ends`] and [`near_least_cost`]. If
/// moves have costs, the first criterion of the objective takes the place of the number of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NearOptions {
    /// A lower bound on the number of moves of a shortest solution.
    pub shortest: u32,
    /// The range of the wanted solutions.
    pub range: SolutionRange,
    /// Whether only solutions whose independent moves are in order are wanted; see
    /// [`NearSolutions`].
    pub in_order: bool,
}

impl NearOptions {
    /// Whether all best solutions are wanted, and no others.
    pub fn wants_best(&self) -> bool {
        self.range == SolutionRange::Optimal && !self.in_order
    }
}

/// Solutions, from the best on.
///
/// # What is counted
///
/// A solution visits no state twice, and ends at the first goal that it reaches.
///
/// If moves have costs, the *first criterion* is what the objective minimises first: the cost, or
/// the number of moves. A move is *free* if it leaves the first criterion unchanged, so no move is
/// free for [`Objective::MovesThenCost`], or without costs. Solutions are counted up to free moves:
/// two solutions are the same if they make the same moves that are not free, from the same states
/// and in the same order. Each solution is listed with as few free moves as possible before each
/// move that is not free and before the goal. The second criterion of a solution includes the free
/// moves listed.
///
/// A walk *could have been* in a state if free moves lead to this state from the start, or from a
/// state that an earlier move that is not free has led to. In a solution, no move that is not free
/// leads to a state in which the solution could have been before. So a cycle that could be left out
/// makes no other solution, whether its moves are free or not. A solution ends as soon as free
/// moves reach a goal.
///
/// # Order
///
/// Two moves are *independent* in a state if each is legal there and after the other move, if
/// neither is free in any of these states, and if both orders lead to the same state with the same
/// sum of costs. The independent moves of a solution are *in order* if no move can be brought
/// forward to a place before a greater move. A move can be brought forward past the moves before it,
/// one after the other, as long as it is independent of the move that it passes, in the state in
/// which that move is made. So among solutions that differ only by the order of independent moves,
/// the lexicographically first is in order. If independence depends on the state, several of these
/// solutions may be in order. If putting the moves of a solution in order leads to a sequence that
/// visits a state twice or reaches a goal before its end, the solution only makes a detour beside a
/// shorter one. Such a solution has no form that is in order, so it is left out where only solutions
/// in order are wanted.
#[derive(Debug, Clone)]
pub struct NearSolutions<M> {
    /// The best solutions first: for each length that solutions have, the length and the graph of
    /// these solutions. If moves have costs, the first criterion takes the place of the length, and
    /// solutions that differ by the second criterion have graphs of their own.
    pub graphs: Vec<(u32, SolutionGraph<M>)>,
    /// All solutions with fewer moves than this number, or with a smaller first criterion, were
    /// found.
    pub complete_below: u32,
    /// Whether it is proven that there are no other solutions.
    pub is_all: bool,
    /// The limit that ended the search, if one was reached.
    pub stopped: Option<StopReason>,
    /// The graph of the last pass, which contains all states on the solutions found. `None` before
    /// the first pass.
    graph: Option<NearGraph<M>>,
}

/// Finds all solutions of the wanted range from `start`, by a search from the start.
///
/// `heuristic` must be admissible. A* finds the states near the best solutions. Then the search
/// follows all walks through these states, and merges the walks that have the same future. Takes
/// memory for the states that the heuristic does not exclude, for their moves and for the walks. The
/// number of walks, and so the time, grows exponentially with the number of moves by which the
/// solutions are longer than the shortest ones. The search takes several passes, with increasing
/// bounds on the length. If a limit stops it, the result has the solutions of the last completed
/// pass.
pub fn near_shortest<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    options: &NearOptions,
    limits: &Limits,
) -> NearSolutions<P::Move> {
    search(options, limits, &mut |most, meter| {
        NearGraph::informed(puzzle, start, heuristic, Moves::EQUAL, most, meter)
    })
}

/// Does the same as [`near_shortest`], but finds the states near the shortest solutions from both
/// ends.
pub fn near_shortest_from_both_ends<P: Reverse + Goals>(
    puzzle: &P,
    start: P::State,
    options: &NearOptions,
    limits: &Limits,
) -> NearSolutions<P::Move> {
    search(options, limits, &mut |most, meter| {
        NearGraph::from_both_ends(puzzle, start, most, meter)
    })
}

/// Does the same as [`near_shortest`] for a puzzle whose moves have costs. The first criterion of
/// `objective` takes the place of the number of moves, and `heuristic` must be admissible for it.
/// [`SolutionRange::Best`] also finds all solutions that have the same first criterion as the last
/// of the wanted solutions.
pub fn near_least_cost<P: MoveCosts, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    objective: Objective,
    options: &NearOptions,
    limits: &Limits,
) -> NearSolutions<P::Move> {
    let keys = CostKeys::new(objective);
    search(options, limits, &mut |most, meter| {
        NearGraph::informed(puzzle, start, heuristic, keys, most, meter)
    })
}

/// A function that finds the states of all solutions whose first criterion is at most the given
/// number.
type Explore<'a, M> = &'a mut dyn FnMut(u32, &mut Meter) -> Result<NearGraph<M>, StopReason>;

fn search<M: Copy + Ord + std::fmt::Debug + Send + Sync>(
    options: &NearOptions,
    limits: &Limits,
    explore: Explore<'_, M>,
) -> NearSolutions<M> {
    let mut found = NearSolutions::none(options.shortest);
    let mut meter = Meter::new(limits);
    found.stopped = found.extend(options, explore, &mut meter).err();
    found
}

impl<M: Copy> NearSolutions<M> {
    /// A result without solutions. No solution has fewer moves than `complete_below`.
    pub fn none(complete_below: u32) -> Self {
        Self {
            graphs: Vec::new(),
            complete_below,
            is_all: false,
            stopped: None,
            graph: None,
        }
    }

    /// The number of solutions found.
    pub fn count(&self) -> BigUint {
        self.graphs.iter().map(|(_, graph)| graph.count()).sum()
    }

    /// The result of a search for the best solutions alone: their graph, or the limit that stopped the
    /// search. Their first criterion is `best`.
    pub fn of_best(best: u32, found: Result<Option<SolutionGraph<M>>, StopReason>) -> Self {
        match found {
            Ok(graph) => Self {
                graphs: graph.into_iter().map(|graph| (best, graph)).collect(),
                ..Self::none(best.saturating_add(1))
            },
            Err(reason) => Self {
                stopped: Some(reason),
                ..Self::none(best)
            },
        }
    }
}

impl<M: Copy + Ord + std::fmt::Debug + Send + Sync> NearSolutions<M> {
    /// Finds the solutions within one bound after another until all solutions of the wanted range
    /// are found.
    fn extend(
        &mut self,
        options: &NearOptions,
        explore: Explore<'_, M>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let shortest = options.shortest;
        let longest = match options.range {
            SolutionRange::Optimal => Some(shortest),
            SolutionRange::Within(more) => Some(shortest.saturating_add(more)),
            SolutionRange::Best(_) => None,
        };
        let held = meter.held();
        let mut most = shortest;
        loop {
            let graph = match &self.graph {
                Some(graph) if graph.reaches(most) => graph,
                _ => &*self.graph.insert(explore(longest.unwrap_or(most), meter)?),
            };
            let walks = Walks::new(graph, most, options.in_order, meter)?;
            self.graphs = walks.solutions(meter)?;
            let beyond = walks.beyond;
            drop(walks);
            meter.hold(held + graph.bytes())?;
            self.complete_below = most.saturating_add(1);
            self.is_all = beyond.is_none();
            let Some(beyond) = beyond else {
                return Ok(());
            };
            let more = most - shortest;
            most = match (options.range, longest) {
                (_, Some(longest)) if beyond <= longest => {
                    beyond.max(most.saturating_add(more)).min(longest)
                }
                (_, Some(longest)) => {
                    self.complete_below = longest.saturating_add(1);
                    return Ok(());
                }
                (SolutionRange::Best(wanted), _) if self.count() < wanted.into() => {
                    // If costs are large, `beyond` may be hardly greater than the last bound
                    // `most`. So the bound grows by at least a quarter of the amount by which it
                    // exceeds the first bound.
                    beyond.max(most.saturating_add(more / 4))
                }
                _ => return Ok(()),
            };
        }
    }

    /// Enumerates the solutions, the best first. Solutions with the same length, or with the same
    /// value of the objective, are in lexicographic order.
    pub fn iter(&self) -> impl Iterator<Item = Vec<M>> + '_ {
        self.graphs.iter().flat_map(|(_, graph)| graph.iter())
    }

    /// The solution that stands for all solutions that differ from `moves` by free moves and by the
    /// order of independent moves: its independent moves are in order, and it has as few free moves
    /// as possible. `None` if `moves` leads away from the states near the solutions found, or if the
    /// resulting sequence is no solution.
    pub fn normal_form(&self, moves: &[M]) -> Option<Vec<M>> {
        self.graph.as_ref()?.normal_form(moves)
    }
}
