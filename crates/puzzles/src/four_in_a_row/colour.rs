//! The game with the pieces of one colour only.
//!
//! Where the pieces of a colour are and whose turn it is decides how soon that colour
//! can have four in line if the other one gives way: 11,440 sets of cells and three
//! turns, the same for both colours.

use std::sync::LazyLock;

use fewest_rules::{Goals, Projection, Puzzle, Ranked, Reverse};

use super::FourInARow;
use super::position::{CELLS, LINES, PIECES, Position, Slide, Turn};

/// The cells of seven pieces, and whose turn it is: [`Turn::Black`] is that of these
/// pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces {
    cells: u16,
    turn: Turn,
}

/// The puzzle of bringing four of seven pieces in line, when any cell without one of
/// them may be blank or hold a piece of the other colour.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ColourPuzzle;

/// Sets of seven of 16 cells.
const SETS: usize = 11_440;

struct Sets {
    sorted: Vec<u16>,
    number: Vec<u16>,
}

static ALL: LazyLock<Sets> = LazyLock::new(|| {
    let sorted: Vec<u16> = (0..=u16::MAX)
        .filter(|set| set.count_ones() == PIECES)
        .collect();
    let mut number = vec![0; 1 << CELLS];
    for (at, &set) in (0..).zip(&sorted) {
        number[usize::from(set)] = at;
    }
    Sets { sorted, number }
});

/// Every pair of cells beside each other, in order.
static SLIDES: LazyLock<Vec<Slide>> = LazyLock::new(|| {
    let place = |cell: u8| (cell / 4, cell % 4);
    let pairs = (0..CELLS).flat_map(|from| (0..CELLS).map(move |to| Slide { from, to }));
    pairs
        .filter(|slide| {
            let ((r, c), (s, d)) = (place(slide.from), place(slide.to));
            r.abs_diff(s) + c.abs_diff(d) == 1
        })
        .collect()
});

impl Pieces {
    fn holds(self, cell: u8) -> bool {
        self.cells >> cell & 1 == 1
    }

    /// After the pieces or the others moved.
    fn moved(self, slide: Slide) -> u16 {
        if self.holds(slide.from) {
            self.cells ^ (1 << slide.from | 1 << slide.to)
        } else {
            self.cells
        }
    }
}

impl Puzzle for ColourPuzzle {
    type State = Pieces;
    type Move = Slide;

    fn moves(&self, state: Pieces) -> impl Iterator<Item = Slide> {
        SLIDES.iter().copied().filter(move |slide| {
            let own = state.holds(slide.from);
            let turn = if own { Turn::White } else { Turn::Black };
            !state.holds(slide.to) && state.turn != turn
        })
    }

    fn apply(&self, state: Pieces, slide: Slide) -> Pieces {
        let turn = if state.holds(slide.from) {
            Turn::White
        } else {
            Turn::Black
        };
        Pieces {
            cells: state.moved(slide),
            turn,
        }
    }

    fn is_goal(&self, state: Pieces) -> bool {
        LINES.iter().any(|line| state.cells & line == *line)
    }
}

impl Goals for ColourPuzzle {
    fn goals(&self) -> impl Iterator<Item = Pieces> {
        (0..self.size())
            .map(|rank| self.unrank(rank))
            .filter(|&state| self.is_goal(state))
    }
}

impl Reverse for ColourPuzzle {
    fn predecessors(&self, state: Pieces) -> impl Iterator<Item = (Slide, Pieces)> {
        SLIDES.iter().copied().flat_map(move |slide| {
            let Slide { from, to } = slide;
            let moved = state.turn.other();
            let before = match moved {
                Turn::Any => None,
                Turn::Black => (state.holds(to) && !state.holds(from))
                    .then(|| state.cells ^ (1 << from | 1 << to)),
                Turn::White => (!state.holds(to) && !state.holds(from)).then_some(state.cells),
            };
            before.into_iter().flat_map(move |cells| {
                [moved, Turn::Any].map(|turn| (slide, Pieces { cells, turn }))
            })
        })
    }
}

/// The number of the turn times 11,440 plus the number of the set.
impl Ranked for ColourPuzzle {
    fn size(&self) -> u64 {
        3 * SETS as u64
    }

    #[inline]
    fn rank(&self, state: Pieces) -> u64 {
        state.turn as u64 * SETS as u64 + u64::from(ALL.number[usize::from(state.cells)])
    }

    fn unrank(&self, rank: u64) -> Pieces {
        Pieces {
            cells: ALL.sorted[rank as usize % SETS],
            turn: match rank as usize / SETS {
                0 => Turn::Any,
                1 => Turn::Black,
                _ => Turn::White,
            },
        }
    }
}

/// The map from a position to the pieces of a colour.
///
/// A line of the other colour is no goal here, so that only the lesser of
/// the two colours' distances is a lower bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OneColour {
    /// The black pieces.
    Black,
    /// The white pieces.
    White,
}

impl Projection<FourInARow> for OneColour {
    type Abstract = ColourPuzzle;

    fn target(&self) -> &ColourPuzzle {
        &ColourPuzzle
    }

    #[inline]
    fn project(&self, position: Position) -> Pieces {
        match self {
            Self::Black => Pieces {
                cells: position.black(),
                turn: position.turn(),
            },
            Self::White => Pieces {
                cells: position.white(),
                turn: position.turn().other(),
            },
        }
    }

    #[inline]
    fn project_move(&self, slide: Slide) -> Option<Slide> {
        Some(slide)
    }
}
