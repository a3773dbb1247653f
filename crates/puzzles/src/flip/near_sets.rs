//! All press sets up to a size, and the symmetries of a board.

use fewest_rules::{Limits, Meter, StopReason};

use super::board::{ColourBoard, ColourGoal, Press};
use super::composite::each_matrix;
use super::coset::{Coset, NullSpace};
use super::light_chasing::{CompositeColours, Lights, lights};
use super::linear::presses;
use super::shape::BoardShape;

/// All press sets with at most a given number of presses that take a board to its goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PressSets {
    /// The sets, ordered by size, and sets of equal size lexicographically. Each set lists its
    /// presses in increasing order. With more than two colours, a press may occur several times.
    pub sets: Vec<Vec<Press>>,
    /// Whether `sets` has all press sets, because no larger set exists.
    pub is_all: bool,
}

/// Finds all press sets of at most `most` presses that take `board` to `goal`.
///
/// Enumerates all press sets that lead to each colour, and keeps those that are small enough. For
/// each colour there are as many sets as there are sets that change nothing (`k` to the power of
/// the nullity, for a prime number `k` of colours), and computing a set takes time proportional to
/// the number of cells.
///
/// # Errors
/// The limit that was reached; [`StopReason::Capacity`] if the number of colours is not prime and
/// the board has more than [`MOST_EQUATIONS`](super::MOST_EQUATIONS) cells.
pub fn press_sets(
    board: &ColourBoard,
    goal: ColourGoal,
    most: u32,
    limits: &Limits,
) -> Result<PressSets, StopReason> {
    let mut meter = Meter::new(limits);
    let mut found = PressSets {
        sets: Vec::new(),
        is_all: true,
    };
    let keep = |matrix: &[u8], meter: &mut Meter| {
        meter.expand()?;
        let weight = matrix.iter().map(|&times| u32::from(times)).sum();
        if weight > most {
            found.is_all = false;
            return Ok(());
        }
        // A set takes memory for its presses and for an entry in the list, which may grow to twice
        // its size.
        let bytes = u64::from(weight) * size_of::<Press>() as u64 + 48;
        meter.hold(meter.held() + bytes)?;
        found.sets.push(presses(matrix, weight));
        Ok(())
    };
    match lights(board) {
        Ok(lights) => each_matrix_of(&lights, goal, &mut meter, keep)?,
        Err(CompositeColours(_)) => each_matrix(board, goal, &mut meter, keep)?,
    }
    let sets = &mut found.sets;
    sets.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    Ok(found)
}

/// Calls `visit` with each press matrix that takes the board to `goal`.
fn each_matrix_of(
    lights: &Lights<'_>,
    goal: ColourGoal,
    meter: &mut Meter,
    mut visit: impl FnMut(&[u8], &mut Meter) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let colours: Vec<u8> = lights.board.targets(goal).collect();
    let solutions = lights.solve(colours.iter().copied(), meter)?;
    let null = NullSpace::new(lights, solutions.basis, meter)?;
    for (&colour, first) in colours.iter().zip(solutions.particular) {
        let Some(first) = first else { continue };
        let coset = Coset::new(lights, colour, first, &null, meter)?;
        let mut coefficients = vec![0; null.first_rows.len()];
        loop {
            meter.poll()?;
            visit(&coset.matrix(lights, &null, &coefficients, meter)?, meter)?;
            if !count_up(&mut coefficients, lights.p.get()) {
                break;
            }
        }
    }
    Ok(())
}

/// Adds one to the number that `digits` write in the given base, the least significant digit first.
/// Returns false, and leaves all digits 0, if the number was the greatest with so many digits.
fn count_up(digits: &mut [u8], base: u8) -> bool {
    for digit in digits {
        *digit += 1;
        if *digit < base {
            return true;
        }
        *digit = 0;
    }
    false
}

/// The symmetries that map `board` to itself, without the identity. Each symmetry is a list that
/// has, for each cell, the cell to which the symmetry maps it. If any colour is a goal, a symmetry
/// may also advance all colours by the same number.
pub fn board_symmetries(board: &ColourBoard, goal: ColourGoal) -> Vec<Vec<u32>> {
    let shifts = match goal {
        ColourGoal::Any => board.colours(),
        ColourGoal::Colour(_) => 1,
    };
    let mut symmetries = BoardShape::new(board).symmetries;
    symmetries.retain(|places| {
        let is_identity = places
            .iter()
            .enumerate()
            .all(|(cell, &to)| cell == to as usize);
        let fits = |shift: u8| {
            let cells = board.cells().iter().zip(places);
            let mut cells = cells.map(|(&colour, &to)| (colour, board.cells()[to as usize]));
            cells.all(|(colour, image)| (image + shift) % board.colours() == colour)
        };
        !is_identity && (0..shifts).any(fits)
    });
    symmetries
}
