//! The Rotation Game: turn the lines of a #-shaped board until the eight cells of its centre are
//! equal.
//!
//! The board has 24 cells: eight each of 1, 2 and 3. Four lines of seven cells cross. A move
//! rotates one line by one cell, and the cell that leaves at one end re-enters at the other.
//!
//! ```text
//!        A   B
//!        1   2
//!        3   4
//! H  5 6 7 8 9 10 11  C      A and F: 1 3 7 12 16 21 23 up and down
//!       12  13               B and E: 2 4 9 13 18 22 24 up and down
//! G 14 15 16 17 18 19 20  D  C and H: 5 to 11 right and left
//!       21  22               D and G: 14 to 20 right and left
//!       23  24               centre: 7 8 9 12 13 16 17 18
//!        F   E
//! ```
//!
//! The whole game has 24!/(8!)³ = 9,465,511,770 positions. But the cells of one digit move
//! independently of the others, so the fewest moves that bring a digit to the centre depend only on
//! its eight cells ([`Mask`]). One table with the distances of all C(24,8) = 735,471 masks, which are
//! the same for all three digits, solves every board ([`MaskTable`]).
//!
//! ```
//! use fewest_puzzles::rotation::{MaskTable, LineTurn, Rotation};
//! use fewest_rules::{Limits, Notation};
//!
//! let game = Rotation::default();
//! let board = game.parse("1 1 1 1 3 2 3 2 3 1 3 2 2 3 1 2 2 2 3 1 2 1 3 3")?;
//! let report = MaskTable::new().solve(&game, board, &Limits::default());
//! assert_eq!(report.outcome.moves(), Some(&[LineTurn::A, LineTurn::C][..]));
//! # Ok::<(), fewest_rules::Faults>(())
//! ```

mod board;
mod census;
mod heuristic;
mod judge;
mod mask;
mod notation;
mod rank;
mod symmetry;
mod table;
mod turns;

pub use board::{Digit, DigitBoard};
pub use census::Sampler;
pub use heuristic::Centre;
pub use judge::Poj2286;
pub use mask::Mask;
pub use notation::read;
pub use table::MaskTable;
pub use turns::LineTurn;

use fewest_rules::{Goals, Invertible, Puzzle};

use turns::{BOARD, CENTRE};

/// The rules of the game, with a goal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Rotation {
    /// The digit that has to fill the centre; `None` if any digit may.
    pub goal: Option<Digit>,
}

impl Rotation {
    /// The digits that may fill the centre.
    #[inline]
    pub(crate) fn wanted(&self) -> impl Iterator<Item = Digit> + use<> {
        let goal = self.goal;
        Digit::ALL
            .into_iter()
            .filter(move |&digit| goal.is_none_or(|wanted| wanted == digit))
    }
}

impl Puzzle for Rotation {
    type State = DigitBoard;
    type Move = LineTurn;

    #[inline]
    fn moves(&self, _: DigitBoard) -> impl Iterator<Item = LineTurn> {
        LineTurn::ALL.into_iter()
    }

    #[inline]
    fn apply(&self, state: DigitBoard, m: LineTurn) -> DigitBoard {
        state.turned(m)
    }

    #[inline]
    fn is_goal(&self, state: DigitBoard) -> bool {
        let masks = state.masks();
        self.wanted()
            .any(|digit| masks[digit.index()] == Mask::CENTRE)
    }
}

/// There are 12,870 goals for each digit that may fill the centre.
impl Goals for Rotation {
    fn goals(&self) -> impl Iterator<Item = DigitBoard> {
        let rim = BOARD & !CENTRE;
        self.wanted().flat_map(move |wanted| {
            (0..=u16::MAX)
                .filter(|half| half.count_ones() == 8)
                .map(move |half| {
                    let half = rank::scatter(half.into(), rim);
                    let mut masks = [half, rim & !half, CENTRE].map(Mask::trusted);
                    masks.swap(2, wanted.index());
                    DigitBoard::from_masks(masks)
                })
        })
    }
}

impl Invertible for Rotation {
    #[inline]
    fn inverse(&self, m: LineTurn) -> LineTurn {
        m.inverse()
    }
}
