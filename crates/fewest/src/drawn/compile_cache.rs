//! Compiles boards and reuses compiled puzzles. Two boards share a compiled puzzle if they are
//! *alike*: the puzzle that is compiled for one of them also accepts the other.

use std::sync::{Arc, Mutex};

use fewest_ground::compiled::StateNotation;
use fewest_ground::reduction::Starts;
use fewest_ground::{CompileError, Compiled, Ground, Label, compile_with, with_compiled};
use fewest_lang::{BoardLayout, Instance};
use fewest_rules::Faults;
use fewest_search::threads::lock;

/// At most this many compiled puzzles are kept.
const MOST_COMPILED: usize = 16;

/// The last compiled puzzles of a file, each with its ground rules. The list stays valid even if a
/// thread has panicked while it held the lock.
#[derive(Default)]
pub(super) struct CompileCache(Mutex<Vec<(Arc<Ground>, Compiled)>>);

impl CompileCache {
    /// Returns the compiled puzzle for this board. The puzzle may have been compiled for another board
    /// that is alike.
    ///
    /// # Errors
    /// The puzzle exceeds a limit of the compiler; the error is that limit.
    pub(super) fn compiled(&self, board: &Instance) -> Result<Compiled, CompileError> {
        if let Some(known) = find(&lock(&self.0), board) {
            return Ok(known);
        }
        // Other boards are not kept waiting while this one is compiled.
        let notation = Arc::new(LayoutNotation(Arc::clone(&board.layout)));
        let new = compile_with(&board.ground, Starts::One(&board.start), Some(notation))?;
        // A puzzle with large states (see `Compiled::is_wide`) may take much memory, so it is not
        // kept.
        if new.is_wide() {
            return Ok(new);
        }
        let mut kept = lock(&self.0);
        // Boards that are alike share the tables of one puzzle, even if two threads compiled them.
        if let Some(known) = find(&kept, board) {
            return Ok(known);
        }
        if kept.len() == MOST_COMPILED {
            kept.remove(0);
        }
        kept.push((Arc::clone(&board.ground), new.clone()));
        Ok(new)
    }
}

/// The compiled puzzle that accepts `board`, if it is kept.
fn find(kept: &[(Arc<Ground>, Compiled)], board: &Instance) -> Option<Compiled> {
    let accepts = |(ground, compiled): &&(Arc<Ground>, Compiled)| {
        Arc::ptr_eq(ground, &board.ground)
            && with_compiled!(compiled, analysis => analysis.task().accepts(&board.start))
    };
    let found = kept.iter().rev().find(accepts);
    found.map(|(_, compiled)| compiled.clone())
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
