//! The checked puzzle: names looked up, what depends on the board left open.

use fewest_ground::Label;

use super::drawing::Alphabet;
use super::lexer::Span;
use super::site::Shape;
use super::syntax::{Clause, Drawing, Effect, Step, Word};

/// A file without faults of its own.
#[derive(Debug, Clone)]
pub(crate) struct Checked {
    pub(crate) name: String,
    pub(crate) alphabet: Alphabet,
    /// The board, if the file says it apart from the start.
    pub(crate) board: Option<Shape>,
    /// Regions that list cells.
    pub(crate) regions: Vec<(Word, Vec<Word>)>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) moves: Vec<Move>,
    pub(crate) goals: Vec<Goal>,
    pub(crate) start: Option<Drawing>,
    pub(crate) expects: Vec<Expectation>,
}

/// An `expect` line.
#[derive(Debug, Clone)]
pub(crate) struct Expectation {
    pub(crate) moves: Option<u64>,
    pub(crate) from: Option<Drawing>,
    pub(crate) span: Span,
}

/// A piece that moves as a whole.
#[derive(Debug, Clone)]
pub(crate) enum Piece {
    /// Drawn in the file.
    Drawn(Vec<PieceCell>),
    /// All cells of the board with this symbol.
    Letter(Label),
}

/// A cell of a piece: where it lies, seen from the piece's first, and its symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PieceCell {
    pub(crate) down: isize,
    pub(crate) right: isize,
    pub(crate) label: Label,
}

/// Rows down and columns right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Direction {
    pub(crate) name: &'static str,
    pub(crate) down: isize,
    pub(crate) right: isize,
}

/// The directions, in the order in which moves are listed: the four of `dir`, the
/// diagonals, and the knight's moves of chess.
pub(crate) const DIRECTIONS: [Direction; 16] = {
    const fn direction(name: &'static str, down: isize, right: isize) -> Direction {
        Direction { name, down, right }
    }
    [
        direction("up", -1, 0),
        direction("left", 0, -1),
        direction("right", 0, 1),
        direction("down", 1, 0),
        direction("up-left", -1, -1),
        direction("up-right", -1, 1),
        direction("down-left", 1, -1),
        direction("down-right", 1, 1),
        direction("up-up-left", -2, -1),
        direction("up-up-right", -2, 1),
        direction("up-left-left", -1, -2),
        direction("up-right-right", -1, 2),
        direction("down-left-left", 1, -2),
        direction("down-right-right", 1, 2),
        direction("down-down-left", 2, -1),
        direction("down-down-right", 2, 1),
    ]
};

/// A declared move.
#[derive(Debug, Clone)]
pub(crate) struct Move {
    pub(crate) name: Word,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Body,
}

/// What a move is told.
#[derive(Debug, Clone)]
pub(crate) enum Parameter {
    /// A cell, of a region if one is named.
    Cell(Option<Word>),
    /// One of these.
    Direction(Vec<Direction>),
    /// One of the pieces, by their places in [`Checked::pieces`].
    Piece {
        /// Whether it moves only along its longer side.
        along: bool,
    },
    /// How many cells lie between the pattern's first and its last.
    Steps,
    /// One of these symbols; different parameters are different symbols.
    Symbol { name: String, among: Vec<Label> },
}

/// What a move does.
#[derive(Debug, Clone)]
pub(crate) enum Body {
    Rules(Vec<Rule>),
    Effects(Vec<Effect>),
    Steps(Vec<Step>),
}

/// A pattern rule.
#[derive(Debug, Clone)]
pub(crate) struct Rule {
    pub(crate) direction: Option<Direction>,
    pub(crate) left: Vec<Left>,
    pub(crate) right: Vec<Right>,
    /// Variables and the values they must have.
    pub(crate) tests: Vec<(usize, u64)>,
    /// Variables and what they become.
    pub(crate) writes: Vec<(usize, Set)>,
    pub(crate) span: Span,
}

/// What a variable becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Set {
    Label(Label),
    Plus(Label),
}

/// What a cell of a pattern must be.
#[derive(Debug, Clone)]
pub(crate) struct Left {
    pub(crate) choice: Choice,
    /// The variable of the rule that it binds.
    pub(crate) slot: Option<usize>,
    /// Whether it stands for any number of cells.
    pub(crate) many: bool,
    /// Whether it is the move's piece.
    pub(crate) piece: bool,
}

/// A set of symbols, and of what the move is told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) labels: u64,
    /// Places among the move's parameters.
    pub(crate) parameters: Vec<usize>,
    pub(crate) not: bool,
    /// Whether the board's edge may be there as well.
    pub(crate) end: bool,
}

impl Choice {
    /// The set of labels, given what the move is told, of `all` labels.
    pub(crate) fn labels(&self, told: &[usize], all: u64) -> u64 {
        let named = self
            .parameters
            .iter()
            .fold(self.labels, |set, &parameter| set | 1 << told[parameter]);
        if self.not { all & !named } else { named }
    }
}

/// What a cell of a pattern becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Right {
    Keep,
    Label(Label),
    Parameter { parameter: usize, plus: Label },
    Slot { slot: usize, plus: Label },
    Piece,
}

/// Conditions that together make a goal.
#[derive(Debug, Clone)]
pub(crate) struct Goal {
    pub(crate) clauses: Vec<Clause>,
    pub(crate) drawing: Option<Drawing>,
    pub(crate) span: Span,
}

/// All of `count` labels.
pub(crate) fn all(count: usize) -> u64 {
    if count >= 64 {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}
