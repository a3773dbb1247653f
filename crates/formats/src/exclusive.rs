//! Makes the rules of a move mutually exclusive.
//!
//! If several rules of a move apply, the first one is used. Other formats have no such order:
//! every rule that applies can be used. So each rule is restricted to the states in which no
//! earlier rule of the same move applies.
//!
//! Most rules of a move already exclude each other and stay as they are: their tests contradict
//! each other, or both rules require a label that occurs once on the board, but at different
//! positions, or the rules require two labels that never occur together. Any other rule is split
//! into pieces that apply in disjoint sets of states: the states in which the first test of the
//! earlier rule fails, the states in which this test holds and the second test fails, and so on.

use std::collections::BTreeMap;

use super::ExportError;
use super::together::Together;
use fewest_ground::reduction::KeptCounts;
use fewest_ground::reduction::ReducedTask;
use fewest_ground::{Label, LabelSet, Rule, Test};

/// At most this many pairs of rules of the same move are compared.
const MOST_PAIRS: usize = 1 << 24;
/// The rules are split into at most this many pieces.
pub(super) const MOST_PIECES: usize = 200_000;

/// The rules of `special`, changed so that at most one rule of each move applies in any state.
pub(super) fn exclusive(special: &ReducedTask) -> Result<Vec<Rule>, ExportError> {
    if !special.ground.consequences.is_empty() {
        let why = "its moves have consequences ('all' or 'after') or patterns that must not occur, which this format cannot express";
        return Err(ExportError::Unsayable(why));
    }
    let once = Once::new(special);
    let together = Together::new(special);
    let mut out = Vec::new();
    let mut pairs = 0;
    for rules in special.ground.rules.chunk_by(|a, b| a.of == b.of) {
        let places: Vec<Vec<_>> = rules.iter().map(|rule| once.places(rule)).collect();
        for (at, rule) in rules.iter().enumerate() {
            let under = together
                .as_ref()
                .map(|together| together.under(&rule.tests));
            if under == Some(None) {
                continue;
            }
            let under = under.flatten();
            pairs += at;
            if pairs > MOST_PAIRS {
                return Err(ExportError::TooLarge(
                    "pairs of rules of a move",
                    MOST_PAIRS,
                ));
            }
            let mut pieces = vec![Cube::new(&rule.tests)];
            for (before, earlier) in rules[..at].iter().enumerate() {
                let never = under
                    .as_ref()
                    .is_some_and(|under| impossible(under, &earlier.tests));
                if !never && !apart(&places[at], &places[before]) {
                    let whole = std::mem::take(&mut pieces);
                    for piece in whole {
                        let old = pieces.len();
                        piece.without(&earlier.tests, special, &mut pieces);
                        if let Some(together) = &together {
                            let new = pieces.split_off(old).into_iter();
                            pieces.extend(new.filter(|piece| piece.may_hold(special, together)));
                        }
                        if out.len() + pieces.len() > MOST_PIECES {
                            return Err(ExportError::TooLarge("rules", MOST_PIECES));
                        }
                    }
                }
            }
            out.extend(pieces.into_iter().map(|piece| Rule {
                of: rule.of,
                tests: piece.tests(special),
                writes: rule.writes.clone(),
                cost: rule.cost,
            }));
        }
    }
    Ok(out)
}

/// Whether one of the tests fails in all states in which the label of each position is in the set
/// that `under` has for this position.
fn impossible(under: &[LabelSet], tests: &[Test]) -> bool {
    tests.iter().any(|test| match *test {
        Test::In { position, labels } => under[position].both(labels).is_empty(),
        Test::Same { one, other } => under[one].both(under[other]).is_empty(),
    })
}

/// The labels that occur exactly once on the board.
struct Once<'a> {
    special: &'a ReducedTask,
    /// For each domain, the set of its labels that occur exactly once on the board.
    labels: Vec<LabelSet>,
}

/// A domain, one of its labels, and the position with that label.
type LabelPlace = ((usize, Label), usize);

impl<'a> Once<'a> {
    fn new(special: &'a ReducedTask) -> Self {
        let labels = KeptCounts::new(special).unique(special);
        Self { special, labels }
    }

    /// The positions at which `rule` requires a label that occurs exactly once.
    fn places(&self, rule: &Rule) -> Vec<LabelPlace> {
        let place = |test: &Test| match *test {
            Test::In { position, labels } => {
                let domain = self.special.ground.positions[position].domain;
                let label = labels.single()?;
                let once = self.labels[domain].has(label) && self.special.sets[position].len() > 1;
                once.then_some(((domain, label), position))
            }
            Test::Same { .. } => None,
        };
        rule.tests.iter().filter_map(place).collect()
    }
}

/// Whether the two lists require the same label at different positions.
fn apart(places: &[LabelPlace], others: &[LabelPlace]) -> bool {
    let elsewhere =
        |(label, at): &LabelPlace| others.iter().any(|(l, other)| l == label && other != at);
    places.iter().any(elsewhere)
}

/// The set of states in which all tests of a list hold.
#[derive(Debug, Clone)]
struct Cube {
    sets: BTreeMap<usize, LabelSet>,
    same: Vec<(usize, usize)>,
}

impl Cube {
    fn new(tests: &[Test]) -> Self {
        let mut cube = Self {
            sets: BTreeMap::new(),
            same: Vec::new(),
        };
        for test in tests {
            match *test {
                Test::In { position, labels } => {
                    cube.sets.insert(position, labels);
                }
                Test::Same { one, other } => cube.same.push((one, other)),
            }
        }
        cube
    }

    fn set(&self, position: usize, special: &ReducedTask) -> LabelSet {
        let set = self.sets.get(&position).copied();
        set.unwrap_or(special.sets[position])
    }

    /// The states of the cube in which `position` has one of these labels; `None` if there are
    /// certainly no such states.
    fn at(&self, position: usize, labels: LabelSet, special: &ReducedTask) -> Option<Self> {
        let mut cube = self.clone();
        let left = cube.set(position, special).both(labels);
        cube.sets.insert(position, left);
        (!left.is_empty()).then_some(cube)
    }

    /// Adds the states of the cube in which one of the tests fails, as disjoint pieces.
    fn without(self, tests: &[Test], special: &ReducedTask, pieces: &mut Vec<Self>) {
        let disjoint = tests.iter().any(|test| match *test {
            Test::In { position, labels } => self.set(position, special).both(labels).is_empty(),
            Test::Same { .. } => false,
        });
        if disjoint {
            pieces.push(self);
            return;
        }
        let mut holds = self;
        for test in tests {
            // Invariant: `holds` contains the states of the cube in which all tests before this one
            // hold. The pieces in which this test fails are therefore disjoint from all earlier
            // pieces.
            match *test {
                Test::In { position, labels } => {
                    pieces.extend(holds.at(position, LabelSet(!labels.0), special));
                    match holds.at(position, labels, special) {
                        Some(rest) => holds = rest,
                        None => return,
                    }
                }
                Test::Same { one, other } => {
                    if holds.same.contains(&(one, other)) || holds.same.contains(&(other, one)) {
                        continue;
                    }
                    for label in holds.set(one, special).labels() {
                        let label = LabelSet::of(label);
                        let here = holds.at(one, label, special);
                        pieces.extend(here.and_then(|c| c.at(other, LabelSet(!label.0), special)));
                    }
                    holds.same.push((one, other));
                }
            }
        }
    }

    /// Whether a reachable state may lie in the cube.
    fn may_hold(&self, special: &ReducedTask, together: &Together) -> bool {
        together.under(&self.tests(special)).is_some()
    }

    fn tests(&self, special: &ReducedTask) -> Vec<Test> {
        let sets = self.sets.iter();
        let sets = sets.filter(|&(&position, &labels)| labels != special.sets[position]);
        let sets = sets.map(|(&position, &labels)| Test::In { position, labels });
        let same = self.same.iter();
        sets.chain(same.map(|&(one, other)| Test::Same { one, other }))
            .collect()
    }
}
