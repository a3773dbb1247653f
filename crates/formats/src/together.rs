//! Pairs of labels that two positions never have at the same time.
//!
//! Whether a state can be reached is as hard to decide as the puzzle, so the question is relaxed to
//! pairs of positions. Two labels may occur together if they occur together in the start, or if a
//! rule produces them from labels that may pairwise occur together. All other pairs never occur
//! together. These are the mutual exclusions of h² (P. Haslum and H. Geffner, "Admissible
//! heuristics for optimal planning", 2000), computed as a fixpoint from the start.

use fewest_ground::reduction::{ReducedTask, modulus, shifted};
use fewest_ground::{Label, LabelSet, Rule, Test, Value};

/// The greatest allowed number of entries. An entry is a pair of a label at a position and another
/// position.
const MOST_ENTRIES: usize = 1 << 22;
/// The computation of the fixpoint may take at most this many steps, which take seconds in the
/// worst case.
const MOST_WORK: usize = 1 << 30;

/// The pairs of labels that may occur together.
#[derive(Debug)]
pub(super) struct Together {
    /// For each position, the number of labels that all positions before it can have together,
    /// which is the index of the position's first label.
    begin: Vec<usize>,
    /// For each label at a position, and for each other position, the labels that the other
    /// position may have at the same time.
    with: Vec<LabelSet>,
    /// For each position, the labels that it may have in a state that can be reached from the
    /// start.
    seen: Vec<LabelSet>,
}

/// A label that a rule may write at a position. If the rule computes this label from the label of
/// some position, `from` has that position and its label.
struct PossibleWrite {
    position: usize,
    label: Label,
    from: Option<(usize, Label)>,
}

impl Together {
    /// Computes the pairs. `None` without a start, or if there are too many positions or rules.
    pub(super) fn new(special: &ReducedTask) -> Option<Self> {
        let start = special.start.as_ref()?;
        let ground = &special.ground;
        let mut begin = Vec::new();
        let mut labels = 0_usize;
        for position in 0..start.len() {
            begin.push(labels);
            labels += modulus(ground, position);
        }
        let entries = labels.checked_mul(start.len())?;
        if entries > MOST_ENTRIES {
            return None;
        }
        let mut together = Self {
            begin,
            with: vec![LabelSet::default(); entries],
            seen: start.iter().map(|&label| LabelSet::of(label)).collect(),
        };
        for (position, &label) in start.iter().enumerate() {
            for (other, &its) in start.iter().enumerate() {
                *together.entry(position, label, other) = LabelSet::of(its);
            }
        }
        together.grow(special).then_some(together)
    }

    fn at(&self, position: usize, label: Label, other: usize) -> usize {
        (self.begin[position] + usize::from(label)) * self.seen.len() + other
    }

    fn entry(&mut self, position: usize, label: Label, other: usize) -> &mut LabelSet {
        let at = self.at(position, label, other);
        &mut self.with[at]
    }

    fn with(&self, position: usize, label: Label, other: usize) -> LabelSet {
        self.with[self.at(position, label, other)]
    }

    /// For each position, the labels that it may have if all tests hold; `None` if the tests never
    /// hold together.
    pub(super) fn under(&self, tests: &[Test]) -> Option<Vec<LabelSet>> {
        let mut now = self.seen.clone();
        for test in tests {
            match *test {
                Test::In { position, labels } => {
                    let mut union = vec![LabelSet::default(); now.len()];
                    for label in labels.both(self.seen[position]).labels() {
                        let from = self.at(position, label, 0);
                        let row = &self.with[from..from + now.len()];
                        for (union, with) in union.iter_mut().zip(row) {
                            union.0 |= with.0;
                        }
                    }
                    for (now, union) in now.iter_mut().zip(union) {
                        *now = now.both(union);
                    }
                }
                Test::Same { one, other } => {
                    let both = now[one].both(now[other]).labels();
                    let both = both.filter(|&label| self.with(one, label, other).has(label));
                    let both = LabelSet(both.fold(0, |all, label| all | LabelSet::of(label).0));
                    now[one] = both;
                    now[other] = both;
                }
            }
        }
        now.iter().all(|labels| !labels.is_empty()).then_some(now)
    }

    /// Adds the pairs of labels that the rules produce, until there are no new pairs. Returns false
    /// if that takes too long.
    fn grow(&mut self, special: &ReducedTask) -> bool {
        let mut work = 0_usize;
        loop {
            let mut grows = false;
            for rule in &special.ground.rules {
                let labels = rule.tests.iter().map(|test| match *test {
                    Test::In { position, labels } => labels.both(self.seen[position]).len(),
                    Test::Same { .. } => 1,
                });
                work += self.seen.len() * (labels.sum::<usize>() + 1);
                if let Some(under) = self.under(&rule.tests) {
                    let written = self.written(rule, &under, special);
                    work += written.len() * (written.len() + under.len());
                    grows |= self.make(rule, &under, &written);
                }
                if work > MOST_WORK {
                    return false;
                }
            }
            if !grows {
                return true;
            }
        }
    }

    /// The labels that `rule` may write.
    fn written(
        &self,
        rule: &Rule,
        under: &[LabelSet],
        special: &ReducedTask,
    ) -> Vec<PossibleWrite> {
        let mut out = Vec::new();
        for write in &rule.writes {
            let position = write.position;
            match write.value {
                Value::Label(label) => out.push(PossibleWrite {
                    position,
                    label,
                    from: None,
                }),
                Value::Of {
                    position: read,
                    plus,
                } => {
                    let count = modulus(&special.ground, read);
                    out.extend(under[read].labels().filter_map(|old| {
                        let label = shifted(LabelSet::of(old), plus, count).single()?;
                        let from = Some((read, old));
                        Some(PossibleWrite {
                            position,
                            label,
                            from,
                        })
                    }));
                }
            }
        }
        out
    }

    /// Adds the pairs of labels after `rule`. Returns whether there are new ones.
    fn make(&mut self, rule: &Rule, under: &[LabelSet], written: &[PossibleWrite]) -> bool {
        let mut grows = false;
        let stays = |position: &usize| rule.writes.iter().all(|write| write.position != *position);
        let stays: Vec<usize> = (0..under.len()).filter(stays).collect();
        for one in written {
            let PossibleWrite {
                position,
                label,
                from,
            } = *one;
            self.seen[position].0 |= LabelSet::of(label).0;
            grows |= self.add(position, label, position, LabelSet::of(label));
            for &other in &stays {
                let with = from.map(|(read, old)| self.with(read, old, other));
                let labels = with.map_or(under[other], |with| with.both(under[other]));
                grows |= self.add(position, label, other, labels);
            }
            for other in written.iter().filter(|other| other.position != position) {
                let fits = match (from, other.from) {
                    (Some((read, old)), Some((from, its))) => self.with(read, old, from).has(its),
                    _ => true,
                };
                if fits {
                    let its = LabelSet::of(other.label);
                    grows |= self.add(position, label, other.position, its);
                }
            }
        }
        grows
    }

    /// Records that `other` may have `labels` while `position` has `label`, and vice versa.
    /// Returns whether that is new.
    fn add(&mut self, position: usize, label: Label, other: usize, labels: LabelSet) -> bool {
        let entry = self.entry(position, label, other);
        let more = LabelSet(labels.0 & !entry.0);
        entry.0 |= more.0;
        for its in more.labels() {
            self.entry(other, its, position).0 |= LabelSet::of(label).0;
        }
        !more.is_empty()
    }
}
