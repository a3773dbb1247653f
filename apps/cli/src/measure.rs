//! Formats costs with the units that a puzzle file names.

use fewest::Answer;
use fewest::api::AnswerCosts;
use fewest_ground::CostMeasure;
use fewest_rules::{Objective, grouped};

use crate::quantity::count;

/// A cost with its unit, such as `8 pushes`. If the puzzle names no unit, the result is like `cost
/// 8`.
pub(crate) fn amount(cost: u64, measure: &CostMeasure) -> String {
    match measure.unit.as_str() {
        "cost" => format!("cost {}", grouped(&cost.to_string())),
        unit => count(cost, &singular(unit), unit),
    }
}

/// The length of a solution and, if moves have costs, its cost. The criterion that is minimised
/// first comes first.
pub(crate) fn length(moves: usize, cost: Option<u32>, costs: Option<&AnswerCosts>) -> String {
    let moves = count(moves as u64, "move", "moves");
    let (Some(costs), Some(cost)) = (costs, cost) else {
        return moves;
    };
    let cost = amount(cost.into(), &costs.measure);
    match costs.measure.objective {
        Objective::MovesThenCost => format!("{moves}, {cost}"),
        Objective::Cost | Objective::CostThenMoves => format!("{cost}, {moves}"),
    }
}

/// The length and the cost of the solution in `answer`, which has `moves` moves.
pub(crate) fn of_answer(moves: usize, answer: &Answer) -> String {
    let costs = answer.costs.as_ref();
    length(moves, costs.and_then(|costs| costs.cost), costs)
}

/// What a search minimises, such as `fewest pushes, then fewest moves`.
pub(crate) fn minimised(measure: Option<&CostMeasure>) -> String {
    let Some(CostMeasure { objective, unit }) = measure else {
        return "fewest".to_owned();
    };
    let cost = match unit.as_str() {
        "cost" => "least cost".to_owned(),
        unit => format!("fewest {unit}"),
    };
    match objective {
        Objective::Cost => cost,
        Objective::CostThenMoves => format!("{cost}, then fewest moves"),
        Objective::MovesThenCost => format!("fewest moves, then {cost}"),
    }
}

/// The first criterion of an answer with its unit.
pub(crate) fn first(value: u64, measure: Option<&CostMeasure>) -> String {
    match measure {
        Some(measure) if measure.objective != Objective::MovesThenCost => amount(value, measure),
        _ => count(value, "move", "moves"),
    }
}

/// What a search minimised, if moves have costs.
pub(crate) fn measure_of(answer: &Answer) -> Option<&CostMeasure> {
    answer.costs.as_ref().map(|costs| &costs.measure)
}

/// The singular of an English plural that is formed by rule; other words remain unchanged.
fn singular(plural: &str) -> String {
    let one = match plural.strip_suffix("es") {
        Some(stem)
            if stem.ends_with("sh") || stem.ends_with("ch") || stem.ends_with(['x', 's']) =>
        {
            stem
        }
        _ => plural.strip_suffix('s').unwrap_or(plural),
    };
    one.to_owned()
}

#[cfg(test)]
mod tests {
    use super::singular;

    #[test]
    fn regular_plurals_have_a_singular() {
        let words = [
            ("pushes", "push"),
            ("turns", "turn"),
            ("boxes", "box"),
            ("fuel", "fuel"),
        ];
        for (plural, one) in words {
            assert_eq!(singular(plural), one);
        }
    }
}
