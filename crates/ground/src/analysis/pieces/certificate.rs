//! Proofs, checkable by a person, that moves do not lead from one position to another.
//!
//! An *orbit* is a set of pieces that can get to each other's places, and a *placement* is a place
//! with a turn, the way in which a piece lies there. A permutation of pieces has two numbers for
//! each orbit: the parity with which it permutes the pieces of the orbit, and the sum of the turns
//! of these pieces. When permutations are made one after the other, their parities add up modulo 2,
//! and their sums of turns add up modulo the number of turns of a piece. An *invariant* is a
//! weighted sum of such numbers that is 0 modulo a prime for every move.

use fewest_rules::{Limits, Meter};
use fewest_search::modular::{ModularSystem, Modulus};

use super::Pieces;
use super::elements::{NoElement, Way};
use super::orbits::PieceOrbit;
use super::points::is_odd;
use crate::ground::{Ground, Label};

/// Selects one of the two numbers that a permutation of pieces has for an orbit.
#[derive(Debug, Clone, Copy)]
enum Part {
    /// Whether the permutation is odd on the pieces of the orbit with this index.
    Swaps(usize),
    /// The sum of the turns of the pieces of the orbit with this index.
    Turns(usize),
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
            let text = match self.way(&goal, here)? {
                Way::Exists => return None,
                Way::Never(no_element) => self.foreign(ground, here, no_element),
                Way::NotByMoves(element) => self.broken(ground, &element),
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
    fn foreign(&self, ground: &Ground, here: &[Label], no_element: NoElement) -> String {
        let (NoElement::Foreign(orbit, placement) | NoElement::TooMany(orbit, placement)) =
            no_element;
        let orbit = &self.orbits[orbit];
        let place = self.name(ground, &orbit.placements[placement]);
        let mut labels = Vec::new();
        for position in self.positions_of(&orbit.placements[placement]) {
            let domain = &ground.domains[ground.positions[position].domain];
            labels.push(domain.labels[usize::from(here[position])].as_str());
        }
        let labels = labels.join(" ");
        match no_element {
            NoElement::Foreign(..) if orbit.pieces() == 1 => {
                format!("{place} has {labels}, and no move brings that there from the goal")
            }
            NoElement::Foreign(..) => format!(
                "the piece at {place} has {labels}, in this order, and no piece of the goal has; moves \
                 take the parts of a piece along together"
            ),
            NoElement::TooMany(..) => format!(
                "more pieces than in the goal have {labels}, in this order, such as the one at {place}; \
                 moves take the parts of a piece along together"
            ),
        }
    }

    /// Explains why no sequence of moves permutes the pieces as `element` does. The permutation
    /// `element` leads from a goal to the board.
    fn broken(&self, ground: &Ground, element: &[u16]) -> String {
        let primes = [2, 3, 5, 7, 11, 13];
        let broken = primes
            .iter()
            .find_map(|&p| self.broken_modulo(ground, element, p));
        broken.unwrap_or_else(|| {
            "the moves generate a group of permutations, and the one that leads from the goal to the \
             board is not in this group"
                .to_owned()
        })
    }

    /// Describes an invariant modulo `prime` that the permutation `element` breaks, if there is
    /// one: what contradicts that the numbers of `element` are a sum of those of moves.
    fn broken_modulo(&self, ground: &Ground, element: &[u16], prime: u8) -> Option<String> {
        let modulus = Modulus::new(prime)?;
        let mut parts = Vec::new();
        for (number, orbit) in self.orbits.iter().enumerate() {
            if prime == 2 && orbit.pieces() > 1 {
                parts.push(Part::Swaps(number));
            }
            if orbit.cyclic && orbit.turns.is_multiple_of(usize::from(prime)) {
                parts.push(Part::Turns(number));
            }
        }
        let value =
            |part, permutation: &[u16]| (self.part(part, permutation) % usize::from(prime)) as u8;
        let moves = &self.action.generators;
        let of_moves = |&part| moves.iter().map(|m| value(part, m)).collect();
        let rows = parts.iter().map(of_moves);
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        let system = ModularSystem::new(modulus, rows, moves.len(), &mut meter).ok()?;
        let wanted: Vec<u8> = parts.iter().map(|&part| value(part, element)).collect();
        let broken = system.solve(&wanted).err()?.into_iter();
        let used: Vec<(Part, u8)> = broken.map(|(at, factor)| (parts[at], factor)).collect();
        let sum = used.iter().fold(0, |sum, &(part, factor)| {
            modulus.reduce(u16::from(sum) + u16::from(modulus.times(factor, value(part, element))))
        });
        Some(self.words(ground, &used, prime, sum))
    }

    fn part(&self, part: Part, permutation: &[u16]) -> usize {
        match part {
            Part::Swaps(orbit) => self.orbits[orbit].swaps(permutation),
            Part::Turns(orbit) => self.orbits[orbit].sum_of_turns(permutation),
        }
    }

    fn words(&self, ground: &Ground, used: &[(Part, u8)], prime: u8, sum: u8) -> String {
        if let Some(words) = self.sum_of_symbols(ground, used, prime, sum) {
            return words;
        }
        if let [(Part::Turns(orbit), factor)] = *used {
            let orbit = &self.orbits[orbit];
            // The sum of the turns itself, before the invariant multiplies it by its weight.
            let sum = (1..prime).find(|s| {
                usize::from(*s) * usize::from(factor) % usize::from(prime) == usize::from(sum)
            });
            let sum = sum.unwrap_or_default();
            return format!(
                "{} can be turned in {} ways; count for each by how many it is turned against the \
                 marks, which lie on {}; the turns sum to {sum} modulo {prime} here and to 0 in the \
                 goal, and no move changes this sum",
                self.kind(ground, orbit),
                orbit.turns,
                self.marks(ground, orbit),
            );
        }
        let words = used.iter().map(|&(part, factor)| match part {
            Part::Swaps(orbit) => {
                format!("the swaps among {}", self.kind(ground, &self.orbits[orbit]))
            }
            Part::Turns(orbit) => {
                let times = if factor == 1 {
                    String::new()
                } else {
                    format!("{factor} times ")
                };
                format!(
                    "{times}the turns of {}",
                    self.kind(ground, &self.orbits[orbit])
                )
            }
        });
        let words: Vec<String> = words.collect();
        if prime == 2 {
            let together = if words.len() > 1 {
                ", taken together,"
            } else {
                ""
            };
            return format!(
                "{}{together} that lead from the goal to this board are an odd number, and in every \
                 move they are an even number",
                words.join(" and ")
            );
        }
        format!(
            "{}, added, are {sum} modulo {prime} from the goal to this board, and 0 in every move",
            words.join(" and ")
        )
    }

    /// The invariant in words if all its pieces are single cells whose symbols go round, such as the
    /// digits of dials. For dials 0 to 3 of which a move turns two: "count for each of r1c1 r1c2 r1c3
    /// how many symbols it is ahead of the goal; the sum is odd here, and every move changes it by an
    /// even number".
    fn sum_of_symbols(
        &self,
        ground: &Ground,
        used: &[(Part, u8)],
        prime: u8,
        sum: u8,
    ) -> Option<String> {
        let modulo = |number: usize| number % usize::from(prime);
        let inverse = |number: usize| (1..prime.into()).find(|&i| modulo(i * number) == 1);
        let mut weights = Vec::new();
        for &(part, factor) in used {
            let Part::Turns(orbit) = part else {
                return None;
            };
            let (position, step) = self.dial(ground, &self.orbits[orbit])?;
            weights.push((
                position,
                modulo(usize::from(factor) * inverse(modulo(step))?),
            ));
        }
        let scale = inverse(weights.first()?.1)?;
        let sum = modulo(usize::from(sum) * scale);
        let name = |position: usize| ground.positions[position].name.as_str();
        let cells: Vec<&str> = weights
            .iter()
            .map(|&(position, _)| name(position))
            .collect();
        let times = weights.iter().filter_map(|&(position, weight)| {
            let weight = modulo(weight * scale);
            (weight != 1).then(|| format!(", {} counted {weight} times", name(position)))
        });
        let times: String = times.collect();
        let (here, change) = match prime {
            2 => ("is odd here".to_owned(), "an even number".to_owned()),
            _ => (
                format!("leaves {sum} here when it is divided by {prime}"),
                format!("a multiple of {prime}"),
            ),
        };
        Some(format!(
            "count for each of {} how many symbols it is ahead of the goal{times}; the sum {here}, and \
             every move changes it by {change}",
            cells.join(" "),
        ))
    }

    /// The position of a piece that is a single cell and goes through all its symbols, and the
    /// number of symbols by which one turn advances it. `None` for any other orbit.
    fn dial(&self, ground: &Ground, orbit: &PieceOrbit) -> Option<(usize, usize)> {
        if orbit.pieces() != 1 {
            return None;
        }
        let point = |turn: usize| self.action.points[usize::from(orbit.placements[turn][0])];
        let (position, first) = point(0);
        let symbols = ground.domains[ground.positions[position].domain]
            .labels
            .len();
        let ahead = |turn: usize| {
            let (at, label) = point(turn);
            let ahead = usize::from(label) + symbols - usize::from(first);
            (at == position).then_some(ahead % symbols)
        };
        let step = ahead(1)?;
        let is_even = (0..symbols).all(|turn| ahead(turn) == Some(turn * step % symbols));
        (orbit.turns == symbols && is_even).then_some((position, step))
    }

    /// The pieces of an orbit in words.
    fn kind(&self, ground: &Ground, orbit: &PieceOrbit) -> String {
        let first = self.name(ground, &orbit.placements[0]);
        match orbit.pieces() {
            1 => format!("the piece {first}"),
            pieces => format!("the {pieces} pieces such as {first}"),
        }
    }

    /// Describes where the marks lie by which the turns of pieces are measured: on the first
    /// position of each place of the orbit.
    fn marks(&self, ground: &Ground, orbit: &PieceOrbit) -> String {
        let places = (0..orbit.pieces()).take(MOST_NAMED);
        let names = places.map(|place| self.name(ground, &orbit.placements[place * orbit.turns]));
        let more = if orbit.pieces() > MOST_NAMED {
            " and so on"
        } else {
            ""
        };
        format!(
            "the first of {}{more}",
            names.collect::<Vec<_>>().join(", ")
        )
    }

    /// The positions of the points of a placement, without duplicates, in the order of the points.
    fn positions_of(&self, placement: &[u16]) -> Vec<usize> {
        let mut positions = Vec::new();
        for &point in placement {
            let (position, _) = self.action.points[usize::from(point)];
            if !positions.contains(&position) {
                positions.push(position);
            }
        }
        positions
    }

    /// The names of the positions of a placement.
    fn name(&self, ground: &Ground, placement: &[u16]) -> String {
        let positions = self.positions_of(placement);
        let names = positions.iter().map(|&p| ground.positions[p].name.as_str());
        names.collect::<Vec<_>>().join("-")
    }
}

impl PieceOrbit {
    /// 1 if `permutation` is odd on the pieces of the orbit, 0 if it is even.
    fn swaps(&self, permutation: &[u16]) -> usize {
        let image = |place| self.image(place * self.turns, permutation) / self.turns;
        is_odd(self.pieces(), image).into()
    }

    /// Adds up by how many steps `permutation` turns each piece of the orbit.
    fn sum_of_turns(&self, permutation: &[u16]) -> usize {
        let places = 0..self.pieces();
        let turns = places.map(|place| self.image(place * self.turns, permutation) % self.turns);
        turns.sum()
    }
}
