//! Searches for solutions that need not be shortest.

mod approximation;
mod beam;
mod weighted_astar;

pub use approximation::{Approximate, ApproximateReport, Approximation, Weight};
pub use beam::beam;
pub use weighted_astar::weighted_astar;
