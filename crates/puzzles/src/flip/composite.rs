//! Linear equations for any number of colours.
//!
//! Light chasing needs a prime number of colours. This method needs an
//! equation for each cell, so it serves boards with thousands of cells, but not with millions.

use fewest_rules::{Meter, Outcome, StopReason};
use fewest_search::modular::{ModularSolutions, ModularSystem, Modulus, Step};

use super::board::{ColourBoard, ColourGoal, Press, presses};
use super::parity::{self, WeightWitness};

/// A board whose number of colours is not prime may have at most this many cells.
pub const MOST_EQUATIONS: usize = 1 << 12;

/// Calls `visit` with the press matrices that give all cells a colour, or the reason why there is
/// none, for each colour of the goal.
pub(super) fn each_colour(
    board: &ColourBoard,
    goal: ColourGoal,
    meter: &mut Meter,
    mut visit: impl FnMut(Result<ModularSolutions, WeightWitness>, &mut Meter) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let (cells, k) = (board.cells(), board.colours());
    let modulus = Modulus::new(k).filter(|_| cells.len() <= MOST_EQUATIONS);
    let modulus = modulus.ok_or(StopReason::Capacity)?;
    let rows = (0..cells.len()).map(|cell| {
        // A press of a cell touches another if a press of the other touches it.
        let mut row = vec![0; cells.len()];
        board.touched(cell).for_each(|press| row[press] = 1);
        row
    });
    let system = ModularSystem::new(modulus, rows, cells.len(), meter)?;
    for colour in board.targets(goal) {
        let steps = |&now: &u8| modulus.reduce(u16::from(colour) + u16::from(k - now));
        let wanted: Vec<u8> = cells.iter().map(steps).collect();
        let solved = system.solve(&wanted).map_err(|contradiction| {
            let mut weights = vec![0; cells.len()];
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
        });
        visit(solved, meter)?;
    }
    Ok(())
}

/// Finds the lexicographically first of the shortest solutions, and the proof if there is none.
/// Takes time cubic in the number of cells, and time for all solutions of the equations, which are
/// usually few.
///
/// # Errors
/// The limit that was reached; [`StopReason::Capacity`] if the board has more than
/// [`MOST_EQUATIONS`] cells, or if there are more than 2²⁶ solutions.
pub(super) fn solve(
    board: &ColourBoard,
    goal: ColourGoal,
    meter: &mut Meter,
) -> Result<Outcome<Press>, StopReason> {
    let mut best: Option<Vec<Press>> = None;
    let mut witnesses = Vec::new();
    each_colour(board, goal, meter, |solved, meter| {
        match solved {
            Ok(solutions) => {
                let steps = Step::by_one(solutions.one.len());
                let matrix = solutions.least(&steps, meter)?;
                let count = matrix.iter().map(|&times| u32::from(times)).sum();
                let found = presses(&matrix, count);
                let is_better = |best: &Vec<Press>| (found.len(), &found) < (best.len(), best);
                if best.as_ref().is_none_or(is_better) {
                    best = Some(found);
                }
            }
            Err(witness) => witnesses.push(witness),
        }
        Ok(())
    })?;
    Ok(match best {
        Some(moves) => Outcome::Solved { moves },
        None => Outcome::Unsolvable(parity::proof(board, &witnesses)),
    })
}
