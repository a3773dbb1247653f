//! `fewest table build`: builds a distance table and saves it in the cache.

use fewest::SpaceError;
use fewest::space::SpaceTable;
use fewest_rules::{Limits, StopReason};
use fewest_tables::{Enumerated, EnumerationReport, Peers};
use serde_json::json;

use super::{TableMeans, each, remove_abandoned, tell};
use crate::args::{TableArgs, TeamArgs};
use crate::cluster::Team;
use crate::exit::{Exit, Failure};
use crate::quantity::{count, show_duration};
use crate::session::Session;

pub(super) fn run(
    args: &TableArgs,
    team: &TeamArgs,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let from_stdin = args.puzzle == "-" || args.size.as_deref() == Some("-");
    let team = Team::new(team, from_stdin, args.disk.is_some(), session)?;
    if team.is_some() && args.disk.is_none() {
        return Err(Failure::Usage {
            message: "several processes build a table in the files of a folder".to_owned(),
            help: Some("name one that all of them share, with --disk DIR".to_owned()),
        });
    }
    each(args, team, session, |exit| *exit != Exit::Done, build_one)
}

/// Whether the cache already has the table and it is sound. A damaged table is reported.
fn is_built(
    table: &dyn SpaceTable,
    means: &TableMeans,
    session: &mut Session,
) -> Result<bool, Failure> {
    let cache = &means.cache;
    let opened = match means.disk {
        // A table that is built on disk need not fit into the memory.
        Some(_) => cache
            .reader(&table.key(), table.states())
            .map(|table| table.is_some()),
        None => table.open(cache).map(|table| table.is_some()),
    };
    match opened {
        Ok(built) => Ok(built),
        Err(error) if error.is_untrusted() => Err(Failure::table(&error)),
        Err(error) => {
            session.note(&format!("{error}; it is built again"));
            Ok(false)
        }
    }
}

/// Builds a table. Returns `None` if the table is built already, according to `built` or, with
/// several processes, according to process 0.
fn built(
    table: &dyn SpaceTable,
    means: &TableMeans,
    built: bool,
    limits: &Limits,
) -> Result<Option<EnumerationReport<()>>, Failure> {
    let cache = &means.cache;
    let unfit = |error: SpaceError| match error {
        SpaceError::Stopped(reason) if means.team.is_some() => Failure::Stopped(reason),
        error => Failure::usage(error.to_string()),
    };
    match (&means.team, means.disk) {
        (Some(team), Some(folder)) => {
            let work = |peers: &mut dyn Peers| {
                let built = peers.gather(&[built.into()])?;
                if built.first().is_some_and(|told| **told == [1]) {
                    return Ok(None);
                }
                let report = table.build_on_disk(folder, cache, Some(peers), limits)?;
                Ok(Some(report))
            };
            team.together(limits, work).map_err(unfit)
        }
        _ if built => Ok(None),
        (_, Some(folder)) => {
            let report = table.build_on_disk(folder, cache, None, limits);
            report.map(Some).map_err(unfit)
        }
        (_, None) => {
            let report = table.build(limits);
            let outcome = match report.outcome {
                Enumerated::Complete(built) => {
                    let saved = cache.save(&table.key(), &built);
                    Enumerated::Complete(saved.map_err(|error| Failure::table(&error))?)
                }
                Enumerated::Stopped { histogram, reason } => {
                    Enumerated::Stopped { histogram, reason }
                }
            };
            Ok(Some(EnumerationReport {
                outcome,
                statistics: report.statistics,
            }))
        }
    }
}

fn build_one(
    table: &dyn SpaceTable,
    means: &TableMeans,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let path = means.cache.path(&table.key());
    let file = path.display();
    let answers = means.answers();
    let mut known = false;
    if answers {
        remove_abandoned(&means.cache, session);
        known = is_built(table, means, session)?;
    }
    // The cache is checked before the work, because a finished table could not be stored without
    // it.
    if answers && !known {
        let checked = means.cache.check_folder();
        checked.map_err(|error| Failure::table(&error))?;
    }
    let limits = session.limits(1);
    let stopped = |layers: usize, reason: StopReason, session: &mut Session| {
        if !answers {
            return Ok(());
        }
        let limit = session.limit(reason);
        let layers = count(layers as u64, "distance", "distances");
        let kept = match means.disk {
            Some(_) => "the same command continues",
            None => "no table was kept",
        };
        let text = format!("{limit}: {layers} complete, {kept}");
        let more = json!({"reason": reason.word()});
        tell(table, &path, ("stopped", more), &text, session)
    };
    // Processes that users started on other machines wait for this one, even if there is nothing to
    // do.
    let needed = !known || means.team.as_ref().is_some_and(Team::has_hosts);
    let report = match needed {
        true => session.work(
            || built(table, means, known, &limits),
            |session, _| stopped(0, StopReason::Cancelled, session),
        )??,
        false => None,
    };
    let Some(report) = report else {
        if answers {
            let text = format!("{file}: sound, nothing to build");
            tell(table, &path, ("sound", json!({})), &text, session)?;
        }
        return Ok(Exit::Done);
    };
    match report.outcome {
        Enumerated::Complete(()) => {
            if answers {
                let states = count(table.states(), "distance", "distances");
                let elapsed = report.statistics.elapsed;
                let text = format!("{file}: {states}, built in {}", show_duration(elapsed));
                let more = json!({"seconds": elapsed.as_secs_f64()});
                tell(table, &path, ("built", more), &text, session)?;
            }
            Ok(Exit::Done)
        }
        Enumerated::Stopped { histogram, reason } => {
            stopped(histogram.len(), reason, session)?;
            Ok(Exit::stopped(reason))
        }
    }
}
