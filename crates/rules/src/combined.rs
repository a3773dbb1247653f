//! Combinations of heuristics.

use crate::{Heuristic, Puzzle};

/// The maximum of two bounds. The maximum is admissible if both bounds are, and consistent if both
/// are. If the first bound exceeds the budget of a search, the second is not computed, so put the
/// stronger or cheaper one first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Max<A, B>(pub A, pub B);

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Max<A, B> {
    type Cache = (A::Cache, B::Cache);

    fn start(&self, puzzle: &P, state: P::State) -> Self::Cache {
        (self.0.start(puzzle, state), self.1.start(puzzle, state))
    }

    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: Self::Cache,
        before: P::State,
        m: P::Move,
        after: P::State,
    ) -> Self::Cache {
        let (first, second) = cache;
        (
            self.0.step(puzzle, first, before, m, after),
            self.1.step(puzzle, second, before, m, after),
        )
    }

    #[inline(always)]
    fn step_within(
        &self,
        puzzle: &P,
        cache: Self::Cache,
        before: P::State,
        m: P::Move,
        after: P::State,
        budget: u32,
    ) -> Result<Self::Cache, u32> {
        let (first, second) = cache;
        Ok((
            self.0
                .step_within(puzzle, first, before, m, after, budget)?,
            self.1
                .step_within(puzzle, second, before, m, after, budget)?,
        ))
    }

    #[inline]
    fn bound(&self, (first, second): Self::Cache) -> u32 {
        self.0.bound(first).max(self.1.bound(second))
    }
}
