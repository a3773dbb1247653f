//! The pushes of an agent that walks step by step.
//!
//! Suppose that one label is the *agent*, and that every rule is a step or a push. A *step* only
//! carries the agent to a position with the *background*, one fixed other label, which the step
//! leaves where the agent was. A *push* carries the agent onto the position of a *token*, and that
//! token to a position with the background. Suppose also that all tokens have the same label, and
//! that each step is undone by another step. Then a state is given by the positions of the tokens
//! and the position of the agent, and only pushes change the positions of the tokens.

use super::agent::step;
use super::tokens::push_rule;
use crate::compiled::PackedTask;
use crate::ground::{Label, LabelSet};
use crate::reduction::{DomainLabel, place_of};

/// The steps and the pushes of a puzzle, if it has no other rules. A *square* is a position that
/// changes; squares are numbered in the order of positions.
#[derive(Debug, Clone)]
pub struct Pushes {
    /// The positions that change, in increasing order. Each of them is a square.
    pub(super) squares: Vec<usize>,
    /// The domain and the label of the agent.
    pub(super) agent: DomainLabel,
    pub(super) token: Label,
    /// For each step, the square of the agent before it, the square after it, and the index of its
    /// rule.
    pub(super) steps: Vec<(usize, usize, usize)>,
    pub(super) pushes: Vec<PushOfToken>,
}

/// A rule that pushes a token: the squares of the agent (`from`) and of the token (`token`) before
/// the push, and the square of the token after it (`to`). After the push, the agent is on the
/// square `token`.
#[derive(Debug, Clone, Copy)]
pub(super) struct PushOfToken {
    pub(super) from: usize,
    pub(super) token: usize,
    pub(super) to: usize,
    pub(super) rule: usize,
}

impl Pushes {
    /// Finds the steps and the pushes of `task`. `None` if the task has other rules, tokens with
    /// several labels, or any other label at a changing position.
    pub fn new(task: &PackedTask) -> Option<Self> {
        let reduced = task.reduced();
        let agent = task.selecting()?;
        let (domain, label) = agent;
        // If several rules of a move could apply in one state, only the first of them would be
        // applied, so the list of pushes alone would not say what a move does.
        if !reduced.ground.consequences.is_empty() || !task.rules_exclude_each_other() {
            return None;
        }
        let squares: Vec<usize> = reduced.changing().collect();
        let square = |position: usize| squares.binary_search(&position).ok();
        let (mut steps, mut others) = (Vec::new(), Vec::new());
        let mut background = None;
        for (number, rule) in reduced.ground.rules.iter().enumerate() {
            let from = place_of(&rule.tests, agent, reduced)?;
            let mut writes = rule.writes.iter().map(|write| write.position);
            let to = writes.find(|&position| position != from)?;
            match step(reduced, rule, agent, from, to) {
                Some(left) if *background.get_or_insert(left) == left => {
                    steps.push((square(from)?, square(to)?, number));
                }
                Some(_) => return None,
                None => others.push((number, from)),
            }
        }
        let background = background?;
        let leads =
            |from: usize, to: usize| steps.iter().any(|step| (step.0, step.1) == (from, to));
        if !steps.iter().all(|&(from, to, _)| leads(to, from)) {
            return None;
        }
        let mut token = None;
        let mut pushes = Vec::new();
        for (rule, from) in others {
            let push = push_rule(reduced, rule, (agent, background), from)?;
            if *token.get_or_insert(push.label) != push.label {
                return None;
            }
            pushes.push(PushOfToken {
                from: square(from)?,
                token: square(push.before)?,
                to: square(push.after)?,
                rule,
            });
        }
        let token = token?;
        let labels = LabelSet(1 << label | 1 << background | 1 << token);
        let known = |&position: &usize| {
            let set = reduced.sets[position];
            reduced.ground.positions[position].domain == domain && set.both(labels) == set
        };
        squares.iter().all(known).then_some(Self {
            agent,
            token,
            steps,
            pushes,
            squares,
        })
    }

    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.squares.len()
    }
}
