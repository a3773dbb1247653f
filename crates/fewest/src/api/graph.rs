//! The graph of the states that a board can reach.

use fewest_rules::StopReason;

use super::SolveError;

/// All states that can be reached from a board, and all moves between them.
///
/// The states are numbered in the order in which breadth-first search from the start discovers
/// them, so the same board always gives the same graph. State 0 is the start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateGraph {
    /// The states of the graph.
    pub states: Vec<GraphState>,
    /// The moves, ordered by the state in which they are made, and then as the puzzle lists them.
    pub edges: Vec<GraphEdge>,
    /// The names of all moves. An edge refers to the name of its move by an index into this list.
    pub names: Vec<String>,
}

/// A state of a [`StateGraph`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphState {
    /// The fewest moves from the start to this state.
    pub distance: u32,
    /// The fewest moves from this state to a goal; `None` if no goal can be reached.
    pub to_goal: Option<u32>,
    /// Whether the state is a goal.
    pub is_goal: bool,
    /// A drawing of the state.
    pub drawing: String,
}

/// A move from one state of a [`StateGraph`] to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GraphEdge {
    /// The number of the state in which the move is made.
    pub from: u32,
    /// The number of the state to which the move leads.
    pub to: u32,
    /// The index of the move's name in [`StateGraph::names`].
    pub name: u32,
    /// The cost of the move, if moves have costs.
    pub cost: Option<u16>,
}

/// Why there is no graph of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// The graph has more states than wanted, or another limit was reached.
    #[error(
        "stopped by a limit: {reason}; the board reaches at least {reached} states, and every \
         solution has at least {lower_bound} moves"
    )]
    Stopped {
        /// The limit that was reached. [`StopReason::States`] means that there are more states than
        /// wanted.
        reason: StopReason,
        /// The number of states found so far.
        reached: u64,
        /// Every solution has at least this many moves.
        lower_bound: u32,
    },
    /// The board cannot be played.
    #[error(transparent)]
    Board(#[from] SolveError),
}

impl StateGraph {
    /// Makes a graph without edges.
    pub(crate) fn new() -> Self {
        Self {
            states: Vec::new(),
            edges: Vec::new(),
            names: Vec::new(),
        }
    }

    /// Computes the distance from each state to the nearest goal. The graph must have all its
    /// edges.
    pub(crate) fn measure_to_goals(&mut self) {
        // The edges by their targets: those to state `n` are `by_target[first[n]..first[n + 1]]`.
        let mut first = vec![0_usize; self.states.len() + 1];
        for edge in &self.edges {
            first[edge.to as usize + 1] += 1;
        }
        for n in 1..first.len() {
            first[n] += first[n - 1];
        }
        let mut next = first.clone();
        let mut by_target = vec![0_u32; self.edges.len()];
        for edge in &self.edges {
            let place = &mut next[edge.to as usize];
            by_target[*place] = edge.from;
            *place += 1;
        }
        let goals = (0..self.states.len()).filter(|&n| self.states[n].is_goal);
        let mut queue: Vec<usize> = goals.collect();
        for &goal in &queue {
            self.states[goal].to_goal = Some(0);
        }
        let mut at = 0;
        while let Some(&state) = queue.get(at) {
            at += 1;
            let farther = self.states[state].to_goal.map(|moves| moves + 1);
            for &before in &by_target[first[state]..first[state + 1]] {
                let before = before as usize;
                if self.states[before].to_goal.is_none() {
                    self.states[before].to_goal = farther;
                    queue.push(before);
                }
            }
        }
    }
}
