//! Tests that the claims of a puzzle's traits hold.
//!
//! Every trait makes claims that the compiler cannot check. A search that relies on a false claim
//! silently gives wrong answers. [`check`] walks the states around some starts and tests the claims
//! of [`Puzzle`] on each. The methods of the [`Laws`] that [`check`] returns test the claims of the
//! other traits on the same states:
//!
//! ```
//! use fewest_rules::{Invertible, Puzzle, Ranked, laws};
//!
//! /// Walk on a ring of ten places to place 0.
//! struct Ring;
//! impl Puzzle for Ring {
//!     type State = u8;
//!     type Move = i8;
//!     fn moves(&self, _: u8) -> impl Iterator<Item = i8> { [-1, 1].into_iter() }
//!     fn apply(&self, s: u8, m: i8) -> u8 { (s as i8 + m).rem_euclid(10) as u8 }
//!     fn is_goal(&self, s: u8) -> bool { s == 0 }
//! }
//! impl Invertible for Ring {
//!     fn inverse(&self, m: i8) -> i8 { -m }
//! }
//! impl Ranked for Ring {
//!     fn size(&self) -> u64 { 10 }
//!     fn rank(&self, s: u8) -> u64 { s.into() }
//!     fn unrank(&self, rank: u64) -> u8 { rank as u8 }
//! }
//!
//! let laws = laws::check(&Ring, [5], 1_000)?;
//! laws.invertible()?.reverse()?.ranked()?;
//! laws.admissible(&|s: u8| u32::from(s.min(10 - s)))?;
//! assert!(laws.admissible(&|s: u8| u32::from(s)).is_err());
//! # Ok::<(), laws::Violation>(())
//! ```
//!
//! The walk is bounded. A passed test therefore proves nothing about the states beyond the walk,
//! but every failure comes with a counterexample.

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::{Commuting, Goals, Invertible, Notation, Puzzle, Reverse, Symmetric};

/// A claim that does not hold, with a state as the counterexample.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation(String);

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Violation {}

macro_rules! ensure {
    ($holds:expr, $($message:tt)+) => {
        if !$holds {
            return Err(Violation(format!($($message)+)));
        }
    };
}

mod abstraction;
mod costs;
mod heuristic;
mod operators;
mod ranked;

pub use abstraction::abstraction;

/// A move from a state of the walk on which the claims of a puzzle are tested.
#[derive(Debug)]
struct Edge<P: Puzzle> {
    from: usize,
    m: P::Move,
    after: P::State,
    /// The index of `after` in the walk, if the walk contains it.
    to: Option<usize>,
}

/// The states of a walk, on which the claims of [`Puzzle`] hold.
#[derive(Debug)]
pub struct Laws<'a, P: Puzzle> {
    puzzle: &'a P,
    states: Vec<P::State>,
    index: HashMap<P::State, usize>,
    edges: Vec<Edge<P>>,
    complete: bool,
}

/// Walks up to `most` states breadth-first from `starts`. Tests on each state that the moves come
/// in increasing order and that applying a move is deterministic.
///
/// Keeps every state and every move of the walk in memory.
///
/// # Errors
/// Returns the first claim that fails.
pub fn check<P: Puzzle>(
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
    most: usize,
) -> Result<Laws<'_, P>, Violation> {
    let mut laws = Laws {
        puzzle,
        states: Vec::new(),
        index: HashMap::new(),
        edges: Vec::new(),
        complete: true,
    };
    for start in starts {
        laws.visit(start, most);
    }
    ensure!(!laws.states.is_empty(), "no start was given to the laws");
    let mut next = 0;
    while next < laws.states.len() {
        let state = laws.states[next];
        let moves: Vec<P::Move> = puzzle.moves(state).collect();
        ensure!(
            moves.is_sorted_by(|a, b| a < b),
            "the moves of {state:?} are not in increasing order: {moves:?}"
        );
        ensure!(
            puzzle.moves(state).eq(moves.iter().copied()),
            "the moves of {state:?} are not the same when asked for twice"
        );
        for m in moves {
            let after = puzzle.apply(state, m);
            ensure!(
                puzzle.apply(state, m) == after,
                "applying {m:?} to {state:?} twice gives two different states"
            );
            let to = laws.visit(after, most);
            laws.edges.push(Edge {
                from: next,
                m,
                after,
                to,
            });
        }
        next += 1;
    }
    Ok(laws)
}

impl<P: Puzzle> Laws<'_, P> {
    fn visit(&mut self, state: P::State, most: usize) -> Option<usize> {
        if let Some(&at) = self.index.get(&state) {
            return Some(at);
        }
        if self.states.len() >= most {
            self.complete = false;
            return None;
        }
        self.index.insert(state, self.states.len());
        self.states.push(state);
        Some(self.states.len() - 1)
    }

    /// The states of the walk.
    pub fn states(&self) -> &[P::State] {
        &self.states
    }

    /// Whether the walk contains every state that is reachable from the starts.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// Tests [`Goals`]: the list contains exactly the goal states, each once.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn goals(&self) -> Result<&Self, Violation>
    where
        P: Goals,
    {
        let mut listed = HashSet::new();
        for goal in self.puzzle.goals() {
            ensure!(
                self.puzzle.is_goal(goal),
                "{goal:?} is listed as a goal but is none"
            );
            ensure!(listed.insert(goal), "the goal {goal:?} is listed twice");
        }
        for state in &self.states {
            ensure!(
                !self.puzzle.is_goal(*state) || listed.contains(state),
                "the goal {state:?} is not listed"
            );
        }
        Ok(self)
    }

    /// Tests [`Reverse`]: each predecessor's move leads to the state, and each move of the walk is
    /// listed exactly once as a predecessor.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn reverse(&self) -> Result<&Self, Violation>
    where
        P: Reverse,
    {
        for &state in &self.states {
            for (m, before) in self.puzzle.predecessors(state) {
                ensure!(
                    self.puzzle.moves(before).any(|legal| legal == m)
                        && self.puzzle.apply(before, m) == state,
                    "the predecessor {before:?} does not reach {state:?} by {m:?}"
                );
                ensure!(
                    self.puzzle
                        .predecessors(state)
                        .filter(|&(n, b)| n == m && b == before)
                        .nth(1)
                        .is_none(),
                    "the predecessor {before:?} of {state:?} by {m:?} is listed twice"
                );
            }
        }
        for &Edge { from, m, after, .. } in &self.edges {
            let before = self.states[from];
            ensure!(
                self.puzzle
                    .predecessors(after)
                    .any(|(n, b)| n == m && b == before),
                "{before:?} reaches {after:?} by {m:?} but is not among its predecessors"
            );
        }
        Ok(self)
    }

    /// Tests [`Invertible`]: the inverse is legal after the move and restores the state, and the
    /// inverse of the inverse is the move itself.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn invertible(&self) -> Result<&Self, Violation>
    where
        P: Invertible,
    {
        for &Edge { from, m, after, .. } in &self.edges {
            let before = self.states[from];
            let back = self.puzzle.inverse(m);
            ensure!(
                self.puzzle.moves(after).any(|legal| legal == back),
                "{back:?}, the inverse of {m:?}, is not legal in {after:?}"
            );
            ensure!(
                self.puzzle.apply(after, back) == before,
                "{back:?} does not take {m:?} back from {after:?} to {before:?}"
            );
            ensure!(
                self.puzzle.inverse(back) == m,
                "{m:?} is not the inverse of its inverse {back:?}"
            );
        }
        Ok(self)
    }

    /// Tests [`Commuting`]: every state has the same moves, they commute, and each has the order
    /// that [`Commuting::order`] claims.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn commuting(&self) -> Result<&Self, Violation>
    where
        P: Commuting,
    {
        let all: Vec<P::Move> = self.puzzle.moves(self.states[0]).collect();
        for &state in &self.states {
            ensure!(
                self.puzzle.moves(state).eq(all.iter().copied()),
                "{state:?} has other moves than {:?}",
                self.states[0]
            );
            for &a in &all {
                let after_a = self.puzzle.apply(state, a);
                for &b in &all {
                    ensure!(
                        self.puzzle.apply(after_a, b)
                            == self.puzzle.apply(self.puzzle.apply(state, b), a),
                        "{a:?} and {b:?} do not commute in {state:?}"
                    );
                }
                let order = self.puzzle.order(a);
                let mut now = state;
                for i in 1..=order {
                    now = self.puzzle.apply(now, a);
                    ensure!(
                        (now == state) == (i == order),
                        "{a:?} made {i} times in {state:?} contradicts its order {order}"
                    );
                }
            }
        }
        Ok(self)
    }

    /// Tests [`Symmetric`]: a representative represents itself, is a goal exactly if the state is,
    /// and its successors have the same classes as those of the state.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn symmetric(&self) -> Result<&Self, Violation>
    where
        P: Symmetric,
    {
        let classes = |state: P::State| -> HashSet<P::State> {
            self.puzzle
                .moves(state)
                .map(|m| self.puzzle.canonical(self.puzzle.apply(state, m)))
                .collect()
        };
        for &state in &self.states {
            let canonical = self.puzzle.canonical(state);
            ensure!(
                self.puzzle.canonical(canonical) == canonical,
                "{canonical:?} represents {state:?} but not itself"
            );
            ensure!(
                self.puzzle.is_goal(canonical) == self.puzzle.is_goal(state),
                "only one of {state:?} and its representative {canonical:?} is a goal"
            );
            ensure!(
                classes(canonical) == classes(state),
                "the moves of {state:?} and of its representative {canonical:?} lead to different classes"
            );
        }
        Ok(self)
    }

    /// Tests [`Notation`]: reading a written state or move gives the same state or move.
    ///
    /// # Errors
    /// Returns the first claim that fails.
    pub fn notation(&self) -> Result<&Self, Violation>
    where
        P: Notation,
    {
        for &state in &self.states {
            let text = self.puzzle.draw(state);
            ensure!(
                self.puzzle.parse(&text).as_ref() == Ok(&state),
                "{state:?} is written as {text:?}, which reads as {:?}",
                self.puzzle.parse(&text)
            );
        }
        for &Edge { from, m, .. } in &self.edges {
            let name = self.puzzle.name(m);
            ensure!(
                !name.is_empty() && !name.contains([' ', ',', '\n']),
                "{name:?} cannot be a move's name"
            );
            ensure!(
                self.puzzle.parse_move(&name) == Some(m),
                "{m:?} of {:?} is written as {name:?}, which reads as {:?}",
                self.states[from],
                self.puzzle.parse_move(&name)
            );
        }
        Ok(self)
    }
}
