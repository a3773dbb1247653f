//! Which search solves a board, and within which limits.

use std::fmt;

use fewest_rules::Limits;

use crate::algorithm::Algorithm;

/// The options for solving a board. The default is the best algorithm without limits.
///
/// ```
/// use std::time::Duration;
/// use fewest::rules::Limits;
/// use fewest::{Algorithm, AnyPuzzle, SolveOptions};
///
/// let board = AnyPuzzle::named("tiles")?.board("8 6 7\n2 5 4\n3 _ 1")?;
/// let options = SolveOptions {
///     algorithm: Some(Algorithm::AStar),
///     heuristic: Some("manhattan".to_owned()),
///     limits: Limits { time: Some(Duration::from_secs(60)), ..Limits::default() },
/// };
/// assert_eq!(board.solve_with(&options)?.moves().map(<[String]>::len), Some(31));
/// # Ok::<(), fewest::Error>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct SolveOptions {
    /// The algorithm of the search. The default is the best algorithm for the board.
    pub algorithm: Option<Algorithm>,
    /// The name of the lower bound. If a lower bound is given and no algorithm, the algorithm is
    /// IDA* or, if moves have costs, A*. See [`Board::heuristics`](crate::Board::heuristics).
    pub heuristic: Option<String>,
    /// The limits of the search.
    pub limits: Limits,
}

impl From<Limits> for SolveOptions {
    fn from(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }
}

impl fmt::Display for SolveOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("solve")?;
        if let Some(algorithm) = self.algorithm {
            write!(f, " by {algorithm}")?;
        }
        match &self.heuristic {
            Some(heuristic) => write!(f, " with the lower bound {heuristic}"),
            None => Ok(()),
        }
    }
}
