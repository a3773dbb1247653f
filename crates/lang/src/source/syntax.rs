//! The syntax tree: what is written, names not yet looked up.

use super::lexer::Span;

/// A name, a symbol or a number, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Whether it stood in quotes, and so is a symbol whatever it looks like.
    pub(crate) quoted: bool,
}

/// A file: its statements in the order in which they stand.
pub(crate) type File = Vec<Statement>;

/// A line that begins in the first column, with the indented ones below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) kind: Kind,
    /// The first line.
    pub(crate) span: Span,
}

/// What a statement says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `puzzle NAME`
    Puzzle(Word),
    /// `symbols S …`
    Symbols(Vec<Word>),
    /// `set NAME = S …`
    Set { name: Word, set: Set },
    /// `board 4x4`
    Size { rows: usize, columns: usize },
    /// `board` and a drawing of the cells' names
    Shape(Drawing),
    /// `var NAME = V, …`
    Var { name: Word, labels: Vec<Word> },
    /// `region NAME = CELL …`
    Region { name: Word, cells: Vec<Word> },
    /// `draw GLYPH = S on REGION`
    Draw {
        glyph: Word,
        symbol: Word,
        region: Word,
    },
    /// `pieces S …`
    Pieces(Vec<Word>),
    /// `piece` and a drawing of it
    Piece(Drawing),
    /// `move …`
    Move(Move),
    /// `goal … and …`
    Goal {
        clauses: Vec<Clause>,
        drawing: Option<Drawing>,
    },
    /// `start` and a drawing
    Start(Drawing),
    /// `expect N` or `expect unsolvable`, with `from` and a drawing
    Expect {
        /// `None` for `unsolvable`.
        moves: Option<u64>,
        from: Option<Drawing>,
    },
}

/// Lines that draw a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Drawing {
    pub(crate) lines: Vec<Word>,
    /// The statement's first line.
    pub(crate) of: Span,
}

/// A move's declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) name: Word,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) body: Body,
}

/// `cell`, `dir: left right`, `?x: A B`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Parameter {
    pub(crate) name: Word,
    /// Behind the colon; empty if there is none.
    pub(crate) among: Vec<Word>,
}

/// What a move does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Body {
    /// Alternatives, the first that fits.
    Rules(Vec<Rule>),
    /// Changes made together.
    Effects(Vec<Effect>),
    /// Values that change places, one step after the other.
    Steps(Vec<Step>),
}

/// `left [..] turn B -> [..] turn W`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) direction: Option<Word>,
    pub(crate) left: Side,
    pub(crate) right: Side,
    pub(crate) span: Span,
}

/// One side of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Side {
    pub(crate) pattern: Option<Pattern>,
    /// Variables with the sets they must be in, or what they become.
    pub(crate) variables: Vec<(Word, Set)>,
}

/// `[A | B | C]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern {
    pub(crate) elements: Vec<Element>,
    pub(crate) span: Span,
}

/// What stands between two bars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Element {
    /// `?x`, `?x: A,B`, `?x+1`; `?` has the empty name.
    Bound {
        name: Word,
        plus: i64,
        among: Option<Set>,
    },
    /// `A,B` or `not A,B`, with `*` behind it or not.
    Set { set: Set, many: bool },
}

impl Element {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Bound { name, among, .. } => {
                name.span.start..among.as_ref().map_or(name.span.end, |set| set.span.end)
            }
            Self::Set { set, .. } => set.span.clone(),
        }
    }
}

/// Names of symbols, sets, parameters, and `end`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Set {
    pub(crate) not: bool,
    pub(crate) words: Vec<Word>,
    pub(crate) span: Span,
}

/// `beside +1`, `on REGION w`, `turn W`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Effect {
    pub(crate) place: Place,
    pub(crate) becomes: Becomes,
    pub(crate) span: Span,
}

/// Which cells an effect is on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// `cell`, `beside`, `around`, `row`, `column`, or a variable
    Named(Word),
    /// `on REGION`
    On(Word),
    /// `at CELL`
    At(Word),
}

/// What an effect makes of a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Becomes {
    Plus(i64),
    Symbol(Word),
}

/// A part of `move A = …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// Each value goes to the next cell named, the last to the first.
    Cycle(Vec<Word>),
    /// The first with the second, the third with the fourth, …
    Swap(Vec<Word>),
    /// The first with the last, the second with the last but one, …
    Reverse(Vec<Word>),
    /// The other way round.
    Undo(Word),
    /// As that move does.
    Do(Word),
}

/// A condition that makes a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Clause {
    /// `all S`: every cell
    All(Set),
    /// `line N S`: cells in a row, a column or a diagonal
    Line { length: Word, set: Set },
    /// `same CELL …`
    Same(Vec<Word>),
    /// `on REGION S`: every cell of it; `rim S` and `some REGION S`: one cell of it
    On { region: Word, set: Set },
    /// `rim S`, `some REGION S`
    Some { region: Word, set: Set },
    /// `at CELL S`
    At { cell: Word, set: Set },
    /// `board`: the drawing
    Board(Span),
    /// `somewhere`: the drawing, wherever it fits
    Somewhere(Span),
    /// `VARIABLE V`
    Variable { name: Word, set: Set },
}
