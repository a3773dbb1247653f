//! `fewest`: finds the fewest moves of a puzzle and proves them, on the command line.
//!
//! stdout gets only the answer; stderr gets everything that is only for people. The exit codes are
//! those of `exit::Exit`.

mod advice;
mod allocation;
mod args;
mod atomic;
mod clock;
#[cfg_attr(not(feature = "cluster"), path = "no_cluster.rs")]
mod cluster;
mod commands;
mod exit;
mod film;
mod free_memory;
mod game;
mod graph_text;
mod input;
mod interrupt;
mod json;
mod measure;
mod picture;
mod piped;
mod plot;
mod quantity;
mod reading;
mod session;
mod stdout;
mod stream;
mod text;
mod threads;
mod usage;

use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;

use crate::args::Command;
use crate::exit::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::session::Session;

fn main() -> ExitCode {
    let interrupt = Interrupt::default();
    interrupt.listen();
    panic::set_hook(Box::new(tell_panic));
    let mut args = match usage::parse() {
        Ok(Ok(args)) => args,
        Ok(Err(exit)) => return exit.into(),
        Err(failure) => {
            if !matches!(failure, Failure::ClosedPipe) {
                session::show_error(&format!("error: {failure}\n"), false);
            }
            return failure.exit().into();
        }
    };
    // For these commands, the limits on the command line apply to each request or hint and not to
    // the whole process.
    match &mut args.command {
        Command::Serve(serve) => {
            serve.time = args.common.time.take();
            serve.memory = args.common.memory.take();
        }
        Command::Play(play) => {
            play.time = args.common.time.take();
            play.memory = args.common.memory.take();
        }
        _ => {}
    }
    let mut session = Session::new(&args.common, interrupt);
    let done = run(args.command, &mut session).and_then(|exit| session.flush().map(|()| exit));
    match done {
        Ok(exit) => exit.into(),
        Err(Failure::ClosedPipe) => Exit::Done.into(),
        Err(failure) => {
            // Answers given before the failure must still be written.
            let flushed = session
                .tell_in_json(&failure)
                .and_then(|()| session.flush());
            session.complain(&failure);
            match flushed {
                // A failed stream fails again when it is flushed. The program reports this error
                // only once.
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

/// Reports a bug of the program.
fn tell_panic(panic: &PanicHookInfo<'_>) {
    let text = format!("{panic}\nThis is a fault of the program: please report it.\n");
    session::show_error(&text, false);
}

fn run(command: Command, session: &mut Session) -> Result<Exit, Failure> {
    match command {
        Command::Puzzles(args) => commands::puzzles::run(&args, session),
        Command::Solve(args) => commands::solve::run(&args, session),
        Command::Draw(args) => commands::draw::run(&args, session),
        Command::Judge(args) => commands::judge::run(&args, session),
        Command::Compare(args) => commands::compare::run(&args, session),
        Command::Check(args) => commands::check::run(&args, session),
        Command::Test(args) => commands::test::run(&args, session),
        Command::New(args) => commands::new::run(&args, session),
        Command::Hint(args) => commands::hint::run(&args, session),
        Command::Play(args) => commands::play::run(&args, session),
        Command::Explain(args) => commands::explain::run(&args, session),
        Command::Census(args) => commands::census::run(&args, session),
        #[cfg(feature = "disk")]
        Command::Runs(args) => commands::runs::run(&args, session),
        Command::Make(args) => commands::make::run(&args, session),
        Command::Serve(args) => commands::serve::run(&args, session),
        Command::Export(args) => commands::export::run(&args, session),
        Command::Graph(args) => commands::graph::run(&args, session),
        Command::Table(command) => commands::table::run(&command, session),
        Command::Completions { shell } => commands::shells::completions(shell, session),
        Command::Man { command } => commands::shells::man(command.as_deref(), session),
    }
}
