//! The requests that the page can send and their answers, as JSON, without HTTP. The file
//! `docs/serve.md` describes both.

mod catalogue;
mod faults;
mod game;
mod picture;
mod recent;
mod refusal;
mod request;
mod solving;
mod spaces;
mod testing;

use std::sync::Arc;

use fewest::rules::{Limits, Progress};
use fewest::{Board, Request as Asked};
use serde_json::{Value, json};

pub use catalogue::Catalogue;
pub use recent::RecentPuzzles;
pub use refusal::{Refusal, Reply};
pub use request::Request;

macro_rules! routes {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// The kind of a request.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Route { $($(#[$doc])* $variant,)* }

        impl Route {
            /// All routes.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The route of the requests that the page sends to an address with this last part.
            pub fn named(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

routes! {
    /// Checks the text of a puzzle file: its errors, its warnings, its start.
    Read "read",
    /// The position after some moves, with its picture and its legal moves.
    Position "position",
    /// The boards of a collection, or all boards of a puzzle file.
    Boards "boards",
    /// Pictures of the position after each of some moves.
    Frames "frames",
    /// A file to download, with a picture of one position or of all positions.
    Picture "picture",
    /// The fewest moves.
    Solve "solve",
    /// The fewest moves, and hints for the first move.
    Hint "hint",
    /// Whether the boards of a puzzle file have the outcomes that the file expects.
    Test "test",
    /// The number of shortest solutions, and some of them.
    Count "count",
    /// Why there is no solution, or no shorter solution.
    Explain "explain",
    /// Solves the board with every algorithm that fits.
    Compare "compare",
    /// Counts all boards by difficulty.
    Census "census",
    /// Generates boards of a wanted difficulty.
    Make "make",
}

impl Route {
    /// Whether the answer takes only milliseconds. All other requests search, and the server
    /// answers them by events.
    pub fn is_quick(self) -> bool {
        matches!(
            self,
            Self::Read | Self::Position | Self::Boards | Self::Frames | Self::Picture
        )
    }
}

/// A function that receives the events of a search: the name and the data of each event.
type SendEvent = Arc<dyn Fn(&'static str, Value) + Send + Sync>;

/// The limits of a request, and the function that receives its events.
pub struct Job {
    limits: Limits,
    report: SendEvent,
    recent: Arc<RecentPuzzles>,
}

impl Job {
    /// Makes a job that reports events. The deadline of `limits` applies to the whole request.
    pub fn new(
        limits: Limits,
        report: impl Fn(&'static str, Value) + Send + Sync + 'static,
    ) -> Self {
        let report: SendEvent = Arc::new(report);
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

    /// Makes a job that reports no events and looks for its puzzle among the recent puzzles.
    pub fn quick(limits: Limits, recent: Arc<RecentPuzzles>) -> Self {
        Self {
            limits,
            report: Arc::new(|_, _| ()),
            recent,
        }
    }

    /// The board of a quick request, before the moves of the request are made.
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
/// A text, a number or a board is invalid, or a limit was reached before any answer was known.
pub fn answer(route: Route, request: &Request, job: &Job) -> Result<Reply, Refusal> {
    let reply = match route {
        Route::Read => game::read(request, job),
        Route::Position => game::position(request, job)?,
        Route::Boards => game::boards(request, job)?,
        Route::Frames => picture::frames(request, job)?,
        Route::Picture => return picture::file(request, job),
        Route::Solve => solving::ask(&Asked::default(), request, job)?,
        Route::Hint => solving::ask(&Asked::Hint, request, job)?,
        Route::Test => testing::test(request, job)?,
        Route::Count => solving::count(request, job)?,
        Route::Explain => solving::ask(&Asked::Explain, request, job)?,
        Route::Compare => solving::compare(request, job)?,
        Route::Census => spaces::census(request, job)?,
        Route::Make => spaces::make(request, job)?,
    };
    Ok(Reply::Json(reply))
}
