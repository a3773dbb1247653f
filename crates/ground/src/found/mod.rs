//! Properties of a puzzle, found in its ground rules.
//!
//! Each is a value whose constructor answers `None` where the property is not
//! there or not found within bounds; a search takes it through [`With`] or as a
//! heuristic. Nothing is guessed: what is found follows from the rules.
//!
//! | found | from | for |
//! | --- | --- | --- |
//! | [`KeptCounts`] | labels that rules only move | looking up rules, numbering states |
//! | [`Inverse`] rules, [`Inverses`] | writes that can be undone | backward search, pruning |
//! | [`Listed`] | goals and counts | backward search, tables |
//! | [`Additions`], [`Orders`] | rules that only add | linear equations, sets of moves |
//! | [`Symmetries`] | automorphisms of the rules' graph | quotients |
//! | [`Sequences`], [`Places`] | what rules test and write one after the other | pruning |
//! | [`Ranking`] | counts and labels | census, tables |
//! | [`Travel`] | labels that are there once | lower bounds |
//! | [`Patterns`] | labels taken for one | lower bounds |

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
