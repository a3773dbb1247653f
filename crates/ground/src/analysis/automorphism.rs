//! The automorphisms of a coloured graph, by refinement and backtracking.
//!
//! At first, two copies of the graph have the same colours. The colour of a vertex is refined by
//! the colours of its neighbours until no colour class splits any more. Then a vertex of the first
//! copy is matched in turn with each vertex of the second copy that has the same colour: the two
//! matched vertices get a new colour that no other vertex has, and the refinement continues (B. D.
//! McKay, "Practical graph isomorphism", 1981). McKay's pruning of the search is left out because
//! all automorphisms are wanted, and they are few.

use std::collections::HashMap;

/// A graph whose vertices are *atoms* and *terms*. An atom has only a colour. A term has a colour
/// and coloured edges to earlier vertices, and no two terms are equal in both. So the images of the
/// atoms determine the images of the terms. All atoms are added before the first term.
#[derive(Debug, Default)]
pub(super) struct TermGraph {
    colours: Vec<u64>,
    /// The edges of each vertex, in both directions. The edges of a term to earlier vertices have
    /// even numbers, and the same edges seen from the other end have odd numbers.
    edges: Vec<Vec<(u64, u32)>>,
    /// The terms, by their colours and their edges in increasing order.
    terms: HashMap<(u64, Vec<(u64, u32)>), u32>,
}

impl TermGraph {
    /// Adds an atom. Atoms and terms must have different colours.
    pub(super) fn atom(&mut self, colour: u64) -> u32 {
        self.colours.push(mixed(colour));
        self.edges.push(Vec::new());
        self.colours.len() as u32 - 1
    }

    /// The term with this colour and these edges, each given by its colour and its end. The term is
    /// added if it does not exist.
    pub(super) fn term(&mut self, colour: u64, edges: impl IntoIterator<Item = (u64, u32)>) -> u32 {
        let edges = edges.into_iter().map(|(edge, to)| (2 * edge, to));
        let mut edges: Vec<_> = edges.collect();
        edges.sort_unstable();
        edges.dedup();
        let key = (mixed(colour), edges);
        if let Some(&known) = self.terms.get(&key) {
            return known;
        }
        let term = self.atom(colour);
        for &(edge, to) in &key.1 {
            self.edges[to as usize].push((edge + 1, term));
        }
        self.edges[term as usize].clone_from(&key.1);
        self.terms.insert(key, term);
        term
    }

    /// For each automorphism, the images of the atoms. `None` if there are more than `most`
    /// automorphisms, or if the refinement would examine more than `work` edges.
    pub(super) fn automorphisms(&self, most: usize, work: u64) -> Option<Vec<Vec<u32>>> {
        let mut search = AutomorphismSearch {
            graph: self,
            most,
            work,
            found: Vec::new(),
        };
        let mut colours = self.colours.clone();
        search.refine(&mut colours)?;
        search.extend(&colours, &colours)?;
        Some(search.found)
    }

    fn atoms(&self) -> usize {
        self.colours.len() - self.terms.len()
    }

    /// Whether a permutation of the atoms is part of an automorphism: it keeps their colours, and
    /// the image of each term is a term.
    fn is_automorphism(&self, atoms: &[u32]) -> bool {
        let mut images = atoms.to_vec();
        let mut coloured = self.colours.iter().zip(atoms);
        coloured.all(|(&colour, &image)| colour == self.colours[image as usize])
            && (self.atoms()..self.colours.len()).all(|term| {
                let down = self.edges[term].iter().filter(|(edge, _)| edge % 2 == 0);
                let down = down.map(|&(edge, to)| (edge, images[to as usize]));
                let mut down: Vec<_> = down.collect();
                down.sort_unstable();
                let image = self.terms.get(&(self.colours[term], down));
                images.extend(image);
                image.is_some()
            })
    }
}

struct AutomorphismSearch<'a> {
    graph: &'a TermGraph,
    most: usize,
    work: u64,
    found: Vec<Vec<u32>>,
}

impl AutomorphismSearch<'_> {
    /// Refines the colours until no class splits. A new colour depends only on the old colours, so
    /// the colours of two copies of the graph stay comparable.
    fn refine(&mut self, colours: &mut Vec<u64>) -> Option<()> {
        let all = &self.graph.edges;
        let work: u64 = all.iter().map(|edges| 1 + edges.len() as u64).sum();
        let mut classes = count(colours);
        loop {
            self.work = self.work.checked_sub(work)?;
            let refined = all.iter().zip(&*colours).map(|(edges, &colour)| {
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
        let atoms = self.graph.atoms();
        let free = (0..atoms).filter(|&v| classes[&one[v]].0.len() > 1);
        let Some(vertex) = free.min_by_key(|&v| classes[&one[v]].0.len()) else {
            let images = one[..atoms].iter().map(|colour| classes[colour].1[0]);
            let images: Vec<u32> = images.collect();
            if self.graph.is_automorphism(&images) {
                self.found.push(images);
            }
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
