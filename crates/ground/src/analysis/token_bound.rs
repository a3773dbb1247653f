//! A lower bound on the cost of pushing all tokens to their goals.

use std::sync::{Mutex, PoisonError};

use fewest_rules::{DEAD_END, Heuristic, Words};

use super::agent_puzzle::AgentPuzzle;
use super::assignment::Assignment;

/// An admissible heuristic: the least sum of the distances of tokens from goals, if each goal gets
/// a different token. A state is a dead end if no such assignment exists, or if some token that is
/// not on a goal can never be pushed again.
#[derive(Debug, Default)]
pub struct TokenBound(Mutex<Assignment>);

impl<'p, const N: usize> Heuristic<AgentPuzzle<'p, N>> for TokenBound {
    type Cache = u32;

    fn start(&self, puzzle: &AgentPuzzle<'p, N>, state: Words<N>) -> u32 {
        let Some(tokens) = &puzzle.tokens else {
            return 0;
        };
        let place = puzzle.place(state);
        let mut sum = 0_u32;
        let scratch = &mut *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for fields in &tokens.kinds {
            let kind = fields.kind;
            scratch.begin(kind.goals.len());
            for cell in fields.cells.of(state) {
                let distances = kind.distances(cell, place);
                if !scratch.add_token(distances) && !kind.spare {
                    return DEAD_END;
                }
            }
            match scratch.least() {
                Some(least) => sum = sum.saturating_add(least),
                None => return DEAD_END,
            }
        }
        if sum > 0 && tokens.is_frozen(puzzle, state, place) {
            return DEAD_END;
        }
        sum.min(DEAD_END - 1)
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}
