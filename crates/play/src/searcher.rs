//! The thread that searches, so that the interface never waits.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::{io, thread};

use fewest::rules::{Limits, Progress};
use fewest::{Board, Hint};

/// The size of the thread's stack, which is the usual size for main threads.
const STACK: usize = 8 << 20;

/// Searches for hints, one board at a time. When the searcher is dropped, its search is cancelled.
pub(crate) struct Searcher {
    requests: Sender<SearchRequest>,
    reports: Receiver<(u64, SearcherReport)>,
    cancel: Arc<AtomicBool>,
    /// The number of the last request. Reports about earlier requests are ignored.
    number: u64,
    limits: Limits,
}

/// What the thread reports.
pub(crate) enum SearcherReport {
    Progress(Progress),
    /// The search has ended, perhaps because a limit was reached.
    Found(Result<Hint, String>),
}

struct SearchRequest {
    number: u64,
    board: Board,
    limits: Limits,
}

impl Searcher {
    /// Starts the thread. Each search of the thread gets these limits.
    ///
    /// # Errors
    /// The thread cannot be started.
    pub(crate) fn start(limits: Limits) -> io::Result<Self> {
        let (requests, asked) = mpsc::channel();
        let (answers, reports) = mpsc::channel();
        thread::Builder::new()
            .stack_size(STACK)
            .spawn(move || work(&asked, &answers))?;
        Ok(Self {
            requests,
            reports,
            cancel: Arc::default(),
            number: 0,
            limits,
        })
    }

    /// Searches a board, and cancels the search of the previous board.
    pub(crate) fn search(&mut self, board: Board) {
        self.cancel();
        self.cancel = Arc::default();
        let limits = Limits {
            cancel: Some(Arc::clone(&self.cancel)),
            ..self.limits.clone()
        };
        let request = SearchRequest {
            number: self.number,
            board,
            limits,
        };
        // Sending cannot fail, because the thread ends only after this sender is dropped.
        let _ = self.requests.send(request);
    }

    /// Cancels the search. The cancelled search may still send reports until it ends, but
    /// [`report`](Self::report) ignores them.
    pub(crate) fn cancel(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
        self.number += 1;
    }

    /// The next report about the last board, if there is one.
    pub(crate) fn report(&self) -> Option<SearcherReport> {
        let mut reports = self.reports.try_iter();
        reports
            .find(|&(number, _)| number == self.number)
            .map(|(_, report)| report)
    }
}

impl Drop for Searcher {
    fn drop(&mut self) {
        self.cancel();
    }
}

fn work(asked: &Receiver<SearchRequest>, answers: &Sender<(u64, SearcherReport)>) {
    while let Ok(mut request) = asked.recv() {
        // Of the requests that arrived while another search was ending, only the last one is
        // searched.
        while let Ok(newer) = asked.try_recv() {
            request = newer;
        }
        let SearchRequest {
            number,
            board,
            mut limits,
        } = request;
        let sender = answers.clone();
        limits.progress = Some(Arc::new(move |progress: &Progress| {
            let _ = sender.send((number, SearcherReport::Progress(*progress)));
        }));
        // A fault in a search must not end the game.
        let found = panic::catch_unwind(AssertUnwindSafe(|| board.hint_within(&limits)));
        let found = match found {
            Ok(found) => found.map_err(|error| error.to_string()),
            Err(_) => Err("The search failed. This is a fault of the program.".to_owned()),
        };
        if answers
            .send((number, SearcherReport::Found(found)))
            .is_err()
        {
            return;
        }
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
        let mut searcher = Searcher::start(Limits::default()).expect("a thread");
        // This board takes minutes, so that it is certainly cancelled.
        searcher.search(tiles("15 14 8 12\n10 11 9 13\n2 6 5 1\n7 3 4 _"));
        searcher.search(tiles("1 2 3\n4 _ 6\n7 5 8"));
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
        let mut searcher = Searcher::start(limits).expect("a thread");
        searcher.search(tiles("15 14 8 12\n10 11 9 13\n2 6 5 1\n7 3 4 _"));
        let hint = found(&searcher).expect("the search fits");
        assert!(matches!(hint.answer().outcome, Outcome::Stopped { .. }));
    }
}
