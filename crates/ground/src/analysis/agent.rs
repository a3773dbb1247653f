//! Finds the agent of a puzzle: the label that every free move carries. A move is *free* if it
//! costs nothing.
//!
//! The states that free moves connect form a region. Suppose that all free moves carry the same
//! label, the *agent*. Suppose further that the agent always goes to a position that holds one
//! other label, the *background*, and that the move writes the background where the agent was. Then
//! the states of a region differ only in the position of the agent, and a region is given by the
//! positions that the agent reaches over the background.

use crate::compiled::PackedTask;
use crate::ground::{Label, Rule, Test, Value};
use crate::reduction::ReducedTask;

/// The *free* moves of a puzzle, which cost nothing. Each of them only carries the agent, and is
/// undone by another free move. A *place* is a position at which the agent may be. Places are
/// numbered in the order of `PackedTask::places`.
#[derive(Debug, Clone)]
pub struct AgentRegions {
    /// The label that a free move leaves at the position from which it carries the agent.
    pub(super) background: Label,
    /// The label of the agent.
    pub(super) agent: Label,
    /// For each place, the places to which a free move carries the agent from there, each with the
    /// index of the rule that makes the move.
    pub(super) steps: Vec<Vec<(usize, usize)>>,
    /// For each place, the indices of the rules with a cost that may apply while the agent is at
    /// this place.
    pub(super) exits: Vec<Vec<usize>>,
    /// For each rule, the place of the agent after the rule.
    pub(super) after: Vec<usize>,
}

impl AgentRegions {
    /// Finds the agent of `task`. `None` if there are no free moves, if some free move does
    /// anything other than exchange the agent with the background, or if some free move is not
    /// undone by another free move.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let (_, agent) = task.selecting()?;
        let places = task.places();
        if !reduced.ground.consequences.is_empty() {
            return None;
        }
        // If several rules of a move applied in one state, only the first of them would be made, so
        // a free rule might not be made although its tests hold.
        if places.is_empty() || task.rules_overlap() {
            return None;
        }
        let mut all = Self {
            background: 0,
            agent,
            steps: vec![Vec::new(); places.len()],
            exits: vec![Vec::new(); places.len()],
            after: Vec::new(),
        };
        let mut background = None;
        let place_at = |position| places.iter().position(|&other| other == position);
        for (number, rule) in reduced.ground.rules.iter().enumerate() {
            let (before, after) = task.selecting_step(rule)?;
            let (from, to) = (place_at(before)?, place_at(after)?);
            all.after.push(to);
            if rule.cost > 0 {
                all.exits[from].push(number);
                continue;
            }
            let left = step(reduced, rule, agent, before, after)?;
            if *background.get_or_insert(left) != left {
                return None;
            }
            all.steps[from].push((to, number));
        }
        all.background = background?;
        let leads = |from: usize, to: usize| all.steps[from].iter().any(|&(other, _)| other == to);
        let mut steps = all.steps.iter().enumerate();
        let back = steps.all(|(from, steps)| steps.iter().all(|&(to, _)| leads(to, from)));
        back.then_some(all)
    }
}

/// If the rule, which carries the agent from `from` to `to`, does nothing else but leave at `from` the
/// label that `to` had, returns this label, which is the background.
fn step(reduced: &ReducedTask, rule: &Rule, agent: Label, from: usize, to: usize) -> Option<Label> {
    let only = |test: &Test| match *test {
        Test::In { position, .. } => position == from || position == to,
        Test::Same { .. } => false,
    };
    let background = reduced.under(&rule.tests, to).single()?;
    let left = rule.writes.iter().find(|write| write.position == from)?;
    let carries = from != to
        && background != agent
        && rule.writes.len() == 2
        && rule.tests.iter().all(only)
        && left.value == Value::Label(background);
    carries.then_some(background)
}
