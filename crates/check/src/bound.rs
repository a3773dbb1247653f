//! Verifies lower bounds: one move at a time, and for an assignment by its potentials.

use fewest_rules::{Meter, Puzzle, StopReason};

/// Whether `bound` is a lower bound on the cost of a path to a goal, from each of `states`, which
/// must include all states that their moves lead to. [`DEAD_END`](fewest_rules::DEAD_END) stands for
/// no path.
///
/// That is so if the bound is 0 at goals, and if no move lowers it by more than it costs: along a
/// path to a goal, it falls to 0.
///
/// Calls `bound` once for each state and each move.
///
/// # Errors
/// Returns the limit that was reached.
///
/// ```
/// # use fewest_check::is_lower_bound;
/// # use fewest_rules::{Limits, Meter, Puzzle};
/// # struct Steps;
/// # impl Puzzle for Steps {
/// #     type State = u32;
/// #     type Move = u32;
/// #     fn moves(&self, s: u32) -> impl Iterator<Item = u32> { 1..=s.min(2) }
/// #     fn apply(&self, s: u32, m: u32) -> u32 { s - m }
/// #     fn is_goal(&self, s: u32) -> bool { s == 0 }
/// # }
/// let limits = Limits::default();
/// let verify = |bound: fn(u32) -> u32| {
///     is_lower_bound(&Steps, 0..10, |_, _| 1, bound, &mut Meter::new(&limits))
/// };
/// // At most two matches are taken at a time.
/// assert_eq!(verify(|matches| matches.div_ceil(2)), Ok(true));
/// assert_eq!(verify(|matches| matches), Ok(false));
/// ```
pub fn is_lower_bound<P: Puzzle>(
    puzzle: &P,
    states: impl IntoIterator<Item = P::State>,
    cost: impl Fn(P::State, P::Move) -> u32,
    bound: impl Fn(P::State) -> u32,
    meter: &mut Meter,
) -> Result<bool, StopReason> {
    for (number, state) in states.into_iter().enumerate() {
        if number.is_multiple_of(1 << 12) {
            meter.poll()?;
        }
        let least = bound(state);
        if least == 0 {
            continue;
        }
        let keeps = |m| {
            let after = bound(puzzle.apply(state, m));
            least <= after.saturating_add(cost(state, m))
        };
        if puzzle.is_goal(state) || !puzzle.moves(state).all(keeps) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether `bound` is a lower bound on the sum of the costs if each goal gets a token of its own, by
/// potentials (dual values): a number for each goal and for each token. `cost(goal, token)` is the
/// cost if the goal gets the token.
///
/// That is so if no goal and token cost less than the sum of their potentials, no token has a
/// potential above 0, and all potentials together are at least `bound`: an assignment costs at
/// least the potentials of its goals and tokens, and a token that is left over would only lower
/// their sum.
///
/// ```
/// use fewest_check::is_assignment_bound;
///
/// // The first goal is one step from the first token and two steps from the second one; the other
/// // goal is one step from the first token and five steps from the second one.
/// let cost = |goal: usize, token: usize| [[1, 2], [1, 5]][goal][token];
/// assert!(is_assignment_bound(&[2, 2], &[-1, 0], cost, 3));
/// // These potentials prove no more than 3.
/// assert!(!is_assignment_bound(&[2, 2], &[-1, 0], cost, 4));
/// ```
pub fn is_assignment_bound(
    goals: &[i64],
    tokens: &[i64],
    cost: impl Fn(usize, usize) -> i64,
    bound: i64,
) -> bool {
    let sum: i64 = goals.iter().chain(tokens).sum();
    let fits = |goal: usize| {
        let mut tokens = tokens.iter().enumerate();
        tokens.all(|(token, potential)| goals[goal] + potential <= cost(goal, token))
    };
    sum >= bound && tokens.iter().all(|&potential| potential <= 0) && (0..goals.len()).all(fits)
}

#[cfg(test)]
mod tests {
    use super::is_assignment_bound;

    #[test]
    fn wrong_potentials_prove_nothing() {
        // The second token is one step away, so 1 is the greatest bound.
        let cost = |_: usize, token: usize| [3, 1][token];
        assert!(is_assignment_bound(&[1], &[0, 0], cost, 1));
        // The first token's potential would count although the token is left over.
        assert!(!is_assignment_bound(&[1], &[2, 0], cost, 3));
        // The second token costs less than its potential and that of the goal.
        assert!(!is_assignment_bound(&[3], &[0, 0], cost, 3));
        // The potentials add up to less than the bound.
        assert!(!is_assignment_bound(&[1], &[0, 0], cost, 2));
    }
}
