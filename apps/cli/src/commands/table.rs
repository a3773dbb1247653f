//! `fewest table`: manages the files of distance tables.

mod build;

use std::io::Write;
use std::path::Path;

use fewest::StateSpace;
use fewest::space::SpaceTable;
use fewest_check::Verified;
use fewest_rules::StopReason;
use fewest_tables::{DistanceTable, EntryState, TableCache, TableReader};
use serde_json::{Value, json};

use crate::args::{CacheArgs, TableArgs, TableCommand};
use crate::cluster::Team;
use crate::exit::{Exit, Failure};
use crate::input::{SpaceArgs, puzzle, space};
use crate::quantity::{count, show_bytes};
use crate::session::Session;

pub(crate) fn run(command: &TableCommand, session: &mut Session) -> Result<Exit, Failure> {
    match command {
        TableCommand::Build { table, team } => build::run(table, team, session),
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

fn tabled<'a>(space: &'a StateSpace, puzzle: &str) -> Result<Vec<&'a dyn SpaceTable>, Failure> {
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

/// Where tables lie and how they are made.
struct TableMeans<'a> {
    cache: TableCache,
    /// The folder of a run on disk, if there is one.
    disk: Option<&'a Path>,
    /// The processes that build a table together, if there are several.
    team: Option<Team>,
}

impl TableMeans<'_> {
    /// Whether this process prints the answer.
    fn answers(&self) -> bool {
        self.team.as_ref().is_none_or(Team::answers)
    }
}

/// What a command does with a table.
type Work = fn(&dyn SpaceTable, &TableMeans, &mut Session) -> Result<Exit, Failure>;

/// Calls `work` with each table of the space in turn, and stops after a table whose result is
/// `last`.
fn each(
    args: &TableArgs,
    team: Option<Team>,
    session: &mut Session,
    last: impl Fn(&Exit) -> bool,
    work: Work,
) -> Result<Exit, Failure> {
    let family = puzzle(&args.puzzle, session)?;
    let wanted = SpaceArgs {
        size: args.size.as_deref(),
        pattern: args.pattern.as_deref(),
        levels: false,
        all_boards: family.is_from_file(),
        options: &args.options,
    };
    let space = space(&family, &wanted, session)?;
    let means = TableMeans {
        cache: cache(&args.cache)?,
        disk: args.disk.as_deref(),
        team,
    };
    let mut exit = Exit::Done;
    for table in tabled(&space, &args.puzzle)? {
        exit = exit.and(work(table, &means, session)?);
        session.flush()?;
        if last(&exit) {
            break;
        }
    }
    Ok(exit)
}

fn verify(args: &TableArgs, session: &mut Session) -> Result<Exit, Failure> {
    let last = |exit: &Exit| *exit == Exit::Interrupted;
    each(args, None, session, last, verify_one)
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

/// A table to be verified.
enum Opened<'a> {
    InMemory(DistanceTable),
    /// The file of the table, and the folder that keeps the progress.
    OnDisk(TableReader, &'a Path),
}

fn verify_one(
    table: &dyn SpaceTable,
    means: &TableMeans,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let cache = &means.cache;
    let key = table.key();
    let path = cache.path(&key);
    let file = path.display();
    let opened = match means.disk {
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
