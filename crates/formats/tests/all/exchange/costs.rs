//! Costs in PSVN and PDDL.

use fewest_formats::{ExportError, pddl, psvn};
use fewest_ground::reduction::Starts;
use fewest_ground::{CostMeasure, Ground};
use fewest_rules::Objective;

use crate::example_boards::boards;
use crate::plain;

/// The examples whose moves have costs.
fn with_costs() -> Vec<(String, Ground, Vec<u8>)> {
    let boards = boards().into_iter();
    let boards = boards.map(|(name, ground, start)| (name, (*ground).clone(), start));
    boards
        .filter(|(_, ground, _)| ground.measure.is_some())
        .collect()
}

#[test]
fn a_psvn_file_has_the_same_least_cost() {
    let mut compared = 0;
    for (name, ground, start) in with_costs() {
        let text = psvn::write(&ground, Starts::One(&start)).unwrap();
        let (read, _) = psvn::read(&name, &text).unwrap();
        assert_eq!(read.measure, Some(CostMeasure::of_cost()), "{name}");
        let wanted = plain::best(&ground, &start, 20_000);
        assert!(wanted.is_some(), "{name} is large");
        assert_eq!(plain::best(&read, &start, 20_000), wanted, "{name}");
        compared += 1;
    }
    assert!(compared >= 2);
}

#[test]
fn an_action_costs_what_its_rule_costs() {
    for (name, ground, start) in with_costs() {
        let written = pddl::write(&ground, &start).unwrap().domain;
        let mut costs: Vec<u16> = ground.rules.iter().map(|rule| rule.cost).collect();
        costs.sort_unstable();
        costs.dedup();
        for cost in costs {
            let effect = format!("(increase (total-cost) {cost})");
            assert!(written.contains(&effect), "{name}: {effect}");
        }
    }
}

#[test]
fn two_criteria_are_refused_with_a_reason() {
    for (name, mut ground, start) in with_costs() {
        ground.measure = Some(CostMeasure {
            objective: Objective::CostThenMoves,
            ..CostMeasure::of_cost()
        });
        let refused =
            |why| matches!(why, ExportError::Unsayable(why) if why.contains("single number"));
        assert!(
            refused(psvn::write(&ground, Starts::One(&start)).unwrap_err()),
            "{name}"
        );
        assert!(refused(pddl::write(&ground, &start).unwrap_err()), "{name}");
    }
}
