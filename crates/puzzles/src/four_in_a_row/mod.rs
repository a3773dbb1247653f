//! Four in a row on a 4×4 board of sliding pieces.
//!
//! There are seven black pieces, seven white ones and two blanks. The sides move in turn, and
//! either may begin. In a move, the side whose turn it is slides one of its pieces into a blank
//! above, below, left or right of the piece. Four pieces of one colour in a row, a column or a
//! diagonal solve the puzzle, whoever is to move.

use std::sync::LazyLock;

use fewest_rules::{Goals, Puzzle, Ranked, Reverse, Symmetric};

use self::position::SIDE;
use crate::grid::symmetries;

pub use heuristic::PiecesMissing;
pub use judge::Codevs1004;
pub use method::{Solver, solve};
pub use notation::read;
pub use position::{GamePosition, PieceSlide, SideToMove};

mod heuristic;
mod judge;
mod method;
mod notation;
mod position;
mod rank;

/// The rules of Four in a Row. The [`GamePosition`] from which a search starts determines who
/// begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FourInARow;

impl Puzzle for FourInARow {
    type State = GamePosition;
    type Move = PieceSlide;

    #[inline]
    fn moves(&self, position: GamePosition) -> impl Iterator<Item = PieceSlide> {
        let slides = position.slides(position.movers());
        slides.map(|(from, to)| PieceSlide { from, to })
    }

    #[inline]
    fn apply(&self, position: GamePosition, slide: PieceSlide) -> GamePosition {
        let next = if position.black() >> slide.from & 1 == 1 {
            SideToMove::White
        } else {
            SideToMove::Black
        };
        position.slid(slide.from, slide.to).with_turn(next)
    }

    #[inline]
    fn is_goal(&self, position: GamePosition) -> bool {
        position.in_line()
    }
}

impl Goals for FourInARow {
    fn goals(&self) -> impl Iterator<Item = GamePosition> {
        (0..self.size())
            .map(|rank| self.unrank(rank))
            .filter(|position| position.in_line())
    }
}

/// The sides alternate, so no move is the inverse of the one before. A position in which either
/// side may move occurs only as a start.
impl Reverse for FourInARow {
    #[inline]
    fn predecessors(
        &self,
        position: GamePosition,
    ) -> impl Iterator<Item = (PieceSlide, GamePosition)> {
        let moved = position.turn().other();
        let pieces = match moved {
            SideToMove::Any => 0,
            SideToMove::Black => position.black(),
            SideToMove::White => position.white(),
        };
        position.slides(pieces).flat_map(move |(to, from)| {
            let before = position.slid(to, from);
            [moved, SideToMove::Any].map(|turn| (PieceSlide { from, to }, before.with_turn(turn)))
        })
    }
}

impl Ranked for FourInARow {
    fn size(&self) -> u64 {
        3 * u64::from(rank::BOARDS)
    }

    /// The rank is the number of the board, plus 411,840 if black is to move, or plus twice 411,840
    /// if white is to move.
    #[inline]
    fn rank(&self, position: GamePosition) -> u64 {
        let turn = position.turn() as u64;
        turn * u64::from(rank::BOARDS) + u64::from(rank::rank(position))
    }

    #[inline]
    fn unrank(&self, rank: u64) -> GamePosition {
        let boards = u64::from(rank::BOARDS);
        let turn = match rank / boards {
            0 => SideToMove::Any,
            1 => SideToMove::Black,
            _ => SideToMove::White,
        };
        rank::unrank((rank % boards) as u32).with_turn(turn)
    }
}

/// The symmetries are those of the square, each alone or together with the exchange of the colours,
/// which also exchanges whose turn it is.
impl Symmetric for FourInARow {
    fn canonical(&self, position: GamePosition) -> GamePosition {
        self.images(position).fold(position, Ord::min)
    }

    fn images(&self, position: GamePosition) -> impl Iterator<Item = GamePosition> {
        static SYMMETRIES: LazyLock<Vec<Vec<u32>>> =
            LazyLock::new(|| symmetries(SIDE.into(), SIDE.into()));
        let images = SYMMETRIES.iter().map(move |places| position.placed(places));
        // The first symmetry of the square is the identity.
        images.flat_map(|image| [image, image.exchanged()]).skip(1)
    }
}
