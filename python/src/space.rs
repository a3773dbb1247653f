//! The Python class of state spaces.

use fewest::{CensusOptions, CensusOutcome, GenerationOptions};
use pyo3::prelude::*;

use crate::answer::{Cost, cost, int};
use crate::errors::{Meant, raised};
use crate::limits::{Limits, cores};
use crate::watch::run;

/// All boards of a size, or all boards that can be reached from a board.
#[pyclass(frozen, module = "fewest._fewest")]
pub(crate) struct Space(pub(crate) fewest::StateSpace);

/// The number of positions (`None` if a limit stopped the census), the histogram, the hardest
/// boards, the limit, the cost, and the method.
type Counted<'py> = (
    Option<Bound<'py, PyAny>>,
    Vec<Bound<'py, PyAny>>,
    Vec<String>,
    Option<&'static str>,
    Cost,
    String,
);

#[pymethods]
impl Space {
    fn size(&self) -> String {
        self.0.size()
    }

    fn census<'py>(
        &self,
        py: Python<'py>,
        limits: &Limits,
        hardest: usize,
    ) -> PyResult<Counted<'py>> {
        let limits = all_cores(py, limits);
        let report = run(py, &limits, |limits| {
            let limits = limits.clone();
            self.0.census_with(&CensusOptions { hardest, limits })
        })?;
        let report = report.map_err(|error| raised(py, &error, Meant::Board))?;
        let (figures, method) = (cost(report.statistics), report.method.to_string());
        let counts = |histogram: &[_]| {
            histogram
                .iter()
                .map(|n| int(py, n))
                .collect::<PyResult<_>>()
        };
        Ok(match &report.outcome {
            CensusOutcome::Complete(census) => (
                Some(int(py, &census.positions)?),
                counts(&census.histogram)?,
                census.hardest.clone(),
                None,
                figures,
                method,
            ),
            CensusOutcome::Stopped {
                histogram, reason, ..
            } => {
                let word = Some(reason.word());
                (None, counts(histogram)?, Vec::new(), word, figures, method)
            }
        })
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
        let made = run(py, &limits, |limits| self.0.make_with(&wanted, limits))?;
        let made = made.map_err(|error| raised(py, &error, Meant::Board))?;
        let stopped = made.stopped.map(|reason| reason.word());
        Ok((made.boards, stopped, made.uniform))
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
