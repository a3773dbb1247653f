//! The Python class of state spaces.

use fewest::space::SpaceTable;
use fewest::{CensusOptions, Error, GenerationOptions};
use fewest_tables::Enumerated;
use pyo3::prelude::*;

use crate::board::json;
use crate::errors::{Meant, raised};
use crate::limits::{Limits, cores};
use crate::numbers::Numbers;
use crate::watch::{caught, run};

/// All boards of a size, or all boards that can be reached from a board.
#[pyclass(frozen, module = "fewest._fewest")]
pub(crate) struct Space(pub(crate) fewest::StateSpace);

#[pymethods]
impl Space {
    fn size(&self) -> String {
        self.0.size()
    }

    /// The census in JSON, as `docs/json.md` describes it.
    fn census(&self, py: Python<'_>, limits: &Limits, hardest: usize) -> PyResult<String> {
        let limits = all_cores(py, limits);
        let report = run(py, &limits, |limits| {
            let limits = limits.clone();
            self.0.census_with(&CensusOptions { hardest, limits })
        })?;
        json(&report.map_err(|error| raised(py, error, Meant::Board))?)
    }

    /// The distances of all boards by their ranks.
    fn distances(&self, py: Python<'_>, limits: &Limits) -> PyResult<Numbers> {
        let limits = all_cores(py, limits);
        let table = self.table(py)?;
        let report = run(py, &limits, |limits| table.build(limits))?;
        match report.outcome {
            Enumerated::Complete(table) => Numbers::distances(table),
            Enumerated::Stopped { reason, .. } => {
                Err(raised(py, Error::Stopped(reason), Meant::Board))
            }
        }
    }

    /// The drawing of the board with this rank, which must be less than the number of distances.
    fn drawing(&self, py: Python<'_>, rank: u64) -> PyResult<Option<String>> {
        Ok(self.table(py)?.drawing(rank))
    }

    /// The rank of the board that `drawing` shows.
    fn rank(&self, py: Python<'_>, drawing: &str) -> PyResult<Option<u64>> {
        let table = self.table(py)?;
        caught(|| table.rank(drawing))
    }

    /// The boards, the limit that was reached, and whether all boards were equally likely.
    fn make(
        &self,
        py: Python<'_>,
        limits: &Limits,
        moves: (u32, u32),
        count: usize,
        seed: u64,
        distinct: bool,
    ) -> PyResult<(Vec<String>, Option<&'static str>, bool)> {
        let limits = all_cores(py, limits);
        let wanted = GenerationOptions {
            moves: moves.0..=moves.1,
            count,
            seed,
            distinct,
        };
        let made = run(py, &limits, |limits| {
            self.0.make_with(&wanted, None, limits)
        })?;
        let made = made.map_err(|error| raised(py, error, Meant::Board))?;
        let stopped = made.stopped.map(|reason| reason.word());
        Ok((made.boards, stopped, made.uniform))
    }
}

impl Space {
    fn table(&self, py: Python<'_>) -> PyResult<&dyn SpaceTable> {
        let none = || {
            let message = format!("there is no table of the distances of {}", self.0.size());
            raised(py, Error::Space(message), Meant::Board)
        };
        self.0.table().ok_or_else(none)
    }
}

/// The limits with one thread for each core, unless the number of threads is set.
fn all_cores(py: Python<'_>, limits: &Limits) -> Limits {
    Limits {
        limits: fewest::Limits {
            threads: limits
                .limits
                .threads
                .or(std::num::NonZeroUsize::new(cores())),
            ..limits.limits.clone()
        },
        progress: limits
            .progress
            .as_ref()
            .map(|callback| callback.clone_ref(py)),
    }
}
