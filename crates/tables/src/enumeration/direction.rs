//! The direction of an enumeration: which neighbours of a state it visits.

use fewest_rules::{Invertible, Ranked, Reverse};

/// The direction of an enumeration: the moves forwards, or the moves backwards.
pub trait Direction<P: Ranked>: Sync {
    /// Calls `visit` with the rank of each neighbour of each state in `ranks`. `ranks` must be in
    /// increasing order. The calls come in any order, and a neighbour may be visited several times.
    fn neighbours(&self, puzzle: &P, ranks: &[u64], visit: impl FnMut(u64));

    /// Whether every neighbour of a state has this state among its own neighbours. If so, each
    /// neighbour of a state of one layer lies in this layer, in the layer before or in the layer
    /// after it, so a search has to compare new states only with these layers.
    fn is_symmetric(&self, puzzle: &P) -> bool {
        let _ = puzzle;
        false
    }
}

/// Goes from a state to its successors, so distances count *from* the starts.
#[derive(Debug, Clone, Copy)]
pub struct Forward;

impl<P: Ranked> Direction<P> for Forward {
    #[inline]
    fn neighbours(&self, puzzle: &P, ranks: &[u64], visit: impl FnMut(u64)) {
        puzzle.successor_ranks_of_all(ranks, visit);
    }
}

/// Goes from a state to its predecessors, so distances count *to* the states at which the
/// enumeration starts, which are the goals in this case.
#[derive(Debug, Clone, Copy)]
pub struct Retrograde;

impl<P: Ranked + Reverse> Direction<P> for Retrograde {
    #[inline]
    fn neighbours(&self, puzzle: &P, ranks: &[u64], mut visit: impl FnMut(u64)) {
        for &rank in ranks {
            for (_, before) in puzzle.predecessors(puzzle.unrank(rank)) {
                visit(puzzle.rank(before));
            }
        }
    }
}

/// The same as [`Retrograde`], for puzzles in which every move can be taken back. The predecessors
/// of a state are then its successors, whose ranks a puzzle may compute faster.
#[derive(Debug, Clone, Copy)]
pub struct Undirected;

impl<P: Ranked + Invertible> Direction<P> for Undirected {
    #[inline]
    fn neighbours(&self, puzzle: &P, ranks: &[u64], visit: impl FnMut(u64)) {
        puzzle.successor_ranks_of_all(ranks, visit);
    }

    fn is_symmetric(&self, _: &P) -> bool {
        true
    }
}

/// Lists the neighbours of states by their ranks, for code that does not know the type of the
/// puzzle.
pub(crate) trait Neighbours: Sync {
    /// Does the same as [`Direction::neighbours`].
    fn visit(&self, ranks: &[u64], visit: impl FnMut(u64));
}

/// The neighbours of the states of `puzzle` in a direction, compiled into the loop that asks for
/// them.
pub(super) struct Along<'a, P, D> {
    pub(super) puzzle: &'a P,
    pub(super) direction: &'a D,
}

impl<P: Ranked + Sync, D: Direction<P>> Neighbours for Along<'_, P, D> {
    #[inline]
    fn visit(&self, ranks: &[u64], visit: impl FnMut(u64)) {
        self.direction.neighbours(self.puzzle, ranks, visit);
    }
}

/// The neighbours of the states of any puzzle, through a pointer. Code that spends most of its time
/// on files or messages uses this type, so that it is compiled only once.
pub type AnyNeighbours<'a> = dyn Fn(&[u64], &mut dyn FnMut(u64)) + Sync + 'a;

impl Neighbours for &AnyNeighbours<'_> {
    fn visit(&self, ranks: &[u64], mut visit: impl FnMut(u64)) {
        self(ranks, &mut visit);
    }
}
