//! Solutions that are not proven shortest.
//!
//! Most algorithms answer with an [`Outcome`], whose `Solved` means "proven shortest". The
//! algorithms that may return longer solutions answer with an [`Approximate`], so that nobody
//! confuses the two.

use std::fmt;

use fewest_rules::{Meter, Outcome, Proof, Statistics, StopReason, grouped};

/// The weight of the heuristic relative to the moves made, in hundredths: at least 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u32);

impl Weight {
    /// The weight 1: the search returns a shortest solution.
    pub const ONE: Self = Self(100);
    /// The greatest weight: 10,000.
    pub const MOST: Self = Self(1_000_000);

    /// The weight of the given number of hundredths; `None` if it is below [`ONE`](Self::ONE) or
    /// above [`MOST`](Self::MOST).
    pub fn per_cent(hundredths: u32) -> Option<Self> {
        let weight = Self(hundredths);
        (Self::ONE..=Self::MOST).contains(&weight).then_some(weight)
    }

    /// The weight in hundredths.
    pub fn hundredths(self) -> u32 {
        self.0
    }
}

/// Prints the weight as a decimal number: `1`, `1.5`, `1.05`.
impl fmt::Display for Weight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 100, self.0 % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) if part.is_multiple_of(10) => write!(f, "{whole}.{}", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02}"),
        }
    }
}

/// A solution, and a bound on its excess over a shortest one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Approximation<M> {
    moves: Vec<M>,
    lower_bound: u32,
    within: Option<Weight>,
}

impl<M> Approximation<M> {
    /// `lower_bound` is a lower bound on every solution. If the search has ruled out every shorter
    /// solution, `lower_bound` may be greater than the length of `moves`; the approximation then
    /// keeps that length as its bound.
    pub(crate) fn new(moves: Vec<M>, lower_bound: u32, within: Option<Weight>) -> Self {
        let lower_bound = lower_bound.min(u32::try_from(moves.len()).unwrap_or(u32::MAX));
        Self {
            moves,
            lower_bound,
            within,
        }
    }

    /// The moves, first to last; the last one reaches a goal.
    pub fn moves(&self) -> &[M] {
        &self.moves
    }

    /// The proven lower bound: every solution has at least this many moves.
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// The factor that the algorithm guarantees for every board: the solution is at most this many
    /// times as long as a shortest one. `None` if the algorithm guarantees no factor.
    pub fn within(&self) -> Option<Weight> {
        self.within
    }

    /// Whether the solution is proven shortest after all, because it is no longer than the lower
    /// bound.
    pub fn is_shortest(&self) -> bool {
        self.moves.len() == self.lower_bound as usize
    }

    /// Replaces every move of the solution by its image under `f`.
    pub fn map<N>(self, f: impl FnMut(M) -> N) -> Approximation<N> {
        Approximation {
            moves: self.moves.into_iter().map(f).collect(),
            lower_bound: self.lower_bound,
            within: self.within,
        }
    }
}

/// Prints what is known about the length, as in `61 moves, not proven fewest (at most 1.5 times as
/// many as the fewest, which are at least 41)`.
impl<M> fmt::Display for Approximation<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = grouped(&self.moves.len().to_string());
        let moves = if length == "1" { "move" } else { "moves" };
        if self.is_shortest() {
            return write!(f, "{length} {moves}, proven fewest");
        }
        write!(f, "{length} {moves}, not proven fewest (")?;
        match self.within {
            Some(weight) => write!(f, "at most {weight} times as many as the fewest, which are")?,
            None => f.write_str("the fewest are")?,
        }
        let bound = grouped(&self.lower_bound.to_string());
        write!(f, " at least {bound})")
    }
}

/// The answer of a search that does not have to find a shortest solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Approximate<M> {
    /// A solution, with what is proven about its length.
    Found(Approximation<M>),
    /// No sequence of moves reaches a goal; this is proven.
    Unsolvable(Proof),
    /// The search found no solution, but did not rule one out.
    Stopped {
        /// The proven lower bound: every solution has at least this many moves.
        lower_bound: u32,
        /// The limit that was reached; [`StopReason::Capacity`] if the search ran out of states
        /// without a proof.
        reason: StopReason,
    },
}

impl<M> Approximate<M> {
    /// The answer if the start is a goal.
    pub fn no_moves() -> Self {
        Self::Found(Approximation::new(Vec::new(), 0, None))
    }

    /// Turns the answer into an [`Outcome`], unless it is a solution that is not proven shortest.
    ///
    /// # Errors
    /// Returns the solution that is not proven shortest.
    pub fn proven(self) -> Result<Outcome<M>, Approximation<M>> {
        match self {
            Self::Found(found) if found.is_shortest() => Ok(Outcome::Solved { moves: found.moves }),
            Self::Found(found) => Err(found),
            Self::Unsolvable(proof) => Ok(Outcome::Unsolvable(proof)),
            Self::Stopped {
                lower_bound,
                reason,
            } => Ok(Outcome::Stopped {
                lower_bound,
                reason,
            }),
        }
    }

    /// Replaces every move of the answer by its image under `f`.
    pub fn map<N>(self, f: impl FnMut(M) -> N) -> Approximate<N> {
        match self {
            Self::Found(found) => Approximate::Found(found.map(f)),
            Self::Unsolvable(proof) => Approximate::Unsolvable(proof),
            Self::Stopped {
                lower_bound,
                reason,
            } => Approximate::Stopped {
                lower_bound,
                reason,
            },
        }
    }

    /// Turns an outcome into an approximate answer. An [`Outcome`] promises more than an
    /// [`Approximate`], so the conversion is always possible.
    pub(crate) fn of(outcome: Outcome<M>, within: Option<Weight>) -> Self {
        match outcome {
            Outcome::Solved { moves } => Self::Found(Approximation::new(moves, u32::MAX, within)),
            Outcome::Unsolvable(proof) => Self::Unsolvable(proof),
            Outcome::Stopped {
                lower_bound,
                reason,
            } => Self::Stopped {
                lower_bound,
                reason,
            },
        }
    }
}

/// An [`Approximate`] answer and the work that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApproximateReport<M> {
    /// The answer of the search.
    pub outcome: Approximate<M>,
    /// The work that the search took.
    pub statistics: Statistics,
}

impl<M> ApproximateReport<M> {
    /// The report of a search that ended with `result`.
    pub(crate) fn conclude(result: Result<Approximate<M>, StopReason>, meter: &Meter) -> Self {
        Self {
            outcome: result.unwrap_or_else(|reason| Approximate::Stopped {
                lower_bound: meter.lower_bound(),
                reason,
            }),
            statistics: meter.statistics(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Approximate, Approximation, Weight};
    use fewest_rules::Outcome;

    #[test]
    fn weights_are_read_and_written_in_hundredths() {
        let written = |n| Weight::per_cent(n).map(|weight| weight.to_string());
        assert_eq!(written(99), None);
        assert_eq!(written(100).as_deref(), Some("1"));
        assert_eq!(written(150).as_deref(), Some("1.5"));
        assert_eq!(written(105).as_deref(), Some("1.05"));
        assert_eq!(written(1_000_001), None);
    }

    #[test]
    fn only_what_is_proven_becomes_an_outcome() {
        let weight = Weight::per_cent(150);
        let longer = Approximation::new(vec![(); 6], 4, weight);
        assert!(!longer.is_shortest());
        assert_eq!(
            longer.to_string(),
            "6 moves, not proven fewest (at most 1.5 times as many as the fewest, which are at least 4)"
        );
        assert_eq!(Approximate::Found(longer.clone()).proven(), Err(longer));
        let shortest = Approximation::new(vec![()], 7, None);
        assert_eq!(shortest.to_string(), "1 move, proven fewest");
        let moves = vec![()];
        assert_eq!(
            Approximate::Found(shortest).proven(),
            Ok(Outcome::Solved { moves })
        );
    }
}
