//! Explains why a Flip board has no solution, or none with fewer presses.

use std::fmt::Write;

use fewest_puzzles::flip::linear::{LinearReport, PressVerdict};
use fewest_puzzles::flip::parity::WeightWitness;
use num_bigint::BigUint;

use super::{FlipBoard, plural};
use crate::general::game::fits_film;
use crate::general::play;

impl FlipBoard {
    pub(super) fn reasons_of(&self, found: &LinearReport) -> String {
        let moves = found.report.outcome.moves();
        if moves.is_some() && found.solutions == BigUint::ZERO {
            return format!(
                "The order of presses does not matter, so a solution is a set of presses. All solutions\n\
                 of the linear equations modulo {} were compared, and none has fewer presses.\n",
                self.board.colours()
            );
        }
        let mut text = String::new();
        let solvable = found
            .colours
            .iter()
            .any(|colour| matches!(colour.verdict, PressVerdict::Least { .. }));
        if let (true, Some(nullity)) = (solvable, found.nullity) {
            let sets = BigUint::from(self.board.colours()).pow(nullity as u32);
            let sets = plural(&sets, "set", "sets");
            let _ = writeln!(
                text,
                "The order of presses does not matter, so a solution is a set of presses. Linear\n\
                 equations give the sets that lead to a colour, {sets}; all of them were weighed."
            );
        }
        for colour in &found.colours {
            let name = self.board.colour_name(colour.colour);
            let _ = match &colour.verdict {
                PressVerdict::Least { presses, sets } => {
                    let presses = plural(presses, "press", "presses");
                    let sets = plural(sets, "set has", "sets have");
                    writeln!(text, "All {name} takes at least {presses}; {sets} so few.")
                }
                PressVerdict::AtLeast(bound) => {
                    let presses = plural(bound, "press", "presses");
                    writeln!(
                        text,
                        "All {name} takes at least {presses}, if it can be reached."
                    )
                }
                PressVerdict::Unreachable(witness) => {
                    text += &self.why_unreachable(witness);
                    Ok(())
                }
            };
        }
        if let Some(last) = found.last.as_deref().or(moves)
            && self.board.columns() <= play::LARGEST_DRAWING
            && self.board.rows() <= play::LARGEST_DRAWING
        {
            let _ = writeln!(text, "Of these sets the least, read row by row:");
            let mut matrix = vec![0; self.board.cells().len()];
            last.iter().for_each(|press| matrix[press.0 as usize] += 1);
            for row in matrix.chunks(self.board.columns()) {
                let row: Vec<String> = row.iter().map(u32::to_string).collect();
                let _ = writeln!(text, "  {}", row.join(" "));
            }
        }
        text.trim_end().to_owned()
    }

    fn why_unreachable(&self, witness: &WeightWitness) -> String {
        let drawing = witness.draw();
        if self.board.colours() > 2 || !fits_film(&drawing) {
            return format!("No solution: {}.\n", witness.sentence(&self.board));
        }
        let name = self.board.colour_name(witness.colour);
        let marked = witness.weights.iter().zip(self.board.cells());
        let wrong = marked
            .filter(|&(&weight, &cell)| weight != 0 && cell != witness.colour)
            .count();
        let other = self.board.colour_name(1 - witness.colour);
        let marked: String = drawing.lines().map(|line| format!("  {line}\n")).collect();
        format!(
            "All {name} cannot be reached. Every press turns an even number of the cells marked x,\n\
             so whether an odd number of them is {other} never changes; here it is odd, {wrong}.\n{marked}"
        )
    }
}
