//! The coordinates of several orbits as one number. A *coordinate* is the number of an arrangement
//! of classes or of turns of the pieces of an orbit.

use super::colouring::{Colouring, Coordinate, Slots, coordinates};
use super::model::{MOST_PIECES, PieceModel, PiecePlacements};

/// The coordinates of some orbits. Their values are the digits of one number, the *joint value*.
#[derive(Debug, Clone)]
pub(super) struct Joint {
    pub(super) coordinates: Vec<(usize, Coordinate)>,
    pub(super) size: u32,
}

impl Joint {
    /// The coordinates of `orbits` under `colourings`; `None` if there are too many values.
    pub(super) fn new(
        model: &PieceModel,
        orbits: &[usize],
        colourings: &[Colouring],
    ) -> Option<Self> {
        let mut all = Vec::new();
        let mut size = 1_u32;
        for &orbit in orbits {
            for coordinate in coordinates(model, &model.orbits[orbit], &colourings[orbit])? {
                size = size.checked_mul(coordinate.size)?;
                all.push((orbit, coordinate));
            }
        }
        Some(Self {
            coordinates: all,
            size,
        })
    }

    pub(super) fn value(&self, model: &PieceModel, state: PiecePlacements) -> u32 {
        let mut value = 0;
        for (orbit, coordinate) in &self.coordinates {
            value = value * coordinate.size + coordinate.value(&model.orbits[*orbit], state);
        }
        value
    }

    /// The joint value after the move `m`, if it is `value` before. `moves` is the number of all
    /// moves.
    pub(super) fn after(&self, value: u32, m: usize, moves: usize) -> u32 {
        let (mut value, mut unit, mut after) = (value, 1, 0);
        for (_, coordinate) in self.coordinates.iter().rev() {
            let here = value % coordinate.size;
            after += unit * coordinate.next[here as usize * moves + m];
            unit *= coordinate.size;
            value /= coordinate.size;
        }
        after
    }

    /// A position with the joint value `value`. What the coordinates do not determine is as in the
    /// goal, where possible.
    pub(super) fn position(&self, model: &PieceModel, value: u32) -> PiecePlacements {
        let mut state = model.solved;
        let mut value = value;
        let mut slots: Vec<Slots> = model.orbits.iter().map(Slots::new).collect();
        for (orbit, coordinate) in self.coordinates.iter().rev() {
            let range = &model.orbits[*orbit];
            coordinate.write(range, value % coordinate.size, &mut slots[*orbit]);
            value /= coordinate.size;
        }
        for (number, (orbit, slots)) in model.orbits.iter().zip(&slots).enumerate() {
            let own = || self.coordinates.iter().filter(|(of, _)| *of == number);
            let classes = own().find_map(|(_, coordinate)| coordinate.classes());
            let upright = own().find_map(|(_, coordinate)| coordinate.upright());
            let mut taken = [false; MOST_PIECES];
            for place in 0..orbit.pieces {
                let fits = |&piece: &usize| {
                    !taken[piece]
                        && classes.map_or(piece == place, |c| c[piece] == slots.classes[place])
                };
                let piece = (0..orbit.pieces).find(fits).unwrap_or(place);
                taken[piece] = true;
                let turn = upright.map_or(0, |upright| {
                    let turn = usize::from(slots.turns[place]) + usize::from(upright[place]);
                    turn + orbit.turns - usize::from(upright[piece])
                });
                state.0[orbit.first_piece + piece] = orbit.placement(place, turn) as u8;
            }
        }
        state
    }
}
