//! The graph of all solutions of one length.

use fewest_rules::Meter;
use num_bigint::BigUint;

use crate::states::memory;

/// All solutions of one length from a start, as the graph of the moves that lie on such solutions.
///
/// The solutions are the paths from the root to the goals. There are often far more solutions than
/// nodes; the graph counts the solutions without enumerating them. An enumeration never backtracks
/// from a dead end, because every edge leads to a goal.
#[derive(Debug, Clone)]
pub struct SolutionGraph<M> {
    /// The edges: moves, each with the index of the node to which it leads. The edges of each node
    /// are consecutive and in the order of moves.
    pub(crate) edges: Vec<(M, u32)>,
    /// For each node, the index of its first edge. One more element at the end holds the number of
    /// all edges. The nodes are ordered backwards from the goals: every edge leads to a node with a
    /// smaller index, and the root is the last node.
    pub(crate) first_edge: Vec<usize>,
    /// For each layer, the index of its first node. One more element at the end holds the number of
    /// all nodes. The goals are layer 0.
    pub(crate) layers: Vec<u32>,
}

impl<M> SolutionGraph<M> {
    /// An empty graph, to which layers can be added.
    pub(crate) fn empty() -> Self {
        Self {
            edges: Vec::new(),
            first_edge: Vec::new(),
            layers: Vec::new(),
        }
    }

    /// Drops a graph that a search has built, and reports its memory as free.
    pub(crate) fn release(self, meter: &mut Meter) {
        memory::release(self.edges, meter);
        memory::release(self.first_edge, meter);
        memory::release(self.layers, meter);
    }

    /// The graph if the start is a goal: the only solution has no moves.
    pub(crate) fn of_a_goal() -> Self {
        Self {
            edges: Vec::new(),
            first_edge: vec![0, 0],
            layers: vec![0, 1],
        }
    }
}

impl<M: Copy> SolutionGraph<M> {
    /// The number of moves of each solution.
    pub fn length(&self) -> u32 {
        self.layers.len() as u32 - 2
    }

    /// The number of solutions, counted as sequences of moves.
    ///
    /// Counting takes one addition per edge, and holds the counts of two layers at a time.
    pub fn count(&self) -> BigUint {
        self.count_in(1_u128, 0, |a, b| a.checked_add(*b))
            .map(BigUint::from)
            .or_else(|| self.count_in(BigUint::from(1_u8), BigUint::ZERO, |a, b| Some(a + b)))
            .unwrap_or_default()
    }

    /// Counts the solutions in numbers of type `N`. Returns `None` if a number overflows.
    fn count_in<N: Clone>(&self, one: N, zero: N, add: impl Fn(N, &N) -> Option<N>) -> Option<N> {
        let mut after = vec![one; self.layers[1] as usize];
        for layer in self.layers.windows(3) {
            let &[after_start, start, end] = layer else {
                break;
            };
            after = (start..end)
                .map(|node| {
                    self.edges_of(node)
                        .iter()
                        .try_fold(zero.clone(), |sum, &(_, target)| {
                            add(sum, &after[(target - after_start) as usize])
                        })
                })
                .collect::<Option<_>>()?;
        }
        after.pop()
    }

    /// The lexicographically first solution.
    pub fn first(&self) -> Vec<M> {
        self.iter().next().unwrap_or_default()
    }

    /// Enumerates all solutions in lexicographic order. Each solution takes time linear in its
    /// length, and the iterator holds only the current solution.
    pub fn iter(&self) -> Solutions<'_, M> {
        Solutions {
            paths: self,
            taken: Vec::new(),
            begun: false,
        }
    }

    /// The index of the root, the node of the start.
    pub(crate) fn root(&self) -> u32 {
        self.first_edge.len() as u32 - 2
    }

    /// The moves from a node that lie on solutions, each with the index of the node to which it
    /// leads.
    pub(crate) fn edges_of(&self, node: u32) -> &[(M, u32)] {
        let node = node as usize;
        &self.edges[self.first_edge[node]..self.first_edge[node + 1]]
    }
}

impl<'a, M: Copy> IntoIterator for &'a SolutionGraph<M> {
    type Item = Vec<M>;
    type IntoIter = Solutions<'a, M>;

    fn into_iter(self) -> Solutions<'a, M> {
        self.iter()
    }
}

/// The solutions of a [`SolutionGraph`], in lexicographic order.
#[derive(Debug, Clone)]
pub struct Solutions<'a, M> {
    paths: &'a SolutionGraph<M>,
    /// For each node on the solution that was returned last, the edges of the node that have not
    /// been left behind. The first of them is the edge of this solution.
    taken: Vec<&'a [(M, u32)]>,
    begun: bool,
}

impl<M: Copy> Iterator for Solutions<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        let mut node = if self.begun {
            // Backtracks to the last node with an edge left, and takes that edge.
            loop {
                if let [_, left @ ..] = self.taken.pop()?
                    && let [(_, target), ..] = left
                {
                    self.taken.push(left);
                    break *target;
                }
            }
        } else {
            self.begun = true;
            self.paths.root()
        };
        while let edges @ [(_, target), ..] = self.paths.edges_of(node) {
            self.taken.push(edges);
            node = *target;
        }
        Some(self.taken.iter().map(|edges| edges[0].0).collect())
    }
}

impl<M: Copy> std::iter::FusedIterator for Solutions<'_, M> {}
