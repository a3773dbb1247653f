//! Colourings of placements: abstractions in which pieces look alike.
//!
//! A *colouring* of an orbit gives a colour to each placement. The abstraction keeps of a position
//! one thing for each place: the colour of the placement from which the piece there has come, or
//! would have come if it were not turned now. So the colour says which pieces may be at the place
//! (their *class*), and perhaps how the piece is turned.

use std::collections::HashSet;

use super::model::{OrbitRange, PieceModel, PieceSymmetry};

/// The greatest allowed number of arrangements of the classes, and of the turns, of an orbit.
const MOST_VALUES: f64 = 131_072.0;

/// How an orbit is abstracted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Colouring {
    /// The number of turns that the colours distinguish: all turns of a piece, or only 1.
    pub(super) turns: u8,
    /// For each placement of the orbit, the number of its class, times `turns`, plus the turn.
    pub(super) colours: Vec<u8>,
}

impl Colouring {
    /// The colouring in which placements have the same colour if they have the same `key`. Turning
    /// two such placements alike must give placements that have the same key again. If some
    /// placements of the same place have the same key, the colours leave out all turns.
    ///
    /// Classes are numbered in the order of their first pieces, so colourings that distinguish the
    /// same placements are equal.
    pub(super) fn new(orbit: &OrbitRange, key: impl Fn(usize) -> usize) -> Self {
        let mut firsts: Vec<usize> = Vec::new();
        let mut upright: Vec<(usize, usize)> = Vec::new();
        let mut distinct = true;
        for place in 0..orbit.pieces {
            let keys = (0..orbit.turns).map(|turn| key(orbit.placement(place, turn)));
            let keys: Vec<usize> = keys.collect();
            distinct &= keys.iter().collect::<HashSet<_>>().len() == orbit.turns;
            let class = firsts.iter().position(|first| keys.contains(first));
            let class = class.unwrap_or_else(|| {
                firsts.push(keys[0]);
                firsts.len() - 1
            });
            let turn = keys.iter().position(|&key| key == firsts[class]);
            upright.push((class, turn.unwrap_or(0)));
        }
        let turns = if distinct { orbit.turns } else { 1 };
        let colours = upright.iter().flat_map(|&(class, upright)| {
            let turned = move |turn: usize| (turn + orbit.turns - upright) % turns;
            (0..orbit.turns).map(move |turn| (class * turns + turned(turn)) as u8)
        });
        Self {
            colours: colours.collect(),
            turns: turns as u8,
        }
    }

    /// The colouring that distinguishes only the classes or only the turns, or nothing.
    pub(super) fn only(&self, classes: bool, turns: bool) -> Self {
        let kept = if turns { self.turns } else { 1 };
        let colour = |&colour: &u8| {
            let (class, turn) = (colour / self.turns, colour % self.turns);
            class * u8::from(classes) * kept + turn % kept
        };
        Self {
            colours: self.colours.iter().map(colour).collect(),
            turns: kept,
        }
    }

    /// The colouring in which a placement has the colour that its image has in this one.
    pub(super) fn through(&self, orbit: &OrbitRange, symmetry: &PieceSymmetry) -> Self {
        Self::new(orbit, |placement| {
            self.colour(orbit, symmetry.placements[placement].into())
                .into()
        })
    }

    pub(super) fn colour(&self, orbit: &OrbitRange, placement: usize) -> u8 {
        self.colours[placement - orbit.first_placement]
    }

    /// The number of pieces of each class.
    pub(super) fn counts(&self, orbit: &OrbitRange) -> Vec<usize> {
        let mut counts = Vec::new();
        for place in 0..orbit.pieces {
            let class = usize::from(self.colours[place * orbit.turns] / self.turns);
            counts.resize(counts.len().max(class + 1), 0);
            counts[class] += 1;
        }
        counts
    }

    /// How many arrangements of colours there are; `keeps_sum` says whether the turns of all pieces
    /// determine those of the last piece. `None` if there are too many arrangements of classes, or
    /// of turns.
    pub(super) fn size(&self, orbit: &OrbitRange, keeps_sum: bool) -> Option<f64> {
        let digits = orbit.pieces - usize::from(keeps_sum);
        let turns = f64::from(self.turns).powi(digits as i32);
        let (mut classes, mut pieces) = (1.0, 0.0);
        for count in self.counts(orbit) {
            for number in 1..=count {
                pieces += 1.0;
                classes = classes * pieces / number as f64;
            }
        }
        (classes.max(turns) <= MOST_VALUES).then_some(classes * turns)
    }
}

/// The symmetries that keep the colourings: they map any two placements of the same colour to two
/// placements that again have the same colour.
pub(super) fn keeping<'m>(
    model: &'m PieceModel,
    colourings: &[Colouring],
) -> Vec<&'m PieceSymmetry> {
    let keeps = |symmetry: &&PieceSymmetry| through(model, colourings, symmetry) == colourings;
    model.symmetries.iter().filter(keeps).collect()
}

/// [`Colouring::through`] for the colourings of all orbits.
pub(super) fn through(
    model: &PieceModel,
    colourings: &[Colouring],
    symmetry: &PieceSymmetry,
) -> Vec<Colouring> {
    let orbits = model.orbits.iter().zip(colourings);
    orbits
        .map(|(orbit, colouring)| colouring.through(orbit, symmetry))
        .collect()
}
