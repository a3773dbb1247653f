//! All shortest solutions.

use std::ops::ControlFlow;

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle, Report, StopReason};
use num_bigint::BigUint;

use crate::conclusion::{conclude, exhausted};
use crate::layers::Layers;
use crate::memory;

/// All shortest solutions from a start: the graph of exactly the states and moves that lie on one.
///
/// The solutions are the paths from the root to the goals. There are often far more solutions than
/// states; the graph counts the solutions without enumerating them. Enumerating the solutions needs
/// no backtracking from dead ends, because every edge leads to a goal.
#[derive(Debug, Clone)]
pub struct ShortestPaths<M> {
    /// The moves and their targets. The edges of each node are consecutive and in the order of
    /// moves.
    pub(crate) edges: Vec<(M, u32)>,
    /// The first edge of each node, then the number of edges. Nodes are numbered backwards from the
    /// goals: every edge leads to a smaller number, and the root is the last node.
    pub(crate) first_edge: Vec<usize>,
    /// The first node of each layer, then the number of nodes. The goals are layer 0.
    pub(crate) layers: Vec<u32>,
}

/// Finds all shortest solutions from `start`. Returns the paths exactly if the report's outcome is
/// solved. The moves in the report are the lexicographically first solution.
///
/// A breadth-first search runs up to the layer of the nearest goals. Then a backward pass expands
/// each layer once more and keeps the states with a move to a state that was kept. Takes memory for
/// all states reached, and for the graph while both are held.
pub fn shortest_paths<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> (Report<P::Move>, Option<ShortestPaths<P::Move>>) {
    let mut meter = Meter::new(limits);
    let mut paths = None;
    let result = search(puzzle, start, |_, _| true, &mut meter).map(|found| match found {
        Ok(graph) => {
            let moves = graph.first();
            paths = Some(graph);
            Outcome::Solved { moves }
        }
        Err(unsolvable) => unsolvable,
    });
    (conclude(result, &meter), paths)
}

/// Finds all shortest solutions from `start` if they have at most `length` moves; `None` if there
/// is no such solution.
///
/// Like [`shortest_paths`], but skips every state that `heuristic` proves to lie on no solution of
/// at most `length` moves. With a good heuristic, and with the length of a shortest solution known
/// from another search, these are nearly all states.
///
/// # Errors
/// Returns the limit that was reached.
pub fn shortest_paths_within<P: Puzzle, H: Heuristic<P>>(
    puzzle: &P,
    start: P::State,
    heuristic: &H,
    length: u32,
    limits: &Limits,
) -> Result<Option<ShortestPaths<P::Move>>, StopReason> {
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

/// The graph of solutions, or the outcome that there is no solution.
pub(crate) type PathsOrOutcome<M> = Result<ShortestPaths<M>, Outcome<M>>;

fn search<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    keep: impl Fn(u32, P::State) -> bool,
    meter: &mut Meter,
) -> Result<PathsOrOutcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Ok(ShortestPaths::of_a_goal()));
    }
    let mut layers = Layers::new(false, meter)?;
    layers.seed([start], meter)?;
    let mut solved = false;
    while !solved {
        if layers.frontier() == 0 {
            return Ok(Err(exhausted(layers.set.len(), false)));
        }
        let depth = layers.depth() + 1;
        meter.prove_at_least(depth);
        layers.advance(
            meter,
            |state| {
                puzzle
                    .moves(state)
                    .map(move |m| puzzle.apply(state, m))
                    .filter(|&after| keep(depth, after))
            },
            |_, state| {
                solved |= puzzle.is_goal(state);
                ControlFlow::Continue(())
            },
        )?;
    }
    let graph = walk_back(puzzle, &layers, meter)?;
    layers.release(meter);
    Ok(Ok(graph))
}

/// Builds the graph of all paths from layer 0 to the goals in the last layer.
fn walk_back<P: Puzzle>(
    puzzle: &P,
    layers: &Layers<P::State>,
    meter: &mut Meter,
) -> Result<ShortestPaths<P::Move>, StopReason> {
    /// Stands for the node of a state that is not in the graph.
    const NONE: u32 = u32::MAX;
    let mut graph = ShortestPaths::empty();
    let mut nodes = 0;
    // The node of each state of the next layer, in the order of the layer.
    let mut after: Vec<u32> = Vec::new();
    let mut after_layer = 0..0;
    // Invariant: `graph` contains every state of the later layers that lies on a shortest solution,
    // with all its edges. A state of this layer lies on a shortest solution exactly if some move
    // leads to such a node of the next layer, because each move of a shortest path leads to the
    // next layer.
    for depth in (0..=layers.depth()).rev() {
        memory::push(&mut graph.layers, nodes, meter)?;
        let layer = layers.layer(depth);
        let mut here = memory::with_capacity(layer.len(), meter)?;
        for index in layer.clone() {
            let state = layers.set.get(index);
            let edges = graph.edges.len();
            let is_node = if depth == layers.depth() {
                if index % 1024 == 0 {
                    meter.poll()?;
                }
                puzzle.is_goal(state)
            } else {
                meter.expand()?;
                for m in puzzle.moves(state) {
                    meter.generate(1);
                    let target = layers
                        .set
                        .find(puzzle.apply(state, m))
                        .filter(|index| after_layer.contains(index))
                        .map_or(NONE, |index| after[(index - after_layer.start) as usize]);
                    if target != NONE {
                        memory::push(&mut graph.edges, (m, target), meter)?;
                    }
                }
                graph.edges.len() > edges
            };
            if is_node {
                memory::push(&mut graph.first_edge, edges, meter)?;
                here.push(nodes);
                nodes += 1;
            } else {
                here.push(NONE);
            }
        }
        memory::release(std::mem::replace(&mut after, here), meter);
        after_layer = layer;
    }
    memory::release(after, meter);
    memory::push(&mut graph.first_edge, graph.edges.len(), meter)?;
    memory::push(&mut graph.layers, nodes, meter)?;
    Ok(graph)
}

impl<M> ShortestPaths<M> {
    /// An empty graph, to which layers can be added.
    pub(crate) fn empty() -> Self {
        Self {
            edges: Vec::new(),
            first_edge: Vec::new(),
            layers: Vec::new(),
        }
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

impl<M: Copy> ShortestPaths<M> {
    /// The number of moves of each solution.
    pub fn length(&self) -> u32 {
        self.layers.len() as u32 - 2
    }

    /// The number of solutions, counted as sequences of moves.
    ///
    /// Takes one addition per edge, and holds the counts of two layers at a time.
    pub fn count(&self) -> BigUint {
        self.count_in(1_u128, 0, |a, b| a.checked_add(*b))
            .map(BigUint::from)
            .or_else(|| self.count_in(BigUint::from(1_u8), BigUint::ZERO, |a, b| Some(a + b)))
            .unwrap_or_default()
    }

    /// Counts in numbers of type `N`; `None` if they overflow.
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
    /// length, and only the current one is held.
    pub fn iter(&self) -> Solutions<'_, M> {
        Solutions {
            paths: self,
            taken: Vec::new(),
            begun: false,
        }
    }

    fn root(&self) -> u32 {
        self.first_edge.len() as u32 - 2
    }

    fn edges_of(&self, node: u32) -> &[(M, u32)] {
        let node = node as usize;
        &self.edges[self.first_edge[node]..self.first_edge[node + 1]]
    }
}

impl<'a, M: Copy> IntoIterator for &'a ShortestPaths<M> {
    type Item = Vec<M>;
    type IntoIter = Solutions<'a, M>;

    fn into_iter(self) -> Solutions<'a, M> {
        self.iter()
    }
}

/// The solutions of [`ShortestPaths`], in lexicographic order.
#[derive(Debug, Clone)]
pub struct Solutions<'a, M> {
    paths: &'a ShortestPaths<M>,
    /// For each node of the last solution returned: the edge taken and the edges after it.
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
