//! Properties of a puzzle, found in its ground rules.

mod additions;
mod counts;
mod goals;
mod inverse;
mod linear;
mod travel;
mod with;

pub use additions::{Additions, Orders};
pub use counts::KeptCounts;
pub use goals::Listed;
pub use inverse::{Inverse, Inverses, inverse_rules};
pub use travel::Travel;
pub use with::With;

/// X
#[derive(Debug)]
pub struct Ranking<const N: usize>(rules::Words<N>);
impl<const N: usize> Ranking<N> {
    fn size(&self) -> u64 {
        0
    }
    fn rank(&self, _: rules::Words<N>) -> u64 {
        0
    }
    fn unrank(&self, _: u64) -> rules::Words<N> {
        self.0
    }
}
/// X
#[derive(Debug)]
pub struct Symmetries<const N: usize>(rules::Words<N>);
impl<const N: usize> Symmetries<N> {
    fn canonical(&self, s: rules::Words<N>) -> rules::Words<N> {
        s
    }
}
