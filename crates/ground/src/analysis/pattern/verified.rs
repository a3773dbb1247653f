//! Verifies the tables of smaller puzzles, and that their entries may be added, without the searches
//! that made them.
//!
//! A table is a lower bound if its entries are 0 at the goals, and if no move lowers the entry by
//! more than what the move is charged. Entries of several tables may be added if no move of the
//! puzzle is charged in two of them.

use fewest_rules::{Cost, DEAD_END, Meter, Puzzle, StopReason, Words};
use fewest_search::StateSet;

use super::charges::Charge;
use crate::compiled::CompiledPuzzle;

/// Whether `entry`, which gives the entry of the state with an index in `states`, is a lower bound in
/// the puzzle `small` if its moves are charged by `charges`.
///
/// # Errors
/// The limit that was reached.
pub(super) fn is_lower_bound<const N: usize>(
    small: &CompiledPuzzle<N>,
    states: &StateSet<Words<N>>,
    charges: &[Charge],
    entry: impl Fn(u32) -> u32,
    meter: &mut Meter,
) -> Result<bool, StopReason> {
    let rules = &small.reduced().ground.rules;
    let by_label = charges
        .iter()
        .any(|charge| matches!(charge, Charge::If { .. }));
    for number in 0..states.len() as u32 {
        if number.is_multiple_of(1 << 12) {
            meter.poll()?;
        }
        let (state, least) = (states.get(number), entry(number));
        if least > 0 && small.is_goal(state) {
            return Ok(false);
        }
        let labels = match by_label {
            true => small.labels(state),
            false => Vec::new(),
        };
        let keeps = |m| {
            let after = states.find(small.apply(state, m)).map(&entry);
            let charge = match charges[rules[m.rule()].of].cost(&labels) {
                Cost::One => 1,
                Cost::Free => 0,
            };
            after.is_some_and(|after| after == DEAD_END || least <= after + charge)
        };
        if least > 0 && !small.moves(state).all(keeps) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether no rule is charged twice in the same state. `charges` has, for each table, the charge of
/// each rule.
pub(super) fn share_no_cost(charges: &[Vec<Charge>]) -> bool {
    let rules = charges.first().map_or(0, Vec::len);
    (0..rules).all(|rule| {
        let charged = charges.iter().map(|charges| charges[rule]);
        let charged: Vec<Charge> = charged.filter(|&charge| charge != Charge::Never).collect();
        let apart = |one: &Charge, other: &Charge| match (one, other) {
            (
                Charge::If { position, labels },
                Charge::If {
                    position: same,
                    labels: others,
                },
            ) => position == same && labels.both(*others).is_empty(),
            _ => false,
        };
        charged
            .iter()
            .enumerate()
            .all(|(i, one)| charged[..i].iter().all(|other| apart(one, other)))
    })
}

#[cfg(test)]
mod tests {
    use super::share_no_cost;
    use crate::analysis::pattern::charges::Charge;
    use crate::ground::LabelSet;

    #[test]
    fn a_rule_is_charged_once() {
        let labels = |labels| Charge::If {
            position: 3,
            labels: LabelSet(labels),
        };
        let elsewhere = Charge::If {
            position: 4,
            labels: LabelSet(1),
        };
        let pairs = [
            (Charge::Always, Charge::Never, true),
            (Charge::Always, Charge::Always, false),
            (Charge::Always, labels(1), false),
            (labels(1), labels(6), true),
            (labels(3), labels(6), false),
            (labels(2), elsewhere, false),
        ];
        for (one, other, shared) in pairs {
            let both = [vec![Charge::Never, one], vec![Charge::Always, other]];
            assert_eq!(share_no_cost(&both), shared, "{one:?} {other:?}");
        }
        assert!(share_no_cost(&[]));
    }
}
