//! Patterns: abstractions of the pieces, with the data by which a search finds the table entries of
//! a position.

use std::collections::BTreeSet;

use fewest_rules::{Abstraction, Meter, StopReason};
use fewest_tables::{DistanceTable, Encoding, fill_bound_table, fill_pattern_table};

use super::Pieces;
use super::arrangements::{AT_ONCE, Arrangements, Carrier, SumOver, Sums};
use super::choice::{Colourings, choose};
use super::colouring::{Colouring, through};
use super::coset::{CosetAbstraction, EntryKey};
use super::model::{PieceModel, PiecePlacements, PieceStates, PieceSymmetry};
use crate::ground::Label;

/// The greatest number of views of a position whose table entries are looked up.
pub(super) const MOST_VIEWS: usize = AT_ONCE;

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
            key: format!("{:?} {colourings:?}", model.moves),
            colourings,
            entries,
            model,
        }))
    }

    /// About how many entries the table has.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// A text that identifies the table: different puzzles or abstractions have different texts.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Makes the pattern, including the tables by which a search finds entries. This takes a few
    /// seconds for the largest patterns. `None` if the pattern has too many arrangements.
    pub fn pattern(&self) -> Option<PiecePattern> {
        let (model, colourings) = (&self.model, &self.colourings);
        let arrangements = Arrangements::new(model, colourings)?;
        let coset = CosetAbstraction::new(model, colourings, &arrangements)?;
        let views = views(model, colourings);
        let carriers: Vec<Carrier> = views.iter().map(Carrier::symmetry).collect();
        let [images, inverse] = [SumOver::Position, SumOver::Inverse].map(|over| ViewSums {
            parts: [0, 1].map(|part| arrangements.sums(&coset.orbits[part], &carriers, over)),
        });
        let unchanged = unchanged(model, &coset, &images, views.len());
        let distinct: BTreeSet<u8> = unchanged.iter().copied().collect();
        Some(PiecePattern {
            images,
            inverse,
            distinct_unchanged: distinct.into_iter().collect(),
            unchanged,
            views,
            model: model.clone(),
            coset,
            key: self.key.clone(),
        })
    }
}

/// The sums that give the keys of the table entries for all views of a position, or of its inverse.
#[derive(Debug)]
pub(super) struct ViewSums {
    /// The sums that give the major value, and those that give the minor value.
    parts: [Sums; 2],
}

impl ViewSums {
    #[inline]
    pub(super) fn keys(&self, state: PiecePlacements) -> [EntryKey; MOST_VIEWS] {
        let [majors, minors] = [0, 1].map(|part: usize| self.parts[part].ranks(&state.0));
        let mut keys = majors.map(|major| EntryKey { major, minor: 0 });
        for (key, minor) in keys.iter_mut().zip(minors) {
            key.minor = minor;
        }
        keys
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
    let traces = |state| images.keys(state).map(|key| coset.trace(key));
    let solved = traces(model.solved);
    let set = |m: usize| {
        let after = traces(PieceStates(model).after(model.solved, m));
        (0..views).fold(0, |set, view| {
            set | u8::from(after[view] == solved[view]) << view
        })
    };
    (0..model.moves.len()).map(set).collect()
}

/// Chooses the symmetries of the views, at most [`MOST_VIEWS`]. If two symmetries give colourings
/// the same image, their views would give equal bounds, so only one of them is taken.
fn views(model: &PieceModel, colourings: &[Colouring]) -> Vec<PieceSymmetry> {
    let mut known = Vec::new();
    let mut views = Vec::new();
    for symmetry in &model.symmetries {
        let seen = through(model, colourings, symmetry);
        if !known.contains(&seen) && views.len() < MOST_VIEWS {
            known.push(seen);
            views.push(symmetry.clone());
        }
    }
    views
}
