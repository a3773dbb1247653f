//! A lower bound from the number of occurrences of one label.
//!
//! If a label occurs more often in a state than in any goal, and a move removes at most `m`
//! occurrences, the surplus divided by `m` is a lower bound. The same holds if the label occurs too
//! rarely. If every move removes exactly one occurrence, and all goals have the label equally
//! often, the bound is the exact length of every solution. If consequences remove occurrences, a
//! move may remove any number of them, and a surplus gives no bound.
use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words};

use crate::compiled::{CompiledMove, PackedTask};
use crate::ground::{Label, LabelSet, Rule, Value};
use crate::reduction::{ReducedTask, modulus, shifted};

/// A heuristic from the number of occurrences of one label that a state has too many or too few for
/// a goal. It is admissible and consistent.
#[derive(Debug, Clone)]
pub struct CountHeuristic {
    label: String,
    /// For each position that may have the label, the lowest bit and the width of its field (the
    /// bits of a state that store the position's label), and the code of the label in this field.
    places: Vec<(usize, usize, u64)>,
    /// For each rule, how it changes the number of occurrences; `None` if the change depends on the
    /// state.
    rules: Vec<Option<i32>>,
    /// `most` is the greatest number of occurrences of the label that a goal allows, and `taken` is
    /// the greatest number that a move removes; `None` if consequences may remove any number.
    most: i32,
    taken: Option<i32>,
    /// `least` is the least number of occurrences of the label that a goal allows, and `added` is
    /// the greatest number that a move adds, likewise.
    least: i32,
    added: Option<i32>,
}

impl CountHeuristic {
    /// Chooses the label whose surplus or lack at the start gives the highest bound. `None` if no
    /// label gives a positive bound, or if the start is not known.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let start = reduced.start.as_ref()?;
        let mut best: Option<(u32, Self)> = None;
        for (domain, of) in reduced.ground.domains.iter().enumerate() {
            for label in 0..of.labels.len() as Label {
                let here = |&p: &usize| reduced.ground.positions[p].domain == domain;
                let balance = Self::of(task, domain, label)?;
                let has = reduced.changing().filter(here);
                let worth = balance.bound_of(has.filter(|&p| start[p] == label).count() as i32);
                if worth > best.as_ref().map_or(0, |best| best.0) {
                    best = Some((worth, balance));
                }
            }
        }
        Some(best?.1)
    }

    fn of(task: &PackedTask, domain: usize, label: Label) -> Option<Self> {
        let reduced = task.reduced();
        let here =
            |&p: &usize| reduced.ground.positions[p].domain == domain && reduced.sets[p].has(label);
        let goals = reduced.ground.goals.iter().map(|goal| {
            let of = |p: usize| reduced.under(goal, p);
            let must = reduced
                .changing()
                .filter(here)
                .filter(|&p| of(p).len() == 1);
            let may = reduced.changing().filter(here);
            (
                must.filter(|&p| of(p).has(label)).count() as i32,
                may.filter(|&p| of(p).has(label)).count() as i32,
            )
        });
        let (least, most) = goals.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        let places = reduced.changing().filter(here).map(|p| {
            let (from, width) = task.field(p)?;
            Some((from as usize, width as usize, task.code(p, label)?))
        });
        let consequences = &reduced.ground.consequences;
        let change = |rule: &Rule| change(reduced, rule, domain, label);
        let (mut lowered, mut raised) = (false, false);
        for (low, high) in consequences.rules().map(change) {
            lowered |= low < 0;
            raised |= high > 0;
        }
        let changes: Vec<(i32, i32)> = reduced.ground.rules.iter().map(change).collect();
        let certain = |(rule, &(low, high)): (usize, &(i32, i32))| {
            let follows = consequences.program(rule).is_some() && (lowered || raised);
            (low == high && !follows).then_some(low)
        };
        let most_of = |changes: &mut dyn Iterator<Item = i32>| changes.fold(0, i32::max);
        Some(Self {
            label: reduced.ground.domains[domain].labels[usize::from(label)].clone(),
            places: places.collect::<Option<_>>()?,
            taken: (!lowered).then(|| most_of(&mut changes.iter().map(|&(low, _)| -low))),
            added: (!raised).then(|| most_of(&mut changes.iter().map(|&(_, high)| high))),
            rules: changes.iter().enumerate().map(certain).collect(),
            most,
            least,
        })
    }

    /// The label whose occurrences the bound counts.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The lower bound in a state in which the label occurs `count` times.
    #[inline]
    fn bound_of(&self, count: i32) -> u32 {
        let moves = |lacking: i32, a_move: Option<i32>| match a_move {
            Some(0) if lacking > 0 => DEAD_END,
            Some(a_move) if lacking > 0 => (lacking as u32).div_ceil(a_move as u32),
            _ => 0,
        };
        moves(count - self.most, self.taken).max(moves(self.least - count, self.added))
    }
}

impl<const N: usize, P> Heuristic<P> for CountHeuristic
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    /// The number of occurrences of the label.
    type Cache = i32;

    fn start(&self, _: &P, state: Words<N>) -> i32 {
        let has = |&&(from, width, code): &&(usize, usize, u64)| state.field(from, width) == code;
        self.places.iter().filter(has).count() as i32
    }

    #[inline]
    fn step(&self, puzzle: &P, cache: i32, _: Words<N>, m: CompiledMove, after: Words<N>) -> i32 {
        match self.rules.get(m.rule()) {
            Some(Some(change)) => cache + change,
            _ => self.start(puzzle, after),
        }
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        self.bound_of(cache)
    }
}

/// The least and the greatest change that `rule` makes to the number of occurrences of `label`.
fn change(reduced: &ReducedTask, rule: &Rule, domain: usize, label: Label) -> (i32, i32) {
    let ground = &reduced.ground;
    let under = |p: usize| reduced.under(&rule.tests, p);
    let (mut low, mut high) = (0, 0);
    // For each position that the rule overwrites or copies, how often the rule adds its old label
    // minus how often the rule removes it.
    let mut moved: Vec<(usize, i32)> = Vec::new();
    let mut count = |labels: LabelSet, by: i32| {
        if labels == LabelSet::of(label) {
            low += by;
            high += by;
        } else if labels.has(label) {
            low += by.min(0);
            high += by.max(0);
        }
    };
    let mut carry = |position: usize, by: i32| match moved.iter_mut().find(|m| m.0 == position) {
        Some((_, times)) => *times += by,
        None => moved.push((position, by)),
    };
    for write in &rule.writes {
        if ground.positions[write.position].domain != domain {
            continue;
        }
        carry(write.position, -1);
        match write.value {
            Value::Label(put) => count(LabelSet::of(put), 1),
            Value::Of { position, plus: 0 } => carry(position, 1),
            Value::Of { position, plus } => {
                count(shifted(under(position), plus, modulus(ground, position)), 1);
            }
        }
    }
    for (position, times) in moved {
        for _ in 0..times.abs() {
            count(under(position), times.signum());
        }
    }
    (low, high)
}
