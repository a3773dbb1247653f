//! `fewest runs`: lists the runs on disk in a folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use fewest::printable;
use fewest_disk::{DiskEnumeration, DiskError, RunInfo};
use fewest_rules::grouped;
use serde_json::json;

use crate::args::RunsArgs;
use crate::exit::{Exit, Failure};
use crate::quantity::{show_bytes, show_duration};
use crate::session::Session;

pub(crate) fn run(args: &RunsArgs, session: &mut Session) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    let mut runs = Vec::new();
    for folder in folders(&args.folder)? {
        match DiskEnumeration::info(&folder) {
            Ok(None) => {}
            Ok(Some(info)) => runs.push((folder, Ok(info))),
            Err(error) => {
                exit = Exit::No;
                runs.push((folder, Err(error)));
            }
        }
    }
    if session.json {
        let runs: Vec<_> = runs
            .iter()
            .map(|(folder, run)| object(folder, run))
            .collect();
        let object = json!({"schema": "fewest/runs/1", "runs": runs});
        writeln!(session.out(), "{object}")?;
        return Ok(exit);
    }
    if runs.is_empty() {
        session.note(&format!("no runs in {}", args.folder.display()));
    }
    for (folder, run) in &runs {
        let text = match run {
            Ok(info) => describe(folder, info),
            Err(error) => error.to_string(),
        };
        writeln!(session.out(), "{}", printable::line(&text))?;
    }
    Ok(exit)
}

/// The folder itself, its subfolders, and their subfolders, in the order of their names.
fn folders(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let read = |folder: &Path| {
        let entries = fs::read_dir(folder)?;
        let folders = entries.filter_map(|entry| {
            let entry = entry.ok()?;
            entry.file_type().ok()?.is_dir().then(|| entry.path())
        });
        let mut folders: Vec<PathBuf> = folders.collect();
        folders.sort();
        Ok(folders)
    };
    let inner = read(folder).map_err(|error| Failure::Read {
        name: folder.display().to_string(),
        error,
    })?;
    let mut folders = vec![folder.to_owned()];
    for folder in inner {
        // A folder that cannot be read holds no run that could be listed.
        let more = read(&folder).unwrap_or_default();
        folders.push(folder);
        folders.extend(more);
    }
    Ok(folders)
}

fn describe(folder: &Path, info: &RunInfo) -> String {
    let states: u64 = info.histogram.iter().sum();
    let verified = info.key.task == "verify";
    let progress = match (info.complete, info.histogram.len().checked_sub(1)) {
        _ if verified && info.complete => "all verified".to_owned(),
        _ if verified => "verified so far".to_owned(),
        (true, Some(last)) => format!("complete, distances 0 to {last}"),
        (true, None) => "complete, nothing reached".to_owned(),
        (false, Some(last)) => format!("distances 0 to {last} so far"),
        (false, None) => "just begun".to_owned(),
    };
    // Without ranks the number of all states is not known.
    let all = match info.states >= states {
        true => format!(" of {}", grouped(&info.states.to_string())),
        false => String::new(),
    };
    format!(
        "{}  {}: {progress}, {}{all} states, {}, {}",
        folder.display(),
        info.key,
        grouped(&states.to_string()),
        show_bytes(info.bytes),
        show_duration(info.elapsed),
    )
}

fn object(folder: &Path, run: &Result<RunInfo, DiskError>) -> serde_json::Value {
    let folder = folder.display().to_string();
    match run {
        Ok(info) => json!({
            "folder": folder,
            "task": info.key.task,
            "puzzle": info.key.puzzle,
            "parameters": info.key.parameters,
            "states": info.states,
            "complete": info.complete,
            "histogram": info.histogram,
            "bytes": info.bytes,
            "seconds": info.elapsed.as_secs_f64(),
        }),
        Err(error) => json!({"folder": folder, "problem": error.to_string()}),
    }
}
