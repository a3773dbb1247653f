//! `fewest check`: replays a given solution by the rules alone.

use std::io::Write;

use fewest::{Answer, Board, Check, Replayed, Verdict};

use crate::args::CheckArgs;
use crate::commands::title;
use crate::exit::{Exit, Failure};
use crate::game::{MovesText, forbid_both_from_stdin};
use crate::input::read_boards;
use crate::json::JsonLine;
use crate::measure::{self, measure_of};
use crate::quantity::count;
use crate::session::Session;

pub(crate) fn run(args: &CheckArgs, session: &mut Session) -> Result<Exit, Failure> {
    forbid_both_from_stdin(&args.moves, &args.board)?;
    let boards = read_boards(
        &args.puzzle,
        Some(&args.board),
        &args.options,
        None,
        session,
    )
    .map_err(|failure| match failure {
        Failure::Read { .. } => failure
            .advised("the board comes before the moves; 'start' is the own board of a puzzle file"),
        failure => failure,
    })?;
    let moves = MovesText::read(&args.moves, session)?;
    let solutions = moves.of_boards(boards.boards.len())?;
    let mut exit = Exit::Done;
    for (at, ((board, _), span)) in boards.boards.iter().zip(solutions).enumerate() {
        let limits = session.board_limits(boards.boards.len());
        let replayed = board
            .replay(&moves.text.text[span.clone()])
            .map_err(|error| moves.faulty(error, &span, session))?;
        if !session.json {
            title(&boards, at, session)?;
        }
        let verdict = |answer: &Answer, session: &mut Session| {
            verdict(&boards.puzzle, board, &replayed, answer, session)
        };
        let answer = session
            .work(
                || board.solve_with(&limits.clone().into()),
                |session, known| verdict(&known.answer(board), session).map(|_| ()),
            )?
            .map_err(Failure::from)?;
        exit = exit.and(verdict(&answer, session)?);
        session.flush()?;
        if exit == Exit::Interrupted {
            break;
        }
    }
    Ok(exit)
}

fn verdict(
    puzzle: &str,
    board: &Board,
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
        let check = Check {
            replayed: replayed.clone(),
            answer: answer.clone(),
        };
        let line = JsonLine::new("check", puzzle).and(&check).of_level(board);
        writeln!(session.out(), "{line}")?;
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
