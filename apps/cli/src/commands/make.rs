//! `fewest make`: generates boards with a given number of moves.

use std::io::Write;

use fewest::api::Unfinished;
use fewest::{AnyPuzzle, Difficulty, Error, GenerationOptions, Scope, SpaceError, StateSpace};
use fewest_rules::{Limits, Outcome, StopReason, grouped};
use fewest_tables::DistanceTable;

use crate::args::{CacheArgs, MakeArgs};
use crate::exit::{Exit, Failure};
use crate::input::{SpaceArgs, puzzle, puzzle_options, space};
use crate::json::JsonLine;
use crate::measure;
use crate::quantity::count;
use crate::session::Session;

/// One command makes at most this many boards.
const MOST_BOARDS: usize = 1_000_000;

pub(crate) fn run(args: &MakeArgs, session: &mut Session) -> Result<Exit, Failure> {
    if args.count > MOST_BOARDS {
        return Err(Failure::usage(format!(
            "at most {MOST_BOARDS} boards are made at once"
        )));
    }
    let family = puzzle(&args.puzzle, session)?.with(puzzle_options(&args.options));
    let space_args = SpaceArgs {
        size: args.size.as_deref(),
        pattern: None,
        all_boards: args.all_boards,
        levels: args.levels,
        options: &args.options,
    };
    let space = space(&family, &space_args, session)?;
    match space.scope() {
        Scope::Reachable => session.note("drawn from the boards reachable from the start"),
        Scope::All if family.is_from_file() => {
            session.note("drawn from all ways to lay the symbols, reachable or not");
        }
        Scope::Levels => session.note("new levels of what the statement place names"),
        Scope::All => {}
    }
    let wanted = GenerationOptions {
        moves: args.moves.clone(),
        count: args.count,
        seed: args.seed,
        distinct: args.distinct,
    };
    let limits = session.limits(1);
    let table = cached(&space, &args.cache, session)?;
    let mut made = match space.make_with(&wanted, table.as_ref(), &limits) {
        Ok(made) => made,
        // With `--quiet` no note is printed, so the error message says which limit was reached.
        Err(SpaceError::Stopped(reason)) if session.quiet => return Err(Failure::Stopped(reason)),
        Err(SpaceError::Stopped(reason)) => {
            session.note(&format!(
                "{}: not all boards were made",
                session.limit(reason)
            ));
            return Ok(Exit::stopped(reason));
        }
        Err(error) => return Err(Failure::usage(error.to_string())),
    };
    let mut exit = made.stopped.map_or(Exit::Done, Exit::stopped);
    if let Some(reason) = made.stopped {
        session.note(&format!(
            "{}: only {} of {} made",
            session.limit(reason),
            made.boards.len(),
            count(wanted.count as u64, "board", "boards"),
        ));
    } else if table.is_some()
        && let Some((checked, reason)) = check_boards(&family, &made.boards, args, &limits)?
    {
        made.boards.truncate(checked);
        let limit = session.limit(reason);
        session.note(&format!(
            "{limit}: only the boards are shown that were solved again to check the table"
        ));
        exit = Exit::stopped(reason);
    } else if made.boards.len() < wanted.count {
        let why = match space.scope() {
            Scope::Levels => "many tries in a row gave no other",
            Scope::Reachable | Scope::All => "there are no more",
        };
        session.note(&format!(
            "only {} of {} could be made: {why}",
            made.boards.len(),
            count(wanted.count as u64, "board", "boards"),
        ));
    }
    if !made.uniform && !made.boards.is_empty() && space.scope() != Scope::Levels {
        session.note("the boards are not drawn uniformly: no table of all of them can be had");
    }
    // If a limit stopped the generation, no time is left to compute the figures of the boards.
    let figured = (session.json || !session.quiet) && made.stopped.is_none();
    for (at, drawing) in made.boards.iter().enumerate() {
        let difficulty = if figured && !session.cancelled() {
            let boards = family.boards(drawing);
            let boards = boards.map_err(|error| session.failure(error, "<board>"))?;
            match boards.first() {
                Some(board) => board.difficulty(&limits),
                None => Ok(None),
            }
        } else {
            Ok(None)
        };
        let difficulty = match difficulty {
            Ok(difficulty) => difficulty,
            Err(Unfinished::Internal(error)) => return Err(Failure::Internal(error)),
            Err(Unfinished::Stopped(reason)) => {
                let limit = session.limit(reason);
                let number = at + 1;
                session.note(&format!(
                    "{limit}: board {number} is left without its figures"
                ));
                exit = exit.and(Exit::stopped(reason));
                None
            }
        };
        if session.json {
            let line = JsonLine::new("make", family.name()).with("board", drawing.as_str());
            let line = line.with("uniform", made.uniform).and(&difficulty);
            writeln!(session.out(), "{line}")?;
        } else {
            let gap = if at > 0 { "\n" } else { "" };
            writeln!(session.out(), "{gap}{drawing}")?;
            if let (false, Some(difficulty)) = (session.quiet, &difficulty) {
                writeln!(session.out(), "{}", figures(difficulty))?;
            }
        }
        session.flush()?;
    }
    if session.cancelled() {
        if session.quiet && made.boards.is_empty() {
            // With `--quiet` and without boards, nothing has been printed yet.
            return Err(Failure::Interrupted);
        }
        return Ok(Exit::Interrupted);
    }
    if made.boards.is_empty() {
        exit = exit.and(Exit::No);
    }
    Ok(exit)
}

/// Returns the table of the space, if the cache has one and no error is found in it.
fn cached(
    space: &StateSpace,
    args: &CacheArgs,
    session: &Session,
) -> Result<Option<DistanceTable>, Failure> {
    let (Some(table), Some(cache)) = (space.table(), args.folder()) else {
        return Ok(None);
    };
    match table.open(&cache) {
        Ok(table) => Ok(table),
        Err(error) if error.is_untrusted() => Err(Failure::table(&error)),
        Err(error) => {
            session.note(&format!("{error}; it is not used"));
            Ok(None)
        }
    }
}

/// Solves the boards that were drawn from a table file, by a search that does not use the table.
///
/// If a limit is reached, returns this limit and the number of boards solved before.
fn check_boards(
    family: &AnyPuzzle,
    boards: &[String],
    args: &MakeArgs,
    limits: &Limits,
) -> Result<Option<(usize, StopReason)>, Failure> {
    for (at, drawing) in boards.iter().enumerate() {
        let unread = |error: Error| Failure::usage(error.to_string());
        for board in family.boards(drawing).map_err(unread)? {
            let answer = board.solve_with(&limits.clone().into())?;
            let found = match &answer.outcome {
                Outcome::Stopped { reason, .. } => return Ok(Some((at, *reason))),
                Outcome::Solved { moves } => Some(moves.len() as u32),
                Outcome::Unsolvable(_) => None,
            };
            if found.is_none_or(|moves| !args.moves.contains(&moves)) {
                let found = found.map_or("no solution".to_owned(), |moves| {
                    count(moves.into(), "move", "moves")
                });
                return Err(Failure::Usage {
                    message: format!(
                        "the table in the cache is wrong: a board drawn from it has {found}\n{drawing}"
                    ),
                    help: Some(
                        "fewest table list shows its name, fewest table remove NAME removes it"
                            .to_owned(),
                    ),
                });
            }
        }
    }
    Ok(None)
}

fn figures(difficulty: &Difficulty) -> String {
    let solutions = difficulty.solutions.to_string();
    let noun = if solutions == "1" {
        "shortest solution"
    } else {
        "shortest solutions"
    };
    let wrong_looking = difficulty.wrong_looking.map_or(String::new(), |moves| {
        let moves = count(moves.into(), "move", "moves");
        format!(", {moves} that bring the goal no nearer by the lower bound")
    });
    format!(
        "{}, {} {noun}, {:.1} legal moves a position{wrong_looking}, {}",
        measure::length(
            difficulty.length as usize,
            difficulty.costs.as_ref().and_then(|costs| costs.cost),
            difficulty.costs.as_ref(),
        ),
        grouped(&solutions),
        difficulty.branching,
        count(difficulty.dead_ends.into(), "dead end", "dead ends"),
    )
}
