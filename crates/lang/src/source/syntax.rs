//! The syntax tree. Its names have not been looked up.

use fewest_rules::Objective;
use fewest_scene::Look;

use super::arrangement::Arrangement;
use super::expected::ExpectedOutcome;
use super::heading::Heading;
use super::lexer::{Span, words};

/// The words with which an effect denotes cells. No variable may have such a name.
pub(crate) const PLACES: [&str; 7] = ["cell", "beside", "around", "row", "column", "on", "at"];

/// A name, a symbol or a number with its place in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lexeme {
    pub(crate) text: String,
    pub(crate) span: Span,
    /// Whether the word was quoted. A quoted word is a symbol, even if it looks like a keyword.
    pub(crate) quoted: bool,
}

impl Lexeme {
    /// The name in `?name`, unless it is quoted.
    pub(crate) fn parameter(&self) -> Option<&str> {
        let name = self.text.strip_prefix('?');
        name.filter(|name| !name.is_empty() && !self.quoted)
    }

    /// The words of a line, each with its place.
    pub(crate) fn words(&self) -> impl Iterator<Item = Self> {
        words(&self.text).map(|(at, word)| Self::new(word, self.span.start + at))
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

/// The statements of a file, those of each kind in the order of the file. If a statement that a file
/// may have only once is repeated, the last one is kept, but the first list of symbols.
#[derive(Debug, Clone, Default)]
pub(crate) struct SourceFile {
    /// The first word and the place of each statement.
    pub(crate) statements: Vec<(String, Span)>,
    /// `puzzle NAME`
    pub(crate) name: Option<Lexeme>,
    /// `symbols S …`
    pub(crate) symbols: Vec<Lexeme>,
    /// `set NAME = S …`
    pub(crate) sets: Vec<(Lexeme, SetSyntax)>,
    pub(crate) board: Option<BoardSyntax>,
    /// `walls` and a drawing, each line with the blanks before it
    pub(crate) walls: Option<DrawingLines>,
    pub(crate) variables: Vec<VariableSyntax>,
    /// `layer NAME = S …`
    pub(crate) layers: Vec<(Lexeme, Vec<Lexeme>)>,
    /// `region NAME = CELL …`
    pub(crate) regions: Vec<(Lexeme, Vec<Lexeme>)>,
    pub(crate) draws: Vec<DrawSyntax>,
    /// `look S … = LOOK`
    pub(crate) looks: Vec<(Vec<Lexeme>, Look)>,
    /// `look = ARRANGEMENT`
    pub(crate) arrangement: Option<Arrangement>,
    pub(crate) pieces: Vec<PieceSyntax>,
    pub(crate) moves: Vec<MoveSyntax>,
    /// `after`, followed by rules that are applied after every move
    pub(crate) after: Vec<Vec<StageSyntax>>,
    pub(crate) goals: Vec<GoalSyntax>,
    /// `place among S` and lines below
    pub(crate) place: Option<PlaceSyntax>,
    /// `start` and a drawing
    pub(crate) start: Option<DrawingLines>,
    /// `start = goal` and moves, with the place of the statement
    pub(crate) scramble: Option<(Vec<Lexeme>, Span)>,
    /// `fewest pushes then moves`: what a search minimises, and what the costs count
    pub(crate) measure: Option<(Objective, Lexeme)>,
    pub(crate) expects: Vec<ExpectSyntax>,
}

impl SourceFile {
    /// The places of the statements that begin with this word.
    pub(crate) fn spans<'f>(&'f self, keyword: &'f str) -> impl Iterator<Item = &'f Span> {
        let named = self
            .statements
            .iter()
            .filter(move |(word, _)| word == keyword);
        named.map(|(_, span)| span)
    }
}

/// The board of a file.
#[derive(Debug, Clone)]
pub(crate) enum BoardSyntax {
    /// `board 4x4`, `board torus 4x4`
    Size {
        rows: usize,
        columns: usize,
        torus: bool,
    },
    /// `board` and a drawing of the cells' names
    Shape(DrawingLines),
}

/// `var NAME = V, …`, or `hidden NAME = V, …`
#[derive(Debug, Clone)]
pub(crate) struct VariableSyntax {
    pub(crate) name: Lexeme,
    pub(crate) labels: Vec<Lexeme>,
    pub(crate) is_hidden: bool,
}

/// `draw GLYPH = S on REGION`
#[derive(Debug, Clone)]
pub(crate) struct DrawSyntax {
    pub(crate) glyph: Lexeme,
    pub(crate) symbol: Lexeme,
    pub(crate) region: Lexeme,
}

#[derive(Debug, Clone)]
pub(crate) enum PieceSyntax {
    /// `pieces S …`
    Board(Vec<Lexeme>),
    /// `piece` and a drawing of it
    File(DrawingLines),
}

/// `goal … and …`: all conditions must hold.
#[derive(Debug, Clone)]
pub(crate) struct GoalSyntax {
    pub(crate) clauses: Vec<GoalClause>,
    pub(crate) drawing: Option<DrawingLines>,
    pub(crate) span: Span,
}

/// `expect N`, `expect N then M` or `expect unsolvable`, with `from` and a drawing
#[derive(Debug, Clone)]
pub(crate) struct ExpectSyntax {
    pub(crate) outcome: ExpectedOutcome,
    pub(crate) from: Option<DrawingLines>,
    pub(crate) span: Span,
}

/// Lines that draw a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DrawingLines {
    pub(crate) lines: Vec<Lexeme>,
    /// The place of the first line of the statement.
    pub(crate) of: Span,
}

/// What new levels are made of: `place among FLOOR mirrored on REGION` and lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlaceSyntax {
    /// The word of the cells on which things are laid.
    pub(crate) floor: Lexeme,
    /// The word `mirrored`, if each thing gets its mirror image.
    pub(crate) mirrored: Option<Span>,
    pub(crate) lines: Vec<PlaceLineSyntax>,
}

/// A line below `place`: `S … = 2..4 of 1x2 on REGION`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlaceLineSyntax {
    pub(crate) words: Vec<Lexeme>,
    pub(crate) least: usize,
    pub(crate) most: usize,
    /// The shapes of pieces: the rows and columns of each.
    pub(crate) shapes: Vec<(usize, usize)>,
    /// A region, and whether the things lie outside of it.
    pub(crate) region: Option<(bool, Lexeme)>,
}

/// The cost of a move or a rule: a number, or a variable whose value is the cost. `free` means 0.
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
    /// The word `again`, and the cost if the same piece has made the move before.
    pub(crate) again: Option<(Span, CostSyntax)>,
    pub(crate) body: BodySyntax,
    /// The move's own `after` rules.
    pub(crate) after: Vec<StageSyntax>,
}

/// Rules that follow a move, from `then` or `then once` to the next stage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct StageSyntax {
    pub(crate) once: bool,
    pub(crate) rules: Vec<RuleSyntax>,
}

/// A parameter: `cell`, `dir: left right`, `?x: A B`, `n: 1..3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ParameterSyntax {
    pub(crate) name: Lexeme,
    /// The words after the colon; empty if there is no colon.
    pub(crate) among: Vec<Lexeme>,
}

/// The effect of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum BodySyntax {
    /// The rules, of which the first one that applies is used.
    Rules(Vec<RuleSyntax>),
    /// The effects, which all happen at once.
    Effects(Vec<EffectSyntax>),
    /// The steps of a permutation, which are applied one after the other.
    Steps(Vec<PermutationStep>),
}

/// A rule: `left [..] turn B -> [..] turn W`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleSyntax {
    /// Whether the rule begins with `all`.
    pub(crate) everywhere: bool,
    pub(crate) heading: Option<(Heading, Span)>,
    pub(crate) left: RuleSide,
    pub(crate) right: RuleSide,
    /// The cost of the rule, which replaces the cost of the move.
    pub(crate) cost: Option<CostSyntax>,
    pub(crate) span: Span,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct RuleSide {
    pub(crate) patterns: Vec<PatternSyntax>,
    /// The sets that the rule writes as `not [S]`. Their symbols must not occur on any cell outside
    /// the patterns of the rule.
    pub(crate) absent: Vec<SetSyntax>,
    /// The patterns of several cells after `not`, each as a rule that changes nothing. They must not
    /// occur anywhere on the board.
    pub(crate) forbidden: Vec<RuleSyntax>,
    /// Variables: on the left side their required values, on the right side their new values.
    pub(crate) variables: Vec<(Lexeme, ValueSyntax)>,
    /// On the left side, comparisons of numbers.
    pub(crate) comparisons: Vec<ComparisonSyntax>,
}

/// What a rule says of a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ValueSyntax {
    Set(SetSyntax),
    /// On the right side, the sum that becomes the new value.
    Sum(SumSyntax),
}

/// A sum of variables, parameters and numbers: `a +b -1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SumSyntax {
    pub(crate) terms: Vec<SumTerm>,
    pub(crate) span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SumTerm {
    pub(crate) minus: bool,
    /// The term without its sign.
    pub(crate) word: Lexeme,
}

impl SumTerm {
    /// Parses a sign and a number, or a sign and a name, at byte `at` of the file.
    pub(crate) fn signed(text: &str, at: usize) -> Option<Self> {
        let word = text.strip_prefix(['+', '-'])?;
        let is_number = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
        let is_name = word.starts_with(char::is_alphabetic);
        (is_name || is_number && word.len() < 18).then(|| Self {
            minus: text.starts_with('-'),
            word: Lexeme::new(word, at + 1),
        })
    }
}

/// A comparison: `a +b >= 2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ComparisonSyntax {
    pub(crate) left: SumSyntax,
    pub(crate) relation: Relation,
    pub(crate) right: SumSyntax,
}

/// The relation that a comparison tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relation {
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
}

impl Relation {
    /// Whether this relation holds between `number` and 0.
    pub(crate) fn holds(self, number: i64) -> bool {
        match self {
            Self::Less => number < 0,
            Self::LessOrEqual => number <= 0,
            Self::Equal => number == 0,
            Self::NotEqual => number != 0,
            Self::GreaterOrEqual => number >= 0,
            Self::Greater => number > 0,
        }
    }
}

/// A pattern: `[A | B | C]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PatternSyntax {
    /// The direction that is written before the pattern. The direction of a rule's first pattern
    /// belongs to the rule.
    pub(crate) heading: Option<Heading>,
    pub(crate) elements: Vec<PatternElement>,
    /// Whether the pattern is a row below the previous pattern.
    pub(crate) below: bool,
    /// For each element, the sets that follow `on`. An element may have several.
    pub(crate) under: Vec<Vec<SetSyntax>>,
    pub(crate) span: Span,
}

/// A cell of a pattern, written between two bars.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PatternElement {
    /// A name: `?x`, `?x: A,B`, `?x+1` or `?x+n`. The name of a plain `?` is empty.
    Bound {
        name: Lexeme,
        plus: Option<SumTerm>,
        among: Option<SetSyntax>,
    },
    /// A set: `A,B` or `not A,B`, with or without a `*` after it.
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

/// A list of symbols, sets and parameters. It may also contain `end`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SetSyntax {
    pub(crate) not: bool,
    pub(crate) words: Vec<Lexeme>,
    pub(crate) span: Span,
}

/// An effect: `beside +1`, `on REGION w` or `turn W`.
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
    /// A step through the symbols or values: `+1`, or `+n` for a number `n` of the move.
    Plus(SumTerm),
    /// A symbol, a value, or the parameter `?x`.
    Symbol(Lexeme),
    /// The sum that becomes the new value of a numeric variable.
    Sum(SumSyntax),
}

/// A step of a permutation, as in `move A = …`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PermutationStep {
    /// Each symbol moves to the next cell of the list, and the last symbol to the first cell.
    Cycle(Vec<Lexeme>),
    /// Swaps the first cell with the second, the third with the fourth, and so on.
    Swap(Vec<Lexeme>),
    /// Swaps the first cell with the last, the second with the last but one, and so on.
    Reverse(Vec<Lexeme>),
    /// The inverse of the move with this name.
    Undo(Lexeme),
    /// The move with this name.
    Do(Lexeme),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GoalClause {
    /// `all S`, `on REGION S`, `at CELL S`: all of the cells have a symbol of the set. `none S` and
    /// `none on REGION S`: the same with the complement of the set. `some REGION S`, `rim S`: at
    /// least one of the cells has a symbol of the set.
    Cells {
        cells: GoalCells,
        some: bool,
        set: SetSyntax,
    },
    /// `exactly N S`, `exactly N on REGION S`: exactly this many of the cells have a symbol of the
    /// set.
    Exactly {
        number: Lexeme,
        cells: GoalCells,
        set: SetSyntax,
    },
    /// `line N S`: cells with symbols of the set in a row, a column or a diagonal.
    Line { length: Lexeme, set: SetSyntax },
    /// `same CELL …`: all of these cells have the same symbol.
    Same(Vec<Lexeme>),
    /// `board`: the drawing shows the whole board.
    Board(Span),
    /// `somewhere`: the drawing occurs anywhere on the board.
    Somewhere(Span),
    /// `VARIABLE V`: the variable has a value of the set.
    Variable { name: Lexeme, set: SetSyntax },
    /// `a +b >= 2`: the comparison holds.
    Compare(ComparisonSyntax),
}

/// The cells to which a condition refers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GoalCells {
    Board,
    Region(Lexeme),
    Cell(Lexeme),
}
