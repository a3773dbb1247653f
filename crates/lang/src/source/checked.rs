//! The checked puzzle: names are looked up, except those that depend on the board.

use fewest_ground::{CostMeasure, Label};

use super::alphabet::{PuzzleAlphabet, SymbolSet};
use super::expected::ExpectedOutcome;
use super::heading::Heading;
use super::lexer::Span;
use super::shape::GridShape;
use super::syntax::{DrawingLines, EffectSyntax, GoalClause, Lexeme, PermutationStep};
use super::terrain::PieceCell;
use super::walls::Walls;

/// A file whose statements have no faults by themselves.
#[derive(Debug, Clone, Default)]
pub(crate) struct CheckedPuzzle {
    pub(crate) name: String,
    pub(crate) alphabet: PuzzleAlphabet,
    /// The board, if the file declares one apart from the start.
    pub(crate) board: Option<GridShape>,
    /// The walls on every board.
    pub(crate) walls: Option<Walls>,
    /// The regions that list their cells.
    pub(crate) regions: Vec<(Lexeme, Vec<Lexeme>)>,
    pub(crate) pieces: Vec<PieceSource>,
    pub(crate) moves: Vec<CheckedMove>,
    pub(crate) goals: Vec<CheckedGoal>,
    pub(crate) start: Option<DrawingLines>,
    /// What is minimised, if moves have costs.
    pub(crate) measure: Option<CostMeasure>,
    pub(crate) expects: Vec<ExpectLine>,
}

/// An `expect` line.
#[derive(Debug, Clone)]
pub(crate) struct ExpectLine {
    pub(crate) outcome: ExpectedOutcome,
    pub(crate) from: Option<DrawingLines>,
    pub(crate) span: Span,
}

/// Where the shape of a piece comes from.
#[derive(Debug, Clone)]
pub(crate) enum PieceSource {
    /// The file draws it.
    File(Vec<PieceCell>),
    /// It consists of all cells of the board with this symbol.
    Board(Label),
}

/// The cost of a move or a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleCost {
    Number(u16),
    /// The value that this variable has before the move.
    Variable(usize),
}

/// A declared move.
#[derive(Debug, Clone)]
pub(crate) struct CheckedMove {
    pub(crate) name: Lexeme,
    pub(crate) parameters: Vec<MoveParameter>,
    /// The cost, unless the rule that is applied has a cost of its own.
    pub(crate) cost: RuleCost,
    pub(crate) body: MoveBody,
}

/// A parameter of a move.
#[derive(Debug, Clone)]
pub(crate) enum MoveParameter {
    /// A cell, of a region if one is named.
    Cell(Option<Lexeme>),
    /// One of these directions.
    Heading(Vec<Heading>),
    /// One of [`CheckedPuzzle::pieces`].
    Piece {
        /// Whether the piece moves only along its longer side.
        along: bool,
    },
    /// The distance between the pattern's first and last cell.
    Steps,
    /// One of these symbols. The symbols of a move's parameters all differ.
    Symbol { name: String, among: Vec<Label> },
}

/// The effect of a move.
#[derive(Debug, Clone)]
pub(crate) enum MoveBody {
    /// The first rule that fits is applied.
    Rules(Vec<PatternRule>),
    /// All effects are applied at once.
    Effects(Vec<EffectSyntax>),
    /// The steps of a permutation, applied one after the other.
    Steps(Vec<PermutationStep>),
}

impl CheckedMove {
    pub(crate) fn rules(&self) -> &[PatternRule] {
        match &self.body {
            MoveBody::Rules(rules) => rules,
            MoveBody::Effects(_) | MoveBody::Steps(_) => &[],
        }
    }

    /// Whether the move is declared as a permutation of cells.
    pub(crate) fn is_permutation(&self) -> bool {
        matches!(self.body, MoveBody::Steps(_))
    }
}

/// A pattern rule.
#[derive(Debug, Clone)]
pub(crate) struct PatternRule {
    /// All of them must match, on different cells.
    pub(crate) patterns: Vec<LinePattern>,
    /// The sets of which no other cell has a symbol.
    pub(crate) absent: Vec<SymbolSet>,
    /// Variables and their required values.
    pub(crate) tests: Vec<(usize, u64)>,
    /// Variables and their new values.
    pub(crate) writes: Vec<(usize, VariableChange)>,
    pub(crate) cost: RuleCost,
    pub(crate) span: Span,
}

/// Cells in a line and their new contents.
#[derive(Debug, Clone)]
pub(crate) struct LinePattern {
    pub(crate) heading: Option<Heading>,
    pub(crate) left: Vec<CellPattern>,
    pub(crate) right: Vec<CellChange>,
}

impl PatternRule {
    /// The cells of all patterns.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &CellPattern> {
        self.patterns.iter().flat_map(|pattern| &pattern.left)
    }

    /// The new contents of these cells.
    pub(crate) fn changes(&self) -> impl Iterator<Item = &CellChange> {
        self.patterns.iter().flat_map(|pattern| &pattern.right)
    }
}

/// The new value of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VariableChange {
    Label(Label),
    Plus(Label),
}

/// A cell of the pattern before the arrow.
#[derive(Debug, Clone, Default)]
pub(crate) struct CellPattern {
    pub(crate) symbols: SymbolSet,
    /// The name of the rule, such as `?x`, that is bound to the cell's symbol.
    pub(crate) slot: Option<usize>,
    /// Whether it stands for any number of cells.
    pub(crate) many: bool,
    /// Whether it is the move's piece.
    pub(crate) piece: bool,
}

/// The new content of a cell of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellChange {
    Keep,
    Label(Label),
    Parameter { parameter: usize, plus: Label },
    Slot { slot: usize, plus: Label },
    Piece,
}

/// A goal: all its conditions must hold.
#[derive(Debug, Clone)]
pub(crate) struct CheckedGoal {
    pub(crate) clauses: Vec<GoalClause>,
    pub(crate) drawing: Option<DrawingLines>,
    pub(crate) span: Span,
}
