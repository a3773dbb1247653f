//! Ground rules: what a puzzle file comes down to.
//!
//! A state is a vector of labels, one for each [`Position`]. A [`Rule`] tests
//! some positions and writes some. That is all: no board, no direction and no
//! pattern is left, so that whatever reads, compiles, analyses or exports a
//! puzzle need know nothing of how it was drawn. The semantics are those of
//! PSVN (I. T. Hernádvölgyi and R. C. Holte, "PSVN: a vector representation
//! for production systems", 1999), with sets of labels in the tests and with
//! writes that add modulo the number of labels.

/// The most labels that a domain may have: a set of them fits a word.
pub const MOST_LABELS: usize = 64;

/// A label: its place among the labels of its position's [`Domain`].
pub type Label = u8;

/// A puzzle as ground rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// The puzzle's name.
    pub name: String,
    /// The kinds of labels: that of the board's cells, and one for each variable
    /// beside the board that has labels of its own.
    pub domains: Vec<Domain>,
    /// What a state has a label for.
    pub positions: Vec<Position>,
    /// The names of the moves, as they are written in a solution; their order
    /// is the puzzle's order of moves. One without rules lies on the board but can never be
    /// made.
    pub moves: Vec<String>,
    /// Ordered by move. Of one move, the first rule whose tests hold is made.
    pub rules: Vec<Rule>,
    /// A state is a goal if all tests of any of these hold.
    pub goals: Vec<Vec<Test>>,
    /// The start that the file gives.
    pub start: Option<Vec<Label>>,
}

/// A kind of labels.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    /// The labels' names, at most [`MOST_LABELS`].
    pub labels: Vec<String>,
}

/// A cell or a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// What it is called in moves and errors.
    pub name: String,
    /// Its place in [`Ground::domains`].
    pub domain: usize,
}

/// A set of labels: bit `i` for label `i`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LabelSet(pub u64);

/// A way to make a move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The move's place in [`Ground::moves`].
    pub of: usize,
    /// What must hold; each position has at most one [`Test::In`].
    pub tests: Vec<Test>,
    /// What changes; each position is written at most once. All values are read
    /// from the state before the move. What is not written stays.
    pub writes: Vec<Write>,
}

/// A condition on a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Test {
    /// The label of `position` is one of `labels`.
    In {
        /// The position's place in [`Ground::positions`].
        position: usize,
        /// The labels allowed: not all and not none.
        labels: LabelSet,
    },
    /// Two positions of one domain have the same label.
    Same {
        /// A position's place in [`Ground::positions`].
        one: usize,
        /// Another's.
        other: usize,
    },
}

/// A change of one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Write {
    /// The position's place in [`Ground::positions`].
    pub position: usize,
    /// What it gets.
    pub value: Value,
}

/// What a position gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Value {
    /// That label.
    Label(Label),
    /// The label that `position`, of the same domain, had before the move, plus
    /// `plus` modulo the number of the domain's labels.
    Of {
        /// The position read.
        position: usize,
        /// What is added, below the number of labels.
        plus: Label,
    },
}
