//! A puzzle up to symmetry.

use std::hash::{Hash, Hasher};

use fewest_rules::{Goals, Limits, Puzzle, Report, Reverse, Symmetric};

use crate::bfs::bfs;

/// `P` with one state for each class of symmetric states: the canonical one.
///
/// A puzzle like any other. Its moves are those of `P`, made in a canonical
/// state, with what they reach made canonical. It has up to as many times
/// fewer states as there are symmetries, and the same lengths of solutions;
/// but a path in it jumps between symmetric pictures of the board, and only
/// [`lift`](Self::lift) turns it into moves that a person can make.
#[derive(Debug)]
pub struct Quotient<'a, P>(&'a P);

impl<'a, P: Symmetric> Quotient<'a, P> {
    /// `puzzle` up to symmetry.
    pub fn new(puzzle: &'a P) -> Self {
        Self(puzzle)
    }

    /// The state of the quotient that `state` belongs to: where a search for
    /// `state` starts.
    pub fn state(&self, state: P::State) -> P::State {
        self.0.canonical(state)
    }

    /// Real moves from `start` through the same classes as `moves`, which are
    /// moves of the quotient from [`state(start)`](Self::state): at each step
    /// the first that reaches the class. As many, and they end in a goal if
    /// and only if the others do.
    ///
    /// `None` if `moves` are not legal in the quotient, or if `P` breaks the
    /// law of [`Symmetric`].
    pub fn lift(&self, start: P::State, moves: &[P::Move]) -> Option<Vec<P::Move>> {
        let mut real = start;
        let mut class = self.state(start);
        moves
            .iter()
            .map(|&m| {
                self.moves(class).find(|&legal| legal == m)?;
                class = self.apply(class, m);
                let (lifted, after) = self
                    .0
                    .moves(real)
                    .map(|m| (m, self.0.apply(real, m)))
                    .find(|&(_, after)| self.state(after) == class)?;
                real = after;
                Some(lifted)
            })
            .collect()
    }
}

impl<P: Symmetric> Puzzle for Quotient<'_, P> {
    type State = P::State;
    type Move = P::Move;

    #[inline]
    fn moves(&self, state: P::State) -> impl Iterator<Item = P::Move> {
        self.0.moves(state)
    }

    #[inline]
    fn apply(&self, state: P::State, m: P::Move) -> P::State {
        self.0.canonical(self.0.apply(state, m))
    }

    #[inline]
    fn is_goal(&self, state: P::State) -> bool {
        self.0.is_goal(state)
    }
}

impl<P: Symmetric + Goals> Goals for Quotient<'_, P> {
    fn goals(&self) -> impl Iterator<Item = P::State> {
        self.0.goals().filter(|&goal| self.state(goal) == goal)
    }
}

impl<P: Symmetric + Reverse> Reverse for Quotient<'_, P> {
    /// The classes before `state` are those of its real predecessors: a
    /// symmetry takes any move into the class to a move into `state` itself.
    /// Their moves may be others, and are looked for.
    fn predecessors(&self, state: P::State) -> impl Iterator<Item = (P::Move, P::State)> {
        let mut classes: Vec<P::State> = Vec::new();
        for (_, before) in self.0.predecessors(state) {
            let class = self.state(before);
            if !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes.into_iter().flat_map(move |class| {
            self.moves(class)
                .filter(move |&m| self.apply(class, m) == state)
                .map(move |m| (m, class))
        })
    }
}

/// A state that stands for its class: equal to another if their classes are.
#[derive(Debug, Clone, Copy)]
struct First<S> {
    state: S,
    class: S,
}

impl<S: PartialEq> PartialEq for First<S> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.class == other.class
    }
}

impl<S: Eq> Eq for First<S> {}

impl<S: Hash> Hash for First<S> {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.class.hash(hasher);
    }
}

/// `P` with real states, of which a set keeps the first of each class.
struct Firsts<'a, P>(&'a P);

impl<P: Symmetric> Firsts<'_, P> {
    #[inline]
    fn of(&self, state: P::State) -> First<P::State> {
        First {
            state,
            class: self.0.canonical(state),
        }
    }
}

impl<P: Symmetric> Puzzle for Firsts<'_, P> {
    type State = First<P::State>;
    type Move = P::Move;

    #[inline]
    fn moves(&self, first: First<P::State>) -> impl Iterator<Item = P::Move> {
        self.0.moves(first.state)
    }

    #[inline]
    fn apply(&self, first: First<P::State>, m: P::Move) -> First<P::State> {
        self.of(self.0.apply(first.state, m))
    }

    #[inline]
    fn is_goal(&self, first: First<P::State>) -> bool {
        self.0.is_goal(first.state)
    }
}

/// The lexicographically first of the shortest solutions from `start`, by [`bfs`]
/// that keeps one state of each class: the first that it reaches. A proof by exhaustion
/// counts classes.
///
/// Nothing is lost by that. If the first solution went through a state whose
/// class had been reached by an earlier path, that path could be led on through the
/// same classes to a goal, and would be an earlier solution. Takes two states
/// for each class, and the time to find the class of every state generated.
pub fn solve_up_to_symmetry<P: Symmetric>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Report<P::Move> {
    let firsts = Firsts(puzzle);
    bfs(&firsts, firsts.of(start), limits)
}
