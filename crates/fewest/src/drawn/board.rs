//! A board of a drawn puzzle in the shell.

use std::sync::{Arc, OnceLock};

use fewest_ground::compiled::{Move, Refused};
use fewest_ground::{Ground, Label};
use fewest_lang::Instance;
use fewest_rules::{Fault, Faults, Limits, Outcome, Proof, Puzzle, Report, StopReason, Words};

use super::bound::{Bound, Lower};
use super::file::{PuzzleFile, Unplayed};
use super::game::{Game, Written};
use super::replay::replay;
use super::solving::{Solved, Solving};
use super::wide;
use super::workshop::{AnyGame, Workshops, sized};
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, Difficulty, Explanation, Method, Replayed,
    ShortestSolutions, SolveError,
};
use crate::builtin::play;

/// A board of a drawn puzzle. What it needs is made when it is first asked for something, and
/// held until the board is dropped.
pub(super) struct DrawnBoard {
    source: Source,
    workshops: Arc<Workshops>,
    /// The lower bound that was asked for.
    lower: Option<Lower>,
    made: OnceLock<Result<Made, String>>,
}

enum Source {
    Played(Instance),
    Unplayed(Unplayed, Arc<PuzzleFile>),
}

/// A board with its game.
enum Made {
    Usual(Usual),
    /// States of very many bits.
    Wide(Box<dyn AnyBoard>),
}

struct Usual {
    game: AnyGame,
    /// The rules for all boards like this one, of which the game has those that matter here.
    ground: Arc<Ground>,
    start: Vec<Label>,
    /// How many moves a shortest solution has and how many states the search for it
    /// expanded, once it is solved.
    solved: OnceLock<(u32, u64)>,
}

impl Usual {
    /// Remembers how long a shortest solution is.
    fn remember(&self, report: &Report<Move>) {
        if let Outcome::Solved { moves } = &report.outcome {
            // Whoever was quicker has remembered the same length.
            let _ = self
                .solved
                .set((moves.len() as u32, report.statistics.expanded));
        }
    }
}

impl DrawnBoard {
    pub(super) fn played(
        board: &Instance,
        lower: Option<Lower>,
        workshops: Arc<Workshops>,
    ) -> Self {
        Self {
            source: Source::Played(board.clone()),
            workshops,
            lower,
            made: OnceLock::new(),
        }
    }

    pub(super) fn unplayed(
        board: Unplayed,
        lower: Option<Lower>,
        file: Arc<PuzzleFile>,
        workshops: Arc<Workshops>,
    ) -> Self {
        Self {
            source: Source::Unplayed(board, file),
            workshops,
            lower,
            made: OnceLock::new(),
        }
    }

    fn made(&self) -> Result<&Made, &str> {
        let made = self.made.get_or_init(|| match &self.source {
            Source::Played(board) => self.make(board),
            Source::Unplayed(board, file) => match file.play(board) {
                Ok(board) => self.make(&board),
                Err(faults) => Err(faults.to_string()),
            },
        });
        made.as_ref().map_err(String::as_str)
    }

    fn make(&self, board: &Instance) -> Result<Made, String> {
        let workshop = self.workshops.of_board(board);
        match workshop.game(&board.start) {
            Ok(game) => Ok(Made::Usual(Usual {
                game,
                ground: Arc::clone(&board.ground),
                start: board.start.clone(),
                solved: OnceLock::new(),
            })),
            Err(Refused::Bits(_)) => match wide::board(board, self.lower) {
                Ok(wide) => Ok(Made::Wide(wide)),
                Err(refused) => Err(refused.to_string()),
            },
            Err(refused) => Err(refused.to_string()),
        }
    }

    fn fitting(&self) -> Result<&Made, SolveError> {
        self.made().map_err(|why| SolveError::Board(why.to_owned()))
    }
}

/// The search for the fewest moves of a board.
fn solving<'a, const N: usize>(
    game: &'a Game<N>,
    start: &[Label],
    lower: Option<Lower>,
) -> Solving<'a, N> {
    Solving {
        game,
        start: state(game, start),
        lower,
    }
}

/// The state of a board from which the game was made, or of one like it.
pub(super) fn state<const N: usize>(game: &Game<N>, start: &[Label]) -> Words<N> {
    game.packed().state(start).unwrap_or_default()
}

pub(super) fn answer<const N: usize>(game: &Game<N>, (report, method): Solved) -> Answer {
    Answer::of(play::named(&Written::<N>(game), report), method)
}

impl AnyBoard for DrawnBoard {
    fn algorithms(&self) -> Vec<Algorithm> {
        match self.made() {
            Ok(Made::Wide(board)) => board.algorithms(),
            Ok(Made::Usual(made)) => sized!(&made.game, game => {
                solving(game, &made.start, self.lower).algorithms()
            }),
            Err(_) => Vec::new(),
        }
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, SolveError> {
        let made = match self.fitting()? {
            Made::Usual(made) => made,
            Made::Wide(board) => return board.solve(algorithm, limits),
        };
        sized!(&made.game, game => {
            let solving = solving(game, &made.start, self.lower);
            let algorithm = algorithm.or(self.lower.map(|_| Algorithm::IdaStar));
            let solved = match algorithm {
                Some(algorithm) => solving.by(algorithm, limits)?,
                None => solving.best(limits),
            };
            made.remember(&solved.0);
            Ok(answer(game, solved))
        })
    }

    fn heuristics(&self) -> Vec<&'static str> {
        let all = match self.made() {
            Ok(Made::Wide(board)) => return board.heuristics(),
            Ok(Made::Usual(made)) if self.lower.is_none() => {
                sized!(&made.game, game => game.lowers())
            }
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
    ) -> Result<Answer, SolveError> {
        let lower = Lower::named(heuristic)
            .ok_or_else(|| SolveError::Board(format!("there is no heuristic '{heuristic}'")))?;
        let made = match self.fitting()? {
            Made::Usual(made) => made,
            Made::Wide(board) => return board.solve_with(algorithm, heuristic, limits),
        };
        sized!(&made.game, game => {
            let solving = Solving { lower: Some(lower), ..solving(game, &made.start, self.lower) };
            Ok(answer(game, solving.by(algorithm, limits)?))
        })
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        let made = match self.fitting()? {
            Made::Usual(made) => made,
            Made::Wide(board) => return board.approximate(how, limits),
        };
        sized!(&made.game, game => solving(game, &made.start, self.lower).approximate(how, limits))
    }

    fn properties(&self) -> Vec<String> {
        match self.made() {
            Ok(Made::Wide(board)) => board.properties(),
            Ok(Made::Usual(made)) => sized!(&made.game, game => game.found.lines()),
            Err(_) => Vec::new(),
        }
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason> {
        let made = match self.made().map_err(|_| StopReason::Capacity)? {
            Made::Usual(made) => made,
            Made::Wide(board) => return board.shortest(limits, visit),
        };
        sized!(&made.game, game => {
            let solving = solving(game, &made.start, self.lower);
            let mut left = limits.clone();
            if made.solved.get().is_none() {
                let report = solving.best(limits).0;
                left = after(&report, limits);
                made.remember(&report);
                if let Outcome::Stopped { reason, .. } = report.outcome {
                    return Err(reason);
                }
            }
            let paths = match made.solved.get() {
                Some(&(length, expanded)) => solving.all_shortest(length, expanded, &left)?,
                None => None,
            };
            play::show_all(&Written::<_>(game), paths.as_ref(), visit);
            Ok(())
        })
    }

    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        let made = match self.made().ok()? {
            Made::Usual(made) => made,
            Made::Wide(board) => return board.positions(moves),
        };
        sized!(&made.game, game => {
            play::positions(&Written::<_>(game), state(game, &made.start), moves)
        })
    }

    fn letter_moves(&self) -> bool {
        match self.made() {
            Ok(Made::Usual(made)) => sized!(&made.game, game => game.letters),
            Ok(Made::Wide(board)) => board.letter_moves(),
            Err(_) => false,
        }
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        let refused = |why: &str| {
            let message = "the moves cannot be made";
            Faults::from(Fault::new(0..0, message, why))
        };
        let made = match self.made().map_err(refused)? {
            Made::Usual(made) => made,
            Made::Wide(board) => return board.replay(text),
        };
        sized!(&made.game, game => replay(game, &made.ground, state(game, &made.start), text))
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        let made = match self.fitting()? {
            Made::Usual(made) => made,
            Made::Wide(board) => return board.explain(limits),
        };
        sized!(&made.game, game => {
            let start = state(game, &made.start);
            let solved = solving(game, &made.start, self.lower).best(limits);
            let text = explained(game, start, &solved, &after(&solved.0, limits));
            Ok(Explanation { answer: answer(game, solved), text })
        })
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        let made = match self.made().map_err(|_| StopReason::Capacity)? {
            Made::Usual(made) => made,
            Made::Wide(board) => return board.difficulty(limits),
        };
        sized!(&made.game, game => {
            let puzzle = Written::<_>(game);
            let bound = game.cheap_bound();
            let start = state(game, &made.start);
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
            Ok(difficulty.map(|difficulty| looked_at(&bound, difficulty)))
        })
    }
}

/// The difficulty, as far as `bound` is an estimate: without one no move looks like anything.
pub(super) fn looked_at<const N: usize>(
    bound: &Bound<'_, N>,
    difficulty: Difficulty,
) -> Difficulty {
    let looks = !matches!(bound, Bound::Nothing);
    Difficulty {
        wrong_looking: difficulty.wrong_looking.filter(|_| looks),
        ..difficulty
    }
}

/// What is left of `limits` after a search.
pub(super) fn after<M>(report: &Report<M>, limits: &Limits) -> Limits {
    let elapsed = report.statistics.elapsed;
    Limits {
        time: limits.time.map(|time| time.saturating_sub(elapsed)),
        ..limits.clone()
    }
}

/// States that an explanation goes over to count those at each distance.
const MOST_COUNTED: u64 = 1 << 20;

pub(super) fn explained<const N: usize>(
    game: &Game<N>,
    start: Words<N>,
    (report, method): &Solved,
    limits: &Limits,
) -> String {
    match &report.outcome {
        Outcome::Solved { moves } if moves.is_empty() => "The start is a goal.".to_owned(),
        Outcome::Solved { .. } if matches!(method, Method::Linear { .. }) => {
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
