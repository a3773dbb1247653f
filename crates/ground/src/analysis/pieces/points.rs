//! The points that moves permute.
//!
//! If no rule tests anything, and each rule only carries labels from position to position, the
//! rules are permutations of the positions. A rule that also adds to the labels that it carries is
//! a permutation of *points*. A position whose domain has additions modulo m has m points, and
//! adding 1 takes each of them to the next. If such a position has the label `l`, its point `r` has
//! the colour `l - r`. A rule that carries a label and adds to it thus carries the colours of
//! points without changing them.

use crate::compiled::PackedTask;
use crate::ground::{Label, Rule, Value};
use crate::reduction::modulus;

/// The greatest allowed number of points (`MOST_POINTS`), and of pairs of a point and a rule
/// (`MOST_IMAGES`).
const MOST_POINTS: usize = 512;
const MOST_IMAGES: usize = 1 << 16;

/// A permutation, as the image of each point.
pub(super) type Permutation = Vec<u16>;

/// The rules of a puzzle as permutations of *points*. A position is one point or, if rules add to
/// labels of its domain, as many points as the domain has labels.
#[derive(Debug, Clone)]
pub(super) struct PointAction {
    /// For each point, its position and its index among the points of the position.
    pub(super) points: Vec<(usize, Label)>,
    /// For each position, the number of labels of its domain if moves add to them, otherwise 1.
    turns: Vec<usize>,
    /// For each rule, its permutation of the points.
    pub(super) moves: Vec<Permutation>,
}

impl PointAction {
    /// Finds the permutations that the rules of `task` make. `None` if some rule does not permute
    /// points, or if there are too many points.
    pub(super) fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let ground = &reduced.ground;
        let tests_nothing = |rule: &Rule| rule.tests.is_empty();
        if !ground.consequences.is_empty()
            || task.rules_overlap()
            || ground.rules.is_empty()
            || !ground.rules.iter().all(tests_nothing)
        {
            return None;
        }
        let adds: Vec<bool> = (0..ground.domains.len())
            .map(|domain| reduced.adds_to(domain))
            .collect();
        let turns = |p: usize| match adds[ground.positions[p].domain] {
            true => modulus(ground, p),
            false => 1,
        };
        let turns: Vec<usize> = (0..ground.positions.len()).map(turns).collect();
        let mut points = Vec::new();
        let mut first = vec![usize::MAX; ground.positions.len()];
        for p in reduced.changing() {
            first[p] = points.len();
            points.extend((0..turns[p]).map(|r| (p, r as Label)));
        }
        if points.len() > MOST_POINTS || points.len() * ground.rules.len() > MOST_IMAGES {
            return None;
        }
        let permutation = |rule| permutation(rule, &turns, &first, points.len());
        let moves: Option<_> = ground.rules.iter().map(permutation).collect();
        Some(Self {
            moves: moves?,
            points,
            turns,
        })
    }

    /// The colour of each point in the state with these labels: the label of the position of the
    /// point, minus the index of the point among the points of this position.
    pub(super) fn colours(&self, labels: &[Label]) -> Vec<Label> {
        let colour = |&(p, r): &(usize, Label)| {
            let turns = self.turns[p];
            match turns {
                1 => labels[p],
                _ => ((usize::from(labels[p]) + turns - usize::from(r)) % turns) as Label,
            }
        };
        self.points.iter().map(colour).collect()
    }
}

/// The image of each point under a rule: the point to which the rule carries the colour of this
/// point. `None` if the rule is not a permutation.
fn permutation(
    rule: &Rule,
    turns: &[usize],
    first: &[usize],
    points: usize,
) -> Option<Permutation> {
    let mut images: Permutation = (0..points as u16).collect();
    let mut is_image = vec![false; points];
    for write in &rule.writes {
        let Value::Of { position, plus } = write.value else {
            return None;
        };
        let (from, to) = (first[position], first[write.position]);
        if from == usize::MAX || to == usize::MAX {
            return None;
        }
        let turns = turns[position];
        for r in 0..turns {
            images[from + r] = (to + (r + usize::from(plus)) % turns) as u16;
        }
    }
    for &image in &images {
        if std::mem::replace(&mut is_image[usize::from(image)], true) {
            // The rule carries two labels to the same position, or it carries a label to a position
            // whose own label stays there.
            return None;
        }
    }
    Some(images)
}

/// The permutation that applies `first` and then `second`.
pub(super) fn then(first: &[u16], second: &[u16]) -> Permutation {
    first.iter().map(|&p| second[usize::from(p)]).collect()
}

/// The inverse of a permutation.
pub(super) fn inverse(permutation: &[u16]) -> Permutation {
    let mut inverse = vec![0; permutation.len()];
    for (p, &image) in permutation.iter().enumerate() {
        inverse[usize::from(image)] = p as u16;
    }
    inverse
}

/// Whether a permutation of the numbers below `count` is odd.
pub(in super::super) fn is_odd(count: usize, image: impl Fn(usize) -> usize) -> bool {
    let mut seen = vec![false; count];
    let mut cycles = 0;
    for first in 0..count {
        let mut at = first;
        cycles += usize::from(!seen[at]);
        while !std::mem::replace(&mut seen[at], true) {
            at = image(at);
        }
    }
    (count - cycles) % 2 == 1
}
