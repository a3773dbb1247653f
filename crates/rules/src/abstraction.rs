//! Abstractions: smaller puzzles whose distances are lower bounds.
//!
//! A puzzle is mapped to a smaller one in which each of its moves is a move or stands still,
//! and each of its goals a goal. The distances in the smaller puzzle, kept in a table, are then
//! lower bounds: a *pattern database*.
//! (J. C. Culberson and J. Schaeffer, "Pattern databases", 1998.)
//!
//! If each move of the puzzle costs something in one of several abstractions at most, and
//! nothing in the others, the distances may be *added*: a *cost partition*.
//! (R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002.)

use crate::Puzzle;

/// A smaller puzzle, whose states have a number and perhaps a *class*, and whose moves cost 0
/// or 1.
///
/// A table has an entry for each number: the least distance to a goal over all classes. Where
/// all of a state is kept in its number, as the arrangement of some pieces of a cube, there is
/// one class. Classes are for what decides about the moves but is left out of the table, as the
/// region in which the blank is among the sliding tiles: moves that cost nothing and only change
/// what is left out are not listed, and the states that they connect are one class.
pub trait Abstraction: Sync {
    /// What a number stands for.
    type Image: Copy;

    /// How many classes a number may have: 1 or 8.
    const CLASSES: u32 = 1;

    /// Whether each move that is listed costs 1, can be taken back, and changes
    /// [`base`](Self::base) by one.
    ///
    /// States at an even and at an odd base then alternate along any path. A table is made
    /// without a second frontier, and keeps half of how much a distance exceeds the base.
    const ALTERNATES: bool = false;

    /// How many numbers there are. States that do not occur may have numbers, too.
    fn size(&self) -> u64;

    /// What the number `rank` stands for.
    ///
    /// # Panics
    /// May panic when `rank` is not below [`size`](Self::size).
    fn unrank(&self, rank: u64) -> Self::Image;

    /// A lower bound on the distance to a goal that takes no table. A table keeps how much the
    /// distance exceeds it.
    fn base(&self, image: Self::Image) -> u32 {
        let _ = image;
        0
    }

    /// Calls `visit` with the number and the classes, one bit each, of all goals.
    fn goals(&self, visit: impl FnMut(u64, u8));

    /// Calls `visit` with the number, the class (one bit) and the cost of each state from which
    /// a move leads to one of the states with the number `rank`, which stands for `image`, and
    /// one of `classes`, one bit each. Classes that do not exist have no predecessors.
    fn predecessors(
        &self,
        rank: u64,
        image: Self::Image,
        classes: u8,
        visit: impl FnMut(u64, u8, Cost),
    );
}

/// What a move of an [`Abstraction`] costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// Nothing: another abstraction of a cost partition counts the move.
    Free,
    /// One.
    One,
}

/// How the states of a puzzle map to those of an [`Abstraction`].
///
/// The law: goals map to goals, and a move maps to a move, whatever it costs, or changes
/// nothing. Where several abstractions are added, each move of the puzzle costs something in
/// one of them at most.
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
pub trait Mapping<P: Puzzle> {
    /// The smaller puzzle.
    type Abstraction: Abstraction;

    /// What is kept beside a state to find its number.
    type Trace: Copy;

    /// The smaller puzzle's value.
    fn abstraction(&self) -> &Self::Abstraction;

    /// The trace of `state`, from scratch.
    fn start(&self, puzzle: &P, state: P::State) -> Self::Trace;

    /// The trace of `after`, to which `m` led from `before`, whose trace is `trace`. Must
    /// equal `start(puzzle, after)`.
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

    /// The number of the state with that trace; `None` if it has none, of which nothing is
    /// then known.
    fn rank(&self, trace: Self::Trace) -> Option<u64>;
}

/// What a move changes in the eyes of a [`Partition`].
#[derive(Debug, Clone, Copy)]
pub struct PartStep<T> {
    /// The trace after the move.
    pub trace: T,
    /// The one part whose number changed, if any did, and its number now.
    pub part: Option<(usize, u64)>,
    /// What the move adds to the sum of the parts' [`Abstraction::base`].
    pub base_change: i32,
}

/// A cost partition of `P` in which a move changes one part at most, as a cut of its pieces
/// into disjoint sets: all parts have one trace, and a search looks into one table a move.
///
/// The law: a move changes the number of one part at most, and maps to a move of that part that
/// costs one; in every other part it maps to a move that is free and not listed. Goals map to
/// goals of every part.
pub trait Partition<P: Puzzle> {
    /// The abstraction of a part. Its base changes by one with each of its moves.
    type Part: Abstraction;

    /// What is kept beside a state to find the numbers of its parts.
    type Trace: Copy;

    /// How many parts there are: at most eight.
    fn parts(&self) -> usize;

    /// The abstraction of a part.
    fn part(&self, part: usize) -> &Self::Part;

    /// The trace of `state`, from scratch.
    fn start(&self, puzzle: &P, state: P::State) -> Self::Trace;

    /// What `m` changes, which led to `after` from a state with that trace.
    fn step(
        &self,
        puzzle: &P,
        trace: Self::Trace,
        m: P::Move,
        after: P::State,
    ) -> PartStep<Self::Trace>;

    /// The number of a part.
    fn rank(&self, trace: Self::Trace, part: usize) -> u64;
}
