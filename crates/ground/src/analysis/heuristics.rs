//! The heuristics of a puzzle by name.

use fewest_rules::{DEAD_END, Heuristic, MoveCosts, Words, grouped};

use super::matching::MatchingHeuristic;
use super::pattern::CompiledPatterns;
use super::potential::{Measure, PotentialHeuristic};
use crate::compiled::{CompiledMove, CompiledPuzzle};

/// The name of a heuristic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeuristicName {
    /// Names the [distances](PotentialHeuristic::travel) of labels.
    Travel,
    /// Names the [occurrences](PotentialHeuristic::balance) of a label.
    Balance,
    /// Names the [neighbours](PotentialHeuristic::neighbours) that no goal has.
    Neighbours,
    /// Names the labels that lie [apart](PotentialHeuristic::together).
    Together,
    /// Names the [`MatchingHeuristic`].
    Matching,
    /// Names the [`CompiledPatterns`].
    Patterns,
}

impl HeuristicName {
    /// The names of all heuristics.
    pub const ALL: [Self; 6] = [
        Self::Travel,
        Self::Balance,
        Self::Neighbours,
        Self::Together,
        Self::Matching,
        Self::Patterns,
    ];

    /// The name of the heuristic on the command line.
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// The heuristic with this name on the command line.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|known| known.name() == name)
    }

    /// Explains why a puzzle does not have the heuristic with this name.
    pub fn refusal(self) -> String {
        let (name, why) = self.words();
        format!("it has no heuristic {name}: {why}")
    }

    /// The name of the heuristic, and why a puzzle does not have it.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Travel => (
                "travel",
                "no symbol that is on the board once has a way to go",
            ),
            Self::Balance => (
                "balance",
                "no goal has more or fewer of a symbol than the board",
            ),
            Self::Neighbours => (
                "neighbours",
                "no move carries several symbols along and keeps them together",
            ),
            Self::Together => (
                "together",
                "no goal wants several cells alike without saying which symbol they have",
            ),
            Self::Matching => (
                "matching",
                "no move carries one of several identical symbols that a goal requires",
            ),
            Self::Patterns => (
                "patterns",
                "no smaller puzzle was found that is small enough",
            ),
        }
    }
}

/// One of the heuristics of a puzzle: a lower bound on the number of moves of a solution or, if the
/// distances are [costs](Measure::Distances), on its cost.
#[derive(Debug, Clone, Copy)]
pub enum SelectedHeuristic<'a, const N: usize> {
    /// No heuristic: the bound is always 0.
    Zero,
    /// What one of the [measures](Measure) says.
    Potential(&'a PotentialHeuristic),
    /// The distances of identical labels to the positions where a goal requires them.
    Matching(&'a MatchingHeuristic<N>),
    /// The distances in abstractions, smaller puzzles whose distances are stored in pattern
    /// databases.
    Patterns(&'a CompiledPatterns<N>),
}

impl<const N: usize> SelectedHeuristic<'_, N> {
    /// Whether the bound is always 0.
    pub fn is_zero(&self) -> bool {
        matches!(self, Self::Zero)
    }

    /// Describes the heuristic in a few words.
    pub fn words(&self) -> String {
        let over = |words: &str, most: u32| match most {
            0 | 1 => words.to_owned(),
            _ => format!("{words} over {most}"),
        };
        match self {
            Self::Zero => "no lower bound".to_owned(),
            Self::Potential(potential) => {
                let most = potential.lowered().unwrap_or(0);
                match potential.measure() {
                    Measure::Distances { labels, in_costs } => {
                        let unit = if *in_costs { ", in costs" } else { "" };
                        over(&format!("sum of {labels} distances"), most) + unit
                    }
                    Measure::Occurrences { label } => format!("the number of {label}"),
                    Measure::Neighbours { .. } => over("the number of wrong neighbours", most),
                    Measure::Apart { .. } => over("the number of symbols that lie apart", most),
                }
            }
            Self::Matching(matching) => {
                let tokens = matching.tokens();
                format!("the least sum of {tokens} distances of identical symbols")
            }
            Self::Patterns(patterns) => {
                let sizes = patterns.sizes();
                let states = grouped(&sizes.iter().sum::<usize>().to_string());
                match sizes.len() {
                    1 => format!("a pattern database of {states} states"),
                    several => format!("{several} pattern databases of {states} states, added"),
                }
            }
        }
    }

    /// How many times as long as with the other heuristics a search takes for each state. An
    /// assignment of `n` tokens takes time in proportion to n² for each state.
    pub fn effort(&self) -> f64 {
        match self {
            Self::Matching(matching) => 1.0 + (matching.tokens() as f64).powi(2),
            _ => 1.0,
        }
    }

    /// The size of the pattern databases in bytes; 0 for the other heuristics.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Patterns(patterns) => patterns.bytes(),
            _ => 0,
        }
    }

    /// The lower bound for `state`.
    pub fn bound_of(&self, puzzle: &CompiledPuzzle<N>, state: Words<N>) -> u32 {
        Heuristic::<CompiledPuzzle<N>>::bound(self, self.start(puzzle, state))
    }

    /// Explains why no solution has fewer than `least` moves, where `least` is the heuristic's
    /// lower bound for the start.
    pub fn reason(&self, least: u32) -> String {
        let why = match self {
            Self::Zero => return String::new(),
            Self::Potential(potential) => match potential.measure() {
                Measure::Distances { .. } => {
                    "Each symbol that is on the board once has some way to go, whatever the others do, and\n\
                     a move takes only so many of them along"
                }
                Measure::Occurrences { label } => {
                    return format!(
                        "The board has too many or too few of {label}, and a move adds or takes away only so\n\
                         many of them: no fewer than {least} moves can do."
                    );
                }
                Measure::Neighbours { .. } => {
                    "Some symbols lie side by side as they do in no goal, and a move separates only so many"
                }
                Measure::Apart { .. } => {
                    "Some cells that every goal wants alike hold different symbols, and a move brings only so\n\
                     many symbols together"
                }
            },
            Self::Matching(_) => {
                "Each goal cell needs a symbol of its own, each of these symbols has some way to go, whatever\n\
                 the others do, and a move takes one of them along"
            }
            Self::Patterns(patterns) if patterns.of_positions() => {
                "In smaller puzzles, in which only some cells and variables count, each solution of this\n\
                 one is a solution, and none of its moves counts in more than one of them"
            }
            Self::Patterns(_) => {
                "In a smaller puzzle, in which several symbols are taken for one, each solution of this\n\
                 one is a solution"
            }
        };
        format!("{why}: no fewer than {least} moves can do.")
    }
}

/// Whether a bound falls in a move by at most what the move costs, to 0 at a goal. If this holds for
/// every move, the bound is a lower bound. A search makes no move from a dead end, and what follows
/// it may not be known as one.
pub(super) fn falls_by_a_move(before: u32, cost: u32, after: u32, is_goal: bool) -> bool {
    (before == DEAD_END || before <= after.saturating_add(cost)) && (!is_goal || after == 0)
}

impl<const N: usize, P> Heuristic<P> for SelectedHeuristic<'_, N>
where
    P: MoveCosts<State = Words<N>, Move = CompiledMove>,
{
    /// The cache of the selected heuristic. For each heuristic it is a 32-bit number.
    type Cache = i32;

    #[inline]
    fn start(&self, puzzle: &P, state: Words<N>) -> i32 {
        match self {
            Self::Zero => 0,
            Self::Potential(potential) => potential.start(puzzle, state),
            Self::Matching(matching) => matching.start(puzzle, state),
            Self::Patterns(patterns) => patterns.start(puzzle, state) as i32,
        }
    }

    #[inline]
    fn step(
        &self,
        puzzle: &P,
        cache: i32,
        before: Words<N>,
        m: CompiledMove,
        after: Words<N>,
    ) -> i32 {
        let next = match self {
            Self::Zero => 0,
            Self::Potential(potential) => potential.step(puzzle, cache, before, m, after),
            Self::Matching(matching) => matching.step(puzzle, cache, before, m, after),
            Self::Patterns(patterns) => patterns.start(puzzle, after) as i32,
        };
        let in_costs = |potential: &PotentialHeuristic| match potential.measure() {
            Measure::Distances { in_costs, .. } => *in_costs,
            _ => false,
        };
        let cost = match self {
            Self::Potential(potential) if in_costs(potential) => puzzle.cost(before, m).into(),
            _ => 1,
        };
        debug_assert!(
            matches!(self, Self::Matching(_))
                || falls_by_a_move(
                    Heuristic::<P>::bound(self, cache),
                    cost,
                    Heuristic::<P>::bound(self, next),
                    puzzle.is_goal(after),
                ),
            "{} falls from {} to {} in a move of cost {cost}",
            self.words(),
            Heuristic::<P>::bound(self, cache),
            Heuristic::<P>::bound(self, next),
        );
        next
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        match self {
            Self::Zero => 0,
            Self::Potential(potential) => Heuristic::<P>::bound(*potential, cache),
            Self::Matching(matching) => Heuristic::<P>::bound(*matching, cache),
            Self::Patterns(_) => cache as u32,
        }
    }
}
