//! Finds the rules that carry identical labels from cell to cell, one label at a time.
//!
//! Suppose that some positions hold the same label, that no rule changes the number of these
//! positions, and that each rule moves at most one of these labels. Then each of these labels is a
//! *token* that a solution carries along a path of cells. The *selecting label* is a label that is
//! on the board once and whose position every rule tests. Consider a small puzzle whose states say
//! only where the selecting label and a few of the tokens are. In this small puzzle, a rule applies
//! whatever its tests say about everything else. Each solution of the puzzle is a solution of the
//! small puzzle. So what is impossible in the small puzzle is impossible in the puzzle.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Test, Value};
use crate::reduction::{DomainLabel, ReducedTask, place_of};

/// Stands for the distance from a cell that a token cannot reach.
pub(super) const NO_WAY: u32 = u32::MAX >> 2;

/// The *tokens* with one label, and how rules carry them, one at a time. A *cell* is a position
/// that may hold the label, and a *place* is a position that may hold the selecting label. Both are
/// numbered from 0. Without a selecting label there is one place for all states.
#[derive(Debug, Clone)]
pub(super) struct Carriers {
    pub(super) label: Label,
    /// The number of tokens with this label on the board.
    pub(super) tokens: usize,
    /// The positions of the cells, in increasing order.
    pub(super) cells: Vec<usize>,
    /// The number of places, the positions that may hold the selecting label; 1 if there is no
    /// selecting label.
    pub(super) places: usize,
    /// For each place, the cell at the same position, if there is one. A token cannot be on this
    /// cell while the selecting label is at the place.
    pub(super) cell_of_place: Vec<Option<usize>>,
    pub(super) rules: Vec<Carrier>,
    /// For each goal, the cells on which the goal allows a token (`goals`), and the cells on which
    /// the goal requires one (`required`).
    pub(super) goals: Vec<Vec<bool>>,
    pub(super) required: Vec<Vec<usize>>,
}

/// What a rule does to the tokens with one label and to the selecting label.
#[derive(Debug, Clone)]
pub(super) struct Carrier {
    /// The place of the selecting label before the rule (`before`) and after it (`after`).
    pub(super) before: usize,
    pub(super) after: usize,
    /// The cells that must not hold a token before the rule.
    pub(super) clear: Vec<usize>,
    /// If the rule carries a token, the cells from which and to which the rule carries it.
    pub(super) carried: Option<(usize, usize)>,
    pub(super) cost: u16,
}

impl Carriers {
    /// The tokens of each label that occurs several times and whose number of occurrences no rule
    /// changes. If some moves are free, a label that occurs once is a token, too, unless it is the
    /// selecting label. A label is left out if some rule may move more than one of its tokens, if
    /// the tests of some rule do not determine which token the rule moves, or if some rule carries
    /// both its tokens and those of a label found before.
    pub(super) fn find(task: &PackedTask) -> Vec<Self> {
        let reduced = task.reduced();
        if !reduced.ground.consequences.is_empty() {
            return Vec::new();
        }
        let least = if task.costs().contains(&0) { 1 } else { 2 };
        let numbers = task.counts().numbers(reduced);
        let mut found: Vec<Self> = Vec::new();
        for (domain, numbers) in numbers.iter().enumerate() {
            for (label, &number) in (0..).zip(numbers) {
                let tokens = number.unwrap_or(0) as usize;
                if tokens >= least && task.selecting() != Some((domain, label)) {
                    found.extend(Self::new(task, (domain, label), tokens));
                }
            }
        }
        // The label that a token leaves behind moves the opposite way and could count as a token,
        // too, but goals seldom require it, and it usually occurs more often.
        found.sort_by_key(|kind| (kind.required.iter().all(Vec::is_empty), kind.tokens));
        let mut all: Vec<Self> = Vec::new();
        for kind in found {
            if !all.iter().any(|other| other.shares_a_rule(&kind)) {
                all.push(kind);
            }
        }
        all
    }

    /// Whether some rule carries both a token of this kind and a token of the kind `other`.
    fn shares_a_rule(&self, other: &Self) -> bool {
        let mut both = self.rules.iter().zip(&other.rules);
        both.any(|(one, other)| one.carried.is_some() && other.carried.is_some())
    }

    /// For each cell and each place, at the index `cell * places + place`: if a token on the cell is
    /// the only token and the selecting label is at the place, the least sum of the costs of rules
    /// that carry the token to the cell `end`; [`NO_WAY`] if none do. A rule that carries no token
    /// costs nothing. Found by Dijkstra's algorithm, backwards.
    pub(super) fn distances(&self, end: usize, cost: impl Fn(&Carrier) -> u16) -> Vec<u32> {
        let arriving = self.by_arrival();
        let mut known = vec![NO_WAY; self.cells.len() * self.places];
        let mut heap = BinaryHeap::new();
        for place in (0..self.places).filter(|&place| self.cell_of_place[place] != Some(end)) {
            known[end * self.places + place] = 0;
            heap.push(Reverse((0, end, place)));
        }
        while let Some(Reverse((distance, cell, place))) = heap.pop() {
            if distance > known[cell * self.places + place] {
                continue;
            }
            for rule in &arriving[place] {
                let Some(source) = rule.source(cell) else {
                    continue;
                };
                let cost = if source == cell { 0 } else { cost(rule) };
                // A greater sum is lowered to the greatest number that is not `NO_WAY`.
                let sum = (distance + u32::from(cost)).min(NO_WAY - 1);
                let before = &mut known[source * self.places + rule.before];
                if sum < *before {
                    *before = sum;
                    heap.push(Reverse((sum, source, rule.before)));
                }
            }
        }
        known
    }

    /// For each place, the rules that leave the selecting label at this place.
    pub(super) fn by_arrival(&self) -> Vec<Vec<&Carrier>> {
        let mut arriving = vec![Vec::new(); self.places];
        for rule in &self.rules {
            arriving[rule.after].push(rule);
        }
        arriving
    }

    fn new(task: &PackedTask, (domain, label): DomainLabel, tokens: usize) -> Option<Self> {
        let reduced = task.reduced();
        let may =
            |&p: &usize| reduced.ground.positions[p].domain == domain && reduced.sets[p].has(label);
        let cells: Vec<usize> = reduced.changing().filter(may).collect();
        let mut cell_at = vec![None; reduced.sets.len()];
        for (cell, &position) in cells.iter().enumerate() {
            cell_at[position] = Some(cell);
        }
        let rules = &reduced.ground.rules;
        let selecting = task.selecting().filter(|&selecting| {
            let placed = |rule: &Rule| place_of(&rule.tests, selecting, reduced).is_some();
            rules.iter().all(placed)
        });
        let places = selecting.map_or(&[][..], |_| task.places());
        let mut place_at = vec![0; reduced.sets.len()];
        for (place, &position) in places.iter().enumerate() {
            place_at[position] = place;
        }
        let carriers = rules.iter().map(|rule| {
            let mut carrier = carrier(reduced, rule, (domain, label), &cell_at)?;
            if selecting.is_some() {
                let (before, after) = task.selecting_step(rule)?;
                (carrier.before, carrier.after) = (place_at[before], place_at[after]);
            }
            Some(carrier)
        });
        let carriers: Vec<Carrier> = carriers.collect::<Option<_>>()?;
        if carriers.iter().all(|rule| rule.carried.is_none()) {
            return None;
        }
        let goals = reduced.ground.goals.iter();
        let only = LabelSet::of(label);
        let required = goals.clone().map(|goal| {
            let requires = |&cell: &usize| reduced.under(goal, cells[cell]) == only;
            (0..cells.len()).filter(requires).collect()
        });
        Some(Self {
            required: required.collect(),
            label,
            tokens,
            places: places.len().max(1),
            cell_of_place: match places {
                [] => vec![None],
                _ => places.iter().map(|&position| cell_at[position]).collect(),
            },
            rules: carriers,
            goals: goals
                .map(|goal| goal_cells(reduced, goal, label, &cells, tokens))
                .collect(),
            cells,
        })
    }
}

impl Carrier {
    /// For a token that is on `cell` after the rule, the cell where this token was before the rule;
    /// `None` if the rule cannot leave a token on `cell` or does not apply with the token where it
    /// was.
    #[inline]
    pub(super) fn source(&self, cell: usize) -> Option<usize> {
        let source = match self.carried {
            // The rule carries the token away from this cell, so the cell holds no token
            // afterwards.
            Some((from, _)) if from == cell => return None,
            Some((from, to)) if to == cell => from,
            _ => cell,
        };
        (!self.clear.contains(&source)).then_some(source)
    }
}

/// For each cell, whether `goal` allows a token on the cell. `tokens` is the number of tokens with
/// the label on the board.
fn goal_cells(
    reduced: &ReducedTask,
    goal: &[Test],
    label: Label,
    cells: &[usize],
    tokens: usize,
) -> Vec<bool> {
    let only = LabelSet::of(label);
    let under = cells.iter().map(|&position| reduced.under(goal, position));
    let under: Vec<LabelSet> = under.collect();
    // If the goal requires as many tokens as there are, it allows none on any other cell.
    let all = under.iter().filter(|&&labels| labels == only).count() >= tokens;
    let allowed = |labels: LabelSet| labels == only || !all && labels.has(label);
    under.into_iter().map(allowed).collect()
}

/// What `rule` does to the tokens with a label, without a selecting label. `None` if the rule may
/// carry several of these tokens, or if its tests do not determine which tokens it carries.
fn carrier(
    reduced: &ReducedTask,
    rule: &Rule,
    (domain, label): DomainLabel,
    cell_at: &[Option<usize>],
) -> Option<Carrier> {
    let here = |position: usize| reduced.ground.positions[position].domain == domain;
    let (mut from, mut to) = (None, None);
    for write in rule.writes.iter().filter(|write| here(write.position)) {
        let under = reduced.under(&rule.tests, write.position);
        let after = match write.value {
            Value::Label(label) => LabelSet::of(label),
            Value::Of { position, plus: 0 } => reduced.under(&rule.tests, position),
            Value::Of { .. } => LabelSet(u64::MAX),
        };
        let sure = |labels: LabelSet| labels == LabelSet::of(label) || !labels.has(label);
        if !sure(under) || !sure(after) {
            return None;
        }
        let end = match (under.has(label), after.has(label)) {
            (true, false) => &mut from,
            (false, true) => &mut to,
            _ => continue,
        };
        if end.replace(cell_at[write.position]?).is_some() {
            return None;
        }
    }
    let carried = match (from, to) {
        (None, None) => None,
        (Some(from), Some(to)) => Some((from, to)),
        _ => return None,
    };
    let clear = rule.tests.iter().filter_map(|test| match *test {
        Test::In { position, labels } if here(position) && !labels.has(label) => cell_at[position],
        _ => None,
    });
    let clear = clear.collect();
    Some(Carrier {
        before: 0,
        after: 0,
        clear,
        carried,
        cost: rule.cost,
    })
}
