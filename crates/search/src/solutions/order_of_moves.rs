//! Solutions that differ only by the order of independent moves, or by a symmetry.

use fewest_rules::{Puzzle, Symmetric};

fn is_legal<P: Puzzle>(puzzle: &P, state: P::State, m: P::Move) -> bool {
    puzzle.moves(state).any(|legal| legal == m)
}

/// Puts the independent moves among `moves` in order. The moves must be legal from `start`.
/// `independent` decides whether two moves are independent in a state.
///
/// A move can be brought forward past moves that are independent of it in the states in which they
/// are made. As long as some move can be brought forward to a place before a greater move, it is
/// brought forward to the first such place. The result leads to the same state, and no move of the
/// result can be brought forward to a place before a greater move. If independence never depends on
/// the state, the result is the lexicographically first of all orders.
///
/// The time is at most cubic in the number of moves.
pub(super) fn in_order<P: Puzzle>(
    puzzle: &P,
    start: P::State,
    moves: &[P::Move],
    independent: impl Fn(P::State, P::Move, P::Move) -> bool,
) -> Vec<P::Move> {
    let mut moves = moves.to_vec();
    let mut states = states(puzzle, start, &moves);
    let mut at = 1;
    while at < moves.len() {
        let m = moves[at];
        let mut to = at;
        for place in (0..at).rev() {
            let before = moves[place];
            if !is_legal(puzzle, states[place], m) || !independent(states[place], before, m) {
                break;
            }
            if m < before {
                to = place;
            }
        }
        if to < at {
            moves[to..=at].rotate_right(1);
            for i in to..=at {
                states[i + 1] = puzzle.apply(states[i], moves[i]);
            }
            // Moves after the one that was brought forward may now be brought forward as well, so
            // the loop goes back.
            at = to;
        }
        at += 1;
    }
    moves
}

/// The start and the state after each move.
fn states<P: Puzzle>(puzzle: &P, start: P::State, moves: &[P::Move]) -> Vec<P::State> {
    let mut states = Vec::with_capacity(moves.len() + 1);
    states.push(start);
    let mut state = start;
    for &m in moves {
        state = puzzle.apply(state, m);
        states.push(state);
    }
    states
}

/// A function that maps a sequence of moves to the solution that stands for it, such as the
/// sequence with its independent moves put in order. The result is `None` if no solution stands for
/// the sequence.
type StandsFor<'a, M> = dyn Fn(&[M]) -> Option<Vec<M>> + 'a;

/// The symmetries that map a start to itself.
#[derive(Debug, Clone)]
pub struct StartSymmetries<S> {
    start: S,
    /// For each symmetry that maps the start to itself, the index at which the puzzle lists the
    /// image of a state under this symmetry.
    places: Vec<usize>,
}

impl<S: Copy + Eq> StartSymmetries<S> {
    /// Finds the symmetries of `puzzle` that map `start` to itself.
    pub fn new<P: Symmetric<State = S>>(puzzle: &P, start: S) -> Self {
        let images = puzzle.images(start).enumerate();
        let fixed = images.filter(|&(_, image)| image == start);
        Self {
            start,
            places: fixed.map(|(place, _)| place).collect(),
        }
    }

    /// The number of symmetries that map the start to itself, without the identity.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether the identity is the only symmetry that maps the start to itself.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether no symmetry maps `moves` to a smaller solution. `solution` gets the image of `moves`
    /// under a symmetry, and returns the solution with which `moves` is compared, if there is one.
    pub fn is_first<P: Symmetric<State = S>>(
        &self,
        puzzle: &P,
        moves: &[P::Move],
        solution: &StandsFor<'_, P::Move>,
    ) -> bool {
        let states = states(puzzle, self.start, moves);
        self.places.iter().all(|&place| {
            let mut image = Vec::with_capacity(moves.len());
            let mut images = Vec::with_capacity(states.len());
            for &state in &states {
                match puzzle.images(state).nth(place) {
                    Some(image) => images.push(image),
                    None => return true,
                }
            }
            for (at, m) in moves.iter().enumerate() {
                // If several moves connect two states, the first of these moves is mapped to the
                // first move between the images of the two states, the second move to the second,
                // and so on.
                let alike = moves_between(puzzle, &states, at);
                let rank = alike.iter().take_while(|&other| other != m).count();
                match moves_between(puzzle, &images, at).get(rank) {
                    Some(&m) => image.push(m),
                    None => return true,
                }
            }
            solution(&image).is_none_or(|image| &image[..] >= moves)
        })
    }
}

/// All moves that lead from the state `states[at]` to the state after it in the list `states`.
#[inline(never)]
fn moves_between<P: Puzzle>(puzzle: &P, states: &[P::State], at: usize) -> Vec<P::Move> {
    let mut between = Vec::new();
    if let [before, after, ..] = states[at..] {
        for m in puzzle.moves(before) {
            if puzzle.apply(before, m) == after {
                between.push(m);
            }
        }
    }
    between
}
