//! Heuristics put together.

use crate::{DEAD_END, Heuristic, Puzzle};

/// The greater of two bounds: admissible if both are, consistent if both are.
/// The second is not looked at where the first exceeds the budget of a search,
/// so the better or cheaper one should come first.
#[derive(Debug, Clone, Copy, Default)]
pub struct Max<A, B>(pub A, pub B);

/// The sum of two bounds. Admissible only if no move is counted by both.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sum<A, B>(pub A, pub B);

/// The lesser of two bounds: for goals of two kinds, where each is a bound on the
/// distance to goals of one kind.
#[derive(Debug, Clone, Copy, Default)]
pub struct Least<A, B>(pub A, pub B);

/// The caches of `A` and `B` beside each other.
macro_rules! side_by_side {
    () => {
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
    };
}

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Max<A, B> {
    side_by_side!();

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

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Sum<A, B> {
    side_by_side!();

    /// A dead end of either is one.
    #[inline]
    fn bound(&self, (first, second): Self::Cache) -> u32 {
        const { assert!(DEAD_END == u32::MAX) };
        self.0.bound(first).saturating_add(self.1.bound(second))
    }
}

impl<P: Puzzle, A: Heuristic<P>, B: Heuristic<P>> Heuristic<P> for Least<A, B> {
    side_by_side!();

    #[inline]
    fn bound(&self, (first, second): Self::Cache) -> u32 {
        self.0.bound(first).min(self.1.bound(second))
    }
}
