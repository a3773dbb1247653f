//! `fewest judge`: runs a contest's program, with exactly the output that the contest expects.

use std::io::{self, IsTerminal, Read, StdinLock};
use std::sync::Arc;

use fewest::judge::{self, JudgeError};
use fewest_rules::StopReason;

use crate::args::JudgeArgs;
use crate::clock::Clock;
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
    session.clock.raise_at_deadline(Arc::clone(&cancel));
    let mut input = Input {
        stdin: io::stdin().lock(),
        clock: session.clock.clone(),
    };
    let result = judge::run(&mut *program, &mut input, session.out(), &cancel);
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
        Err(JudgeError::Internal(error)) => return Err(Failure::Internal(error)),
        Err(_) if session.clock.is_over() => return Err(Failure::Stopped(StopReason::Time)),
        Err(_) => return Err(Failure::Interrupted),
    }
    Ok(Exit::Done)
}

/// The input with the cases. While the program waits for it, the clock allows the process to end,
/// because all earlier answers have been written.
struct Input {
    stdin: StdinLock<'static>,
    clock: Clock,
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.clock.reading(|| self.stdin.read(bytes))
    }
}
