//! The graph of many solutions.

use std::iter::FusedIterator;
use std::ops::Range;

use fewest_rules::{Meter, StopReason};
use num_bigint::BigUint;

use crate::states::memory;

/// Solutions from a start, as the graph of the moves that lie on them.
///
/// The solutions are the paths from the first node, the start, to the last node, the end of every
/// solution. There are often far more solutions than nodes; the graph counts the solutions without
/// enumerating them. An enumeration never backtracks from a dead end, because every edge leads to
/// the end of a solution.
///
/// Without costs, each edge is one move. With costs, an edge may begin with *free* moves, which cost
/// nothing; the search that returns the graph says which moves are free.
#[derive(Debug, Clone)]
pub struct SolutionGraph<M> {
    /// For each node, the index of its first edge. One more element at the end holds the number of
    /// all edges. Every edge leads to a node with a greater index.
    first_edge: Vec<usize>,
    edges: Vec<GraphEdge>,
    /// The moves of all edges, edge after edge.
    moves: Vec<M>,
}

#[derive(Debug, Clone, Copy)]
struct GraphEdge {
    /// The index of the node to which the edge leads.
    target: u32,
    /// The end of this edge's moves in the list of all moves. They begin where the moves of the
    /// previous edge end.
    end: u32,
}

impl<M: Copy> SolutionGraph<M> {
    /// A graph without nodes, to which nodes and their edges are added from the start on.
    pub(super) fn empty() -> Self {
        Self {
            first_edge: Vec::new(),
            edges: Vec::new(),
            moves: Vec::new(),
        }
    }

    /// The graph if the start is a goal: the only solution has no moves.
    pub(super) fn of_a_goal() -> Self {
        Self {
            first_edge: vec![0, 0],
            ..Self::empty()
        }
    }

    /// Adds a node. The edges added next begin at this node.
    pub(super) fn add_node(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        memory::push(&mut self.first_edge, self.edges.len(), meter)
    }

    /// Adds an edge from the node that was added last.
    pub(super) fn add_edge(
        &mut self,
        target: u32,
        moves: impl IntoIterator<Item = M>,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        for m in moves {
            memory::push(&mut self.moves, m, meter)?;
        }
        let end = u32::try_from(self.moves.len()).map_err(|_| StopReason::Capacity)?;
        memory::push(&mut self.edges, GraphEdge { target, end }, meter)
    }

    /// Adds the last node, the end of every solution.
    pub(super) fn finish(&mut self, meter: &mut Meter) -> Result<(), StopReason> {
        self.add_node(meter)?;
        self.add_node(meter)
    }

    /// Replaces the target of every edge by its image under `node_of`.
    pub(super) fn retarget(&mut self, node_of: impl Fn(u32) -> u32) {
        for edge in &mut self.edges {
            edge.target = node_of(edge.target);
        }
    }

    /// The number of bytes that the graph holds.
    pub(super) fn bytes(&self) -> u64 {
        memory::bytes_of::<usize>(self.first_edge.capacity())
            + memory::bytes_of::<GraphEdge>(self.edges.capacity())
            + memory::bytes_of::<M>(self.moves.capacity())
    }

    /// The number of solutions. Counting takes one addition per edge, and holds a number for each
    /// node.
    pub fn count(&self) -> BigUint {
        self.count_in(1_u128, 0, |a, b| a.checked_add(*b))
            .map(BigUint::from)
            .or_else(|| self.count_in(BigUint::from(1_u8), BigUint::ZERO, |a, b| Some(a + b)))
            .unwrap_or_default()
    }

    /// Counts the solutions in numbers of type `N`. Returns `None` if a number overflows.
    fn count_in<N: Clone>(&self, one: N, zero: N, add: impl Fn(N, &N) -> Option<N>) -> Option<N> {
        let end = self.nodes() - 1;
        let mut counts = vec![zero.clone(); end];
        counts.push(one);
        for node in (0..end).rev() {
            let edges = self.edges[self.edges_of(node)].iter();
            counts[node] = edges
                .map(|edge| &counts[edge.target as usize])
                .try_fold(zero.clone(), &add)?;
        }
        Some(counts.swap_remove(0))
    }

    /// The first solution in the order of [`iter`](Self::iter).
    pub fn first(&self) -> Vec<M> {
        self.iter().next().unwrap_or_default()
    }

    /// Enumerates all solutions, in lexicographic order unless edges have free moves. Each solution
    /// takes time linear in its length, and the iterator holds only the current solution.
    pub fn iter(&self) -> Solutions<'_, M> {
        Solutions {
            graph: self,
            taken: Vec::new(),
            begun: false,
        }
    }

    /// The number of nodes. The first node is the start, and the last one the end of every solution.
    pub fn nodes(&self) -> usize {
        self.first_edge.len() - 1
    }

    /// The edges from a node. Each edge has the index of the node to which it leads, which is
    /// greater than `node`, and the moves from one node to the other.
    ///
    /// # Panics
    /// Panics if there is no such node.
    pub fn edges(&self, node: usize) -> impl Iterator<Item = (usize, &[M])> {
        self.edges_of(node)
            .map(|edge| (self.edges[edge].target as usize, self.moves_of(edge)))
    }

    fn edges_of(&self, node: usize) -> Range<usize> {
        self.first_edge[node]..self.first_edge[node + 1]
    }

    fn moves_of(&self, edge: usize) -> &[M] {
        let before = edge.checked_sub(1);
        let begin = before.map_or(0, |before| self.edges[before].end);
        &self.moves[begin as usize..self.edges[edge].end as usize]
    }
}

impl<'a, M: Copy> IntoIterator for &'a SolutionGraph<M> {
    type Item = Vec<M>;
    type IntoIter = Solutions<'a, M>;

    fn into_iter(self) -> Solutions<'a, M> {
        self.iter()
    }
}

/// The solutions of a [`SolutionGraph`].
#[derive(Debug, Clone)]
pub struct Solutions<'a, M> {
    graph: &'a SolutionGraph<M>,
    /// For each node of the solution that was returned last, a range of edges of this node: the
    /// edge that the solution takes, and the edges that have not been tried yet.
    taken: Vec<Range<usize>>,
    begun: bool,
}

impl<M: Copy> Iterator for Solutions<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        let graph = self.graph;
        let mut node = 0;
        if self.begun {
            // Backtracks to the last node with an edge left, and takes that edge.
            loop {
                let mut edges = self.taken.pop()?;
                edges.next();
                if !edges.is_empty() {
                    node = graph.edges[edges.start].target as usize;
                    self.taken.push(edges);
                    break;
                }
            }
        }
        self.begun = true;
        loop {
            let edges = graph.edges_of(node);
            if edges.is_empty() {
                break;
            }
            node = graph.edges[edges.start].target as usize;
            self.taken.push(edges);
        }
        let edges = self.taken.iter().map(|edges| graph.moves_of(edges.start));
        Some(edges.flatten().copied().collect())
    }
}

impl<M: Copy> FusedIterator for Solutions<'_, M> {}
