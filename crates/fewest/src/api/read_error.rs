//! Why boards could not be read.

use fewest_rules::Faults;

/// Why boards could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// An option does not fit the puzzle.
    #[error("{0}")]
    Option(String),
    /// The text does not fit the notation.
    #[error("{0}")]
    Text(Faults),
}

impl From<Faults> for ReadError {
    fn from(faults: Faults) -> Self {
        Self::Text(faults)
    }
}
