//! A wrapper of stdout that records whether stdout was already closed when the program began.

use std::io::{self, StdoutLock, Write};

/// stdout, which may have been closed from the beginning.
pub(crate) enum Stdout {
    Open(StdoutLock<'static>),
    /// stdout was closed when the program began. Rust opens `/dev/null` in its place, so every
    /// answer would be lost silently.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code))]
    Closed,
}

impl Stdout {
    pub(crate) fn new() -> Self {
        #[cfg(target_os = "linux")]
        if closed::at_start() {
            return Self::Closed;
        }
        Self::Open(io::stdout().lock())
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Open(out) => out.write(bytes),
            Self::Closed => Err(io::Error::other("stdout is closed")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Open(out) => out.flush(),
            Self::Closed => Ok(()),
        }
    }
}

#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
mod closed {
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    /// Whether stdout was closed when the process began.
    pub(super) fn at_start() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }

    // SAFETY: the loader calls the functions in this section as C functions before `main`. This
    // function needs nothing that Rust initialises before `main`.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;

    extern "C" fn look() {
        // SAFETY: the flags of any descriptor may be queried, even those of a closed one.
        let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
        CLOSED.store(flags == -1, Ordering::Relaxed);
    }
}
