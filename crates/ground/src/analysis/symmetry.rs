//! Symmetries: permutations of positions and labels that preserve the rules and the goals.
//!
//! The puzzle is written as a graph whose atoms are the positions and the labels. All else is terms:
//! that a position may have a label, each rule, each goal. A permutation of positions and labels
//! preserves the puzzle if it maps the terms to terms, that is, if it is part of an automorphism.

use std::collections::{BTreeMap, HashMap};

use super::automorphism::TermGraph;
use super::by_byte::bytes;
use crate::compiled::PackedTask;
use crate::ground::{Domain, Label, LabelSet, Test, Value, first_alike};
use crate::reduction::{DomainLabel, ReducedTask};

/// A puzzle may have at most this many symmetries.
pub const MOST_SYMMETRIES: usize = 128;
/// The search for automorphisms visits at most this many edges.
const MOST_WORK: u64 = 30_000_000;
/// The tables that map states to their images may take at most this many bytes.
const MOST_BYTES: usize = 1 << 25;
/// Symmetries are computed only if the puzzle has at most this many rules.
const MOST_RULES: usize = 1 << 14;

/// The colours of vertices. Colours of one kind differ by multiples of [`KINDS`].
const POSITION: u64 = 0;
const LABEL: u64 = 1;
const SUCCESSOR: u64 = 2;
const FACT: u64 = 3;
const SAME: u64 = 4;
const COPY: u64 = 5;
const RULE: u64 = 6;
const GOAL: u64 = 7;
const KINDS: u64 = 8;

/// The colours of edges: a term names its vertices, and a rule has tests and writes.
const FIRST: u64 = 0;
const SECOND: u64 = 1;
const TESTED: u64 = 2;
const WRITTEN: u64 = 3;

/// An atom of the graph of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Atom {
    Position(usize),
    Label(DomainLabel),
}

/// A permutation of positions and labels: the image of each.
#[derive(Debug, Clone)]
pub struct Symmetry(HashMap<Atom, Atom>);

impl Symmetry {
    /// The position and the label which a label at a position becomes. `None` if the position never
    /// changes or never has the label.
    pub(super) fn of(&self, position: usize, label: DomainLabel) -> Option<(usize, Label)> {
        match (
            self.0.get(&Atom::Position(position))?,
            self.0.get(&Atom::Label(label))?,
        ) {
            (&Atom::Position(position), &Atom::Label((_, label))) => Some((position, label)),
            _ => None,
        }
    }
}

/// All symmetries of a puzzle except the identity.
#[derive(Debug, Clone)]
pub struct Symmetries {
    all: Vec<Symmetry>,
}

impl Symmetries {
    /// Finds the symmetries of `task`. `None` if there are none or more than [`MOST_SYMMETRIES`],
    /// or if the computation would take too long.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let ground = &task.reduced().ground;
        // If several rules of a move could apply in the same state, a symmetry would also have to
        // preserve the order of these rules.
        if task.rules_overlap()
            || !ground.consequences.is_empty()
            || ground.rules.len() > MOST_RULES
        {
            return None;
        }
        let PuzzleGraph { atoms, graph, .. } = PuzzleGraph::new(task)?;
        let images = graph.automorphisms(MOST_SYMMETRIES, MOST_WORK)?;
        let moves = |images: &&Vec<u32>| (0..).zip(*images).any(|(atom, &image)| atom != image);
        let symmetry = |images: &Vec<u32>| {
            let images = images.iter().map(|&image| atoms[image as usize]);
            Symmetry(atoms.iter().copied().zip(images).collect())
        };
        let all: Vec<Symmetry> = images.iter().filter(moves).map(symmetry).collect();
        let table = bytes(task) * 256 * 8 * task.words();
        let fits = !all.is_empty() && all.len() * table <= MOST_BYTES;
        fits.then_some(Self { all })
    }

    /// The symmetries except the identity.
    pub fn all(&self) -> &[Symmetry] {
        &self.all
    }
}

/// The graph of a puzzle.
struct PuzzleGraph<'a> {
    reduced: &'a ReducedTask,
    graph: TermGraph,
    /// The atoms: the positions that change, and the labels.
    atoms: Vec<Atom>,
    vertices: HashMap<Atom, u32>,
}

impl<'a> PuzzleGraph<'a> {
    /// `None` if a test or a write mentions a position or a label that no state can have.
    fn new(task: &'a PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let ground = &reduced.ground;
        let mut all = Self {
            reduced,
            graph: TermGraph::default(),
            atoms: Vec::new(),
            vertices: HashMap::new(),
        };
        for position in reduced.changing() {
            all.add(Atom::Position(position), POSITION);
        }
        let counts = task.counts().numbers(reduced);
        for (domain, Domain { labels }) in ground.domains.iter().enumerate() {
            let here = reduced.changing();
            let here = here.filter(|&p| ground.positions[p].domain == domain);
            let occur = LabelSet(here.fold(0, |set, p| set | reduced.sets[p].0));
            let adds = reduced.adds_to(domain);
            for label in (0..labels.len() as Label).filter(|&l| adds || occur.has(l)) {
                // Two labels get the same colour if they occur equally often, or if moves change the
                // number of occurrences of both.
                let count = counts[domain][usize::from(label)];
                let count = count.map_or(0, |count| u64::from(count) + 1);
                all.add(Atom::Label((domain, label)), LABEL + KINDS * count);
            }
        }
        all.add_terms()?;
        Some(all)
    }

    fn add(&mut self, atom: Atom, colour: u64) {
        self.atoms.push(atom);
        self.vertices.insert(atom, self.graph.atom(colour));
    }

    fn position(&self, position: usize) -> Option<u32> {
        self.vertices.get(&Atom::Position(position)).copied()
    }

    fn label(&self, label: DomainLabel) -> Option<u32> {
        self.vertices.get(&Atom::Label(label)).copied()
    }

    fn add_terms(&mut self) -> Option<()> {
        let ground = &self.reduced.ground;
        for (domain, Domain { labels }) in ground.domains.iter().enumerate() {
            if self.reduced.adds_to(domain) {
                let modulus = labels.len() as Label;
                for label in 0..modulus {
                    let next = self.label((domain, (label + 1) % modulus))?;
                    let edges = [(FIRST, self.label((domain, label))?), (SECOND, next)];
                    self.graph.term(SUCCESSOR, edges);
                }
            }
        }
        for position in self.reduced.changing() {
            for label in self.reduced.sets[position].labels() {
                self.fact(position, label)?;
            }
        }
        for rule in &ground.rules {
            let mut edges = self.tests(&rule.tests)?;
            for write in &rule.writes {
                let written = match write.value {
                    Value::Label(label) => self.fact(write.position, label)?,
                    Value::Of { position, plus } => {
                        let to = (FIRST, self.position(write.position)?);
                        let from = (SECOND, self.position(position)?);
                        self.graph.term(COPY + KINDS * u64::from(plus), [to, from])
                    }
                };
                edges.push((WRITTEN, written));
            }
            self.graph.term(RULE + KINDS * u64::from(rule.cost), edges);
        }
        for goal in &ground.goals {
            let edges = self.tests(goal)?;
            self.graph.term(GOAL, edges);
        }
        Some(())
    }

    /// The term that says that a position has a label.
    fn fact(&mut self, position: usize, label: Label) -> Option<u32> {
        let label = (self.reduced.ground.positions[position].domain, label);
        let edges = [
            (FIRST, self.position(position)?),
            (SECOND, self.label(label)?),
        ];
        Some(self.graph.term(FACT, edges))
    }

    /// The edges of a rule or a goal with these tests. Positions that must have the same label are
    /// one term, because a puzzle may state only some of their pairs, and its choice is arbitrary.
    fn tests(&mut self, tests: &[Test]) -> Option<Vec<(u64, u32)>> {
        let mut edges = Vec::new();
        let mut alike: BTreeMap<usize, Vec<(u64, u32)>> = BTreeMap::new();
        for test in tests {
            match *test {
                Test::In { position, labels } => {
                    for label in labels.labels() {
                        edges.push((TESTED, self.fact(position, label)?));
                    }
                }
                Test::Same { one, other } => {
                    let group = alike.entry(first_alike(tests, one)).or_default();
                    for position in [one, other] {
                        group.push((FIRST, self.position(position)?));
                    }
                }
            }
        }
        let same = alike
            .into_values()
            .map(|group| self.graph.term(SAME, group));
        edges.extend(same.map(|same| (TESTED, same)));
        Some(edges)
    }
}
