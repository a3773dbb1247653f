//! `fewest census`: counts a whole state space.

use std::io::Write;

use fewest::{
    Answer, AnyPuzzle, CensusOptions, CensusOutcome, CensusReport, Method, Scope, SpaceCensus,
    SpaceError,
};
use fewest_rules::{StopReason, grouped};
use num_bigint::BigUint;
use serde_json::json;

use crate::args::CensusArgs;
use crate::cluster::Team;
use crate::exit::{Exit, Failure};
use crate::input::{SpaceArgs, puzzle, space};
use crate::json::JsonLine;
use crate::picture::PictureFormat;
use crate::plot;
use crate::quantity::{count, show_bytes, show_duration};
use crate::session::Session;

/// The number of columns of the longest bar.
const BAR: usize = 20;
/// The characters for the end of a bar. The index is the number of eighths of a column that the
/// character fills.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

pub(crate) fn run(args: &CensusArgs, session: &mut Session) -> Result<Exit, Failure> {
    if let Some(path) = &args.plot {
        PictureFormat::of_chart(path)?;
    }
    let from_stdin = args.puzzle == "-" || args.size.as_deref() == Some("-");
    let team = Team::new(&args.team, from_stdin, args.disk.is_some(), session)?;
    let family = puzzle(&args.puzzle, session)?;
    let wanted = SpaceArgs {
        size: args.size.as_deref(),
        pattern: None,
        levels: false,
        all_boards: args.all_boards,
        options: &args.options,
    };
    let space = space(&family, &wanted, session)?;
    // The JSON output always includes one of the hardest boards, because a program can easily
    // ignore it.
    let hardest = args.hardest.unwrap_or(usize::from(session.json));
    let options = CensusOptions {
        hardest,
        limits: session.limits(1),
    };
    let puzzle = family.name();
    let size = space.size();
    let of = Of {
        size: &size,
        scope: space.scope(),
        which: which(space.scope(), &family),
    };
    let report = session
        .work(
            || match (&team, &args.disk) {
                (Some(team), disk) => team.together(&options.limits, |peers| {
                    let disk = disk.as_deref();
                    space.census_among(peers, disk, &options)
                }),
                (None, Some(folder)) => space.census_on_disk(folder, &options),
                (None, None) => space.census_with(&options),
            },
            |session, known| {
                if team.as_ref().is_some_and(|team| !team.answers()) {
                    return Ok(());
                }
                let report = Answer::new(
                    CensusOutcome::Stopped {
                        histogram: Vec::new(),
                        solved: None,
                        positions: None,
                        reason: StopReason::Cancelled,
                    },
                    known.statistics,
                    Method::Abandoned,
                );
                tell(puzzle, &of, &report, session)
            },
        )?
        .map_err(|error| match error {
            SpaceError::Stopped(reason) if team.is_some() => Failure::Stopped(reason),
            error => Failure::usage(error.to_string()),
        })?;
    if team.is_some_and(|team| !team.answers()) {
        return Ok(Exit::Done);
    }
    if let (Some(path), CensusOutcome::Complete(census)) = (&args.plot, &report.outcome) {
        let title = format!("{puzzle} {size}: boards by fewest moves");
        plot::census(path, title, &census.histogram)?;
    }
    tell(puzzle, &of, &report, session)?;
    Ok(match report.outcome {
        CensusOutcome::Complete(_) => Exit::Done,
        CensusOutcome::Stopped { reason, .. } => Exit::stopped(reason),
    })
}

/// A description of the space whose boards are counted.
struct Of<'a> {
    size: &'a str,
    scope: Scope,
    /// Words that describe the counted boards; empty if these are all boards.
    which: &'static str,
}

fn tell(
    puzzle: &str,
    of: &Of<'_>,
    report: &CensusReport,
    session: &mut Session,
) -> Result<(), Failure> {
    if session.json {
        let line = JsonLine::new("census", puzzle).with("size", of.size);
        let line = line.with("scope", json!(of.scope)).and(report);
        return Ok(writeln!(session.out(), "{line}")?);
    }
    print(report, of.which, session)
}

/// Words that describe the counted boards; empty if these are all boards.
fn which(scope: Scope, family: &AnyPuzzle) -> &'static str {
    match scope {
        Scope::Reachable => " reachable from the start",
        Scope::All if family.is_from_file() => " with the same symbols, reachable or not",
        Scope::All | Scope::Levels => "",
    }
}

fn print(report: &CensusReport, which: &str, session: &mut Session) -> Result<(), Failure> {
    let histogram = match &report.outcome {
        CensusOutcome::Complete(census) => {
            writeln!(session.out(), "{}", headline(census, which))?;
            &census.histogram
        }
        CensusOutcome::Stopped {
            histogram,
            solved,
            positions,
            reason,
        } => {
            if let Some(positions) = positions {
                let positions = grouped(&positions.to_string());
                let many = match reason {
                    StopReason::Capacity => ", too many to count them by their distances",
                    _ => "",
                };
                writeln!(session.out(), "{positions} boards{which}{many}")?;
            }
            let so_far: BigUint = histogram.iter().sum();
            let layers = match (solved, histogram.len()) {
                (Some(solved), _) => format!(
                    "{} solved, the others unknown",
                    count(*solved as u64, "board", "boards")
                ),
                (None, 0) => "no distance is counted completely".to_owned(),
                (None, n) => format!(
                    "{} boards{which} of at most {} {} counted, farther ones unknown",
                    grouped(&so_far.to_string()),
                    n - 1,
                    unit(report)
                ),
            };
            let limit = session.limit(*reason);
            writeln!(session.out(), "{limit}: {layers}")?;
            histogram
        }
    };
    if !session.quiet && !histogram.is_empty() {
        write!(session.out(), "\n{}", bars(histogram, unit(report)))?;
    }
    if let CensusOutcome::Complete(census) = &report.outcome {
        for board in &census.hardest {
            writeln!(session.out(), "\n{board}")?;
        }
    }
    if session.verbose {
        let statistics = report.statistics;
        let rate = statistics.expanded as f64 / statistics.elapsed.as_secs_f64().max(1e-9);
        writeln!(
            session.out(),
            "\n{}; {} expanded, {} a second, {}, {}",
            report.method,
            grouped(&statistics.expanded.to_string()),
            grouped(&(rate as u64).to_string()),
            show_duration(statistics.elapsed),
            show_bytes(statistics.peak_bytes),
        )?;
    }
    Ok(())
}

fn headline(census: &SpaceCensus, which: &str) -> String {
    let number = |n: &BigUint| grouped(&n.to_string());
    let solvable = census.solvable();
    let positions = number(&census.positions);
    match (census.gods_number(), census.histogram.last()) {
        (Some(most), Some(last)) => format!(
            "{positions} boards{which}, {} solvable, God's number {most} ({} {})",
            number(&solvable),
            number(last),
            if *last == 1_u8.into() {
                "board"
            } else {
                "boards"
            },
        ),
        _ => format!("{positions} boards{which}, none solvable"),
    }
}

/// The unit of the distances in a census.
fn unit(report: &CensusReport) -> &str {
    let measure = report.costs.as_ref().map(|costs| &costs.measure);
    let measure = measure.filter(|measure| measure.is_cost_first());
    measure.map_or("moves", |measure| measure.unit.as_str())
}

/// Draws the bars of a histogram. Rows without boards are left out unless `unit` is `moves`.
fn bars(histogram: &[BigUint], unit: &str) -> String {
    let counts: Vec<String> = histogram.iter().map(|n| grouped(&n.to_string())).collect();
    let width = counts.iter().map(String::len).max().unwrap_or(0).max(6);
    let most = histogram.iter().max().cloned().unwrap_or_default();
    let mut out = format!("{unit:>6}   {:>width$}\n", "boards");
    for (moves, (n, count)) in histogram.iter().zip(&counts).enumerate() {
        if unit != "moves" && *n == BigUint::ZERO {
            continue;
        }
        let eighths = if most == BigUint::ZERO {
            0
        } else {
            let eighths = (n * (8 * BAR) + &most / 2_u8) / &most;
            usize::try_from(eighths).unwrap_or(0)
        };
        let bar = "█".repeat(eighths / 8) + EIGHTHS[eighths % 8];
        let line = format!("{moves:>6}   {count:>width$}  {bar}");
        out += line.trim_end();
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::bars;

    #[test]
    fn bars_are_as_long_as_the_numbers() {
        let histogram = [2_u32, 32, 1562, 781].map(Into::into);
        let lines = [
            " moves   boards",
            "     0        2",
            "     1       32  ▍",
            "     2    1,562  ████████████████████",
            "     3      781  ██████████",
            "",
        ];
        assert_eq!(bars(&histogram, "moves"), lines.join("\n"));
    }
}
