//! Finds two phases of a puzzle such that every move leads from one phase to the other.
//!
//! Suppose the cells where a label may be can be coloured with two colours like a chessboard, so
//! that every move takes the label from one colour to the other. Then the label is a *walker*, the
//! colour of its cell is the *phase* of a state, and a move belongs to the phase of the state in
//! which it is made. Let the *counted label* be another label that moves take away from cells.
//! Suppose further that each cell loses the counted label only by moves of one phase. Then the
//! phases alternate, and the phase in which more cells lose the counted label gives a lower bound
//! on the number of moves. Example: a walker must enter all cells of a board of 7×7 and begins on
//! one of the 24 cells of the rarer colour. It needs 49 moves to enter the 25 cells of the other
//! colour, although only 48 cells are left.

use fewest_rules::Words;

use super::distance::known;
use crate::compiled::PackedTask;
use crate::ground::{Label, Rule, Value};
use crate::reduction::ReducedTask;

/// A walker, the phases through which it makes every solution alternate, and for each cell the
/// phase whose moves remove the counted label from it.
#[derive(Debug, Clone)]
pub(super) struct Alternation {
    /// For each rule, whether its moves belong to the second phase: they begin with the walker on a
    /// cell of the second colour.
    rules: Vec<bool>,
    /// For each position, whether moves of the second phase remove the counted label from it.
    positions: Vec<bool>,
    /// The walker's label, and the name of this label.
    walker: Label,
    name: String,
    /// The positions at which the walker is in the states of the second phase.
    fields: Vec<WalkerField>,
}

/// A position where the walker may be: the position's field (the bits of a state that store its
/// label), and the number that stands for the walker in that field.
#[derive(Debug, Clone)]
struct WalkerField {
    position: usize,
    from: usize,
    width: usize,
    number: u64,
}

impl Alternation {
    /// Finds a walker with two alternating phases such that each cell loses `label` of `domain`
    /// only by moves of one phase. `None` if there is no such walker.
    pub(super) fn new(task: &PackedTask, domain: usize, label: Label) -> Option<Self> {
        let reduced = task.reduced();
        let walkers = (0..reduced.ground.domains.len()).flat_map(|of| {
            let unique = task.counts().unique(reduced, of);
            unique.labels().map(move |walker| (of, walker))
        });
        walkers
            .filter(|&walker| walker != (domain, label))
            .collect::<Vec<_>>()
            .into_iter()
            .find_map(|walker| Self::with_walker(task, walker, (domain, label)))
    }

    fn with_walker(
        task: &PackedTask,
        walker: (usize, Label),
        counted: (usize, Label),
    ) -> Option<Self> {
        let reduced = task.reduced();
        let rules = &reduced.ground.rules;
        let steps = rules
            .iter()
            .map(|rule| known(reduced, rule, walker.0, walker.1));
        let steps: Vec<(usize, usize)> = steps.collect::<Option<_>>()?;
        // The graph has two nodes for each position. The first `count` nodes stand for the
        // positions as cells of the walker, and their colours are the phases. The other nodes stand
        // for the positions as cells that lose the counted label, and their colours are the phases
        // in which they lose it.
        let count = reduced.sets.len();
        let mut pairs = Vec::new();
        for (rule, &(from, to)) in rules.iter().zip(&steps) {
            pairs.push((from, to, true));
            pairs.extend(losing(reduced, rule, counted).map(|p| (from, count + p, false)));
        }
        let mut colours = two_colours(2 * count, &pairs)?;
        let positions = colours.split_off(count);
        let mut fields = Vec::new();
        for position in reduced.changing() {
            let here = reduced.ground.positions[position].domain == walker.0;
            if here && colours[position] && reduced.sets[position].has(walker.1) {
                let (from, width) = task.field(position)?;
                fields.push(WalkerField {
                    position,
                    from: from as usize,
                    width: width as usize,
                    number: task.code(position, walker.1)?,
                });
            }
        }
        Some(Self {
            rules: steps.iter().map(|&(from, _)| colours[from]).collect(),
            positions,
            walker: walker.1,
            name: reduced.ground.domains[walker.0].labels[usize::from(walker.1)].clone(),
            fields,
        })
    }

    /// The name of the walker.
    pub(super) fn walker(&self) -> &str {
        &self.name
    }

    /// Whether a move by the rule belongs to the second phase.
    pub(super) fn is_second(&self, rule: usize) -> bool {
        self.rules[rule]
    }

    /// Whether moves of the second phase, rather than the first, remove the counted label from the
    /// position.
    pub(super) fn loses_in_second(&self, position: usize) -> bool {
        self.positions[position]
    }

    /// Whether `state`, and so the next move from it, belongs to the second phase.
    pub(super) fn phase<const N: usize>(&self, state: Words<N>) -> bool {
        let here = |field: &WalkerField| state.field(field.from, field.width) == field.number;
        self.fields.iter().any(here)
    }

    /// Does the same as [`phase`](Self::phase) for a state that is given by the label of each
    /// position.
    pub(super) fn phase_of(&self, labels: &[Label]) -> bool {
        let here = |field: &WalkerField| labels[field.position] == self.walker;
        self.fields.iter().any(here)
    }
}

/// The positions from which `rule` may remove the label.
pub(super) fn losing(
    reduced: &ReducedTask,
    rule: &Rule,
    (domain, label): (usize, Label),
) -> impl Iterator<Item = usize> {
    let writes = rule.writes.iter().filter(move |write| {
        let position = write.position;
        reduced.ground.positions[position].domain == domain
            && write.value != Value::Label(label)
            && reduced.under(&rule.tests, position).has(label)
    });
    writes.map(|write| write.position)
}

/// Colours the nodes of a graph with two colours. Each edge says whether the colours of its two
/// ends differ. `None` if no colouring satisfies all edges.
pub(super) fn two_colours(count: usize, pairs: &[(usize, usize, bool)]) -> Option<Vec<bool>> {
    let mut neighbours = vec![Vec::new(); count];
    for &(one, other, different) in pairs {
        neighbours[one].push((other, different));
        neighbours[other].push((one, different));
    }
    let mut colours: Vec<Option<bool>> = vec![None; count];
    for first in 0..count {
        if colours[first].is_some() {
            continue;
        }
        colours[first] = Some(false);
        let mut waiting = vec![(first, false)];
        while let Some((at, colour)) = waiting.pop() {
            for &(next, different) in &neighbours[at] {
                let wanted = colour ^ different;
                match colours[next] {
                    Some(has) if has != wanted => return None,
                    Some(_) => {}
                    None => {
                        colours[next] = Some(wanted);
                        waiting.push((next, wanted));
                    }
                }
            }
        }
    }
    colours.into_iter().collect()
}
