//! What a request asks and what it is answered, as JSON, without HTTP: `docs/serve.md` describes both.

mod analysis;
mod catalogue;
mod faults;
mod game;
mod picture;
mod recent;
mod refusal;
mod request;
mod solving;
mod spaces;

use std::sync::Arc;

use fewest::Board;
use fewest::rules::{Limits, Progress};
use serde_json::{Value, json};

pub use catalogue::Catalogue;
pub use recent::RecentPuzzles;
pub use refusal::{Refusal, Reply};
pub use request::Request;

macro_rules! routes {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// What is asked.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Route { $($(#[$doc])* $variant,)* }

        impl Route {
            /// All routes.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The last part of the address.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

routes! {
    /// Whether the text of a puzzle file is right: its errors, its warnings, its start.
    Read "read",
    /// The position after some moves, its picture and its legal moves.
    Position "position",
    /// Pictures of the positions after each of some moves.
    Frames "frames",
    /// A file to download.
    Picture "picture",
    /// The fewest moves.
    Solve "solve",
    /// The number of shortest solutions, and some of them.
    Count "count",
    /// Why there is no solution, or none shorter.
    Explain "explain",
    /// The board through every algorithm that fits.
    Compare "compare",
    /// All boards by difficulty.
    Census "census",
    /// Boards of a wanted difficulty.
    Make "make",
}

impl Route {
    /// The route of an address.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|route| route.name() == name)
    }

    /// Whether the answer takes milliseconds. All others search, and are answered by events.
    pub fn is_quick(self) -> bool {
        matches!(
            self,
            Self::Read | Self::Position | Self::Frames | Self::Picture
        )
    }
}

/// Where a search reports an event: its name and its data.
type Report = Arc<dyn Fn(&'static str, Value) + Send + Sync>;

/// What a request may use, and where it reports.
pub struct Job {
    limits: Limits,
    report: Report,
    recent: Arc<RecentPuzzles>,
}

impl Job {
    /// A job that reports events. The deadline of `limits` is that of the whole request.
    pub fn new(
        limits: Limits,
        report: impl Fn(&'static str, Value) + Send + Sync + 'static,
    ) -> Self {
        let report: Report = Arc::new(report);
        let progress = Arc::clone(&report);
        Self {
            limits: Limits {
                progress: Some(Arc::new(move |now: &Progress| {
                    progress("progress", progress_of(now));
                })),
                ..limits
            },
            report,
            recent: Arc::default(),
        }
    }

    /// A job that reports nothing and finds puzzles among the recent ones.
    pub fn quick(limits: Limits, recent: Arc<RecentPuzzles>) -> Self {
        Self {
            limits,
            report: Arc::new(|_, _| ()),
            recent,
        }
    }

    /// The board of a quick request, before its moves.
    fn board(&self, request: &Request) -> Result<Board, Refusal> {
        request::start(&self.recent.puzzle(request)?, request.board_text())
    }
}

fn progress_of(progress: &Progress) -> Value {
    let statistics = progress.statistics;
    let seconds = statistics.elapsed.as_secs_f64();
    json!({
        "states": statistics.expanded,
        "rate": (statistics.expanded as f64 / seconds.max(1e-9)).round(),
        "depth": progress.lower_bound,
        "bytes": statistics.peak_bytes,
        "seconds": seconds,
    })
}

/// Answers a request.
///
/// # Errors
/// A text, a number or a board that does not fit, or a limit that came before there was anything to answer.
pub fn answer(route: Route, request: &Request, job: &Job) -> Result<Reply, Refusal> {
    let reply = match route {
        Route::Read => game::read(request, job),
        Route::Position => game::position(request, job)?,
        Route::Frames => picture::frames(request, job)?,
        Route::Picture => return picture::file(request, job),
        Route::Solve => solving::solve(request, job)?,
        Route::Count => solving::count(request, job)?,
        Route::Explain => analysis::explain(request, job)?,
        Route::Compare => analysis::compare(request, job)?,
        Route::Census => spaces::census(request, job)?,
        Route::Make => spaces::make(request, job)?,
    };
    Ok(Reply::Json(reply))
}
