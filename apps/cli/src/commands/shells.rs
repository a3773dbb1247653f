//! `fewest completions` and `fewest man`: output for shells and packagers.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::args::Args;
use crate::exit::{Exit, Failure};
use crate::session::Session;

pub(crate) fn completions(shell: Shell, session: &mut Session) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "fewest", &mut script);
    session.data().write_all(&script)?;
    Ok(Exit::Done)
}

pub(crate) fn man(command: Option<&str>, session: &mut Session) -> Result<Exit, Failure> {
    let mut described = Args::command();
    if let Some(name) = command {
        // Building gives the subcommands their full names and the options that all commands share.
        described.build();
        let command = described.find_subcommand(name);
        described = command
            .ok_or_else(|| Failure::usage(format!("there is no command {name}")))?
            .clone();
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(described).render(&mut page)?;
    session.data().write_all(&page)?;
    Ok(Exit::Done)
}
