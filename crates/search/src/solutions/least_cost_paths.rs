//! All best solutions where moves have costs.

use fewest_rules::{
    CostOutcome, CostReport, Heuristic, Limits, Meter, MoveCosts, Objective, Outcome, StopReason,
};

use super::shortest_paths::PathsOrOutcome;
use super::solution_graph::SolutionGraph;
use super::tight_moves::{Reached, TightMoves};
use crate::best_first::{BestFirst, CostKeys, cost_of};
use crate::conclusion::conclude_costs;
use crate::states::{StateSet, memory};

/// Finds all best solutions from `start` for `objective`. If the report's outcome is solved, its
/// moves are the first of these solutions, and the solutions are returned as well; otherwise there
/// are none to return.
///
/// # What is counted
///
/// If the number of moves is one of the criteria, the solutions are all sequences of moves that are
/// best for both criteria.
///
/// For [`Objective::Cost`] alone there may be infinitely many sequences, because free moves can form
/// cycles. Solutions are then counted *up to free moves*: two solutions are the same if they make
/// the same moves that are not free, from the same states and in the same order. Each solution is
/// listed with as few free moves as possible before each move that is not free, and before the goal.
/// If no move is free, the solutions are all sequences of moves of least cost.
///
/// # The search
///
/// `heuristic` must be admissible for the first criterion of the objective;
/// [`Zero`](fewest_rules::Zero) is. A* *settles*, that is expands, every state that may lie on a
/// best solution according to the heuristic. Then a pass from the farthest states to the start keeps
/// the states that lie on a best solution, and a pass from the start builds the graph.
///
/// At its peak, the search holds all states reached and the graph. Takes time in proportion to the
/// moves of all states reached. For [`Objective::Cost`], the last pass follows the free moves
/// separately from each node of the graph. The nodes are the start and each state that a solution
/// enters by a move that is not free. So the pass also takes time for each pair of a node and a
/// state that free moves reach from this node.
pub fn least_cost_paths<P: MoveCosts, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    objective: Objective,
    limits: &Limits,
) -> (CostReport<P::Move>, Option<SolutionGraph<P::Move>>) {
    let mut meter = Meter::new(limits);
    let mut paths = None;
    let result = search(puzzle, start, heuristic, objective, &mut meter).and_then(|found| {
        let moves = match found {
            Ok(graph) => {
                let moves = graph.first();
                paths = Some(graph);
                Outcome::Solved { moves }
            }
            Err(outcome) => outcome,
        };
        moves.with_cost(|moves| cost_of(puzzle, start, moves))
    });
    let report = conclude_costs(result, &meter);
    let paths = paths.filter(|_| matches!(report.outcome, CostOutcome::Solved { .. }));
    (report, paths)
}

fn search<P: MoveCosts, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    objective: Objective,
    meter: &mut Meter,
) -> Result<PathsOrOutcome<P::Move>, StopReason> {
    let mut search = BestFirst::new(puzzle, heuristic, CostKeys::new(objective));
    match search.begin(start, meter)? {
        None => {}
        Some(Outcome::Solved { .. }) => return Ok(Ok(SolutionGraph::of_a_goal())),
        Some(known) => return Ok(Err(known)),
    }
    search.settled = Some(Vec::new());
    let Some(goal) = search.next_goal(u64::MAX, meter)? else {
        return Ok(Err(search.exhausted()));
    };
    let least = search.wave.key(goal);
    let mut goals = vec![goal];
    // The priority of a goal is its key, so the other goals within `least` are equally far. After
    // this loop, every state on a best path to one of these goals is settled with its true key.
    while let Some(goal) = search.next_goal(least, meter)? {
        memory::push(&mut goals, goal, meter)?;
    }
    let settled = search.settled.take().unwrap_or_default();
    let mut order = memory::with_capacity(settled.len() + goals.len(), meter)?;
    let ends = settled.iter().chain(&goals);
    order.extend(ends.map(|&index| (search.wave.key(index), index)));
    memory::release(settled, meter);
    order.sort_unstable();
    order.dedup();
    let mut groups = Vec::new();
    for group in order.chunk_by(|a, b| a.0 == b.0) {
        let begin = groups.last().map_or(0, |&(_, end)| end);
        memory::push(&mut groups, (begin, begin + group.len()), meter)?;
    }
    let settled = SettledStates {
        search: &search,
        order,
        groups,
    };
    Ok(Ok(
        TightMoves::new(puzzle, &settled).solutions(start, meter)?
    ))
}

/// The states that A* has settled.
struct SettledStates<'a, 's, P: MoveCosts, H: Heuristic<P>> {
    search: &'s BestFirst<'a, P, H, CostKeys>,
    /// The states with their keys, in the order of their keys.
    order: Vec<(u64, u32)>,
    /// For each key, the first of its states in `order` and the end of its states.
    groups: Vec<(usize, usize)>,
}

impl<P: MoveCosts, H: Heuristic<P>> Reached<P> for SettledStates<'_, '_, P, H> {
    type Weights = CostKeys;

    fn weights(&self) -> CostKeys {
        self.search.weights
    }

    fn set(&self) -> &StateSet<P::State> {
        &self.search.wave.set
    }

    fn has_key(&self, index: u32, key: u64) -> bool {
        self.search.wave.key(index) == key
    }

    fn groups(&self) -> usize {
        self.groups.len()
    }

    fn group(&self, at: usize) -> (u64, impl Iterator<Item = u32>) {
        let (begin, end) = self.groups[at];
        let states = self.order[begin..end].iter();
        (self.order[begin].0, states.map(|&(_, index)| index))
    }
}
