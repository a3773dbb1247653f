//! Methods for games: the legal moves of a board, and the board after some moves.

use super::{Board, Error, TextError};

impl Board {
    /// The names of the legal moves, in the order in which the puzzle lists moves.
    pub fn legal_moves(&self) -> Vec<String> {
        self.inner().legal_moves()
    }

    /// The board after `moves`. The moves are made by the rules alone, without a search. The new
    /// board has the options of this board and shares its tables.
    ///
    /// ```
    /// use fewest::{Error, AnyPuzzle};
    ///
    /// let board = AnyPuzzle::named("tiles")?.board("1 2 3\n4 _ 6\n7 5 8")?;
    /// assert_eq!(board.legal_moves(), ["U", "L", "R", "D"]);
    /// let after = board.after("D")?;
    /// assert_eq!(after.solve()?.moves(), Some(&["R".to_owned()][..]));
    ///
    /// let Err(Error::Text(error)) = board.after("D D") else { panic!() };
    /// assert_eq!(error.faults()[0].span, 2..3);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// A word is not a move, or a move is not legal; in the second case the error describes the
    /// first such move.
    pub fn after(&self, moves: &str) -> Result<Self, Error> {
        match self.inner().after(moves) {
            Ok(board) => Ok(Self::from(board)),
            Err(faults) => Err(TextError::new("<moves>", moves, faults).into()),
        }
    }
}
