//! The checked puzzle: all names have been looked up except those that depend on the board.

use fewest_ground::{CostMeasure, Label};

use super::alphabet::{LayerLabel, PuzzleAlphabet, SymbolSet};
use super::heading::Heading;
use super::lexer::Span;
use super::numbers::{NumberSum, NumberTest};
use super::shape::GridShape;
use super::syntax::{Lexeme, PermutationStep, SourceFile};
use super::terrain::PieceCell;
use super::walls::Walls;

/// A file in which each statement by itself has no faults.
#[derive(Debug, Clone, Default)]
pub(crate) struct CheckedPuzzle {
    /// The statements. Names in regions, goals and drawings are looked up when the board is known.
    pub(crate) file: SourceFile,
    pub(crate) alphabet: PuzzleAlphabet,
    /// The symbols that rules, conditions of goals and other statements name, all of them if one of
    /// these may stand for any symbol. Those of drawings are missing unless they draw a piece.
    pub(crate) used: u64,
    /// The board, if the file declares one separately from the start.
    pub(crate) board: Option<GridShape>,
    /// The walls that the file draws, which every board of the puzzle has; `None` if it draws none.
    pub(crate) walls: Option<Walls>,
    pub(crate) pieces: Vec<PieceSource>,
    pub(crate) moves: Vec<CheckedMove>,
    /// The rules that follow every move.
    pub(crate) after: Vec<AfterStage>,
    /// The first of the two hidden variables that say which piece has moved, if the cost of a move
    /// depends on it: the row and the column of its first cell, and 0 if no piece has.
    pub(crate) moved: Option<usize>,
    /// What a search minimises, if moves have costs. `None` if every move counts as one.
    pub(crate) measure: Option<CostMeasure>,
    /// The things that the lines of the statement `place` name.
    pub(crate) things: Vec<Vec<LevelThing>>,
}

impl CheckedPuzzle {
    /// Adds rules that follow every move. The first stage goes on with the last one so far, unless
    /// that ends after one rule.
    pub(crate) fn go_on(&mut self, stages: Vec<AfterStage>) {
        let mut stages = stages.into_iter();
        if let Some(last) = self.after.last_mut().filter(|last| !last.once) {
            last.rules
                .extend(stages.next().into_iter().flat_map(|first| first.rules));
        }
        self.after.extend(stages);
    }
}

/// A thing that is laid on a board.
#[derive(Debug, Clone)]
pub(crate) struct LevelThing {
    /// The cells of the thing: their places relative to the first one, and their words.
    pub(crate) cells: Vec<(isize, isize, String)>,
    /// The symbol of a piece that a board can have only once.
    pub(crate) once: Option<Label>,
}

/// The source of a piece's shape.
#[derive(Debug, Clone)]
pub(crate) enum PieceSource {
    /// The file draws the piece.
    File(Vec<PieceCell>),
    /// The piece consists of all cells of the board with this symbol.
    Board(Label),
}

impl PieceSource {
    /// Whether the piece has one of these symbols.
    pub(crate) fn is_among(&self, symbols: u64) -> bool {
        let has = |label: Label| symbols >> label & 1 == 1;
        match self {
            Self::File(cells) => cells.iter().any(|cell| has(cell.label)),
            Self::Board(label) => has(*label),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RuleCost {
    Number(u16),
    /// The value that this variable has before the move.
    Variable(usize),
}

#[derive(Debug, Clone)]
pub(crate) struct CheckedMove {
    pub(crate) name: Lexeme,
    pub(crate) parameters: Vec<MoveParameter>,
    /// The cost of the move, unless the rule that is applied has a cost of its own.
    pub(crate) cost: RuleCost,
    /// The cost of the move if the same piece has made the move before, if that is another one.
    pub(crate) again: Option<RuleCost>,
    pub(crate) body: MoveBody,
    /// The rules that follow the move.
    pub(crate) after: Vec<AfterStage>,
    /// The parameters that are symbols or numbers and on which an effect or a rule depends, as a set
    /// of indices.
    pub(crate) used: u64,
}

/// Rules that follow a move. When no rule of a stage applies any more, the next stage begins.
#[derive(Debug, Clone)]
pub(crate) struct AfterStage {
    /// Whether the stage ends after one rule.
    pub(crate) once: bool,
    pub(crate) rules: Vec<PatternRule>,
}

/// The rules of some stages.
pub(crate) fn rules_of(stages: &[AfterStage]) -> impl Iterator<Item = &PatternRule> {
    stages.iter().flat_map(|stage| &stage.rules)
}

#[derive(Debug, Clone)]
pub(crate) enum MoveParameter {
    /// A cell. If a region is named, the cell belongs to it.
    Cell(Option<Lexeme>),
    /// One of these directions.
    Heading(Vec<Heading>),
    /// One of the pieces [`CheckedPuzzle::pieces`].
    Piece {
        /// Whether the piece moves only along its longer side.
        along: bool,
        /// A set of symbols. Only the pieces that have at least one of these symbols may move.
        among: u64,
    },
    /// A number of steps: the distance between the first and the last cell of the pattern.
    Steps,
    /// One of these symbols. The symbols of all parameters of a move are different.
    Symbol { name: String, among: Vec<Label> },
    /// A number from `first` to `last`.
    Number { name: String, first: i64, last: i64 },
}

/// The effect of a move.
#[derive(Debug, Clone)]
pub(crate) enum MoveBody {
    /// The rules, of which the first one that applies is used.
    Rules(Vec<PatternRule>),
    /// The effects, which all happen at once.
    Effects(Vec<MoveEffect>),
    /// The steps of a permutation, which are applied one after the other.
    Steps(Vec<PermutationStep>),
}

/// An effect of a move: the cells or the variable that it changes, and how.
#[derive(Debug, Clone)]
pub(crate) struct MoveEffect {
    pub(crate) place: ChangedPlace,
    pub(crate) change: EffectChange,
    pub(crate) span: Span,
}

#[derive(Debug, Clone)]
pub(crate) enum ChangedPlace {
    /// The cells of this region.
    Region(Lexeme),
    /// The cell with this name.
    At(Lexeme),
    Variable(usize),
    /// The argument of the move that is a cell, or the cells that lie around it.
    OfCell(CellPlace),
}

/// The cells that a word such as `beside` denotes for the cell of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellPlace {
    Cell,
    Beside,
    Around,
    Row,
    Column,
}

/// How an effect changes a cell or a variable.
#[derive(Debug, Clone)]
pub(crate) enum EffectChange {
    Label(Label),
    /// A step through the symbols, or through the values of the variable.
    Step(SymbolStep),
    /// The symbol that is the argument of this parameter, or the value with the name of that symbol.
    Parameter(usize),
    /// The sum that becomes the value of the variable.
    Sum(NumberSum),
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

#[derive(Debug, Clone)]
pub(crate) struct PatternRule {
    /// Whether the rule applies at once to all places where it fits.
    pub(crate) everywhere: bool,
    /// The patterns, all of which must match, on different cells.
    pub(crate) patterns: Vec<LinePattern>,
    /// Sets of symbols. The rule applies only if no cell outside its patterns has one of these
    /// symbols.
    pub(crate) absent: Vec<SymbolSet>,
    /// Rules that change nothing. The rule applies only if none of their patterns occurs anywhere on
    /// the board.
    pub(crate) forbidden: Vec<PatternRule>,
    /// Variables, each with the set of the values that it must have. The parameters of a set stand for
    /// the values with the names of their symbols.
    pub(crate) tests: Vec<(usize, SymbolSet)>,
    /// The comparisons of numbers that must hold.
    pub(crate) comparisons: Vec<NumberTest>,
    /// The variables that the rule changes: the index of each variable, and its new value.
    pub(crate) writes: Vec<(usize, VariableChange)>,
    pub(crate) cost: RuleCost,
    /// Variables, each with the sum that becomes its new value. The rule applies only if this sum
    /// is one of the values of the variable.
    pub(crate) sums: Vec<(usize, NumberSum)>,
    pub(crate) span: Span,
}

/// A pattern of a rule: cells in a line, and the new contents of these cells.
#[derive(Debug, Clone)]
pub(crate) struct LinePattern {
    pub(crate) heading: Option<Heading>,
    /// Whether the pattern is a row next to the previous pattern. Such a pattern begins one cell to
    /// the right of the beginning of the previous one, as seen when looking in the direction of the
    /// pattern.
    pub(crate) below: bool,
    pub(crate) left: Vec<CellPattern>,
    pub(crate) right: Vec<CellChange>,
    /// For each cell, the new labels of the layers under the cell.
    pub(crate) under: Vec<Vec<LayerLabel>>,
}

impl PatternRule {
    /// The cells of all patterns.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &CellPattern> {
        self.patterns.iter().flat_map(|pattern| &pattern.left)
    }
}

/// The new value of a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VariableChange {
    Label(Label),
    Plus(Label),
    /// The value with the name of the symbol that is the argument of this parameter.
    Parameter(usize),
}

/// A cell of the pattern, as written before the arrow.
#[derive(Debug, Clone, Default)]
pub(crate) struct CellPattern {
    pub(crate) symbols: SymbolSet,
    /// The index of the name in the rule, such as `?x`, that is bound to the symbol of the cell.
    pub(crate) slot: Option<usize>,
    /// Whether the cell of the pattern is written with a `*`, so that it stands for any number of
    /// cells of the board.
    pub(crate) many: bool,
    /// Whether the cell stands for the piece of the move.
    pub(crate) piece: bool,
    /// The conditions on what lies under the cell.
    pub(crate) under: Vec<UnderCell>,
}

/// A condition of a pattern on what lies under a cell.
#[derive(Debug, Clone)]
pub(crate) enum UnderCell {
    /// The label of the layer is one of these.
    Layer { layer: usize, labels: u64 },
    /// The cell belongs to one of these regions or, if `not` is set, to none of them.
    Region { regions: Vec<Lexeme>, not: bool },
}

/// The new content of a cell of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellChange {
    Keep,
    Label(Label),
    Parameter { parameter: usize, step: SymbolStep },
    Slot { slot: usize, step: SymbolStep },
    Piece,
}

/// A step through the symbols of a cell or the values of a variable.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SymbolStep {
    pub(crate) plus: i64,
    /// A parameter of the move that is a number, and the factor by which it is added.
    pub(crate) number: Option<(usize, i64)>,
}
