//! Finds solutions of a board that are longer than the shortest.

use std::ops::ControlFlow;

use fewest_rules::Limits;

use super::{Board, Error};
use crate::api::{SolutionCounts, SolutionOptions, SolveError, Unfinished};

impl Board {
    /// Calls `visit` with the wanted solutions until it returns `ControlFlow::Break`. The solutions
    /// are ordered by length, and lexicographically within each length. If moves have costs, the
    /// solutions are ordered by what the puzzle minimises instead. Returns the numbers of
    /// solutions.
    ///
    /// If a limit stops the search, the counts name the limit, and the solutions of the completed
    /// lengths are still counted and visited. The result is `None` if the board has no solution.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use fewest::{AnyPuzzle, Limits, SolutionOptions, SolutionRange};
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("1 2 3\n4 5 6\n_ 7 8")?;
    /// let wanted = SolutionOptions { range: SolutionRange::Best(2), distinct: false };
    /// let mut best = Vec::new();
    /// let counts = board.each_wanted_solution(&wanted, &Limits::default(), |moves| {
    ///     best.push(moves.concat());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(best, ["RR", "URDLURDLURDR"]);
    /// assert_eq!(counts.by_length[0], (2, 1_u8.into()));
    /// # Ok::<(), fewest::Error>(())
    /// ```
    ///
    /// # Errors
    /// No algorithm fits the board, or a solution or their number contradicts the rules or another
    /// answer.
    pub fn each_wanted_solution(
        &self,
        wanted: &SolutionOptions,
        limits: &Limits,
        mut visit: impl FnMut(Vec<String>) -> ControlFlow<()>,
    ) -> Result<SolutionCounts, Error> {
        let mut counts = SolutionCounts::proven(0);
        let mut internal = None;
        self.inner().solutions(wanted, limits, &mut |found| {
            counts = found.counts;
            for solution in found.solutions {
                match solution.map(&mut visit) {
                    Ok(ControlFlow::Continue(())) => {}
                    Ok(ControlFlow::Break(())) => break,
                    Err(Unfinished::Stopped(reason)) => {
                        counts.stopped = Some(reason);
                        break;
                    }
                    Err(Unfinished::Internal(error)) => {
                        internal = Some(error);
                        break;
                    }
                }
            }
        })?;
        match internal {
            Some(error) => Err(SolveError::Internal(error).into()),
            None => Ok(counts),
        }
    }
}
