//! Reads puzzles and boards from files and stdin.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::ops::Range;
use std::path::Path;

use fewest::diagnose::Source;
use fewest::{AnyPuzzle, Board, Error, PuzzleOptions, StateSpace, library};
use fewest_rules::{Fault, Faults};

use crate::args::{BoundArgs, PuzzleArgs};
use crate::exit::Failure;
use crate::quantity::{count, show_bytes};
use crate::session::Session;

/// The greatest allowed number of bytes of boards or moves. No board that can be solved needs more
/// bytes.
const LONGEST_INPUT: u64 = 1 << 30;
/// The greatest allowed number of bytes of a puzzle file. The compiler accepts no larger file.
const LONGEST_PUZZLE: u64 = 1 << 26;
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text and its name.
pub(crate) struct Text {
    pub(crate) name: String,
    pub(crate) text: String,
}

impl Text {
    pub(crate) fn source(&self) -> Source<'_> {
        Source::whole(&self.name, self.text.as_bytes())
    }
}

/// Reads the boards or moves in `path` (`-` means stdin), without a byte order mark.
pub(crate) fn read_text(path: &str, session: &Session) -> Result<Text, Failure> {
    read_up_to(LONGEST_INPUT, path, session)
}

/// Reads the puzzle file `path`, without a byte order mark.
pub(crate) fn read_puzzle(path: &str, session: &Session) -> Result<Text, Failure> {
    read_up_to(LONGEST_PUZZLE, path, session)
}

fn read_up_to(most: u64, path: &str, session: &Session) -> Result<Text, Failure> {
    let name = if path == "-" { "<stdin>" } else { path };
    let bytes = if path == "-" {
        if io::stdin().is_terminal() {
            session.note("reading from the terminal; Ctrl-D ends the input");
        }
        read_all(&mut io::stdin().lock(), most, session)
    } else {
        // A named pipe is opened only when another process writes to it.
        match session.clock.reading(|| File::open(path)) {
            Ok(mut file) => read_all(&mut file, most, session),
            Err(error) => Err(Unread::Error(error)),
        }
    };
    let bytes = bytes.map_err(|unread| match unread {
        Unread::Error(error) => Failure::Read {
            name: name.to_owned(),
            error,
        },
        Unread::Limit(failure) => failure,
        Unread::TooLarge => Failure::usage(format!("{name} is larger than {}", show_bytes(most))),
    })?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let bytes = error.as_bytes();
        let fault = Fault::new(
            at..at + 1,
            format!("byte 0x{:02x} is not UTF-8 text", bytes[at]),
            "expected a board in plain text",
        );
        Failure::Diagnosed(session.render(&Source::whole(name, bytes), &Faults::from(fault)))
    })?;
    let text = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) => rest.to_owned(),
        None => text,
    };
    Ok(Text {
        name: name.to_owned(),
        text,
    })
}

/// The number of bytes that are read between two checks of the limits.
const PIECE: u64 = 1 << 20;
/// One less than the greatest number of bytes of a UTF-8 character.
const PART_OF_A_CHARACTER: usize = 3;

/// Why an input was not read to its end.
enum Unread {
    Error(io::Error),
    Limit(Failure),
    TooLarge,
}

/// Reads an input of at most `most` bytes. Stops early if the bytes read so far are not valid
/// UTF-8.
fn read_all(input: &mut impl Read, most: u64, session: &Session) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    loop {
        let seen = bytes.len();
        // A vector that is full doubles its memory when it grows.
        let more = bytes.capacity() as u64 + PIECE;
        session.poll(more).map_err(Unread::Limit)?;
        let mut piece = input.by_ref().take(PIECE);
        let read = session.clock.reading(|| piece.read_to_end(&mut bytes));
        let read = read.map_err(Unread::Error)?;
        if bytes.len() as u64 > most {
            return Err(Unread::TooLarge);
        }
        // The previous piece may have ended within a character.
        let from = seen.saturating_sub(PART_OF_A_CHARACTER);
        let from = (from..seen).find(|&at| is_first(bytes[at])).unwrap_or(seen);
        let is_text = match str::from_utf8(&bytes[from..]) {
            Ok(_) => true,
            Err(error) => error.error_len().is_none(),
        };
        if read == 0 || !is_text {
            session.poll(0).map_err(Unread::Limit)?;
            return Ok(bytes);
        }
    }
}

/// Whether a byte of a UTF-8 text is the first byte of a character.
fn is_first(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

/// Reads the text of the puzzle file `path`, or of the library puzzle with that name.
pub(crate) fn read_puzzle_named(path: &str, session: &Session) -> Result<Text, Failure> {
    match library::find(path) {
        Some(entry) => Ok(Text {
            name: path.to_owned(),
            text: entry.text.to_owned(),
        }),
        None => read_puzzle(path, session),
    }
}

/// How the names of puzzle files end.
pub(crate) const SUFFIX: &str = ".fewest";

/// Returns the puzzle with that name, or the puzzle in the file with that name.
pub(crate) fn puzzle(name: &str, session: &Session) -> Result<AnyPuzzle, Failure> {
    if let Ok(puzzle) = AnyPuzzle::named(name) {
        return Ok(puzzle);
    }
    let path = Path::new(name);
    if name.ends_with(SUFFIX) || path.components().count() > 1 || path.is_file() {
        return drawn(&read_puzzle(name, session)?, session);
    }
    Err(no_puzzle(name))
}

/// Makes the failure for a name that neither a puzzle nor a file has.
pub(crate) fn no_puzzle(name: &str) -> Failure {
    let names = fewest::families().iter().map(|f| f.info().name);
    let names: Vec<&str> = names.chain(library::all().iter().map(|l| l.name)).collect();
    Failure::Usage {
        message: format!("there is no puzzle '{}'", name.escape_debug()),
        help: Some(format!(
            "the puzzles are {}, or name a puzzle file: my{SUFFIX}",
            names.join(", ")
        )),
    }
}

/// Parses the puzzle in a file, and prints its warnings.
pub(crate) fn drawn(text: &Text, session: &Session) -> Result<AnyPuzzle, Failure> {
    let puzzle = AnyPuzzle::parse(&text.name, &text.text);
    let puzzle = puzzle.map_err(|error| session.failure(error, &text.name))?;
    session.show_warnings(&text.source(), puzzle.warnings());
    Ok(puzzle)
}

/// The word that users write in place of the file of a board to choose the start of the puzzle
/// file.
const OWN_BOARD: &str = "start";

/// Boards, each with the number of the line on which it begins.
pub(crate) struct BoardList {
    pub(crate) puzzle: String,
    pub(crate) boards: Vec<(Board, usize)>,
}

/// Reads all boards of `path`, which must contain at least one. Without a path, returns the start
/// of the puzzle file or, if the file has no start, reads stdin.
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
    if level.is_none() && path.is_none() || own {
        match puzzle.start() {
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
    let text = read_text(path.unwrap_or("-"), session)?;
    let boards = puzzle.placed_boards(&text.text);
    let boards = boards.map_err(|error| session.failure(error, &text.name))?;
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
pub(crate) fn puzzle_options(options: &PuzzleArgs) -> PuzzleOptions {
    PuzzleOptions {
        goal: options.goal.clone(),
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
    pub(crate) options: &'a PuzzleArgs,
}

/// Returns the space of a size, of the start of a puzzle file, or of the board in a file. Any other
/// name than a size or the start means a file.
pub(crate) fn space(
    puzzle: &AnyPuzzle,
    args: &SpaceArgs<'_>,
    session: &Session,
) -> Result<StateSpace, Failure> {
    if args.all_boards && !puzzle.is_from_file() {
        let name = puzzle.name();
        return Err(Failure::Usage {
            message: format!("{name} has no --all-boards"),
            help: Some(format!(
                "it is for puzzle files; {name} always means all boards of a size"
            )),
        });
    }
    let mut options = puzzle_options(args.options);
    options.pattern = args.pattern.map(str::to_owned);
    options.all_boards = args.all_boards;
    let puzzle = puzzle.clone().with(options);
    let own = args.size == Some(OWN_BOARD) && puzzle.is_from_file();
    let level = args.options.level.as_deref();
    let (space, name) = match args.size.filter(|_| !own) {
        None if level.is_some() => return Err(without_levels(puzzle.name())),
        None => (puzzle.space(), OWN_BOARD.to_owned()),
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
