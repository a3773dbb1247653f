//! A puzzle as `docs/language.md` describes it. Symbols, values, cells and the like are
//! numbers; [`super::text`] gives them names and writes the puzzle down.

use super::layers::{On, Which};
use super::numbers::{Compare, Sum};

/// A whole file.
#[derive(Debug, Clone)]
pub(crate) struct Puzzle {
    pub(crate) symbols: Vec<String>,
    pub(crate) sets: Vec<Set>,
    pub(crate) board: Board,
    /// The number of values of each variable.
    pub(crate) variables: Vec<usize>,
    /// The first value of each variable that is a range of numbers.
    pub(crate) firsts: Vec<Option<i64>>,
    /// The number of labels of each layer.
    pub(crate) layers: Vec<usize>,
    /// For each layer the labels that the start draws.
    pub(crate) under: Vec<Vec<usize>>,
    /// The regions that list cells.
    pub(crate) regions: Vec<Vec<RegionWord>>,
    /// The number of regions that are drawn with the board.
    pub(crate) marks: usize,
    pub(crate) glyphs: Vec<Glyph>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) moves: Vec<Move>,
    /// The rules that follow every move.
    pub(crate) after: Vec<Follows>,
    pub(crate) goals: Vec<Vec<Condition>>,
    /// The drawing of the start, cell by cell.
    pub(crate) start: Vec<Drawn>,
    /// The values of the variables in the start, if it gives them; otherwise the first.
    pub(crate) said: Vec<Option<usize>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Board {
    pub(crate) rows: isize,
    pub(crate) columns: isize,
    /// The row and the column of each cell, in reading order.
    pub(crate) cells: Vec<(isize, isize)>,
    pub(crate) names: Vec<String>,
    pub(crate) how: How,
    /// Whether it wraps around.
    pub(crate) torus: bool,
    pub(crate) walls: Option<Walls>,
}

/// Which walls are drawn.
#[derive(Debug, Clone)]
pub(crate) struct Walls {
    /// For each row and the lower edge, above each column.
    pub(crate) above: Vec<Vec<bool>>,
    /// For each row, left of each column and at the right edge.
    pub(crate) left: Vec<Vec<bool>>,
}

/// How the file declares the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    /// `board 2x3`
    Size,
    /// `board` and its shape
    Shape,
    /// `board` and the cells' names
    Names,
    /// Only by the start.
    Start,
}

/// `draw G = symbol on mark`
#[derive(Debug, Clone)]
pub(crate) struct Glyph {
    pub(crate) text: String,
    pub(crate) symbol: usize,
    pub(crate) mark: usize,
}

/// The content of a drawn cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Drawn {
    Symbol(usize),
    Glyph(usize),
    /// `?`, in a goal
    Any,
    /// The name of a set, in a goal
    Set(usize),
    /// `.` where it is no symbol
    Dot,
}

#[derive(Debug, Clone)]
pub(crate) enum Piece {
    /// One of `pieces S …`
    Letter(usize),
    /// `piece` and a drawing: rows and columns from its first cell, and symbols.
    Drawn(Vec<(isize, isize, usize)>),
}

#[derive(Debug, Clone)]
pub(crate) struct Set {
    pub(crate) not: bool,
    pub(crate) items: Vec<Item>,
}

#[derive(Debug, Clone)]
pub(crate) enum Item {
    Symbol(usize),
    Set(usize),
    End,
    /// A parameter of the move, by its name.
    Parameter(&'static str),
    /// A name of the rule.
    Named(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) struct Move {
    pub(crate) name: String,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) cost: Option<Cost>,
    pub(crate) body: Body,
    /// The rules that follow the move.
    pub(crate) after: Vec<Follows>,
}

/// What a move or a rule costs.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Cost {
    Number(u16),
    /// The value of this variable, whose values are numbers from 0 on.
    Variable(usize),
}

#[derive(Debug, Clone)]
pub(crate) enum Parameter {
    Cell(Option<Region>),
    /// `to: cell`, a second cell
    Named(&'static str, Option<Region>),
    /// Words; none for the four directions.
    Direction(Vec<&'static str>),
    /// `piece: along A B`, with any number of symbols
    Piece {
        along: bool,
        among: Vec<usize>,
    },
    Steps,
    Symbol(&'static str, Option<Set>),
    /// `n: 1..3`
    Number(&'static str, i64, i64),
}

/// A word of the list of a region.
#[derive(Debug, Clone, Copy)]
pub(crate) enum RegionWord {
    /// All cells from one to another.
    Cells(usize, usize),
    /// Another region, above this one if it lists cells.
    Region(Region),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Region {
    Rim,
    Listed(usize),
    Mark(usize),
}

#[derive(Debug, Clone)]
pub(crate) enum Body {
    Changes(Vec<(Place, Becomes)>),
    Rules(Vec<Rule>),
    Steps(Vec<Step>),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Cell,
    Beside,
    Around,
    Row,
    Column,
    On(Region),
    At(usize),
    Variable(usize),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Becomes {
    Plus(i64),
    /// A symbol or a value.
    Is(usize),
    /// The symbol that is the argument of a parameter.
    Told(&'static str),
}

#[derive(Debug, Clone)]
pub(crate) struct Rule {
    /// Whether it applies wherever it fits.
    pub(crate) everywhere: bool,
    pub(crate) direction: Option<&'static str>,
    pub(crate) before: Option<Vec<Before>>,
    /// The patterns after the first.
    pub(crate) further: Vec<Further>,
    /// `not [S]`
    pub(crate) absent: Vec<Set>,
    /// `not down [A | B]`: directions and patterns.
    pub(crate) forbidden: Vec<(Option<&'static str>, Vec<Before>)>,
    /// Variables with their allowed or forbidden values.
    pub(crate) tests: Vec<Test>,
    pub(crate) compares: Vec<Compare>,
    pub(crate) after: Option<Vec<After>>,
    pub(crate) writes: Vec<(usize, Becomes)>,
    /// Numbers and the sums that they become.
    pub(crate) sums: Vec<(usize, Sum)>,
    pub(crate) cost: Option<Cost>,
}

/// A rule that follows a move.
#[derive(Debug, Clone)]
pub(crate) struct Follows {
    /// Whether `then` comes before it, and whether `once` follows that.
    pub(crate) then: Option<bool>,
    pub(crate) rule: Rule,
}

/// A pattern after the first.
#[derive(Debug, Clone)]
pub(crate) struct Further {
    /// Whether it is a row below the pattern before it.
    pub(crate) below: bool,
    pub(crate) direction: Option<&'static str>,
    pub(crate) before: Vec<Before>,
    /// None if nothing follows the arrow for the first pattern either.
    pub(crate) after: Option<Vec<After>>,
}

#[derive(Debug, Clone)]
pub(crate) struct Test {
    pub(crate) variable: usize,
    pub(crate) not: bool,
    pub(crate) values: Vec<usize>,
}

#[derive(Debug, Clone)]
pub(crate) enum Before {
    In(Set),
    Many(Set),
    Any,
    AnyMany,
    /// `?x`, `?x: A,B`; or `?p` of a parameter p.
    Called(&'static str, Option<Set>),
    Piece,
    /// Another element, and what lies under it.
    On(Box<Before>, On),
}

#[derive(Debug, Clone)]
pub(crate) enum After {
    /// The same as before the arrow.
    Same,
    /// `?`
    Any,
    Symbol(usize),
    Called(&'static str, i64),
    Piece,
    /// Another one, and the new label in a layer under it.
    On(Box<After>, usize, usize),
}

#[derive(Debug, Clone)]
pub(crate) enum Step {
    Cycle(Vec<usize>),
    Swap(Vec<usize>),
    Reverse(Vec<usize>),
    /// Earlier moves, by their indices.
    Do(usize),
    Undo(usize),
}

#[derive(Debug, Clone)]
pub(crate) enum Condition {
    All(Set),
    On(Region, Set),
    Some(Region, Set),
    None(Option<Region>, Set),
    Exactly(usize, Option<Region>, Set),
    Rim(Set),
    At(usize, Set),
    Line(usize, Set),
    Same(Vec<usize>),
    Board(Drawing),
    Somewhere(Drawing),
    Variable(Test),
    Compare(Compare),
    /// On a layer.
    Layer(Which, On),
}

/// The drawing of a goal.
#[derive(Debug, Clone)]
pub(crate) struct Drawing {
    pub(crate) rows: Vec<Vec<Drawn>>,
    pub(crate) said: Vec<(usize, usize)>,
}

/// A board and its variables.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct State {
    /// The symbol on each cell.
    pub(crate) cells: Vec<usize>,
    pub(crate) variables: Vec<usize>,
    /// For each layer its label on each cell.
    pub(crate) layers: Vec<Vec<usize>>,
}

/// The directions in the order of the language: name, rows down, columns right.
pub(crate) const DIRECTIONS: [(&str, isize, isize); 16] = [
    ("up", -1, 0),
    ("left", 0, -1),
    ("right", 0, 1),
    ("down", 1, 0),
    ("up-left", -1, -1),
    ("up-right", -1, 1),
    ("down-left", 1, -1),
    ("down-right", 1, 1),
    ("up-up-left", -2, -1),
    ("up-up-right", -2, 1),
    ("up-left-left", -1, -2),
    ("up-right-right", -1, 2),
    ("down-left-left", 1, -2),
    ("down-right-right", 1, 2),
    ("down-down-left", 2, -1),
    ("down-down-right", 2, 1),
];

impl Puzzle {
    pub(crate) fn symbol(&self, text: &str) -> Option<usize> {
        self.symbols.iter().position(|symbol| symbol == text)
    }

    pub(crate) fn first(&self) -> State {
        let symbol = |drawn: &Drawn| match *drawn {
            Drawn::Symbol(symbol) => symbol,
            Drawn::Glyph(glyph) => self.glyphs[glyph].symbol,
            Drawn::Any | Drawn::Set(_) | Drawn::Dot => unreachable!("a start draws symbols"),
        };
        State {
            cells: self.start.iter().map(symbol).collect(),
            variables: self.said.iter().map(|said| said.unwrap_or(0)).collect(),
            layers: self.under.clone(),
        }
    }

    /// Whether a set contains the board's edge.
    pub(crate) fn has_end(&self, set: &Set) -> bool {
        let end = |item: &Item| match item {
            Item::End => true,
            Item::Set(other) => self.has_end(&self.sets[*other]),
            Item::Symbol(_) | Item::Parameter(_) | Item::Named(_) => false,
        };
        !set.not && set.items.iter().any(end)
    }
}
