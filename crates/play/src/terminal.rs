//! Takes over the terminal, and restores it however the game ends.

use std::io::{self, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

#[cfg(unix)]
use crossterm::Command;
use crossterm::cursor::Show;
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// Whether a game has taken over the terminal, so that it must be restored.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The reports of panics in threads other than the thread of the interface.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The terminal, in raw mode and on its alternate screen. The terminal is restored when this value
/// is dropped.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes over the terminal.
    ///
    /// # Errors
    /// The terminal cannot be read or written.
    pub(crate) fn take() -> io::Result<Self> {
        keep_panics();
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let taken = execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture);
        let terminal = taken.and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        if terminal.is_err() {
            restore();
        }
        Ok(Self {
            terminal: terminal?,
        })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal if a game has taken it over. A process that must end while a game is
/// played calls this function first; further calls do nothing.
pub fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    // Errors are ignored, because nothing can be done if the terminal is gone.
    let _ = leave();
    let _ = disable_raw_mode();
}

/// Restores the screen. This function writes without the lock of stdout, which another thread may
/// hold.
#[cfg(unix)]
fn leave() -> io::Result<()> {
    let mut codes = String::new();
    let written = DisableMouseCapture
        .write_ansi(&mut codes)
        .and_then(|()| LeaveAlternateScreen.write_ansi(&mut codes))
        .and_then(|()| Show.write_ansi(&mut codes));
    written.map_err(io::Error::other)?;
    let mut rest = codes.as_bytes();
    while !rest.is_empty() {
        let written = rustix::io::write(rustix::stdio::stdout(), rest)?;
        rest = &rest[written..];
    }
    Ok(())
}

#[cfg(not(unix))]
fn leave() -> io::Result<()> {
    execute!(
        io::stdout(),
        DisableMouseCapture,
        LeaveAlternateScreen,
        Show
    )
}

/// While the terminal is taken over, keeps the reports of panics in other threads until the game
/// ends. A panic of the interface's thread restores the terminal before the panic is reported.
fn keep_panics() {
    let interface = thread::current().id();
    let report = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if TAKEN.load(Ordering::SeqCst) && thread::current().id() != interface {
            let mut panics = PANICS.lock().unwrap_or_else(PoisonError::into_inner);
            panics.push(panic.to_string());
        } else {
            restore();
            report(panic);
        }
    }));
}

/// The reports of panics in other threads since the last call.
pub(crate) fn panics() -> Vec<String> {
    std::mem::take(&mut *PANICS.lock().unwrap_or_else(PoisonError::into_inner))
}
