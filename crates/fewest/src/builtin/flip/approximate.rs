//! Presses that are not proven to be the fewest.

use fewest_puzzles::flip::{Colours, Flip, WrongCells, parity};
use fewest_rules::{Limits, Proof};
use fewest_search::Approximate;

use super::{ESTIMATE, FlipBoard};
use crate::algorithm::ApproximateSearch;
use crate::api::{ApproximateAnswer, Method, SolveError};
use crate::builtin::play;
use crate::builtin::words::with_words;

impl FlipBoard {
    pub(super) fn approximation(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let answer = with_words!(self.words(), [1, 4, 16], N => {
            // Most boards of some sizes have no solution, and a search would have to reach
            // all it can to prove it.
            if let Some(statement) = self.impossible() {
                let outcome = Approximate::Unsolvable(Proof::Invariant(statement));
                let method = Method::Linear { modulus: None, nullity: None };
                return Some(ApproximateAnswer::without_search(outcome, method));
            }
            if self.board.colours() == 2 {
                let (puzzle, start) = Flip::<N>::new(&self.board, self.goal)?;
                Some(play::approximate(&puzzle, start, &WrongCells, ESTIMATE, how, limits))
            } else {
                let (puzzle, start) = Colours::<N>::new(&self.board, self.goal)?;
                Some(play::approximate(&puzzle, start, &WrongCells, ESTIMATE, how, limits))
            }
        });
        answer.ok_or_else(|| SolveError::approximate(how, "it is too large for a general search"))
    }

    /// Why no colour of the goal can be reached, if the equations prove it.
    fn impossible(&self) -> Option<String> {
        let statements: Option<Vec<String>> = self
            .board
            .targets(self.goal)
            .map(|colour| {
                let witness = parity::witness(&self.board, colour).ok().flatten()?;
                Some(witness.sentence(&self.board))
            })
            .collect();
        Some(statements?.join("; "))
    }
}
