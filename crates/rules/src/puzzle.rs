//! The core traits of a puzzle: states, moves, goals, and moving backwards.

use std::fmt::Debug;
use std::hash::Hash;

/// A puzzle. Each move counts as one, unless a search also takes the costs of
/// [`MoveCosts`](crate::MoveCosts) into account.
///
/// The puzzle value holds everything that never changes, such as sizes and the kind of goal. A move
/// changes only the [`State`](Self::State). The start is an argument of a search, never part of the
/// puzzle.
///
/// Several threads may search one puzzle ([`Limits::threads`](crate::Limits::threads)), so a puzzle
/// is `Sync`. What it remembers between calls belongs in a `Mutex`, not in a `RefCell`.
///
/// ```
/// use fewest_rules::Puzzle;
///
/// /// Reach a number from another by doubling and adding one.
/// struct Count { target: u32 }
///
/// impl Puzzle for Count {
///     type State = u32;
///     type Move = char;
///     fn moves(&self, state: u32) -> impl Iterator<Item = char> {
///         ['+', 'x'].into_iter().filter(move |_| state < self.target)
///     }
///     fn apply(&self, state: u32, step: char) -> u32 {
///         if step == '+' { state + 1 } else { state * 2 }
///     }
///     fn is_goal(&self, state: u32) -> bool {
///         state == self.target
///     }
/// }
///
/// let puzzle = Count { target: 6 };
/// assert_eq!(puzzle.apply(3, 'x'), 6);
/// assert_eq!(puzzle.moves(6).count(), 0);
/// ```
pub trait Puzzle: Sync {
    /// The type of states, which are the positions of the puzzle. States are `Copy` and so own
    /// nothing on the heap, which lets a search count its memory exactly.
    type State: Copy + Eq + Hash + Debug + Send + Sync;

    /// The type of moves. The `Ord` of moves is the puzzle's order of moves, which defines
    /// "lexicographically first".
    type Move: Copy + Ord + Debug + Send + Sync;

    /// The legal moves of `state`, each once, in increasing order.
    ///
    /// Goal states may or may not have moves; no search depends on it.
    fn moves(&self, state: Self::State) -> impl Iterator<Item = Self::Move>;

    /// The state after `m`, which must be one of `moves(state)`.
    ///
    /// For any other `m` the result is unspecified; it may panic.
    fn apply(&self, state: Self::State, m: Self::Move) -> Self::State;

    /// Whether the puzzle is solved in `state`.
    fn is_goal(&self, state: Self::State) -> bool;

    /// The moves of `state`, each with the state after it, in the order of [`moves`](Self::moves).
    ///
    /// The default applies the moves one by one. A puzzle should implement this method if listing
    /// the moves already computes most of what [`apply`](Self::apply) needs.
    #[inline]
    fn successors(&self, state: Self::State) -> impl Iterator<Item = (Self::Move, Self::State)> {
        self.moves(state).map(move |m| (m, self.apply(state, m)))
    }
}

/// A puzzle whose goal states can be listed without searching.
pub trait Goals: Puzzle {
    /// Every state for which [`Puzzle::is_goal`] holds, each once, in any order.
    fn goals(&self) -> impl Iterator<Item = Self::State>;
}

/// A puzzle that can be played backwards.
pub trait Reverse: Puzzle {
    /// Every pair `(m, before)` with `m` in `moves(before)` and
    /// `apply(before, m) == state`, each once, in any order.
    fn predecessors(&self, state: Self::State) -> impl Iterator<Item = (Self::Move, Self::State)>;
}

/// A puzzle in which every move can be taken back by a move.
pub trait Invertible: Puzzle {
    /// The move that takes `m` back: it is legal after `m` wherever `m` is legal, and it restores
    /// the state before `m`.
    fn inverse(&self, m: Self::Move) -> Self::Move;
}

impl<P: Invertible> Reverse for P {
    #[inline]
    fn predecessors(&self, state: Self::State) -> impl Iterator<Item = (Self::Move, Self::State)> {
        self.moves(state)
            .map(move |m| (self.inverse(m), self.apply(state, m)))
    }
}

/// A puzzle whose moves are the same in every state and commute: the result depends only on how
/// often each move is made, never on the order.
///
/// A solution is then a multiset of moves, and a shortest one contains each move fewer than
/// [`order`](Self::order) times.
pub trait Commuting: Puzzle {
    /// The least `n ≥ 2` such that making `m` `n` times in a row restores the state.
    fn order(&self, m: Self::Move) -> u32;
}
