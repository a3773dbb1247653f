//! `fewest check`: replays a given solution by the rules alone.

use std::io::Write;
use std::ops::Range;

use fewest::Verdict;
use fewest::api::{Answer, Replayed};

use crate::args::CheckArgs;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::input::{Text, read_boards, read_text};
use crate::json::{self, Checked};
use crate::measure::{self, measure_of};
use crate::quantity::count;
use crate::session::Session;

pub(crate) fn run(args: &CheckArgs, session: &mut Session) -> Result<Exit, Failure> {
    let file = match args.moves.as_slice() {
        [only] => only.strip_prefix('@'),
        _ => None,
    };
    if file == Some("-") && args.board == "-" {
        return Err(Failure::usage(
            "the board and the moves cannot both come from stdin",
        ));
    }
    let boards = read_boards(
        &args.puzzle,
        Some(&args.board),
        &args.options,
        None,
        session,
    )?;
    let moves = match file {
        Some(path) => read_text(path, session)?,
        None => Text {
            name: "<moves>".to_owned(),
            text: args.moves.join(" "),
        },
    };
    let solutions = solutions(&moves, boards.boards.len(), file.is_some())?;
    let mut exit = Exit::Done;
    for (at, ((board, _), span)) in boards.boards.iter().zip(solutions).enumerate() {
        let limits = session.board_limits(boards.boards.len());
        let replayed = board
            .inner()
            .replay(&moves.text[span.clone()])
            .map_err(|faults| {
                let faults = faults.shifted(span.start);
                Failure::Diagnosed(session.render(&moves.source(), &faults))
            })?;
        if !session.json {
            title(&boards, at, session)?;
        }
        let verdict = |answer: &Answer, session: &mut Session| {
            verdict(&boards.puzzle, &replayed, answer, session)
        };
        let answer = session
            .work(
                || board.inner().solve(None, &limits),
                |session, known| verdict(&known.answer(board.inner()), session).map(|_| ()),
            )?
            .map_err(|unfit| Failure::usage(unfit.to_string()))?;
        exit = exit.and(verdict(&answer, session)?);
        session.flush()?;
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

/// The part of the text that belongs to each board. A single board has the whole text; several
/// boards have one line each, and an empty line is a solution without moves.
fn solutions(moves: &Text, boards: usize, from_file: bool) -> Result<Vec<Range<usize>>, Failure> {
    if boards == 1 {
        let whole = 0..moves.text.len();
        return Ok(Vec::from([whole]));
    }
    let mut start = 0;
    let lines: Vec<Range<usize>> = moves
        .text
        .split_inclusive('\n')
        .map(|line| {
            let span = start..start + line.trim_end().len();
            start += line.len();
            span
        })
        .collect();
    if lines.len() != boards {
        return Err(Failure::Usage {
            message: format!(
                "{} for {}",
                count(lines.len() as u64, "solution", "solutions"),
                count(boards as u64, "board", "boards")
            ),
            help: (!from_file).then(|| {
                "write one solution a line, one line a board, to a file and give @FILE".to_owned()
            }),
        });
    }
    Ok(lines)
}

fn verdict(
    puzzle: &str,
    replayed: &Replayed,
    answer: &Answer,
    session: &mut Session,
) -> Result<Exit, Failure> {
    let outcome = &answer.outcome;
    let exit = match Verdict::of(replayed, answer) {
        Verdict::Shortest => Exit::Done,
        Verdict::Unknown { .. } => Exit::of(outcome),
        _ => Exit::No,
    };
    if session.json {
        let checked = Checked { replayed, answer };
        writeln!(session.out(), "{}", json::check(puzzle, &checked))?;
    } else {
        let text = sentence(replayed, answer);
        writeln!(session.out(), "{text}")?;
    }
    Ok(exit)
}

fn sentence(replayed: &Replayed, answer: &Answer) -> String {
    let given = count(replayed.length as u64, "move", "moves");
    let costs = answer.costs.as_ref();
    match Verdict::of(replayed, answer) {
        Verdict::Illegal => match &replayed.illegal {
            Some((number, _, name)) => format!("wrong: move {number}, {name}, is not legal there"),
            None => format!("wrong: the {given} are not legal"),
        },
        Verdict::NoGoal => {
            let earlier = match replayed.earlier_goal {
                Some(made) => format!(
                    "; a goal was reached after {}, and left again",
                    count(made as u64, "move", "moves")
                ),
                None => String::new(),
            };
            let verb = if replayed.length == 1 {
                "is legal but ends"
            } else {
                "are legal but end"
            };
            format!("wrong: the {given} {verb} at no goal{earlier}")
        }
        Verdict::Shortest => format!(
            "right: {}, proven {}",
            measure::length(replayed.length, replayed.cost, costs),
            measure::minimised(measure_of(answer))
        ),
        Verdict::NotBest => format!(
            "not best: the {given} are legal and reach a goal with {}; {} has {}",
            measure::length(replayed.length, replayed.cost, costs),
            measure::minimised(measure_of(answer)),
            measure::of_answer(answer.outcome.moves().map_or(0, <[_]>::len), answer)
        ),
        Verdict::TooLong { fewest } => format!(
            "not shortest: the {given} are legal and reach a goal, but {} too many; the fewest is {fewest}",
            replayed.length - fewest
        ),
        Verdict::Unknown { lower_bound } if costs.is_some() => format!(
            "legal: the {given} reach a goal with {}; whether others do with less is not known, at least {} are needed",
            measure::length(replayed.length, replayed.cost, costs),
            measure::first(lower_bound.into(), measure_of(answer))
        ),
        Verdict::Unknown { lower_bound } => format!(
            "legal: the {given} reach a goal; whether fewer do is not known, at least {lower_bound} are needed"
        ),
        Verdict::Contradiction => format!(
            "the {given} are legal and reach a goal, which contradicts the solver: please report this board"
        ),
    }
}
