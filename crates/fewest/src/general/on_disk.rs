//! Breadth-first search of a built-in puzzle with its layers on disk.

use std::path::Path;

use fewest_rules::{Limits, Notation, Puzzle, Report};
use fewest_search::{DiskError, DiskOptions, Packing, RunKey, disk_bfs};

/// The message for a board whose states cannot be stored.
pub(crate) const TOO_WIDE: &str = "its states are too large to be searched on disk";

/// The folder of a run on disk, and the name of its puzzle.
#[derive(Debug, Clone, Copy)]
pub struct DiskRun<'a> {
    /// The folder of the run.
    pub folder: &'a Path,
    /// The name of the puzzle, which is part of the run's name.
    pub puzzle: &'a str,
}

impl DiskRun<'_> {
    /// The key of a search: it names the puzzle, the start (`drawing`) and the goal.
    pub fn key(&self, drawing: &str, goal: &str) -> RunKey {
        let board = drawing.split_whitespace().collect::<Vec<_>>().join(" ");
        RunKey {
            task: "solve".to_owned(),
            puzzle: self.puzzle.to_owned(),
            parameters: format!("{goal} from {board}"),
        }
    }
}

/// A breadth-first search from a start with its layers in the files of a folder.
pub(crate) type DiskSearch<'a, P> = Box<
    dyn Fn(
            &P,
            <P as Puzzle>::State,
            DiskRun<'_>,
            &Limits,
        ) -> Result<Report<<P as Puzzle>::Move>, DiskError>
        + 'a,
>;

/// The search of a puzzle whose states are stored as `packing` says. `symmetric` says whether every
/// move can be taken back by a move, and `goal` describes the goal for the name of the run.
pub(crate) fn on_disk<'a, P, const N: usize>(
    packing: impl Packing<P, N> + 'a,
    symmetric: bool,
    goal: String,
) -> DiskSearch<'a, P>
where
    P: Notation + Sync,
{
    Box::new(move |puzzle, start, run, limits| {
        let key = run.key(&puzzle.draw(start), &goal);
        let options = DiskOptions::default();
        let folder = (run.folder, &key);
        disk_bfs(puzzle, start, &packing, symmetric, folder, &options, limits)
    })
}
