//! Patterns: some pieces of a puzzle, whose moves alone are counted.
//!
//! If every move of a puzzle moves a piece of one pattern at most, and the moves
//! of each pattern's pieces are counted without those of the others, the counts of
//! disjoint patterns may be *added*, and the sum is still a lower bound.
//! (R. E. Korf and A. Felner, "Disjoint pattern database heuristics", 2002.)

use crate::Puzzle;

/// What is left of a puzzle if only the moves of some pieces cost anything.
///
/// An abstract state is a pair: the *kept part*, where those pieces are, and
/// the *lost part*, which decides what they can do next but is left out of the
/// table, as the place of the blank among the sliding tiles. Moves that cost
/// nothing change the lost part only; lost parts that they connect make up a
/// *class*, so that a state is a kept part and one of at most eight classes.
///
/// A table holds for each kept part the least distance over all classes.
///
/// The law is that costed moves can be taken back, and that each changes
/// [`base`](Self::base) by exactly one. Kept parts of even and of odd base
/// therefore alternate along any path.
pub trait PatternSpace: Sync {
    /// A kept part, unpacked.
    type Kept: Copy;

    /// How many kept parts there are; ranks are below it.
    fn size(&self) -> u64;

    /// The kept part with number `rank`.
    ///
    /// # Panics
    /// May panic when `rank` is not below [`size`](Self::size).
    fn unrank(&self, rank: u64) -> Self::Kept;

    /// A number that is 0 at the goals and that every costed move changes by one;
    /// so it is a lower bound on the distance and of the same parity.
    fn base(&self, kept: Self::Kept) -> u32;

    /// Calls `visit` with the rank and the classes, one bit each, of the goals.
    fn goals(&self, visit: impl FnMut(u64, u8));

    /// Calls `visit` with the rank and the class (one bit) of each state that one
    /// costed move reaches from the states with the kept part `kept`, whose number
    /// is `rank`, and one of `classes`, one bit each. Classes that do not exist
    /// reach nothing.
    fn costed(&self, rank: u64, kept: Self::Kept, classes: u8, visit: impl FnMut(u64, u8));
}

/// What a move changes in the eyes of a [`Partition`].
#[derive(Debug, Clone, Copy)]
pub struct PartStep<T> {
    /// The trace after the move.
    pub trace: T,
    /// The one part whose kept part changed, if any did, and its rank now.
    pub part: Option<(usize, u64)>,
    /// What the move adds to the sum of the parts' [`PatternSpace::base`].
    pub base_change: i32,
}

/// A cut of the pieces of `P` into disjoint parts, each with a pattern of its own.
///
/// The law: a move changes the kept part of one part at most, and maps to one costed
/// move of its pattern; every other pattern is only moved without cost. Goals
/// map to goals of every pattern.
pub trait Partition<P: Puzzle> {
    /// The pattern of a part.
    type Space: PatternSpace;

    /// What is kept beside a state to find the ranks of its kept parts.
    type Trace: Copy;

    /// How many parts there are: at most eight.
    fn parts(&self) -> usize;

    /// The pattern of a part.
    fn space(&self, part: usize) -> &Self::Space;

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

    /// The rank of the kept part of a part.
    fn rank(&self, trace: Self::Trace, part: usize) -> u64;
}
