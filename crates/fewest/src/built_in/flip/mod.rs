//! The Flip Game, known from POJ 1753, Lights Out and POJ 3279.

mod explain;
mod game;
mod near;
mod space;

use fewest_puzzles::flip::linear::{self, LinearReport};
use fewest_puzzles::flip::{self, ColourGoal, Flip, MOST_EQUATIONS, Press, WrongCells, parity};
use fewest_rules::{AsWords, Limits, Report, Words, grouped};
use fewest_search::modular::Modulus;
use fewest_search::{Approximate, CommutingPruning, Duplicates, bidirectional, iddfs};
use num_bigint::BigUint;

use self::game::FlipGame;
use crate::algorithm::Algorithm;
use crate::api::{
    Answer, ApproximateAnswer, Explanation, FoundSolutions, Game, Method, OptionName, PuzzleInfo,
    PuzzleOptions, ReadError, SolutionOptions, SolveError,
};
use crate::built_in::board::GeneralSearch;
use crate::built_in::board::{AllBoards, BuiltIn, ReadBoards};
use crate::built_in::engine::Engine;
use crate::general::on_disk::on_disk;
use crate::general::play;

fn goal(options: &PuzzleOptions) -> Result<ColourGoal, ReadError> {
    let colours = options.colours.unwrap_or(2);
    let Some(name) = options.goal.as_deref() else {
        return Ok(ColourGoal::Any);
    };
    let mut letters = name.chars();
    let colour = match (name, letters.next(), letters.next()) {
        ("either" | "any", ..) => return Ok(ColourGoal::Any),
        ("white" | "w", ..) if colours == 2 => Some(0),
        ("black" | "b", ..) if colours == 2 => Some(1),
        (_, Some(symbol), None) if options.colours.is_some() => symbol.to_digit(36),
        _ => None,
    };
    colour
        .and_then(|colour| u8::try_from(colour).ok())
        .filter(|&colour| colour < colours)
        .map(ColourGoal::Colour)
        .ok_or_else(|| {
            let expected = if options.colours.is_some() {
                "either or the symbol of a colour"
            } else {
                "white, black or either"
            };
            ReadError::Option(format!("flip has no goal '{name}', expected {expected}"))
        })
}

pub(super) struct FlipBoard {
    board: flip::ColourBoard,
    goal: ColourGoal,
}

/// The number of orders of a set of presses is reported only for sets of at most this size.
const MOST_TO_ORDER: usize = 100;

/// General searches are compiled for states of at most this many machine words.
const MOST_WORDS: usize = 16;

impl FlipBoard {
    /// Names the goal and the number of colours; the text becomes part of the name of a run on
    /// disk.
    fn goal_name(&self) -> String {
        let colours = self.board.colours();
        match self.goal {
            ColourGoal::Any => format!("{colours} colours, goal either"),
            ColourGoal::Colour(colour) => format!("{colours} colours, goal {colour}"),
        }
    }

    /// Whether the linear equations can be solved: the number of colours is prime, or the board is
    /// not too large.
    fn is_linear(&self) -> bool {
        is_prime(self.board.colours()) || self.board.cells().len() <= MOST_EQUATIONS
    }

    fn game(&self) -> FlipGame {
        FlipGame {
            board: self.board.clone(),
            goal: self.goal,
        }
    }

    /// The general searches, if a state fits into `N` words.
    fn searches<const N: usize>(&self) -> Option<Box<dyn GeneralSearch + '_>> {
        let (puzzle, start) = Flip::<N>::new(&self.board, self.goal)?;
        let undirected = self.board.colours() == 2;
        Some(Box::new(Engine {
            both_ends: Some(Box::new(bidirectional)),
            move_sets: Some(Box::new(|puzzle, start, limits| {
                iddfs(puzzle, start, &CommutingPruning, Duplicates::Enter, limits)
            })),
            on_disk: Some(on_disk(AsWords, undirected, self.goal_name())),
            ..Engine::deepening(puzzle, start, &WrongCells, CommutingPruning)
        }))
    }

    fn names(&self, presses: &[Press]) -> Vec<String> {
        let columns = self.board.columns();
        presses.iter().map(|press| press.name(columns)).collect()
    }

    fn linear(&self, limits: &Limits) -> (Answer, LinearReport) {
        let found = linear::solve(&self.board, self.goal, limits);
        let method = Method::Linear {
            modulus: Some(self.board.colours().into()),
            nullity: found.nullity,
        };
        let columns = self.board.columns();
        let report = Report {
            outcome: found.report.outcome.clone().map(|m| m.name(columns)),
            statistics: found.report.statistics,
        };
        let mut answer = Answer::of(report, method);
        let moves = found.report.outcome.moves();
        answer.note = moves
            .filter(|moves| !moves.is_empty() && found.solutions > BigUint::ZERO)
            .map(|moves| sets_and_orders(&found.solutions, moves.len(), self.board.colours()));
        (answer, found)
    }
}

fn is_prime(colours: u8) -> bool {
    Modulus::new(colours).is_some_and(Modulus::is_prime)
}

/// The puzzle of general searches in its widest form, and the start; `None` if the board is too large.
fn packed(
    board: &flip::ColourBoard,
    goal: ColourGoal,
) -> Option<(Flip<MOST_WORDS>, Words<MOST_WORDS>)> {
    Flip::new(board, goal)
}

/// Describes numbers of solutions, such as `2 sets of presses, 48 orders`.
fn sets_and_orders(sets: &BigUint, presses: usize, colours: u8) -> String {
    let mut note = format!("{} of presses", plural(sets, "set", "sets"));
    // With more than two colours a press may be made twice, so sets of equal size differ in their
    // numbers of orders.
    if colours == 2 && presses <= MOST_TO_ORDER {
        let orders = (1..=presses).fold(sets.clone(), |product, n| product * n);
        note += &format!(", {}", plural(&orders, "order", "orders"));
    }
    note
}

/// A number with a noun.
fn plural(number: &impl ToString, one: &str, many: &str) -> String {
    let digits = number.to_string();
    let noun = if digits == "1" { one } else { many };
    format!("{} {noun}", grouped(&digits))
}

impl BuiltIn for FlipBoard {
    const INFO: PuzzleInfo<'static> = PuzzleInfo {
        name: "flip",
        summary: "press cells until all have one colour; a press turns the cell and its neighbours",
        sizes: "any m x n up to thousands a side, 2 to 36 colours",
        notation: "rows of w and b (with --colours K: digits, then letters), blanks between cells or \
                   none; blank lines between boards",
        moves: "r1c2: press row 1, column 2",
        options: "--goal white|black|either or a colour's symbol; --colours K",
        accepts: &[OptionName::Goal, OptionName::Colours],
        example: "b w w b\nb b w b\nb w w b\nb w w w",
    };
    const GAME: &'static str = "the Flip Game";
    const ESTIMATE: &'static str = "a press rights at most five cells";

    fn read(text: &str, options: &PuzzleOptions) -> ReadBoards<Self> {
        let goal = goal(options)?;
        let boards = flip::read(text, options.colours)?.into_iter();
        Ok(boards
            .map(|(board, span)| (FlipBoard { board, goal }, span))
            .collect())
    }

    fn all_boards(size: Option<&str>, options: &PuzzleOptions) -> AllBoards {
        let goal = goal(options)?;
        let (rows, columns) = play::size(size.unwrap_or("4x4"))?;
        space::space(rows, columns, options.colours.unwrap_or(2), goal)
    }

    fn fitting(&self) -> Vec<Algorithm> {
        use Algorithm::{AStar, Bfs, Bidirectional, IdaStar, Iddfs, Linear, MoveSets};
        let linear: &[Algorithm] = if self.is_linear() { &[Linear] } else { &[] };
        let general: &[Algorithm] = match packed(&self.board, self.goal).is_some() {
            true => &[Bidirectional, AStar, IdaStar, Bfs, Iddfs, MoveSets],
            false => &[],
        };
        [linear, general].concat()
    }

    fn misfit(&self, algorithm: Algorithm) -> String {
        match algorithm {
            Algorithm::Linear => {
                let k = self.board.colours();
                format!(
                    "for more than {MOST_EQUATIONS} cells, the equations need a prime number of colours, \
                     and {k} is none"
                )
            }
            other if other.is_special() => "it is not made for the Flip Game".to_owned(),
            _ if self.is_linear() => {
                "the board is too large for a general search; linear can".to_owned()
            }
            _ => "it is too large for a general search, and the equations that solve large boards \
                  need a prime number of colours"
                .to_owned(),
        }
    }

    fn engine(&self) -> Option<Box<dyn GeneralSearch + '_>> {
        self.searches::<1>()
            .or_else(|| self.searches::<MOST_WORDS>())
    }

    fn new_game(&self) -> Box<dyn Game + '_> {
        Box::new(self.game())
    }

    fn after_moves(&self, moves: &[String]) -> Self {
        let mut game = self.game();
        for name in moves {
            game.make(name);
        }
        let FlipGame { board, goal } = game;
        Self { board, goal }
    }

    fn own(&self, limits: &Limits) -> Option<Answer> {
        Some(self.linear(limits).0)
    }

    /// Uses the linear equations, because most boards of some sizes have no solution, and a search
    /// would have to visit all reachable states to prove it.
    fn impossible(&self) -> Option<ApproximateAnswer> {
        let targets = self.board.targets(self.goal);
        let witnesses = targets.map(|colour| parity::witness(&self.board, colour));
        let witnesses: Vec<_> = witnesses.collect::<Option<_>>()?;
        let outcome = Approximate::Unsolvable(parity::proof(&self.board, &witnesses));
        let (modulus, nullity) = (None, None);
        Some(Answer::without_search(
            outcome,
            Method::Linear { modulus, nullity },
        ))
    }

    fn each_wanted(
        &self,
        wanted: &SolutionOptions,
        shortest: u32,
        limits: &Limits,
        visit: &mut dyn FnMut(FoundSolutions<'_>),
    ) {
        self.wanted(wanted, shortest, limits, visit);
    }

    fn explained(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        let (answer, found) = self.linear(limits);
        let text = self.reasons_of(&found);
        Ok(Explanation { answer, text })
    }
}
