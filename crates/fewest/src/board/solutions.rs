//! Requests for many solutions: each of them is replayed, and their numbers are compared with what
//! was told before.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use fewest_rules::{Limits, StopReason};
use fewest_search::SolutionRange;
use num_bigint::BigUint;

use super::Board;
use super::checking::{Best, CONTRADICTION};
use super::listed::CheckedList;
use super::told::Criteria;
use crate::api::{
    AnswerCosts, Difficulty, FoundSolutions, InternalError, SolutionCounts, SolutionOptions,
    SolveError, Unfinished,
};

impl Board {
    /// The error for a solved board of which a request found no solution.
    fn without_solutions(&self, request: &str, best: Criteria) -> InternalError {
        let problem = format!(
            "no solution was counted or listed for a board that is solved in {}",
            best.0
        );
        self.refuted(problem, request, request, "no solution")
    }

    /// Calls `visit` once with the `wanted` solutions. If a limit stops the search, `visit` gets the
    /// solutions found before, and `counts.stopped` names the limit. If a solution or the numbers
    /// are refuted, an item of the list is the error.
    ///
    /// # Errors
    /// No algorithm fits the board, or [`SolveError::Internal`].
    pub fn solutions(
        &self,
        wanted: &SolutionOptions,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_, Unfinished>),
    ) -> Result<(), SolveError> {
        let empty = |counts| FoundSolutions {
            counts,
            solutions: Box::new(std::iter::empty()),
        };
        if self.is_goal() {
            visit(FoundSolutions {
                counts: SolutionCounts::proven(1),
                solutions: Box::new(std::iter::once(Ok(Vec::new()))),
            });
            return Ok(());
        }
        let limits = &limits.from_now();
        let best = match self.best(limits)? {
            Best::Solved(best) => best,
            Best::Unsolvable => {
                visit(empty(SolutionCounts::proven(0)));
                return Ok(());
            }
            Best::Stopped(lower_bound, reason) => {
                visit(empty(SolutionCounts::stopped(lower_bound, reason)));
                return Ok(());
            }
        };
        let request = &match *wanted {
            SolutionOptions::SHORTEST => "all shortest solutions".to_owned(),
            SolutionOptions {
                range,
                distinct: false,
            } => format!("solutions {range:?}"),
            SolutionOptions {
                range,
                distinct: true,
            } => format!("distinct solutions {range:?}"),
        };
        let mut refuted = None;
        let length = u32::try_from(best.0).unwrap_or(u32::MAX);
        self.0
            .board
            .solutions(wanted, length, limits, &mut |found| {
                let counts = found.counts;
                refuted = self.refuted_counts(&counts, wanted.range, best, request);
                if refuted.is_none() {
                    let most = match wanted.range {
                        SolutionRange::Best(most) => Some(most),
                        SolutionRange::Optimal | SolutionRange::Within(_) => None,
                    };
                    let optimal = (wanted.range == SolutionRange::Optimal).then_some(best);
                    let within = (most, optimal);
                    let list = CheckedList::new(self, request, &counts, within, found.solutions);
                    match list.confirmed() {
                        Ok(list) => visit(FoundSolutions {
                            counts,
                            solutions: Box::new(list),
                        }),
                        Err(error) => refuted = Some(*error),
                    }
                }
            });
        refuted.map_or(Ok(()), |error| Err(error.into()))
    }

    /// Compares the numbers of solutions with the best solution.
    fn refuted_counts(
        &self,
        counts: &SolutionCounts,
        range: SolutionRange,
        best: Criteria,
        request: &str,
    ) -> Option<InternalError> {
        let problem = match counts.by_length.first() {
            _ if counts.stopped == Some(StopReason::Contradiction) => CONTRADICTION.to_owned(),
            _ if range == SolutionRange::Best(0) => return None,
            None if counts.stopped.is_none() => return Some(self.without_solutions(request, best)),
            Some((first, _)) if u64::from(*first) != best.0 => {
                format!(
                    "the best solutions are counted for {first}, and the board is solved in {}",
                    best.0
                )
            }
            _ => return None,
        };
        Some(self.refuted(problem, request, request, "none"))
    }

    /// Calls `visit` with the wanted solutions until it returns `ControlFlow::Break`. The solutions
    /// are ordered by length, and lexicographically within each length. If moves have costs, the
    /// solutions are ordered by what the puzzle minimises instead. Returns the numbers of
    /// solutions.
    ///
    /// If a limit stops the search, the counts name the limit, and the solutions of the completed
    /// lengths are still counted and visited. If the board has no solution, nothing is counted.
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
    ) -> Result<SolutionCounts, SolveError> {
        let mut counts = SolutionCounts::proven(0);
        let mut internal = None;
        self.solutions(wanted, limits, &mut |found| {
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
            Some(error) => Err(SolveError::Internal(error)),
            None => Ok(counts),
        }
    }

    /// Calls `visit` with every shortest solution, in lexicographic order, until it returns
    /// `ControlFlow::Break`. Returns the number of shortest solutions.
    ///
    /// # Errors
    /// A limit was reached before the solutions were counted or listed, or a solution or their
    /// number contradicts the rules or another answer.
    pub fn each_solution(
        &self,
        limits: &Limits,
        visit: impl FnMut(Vec<String>) -> ControlFlow<()>,
    ) -> Result<BigUint, Unfinished> {
        let counts = match self.each_wanted_solution(&SolutionOptions::SHORTEST, limits, visit) {
            Ok(counts) => counts,
            Err(SolveError::Internal(error)) => return Err(Unfinished::Internal(error)),
            Err(_) => return Err(Unfinished::Stopped(StopReason::Capacity)),
        };
        match counts.stopped {
            Some(reason) => Err(Unfinished::Stopped(reason)),
            None => Ok(counts.total()),
        }
    }

    /// The number of shortest solutions, and the first `most` of them in lexicographic order. The
    /// list is shorter if the cancel flag is raised.
    ///
    /// # Errors
    /// Returns the same errors as [`each_solution`](Self::each_solution).
    pub fn first_solutions(
        &self,
        most: usize,
        limits: &Limits,
    ) -> Result<(BigUint, Vec<Vec<String>>), Unfinished> {
        let mut list = Vec::new();
        let count = self.each_solution(limits, listing(&mut list, most, limits))?;
        Ok((count, list))
    }

    /// The numbers of the wanted solutions, and the first `most` of them in the order of
    /// [`each_wanted_solution`](Self::each_wanted_solution). The list is shorter if the cancel flag
    /// is raised.
    ///
    /// # Errors
    /// Returns the same errors as [`each_wanted_solution`](Self::each_wanted_solution).
    pub fn first_wanted_solutions(
        &self,
        wanted: &SolutionOptions,
        most: usize,
        limits: &Limits,
    ) -> Result<(SolutionCounts, Vec<Vec<String>>), SolveError> {
        let mut list = Vec::new();
        let listing = listing(&mut list, most, limits);
        let counts = self.each_wanted_solution(wanted, limits, listing)?;
        Ok((counts, list))
    }

    /// The number of shortest solutions; 0 if the board has no solution.
    ///
    /// # Errors
    /// Returns the same errors as [`each_solution`](Self::each_solution).
    pub fn count_solutions(&self, limits: &Limits) -> Result<BigUint, Unfinished> {
        self.each_solution(limits, |_| ControlFlow::Break(()))
    }

    /// Measures what makes the board hard; `None` if the board has no solution.
    ///
    /// # Errors
    /// A limit was reached, or the first shortest solution is refuted.
    pub fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, Unfinished> {
        let (solutions, first) = self.first_solutions(1, limits)?;
        let Some(first) = first.into_iter().next() else {
            return Ok(None);
        };
        let cost = || self.follow(&first, 0..0).ok()?.cost;
        let costs = self.measure().map(|measure| AnswerCosts {
            measure,
            cost: cost(),
        });
        let figures = match self.is_goal() {
            true => None,
            false => {
                let figures = self.0.board.difficulty(&first, limits);
                let figures = figures.map_err(|reason| self.unfinished(reason, "difficulty"))?;
                let Some(figures) = figures else {
                    return Ok(None);
                };
                Some(figures)
            }
        };
        Ok(Some(Difficulty {
            length: first.len() as u32,
            costs,
            solutions,
            branching: figures.as_ref().map_or(0.0, |figures| figures.branching),
            wrong_looking: figures
                .as_ref()
                .map_or(Some(0), |figures| figures.wrong_looking),
            dead_ends: figures.as_ref().map_or(0, |figures| figures.dead_ends),
        }))
    }
}

/// A visitor that keeps the first `most` solutions in `list`, until the cancel flag is raised.
fn listing<'a>(
    list: &'a mut Vec<Vec<String>>,
    most: usize,
    limits: &'a Limits,
) -> impl FnMut(Vec<String>) -> ControlFlow<()> + 'a {
    move |solution| {
        if list.len() < most {
            list.push(solution);
        }
        let cancelled = limits
            .cancel
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed));
        match list.len() < most && !cancelled {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}
