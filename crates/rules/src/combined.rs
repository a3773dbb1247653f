//! Combinations of heuristics.

use crate::{Heuristic, Parent, Puzzle};

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

/// A heuristic that can be switched off; then its bound is 0. So a search is compiled only once,
/// whether it uses the heuristic or not.
#[derive(Debug, Clone, Copy)]
pub struct Optional<'a, H> {
    /// The heuristic that can be switched off.
    pub heuristic: &'a H,
    /// Whether the heuristic is switched on.
    pub is_on: bool,
}

impl<P: Puzzle, H: Heuristic<P>> Heuristic<P> for Optional<'_, H> {
    /// If the heuristic is off, every state keeps the cache of the first state, which has no
    /// meaning.
    type Cache = H::Cache;

    fn start(&self, puzzle: &P, state: P::State) -> H::Cache {
        self.heuristic.start(puzzle, state)
    }

    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: H::Cache,
        before: P::State,
        m: P::Move,
        after: P::State,
    ) -> H::Cache {
        match self.is_on {
            true => self.heuristic.step(puzzle, cache, before, m, after),
            false => cache,
        }
    }

    #[inline]
    fn step_within(
        &self,
        puzzle: &P,
        cache: H::Cache,
        before: P::State,
        m: P::Move,
        after: P::State,
        budget: u32,
    ) -> Result<H::Cache, u32> {
        let heuristic = self.heuristic;
        match self.is_on {
            true => heuristic.step_within(puzzle, cache, before, m, after, budget),
            false => Ok(cache),
        }
    }

    const BY_ROWS: bool = H::BY_ROWS;

    #[inline]
    fn children_within(
        &self,
        puzzle: &P,
        parents: &[Parent<P::State, H::Cache>],
        moves: impl Iterator<Item = (usize, P::Move)>,
        mut visit: impl FnMut(Result<(P::State, H::Cache), u32>),
    ) {
        match self.is_on {
            true => {
                let heuristic = self.heuristic;
                heuristic.children_within(puzzle, parents, moves, visit);
            }
            false => moves.for_each(|(number, m)| {
                let Parent { state, cache, .. } = parents[number];
                visit(Ok((puzzle.apply(state, m), cache)));
            }),
        }
    }

    #[inline]
    fn bound(&self, cache: H::Cache) -> u32 {
        match self.is_on {
            true => self.heuristic.bound(cache),
            false => 0,
        }
    }
}
