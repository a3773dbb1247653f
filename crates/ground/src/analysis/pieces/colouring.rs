//! Abstractions of orbits, the sets of pieces that can exchange places: pieces of one class look
//! alike, and the turns of pieces (how they lie at their places) are either kept or left out.
//!
//! A colouring of an orbit gives a class to each piece. If the colouring keeps turns, it also says
//! for each piece at which turn it counts as upright. The abstraction keeps two things of a
//! position: the class of the piece at each place, and the turn of each piece relative to its
//! upright turn. Moves change the classes and the turns independently, so each of the two is a
//! *coordinate* with a small table of moves.

use super::class_ranks::{ClassRanks, write_classes};
use super::model::{
    MOST_PIECES, MOST_PLACEMENTS, OrbitRange, PieceModel, PiecePlacements, PieceSymmetry,
};

/// The greatest allowed number of values of a [`Coordinate`].
const MOST_VALUES: u64 = 1 << 17;

/// How an orbit is abstracted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Colouring {
    /// For each piece, its class. Classes are numbered in the order of their first pieces.
    pub(super) classes: Vec<u8>,
    /// For each piece, the turn at which it counts as upright; `None` if the abstraction leaves out
    /// turns.
    pub(super) upright: Option<Vec<u8>>,
}

impl Colouring {
    /// The colour of a placement in the goal. Two placements have the same colour if their pieces
    /// are of one class and have the same turn relative to the upright one.
    pub(super) fn colour(&self, orbit: &OrbitRange, placement: usize) -> (u8, usize) {
        let (place, turn) = orbit.split(placement);
        let turn = match &self.upright {
            Some(upright) => (turn + orbit.turns - usize::from(upright[place])) % orbit.turns,
            None => 0,
        };
        (self.classes[place], turn)
    }
}

/// A coordinate of a position: a number whose value after a move depends only on its value before
/// the move and on the move.
#[derive(Debug, Clone)]
pub(super) struct Coordinate {
    kind: CoordinateKind,
    pub(super) size: u32,
    /// For each value of the coordinate and each move, the value after the move, at index `value *
    /// moves + move`.
    pub(super) next: Vec<u32>,
}

#[derive(Debug, Clone)]
enum CoordinateKind {
    /// The turns of the pieces at the first `digits` places, which determine the turns at the other
    /// places.
    Turns { upright: Vec<u8>, digits: usize },
    /// The classes of the pieces at all places.
    Classes {
        classes: Vec<u8>,
        counts: Vec<u32>,
        ranks: ClassRanks,
    },
}

/// For each place of an orbit, the class and the turn of the piece at this place.
#[derive(Debug, Clone)]
pub(super) struct Slots {
    pub(super) classes: Vec<u8>,
    pub(super) turns: Vec<u8>,
}

/// The coordinates of an orbit under a colouring; `None` if one has too many values.
pub(super) fn coordinates(
    model: &PieceModel,
    orbit: &OrbitRange,
    colouring: &Colouring,
) -> Option<Vec<Coordinate>> {
    let mut all = Vec::new();
    let classes = &colouring.classes;
    let count = 1 + usize::from(classes.iter().copied().max()?);
    if count > 1 {
        let times = |class: usize| classes.iter().filter(|&&c| usize::from(c) == class).count();
        let counts: Vec<u32> = (0..count).map(|class| times(class) as u32).collect();
        let size = arrangements(&counts)?;
        if size > MOST_VALUES {
            return None;
        }
        let kind = CoordinateKind::Classes {
            classes: classes.clone(),
            ranks: ClassRanks::new(&counts, size as u32)?,
            counts,
        };
        all.push((kind, size));
    }
    if let Some(upright) = &colouring.upright
        && orbit.turns > 1
    {
        let digits = orbit.pieces - usize::from(keeps_sum(model, orbit, upright));
        let size = (orbit.turns as u64).checked_pow(digits as u32)?;
        let upright = upright.clone();
        all.push((CoordinateKind::Turns { upright, digits }, size));
    }
    let all = all.into_iter().map(|(kind, size)| {
        let size = (size <= MOST_VALUES).then_some(size as u32)?;
        let mut coordinate = Coordinate {
            kind,
            size,
            next: Vec::new(),
        };
        coordinate.next = coordinate.all_moves(model, orbit);
        Some(coordinate)
    });
    all.collect()
}

/// How many combinations of values the coordinates of an orbit have under a colouring; `None` if
/// one coordinate has too many values.
pub(super) fn values(model: &PieceModel, orbit: &OrbitRange, colouring: &Colouring) -> Option<f64> {
    let count = 1 + usize::from(colouring.classes.iter().copied().max()?);
    let times = |class: usize| {
        colouring
            .classes
            .iter()
            .filter(move |&&c| usize::from(c) == class)
    };
    let counts: Vec<u32> = (0..count)
        .map(|class| times(class).count() as u32)
        .collect();
    let classes = arrangements(&counts)?;
    let turns = match &colouring.upright {
        Some(upright) => {
            let digits = orbit.pieces - usize::from(keeps_sum(model, orbit, upright));
            (orbit.turns as u64).checked_pow(digits as u32)?
        }
        None => 1,
    };
    (classes <= MOST_VALUES && turns <= MOST_VALUES).then_some(classes as f64 * turns as f64)
}

/// Whether every move keeps the sum of the turns of the orbit's pieces, modulo the number of turns.
fn keeps_sum(model: &PieceModel, orbit: &OrbitRange, upright: &[u8]) -> bool {
    let sum = |m: &[u8; MOST_PLACEMENTS]| {
        let turn = |place: usize| {
            let from = orbit.placement(place, upright[place].into());
            let (to, turn) = orbit.split(m[from].into());
            turn + orbit.turns - usize::from(upright[to])
        };
        (0..orbit.pieces).map(turn).sum::<usize>()
    };
    model
        .moves
        .iter()
        .all(|m| sum(m).is_multiple_of(orbit.turns))
}

/// The number of arrangements of a multiset in which element `i` occurs `counts[i]` times.
fn arrangements(counts: &[u32]) -> Option<u64> {
    let (mut ways, mut sum) = (1_u64, 0);
    for &count in counts {
        for i in 1..=u64::from(count) {
            sum += 1;
            ways = ways.checked_mul(sum)? / i;
        }
    }
    Some(ways)
}

impl Coordinate {
    /// The value of the coordinate in the position `state`.
    pub(super) fn value(&self, orbit: &OrbitRange, state: PiecePlacements) -> u32 {
        let placements = &state.0[orbit.first_piece..orbit.first_piece + orbit.pieces];
        let mut slots = [0_u8; MOST_PIECES];
        match &self.kind {
            CoordinateKind::Classes { classes, ranks, .. } => {
                for (&placement, &class) in placements.iter().zip(classes) {
                    slots[orbit.split(placement.into()).0] = class;
                }
                ranks.of(&slots[..orbit.pieces])
            }
            CoordinateKind::Turns { upright, digits } => {
                for (&placement, &own) in placements.iter().zip(upright) {
                    let (place, turn) = orbit.split(placement.into());
                    let turn = turn + usize::from(own) + orbit.turns - usize::from(upright[place]);
                    slots[place] = (turn % orbit.turns) as u8;
                }
                rank_of_turns(&slots[..*digits], orbit.turns)
            }
        }
    }

    /// Writes to `slots` the classes or turns that a value of the coordinate stands for.
    pub(super) fn write(&self, orbit: &OrbitRange, value: u32, slots: &mut Slots) {
        match &self.kind {
            CoordinateKind::Classes { counts, .. } => {
                write_classes(counts, self.size, value, &mut slots.classes);
            }
            CoordinateKind::Turns { digits, .. } => {
                let (mut value, mut sum) = (value as usize, 0);
                for place in (0..*digits).rev() {
                    slots.turns[place] = (value % orbit.turns) as u8;
                    sum += value % orbit.turns;
                    value /= orbit.turns;
                }
                if *digits < orbit.pieces {
                    slots.turns[*digits] = ((orbit.turns - sum % orbit.turns) % orbit.turns) as u8;
                }
            }
        }
    }

    /// The turn at which each piece counts as upright, if the values of this coordinate are turns.
    pub(super) fn upright(&self) -> Option<&[u8]> {
        match &self.kind {
            CoordinateKind::Turns { upright, .. } => Some(upright),
            CoordinateKind::Classes { .. } => None,
        }
    }

    /// The class of each piece, if the values of this coordinate are arrangements of classes.
    pub(super) fn classes(&self) -> Option<&[u8]> {
        match &self.kind {
            CoordinateKind::Turns { .. } => None,
            CoordinateKind::Classes { classes, .. } => Some(classes),
        }
    }

    /// The ranking of the arrangements of classes; `None` if the values of this coordinate are
    /// turns.
    pub(super) fn ranks(&self) -> Option<&ClassRanks> {
        match &self.kind {
            CoordinateKind::Turns { .. } => None,
            CoordinateKind::Classes { ranks, .. } => Some(ranks),
        }
    }

    /// The amount that one turn of the piece at `place` adds to the coordinate's value; 0 if the
    /// values of this coordinate are not turns.
    pub(super) fn weight(&self, orbit: &OrbitRange, place: usize) -> u32 {
        match &self.kind {
            CoordinateKind::Turns { digits, .. } if place < *digits => {
                (orbit.turns as u32).pow((*digits - 1 - place) as u32)
            }
            _ => 0,
        }
    }

    fn all_moves(&self, model: &PieceModel, orbit: &OrbitRange) -> Vec<u32> {
        let mut next = Vec::with_capacity(self.size as usize * model.moves.len());
        let mut before = Slots::new(orbit);
        let mut after = Slots::new(orbit);
        for value in 0..self.size {
            self.write(orbit, value, &mut before);
            for m in &model.moves {
                for place in 0..orbit.pieces {
                    let upright = |p: usize| self.upright().map_or(0, |upright| upright[p].into());
                    let turn = usize::from(before.turns[place]) + upright(place);
                    let (to, turn) = orbit.split(m[orbit.placement(place, turn)].into());
                    after.classes[to] = before.classes[place];
                    after.turns[to] = ((turn + orbit.turns - upright(to)) % orbit.turns) as u8;
                }
                next.push(match &self.kind {
                    CoordinateKind::Classes { ranks, .. } => ranks.of(&after.classes),
                    CoordinateKind::Turns { digits, .. } => {
                        rank_of_turns(&after.turns[..*digits], orbit.turns)
                    }
                });
            }
        }
        next
    }
}

impl Slots {
    pub(super) fn new(orbit: &OrbitRange) -> Self {
        Self {
            classes: vec![0; orbit.pieces],
            turns: vec![0; orbit.pieces],
        }
    }
}

/// The number whose digits to the base `turns` are the turns in `slots`.
fn rank_of_turns(slots: &[u8], turns: usize) -> u32 {
    slots
        .iter()
        .fold(0, |rank, &turn| rank * turns as u32 + u32::from(turn))
}

/// The symmetries of the model that keep the colourings: they map any two placements of the same
/// colour to two placements that again have the same colour.
pub(super) fn keeping<'m>(
    model: &'m PieceModel,
    colourings: &[Colouring],
) -> Vec<&'m PieceSymmetry> {
    let keeps = |symmetry: &&PieceSymmetry| {
        let mut orbits = model.orbits.iter().zip(colourings);
        orbits.all(|(orbit, colouring)| {
            let recoloured = recoloured(orbit, colouring, symmetry);
            recoloured == *colouring
        })
    };
    model.symmetries.iter().filter(keeps).collect()
}

/// The image of a colouring under a symmetry, in the normal form in which classes are numbered in
/// the order of their first pieces.
pub(super) fn recoloured(
    orbit: &OrbitRange,
    colouring: &Colouring,
    symmetry: &PieceSymmetry,
) -> Colouring {
    let before = |placement: usize| usize::from(symmetry.back[placement]);
    let mut classes: Vec<u8> = Vec::new();
    let mut upright: Vec<u8> = Vec::new();
    // For each class that has a number in the result so far, the colour that `colouring` gives to
    // the placement that is mapped to the first placement of this class.
    let mut colours: Vec<(u8, usize)> = Vec::new();
    for place in 0..orbit.pieces {
        let colour = |turn: usize| colouring.colour(orbit, before(orbit.placement(place, turn)));
        let class = colours.iter().position(|known| known.0 == colour(0).0);
        let class = class.unwrap_or_else(|| {
            colours.push(colour(0));
            colours.len() - 1
        });
        classes.push(class as u8);
        let turn = (0..orbit.turns).find(|&turn| colour(turn) == colours[class]);
        upright.push(turn.unwrap_or(0) as u8);
    }
    Colouring {
        classes,
        upright: colouring.upright.as_ref().map(|_| upright),
    }
}
