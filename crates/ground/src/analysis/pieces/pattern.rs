//! Patterns: abstractions of the pieces, with the data by which a search finds the table entries of
//! a position.

use std::collections::BTreeSet;

use fewest_rules::{Abstraction, Meter, StopReason};
use fewest_tables::{DistanceTable, Encoding, fill_bound_table, fill_pattern_table};

use super::Pieces;
use super::choice::{Colourings, choose};
use super::colouring::{Colouring, recoloured};
use super::coset::CosetAbstraction;
use super::model::{PieceModel, PiecePlacements, PieceStates, PieceSymmetry};
use super::sums::{ImageOf, VIEWS_AT_ONCE};
use super::view_sums::ViewSums;
use crate::ground::Label;

/// The greatest number of views of a position whose table entries are looked up.
pub(super) const MOST_VIEWS: usize = VIEWS_AT_ONCE;

/// A table with at most this many entries has half a byte for each entry. A larger table has a
/// quarter of a byte for each entry.
const MOST_HALF_BYTES: u64 = 1 << 28;

/// A pattern that was chosen, before the tables are made by which a search finds the entries of a
/// position in the table of distances.
#[derive(Debug)]
pub struct PatternChoice {
    model: PieceModel,
    colourings: Colourings,
    entries: u64,
    key: String,
}

impl PatternChoice {
    /// Chooses an abstraction whose table has at most about `most` entries. `None` if there is
    /// none.
    ///
    /// # Errors
    /// The limit that was reached.
    pub(super) fn new(
        pieces: &Pieces,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let Some(model) = PieceModel::new(pieces) else {
            return Ok(None);
        };
        let chosen = choose(&model, most, meter)?;
        Ok(chosen.map(|(colourings, entries)| Self {
            key: format!(
                "{:016x}",
                hash(&format!("{:?} {colourings:?}", model.moves))
            ),
            colourings,
            entries,
            model,
        }))
    }

    /// About how many entries the table has.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// A text that identifies the table: different puzzles or abstractions have different texts
    /// with very high probability.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Makes the pattern, including the tables by which a search finds entries. This takes a few
    /// seconds for the largest patterns. `None` if the pattern's coordinates have too many values.
    pub fn pattern(&self) -> Option<PiecePattern> {
        let (model, colourings) = (&self.model, &self.colourings);
        let coset = CosetAbstraction::new(model, colourings)?;
        let views = views(model, colourings);
        let sums = |of| ViewSums::new(model, colourings, &views, of);
        let (images, inverse) = (sums(ImageOf::Position)?, sums(ImageOf::Inverse)?);
        let unchanged = unchanged(model, &coset, &images, views.len());
        Some(PiecePattern {
            images,
            inverse,
            least_unchanged: least(&unchanged),
            unchanged,
            views,
            model: model.clone(),
            coset,
            key: self.key.clone(),
        })
    }
}

/// An abstraction of the pieces. The distances in its table are lower bounds.
#[derive(Debug)]
pub struct PiecePattern {
    pub(super) model: PieceModel,
    pub(super) coset: CosetAbstraction,
    /// The symmetries whose images of a position are its views. The first is the identity.
    pub(super) views: Vec<PieceSymmetry>,
    /// The sums that give the keys of table entries for the views of a position (`images`), and for
    /// the views of its inverse (`inverse`).
    pub(super) images: ViewSums,
    pub(super) inverse: ViewSums,
    /// For each move, a set of bits: bit `v` is set if the move leaves the view of the goal with
    /// index `v` unchanged. In any position, the move leaves the same views of the inverse position
    /// unchanged, because the inverse of the move becomes the first move on the way from the goal
    /// to the inverse position.
    pub(super) unchanged: Vec<u8>,
    /// The sets of `unchanged` that contain no other set of `unchanged`, without duplicates. To
    /// find a minimum over all moves, a search looks only at these sets.
    pub(super) least_unchanged: Vec<u8>,
    /// A text that identifies the table of distances, as in [`PatternChoice::key`].
    key: String,
}

impl PiecePattern {
    /// The abstraction whose distances are in the table.
    pub fn abstraction(&self) -> &(impl Abstraction<Image = (u32, u32)> + use<>) {
        &self.coset
    }

    /// The text of [`PatternChoice::key`].
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The size in bytes of the tables by which entries are found.
    pub fn bytes(&self) -> u64 {
        self.coset.bytes()
    }

    /// Builds the table of the distances in this abstraction.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn table(&self, meter: &mut Meter) -> Result<DistanceTable, StopReason> {
        let threads = meter.limits().threads();
        if self.is_large() {
            return fill_bound_table(&self.coset, threads, meter);
        }
        Ok(fill_pattern_table(&self.coset, Encoding::Nibble, threads, meter)?.table)
    }

    /// Whether the table has only a quarter of a byte for each entry. Such a table does not
    /// distinguish small distances, so a small pattern is needed in addition.
    fn is_large(&self) -> bool {
        self.coset.size() > MOST_HALF_BYTES
    }

    /// The placements of the pieces in the position `here`, relative to the goal `goal`. `None` if
    /// pieces look alike in the goal, or if no permutation of pieces leads to the position.
    pub fn start(
        &self,
        pieces: &Pieces,
        goal: &[Label],
        here: &[Label],
    ) -> Option<PiecePlacements> {
        let element = pieces.only_element(goal, here)?;
        Some(self.model.placements(pieces, &element))
    }

    /// The states in which a position is given by the placements of its pieces.
    pub fn states(&self) -> PieceStates<'_> {
        PieceStates(&self.model)
    }
}

/// Computes [`PiecePattern::unchanged`]: for each move, the bits of the views of the goal that the
/// move leaves unchanged.
fn unchanged(
    model: &PieceModel,
    coset: &CosetAbstraction,
    images: &ViewSums,
    views: usize,
) -> Vec<u8> {
    let traces = |state| images.keys(coset, state).map(|key| coset.trace(key));
    let solved = traces(model.solved);
    let set = |m: usize| {
        let after = traces(PieceStates(model).after(model.solved, m));
        (0..views).fold(0, |set, view| {
            set | u8::from(after[view] == solved[view]) << view
        })
    };
    (0..model.moves.len()).map(set).collect()
}

/// Those of the bit sets `sets` that contain no other of these sets, without duplicates.
fn least(sets: &[u8]) -> Vec<u8> {
    let sets: BTreeSet<u8> = sets.iter().copied().collect();
    let is_least = |one: &u8| {
        !sets
            .iter()
            .any(|other| other != one && other & one == *other)
    };
    sets.iter().copied().filter(is_least).collect()
}

/// The hash function FNV-1a, whose values are the same in all versions of the program.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Chooses the symmetries of the views, at most [`MOST_VIEWS`]. If two symmetries give colourings
/// the same image, their views would give equal bounds, so only one of them is taken.
fn views(model: &PieceModel, colourings: &[Colouring]) -> Vec<PieceSymmetry> {
    let mut known = Vec::new();
    let mut views = Vec::new();
    for symmetry in &model.symmetries {
        let back = symmetry.inverse();
        let orbits = model.orbits.iter().zip(colourings);
        let seen = orbits.map(|(orbit, colouring)| recoloured(orbit, colouring, &back));
        let seen: Vec<Colouring> = seen.collect();
        if !known.contains(&seen) && views.len() < MOST_VIEWS {
            known.push(seen);
            views.push(symmetry.clone());
        }
    }
    views
}
