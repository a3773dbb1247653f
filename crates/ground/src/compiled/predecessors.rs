//! Generates the predecessors of a state, by the inverses of the rules.

use fewest_rules::Words;

use super::effect::Effects;
use super::successors::SuccessorGenerator;
use super::{CompiledMove, CompiledPuzzle};
use crate::ground::Rule;
use crate::reduction::InverseRule;

/// Generates the predecessors of states, by the compiled inverses of the rules.
#[derive(Debug, Clone)]
pub struct PredecessorGenerator<const N: usize> {
    successors: SuccessorGenerator<N>,
    effects: Effects<N>,
    /// For each inverse, the index of the rule that it undoes.
    undoes: Vec<u32>,
}

impl<const N: usize> PredecessorGenerator<N> {
    /// Compiles `inverses`, which must be the inverses of the rules of `puzzle` from
    /// [`inverse_rules`](crate::reduction::inverse_rules).
    pub fn new(puzzle: &CompiledPuzzle<N>, inverses: &[InverseRule]) -> Self {
        let task = puzzle.task();
        let rules: Vec<Rule> = inverses
            .iter()
            .map(|inverse| inverse.rule.clone())
            .collect();
        Self {
            successors: SuccessorGenerator::new(task, &rules, &task.rules_by_place(&rules)),
            effects: Effects::new(task, &rules),
            undoes: inverses
                .iter()
                .map(|inverse| inverse.undoes as u32)
                .collect(),
        }
    }

    /// The predecessors of `state`, each with the move that leads from it to `state`.
    #[inline]
    pub(crate) fn predecessors(
        &self,
        puzzle: &CompiledPuzzle<N>,
        state: Words<N>,
    ) -> impl Iterator<Item = (CompiledMove, Words<N>)> {
        let exclusive = puzzle.task().rules_exclude_each_other();
        self.successors.of(state).filter_map(move |inverse| {
            let before = self.effects.apply(state, inverse.rule as usize);
            let rule = self.undoes[inverse.rule as usize];
            let m = CompiledMove {
                of: inverse.of,
                rule,
            };
            // If an earlier rule of the same move applies in the predecessor, that rule makes the
            // move there, and the move does not lead to `state` by this rule.
            let first = exclusive || puzzle.rule_of(m, before) == Some(rule as usize);
            first.then_some((m, before))
        })
    }

    /// The indices of the rules that lead to `state`, each with the state before the rule. `list`
    /// must be the index of the list of rules that `state` selects. There must be no two rules of
    /// the same move that may apply in the same state.
    #[inline]
    pub(crate) fn by_rule(
        &self,
        list: usize,
        state: Words<N>,
    ) -> impl Iterator<Item = (usize, Words<N>)> {
        self.successors.of_list(list, state).map(move |inverse| {
            let before = self.effects.apply(state, inverse.rule as usize);
            (self.undoes[inverse.rule as usize] as usize, before)
        })
    }
}
