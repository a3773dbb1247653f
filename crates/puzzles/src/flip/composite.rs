//! Linear equations for any number of colours.
//!
//! Light chasing ([`linear`](super::linear)) needs a prime number of colours. This method needs an
//! equation for each cell, so it serves boards with thousands of cells, but not with millions.

use fewest_rules::{Limits, Meter, Outcome, Proof, Report, StopReason};
use fewest_search::modular::{ModularSolutions, Modulus, solve};

use super::board::{ColourBoard, ColourGoal, Press};
use super::linear::presses;
use super::parity::WeightWitness;

/// A board may have at most this many cells.
pub const MOST_EQUATIONS: usize = 1 << 12;

/// The press matrices that give all cells a colour, or the reason why there is none.
type Reaches = Result<ModularSolutions, WeightWitness>;

/// Finds out how presses give all cells `colour`.
fn equations(board: &ColourBoard, colour: u8, meter: &mut Meter) -> Result<Reaches, StopReason> {
    let (cells, k) = (board.cells().len(), board.colours());
    let modulus = Modulus::new(k).filter(|_| cells <= MOST_EQUATIONS);
    let modulus = modulus.ok_or(StopReason::Capacity)?;
    let row = |(cell, &now): (usize, &u8)| {
        // A press of a cell touches another if a press of the other touches it.
        let mut row = vec![0; cells];
        board.touched(cell).for_each(|press| row[press] = 1);
        (row, modulus.reduce(u16::from(colour) + u16::from(k - now)))
    };
    let rows = board.cells().iter().enumerate().map(row);
    let found = solve(modulus, rows, cells, meter)?;
    Ok(found.map_err(|contradiction| {
        let mut weights = vec![0; cells];
        for (cell, weight) in contradiction {
            weights[cell] = weight;
        }
        let witness = WeightWitness {
            colour,
            colours: k,
            columns: board.columns(),
            weights,
        };
        debug_assert!(witness.verify(board), "{witness:?}");
        witness
    }))
}

/// Finds the lexicographically first of the shortest solutions, and the proof if there is none.
/// Takes time cubic in the number of cells, and time for all solutions of the equations, which are
/// usually few. Stops with [`StopReason::Capacity`] if the board has more than [`MOST_EQUATIONS`]
/// cells, or if there are more than 2²⁶ solutions.
pub fn fewest_presses(board: &ColourBoard, goal: ColourGoal, limits: &Limits) -> Report<Press> {
    let mut meter = Meter::new(limits);
    let outcome = outcome(board, goal, &mut meter).unwrap_or_else(|reason| Outcome::Stopped {
        lower_bound: meter.lower_bound(),
        reason,
    });
    Report {
        outcome,
        statistics: meter.statistics(),
    }
}

/// Calls `visit` with each press matrix that takes `board` to `goal`.
pub(super) fn each_matrix(
    board: &ColourBoard,
    goal: ColourGoal,
    meter: &mut Meter,
    mut visit: impl FnMut(&[u8], &mut Meter) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    for colour in board.targets(goal) {
        if let Ok(solutions) = equations(board, colour, meter)? {
            solutions.each(meter, &mut visit)?;
        }
    }
    Ok(())
}

fn outcome(
    board: &ColourBoard,
    goal: ColourGoal,
    meter: &mut Meter,
) -> Result<Outcome<Press>, StopReason> {
    let mut best: Option<Vec<Press>> = None;
    let mut sentences = Vec::new();
    let held = meter.held();
    for colour in board.targets(goal) {
        meter.hold(held)?;
        match equations(board, colour, meter)? {
            Ok(solutions) => {
                let matrix = solutions.least(meter)?;
                let count = matrix.iter().map(|&times| u32::from(times)).sum();
                let found = presses(&matrix, count);
                if best
                    .as_ref()
                    .is_none_or(|best| (found.len(), &found) < (best.len(), best))
                {
                    best = Some(found);
                }
            }
            Err(witness) => sentences.push(witness.sentence(board)),
        }
    }
    Ok(match best {
        Some(moves) => Outcome::Solved { moves },
        None if sentences.is_empty() => Outcome::Unsolvable(Proof::Invariant(format!(
            "the goal is none of the {} colours of the board",
            board.colours()
        ))),
        None => Outcome::Unsolvable(Proof::Invariant(sentences.join("; "))),
    })
}
