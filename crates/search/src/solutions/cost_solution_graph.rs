//! The graph of the best solutions where moves have costs.

use fewest_rules::{Meter, StopReason};
use num_bigint::BigUint;

use crate::states::memory;

/// All best solutions from a start for an objective.
///
/// # What is counted
///
/// If the number of moves is one of the criteria, the solutions are all sequences of moves that are
/// best for both criteria.
///
/// For [`Objective::Cost`](fewest_rules::Objective::Cost) alone there may be infinitely many
/// sequences, because free moves can form cycles. Solutions are then counted *up to free moves*:
/// two solutions are the same if they make the same moves that are not free, from the same states
/// and in the same order. Each solution is listed with as few free moves as possible before each
/// move that is not free, and before the goal. If no move is free, the solutions are all sequences
/// of moves of least cost.
#[derive(Debug, Clone)]
pub struct LeastCostPaths<M> {
    /// For each node, the index of its first edge. One more element at the end holds the number of
    /// all edges. The first node is the start, and the last one is the end of every solution. Every
    /// edge leads to a node with a greater index.
    pub(crate) first_edge: Vec<usize>,
    pub(crate) edges: Vec<PathEdge>,
    /// The moves of all edges, edge after edge.
    pub(crate) moves: Vec<M>,
    pub(crate) cost: u32,
}

/// An edge of the graph of solutions: one or more moves. Every move before the last one is free.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathEdge {
    pub(crate) target: u32,
    /// The end of this edge's moves in the list of all moves. They begin where the moves of the
    /// previous edge end.
    pub(crate) end: usize,
}

impl<M: Copy> LeastCostPaths<M> {
    pub(crate) fn add_edge(
        &mut self,
        target: u32,
        moves: impl Iterator<Item = M>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        for m in moves {
            memory::push(&mut self.moves, m, meter)?;
        }
        let end = self.moves.len();
        memory::push(&mut self.edges, PathEdge { target, end }, meter)
    }

    /// The cost of each solution.
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// The number of solutions, as counted by [`LeastCostPaths`]. Counting takes one addition per
    /// edge, and holds a number for each node.
    pub fn count(&self) -> BigUint {
        let nodes = self.first_edge.len() - 1;
        let mut counts = vec![BigUint::ZERO; nodes];
        counts[nodes - 1] += 1_u8;
        for node in (0..nodes - 1).rev() {
            let sum = self
                .edges_of(node)
                .map(|edge| &counts[self.edges[edge].target as usize])
                .sum();
            counts[node] = sum;
        }
        counts.swap_remove(0)
    }

    /// The first solution in the order of [`iter`](Self::iter).
    pub fn first(&self) -> Vec<M> {
        self.iter().next().unwrap_or_default()
    }

    /// Enumerates all solutions, in lexicographic order if the number of moves is one of the
    /// criteria. Each solution takes time linear in its length, and the iterator holds only the
    /// current solution.
    pub fn iter(&self) -> LeastCostSolutions<'_, M> {
        LeastCostSolutions {
            paths: self,
            taken: Vec::new(),
            begun: false,
        }
    }

    /// The number of nodes of the graph of solutions. The first node is the start, and the last one
    /// the end of every solution. Every edge leads to a node with a greater index.
    pub fn nodes(&self) -> usize {
        self.first_edge.len() - 1
    }

    /// The edges from a node. Each edge has the index of the node to which it leads, and the moves
    /// from one node to the other. Every move before the last one is free.
    ///
    /// # Panics
    /// Panics if there is no such node.
    pub fn edges(&self, node: usize) -> impl Iterator<Item = (usize, &[M])> {
        self.edges_of(node)
            .map(|edge| (self.edges[edge].target as usize, self.moves_of(edge)))
    }

    fn edges_of(&self, node: usize) -> std::ops::Range<usize> {
        self.first_edge[node]..self.first_edge[node + 1]
    }

    fn moves_of(&self, edge: usize) -> &[M] {
        let begin = edge
            .checked_sub(1)
            .map_or(0, |before| self.edges[before].end);
        &self.moves[begin..self.edges[edge].end]
    }
}

impl<'a, M: Copy> IntoIterator for &'a LeastCostPaths<M> {
    type Item = Vec<M>;
    type IntoIter = LeastCostSolutions<'a, M>;

    fn into_iter(self) -> LeastCostSolutions<'a, M> {
        self.iter()
    }
}

/// The iterator over the solutions of [`LeastCostPaths`].
#[derive(Debug, Clone)]
pub struct LeastCostSolutions<'a, M> {
    paths: &'a LeastCostPaths<M>,
    /// For each node of the solution that was returned last, a range of edges of this node: the
    /// edge that the solution takes, and the edges that have not been tried yet.
    taken: Vec<std::ops::Range<usize>>,
    begun: bool,
}

impl<M: Copy> Iterator for LeastCostSolutions<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        let paths = self.paths;
        let mut node = 0;
        if self.begun {
            // Backtracks to the last node with an edge left, and takes that edge.
            loop {
                let mut edges = self.taken.pop()?;
                edges.next();
                if !edges.is_empty() {
                    node = paths.edges[edges.start].target as usize;
                    self.taken.push(edges);
                    break;
                }
            }
        }
        self.begun = true;
        loop {
            let edges = paths.edges_of(node);
            if edges.is_empty() {
                break;
            }
            node = paths.edges[edges.start].target as usize;
            self.taken.push(edges);
        }
        let edges = self.taken.iter().map(|edges| paths.moves_of(edges.start));
        Some(edges.flatten().copied().collect())
    }
}

impl<M: Copy> std::iter::FusedIterator for LeastCostSolutions<'_, M> {}
