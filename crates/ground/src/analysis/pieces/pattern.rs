//! Patterns: abstractions of the pieces, with the data by which a search finds the table entries of
//! a position.

use std::collections::BTreeSet;

use fewest_rules::{Abstraction, Meter, StopReason};
use fewest_tables::{DistanceTable, Encoding, fill_bound_table, fill_pattern_table};

use super::Pieces;
use super::arrangements::{AT_ONCE, Arrangements, ImageKeys};
use super::choice::{Colourings, choose};
use super::colouring::{keeps, through};
use super::coset::CosetAbstraction;
use super::model::{PieceModel, PiecePlacements, PieceStates};
use super::symmetries::PieceSymmetry;
use crate::ground::Label;

/// The greatest number of views of a position whose table entries are looked up.
pub(super) const MOST_VIEWS: usize = AT_ONCE;

/// A table with at most this many entries has half a byte for each entry. A larger table has a
/// quarter of a byte for each entry. It does not distinguish small distances, so a small pattern is
/// needed in addition.
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

impl Pieces {
    /// Chooses a pattern whose table has at most about `most` entries. `None` if there is none.
    /// Takes a few seconds at most.
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn choose_pattern(
        &self,
        most: u64,
        meter: &mut Meter,
    ) -> Result<Option<PatternChoice>, StopReason> {
        let Some(model) = PieceModel::new(self) else {
            return Ok(None);
        };
        let chosen = choose(&model, most, meter)?;
        Ok(chosen.map(|(colourings, entries)| PatternChoice {
            key: format!("{:?} {:?} {colourings:?}", model.orbits, model.moves),
            colourings,
            entries,
            model,
        }))
    }
}

impl PatternChoice {
    /// About how many entries the table has.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// A text that identifies the table: different puzzles or abstractions have different texts.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Makes the pattern, including the tables by which a search finds entries. This takes a few
    /// seconds for the largest patterns.
    pub fn pattern(&self) -> PiecePattern {
        let (model, colourings) = (&self.model, &self.colourings);
        let arrangements = Arrangements::new(model, colourings);
        // If two symmetries give the colourings the same image, their views would give equal
        // bounds, so only one of them is taken.
        let mut views: Vec<&PieceSymmetry> = Vec::new();
        let mut seen: Vec<Colourings> = Vec::new();
        for symmetry in &model.symmetries {
            let image = through(model, colourings, symmetry);
            if !seen.contains(&image) && views.len() < MOST_VIEWS {
                seen.push(image);
                views.push(symmetry);
            }
        }
        let unchanged = model.moves.iter().map(|m| {
            let views = seen.iter().enumerate();
            views.fold(0, |set, (view, image)| {
                set | u8::from(keeps(model, image, m)) << view
            })
        });
        let unchanged: Vec<u8> = unchanged.collect();
        let distinct: BTreeSet<u8> = unchanged.iter().copied().collect();
        PiecePattern {
            coset: CosetAbstraction::new(model, colourings, &arrangements),
            images: arrangements.images(&views),
            distinct_unchanged: distinct.into_iter().collect(),
            unchanged,
            views: views.into_iter().cloned().collect(),
            model: model.clone(),
            key: self.key.clone(),
        }
    }
}

/// An abstraction of the pieces. The distances in its table are lower bounds.
#[derive(Debug)]
pub struct PiecePattern {
    pub(super) model: PieceModel,
    pub(super) coset: CosetAbstraction,
    /// The symmetries whose images of a position are its views. The first is the identity.
    pub(super) views: Vec<PieceSymmetry>,
    /// What computes the keys of the table entries for the views of a position.
    pub(super) images: ImageKeys,
    /// For each move, a set of bits: bit `v` is set if the move leaves the view of the goal with
    /// index `v` unchanged. In any position, the move leaves the same views of the inverse position
    /// unchanged, because the inverse of the move becomes the first move on the way from the goal
    /// to the inverse position.
    pub(super) unchanged: Vec<u8>,
    /// The sets of `unchanged` without duplicates.
    pub(super) distinct_unchanged: Vec<u8>,
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
        if self.coset.size() > MOST_HALF_BYTES {
            return fill_bound_table(&self.coset, threads, meter);
        }
        Ok(fill_pattern_table(&self.coset, Encoding::Nibble, threads, meter)?.table)
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
        let mut start = self.model.solved;
        for placement in &mut start.0[..self.model.pieces] {
            *placement = element[usize::from(*placement)] as u8;
        }
        Some(start)
    }

    /// The states in which a position is given by the placements of its pieces.
    pub fn states(&self) -> PieceStates<'_> {
        PieceStates(&self.model)
    }
}
