//! Properties of a puzzle, found in its ground rules.

mod additions;
mod automorphism;
mod counts;
mod goals;
mod inverse;
mod linear;
mod pattern;
mod ranking;
mod summary;
mod symmetry;
mod travel;
mod with;

pub use additions::{Additions, Orders};
pub use counts::KeptCounts;
pub use goals::Listed;
pub use inverse::{Inverse, Inverses, inverse_rules};
pub use pattern::Patterns;
pub use ranking::Ranking;
pub use summary::{Found, MOST_GOALS};
pub use symmetry::{MOST_SYMMETRIES, Symmetries, Symmetry};
pub use travel::Travel;
pub use with::With;
