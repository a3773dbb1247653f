//! `fewest judge`: runs a contest's program, with exactly the output that the contest expects.

use std::io::{self, IsTerminal};

use fewest::judge::{self, JudgeError};

use crate::args::JudgeArgs;
use crate::exit::{Exit, Failure};
use crate::session::Session;

pub(crate) fn run(args: &JudgeArgs, session: &mut Session) -> Result<Exit, Failure> {
    let Some(mut program) = fewest::judges::find(&args.judge) else {
        return Err(Failure::Usage {
            message: format!("there is no judge '{}'", args.judge.escape_debug()),
            help: Some(format!("the judges are {}", fewest::judges::names())),
        });
    };
    if io::stdin().is_terminal() {
        session.note("reading from the terminal; Ctrl-D ends the input");
    }
    let cancel = session.cancel_flag();
    let result = judge::run(
        &mut *program,
        &mut io::stdin().lock(),
        session.out(),
        &cancel,
    );
    match result {
        Ok(0) => session.note("no cases on stdin"),
        Ok(_) => {}
        Err(JudgeError::Malformed(malformed)) => {
            let text = malformed.render("<stdin>", session.styled_errors());
            return Err(Failure::Diagnosed(text));
        }
        Err(JudgeError::Read(error)) => {
            return Err(Failure::Read {
                name: "<stdin>".to_owned(),
                error,
            });
        }
        Err(JudgeError::Write(error)) => return Err(error.into()),
        Err(_) => return Err(Failure::Interrupted),
    }
    Ok(Exit::Done)
}
