//! The lower bound that a puzzle has, whichever it is.

use fewest_ground::compiled::Move;
use fewest_ground::found::{Balance, Patterns, Travel};
use fewest_rules::{Heuristic, Puzzle, Words, grouped};

/// A lower bound by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lower {
    /// [`Bound::Travel`].
    Travel,
    /// [`Bound::Balance`].
    Balance,
    /// [`Bound::Patterns`].
    Patterns,
}

impl Lower {
    pub(super) const ALL: [Self; 3] = [Self::Travel, Self::Balance, Self::Patterns];

    /// The name on the command line.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Travel => "travel",
            Self::Balance => "balance",
            Self::Patterns => "patterns",
        }
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|lower| lower.name() == name)
    }

    /// Why a puzzle has no such bound, in words.
    pub(super) fn refusal(self) -> String {
        let why = match self {
            Self::Travel => "no symbol that is on the board once has a way to go",
            Self::Balance => "no goal has more or fewer of a symbol than the board",
            Self::Patterns => "no smaller puzzle was found that is small enough",
        };
        format!("it has no heuristic {}: {why}", self.name())
    }
}

/// One of the heuristics that are found in a puzzle.
#[derive(Clone, Copy)]
pub(super) enum Bound<'a, const N: usize> {
    /// None.
    Nothing,
    /// The distances of labels from where they have to go.
    Travel(&'a Travel<N>),
    /// How many of a label are too many.
    Balance(&'a Balance<N>),
    /// The distances in smaller puzzles.
    Patterns(&'a Patterns<N>),
}

impl<const N: usize> Bound<'_, N> {
    /// In a few words.
    pub(super) fn words(&self) -> String {
        match self {
            Self::Nothing => "no lower bound".to_owned(),
            Self::Travel(travel) => match travel.labels() {
                (labels, 1) => format!("sum of {labels} distances"),
                (labels, along) => format!("sum of {labels} distances over {along}"),
            },
            Self::Balance(balance) => format!("the number of {}", balance.label()),
            Self::Patterns(patterns) => {
                let sizes = patterns.sizes();
                let states: usize = sizes.iter().sum();
                let together = match (sizes.len(), patterns.additive()) {
                    (1, _) => "",
                    (_, true) => ", added",
                    (_, false) => ", the greatest",
                };
                let databases = if sizes.len() == 1 {
                    "a pattern database".to_owned()
                } else {
                    format!("{} pattern databases", sizes.len())
                };
                format!(
                    "{databases} of {} states{together}",
                    grouped(&states.to_string())
                )
            }
        }
    }
}

impl<const N: usize> Bound<'_, N> {
    /// What its tables take.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Patterns(patterns) => patterns.bytes(),
            _ => 0,
        }
    }

    /// Why no solution has fewer than `least` moves, the bound of a start.
    pub(super) fn reason(&self, least: u32) -> String {
        let why = match self {
            Self::Nothing => return String::new(),
            Self::Travel(_) => {
                "Each symbol that is on the board once has some way to go, whatever the others do, and\n\
                 a move takes only so many of them along"
            }
            Self::Balance(balance) => {
                let label = balance.label();
                return format!(
                    "The board has too many or too few of {label}, and a move adds or takes away only so\n\
                     many of them: no fewer than {least} moves can do."
                );
            }
            Self::Patterns(_) => {
                "In a smaller puzzle, in which several symbols are taken for one, each solution of this\n\
                 one is a solution"
            }
        };
        format!("{why}: no fewer than {least} moves can do.")
    }
}

impl<const N: usize, P> Heuristic<P> for Bound<'_, N>
where
    P: Puzzle<State = Words<N>, Move = Move>,
{
    /// That of the heuristic; a number in 32 bits in each case.
    type Cache = i32;

    #[inline]
    fn start(&self, puzzle: &P, state: Words<N>) -> i32 {
        match self {
            Self::Nothing => 0,
            Self::Travel(travel) => travel.start(puzzle, state),
            Self::Balance(balance) => balance.start(puzzle, state),
            Self::Patterns(patterns) => patterns.start(puzzle, state) as i32,
        }
    }

    #[inline]
    fn step(&self, puzzle: &P, cache: i32, before: Words<N>, m: Move, after: Words<N>) -> i32 {
        match self {
            Self::Nothing => 0,
            Self::Travel(travel) => travel.step(puzzle, cache, before, m, after),
            Self::Balance(balance) => balance.step(puzzle, cache, before, m, after),
            Self::Patterns(patterns) => patterns.start(puzzle, after) as i32,
        }
    }

    #[inline]
    fn bound(&self, cache: i32) -> u32 {
        match self {
            Self::Nothing => 0,
            Self::Travel(travel) => Heuristic::<P>::bound(*travel, cache),
            Self::Balance(balance) => Heuristic::<P>::bound(*balance, cache),
            Self::Patterns(_) => cache as u32,
        }
    }
}
