//! Symmetries: permutations of positions and labels that preserve the rules and the goals.
//!
//! The rules are represented by a graph with a vertex for each position, each label, each position
//! with a label, each rule, and so on. The automorphisms of the graph are the candidates. Each
//! candidate is then checked on all rules and goals, so the result is correct even if the graph
//! does not represent every detail.

use std::collections::HashSet;

use super::automorphism::ColouredGraph;
use super::by_byte::bytes;
use crate::compiled::PackedTask;
use crate::ground::{Domain, Label, LabelSet, Rule, Test, Value, Write, first_alike};
use crate::reduction::{KeptCounts, ReducedTask};

/// A puzzle may have at most this many symmetries.
pub const MOST_SYMMETRIES: usize = 128;
/// The search for automorphisms visits at most this many edges.
const MOST_WORK: u64 = 30_000_000;
/// The tables that map states to their images may take at most this many bytes.
const MOST_BYTES: usize = 1 << 25;

/// Symmetries are computed only if the puzzle has at most this many rules.
const MOST_RULES: usize = 1 << 14;
/// The greatest allowed number of tests for equal labels in one conjunction. The limit is low
/// because such tests are expanded to all pairs of positions with equal labels.
const MOST_SAMES: usize = 64;

/// A permutation of positions and labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    /// For each position, the position to which its label moves.
    pub positions: Vec<usize>,
    /// For each domain and label, the image of the label.
    pub labels: Vec<Vec<Label>>,
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
        // If several rules of a move could apply in the same state, a symmetry would also have to
        // preserve the order of these rules.
        if task.rules_overlap() || !task.reduced().ground.consequences.is_empty() {
            return None;
        }
        let all = symmetries(task.reduced(), task.counts())?;
        let table = bytes(task) * 256 * 8 * task.words();
        let fits = !all.is_empty() && all.len() * table <= MOST_BYTES;
        fits.then_some(Self { all })
    }

    /// The symmetries except the identity.
    pub fn all(&self) -> &[Symmetry] {
        &self.all
    }
}

/// The symmetries of `reduced` except the identity; `None` if a limit is exceeded.
fn symmetries(reduced: &ReducedTask, counts: &KeptCounts) -> Option<Vec<Symmetry>> {
    let ground = &reduced.ground;
    if ground.rules.len() > MOST_RULES {
        return None;
    }
    let positions: Vec<usize> = reduced.changing().collect();
    let sames = |tests: &Vec<Test>| {
        tests
            .iter()
            .filter(|t| matches!(t, Test::Same { .. }))
            .count()
    };
    let rules = ground.rules.iter().map(|rule| &rule.tests);
    if rules
        .chain(&ground.goals)
        .any(|tests| sames(tests) > MOST_SAMES)
    {
        return None;
    }
    let (graph, labels) = graph(reduced, counts, &positions)?;
    let wanted = positions.len() + labels.len();
    let candidates = graph.candidates(wanted, MOST_SYMMETRIES, MOST_WORK)?;
    let rules: HashSet<Rule> = ground
        .rules
        .iter()
        .map(|rule| normal(rule.clone()))
        .collect();
    let goals: HashSet<Vec<Test>> = ground
        .goals
        .iter()
        .map(|goal| sorted(goal.clone()))
        .collect();
    let labels_of = |domain: &Domain| (0..domain.labels.len() as Label).collect();
    let identity = Symmetry {
        positions: (0..reduced.sets.len()).collect(),
        labels: ground.domains.iter().map(labels_of).collect(),
    };
    let symmetry = |images: &Vec<u32>| {
        let mut symmetry = identity.clone();
        for (&position, &image) in positions.iter().zip(images) {
            symmetry.positions[position] = *positions.get(image as usize)?;
        }
        for (&(domain, label), &image) in labels.iter().zip(&images[positions.len()..]) {
            let (_, image) = *labels.get((image as usize).checked_sub(positions.len())?)?;
            symmetry.labels[domain][usize::from(label)] = image;
        }
        let keeps_sets = positions.iter().all(|&p| {
            let image = symmetry.set(reduced, p, reduced.sets[p]);
            image == reduced.sets[symmetry.positions[p]]
        });
        let keeps_sums = symmetry.labels.iter().enumerate().all(|(domain, labels)| {
            let turns = |l: usize| {
                let next = (usize::from(labels[l]) + 1) % labels.len();
                usize::from(labels[(l + 1) % labels.len()]) == next
            };
            !reduced.adds_to(domain) || (0..labels.len()).all(turns)
        });
        let holds = keeps_sets
            && keeps_sums
            && rules
                .iter()
                .all(|rule| rules.contains(&symmetry.rule(reduced, rule)))
            && goals
                .iter()
                .all(|goal| goals.contains(&symmetry.tests(reduced, goal)));
        holds.then_some(symmetry)
    };
    let all = candidates.iter().filter_map(symmetry);
    Some(all.filter(|symmetry| *symmetry != identity).collect())
}

impl Symmetry {
    fn label(&self, reduced: &ReducedTask, position: usize, label: Label) -> Label {
        self.labels[reduced.ground.positions[position].domain][usize::from(label)]
    }

    fn set(&self, reduced: &ReducedTask, position: usize, labels: LabelSet) -> LabelSet {
        let images = labels
            .labels()
            .map(|label| self.label(reduced, position, label));
        images.fold(LabelSet::default(), |set, label| {
            LabelSet(set.0 | 1 << label)
        })
    }

    fn tests(&self, reduced: &ReducedTask, tests: &[Test]) -> Vec<Test> {
        let image = |test: &Test| match *test {
            Test::In { position, labels } => Test::In {
                position: self.positions[position],
                labels: self.set(reduced, position, labels),
            },
            Test::Same { one, other } => Test::Same {
                one: self.positions[one],
                other: self.positions[other],
            },
        };
        sorted(tests.iter().map(image).collect())
    }

    fn rule(&self, reduced: &ReducedTask, rule: &Rule) -> Rule {
        let image = |write: &Write| Write {
            position: self.positions[write.position],
            value: match write.value {
                Value::Label(label) => Value::Label(self.label(reduced, write.position, label)),
                Value::Of { position, plus } => Value::Of {
                    position: self.positions[position],
                    plus,
                },
            },
        };
        normal(Rule {
            of: 0,
            tests: self.tests(reduced, &rule.tests),
            writes: rule.writes.iter().map(image).collect(),
            cost: rule.cost,
        })
    }
}

/// Brings a rule into a normal form: without its move, and with sorted tests and writes.
fn normal(mut rule: Rule) -> Rule {
    rule.writes.sort_by_key(|write| write.position);
    Rule {
        of: 0,
        tests: sorted(rule.tests),
        ..rule
    }
}

/// Brings tests into a normal form: sorted, with one test for each pair of positions that must have
/// equal labels. A puzzle may state only some of these pairs, and its choice is arbitrary.
fn sorted(mut tests: Vec<Test>) -> Vec<Test> {
    let same = |test: &Test| match *test {
        Test::In { .. } => None,
        Test::Same { one, other } => Some([one, other]),
    };
    let mut positions: Vec<usize> = tests.iter().filter_map(same).flatten().collect();
    positions.sort_unstable();
    positions.dedup();
    let first: Vec<usize> = positions.iter().map(|&p| first_alike(&tests, p)).collect();
    tests.retain(|test| same(test).is_none());
    for (i, &one) in positions.iter().enumerate() {
        let others = (i + 1..positions.len()).filter(|&other| first[other] == first[i]);
        tests.extend(others.map(|other| Test::Same {
            one,
            other: positions[other],
        }));
    }
    tests.sort_by_key(|test| match *test {
        Test::In { position, labels } => (position, usize::MAX, labels.0),
        Test::Same { one, other } => (one, other, 0),
    });
    tests
}

/// The graph of a puzzle. Its first vertices are the changing positions, followed by the labels,
/// which are also returned. `None` if a test or a write mentions a label that never occurs.
#[allow(clippy::type_complexity)]
fn graph(
    reduced: &ReducedTask,
    counts: &KeptCounts,
    positions: &[usize],
) -> Option<(ColouredGraph, Vec<(usize, Label)>)> {
    let ground = &reduced.ground;
    let mut graph = ColouredGraph::default();
    let mut vertex_of = vec![0; reduced.sets.len()];
    for &position in positions {
        vertex_of[position] = graph.vertex(1);
    }
    let counts = counts.numbers(reduced);
    let mut labels = Vec::new();
    let mut label_of = vec![[u32::MAX; 64]; ground.domains.len()];
    for (domain, label_of) in label_of.iter_mut().enumerate() {
        let here = positions
            .iter()
            .filter(|&&p| ground.positions[p].domain == domain);
        let occur = here.fold(0, |set, &p| set | reduced.sets[p].0);
        for label in LabelSet(occur).labels() {
            // Two labels get the same colour if they occur equally often, or if moves change the
            // number of occurrences of both.
            let count = counts[domain][usize::from(label)];
            let count = count.map_or(0, |count| u64::from(count) + 1);
            label_of[usize::from(label)] = graph.vertex(2 | count << 8);
            labels.push((domain, label));
        }
    }
    for (domain, label_of) in label_of.iter().enumerate() {
        let centre = graph.vertex(3);
        let modulus = ground.domains[domain].labels.len();
        for (label, &vertex) in label_of[..modulus].iter().enumerate() {
            if vertex != u32::MAX {
                graph.join(centre, vertex, 1);
                let next = label_of[(label + 1) % modulus];
                if reduced.adds_to(domain) && next != u32::MAX {
                    graph.join(vertex, next, 2);
                }
            }
        }
        for &position in positions {
            if ground.positions[position].domain == domain {
                graph.join(centre, vertex_of[position], 3);
            }
        }
    }
    let mut facts = std::collections::HashMap::new();
    for &position in positions {
        for label in reduced.sets[position].labels() {
            let fact = graph.vertex(4);
            let domain = ground.positions[position].domain;
            graph.join(vertex_of[position], fact, 4);
            graph.join(label_of[domain][usize::from(label)], fact, 5);
            facts.insert((position, label), fact);
        }
    }
    let add_tests = |graph: &mut ColouredGraph, whose: u32, tests: &[Test]| -> Option<()> {
        for test in tests {
            match *test {
                Test::In { position, labels } => {
                    for label in labels.labels() {
                        graph.join(whose, *facts.get(&(position, label))?, 6);
                    }
                }
                Test::Same { one, other } => {
                    let same = graph.vertex(5);
                    graph.join(whose, same, 7);
                    graph.join(same, vertex_of[one], 8);
                    graph.join(same, vertex_of[other], 8);
                }
            }
        }
        Some(())
    };
    let mut seen = HashSet::new();
    for rule in &ground.rules {
        if !seen.insert(normal(rule.clone())) {
            continue;
        }
        let whose = graph.vertex(6);
        add_tests(&mut graph, whose, &sorted(rule.tests.clone()))?;
        for write in &rule.writes {
            match write.value {
                Value::Label(label) => {
                    graph.join(whose, *facts.get(&(write.position, label))?, 9);
                }
                Value::Of { position, plus } => {
                    let copy = graph.vertex(7 | u64::from(plus) << 8);
                    graph.join(whose, copy, 10);
                    graph.join(copy, vertex_of[write.position], 11);
                    graph.join(copy, vertex_of[position], 12);
                }
            }
        }
    }
    for goal in &ground.goals {
        let whose = graph.vertex(8);
        add_tests(&mut graph, whose, &sorted(goal.clone()))?;
    }
    Some((graph, labels))
}
