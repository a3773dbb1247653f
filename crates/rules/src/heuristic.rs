//! Lower bounds on the moves still needed.

use crate::Puzzle;

/// The bound of a state from which no goal can be reached.
pub const DEAD_END: u32 = u32::MAX;

/// A lower bound on the moves from a state to the nearest goal.
///
/// The bound must be *admissible*: it never exceeds the true distance. A bound that is too low only
/// costs work; a bound that is too high makes answers wrong. If the bound is also *consistent* (a
/// move lowers it by at most one), A* never expands a state twice. The bound [`DEAD_END`] says that
/// no goal can be reached at all.
///
/// A search keeps a [`Cache`](Self::Cache) beside each state, so that a heuristic can update its
/// bound after a move instead of computing it from scratch. A closure from a state to a number is a
/// heuristic without this optimization:
///
/// ```
/// # use fewest_rules::{Heuristic, Puzzle};
/// # struct Steps;
/// # impl Puzzle for Steps {
/// #     type State = u32;
/// #     type Move = ();
/// #     fn moves(&self, _: u32) -> impl Iterator<Item = ()> { [()].into_iter() }
/// #     fn apply(&self, s: u32, _: ()) -> u32 { s - 1 }
/// #     fn is_goal(&self, s: u32) -> bool { s == 0 }
/// # }
/// fn first_bound<P: Puzzle, H: Heuristic<P>>(puzzle: &P, h: &H, start: P::State) -> u32 {
///     h.bound(h.start(puzzle, start))
/// }
/// assert_eq!(first_bound(&Steps, &|state: u32| state / 2, 10), 5);
/// ```
pub trait Heuristic<P: Puzzle>: Sync {
    /// The data kept beside a state; often the bound itself.
    type Cache: Copy + Send + Sync;

    /// Computes the cache of `state` from scratch.
    fn start(&self, puzzle: &P, state: P::State) -> Self::Cache;

    /// Computes the cache of `after` from that of `before`, where `m` leads from `before` to
    /// `after`. The result must equal `start(puzzle, after)`.
    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: Self::Cache,
        before: P::State,
        m: P::Move,
        after: P::State,
    ) -> Self::Cache {
        let _ = (cache, before, m);
        self.start(puzzle, after)
    }

    /// Whether a search that wants the bounds after many moves at once should call
    /// [`children_within`](Self::children_within) rather than [`step`](Self::step) for each move.
    const BY_ROWS: bool = false;

    /// Calls `visit` for each of `moves` in their order, with the state after the move and its
    /// cache. The number beside each move is the index of the parent from which the move is made. A
    /// heuristic that looks up its bounds in a large table can load the entries for all moves at
    /// once, so that the latencies of the memory overlap.
    ///
    /// If the bound of a child exceeds the budget of its parent, `visit` may get an error instead:
    /// a number above the budget that does not exceed the bound. So a heuristic of several parts
    /// can skip the rest as soon as one part exceeds the budget.
    ///
    /// # Panics
    /// Panics if the number beside a move is not the index of a parent.
    #[inline]
    fn children_within(
        &self,
        puzzle: &P,
        parents: &[Parent<P::State, Self::Cache>],
        moves: impl Iterator<Item = (usize, P::Move)>,
        mut visit: impl FnMut(Result<(P::State, Self::Cache), u32>),
    ) {
        for (number, m) in moves {
            let Parent { state, cache, .. } = parents[number];
            let after = puzzle.apply(state, m);
            visit(Ok((after, self.step(puzzle, cache, state, m, after))));
        }
    }

    /// The lower bound that `cache` stands for.
    fn bound(&self, cache: Self::Cache) -> u32;
}

/// A state whose children a search wants.
#[derive(Debug, Clone, Copy)]
pub struct Parent<S, C> {
    /// The state of the parent.
    pub state: S,
    /// The cache that the heuristic keeps beside the state.
    pub cache: C,
    /// The greatest bound of a child that the search needs.
    pub budget: u32,
}

impl<P: Puzzle, F: Fn(P::State) -> u32 + Sync> Heuristic<P> for F {
    type Cache = u32;

    #[inline]
    fn start(&self, _: &P, state: P::State) -> u32 {
        self(state)
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

/// The heuristic that is 0 everywhere. With this heuristic, A* becomes breadth-first search and
/// IDA* becomes iterative deepening.
#[derive(Debug, Clone, Copy, Default)]
pub struct Zero;

impl<P: Puzzle> Heuristic<P> for Zero {
    type Cache = ();

    #[inline]
    fn start(&self, _: &P, _: P::State) {}

    #[inline]
    fn bound(&self, (): ()) -> u32 {
        0
    }
}
