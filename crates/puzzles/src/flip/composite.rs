//! Linear equations for any number of colours.
//!
//! Light chasing ([`linear`](super::linear)) needs a prime number of colours. This method needs an
//! equation for each cell, so it serves boards with thousands of cells, but not with millions.

use fewest_rules::{Limits, Meter, Outcome, Report, StopReason};
use fewest_search::modular::{ModularSolutions, ModularSystem, Modulus, Step};

use super::board::{ColourBoard, ColourGoal, Press};
use super::linear::presses;
use super::parity::{self, WeightWitness};

/// A board may have at most this many cells.
pub const MOST_EQUATIONS: usize = 1 << 12;

/// How presses change the cells of a board.
struct Presses<'a> {
    board: &'a ColourBoard,
    modulus: Modulus,
    system: ModularSystem,
}

impl<'a> Presses<'a> {
    fn new(board: &'a ColourBoard, meter: &mut Meter) -> Result<Self, StopReason> {
        let cells = board.cells().len();
        let modulus = Modulus::new(board.colours()).filter(|_| cells <= MOST_EQUATIONS);
        let modulus = modulus.ok_or(StopReason::Capacity)?;
        let rows = (0..cells).map(|cell| {
            // A press of a cell touches another if a press of the other touches it.
            let mut row = vec![0; cells];
            board.touched(cell).for_each(|press| row[press] = 1);
            row
        });
        let system = ModularSystem::new(modulus, rows, cells, meter)?;
        Ok(Self {
            board,
            modulus,
            system,
        })
    }

    /// The press matrices that give all cells a colour, or the reason why there is none.
    fn to(&self, colour: u8) -> Result<ModularSolutions, WeightWitness> {
        let (cells, k) = (self.board.cells(), self.board.colours());
        let steps = |&now: &u8| self.modulus.reduce(u16::from(colour) + u16::from(k - now));
        let wanted: Vec<u8> = cells.iter().map(steps).collect();
        self.system.solve(&wanted).map_err(|contradiction| {
            let mut weights = vec![0; cells.len()];
            for (cell, weight) in contradiction {
                weights[cell] = weight;
            }
            let witness = WeightWitness {
                colour,
                colours: k,
                columns: self.board.columns(),
                weights,
            };
            debug_assert!(witness.verify(self.board), "{witness:?}");
            witness
        })
    }
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
    let presses = Presses::new(board, meter)?;
    for colour in board.targets(goal) {
        if let Ok(solutions) = presses.to(colour) {
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
    let mut witnesses = Vec::new();
    let system = Presses::new(board, meter)?;
    for colour in board.targets(goal) {
        match system.to(colour) {
            Ok(solutions) => {
                let steps = Step::by_one(solutions.one.len());
                let matrix = solutions.least(&steps, meter)?;
                let count = matrix.iter().map(|&times| u32::from(times)).sum();
                let found = presses(&matrix, count);
                if best
                    .as_ref()
                    .is_none_or(|best| (found.len(), &found) < (best.len(), best))
                {
                    best = Some(found);
                }
            }
            Err(witness) => witnesses.push(witness),
        }
    }
    Ok(match best {
        Some(moves) => Outcome::Solved { moves },
        None => Outcome::Unsolvable(parity::proof(board, &witnesses)),
    })
}
