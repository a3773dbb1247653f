//! `fewest compare`: solves one board with every algorithm that fits.

use std::io::Write;
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use comfy_table::presets::NOTHING;
use comfy_table::{CellAlignment, Table};
use fewest::api::is_cancelled;
use fewest::{Answer, Comparison, ComparisonRow};
use fewest_rules::{Limits, Outcome, grouped};

use crate::args::CompareArgs;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::game::boards_in_game;
use crate::json::JsonLine;
use crate::measure::{self, measure_of};
use crate::picture::PictureFormat;
use crate::plot;
use crate::quantity::{show_bytes, show_duration};
use crate::session::Session;

/// The limits of each algorithm if the user sets none. Without limits, some algorithms would search
/// for years on boards that other algorithms solve in a moment.
const DEFAULT_TIME: Duration = Duration::from_secs(10);
const DEFAULT_MEMORY: u64 = 2 << 30;
/// A comparison has fewer rows, one for each algorithm, than this. So the whole command may take at
/// most this many times the time limit of one algorithm.
const MOST_ROWS: u32 = 64;

pub(crate) fn run(args: &CompareArgs, session: &mut Session) -> Result<Exit, Failure> {
    let started = Instant::now();
    if let Some(path) = &args.plot {
        PictureFormat::of_chart(path)?;
    }
    let boards = boards_in_game(&args.board, Some(&args.bound), session)?;
    if args.plot.is_some() && boards.boards.len() > 1 {
        return Err(Failure::usage(format!(
            "a chart shows one board; there are {}",
            boards.boards.len()
        )));
    }
    let time = *session.time.get_or_insert(DEFAULT_TIME);
    session.memory.get_or_insert(DEFAULT_MEMORY);
    let total = args.total_time.and_then(|total| started.checked_add(total));
    let limits = Limits {
        time: Some(time),
        deadline: total,
        ..session.limits(1)
    };
    let mut exit = Exit::Done;
    for (at, (board, _)) in boards.boards.iter().enumerate() {
        if board.algorithms().is_empty()
            && let Err(unfit) = board.solve_with(&limits.clone().into())
        {
            return Err(unfit.into());
        }
        let print = |comparison: &Comparison, session: &mut Session| {
            if session.json {
                let line = JsonLine::new("compare", &boards.puzzle).and(comparison);
                let line = line.of_level(board);
                writeln!(session.out(), "{line}")?;
            } else {
                title(&boards, at, session)?;
                write!(session.out(), "{}", table(comparison))?;
            }
            Ok(())
        };
        // The time limit applies to each algorithm, independently of the others.
        let all = time.saturating_mul(MOST_ROWS);
        let all = total.map_or(all, |end| {
            all.min(end.saturating_duration_since(Instant::now()))
        });
        session.clock.allow(Instant::now(), all);
        let rows = Mutex::default();
        let comparison = session.work(
            || {
                board.compare_watched(&limits, |row| {
                    lock(&rows).push(row.clone());
                })
            },
            |session, _| {
                let rows = mem::take(&mut *lock(&rows));
                print(&Comparison { rows }, session)
            },
        )?;
        let comparison = comparison.map_err(Failure::from)?;
        if let Some(path) = &args.plot {
            let title = format!("{}: states expanded", boards.puzzle);
            plot::comparison(path, title, &comparison)?;
        }
        print(&comparison, session)?;
        session.flush()?;
        exit = exit.and(verdict(&comparison));
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

/// Locks the rows. The rows are complete even if a thread panicked while it added one.
fn lock(rows: &Mutex<Vec<ComparisonRow>>) -> MutexGuard<'_, Vec<ComparisonRow>> {
    rows.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The exit code for the best answer.
fn verdict(comparison: &Comparison) -> Exit {
    let outcomes = || comparison.rows.iter().map(|row| &row.answer.outcome);
    if outcomes().any(is_cancelled) {
        return Exit::Interrupted;
    }
    outcomes()
        .map(Exit::of)
        .find(|&exit| exit != Exit::Limit)
        .unwrap_or(Exit::Limit)
}

fn table(comparison: &Comparison) -> String {
    let mut table = Table::new();
    table.load_style(NOTHING);
    table.set_header([
        "algorithm",
        "answer",
        "expanded",
        "generated",
        "time",
        "memory",
    ]);
    for row in &comparison.rows {
        let statistics = row.answer.statistics;
        table.add_row([
            match row.heuristic {
                Some(heuristic) => format!("{} {heuristic}", row.algorithm),
                None => row.algorithm.name().to_owned(),
            },
            answer(&row.answer),
            grouped(&statistics.expanded.to_string()),
            grouped(&statistics.generated.to_string()),
            show_duration(statistics.elapsed),
            show_bytes(statistics.peak_bytes),
        ]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{}\n\n{}\n", table.trim_fmt(), summary(comparison))
}

fn answer(answer: &Answer) -> String {
    match &answer.outcome {
        Outcome::Solved { moves } => measure::of_answer(moves.len(), answer),
        Outcome::Unsolvable(_) => "no solution".to_owned(),
        Outcome::Stopped {
            lower_bound,
            reason,
        } => format!("stopped ({reason}), at least {lower_bound}"),
    }
}

fn summary(comparison: &Comparison) -> String {
    let stopped = comparison
        .rows
        .iter()
        .filter(|row| matches!(row.answer.outcome, Outcome::Stopped { .. }))
        .count();
    let answered = comparison.rows.len() - stopped;
    let best = comparison.rows.iter().map(|row| &row.answer);
    let mut best = best.filter_map(|answer| Some((answer.criteria()?, answer)));
    let what = match best.next() {
        Some(((first, _), answer)) => measure::first(first, measure_of(answer)),
        None => "no solution".to_owned(),
    };
    let who = match (answered, stopped) {
        (0, _) => return "no algorithm answered within the limits".to_owned(),
        (1, 0) => "the only algorithm that fits says".to_owned(),
        (n, 0) => format!("all {n} agree"),
        (1, s) => format!("one answered, {s} stopped by a limit"),
        (n, s) => format!("{n} agree, {s} stopped by a limit"),
    };
    format!("{who}: {what}")
}
