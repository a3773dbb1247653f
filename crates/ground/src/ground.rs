//! Ground rules: the common form to which every puzzle file is reduced.
//!
//! A state is a vector of labels, one for each [`Position`]. A [`Rule`] tests some positions and
//! writes some. Boards, directions and patterns do not exist at this level, so code that compiles,
//! analyses or exports a puzzle does not depend on the format of the file. The semantics are those
//! of PSVN (I. T. Hernádvölgyi and R. C. Holte, "PSVN: a vector representation for production
//! systems", 1999), extended by sets of labels in tests and by writes that add modulo the number of
//! labels.

use fewest_rules::Objective;

mod consequences;

pub use consequences::{Consequences, Program, ProgramStage, RuleGroup};

/// The greatest allowed number of labels of a domain, so that a set of labels fits into a word.
pub const MOST_LABELS: usize = 64;

/// A label, as its index in [`Domain::labels`].
pub type Label = u8;

/// A puzzle as ground rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    /// The puzzle's name.
    pub name: String,
    /// The sets of labels: usually one for the cells of the board, and one for each variable that
    /// has labels of its own.
    pub domains: Vec<Domain>,
    /// The cells and variables. A state has one label for each of them.
    pub positions: Vec<Position>,
    /// The names of the moves, as solutions show them, in the puzzle's order of moves. A move
    /// without rules exists by name but can never be made.
    pub moves: Vec<String>,
    /// The rules, ordered by move. If the tests of several rules of a move hold, the first of these
    /// rules is applied.
    pub rules: Vec<Rule>,
    /// The goals: a state is a goal if all tests of at least one of these conjunctions hold.
    pub goals: Vec<Vec<Test>>,
    /// The start, if the file contains one.
    pub start: Option<Vec<Label>>,
    /// The rules that are applied after the rules of moves, within the same move.
    pub consequences: Consequences,
    /// What a search minimises if moves have costs. `None` means the number of moves.
    pub measure: Option<CostMeasure>,
}

/// What a search minimises where moves have costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostMeasure {
    /// What is minimised first, and what decides among equals.
    pub objective: Objective,
    /// The unit of the costs: `cost`, or a noun in the plural such as `pushes`.
    pub unit: String,
}

impl Ground {
    /// Whether costs are minimised first.
    pub fn is_cost_first(&self) -> bool {
        self.measure
            .as_ref()
            .is_some_and(CostMeasure::is_cost_first)
    }
}

impl CostMeasure {
    /// Whether the sum of the costs is minimised first, rather than the number of moves.
    pub fn is_cost_first(&self) -> bool {
        self.objective != Objective::MovesThenCost
    }

    /// The measure that minimises the sum of the costs, in no particular unit, and breaks no ties.
    pub fn of_cost() -> Self {
        Self {
            objective: Objective::Cost,
            unit: "cost".to_owned(),
        }
    }
}

/// The set of labels that a position may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Domain {
    /// The names of the labels, at most [`MOST_LABELS`].
    pub labels: Vec<String>,
}

/// A cell or a variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The name of the position in moves and error messages.
    pub name: String,
    /// The index of the position's domain in [`Ground::domains`].
    pub domain: usize,
}

/// A set of labels: bit `i` is set if label `i` is a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct LabelSet(pub u64);

/// One way to make a move: it applies in a state if all its tests hold there.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The index of the move in [`Ground::moves`].
    pub of: usize,
    /// The tests that must hold. Each position has at most one [`Test::In`].
    pub tests: Vec<Test>,
    /// The changes. Each position is written at most once. All writes read the state before the
    /// rule. Positions without a write keep their labels.
    pub writes: Vec<Write>,
    /// The cost of making the move by this rule. It is 1 if the puzzle has no
    /// [measure](Ground::measure).
    pub cost: u16,
}

/// A condition on a state, used by rules and goals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Test {
    /// The label of `position` is one of `labels`.
    In {
        /// The index of the position in [`Ground::positions`].
        position: usize,
        /// The allowed labels: at least one, but not all of the domain.
        labels: LabelSet,
    },
    /// Two positions of one domain have the same label.
    Same {
        /// The index of one position in [`Ground::positions`].
        one: usize,
        /// The index of the other position.
        other: usize,
    },
}

/// The first of the positions that have the same label as `position` if `tests` hold. For example, if
/// 2 and 5 must have the same label, and 5 and 7, it is 2 for each of them.
pub(crate) fn first_alike(tests: &[Test], position: usize) -> usize {
    let mut alike = vec![position];
    let mut next = 0;
    while let Some(&from) = alike.get(next) {
        for test in tests {
            if let Test::Same { one, other } = *test
                && (one == from || other == from)
            {
                let to = one + other - from;
                if !alike.contains(&to) {
                    alike.push(to);
                }
            }
        }
        next += 1;
    }
    alike.into_iter().fold(position, usize::min)
}

/// Whether two conjunctions of tests contradict each other: at some position they allow no common
/// label.
pub(crate) fn exclude(tests: &[Test], others: &[Test]) -> bool {
    tests.iter().any(|test| match *test {
        Test::Same { .. } => false,
        Test::In { position, labels } => others.iter().any(|other| match *other {
            Test::Same { .. } => false,
            Test::In {
                position: p,
                labels: l,
            } => p == position && labels.both(l).is_empty(),
        }),
    })
}

/// A change of the label of one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Write {
    /// The index of the position in [`Ground::positions`].
    pub position: usize,
    /// The new label.
    pub value: Value,
}

/// The label that a write puts into a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// A fixed label.
    Label(Label),
    /// The label that `position` had before the rule, plus `plus` modulo the number of labels of
    /// the domain. `position` must have the domain of the written position.
    Of {
        /// The index of the position that is read.
        position: usize,
        /// The number that is added, less than the number of labels.
        plus: Label,
    },
}
