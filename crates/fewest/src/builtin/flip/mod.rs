//! The Flip Game in the shell.

mod approximate;
mod explain;
mod space;

use std::fmt::Write;

use fewest_puzzles::flip::linear::{self, LinearReport};
use fewest_puzzles::flip::{self, Colours, Flip, Goal, Press, WrongCells};
use fewest_rules::{Faults, Limits, Outcome, Report, StopReason, grouped};
use fewest_search::{
    Duplicates, InversePruning, NoPruning, Order, astar, bfs, bidirectional, idastar, iddfs,
    move_sets,
};
use num_bigint::BigUint;

use super::play;
use super::words::with_words;
use crate::algorithm::{Algorithm, ApproximateSearch};
use crate::api::{
    Answer, AnyBoard, ApproximateAnswer, Difficulty, Explanation, Family, Method, OptionName,
    PlacedBoard, PuzzleInfo, PuzzleOptions, ReadError, Replayed, ShortestSolutions, SolveError,
};
use crate::goal_first::goal_first;
use crate::space::{Space, SpaceError};

/// The Flip Game: POJ 1753, Lights Out, POJ 3279.
pub(super) struct FlipFamily;

/// The options that the puzzle accepts.
const ACCEPTS: &[OptionName] = &[OptionName::Goal, OptionName::Colours];

impl Family for FlipFamily {
    fn info(&self) -> PuzzleInfo<'_> {
        PuzzleInfo {
            name: "flip",
            summary: "press cells until all have one colour; a press turns the cell and its neighbours",
            sizes: "any m x n up to thousands a side, 2 to 36 colours",
            notation: "rows of w and b (with --colours K: digits, then letters), blanks between cells or \
                       none; blank lines between boards",
            moves: "r1c2: press row 1, column 2",
            options: "--goal white|black|either or a colour's symbol; --colours K",
            example: "b w w b\nb b w b\nb w w b\nb w w w",
            accepts: ACCEPTS,
        }
    }

    fn read(&self, text: &str, options: &PuzzleOptions) -> Result<Vec<PlacedBoard>, ReadError> {
        options.reject(self.info().name, ACCEPTS, &OptionName::OF_BOARDS)?;
        let goal = goal(options)?;
        let boards = flip::read(text, options.colours)?
            .into_iter()
            .map(|(board, span)| (goal_first(FlipBoard { board, goal }), span));
        Ok(boards.collect())
    }

    fn space(
        &self,
        size: Option<&str>,
        options: &PuzzleOptions,
    ) -> Result<Box<dyn Space>, SpaceError> {
        options.reject(self.info().name, ACCEPTS, &[OptionName::Pattern])?;
        let goal = goal(options).map_err(|error| SpaceError::Unfit(error.to_string()))?;
        let (rows, columns) = play::size(size.unwrap_or("4x4"))?;
        space::space(rows, columns, options.colours.unwrap_or(2), goal)
    }
}

fn goal(options: &PuzzleOptions) -> Result<Goal, ReadError> {
    let colours = options.colours.unwrap_or(2);
    let Some(name) = options.goal.as_deref() else {
        return Ok(Goal::Any);
    };
    let mut letters = name.chars();
    let colour = match (name, letters.next(), letters.next()) {
        ("either" | "any", ..) => return Ok(Goal::Any),
        ("white" | "w", ..) if colours == 2 => Some(0),
        ("black" | "b", ..) if colours == 2 => Some(1),
        (_, Some(symbol), None) if options.colours.is_some() => symbol.to_digit(36),
        _ => None,
    };
    colour
        .and_then(|colour| u8::try_from(colour).ok())
        .filter(|&colour| colour < colours)
        .map(Goal::Colour)
        .ok_or_else(|| {
            let expected = if options.colours.is_some() {
                "either or the symbol of a colour"
            } else {
                "white, black or either"
            };
            ReadError::Option(format!("flip has no goal '{name}', expected {expected}"))
        })
}

struct FlipBoard {
    board: flip::Board,
    goal: Goal,
}

const ESTIMATE: &str = "a press rights at most five cells";

const TOO_LARGE: &str = "it is too large for a general search, and the equations that solve large boards \
                         need a prime number of colours";

/// Presses in a set that has a number of orders worth telling.
const MOST_TO_ORDER: usize = 100;

impl FlipBoard {
    /// Whether the number of colours is prime, so that the equations can be solved.
    fn is_linear(&self) -> bool {
        let k = self.board.colours();
        (2..k).all(|d| !k.is_multiple_of(d))
    }

    /// Machine words that a state for general searches takes.
    fn words(&self) -> usize {
        let cells = self.board.cells().len();
        let bits = cells * ((self.board.colours() - 1).ilog2() as usize + 1);
        // One word leaves a bit free, so that all states can be counted.
        if bits <= 63 {
            1
        } else {
            (bits + 1).div_ceil(64).max(2)
        }
    }

    fn fits_search(&self) -> bool {
        self.words() <= 16
    }

    /// Solves with a general search; `None` if the board does not fit.
    fn search<const N: usize>(
        &self,
        algorithm: Algorithm,
        limits: &Limits,
    ) -> Option<Report<Press>> {
        let duplicates = Duplicates::default();
        let order = Order::Lexicographic;
        if self.board.colours() == 2 {
            let (puzzle, start) = Flip::<N>::new(&self.board, self.goal)?;
            let pruning = &InversePruning;
            return Some(match algorithm {
                Algorithm::Bfs => bfs(&puzzle, start, limits),
                Algorithm::Bidirectional => bidirectional(&puzzle, start, limits),
                Algorithm::MoveSets => move_sets(&puzzle, start, limits),
                Algorithm::Iddfs => iddfs(&puzzle, start, pruning, duplicates, limits),
                Algorithm::AStar => astar(&puzzle, start, &WrongCells, order, limits),
                Algorithm::IdaStar => {
                    idastar(&puzzle, start, &WrongCells, pruning, duplicates, limits)
                }
                _ => return None,
            });
        }
        let (puzzle, start) = Colours::<N>::new(&self.board, self.goal)?;
        Some(match algorithm {
            Algorithm::Bfs => bfs(&puzzle, start, limits),
            Algorithm::Bidirectional => bidirectional(&puzzle, start, limits),
            Algorithm::MoveSets => move_sets(&puzzle, start, limits),
            Algorithm::Iddfs => iddfs(&puzzle, start, &NoPruning, duplicates, limits),
            Algorithm::AStar => astar(&puzzle, start, &WrongCells, order, limits),
            Algorithm::IdaStar => {
                idastar(&puzzle, start, &WrongCells, &NoPruning, duplicates, limits)
            }
            _ => return None,
        })
    }

    fn named(&self, report: &Report<Press>) -> Report<String> {
        Report {
            outcome: report
                .outcome
                .clone()
                .map(|press| press.name(self.board.columns())),
            statistics: report.statistics,
        }
    }

    fn linear(&self, limits: &Limits) -> Option<(Answer, LinearReport<'_>)> {
        let found = linear::solve(&self.board, self.goal, limits).ok()?;
        let k = self.board.colours();
        let mut answer = Answer::of(
            self.named(&found.report),
            Method::Linear {
                modulus: Some(k.into()),
                nullity: found.nullity,
            },
        );
        let moves = found.report.outcome.moves();
        answer.note = moves
            .filter(|moves| !moves.is_empty())
            .map(|moves| sets_and_orders(&found.solutions, moves.len(), k));
        Some((answer, found))
    }
}

/// `2 sets of presses, 48 orders`.
fn sets_and_orders(sets: &BigUint, presses: usize, colours: u8) -> String {
    let noun = if *sets == BigUint::from(1_u8) {
        "set"
    } else {
        "sets"
    };
    let mut note = format!("{} {noun} of presses", grouped(&sets.to_string()));
    // With more colours a press may be made twice, and sets differ in their orders.
    if colours == 2 && presses <= MOST_TO_ORDER {
        let orders = (1..=presses).fold(sets.clone(), |product, n| product * n);
        let noun = if orders == BigUint::from(1_u8) {
            "order"
        } else {
            "orders"
        };
        let _ = write!(note, ", {} {noun}", grouped(&orders.to_string()));
    }
    note
}

impl AnyBoard for FlipBoard {
    fn algorithms(&self) -> Vec<Algorithm> {
        let mut fit = Vec::new();
        if self.is_linear() {
            fit.push(Algorithm::Linear);
        }
        if self.fits_search() {
            fit.extend([
                Algorithm::Bidirectional,
                Algorithm::AStar,
                Algorithm::IdaStar,
                Algorithm::Bfs,
                Algorithm::Iddfs,
                Algorithm::MoveSets,
            ]);
        }
        fit
    }

    fn solve(&self, algorithm: Option<Algorithm>, limits: &Limits) -> Result<Answer, SolveError> {
        let Some(algorithm) = algorithm.or(self.algorithms().first().copied()) else {
            return Err(SolveError::Board(TOO_LARGE.to_owned()));
        };
        if algorithm == Algorithm::Linear {
            return self
                .linear(limits)
                .map(|(answer, _)| answer)
                .ok_or_else(|| {
                    let k = self.board.colours();
                    SolveError::of(
                        algorithm,
                        format!("the equations need a prime number of colours, and {k} is none"),
                    )
                });
        }
        let report =
            with_words!(self.words(), [1, 4, 16], N => self.search::<N>(algorithm, limits));
        let report = report.ok_or_else(|| {
            let reason = match algorithm {
                Algorithm::Masks | Algorithm::Walks | Algorithm::Memory => {
                    "it is not made for the Flip Game"
                }
                _ if self.is_linear() => "the board is too large for a general search; linear can",
                _ => TOO_LARGE,
            };
            SolveError::of(algorithm, reason)
        })?;
        Ok(Answer::of(
            self.named(&report),
            Method::of(algorithm, ESTIMATE),
        ))
    }

    fn approximate(
        &self,
        how: ApproximateSearch,
        limits: &Limits,
    ) -> Result<ApproximateAnswer, SolveError> {
        self.approximation(how, limits)
    }

    fn shortest(
        &self,
        limits: &Limits,
        visit: &mut dyn FnMut(ShortestSolutions<'_>),
    ) -> Result<(), StopReason> {
        let columns = self.board.columns();
        let names = |presses: Vec<Press>| -> Vec<String> {
            presses.iter().map(|press| press.name(columns)).collect()
        };
        if let Some((_, found)) = self.linear(limits) {
            if let Outcome::Stopped { reason, .. } = found.report.outcome {
                return Err(reason);
            }
            let sets = found.least_sets(limits)?;
            visit(ShortestSolutions {
                count: found.solutions.clone(),
                solutions: Box::new(sets.map(|set| Ok(names(set?)))),
            });
            return Ok(());
        }
        let sets = with_words!(self.words(), [1, 4, 16], N => {
            let (puzzle, start) = Colours::<N>::new(&self.board, self.goal)?;
            Some(fewest_search::all_move_sets(&puzzle, start, limits))
        });
        let sets = sets.unwrap_or(Err(StopReason::Capacity))?;
        visit(ShortestSolutions {
            count: sets.len().into(),
            solutions: Box::new(sets.into_iter().map(|set| Ok(names(set)))),
        });
        Ok(())
    }

    fn positions(&self, moves: &[String]) -> Option<Vec<String>> {
        let mut board = self.board.clone();
        if board.rows() > play::LARGEST_DRAWING || board.columns() > play::LARGEST_DRAWING {
            return None;
        }
        let mut pictures = vec![board.draw()];
        for name in moves {
            board.press(Press::parse(name, board.rows(), board.columns())?);
            pictures.push(board.draw());
        }
        Some(pictures)
    }

    fn letter_moves(&self) -> bool {
        false
    }

    fn replay(&self, text: &str) -> Result<Replayed, Faults> {
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let mut presses = Vec::new();
        let mut faults = Vec::new();
        for span in fewest_rules::words(text) {
            let name = &text[span.clone()];
            match Press::parse(name, rows, columns) {
                Some(press) => presses.push(press),
                None => {
                    let expected = format!("expected r1c1 to r{rows}c{columns}");
                    faults.push(fewest_rules::unknown_move(text, span, expected));
                }
            }
            if faults.len() == fewest_rules::MOST_FAULTS {
                break;
            }
        }
        let presses = Faults::unless_empty(faults, presses)?;
        let replay = fewest_check::replay_with(
            Counted::new(self.board.clone()),
            &presses,
            |board, &press| {
                board.press(press);
                true
            },
            |board| board.is_goal(self.goal),
        );
        Ok(play::replayed(&replay, None, presses.len()))
    }

    fn explain(&self, limits: &Limits) -> Result<Explanation, SolveError> {
        match self.linear(limits) {
            Some((answer, found)) => Ok(Explanation {
                text: self.reasons(&found),
                answer,
            }),
            None => self.explain_composite(limits),
        }
    }

    fn difficulty(&self, limits: &Limits) -> Result<Option<Difficulty>, StopReason> {
        let difficulty = if self.board.colours() == 2 {
            with_words!(self.words(), [1, 4, 16], N => {
                let (puzzle, start) = Flip::<N>::new(&self.board, self.goal)?;
                Some(play::difficulty(self, &puzzle, start, &WrongCells, limits, |_| Ok(true)))
            })
        } else {
            with_words!(self.words(), [1, 4, 16], N => {
                let (puzzle, start) = Colours::<N>::new(&self.board, self.goal)?;
                Some(play::difficulty(self, &puzzle, start, &WrongCells, limits, |_| Ok(true)))
            })
        };
        difficulty.unwrap_or(Ok(None))
    }
}

/// A board that knows how many cells have each colour, so that large boards can
/// be replayed in time linear in the presses.
struct Counted {
    board: flip::Board,
    cells: [usize; flip::MOST_COLOURS as usize],
}

impl Counted {
    fn new(board: flip::Board) -> Self {
        let mut cells = [0; flip::MOST_COLOURS as usize];
        for &cell in board.cells() {
            cells[usize::from(cell)] += 1;
        }
        Self { board, cells }
    }

    fn press(&mut self, press: Press) {
        let k = usize::from(self.board.colours());
        for cell in self.board.touched(press.0 as usize) {
            let colour = usize::from(self.board.cells()[cell]);
            self.cells[colour] -= 1;
            self.cells[(colour + 1) % k] += 1;
        }
        self.board.press(press);
    }

    fn is_goal(&self, goal: Goal) -> bool {
        self.board
            .targets(goal)
            .any(|colour| self.cells[usize::from(colour)] == self.board.cells().len())
    }
}
