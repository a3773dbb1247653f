//! Compiles boards and reuses compiled puzzles. Two boards share a compiled puzzle if they are
//! *alike*: the puzzle that is compiled for one of them also accepts the other.

use std::sync::{Arc, Mutex, PoisonError};

use fewest_ground::compiled::StateNotation;
use fewest_ground::reduction::Starts;
use fewest_ground::{CompileError, Compiled, Ground, Label, compile_with, with_compiled};
use fewest_lang::{BoardLayout, Instance};
use fewest_rules::Faults;

/// At most this many caches are kept, besides the cache for the file's own board.
const MOST_CACHES: usize = 4;
/// A cache keeps at most this many compiled puzzles.
const MOST_COMPILED: usize = 8;

/// Caches of compiled puzzles, one for each set of ground rules: one for the rules of the file's
/// own board, and one for each of the last few other sets.
pub(super) struct CompileCaches {
    /// The cache for the file's own board.
    own: Option<Arc<CompileCache>>,
    last: Mutex<Vec<Arc<CompileCache>>>,
}

impl CompileCaches {
    pub(super) fn new(own: Option<&Instance>) -> Self {
        Self {
            own: own.map(CompileCache::new),
            last: Mutex::default(),
        }
    }

    pub(super) fn of_board(&self, board: &Instance) -> Arc<CompileCache> {
        let has_its_rules = |known: &&Arc<CompileCache>| Arc::ptr_eq(&known.ground, &board.ground);
        // The list stays valid even if a thread has panicked while it held the lock.
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = self.own.iter().chain(last.iter()).find(has_its_rules) {
            return Arc::clone(known);
        }
        let new = CompileCache::new(board);
        if last.len() == MOST_CACHES {
            last.remove(0);
        }
        last.push(Arc::clone(&new));
        new
    }
}

/// A cache of compiled puzzles for one set of ground rules. Starts that are alike share a puzzle.
pub(super) struct CompileCache {
    ground: Arc<Ground>,
    notation: Arc<dyn StateNotation>,
    compiled: Mutex<Vec<Compiled>>,
}

impl CompileCache {
    pub(super) fn new(board: &Instance) -> Arc<Self> {
        Arc::new(Self {
            ground: Arc::clone(&board.ground),
            notation: Arc::new(LayoutNotation(Arc::clone(&board.layout))),
            compiled: Mutex::default(),
        })
    }

    /// Returns the compiled puzzle for this start. The puzzle may have been compiled for another
    /// start that is alike.
    ///
    /// # Errors
    /// The puzzle exceeds a limit of the compiler; the error is that limit.
    pub(super) fn compiled(&self, start: &[Label]) -> Result<Compiled, CompileError> {
        // The list stays valid even if a thread has panicked while it held the lock.
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let accepts =
            |known: &&Compiled| with_compiled!(known, analysis => analysis.task().accepts(start));
        if let Some(known) = compiled.iter().rev().find(accepts) {
            return Ok(known.clone());
        }
        let notation = Some(Arc::clone(&self.notation));
        let new = compile_with(&self.ground, Starts::One(start), notation)?;
        // A puzzle with large states (see `Compiled::is_wide`) may take much memory, so it is not
        // kept.
        if !new.is_wide() {
            if compiled.len() == MOST_COMPILED {
                compiled.remove(0);
            }
            compiled.push(new.clone());
        }
        Ok(new)
    }
}

/// The layout of a puzzle file, used as the notation of its compiled puzzles.
#[derive(Debug)]
struct LayoutNotation(Arc<BoardLayout>);

impl StateNotation for LayoutNotation {
    fn draw(&self, labels: &[Label]) -> String {
        self.0.draw(labels)
    }

    fn parse(&self, text: &str) -> Result<Vec<Label>, Faults> {
        self.0.parse(text)
    }
}
