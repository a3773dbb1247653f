//! Keeps the puzzles of the most recent quick requests, so that a game need not read and compile
//! its file again for each move.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use fewest::AnyPuzzle;

use super::refusal::Refusal;
use super::request::{PuzzleChoice, Request};

/// At most this many puzzles are kept.
const MOST: usize = 4;

/// The most recent puzzle files, the latest first. Requests that search do not use these puzzles,
/// but read the file again. So everything that a search computes about a puzzle is freed when its
/// request ends.
#[derive(Debug, Default)]
pub struct RecentPuzzles(Mutex<VecDeque<(PuzzleChoice, AnyPuzzle)>>);

impl RecentPuzzles {
    /// Returns the puzzle of a request.
    ///
    /// # Errors
    /// Returns the same errors as [`Request::puzzle`].
    pub(super) fn puzzle(&self, request: &Request) -> Result<AnyPuzzle, Refusal> {
        let choice = request.choice();
        if !choice.is_file() {
            return request.puzzle();
        }
        let mut recent = self.lock();
        let at = recent.iter().position(|(other, _)| other == choice);
        let found = match at.and_then(|at| recent.remove(at)) {
            Some(found) => found,
            None => {
                // Other requests do not wait until the file is read.
                drop(recent);
                let puzzle = request.puzzle()?;
                recent = self.lock();
                (choice.clone(), puzzle)
            }
        };
        let puzzle = found.1.clone();
        recent.truncate(MOST - 1);
        recent.push_front(found);
        Ok(puzzle)
    }

    /// Locks the list. The entries of the list are complete even if a thread panicked while it held
    /// the lock.
    fn lock(&self) -> MutexGuard<'_, VecDeque<(PuzzleChoice, AnyPuzzle)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(name: &str) -> Request {
        let text = "symbols w b\nmove press(cell)\n  cell +1\ngoal all w\nstart\n  b b\n";
        let text = format!("puzzle {name}\n{text}");
        let body = serde_json::json!({ "puzzle": { "name": "a.fewest", "text": text } });
        Request::read(body.to_string().as_bytes()).expect("a request")
    }

    #[test]
    fn the_last_puzzles_are_kept_and_no_more() {
        let recent = RecentPuzzles::default();
        for name in ["a", "b", "c", "d", "a", "e"] {
            let puzzle = recent.puzzle(&request(name)).expect("a puzzle");
            assert_eq!(puzzle.name(), name);
        }
        let kept = recent.lock();
        let names: Vec<&str> = kept.iter().map(|(_, puzzle)| puzzle.name()).collect();
        assert_eq!(names, ["e", "a", "d", "c"]);
    }
}
