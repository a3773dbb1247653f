//! A puzzle up to symmetry.

use rules::{Goals, Limits, Outcome, Puzzle, Report, Reverse, Symmetric};

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

/// A shortest solution from `start`, found by [`bfs`] in the [`Quotient`] and
/// lifted to real moves. Not always the lexicographically first. A proof by
/// exhaustion counts classes.
///
/// # Panics
/// If `puzzle` breaks the law of [`Symmetric`].
pub fn solve_up_to_symmetry<P: Symmetric>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Report<P::Move> {
    let quotient = Quotient::new(puzzle);
    let mut report = bfs(&quotient, quotient.state(start), limits);
    if let Outcome::Solved { moves } = &mut report.outcome {
        *moves = quotient
            .lift(start, moves)
            .expect("a move reaches each class that its canonical state reaches");
    }
    report
}
