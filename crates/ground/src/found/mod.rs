//! The analysis of a puzzle: properties that follow from its ground rules.
//!
//! Each property is a type whose constructor returns `None` if the puzzle does not have the
//! property or the analysis cannot establish it within its limits. A search uses a property through
//! [`With`] or as a heuristic. Nothing is guessed: every property is proven from the rules.
//!
//! | property | derived from | used for |
//! | --- | --- | --- |
//! | [`KeptCounts`] | labels that rules only move | looking up rules, ranking states |
//! | [`Inverse`] rules, [`Inverses`] | writes that can be undone | backward search, pruning |
//! | [`Listed`] | goals and counts | backward search, tables |
//! | [`Additions`], [`Orders`] | rules that only add | linear equations, sets of moves |
//! | [`Symmetries`] | automorphisms of the graph of the rules | quotients |
//! | [`Sequences`], [`Places`] | tests and writes of rules in sequence | pruning |
//! | [`Ranking`] | counts and labels | census, tables |
//! | [`Travel`] | labels that occur exactly once | lower bounds |
//! | [`Balance`] | counts that differ from those of the goals | lower bounds |
//! | [`Patterns`] | labels mapped to a single one | lower bounds |
//! | [`Parity`] | rules that permute distinct labels | proofs of unsolvability |

mod additions;
mod automorphism;
mod balance;
mod by_rule;
mod counted;
mod counts;
mod goals;
mod inverse;
mod linear;
mod pairs;
mod parity;
mod pattern;
mod places;
mod ranking;
mod sequences;
mod summary;
mod sums;
mod symmetry;
mod travel;
mod with;

pub use additions::{Additions, Orders};
pub use balance::Balance;
pub use by_rule::ByRule;
pub use counts::KeptCounts;
pub use goals::Listed;
pub use inverse::{Inverse, Inverses, inverse_rules};
pub use pairs::Pairs;
pub use parity::Parity;
pub use pattern::Patterns;
pub use places::Places;
pub use ranking::Ranking;
pub use sequences::{Sequence, Sequences};
pub use summary::{Found, MOST_GOALS};
pub use symmetry::{MOST_SYMMETRIES, Symmetries, Symmetry};
pub use travel::Travel;
pub use with::With;
