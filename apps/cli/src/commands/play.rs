//! `fewest play`: plays a board in the terminal.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use fewest::{Board, Error, GenerationOptions, SpaceError, library};
use fewest_play::{Ended, GameError, PlayOptions, play};
use fewest_rules::Limits;

use crate::args::{BoardArgs, PlayArgs};
use crate::exit::{Exit, Failure};
use crate::game::boards_in_game;
use crate::input::{SpaceArgs, puzzle, puzzle_options, space};
use crate::piped::piped_text;
use crate::quantity::count;
use crate::reading::read_puzzle_named;
use crate::session::{Session, show_error};
use crate::text;

/// The time limit of a search for a hint or a dead end.
const TIME: Duration = Duration::from_secs(60);

pub(crate) fn run(args: &PlayArgs, session: &mut Session) -> Result<Exit, Failure> {
    if session.json {
        return Err(Failure::Usage {
            message: "a game has no JSON".to_owned(),
            help: Some("fewest hint --json tells the same hints to programs".to_owned()),
        });
    }
    // The terminal is checked before the input, whose faults do not matter if no game can be
    // played.
    if !io::stdout().is_terminal() {
        return Err(refused(&GameError::NoTerminal));
    }
    let limits = Limits {
        time: Some(args.time.unwrap_or(TIME)),
        memory: args.memory,
        ceiling: session.ceiling(),
        threads: NonZeroUsize::new(session.threads),
        ..Limits::default()
    };
    let board = match &args.moves {
        Some(_) => made(args, &limits, session)?,
        None => given(args, session)?,
    };
    let options = PlayOptions {
        limits,
        interrupt: session.cancel_flag(),
        colours: session.text_colours(),
        rules: rules(&args.puzzle, session),
    };
    session.hold_terminal();
    let ended = play(board.clone(), &options).map_err(|error| refused(&error))?;
    for fault in &ended.faults {
        show_error(
            &format!("{fault}\nThis is a fault of the program: please report it.\n"),
            false,
        );
    }
    told(&ended, &board, session)?;
    Ok(match ended.is_interrupted {
        true => Exit::Interrupted,
        false => Exit::Done,
    })
}

/// What a puzzle is about, as far as this is known: the description in its file, or the summary of
/// a built-in puzzle.
fn rules(name: &str, session: &Session) -> String {
    if let Some(family) = fewest::family(name) {
        return family.info().summary.to_owned();
    }
    // A pipe has been read already.
    let is_known = library::find(name).is_some() || Path::new(name).is_file();
    let text = is_known
        .then(|| read_puzzle_named(name, session).ok())
        .flatten();
    text.map_or(String::new(), |text| library::description(&text.text))
}

/// The board that the arguments name.
fn given(args: &PlayArgs, session: &Session) -> Result<Board, Failure> {
    if args.board.is_none() && fewest::family(&args.puzzle).is_some() {
        if args.options.level.is_some() || args.game.after.is_some() {
            return Err(Failure::usage("--level and --after need a board"));
        }
        let puzzle = puzzle(&args.puzzle, session)?.with(puzzle_options(&args.options));
        let (name, text) = match piped_text(session)? {
            Some(piped) => (piped.name, piped.text),
            None => ("<example>".to_owned(), puzzle.info().example.to_owned()),
        };
        let board = puzzle.board(&text);
        return board.map_err(|error| session.failure(error, &name));
    }
    let args = BoardArgs {
        puzzle: args.puzzle.clone(),
        board: args.board.clone(),
        game: args.game.clone(),
        options: args.options.clone(),
    };
    let mut boards = boards_in_game(&args, None, session)?.boards;
    match (boards.pop(), boards.len()) {
        (Some((board, _)), 0) => Ok(board),
        (_, others) => Err(Failure::Usage {
            message: format!("one board is played, but {} are given", others + 1),
            help: Some("--level chooses one of them by its number".to_owned()),
        }),
    }
}

/// Makes a new board whose shortest solutions have a wanted number of moves.
fn made(args: &PlayArgs, limits: &Limits, session: &mut Session) -> Result<Board, Failure> {
    let puzzle = puzzle(&args.puzzle, session)?.with(puzzle_options(&args.options));
    let space_args = SpaceArgs {
        size: args.board.as_deref(),
        pattern: None,
        levels: false,
        all_boards: args.all_boards,
        options: &args.options,
    };
    let space = space(&puzzle, &space_args, session)?;
    let moves = args.moves.clone().unwrap_or(0..=u32::MAX);
    let wanted = GenerationOptions {
        count: 1,
        seed: args.seed,
        ..GenerationOptions::of_length(moves.clone())
    };
    let limits = Limits {
        cancel: Some(session.cancel_flag()),
        ..limits.clone()
    };
    session.note("making a board");
    let made = session.work(|| space.make_with(&wanted, None, &limits), |_, _| Ok(()))?;
    let made = made.map_err(|error| match error {
        SpaceError::Stopped(reason) => Failure::Stopped(reason),
        other => session.failure(Error::from(other), &args.puzzle),
    })?;
    match (made.boards.first(), made.stopped) {
        (Some(board), _) => puzzle
            .board(board)
            .map_err(|error| session.failure(error, "<board>")),
        (None, Some(reason)) => Err(Failure::Stopped(reason)),
        (None, None) => Err(Failure::usage(format!(
            "no board has {} to {} moves",
            moves.start(),
            moves.end()
        ))),
    }
}

/// Prints the moves of the game, so that it can be continued or checked.
fn told(ended: &Ended, board: &Board, session: &mut Session) -> Result<(), Failure> {
    if session.quiet {
        return Ok(());
    }
    let moves = count(ended.moves.len() as u64, "move", "moves");
    let line = match ended.is_solved {
        true => format!("solved in {moves}"),
        false => format!("not solved after {moves}"),
    };
    writeln!(session.out(), "{line}")?;
    if !ended.moves.is_empty() {
        let moves = text::moves(&ended.moves, board);
        writeln!(session.out(), "{moves}")?;
    }
    Ok(())
}

fn refused(error: &GameError) -> Failure {
    Failure::Usage {
        message: error.to_string(),
        help: match error {
            GameError::NoTerminal => Some(
                "run it without a redirection; fewest hint and fewest solve write to pipes"
                    .to_owned(),
            ),
            _ => None,
        },
    }
}
