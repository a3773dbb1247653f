//! A label that free moves carry over the board: the player of Sokoban where walking is free.
//!
//! The states that free moves connect form a region. If every free move carries the same single
//! label, the *agent*, from one position to another over one background label, a region consists of
//! the positions that the agent reaches over the background, and nothing else on the board differs.

use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet, Rule, Test, Value};
use crate::reduction::{ReducedTask, place_of};

/// The free moves of a puzzle, if all of them carry the agent to and fro. Places are numbered as by
/// `PackedTask::places`.
#[derive(Debug, Clone)]
pub struct AgentRegions {
    /// The label that the agent leaves behind.
    pub(super) background: Label,
    /// The label of the agent, with its domain.
    pub(super) agent: (usize, Label),
    /// By place: the places to which a free move leads, each with its rule.
    pub(super) steps: Vec<Vec<(usize, usize)>>,
    /// By place: the rules that apply there and are not free.
    pub(super) exits: Vec<Vec<usize>>,
    /// By rule: the place of the agent after it.
    pub(super) after: Vec<usize>,
}

impl AgentRegions {
    /// Finds the agent of `task`; `None` if some free move does anything but carry it over the
    /// background, cannot be taken back, or if there are no free moves.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let agent = task.selecting()?;
        let (domain, label) = agent;
        let places = task.places();
        if !reduced.ground.consequences.is_empty() {
            return None;
        }
        // If rules of a move overlapped, an earlier rule could take the place of a free one.
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
            let from = place_at(place_of(&rule.tests, agent, reduced)?)?;
            let arrives = |write: &&crate::ground::Write| {
                reduced.ground.positions[write.position].domain == domain
                    && write.value == Value::Label(label)
            };
            let to = match rule.writes.iter().find(arrives) {
                Some(write) => place_at(write.position)?,
                None => from,
            };
            all.after.push(to);
            if rule.cost > 0 {
                all.exits[from].push(number);
                continue;
            }
            let left = step(reduced, rule, agent, places[from], places[to])?;
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

/// The background label, if the rule carries the agent from one position to another over it and
/// does nothing else.
fn step(
    reduced: &ReducedTask,
    rule: &Rule,
    (domain, agent): (usize, Label),
    from: usize,
    to: usize,
) -> Option<Label> {
    let tests_only = rule.tests.iter().all(|test| match *test {
        Test::In { position, .. } => position == from || position == to,
        Test::Same { .. } => false,
    });
    let background = reduced.under(&rule.tests, to).single()?;
    let left = rule.writes.iter().find(|write| write.position == from)?;
    let carries = from != to
        && rule.writes.len() == 2
        && reduced.under(&rule.tests, from) == LabelSet::of(agent)
        && reduced.ground.positions[to].domain == domain
        && left.value == Value::Label(background);
    (tests_only && carries && background != agent).then_some(background)
}
