//! Searches for a solution that need not be shortest.
//!
//! # Problem
//! Where no search proves a shortest solution in the memory at hand, a longer solution is better
//! than none, as long as nobody takes it for a shortest one.
//!
//! # Solution
//! The searches of this folder answer with an [`Approximate`] instead of an
//! [`Outcome`](fewest_rules::Outcome). It carries the lower bound that is proven, and becomes an
//! `Outcome` only where the solution is proven shortest.
//!
//! # Usage
//! `weighted_astar` returns a solution within a factor ([`Weight`]) of the shortest. `beam` keeps
//! only the most promising states of each layer.

mod approximation;
mod beam;
mod weighted_astar;

pub use approximation::{Approximate, ApproximateReport, Approximation, Weight};
pub use beam::beam;
pub use weighted_astar::weighted_astar;
