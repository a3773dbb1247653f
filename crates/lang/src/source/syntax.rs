//! The syntax tree. MoveNames are not looked up yet.

use super::expected::ExpectedOutcome;
use super::lexer::Span;

/// A name, a symbol or a number with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Whether it stood in quotes: then it is a symbol, even if it looks like a keyword.
    pub(crate) quoted: bool,
}

impl Lexeme {
    /// The name in `?name`, unless it is quoted.
    pub(crate) fn parameter(&self) -> Option<&str> {
        let name = self.text.strip_prefix('?');
        name.filter(|name| !name.is_empty() && !self.quoted)
    }

    /// A word without quotes that begins at byte `at` of the file.
    pub(crate) fn new(text: &str, at: usize) -> Self {
        Self {
            text: text.to_owned(),
            span: at..at + text.len(),
            quoted: false,
        }
    }
}

/// A line that begins in the first column, with the indented lines below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceStatement {
    pub(crate) kind: StatementKind,
    /// The first line.
    pub(crate) span: Span,
}

/// The content of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StatementKind {
    /// `puzzle NAME`
    Puzzle(Lexeme),
    /// `symbols S …`
    Symbols(Vec<Lexeme>),
    /// `set NAME = S …`
    Set { name: Lexeme, set: SetSyntax },
    /// `board 4x4`, `board torus 4x4`
    Size {
        rows: usize,
        columns: usize,
        /// Whether the board wraps around.
        torus: bool,
    },
    /// `board` and a drawing of the cells' names
    Shape(DrawingLines),
    /// `walls` and a drawing, each line with the blanks before it
    Walls(DrawingLines),
    /// `var NAME = V, …`
    Var { name: Lexeme, labels: Vec<Lexeme> },
    /// `region NAME = CELL …`
    Region { name: Lexeme, cells: Vec<Lexeme> },
    /// `draw GLYPH = S on REGION`
    Draw {
        glyph: Lexeme,
        symbol: Lexeme,
        region: Lexeme,
    },
    /// `pieces S …`
    Pieces(Vec<Lexeme>),
    /// `piece` and a drawing of it
    Piece(DrawingLines),
    /// `move …`
    Move(MoveSyntax),
    /// `goal … and …`
    Goal {
        clauses: Vec<GoalClause>,
        drawing: Option<DrawingLines>,
    },
    /// `start` and a drawing
    Start(DrawingLines),
    /// `fewest pushes then moves`
    Fewest(MeasureSyntax),
    /// `expect N`, `expect N then M` or `expect unsolvable`, with `from` and a drawing
    Expect {
        outcome: ExpectedOutcome,
        from: Option<DrawingLines>,
    },
}

/// Lines that draw a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DrawingLines {
    pub(crate) lines: Vec<Lexeme>,
    /// The statement's first line.
    pub(crate) of: Span,
}

/// What is minimised first, and what breaks ties: `moves` or the name of what costs count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MeasureSyntax {
    pub(crate) first: Lexeme,
    pub(crate) then: Option<Lexeme>,
}

/// The cost of a move or a rule: a number, or a variable whose value is one. `free` is the number 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CostSyntax {
    Number(u16),
    Variable(Lexeme),
}

/// A move's declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MoveSyntax {
    pub(crate) name: Lexeme,
    pub(crate) parameters: Vec<ParameterSyntax>,
    pub(crate) cost: Option<CostSyntax>,
    pub(crate) body: BodySyntax,
}

/// `cell`, `dir: left right`, `?x: A B`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParameterSyntax {
    pub(crate) name: Lexeme,
    /// The words after the colon; empty if there is none.
    pub(crate) among: Vec<Lexeme>,
}

/// The effect of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BodySyntax {
    /// The first rule that fits is applied.
    Rules(Vec<RuleSyntax>),
    /// All effects are applied at once.
    Effects(Vec<EffectSyntax>),
    /// The steps of a permutation, applied one after the other.
    Steps(Vec<PermutationStep>),
}

/// `left [..] turn B -> [..] turn W`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleSyntax {
    pub(crate) heading: Option<Lexeme>,
    pub(crate) left: RuleSide,
    pub(crate) right: RuleSide,
    /// Its own cost, which replaces that of the move.
    pub(crate) cost: Option<CostSyntax>,
    pub(crate) span: Span,
}

/// One side of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleSide {
    pub(crate) patterns: Vec<PatternSyntax>,
    /// `not [S]`: the sets of which no other cell has a symbol.
    pub(crate) absent: Vec<SetSyntax>,
    /// On the left, variables and their required values; on the right, their new values.
    pub(crate) variables: Vec<(Lexeme, SetSyntax)>,
}

/// `[A | B | C]`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PatternSyntax {
    /// The direction before the pattern, unless it is the rule's first.
    pub(crate) heading: Option<Lexeme>,
    pub(crate) elements: Vec<PatternElement>,
    pub(crate) span: Span,
}

/// A cell of a pattern, written between two bars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PatternElement {
    /// `?x`, `?x: A,B`, `?x+1`; the name of `?` is empty.
    Bound {
        name: Lexeme,
        plus: i64,
        among: Option<SetSyntax>,
    },
    /// `A,B` or `not A,B`, with or without a `*` after it.
    Set { set: SetSyntax, many: bool },
}

impl DrawingLines {
    /// The lines, each with its place in the file.
    pub(crate) fn lines(&self) -> Vec<(usize, &str)> {
        let lines = self.lines.iter();
        lines
            .map(|line| (line.span.start, line.text.as_str()))
            .collect()
    }
}

impl PatternElement {
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Bound { name, among, .. } => {
                name.span.start..among.as_ref().map_or(name.span.end, |set| set.span.end)
            }
            Self::Set { set, .. } => set.span.clone(),
        }
    }
}

/// A list of symbols, sets and parameters, and `end`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SetSyntax {
    pub(crate) not: bool,
    pub(crate) words: Vec<Lexeme>,
    pub(crate) span: Span,
}

/// `beside +1`, `on REGION w`, `turn W`
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct EffectSyntax {
    pub(crate) place: EffectPlace,
    pub(crate) value: EffectValue,
    pub(crate) span: Span,
}

/// The cells that an effect changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EffectPlace {
    /// `cell`, `beside`, `around`, `row`, `column`, or a variable
    Named(Lexeme),
    /// `on REGION`
    On(Lexeme),
    /// `at CELL`
    At(Lexeme),
}

/// The new content of a cell that an effect changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EffectValue {
    Plus(i64),
    /// A symbol or a value, or the parameter `?x`.
    Symbol(Lexeme),
}

/// A step of a permutation, `move A = …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PermutationStep {
    /// The symbol on each cell goes to the next one, that on the last cell to the first.
    Cycle(Vec<Lexeme>),
    /// Swaps the first cell with the second, the third with the fourth, and so on.
    Swap(Vec<Lexeme>),
    /// Swaps the first cell with the last, the second with the last but one, and so on.
    Reverse(Vec<Lexeme>),
    /// The inverse of that move.
    Undo(Lexeme),
    /// The same as that move.
    Do(Lexeme),
}

/// A condition of a goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GoalClause {
    /// `all S`, `on REGION S`, `at CELL S`: every one of the cells has a symbol of the set. `none S` and
    /// `none on REGION S` are the same with the complement.
    /// `some REGION S`, `rim S`: at least one of them has
    Cells {
        cells: GoalCells,
        some: bool,
        set: SetSyntax,
    },
    /// `exactly N S`, `exactly N on REGION S`: so many of the cells have a symbol of the set.
    Exactly {
        number: Lexeme,
        cells: GoalCells,
        set: SetSyntax,
    },
    /// `line N S`: cells in a row, a column or a diagonal
    Line { length: Lexeme, set: SetSyntax },
    /// `same CELL …`
    Same(Vec<Lexeme>),
    /// `board`: the drawing shows the whole board
    Board(Span),
    /// `somewhere`: the drawing occurs anywhere on the board
    Somewhere(Span),
    /// `VARIABLE V`
    Variable { name: Lexeme, set: SetSyntax },
}

/// The cells that a condition is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GoalCells {
    Board,
    Region(Lexeme),
    Cell(Lexeme),
}
