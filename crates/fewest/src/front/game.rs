//! A board in a game: its legal moves, and the board after some of them.

use super::{Board, Error, TextError};

impl Board {
    /// The names of the legal moves, in the order of moves.
    pub fn legal_moves(&self) -> Vec<String> {
        self.inner().legal_moves()
    }

    /// The board after `moves`, which are made by the rules alone. It has the options of this board
    /// and shares its tables.
    ///
    /// ```
    /// use fewest::{Error, Puzzle};
    ///
    /// let board = Puzzle::named("tiles")?.board("1 2 3\n4 _ 6\n7 5 8")?;
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
    /// Words that are not moves, or the first move that is not legal.
    pub fn after(&self, moves: &str) -> Result<Self, Error> {
        match self.inner().after(moves) {
            Ok(board) => Ok(Self::from(board)),
            Err(faults) => Err(TextError::new("<moves>", moves, faults).into()),
        }
    }
}
