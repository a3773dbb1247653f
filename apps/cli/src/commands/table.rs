//! `fewest table`: distance tables, kept as files.

use std::io::Write;

use fewest::check::Verified;
use fewest::search::{EntryState, Enumerated, TableCache};
use fewest::space::{Space, Tabled};
use serde_json::json;

use crate::args::{CacheArgs, TableArgs, TableCommand};
use crate::exit::{Exit, Failure};
use crate::input::{puzzle, space};
use crate::quantity::{count, show_bytes, show_duration};
use crate::session::Session;
use crate::text;

pub(crate) fn run(command: &TableCommand, session: &mut Session) -> Result<Exit, Failure> {
    match command {
        TableCommand::Build(args) => build(args, session),
        TableCommand::Verify(args) => verify(args, session),
        TableCommand::List(args) => list(args, session),
        TableCommand::Remove { name, cache } => remove(name, cache, session),
    }
}

fn cache(args: &CacheArgs) -> Result<TableCache, Failure> {
    match &args.cache {
        Some(folder) => Ok(TableCache::new(folder)),
        None => TableCache::from_environment().ok_or_else(|| Failure::Usage {
            message: "this system says of no folder for caches".to_owned(),
            help: Some("name one with --cache DIR or FEWEST_CACHE".to_owned()),
        }),
    }
}

fn tabled<'a>(space: &'a dyn Space, puzzle: &str) -> Result<Vec<&'a dyn Tabled>, Failure> {
    let tables = space.tables();
    if tables.is_empty() {
        return Err(Failure::Usage {
            message: format!("{puzzle} {} has no table", space.size()),
            help: Some("its best method needs none, or it has too many boards".to_owned()),
        });
    }
    Ok(tables)
}

/// Does `work` with each table of the space in turn, until one ends with `last`.
fn each(
    args: &TableArgs,
    session: &mut Session,
    last: impl Fn(&Exit) -> bool,
    work: fn(&dyn Tabled, &TableCache, &mut Session) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let family = puzzle(&args.puzzle, session)?;
    let size = args.size.as_deref();
    let pattern = args.pattern.as_deref();
    let space = space(&*family, size, pattern, &args.options, session)?;
    let cache = cache(&args.cache)?;
    let mut exit = Exit::Done;
    for table in tabled(&*space, &args.puzzle)? {
        exit = exit.and(work(table, &cache, session)?);
        session.flush()?;
        if last(&exit) {
            break;
        }
    }
    Ok(exit)
}

fn build(args: &TableArgs, session: &mut Session) -> Result<Exit, Failure> {
    each(args, session, |exit| *exit != Exit::Done, build_one)
}

fn verify(args: &TableArgs, session: &mut Session) -> Result<Exit, Failure> {
    each(args, session, |exit| *exit == Exit::Interrupted, verify_one)
}

fn build_one(
    table: &dyn Tabled,
    cache: &TableCache,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let key = table.key();
    let path = cache.path(&key);
    match cache.open(&key, table.states()) {
        Ok(Some(_)) => {
            writeln!(session.out(), "{}: sound, nothing to build", path.display())?;
            return Ok(Exit::Done);
        }
        Ok(None) => {}
        Err(error) => session.note(&format!("{error}; it is built again")),
    }
    let report = table.build(&session.going());
    match report.outcome {
        Enumerated::Complete(built) => {
            cache
                .save(&key, &built)
                .map_err(|error| Failure::usage(error.to_string()))?;
            let states = count(table.states(), "distance", "distances");
            let elapsed = show_duration(report.statistics.elapsed);
            writeln!(
                session.out(),
                "{}: {states}, built in {elapsed}",
                path.display()
            )?;
            Ok(Exit::Done)
        }
        Enumerated::Stopped { histogram, reason } => {
            let limit = text::limit(reason, session);
            let layers = count(histogram.len() as u64, "distance", "distances");
            writeln!(
                session.out(),
                "{limit}: {layers} complete, no table was kept"
            )?;
            Ok(Exit::stopped(reason))
        }
    }
}

fn verify_one(
    table: &dyn Tabled,
    cache: &TableCache,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let key = table.key();
    let path = cache.path(&key);
    let distances = match cache.open(&key, table.states()) {
        Ok(Some(distances)) => distances,
        Ok(None) => {
            writeln!(session.out(), "{}: not built yet", path.display())?;
            return Ok(Exit::No);
        }
        Err(error) => {
            writeln!(session.out(), "{error}")?;
            return Ok(Exit::No);
        }
    };
    let verification = table.verify(&distances, &session.going());
    let states = count(table.states(), "distance", "distances");
    match verification.result {
        Verified::Sound => {
            writeln!(
                session.out(),
                "{}: sound, {states} verified",
                path.display()
            )?;
            Ok(Exit::Done)
        }
        Verified::Wrong(wrong) => {
            let moves = |n: Option<u32>| match n {
                Some(n) => count(n.into(), "move", "moves"),
                None => "no solution".to_owned(),
            };
            writeln!(
                session.out(),
                "{}: wrong at rank {}, which says {} instead of {}",
                path.display(),
                wrong.rank,
                moves(wrong.found),
                moves(wrong.wanted),
            )?;
            Ok(Exit::No)
        }
        Verified::Stopped(reason) => {
            let limit = text::limit(reason, session);
            writeln!(session.out(), "{limit}: not all of {states} were verified")?;
            Ok(Exit::stopped(reason))
        }
    }
}

fn list(args: &CacheArgs, session: &mut Session) -> Result<Exit, Failure> {
    let cache = cache(args)?;
    let entries = cache.list().map_err(|error| Failure::Read {
        name: cache.folder().display().to_string(),
        error,
    })?;
    let state = |state: &EntryState| match state {
        EntryState::Sound(_) => "sound".to_owned(),
        EntryState::Refused(problem) => problem.to_string(),
        EntryState::Unfinished => "unfinished".to_owned(),
    };
    if session.json {
        let tables: Vec<_> = entries
            .iter()
            .map(|entry| {
                json!({"name": entry.name, "bytes": entry.bytes, "state": state(&entry.state)})
            })
            .collect();
        let folder = cache.folder().display().to_string();
        let object = json!({"schema": "fewest/tables/1", "folder": folder, "tables": tables});
        writeln!(session.out(), "{object}")?;
        return Ok(Exit::Done);
    }
    if entries.is_empty() {
        session.note(&format!("no tables in {}", cache.folder().display()));
    }
    for entry in &entries {
        let bytes = show_bytes(entry.bytes);
        let state = state(&entry.state);
        writeln!(session.out(), "{}  {bytes}  {state}", entry.name)?;
    }
    Ok(Exit::Done)
}

fn remove(name: &str, args: &CacheArgs, session: &mut Session) -> Result<Exit, Failure> {
    let cache = cache(args)?;
    let removed = cache.remove(name).map_err(|error| Failure::Read {
        name: name.to_owned(),
        error,
    })?;
    if !removed {
        return Err(Failure::Usage {
            message: format!("there is no table '{}'", name.escape_debug()),
            help: Some("fewest table list shows their names".to_owned()),
        });
    }
    writeln!(session.out(), "{name}: removed")?;
    Ok(Exit::Done)
}
