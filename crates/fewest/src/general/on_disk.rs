//! Breadth-first search of a board with its layers on disk.

use std::path::Path;

#[cfg(feature = "disk")]
use fewest_disk::{DiskOptions, RunError, RunKey, disk_bfs};
use fewest_rules::{Limits, Notation, Packing, Puzzle, Report};

use crate::api::SolveError;

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

/// A breadth-first search from a start with its layers in the files of a folder.
pub(crate) type DiskSearch<'a, P> = Box<
    dyn Fn(
            &P,
            <P as Puzzle>::State,
            DiskRun<'_>,
            &Limits,
        ) -> Result<Report<<P as Puzzle>::Move>, SolveError>
        + Sync
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
    #[cfg(feature = "disk")]
    return Box::new(move |puzzle, start, run, limits| {
        let drawing = puzzle.draw(start);
        let board = drawing.split_whitespace().collect::<Vec<_>>().join(" ");
        let key = RunKey {
            task: "solve".to_owned(),
            puzzle: run.puzzle.to_owned(),
            parameters: format!("{goal} from {board}"),
        };
        let options = DiskOptions::default();
        let folder = (run.folder, &key);
        let report = disk_bfs(puzzle, start, &packing, symmetric, folder, &options, limits);
        Ok(report?)
    });
    #[cfg(not(feature = "disk"))]
    {
        let _ = (packing, symmetric, goal);
        let refusal = "this program was built without its feature disk";
        Box::new(move |_, _, _, _| Err(SolveError::Disk(refusal.to_owned())))
    }
}

#[cfg(feature = "disk")]
impl From<RunError> for SolveError {
    fn from(error: RunError) -> Self {
        Self::Disk(error.to_string())
    }
}
