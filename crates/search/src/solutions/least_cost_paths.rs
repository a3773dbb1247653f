//! All best solutions where moves have costs.

use fewest_rules::{
    CostOutcome, CostReport, Heuristic, Limits, Meter, MoveCosts, Objective, Outcome, StopReason,
};

use super::cost_solution_graph::LeastCostPaths;
use crate::best_first::{BestFirst, CostKeys, MoveWeights, Weights, cost_of};
use crate::conclusion::conclude_costs;
use crate::states::{Arena, memory};

/// Finds all best solutions from `start` for `objective`. If the report's outcome is solved, its
/// moves are the first of these solutions, and the solutions are returned as well; otherwise there
/// are none to return.
///
/// `heuristic` must be admissible for the first criterion of the objective;
/// [`Zero`](fewest_rules::Zero) is.
///
/// A* *settles*, that is expands, every state that may lie on a best solution according to the
/// heuristic. Then a pass from the farthest states to the start keeps the states that lie on a best
/// solution, and a pass from the start builds the graph. A move is *free* here if it leaves the key
/// of a path (`best_first/cost_keys.rs`) unchanged. So free moves connect only states that are
/// equally far from the start, and each pass follows the free moves within each group of such
/// states.
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
) -> (CostReport<P::Move>, Option<LeastCostPaths<P::Move>>) {
    let mut meter = Meter::new(limits);
    let mut paths = None;
    let result = search(puzzle, start, heuristic, objective, &mut meter).map(|found| match found {
        Ok(graph) => {
            let outcome = CostOutcome::Solved {
                moves: graph.first(),
                cost: graph.cost,
            };
            paths = Some(graph);
            outcome
        }
        Err(unsolvable) => unsolvable,
    });
    (conclude_costs(result, &meter), paths)
}

/// The graph of solutions, or the outcome if there is no solution.
type CostPathsOrOutcome<M> = Result<LeastCostPaths<M>, CostOutcome<M>>;

fn search<P: MoveCosts, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    objective: Objective,
    meter: &mut Meter,
) -> Result<CostPathsOrOutcome<P::Move>, StopReason> {
    let mut search = BestFirst::new(puzzle, heuristic, CostKeys::new(objective));
    match search.begin(start, meter)? {
        None => {}
        Some(Outcome::Solved { .. }) => {
            return Ok(Ok(LeastCostPaths {
                first_edge: vec![0, 0],
                edges: Vec::new(),
                moves: Vec::new(),
                cost: 0,
            }));
        }
        Some(known) => {
            return Ok(Err(known.with_cost(|moves| cost_of(puzzle, start, moves))?));
        }
    }
    search.settled = Some(Vec::new());
    let goal = search.next_goal(u64::MAX, meter)?;
    let Some(goal) = goal else {
        let outcome = search.exhausted();
        return Ok(Err(
            outcome.with_cost(|moves| cost_of(puzzle, start, moves))?
        ));
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
    let tight = TightEdges {
        puzzle,
        search: &search,
        least,
    };
    let kept = tight.keep(&order, meter)?;
    Ok(Ok(tight.graph(start, &order, &kept, meter)?))
}

/// The *tight* moves between settled states. A move is tight if the known key of the state before
/// it plus the key of the move is the known key of the state after it. So the last move of the best
/// known path to a state is tight.
///
/// The key of a state that lies on no best solution may be greater than its distance. If a tight
/// path led from such a state to a goal, then the goal would be nearer than the nearest goals. So a
/// state whose key is greater than its distance is never kept.
struct TightEdges<'a, 's, P: MoveCosts, H: Heuristic<P>> {
    puzzle: &'a P,
    search: &'s BestFirst<'a, P, H, CostKeys>,
    /// The key of the best solutions. (A key packs the criteria of the objective, cost and number
    /// of moves, into one number.)
    least: u64,
}

impl<P: MoveCosts, H: Heuristic<P>> TightEdges<'_, '_, P, H> {
    /// Follows the move `m` from a state with the key `key`. If the move is tight, returns the
    /// index of the next state and whether the move leaves the key unchanged.
    fn follow(&self, state: P::State, key: u64, m: P::Move) -> Option<(u32, bool)> {
        let keys = self.search.weights;
        let step = keys.step(self.puzzle, state, m);
        let after = self.search.wave.set.find(self.puzzle.apply(state, m))?;
        let sum = keys.add(key, step).ok()?;
        (sum <= self.least && self.search.wave.key(after) == sum).then_some((after, step == 0))
    }

    fn is_goal(&self, state: P::State, key: u64) -> bool {
        key == self.least && self.puzzle.is_goal(state)
    }

    /// For each state, in the order of their indices, whether it lies on a tight path to a goal.
    /// `order` holds the settled states in the order of their keys.
    fn keep(&self, order: &[(u64, u32)], meter: &mut Meter) -> Result<Arena<bool>, StopReason> {
        let states = self.search.wave.set.len();
        let mut kept = Arena::new();
        kept.reserve(states, meter)?;
        for _ in 0..states {
            kept.push(false);
        }
        let mut free: Vec<(u32, u32)> = Vec::new();
        let mut waiting: Vec<u32> = Vec::new();
        // Invariant: for all states with greater keys, `kept` is final. A state of this group is
        // kept if it is a goal, has a tight move to a kept state of another group, or a free move
        // to a kept state of this group.
        for group in order.chunk_by(|a, b| a.0 == b.0).rev() {
            free.clear();
            for &(key, index) in group {
                let state = self.search.wave.set.get(index);
                meter.expand()?;
                if self.is_goal(state, key) {
                    kept.set(index, true);
                    memory::push(&mut waiting, index, meter)?;
                    continue;
                }
                for m in self.puzzle.moves(state) {
                    meter.generate(1);
                    match self.follow(state, key, m) {
                        Some((after, true)) => memory::push(&mut free, (after, index), meter)?,
                        Some((after, false)) if kept.get(after) && !kept.get(index) => {
                            kept.set(index, true);
                            memory::push(&mut waiting, index, meter)?;
                        }
                        _ => {}
                    }
                }
            }
            free.sort_unstable();
            while let Some(index) = waiting.pop() {
                let from = free.partition_point(|&(after, _)| after < index);
                for &(_, before) in free[from..].iter().take_while(|&&(to, _)| to == index) {
                    if !kept.get(before) {
                        kept.set(before, true);
                        memory::push(&mut waiting, before, meter)?;
                    }
                }
            }
        }
        memory::release(free, meter);
        memory::release(waiting, meter);
        Ok(kept)
    }

    /// Builds the graph of the solutions. The nodes are the start and the states in which a
    /// solution arrives by a move that is not free, in the order of their keys.
    fn graph(
        &self,
        start: P::State,
        order: &[(u64, u32)],
        kept: &Arena<bool>,
        meter: &mut Meter,
    ) -> Result<LeastCostPaths<P::Move>, StopReason> {
        /// The value of `node_of` for a state that is not in the graph.
        const NONE: u32 = u32::MAX;
        /// The value of `node_of` for a state that will be in the graph but whose node has no index
        /// yet.
        const ARRIVED: u32 = u32::MAX - 1;
        let set = &self.search.wave.set;
        let mut node_of = Arena::new();
        node_of.reserve(set.len(), meter)?;
        for _ in 0..set.len() {
            node_of.push(NONE);
        }
        let mut graph = LeastCostPaths {
            first_edge: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
            cost: 0,
        };
        if let Some(root) = set.find(start) {
            node_of.set(root, ARRIVED);
        }
        let mut nodes = 0;
        // The states that free moves reach from the current node. Each entry has the index of the
        // state, the index of the entry for the previous state on the path, and the move between
        // these two states.
        let mut reached: Vec<(u32, usize, Option<P::Move>)> = Vec::new();
        let mut label: Vec<P::Move> = Vec::new();
        // For each state, the last node from which free moves reached it.
        let mut reached_by = Arena::new();
        reached_by.reserve(set.len(), meter)?;
        for _ in 0..set.len() {
            reached_by.push(NONE);
        }
        // Moves that are not free lead to greater keys. So when the loop comes to a state, all
        // edges into this state are known. Until the nodes have indices of their own, the targets
        // of edges are the indices of states.
        for &(key, root) in order {
            if node_of.get(root) != ARRIVED {
                continue;
            }
            node_of.set(root, nodes);
            memory::push(&mut graph.first_edge, graph.edges.len(), meter)?;
            reached.clear();
            memory::push(&mut reached, (root, 0, None), meter)?;
            reached_by.set(root, nodes);
            let mut at = 0;
            while let Some(&(index, ..)) = reached.get(at) {
                let state = set.get(index);
                meter.expand()?;
                // The free moves from the node to this state, from the last to the first.
                label.clear();
                let mut back = at;
                while let (_, before, Some(m)) = reached[back] {
                    memory::push(&mut label, m, meter)?;
                    back = before;
                }
                if self.is_goal(state, key) {
                    graph.add_edge(NONE, label.iter().rev().copied(), meter)?;
                    break;
                }
                for m in self.puzzle.moves(state) {
                    meter.generate(1);
                    match self.follow(state, key, m) {
                        Some((after, true))
                            if kept.get(after) && reached_by.get(after) != nodes =>
                        {
                            reached_by.set(after, nodes);
                            memory::push(&mut reached, (after, at, Some(m)), meter)?;
                        }
                        Some((after, false)) if kept.get(after) => {
                            let moves = label.iter().rev().copied().chain([m]);
                            if self.is_goal(set.get(after), self.search.wave.key(after)) {
                                graph.add_edge(NONE, moves, meter)?;
                            } else {
                                node_of.set(after, ARRIVED);
                                graph.add_edge(after, moves, meter)?;
                            }
                        }
                        _ => {}
                    }
                }
                at += 1;
            }
            nodes += 1;
        }
        memory::push(&mut graph.first_edge, graph.edges.len(), meter)?;
        memory::push(&mut graph.first_edge, graph.edges.len(), meter)?;
        for edge in &mut graph.edges {
            edge.target = match edge.target {
                NONE => nodes,
                state => node_of.get(state),
            };
        }
        let first = graph.first();
        graph.cost = cost_of(self.puzzle, start, &first)?;
        Ok(graph)
    }
}
