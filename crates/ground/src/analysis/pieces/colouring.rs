//! Colourings of placements: abstractions in which pieces look alike.
//!
//! A *colouring* of an orbit gives a colour to each placement. The abstraction keeps of a position
//! one thing for each place: the colour of the placement from which the piece there has come, or
//! would have come if it were not turned now. So the colour says which pieces may be at the place
//! (their *class*), and perhaps how the piece is turned.

use std::collections::HashSet;

use super::model::PieceModel;
use super::orbits::PieceOrbit;
use super::symmetries::PieceSymmetry;

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
    pub(super) fn new(orbit: &PieceOrbit, key: impl Fn(usize) -> usize) -> Self {
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

    pub(super) fn colour(&self, orbit: &PieceOrbit, placement: usize) -> u8 {
        self.colours[placement - orbit.first_placement]
    }

    /// The number of colours.
    pub(super) fn colours(&self) -> usize {
        let classes = self.colours.iter().map(|colour| colour / self.turns);
        (usize::from(classes.max().unwrap_or(0)) + 1) * usize::from(self.turns)
    }

    /// How many arrangements of colours there are; `keeps_sum` says whether the turns of all pieces
    /// determine those of the last piece.
    pub(super) fn size(&self, orbit: &PieceOrbit, keeps_sum: bool) -> f64 {
        let digits = orbit.pieces - usize::from(keeps_sum);
        let mut size = f64::from(self.turns).powi(digits as i32);
        let mut counts = vec![0.0; self.colours()];
        for place in 0..orbit.pieces {
            let class = self.colours[place * orbit.turns] / self.turns;
            counts[usize::from(class)] += 1.0;
            size *= (place as f64 + 1.0) / counts[usize::from(class)];
        }
        size
    }
}

/// Whether a permutation of placements, a move or a symmetry, takes each placement to one of the
/// same colour.
pub(super) fn keeps(model: &PieceModel, colourings: &[Colouring], permutation: &[u8]) -> bool {
    let mut orbits = model.orbits.iter().zip(colourings);
    orbits.all(|(orbit, colouring)| {
        let colour = |placement| colouring.colour(orbit, placement);
        let mut placements = orbit.placements();
        placements.all(|p| colour(permutation[p].into()) == colour(p))
    })
}

/// The symmetries that keep the colourings: they map any two placements of the same colour to two
/// placements that again have the same colour.
pub(super) fn keeping<'m>(
    model: &'m PieceModel,
    colourings: &[Colouring],
) -> Vec<&'m PieceSymmetry> {
    let keeps = |symmetry: &&PieceSymmetry| {
        let mut orbits = model.orbits.iter().zip(colourings);
        orbits.all(|(orbit, colouring)| {
            let mut image_of = [None; 256];
            let colour = |placement| colouring.colour(orbit, placement);
            orbit.placements().all(|placement| {
                let image = colour(symmetry.placements[placement].into());
                let known = &mut image_of[usize::from(colour(placement))];
                *known.get_or_insert(image) == image
            })
        })
    };
    model.symmetries.iter().filter(keeps).collect()
}

/// The colourings in which a placement has the colour that its image has in `colourings`.
pub(super) fn through(
    model: &PieceModel,
    colourings: &[Colouring],
    symmetry: &PieceSymmetry,
) -> Vec<Colouring> {
    let image = |placement: usize| usize::from(symmetry.placements[placement]);
    let orbits = model.orbits.iter().zip(colourings);
    let of_orbit = |(orbit, colouring): (&PieceOrbit, &Colouring)| {
        Colouring::new(orbit, |placement| {
            colouring.colour(orbit, image(placement)).into()
        })
    };
    orbits.map(of_orbit).collect()
}
