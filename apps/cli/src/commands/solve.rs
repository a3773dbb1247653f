//! `fewest solve`: finds the fewest moves and proves them.

use std::io::Write;
use std::sync::OnceLock;

use fewest::api::UnprovenAnswer;
use fewest::api::{DiskRun, Unfinished};
use fewest::{Algorithm, Answer, Board, Method, SolveError, SolveOptions};
use fewest_rules::{Limits, Outcome, Statistics, StopReason};

use crate::args::{SolutionFormat, SolveArgs};
use crate::commands::solutions::WantedSolutions;
use crate::commands::title_of;
use crate::exit::{Exit, Failure};
use crate::game::boards_in_game;
use crate::interrupt::LastKnown;
use crate::json::JsonLine;
use crate::session::Session;
use crate::text;
use crate::threads::share;

/// The number of boards that each thread solves before the answers are printed.
const BATCH: usize = 16;

pub(crate) fn run(args: &SolveArgs, session: &mut Session) -> Result<Exit, Failure> {
    let algorithm = args.algorithm.as_deref().map(algorithm).transpose()?;
    WantedSolutions::of(args)?;
    let boards = boards_in_game(&args.board, Some(&args.bound), session)?;
    let (puzzle, total) = (boards.puzzle, boards.boards.len());
    let first = boards.boards.first();
    if args.disk.is_some() && (algorithm != Some(Algorithm::Bfs) || total != 1) {
        return Err(Failure::Usage {
            message: match total {
                1 => "only breadth-first search keeps its layers on disk".to_owned(),
                _ => format!("--disk is for one board, and there are {total}"),
            },
            help: Some("fewest solve PUZZLE BOARD --algorithm bfs --disk DIR".to_owned()),
        });
    }
    if args.format == SolutionFormat::Lurd
        && first.is_some_and(|(board, _)| board.lurd(&[]).is_none())
    {
        return Err(Failure::usage(format!("{puzzle} has no LURD notation")));
    }
    let threads = session.threads.min(total);
    session.share_memory(threads);
    let limits = session.limits(threads);
    let one_more = session.count_boards(total);
    let clock = (total > 1).then(|| session.clock.clone());
    let mut exit = Exit::Done;
    let mut left = boards.boards.into_iter();
    let mut at = 0;
    // With a single thread, each answer is printed as soon as it is found.
    let batch = if threads == 1 { 1 } else { threads * BATCH };
    while at < total && exit != Exit::Interrupted {
        // The boards are moved into `jobs`, so that each board frees its memory after it is
        // answered.
        let jobs: Vec<(Board, usize)> = left.by_ref().take(batch).collect();
        let all: Vec<OnceLock<Result<BoardResult, Failure>>> =
            jobs.iter().map(|_| OnceLock::new()).collect();
        let solve = |job: usize| {
            let ((board, _), found) = (&jobs[job], &all[job]);
            let limits = match &clock {
                Some(clock) => &clock.next(&limits),
                None => &limits,
            };
            found.get_or_init(|| match &args.disk {
                Some(folder) => {
                    let puzzle = &*puzzle;
                    BoardResult::on_disk(board, DiskRun { folder, puzzle }, limits)
                }
                None => BoardResult::new(board, algorithm, args, limits),
            });
            one_more();
        };
        let work = || share(jobs.len(), threads, &solve);
        let print = |i: usize, found: &BoardResult, session: &mut Session| {
            let (board, line) = &jobs[i];
            let number = at + i;
            if let (BoardResult::Refused(why), 1) = (found, total) {
                return Err(Failure::usage(why.clone()));
            }
            if !session.json {
                title_of(total, number, &jobs[i], session)?;
            }
            if let BoardResult::Refused(why) = found {
                session.complain(&Failure::usage(format!(
                    "board {} (line {line}): {why}",
                    number + 1
                )));
            }
            found.print(&puzzle, board, args, session)
        };
        session.work(work, |session, known| {
            for (i, found) in all.iter().enumerate() {
                match found.get() {
                    Some(Ok(found)) => print(i, found, session)?,
                    Some(Err(_)) => return Ok(()),
                    None => print(i, &BoardResult::given_up(known, &jobs[i].0), session)?,
                };
            }
            Ok(())
        })?;
        for (i, found) in all.into_iter().enumerate() {
            let found = found.into_inner().unwrap_or(Err(Failure::Interrupted))?;
            exit = exit.and(print(i, &found, session)?);
        }
        at += jobs.len();
        session.flush()?;
    }
    Ok(exit)
}

fn algorithm(name: &str) -> Result<Algorithm, Failure> {
    name.parse()
        .map_err(|error: fewest::algorithm::UnknownAlgorithm| Failure::usage(error.to_string()))
}

/// The result of solving one board.
enum BoardResult {
    Answer(SolvedBoard),
    Unproven(UnprovenAnswer),
    /// The reason why the board cannot be played or why no algorithm fits it.
    Refused(String),
}

impl BoardResult {
    fn new(
        board: &Board,
        algorithm: Option<Algorithm>,
        args: &SolveArgs,
        limits: &Limits,
    ) -> Result<Self, Failure> {
        let refused = |unfit: SolveError, help: &dyn Fn() -> Option<String>| match unfit {
            SolveError::Board(_) | SolveError::Endless(_) => Ok(Self::Refused(unfit.to_string())),
            SolveError::Internal(_) | SolveError::Table(_) => Err(unfit.into()),
            _ => Err(Failure::Usage {
                message: unfit.to_string(),
                help: help(),
            }),
        };
        let Some(how) = args.how.how() else {
            return match SolvedBoard::new(board, algorithm, args, limits) {
                Ok(solved) => Ok(Self::Answer(solved)),
                Err(unfit) => refused(unfit, &|| {
                    let names: Vec<&str> = board.algorithms().iter().map(|a| a.name()).collect();
                    (!names.is_empty())
                        .then(|| format!("the algorithms for this board are {}", names.join(", ")))
                }),
            };
        };
        match board.approximate(how, limits) {
            Ok(answer) => Ok(match answer.proven() {
                Ok(answer) => Self::Answer(SolvedBoard {
                    answer,
                    solutions: None,
                }),
                Err(unproven) => Self::Unproven(*unproven),
            }),
            Err(unfit) => refused(unfit, &|| {
                (!board.algorithms().is_empty()).then(|| {
                    "leave --weight and --beam out for the fewest moves, proven".to_owned()
                })
            }),
        }
    }

    /// Solves a board by breadth-first search with its layers in files.
    fn on_disk(board: &Board, run: DiskRun<'_>, limits: &Limits) -> Result<Self, Failure> {
        match board.solve_on_disk(run, limits) {
            Ok(answer) => Ok(Self::Answer(SolvedBoard {
                answer,
                solutions: None,
            })),
            Err(why @ (SolveError::Board(_) | SolveError::Endless(_))) => {
                Ok(Self::Refused(why.to_string()))
            }
            Err(why) => Err(why.into()),
        }
    }

    fn given_up(known: LastKnown, board: &Board) -> Self {
        Self::Answer(SolvedBoard {
            answer: known.answer(board),
            solutions: None,
        })
    }

    fn print(
        &self,
        puzzle: &str,
        board: &Board,
        args: &SolveArgs,
        session: &mut Session,
    ) -> Result<Exit, Failure> {
        match self {
            Self::Answer(solved) => {
                let exit = solved.print(puzzle, board, args, session)?;
                let capacity = matches!(
                    solved.answer.outcome,
                    Outcome::Stopped {
                        reason: StopReason::Capacity,
                        ..
                    }
                );
                if args.how.beam.is_some() && capacity {
                    session
                        .note("no way led on from the positions kept; a wider beam may find one");
                }
                Ok(exit)
            }
            Self::Refused(why) => {
                if session.json {
                    let line = JsonLine::new("solve", puzzle).with("outcome", "refused");
                    let line = line.with("problem", why.as_str()).of_level(board);
                    writeln!(session.out(), "{line}")?;
                } else {
                    writeln!(session.out(), "no answer: {why}")?;
                }
                Ok(Exit::Bad)
            }
            Self::Unproven(answer) => {
                print_unproven(answer, puzzle, board, args, session)?;
                Ok(Exit::Done)
            }
        }
    }
}

fn print_unproven(
    answer: &UnprovenAnswer,
    puzzle: &str,
    board: &Board,
    args: &SolveArgs,
    session: &mut Session,
) -> Result<(), Failure> {
    let moves = answer.outcome.moves();
    let lurd = text::lurd(moves, board, args.format);
    if session.json {
        let line = JsonLine::new("solve", puzzle).and(answer);
        let line = line.with_some("lurd", lurd).of_level(board);
        return Ok(writeln!(session.out(), "{line}")?);
    }
    match lurd {
        Some(lurd) => writeln!(session.out(), "{}: {lurd}", answer.outcome)?,
        None => {
            let headline = text::unproven(&answer.outcome, board, session);
            writeln!(session.out(), "{headline}")?;
            film(moves, board, session)?;
        }
    }
    cost(&answer.method, answer.statistics, session)
}

/// Every position of a solution, unless quiet is wanted.
fn film(moves: &[String], board: &Board, session: &mut Session) -> Result<(), Failure> {
    if !session.quiet && !moves.is_empty() {
        let film = text::solution(moves, board);
        if !film.is_empty() {
            write!(session.out(), "\n{film}")?;
        }
    }
    Ok(())
}

/// Prints the cost of the answer if `-v` is given.
fn cost(method: &Method, statistics: Statistics, session: &mut Session) -> Result<(), Failure> {
    if session.verbose {
        writeln!(session.out(), "\n{}", text::cost(method, statistics))?;
    }
    Ok(())
}

/// Prints the cost of the answer and what is known of the puzzle if `-v` is given.
pub(crate) fn details(
    answer: &Answer,
    board: &Board,
    session: &mut Session,
) -> Result<(), Failure> {
    cost(&answer.method, answer.statistics, session)?;
    if session.verbose {
        for property in board.properties() {
            writeln!(session.out(), "  {property}")?;
        }
    }
    Ok(())
}

/// The answer for a board and, if requested, the number of its shortest solutions.
struct SolvedBoard {
    answer: Answer,
    solutions: Option<Result<String, StopReason>>,
}

impl SolvedBoard {
    fn new(
        board: &Board,
        algorithm: Option<Algorithm>,
        args: &SolveArgs,
        limits: &Limits,
    ) -> Result<Self, SolveError> {
        let answer = board.solve_with(&SolveOptions {
            algorithm,
            ..limits.clone().into()
        })?;
        let wanted = args.count && !args.more.is_any() && answer.outcome.moves().is_some();
        let solutions = match wanted.then(|| board.count_solutions(limits)) {
            Some(Err(Unfinished::Internal(error))) => return Err(SolveError::Internal(error)),
            Some(Err(Unfinished::Stopped(reason))) => Some(Err(reason)),
            Some(Ok(count)) => Some(Ok(count.to_string())),
            None => None,
        };
        Ok(Self { answer, solutions })
    }

    fn print(
        &self,
        puzzle: &str,
        board: &Board,
        args: &SolveArgs,
        session: &mut Session,
    ) -> Result<Exit, Failure> {
        let exit = Exit::of(&self.answer.outcome);
        let counted = match &self.solutions {
            Some(Err(reason)) => {
                session.warn(&format!("the solutions were not counted: {reason}"));
                exit.and(Exit::stopped(*reason))
            }
            _ => exit,
        };
        if session.verbose
            && let Some(choice) = &self.answer.choice
        {
            session.remark(choice);
        }
        let solutions = self.solutions.as_ref().and_then(|s| s.as_deref().ok());
        let cut = if session.json {
            self.print_json(puzzle, solutions, board, args, session)?
        } else {
            self.print_text(solutions, board, args, session)?
        };
        Ok(counted.and(cut.map_or(Exit::Done, Exit::stopped)))
    }

    fn print_text(
        &self,
        solutions: Option<&str>,
        board: &Board,
        args: &SolveArgs,
        session: &mut Session,
    ) -> Result<Option<StopReason>, Failure> {
        let moves = self.answer.outcome.moves().unwrap_or_default();
        let lurd = text::lurd(moves, board, args.format);
        let headline = match &lurd {
            Some(lurd) => text::headline_listing(&self.answer, lurd, solutions, session),
            None => text::headline(&self.answer, board, solutions, session),
        };
        writeln!(session.out(), "{headline}")?;
        let mut cut = None;
        if self.answer.outcome.moves().is_some() {
            if let Some(wanted) = WantedSolutions::of(args)? {
                cut = wanted.print_text(board, &self.answer, session)?;
            } else if lurd.is_none() {
                film(moves, board, session)?;
            }
        }
        details(&self.answer, board, session)?;
        Ok(cut)
    }

    fn print_json(
        &self,
        puzzle: &str,
        solutions: Option<&str>,
        board: &Board,
        args: &SolveArgs,
        session: &mut Session,
    ) -> Result<Option<StopReason>, Failure> {
        let uncounted = match &self.solutions {
            Some(Err(reason)) => Some(*reason),
            _ => None,
        };
        let moves = self.answer.outcome.moves();
        let line = JsonLine::new("solve", puzzle)
            .and(&self.answer)
            .with_some("solutions", solutions)
            .with_some(
                "lurd",
                moves.and_then(|moves| text::lurd(moves, board, args.format)),
            )
            .of_level(board);
        match WantedSolutions::of(args)? {
            Some(wanted) if moves.is_some() => {
                wanted.print_json(line, uncounted, board, &self.answer, session)
            }
            _ => {
                let line = line.with_some("reason", uncounted.map(StopReason::word));
                writeln!(session.out(), "{line}")?;
                Ok(None)
            }
        }
    }
}
