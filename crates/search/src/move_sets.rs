//! Depth-first enumeration of sets of moves.

use std::ops::ControlFlow;

use fewest_rules::{Commuting, Limits, Meter, Outcome, Proof, Report, StopReason};

use crate::conclusion::conclude;
use crate::memory;

/// The lexicographically first of the shortest solutions from `start`, for a
/// puzzle whose moves commute.
///
/// The order of commuting moves does not matter, so only sets are tried (with
/// repetition, where a move has an order above 2): all of no move, all of one,
/// of two, and so on, each size in lexicographic order. Of the sequences of a
/// set the sorted one is the least, so the first set that solves is the
/// lexicographically first shortest solution.
///
/// Holds no states but those of the set at hand: memory is linear in the
/// number of moves. Unsolvable is proven after all sets, of which there are
/// as many as the product of the orders.
pub fn move_sets<P: Commuting>(puzzle: &P, start: P::State, limits: &Limits) -> Report<P::Move> {
    let mut meter = Meter::new(limits);
    let mut first = None;
    let sets = search(puzzle, start, &mut meter, |moves, _| {
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

/// All shortest solutions from `start` as sets of moves, in lexicographic
/// order, each sorted; none if there is no solution.
///
/// Holds them all, besides what [`move_sets`] holds.
///
/// # Errors
/// The limit that was reached.
pub fn all_move_sets<P: Commuting>(
    puzzle: &P,
    start: P::State,
    limits: &Limits,
) -> Result<Vec<Vec<P::Move>>, StopReason> {
    let mut meter = Meter::new(limits);
    let mut all = Vec::new();
    search(puzzle, start, &mut meter, |moves: Vec<P::Move>, meter| {
        memory::take(meter, memory::bytes_of::<P::Move>(moves.len()))?;
        memory::push(&mut all, moves, meter)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(all)
}

/// A move, how often a set may hold it, and how many moves a set may hold from
/// this one on.
struct Choice<M> {
    m: M,
    most: u32,
    from_here: u64,
}

/// A partial set.
struct Partial<S> {
    state: S,
    /// The place of its greatest move among all moves.
    greatest: usize,
    /// How often it holds that move.
    times: u32,
    /// The place of the next move to add.
    next: usize,
}

/// Shows the sets of the least size that solve `start` to `found`, in lexicographic
/// order, until it breaks. Returns how many sets there are of any size.
fn search<P: Commuting>(
    puzzle: &P,
    start: P::State,
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
        let choice = Choice {
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
        let mut solved = false;
        let mut found = |moves, meter: &mut Meter| {
            solved = true;
            found(moves, meter)
        };
        of_size(size, puzzle, start, &choices, &mut set, meter, &mut found)?;
        if solved {
            break;
        }
    }
    Ok(sets)
}

/// Shows the sets of `size` moves that solve `start`. `set` is an empty stack.
fn of_size<P: Commuting>(
    size: u64,
    puzzle: &P,
    start: P::State,
    choices: &[Choice<P::Move>],
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
        // No later move leaves more room than this one.
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
