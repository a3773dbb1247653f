//! Replays solutions with nothing but the rules of the puzzle.
//!
//! The checker shares no code with the search that found an answer. This crate imports only
//! `rules`, and asks a puzzle only for the legal moves, the states they lead to, and whether a
//! state is a goal.

mod bound;
mod chunks;
mod passes;
mod pattern;
mod sample;
mod table;

use fewest_rules::Puzzle;

pub use bound::{is_assignment_bound, is_lower_bound};
pub use passes::{TableInPasses, verify_in_passes};
pub use pattern::verify_patterns;
pub use sample::{find_wrong, find_wrong_pattern};
pub use table::{Verification, Verified, WrongDistance, verify};

/// The result of making moves one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Replay<S> {
    /// The number of moves made: all of them, or only those before the first illegal one.
    pub made: usize,
    /// Whether every move was legal.
    pub legal: bool,
    /// Whether the state after the last legal move is a goal.
    pub reaches_goal: bool,
    /// The least number of moves after which the state was a goal; `None` if it never was.
    pub first_goal: Option<usize>,
    /// The state after the last legal move.
    pub end: S,
}

impl<S> Replay<S> {
    /// Whether the moves are a solution: all of them are legal, and the last one leads to a goal.
    pub fn is_solution(&self) -> bool {
        self.legal && self.reaches_goal
    }
}

/// Makes `moves` from `start` and stops at the first illegal one.
///
/// Enumerates the legal moves of every state on the path.
///
/// ```
/// # use fewest_rules::Puzzle;
/// # struct Steps;
/// # impl Puzzle for Steps {
/// #     type State = u32;
/// #     type Move = u32;
/// #     fn moves(&self, s: u32) -> impl Iterator<Item = u32> { 1..=s.min(2) }
/// #     fn apply(&self, s: u32, m: u32) -> u32 { s - m }
/// #     fn is_goal(&self, s: u32) -> bool { s == 0 }
/// # }
/// // Take one or two matches a time from a heap of five.
/// assert!(fewest_check::replay(&Steps, 5, &[2, 2, 1]).is_solution());
/// let wrong = fewest_check::replay(&Steps, 5, &[2, 2, 2]);
/// assert_eq!((wrong.made, wrong.legal), (2, false));
/// ```
pub fn replay<P: Puzzle>(puzzle: &P, start: P::State, moves: &[P::Move]) -> Replay<P::State> {
    replay_with(
        start,
        moves,
        |state, &m| {
            let legal = puzzle.moves(*state).any(|other| other == m);
            if legal {
                *state = puzzle.apply(*state, m);
            }
            legal
        },
        |&state| puzzle.is_goal(state),
    )
}

/// Does the same as [`replay`], for states that are too large for a [`Puzzle`]. `make` makes a move
/// in place; if the move is illegal, it leaves the state unchanged and returns false. `make` is
/// called once per move, and `is_goal` once per state.
pub fn replay_with<S, M>(
    start: S,
    moves: &[M],
    mut make: impl FnMut(&mut S, &M) -> bool,
    mut is_goal: impl FnMut(&S) -> bool,
) -> Replay<S> {
    let mut state = start;
    let mut reaches_goal = is_goal(&state);
    let mut first_goal = reaches_goal.then_some(0);
    let mut made = 0;
    for m in moves {
        if !make(&mut state, m) {
            break;
        }
        made += 1;
        reaches_goal = is_goal(&state);
        if reaches_goal && first_goal.is_none() {
            first_goal = Some(made);
        }
    }
    Replay {
        made,
        legal: made == moves.len(),
        reaches_goal,
        first_goal,
        end: state,
    }
}

#[cfg(test)]
mod tests {
    use super::{replay, replay_with};
    use fewest_rules::Puzzle;

    /// A walk on `0..=9` to 7. The walk may continue past 7.
    struct Line;

    impl Puzzle for Line {
        type State = i32;
        type Move = i32;
        fn moves(&self, s: i32) -> impl Iterator<Item = i32> {
            [-1, 1]
                .into_iter()
                .filter(move |m| (0..=9).contains(&(s + m)))
        }
        fn apply(&self, s: i32, m: i32) -> i32 {
            s + m
        }
        fn is_goal(&self, s: i32) -> bool {
            s == 7
        }
    }

    #[test]
    fn a_solution_is_legal_and_ends_at_a_goal() {
        let good = replay(&Line, 5, &[1, 1]);
        assert!(good.is_solution());
        assert_eq!((good.made, good.first_goal, good.end), (2, Some(2), 7));
    }

    #[test]
    fn no_moves_solve_a_goal_and_nothing_else() {
        assert!(replay(&Line, 7, &[]).is_solution());
        assert!(!replay(&Line, 6, &[]).is_solution());
    }

    #[test]
    fn passing_over_a_goal_is_not_reaching_it() {
        let past = replay(&Line, 6, &[1, 1]);
        assert!(past.legal && !past.reaches_goal);
        assert_eq!(past.first_goal, Some(1));
    }

    #[test]
    fn the_first_illegal_move_ends_the_replay() {
        let over = replay(&Line, 8, &[1, 1, -1]);
        assert_eq!((over.made, over.legal, over.end), (1, false, 9));
        let unknown = replay(&Line, 6, &[5, 1]);
        assert_eq!((unknown.made, unknown.legal), (0, false));
    }

    #[test]
    fn states_that_are_not_copied_can_be_replayed() {
        let drop_one = |cells: &mut Vec<u8>, &at: &usize| {
            let legal = at < cells.len();
            if legal {
                cells.remove(at);
            }
            legal
        };
        let done = replay_with(vec![1, 2], &[1, 0], drop_one, |cells| cells.is_empty());
        assert!(done.is_solution());
    }
}
