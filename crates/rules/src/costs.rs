//! Costs of moves, and the objective of a search for a solution of least cost.

use crate::{Operators, Puzzle};

/// A puzzle whose moves have costs, each from 0 to 65,535.
///
/// A search that requires only [`Puzzle`] minimises the number of moves and ignores costs. The
/// searches for a solution of least cost require this trait. Moves of cost 0 are called *free*;
/// they may form cycles.
///
/// ```
/// use fewest_rules::{MoveCosts, Puzzle};
///
/// /// Walk to place 0. Steps to the left are free, steps to the right cost 3.
/// struct Slope;
///
/// impl Puzzle for Slope {
///     type State = i32;
///     type Move = i32;
///     fn moves(&self, _: i32) -> impl Iterator<Item = i32> { [-1, 1].into_iter() }
///     fn apply(&self, state: i32, m: i32) -> i32 { state + m }
///     fn is_goal(&self, state: i32) -> bool { state == 0 }
/// }
///
/// impl MoveCosts for Slope {
///     fn cost(&self, _: i32, m: i32) -> u16 { if m < 0 { 0 } else { 3 } }
/// }
/// # assert_eq!(Slope.cost(5, 1), 3);
/// ```
pub trait MoveCosts: Puzzle {
    /// The cost of the move `m`, which must be legal in `before`. By default every move costs 1.
    #[inline]
    fn cost(&self, before: Self::State, m: Self::Move) -> u16 {
        let _ = (before, m);
        1
    }
}

/// A puzzle whose operators have the same cost wherever they are legal.
pub trait OperatorCosts: Operators + MoveCosts {
    /// The cost of the operator with number `i` in every state; `None` if it depends on the state.
    fn operator_cost(&self, i: usize) -> Option<u16>;
}

/// The objective of a search: what it minimises first, and what breaks ties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Objective {
    /// A solution should have the least cost. The number of moves does not matter.
    #[default]
    Cost,
    /// A solution should have the least cost and, among solutions of this cost, the fewest moves.
    CostThenMoves,
    /// A solution should have the fewest moves and, among solutions with as many moves, the least
    /// cost.
    MovesThenCost,
}
