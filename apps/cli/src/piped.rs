//! The board that another program writes to stdin.

use std::io::{self, BufRead, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::exit::Failure;
use crate::quantity::show_duration;
use crate::reading::{Text, read_text};
use crate::session::Session;

/// A pipe is not waited for if nothing comes through it for this long.
const SILENCE: Duration = Duration::from_secs(3);
/// The time between two checks of the limits while the command waits for a pipe.
const BETWEEN_CHECKS: Duration = Duration::from_millis(20);

/// The text on stdin, if stdin is a pipe or a file with more than blanks.
///
/// # Errors
/// The text cannot be read, or a limit is reached.
pub(crate) fn piped_text(session: &Session) -> Result<Option<Text>, Failure> {
    if !is_fed() {
        return Ok(None);
    }
    // The thread fills the buffer of stdin without taking anything from it. Where it cannot start,
    // the command waits for the pipe as for any other input.
    let (tell, told) = mpsc::channel();
    let waiting = thread::Builder::new().stack_size(64 << 10).spawn(move || {
        let begun = io::stdin().lock().fill_buf().map(|_| ());
        // The command may have ended its wait.
        let _ = tell.send(begun);
    });
    let ends = Instant::now() + SILENCE;
    while waiting.is_ok() {
        session.poll(0)?;
        match told.recv_timeout(BETWEEN_CHECKS) {
            Err(RecvTimeoutError::Timeout) if Instant::now() < ends => {}
            Err(RecvTimeoutError::Timeout) => {
                let silence = show_duration(SILENCE);
                session.warn(&format!(
                    "nothing came through stdin for {silence}, so the puzzle's own board is used; \
                     the board - waits longer"
                ));
                return Ok(None);
            }
            Ok(_) | Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let text = read_text("-", session)?;
    Ok(Some(text).filter(|text| !text.text.trim().is_empty()))
}

/// Whether stdin is a pipe or a file, and neither a terminal nor a device such as `/dev/null`.
fn is_fed() -> bool {
    if io::stdin().is_terminal() {
        return false;
    }
    #[cfg(unix)]
    {
        use std::fs::File;
        use std::os::fd::AsFd;
        use std::os::unix::fs::FileTypeExt;
        let stdin = io::stdin().as_fd().try_clone_to_owned().map(File::from);
        let data = stdin.and_then(|file| file.metadata());
        data.is_ok_and(|data| {
            let kind = data.file_type();
            kind.is_file() || kind.is_fifo() || kind.is_socket()
        })
    }
    #[cfg(not(unix))]
    true
}
