//! The rules that carry identical labels from cell to cell, such as the boxes of Sokoban.
//!
//! Suppose that several positions hold the same label, that no rule changes their number, and that
//! each rule moves at most one of them. Then each of these labels is a *token* with a way of its own
//! through the moves of a solution. Take all tokens but a few off the board, and let a rule apply
//! whatever the tokens that were taken off would have done: the few that remain, with the label whose
//! place selects the rules, form a small puzzle in which each solution is still a solution. What is
//! impossible there is impossible in the puzzle.

use fewest_rules::sort_by_key;

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Test, Value, Write};
use crate::reduction::{DomainLabel, ReducedTask, place_of};

/// The tokens with one label. A *cell* is a position that may hold the label, a *place* one of the
/// selecting label, each by its number; without a selecting label there is one place for all states.
#[derive(Debug, Clone)]
pub(super) struct Carriers {
    pub(super) label: Label,
    /// The positions of the cells, in increasing order.
    pub(super) cells: Vec<usize>,
    /// The number of places.
    pub(super) places: usize,
    /// For each place, the cell at the same position, which a token cannot occupy as well.
    pub(super) cell_of_place: Vec<Option<usize>>,
    pub(super) rules: Vec<Carrier>,
    /// For each goal, the cells in which it allows a token, and those in which it requires one.
    pub(super) goals: Vec<Vec<bool>>,
    pub(super) required: Vec<Vec<usize>>,
}

/// What a rule does to the tokens with one label.
#[derive(Debug, Clone)]
pub(super) struct Carrier {
    /// The place of the selecting label before and after the rule.
    pub(super) before: usize,
    pub(super) after: usize,
    /// The cells that must not hold a token before the rule.
    pub(super) clear: Vec<usize>,
    /// The cells between which the rule carries a token, if it does.
    pub(super) carried: Option<(usize, usize)>,
}

impl Carriers {
    /// The tokens of each label of which there are several and no rule changes their number, the fewest
    /// first. Leaves out
    /// a label if some rule may move more than one of its tokens, or moves them in a way that the tests of
    /// the rule alone do not tell.
    pub(super) fn find(task: &PackedTask) -> Vec<Self> {
        let reduced = task.reduced();
        if !reduced.ground.consequences.is_empty() {
            return Vec::new();
        }
        let numbers = task.counts().numbers(reduced);
        let mut found: Vec<(usize, Self)> = Vec::new();
        for (domain, numbers) in numbers.iter().enumerate() {
            for (label, &number) in (0..).zip(numbers) {
                let tokens = number.unwrap_or(0) as usize;
                if tokens >= 2
                    && let Some(carriers) = Self::new(task, (domain, label), tokens)
                {
                    found.push((tokens, carriers));
                }
            }
        }
        // What a token leaves behind moves the other way, but there is usually more of it.
        sort_by_key(&mut found, |&(tokens, _)| tokens);
        found.into_iter().map(|(_, carriers)| carriers).collect()
    }

    /// Whether a rule carries a token of this kind and one of another kind.
    pub(super) fn shares_a_rule(&self, other: &Self) -> bool {
        let mut both = self.rules.iter().zip(&other.rules);
        both.any(|(one, other)| one.carried.is_some() && other.carried.is_some())
    }

    /// The rules after which the selecting label is at each place.
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
            !task.places().is_empty() && rules.iter().all(placed)
        });
        let mut place_at = vec![0; reduced.sets.len()];
        let places = selecting.map_or(&[][..], |_| task.places());
        for (place, &position) in places.iter().enumerate() {
            place_at[position] = place;
        }
        let carriers = rules.iter().map(|rule| {
            carrier(
                reduced,
                rule,
                (domain, label),
                selecting,
                &cell_at,
                &place_at,
            )
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
    /// The cell before the rule of a token that is on `cell` after it; `None` if the rule does not apply
    /// with the token there.
    #[inline]
    pub(super) fn source(&self, cell: usize) -> Option<usize> {
        let source = match self.carried {
            // Whatever was on this cell was carried away.
            Some((from, _)) if from == cell => return None,
            Some((from, to)) if to == cell => from,
            _ => cell,
        };
        (!self.clear.contains(&source)).then_some(source)
    }
}

/// The cells in which a goal allows one of `tokens` tokens with the label.
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
    // If the goal asks for as many tokens as there are, none may be anywhere else.
    let all = under.iter().filter(|&&labels| labels == only).count() >= tokens;
    let allowed = |labels: LabelSet| labels == only || !all && labels.has(label);
    under.into_iter().map(allowed).collect()
}

/// What `rule` does to the tokens with a label. `None` if it may carry several, or if its tests do not
/// tell what it does.
fn carrier(
    reduced: &ReducedTask,
    rule: &Rule,
    (domain, label): DomainLabel,
    selecting: Option<DomainLabel>,
    cell_at: &[Option<usize>],
    place_at: &[usize],
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
    let (mut before, mut after) = (0, 0);
    if let Some(selecting) = selecting {
        let position = place_of(&rule.tests, selecting, reduced)?;
        let arrives = |write: &&Write| {
            reduced.ground.positions[write.position].domain == selecting.0
                && write.value == Value::Label(selecting.1)
        };
        let leaves = |write: &Write| write.position == position;
        before = place_at[position];
        after = match rule.writes.iter().find(arrives) {
            Some(write) => place_at[write.position],
            // Something else, such as a copy, takes the label along.
            None if rule.writes.iter().any(leaves) => return None,
            None => before,
        };
    }
    Some(Carrier {
        before,
        after,
        clear,
        carried,
    })
}
