//! Limits as they are written in Python: `time="1m 30s"`, `memory="4GiB"`.

use std::num::NonZeroUsize;
use std::time::Duration;

use bytesize::ByteSize;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyInt, PyString};
use pyo3::{PyTraverseError, PyVisit};

/// The limits of a search, and the function that is called with its progress.
#[pyclass(frozen, module = "fewest._fewest")]
pub(crate) struct Limits {
    pub(crate) limits: fewest::Limits,
    pub(crate) progress: Option<Py<PyAny>>,
}

#[pymethods]
impl Limits {
    #[new]
    #[pyo3(signature = (time=None, memory=None, states=None, threads=None, progress=None))]
    fn new(
        time: Option<&Bound<'_, PyAny>>,
        memory: Option<&Bound<'_, PyAny>>,
        states: Option<&Bound<'_, PyAny>>,
        threads: Option<&Bound<'_, PyAny>>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let limits = fewest::Limits {
            time: time.map(duration).transpose()?,
            memory: memory.map(bytes).transpose()?,
            states: states.map(|n| whole(n, "states")).transpose()?,
            threads: threads.map(positive).transpose()?,
            ..fewest::Limits::default()
        };
        Ok(Self { limits, progress })
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.progress {
            Some(progress) => visit.call(progress),
            None => Ok(()),
        }
    }
}

/// Parses a number of seconds or a text such as `30s` or `1h 30m`. A duration that the clock cannot
/// represent means no limit.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    let wrong = |shown: String| {
        PyValueError::new_err(format!(
            "{shown} is not a time, expected e.g. 30 or \"30s\""
        ))
    };
    let seconds = if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        match text.parse::<f64>() {
            Ok(seconds) => seconds,
            Err(_) => {
                return humantime::parse_duration(text).map_err(|_| wrong(format!("{text:?}")));
            }
        }
    } else if is_whole(value) || value.is_instance_of::<PyFloat>() {
        match value.extract::<f64>() {
            Ok(seconds) => seconds,
            Err(_) if value.gt(0)? => f64::INFINITY,
            Err(_) => -1.0,
        }
    } else {
        return Err(wrong_type(value, "time", "a number of seconds or a text"));
    };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(time),
        Err(_) if seconds > 0.0 => Ok(Duration::MAX),
        Err(_) => Err(wrong(value.repr()?.to_string())),
    }
}

/// Parses a number of bytes or a text such as `4GiB`.
fn bytes(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str()?;
        return match text.parse::<ByteSize>() {
            Ok(size) => Ok(size.as_u64()),
            Err(_) => Err(PyValueError::new_err(format!(
                "{text:?} is not a size, expected e.g. \"4GiB\""
            ))),
        };
    }
    whole(value, "memory")
}

/// Parses a whole number that is not negative. A number that is too large for the engine means no
/// limit.
pub(crate) fn whole(value: &Bound<'_, PyAny>, name: &str) -> PyResult<u64> {
    if !is_whole(value) {
        return Err(wrong_type(value, name, "a whole number"));
    }
    match value.extract::<u64>() {
        Ok(number) => Ok(number),
        Err(_) if value.gt(0)? => Ok(u64::MAX),
        Err(_) => Err(PyValueError::new_err(format!(
            "{name} must not be negative"
        ))),
    }
}

fn positive(value: &Bound<'_, PyAny>) -> PyResult<NonZeroUsize> {
    let number = usize::try_from(whole(value, "threads")?).unwrap_or(usize::MAX);
    // More threads than cores would only slow each other down, so there is one thread for each
    // core.
    NonZeroUsize::new(number.min(cores()))
        .ok_or_else(|| PyValueError::new_err("threads must be at least 1"))
}

/// The number of cores.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn is_whole(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyInt>() && !value.is_instance_of::<PyBool>()
}

fn wrong_type(value: &Bound<'_, PyAny>, name: &str, expected: &str) -> PyErr {
    let kind = value.get_type();
    PyTypeError::new_err(format!("{name} must be {expected}, not {kind}"))
}
