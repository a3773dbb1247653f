//! The judge codevs 1004, "Four in a Row" (also Luogu P2346).

use fewest_rules::Faults;

use super::Solver;
use super::notation::{ALPHABET, position};
use crate::judge::{Judge, Taken};
use crate::letters::Letters;

/// The judge of codevs 1004. The input is a sequence of boards of 16 letters: seven `B`, seven `W`
/// and two `O`. The output is one line for each board with the fewest moves, whichever side begins.
#[derive(Debug, Clone, Default)]
pub struct Codevs1004 {
    solver: Solver,
}

impl Judge for Codevs1004 {
    fn name(&self) -> &'static str {
        "codevs-1004"
    }

    fn answer(&mut self, input: &[u8], end: bool, out: &mut Vec<u8>) -> Result<Taken, Faults> {
        let mut letters = Letters::new(&ALPHABET, input, 0, end);
        let (mut cases, mut bytes) = (0, 0);
        while let Some(board) = letters.next()? {
            let fewest = match self.solver.fewest(position(&board)?) {
                Ok(fewest) => fewest,
                Err(moves) => {
                    return Ok(Taken {
                        bytes,
                        cases,
                        refuted: Some(format!("{moves:?}")),
                        ..Taken::default()
                    });
                }
            };
            bytes = letters.position();
            match fewest {
                Some(moves) => out.extend_from_slice(format!("{moves}\n").as_bytes()),
                // Every board can be solved, so this line is never written.
                None => out.extend_from_slice(b"Impossible\n"),
            }
            cases += 1;
        }
        Ok(Taken {
            bytes: letters.position(),
            cases,
            ..Taken::default()
        })
    }
}
