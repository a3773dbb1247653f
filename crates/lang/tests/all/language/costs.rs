//! Costs of moves and rules.

use crate::language::draw::Random;
use crate::language::model::{Body, Cost, Move, Puzzle, Rule, State};

/// Gives moves and rules of half of the puzzles costs.
pub(crate) fn give(puzzle: &mut Puzzle, random: &mut Random) {
    for _ in 0..10 {
        random.below(2);
    }
    if random.one_in(2) {
        return;
    }
    let firsts = puzzle.firsts.iter().enumerate();
    let numbers = firsts.filter(|(_, first)| first.is_some_and(|first| first >= 0));
    let numbers: Vec<usize> = numbers.map(|(variable, _)| variable).collect();
    let cost = |random: &mut Random| match random.below(4) {
        0 => None,
        1 if !numbers.is_empty() => Some(Cost::Variable(random.of(&numbers))),
        _ => Some(Cost::Number(random.of(&[0, 1, 2, 65_535]))),
    };
    for declared in &mut puzzle.moves {
        declared.cost = cost(random);
        if let Body::Rules(rules) = &mut declared.body {
            rules.iter_mut().for_each(|rule| rule.cost = cost(random));
        }
    }
}

impl Puzzle {
    /// What a move costs in a state, where `rule` is the rule that is applied, if it has rules.
    pub(crate) fn cost(&self, declared: &Move, rule: Option<&Rule>, state: &State) -> u16 {
        match rule.and_then(|rule| rule.cost).or(declared.cost) {
            None => 1,
            Some(Cost::Number(cost)) => cost,
            Some(Cost::Variable(variable)) => {
                let first = self.firsts[variable].unwrap();
                (first + state.variables[variable] as i64) as u16
            }
        }
    }

    /// The words of a cost.
    pub(crate) fn cost_words(&self, cost: Option<Cost>) -> Option<String> {
        Some(match cost? {
            Cost::Number(0) => "free".to_owned(),
            Cost::Number(cost) => format!("cost {cost}"),
            Cost::Variable(variable) => format!("cost v{variable}"),
        })
    }
}
