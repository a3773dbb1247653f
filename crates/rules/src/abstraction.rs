//! Abstractions: smaller puzzles whose distances are lower bounds.
//!
//! An abstraction maps a puzzle to a smaller one. Each move of the puzzle maps to a move of the
//! smaller one or changes nothing there, and each goal maps to a goal. The distances in the smaller
//! puzzle are therefore lower bounds. A table of these distances is a *pattern database*. (J. C.
//! Culberson and J. Schaeffer, "Pattern databases", 1998.)
//!
//! The distances of several abstractions may be *added* if each move of the puzzle costs something
//! in at most one of them: a *cost partition*. (R. E. Korf and A. Felner, "Disjoint pattern
//! database heuristics", 2002.)

use crate::Puzzle;

/// An abstraction: a smaller puzzle whose distances are lower bounds. Each state of an abstraction
/// has a number (its rank) and perhaps a *class*. Each move costs 0 or 1.
///
/// A pattern database has one entry for each number: the least distance to a goal over all classes.
/// There is only one class if the number determines the state, as it does for the arrangement of
/// some pieces of a cube. Classes are needed if the legal moves also depend on something that the
/// number leaves out. With sliding tiles, for example, the number leaves out the region in which
/// the blank lies. Moves that cost nothing and change only what the number leaves out are not
/// listed; the states that such moves connect form one class.
pub trait Abstraction: Sync {
    /// The state without its class, as `unrank` decodes it from a number.
    type Image: Copy;

    /// The greatest number of classes that states with the same number can have: 1 or 8.
    const CLASSES: u32 = 1;

    /// Whether each move that [`predecessors`](Self::predecessors) lists costs 1, can be taken
    /// back, and changes [`base`](Self::base) by one.
    ///
    /// The parity of the base then alternates along any path. So a search needs no second frontier
    /// to build the table, and the table stores only half of the excess of a distance over its
    /// base.
    const ALTERNATES: bool = false;

    /// Whether there is only one class, and each move that [`predecessors`](Self::predecessors)
    /// lists costs 1 and can be taken back.
    ///
    /// In such an abstraction, a search can also find the next layer by asking each number that it
    /// has not reached yet whether it has a neighbour in the layer before
    /// ([`any_neighbour`](Self::any_neighbour)). This is quicker when few numbers are left.
    const UNDIRECTED: bool = false;

    /// The size: one more than the largest number of a state. Some numbers below the size may
    /// belong to states that do not occur.
    fn size(&self) -> u64;

    /// Decodes the state with the number `rank`.
    ///
    /// # Panics
    /// May panic when `rank` is not below [`size`](Self::size).
    fn unrank(&self, rank: u64) -> Self::Image;

    /// A lower bound on the distance to a goal that is computed without a table. A table stores the
    /// excess of the distance over this bound.
    fn base(&self, image: Self::Image) -> u32 {
        let _ = image;
        0
    }

    /// Calls `visit` for every goal with its number and its classes, one bit each.
    fn goals(&self, visit: impl FnMut(u64, u8));

    /// Enumerates the predecessors of the states that have the number `rank`, which decodes to
    /// `image`, and one of `classes` (one bit each). Calls `visit` with the number of each
    /// predecessor, its class (one bit) and the cost of the move. If `classes` contains a class
    /// that does not exist, `visit` is not called for it.
    fn predecessors(
        &self,
        rank: u64,
        image: Self::Image,
        classes: u8,
        visit: impl FnMut(u64, u8, Cost),
    );

    /// Whether `holds` is true for the number of at least one predecessor. Only called if the
    /// abstraction is [undirected](Self::UNDIRECTED). If a state has several numbers, the caller
    /// promises that `holds` is true for all of them or for none, so it suffices to ask for one.
    fn any_neighbour(
        &self,
        rank: u64,
        image: Self::Image,
        mut holds: impl FnMut(u64) -> bool,
    ) -> bool {
        let mut any = false;
        self.predecessors(rank, image, 1, |before, _, _| any = any || holds(before));
        any
    }
}

/// The cost of a move of an [`Abstraction`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// The move costs 0. In a cost partition, the move may have a cost in another abstraction.
    Free,
    /// The move costs 1.
    One,
}

impl From<Cost> for u32 {
    fn from(cost: Cost) -> Self {
        match cost {
            Cost::Free => 0,
            Cost::One => 1,
        }
    }
}

/// The mapping from the states of a puzzle to those of an [`Abstraction`].
///
/// The law: goals map to goals. Each move maps to a move of either cost, or changes nothing. Where
/// the distances of several abstractions are added, each move of the puzzle costs something in at
/// most one of them.
///
/// ```
/// use fewest_rules::{Abstraction, Cost, Mapping, Puzzle, laws};
///
/// /// Two counters from 0 to 5, to 0.
/// struct Two;
/// # #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
/// # struct Down(usize);
/// # impl Puzzle for Two {
/// #     type State = [u8; 2];
/// #     type Move = Down;
/// #     fn moves(&self, s: [u8; 2]) -> impl Iterator<Item = Down> {
/// #         (0..2).filter(move |&i| s[i] > 0).map(Down)
/// #     }
/// #     fn apply(&self, mut s: [u8; 2], m: Down) -> [u8; 2] { s[m.0] -= 1; s }
/// #     fn is_goal(&self, s: [u8; 2]) -> bool { s == [0, 0] }
/// # }
/// /// One counter.
/// struct One;
/// impl Abstraction for One {
///     type Image = ();
///     fn size(&self) -> u64 { 6 }
///     fn unrank(&self, _: u64) {}
///     fn goals(&self, mut visit: impl FnMut(u64, u8)) { visit(0, 1) }
///     fn predecessors(&self, rank: u64, (): (), _: u8, mut visit: impl FnMut(u64, u8, Cost)) {
///         if rank < 5 { visit(rank + 1, 1, Cost::One) }
///     }
/// }
/// struct First;
/// impl Mapping<Two> for First {
///     type Abstraction = One;
///     type Trace = u8;
///     fn abstraction(&self) -> &One { &One }
///     fn start(&self, _: &Two, state: [u8; 2]) -> u8 { state[0] }
///     fn rank(&self, trace: u8) -> Option<u64> { Some(trace.into()) }
/// }
/// laws::abstraction(&One, 100)?;
/// laws::check(&Two, [[5, 5]], 100)?.mapping(&First)?;
/// # Ok::<(), laws::Violation>(())
/// ```
pub trait Mapping<P: Puzzle>: Sync {
    /// The type of the abstraction to which the states of the puzzle are mapped.
    type Abstraction: Abstraction;

    /// The *trace* of a state: the data that a search keeps beside the state. The number of the
    /// state is computed from its trace, and a move updates the trace.
    type Trace: Copy + Send + Sync;

    /// The abstraction to which this mapping leads.
    fn abstraction(&self) -> &Self::Abstraction;

    /// Computes the trace of `state` from scratch.
    fn start(&self, puzzle: &P, state: P::State) -> Self::Trace;

    /// Computes the trace of `after` from that of `before`, where `m` leads from `before` to
    /// `after`. The result must equal `start(puzzle, after)`.
    #[inline]
    fn step(
        &self,
        puzzle: &P,
        trace: Self::Trace,
        before: P::State,
        m: P::Move,
        after: P::State,
    ) -> Self::Trace {
        let _ = (trace, before, m);
        self.start(puzzle, after)
    }

    /// The number of the state with this trace. `None` if the abstraction has no number for the
    /// state and so gives no bound.
    fn rank(&self, trace: Self::Trace) -> Option<u64>;
}

/// The effect of a move on a [`Partition`].
#[derive(Debug, Clone, Copy)]
pub struct PartStep<T> {
    /// The trace after the move; see [`Mapping::Trace`].
    pub trace: T,
    /// The index of the part in which the number of the state changed, and the new number; `None`
    /// if the number changed in no part.
    pub part: Option<(usize, u64)>,
    /// The change of the sum of all parts' [`Abstraction::base`].
    pub base_change: i32,
}

/// A cost partition of `P` in which each move changes at most one part, such as a partition of the
/// pieces into disjoint sets. All parts share one trace, so a search needs only one table lookup
/// per move.
///
/// The law: each move changes the number of at most one part. In the part that it changes, the move
/// maps to a move of cost one. In every other part, the move maps to a free move, which leaves the
/// number as it is; [`Abstraction::predecessors`] of a part never lists free moves. Goals map to
/// goals of every part.
pub trait Partition<P: Puzzle>: Sync {
    /// The abstraction of a part. Each move of the part changes its base by one.
    type Part: Abstraction;

    /// The trace of a state (see [`Mapping::Trace`]); here it gives the numbers of the state in all
    /// parts.
    type Trace: Copy + Send + Sync;

    /// The number of parts, at most eight.
    fn parts(&self) -> usize;

    /// The abstraction of a part.
    fn part(&self, part: usize) -> &Self::Part;

    /// Computes the trace of `state` from scratch.
    fn start(&self, puzzle: &P, state: P::State) -> Self::Trace;

    /// Computes the effect of `m`, which led to `after` from a state with the given trace.
    fn step(
        &self,
        puzzle: &P,
        trace: Self::Trace,
        m: P::Move,
        after: P::State,
    ) -> PartStep<Self::Trace>;

    /// The number of the state in `part`.
    fn rank(&self, trace: Self::Trace, part: usize) -> u64;
}
