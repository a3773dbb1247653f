//! The Flip Game with two colours as a puzzle for the search algorithms: one bit per cell.

use fewest_rules::{
    Commuting, Faults, Goals, Heuristic, Invertible, Notation, Puzzle, Ranked, Symmetric, Words,
};

use super::board::{ColourBoard, ColourGoal, Press};
use super::colours::Colours;
use super::shape::BoardShape;

/// The two-colour game on a board of up to 64·`N` cells (63 for `N` = 1, so that there are fewer
/// than 2⁶⁴ states).
///
/// Bit `i` of a state is cell `i` in row-major order; 1 means black. A press is one XOR of the
/// state with a mask.
#[derive(Debug, Clone)]
pub struct Flip<const N: usize> {
    shape: BoardShape,
    goal: ColourGoal,
    masks: Vec<Words<N>>,
    /// The two goal states. If there is only one goal, both states are the same.
    solved: [Words<N>; 2],
}

impl<const N: usize> Flip<N> {
    /// Returns the puzzle and its start state, or `None` if the board is too large, has more than
    /// two colours, or lacks the goal's colour.
    pub fn new(board: &ColourBoard, goal: ColourGoal) -> Option<(Self, Words<N>)> {
        let cells = board.cells().len();
        let most = if N == 1 { 63 } else { Words::<N>::BITS };
        if board.colours() != 2 || cells > most || board.targets(goal).is_empty() {
            return None;
        }
        let words = |bits: &mut dyn Iterator<Item = usize>| {
            bits.fold(Words::default(), |words, i| Words::with_bit(words, i, true))
        };
        let white = Words::default();
        let black = words(&mut (0..cells));
        let puzzle = Self {
            shape: BoardShape::new(board),
            goal,
            masks: (0..cells)
                .map(|cell| words(&mut board.touched(cell)))
                .collect(),
            solved: match goal {
                ColourGoal::Any => [white, black],
                ColourGoal::Colour(0) => [white; 2],
                ColourGoal::Colour(_) => [black; 2],
            },
        };
        let start = words(&mut (0..cells).filter(|&cell| board.cells()[cell] == 1));
        Some((puzzle, start))
    }
}

impl<const N: usize> Puzzle for Flip<N> {
    type State = Words<N>;
    type Move = Press;

    #[inline]
    fn moves(&self, _: Words<N>) -> impl Iterator<Item = Press> {
        (0..self.masks.len() as u32).map(Press)
    }

    #[inline]
    fn apply(&self, state: Words<N>, Press(cell): Press) -> Words<N> {
        state ^ self.masks[cell as usize]
    }

    #[inline]
    fn is_goal(&self, state: Words<N>) -> bool {
        state == self.solved[0] || state == self.solved[1]
    }
}

impl<const N: usize> Goals for Flip<N> {
    fn goals(&self) -> impl Iterator<Item = Words<N>> {
        let [first, second] = self.solved;
        std::iter::once(first).chain((second != first).then_some(second))
    }
}

impl<const N: usize> Invertible for Flip<N> {
    #[inline]
    fn inverse(&self, m: Press) -> Press {
        m
    }
}

impl<const N: usize> Commuting for Flip<N> {
    fn order(&self, _: Press) -> u32 {
        2
    }
}

impl Ranked for Flip<1> {
    fn size(&self) -> u64 {
        1 << self.masks.len()
    }

    #[inline]
    fn rank(&self, state: Words<1>) -> u64 {
        state.0[0]
    }

    #[inline]
    fn unrank(&self, rank: u64) -> Words<1> {
        Words([rank])
    }
}

/// The symmetries are the rotations and reflections of the board and, if the goal is any colour,
/// the swap of the colours.
impl<const N: usize> Symmetric for Flip<N> {
    fn canonical(&self, state: Words<N>) -> Words<N> {
        let image = |places: &Vec<u32>| {
            let bits = places.iter().enumerate();
            bits.fold(Words::default(), |image: Words<N>, (cell, &place)| {
                image.with_bit(place as usize, state.bit(cell))
            })
        };
        let mut least = state;
        for image in self.shape.symmetries.iter().map(image) {
            least = least.min(image);
            if self.goal == ColourGoal::Any {
                least = least.min(image ^ self.solved[1]);
            }
        }
        least
    }
}

impl<const N: usize> Notation for Flip<N> {
    fn draw(&self, state: Words<N>) -> String {
        self.shape.draw(|cell| u8::from(state.bit(cell)))
    }

    fn parse(&self, text: &str) -> Result<Words<N>, Faults> {
        let cells = self.shape.parse(text)?.into_iter().enumerate();
        Ok(cells.fold(Words::default(), |state: Words<N>, (i, cell)| {
            state.with_bit(i, cell == 1)
        }))
    }

    fn name(&self, m: Press) -> String {
        m.name(self.shape.columns)
    }

    fn parse_move(&self, name: &str) -> Option<Press> {
        Press::parse(name, self.shape.rows, self.shape.columns)
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
        let wrong = puzzle.solved.map(|solved| {
            let wrong = (state ^ solved).0;
            wrong.iter().map(|word| word.count_ones()).sum::<u32>()
        });
        wrong[0].min(wrong[1]).div_ceil(puzzle.shape.reach)
    }

    #[inline]
    fn bound(&self, cache: u32) -> u32 {
        cache
    }
}

impl<const N: usize> Heuristic<Colours<N>> for WrongCells {
    type Cache = u32;

    fn start(&self, puzzle: &Colours<N>, state: Words<N>) -> u32 {
        puzzle.steps(state).div_ceil(puzzle.shape.reach)
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

    fn lawful<const N: usize>(rows: usize, columns: usize, starts: &[&[u8]]) {
        for goal in [
            ColourGoal::Colour(0),
            ColourGoal::Colour(1),
            ColourGoal::Any,
        ] {
            let cells = rows * columns;
            let mut puzzle = None;
            let mut states = Vec::new();
            for start in starts {
                let cells = start.iter().copied().cycle().take(cells).collect();
                let board = ColourBoard::new(rows, columns, 2, cells).unwrap();
                let (flip, state) = Flip::<N>::new(&board, goal).unwrap();
                states.push(state);
                puzzle = Some(flip);
            }
            let puzzle = puzzle.unwrap();
            let laws = laws::check(&puzzle, states, if cells > 9 { 5_000 } else { 1_000 }).unwrap();
            assert!(laws.complete() || cells > 9);
            laws.goals()
                .unwrap()
                .reverse()
                .unwrap()
                .invertible()
                .unwrap();
            laws.commuting()
                .unwrap()
                .symmetric()
                .unwrap()
                .notation()
                .unwrap();
            laws.admissible(&WrongCells)
                .unwrap()
                .consistent(&WrongCells)
                .unwrap();
        }
    }

    #[test]
    fn laws_hold() {
        let starts: [&[u8]; 4] = [&[0], &[1], &[0, 1, 1, 0, 1], &[1, 0, 0]];
        for (rows, columns) in [(1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (4, 4)] {
            lawful::<1>(rows, columns, &starts);
            lawful::<2>(rows, columns, &starts[..2]);
        }
    }

    #[test]
    fn every_rank_is_one_state() {
        for (rows, columns) in [(1, 1), (2, 3), (4, 4), (7, 9)] {
            let board = ColourBoard::new(rows, columns, 2, vec![0; rows * columns]).unwrap();
            let (puzzle, start) = Flip::<1>::new(&board, ColourGoal::Any).unwrap();
            laws::check(&puzzle, [start], 2_000)
                .unwrap()
                .ranked()
                .unwrap();
            assert_eq!(puzzle.size(), 1 << (rows * columns));
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let board =
            |rows, columns, k| ColourBoard::new(rows, columns, k, vec![0; rows * columns]).unwrap();
        assert!(Flip::<1>::new(&board(8, 8, 2), ColourGoal::Any).is_none());
        assert!(Flip::<2>::new(&board(8, 8, 2), ColourGoal::Any).is_some());
        assert!(Flip::<2>::new(&board(8, 16, 2), ColourGoal::Any).is_some());
        assert!(Flip::<2>::new(&board(1, 129, 2), ColourGoal::Any).is_none());
        assert!(Flip::<1>::new(&board(2, 2, 3), ColourGoal::Any).is_none());
        assert!(Flip::<1>::new(&board(2, 2, 2), ColourGoal::Colour(2)).is_none());
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
