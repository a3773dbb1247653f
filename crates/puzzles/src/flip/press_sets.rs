//! All press sets up to a size.

use fewest_rules::{Limits, Meter, StopReason};

use super::board::{ColourBoard, ColourGoal, Press, presses};
use super::composite::each_colour;
use super::coset::{Coset, NullSpace};
use super::light_chasing::Lights;

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
/// If the number of colours is prime, this takes as long as finding the fewest presses
/// ([`linear::solve`](super::linear::solve)), and in addition time proportional to the sets and the
/// cells. Otherwise it enumerates all solutions of the linear equations.
///
/// # Errors
/// The limit that was reached; [`StopReason::Capacity`] if there are more than 2¹²⁸ press sets, or if
/// the number of colours is not prime and the board has more than
/// [`MOST_EQUATIONS`](super::MOST_EQUATIONS) cells.
pub fn press_sets(
    board: &ColourBoard,
    goal: ColourGoal,
    most: u32,
    limits: &Limits,
) -> Result<PressSets, StopReason> {
    let mut meter = Meter::new(limits);
    let (mut sets, mut is_all) = (Vec::new(), true);
    let mut keep = |matrix: &[u8], meter: &mut Meter| {
        meter.expand()?;
        let weight = matrix.iter().map(|&times| u32::from(times)).sum();
        if weight > most {
            is_all = false;
            return Ok(());
        }
        // A set takes memory for its presses and for an entry in the list, which may grow to twice
        // its size.
        let bytes = u64::from(weight) * size_of::<Press>() as u64 + 48;
        meter.hold(meter.held() + bytes)?;
        sets.push(presses(matrix, weight));
        Ok(())
    };
    let mut heavier = false;
    if let Some(lights) = Lights::new(board) {
        let solutions = lights.solve(board.targets(goal), &mut meter)?;
        let null = NullSpace::new(&lights, solutions.basis, &mut meter)?;
        for (colour, first) in board.targets(goal).zip(solutions.particular) {
            let Some(first) = first else { continue };
            let coset = Coset::new(&lights, colour, first, &null, &mut meter)?;
            let (combinations, are_all) = coset.up_to(most, &mut meter)?;
            heavier |= !are_all;
            for combination in combinations {
                let matrix = coset.matrix(&lights, &null, combination, &mut meter)?;
                keep(&matrix, &mut meter)?;
            }
        }
    } else {
        each_colour(board, goal, &mut meter, |solved, meter| match solved {
            Ok(solutions) => solutions.each(meter, &mut keep),
            Err(_) => Ok(()),
        })?;
    }
    sets.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    Ok(PressSets {
        sets,
        is_all: is_all && !heavier,
    })
}
