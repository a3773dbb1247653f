//! Dijkstra's algorithm with a bucket queue.

use fewest_rules::{CostReport, Limits, MoveCosts, Objective, Zero};

use crate::least_cost_astar::least_cost_astar;

/// Finds a best solution from `start` for `objective` by Dijkstra's algorithm with a bucket queue.
///
/// This function is [`least_cost_astar`] with a heuristic that is always 0, and the documentation
/// of [`least_cost_astar`] applies. Expands each state at most once. If the number of moves is not
/// a criterion, a free move leads to the bucket that is being emptied, so all states that free
/// moves reach from a bucket are expanded before the search proceeds to the next bucket. (E. W.
/// Dijkstra, "A note on two problems in connexion with graphs", 1959; R. B. Dial, "Algorithm 360:
/// shortest-path forest with topological ordering", 1969.)
///
/// ```
/// use fewest_rules::{CostOutcome, Limits, MoveCosts, Objective, Puzzle};
///
/// /// Climb from 0 to 3 by steps of one, which cost 1, or of three, which cost 5.
/// struct Stairs;
///
/// impl Puzzle for Stairs {
///     type State = u8;
///     type Move = u8;
///     fn moves(&self, _: u8) -> impl Iterator<Item = u8> { [1, 3].into_iter() }
///     fn apply(&self, state: u8, m: u8) -> u8 { (state + m).min(9) }
///     fn is_goal(&self, state: u8) -> bool { state == 3 }
/// }
///
/// impl MoveCosts for Stairs {
///     fn cost(&self, _: u8, m: u8) -> u16 { if m == 1 { 1 } else { 5 } }
/// }
///
/// let solve = |objective| {
///     fewest_search::least_cost(&Stairs, 0, objective, &Limits::default()).outcome
/// };
/// let cheap = CostOutcome::Solved { moves: vec![1, 1, 1], cost: 3 };
/// assert_eq!(solve(Objective::Cost), cheap);
/// let short = CostOutcome::Solved { moves: vec![3], cost: 5 };
/// assert_eq!(solve(Objective::MovesThenCost), short);
/// ```
pub fn least_cost<P: MoveCosts>(
    puzzle: &P,
    start: P::State,
    objective: Objective,
    limits: &Limits,
) -> CostReport<P::Move> {
    least_cost_astar(puzzle, start, &Zero, objective, limits)
}
