//! Depth-first enumeration of move sets.

use fewest_rules::{Commuting, Limits, Meter, Outcome, Proof, Report, StopReason};

use crate::conclusion::conclude;
use crate::states::memory;

/// Finds the lexicographically first of the shortest solutions from `start`, for a puzzle whose
/// moves commute.
///
/// The order of commuting moves does not matter, so the search enumerates only sets of moves
/// (multisets, if a move has an order above 2): those of size 0, 1, 2, and so on, each size in
/// lexicographic order. The sorted sequence of a set is the least of its sequences. So the first
/// set that solves the puzzle is the lexicographically first shortest solution.
///
/// Holds only the states of the current set, so memory is linear in the number of moves. Proves
/// unsolvability by trying all sets; their number is the product of the orders.
pub fn move_sets<P: Commuting>(puzzle: &P, start: P::State, limits: &Limits) -> Report<P::Move> {
    let mut meter = Meter::new(limits);
    conclude(search(puzzle, start, &mut meter), &meter)
}

/// A move from which sets are made. Moves are ordered.
struct MoveChoice<M> {
    m: M,
    /// A set may contain the move at most this many times.
    most: u32,
    /// A set may contain this move and greater ones at most this many times in all.
    from_here: u64,
}

/// The first moves, in increasing order, of a set of moves that is being enumerated.
struct Partial<S> {
    state: S,
    /// The index of the greatest move of the prefix among all moves.
    greatest: usize,
    /// The number of times that the prefix contains its greatest move.
    times: u32,
    /// The index of the next move to add.
    next: usize,
}

/// Enumerates the sets of moves, size by size and each size in lexicographic order, until one of
/// them solves `start`.
fn search<P: Commuting>(
    puzzle: &P,
    start: P::State,
    meter: &mut Meter,
) -> Result<Outcome<P::Move>, StopReason> {
    if puzzle.is_goal(start) {
        return Ok(Outcome::Solved { moves: Vec::new() });
    }
    let mut choices = Vec::new();
    let mut sets = 1_u128;
    for m in puzzle.moves(start) {
        let order = puzzle.order(m);
        sets = sets.saturating_mul(order.into());
        let choice = MoveChoice {
            m,
            most: order.saturating_sub(1),
            from_here: 0,
        };
        memory::push(&mut choices, choice, meter)?;
    }
    let mut largest = 0;
    for choice in choices.iter_mut().rev() {
        largest += u64::from(choice.most);
        choice.from_here = largest;
    }
    let mut set = Vec::new();
    for size in 1..=largest {
        meter.prove_at_least(u32::try_from(size).unwrap_or(u32::MAX));
        if let Some(moves) = first_of_size(size, puzzle, start, &choices, &mut set, meter)? {
            return Ok(Outcome::Solved { moves });
        }
    }
    Ok(Outcome::Unsolvable(Proof::Invariant(format!(
        "moves commute, and none of the {sets} sets of moves reaches a goal"
    ))))
}

/// The first set of `size` moves that solves `start`. `set` must be an empty stack.
fn first_of_size<P: Commuting>(
    size: u64,
    puzzle: &P,
    start: P::State,
    choices: &[MoveChoice<P::Move>],
    set: &mut Vec<Partial<P::State>>,
    meter: &mut Meter,
) -> Result<Option<Vec<P::Move>>, StopReason> {
    let empty = Partial {
        state: start,
        greatest: 0,
        times: 0,
        next: 0,
    };
    meter.expand()?;
    memory::push(set, empty, meter)?;
    loop {
        let missing = size + 1 - set.len() as u64;
        let Some(top) = set.last_mut() else {
            return Ok(None);
        };
        let at = top.next;
        let times = if at == top.greatest { top.times } else { 0 };
        // Invariant: each choice has room for at least `most` more moves than the next one
        // (`from_here`), and `times` never exceeds `most`. So if this choice leaves too little
        // room, no later choice leaves enough.
        let Some(choice) = choices
            .get(at)
            .filter(|choice| choice.from_here - u64::from(times) >= missing)
        else {
            set.pop();
            continue;
        };
        top.next += 1;
        if times == choice.most {
            continue;
        }
        let state = puzzle.apply(top.state, choice.m);
        meter.generate(1);
        if missing > 1 {
            let larger = Partial {
                state,
                greatest: at,
                times: times + 1,
                next: at,
            };
            meter.expand()?;
            memory::push(set, larger, meter)?;
        } else if puzzle.is_goal(state) {
            let chosen = set
                .iter()
                .skip(1)
                .map(|partial| choices[partial.greatest].m);
            return Ok(Some(chosen.chain([choice.m]).collect()));
        }
    }
}
