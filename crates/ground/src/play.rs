//! Plays moves given by their numbers.

use fewest_rules::Puzzle;

use crate::compiler::compile;
use crate::error::CompileError;
use crate::ground::{Ground, Label};
use crate::reduction::Starts;
use crate::with_compiled;

/// Why moves cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayError {
    /// The puzzle cannot be compiled.
    Compile(CompileError),
    /// The move at this index of the sequence cannot be made. The second field lists the moves that
    /// can be made there, as indices in [`Ground::moves`].
    Illegal(usize, Vec<usize>),
    /// The consequences of the move at this index of the sequence never end.
    Endless(usize),
}

/// The labels of all positions after the moves `moves` from `start`. The moves are indices in
/// [`Ground::moves`].
///
/// # Errors
/// [`PlayError`] if a move cannot be made, or if the puzzle is too large to be compiled.
pub fn play(ground: &Ground, start: &[Label], moves: &[usize]) -> Result<Vec<Label>, PlayError> {
    let compiled = compile(ground, Starts::One(start)).map_err(PlayError::Compile)?;
    with_compiled!(compiled, analysis => {
        let puzzle = analysis.puzzle();
        let mut state = puzzle.state(start).unwrap_or_default();
        for (at, &number) in moves.iter().enumerate() {
            let mut legal = puzzle.moves(state);
            let Some(m) = legal.find(|m| m.number() == number) else {
                let legal = puzzle.moves(state).map(|m| m.number()).collect();
                return Err(PlayError::Illegal(at, legal));
            };
            state = puzzle.apply(state, m);
            if puzzle.endless().is_some() {
                return Err(PlayError::Endless(at));
            }
        }
        Ok(puzzle.labels(state))
    })
}
