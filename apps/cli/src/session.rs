//! What all commands share: streams, colours, limits, the handling of Ctrl-C, and progress.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use fewest::diagnose::{self, Source};
use fewest::printable;
use fewest::scene::text::TextColours;
use fewest::{Error, GraphError, Notice};
use fewest_rules::{Ceiling, Fault, Faults, Limits, Progress, StopReason, grouped};
use indicatif::{ProgressBar, ProgressStyle};

use crate::allocation;
use crate::args::{Color, Common};
use crate::clock::Clock;
use crate::exit::Failure;
use crate::interrupt::{Interrupt, LastKnown};
use crate::json::JsonLine;
use crate::quantity::{count, show_bytes, show_duration};
use crate::stdout::Stdout;
use crate::stream::{Content, Stream};

/// Progress is shown only for work that takes longer than this.
const PATIENCE: Duration = Duration::from_millis(500);

/// The state of one run of the program.
pub(crate) struct Session {
    out: Out,
    pub(crate) json: bool,
    pub(crate) verbose: bool,
    pub(crate) quiet: bool,
    pub(crate) threads: usize,
    /// Whether the answer may have colours.
    styled: bool,
    styled_errors: bool,
    interrupt: Interrupt,
    /// The time limit of the command or of each board, and the memory limit, as set by the user.
    pub(crate) time: Option<Duration>,
    pub(crate) memory: Option<u64>,
    pub(crate) clock: Clock,
    /// The limit on the memory of the process. See [`Session::ceiling`].
    ceiling: OnceLock<Option<Ceiling>>,
    progress: Option<ProgressBar>,
    network: Network,
}

/// Tells the bytes sent to other processes, once there are some.
pub(crate) type Network = Arc<OnceLock<Box<dyn Fn() -> u64 + Send + Sync>>>;

impl Session {
    pub(crate) fn new(common: &Common, interrupt: Interrupt) -> Self {
        let content = if common.json {
            Content::Json
        } else {
            Content::Text
        };
        let clock = Clock::start(common.time);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        // More threads than cores would only slow each other down, so there are at most as many
        // threads as cores.
        let threads = common.threads.map_or(cores, usize::from).min(cores);
        let session = Self {
            out: Out {
                stream: Stream::new(BufWriter::with_capacity(64 << 10, Stdout::new()), content),
                interrupt: interrupt.clone(),
            },
            json: common.json,
            verbose: common.verbose,
            quiet: common.quiet,
            threads,
            styled: !common.json && styled(common.color, io::stdout().is_terminal()),
            styled_errors: styled(common.color, io::stderr().is_terminal()),
            interrupt,
            time: common.time,
            memory: common.memory,
            clock,
            ceiling: OnceLock::new(),
            progress: (!common.quiet && io::stderr().is_terminal()).then(progress_bar),
            network: Network::default(),
        };
        if session.memory.is_some() {
            session.ceiling();
        }
        session
    }

    /// The limit on the memory of the process, which applies from the first call on. Without a limit
    /// by the user, the call finds out how much memory is free. This takes a seventh of the time of a
    /// command that does nothing else, and judges need so little memory that they never ask.
    pub(crate) fn ceiling(&self) -> Option<Ceiling> {
        let limit = || allocation::limit(self.memory, self.threads);
        *self.ceiling.get_or_init(limit)
    }

    /// The place where the traffic with other processes is stored, so that the progress can show
    /// it.
    pub(crate) fn network(&self) -> Network {
        Arc::clone(&self.network)
    }

    #[cfg(feature = "cluster")]
    /// Reduces the threads and the memory of this process to its share, if `processes` processes
    /// divide this machine among them.
    pub(crate) fn divide_machine(&mut self, processes: usize) {
        let whole = self.ceiling();
        self.threads = (self.threads / processes).max(1);
        self.share_memory(processes);
        self.ceiling = OnceLock::from(whole.map(|whole| Ceiling {
            bytes: whole.bytes / processes as u64,
            ..whole
        }));
    }

    /// The stream for the answer, which is stdout.
    pub(crate) fn out(&mut self) -> &mut impl Write {
        &mut self.out
    }

    /// stdout for data that other programs read. The data are written unchanged, except to a
    /// terminal, where they are escaped.
    pub(crate) fn data(&mut self) -> &mut impl Write {
        if !io::stdout().is_terminal() {
            self.out.stream.content = Content::Data;
        }
        &mut self.out
    }

    /// Answers in JSON, as if the user had asked for it with `--json`.
    pub(crate) fn answer_in_json(&mut self) {
        self.json = true;
        self.out.stream.content = Content::Json;
    }

    /// The colours for text on stdout.
    pub(crate) fn text_colours(&self) -> TextColours {
        let depth = std::env::var("COLORTERM").unwrap_or_default();
        match self.styled {
            false => TextColours::Plain,
            true if matches!(depth.as_str(), "truecolor" | "24bit") => TextColours::TrueColour,
            true => TextColours::Ansi256,
        }
    }

    /// Writes text that may contain escape sequences for colours. Everything in it that comes from
    /// the input must already be printable.
    pub(crate) fn coloured(&mut self, text: &str) -> io::Result<()> {
        let content = self.out.stream.content;
        if self.styled {
            self.out.stream.content = Content::Coloured;
        }
        let written = self.out.write_all(text.as_bytes());
        self.out.stream.content = content;
        written
    }

    /// Runs `work`. If the work does not end soon after Ctrl-C, `tell` prints what is known, and
    /// the program ends.
    pub(crate) fn work<T: Send>(
        &mut self,
        work: impl FnOnce() -> T + Send,
        tell: impl FnOnce(&mut Self, LastKnown) -> Result<(), Failure>,
    ) -> Result<T, Failure> {
        let interrupt = self.interrupt.clone();
        interrupt.work(work, |known| {
            if let Err(failure) = tell(self, known).and_then(|()| self.flush()) {
                self.complain(&failure);
            }
        })
    }

    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        if let Some(bar) = &self.progress {
            bar.finish_and_clear();
        }
        Ok(self.out.flush()?)
    }

    /// Divides the memory limit among searches that run at the same time, so that all of them
    /// together respect it.
    pub(crate) fn share_memory(&mut self, parallel: usize) {
        self.memory = self.memory.map(|bytes| bytes / parallel as u64);
    }

    /// Returns a function that counts answered boards, and shows the progress if solving takes
    /// long.
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

    /// The limits for further work on a board for which a search has spent the time `spent`.
    pub(crate) fn limits_after(&self, spent: Duration) -> Limits {
        Limits {
            deadline: self.clock.after(spent),
            ..self.limits(1)
        }
    }

    /// The limits for each of `parallel` searches that run at the same time, all within the time of
    /// the command.
    pub(crate) fn limits(&self, parallel: usize) -> Limits {
        let started = Instant::now();
        let bar = self.progress.clone();
        let interrupt = self.interrupt.clone();
        let network = self.network();
        let note = move |progress: &Progress| {
            interrupt.note(progress);
            // What is drawn after the interrupt would stay on the screen above the answer.
            if let Some(bar) = bar.as_ref().filter(|_| !interrupt.raised()) {
                show_progress(bar, started, progress, network.get().map(|sent| sent()));
            }
        };
        Limits {
            time: None,
            deadline: self.clock.deadline(),
            memory: self.memory,
            held_elsewhere: None,
            ceiling: self.ceiling(),
            states: None,
            threads: NonZeroUsize::new(self.threads / parallel),
            cancel: Some(self.interrupt.flag()),
            // With several searches at the same time, the progress of one of them would be
            // misleading.
            progress: (parallel == 1).then(|| Arc::new(note) as _),
            bounds: None,
        }
    }

    /// The limits for each of `boards` boards that are solved one after another. If there are
    /// several boards, each has the full time limit.
    pub(crate) fn board_limits(&self, boards: usize) -> Limits {
        let limits = self.limits(1);
        match boards {
            1 => limits,
            _ => self.clock.next(&limits),
        }
    }

    /// The flag that Ctrl-C raises.
    pub(crate) fn cancel_flag(&self) -> Arc<AtomicBool> {
        self.interrupt.flag()
    }

    /// Checks whether the command may continue and take `more` bytes of memory.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(crate) fn poll(&self, more: u64) -> Result<(), Failure> {
        if self.cancelled() {
            Err(Failure::Interrupted)
        } else if self.clock.is_over() {
            Err(Failure::Stopped(StopReason::Time))
        } else if self.ceiling().is_some_and(|ceiling| !ceiling.fits(more)) {
            Err(Failure::Stopped(StopReason::Memory))
        } else {
            Ok(())
        }
    }

    /// After an interrupt, lets the main thread end the program, because it must restore the
    /// terminal.
    pub(crate) fn hold_terminal(&self) {
        self.interrupt.tell(true);
    }

    pub(crate) fn cancelled(&self) -> bool {
        self.interrupt.raised()
    }

    /// Converts an error of the library to a failure; `name` is the name of the text that was read.
    pub(crate) fn failure(&self, error: Error, name: &str) -> Failure {
        match error {
            Error::Text(error) => {
                Failure::Diagnosed(error.with_name(name).render(self.styled_errors))
            }
            Error::Solve(error) => error.into(),
            Error::Graph(GraphError::Board(error)) => error.into(),
            other => Failure::usage(other.to_string()),
        }
    }

    /// Renders the faults of a text as messages, with colours if stderr has them.
    pub(crate) fn render(&self, source: &Source<'_>, faults: &Faults) -> String {
        diagnose::render(source, faults, self.styled_errors)
    }

    /// Prints the warnings about a text to stderr, except with `--quiet`.
    pub(crate) fn show_warnings(&self, source: &Source<'_>, warnings: &[Fault]) {
        if !self.quiet && !warnings.is_empty() {
            let text = diagnose::render_warnings(source, warnings, self.styled_errors);
            self.err(&format!("{text}\n"));
        }
    }

    pub(crate) fn styled_errors(&self) -> bool {
        self.styled_errors
    }

    /// Prints a remark to stderr, except with `--quiet`.
    pub(crate) fn note(&self, text: &str) {
        if !self.quiet {
            self.err(&format!("note: {}\n", printable::line(text)));
        }
    }

    /// Receives the remarks of the library and prints them as [`note`](Self::note) does.
    pub(crate) fn notice(&self) -> Notice {
        if self.quiet {
            return Notice::default();
        }
        Notice::new(|text| {
            let _ = writeln!(io::stderr(), "note: {}", printable::line(text));
        })
    }

    /// Prints a warning to stderr that something is missing from the answer.
    pub(crate) fn warn(&self, text: &str) {
        self.err(&format!("warning: {}\n", printable::line(text)));
    }

    /// Prints a remark to stderr on how the answer was found.
    pub(crate) fn remark(&self, text: &str) {
        self.err(&format!("note: {}\n", printable::line(text)));
    }

    /// Describes the limit that stopped the work, in the form in which the user set it.
    pub(crate) fn limit(&self, reason: StopReason) -> String {
        match reason {
            StopReason::Time => match self.time {
                Some(time) => format!("stopped after {}", show_duration(time)),
                None => "stopped: out of time".to_owned(),
            },
            StopReason::Memory => match self.memory {
                Some(bytes) => format!("stopped at {}", show_bytes(bytes)),
                None => match self.ceiling() {
                    Some(ceiling) => format!(
                        "stopped at {}, four fifths of the memory that was free",
                        show_bytes(ceiling.bytes)
                    ),
                    None => "stopped: out of memory".to_owned(),
                },
            },
            StopReason::Cancelled => "interrupted".to_owned(),
            StopReason::Capacity => "stopped at the capacity of the algorithm".to_owned(),
            other => format!("stopped: {other}"),
        }
    }

    /// Prints an internal error to stdout if answers are printed as JSON. The line before may be a
    /// list that the error cut short.
    pub(crate) fn tell_in_json(&mut self, failure: &Failure) -> Result<(), Failure> {
        if let (true, Failure::Internal(error)) = (self.json, failure) {
            let line = JsonLine::of_schema("internal-error").and(error);
            writeln!(self.out(), "{line}")?;
        }
        Ok(())
    }

    /// Prints to stderr why the command failed.
    pub(crate) fn complain(&self, failure: &Failure) {
        if let Some(bar) = &self.progress {
            bar.finish_and_clear();
        }
        let text = match failure {
            Failure::Diagnosed(text) => text.clone(),
            Failure::Interrupted => "interrupted\n".to_owned(),
            Failure::Stopped(reason) => format!("{}\n", self.limit(*reason)),
            Failure::Usage {
                message,
                help: Some(help),
            } => format!(
                "error: {}\n\nhelp: {}\n",
                printable::line(message),
                printable::line(help)
            ),
            other => format!("error: {}\n", printable::line(&other.to_string())),
        };
        self.err(&text);
    }

    fn err(&self, text: &str) {
        show_error(text, self.styled_errors);
    }
}

/// Writes to stderr. If `coloured`, the text may contain escape sequences for colours.
pub(crate) fn show_error(text: &str, coloured: bool) {
    let content = if coloured {
        Content::Coloured
    } else {
        Content::Text
    };
    // An error of stderr is ignored, because there is no other stream to report it.
    let _ = Stream::new(io::stderr().lock(), content).write_all(text.as_bytes());
}

/// A wrapper of stdout that records whether it has output that has not been written yet.
struct Out {
    stream: Stream<BufWriter<Stdout>>,
    interrupt: Interrupt,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.interrupt.tell(true);
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()?;
        self.interrupt.tell(false);
        Ok(())
    }
}

/// Whether a stream may have colours.
pub(crate) fn styled(color: Color, terminal: bool) -> bool {
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

/// The choice of colours for usage errors, which are printed before the arguments have been parsed.
pub(crate) fn color_before_parsing() -> Color {
    let mut args = std::env::args_os()
        .map(|arg| arg.to_string_lossy().into_owned())
        .skip_while(|arg| !arg.starts_with("--color"));
    let value = match args.next().as_deref() {
        Some("--color") => args.next(),
        Some(arg) => arg.strip_prefix("--color=").map(str::to_owned),
        None => None,
    };
    match value.as_deref() {
        Some("always") => Color::Always,
        Some("never") => Color::Never,
        _ => Color::Auto,
    }
}

fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {msg}") {
        bar.set_style(style);
    }
    bar
}

fn show_progress(bar: &ProgressBar, started: Instant, progress: &Progress, sent: Option<u64>) {
    let elapsed = started.elapsed();
    if elapsed < PATIENCE {
        return;
    }
    let statistics = progress.statistics;
    let rate = statistics.expanded as f64 / elapsed.as_secs_f64();
    let network = sent.map_or(String::new(), |sent| {
        format!(", {} over the network", show_bytes(sent))
    });
    bar.set_message(format!(
        "{}, {} a second, depth {}, {}{network}",
        count(statistics.expanded, "node", "nodes"),
        count(rate as u64, "node", "nodes"),
        progress.lower_bound,
        show_bytes(statistics.peak_bytes),
    ));
    bar.tick();
}
