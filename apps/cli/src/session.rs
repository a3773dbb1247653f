//! What all commands share: streams, colours, limits, Ctrl-C, progress.

use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::num::NonZeroUsize;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::ColorChoice;
use fewest::diagnose::{self, Source};
use fewest::rules::{Ceiling, Fault, Faults, Limits, Progress, StopReason, grouped};
use fewest::space::Going;
use indicatif::{ProgressBar, ProgressStyle};

use crate::allocation;
use crate::args::{Color, Common};
use crate::clock::Clock;
use crate::exit::{Exit, Failure};
use crate::quantity::{count, show_bytes, show_duration};
use crate::text;

/// How long a command may go on after Ctrl-C to say what it knows.
const GRACE: Duration = Duration::from_millis(90);
/// Progress is shown only for work that takes longer.
const PATIENCE: Duration = Duration::from_millis(500);

/// One run of the program.
pub(crate) struct Session {
    out: BufWriter<StdoutLock<'static>>,
    pub(crate) json: bool,
    pub(crate) verbose: bool,
    pub(crate) quiet: bool,
    pub(crate) threads: usize,
    styled_errors: bool,
    cancel: Arc<AtomicBool>,
    /// What the user allows to the command, or to each board.
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
    pub(crate) clock: Clock,
    pub(crate) ceiling: Option<Ceiling>,
    progress: Option<ProgressBar>,
}

impl Session {
    pub(crate) fn new(common: &Common) -> Self {
        let cancel = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancel);
        // Without a handler Ctrl-C still ends the program, only less politely.
        let _ = ctrlc::set_handler(move || {
            flag.store(true, Ordering::Relaxed);
            thread::sleep(GRACE);
            process::exit(Exit::Interrupted as i32);
        });
        let clock = Clock::start(common.time);
        let cores = thread::available_parallelism().map_or(1, usize::from);
        // More threads than cores only get in each other's way.
        let threads = common.threads.map_or(cores, usize::from).min(cores);
        Self {
            out: BufWriter::with_capacity(64 << 10, io::stdout().lock()),
            json: common.json,
            verbose: common.verbose,
            quiet: common.quiet,
            threads,
            styled_errors: styled(common.color, io::stderr().is_terminal()),
            cancel,
            time: common.time,
            memory: common.memory,
            clock,
            ceiling: allocation::limit(common.memory, threads),
            progress: (!common.quiet && io::stderr().is_terminal()).then(progress_bar),
        }
    }

    /// stdout, for the answer.
    pub(crate) fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        if let Some(bar) = &self.progress {
            bar.finish_and_clear();
        }
        Ok(self.out.flush()?)
    }

    /// Divides the memory allowed among searches that run at the same time, so
    /// that all of them together keep to it.
    pub(crate) fn share_memory(&mut self, parallel: usize) {
        self.memory = self.memory.map(|bytes| bytes / parallel as u64);
    }

    /// Says that one more of `total` boards is answered, where that takes long.
    pub(crate) fn count_boards(&self, total: usize) -> impl Fn() + Sync + use<> {
        let bar = self.progress.clone().filter(|_| total > 1);
        let (started, done) = (Instant::now(), AtomicUsize::new(0));
        move || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            let elapsed = started.elapsed();
            let Some(bar) = bar.as_ref().filter(|_| elapsed >= PATIENCE) else {
                return;
            };
            let rate = done as f64 / elapsed.as_secs_f64();
            let left = Duration::from_secs((total.saturating_sub(done) as f64 / rate) as u64);
            bar.set_message(format!(
                "{} of {}, {rate:.1} a second, {} left",
                grouped(&done.to_string()),
                count(total as u64, "board", "boards"),
                show_duration(left),
            ));
            bar.tick();
        }
    }

    /// The limits for one of `parallel` searches at a time, all within the time of the
    /// command.
    pub(crate) fn limits(&self, parallel: usize) -> Limits {
        let started = Instant::now();
        let bar = self.progress.clone().filter(|_| parallel == 1);
        Limits {
            time: None,
            deadline: self.clock.deadline(),
            memory: self.memory,
            ceiling: self.ceiling,
            states: None,
            threads: NonZeroUsize::new(self.threads / parallel),
            cancel: Some(Arc::clone(&self.cancel)),
            progress: bar.map(|bar| {
                Arc::new(move |progress: &Progress| show_progress(&bar, started, progress)) as _
            }),
        }
    }

    /// The limits for one of `boards` boards that are answered one after the other: several
    /// have the whole time each.
    pub(crate) fn board_limits(&self, boards: usize) -> Limits {
        let limits = self.limits(1);
        match boards {
            1 => limits,
            _ => self.clock.next(&limits),
        }
    }

    /// How a whole space is gone over.
    pub(crate) fn going(&self) -> Going {
        Going {
            threads: NonZeroUsize::new(self.threads).unwrap_or(NonZeroUsize::MIN),
            limits: self.limits(1),
        }
    }

    /// The flag that Ctrl-C raises.
    pub(crate) fn cancel_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.cancel)
    }

    /// Which limit forbids that a command goes on, `more` bytes in hand.
    ///
    /// # Errors
    /// The limit.
    pub(crate) fn poll(&self, more: u64) -> Result<(), Failure> {
        if self.cancelled() {
            Err(Failure::Interrupted)
        } else if self.clock.is_over() {
            Err(Failure::Stopped(StopReason::Time))
        } else if self.ceiling.is_some_and(|ceiling| !ceiling.fits(more)) {
            Err(Failure::Stopped(StopReason::Memory))
        } else {
            Ok(())
        }
    }

    pub(crate) fn cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }

    /// Faults of a text as messages, coloured if errors are.
    pub(crate) fn render(&self, source: &Source<'_>, faults: &Faults) -> String {
        diagnose::render(source, faults, self.styled_errors)
    }

    /// What may not be meant in a text, on stderr, unless quiet is wanted.
    pub(crate) fn show_warnings(&self, source: &Source<'_>, warnings: &[Fault]) {
        if !self.quiet && !warnings.is_empty() {
            let text = diagnose::render_warnings(source, warnings, self.styled_errors);
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    pub(crate) fn styled_errors(&self) -> bool {
        self.styled_errors
    }

    /// A remark on stderr, unless quiet is wanted.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "note: {text}");
        }
    }

    /// What is missing from the answer, on stderr.
    pub(crate) fn warn(&self, text: &str) {
        let _ = writeln!(io::stderr(), "warning: {text}");
    }

    /// Why the command failed, on stderr.
    pub(crate) fn complain(&self, failure: &Failure) {
        if let Some(bar) = &self.progress {
            bar.finish_and_clear();
        }
        let mut err = io::stderr().lock();
        // With stderr gone too there is nobody left to tell.
        let _ = match failure {
            Failure::Diagnosed(text) => write!(err, "{text}"),
            Failure::Interrupted => writeln!(err, "interrupted"),
            Failure::Stopped(reason) => writeln!(err, "{}", text::limit(*reason, self)),
            Failure::Usage {
                message,
                help: Some(help),
            } => writeln!(err, "error: {message}\n\nhelp: {help}"),
            other => writeln!(err, "error: {other}"),
        };
    }
}

/// Whether a stream gets colours.
fn styled(color: Color, terminal: bool) -> bool {
    match color {
        Color::Always => true,
        Color::Never => false,
        Color::Auto => {
            let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            terminal && !forbidden && !dumb
        }
    }
}

/// The colours of usage errors, which are printed before the arguments are
/// understood.
pub(crate) fn color_before_parsing() -> ColorChoice {
    let mut args = std::env::args_os()
        .map(|arg| arg.to_string_lossy().into_owned())
        .skip_while(|arg| !arg.starts_with("--color"));
    let value = match args.next().as_deref() {
        Some("--color") => args.next(),
        Some(arg) => arg.strip_prefix("--color=").map(str::to_owned),
        None => None,
    };
    match value.as_deref() {
        Some("always") => ColorChoice::Always,
        Some("never") => ColorChoice::Never,
        _ => ColorChoice::Auto,
    }
}

fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar
}

fn show_progress(bar: &ProgressBar, started: Instant, progress: &Progress) {
    let elapsed = started.elapsed();
    if elapsed < PATIENCE {
        return;
    }
    let statistics = progress.statistics;
    let rate = statistics.expanded as f64 / elapsed.as_secs_f64();
    bar.set_message(format!(
        "{}, {} a second, depth {}, {}",
        count(statistics.expanded, "node", "nodes"),
        count(rate as u64, "node", "nodes"),
        progress.lower_bound,
        show_bytes(statistics.peak_bytes),
    ));
    bar.tick();
}
