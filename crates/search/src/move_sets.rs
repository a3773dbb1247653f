//! Depth-first enumeration of sets of moves.

use rules::{Commuting, Limits, Meter, Outcome, Proof, Report, StopReason};

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
    conclude(search(puzzle, start, &mut meter), &meter)
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
        if let Some(moves) = of_size(size, puzzle, start, &choices, &mut set, meter)? {
            return Ok(Outcome::Solved { moves });
        }
    }
    Ok(Outcome::Unsolvable(Proof::Invariant(format!(
        "moves commute, and none of the {sets} sets of moves reaches a goal"
    ))))
}

/// The first set of `size` moves that solves `start`. `set` is an empty stack.
fn of_size<P: Commuting>(
    size: u64,
    puzzle: &P,
    start: P::State,
    choices: &[Choice<P::Move>],
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
            return Ok(Some(chosen.chain([choice.m]).collect()));
        }
    }
}
