//! `fewest make`: new boards, made to measure.

use std::io::Write;

use fewest::rules::grouped;
use fewest::search::{DistanceTable, TableCache};
use fewest::shell::Difficulty;
use fewest::space::{Scope, Space, SpaceError, Wanted};

use crate::args::{CacheArgs, MakeArgs};
use crate::exit::{Exit, Failure};
use crate::input::{Puzzle, SpaceArgs, puzzle, puzzle_options, space};
use crate::json;
use crate::quantity::count;
use crate::session::Session;
use crate::text;

/// More boards than anybody can use at once.
const MOST_BOARDS: usize = 1_000_000;

pub(crate) fn run(args: &MakeArgs, session: &mut Session) -> Result<Exit, Failure> {
    if args.count > MOST_BOARDS {
        return Err(Failure::usage(format!(
            "at most {MOST_BOARDS} boards are made at once"
        )));
    }
    let family = puzzle(&args.puzzle, session)?;
    let space_args = SpaceArgs {
        size: args.size.as_deref(),
        pattern: None,
        all_boards: args.all_boards,
        options: &args.options,
    };
    let space = space(&family, &space_args, session)?;
    match (space.scope(), &family) {
        (Scope::Reachable, _) => session.note("drawn from the boards reachable from the start"),
        (Scope::All, Puzzle::Drawn(_)) => {
            session.note("drawn from all ways to lay the symbols, reachable or not");
        }
        (Scope::All, Puzzle::BuiltIn(_)) => {}
    }
    let wanted = Wanted {
        moves: args.moves.clone(),
        count: args.count,
        seed: args.seed,
        distinct: args.distinct,
    };
    let going = session.going();
    let table = cached(&*space, &args.cache);
    let made = match space.make(&wanted, table.as_ref(), &going) {
        Ok(made) => made,
        Err(SpaceError::Stopped(reason)) => {
            session.note(&format!(
                "{}: not all boards were made",
                text::limit(reason, session)
            ));
            return Ok(Exit::stopped(reason));
        }
        Err(error) => return Err(Failure::usage(error.to_string())),
    };
    if made.boards.len() < wanted.count {
        session.note(&format!(
            "only {} of {} could be made: there are no more",
            made.boards.len(),
            count(wanted.count as u64, "board", "boards"),
        ));
    }
    if !made.uniform && !made.boards.is_empty() {
        session.note("the boards are not drawn uniformly: no table of all of them can be had");
    }
    let options = puzzle_options(&args.options);
    let mut exit = Exit::Done;
    for (at, drawing) in made.boards.iter().enumerate() {
        let boards = family
            .read(drawing, &options)
            .map_err(|error| Failure::usage(error.to_string()))?;
        let difficulty = match boards
            .first()
            .map(|(board, _)| board.difficulty(&going.limits))
        {
            Some(Ok(difficulty)) => difficulty,
            Some(Err(reason)) => {
                let limit = text::limit(reason, session);
                let number = at + 1;
                session.note(&format!(
                    "{limit}: board {number} is left without its figures"
                ));
                exit = exit.and(Exit::stopped(reason));
                None
            }
            None => None,
        };
        if session.json {
            let line = json::made(
                family.card().name,
                drawing,
                made.uniform,
                difficulty.as_ref(),
            );
            writeln!(session.out(), "{line}")?;
        } else {
            let gap = if at > 0 { "\n" } else { "" };
            writeln!(session.out(), "{gap}{drawing}")?;
            if let (false, Some(difficulty)) = (session.quiet, &difficulty) {
                writeln!(session.out(), "{}", figures(difficulty))?;
            }
        }
        if session.cancelled() {
            return Ok(Exit::Interrupted);
        }
    }
    if made.boards.is_empty() {
        exit = exit.and(Exit::No);
    }
    Ok(exit)
}

/// The table of the space, if a sound one is in the cache.
fn cached(space: &dyn Space, args: &CacheArgs) -> Option<DistanceTable> {
    let table = space.table()?;
    let cache = match &args.cache {
        Some(folder) => TableCache::new(folder),
        None => TableCache::from_environment()?,
    };
    cache.open(&table.key(), table.states()).ok().flatten()
}

fn figures(difficulty: &Difficulty) -> String {
    let solutions = difficulty.solutions.to_string();
    let noun = if solutions == "1" {
        "shortest solution"
    } else {
        "shortest solutions"
    };
    format!(
        "{}, {} {noun}, {:.1} legal moves a position, {} that look wrong, {}",
        count(difficulty.length.into(), "move", "moves"),
        grouped(&solutions),
        difficulty.branching,
        difficulty.wrong_looking,
        count(difficulty.dead_ends.into(), "dead end", "dead ends"),
    )
}
