//! `fewest graph`: writes the graph of the states that a board can reach.

use std::io::Write;

use fewest::{Board, GraphError, StateGraph};
use fewest_rules::{StopReason, grouped};

use crate::args::{GraphArgs, GraphFormat};
use crate::exit::{Exit, Failure};
use crate::game::boards_in_game;
use crate::graph_text;
use crate::json::JsonLine;
use crate::session::Session;

pub(crate) fn run(args: &GraphArgs, session: &mut Session) -> Result<Exit, Failure> {
    let format = if session.json {
        GraphFormat::Json
    } else {
        args.to
    };
    if format == GraphFormat::Json {
        session.answer_in_json();
    }
    let boards = boards_in_game(&args.board, None, session)?;
    let [(board, _)] = &boards.boards[..] else {
        return Err(Failure::Usage {
            message: format!("expected one board, found {}", boards.boards.len()),
            help: Some("choose one of them with --level".to_owned()),
        });
    };
    let limits = session.limits(1);
    let puzzle = &boards.puzzle;
    let graph = session.work(
        || board.graph(args.max_states, &limits),
        |session, known| {
            let statistics = known.statistics;
            print_stopped(
                puzzle,
                StopReason::Cancelled,
                statistics.expanded,
                known.lower_bound,
                session,
            )
        },
    )?;
    match graph {
        Ok(graph) => {
            print(puzzle, board, &graph, format, session)?;
            Ok(Exit::Done)
        }
        Err(GraphError::Stopped {
            reason,
            reached,
            lower_bound,
        }) => {
            print_stopped(puzzle, reason, reached, lower_bound, session)?;
            Ok(Exit::stopped(reason))
        }
        Err(GraphError::Board(error)) => Err(session.failure(error.into(), "<board>")),
    }
}

fn print(
    puzzle: &str,
    board: &Board,
    graph: &StateGraph,
    format: GraphFormat,
    session: &mut Session,
) -> Result<(), Failure> {
    match format {
        GraphFormat::Json => {
            let line = JsonLine::new("graph", puzzle).and(graph).of_level(board);
            writeln!(session.out(), "{line}")?;
        }
        GraphFormat::Dot => graph_text::dot(puzzle, graph, session.out())?,
        GraphFormat::Graphml => graph_text::graphml(graph, session.out())?,
    }
    Ok(())
}

fn print_stopped(
    puzzle: &str,
    reason: StopReason,
    reached: u64,
    lower_bound: u32,
    session: &mut Session,
) -> Result<(), Failure> {
    if session.json {
        let line = JsonLine::new("graph", puzzle)
            .with("outcome", "stopped")
            .with("reason", reason.word())
            .with("reached", reached)
            .with("lower_bound", lower_bound);
        return Ok(writeln!(session.out(), "{line}")?);
    }
    let reached = grouped(&reached.to_string());
    let found = match reason {
        StopReason::States => format!("stopped: more than {reached} states"),
        _ => format!("{}: at least {reached} states", session.limit(reason)),
    };
    let line = format!("{found}, and every solution has at least {lower_bound} moves");
    writeln!(session.out(), "{line}")?;
    if reason == StopReason::States {
        session.note("--max-states allows more of them");
    }
    Ok(())
}
