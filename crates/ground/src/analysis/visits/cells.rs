//! Finds a walker, a label that every move takes from one place to another, that has to enter all
//! cells with some other label.

use super::super::alternation::losing;
use super::super::distance::known;
use super::graph::{Graph, GraphBridge};
use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Value};
use crate::reduction::ReducedTask;

/// The bound is computed only for walkers with at most this many places.
const MOST_PLACES: usize = 256;

/// A walker and the cells that it has to enter. A label comes with its domain, and a cell is the
/// lowest bit of its field in a state.
pub(super) struct WalkerCells {
    pub(super) walker: (usize, Label),
    /// The label that makes a cell open. The walker takes it away when it enters the cell.
    pub(super) open: (usize, Label),
    pub(super) graph: Graph,
    /// For each place, the lowest bit of the field that has the walker there.
    pub(super) walker_bits: Vec<usize>,
    /// For each place, the cell that the walker closes when it enters the place.
    pub(super) cells: Vec<Option<usize>>,
    /// For each place, its colour, if every step leads to a place of the other colour.
    pub(super) colours: Option<Vec<bool>>,
    pub(super) bridges: Vec<GraphBridge>,
}

impl WalkerCells {
    /// Finds the first walker that has to enter cells. The result has one element for each label
    /// that this walker takes away.
    pub(super) fn all(task: &PackedTask) -> Vec<Self> {
        let reduced = task.reduced();
        let ground = &reduced.ground;
        if !ground.consequences.is_empty() || ground.rules.is_empty() {
            return Vec::new();
        }
        let labels = ground.domains.iter().enumerate().flat_map(|(domain, of)| {
            let all = 0..of.labels.len() as Label;
            all.map(move |label| (domain, label))
        });
        for walker in labels.clone() {
            if !task.counts().unique(reduced, walker.0).has(walker.1) {
                continue;
            }
            let steps = ground.rules.iter();
            let steps = steps.map(|rule| known(reduced, rule, walker.0, walker.1));
            let Some(steps) = steps.collect::<Option<Vec<_>>>() else {
                continue;
            };
            let found = labels.clone().filter(|&open| open != walker);
            let found = found.filter_map(|open| Self::of(task, walker, open, &steps));
            let found: Vec<Self> = found.collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// The cells that `walker` has to enter in order to take away the label `open`. `steps` has,
    /// for each rule, the step of the walker. `None` if a goal has the label `open`, or if rules
    /// change the positions with this label in any other way than by closing the cell that the
    /// walker enters, that is, by taking the label away there. The two ends of a step differ,
    /// because a reduced rule has no write that changes nothing.
    fn of(
        task: &PackedTask,
        walker: (usize, Label),
        open: (usize, Label),
        steps: &[(usize, usize)],
    ) -> Option<Self> {
        let reduced = task.reduced();
        let ground = &reduced.ground;
        let may_be_open = |position: usize| {
            ground.positions[position].domain == open.0 && reduced.sets[position].has(open.1)
        };
        let open_in_goal = |goal| {
            reduced
                .changing()
                .any(|p| may_be_open(p) && reduced.under(goal, p).has(open.1))
        };
        if ground.goals.iter().any(|goal| open_in_goal(goal)) {
            return None;
        }
        let graph = Graph::new(reduced.sets.len(), steps);
        if graph.places.len() > MOST_PLACES {
            return None;
        }
        // For each place, the cell that the walker closes when it enters the place. No two places
        // close the same cell.
        let mut closed: Vec<Option<usize>> = vec![None; graph.places.len()];
        let mut closed_by = vec![None; reduced.sets.len()];
        for (rule, &(_, to)) in ground.rules.iter().zip(steps) {
            if adds(reduced, rule, open) {
                return None;
            }
            let to = graph.place(to)?;
            for position in losing(reduced, rule, open) {
                let (cell, place) = (&mut closed[to], &mut closed_by[position]);
                if *cell.get_or_insert(position) != position || *place.get_or_insert(to) != to {
                    return None;
                }
            }
        }
        // If the cell of a place is open, every step into the place must close the cell. This
        // closure finds steps that may leave it open.
        let leaves_open = |(rule, &(_, to)): (&Rule, &(usize, usize))| {
            let cell = graph.place(to).and_then(|place| closed[place]);
            cell.is_some_and(|cell| {
                let loses = losing(reduced, rule, open).any(|position| position == cell);
                !loses && reduced.under(&rule.tests, cell).has(open.1)
            })
        };
        if closed.iter().all(Option::is_none) || ground.rules.iter().zip(steps).any(leaves_open) {
            return None;
        }
        let bit_of = |position: usize| task.field(position).map(|(from, _)| from as usize);
        let walker_bits = graph.places.iter().map(|&position| bit_of(position));
        Some(Self {
            walker,
            open,
            walker_bits: walker_bits.collect::<Option<_>>()?,
            cells: closed.iter().map(|position| bit_of((*position)?)).collect(),
            colours: graph.colours(),
            bridges: graph.bridges(),
            graph,
        })
    }
}

/// Whether `rule` may write the label to a position that does not have it.
fn adds(reduced: &ReducedTask, rule: &Rule, (domain, label): (usize, Label)) -> bool {
    rule.writes.iter().any(|write| {
        reduced.ground.positions[write.position].domain == domain
            && match write.value {
                Value::Label(put) => {
                    let before = reduced.under(&rule.tests, write.position);
                    put == label && before != LabelSet::of(label)
                }
                Value::Of { .. } => true,
            }
    })
}
