//! The Flip Game as a puzzle for the search algorithms: a few bits per cell.

use std::ops::Range;

use fewest_rules::{
    Commuting, Fault, Faults, Goals, Heuristic, Notation, Puzzle, Ranked, Reverse, Symmetric, Words,
};

use super::board::{ColourBoard, ColourGoal, Press, colour_symbol};
use super::reading::read;
use crate::grid;

/// The game with `k` colours that cycle, on a board that fits into `N` words (and for `N` = 1 has
/// at most 2⁶³ states).
///
/// A cell takes ⌈log₂ k⌉ bits within one word. If `m` cells fit into a word, cell `i` in row-major
/// order is field `i mod m` of word `i / m`.
#[derive(Debug, Clone)]
pub struct Flip<const N: usize> {
    rows: usize,
    columns: usize,
    symmetries: Vec<Vec<u32>>,
    /// The largest number of cells that one press touches.
    reach: u32,
    /// The colours that a goal may have.
    targets: Range<u8>,
    colours: u8,
    cells: usize,
    width: usize,
    /// For each press, the cells that it changes. A cell is given by the index of the word that has
    /// its colour, and by the lowest bit of the colour in that word.
    touched: Vec<Vec<(usize, usize)>>,
    /// For each press, the state in which the fields of the cells that it changes have the value 1.
    /// With two colours, a press is one XOR with it.
    masks: Vec<Words<N>>,
    /// The state in which the field of every cell has the value 1.
    ones: Words<N>,
}

impl<const N: usize> Flip<N> {
    /// Returns the puzzle and its start state, or `None` if the board is too large or lacks the
    /// goal's colour.
    pub fn new(board: &ColourBoard, goal: ColourGoal) -> Option<(Self, Words<N>)> {
        let (colours, cells) = (board.colours(), board.cells().len());
        let width = (colours - 1).ilog2() as usize + 1;
        let states = u64::from(colours).checked_pow(cells as u32);
        if cells > 64 / width * N
            || N == 1 && states.is_none_or(|n| n > 1 << 63)
            || board.targets(goal).is_empty()
        {
            return None;
        }
        let mut puzzle = Self {
            rows: board.rows(),
            columns: board.columns(),
            symmetries: grid::symmetries(board.rows(), board.columns()),
            reach: 1,
            targets: board.targets(goal),
            colours,
            cells,
            width,
            touched: Vec::new(),
            masks: Vec::new(),
            ones: Words::default(),
        };
        for cell in 0..cells {
            let touched = board.touched(cell).map(|cell| puzzle.place(cell));
            let touched: Vec<_> = touched.collect();
            puzzle.reach = puzzle.reach.max(touched.len() as u32);
            puzzle.touched.push(touched);
            let mut mask = Words::default();
            for other in board.touched(cell) {
                mask = puzzle.with_colour(mask, other, 1);
            }
            puzzle.masks.push(mask);
            puzzle.ones = puzzle.with_colour(puzzle.ones, cell, 1);
        }
        let start = puzzle.state(board.cells());
        Some((puzzle, start))
    }

    #[inline]
    fn place(&self, cell: usize) -> (usize, usize) {
        let per_word = 64 / self.width;
        (cell / per_word, cell % per_word * self.width)
    }

    #[inline]
    fn colour(&self, state: Words<N>, cell: usize) -> u8 {
        let (word, bit) = self.place(cell);
        (state.0[word] >> bit) as u8 & ((1 << self.width) - 1)
    }

    #[inline]
    fn with_colour(&self, mut state: Words<N>, cell: usize, colour: u8) -> Words<N> {
        let (word, bit) = self.place(cell);
        let mask = (1u64 << self.width) - 1;
        state.0[word] = state.0[word] & !(mask << bit) | u64::from(colour) << bit;
        state
    }

    fn state(&self, cells: &[u8]) -> Words<N> {
        let cells = cells.iter().enumerate();
        cells.fold(Words::default(), |state, (cell, &colour)| {
            self.with_colour(state, cell, colour)
        })
    }

    /// Replaces the colour of every cell that the press touches by the result of `next`.
    #[inline]
    fn change(&self, mut state: Words<N>, m: Press, next: impl Fn(u64) -> u64) -> Words<N> {
        if self.colours == 2 {
            return state ^ self.masks[m.0 as usize];
        }
        let mask = (1 << self.width) - 1;
        for &(word, bit) in &self.touched[m.0 as usize] {
            let colour = state.0[word] >> bit & mask;
            state.0[word] ^= (colour ^ next(colour)) << bit;
        }
        state
    }

    /// The state in which all cells have one colour.
    fn uniform(&self, colour: u8) -> Words<N> {
        // No field carries into the next, because every colour fits into its field.
        Words(self.ones.0.map(|word| word * u64::from(colour)))
    }

    /// The number of colour steps that all cells together need to get one common colour, the least
    /// number over the colours that a goal may have.
    fn steps(&self, state: Words<N>) -> u32 {
        let k = u32::from(self.colours);
        let to = |target: u8| {
            if k == 2 {
                let wrong = (state ^ self.uniform(target)).0;
                return wrong.iter().map(|word| word.count_ones()).sum();
            }
            let cells = (0..self.cells).map(|cell| u32::from(self.colour(state, cell)));
            cells.map(|cell| (u32::from(target) + k - cell) % k).sum()
        };
        self.targets.clone().map(to).min().unwrap_or(0)
    }
}

impl<const N: usize> Puzzle for Flip<N> {
    type State = Words<N>;
    type Move = Press;

    #[inline]
    fn moves(&self, _: Words<N>) -> impl Iterator<Item = Press> {
        (0..self.cells as u32).map(Press)
    }

    #[inline]
    fn apply(&self, state: Words<N>, m: Press) -> Words<N> {
        let last = u64::from(self.colours) - 1;
        self.change(
            state,
            m,
            |colour| if colour == last { 0 } else { colour + 1 },
        )
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        let first = self.colour(state, 0);
        self.targets.contains(&first) && state == self.uniform(first)
    }
}

impl<const N: usize> Goals for Flip<N> {
    fn goals(&self) -> impl Iterator<Item = Words<N>> {
        self.targets.clone().map(|colour| self.uniform(colour))
    }
}

impl<const N: usize> Reverse for Flip<N> {
    fn predecessors(&self, state: Words<N>) -> impl Iterator<Item = (Press, Words<N>)> {
        let last = u64::from(self.colours) - 1;
        self.moves(state).map(move |m| {
            let back = |colour| if colour == 0 { last } else { colour - 1 };
            (m, self.change(state, m, back))
        })
    }
}

impl<const N: usize> Commuting for Flip<N> {
    fn order(&self, _: Press) -> u32 {
        self.colours.into()
    }
}

/// The rank is the number whose base-`k` digits are the colours of the cells; cell 0 is the least
/// significant digit.
impl Ranked for Flip<1> {
    fn size(&self) -> u64 {
        u64::from(self.colours).pow(self.cells as u32)
    }

    fn rank(&self, state: Words<1>) -> u64 {
        let cells = (0..self.cells).rev();
        cells.fold(0, |rank, cell| {
            rank * u64::from(self.colours) + u64::from(self.colour(state, cell))
        })
    }

    fn unrank(&self, mut rank: u64) -> Words<1> {
        let k = u64::from(self.colours);
        (0..self.cells).fold(Words::default(), |state, cell| {
            let colour = (rank % k) as u8;
            rank /= k;
            self.with_colour(state, cell, colour)
        })
    }
}

/// The symmetries are the rotations and reflections of the board and, if the goal is any colour,
/// the shifts of all colours.
impl<const N: usize> Symmetric for Flip<N> {
    fn canonical(&self, state: Words<N>) -> Words<N> {
        // The targets are either one colour or all colours.
        let shifts = self.targets.len() as u8;
        let image = |(places, shift): (&Vec<u32>, u8)| {
            let cells = places.iter().enumerate();
            cells.fold(Words::default(), |image: Words<N>, (cell, &place)| {
                let colour = (self.colour(state, cell) + shift) % self.colours;
                self.with_colour(image, place as usize, colour)
            })
        };
        let all = self.symmetries.iter();
        let all = all.flat_map(|places| (0..shifts).map(move |shift| (places, shift)));
        all.map(image).min().unwrap_or(state)
    }
}

impl<const N: usize> Notation for Flip<N> {
    fn draw(&self, state: Words<N>) -> String {
        let symbol = |cell| colour_symbol(self.colour(state, cell), self.colours);
        grid::draw(self.columns, (0..self.cells).map(symbol))
    }

    fn parse(&self, text: &str) -> Result<Words<N>, Faults> {
        let colours = (self.colours > 2).then_some(self.colours);
        let expected = format!("expected {} × {} cells", self.rows, self.columns);
        let (board, span) = grid::only(read(text, colours)?, &expected)?;
        if (board.rows(), board.columns()) != (self.rows, self.columns) {
            let message = format!("a board of {} × {} cells", board.rows(), board.columns());
            return Err(Fault::new(span, message, expected).into());
        }
        Ok(self.state(board.cells()))
    }

    fn name(&self, m: Press) -> String {
        m.name(self.columns)
    }

    fn parse_move(&self, name: &str) -> Option<Press> {
        Press::parse(name, self.rows, self.columns)
    }
}

/// A lower bound: the number of colour steps that all cells together still need, divided by the
/// largest number of cells that one press touches. If the goal is any colour, the bound is the
/// minimum over the colours.
///
/// The bound is admissible and consistent, because a press advances each cell that it touches by
/// one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct WrongCells;

impl<const N: usize> Heuristic<Flip<N>> for WrongCells {
    type Cache = u32;

    #[inline]
    fn start(&self, puzzle: &Flip<N>, state: Words<N>) -> u32 {
        puzzle.steps(state).div_ceil(puzzle.reach)
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_rules::laws;

    fn lawful<const N: usize>(rows: usize, columns: usize, k: u8) {
        for goal in [
            ColourGoal::Colour(0),
            ColourGoal::Colour(k - 1),
            ColourGoal::Any,
        ] {
            let cells = rows * columns;
            let fill = |start: u8| {
                let at = |i: usize| (usize::from(start) + i * i) % usize::from(k);
                (0..cells).map(|i| at(i) as u8).collect()
            };
            let mut states = Vec::new();
            let mut puzzle = None;
            for start in 0..k.min(4) {
                let cells = if start == 0 {
                    vec![0; cells]
                } else {
                    fill(start)
                };
                let board = ColourBoard::new(rows, columns, k, cells).unwrap();
                let (colours, state) = Flip::<N>::new(&board, goal).unwrap();
                assert_eq!(colours.draw(state), board.draw());
                states.push(state);
                puzzle = Some(colours);
            }
            let puzzle = puzzle.unwrap();
            let laws = laws::check(&puzzle, states, if cells > 9 { 300 } else { 2_500 }).unwrap();
            laws.goals()
                .unwrap()
                .reverse()
                .unwrap()
                .commuting()
                .unwrap();
            laws.symmetric().unwrap().notation().unwrap();
            laws.admissible(&WrongCells)
                .unwrap()
                .consistent(&WrongCells)
                .unwrap();
        }
    }

    #[test]
    fn laws_hold() {
        for (rows, columns, k) in [
            (1, 1, 3),
            (2, 2, 3),
            (2, 3, 3),
            (3, 3, 3),
            (1, 5, 2),
            (3, 3, 2),
            (4, 4, 2),
            (2, 2, 4),
            (2, 2, 5),
            (1, 2, 36),
        ] {
            lawful::<1>(rows, columns, k);
            lawful::<2>(rows, columns, k);
        }
        lawful::<2>(6, 6, 3);
    }

    #[test]
    fn every_rank_is_one_state() {
        for (rows, columns, k) in [
            (1, 1, 2),
            (2, 3, 3),
            (3, 3, 5),
            (5, 6, 3),
            (7, 9, 2),
            (3, 7, 8),
        ] {
            let board = ColourBoard::new(rows, columns, k, vec![0; rows * columns]).unwrap();
            let (puzzle, start) = Flip::<1>::new(&board, ColourGoal::Any).unwrap();
            laws::check(&puzzle, [start], 500)
                .unwrap()
                .ranked()
                .unwrap();
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let board =
            |rows, columns, k| ColourBoard::new(rows, columns, k, vec![0; rows * columns]).unwrap();
        assert!(Flip::<1>::new(&board(8, 8, 2), ColourGoal::Any).is_none());
        assert!(Flip::<1>::new(&board(4, 8, 4), ColourGoal::Any).is_none());
        assert!(Flip::<2>::new(&board(8, 8, 3), ColourGoal::Any).is_some());
        assert!(Flip::<2>::new(&board(5, 13, 3), ColourGoal::Any).is_none());
        assert!(Flip::<1>::new(&board(1, 2, 3), ColourGoal::Colour(3)).is_none());
    }

    #[test]
    fn a_board_of_another_size_is_no_state() {
        let board = ColourBoard::new(2, 3, 2, vec![0; 6]).unwrap();
        let (puzzle, _) = Flip::<1>::new(&board, ColourGoal::Any).unwrap();
        assert!(puzzle.parse("b w b\nw w b").is_ok());
        for text in [
            "",
            "b w\nb w\nb w",
            "b w b\nw w b\n\nb w b\nw w b",
            "b w x\nw w b",
        ] {
            assert!(puzzle.parse(text).is_err(), "{text}");
        }
        assert_eq!(puzzle.parse_move("R2C3"), Some(Press(5)));
    }
}
