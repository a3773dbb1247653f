//! The tiles of a small board, with moves that name the cell from which a tile slides.
//!
//! The effect of a [`BlankMove`] depends on the cell of the blank, so code that makes the move has
//! to find the blank first. A [`Slide`] says which cell the tile leaves. So tables can hold the
//! whole effect of each slide. This helps if the pruning policy of a search knows the cell of the
//! blank anyway. An [`Automaton`](fewest_search::Automaton) whose moves are
//! [relabelled](fewest_search::Automaton::relabelled) as slides is such a policy. On Korf's boards
//! IDA* takes three quarters of the time for the same nodes.

use fewest_rules::{Heuristic, Puzzle};

use super::{BlankMove, Manhattan, PackedTiles, Tiles};

/// The number of bits that a state has for each cell.
const BITS: usize = 4;

/// A tile that slides from a cell to the blank beside it. In a state, slides have the order of the
/// moves of the blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slide(
    /// In the six lowest bits, the lowest bit of the cell that the tile leaves, which is a number
    /// below 64; in the two highest bits, the move of the blank. A shift of a word uses only the
    /// six lowest bits of a number, so the whole number serves as an index and as a shift.
    u8,
);

/// The number of entries of tables that are indexed by slides: one for every value of a byte, so
/// that a lookup needs no bounds check.
const SLIDES: usize = 1 << u8::BITS;

impl Slide {
    /// The move of the blank.
    #[inline]
    pub fn blank_move(self) -> BlankMove {
        BlankMove::ALL[usize::from(self.0 >> 6)]
    }

    #[inline]
    fn number(self) -> usize {
        self.0.into()
    }

    /// The tile that slides in `state`.
    #[inline]
    fn tile(self, state: u64) -> u64 {
        state >> (self.0 % 64) & 15
    }
}

/// The puzzle of a board of up to 16 cells, with slides as moves. It has the same states as
/// [`Tiles<u64>`](Tiles), in the same order.
///
/// ```
/// use fewest_puzzles::tiles::{BlankGoal, BlankMove, Slides, Tiles};
/// use fewest_rules::Puzzle;
///
/// let puzzle = Tiles::<u64>::new(3, 3, BlankGoal::BlankLast)?;
/// let slides = Slides::new(&puzzle);
/// let (slide, state) = slides.successors(puzzle.goal()).next().unwrap();
/// assert_eq!(slide.blank_move(), BlankMove::Up);
/// assert_eq!(state, puzzle.apply(puzzle.goal(), BlankMove::Up));
/// # Ok::<(), fewest_puzzles::tiles::Invalid>(())
/// ```
#[derive(Debug, Clone)]
pub struct Slides<'a> {
    puzzle: &'a Tiles<u64>,
    /// For each slide, a word with two bits set: the lowest bit of the cell that the tile leaves,
    /// and the lowest bit of the cell to which it moves.
    cells: [u64; SLIDES],
}

impl<'a> Slides<'a> {
    /// The puzzle with the boards of `puzzle` and slides as moves.
    pub fn new(puzzle: &'a Tiles<u64>) -> Self {
        let mut cells = [0; SLIDES];
        let mut slides = Self { puzzle, cells };
        for blank in 0..puzzle.cells() {
            for m in puzzle.moves_from(blank) {
                let cell = |cell: usize| 1 << (BITS * cell);
                let slide = slides.slide(blank, m);
                cells[slide.number()] = cell(blank) | cell(puzzle.beside(blank, m));
            }
        }
        slides.cells = cells;
        slides
    }

    /// The slide that is the move `m` of a blank in the cell `blank`.
    #[inline]
    pub fn slide(&self, blank: usize, m: BlankMove) -> Slide {
        Slide((self.puzzle.beside(blank, m) * BITS) as u8 | (m as u8) << 6)
    }
}

impl Puzzle for Slides<'_> {
    type State = u64;
    type Move = Slide;

    #[inline]
    fn moves(&self, state: u64) -> impl Iterator<Item = Slide> {
        let blank = state.blank();
        let moves = self.puzzle.moves_from(blank);
        moves.map(move |m| self.slide(blank, m))
    }

    #[inline]
    fn apply(&self, state: u64, slide: Slide) -> u64 {
        // The tile moves to the cell of the blank, which contained 0.
        state ^ (slide.tile(state) * self.cells[slide.number()])
    }

    #[inline]
    fn is_goal(&self, state: u64) -> bool {
        self.puzzle.is_goal(state)
    }
}

/// The [`Manhattan`] distance, with a table of the changes that each slide of each tile makes.
#[derive(Debug, Clone)]
#[repr(C)]
pub struct SlideDistance<'a> {
    /// For each slide and each tile, the change of the distance. The length is a constant, so that
    /// a lookup needs no bounds check.
    changes: [i8; SLIDES << BITS],
    manhattan: &'a Manhattan,
}

impl<'a> SlideDistance<'a> {
    /// The same distance as `manhattan`, which must be made for the puzzle of `slides`.
    pub fn new(slides: &Slides, manhattan: &'a Manhattan) -> Self {
        let mut changes = [0; SLIDES << BITS];
        for blank in 0..slides.puzzle.cells() {
            for m in slides.puzzle.moves_from(blank) {
                let slide = slides.slide(blank, m);
                let left = slides.puzzle.beside(blank, m);
                for tile in 1..slides.puzzle.cells() {
                    changes[place(slide, tile as u64)] = manhattan.change(tile, left, m);
                }
            }
        }
        Self { manhattan, changes }
    }
}

/// The index in [`SlideDistance::changes`] of the entry for a slide and a tile.
#[inline]
fn place(slide: Slide, tile: u64) -> usize {
    (slide.number() << BITS) | (tile as usize % (1 << BITS))
}

impl Heuristic<Slides<'_>> for SlideDistance<'_> {
    type Cache = u16;

    fn start(&self, slides: &Slides, state: u64) -> u16 {
        self.manhattan.start(slides.puzzle, state)
    }

    #[inline]
    fn step(&self, _: &Slides, cache: u16, before: u64, slide: Slide, _: u64) -> u16 {
        let change = self.changes[place(slide, slide.tile(before))];
        cache.wrapping_add_signed(change.into())
    }

    #[inline]
    fn bound(&self, cache: u16) -> u32 {
        cache.into()
    }
}
