//! The automorphisms of a coloured graph, by refinement and backtracking.
//!
//! At first, two copies of the graph have the same colours. The colour of a vertex is refined by
//! the colours of its neighbours until no colour class splits any more. Then a vertex of the first
//! copy is matched in turn with each vertex of the second copy that has the same colour: the two
//! matched vertices get a new colour that no other vertex has, and the refinement continues (B. D.
//! McKay, "Practical graph isomorphism", 1981). McKay's pruning of the search is left out because
//! all automorphisms are wanted, and they are few.

use std::collections::HashMap;

/// A graph with coloured vertices and edges. Each edge is stored at both its ends.
#[derive(Debug, Default)]
pub(super) struct ColouredGraph {
    colours: Vec<u64>,
    edges: Vec<Vec<(u64, u32)>>,
}

impl ColouredGraph {
    pub(super) fn vertex(&mut self, colour: u64) -> u32 {
        self.colours.push(mixed(colour));
        self.edges.push(Vec::new());
        self.colours.len() as u32 - 1
    }

    /// Joins two vertices by a directed edge of this colour.
    pub(super) fn join(&mut self, from: u32, to: u32, colour: u64) {
        self.edges[from as usize].push((2 * colour, to));
        self.edges[to as usize].push((2 * colour + 1, from));
    }

    /// For each mapping of the graph to itself that refinement cannot distinguish from an
    /// automorphism, the images of the first `wanted` vertices. Every automorphism is among these
    /// candidates; others among them may fail to be one, so the caller must check them. `None` if
    /// there are more than `most` candidates, or if the refinement would examine more than `work`
    /// edges.
    pub(super) fn candidates(
        &self,
        wanted: usize,
        most: usize,
        work: u64,
    ) -> Option<Vec<Vec<u32>>> {
        let mut search = AutomorphismSearch {
            graph: self,
            wanted,
            most,
            work,
            found: Vec::new(),
        };
        let mut colours = self.colours.clone();
        search.refine(&mut colours)?;
        search.extend(&colours, &colours)?;
        Some(search.found)
    }
}

struct AutomorphismSearch<'a> {
    graph: &'a ColouredGraph,
    wanted: usize,
    most: usize,
    work: u64,
    found: Vec<Vec<u32>>,
}

impl AutomorphismSearch<'_> {
    /// Refines the colours until no class splits. A new colour depends only on the old colours, so
    /// the colours of two copies of the graph stay comparable.
    fn refine(&mut self, colours: &mut Vec<u64>) -> Option<()> {
        let edges: u64 = self
            .graph
            .edges
            .iter()
            .map(|edges| 1 + edges.len() as u64)
            .sum();
        let mut classes = count(colours);
        loop {
            self.work = self.work.checked_sub(edges)?;
            let refined = self
                .graph
                .edges
                .iter()
                .zip(&*colours)
                .map(|(edges, &colour)| {
                    let sum = edges.iter().fold(0_u64, |sum, &(edge, to)| {
                        sum.wrapping_add(mixed(colours[to as usize] ^ mixed(edge)))
                    });
                    mixed(colour.rotate_left(17) ^ sum)
                });
            *colours = refined.collect();
            let now = count(colours);
            if now == classes {
                return Some(());
            }
            classes = now;
        }
    }

    fn extend(&mut self, one: &[u64], other: &[u64]) -> Option<()> {
        let mut classes: HashMap<u64, (Vec<u32>, Vec<u32>)> = HashMap::new();
        for (vertex, (&a, &b)) in one.iter().zip(other).enumerate() {
            classes.entry(a).or_default().0.push(vertex as u32);
            classes.entry(b).or_default().1.push(vertex as u32);
        }
        if classes.values().any(|(a, b)| a.len() != b.len()) {
            return Some(());
        }
        let free = (0..self.wanted).filter(|&v| classes[&one[v]].0.len() > 1);
        let Some(vertex) = free.min_by_key(|&v| classes[&one[v]].0.len()) else {
            let images = one[..self.wanted].iter().map(|colour| classes[colour].1[0]);
            self.found.push(images.collect());
            return (self.found.len() <= self.most).then_some(());
        };
        let alone = |colours: &[u64], vertex: usize| {
            let mut colours = colours.to_vec();
            colours[vertex] = mixed(colours[vertex] ^ 0x5bd1_e995);
            colours
        };
        let mut left = alone(one, vertex);
        self.refine(&mut left)?;
        for &image in &classes[&one[vertex]].1 {
            let mut right = alone(other, image as usize);
            self.refine(&mut right)?;
            self.extend(&left, &right)?;
        }
        Some(())
    }
}

fn count(colours: &[u64]) -> usize {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours.dedup();
    colours.len()
}

/// A hash of a number (the finaliser of splitmix64).
fn mixed(number: u64) -> u64 {
    let mut x = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
