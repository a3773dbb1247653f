//! Proofs, checkable by a person, that moves do not lead from one position to another.
//!
//! A permutation of pieces has two numbers for each orbit: the parity with which it permutes the
//! pieces of the orbit, and the sum of the turns of these pieces. When permutations are made one
//! after the other, their parities add up modulo 2, and their sums of turns add up modulo the
//! number of turns of a piece. An *invariant* is a weighted sum of such numbers that is 0 modulo a
//! prime for every move.

use std::collections::BTreeMap;

use fewest_rules::{Limits, Meter};
use fewest_search::modular::{ModularSystem, Modulus};

use super::Pieces;
use super::elements::NoElement;
use super::orbits::PieceOrbit;
use super::points::{Permutation, is_odd};
use crate::ground::{Ground, Label};

/// Selects one of the two numbers that a permutation of pieces has for an orbit.
#[derive(Debug, Clone, Copy)]
enum Part<'a> {
    /// Whether the permutation is odd on the pieces of the orbit.
    Swaps(&'a PieceOrbit),
    /// The sum of the turns of the pieces of the orbit.
    Turns(&'a PieceOrbit),
}

impl Part<'_> {
    fn of(self, permutation: &[u16]) -> usize {
        match self {
            Self::Swaps(orbit) => {
                let image = |place| orbit.image(permutation, place).0;
                is_odd(orbit.pieces, image).into()
            }
            Self::Turns(orbit) => orbit.sum_of_turns(permutation),
        }
    }
}

/// An explanation names at most this many pieces of an orbit.
const MOST_NAMED: usize = 24;

impl Pieces {
    /// Explains why moves lead from none of the positions `goals` to the position `here`. `None` if
    /// moves lead there, or if that is not known.
    pub fn unreachable(
        &self,
        ground: &Ground,
        here: &[Label],
        goals: impl Iterator<Item = Vec<Label>>,
    ) -> Option<String> {
        let mut first = None;
        let mut others = false;
        for goal in goals {
            let text = match self.element(&goal, here) {
                Err(no_element) => self.foreign(ground, here, no_element),
                Ok(element) => match self.is_reached(&goal, &element)? {
                    Ok(()) => return None,
                    Err(odd) => self.broken(ground, &element, odd.as_ref()),
                },
            };
            others |= first.as_ref().is_some_and(|first| *first != text);
            first.get_or_insert(text);
        }
        let first = first?;
        Some(match others {
            false => first,
            true => format!("{first}; something like this holds for each of the other goals"),
        })
    }

    /// Explains why moves cannot lead to the position `here`, in which there are pieces that do not
    /// occur in the goal, or more pieces of a kind than in the goal.
    fn foreign(&self, ground: &Ground, here: &[Label], why: NoElement) -> String {
        let place = self.name(ground, why.placement);
        let label = |position: usize| {
            let domain = &ground.domains[ground.positions[position].domain];
            domain.labels[usize::from(here[position])].as_str()
        };
        let positions = self.positions_of(why.placement).into_iter();
        let labels = positions.map(label).collect::<Vec<_>>().join(" ");
        match why.is_foreign {
            true if self.orbits[why.orbit].pieces == 1 => {
                format!("{place} has {labels}, and no move brings that there from the goal")
            }
            true => format!(
                "the piece at {place} has {labels}, in this order, and no piece of the goal has; moves \
                 take the parts of a piece along together"
            ),
            false => format!(
                "more pieces than in the goal have {labels}, in this order, such as the one at {place}; \
                 moves take the parts of a piece along together"
            ),
        }
    }

    /// Explains why no sequence of moves permutes the pieces as `element` does. The permutation
    /// `element` leads from a goal to the board, and so does one that begins with `odd`, if given.
    fn broken(&self, ground: &Ground, element: &[u16], odd: Option<&Permutation>) -> String {
        let primes = [2, 3, 5, 7, 11, 13];
        let mut broken = primes.iter();
        let broken = broken.find_map(|&prime| self.broken_modulo(ground, element, odd, prime));
        broken.unwrap_or_else(|| {
            "the moves generate a group of permutations, and the one that leads from the goal to the \
             board is not in this group"
                .to_owned()
        })
    }

    /// Describes an invariant modulo `prime` that the permutation `element` breaks, if there is
    /// one: what contradicts that the numbers of `element` are a sum of those of moves.
    ///
    /// For dials 0 to 3 of which a move turns two: "add up how many symbols each of r1c1 r1c2 r1c3
    /// is ahead of the goal; the sum is odd here, and every move changes it by an even number".
    fn broken_modulo(
        &self,
        ground: &Ground,
        element: &[u16],
        odd: Option<&Permutation>,
        prime: u8,
    ) -> Option<String> {
        let modulus = Modulus::new(prime)?;
        let mut parts = Vec::new();
        for orbit in &self.orbits {
            if prime == 2 && orbit.pieces > 1 {
                parts.push(Part::Swaps(orbit));
            }
            if orbit.turns.is_multiple_of(usize::from(prime)) {
                parts.push(Part::Turns(orbit));
            }
        }
        let value =
            |part: Part, permutation: &[u16]| (part.of(permutation) % usize::from(prime)) as u8;
        let kept = || self.moves.iter().chain(odd);
        let of_moves = |&part| kept().map(|m| value(part, m)).collect();
        let limits = Limits::default();
        let rows = parts.iter().map(of_moves);
        let meter = &mut Meter::new(&limits);
        let system = ModularSystem::new(modulus, rows, kept().count(), meter).ok()?;
        let wanted: Vec<u8> = parts.iter().map(|&part| value(part, element)).collect();
        let broken = system.solve(&wanted).err()?;
        // The first weight becomes 1.
        let scale = modulus.unit(broken.first()?.1);
        let weighted = broken.into_iter();
        let weighted = weighted.map(|(part, weight)| (part, modulus.times(weight, scale)));
        let mut sum = 0;
        // For each weight, the names of the dials and the words for the other parts.
        let mut terms: BTreeMap<u8, (Vec<&str>, Vec<String>)> = BTreeMap::new();
        for (part, weight) in weighted {
            sum += usize::from(weight) * usize::from(wanted[part]);
            let (dials, others) = terms.entry(weight).or_default();
            match parts[part] {
                Part::Swaps(orbit) => others.push(format!(
                    "the swaps among {} that lead here from the goal",
                    self.kind(ground, orbit)
                )),
                Part::Turns(orbit) => match self.dial(ground, orbit) {
                    Some(position) => dials.push(&ground.positions[position].name),
                    None => others.push(format!(
                        "the turns of {} against the marks, which lie on {}",
                        self.kind(ground, orbit),
                        self.marks(ground, orbit)
                    )),
                },
            }
        }
        let mut words = Vec::new();
        for (weight, (dials, mut others)) in terms {
            if !dials.is_empty() {
                let dials = dials.join(" ");
                others.push(format!(
                    "how many symbols each of {dials} is ahead of the goal"
                ));
            }
            let times = match weight {
                1 => String::new(),
                _ => format!("{weight} times "),
            };
            words.extend(others.into_iter().map(|other| times.clone() + &other));
        }
        let words = words.join(" and ");
        Some(match prime {
            2 => format!(
                "add up {words}; the sum is odd here, and every move changes it by an even number"
            ),
            _ => format!(
                "add up {words}; the sum is {} modulo {prime} here and 0 in the goal, and no move \
                 changes this",
                sum % usize::from(prime)
            ),
        })
    }

    /// The position of a piece that is a single cell and goes through all its symbols, by one symbol
    /// with each turn. `None` for any other orbit.
    fn dial(&self, ground: &Ground, orbit: &PieceOrbit) -> Option<usize> {
        let point = |turn: usize| {
            let placement = &self.placements[orbit.placement(0, turn)];
            self.points.points[usize::from(placement[0])]
        };
        let (position, _) = point(0);
        let domain = &ground.domains[ground.positions[position].domain];
        let by_one = |turn: usize| point(turn) == (position, turn as Label);
        let is_dial =
            orbit.pieces == 1 && orbit.turns == domain.labels.len() && (0..orbit.turns).all(by_one);
        is_dial.then_some(position)
    }

    /// The pieces of an orbit in words.
    fn kind(&self, ground: &Ground, orbit: &PieceOrbit) -> String {
        let first = self.name(ground, orbit.first_placement);
        match orbit.pieces {
            1 => format!("the piece {first}"),
            pieces => format!("the {pieces} pieces such as {first}"),
        }
    }

    /// Describes where the marks lie by which the turns of pieces are measured: on the first
    /// position of each place of the orbit.
    fn marks(&self, ground: &Ground, orbit: &PieceOrbit) -> String {
        let places = (0..orbit.pieces).take(MOST_NAMED);
        let names = places.map(|place| self.name(ground, orbit.placement(place, 0)));
        let names = names.collect::<Vec<_>>().join(", ");
        let more = if orbit.pieces > MOST_NAMED {
            " and so on"
        } else {
            ""
        };
        format!("the first of {names}{more}")
    }

    /// The positions of the points of a placement, without duplicates, in the order of the points.
    fn positions_of(&self, placement: usize) -> Vec<usize> {
        let mut positions = Vec::new();
        for &point in &self.placements[placement] {
            let (position, _) = self.points.points[usize::from(point)];
            if !positions.contains(&position) {
                positions.push(position);
            }
        }
        positions
    }

    /// The names of the positions of a placement.
    fn name(&self, ground: &Ground, placement: usize) -> String {
        let positions = self.positions_of(placement).into_iter();
        let names = positions.map(|p| ground.positions[p].name.as_str());
        names.collect::<Vec<_>>().join("-")
    }
}
