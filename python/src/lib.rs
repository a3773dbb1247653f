//! The native part of the Python package `fewest`.
//!
//! The Python modules in `fewest/` are the public interface. This crate gives them access to the
//! engine: it converts arguments and answers, releases the interpreter lock during searches, and
//! turns errors, interrupts and panics into Python exceptions.

mod answer;
mod batch;
mod board;
mod errors;
mod limits;
mod numbers;
mod pictures;
mod puzzle;
mod space;
mod states;
mod watch;

use pyo3::prelude::*;

/// The native part of the package. Import `fewest` instead.
#[pymodule]
mod _fewest {
    #[pymodule_export]
    use super::answer::Answer;
    #[pymodule_export]
    use super::batch::answer_all;
    #[pymodule_export]
    use super::board::Board;
    #[pymodule_export]
    use super::limits::Limits;
    #[pymodule_export]
    use super::numbers::Numbers;
    #[pymodule_export]
    use super::pictures::{Picture, bar_chart, board_picture};
    #[pymodule_export]
    use super::puzzle::{Puzzle, built_in, library};
    #[pymodule_export]
    use super::space::Space;
    #[pymodule_export]
    use super::states::search_states;

    #[pymodule_export]
    #[allow(non_upper_case_globals)]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
