//! A lower bound from the number of occurrences of one label.
//!
//! If a label occurs more often in a state than in any goal, and a move removes at most `m`
//! occurrences, the surplus divided by `m` is a lower bound. The same holds if the label occurs too
//! rarely. If every move removes exactly one occurrence, and all goals have the label equally
//! often, the bound is the exact length of every solution.
//!
//! Suppose that no goal has the label, and that two phases alternate in which different cells lose
//! the label. Then the cells of each phase give a bound, because between `n` moves of one phase
//! there are at least `n - 1` moves of the other phase.

use fewest_rules::{DEAD_END, Heuristic, Puzzle, Words};

use super::alternation::Alternation;
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
    /// If there are phases ([`Phases`]), moves of the first phase remove the label from the first
    /// `firsts` positions, and moves of the second phase from the others.
    places: Vec<(usize, usize, u64)>,
    firsts: usize,
    /// For each rule, how it changes the cache, the number from which a search computes the bound;
    /// `None` if the change depends on the state.
    rules: Vec<Option<i32>>,
    /// `most` is the greatest number of occurrences of the label that a goal allows, and `taken` is
    /// the greatest number that a move removes.
    most: i32,
    taken: i32,
    /// `least` is the least number of occurrences of the label that a goal allows, and `added` is
    /// the greatest number that a move adds.
    least: i32,
    added: i32,
    /// Two alternating phases in which moves remove the label from different cells. `None` if no
    /// such phases are found, or if a goal may have the label.
    phases: Option<Phases>,
}

/// Two phases such that moves of the one and of the other take turns in every solution. Moves of
/// one phase remove the counted label from other cells than moves of the other phase.
#[derive(Debug, Clone)]
struct Phases {
    alternation: Alternation,
    /// The greatest number of occurrences of the counted label that one move removes.
    taken: i32,
}

/// The cache of the heuristic packs two counts of the label into one number ([`Phases`]). An
/// occurrence on a cell that loses the label only by moves of the second phase adds this amount to
/// the cache. An occurrence on any other cell adds 1.
const SECOND: i32 = 1 << 12;

/// A flag in the cache of the heuristic, above both counts of the label. It is set while the next
/// move belongs to the second phase ([`Phases`]).
const PHASE: i32 = 1 << 24;

impl CountHeuristic {
    /// Chooses the label whose surplus or lack at the start gives the highest bound. `None` if no
    /// label gives a positive bound, or if the start is not known.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let start = reduced.start.as_ref()?;
        if !reduced.ground.consequences.is_empty() {
            return None;
        }
        let mut best: Option<(u32, Self)> = None;
        for (domain, of) in reduced.ground.domains.iter().enumerate() {
            for label in 0..of.labels.len() as Label {
                let here = |&p: &usize| reduced.ground.positions[p].domain == domain;
                let balance = Self::of(task, domain, label)?;
                let has = reduced.changing().filter(here);
                let has = has.filter(|&p| start[p] == label);
                let counted = has.map(|p| balance.phases.as_ref().map_or(1, |both| both.adds(p)));
                let phase = balance.phases.as_ref();
                let phase = phase.is_some_and(|both| both.alternation.phase_of(start));
                let worth = balance.worth(counted.sum::<i32>() + i32::from(phase) * PHASE);
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
        let phases = match most {
            0 => Phases::new(task, domain, label),
            _ => None,
        };
        let in_second = |p: usize| phases.as_ref().is_some_and(|both| both.adds(p) == SECOND);
        let (second, first): (Vec<usize>, Vec<usize>) =
            reduced.changing().filter(here).partition(|&p| in_second(p));
        let places = first.iter().chain(&second).map(|&p| {
            let (from, width) = task.field(p)?;
            Some((from as usize, width as usize, task.code(p, label)?))
        });
        let changes = reduced.ground.rules.iter();
        let changes: Vec<(i32, i32)> = changes
            .map(|rule| change(reduced, rule, domain, label, |_| true))
            .collect();
        let of_cache = |(rule, &(low, high)): (usize, &(i32, i32))| match &phases {
            Some(both) => both.change_by(reduced, rule, domain, label),
            None => (low == high).then_some(low),
        };
        Some(Self {
            label: reduced.ground.domains[domain].labels[usize::from(label)].clone(),
            places: places.collect::<Option<_>>()?,
            firsts: first.len(),
            taken: changes.iter().map(|&(low, _)| -low).max().unwrap_or(0),
            added: changes.iter().map(|&(_, high)| high).max().unwrap_or(0),
            rules: changes.iter().enumerate().map(of_cache).collect(),
            most,
            least,
            phases,
        })
    }

    /// The label whose occurrences the bound counts.
    pub fn label(&self) -> &str {
        &self.label
    }

    /// The name of the walker, whose moves make the phases alternate, if there are phases.
    pub fn walker(&self) -> Option<&str> {
        let phases = self.phases.as_ref();
        phases.map(|both| both.alternation.walker())
    }

    /// The lower bound in a state for which the cache of the heuristic has this value.
    #[inline]
    fn worth(&self, cache: i32) -> u32 {
        let Some(both) = &self.phases else {
            return self.worth_of(cache);
        };
        let (first, second) = (cache % SECOND, cache / SECOND % (PHASE / SECOND));
        let by_phases = both.worth(first, second, cache >= PHASE);
        by_phases.max(self.worth_of(first + second))
    }

    /// The lower bound in a state in which the label occurs `count` times.
    #[inline]
    fn worth_of(&self, count: i32) -> u32 {
        let moves = |lacking: i32, a_move: i32| {
            if lacking <= 0 {
                0
            } else if a_move <= 0 {
                DEAD_END
            } else {
                (lacking as u32).div_ceil(a_move as u32)
            }
        };
        moves(count - self.most, self.taken).max(moves(self.least - count, self.added))
    }
}

impl Phases {
    fn new(task: &PackedTask, domain: usize, label: Label) -> Option<Self> {
        let reduced = task.reduced();
        // The number of occurrences on the cells of each phase must fit into its part of the cache.
        if reduced.sets.len() >= SECOND as usize {
            return None;
        }
        let alternation = Alternation::new(task, domain, label)?;
        let mut both = Self {
            alternation,
            taken: 0,
        };
        for rule in &reduced.ground.rules {
            for second in [false, true] {
                let (low, _) = both.change(reduced, rule, domain, label, second);
                both.taken = both.taken.max(-low);
            }
        }
        (both.taken > 0).then_some(both)
    }

    /// The least and the greatest change that `rule` makes to the number of occurrences of the
    /// label on cells that lose it in the second phase (if `second` is set) or in the first phase.
    fn change(
        &self,
        reduced: &ReducedTask,
        rule: &Rule,
        domain: usize,
        label: Label,
        second: bool,
    ) -> (i32, i32) {
        let of_phase = |p: usize| self.alternation.loses_in_second(p) == second;
        change(reduced, rule, domain, label, of_phase)
    }

    /// The amount that one occurrence of the label at the position adds to the cache.
    fn adds(&self, position: usize) -> i32 {
        match self.alternation.loses_in_second(position) {
            true => SECOND,
            false => 1,
        }
    }

    /// The change that a rule makes to the cache; `None` if it depends on the state.
    fn change_by(
        &self,
        reduced: &ReducedTask,
        rule: usize,
        domain: usize,
        label: Label,
    ) -> Option<i32> {
        let change = |second| {
            let rule = &reduced.ground.rules[rule];
            let (low, high) = self.change(reduced, rule, domain, label, second);
            (low == high).then_some(low)
        };
        let phase = match self.alternation.is_second(rule) {
            true => -PHASE,
            false => PHASE,
        };
        Some(change(false)? + change(true)? * SECOND + phase)
    }

    /// The lower bound in a state with `first` occurrences of the label on cells that lose it in
    /// the first phase and `second` occurrences on the other cells. `phase` is set if the next move
    /// belongs to the second phase.
    #[inline]
    fn worth(&self, first: i32, second: i32, phase: bool) -> u32 {
        let (now, later) = if phase {
            (second, first)
        } else {
            (first, second)
        };
        let moves = |count: i32| (count as u32).div_ceil(self.taken as u32);
        let now = (2 * moves(now)).saturating_sub(1);
        now.max(2 * moves(later))
    }
}

impl<const N: usize, P> Heuristic<P> for CountHeuristic
where
    P: Puzzle<State = Words<N>, Move = CompiledMove>,
{
    /// The number of occurrences of the label. If there are phases, it is a sum: the number of
    /// occurrences on cells that lose the label in the first phase, `SECOND` times the number of
    /// the other occurrences, and `PHASE` if the next move belongs to the second phase.
    type Cache = i32;

    fn start(&self, _: &P, state: Words<N>) -> i32 {
        let (first, second) = self.places.split_at(self.firsts);
        let count = |places: &[(usize, usize, u64)]| {
            let has =
                |&&(from, width, code): &&(usize, usize, u64)| state.field(from, width) == code;
            places.iter().filter(has).count() as i32
        };
        let counted = count(first) + count(second) * SECOND;
        let phase = self.phases.as_ref();
        let phase = phase.is_some_and(|both| both.alternation.phase(state));
        counted + i32::from(phase) * PHASE
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
        self.worth(cache)
    }
}

/// The least and the greatest change that `rule` makes to the number of occurrences of `label` at the
/// positions that `of` accepts.
fn change(
    reduced: &ReducedTask,
    rule: &Rule,
    domain: usize,
    label: Label,
    of: impl Fn(usize) -> bool,
) -> (i32, i32) {
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
        if ground.positions[write.position].domain != domain || !of(write.position) {
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
