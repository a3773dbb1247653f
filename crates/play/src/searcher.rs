//! Searches on threads of their own, so that the interface never waits.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};

use fewest::rules::{Limits, Progress};
use fewest::{Board, Hint};

/// The size of the thread's stack, which is the usual size for main threads.
const STACK: usize = 8 << 20;

/// Searches for hints, one board at a time. When the searcher is dropped, its search is cancelled.
pub(crate) struct Searcher {
    limits: Limits,
    cancel: Arc<AtomicBool>,
    /// The reports of the search; `None` if there is none or it was cancelled.
    reports: Option<Receiver<SearcherReport>>,
    /// The thread of the last search.
    thread: Option<JoinHandle<()>>,
}

/// What the thread reports.
pub(crate) enum SearcherReport {
    Progress(Progress),
    /// The search has ended, perhaps because a limit was reached.
    Found(Result<Hint, String>),
}

impl Searcher {
    /// Makes a searcher, each of whose searches gets these limits.
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            cancel: Arc::default(),
            reports: None,
            thread: None,
        }
    }

    /// Searches a board, and cancels the search of the previous board.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(crate) fn search(&mut self, board: Board) -> io::Result<()> {
        self.cancel();
        self.cancel = Arc::default();
        let cancel = Arc::clone(&self.cancel);
        let (sender, reports) = mpsc::channel();
        let progress = sender.clone();
        let limits = Limits {
            cancel: Some(Arc::clone(&cancel)),
            progress: Some(Arc::new(move |now: &Progress| {
                let _ = progress.send(SearcherReport::Progress(*now));
            })),
            ..self.limits.clone()
        };
        let before = self.thread.take();
        let work = move || {
            // The cancelled search ends first, because the limit on memory holds for both together.
            let _ = before.map(JoinHandle::join);
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            // A fault in a search must not end the game.
            let found = panic::catch_unwind(AssertUnwindSafe(|| board.hint_within(&limits)));
            let found = match found {
                Ok(found) => found.map_err(|error| error.to_string()),
                Err(_) => Err("The search failed. This is a fault of the program.".to_owned()),
            };
            let _ = sender.send(SearcherReport::Found(found));
        };
        self.reports = Some(reports);
        self.thread = Some(thread::Builder::new().stack_size(STACK).spawn(work)?);
        Ok(())
    }

    /// Cancels the search, whose further reports are ignored.
    pub(crate) fn cancel(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.reports = None;
    }

    /// The next report of the search, if there is one.
    pub(crate) fn report(&self) -> Option<SearcherReport> {
        self.reports.as_ref()?.try_recv().ok()
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.cancel();
    }
}

#[cfg(test)]
mod tests {
    use super::{Searcher, SearcherReport};
    use fewest::rules::{Limits, Outcome};
    use fewest::{AnyPuzzle, Board};

    fn tiles(board: &str) -> Board {
        let board = AnyPuzzle::named("tiles").and_then(|tiles| tiles.board(board));
        board.expect("a board of tiles")
    }

    /// Waits for the end of the search.
    fn found(searcher: &Searcher) -> Result<fewest::Hint, String> {
        loop {
            match searcher.report() {
                Some(SearcherReport::Found(found)) => return found,
                _ => std::thread::yield_now(),
            }
        }
    }

    #[test]
    fn only_the_last_board_is_answered() {
        let mut searcher = Searcher::new(Limits::default());
        // This board takes minutes, so that it is certainly cancelled.
        searcher
            .search(tiles("15 14 8 12\n10 11 9 13\n2 6 5 1\n7 3 4 _"))
            .expect("a thread");
        searcher
            .search(tiles("1 2 3\n4 _ 6\n7 5 8"))
            .expect("a thread");
        let hint = found(&searcher).expect("the search fits");
        assert_eq!(hint.moves_left(), Some(2));
        assert!(searcher.report().is_none());
    }

    #[test]
    fn limits_end_a_search() {
        let limits = Limits {
            states: Some(100),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(limits);
        searcher
            .search(tiles("15 14 8 12\n10 11 9 13\n2 6 5 1\n7 3 4 _"))
            .expect("a thread");
        let hint = found(&searcher).expect("the search fits");
        assert!(matches!(hint.answer().outcome, Outcome::Stopped { .. }));
    }
}
