//! Consequences as free moves: a puzzle without consequences that allows at least as much.
//!
//! A pattern leaves out what decides which consequences follow a move, and in which order. So all of
//! them become possible. A new position, the *stage*, says which stages of a program are still to
//! come; it is 0 between two moves. The rule of a move begins with the first stage. In a stage, each
//! rule of its groups is a free move, and another free move goes on with the next stage.
//!
//! For example, if `@` slides until it is stopped, `slide-right` is a move to the right into stage 1,
//! where free moves to the right may follow, until a free move leads back to stage 0.
//!
//! The new puzzle allows more: it may leave out consequences, and it ignores patterns that must not
//! occur. But for every move of the puzzle it has a path with the same result, of which only the
//! first step costs anything. So its distances are lower bounds.

use std::borrow::Cow;

use super::positions::{changed, touched};
use crate::ground::{
    Consequences, Domain, Label, LabelSet, MOST_LABELS, Position, ProgramStage, Rule, Test, Value,
    Write, exclude,
};
use crate::reduction::ReducedTask;

/// A puzzle gets at most this many free moves.
const MOST_FREE: usize = 1 << 17;

/// Which of the rules that write a position may apply in the same state is examined if they are at
/// most this many. Of more, each is taken to apply together with the others.
const MOST_WRITERS: usize = 1 << 8;

/// The free move with which a stage ends.
const END_OF_STAGE: Rule = Rule {
    of: 0,
    tests: Vec::new(),
    writes: Vec::new(),
    cost: 0,
};

/// A puzzle whose consequences are free moves.
pub(super) struct Unfolded<'a> {
    /// The puzzle. Its first rules are those of the moves, in their order; all further rules are
    /// free.
    pub(super) reduced: Cow<'a, ReducedTask>,
    /// The position of the stage, which is the last one. `None` if no move has consequences.
    pub(super) stage: Option<usize>,
}

impl<'a> Unfolded<'a> {
    /// Makes free moves of the consequences of `reduced`. `None` if its programs have too many
    /// stages, or its groups too many rules, or if rules that are applied at once do not do the same
    /// one after the other.
    pub(super) fn new(reduced: &'a ReducedTask) -> Option<Self> {
        let consequences = &reduced.ground.consequences;
        if consequences.is_empty() {
            return Some(Self {
                reduced: Cow::Borrowed(reduced),
                stage: None,
            });
        }
        // The lists of stages that may still be to come. A stage is the index of its list; there is
        // nothing to come in the stage 0.
        let mut lists: Vec<&[ProgramStage]> = vec![&[]];
        for program in &consequences.programs {
            for from in 0..program.stages.len() {
                let left = &program.stages[from..];
                if !lists.contains(&left) {
                    lists.push(left);
                }
            }
            if lists.len() > MOST_LABELS {
                return None;
            }
        }
        let number = |left: &[ProgramStage]| lists.iter().position(|&list| list == left);
        let mut unfolded = reduced.clone();
        unfolded.ground.consequences = Consequences::default();
        let stage = unfolded.sets.len();
        for (index, rule) in unfolded.ground.rules.iter_mut().enumerate() {
            let program = consequences.program(index);
            let first = program.map_or(Some(0), |p| number(&consequences.programs[p].stages))?;
            lead(rule, stage, 0, first);
        }
        let mut at_once = consequences.groups.iter().filter(|group| group.everywhere);
        if !at_once.all(|group| are_apart(&group.rules, stage)) {
            return None;
        }
        for (now, list) in lists.iter().enumerate().skip(1) {
            let next = number(&list[1..])?;
            let mut free = |rule: &Rule, to: usize| {
                let mut rule = rule.clone();
                lead(&mut rule, stage, now, to);
                rule.cost = 0;
                unfolded.ground.rules.push(rule);
            };
            free(&END_OF_STAGE, next);
            for &group in &list[0].groups {
                let group = &consequences.groups[group];
                let once = !list[0].repeats && !group.everywhere;
                let to = if once { next } else { now };
                group.rules.iter().for_each(|rule| free(rule, to));
            }
            if unfolded.ground.rules.len() > reduced.ground.rules.len() + MOST_FREE {
                return None;
            }
        }
        let stages = lists.len();
        unfolded.ground.positions.push(Position {
            name: "stage".to_owned(),
            domain: unfolded.ground.domains.len(),
        });
        // A test must not hold for all labels of a domain, so there are two labels at least.
        let labels = (0..stages.max(2)).map(|stage| stage.to_string());
        unfolded.ground.domains.push(Domain {
            labels: labels.collect(),
        });
        unfolded
            .sets
            .push(LabelSet(u64::MAX >> (MOST_LABELS - stages)));
        if let Some(start) = &mut unfolded.start {
            start.push(0);
        }
        for goal in &mut unfolded.ground.goals {
            goal.push(in_stage(stage, 0));
        }
        Some(Self {
            reduced: Cow::Owned(unfolded),
            stage: Some(stage),
        })
    }

    /// The number of stages, at least 1.
    pub(super) fn stages(&self) -> u64 {
        self.stage
            .map_or(1, |stage| self.reduced.sets[stage].len() as u64)
    }
}

/// Whether none of `rules` tests, reads or writes one of the first `positions` positions that
/// another one writes in the same state. Then these rules, applied one after the other in any order,
/// do the same as all at once. For example, `all down [o | _] -> [_ | o]` has a rule for each pair of
/// cells. The rules of two pairs with a common cell never apply in the same state.
fn are_apart(rules: &[Rule], positions: usize) -> bool {
    let mut writers = vec![Vec::new(); positions];
    for (number, rule) in rules.iter().enumerate() {
        changed(rule).for_each(|position| writers[position].push(number));
    }
    rules.iter().enumerate().all(|(number, rule)| {
        let apart = |&other: &usize| other == number || exclude(&rule.tests, &rules[other].tests);
        let mut writers = touched(rule).map(|position| &writers[position]);
        writers.all(|writers| writers.len() <= MOST_WRITERS && writers.iter().all(apart))
    })
}

/// Lets `rule` apply only in the stage `from`, and lead to the stage `to`.
fn lead(rule: &mut Rule, stage: usize, from: usize, to: usize) {
    rule.tests.push(in_stage(stage, from));
    if from != to {
        rule.writes.push(Write {
            position: stage,
            value: Value::Label(to as Label),
        });
    }
}

fn in_stage(stage: usize, number: usize) -> Test {
    Test::In {
        position: stage,
        labels: LabelSet(1 << number),
    }
}
