//! `fewest`: the fewest moves, proven, on the command line.
//!
//! stdout carries the answer and nothing else; everything for the eye only
//! goes to stderr. Exit codes are in [`exit::Exit`].

mod allocation;
mod args;
mod clock;
mod commands;
mod exit;
mod film;
mod free_memory;
mod input;
mod json;
mod plot;
mod quantity;
mod session;
mod text;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};

use crate::args::{Args, Command};
use crate::exit::{Exit, Failure};
use crate::session::Session;

fn main() -> ExitCode {
    let command = Args::command().color(session::color_before_parsing());
    let args = match command
        .try_get_matches()
        .and_then(|m| Args::from_arg_matches(&m))
    {
        Ok(args) => args,
        Err(error) => {
            // Help on a closed pipe is no failure.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let mut session = Session::new(&args.common);
    let done = run(args.command, &mut session).and_then(|exit| session.flush().map(|()| exit));
    match done {
        Ok(exit) => exit.into(),
        Err(Failure::ClosedPipe) => Exit::Done.into(),
        Err(failure) => {
            // What was answered before the failure still has to go out.
            let flushed = session.flush();
            session.complain(&failure);
            match flushed {
                // A stream that fails fails again at the flush: that is told once.
                Err(_) if matches!(failure, Failure::Write(_)) => failure.exit().into(),
                Err(Failure::ClosedPipe) | Ok(()) => failure.exit().into(),
                Err(other) => {
                    session.complain(&other);
                    other.exit().into()
                }
            }
        }
    }
}

fn run(command: Command, session: &mut Session) -> Result<Exit, Failure> {
    match command {
        Command::Puzzles => commands::puzzles::run(session),
        Command::Solve(args) => commands::solve::run(&args, session),
        Command::Judge(args) => commands::judge::run(&args, session),
        Command::Compare(args) => commands::compare::run(&args, session),
        Command::Check(args) => commands::check::run(&args, session),
        Command::Test(args) => commands::test::run(&args, session),
        Command::New(args) => commands::new::run(&args, session),
        Command::Explain(args) => commands::explain::run(&args, session),
        Command::Census(args) => commands::census::run(&args, session),
        Command::Make(args) => commands::make::run(&args, session),
        Command::Export(args) => commands::export::run(&args, session),
        Command::Table(command) => commands::table::run(&command, session),
        Command::Completions { shell } => commands::shells::completions(shell, session),
        Command::Man => commands::shells::man(session),
    }
}
