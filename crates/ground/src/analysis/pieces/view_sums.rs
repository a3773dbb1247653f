//! The keys by which the table entries for all views of a position or of its inverse are found, as
//! sums over the pieces.

use super::colouring::Colouring;
use super::coset::{CosetAbstraction, EntryKey};
use super::model::{PieceModel, PiecePlacements, PieceSymmetry};
use super::sums::{ImageOf, OrbitSums, VIEWS_AT_ONCE};

/// For each orbit, the sums that give the coordinates of the views of a position, or of its
/// inverse.
#[derive(Debug, Clone)]
pub(super) struct ViewSums {
    orbits: Vec<OrbitSums>,
}

impl ViewSums {
    /// Prepares the sums for the abstraction with these colourings and for at most
    /// [`VIEWS_AT_ONCE`] views. `None` if the coordinates have too many values.
    pub(super) fn new(
        model: &PieceModel,
        colourings: &[Colouring],
        views: &[PieceSymmetry],
        of: ImageOf,
    ) -> Option<Self> {
        let orbits = model.orbits.iter().zip(colourings);
        let views: Vec<&PieceSymmetry> = views.iter().collect();
        let sums = |(orbit, colouring)| OrbitSums::new(model, orbit, colouring, &views, of);
        let orbits = orbits.map(sums);
        Some(Self {
            orbits: orbits.collect::<Option<_>>()?,
        })
    }

    /// The keys of the table entries for all views of the position `state`, or of its inverse.
    #[inline]
    pub(super) fn keys(
        &self,
        coset: &CosetAbstraction,
        state: PiecePlacements,
    ) -> [EntryKey; VIEWS_AT_ONCE] {
        coset.keys_of_values(|orbit| self.orbits[orbit].values(0, state))
    }
}
