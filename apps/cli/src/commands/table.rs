//! `fewest table`: manages the files of distance tables.

use std::io::Write;
use std::path::Path;

use fewest::check::Verified;
use fewest::rules::StopReason;
use fewest::search::{
    DistanceTable, EntryState, Enumerated, EnumerationReport, TableCache, TableReader,
};
use fewest::space::{Space, SpaceTable};
use serde_json::{Value, json};

use crate::args::{CacheArgs, TableArgs, TableCommand};
use crate::exit::{Exit, Failure};
use crate::input::{SpaceArgs, puzzle, space};
use crate::quantity::{count, show_bytes, show_duration};
use crate::session::Session;

pub(crate) fn run(command: &TableCommand, session: &mut Session) -> Result<Exit, Failure> {
    match command {
        TableCommand::Build(args) => build(args, session),
        TableCommand::Verify(args) => verify(args, session),
        TableCommand::List(args) => list(args, session),
        TableCommand::Remove { name, cache } => remove(name, cache, session),
    }
}

fn cache(args: &CacheArgs) -> Result<TableCache, Failure> {
    args.folder().ok_or_else(|| Failure::Usage {
        message: "this system says of no folder for caches".to_owned(),
        help: Some("name one with --cache DIR or FEWEST_CACHE".to_owned()),
    })
}

fn tabled<'a>(space: &'a dyn Space, puzzle: &str) -> Result<Vec<&'a dyn SpaceTable>, Failure> {
    let tables = space.tables();
    if tables.is_empty() {
        return Err(Failure::Usage {
            message: format!("{puzzle} {} has no table", space.size()),
            help: Some(
                "a table is kept of boards that are numbered, and only where a method needs it"
                    .to_owned(),
            ),
        });
    }
    Ok(tables)
}

/// What a command does with a table, in the folder of a run on disk if there is one.
type Work = fn(&dyn SpaceTable, &TableCache, Option<&Path>, &mut Session) -> Result<Exit, Failure>;

/// Calls `work` with each table of the space in turn, and stops after a table whose result is
/// `last`.
fn each(
    args: &TableArgs,
    session: &mut Session,
    last: impl Fn(&Exit) -> bool,
    work: Work,
) -> Result<Exit, Failure> {
    let family = puzzle(&args.puzzle, session)?;
    let wanted = SpaceArgs {
        size: args.size.as_deref(),
        pattern: args.pattern.as_deref(),
        all_boards: family.is_from_file(),
        options: &args.options,
    };
    let space = space(&family, &wanted, session)?;
    let cache = cache(&args.cache)?;
    let mut exit = Exit::Done;
    for table in tabled(space.inner(), &args.puzzle)? {
        exit = exit.and(work(table, &cache, args.disk.as_deref(), session)?);
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

/// Prints the result for a table, either as `text` or as a JSON object with the word `result` and
/// the fields `more`.
fn tell(
    table: &dyn SpaceTable,
    path: &Path,
    (result, more): (&str, Value),
    text: &str,
    session: &mut Session,
) -> Result<(), Failure> {
    if !session.json {
        return Ok(writeln!(session.out(), "{text}")?);
    }
    let file = path.display().to_string();
    let states = table.states();
    let mut object = json!({"schema": "fewest/table/1", "file": file, "states": states});
    if let (Some(object), Value::Object(more)) = (object.as_object_mut(), more) {
        object.insert("result".into(), result.into());
        object.extend(more);
    }
    Ok(writeln!(session.out(), "{object}")?)
}

fn build_one(
    table: &dyn SpaceTable,
    cache: &TableCache,
    disk: Option<&Path>,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let key = table.key();
    let path = cache.path(&key);
    let file = path.display();
    remove_abandoned(cache, session);
    let opened = match disk {
        // A table that is built on disk need not fit into the memory.
        Some(_) => cache
            .reader(&key, table.states())
            .map(|table| table.is_some()),
        None => table.open(cache).map(|table| table.is_some()),
    };
    match opened {
        Ok(true) => {
            let text = format!("{file}: sound, nothing to build");
            tell(table, &path, ("sound", json!({})), &text, session)?;
            return Ok(Exit::Done);
        }
        Ok(false) => {}
        Err(error) if error.is_untrusted() => return Err(Failure::table(&error)),
        Err(error) => session.note(&format!("{error}; it is built again")),
    }
    // The cache is checked before the work, because a finished table could not be stored without
    // it.
    cache
        .check_folder()
        .map_err(|error| Failure::table(&error))?;
    let limits = session.limits(1);
    let stopped = |layers: usize, reason: StopReason, session: &mut Session| {
        let limit = session.limit(reason);
        let layers = count(layers as u64, "distance", "distances");
        let kept = match disk {
            Some(_) => "the same command continues",
            None => "no table was kept",
        };
        let text = format!("{limit}: {layers} complete, {kept}");
        let more = json!({"reason": reason.word()});
        tell(table, &path, ("stopped", more), &text, session)
    };
    let work = || -> Result<EnumerationReport<()>, Failure> {
        if let Some(folder) = disk {
            let report = table.build_on_disk(folder, cache, &limits);
            return report.map_err(|error| Failure::usage(error.to_string()));
        }
        let report = table.build(&limits);
        let outcome = match report.outcome {
            Enumerated::Complete(built) => {
                let saved = cache.save(&key, &built);
                Enumerated::Complete(saved.map_err(|error| Failure::table(&error))?)
            }
            Enumerated::Stopped { histogram, reason } => Enumerated::Stopped { histogram, reason },
        };
        Ok(EnumerationReport {
            outcome,
            statistics: report.statistics,
        })
    };
    let report = session.work(work, |session, _| {
        stopped(0, StopReason::Cancelled, session)
    })??;
    match report.outcome {
        Enumerated::Complete(()) => {
            let states = count(table.states(), "distance", "distances");
            let elapsed = report.statistics.elapsed;
            let text = format!("{file}: {states}, built in {}", show_duration(elapsed));
            let more = json!({"seconds": elapsed.as_secs_f64()});
            tell(table, &path, ("built", more), &text, session)?;
            Ok(Exit::Done)
        }
        Enumerated::Stopped { histogram, reason } => {
            stopped(histogram.len(), reason, session)?;
            Ok(Exit::stopped(reason))
        }
    }
}

/// A table to be verified.
enum Opened<'a> {
    InMemory(DistanceTable),
    /// Its file, and the folder for the progress.
    OnDisk(TableReader, &'a Path),
}

fn verify_one(
    table: &dyn SpaceTable,
    cache: &TableCache,
    disk: Option<&Path>,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let key = table.key();
    let path = cache.path(&key);
    let file = path.display();
    let opened = match disk {
        Some(folder) => {
            let reader = cache.reader(&key, table.states());
            reader.map(|reader| reader.map(|reader| Opened::OnDisk(reader, folder)))
        }
        None => {
            let distances = cache.open(&key, table.states());
            distances.map(|distances| distances.map(Opened::InMemory))
        }
    };
    let opened = match opened {
        Ok(Some(opened)) => opened,
        Ok(None) => {
            let text = format!("{file}: not built yet");
            tell(table, &path, ("missing", json!({})), &text, session)?;
            return Ok(Exit::No);
        }
        Err(error) if error.is_untrusted() => return Err(Failure::table(&error)),
        Err(error) => {
            let text = error.to_string();
            let more = json!({"problem": text});
            tell(table, &path, ("refused", more), &text, session)?;
            return Ok(Exit::No);
        }
    };
    let limits = session.limits(1);
    let states = count(table.states(), "distance", "distances");
    let stopped = |reason: StopReason, session: &mut Session| {
        let limit = session.limit(reason);
        let text = format!("{limit}: not all of {states} were verified");
        let more = json!({"reason": reason.word()});
        tell(table, &path, ("stopped", more), &text, session)
    };
    let work = || match opened {
        Opened::InMemory(distances) => Ok(table.verify(&distances, &limits)),
        Opened::OnDisk(reader, folder) => table.verify_on_disk(folder, reader, &limits),
    };
    let verification = session
        .work(work, |session, _| stopped(StopReason::Cancelled, session))?
        .map_err(|error| Failure::usage(error.to_string()))?;
    match verification.result {
        Verified::Sound => {
            let text = format!("{file}: sound, {states} verified");
            tell(table, &path, ("sound", json!({})), &text, session)?;
            Ok(Exit::Done)
        }
        Verified::Wrong(wrong) => {
            let moves = |n: Option<u32>| match n {
                Some(n) => count(n.into(), "move", "moves"),
                None => "no solution".to_owned(),
            };
            let (rank, found, wanted) = (wrong.rank, wrong.found, wrong.wanted);
            let text = format!(
                "{file}: wrong at rank {rank}, which says {} instead of {}",
                moves(found),
                moves(wanted),
            );
            let more = json!({"rank": rank, "found": found, "wanted": wanted});
            tell(table, &path, ("wrong", more), &text, session)?;
            Ok(Exit::No)
        }
        Verified::Stopped(reason) => {
            stopped(reason, session)?;
            Ok(Exit::stopped(reason))
        }
    }
}

/// Removes the temporary files of builds that were killed, and prints a note about it.
fn remove_abandoned(cache: &TableCache, session: &Session) {
    match cache.remove_abandoned() {
        Ok((0, _)) => {}
        Ok((files, bytes)) => {
            let files = count(files as u64, "unfinished table", "unfinished tables");
            let bytes = show_bytes(bytes);
            session.note(&format!(
                "{files} ({bytes}) removed that no process writes any more"
            ));
        }
        Err(error) => {
            let folder = cache.folder().display();
            session.note(&format!("unfinished tables stay in {folder}: {error}"));
        }
    }
}

fn list(args: &CacheArgs, session: &mut Session) -> Result<Exit, Failure> {
    let cache = cache(args)?;
    remove_abandoned(&cache, session);
    let entries = cache.list().map_err(|error| Failure::Read {
        name: cache.folder().display().to_string(),
        error,
    })?;
    let state = |state: &EntryState| match state {
        EntryState::Sound(_) => "sound".to_owned(),
        EntryState::Refused(problem) => problem.to_string(),
        EntryState::Unfinished => "being written".to_owned(),
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
