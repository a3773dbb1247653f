//! Depth-first enumeration of move sets.

use std::ops::ControlFlow;

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
    let mut first = None;
    let sets = search(puzzle, start, 0, &mut meter, |moves, _| {
        first = Some(moves);
        Ok(ControlFlow::Break(()))
    });
    let outcome = sets.map(|sets| match first {
        Some(moves) => Outcome::Solved { moves },
        None => Outcome::Unsolvable(Proof::Invariant(format!(
            "moves commute, and none of the {sets} sets of moves reaches a goal"
        ))),
    });
    conclude(outcome, &meter)
}

/// Finds all shortest solutions from `start` as sets of moves, each sorted, in lexicographic order.
/// The result is empty if there is no solution.
///
/// Takes as much memory as [`move_sets`], and in addition the memory for all sets that it finds.
///
/// # Errors
/// Returns the limit that was reached.
pub fn all_move_sets<P: Commuting>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Result<Vec<Vec<P::Move>>, StopReason> {
    near_move_sets(puzzle, start, 0, limits)
}

/// Does the same as [`all_move_sets`], but also finds the solutions that have at most `more` moves
/// more than the shortest. The solutions are ordered by size, and solutions of equal size
/// lexicographically.
///
/// # Errors
/// Returns the limit that was reached.
pub fn near_move_sets<P: Commuting>(
    puzzle: &P,
    start: P::State,
    more: u32,
    limits: &Limits,
) -> Result<Vec<Vec<P::Move>>, StopReason> {
    let mut meter = Meter::new(limits);
    let mut all = Vec::new();
    search(
        puzzle,
        start,
        more,
        &mut meter,
        |moves: Vec<P::Move>, meter| {
            memory::take(meter, memory::bytes_of::<P::Move>(moves.len()))?;
            memory::push(&mut all, moves, meter)?;
            Ok(ControlFlow::Continue(()))
        },
    )?;
    Ok(all)
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

/// Enumerates the smallest sets that solve `start`, and then the sets that are larger by up to
/// `more` moves, size by size, each size in lexicographic order. Calls `found` for each of these
/// sets. If `found` breaks, the remaining sets of the same size are skipped, and the search
/// continues with the next size. Returns the number of all sets of moves, including those that do
/// not solve `start`, or 1 if `start` is a goal.
fn search<P: Commuting>(
    puzzle: &P,
    start: P::State,
    more: u32,
    meter: &mut Meter,
    mut found: impl FnMut(Vec<P::Move>, &mut Meter) -> Result<ControlFlow<()>, StopReason>,
) -> Result<u128, StopReason> {
    if puzzle.is_goal(start) {
        let _ = found(Vec::new(), meter)?;
        return Ok(1);
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
    let (mut least, mut last) = (None, largest);
    for size in 1..=largest {
        if size > last {
            break;
        }
        meter.prove_at_least(u32::try_from(size).unwrap_or(u32::MAX));
        let mut solved = false;
        let mut found = |moves, meter: &mut Meter| {
            solved = true;
            found(moves, meter)
        };
        of_size(size, puzzle, start, &choices, &mut set, meter, &mut found)?;
        if solved {
            last = last.min(least.get_or_insert(size).saturating_add(more.into()));
        }
    }
    Ok(sets)
}

/// Enumerates the sets of `size` moves that solve `start`. `set` must be an empty stack.
fn of_size<P: Commuting>(
    size: u64,
    puzzle: &P,
    start: P::State,
    choices: &[MoveChoice<P::Move>],
    set: &mut Vec<Partial<P::State>>,
    meter: &mut Meter,
    found: &mut impl FnMut(Vec<P::Move>, &mut Meter) -> Result<ControlFlow<()>, StopReason>,
) -> Result<(), StopReason> {
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
            return Ok(());
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
            let moves = chosen.chain([choice.m]).collect();
            if found(moves, meter)?.is_break() {
                return Ok(());
            }
        }
    }
}
