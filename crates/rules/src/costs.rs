//! Costs of moves, and the objective of a search for a solution of least cost.

use std::collections::HashSet;

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
    /// The cost of the move `m`, which must be legal in `before`. The default is 1.
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
    /// The least cost. The number of moves does not matter.
    #[default]
    Cost,
    /// The least cost and, among solutions of this cost, the fewest moves.
    CostThenMoves,
    /// The fewest moves and, among solutions with that many, the least cost.
    MovesThenCost,
}

/// A puzzle in which every free move can be taken back by free moves.
///
/// The states that free moves connect form a *region*: in Sokoban, when walking is free, all
/// positions that the player reaches without a push. All states of a region are equally far from
/// the goals, so a search need only look at one state per region, its representative.
///
/// The methods have default implementations that follow the moves. A puzzle that can compute
/// regions faster should override them.
pub trait FreeRegions: MoveCosts + Puzzle<State: Ord> {
    /// Replaces the contents of `region` by the states of the region of `state`, each once. The
    /// order may depend on `state`, but must be the same in every call.
    ///
    /// The default takes time in proportion to the moves of all states of the region.
    fn region(&self, state: Self::State, region: &mut Vec<Self::State>) {
        region.clear();
        region.push(state);
        let mut known = HashSet::from([state]);
        let mut next = 0;
        while let Some(&state) = region.get(next) {
            next += 1;
            for m in self.moves(state).filter(|&m| self.cost(state, m) == 0) {
                let after = self.apply(state, m);
                if known.insert(after) {
                    region.push(after);
                }
            }
        }
    }

    /// The representative of the region of `state`: the same state for all states of a region. The
    /// default is the least state of the region.
    fn representative(&self, state: Self::State) -> Self::State {
        let mut region = Vec::new();
        self.region(state, &mut region);
        region.into_iter().fold(state, Self::State::min)
    }
}
