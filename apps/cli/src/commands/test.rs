//! `fewest test`: tests whether the boards in puzzle files have the expected outcomes.

use std::io::Write;

use fewest::Expected;
use fewest::diagnose::position;
use fewest::printable;
use fewest::{Answer, Expectation, SolveError};
use fewest_rules::Outcome;

use crate::args::TestArgs;
use crate::exit::{Exit, Failure};
use crate::input::drawn;
use crate::json::{JsonLine, expected};
use crate::measure::{self, measure_of};
use crate::quantity::show_duration;
use crate::reading::{Text, read_puzzle_named};
use crate::session::Session;
use crate::text;

pub(crate) fn run(args: &TestArgs, session: &mut Session) -> Result<Exit, Failure> {
    let mut exit = Exit::Done;
    for path in &args.files {
        let alone = args.files.len() == 1;
        exit = exit.and(match file(path, alone, session) {
            Ok(exit) => exit,
            // If one file has a fault, the command still tests the other files.
            Err(failure @ (Failure::Diagnosed(_) | Failure::Read { .. })) => {
                session.flush()?;
                session.complain(&failure);
                failure.exit()
            }
            Err(failure) => return Err(failure),
        });
        session.flush()?;
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

fn file(path: &str, alone: bool, session: &mut Session) -> Result<Exit, Failure> {
    if !alone {
        // Each file gets the full time limit: the time spent on earlier files does not count.
        session.clock.begin();
    }
    let text = read_puzzle_named(path, session)?;
    let drawn = drawn(&text, session)?;
    let puzzle = drawn.name();
    let expectations = drawn.expectations();
    if expectations.is_empty() {
        session.note(&format!("{} expects nothing", text.name));
    }
    let boards = expectations.len() + usize::from(!alone);
    let mut exit = Exit::Done;
    let mut right = 0;
    for expectation in &expectations {
        let limits = session.board_limits(boards);
        let answer = session
            .work(
                || expectation.board.solve_with(&limits.clone().into()),
                |session, known| {
                    let answer = known.answer(&expectation.board);
                    tell(puzzle, &text, expectation, &answer, session)
                },
            )?
            .map_err(|unfit| match unfit {
                SolveError::Internal(error) => Failure::Internal(error),
                unfit => Failure::usage(format!("{}: {unfit}", text.name)),
            })?;
        let verdict = verdict(expectation, &answer);
        right += u64::from(verdict == Exit::Done);
        exit = exit.and(verdict);
        tell(puzzle, &text, expectation, &answer, session)?;
        session.flush()?;
        if exit == Exit::Interrupted {
            return Ok(exit);
        }
    }
    if !session.json && !expectations.is_empty() {
        let all = expectations.len() as u64;
        let what = if right == all {
            match all {
                1 => "as expected".to_owned(),
                _ => format!("all {all} as expected"),
            }
        } else {
            format!("{right} of {all} as expected")
        };
        writeln!(session.out(), "{}: {what}", printable::line(&text.name))?;
    }
    Ok(exit)
}

/// If a limit stopped a board, the outcome is neither right nor wrong, unless what has been proven
/// so far contradicts the expectation.
fn verdict(expectation: &Expectation, answer: &Answer) -> Exit {
    match (expectation.is_met(answer), &answer.outcome) {
        (Some(true), _) => Exit::Done,
        (None, Outcome::Stopped { reason, .. }) => Exit::stopped(*reason),
        _ => Exit::No,
    }
}

/// Prints the boards with unexpected outcomes. With `-v` and in JSON, prints the other boards as
/// well.
fn tell(
    puzzle: &str,
    text: &Text,
    expectation: &Expectation,
    answer: &Answer,
    session: &mut Session,
) -> Result<(), Failure> {
    let verdict = verdict(expectation, answer);
    let (line, _) = position(&text.source(), expectation.span.start);
    if session.json {
        let right = match verdict {
            Exit::Done => Some(true),
            Exit::No => Some(false),
            _ => None,
        };
        let object = JsonLine::new("test", puzzle)
            .with("file", text.name.as_str())
            .with("line", line)
            .with("expected", expected(expectation.expected))
            .with("right", right)
            .and(answer);
        writeln!(session.out(), "{object}")?;
        return Ok(());
    }
    let name = printable::line(&text.name);
    let wanted = match expectation.expected {
        Expected::Moves(first) => measure::first(first, measure_of(answer)),
        Expected::Both(first, second) => {
            format!(
                "{} then {second}",
                measure::first(first, measure_of(answer))
            )
        }
        Expected::Unsolvable => "no solution".to_owned(),
    };
    let found = match &answer.outcome {
        Outcome::Solved { moves } => measure::of_answer(moves.len(), answer),
        Outcome::Unsolvable(_) => "no solution".to_owned(),
        Outcome::Stopped {
            lower_bound,
            reason,
        } => text::stopped(*reason, *lower_bound, measure_of(answer), session),
    };
    let elapsed = show_duration(answer.statistics.elapsed);
    let method = &answer.method;
    match verdict {
        Exit::Done if session.verbose => {
            writeln!(session.out(), "{name}:{line}: {found}; {method}, {elapsed}")?;
        }
        Exit::Done => {}
        _ => writeln!(
            session.out(),
            "{name}:{line}: expected {wanted}, found {found}"
        )?,
    }
    Ok(())
}
