//! The judge codevs 1004, "Four in a Row" (also Luogu P2346).

use fewest_rules::Faults;

use super::Solver;
use super::notation::{ALPHABET, position};
use crate::judge::{Judge, Taken};
use crate::letters::Letters;

/// The judge. Input: boards of 16 letters `B`, `W` and `O` until the end of the
/// input, seven, seven and two of them. Output, one line a board: the fewest
/// moves, whichever side begins.
#[derive(Debug, Clone, Default)]
pub struct Codevs1004 {
    solver: Solver,
}

impl Codevs1004 {
    /// The judge before its first case.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Judge for Codevs1004 {
    fn answer(&mut self, input: &[u8], end: bool, out: &mut Vec<u8>) -> Result<Taken, Faults> {
        let mut letters = Letters::new(&ALPHABET, input, 0, end);
        let mut cases = 0;
        while let Some(board) = letters.next()? {
            match self.solver.fewest(position(&board)?) {
                Some(moves) => out.extend_from_slice(format!("{moves}\n").as_bytes()),
                // No board is, but that is for the solver to know.
                None => out.extend_from_slice(b"Impossible\n"),
            }
            cases += 1;
        }
        Ok(Taken {
            bytes: letters.position(),
            cases,
            finished: false,
        })
    }
}
