//! All shortest solutions.

use std::ops::ControlFlow;

use fewest_rules::{Heuristic, Limits, Meter, Outcome, Puzzle, Report, StopReason};
use num_bigint::BigUint;

use crate::conclusion::{conclude, exhausted};
use crate::layers::Layers;
use crate::memory;

/// All shortest solutions of a start: the graph of exactly the states and
/// moves that lie on one.
///
/// Solutions are as many as there are paths from the root to the goals, often
/// far more than states; the graph counts them without listing them, and lists
/// them without ever going astray, since every edge leads on to a goal.
#[derive(Debug, Clone)]
pub struct ShortestPaths<M> {
    /// Moves and where they lead, the edges of each node together and in the
    /// order of moves.
    pub(crate) edges: Vec<(M, u32)>,
    /// The first edge of each node, and the end. Nodes are numbered from the
    /// goals backwards: all edges lead to smaller numbers, the root is last.
    pub(crate) first_edge: Vec<usize>,
    /// The first node of each layer, and the end; the goals are layer 0.
    pub(crate) layers: Vec<u32>,
}

/// All shortest solutions from `start`. The paths are there exactly if the
/// report says solved; its moves are the lexicographically first solution.
///
/// A breadth-first search up to the layer of the nearest goals, then a pass
/// backwards that expands each layer once more and keeps the states from which
/// a move leads to one that was kept. Takes memory for all states reached,
/// and for the graph while both are held.
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

/// All shortest solutions from `start` if they have at most `length` moves,
/// `None` if there is no such solution.
///
/// As [`shortest_paths`], but leaves out every state that `heuristic` shows to
/// lie on no solution of at most `length` moves. With the length of a shortest
/// solution, known from another search, and a good heuristic, that is nearly
/// all of them.
///
/// # Errors
/// The limit that was reached.
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

/// The graph, or that there is no solution.
pub(crate) type Found<M> = Result<ShortestPaths<M>, Outcome<M>>;

fn search<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    keep: impl Fn(u32, P::State) -> bool,
    meter: &mut Meter,
) -> Result<Found<P::Move>, StopReason> {
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

/// The graph of all ways from layer 0 to the goals in the last layer.
fn walk_back<P: Puzzle>(
    puzzle: &P,
    layers: &Layers<P::State>,
    meter: &mut Meter,
) -> Result<ShortestPaths<P::Move>, StopReason> {
    /// A state that is no node.
    const NONE: u32 = u32::MAX;
    let mut graph = ShortestPaths::empty();
    let mut nodes = 0;
    // The nodes of the layer after the one at hand, by place in that layer.
    let mut after: Vec<u32> = Vec::new();
    let mut after_layer = 0..0;
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
    /// A graph to which layers are to be added.
    pub(crate) fn empty() -> Self {
        Self {
            edges: Vec::new(),
            first_edge: Vec::new(),
            layers: Vec::new(),
        }
    }

    /// The one solution of a start that is a goal: no move.
    pub(crate) fn of_a_goal() -> Self {
        Self {
            edges: Vec::new(),
            first_edge: vec![0, 0],
            layers: vec![0, 1],
        }
    }
}

impl<M: Copy> ShortestPaths<M> {
    /// How many moves each solution has.
    pub fn length(&self) -> u32 {
        self.layers.len() as u32 - 2
    }

    /// How many solutions there are: different sequences of moves.
    ///
    /// One addition an edge; counts are held for two layers at a time.
    pub fn count(&self) -> BigUint {
        self.count_in(1_u128, 0, |a, b| a.checked_add(*b))
            .map(BigUint::from)
            .or_else(|| self.count_in(BigUint::from(1_u8), BigUint::ZERO, |a, b| Some(a + b)))
            .unwrap_or_default()
    }

    /// The count in numbers of one kind; `None` if they are too small.
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

    /// Every solution once, in lexicographic order. Each takes time linear in
    /// its length, and nothing is held but the one at hand.
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
    /// At each node of the solution told last: the edge taken and those after it.
    taken: Vec<&'a [(M, u32)]>,
    begun: bool,
}

impl<M: Copy> Iterator for Solutions<'_, M> {
    type Item = Vec<M>;

    fn next(&mut self) -> Option<Vec<M>> {
        let mut node = if self.begun {
            // Back to the last node with an edge left, and along that edge.
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
