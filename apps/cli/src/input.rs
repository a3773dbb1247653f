//! The puzzles and boards that the arguments of a command name.

use std::ops::Range;

use fewest::{AnyPuzzle, Board, Error, PuzzleOptions, StateSpace};

use crate::advice::{moves_in_place_of_a_board, no_puzzle, no_puzzle_file};
use crate::args::{BoundArgs, PuzzleArgs};
use crate::exit::Failure;
use crate::piped::piped_text;
use crate::quantity::count;
use crate::reading::{Text, is_path, read_puzzle, read_text};
use crate::session::Session;

/// Returns the puzzle with that name, or the puzzle in the file with that name.
pub(crate) fn puzzle(name: &str, session: &Session) -> Result<AnyPuzzle, Failure> {
    if let Ok(puzzle) = AnyPuzzle::named(name) {
        return Ok(puzzle);
    }
    if is_path(name) {
        return drawn(&read_puzzle(name, session)?, session);
    }
    Err(no_puzzle(name))
}

/// Parses the puzzle in a file, and prints its warnings.
pub(crate) fn drawn(text: &Text, session: &Session) -> Result<AnyPuzzle, Failure> {
    let puzzle = AnyPuzzle::parse(&text.name, &text.text).map_err(|error| {
        let faults = || session.failure(error, &text.name);
        no_puzzle_file(&text.name, &text.text).unwrap_or_else(faults)
    })?;
    session.show_warnings(&text.source(), puzzle.warnings());
    Ok(puzzle)
}

/// The word that users write in place of the file of a board to choose the start of the puzzle
/// file.
pub(crate) const OWN_BOARD: &str = "start";

/// Boards, each with the number of the line on which it begins.
pub(crate) struct BoardList {
    pub(crate) puzzle: String,
    pub(crate) boards: Vec<(Board, usize)>,
}

/// Reads all boards of `path`, which must contain at least one. Without a path, reads the boards
/// that are piped in or, if there are none, returns the start of the puzzle file. A file without a
/// start always reads stdin.
pub(crate) fn read_boards(
    name: &str,
    path: Option<&str>,
    options: &PuzzleArgs,
    bound: Option<&BoundArgs>,
    session: &Session,
) -> Result<BoardList, Failure> {
    let puzzle = puzzle(name, session)?;
    let level = options.level.as_deref();
    let mut options = puzzle_options(options);
    if let Some(bound) = bound {
        options.heuristic = bound.heuristic.clone();
        options.cache = bound.cache.cache.clone();
        options.trust_tables = bound.cache.trust_tables;
        options.notice = session.notice();
    }
    let puzzle = puzzle.with(options);
    let own = path == Some(OWN_BOARD) && puzzle.is_from_file();
    if level.is_some() && own {
        return Err(without_levels(name));
    }
    let mut piped = None;
    if level.is_none() && path.is_none() || own {
        let start = puzzle.start();
        if start.is_ok() && !own {
            piped = piped_text(session)?;
        }
        match start {
            Ok(_) if piped.is_some() => {}
            Ok(board) => {
                return Ok(BoardList {
                    puzzle: puzzle.name().to_owned(),
                    boards: vec![(board, 1)],
                });
            }
            Err(Error::NoStart(_)) if own => {
                return Err(Failure::usage(format!("{name} has no start")));
            }
            Err(Error::NoStart(_)) => {}
            Err(error) => return Err(session.failure(error, name)),
        }
    }
    let is_piped = piped.is_some();
    let text = match piped {
        Some(text) => text,
        None => read_text(path.unwrap_or("-"), session)?,
    };
    let boards = puzzle.placed_boards(&text.text).map_err(|error| {
        let failure = session.failure(error, &text.name);
        match moves_in_place_of_a_board(&puzzle, &text.text) {
            Some(advice) => failure.advised(advice),
            None if is_piped => failure.advised(&format!(
                "what is piped in is the board; 'start' names the own board of {name}"
            )),
            None => failure,
        }
    })?;
    let info = puzzle.info();
    if boards.is_empty() && path.is_none() && puzzle.is_from_file() {
        return Err(Failure::Usage {
            message: format!("{name} has no start, and {} holds no board", text.name),
            help: Some("draw a board behind 'start', or name a file with boards".to_owned()),
        });
    }
    if boards.is_empty() {
        return Err(Failure::Usage {
            message: format!("{} holds no board", text.name),
            help: Some(format!("{}: {}", info.name, info.notation)),
        });
    }
    let boards = match level {
        Some(wanted) => vec![chosen(boards, wanted, &text.name)?],
        None => boards,
    };
    // All lines are counted in one pass over the text, however many boards it contains.
    let (mut line, mut counted) = (1, 0);
    let boards = boards
        .into_iter()
        .map(|(board, span)| {
            let between = &text.text.as_bytes()[counted..span.start];
            line += between.iter().filter(|&&byte| byte == b'\n').count();
            counted = span.start;
            (board, line)
        })
        .collect();
    Ok(BoardList {
        puzzle: info.name.to_owned(),
        boards,
    })
}

fn without_levels(name: &str) -> Failure {
    Failure::usage(format!(
        "--level chooses one of the boards in a file, but {name} was asked for its own"
    ))
}

/// Returns the board with the number `wanted`, counted from 1, or else the level with the title
/// `wanted`. The case of letters does not matter.
fn chosen(
    mut boards: Vec<(Board, Range<usize>)>,
    wanted: &str,
    name: &str,
) -> Result<(Board, Range<usize>), Failure> {
    let title = |(board, _): &(Board, _)| board.level()?.title.as_deref().map(str::to_lowercase);
    let numbers: Vec<usize> = match wanted.parse() {
        Ok(number) if (1..=boards.len()).contains(&number) => vec![number],
        _ => {
            let found = boards.iter().enumerate();
            let found = found.filter(|(_, board)| title(board) == Some(wanted.to_lowercase()));
            found.map(|(at, _)| at + 1).collect()
        }
    };
    match numbers[..] {
        [only] => Ok(boards.swap_remove(only - 1)),
        [] => {
            let boards = count(boards.len() as u64, "board", "boards");
            Err(Failure::usage(format!(
                "{name} holds {boards}, none of them number or title '{}'",
                wanted.escape_debug()
            )))
        }
        _ => {
            let all: Vec<String> = numbers.iter().take(9).map(usize::to_string).collect();
            Err(Failure::Usage {
                message: format!(
                    "{} levels of {name} have the title '{}'",
                    numbers.len(),
                    wanted.escape_debug()
                ),
                help: Some(format!("choose by number: {}", all.join(", "))),
            })
        }
    }
}

/// Converts the options of the command line to options of the library.
///
/// A goal may be the name of a file that has it.
pub(crate) fn puzzle_options(options: &PuzzleArgs) -> PuzzleOptions {
    let in_a_file = |goal: &String| std::fs::read_to_string(goal).unwrap_or_else(|_| goal.clone());
    PuzzleOptions {
        goal: options.goal.as_ref().map(in_a_file),
        colours: options.colours,
        first: options.first.clone(),
        metric: options.metric.clone(),
        ..PuzzleOptions::default()
    }
}

/// The arguments that specify a space.
pub(crate) struct SpaceArgs<'a> {
    /// A size, or the name of a file with a board.
    pub(crate) size: Option<&'a str>,
    pub(crate) pattern: Option<&'a str>,
    /// Whether the space of a puzzle file contains all arrangements of the symbols.
    pub(crate) all_boards: bool,
    /// Whether new levels are meant, made of what the puzzle file names.
    pub(crate) levels: bool,
    pub(crate) options: &'a PuzzleArgs,
}

/// Returns the space of a size, of the start of a puzzle file, or of the board in a file. Any other
/// name than a size or the start means a file.
pub(crate) fn space(
    puzzle: &AnyPuzzle,
    args: &SpaceArgs<'_>,
    session: &Session,
) -> Result<StateSpace, Failure> {
    let of_files = [(args.all_boards, "--all-boards"), (args.levels, "--levels")];
    let given = of_files.iter().find(|(given, _)| *given);
    if let Some((_, option)) = given.filter(|_| !puzzle.is_from_file()) {
        let name = puzzle.name();
        return Err(Failure::Usage {
            message: format!("{name} has no {option}"),
            help: Some(format!(
                "it is for puzzle files; {name} always means all boards of a size"
            )),
        });
    }
    let mut options = puzzle_options(args.options);
    options.pattern = args.pattern.map(str::to_owned);
    options.all_boards = args.all_boards;
    options.levels = args.levels;
    let puzzle = puzzle.clone().with(options);
    let own = args.size == Some(OWN_BOARD) && puzzle.is_from_file();
    let level = args.options.level.as_deref();
    let piped = match args.size {
        None if level.is_none() && puzzle.is_from_file() => piped_text(session)?,
        _ => None,
    };
    let (space, name) = match args.size.filter(|_| !own) {
        None if level.is_some() => return Err(without_levels(puzzle.name())),
        None => match piped {
            Some(text) => (puzzle.space_of_board(&text.text), text.name),
            None => (puzzle.space(), OWN_BOARD.to_owned()),
        },
        Some(size) if level.is_none() && size.starts_with(|c: char| c.is_ascii_digit()) => {
            (puzzle.space_of_size(size), size.to_owned())
        }
        Some(path) => {
            let text = read_text(path, session)?;
            let board = match level {
                None => text.text.as_str(),
                Some(wanted) => {
                    let boards = puzzle.placed_boards(&text.text);
                    let boards = boards.map_err(|error| session.failure(error, &text.name))?;
                    &text.text[chosen(boards, wanted, &text.name)?.1]
                }
            };
            (puzzle.space_of_board(board), text.name)
        }
    };
    space.map_err(|error| session.failure(error, &name))
}
