//! Combinations of heuristics.

use crate::{Heuristic, Puzzle};

/// The maximum of two bounds. The maximum is admissible if both bounds are, and consistent if both
/// are.
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

    #[inline]
    fn bound(&self, (first, second): Self::Cache) -> u32 {
        self.0.bound(first).max(self.1.bound(second))
    }
}
