//! A list of solutions that are replayed one by one as they are taken from it.

use fewest_rules::StopReason;
use num_bigint::BigUint;

use super::Board;
use super::told::Criteria;
use crate::api::{InternalError, SolutionCounts, Unfinished};

/// The solutions of a board, each replayed before it is told.
pub(super) struct CheckedList<'a> {
    board: &'a Board,
    request: &'a str,
    /// The criteria that all solutions must have; `None` if the counts say which ones occur.
    best: Option<Criteria>,
    /// What was counted: pairs of a first criterion and the number of its solutions that are not
    /// listed yet, in reverse order.
    left: Vec<(u64, BigUint)>,
    /// The number of solutions that the list may still have; `None` if only the counts limit it.
    most: Option<u64>,
    /// Whether a list that ends too early is an error.
    complete: bool,
    solutions: Box<dyn Iterator<Item = Result<Vec<String>, StopReason>> + 'a>,
    ended: bool,
}

type Solutions<'a> = Box<dyn Iterator<Item = Result<Vec<String>, StopReason>> + 'a>;

impl<'a> CheckedList<'a> {
    /// A list of the first `most` of the solutions that were counted, or of all of them. If `best` is
    /// given, all of them must have these criteria.
    pub(super) fn new(
        board: &'a Board,
        request: &'a str,
        counts: &SolutionCounts,
        (most, best): (Option<u64>, Option<Criteria>),
        solutions: Solutions<'a>,
    ) -> Self {
        let by_length = counts.by_length.iter().rev();
        Self {
            board,
            request,
            best,
            left: by_length
                .map(|(first, count)| (u64::from(*first), count.clone()))
                .collect(),
            most,
            complete: counts.stopped.is_none(),
            solutions,
            ended: false,
        }
    }

    /// Replays the first solution, so that a number is told only if one of the solutions that it
    /// counts is a solution.
    ///
    /// # Errors
    /// The first solution is refuted.
    pub(super) fn confirmed(
        mut self,
    ) -> Result<impl Iterator<Item = Result<Vec<String>, Unfinished>> + 'a, Box<InternalError>>
    {
        match self.next() {
            Some(Err(Unfinished::Internal(error))) => Err(error),
            first => Ok(first.into_iter().chain(self)),
        }
    }

    /// Replays a solution, and compares its criteria with what was counted.
    fn check(&mut self, moves: &[String]) -> Result<(), InternalError> {
        let (board, request) = (self.board, self.request);
        let refuted = |problem| board.refuted(problem, request, request, &moves.join(" "));
        let (criteria, _) = board.criteria_of(moves).map_err(refuted)?;
        if let Some(best) = self.best
            && criteria != best
        {
            let problem = format!("a solution of {criteria:?} is listed among those of {best:?}");
            return Err(refuted(problem));
        }
        while let Some((_, count)) = self.left.last()
            && *count == BigUint::ZERO
        {
            self.left.pop();
        }
        match self.left.last_mut() {
            Some((first, count)) if *first == criteria.0 => *count -= 1_u8,
            _ => {
                let problem = format!("more solutions of {} are listed than counted", criteria.0);
                return Err(refuted(problem));
            }
        }
        self.most = self.most.map(|most| most.saturating_sub(1));
        Ok(())
    }

    /// The error if the list has ended before everything that was counted was listed.
    fn end(&self) -> Option<InternalError> {
        let missing: BigUint = self.left.iter().map(|(_, count)| count).sum();
        let expected = self.complete && missing > BigUint::ZERO && self.most != Some(0);
        expected.then(|| {
            let problem = format!("{missing} solutions are counted but not listed");
            self.board
                .refuted(problem, self.request, self.request, "none")
        })
    }
}

impl Iterator for CheckedList<'_> {
    type Item = Result<Vec<String>, Unfinished>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let next = match self.solutions.next() {
            Some(Ok(moves)) => self.check(&moves).map(|()| moves).map_err(Unfinished::from),
            Some(Err(reason)) => Err(self.board.unfinished(reason, self.request)),
            None => {
                self.ended = true;
                return self.end().map(|error| Err(error.into()));
            }
        };
        self.ended = next.is_err();
        Some(next)
    }
}
