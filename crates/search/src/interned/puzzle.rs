//! The wrapper that gives numbers to the states of a puzzle.

use std::fmt;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use fewest_rules::{Goals, Limits, MoveCosts, Puzzle, Reverse};

use super::{Edges, NumberedStates, OwnedPuzzle, OwnedReverse};
use crate::Search;

/// An [`OwnedPuzzle`] as a [`Puzzle`] for every search, also for one of several threads.
///
/// A state is a number, which stays the same as long as this value lives. A move is an index in the
/// list of moves of its state. Each state is kept once, and its moves are computed once, however
/// often a search asks for them. So every search takes memory for all states that it meets: the
/// state itself, about 30 bytes, and 4 bytes for each move.
///
/// ```
/// use fewest_search::{Interned, OwnedPuzzle};
///
/// /// Sort a word by moving its first letter to any place.
/// struct Sort;
///
/// impl OwnedPuzzle for Sort {
///     type State = String;
///     type Move = usize;
///
///     fn moves(&self, word: &String) -> impl IntoIterator<Item = usize> {
///         1..word.len()
///     }
///
///     fn apply(&self, word: &String, &to: &usize) -> String {
///         let mut letters: Vec<char> = word.chars().collect();
///         letters[..=to].rotate_left(1);
///         letters.into_iter().collect()
///     }
///
///     fn is_goal(&self, word: &String) -> bool {
///         word.chars().is_sorted()
///     }
/// }
///
/// let puzzle = Interned::new(Sort);
/// let start = puzzle.number("bca".to_owned());
/// let report = puzzle.search(start).bfs();
/// let moves = report.outcome.moves().map(|moves| puzzle.moves_along(start, moves));
/// assert_eq!(moves, Some(vec![2, 2]));
/// ```
pub struct Interned<P: OwnedPuzzle> {
    puzzle: P,
    states: NumberedStates<P::State>,
    edges: RwLock<Edges>,
    hasher: BuildHasherDefault<DefaultHasher>,
    bytes: Arc<AtomicU64>,
}

impl<P: OwnedPuzzle> Interned<P> {
    /// Wraps a puzzle.
    pub fn new(puzzle: P) -> Self {
        Self {
            puzzle,
            states: NumberedStates::new(),
            edges: RwLock::default(),
            hasher: BuildHasherDefault::default(),
            bytes: Arc::default(),
        }
    }

    /// The puzzle itself.
    pub fn puzzle(&self) -> &P {
        &self.puzzle
    }

    /// The number of `state`.
    ///
    /// # Panics
    /// Panics if there are more than 2³¹ states, which take at least 100 GB.
    pub fn number(&self, state: P::State) -> u32 {
        let hash = self.hasher.hash_one(&state);
        let heap = self.puzzle.heap_bytes(&state) as u64;
        let number = self.states.number(hash, state, heap, P::State::eq);
        number.unwrap_or_else(|| panic!("more than 2³¹ states"))
    }

    /// The state with a number.
    ///
    /// # Panics
    /// Panics if no state has this number.
    pub fn state(&self, number: u32) -> &P::State {
        let state = self.states.get(number);
        state.unwrap_or_else(|| panic!("no state has the number {number}"))
    }

    /// The moves at the indices `steps`, which begin at the state with the number `start`.
    ///
    /// # Panics
    /// Panics if a step is no move of its state, or if the puzzle returns something else than
    /// before: the moves are made again, and must lead to the same states.
    pub fn moves_along(&self, start: u32, steps: &[u32]) -> Vec<P::Move> {
        let mut at = start;
        let mut moves = Vec::with_capacity(steps.len());
        for &step in steps {
            let state = self.state(at);
            let m = self.puzzle.moves(state).into_iter().nth(step as usize);
            let m = m.unwrap_or_else(|| panic!("move {step} is not listed"));
            at = self.apply(at, step);
            let again = self.puzzle.apply(state, &m);
            assert!(again == *self.state(at), "a move leads to another state");
            moves.push(m);
        }
        moves
    }

    /// A heuristic for this puzzle from a lower bound for states.
    pub fn bound(&self, bound: impl Fn(&P::State) -> u32) -> impl Fn(u32) -> u32 {
        move |number| bound(self.state(number))
    }

    /// A search from the state with the number `start`, whose limit on memory counts the states
    /// that are kept here.
    pub fn search(&self, start: u32) -> Search<'_, Self> {
        Search::new(self, start).within(&self.limits(&Limits::default()))
    }

    /// These limits, such that the limit on memory counts the states that are kept here. The limit
    /// is checked at least once in a thousand expansions.
    pub fn limits(&self, limits: &Limits) -> Limits {
        self.count(&self.edges());
        Limits {
            held_elsewhere: Some(self.bytes.clone()),
            ..limits.clone()
        }
    }

    fn edges(&self) -> RwLockReadGuard<'_, Edges> {
        self.edges.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn count(&self, edges: &Edges) {
        let bytes = self.states.bytes() + edges.bytes();
        self.bytes.store(bytes, Ordering::Relaxed);
    }

    /// Calls `read` with the moves of all states found so far, to which those of `state` belong.
    fn expanded<T>(&self, state: u32, read: impl Fn(&Edges) -> Option<T>) -> T {
        loop {
            if let Some(read) = read(&self.edges()) {
                return read;
            }
            // No lock is held here, so that the puzzle may use this value and other threads go on.
            let before = self.state(state);
            let mut after = Vec::new();
            for m in self.puzzle.moves(before) {
                let cost = self.puzzle.cost(before, &m);
                after.push((self.number(self.puzzle.apply(before, &m)), cost));
            }
            let mut edges = self.edges.write().unwrap_or_else(PoisonError::into_inner);
            edges.expand(state, &after);
            self.count(&edges);
        }
    }
}

impl<P: OwnedPuzzle> Puzzle for Interned<P> {
    type State = u32;
    type Move = u32;

    fn moves(&self, state: u32) -> impl Iterator<Item = u32> {
        0..self.expanded(state, |edges| edges.degree(state)) as u32
    }

    fn apply(&self, state: u32, m: u32) -> u32 {
        self.expanded(state, |edges| edges.target(state, m))
    }

    fn is_goal(&self, state: u32) -> bool {
        self.puzzle.is_goal(self.state(state))
    }

    fn successors(&self, state: u32) -> impl Iterator<Item = (u32, u32)> {
        let after = self.expanded(state, |edges| {
            Some(edges.targets(state)?.collect::<Vec<_>>())
        });
        (0..).zip(after)
    }
}

impl<P: OwnedPuzzle> MoveCosts for Interned<P> {
    fn cost(&self, before: u32, m: u32) -> u16 {
        self.expanded(before, |edges| edges.cost(before, m))
    }
}

impl<P: OwnedReverse> Goals for Interned<P> {
    fn goals(&self) -> impl Iterator<Item = u32> {
        distinct(
            self.puzzle
                .goals()
                .into_iter()
                .map(|goal| self.number(goal)),
        )
    }
}

impl<P: OwnedReverse> Reverse for Interned<P> {
    /// Asks the puzzle for the moves of each state before `state`, but does not apply them:
    /// otherwise a search from the goals would meet the states beside the ones it needs.
    fn predecessors(&self, state: u32) -> impl Iterator<Item = (u32, u32)> {
        let before = self.puzzle.predecessors(self.state(state));
        distinct(before.into_iter().filter_map(|(m, before)| {
            let mut moves = self.puzzle.moves(&before).into_iter();
            let index = moves.position(|other| other == m)?;
            drop(moves);
            Some((index as u32, self.number(before)))
        }))
    }
}

/// The items, each once.
fn distinct<T: Ord>(items: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items.dedup();
    items.into_iter()
}

impl<P: OwnedPuzzle + fmt::Debug> fmt::Debug for Interned<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interned")
            .field("puzzle", &self.puzzle)
            .field("states", &self.states)
            .finish_non_exhaustive()
    }
}
