//! Each law of costs detects the false claims that it tests for.

#![allow(clippy::unwrap_used)] // A test may panic.

use std::sync::atomic::{AtomicU16, Ordering};

use fewest_rules::{
    DEAD_END, Invertible, MoveCosts, Objective, OperatorCosts, Operators, Puzzle, Then, laws,
};

/// The false claim that the hill makes.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Lie {
    None,
    CostChanges,
    OperatorCost,
}

/// Ten places in two rows of five. Moving along a row is free. Moving between the rows costs 3 down
/// and 7 up. The goal is place 0, in the lower row.
#[derive(Debug)]
struct Hill {
    lie: Lie,
    asked: AtomicU16,
}

fn hill(lie: Lie) -> Hill {
    Hill {
        lie,
        asked: AtomicU16::new(0),
    }
}

impl Puzzle for Hill {
    type State = u8;
    /// Moves 0 and 1 go along the row, and moves 2 and 3 between the rows.
    type Move = u8;

    fn moves(&self, state: u8) -> impl Iterator<Item = u8> {
        (0..4).filter(move |m| match m {
            0 => !state.is_multiple_of(5),
            1 => state % 5 < 4,
            2 => state >= 5,
            _ => state < 5,
        })
    }

    fn apply(&self, state: u8, m: u8) -> u8 {
        match m {
            0 => state - 1,
            1 => state + 1,
            2 => state - 5,
            _ => state + 5,
        }
    }

    fn is_goal(&self, state: u8) -> bool {
        state == 0
    }
}

impl Invertible for Hill {
    fn inverse(&self, m: u8) -> u8 {
        m ^ 1
    }
}

impl MoveCosts for Hill {
    fn cost(&self, _: u8, m: u8) -> u16 {
        self.asked.fetch_add(1, Ordering::Relaxed);
        match m {
            0 | 1 => 0,
            2 if self.lie == Lie::CostChanges => self.asked.load(Ordering::Relaxed),
            2 => 3,
            _ => 7,
        }
    }
}

impl Operators for Hill {
    type Sequence = ();

    fn operators(&self) -> usize {
        4
    }

    fn operator(&self, i: usize) -> u8 {
        i as u8
    }

    fn number(&self, m: u8) -> usize {
        m.into()
    }

    fn nothing(&self) {}

    fn then(&self, (): &(), _: usize) -> Then<()> {
        Then::Unknown
    }

    fn bytes(&self, (): &()) -> u64 {
        0
    }

    fn marks(&self, (): &()) -> impl Iterator<Item = u64> {
        std::iter::empty()
    }

    fn replaces(&self, (): &(), (): &()) -> bool {
        false
    }
}

impl OperatorCosts for Hill {
    fn operator_cost(&self, i: usize) -> Option<u16> {
        match i {
            0 => None,
            1 => Some(0),
            2 => Some(3),
            _ if self.lie == Lie::OperatorCost => Some(8),
            _ => Some(7),
        }
    }
}

/// Tests the laws of a hill. Returns the first violation as text.
fn violation(lie: Lie) -> Option<String> {
    let hill = hill(lie);
    let laws = laws::check(&hill, [7], 100).unwrap();
    assert!(laws.complete());
    let tested = laws.costs().and_then(|laws| laws.operator_costs());
    tested.err().map(|violation| violation.to_string())
}

#[test]
fn false_costs_are_caught() {
    assert_eq!(violation(Lie::None), None);
    for (lie, message) in [
        (Lie::CostChanges, "and then"),
        (Lie::OperatorCost, "but its operator Some(8)"),
    ] {
        let violation = violation(lie).unwrap_or_default();
        assert!(violation.contains(message), "{lie:?}: {violation:?}");
    }
}

#[test]
fn inverse_moves_with_other_costs_are_caught() {
    let hill = hill(Lie::None);
    let laws = laws::check(&hill, [7], 100).unwrap();
    let violation = laws.inverse_costs().unwrap_err().to_string();
    assert!(violation.contains("to take back"), "{violation}");
}

#[test]
fn false_heuristics_are_caught_in_costs() {
    let hill = hill(Lie::None);
    let laws = laws::check(&hill, [7], 100).unwrap();
    let cost = |state: u8| if state < 5 { 0 } else { 3 };
    for objective in [Objective::Cost, Objective::CostThenMoves] {
        assert!(laws.admissible_in_costs(&cost, objective).is_ok());
    }
    assert!(laws.consistent_in_costs(&cost).is_ok());
    let too_high = |state: u8| cost(state) + u32::from(state == 7);
    let violation = laws.admissible_in_costs(&too_high, Objective::Cost);
    let violation = violation.unwrap_err().to_string();
    assert!(violation.contains("says 4 for 7"), "{violation}");
    // Place 7 is three moves from the goal.
    let moves = |state: u8| u32::from(state % 5 + state / 5);
    assert!(
        laws.admissible_in_costs(&moves, Objective::MovesThenCost)
            .is_ok()
    );
    assert!(laws.admissible_in_costs(&moves, Objective::Cost).is_err());
    let uneven = |state: u8| if state == 7 { 3 } else { 0 };
    assert!(laws.admissible_in_costs(&uneven, Objective::Cost).is_ok());
    let violation = laws.consistent_in_costs(&uneven).unwrap_err().to_string();
    assert!(violation.contains("falls from 3"), "{violation}");
    let dead = |state: u8| if state == 9 { DEAD_END } else { 0 };
    assert!(laws.admissible_in_costs(&dead, Objective::Cost).is_err());
}
