//! A board of a drawn puzzle in the shell.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use fewest_ground::compiled::{Compiled, Move, Refused, Starts, compile};
use fewest_ground::{Ground, Label};
use fewest_lang::{Instance, Layout};
use fewest_rules::{Fault, Faults, Limits, Outcome, Proof, Puzzle, Report, StopReason, Words};

use super::bound::{Bound, Lower};
use super::game::{Game, Written};
use super::replay::replay;
use super::solving::{Solved, Solving};
use crate::algorithm::Algorithm;
use crate::approximation::{ApproximateAnswer, How};
use crate::builtin::play;
use crate::shell::{Answer, Board, Difficulty, Explanation, Replayed, Shortest, Unfit};

/// Games of one set of ground rules that are kept for the next board.
const MOST_GAMES: usize = 8;

/// A game of whatever size.
#[derive(Clone)]
pub(super) enum AnyGame {
    One(Arc<Game<1>>),
    Two(Arc<Game<2>>),
    Four(Arc<Game<4>>),
    Eight(Arc<Game<8>>),
}

/// Evaluates an expression, the same code for each size, with the game.
macro_rules! sized {
    ($any:expr, $game:ident => $value:expr) => {
        match $any {
            AnyGame::One($game) => $value,
            AnyGame::Two($game) => $value,
            AnyGame::Four($game) => $value,
            AnyGame::Eight($game) => $value,
        }
    };
}

pub(super) use sized;

/// Compiles ground rules for boards, once for all boards that are alike.
pub(super) struct Workshop {
    pub(super) ground: Arc<Ground>,
    layout: Arc<Layout>,
    games: Mutex<Vec<AnyGame>>,
}

impl Workshop {
    pub(super) fn of(board: &Instance) -> Arc<Self> {
        Arc::new(Self {
            ground: Arc::clone(&board.ground),
            layout: Arc::clone(&board.layout),
            games: Mutex::default(),
        })
    }

    /// The game of a board.
    ///
    /// # Errors
    /// A limit of the compiler.
    pub(super) fn game(&self, start: &[Label]) -> Result<AnyGame, Refused> {
        // A list of games is whole, even if a thread died holding it.
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let known = games
            .iter()
            .rev()
            .find(|game| sized!(game, game => game.accepts(start)));
        if let Some(game) = known {
            return Ok(game.clone());
        }
        let layout = Arc::clone(&self.layout);
        let game = match compile(&self.ground, Starts::One(start))? {
            Compiled::One(packed) => AnyGame::One(Arc::new(Game::new(packed, layout))),
            Compiled::Two(packed) => AnyGame::Two(Arc::new(Game::new(packed, layout))),
            Compiled::Four(packed) => AnyGame::Four(Arc::new(Game::new(packed, layout))),
            Compiled::Eight(packed) => AnyGame::Eight(Arc::new(Game::new(packed, layout))),
        };
        if games.len() == MOST_GAMES {
            games.remove(0);
        }
        games.push(game.clone());
        Ok(game)
    }
}

/// A board of a drawn puzzle.
pub(super) struct DrawnBoard {
    pub(super) workshop: Arc<Workshop>,
    pub(super) start: Vec<Label>,
    /// The lower bound that was asked for.
    pub(super) lower: Option<Lower>,
    /// How many moves a shortest solution has and how many states the search for it
    /// expanded, once it is solved.
    pub(super) solved: OnceLock<(u32, u64)>,
}

impl DrawnBoard {
    fn game(&self) -> Result<AnyGame, Refused> {
        self.workshop.game(&self.start)
    }

    /// Remembers how long a shortest solution is.
    fn remember(&self, report: &Report<Move>) {
        if let Outcome::Solved { moves } = &report.outcome {
            // Whoever was quicker has remembered the same length.
            let _ = self
                .solved
                .set((moves.len() as u32, report.statistics.expanded));
        }
    }

    fn fitting(&self) -> Result<AnyGame, Unfit> {
        self.game()
            .map_err(|refused| Unfit::Board(refused.to_string()))
    }
}

/// The search for the fewest moves of a board.
fn solving<'a, const N: usize>(game: &'a Game<N>, board: &DrawnBoard) -> Solving<'a, N> {
    Solving {
        game,
        start: state(game, &board.start),
        lower: board.lower,
    }
}

/// The state of a board from which the game was made, or of one like it.
fn state<const N: usize>(game: &Game<N>, start: &[Label]) -> Words<N> {
    game.packed().state(start).unwrap_or_default()
}

fn answer<const N: usize>(game: &Game<N>, (report, method): Solved) -> Answer {
    Answer {
        report: play::named(&Written::<N>(game), report),
        method,
        note: None,
    }
}

impl Board for DrawnBoard {
    fn algorithms(&self) -> Vec<Algorithm> {
        match self.game() {
            Ok(any) => sized!(&any, game => {
                solving(game, self).algorithms()
            }),
            Err(_) => Vec::new(),
        }
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, Unfit> {
        sized!(&self.fitting()?, game => {
            let solving = solving(game, self);
            let algorithm = algorithm.or(self.lower.map(|_| Algorithm::IdaStar));
            let solved = match algorithm {
                Some(algorithm) => solving.by(algorithm, limits)?,
                None => solving.best(limits),
            };
            self.remember(&solved.0);
            Ok(answer(game, solved))
        })
    }

    fn heuristics(&self) -> Vec<&'static str> {
        let all = match self.game() {
            Ok(any) if self.lower.is_none() => sized!(&any, game => game.lowers()),
            _ => Vec::new(),
        };
        let names = all.iter().map(|lower| lower.name()).collect();
        if all.len() > 1 { names } else { Vec::new() }
    }

    fn solve_with(
        &self,
        algorithm: Algorithm,
        heuristic: &str,
        limits: &Limits,
    ) -> Result<Answer, Unfit> {
        let lower = Lower::named(heuristic)
            .ok_or_else(|| Unfit::Board(format!("there is no heuristic '{heuristic}'")))?;
        sized!(&self.fitting()?, game => {
            let solving = Solving { lower: Some(lower), ..solving(game, self) };
            Ok(answer(game, solving.by(algorithm, limits)?))
        })
    }

    fn approximate(&self, how: How, limits: &Limits) -> Result<ApproximateAnswer, Unfit> {
        sized!(&self.fitting()?, game => solving(game, self).approximate(how, limits))
    }

    fn properties(&self) -> Vec<String> {
        match self.game() {
            Ok(any) => sized!(&any, game => game.found.lines()),
            Err(_) => Vec::new(),
        }
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(Shortest<'_>),
    ) -> Result<(), StopReason> {
        let any = self.game().map_err(|_| StopReason::Capacity)?;
        sized!(&any, game => {
            let solving = solving(game, self);
            let mut left = limits.clone();
            if self.solved.get().is_none() {
                let report = solving.best(limits).0;
                left = after(&report, limits);
                self.remember(&report);
                if let Outcome::Stopped { reason, .. } = report.outcome {
                    return Err(reason);
                }
            }
            let paths = match self.solved.get() {
                Some(&(length, expanded)) => solving.all_shortest(length, expanded, &left)?,
                None => None,
            };
            play::show_all(&Written::<_>(game), paths.as_ref(), visit);
            Ok(())
        })
    }

    fn film(&self, moves: &[String]) -> Option<Vec<String>> {
        sized!(&self.game().ok()?, game => {
            play::film(&Written::<_>(game), state(game, &self.start), moves)
        })
    }

    fn letter_moves(&self) -> bool {
        self.game()
            .is_ok_and(|any| sized!(&any, game => game.letters))
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        let refused = |refused: Refused| {
            let message = "the moves cannot be made";
            Faults::from(Fault::new(0..0, message, refused.to_string()))
        };
        let any = self.game().map_err(refused)?;
        sized!(&any, game => replay(game, &self.workshop.ground, state(game, &self.start), text))
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, Unfit> {
        sized!(&self.fitting()?, game => {
            let start = state(game, &self.start);
            let solved = solving(game, self).best(limits);
            let text = explained(game, start, &solved, &after(&solved.0, limits));
            Ok(Explanation { answer: answer(game, solved), text })
        })
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        let any = self.game().map_err(|_| StopReason::Capacity)?;
        sized!(&any, game => {
            let puzzle = Written::<_>(game);
            let bound = game.cheap_bound();
            let start = state(game, &self.start);
            let difficulty = play::difficulty(self, &puzzle, start, &bound, limits, |state| {
                if game.found.inverses().is_some() {
                    // The move can be taken back, and the start has a solution.
                    return Ok(true);
                }
                match (Solving { game, start: state, lower: None }).best(limits).0.outcome {
                    Outcome::Solved { .. } => Ok(true),
                    Outcome::Unsolvable(_) => Ok(false),
                    Outcome::Stopped { reason, .. } => Err(reason),
                }
            })?;
            Ok(difficulty.map(|difficulty| Difficulty {
                // Without an estimate no move looks like anything.
                wrong_looking: difficulty.wrong_looking.filter(|_| !matches!(bound, Bound::Nothing)),
                ..difficulty
            }))
        })
    }
}

/// What is left of `limits` after a search.
fn after<M>(report: &Report<M>, limits: &Limits) -> Limits {
    let elapsed = report.statistics.elapsed;
    Limits {
        time: limits.time.map(|time| time.saturating_sub(elapsed)),
        ..limits.clone()
    }
}

/// States that an explanation goes over to count those at each distance.
const MOST_COUNTED: u64 = 1 << 20;

fn explained<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    (report, method): &Solved,
    limits: &Limits,
) -> String {
    match &report.outcome {
        Outcome::Solved { moves } if moves.is_empty() => "The start is a goal.".to_owned(),
        Outcome::Solved { .. } if method.starts_with("linear") => {
            "Every move adds to the same cells wherever it is made, so only how often each is made\n\
             matters. Which numbers lead to a goal is a system of linear equations; all its\n\
             solutions were compared, and none has fewer moves."
                .to_owned()
        }
        Outcome::Solved { moves } => shown(game, start, moves, limits),
        Outcome::Unsolvable(Proof::Invariant(statement)) => sentences(statement),
        Outcome::Unsolvable(Proof::Exhausted { .. }) => {
            "Every board that moves can lead to was looked at, and none is a goal.".to_owned()
        }
        Outcome::Stopped { .. } => String::new(),
    }
}

/// Why there are no fewer moves: the lower bound if it says so, else by all boards
/// that fewer moves reach if these are few, else by a search.
fn shown<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    moves: &[Move],
    limits: &Limits,
) -> String {
    let puzzle = Written::<N>(game);
    let bound = game.cheap_bound();
    let least = bound_of(&puzzle, &bound, start);
    if least as usize == moves.len() {
        return bound.reason(least);
    }
    let few = Limits {
        states: Some(limits.states.unwrap_or(MOST_COUNTED).min(MOST_COUNTED)),
        ..limits.clone()
    };
    let counted = play::no_goal_nearer(&puzzle, start, moves.len(), &few);
    if !counted.is_empty() {
        return counted;
    }
    format!(
        "All ways of fewer than {} moves were searched, and none ends in a goal.",
        moves.len()
    )
}

fn bound_of<P: Puzzle>(
    puzzle: &P,
    bound: &impl fewest_rules::Heuristic<P>,
    state: P::State,
) -> u32 {
    bound.bound(bound.start(puzzle, state))
}

/// Each statement on a line of its own, as a sentence.
fn sentences(statements: &str) -> String {
    let sentence = |statement: &str| {
        let mut letters = statement.chars();
        let first = letters.next().map(|letter| letter.to_uppercase());
        first
            .into_iter()
            .flatten()
            .chain(letters)
            .collect::<String>()
            + "."
    };
    let all: Vec<String> = statements.split("; ").map(sentence).collect();
    let lines: Vec<String> = all.iter().map(|sentence| wrapped(sentence)).collect();
    lines.join("\n")
}

/// Columns of a paragraph.
const WIDTH: usize = 88;

/// A paragraph, its lines no longer than [`WIDTH`] where words allow it.
fn wrapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut column = 0;
    for word in text.split(' ') {
        let letters = word.chars().count();
        if column > 0 && column + 1 + letters > WIDTH {
            out.push('\n');
            column = 0;
        } else if column > 0 {
            out.push(' ');
            column += 1;
        }
        out += word;
        column += letters;
    }
    out
}
