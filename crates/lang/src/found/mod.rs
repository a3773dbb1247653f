//! Properties of a puzzle, found in its ground rules.

mod counts;

pub use counts::KeptCounts;
